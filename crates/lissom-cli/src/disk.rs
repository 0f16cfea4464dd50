//! Reading files: what may be read, how much of it, and what was read.
//!
//! What the command line names is read wherever it is. What a model file or a mesh names in turn may come from somebody else: it
//! is read at or below the folders of the named files only, links resolved, unless `--allow-path` opens another folder.

use crate::console::Console;
use crate::file_identity::FileIdentity;
use crate::memory;
use lissom::{FileError, Files};
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The longest model file \[B\].
const LONGEST_MODEL: u64 = 64 << 20;

/// The most that is taken from a pipe \[B\].
const LONGEST_PIPE: u64 = 256 << 20;

/// The share of the free memory that one file may take: its content is kept together with its text.
const MEMORY_SHARE: f64 = 0.4;

/// What has been read so far, shared by everybody who reads.
#[derive(Clone, Default)]
pub struct Inputs(Arc<Mutex<Vec<(String, FileIdentity)>>>);

impl Inputs {
    /// Notes a file.
    pub fn note(&self, path: &str, identity: FileIdentity) {
        let mut all = locked(&self.0);
        if !all.iter().any(|(name, _)| name == path) {
            all.push((path.to_owned(), identity));
        }
    }

    /// The name under which a file was read, if it was.
    pub fn name_of(&self, identity: &FileIdentity) -> Option<String> {
        locked(&self.0).iter().find(|(_, read)| read.is(identity)).map(|(name, _)| name.clone())
    }
}

/// Files on the disk.
pub struct Disk {
    /// Files of the command line.
    named: Vec<String>,
    /// The most that is read of each of them \[B\].
    longest_named: u64,
    /// Folders below which other files may be read, links resolved.
    folders: Vec<PathBuf>,
    inputs: Inputs,
    /// Has the files that exist in memory only.
    console: Arc<dyn Console>,
    /// What pipes delivered: it comes only once.
    delivered: Mutex<BTreeMap<String, Vec<u8>>>,
}

impl Disk {
    /// A model file, what lies below its folder, and below additional folders.
    pub fn of_model(path: &str, allowed: &[PathBuf], inputs: &Inputs, console: &Arc<dyn Console>) -> Self {
        Self::new(&[path.to_owned()], LONGEST_MODEL, allowed, inputs, console)
    }

    /// Matrices and meshes that the command line names, and what lies below their folders.
    pub fn of_files(
        paths: &[String],
        allowed: &[PathBuf],
        inputs: &Inputs,
        console: &Arc<dyn Console>,
    ) -> Self {
        Self::new(paths, u64::MAX - 1, allowed, inputs, console)
    }

    fn new(
        named: &[String],
        longest_named: u64,
        allowed: &[PathBuf],
        inputs: &Inputs,
        console: &Arc<dyn Console>,
    ) -> Self {
        let around = named.iter().map(|name| folder_of(Path::new(name)));
        let folders = around.chain(allowed.iter().cloned()).filter_map(|path| fs::canonicalize(path).ok());
        Self {
            named: named.to_vec(),
            longest_named,
            folders: folders.collect(),
            inputs: inputs.clone(),
            console: Arc::clone(console),
            delivered: Mutex::default(),
        }
    }

    fn is_named(&self, path: &str) -> bool {
        self.named.iter().any(|name| name == path)
    }

    /// The file behind a name, if it may be read.
    fn admitted(&self, path: &str) -> Result<PathBuf, String> {
        let written = Path::new(path);
        if self.is_named(path) {
            return Ok(written.to_owned());
        }
        let inside = |place: &Path| self.folders.iter().any(|folder| place.starts_with(folder));
        // Outside of the folders not even the presence of a file is revealed.
        let nearest =
            || written.ancestors().skip(1).find_map(|above| fs::canonicalize(non_empty(above)).ok());
        match fs::canonicalize(written) {
            Ok(place) if inside(&place) => Ok(place),
            Err(error) if nearest().is_some_and(|place| inside(&place)) => Err(described(path, &error)),
            // The link itself lies inside: its target is not revealed.
            Ok(_) if nearest().is_some_and(|place| inside(&place)) => Err(leads_out()),
            _ => Err(outside(written)),
        }
    }

    /// The most that is read of a file \[B\].
    fn limit(&self, path: &str, is_regular: bool) -> u64 {
        let memory = memory::free().map_or(u64::MAX - 1, |bytes| (MEMORY_SHARE * bytes as f64) as u64);
        let named = if self.is_named(path) { self.longest_named } else { u64::MAX - 1 };
        let pipe = if is_regular { u64::MAX - 1 } else { LONGEST_PIPE };
        memory.min(named).min(pipe)
    }

    fn content(&self, path: &str) -> Result<Vec<u8>, String> {
        let place = self.admitted(path)?;
        let found = fs::metadata(&place).map_err(|error| described(path, &error))?;
        if found.is_dir() {
            return Err(directory(path));
        }
        if !found.is_file() && !self.is_named(path) {
            return Err("it is not a regular file".to_owned());
        }
        let limit = self.limit(path, found.is_file());
        if found.len() > limit {
            return Err(too_long(limit));
        }
        let file = fs::File::open(&place).map_err(|error| described(path, &error))?;
        if !found.is_file() && is_device(&found) && !file.is_terminal() {
            return Err("it is a device, not a file".to_owned());
        }
        self.inputs.note(path, FileIdentity::of_metadata(&place, &found));
        let mut bytes = Vec::new();
        file.take(limit + 1).read_to_end(&mut bytes).map_err(|error| described(path, &error))?;
        if bytes.len() as u64 > limit {
            return Err(too_long(limit));
        }
        if !found.is_file() {
            locked(&self.delivered).insert(path.to_owned(), bytes.clone());
        }
        Ok(bytes)
    }
}

/// What a lock guards; a panic elsewhere leaves these lists whole.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Files for Disk {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        if let Some(bytes) = self.console.file(path) {
            return Ok(bytes);
        }
        if let Some(bytes) = locked(&self.delivered).get(path) {
            return Ok(bytes.clone());
        }
        self.content(path).map_err(|reason| FileError { path: path.to_owned(), reason })
    }
}

/// The folder of a file.
fn folder_of(path: &Path) -> PathBuf {
    non_empty(path.parent().unwrap_or(Path::new(""))).to_owned()
}

/// A path, the present folder for an empty one.
fn non_empty(path: &Path) -> &Path {
    if path.as_os_str().is_empty() { Path::new(".") } else { path }
}

fn too_long(limit: u64) -> String {
    format!("it is longer than the limit of {} MB", limit / 1_000_000)
}

fn leads_out() -> String {
    "it is a link out of the folder of the model file; --allow-path with its target folder allows reading \
     there"
        .to_owned()
}

fn outside(path: &Path) -> String {
    let folder = folder_of(path);
    format!(
        "it is outside the folder of the model file; --allow-path {} allows reading there",
        crate::shell::quoted(&folder.to_string_lossy())
    )
}

#[cfg(unix)]
fn is_device(found: &fs::Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    found.file_type().is_char_device() || found.file_type().is_block_device()
}

#[cfg(not(unix))]
fn is_device(_: &fs::Metadata) -> bool {
    false
}

/// Why a file cannot be read.
fn described(path: &str, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "file not found".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::IsADirectory => directory(path),
        _ => error.to_string(),
    }
}

/// What is said of a directory where a file was expected.
fn directory(path: &str) -> String {
    let model = Path::new(path).join("model.toml");
    match model.is_file() {
        true => format!("it is a directory; did you mean {}?", model.display()),
        false => "it is a directory, not a model file".to_owned(),
    }
}
