//! Signs of the tangent stiffness: how many directions are unstable, and which are neutral within the error.
//!
//! # Equation
//! By Sylvester's law the numbers of negative, zero and positive eigenvalues of K are those of D K D for any regular D, and do not
//! depend on the mass. With D_ii = 1/√|K_ii|, K_ii being the largest of its parts, all entries are of the size of one, whatever units and lengths of elements are, and
//! the error of every eigenvalue is at most the norm of the error of the matrix (Weyl): what rounding left in the three parts of K,
//! and what the eigenvalues can move by while the state is not exactly in balance.

use crate::equilibria::operating_state::tangent;
use lissom_linalg::Dense;
use lissom_linalg::eigen::{self, EigenError};
use lissom_mech::Linearisation;

/// Rounding units that forming and decomposing a matrix takes, per row: transfer functions are solved with, multiplied twice and
/// added.
const ROUNDINGS: f64 = 16.0;

/// The signs of a scaled tangent.
#[derive(Clone, Debug, PartialEq)]
pub struct TangentInertia {
    /// Eigenvalues below minus the bound.
    pub unstable: usize,
    /// Eigenvalues that are zero within the bound.
    pub undecided: usize,
    /// The lowest eigenvalue [-].
    pub lowest: f64,
    /// How far an eigenvalue may be wrong [-].
    pub bound: f64,
}

impl TangentInertia {
    /// Of the symmetric part of a tangent, `moved` being what the tangent changes by within the error of the state.
    ///
    /// # Errors
    /// When the eigenvalues cannot be found.
    pub(crate) fn of(at: &Linearisation, moved: Option<&Dense>) -> Result<Self, EigenError> {
        let TangentSigns { values, bound, .. } = TangentSigns::of(at, moved)?;
        Ok(Self {
            unstable: values.iter().filter(|value| **value < -bound).count(),
            undecided: values.iter().filter(|value| value.abs() <= bound).count(),
            lowest: values.first().copied().unwrap_or(f64::INFINITY),
            bound,
        })
    }
}

/// Eigenvalues of the scaled tangent with their directions.
#[derive(Clone, Debug)]
pub(crate) struct TangentSigns {
    /// Ascending [-].
    pub values: Vec<f64>,
    /// D v: directions in the coordinates themselves, one column each.
    pub directions: Dense,
    /// How far an eigenvalue may be wrong [-].
    pub bound: f64,
}

impl TangentSigns {
    /// As [`TangentInertia::of`].
    pub(crate) fn of(at: &Linearisation, moved: Option<&Dense>) -> Result<Self, EigenError> {
        let whole = tangent(at).symmetric_part();
        let n = whole.rows();
        let parts = [&at.stiffness, &at.dynamic_stiffness, &at.geometric_stiffness];
        // What cancels in the sum must not be blown up: the parts say how large a row is.
        let scale = scaling(&Dense::from_fn(n, n, |i, j| {
            parts.iter().map(|part| part[(i, j)].abs()).fold(0.0, f64::max)
        }));
        let scaled = |matrix: &Dense| Dense::from_fn(n, n, |i, j| matrix[(i, j)] * scale[i] * scale[j]);
        let size: f64 = parts.iter().map(|part| row_sum(&scaled(part))).sum();
        let rounding = ROUNDINGS * n as f64 * f64::EPSILON * size;
        let bound = rounding + moved.map_or(0.0, |moved| row_sum(&scaled(&moved.symmetric_part())));
        let found = eigen::symmetric(&scaled(&whole))?;
        let directions = Dense::from_fn(n, found.vectors.cols(), |i, j| scale[i] * found.vectors[(i, j)]);
        Ok(Self { values: found.values, directions, bound })
    }

    /// Number of negative eigenvalues, by sign alone.
    pub(crate) fn negative(&self) -> usize {
        self.values.iter().filter(|value| **value < 0.0).count()
    }

    /// Whether every sign is known.
    pub(crate) fn are_decided(&self) -> bool {
        self.values.iter().all(|value| value.abs() > self.bound)
    }
}

/// 1/√|K_ii|, or by the largest entry of the row where the diagonal vanishes.
pub(crate) fn scaling(matrix: &Dense) -> Vec<f64> {
    let n = matrix.rows();
    let size = |i: usize| {
        let own = matrix[(i, i)].abs();
        let row = (0..n).map(|j| matrix[(i, j)].abs()).fold(own, f64::max);
        let size = if own > 1e-12 * row { own } else { row };
        if size > 0.0 { 1.0 / size.sqrt() } else { 1.0 }
    };
    (0..n).map(size).collect()
}

/// The largest sum of absolute values of a row: a norm.
fn row_sum(matrix: &Dense) -> f64 {
    let row = |i: usize| (0..matrix.cols()).map(|j| matrix[(i, j)].abs()).sum::<f64>();
    (0..matrix.rows()).map(row).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(stiffness: &[&[f64]], geometric: &[&[f64]]) -> Linearisation {
        let n = stiffness.len();
        let zero = || Dense::zeros(n, n);
        Linearisation {
            mass: Dense::identity(n),
            velocity_sensitivity: zero(),
            damping: zero(),
            stiffness: Dense::from_rows(stiffness),
            dynamic_stiffness: zero(),
            geometric_stiffness: Dense::from_rows(geometric),
            input: Dense::zeros(n, 0),
            residual: vec![0.0; n],
        }
    }

    /// A weak direction beside one that is 10²⁰ times as stiff keeps its sign; what cancels has none.
    #[test]
    fn signs_do_not_depend_on_units_and_what_cancels_is_undecided() {
        for (weak, expected) in [(-1e-3, (1, 0)), (1e-3, (0, 0)), (0.0, (0, 1))] {
            let at = with(&[&[1e20, 0.0], &[0.0, 1.0]], &[&[0.0, 0.0], &[0.0, weak - 1.0]]);
            let found = TangentInertia::of(&at, None).unwrap();
            assert_eq!((found.unstable, found.undecided), expected, "{weak}");
        }
        let at = with(&[&[1.0, 0.0], &[0.0, 0.1]], &[&[0.0, 0.0], &[0.0, 0.1 + 1e-17 - 0.2]]);
        assert_eq!(TangentInertia::of(&at, None).unwrap().undecided, 1);
        // An error of the state may be all there is.
        let at = with(&[&[1.0]], &[&[-1.01]]);
        let moved = Dense::from_rows(&[&[0.02]]);
        assert_eq!(TangentInertia::of(&at, Some(&moved)).unwrap().unstable, 0);
    }
}
