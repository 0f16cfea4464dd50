//! No traces of the machine a file was written on.

use super::repository::{Document, documents};
use super::violation::{Violation, demand_none};

/// Folders that exist on somebody's machine, not in the repository.
const FOLDERS: [&str; 5] = ["/work/", "/root/", "/tmp/", "/home/", "/Users/"];

/// Marks of a private package mirror.
const MIRRORS: [&str; 5] = ["sparse+http", "index-url", "replace-with", "artifactory", "127.0.0.1"];

/// The only place the lock file may fetch from.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

fn traces(document: &Document) -> Vec<Violation> {
    if document.states_the_rules() {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (line, text) in document.lines() {
        let folder = FOLDERS.iter().find(|folder| names_absolute(text, folder));
        let mirror = MIRRORS.iter().find(|mirror| text.contains(**mirror));
        let foreign = text.strip_prefix("source = ").filter(|_| document.path.ends_with("Cargo.lock"));
        let foreign = foreign.map(|source| source.trim_matches('"')).filter(|source| *source != REGISTRY);
        let marks = folder.into_iter().chain(mirror).copied().chain(foreign);
        found.extend(marks.map(|mark| Violation::new(&document.path, line, format!("names {mark}"))));
    }
    found
}

/// Whether the folder stands as an absolute path, not as the tail of a relative one or of an address.
fn names_absolute(text: &str, folder: &str) -> bool {
    let is_path = |character: char| character.is_alphanumeric() || "._-~}".contains(character);
    text.match_indices(folder).any(|(offset, _)| !text[..offset].ends_with(is_path))
}

#[test]
fn no_file_names_a_machine() {
    let found: Vec<Violation> = documents().iter().flat_map(traces).collect();
    demand_none(
        &found,
        "use a path relative to the repository, std::env::temp_dir() in tests, mktemp in scripts",
    );
}

#[test]
fn traces_are_noticed() {
    let count = |path: &str, text: &str| traces(&Document::new(path, text)).len();
    assert_eq!(count("a.md", "see /work/main/README.md"), 1);
    assert_eq!(count("a.sh", "cp x /tmp/x"), 1);
    assert_eq!(count("a.sh", "cd /home/somebody/lissom"), 1);
    assert_eq!(count("a.md", "https://example.org/work/page and target/tmp/x and $HOME/x"), 0);
    assert_eq!(count(".cargo/config.toml", "replace-with = \"mirror\""), 1);
    assert_eq!(count("Cargo.lock", "source = \"registry+https://mirror.example.org/index\""), 1);
    assert_eq!(count("Cargo.lock", &format!("source = \"{REGISTRY}\"")), 0);
}
