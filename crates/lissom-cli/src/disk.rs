//! Reading and writing files: the only place where the program touches the disk.

use lissom::{FileError, Files};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Files on the disk.
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        let describe = |error: &io::Error| match error.kind() {
            io::ErrorKind::NotFound => "there is no such file".to_owned(),
            io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
            io::ErrorKind::IsADirectory => directory(path),
            _ => error.to_string(),
        };
        fs::read(path).map_err(|error| FileError { path: path.to_owned(), reason: describe(&error) })
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

/// Memory that programs may still take \[B\]; `None` where the system does not tell.
pub fn free_memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(1024 * kilobytes)
}

/// Makes a folder that files are to be written to, if it is not there.
pub fn make_folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}

/// Writes a file whole or not at all: into a neighbour first, then renamed over the target.
pub fn write_whole(path: &Path, content: &[u8]) -> io::Result<()> {
    let neighbour = neighbour(path)?;
    let written = fs::File::create_new(&neighbour)
        .and_then(|mut file| file.write_all(content).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&neighbour, path));
    if written.is_err() {
        // The target is untouched; what is left of the attempt is of no use to anyone.
        let _ = fs::remove_file(&neighbour);
    }
    written
}

fn neighbour(path: &Path) -> io::Result<PathBuf> {
    let name = path
        .file_name()
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "it is not a file name"))?;
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.part", std::process::id()));
    Ok(path.with_file_name(hidden))
}
