//! Errors of the null space.

use crate::factor::factor_error::FactorError;
use thiserror::Error;

/// Why the null space could not be determined.
#[derive(Debug, Error, Clone, PartialEq)]
pub enum NullSpaceError {
    /// Matrices and candidates differ in size.
    #[error(
        "stiffness ({stiffness} rows), mass ({mass} rows) and rigid candidates ({candidates} rows) differ \
         in size"
    )]
    Shape {
        /// Rows of K [-].
        stiffness: usize,
        /// Rows of M [-].
        mass: usize,
        /// Rows of the candidates [-].
        candidates: usize,
    },
    /// An entry of the candidates is NaN or infinite.
    #[error("entry ({row}, {col}) of the rigid candidates is not a finite number")]
    CandidateNotFinite {
        /// Row of the entry [-].
        row: usize,
        /// Column of the entry [-].
        col: usize,
    },
    /// K has a negative eigenvalue.
    #[error(
        "the stiffness has a negative eigenvalue: pivot {pivot:e} in row {row}, whose diagonal is \
         {diagonal:e}"
    )]
    Indefinite {
        /// Row in which it shows [-].
        row: usize,
        /// The pivot or diagonal entry found there (unit of K).
        pivot: f64,
        /// The diagonal entry of K (unit of K).
        diagonal: f64,
    },
    /// A motion without stiffness has no mass either.
    #[error("a motion without stiffness, largest in degree of freedom {row}, has no mass either")]
    Massless {
        /// The degree of freedom with the largest part in that motion [-].
        row: usize,
    },
    /// There is no clear gap between "zero" and "small".
    #[error(
        "cannot distinguish zero stiffness from small stiffness: {accepted:e} against {rejected:e} \
         (scaled), in a motion largest in degree of freedom {row}"
    )]
    NoGap {
        /// Largest Rayleigh quotient that looks like zero [-].
        accepted: f64,
        /// Smallest Rayleigh quotient that does not [-].
        rejected: f64,
        /// The degree of freedom with the largest part in the doubtful motion [-].
        row: usize,
    },
    /// The stiffness is still singular after fixing the null vectors found.
    #[error("{found} motions without stiffness were fixed, yet the pivot of row {row} vanishes")]
    StillSingular {
        /// Row of the vanishing pivot [-].
        row: usize,
        /// Null vectors found [-].
        found: usize,
    },
    /// A factorisation failed for another reason.
    #[error(transparent)]
    Factor(#[from] FactorError),
}

impl NullSpaceError {
    /// The error of a part of a matrix in the numbering of the whole: row i of the part is `rows[i]`.
    #[must_use]
    pub(crate) fn with_rows(self, rows: &[usize]) -> Self {
        match self {
            Self::Indefinite { row, pivot, diagonal } => Self::Indefinite { row: rows[row], pivot, diagonal },
            Self::Massless { row } => Self::Massless { row: rows[row] },
            Self::NoGap { accepted, rejected, row } => Self::NoGap { accepted, rejected, row: rows[row] },
            Self::StillSingular { row, found } => Self::StillSingular { row: rows[row], found },
            Self::Factor(error) => Self::Factor(error.with_rows(rows)),
            other => other,
        }
    }
}
