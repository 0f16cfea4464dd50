//! A field solved for the outputs of its ports from their inputs.

use crate::algebra::Constants;
use crate::constant::symbol;
use crate::form::inverse;
use crate::graph::Field;

/// Inverses of more rows than this are named in printed equations, not written out.
const LARGEST_WRITTEN_INVERSE: usize = 3;

/// A field solved for its outputs: `outputs[k]` belongs to port k, over the inputs of all its ports.
///
/// For an integral port the input is X (state) and the output Z; for a dependent one the input is Z and the output X.
pub(crate) struct Schur<V> {
    pub rows: Vec<Vec<V>>,
}

/// Solves y = Γ x for the ports in `solved` (given y, wanted x) and leaves the others (given x, wanted y).
pub(crate) fn schur<A: Constants>(
    algebra: &mut A,
    field: &Field,
    solved: &[bool],
    name: &str,
) -> Result<Schur<A::Value>, usize> {
    let n = field.ports();
    let (inner, outer): (Vec<usize>, Vec<usize>) = (0..n).partition(|&k| solved[k]);
    let gamma: Vec<Vec<A::Value>> =
        (0..n).map(|i| (0..n).map(|j| algebra.constant(field.entry(i, j))).collect()).collect();
    let block = inner.iter().map(|&i| inner.iter().map(|&j| gamma[i][j].clone()).collect()).collect();
    let mut inverted = inverse(algebra, block)?;
    if inner.len() > LARGEST_WRITTEN_INVERSE {
        for (a, row) in inverted.iter_mut().enumerate() {
            for (b, value) in row.iter_mut().enumerate() {
                let symbol = symbol(&format!("inv_{name}_{}_{}", inner[a] + 1, inner[b] + 1));
                *value = algebra.intermediate(&symbol, value);
            }
        }
    }
    let mut rows: Vec<Vec<A::Value>> =
        (0..n).map(|_| (0..n).map(|_| algebra.number(0.0)).collect()).collect();
    for (a, &i) in inner.iter().enumerate() {
        for (b, &j) in inner.iter().enumerate() {
            rows[i][j] = inverted[a][b].clone();
        }
        for &d in &outer {
            let column: Vec<A::Value> = inner.iter().map(|&j| gamma[j][d].clone()).collect();
            let product = dot(algebra, &inverted[a], &column);
            rows[i][d] = algebra.neg(&product);
        }
    }
    for &d in &outer {
        let left: Vec<A::Value> = inner.iter().map(|&j| gamma[d][j].clone()).collect();
        for (b, &j) in inner.iter().enumerate() {
            let column: Vec<A::Value> = inverted.iter().map(|row| row[b].clone()).collect();
            rows[d][j] = dot(algebra, &left, &column);
        }
        for &c in &outer {
            // Γ_dd + Γ_di (−Γ_ii⁻¹ Γ_id): the second factor is in the rows above.
            let column: Vec<A::Value> = inner.iter().map(|&j| rows[j][c].clone()).collect();
            let correction = dot(algebra, &left, &column);
            rows[d][c] = algebra.add(&gamma[d][c], &correction);
        }
    }
    Ok(Schur { rows })
}

fn dot<A: Constants>(algebra: &mut A, a: &[A::Value], b: &[A::Value]) -> A::Value {
    let mut sum = algebra.number(0.0);
    for (x, y) in a.iter().zip(b) {
        if algebra.size(x) != 0.0 && algebra.size(y) != 0.0 {
            let product = algebra.mul(x, y);
            sum = algebra.add(&sum, &product);
        }
    }
    sum
}
