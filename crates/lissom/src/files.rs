//! The window to the outside: whoever opens a session says how files are read.

use std::fmt;

/// Reads files for a session.
pub trait Files {
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// The file.
    pub path: String,
    /// Why.
    pub reason: String,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot read {}: {}", self.path, self.reason)
    }
}

impl std::error::Error for FileError {}
