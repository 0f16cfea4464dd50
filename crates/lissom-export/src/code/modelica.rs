//! A Modelica model of state equations, with names and units of its signals in comments.

use super::{NEEDS, demand_states, identifier, signal_lines};
use crate::error::ExportError;
use crate::exporter::{ExportRequest, ExportedFile, Exporter};
use crate::linear_export::LinearExport;
use lissom::{Progress, Session};
use lissom_linalg::Dense;

/// `modelica`.
pub(crate) struct Modelica;

impl Exporter for Modelica {
    fn name(&self) -> &'static str {
        "modelica"
    }

    fn extension(&self) -> &'static str {
        "mo"
    }

    fn sentence(&self) -> &'static str {
        "Modelica model of a linear model or bond graph: der(x) = A x + B u, y = C x + D u"
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
        let model = LinearExport::of(self.name(), session, request, progress)?;
        demand_states(self.name(), &model)?;
        Ok(vec![ExportedFile::new(".mo", source(&model, &identifier(request.stem())))])
    }
}

fn matrix(values: &Dense) -> String {
    let row = |i: usize| {
        let each: Vec<String> = (0..values.cols()).map(|j| format!("{:e}", values[(i, j)])).collect();
        format!("    {{{}}}", each.join(", "))
    };
    format!("{{\n{}}}", (0..values.rows()).map(row).collect::<Vec<_>>().join(",\n"))
}

fn source(model: &LinearExport, name: &str) -> String {
    let lines = [model.origin.lines(), signal_lines(model)].concat();
    let comment: String = lines.iter().map(|line| format!("  // {line}\n")).collect();
    let (n, m, p) = (model.states.len(), model.inputs.len(), model.outputs.len());
    let mut text = format!("model {name} \"state equations\"\n{comment}");
    for (letter, rows, columns, values) in
        [("A", n, n, &model.a), ("B", n, m, &model.b), ("C", p, n, &model.c), ("D", p, m, &model.d)]
    {
        text += &format!("  parameter Real {letter}[{rows}, {columns}] = {};\n", matrix(values));
    }
    text += &format!("  input Real u[{m}] \"inputs\";\n  output Real y[{p}] \"outputs\";\n");
    text += &format!("  Real x[{n}](each start = 0, each fixed = true) \"states\";\n");
    text + &format!("equation\n  der(x) = A*x + B*u;\n  y = C*x + D*u;\nend {name};\n")
}
