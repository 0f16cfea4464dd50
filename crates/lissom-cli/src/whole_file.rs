//! Files written whole or not at all, and what is written through because it is no file.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// Links that are followed one after the other before they are taken for a circle.
const MOST_LINKS: usize = 40;

/// Characters of a name that its neighbour shows.
const SHOWN: usize = 60;

/// How a name is written to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// To standard output.
    Stdout,
    /// To standard error.
    Stderr,
    /// Through a pipe or a device that has the name already.
    Through(PathBuf),
    /// As a file, links resolved: into a neighbour first, then renamed over the target.
    Whole(PathBuf),
}

impl Way {
    /// How a name is to be written to.
    ///
    /// # Errors
    /// When it is a folder or a circle of links.
    pub fn of(name: &str) -> io::Result<Self> {
        match name {
            "-" | "/dev/stdout" | "/dev/fd/1" | "/proc/self/fd/1" => return Ok(Self::Stdout),
            "/dev/stderr" | "/dev/fd/2" | "/proc/self/fd/2" => return Ok(Self::Stderr),
            _ => {}
        }
        let path = Path::new(name);
        if name.starts_with("/dev/fd/") || name.starts_with("/proc/self/fd/") {
            return Ok(Self::Through(path.to_owned()));
        }
        let target = without_links(path)?;
        match fs::metadata(&target) {
            Ok(found) if found.is_dir() => Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder")),
            Ok(found) if !found.is_file() => Ok(Self::Through(target)),
            _ => Ok(Self::Whole(target)),
        }
    }

    /// Finds out before the work whether writing will do: nothing is changed.
    ///
    /// # Errors
    /// Why it will not.
    pub fn probe(&self, unfinished: &Unfinished) -> io::Result<()> {
        match self {
            Self::Stdout | Self::Stderr | Self::Through(_) => Ok(()),
            Self::Whole(target) => {
                if target.exists() {
                    OpenOptions::new().append(true).open(target)?;
                }
                Neighbour::beside(target, unfinished).map(drop)
            }
        }
    }

    /// Writes the content.
    ///
    /// # Errors
    /// Why it could not be written; a file is untouched then.
    pub fn write(&self, content: &[u8], unfinished: &Unfinished) -> io::Result<()> {
        match self {
            Self::Stdout => to_stream(io::stdout().lock(), content),
            Self::Stderr => to_stream(io::stderr().lock(), content),
            Self::Through(path) => to_stream(OpenOptions::new().append(true).open(path)?, content),
            Self::Whole(target) => Neighbour::beside(target, unfinished)?.replace(target, content),
        }
    }
}

/// The temporary file being written, to be removed on interruption.
pub type Unfinished = Arc<Mutex<Option<PathBuf>>>;

fn to_stream(mut stream: impl Write, content: &[u8]) -> io::Result<()> {
    stream.write_all(content)?;
    stream.flush()
}

/// The path with every link resolved, also when the last one leads to what is not there yet.
fn without_links(path: &Path) -> io::Result<PathBuf> {
    let mut at = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::symlink_metadata(&at) {
            Ok(found) if found.is_symlink() => {
                let to = fs::read_link(&at)?;
                at = at.parent().unwrap_or(Path::new("")).join(to);
            }
            _ => return Ok(at),
        }
    }
    Err(io::Error::other("it is a circular link"))
}

/// A temporary file next to the target; removed when dropped.
struct Neighbour {
    path: PathBuf,
    file: File,
    unfinished: Unfinished,
}

impl Neighbour {
    fn beside(target: &Path, unfinished: &Unfinished) -> io::Result<Self> {
        let name = target
            .file_name()
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "it is not a file name"))?;
        let shown: String = name.to_string_lossy().chars().take(SHOWN).collect();
        let path = target.with_file_name(OsString::from(format!(".{shown}.{}.part", std::process::id())));
        let file = File::create_new(&path)?;
        if let Ok(mut place) = unfinished.lock() {
            *place = Some(path.clone());
        }
        Ok(Self { path, file, unfinished: Arc::clone(unfinished) })
    }

    fn replace(mut self, target: &Path, content: &[u8]) -> io::Result<()> {
        self.file.write_all(content)?;
        if let Ok(replaced) = fs::metadata(target) {
            self.belong_as(&replaced)?;
        }
        self.file.sync_all()?;
        fs::rename(&self.path, target)
    }

    /// Owner and mode of the file that is replaced.
    fn belong_as(&self, replaced: &fs::Metadata) -> io::Result<()> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::{MetadataExt, fchown};
            let own = self.file.metadata()?;
            if (own.uid(), own.gid()) != (replaced.uid(), replaced.gid()) {
                // Only some users may give files away: then the file is ours, as any new file would be.
                let _ = fchown(&self.file, Some(replaced.uid()), Some(replaced.gid()));
            }
        }
        self.file.set_permissions(replaced.permissions())
    }
}

impl Drop for Neighbour {
    fn drop(&mut self) {
        // After the renaming there is nothing left to remove; after a failure it is of no use to anyone.
        let _ = fs::remove_file(&self.path);
        if let Ok(mut place) = self.unfinished.lock() {
            *place = None;
        }
    }
}
