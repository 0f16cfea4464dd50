//! Why modes could not be computed, or could not be certified.

use crate::factor::factor_error::FactorError;
use crate::matrix::sparse::{BadEntry, SymmetryDefect};
use crate::singular::null_space_error::NullSpaceError;
use crate::small::eigen::EigenError;
use std::fmt;
use thiserror::Error;

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
#[derive(Debug, Error, Clone, PartialEq)]
pub enum ModesError {
    /// K and M are not square matrices of one size.
    #[error(
        "stiffness ({} × {}) and mass ({} × {}) are not square matrices of one size",
        .stiffness.0, .stiffness.1, .mass.0, .mass.1
    )]
    Shape {
        /// Rows and columns of K [-].
        stiffness: (usize, usize),
        /// Rows and columns of M [-].
        mass: (usize, usize),
    },
    /// An entry is NaN or infinite.
    #[error("entry ({}, {}) of the {matrix} is {}", .entry.row, .entry.col, .entry.value)]
    NotFinite {
        /// The matrix.
        matrix: Matrix,
        /// The entry.
        entry: BadEntry,
    },
    /// A matrix is not symmetric.
    #[error(
        "the {matrix} is not symmetric: entries ({r}, {c}) and ({c}, {r}) differ by {:e} ({:e} relative)",
        .defect.difference, .defect.relative, r = .defect.row, c = .defect.col
    )]
    NotSymmetric {
        /// The matrix.
        matrix: Matrix,
        /// The worst pair of entries.
        defect: SymmetryDefect,
    },
    /// The limits of a band are not finite numbers in ascending order.
    #[error("{lower} to {upper} is not a valid band of eigenvalues")]
    BadBand {
        /// Lower limit of λ [rad²/s²].
        lower: f64,
        /// Upper limit of λ [rad²/s²].
        upper: f64,
    },
    /// All modes of a large model were requested.
    #[error("all modes of {rows} degrees of freedom were requested; the limit is {limit}")]
    TooLarge {
        /// Rows of the matrices [-].
        rows: usize,
        /// Largest number of rows for which all modes are computed [-].
        limit: usize,
    },
    /// The mass has a negative diagonal entry.
    #[error("the mass of degree of freedom {row} is {value:e}")]
    NegativeMass {
        /// Row of the entry [-].
        row: usize,
        /// The entry (unit of M).
        value: f64,
    },
    /// The null space of the stiffness could not be determined.
    #[error(transparent)]
    NullSpace(#[from] NullSpaceError),
    /// No shift makes K − σM positive definite: K has negative stiffness where there is no mass.
    #[error(
        "eigenvalues are unbounded below (tried {shift:e}): negative stiffness without mass near row {row}"
    )]
    Unbounded {
        /// The lowest shift tried [rad²/s²].
        shift: f64,
        /// Row of the negative pivot [-].
        row: usize,
    },
    /// The iteration stopped before the requested modes converged.
    #[error("{converged} of {wanted} modes converged after {restarts} restarts")]
    NoConvergence {
        /// Modes requested [-].
        wanted: usize,
        /// Modes converged [-].
        converged: usize,
        /// Restarts made [-].
        restarts: usize,
    },
    /// The count of eigenvalues shows missing modes that could not be found.
    #[error("{counted} elastic modes exist below λ = {limit:e}, but only {found} were found")]
    Incomplete {
        /// Elastic modes found below the limit [-].
        found: usize,
        /// Elastic modes that exist below the limit [-].
        counted: usize,
        /// The limit λ [rad²/s²].
        limit: f64,
    },
    /// The count of eigenvalues is lower than the number of converged modes: one of the two is wrong.
    #[error("{found} elastic modes were found below λ = {limit:e}, but only {counted} were counted")]
    Contradiction {
        /// Elastic modes found below the limit [-].
        found: usize,
        /// Elastic modes counted below the limit [-].
        counted: usize,
        /// The limit λ [rad²/s²].
        limit: f64,
    },
    /// The factorisation behind the count is not accurate enough.
    #[error("the count at λ = {shift:e} cannot be trusted: backward error {backward_error:e}")]
    Untrusted {
        /// Its backward error [-].
        backward_error: f64,
        /// The shift [rad²/s²].
        shift: f64,
    },
    /// The inverse of the stiffness is beyond the range of numbers.
    #[error(
        "row {row} is so soft that its displacement under a force is not finite: a stiffness is too small"
    )]
    TooSoft {
        /// The first row that is [-].
        row: usize,
    },
    /// An eigenvalue is beyond the range of numbers in the units of the caller.
    #[error(
        "the eigenvalue of mode {} is beyond the range of numbers: stiffness or mass is too large or too \
         small",
        .mode + 1
    )]
    OutOfRange {
        /// Its number among the elastic modes, from zero [-].
        mode: usize,
    },
    /// Modes were found, but they are an estimate only.
    #[error("the modes found are an estimate, not certified: {why}")]
    NotCertified {
        /// Why, as a sentence.
        why: String,
    },
    /// A factorisation failed.
    #[error(transparent)]
    Factor(#[from] FactorError),
    /// A dense eigenvalue problem failed.
    #[error(transparent)]
    Eigen(#[from] EigenError),
}

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
