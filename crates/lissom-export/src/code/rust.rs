//! A Rust module without dependencies; its test compares with numbers computed by the exporting program.

use super::mechanism::{MotionCode, rust_files};
use super::{NEEDS, TestVector, demand_states, signal_lines};
use crate::error::ExportError;
use crate::exporter::{ExportRequest, ExportedFile, Exporter};
use crate::linear_export::LinearExport;
use lissom::{Progress, Session};
use lissom_linalg::Dense;

/// `rust`.
pub(crate) struct Rust;

impl Exporter for Rust {
    fn name(&self) -> &'static str {
        "rust"
    }

    fn extension(&self) -> &'static str {
        "rs"
    }

    fn sentence(&self) -> &'static str {
        "Rust source of a linear model or of a planar mechanism in large motion, full or reduced: right-hand side, outputs and Jacobians, with its test"
    }

    fn needs(&self) -> &'static str {
        NEEDS
    }

    fn write(
        &self,
        session: &Session,
        request: &ExportRequest,
        progress: &dyn Progress,
    ) -> Result<Vec<ExportedFile>, ExportError> {
        if let Some(motion) = MotionCode::of(self.name(), session, request, progress)? {
            return Ok(rust_files(&motion));
        }
        let model = LinearExport::of(self.name(), session, request, progress)?;
        demand_states(self.name(), &model)?;
        Ok(vec![ExportedFile::new(".rs", source(&model))])
    }
}

fn row(values: impl Iterator<Item = f64>) -> String {
    let texts: Vec<String> = values.map(|value| format!("{value:?}")).collect();
    format!("[{}]", texts.join(", "))
}

fn matrix(name: &str, rows: &str, columns: &str, values: &Dense) -> String {
    let each = |i: usize| format!("    {},\n", row((0..values.cols()).map(|j| values[(i, j)])));
    let all: String = (0..values.rows()).map(each).collect();
    format!("/// {name}, by rows.\npub static {name}: [[f64; {columns}]; {rows}] = [\n{all}];\n\n")
}

fn function(name: &str, doc: &str, rows: &str, [state, input]: [&str; 2]) -> String {
    format!(
        "/// {doc}\npub fn {name}(x: &[f64; STATES], u: &[f64; INPUTS]) -> [f64; {rows}] {{\n    let mut all = [0.0; {rows}];\n    for \
         (i, value) in all.iter_mut().enumerate() {{\n        *value = {state}[i].iter().zip(x).map(|(a, b)| a * b).sum::<f64>()\n            \
         + {input}[i].iter().zip(u).map(|(a, b)| a * b).sum::<f64>();\n    }}\n    all\n}}\n\n"
    )
}

fn source(model: &LinearExport) -> String {
    let lines = [model.origin.lines(), signal_lines(model)].concat();
    let mut text: String = lines.iter().map(|line| format!("//! {line}\n")).collect();
    for (name, count, doc) in [
        ("STATES", model.states.len(), "Number of states."),
        ("INPUTS", model.inputs.len(), "Number of inputs."),
        ("OUTPUTS", model.outputs.len(), "Number of outputs."),
    ] {
        text += &format!("\n/// {doc}\npub const {name}: usize = {count};\n");
    }
    text.push('\n');
    text += &matrix("A", "STATES", "STATES", &model.a);
    text += &matrix("B", "STATES", "INPUTS", &model.b);
    text += &matrix("C", "OUTPUTS", "STATES", &model.c);
    text += &matrix("D", "OUTPUTS", "INPUTS", &model.d);
    text += &function("rates", "Right-hand side: A x + B u.", "STATES", ["A", "B"]);
    text += &function("outputs", "Outputs: C x + D u.", "OUTPUTS", ["C", "D"]);
    let vector = TestVector::of(model);
    let list = |values: &[f64]| row(values.iter().copied());
    text + &format!(
        "#[test]\nfn agrees_with_the_program_that_wrote_it() {{\n    let x = {};\n    let u = {};\n    let wanted_rates = {};\n    let \
         wanted_outputs = {};\n    for (found, wanted) in rates(&x, &u).iter().zip(&wanted_rates) {{\n        \
         assert!((found - wanted).abs() <= 1e-12 * {:?});\n    }}\n    for (found, wanted) in outputs(&x, &u).iter().zip(&wanted_outputs) {{\n        \
         assert!((found - wanted).abs() <= 1e-12 * {:?});\n    }}\n}}\n",
        list(&vector.x),
        list(&vector.u),
        list(&vector.rates),
        list(&vector.outputs),
        vector.scales[0],
        vector.scales[1],
    )
}
