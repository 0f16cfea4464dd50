//! The code names that `docs/notation.md` gives to the symbols of the papers exist.

use std::collections::BTreeSet;

use super::repository::{Document, document, documents_with};
use super::source::{Source, words};
use super::violation::{Violation, demand_none};

/// Names below this heading are reserved, not yet used.
const PLANNED: &str = "## Planned";

/// Title of the column that holds code names.
const COLUMN: &str = "code name";

/// The code names a page gives, with their lines: every piece in backticks in the column of code names.
fn code_names(page: &Document) -> Vec<(usize, String)> {
    let mut column = None;
    let mut found = Vec::new();
    for (line, text) in page.lines().take_while(|(_, text)| !text.starts_with(PLANNED)) {
        let cells: Vec<&str> = text.split('|').map(str::trim).collect();
        if !text.starts_with('|') {
            column = None;
        } else if let Some(position) = cells.iter().position(|cell| *cell == COLUMN) {
            column = Some(position);
        } else if let Some(cell) = column.and_then(|position| cells.get(position)) {
            found.extend(cell.split('`').skip(1).step_by(2).map(|name| (line, name.to_owned())));
        }
    }
    found
}

/// Code names of which some part is no word of the code.
fn unknown_names(page: &Document, known: &BTreeSet<String>) -> Vec<Violation> {
    let is_unknown = |name: &str| name.split("::").any(|part| !known.contains(part));
    let unknown = code_names(page).into_iter().filter(|(_, name)| is_unknown(name));
    unknown
        .map(|(line, name)| Violation::new(&page.path, line, format!("`{name}` is not in the code")))
        .collect()
}

#[test]
fn code_names_exist() {
    let mut known = BTreeSet::new();
    for file in documents_with("rs").iter().filter(|file| file.path.starts_with("crates/")) {
        known.extend(words(&Source::new(file).code).into_iter().map(|(_, word)| word.to_owned()));
    }
    let page = document("docs/notation.md");
    assert!(!code_names(&page).is_empty(), "no code names found in {}", page.path);
    demand_none(
        &unknown_names(&page, &known),
        "give the name the code uses, or move the row to the planned rooms",
    );
}

#[test]
fn missing_code_names_are_noticed() {
    let page = Document::new(
        "n.md",
        "| symbol | code name | unit |\n|---|---|---|\n| K | `stiffness`, `LinearSystem::stiffness` | `[N]` |\n\
         | Z | `Zeppelin::gas` | |\n\n`prose`\n## Planned rooms\n| symbol | code name |\n|---|---|\n| Q | `quark` |\n",
    );
    let known = ["stiffness", "LinearSystem", "Zeppelin"].map(str::to_owned).into();
    let unknown = unknown_names(&page, &known);
    assert_eq!(unknown.len(), 1, "{unknown:?}");
    assert_eq!(unknown[0].line, 4);
}
