//! C99: fixed sizes, no allocation, no recursion, no dependencies beyond the language. The test compares with numbers computed by
//! the exporting program.

use super::mechanism::{MotionCode, c_files};
use super::{NEEDS, TestVector, comment, demand_states, identifier, signal_lines};
use crate::error::ExportError;
use crate::exporter::{ExportRequest, ExportedFile, Exporter};
use crate::linear_export::LinearExport;
use lissom::{Progress, Session};
use lissom_linalg::Dense;
use std::fmt::Write;

/// `c`.
pub(crate) struct C;

impl Exporter for C {
    fn name(&self) -> &'static str {
        "c"
    }

    fn extension(&self) -> &'static str {
        "c"
    }

    fn sentence(&self) -> &'static str {
        "C99 source of a linear model or of a planar mechanism in large motion, full or reduced: right-hand side, outputs and Jacobians, with header, test and makefile"
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
        let stem = request.stem();
        let name = identifier(stem);
        if let Some(motion) = MotionCode::of(self.name(), session, request, progress)? {
            return Ok(c_files(&motion, &name, stem));
        }
        let model = LinearExport::of(self.name(), session, request, progress)?;
        demand_states(self.name(), &model)?;
        Ok(vec![
            ExportedFile::new(".c", source(&model, &name, stem)),
            ExportedFile::new(".h", header(&model, &name)),
            ExportedFile::new("_test.c", test(&model, &name, stem)),
            ExportedFile::new(".mk", makefile(stem)),
        ])
    }
}

const SIZES: [(&str, &str); 4] = [
    ("A", "STATES * {U}_STATES"),
    ("B", "STATES * {U}_INPUTS"),
    ("C", "OUTPUTS * {U}_STATES"),
    ("D", "OUTPUTS * {U}_INPUTS"),
];

fn header(model: &LinearExport, name: &str) -> String {
    let upper = name.to_uppercase();
    let lines = [model.origin.lines(), signal_lines(model)].concat();
    let matrices: String = SIZES
        .iter()
        .map(|(letter, size)| {
            format!("extern const double {name}_{letter}[{upper}_{}];\n", size.replace("{U}", &upper))
        })
        .collect();
    format!(
        "/*\n{}*/\n#ifndef {upper}_H\n#define {upper}_H\n\n#define {upper}_STATES {}\n#define {upper}_INPUTS {}\n#define \
         {upper}_OUTPUTS {}\n\n/* Jacobians by rows: dx = A x + B u, y = C x + D u. */\n{matrices}\n/* Right-hand side. \
         */\nvoid {name}_rates(const double x[{upper}_STATES], const double u[{upper}_INPUTS], double \
         dx[{upper}_STATES]);\n\n/* Outputs. */\nvoid {name}_outputs(const double x[{upper}_STATES], const double \
         u[{upper}_INPUTS], double y[{upper}_OUTPUTS]);\n\n#endif\n",
        comment(&lines, " * "),
        model.states.len(),
        model.inputs.len(),
        model.outputs.len(),
    )
}

/// Numbers by rows, a few in a line.
fn numbers(values: impl Iterator<Item = f64>) -> String {
    // `1e0` is a floating constant of C, `1` would be an integer.
    let texts: Vec<String> = values.map(|value| format!("{value:e}")).collect();
    texts.chunks(4).map(|line| format!("    {}", line.join(", "))).collect::<Vec<_>>().join(",\n")
}

fn by_rows(matrix: &Dense) -> impl Iterator<Item = f64> + '_ {
    (0..matrix.rows()).flat_map(move |i| (0..matrix.cols()).map(move |j| matrix[(i, j)]))
}

fn source(model: &LinearExport, name: &str, stem: &str) -> String {
    let upper = name.to_uppercase();
    let mut text = format!("/*\n{}*/\n#include \"{stem}.h\"\n\n", comment(&model.origin.lines(), " * "));
    for ((letter, size), matrix) in SIZES.iter().zip([&model.a, &model.b, &model.c, &model.d]) {
        let size = size.replace("{U}", &upper);
        let _ = writeln!(
            text,
            "const double {name}_{letter}[{upper}_{size}] = {{\n{}\n}};\n",
            numbers(by_rows(matrix))
        );
    }
    for (function, result, rows, state, input) in
        [("rates", "dx", "STATES", "A", "B"), ("outputs", "y", "OUTPUTS", "C", "D")]
    {
        let _ = writeln!(
            text,
            "void {name}_{function}(const double x[{upper}_STATES], const double u[{upper}_INPUTS], double \
             {result}[{upper}_{rows}])\n{{\n    unsigned int i;\n    unsigned int j;\n\n    for (i = 0U; i < {upper}_{rows}; \
             i++) {{\n        double sum = 0.0;\n        for (j = 0U; j < {upper}_STATES; j++) {{\n            sum += \
             {name}_{state}[(i * {upper}_STATES) + j] * x[j];\n        }}\n        for (j = 0U; j < {upper}_INPUTS; j++) \
             {{\n            sum += {name}_{input}[(i * {upper}_INPUTS) + j] * u[j];\n        }}\n        {result}[i] = \
             sum;\n    }}\n}}\n"
        );
    }
    // Counters are unsigned: so are the sizes that they are compared with.
    for size in ["STATES", "INPUTS", "OUTPUTS"] {
        text = text.replace(&format!("< {upper}_{size};"), &format!("< (unsigned int){upper}_{size};"));
    }
    text
}

fn test(model: &LinearExport, name: &str, stem: &str) -> String {
    let upper = name.to_uppercase();
    let vector = TestVector::of(model);
    let array = |of: &str, size: &str, values: &[f64]| {
        format!("static const double {of}[{upper}_{size}] = {{\n{}\n}};\n", numbers(values.iter().copied()))
    };
    let check = |result: &str, wanted: &str, rows: &str, scale: f64| {
        format!(
            "    for (i = 0U; i < (unsigned int){upper}_{rows}; i++) {{\n        if (!(fabs({result}[i] - {wanted}[i]) <= 1e-12 \
             * {scale:e})) {{\n            (void)printf(\"{wanted}[%u]: %.17g instead of %.17g\\n\", i, {result}[i], \
             {wanted}[i]);\n            wrong++;\n        }}\n    }}\n"
        )
    };
    format!(
        "/* Compares the code with numbers of the program that wrote it; returns 0 when they agree. */\n#include \
         \"{stem}.h\"\n#include <math.h>\n#include <stdio.h>\n\n{}{}{}{}\nint main(void)\n{{\n    double dx[{upper}_STATES];\n    \
         double y[{upper}_OUTPUTS];\n    unsigned int i;\n    int wrong = 0;\n\n    {name}_rates(state, input, dx);\n    \
         {name}_outputs(state, input, y);\n{}{}    return (wrong == 0) ? 0 : 1;\n}}\n",
        array("state", "STATES", &vector.x),
        array("input", "INPUTS", &vector.u),
        array("rates", "STATES", &vector.rates),
        array("outputs", "OUTPUTS", &vector.outputs),
        check("dx", "rates", "STATES", vector.scales[0]),
        check("y", "outputs", "OUTPUTS", vector.scales[1]),
    )
}

fn makefile(stem: &str) -> String {
    let name = stem.replace(' ', "\\ ");
    format!(
        "# make -f {name}.mk test\nCFLAGS ?= -std=c99 -O2 -Wall -Wextra -Werror -pedantic\n\n.PHONY: test\ntest: \
         {name}_test\n\t./{name}_test\n\n{name}_test: {name}_test.c {name}.c {name}.h\n\t$(CC) $(CFLAGS) -o {name}_test \
         {name}_test.c {name}.c -lm\n"
    )
}
