//! The files of the repository, as a reader of a fresh clone would find them.

use std::fs;
use std::path::{Path, PathBuf};

/// A text file of the repository.
#[derive(Debug, Clone)]
pub(super) struct Document {
    /// Path relative to the top of the repository, with `/` on every system.
    pub path: String,
    /// Its text.
    pub text: String,
}

impl Document {
    /// A document made up for a test of a rule.
    pub fn new(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), text: text.to_owned() }
    }

    /// Whether this file states or exercises the tidiness rules, and so has to spell what they forbid.
    pub fn states_the_rules(&self) -> bool {
        self.path.starts_with("crates/lissom/tests/tidy")
    }

    /// Lines with their numbers, counted from 1.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(index, line)| (index + 1, line))
    }
}

/// The top of the repository.
pub(super) fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("the hall's package lies two folders below the top")
        .to_owned()
}

/// Every text file that is not ignored, in the order of its path; files that are not UTF-8 are left out.
pub(super) fn documents() -> Vec<Document> {
    let top = top();
    let ignored = Ignored::read(&top);
    let mut found = Vec::new();
    collect(&top, "", &ignored, &mut found);
    found.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(found.iter().any(|document| document.path == "Cargo.toml"), "no workspace at {}", top.display());
    found
}

/// The documents whose name ends with `.extension`.
pub(super) fn documents_with(extension: &str) -> Vec<Document> {
    let ending = format!(".{extension}");
    documents().into_iter().filter(|document| document.path.ends_with(&ending)).collect()
}

/// The one document at this path.
pub(super) fn document(path: &str) -> Document {
    let text =
        fs::read_to_string(top().join(path)).unwrap_or_else(|error| panic!("cannot read {path}: {error}"));
    Document::new(path, &text)
}

fn collect(folder: &Path, prefix: &str, ignored: &Ignored, found: &mut Vec<Document>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("cannot list {prefix:?}: {error}"));
    for entry in entries.map(|entry| entry.expect("a listed entry can be read")) {
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if prefix.is_empty() { name.clone() } else { format!("{prefix}/{name}") };
        if ignored.covers(&path, &name) {
            continue;
        }
        let kind = entry.file_type().expect("a listed entry has a type");
        if kind.is_dir() {
            collect(&entry.path(), &path, ignored, found);
        } else if let Ok(text) = fs::read_to_string(entry.path()) {
            found.push(Document { path, text });
        }
    }
}

/// What `.gitignore` leaves out. Only the three plain forms `/path`, `name/` and `*.ending` are understood.
struct Ignored {
    paths: Vec<String>,
    names: Vec<String>,
    endings: Vec<String>,
}

impl Ignored {
    fn read(top: &Path) -> Self {
        let text = fs::read_to_string(top.join(".gitignore")).unwrap_or_default();
        Self::parse(&text)
    }

    fn parse(text: &str) -> Self {
        let mut ignored = Self { paths: Vec::new(), names: vec![".git".to_owned()], endings: Vec::new() };
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let plain = line.trim_end_matches('/');
            if let Some(path) = plain.strip_prefix('/') {
                ignored.paths.push(path.to_owned());
            } else if let Some(ending) = plain.strip_prefix('*') {
                ignored.endings.push(ending.to_owned());
            } else {
                ignored.names.push(plain.to_owned());
            }
            let rest = plain.trim_start_matches(['/', '*']);
            assert!(
                !rest.contains(['*', '?', '!', '[']),
                "the tidy test does not understand {line:?} in .gitignore"
            );
        }
        ignored
    }

    fn covers(&self, path: &str, name: &str) -> bool {
        self.paths.iter().any(|ignored| ignored == path)
            || self.names.iter().any(|ignored| ignored == name)
            || self.endings.iter().any(|ending| name.ends_with(ending.as_str()))
    }
}

#[test]
fn ignored_files_are_recognised() {
    let ignored = Ignored::parse("# built\n/target\n__pycache__/\n*.pyc\n");
    assert!(ignored.covers("target", "target"));
    assert!(!ignored.covers("docs/target", "target"));
    assert!(ignored.covers("benches/__pycache__", "__pycache__"));
    assert!(ignored.covers("benches/a.pyc", "a.pyc"));
    assert!(ignored.covers(".git", ".git"));
    assert!(!ignored.covers("docs/errata.md", "errata.md"));
}
