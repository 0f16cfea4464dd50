//! Source code of models: right-hand side, outputs and their Jacobians. Linear models are matrices; planar mechanisms in large
//! motion are an engine with tables.
//!
//! - `mechanism`: planar mechanisms in large motion, in C and Rust.
//! - `c`: C99 without allocation or dependencies, with a header, a test and a makefile.
//! - `rust`: a module without dependencies, with its test.
//! - `modelica`: a model.

mod c;
mod mechanism;
mod modelica;
mod rust;

pub(crate) use c::C;
pub(crate) use modelica::Modelica;
pub(crate) use rust::Rust;

use crate::error::ExportError;
use crate::linear_export::{LinearExport, Signal};
use lissom_linalg::Dense;

/// What a model needs for these formats.
const NEEDS: &str =
    "a linear model: a structure or mechanism about a state, a reduction, a bond graph; inputs and outputs";

/// Code has arrays of fixed size, and none of them may be empty.
fn demand_states(format: &'static str, model: &LinearExport) -> Result<(), ExportError> {
    match model.states.is_empty() {
        false => Ok(()),
        true => Err(ExportError::NotFor {
            format,
            why: "it has no states".to_owned(),
            instead: "its outputs are D times its inputs: `json` holds D",
        }),
    }
}

/// A state, an input, and what the equations give there: the same for every language.
struct TestVector {
    x: Vec<f64>,
    u: Vec<f64>,
    rates: Vec<f64>,
    outputs: Vec<f64>,
    /// Largest sum of absolute products in a row: rounding is measured by it.
    scales: [f64; 2],
}

impl TestVector {
    fn of(model: &LinearExport) -> Self {
        // Numbers without a pattern, the same on every machine: fractional parts of multiples of the golden ratio.
        let number = |k: usize| ((k as f64 + 1.0) * 0.618_033_988_749_894_9).fract() - 0.5;
        let x: Vec<f64> = (0..model.states.len()).map(number).collect();
        let u: Vec<f64> = (0..model.inputs.len()).map(|k| number(k + x.len())).collect();
        let row = |state: &Dense, input: &Dense, i: usize| {
            let products = (0..x.len()).map(|j| state[(i, j)] * x[j]);
            let products: Vec<f64> = products.chain((0..u.len()).map(|j| input[(i, j)] * u[j])).collect();
            (products.iter().sum::<f64>(), products.iter().map(|p| p.abs()).sum::<f64>())
        };
        let all = |state: &Dense, input: &Dense| {
            let rows: Vec<(f64, f64)> = (0..state.rows()).map(|i| row(state, input, i)).collect();
            let scale = rows.iter().map(|(_, scale)| *scale).fold(f64::MIN_POSITIVE, f64::max);
            (rows.into_iter().map(|(value, _)| value).collect::<Vec<f64>>(), scale)
        };
        let (rates, first) = all(&model.a, &model.b);
        let (outputs, second) = all(&model.c, &model.d);
        Self { x, u, rates, outputs, scales: [first, second] }
    }
}

/// A name as an identifier of any of the languages.
fn identifier(name: &str) -> String {
    let kept: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if kept.starts_with(|c: char| c.is_ascii_alphabetic()) { kept } else { format!("m_{kept}") }
}

/// Lines as a comment that nothing in them can end.
fn comment(lines: &[String], mark: &str) -> String {
    let one = |line: &String| {
        format!("{mark}{}\n", line.replace("*/", "* /").replace("/*", "/ *").replace('\\', "/"))
    };
    lines.iter().map(one).collect()
}

/// Names of signals for a comment.
fn signal_lines(model: &LinearExport) -> Vec<String> {
    named_lines(&model.states, &model.inputs, &model.outputs)
}

/// Names of states, inputs and outputs for a comment.
fn named_lines(states: &[Signal], inputs: &[Signal], outputs: &[Signal]) -> Vec<String> {
    let each = |letter: &str, signals: &[Signal]| {
        let one = |(k, s): (usize, &Signal)| {
            format!("{letter}[{k}]: {} [{}]", s.name.replace(['\n', '\r'], " "), s.unit)
        };
        signals.iter().enumerate().map(one).collect::<Vec<_>>()
    };
    [each("x", states), each("u", inputs), each("y", outputs)].concat()
}

/// The entries of a matrix, row by row.
fn by_rows_of(matrix: &Dense) -> Vec<f64> {
    (0..matrix.rows()).flat_map(|i| (0..matrix.cols()).map(move |j| matrix[(i, j)])).collect()
}
