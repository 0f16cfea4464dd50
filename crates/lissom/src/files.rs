//! File access, provided by the caller of a session.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
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

/// Files with a record of what was read.
pub(crate) struct Recorded {
    files: Arc<dyn Files>,
    read: Mutex<BTreeMap<String, Vec<u8>>>,
}

impl Recorded {
    pub fn new(files: Arc<dyn Files>) -> Self {
        Self { files, read: Mutex::default() }
    }

    /// Takes the names and contents of the files that were read since the last call.
    pub fn take(&self) -> BTreeMap<String, Vec<u8>> {
        std::mem::take(&mut *self.read.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Files for Recorded {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        let bytes = self.files.read(path)?;
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        read.insert(path.to_owned(), bytes.clone());
        Ok(bytes)
    }
}
