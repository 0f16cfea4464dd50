//! No work left lying about: no reminders, no unfinished functions, no tests switched off.

use super::repository::{Document, documents};
use super::source::words;
use super::violation::{Violation, demand_none};

/// Kinds of file in which reminders are looked for.
const KINDS: [&str; 7] = [".rs", ".md", ".py", ".ts", ".sh", ".toml", ".bib"];

const REMINDERS: [&str; 3] = ["TODO", "FIXME", "XXX"];

/// Looked for in Rust only: other files may have to name them.
const UNFINISHED: [&str; 4] = ["todo!", "unimplemented!", "#[ignore", "#![ignore"];

fn leftovers(document: &Document) -> Vec<Violation> {
    if document.states_the_rules() || !KINDS.iter().any(|kind| document.path.ends_with(kind)) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (line, text) in document.lines() {
        let reminders = words(text).into_iter().filter(|(_, word)| REMINDERS.contains(word));
        found.extend(reminders.map(|(_, word)| Violation::new(&document.path, line, format!("says {word}"))));
        if document.path.ends_with(".rs") {
            let unfinished = UNFINISHED.iter().filter(|mark| text.contains(**mark));
            found
                .extend(unfinished.map(|mark| Violation::new(&document.path, line, format!("holds {mark}"))));
        }
    }
    found
}

#[test]
fn nothing_is_left_lying_about() {
    let found: Vec<Violation> = documents().iter().flat_map(leftovers).collect();
    demand_none(&found, "finish it, or write what is missing as a limitation in the documentation");
}

#[test]
fn leftovers_are_noticed() {
    let count = |path: &str, text: &str| leftovers(&Document::new(path, text)).len();
    assert_eq!(count("a.rs", "// TODO: later"), 1);
    assert_eq!(count("a.md", "FIXME"), 1);
    assert_eq!(count("a.rs", "fn a() { todo!() }"), 1);
    assert_eq!(count("a.rs", "fn a() { unimplemented!() }"), 1);
    assert_eq!(count("a.rs", "#[test]\n#[ignore = \"slow\"]\nfn a() {}"), 1);
    assert_eq!(count("a.md", "There is no `#[ignore]`."), 0);
    assert_eq!(count("a.rs", "let todos = xxx;"), 0);
}
