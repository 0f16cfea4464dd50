//! A reduced structure as text, to be kept in a file: JSON with a version and the hash of the model it belongs to.

use super::ReducedStructure;
use lissom_linalg::{Dense, Sparse};
use lissom_mech::Pattern;
use serde_json::{Value, json};

/// The format this program writes.
const VERSION: u64 = 1;

/// A basis with more numbers than this is left out: the matrices are what others need.
const LARGEST_BASIS: usize = 4_000_000;

/// Writes the matrices row by row, the ports, and the basis over the rows of the full structure.
#[must_use]
pub fn structure_to_text(reduced: &ReducedStructure, full_rows: &[String], model_hash: &str) -> String {
    let small = &reduced.structure;
    let basis = (reduced.vectors.as_slice().len() <= LARGEST_BASIS)
        .then(|| (0..reduced.size()).map(|j| reduced.vectors.column(j)).collect::<Vec<_>>());
    let column = |c: &super::LinearColumn| json!({ "name": c.name, "reason": c.reason });
    let text = json!({
        "lissom_reduced_structure": VERSION,
        "model_sha256": model_hash,
        "name": small.name,
        "method": reduced.method,
        "columns": reduced.columns.iter().map(column).collect::<Vec<_>>(),
        "mass": rows(&small.mass),
        "damping": rows(&small.damping),
        "stiffness": rows(&small.stiffness),
        "modal_damping": small.modal_damping,
        "inputs": small.inputs.iter().map(pattern).collect::<Vec<_>>(),
        "outputs": small.outputs.iter().map(pattern).collect::<Vec<_>>(),
        "coordinates": full_rows,
        "basis": basis,
    });
    format!("{text}\n")
}

fn pattern(pattern: &Pattern) -> Value {
    json!({ "name": pattern.name, "unit": pattern.unit, "values": pattern.values })
}

fn rows(matrix: &Sparse) -> Vec<Vec<f64>> {
    let dense: Dense = matrix.to_dense();
    (0..dense.rows()).map(|i| (0..dense.cols()).map(|j| dense[(i, j)]).collect()).collect()
}
