//! Folders of source files stay small enough to be read at a glance, and say what their idea is.

use super::repository::{Document, documents_with};
use super::violation::{Violation, demand_none};
use std::collections::BTreeMap;

/// So many source files beside each other are too many.
const LIMIT: usize = 30;

/// The folder that a source file of a room lies in.
fn folder(path: &str) -> Option<&str> {
    let is_source = path.starts_with("crates/") && path.split('/').nth(2) == Some("src");
    path.rsplit_once('/').map(|(folder, _)| folder).filter(|_| is_source)
}

/// Folders with too many files.
fn crowded(files: &[Document]) -> Vec<Violation> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for name in files.iter().filter_map(|file| folder(&file.path)) {
        *counts.entry(name).or_default() += 1;
    }
    let too_many = counts.into_iter().filter(|(_, count)| *count >= LIMIT);
    too_many.map(|(name, count)| Violation::new(name, 1, format!("has {count} source files"))).collect()
}

/// A `mod.rs` whose head leaves out one of its files.
fn unlisted(files: &[Document]) -> Vec<Violation> {
    let heads = files.iter().filter(|file| folder(&file.path).is_some() && file.path.ends_with("/mod.rs"));
    let mut found = Vec::new();
    for head in heads.filter(|head| head.text.contains("\n//! - `")) {
        for (line, text) in head.lines() {
            let declared = text.split_once("mod ").and_then(|(_, name)| name.strip_suffix(';'));
            if let Some(name) = declared.filter(|name| !head.text.contains(&format!("//! - `{name}`:"))) {
                let message = format!("`{name}` is not in the list at the head");
                found.push(Violation::new(&head.path, line, message));
            }
        }
    }
    found
}

#[test]
fn folders_hold_one_idea() {
    let files = documents_with("rs");
    demand_none(&crowded(&files), "divide it into folders by ideas");
    demand_none(&unlisted(&files), "say in one line at the head of mod.rs what the file holds");
}

#[test]
fn crowds_and_gaps_are_noticed() {
    let crowd = |count: usize, folder: &str| -> Vec<Document> {
        (0..count).map(|k| Document::new(&format!("{folder}/f{k}.rs"), "")).collect()
    };
    assert_eq!(crowded(&crowd(29, "crates/lissom-x/src/a")), []);
    assert_eq!(crowded(&crowd(30, "crates/lissom-x/src/a")).len(), 1);
    assert_eq!(crowded(&crowd(30, "crates/lissom-x/tests")), []);
    let head = |text: &str| [Document::new("crates/lissom-x/src/a/mod.rs", text)];
    assert_eq!(unlisted(&head("//! An idea.\n//!\n//! - `b`: a thing.\n\npub(crate) mod b;\n")), []);
    assert_eq!(unlisted(&head("//! An idea.\n//!\n//! - `b`: a thing.\n\nmod b;\npub mod c;\n")).len(), 1);
}
