//! Why a question has no answer.

use lissom_linalg::ModesError;
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
