//! Every library room opens with a page that says what lives there.

use super::repository::{Document, documents_with};
use super::violation::{Violation, demand_none};

/// Fewer lines than this are a label, not a page.
const SHORTEST_PAGE: usize = 5;

/// Text that announces a page instead of being one.
const EXCUSES: [&str; 3] = ["placeholder", "being built", "coming soon"];

fn page_violation(library: &Document) -> Option<Violation> {
    let page: Vec<&str> = library.text.lines().take_while(|line| line.starts_with("//!")).collect();
    let message = if page.len() < SHORTEST_PAGE {
        format!("opens with {} line(s) of documentation", page.len())
    } else if let Some(excuse) =
        EXCUSES.iter().find(|excuse| page.join("\n").to_lowercase().contains(**excuse))
    {
        format!("opens with {excuse:?}")
    } else {
        return None;
    };
    Some(Violation::new(&library.path, 1, message))
}

#[test]
fn every_room_opens_with_a_page() {
    let is_library = |path: &str| path.starts_with("crates/") && path.ends_with("/src/lib.rs");
    let found: Vec<Violation> = documents_with("rs")
        .iter()
        .filter(|file| is_library(&file.path))
        .filter_map(page_violation)
        .collect();
    demand_none(
        &found,
        "begin lib.rs with //! lines: what lives here, what does not, where to start reading",
    );
}

#[test]
fn a_missing_page_is_noticed() {
    let wrong = |text: &str| page_violation(&Document::new("crates/a/src/lib.rs", text)).is_some();
    assert!(wrong("pub mod a;\n"));
    assert!(wrong("//! One line.\npub mod a;\n"));
    assert!(wrong(&format!("//! Placeholder.\n{}", "//! more\n".repeat(5))));
    assert!(!wrong(&"//! A line of the page.\n".repeat(5)));
}
