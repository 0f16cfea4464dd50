//! Displacements shared by several compliances.
//!
//! Two springs on one mass both integrate its velocity: q₁ − q₂ never changes. Each such relation is a pole at zero
//! that no input moves and no rigid motion causes. It is harmless in time, where it keeps its initial value, but it
//! would make statics singular and be counted among rigid motions; so it is found and imposed.

use crate::error::BondError;
use crate::graph::Kind;
use crate::state_equations::{Origin, StateEquations};
use lissom_linalg::{Dense, svd};

/// Singular values below this share of the largest count as zero [-]: rounding of scaled matrices, with a
/// margin.
const CONSTANT: f64 = 1e-11;

impl StateEquations {
    /// Relations wᵀ(x − E u) = constant among the displacements of the first `n` states, as orthonormal columns w over
    /// *scaled* states (see [`Self::scales`]): wᵀA = 0 and wᵀB = 0.
    pub(crate) fn invariants(&self, n: usize, scales: &[f64]) -> Result<Dense, BondError> {
        let m = self.inputs.len();
        let rows: Vec<usize> = (0..n).filter(|&i| self.is_displacement(i)).collect();
        let rates = Dense::from_fn(rows.len(), n + m, |r, j| {
            let i = rows[r];
            if j < n { self.a[(i, j)] * scales[j] / scales[i] } else { self.b[(i, j - n)] / scales[i] }
        });
        if rows.is_empty() {
            return Ok(Dense::zeros(n, 0));
        }
        let split =
            svd(&unit_columns(&rates)).map_err(|source| BondError::Invariants { states: n, source })?;
        let largest = split.values.first().copied().unwrap_or(0.0);
        let constant: Vec<usize> =
            (0..rows.len()).filter(|&k| split.values[k] <= CONSTANT * largest).collect();
        let mut vectors = Dense::zeros(n, constant.len());
        for (column, &k) in constant.iter().enumerate() {
            rows.iter().enumerate().for_each(|(r, &i)| vectors[(i, column)] = split.left[(r, k)]);
        }
        Ok(vectors)
    }

    /// Number of redundant states, because compliances share a displacement [-].
    ///
    /// # Errors
    /// [`BondError::Invariants`] when the states cannot be compared.
    pub fn redundant_states(&self) -> Result<usize, BondError> {
        Ok(self.invariants(self.states.len(), &self.scales())?.cols())
    }

    fn is_displacement(&self, state: usize) -> bool {
        let graph = &self.causal.graph;
        match self.states[state].origin {
            Origin::Storage(element, _) => matches!(graph.element(element).kind, Kind::Compliance(_)),
            Origin::Travel(_) => true,
        }
    }
}

/// Columns of unit length, so that units do not matter; zero columns are kept.
fn unit_columns(matrix: &Dense) -> Dense {
    let mut scaled = matrix.clone();
    for j in 0..scaled.cols() {
        let size = lissom_linalg::norm(scaled.column(j));
        if size > 0.0 {
            scaled.column_mut(j).iter_mut().for_each(|a| *a /= size);
        }
    }
    scaled
}

/// An orthonormal basis of what is orthogonal to the given orthonormal columns.
pub(crate) fn complement(vectors: &Dense) -> Result<Dense, lissom_linalg::SvdError> {
    let n = vectors.rows();
    let mut projector = Dense::identity(n);
    projector.add_scaled(-1.0, &vectors.matmul(&vectors.transpose()));
    // The projector has n − r singular values one, the others zero, in descending order.
    Ok(svd(&projector)?.left.columns(0..n - vectors.cols()))
}
