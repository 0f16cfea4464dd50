//! Why modes could not be computed, or could not be certified.

use crate::factor::factor_error::FactorError;
use crate::matrix::sparse::{BadEntry, SymmetryDefect};
use crate::singular::null_space_error::NullSpaceError;
use crate::small::eigen::EigenError;
use std::fmt;

/// Which of the two matrices of a vibration problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Matrix {
    /// The stiffness K.
    Stiffness,
    /// The mass M.
    Mass,
}

impl fmt::Display for Matrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stiffness => "stiffness",
            Self::Mass => "mass",
        })
    }
}

/// Why modes could not be computed, or could not be certified.
#[derive(Debug, Clone, PartialEq)]
pub enum ModesError {
    /// K and M are not square matrices of one size.
    Shape {
        /// Rows and columns of K [-].
        stiffness: (usize, usize),
        /// Rows and columns of M [-].
        mass: (usize, usize),
    },
    /// An entry is NaN or infinite.
    NotFinite {
        /// The matrix.
        matrix: Matrix,
        /// The entry.
        entry: BadEntry,
    },
    /// A matrix is not symmetric.
    NotSymmetric {
        /// The matrix.
        matrix: Matrix,
        /// The worst pair of entries.
        defect: SymmetryDefect,
    },
    /// The limits of a band are not finite numbers in ascending order.
    BadBand {
        /// Lower limit of λ [rad²/s²].
        lower: f64,
        /// Upper limit of λ [rad²/s²].
        upper: f64,
    },
    /// All modes of a large model were requested.
    TooLarge {
        /// Rows of the matrices [-].
        rows: usize,
        /// Largest number of rows for which all modes are computed [-].
        limit: usize,
    },
    /// The mass has a negative diagonal entry.
    NegativeMass {
        /// Row of the entry [-].
        row: usize,
        /// The entry (unit of M).
        value: f64,
    },
    /// The null space of the stiffness could not be determined.
    NullSpace(NullSpaceError),
    /// No shift makes K − σM positive definite: K has negative stiffness where there is no mass.
    Unbounded {
        /// The lowest shift tried [rad²/s²].
        shift: f64,
        /// Row of the negative pivot [-].
        row: usize,
    },
    /// The iteration stopped before the requested modes converged.
    NoConvergence {
        /// Modes requested [-].
        wanted: usize,
        /// Modes converged [-].
        converged: usize,
        /// Restarts made [-].
        restarts: usize,
    },
    /// The count of eigenvalues shows missing modes that could not be found.
    Incomplete {
        /// Elastic modes found below the limit [-].
        found: usize,
        /// Elastic modes that exist below the limit [-].
        counted: usize,
        /// The limit λ [rad²/s²].
        limit: f64,
    },
    /// The count of eigenvalues is lower than the number of converged modes: one of the two is wrong.
    Contradiction {
        /// Elastic modes found below the limit [-].
        found: usize,
        /// Elastic modes counted below the limit [-].
        counted: usize,
        /// The limit λ [rad²/s²].
        limit: f64,
    },
    /// The factorisation behind the count is not accurate enough.
    Untrusted {
        /// Its backward error [-].
        backward_error: f64,
        /// The shift [rad²/s²].
        shift: f64,
    },
    /// The inverse of the stiffness is beyond the range of numbers.
    TooSoft {
        /// The first row that is [-].
        row: usize,
    },
    /// An eigenvalue is beyond the range of numbers in the units of the caller.
    OutOfRange {
        /// Its number among the elastic modes, from zero [-].
        mode: usize,
    },
    /// Modes were found, but they are an estimate only.
    NotCertified {
        /// Why, as a sentence.
        why: String,
    },
    /// A factorisation failed.
    Factor(FactorError),
    /// A dense eigenvalue problem failed.
    Eigen(EigenError),
}

impl fmt::Display for ModesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape { stiffness, mass } => write!(
                f,
                "stiffness ({} × {}) and mass ({} × {}) are not square matrices of one size",
                stiffness.0, stiffness.1, mass.0, mass.1
            ),
            Self::NotFinite { matrix, entry } => {
                write!(f, "entry ({}, {}) of the {matrix} is {}", entry.row, entry.col, entry.value)
            }
            Self::NotSymmetric { matrix, defect } => write!(
                f,
                "the {matrix} is not symmetric: entries ({r}, {c}) and ({c}, {r}) differ by {:e} ({:e} relative)",
                defect.difference,
                defect.relative,
                r = defect.row,
                c = defect.col
            ),
            Self::BadBand { lower, upper } => write!(
                f,
                "{lower} to {upper} is not a valid band of \
                eigenvalues"
            ),
            Self::TooLarge { rows, limit } => {
                write!(f, "all modes of {rows} degrees of freedom were requested; the limit is {limit}")
            }
            Self::NegativeMass { row, value } => {
                write!(f, "the mass of degree of freedom {row} is {value:e}")
            }
            Self::NullSpace(error) => error.fmt(f),
            Self::Unbounded { shift, row } => {
                write!(
                    f,
                    "eigenvalues are unbounded below (tried {shift:e}): negative stiffness without mass near row {row}"
                )
            }
            Self::NoConvergence { wanted, converged, restarts } => {
                write!(f, "{converged} of {wanted} modes converged after {restarts} restarts")
            }
            Self::Incomplete { found, counted, limit } => {
                write!(f, "{counted} elastic modes exist below λ = {limit:e}, but only {found} were found")
            }
            Self::Contradiction { found, counted, limit } => {
                write!(
                    f,
                    "{found} elastic modes were found below λ = {limit:e}, but only {counted} were counted"
                )
            }
            Self::Untrusted { backward_error, shift } => {
                write!(f, "the count at λ = {shift:e} cannot be trusted: backward error {backward_error:e}")
            }
            Self::TooSoft { row } => write!(
                f,
                "row {row} is so soft that its displacement under a force is not finite: a stiffness is too \
                 small"
            ),
            Self::OutOfRange { mode } => write!(
                f,
                "the eigenvalue of mode {} is beyond the range of numbers: stiffness or mass is too large or too small",
                mode + 1
            ),
            Self::NotCertified { why } => write!(f, "the modes found are an estimate, not certified: {why}"),
            Self::Factor(error) => error.fmt(f),
            Self::Eigen(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ModesError {}

impl ModesError {
    /// The error of a part of a matrix in the numbering of the whole: row i of the part is `rows[i]`.
    #[must_use]
    pub(crate) fn with_rows(self, rows: &[usize]) -> Self {
        match self {
            Self::NotFinite { matrix, entry: BadEntry { row, col, value } } => {
                Self::NotFinite { matrix, entry: BadEntry { row: rows[row], col: rows[col], value } }
            }
            Self::NotSymmetric { matrix, defect } => {
                let (row, col) = (rows[defect.row], rows[defect.col]);
                Self::NotSymmetric { matrix, defect: SymmetryDefect { row, col, ..defect } }
            }
            Self::NegativeMass { row, value } => Self::NegativeMass { row: rows[row], value },
            Self::Unbounded { shift, row } => Self::Unbounded { shift, row: rows[row] },
            Self::TooSoft { row } => Self::TooSoft { row: rows[row] },
            Self::NullSpace(error) => Self::NullSpace(error.with_rows(rows)),
            Self::Factor(error) => Self::Factor(error.with_rows(rows)),
            other => other,
        }
    }
}

impl From<FactorError> for ModesError {
    fn from(error: FactorError) -> Self {
        Self::Factor(error)
    }
}

impl From<NullSpaceError> for ModesError {
    fn from(error: NullSpaceError) -> Self {
        Self::NullSpace(error)
    }
}

impl From<EigenError> for ModesError {
    fn from(error: EigenError) -> Self {
        Self::Eigen(error)
    }
}
