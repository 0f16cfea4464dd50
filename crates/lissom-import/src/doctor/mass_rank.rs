//! Rank of the mass: reduced integration or lumped masses leave some motions without mass.

use lissom_linalg::{FactorError, Ldlt, Sparse, Threads};
use thiserror::Error;

/// Backward error above which a count of signs is rejected [-].
const TRUSTED: f64 = 1e-8;
/// Effect of rounded file entries on an eigenvalue, in units of their last digit [-].
const UNITS: f64 = 100.0;
/// Further digits do not reduce the zero eigenvalues of a mass [-].
const MOST_DIGITS: usize = 14;

/// The rank of a mass matrix.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MassRank {
    /// Eigenvalues that are clearly positive [-].
    pub rank: usize,
    /// Eigenvalues that are clearly negative [-]; a mass has none.
    pub negative: usize,
    /// Threshold of "clearly": fraction of the largest diagonal entry, after scaling to a unit diagonal [-].
    pub tolerance: f64,
}

/// Why the rank could not be found.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum RankError {
    /// A row without diagonal has other entries: such a matrix is indefinite.
    #[error("row {} has entries, but none on the diagonal", .row + 1)]
    NoDiagonal {
        /// The row [-].
        row: usize,
    },
    /// The factorisation failed.
    #[error(transparent)]
    Factor(#[from] FactorError),
    /// The factorisation cannot be trusted.
    #[error("the factorisation has a backward error of {backward_error:.1e}")]
    Untrusted {
        /// Its backward error [-].
        backward_error: f64,
    },
}

impl MassRank {
    /// Counts the signs of the eigenvalues of M̂ ∓ ε by Sylvester's law, where M̂ is M scaled to a unit diagonal.
    pub(super) fn of(mass: &Sparse, digits: usize, threads: &Threads) -> Result<Self, RankError> {
        let diagonal = mass.diagonal();
        let kept: Vec<usize> = (0..mass.rows()).filter(|&row| diagonal[row] != 0.0).collect();
        let entry_outside = mass.iter().find(|&(row, _, value)| value != 0.0 && diagonal[row] == 0.0);
        if let Some((row, ..)) = entry_outside {
            return Err(RankError::NoDiagonal { row });
        }
        let tolerance = UNITS * 10f64.powi(-(digits.clamp(4, MOST_DIGITS) as i32));
        if kept.is_empty() {
            return Ok(Self { rank: 0, negative: 0, tolerance });
        }
        let scale: Vec<f64> = kept.iter().map(|&row| 1.0 / diagonal[row].abs().sqrt()).collect();
        let scaled = mass.submatrix(&kept).scaled(&scale);
        let above = positive(&scaled, -tolerance, threads)?;
        let not_below = positive(&scaled, tolerance, threads)?;
        Ok(Self { rank: above, negative: kept.len() - not_below, tolerance })
    }
}

/// The number of positive eigenvalues of A + shift·1.
fn positive(matrix: &Sparse, shift: f64, threads: &Threads) -> Result<usize, RankError> {
    let shifted = matrix.add_scaled(1.0, &Sparse::identity(matrix.rows()), shift);
    let factor = Ldlt::factor(&shifted, threads).map_err(RankError::Factor)?;
    let backward_error = factor.backward_error();
    if backward_error <= TRUSTED {
        Ok(factor.inertia().positive)
    } else {
        Err(RankError::Untrusted { backward_error })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lissom_linalg::Dense;

    fn rank(rows: &[&[f64]]) -> Result<MassRank, RankError> {
        MassRank::of(&Sparse::from_dense(&Dense::from_rows(rows)), 16, &Threads::one())
    }

    #[test]
    fn ranks_of_small_matrices() {
        let full = rank(&[&[2.0, 1.0], &[1.0, 2.0]]).unwrap();
        assert_eq!((full.rank, full.negative), (2, 0));
        let lumped = rank(&[&[2.0, 0.0], &[0.0, 0.0]]).unwrap();
        assert_eq!((lumped.rank, lumped.negative), (1, 0));
        let singular = rank(&[&[4.0, 2.0], &[2.0, 1.0]]).unwrap();
        assert_eq!((singular.rank, singular.negative), (1, 0));
        let indefinite = rank(&[&[1.0, 2.0], &[2.0, 1.0]]).unwrap();
        assert_eq!((indefinite.rank, indefinite.negative), (1, 1));
        assert_eq!(rank(&[&[1.0, 2.0], &[2.0, 0.0]]), Err(RankError::NoDiagonal { row: 1 }));
    }

    #[test]
    fn units_change_no_rank() {
        let mixed = rank(&[&[4e6, 2.0], &[2.0, 1e-6]]).unwrap();
        assert_eq!((mixed.rank, mixed.negative), (1, 0));
    }
}
