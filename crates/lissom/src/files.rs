//! File access, provided by the caller of a session.

use thiserror::Error;

/// Reads files for a session.
pub trait Files: Send + Sync {
    /// The bytes of a file.
    ///
    /// # Errors
    /// When it cannot be read, with the reason.
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError>;
}

impl<T: Files + ?Sized> Files for &T {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        (**self).read(path)
    }
}

/// A file that cannot be read.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("cannot read {path}: {reason}")]
pub struct FileError {
    /// The file.
    pub path: String,
    /// Why.
    pub reason: String,
}
