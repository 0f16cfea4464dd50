//! Why a factorisation failed.

use crate::matrix::sparse::BadEntry;
use thiserror::Error;

/// Why a sparse factorisation failed. Rows and columns are those of the matrix as it was given.
#[derive(Debug, Error, Clone, PartialEq)]
pub enum FactorError {
    /// The matrix is not square.
    #[error("the matrix is {rows} × {cols}, not square")]
    NotSquare {
        /// Number of rows [-].
        rows: usize,
        /// Number of columns [-].
        cols: usize,
    },
    /// An entry is stored, the mirrored one is not.
    #[error("entry ({row}, {col}) is stored but ({col}, {row}) is not: the pattern is not symmetric")]
    PatternNotSymmetric {
        /// Row of the entry without a partner [-].
        row: usize,
        /// Column of the entry without a partner [-].
        col: usize,
    },
    /// The matrix does not have the pattern that was analysed.
    #[error("the matrix ({rows} rows, {found} entries) does not have the pattern that was analysed")]
    PatternChanged {
        /// Entries of the matrix given [-].
        found: usize,
        /// Rows of the matrix given [-].
        rows: usize,
    },
    /// The factor would need more memory than allowed.
    #[error(
        "factoring {rows} rows would need about {:.2} GB of memory, {:.2} GB are allowed",
        *.bytes as f64 / 1e9, *.limit as f64 / 1e9
    )]
    TooLarge {
        /// Rows of the matrix [-].
        rows: usize,
        /// What it would need, about \[B\].
        bytes: usize,
        /// What is allowed \[B\].
        limit: usize,
    },
    /// An entry is NaN or infinite.
    #[error("entry ({}, {}) is {}", .0.row, .0.col, .0.value)]
    NotFinite(BadEntry),
    /// A pivot of the Cholesky factorisation is not positive.
    #[error(
        "the matrix is not positive definite: pivot {pivot:e} in row {row}, whose diagonal is {diagonal:e}"
    )]
    NotPositiveDefinite {
        /// Row of the pivot [-].
        row: usize,
        /// The pivot (unit of the matrix).
        pivot: f64,
        /// The diagonal entry of the matrix in that row (unit of the matrix).
        diagonal: f64,
    },
    /// A pivot of the indefinite factorisation vanishes: the matrix is singular.
    #[error("the matrix is singular: the pivot of row {row} vanishes")]
    Singular {
        /// Row of the pivot [-].
        row: usize,
    },
}

impl FactorError {
    /// The error of a part of a matrix in the numbering of the whole: row i of the part is `rows[i]`.
    #[must_use]
    pub(crate) fn with_rows(self, rows: &[usize]) -> Self {
        match self {
            Self::PatternNotSymmetric { row, col } => {
                Self::PatternNotSymmetric { row: rows[row], col: rows[col] }
            }
            Self::NotFinite(BadEntry { row, col, value }) => {
                Self::NotFinite(BadEntry { row: rows[row], col: rows[col], value })
            }
            Self::NotPositiveDefinite { row, pivot, diagonal } => {
                Self::NotPositiveDefinite { row: rows[row], pivot, diagonal }
            }
            Self::Singular { row } => Self::Singular { row: rows[row] },
            other => other,
        }
    }
}
