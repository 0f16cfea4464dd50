//! Every file of tests is part of a test program: with one program per crate a forgotten file would never run.

use super::repository::{Document, documents};
use super::violation::{Violation, demand_none};

/// Files `crates/NAME/tests/FILE.rs` that neither `all.rs` nor the manifest of their crate names.
fn forgotten(documents: &[Document]) -> Vec<Violation> {
    let text_at = |path: &str| documents.iter().find(|d| d.path == path).map_or("", |d| d.text.as_str());
    let mut found = Vec::new();
    for document in documents {
        let parts: Vec<&str> = document.path.split('/').collect();
        let ["crates", name, "tests", file] = parts[..] else { continue };
        let Some(module) = file.strip_suffix(".rs").filter(|module| *module != "all") else { continue };
        let manifest = text_at(&format!("crates/{name}/Cargo.toml"));
        let all = text_at(&format!("crates/{name}/tests/all.rs"));
        let is_program = !manifest.contains("autotests = false")
            || manifest.lines().any(|line| line == format!("path = \"tests/{file}\""));
        if !is_program && !all.lines().any(|line| line == format!("mod {module};")) {
            let what = format!("is never run: add `mod {module};` to crates/{name}/tests/all.rs");
            found.push(Violation::new(&document.path, 1, what));
        }
    }
    found
}

#[test]
fn every_file_of_tests_is_run() {
    demand_none(&forgotten(&documents()), "name the file where its tests are listed");
}

#[test]
fn a_forgotten_file_is_found() {
    let manifest = "[package]\nautotests = false\n[[test]]\npath = \"tests/own.rs\"\n";
    let files = [
        Document::new("crates/a/Cargo.toml", manifest),
        Document::new("crates/a/tests/all.rs", "mod listed;\n"),
        Document::new("crates/a/tests/listed.rs", ""),
        Document::new("crates/a/tests/own.rs", ""),
        Document::new("crates/a/tests/forgotten.rs", ""),
        Document::new("crates/a/tests/folder/part.rs", ""),
        Document::new("crates/b/Cargo.toml", "[package]\n"),
        Document::new("crates/b/tests/found_by_cargo.rs", ""),
    ];
    let paths: Vec<String> = forgotten(&files).iter().map(|v| v.path.clone()).collect();
    assert_eq!(paths, ["crates/a/tests/forgotten.rs"]);
}
