//! The files of one run: what may be read, what was read, and what will be written where.

use crate::console::Console;
use crate::disk::{Disk, Inputs};
use crate::file_identity::FileIdentity;
use crate::whole_file::{Unfinished, Way};
use lissom::Failure;
use std::cell::RefCell;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The files of one run.
pub struct Workspace {
    console: Arc<dyn Console>,
    inputs: Inputs,
    allowed: Vec<PathBuf>,
    planned: RefCell<Vec<Planned>>,
    unfinished: Unfinished,
}

/// An answer that will be written.
struct Planned {
    name: String,
    way: Way,
}

/// Why something must not or cannot be written, found before the work.
#[derive(Debug)]
pub struct Refusal {
    /// As text.
    pub reason: String,
    /// 2 when the command is wrong, 1 when the disk is.
    pub exit_code: u8,
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Self::Output { reason: refusal.reason, exit_code: refusal.exit_code }
    }
}

impl Workspace {
    /// A workspace that may also read below some folders.
    pub fn new(allowed: Vec<PathBuf>, console: Arc<dyn Console>) -> Self {
        let (inputs, planned, unfinished) = Default::default();
        Self { console, inputs, allowed, planned, unfinished }
    }

    /// The folders that may be read besides those of named files.
    pub fn allowed(&self) -> &[PathBuf] {
        &self.allowed
    }

    /// The way to a model file and what it names.
    pub fn model(&self, path: &str) -> Disk {
        Disk::of_model(path, &self.allowed, &self.inputs, &self.console)
    }

    /// The way to files of the command line.
    pub fn files(&self, paths: &[String]) -> Disk {
        Disk::of_files(paths, &self.allowed, &self.inputs, &self.console)
    }

    /// The file being written, to be removed on interruption.
    pub fn unfinished(&self) -> Unfinished {
        Unfinished::clone(&self.unfinished)
    }

    /// Notes a file that will be read, so that no answer replaces it.
    pub fn will_read(&self, path: &str) {
        if let Some(identity) = FileIdentity::of(Path::new(path)) {
            self.inputs.note(path, identity);
        }
    }

    /// Whether standard output carries an answer in a format of its own, so that words go elsewhere.
    pub fn keeps_stdout(&self) -> bool {
        self.planned.borrow().iter().any(|planned| planned.way == Way::Stdout)
    }

    /// Checks before the work that an answer can be written and replaces nothing that is needed.
    ///
    /// # Errors
    /// When the name is an input, another output, or cannot be written.
    pub fn plan(&self, flag: &str, name: &str) -> Result<(), Refusal> {
        let usage = |reason: String| Refusal { reason, exit_code: 2 };
        let way = Way::of(name).map_err(|error| cannot_write(name, &error))?;
        if let Some(input) = self.replaced(&way) {
            return Err(usage(format!("{flag} {name} would replace the input {input}")));
        }
        let mut planned = self.planned.borrow_mut();
        if let Some(other) = planned.iter().find(|other| is_same(&other.way, &way)) {
            let both = format!("{flag} {name} and {} are the same file", other.name);
            return Err(usage(format!("{both}: use different names")));
        }
        way.probe(&self.unfinished).map_err(|error| cannot_write(name, &error))?;
        planned.push(Planned { name: name.to_owned(), way });
        Ok(())
    }

    /// Checks again that no planned answer replaces what has been read by now.
    ///
    /// # Errors
    /// When one does.
    pub fn recheck(&self) -> Result<(), Refusal> {
        for planned in self.planned.borrow().iter() {
            if let Some(input) = self.replaced(&planned.way) {
                let reason = format!("{} would replace the input {input}", planned.name);
                return Err(Refusal { reason, exit_code: 2 });
            }
        }
        Ok(())
    }

    /// Writes a file whole, or through what is no file.
    ///
    /// # Errors
    /// Why it could not be written.
    pub fn write(&self, name: &str, content: &[u8]) -> io::Result<()> {
        let way = Way::of(name)?;
        if let Some(input) = self.replaced(&way) {
            return Err(io::Error::other(format!("it is the input {input}")));
        }
        way.write(content, &self.unfinished)
    }

    /// The input that an output would replace.
    fn replaced(&self, way: &Way) -> Option<String> {
        match way {
            Way::Whole(target) => self.inputs.name_of(&FileIdentity::of(target)?),
            Way::Stdout | Way::Stderr | Way::Through(_) => None,
        }
    }
}

fn is_same(one: &Way, other: &Way) -> bool {
    match (one, other) {
        (Way::Whole(a), Way::Whole(b)) => match (FileIdentity::of(a), FileIdentity::of(b)) {
            (Some(a), Some(b)) => a.is(&b),
            (None, None) => place(a) == place(b),
            _ => false,
        },
        _ => one == other,
    }
}

/// Where a file that is not there yet would be: its folder without links, and its name.
fn place(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Some(fs::canonicalize(folder).ok()?.join(path.file_name()?))
}

fn cannot_write(name: &str, error: &io::Error) -> Refusal {
    let why = match error.kind() {
        io::ErrorKind::NotFound => "folder not found".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    };
    Refusal { reason: format!("cannot write {name}: {why}"), exit_code: 1 }
}
