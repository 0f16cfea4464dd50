//! What is wrong with a file: where, what was expected, what was found.

use std::fmt;
use thiserror::Error;

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A line of a text file, counted from one.
    Line(usize),
    /// A byte of a binary file, counted from zero; of its unpacked content where it is compressed.
    Byte(u64),
    /// The file as a whole.
    Whole,
}

impl fmt::Display for Place {
    /// As it follows the name of the file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, ":{line}"),
            Self::Byte(byte) => write!(f, ", byte {byte}"),
            Self::Whole => Ok(()),
        }
    }
}

/// Why a file could not be read.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{file}{place}: expected {expected}, found {found}")]
pub struct ImportError {
    /// The file.
    pub file: String,
    /// Where in it.
    pub place: Place,
    /// The expected content.
    pub expected: String,
    /// The actual content.
    pub found: String,
}

impl ImportError {
    /// An error of the whole file.
    pub fn whole(file: &str, expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self { file: file.to_owned(), place: Place::Whole, expected: expected.into(), found: found.into() }
    }
}
