//! Whether two names are one file: by links, folders with dots, or hard links.

use std::fs;
use std::path::{Path, PathBuf};

/// A file, whatever it is called.
#[derive(Clone, Debug)]
pub struct FileIdentity {
    /// The path without links; `None` for what has no path, such as a pipe.
    place: Option<PathBuf>,
    /// Device and number on it.
    #[cfg(unix)]
    number: (u64, u64),
}

impl FileIdentity {
    /// The file of a path; `None` when there is none.
    pub fn of(path: &Path) -> Option<Self> {
        let found = fs::metadata(path).ok()?;
        Some(Self::of_metadata(path, &found))
    }

    /// The file of a path whose metadata are known.
    pub fn of_metadata(path: &Path, found: &fs::Metadata) -> Self {
        #[cfg(unix)]
        use std::os::unix::fs::MetadataExt;
        let place = fs::canonicalize(path).ok();
        #[cfg(not(unix))]
        let _ = found;
        Self {
            place,
            #[cfg(unix)]
            number: (found.dev(), found.ino()),
        }
    }

    /// Whether it is the same file.
    pub fn is(&self, other: &Self) -> bool {
        #[cfg(unix)]
        if self.number == other.number {
            return true;
        }
        self.place.is_some() && self.place == other.place
    }
}
