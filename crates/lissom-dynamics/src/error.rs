//! Why a question has no answer.

use lissom_linalg::{FactorError, ModesError, NullSpaceError};
use lissom_mech::LinearSystem;
use std::fmt;

/// Why a question has no answer.
#[derive(Debug)]
pub enum DynamicsError {
    /// The eigenvalue problem was not solved; coordinates are named.
    Modes {
        /// What went wrong with the matrices.
        source: ModesError,
        /// The name of the coordinate the error points at, if it points at one.
        coordinate: Option<String>,
    },
    /// A band or bound of frequencies that is empty or not a number.
    BadRange {
        /// Lower end [Hz].
        from: f64,
        /// Upper end [Hz].
        to: f64,
    },
}

impl DynamicsError {
    /// Gives the row an eigenvalue error points at the name of its coordinate.
    pub(crate) fn named(source: ModesError, system: &LinearSystem) -> Self {
        let coordinate = row(&source).map(|row| system.name(row));
        Self::Modes { source, coordinate }
    }
}

/// The row an error points at.
fn row(error: &ModesError) -> Option<usize> {
    match error {
        ModesError::NotFinite { entry, .. } => Some(entry.row),
        ModesError::NotSymmetric { defect, .. } => Some(defect.row),
        ModesError::NegativeMass { row, .. } | ModesError::Unbounded { row, .. } => Some(*row),
        ModesError::NullSpace(
            NullSpaceError::Indefinite { row, .. }
            | NullSpaceError::Massless { row }
            | NullSpaceError::NoGap { row, .. }
            | NullSpaceError::StillSingular { row, .. },
        ) => Some(*row),
        ModesError::NullSpace(NullSpaceError::Factor(factor)) | ModesError::Factor(factor) => {
            factor_row(factor)
        }
        _ => None,
    }
}

fn factor_row(error: &FactorError) -> Option<usize> {
    match error {
        FactorError::PatternNotSymmetric { row, .. }
        | FactorError::NotPositiveDefinite { row, .. }
        | FactorError::Singular { row } => Some(*row),
        FactorError::NotFinite(entry) => Some(entry.row),
        FactorError::NotSquare { .. } | FactorError::PatternChanged { .. } => None,
    }
}

impl fmt::Display for DynamicsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Modes { source, coordinate: Some(name) } => write!(f, "{source} (coordinate {name})"),
            Self::Modes { source, coordinate: None } => write!(f, "{source}"),
            Self::BadRange { from, to } => {
                write!(f, "no frequencies between {from} Hz and {to} Hz: give 0 <= from < to")
            }
        }
    }
}

impl std::error::Error for DynamicsError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Modes { source, .. } => Some(source),
            Self::BadRange { .. } => None,
        }
    }
}
