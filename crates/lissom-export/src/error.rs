//! Why a file cannot be made.

use lissom::Failure;
use thiserror::Error;

/// Why a file cannot be made.
#[derive(Debug, Error)]
pub enum ExportError {
    /// What the file would hold cannot be computed.
    #[error(transparent)]
    Failure(#[from] Failure),
    /// The format cannot hold this model.
    #[error("`{format}` cannot hold this model: {why}; {instead}")]
    NotFor {
        /// The format.
        format: &'static str,
        /// What is missing.
        why: String,
        /// What would do.
        instead: &'static str,
    },
    /// The model is too large for a format that stores every entry.
    #[error(
        "`{format}` stores every entry of its matrices, and the model has {size} coordinates (at most {most}): reduce it with \
         [reduce.NAME] and --model NAME, or use `mtx`"
    )]
    TooLarge {
        /// The format.
        format: &'static str,
        /// Coordinates of the model.
        size: usize,
        /// Largest number of coordinates.
        most: usize,
    },
    /// A number of the model is not finite.
    #[error("entry ({row}, {column}) of {matrix} is not finite: the file was not made")]
    NotFinite {
        /// The matrix.
        matrix: &'static str,
        /// Row, from one.
        row: usize,
        /// Column, from one.
        column: usize,
    },
    /// The archive would exceed what zip files hold without extensions.
    #[error("the archive would be larger than 4 GiB")]
    ArchiveTooLarge,
    /// A format that does not exist.
    #[error("unknown format `{name}`; {hint}")]
    UnknownFormat {
        /// The given name.
        name: String,
        /// A close one, or all of them.
        hint: String,
    },
    /// The program that runs inside a functional mock-up unit was not given.
    #[error("{0}")]
    Runtime(String),
}

impl ExportError {
    /// 2 when the request is wrong, 1 when the computation failed.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Failure(failure) => failure.exit_code(),
            Self::NotFinite { .. } | Self::ArchiveTooLarge => 1,
            _ => 2,
        }
    }
}
