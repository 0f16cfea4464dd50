//! Every relative link of a page leads somewhere, anchors included.

use std::fs;

use super::repository::{Document, documents_with, top};
use super::violation::{Violation, demand_none};

/// A page with code blocks and code spans blanked, line by line: what is written for people.
pub(super) fn prose(page: &str) -> String {
    let mut fenced = false;
    let mut text = String::with_capacity(page.len());
    for line in page.lines() {
        let is_fence = line.trim_start().starts_with("```");
        if is_fence {
            fenced = !fenced;
        }
        if !fenced && !is_fence {
            text.push_str(&without_code_spans(line));
        }
        text.push('\n');
    }
    text
}

/// Blanks what stands between backticks; an unpaired backtick changes nothing.
fn without_code_spans(line: &str) -> String {
    let pieces: Vec<&str> = line.split('`').collect();
    let paired = pieces.len() % 2 == 1;
    let keep = |(index, piece): (usize, &&str)| {
        if paired && index % 2 == 1 { " ".repeat(piece.len() + 2) } else { (*piece).to_owned() }
    };
    pieces.iter().enumerate().map(keep).collect()
}

/// Targets of `[text](target)` and `[name]: target`, with their lines.
fn targets(page: &str) -> Vec<(usize, String)> {
    let prose = prose(page);
    let mut found = Vec::new();
    for (index, line) in prose.lines().enumerate() {
        for (offset, _) in line.match_indices("](") {
            if let Some(length) = line[offset + 2..].find([')', ' ']) {
                found.push((index + 1, line[offset + 2..offset + 2 + length].to_owned()));
            }
        }
        if let Some((_, target)) = line.strip_prefix('[').and_then(|rest| rest.split_once("]: ")) {
            found.push((index + 1, target.split_whitespace().next().unwrap_or_default().to_owned()));
        }
    }
    found
}

fn is_relative(target: &str) -> bool {
    !target.contains("://") && !target.starts_with("mailto:")
}

/// The anchor a heading gets: lower case, blanks as hyphens, punctuation dropped.
fn anchor(heading: &str) -> String {
    let kept = |character: &char| character.is_alphanumeric() || matches!(character, ' ' | '-' | '_');
    heading
        .trim()
        .chars()
        .filter(kept)
        .flat_map(char::to_lowercase)
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

fn has_anchor(page: &str, wanted: &str) -> bool {
    let mut fenced = false;
    page.lines().any(|line| {
        fenced ^= line.trim_start().starts_with("```");
        !fenced && line.starts_with('#') && anchor(line.trim_start_matches('#')) == wanted
    })
}

/// Links that lead nowhere; `read` gives the text of a page, an empty text for other things, `None` for nothing.
fn dead_links(page: &Document, read: &dyn Fn(&str) -> Option<String>) -> Vec<Violation> {
    let folder = page.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut found = Vec::new();
    for (line, target) in targets(&page.text).into_iter().filter(|(_, target)| is_relative(target)) {
        let (path, fragment) = target.split_once('#').unwrap_or((&target, ""));
        let text = if path.is_empty() { Some(page.text.clone()) } else { read(&join(folder, path)) };
        let leads = text.is_some_and(|text| fragment.is_empty() || has_anchor(&text, fragment));
        if !leads {
            found.push(Violation::new(&page.path, line, format!("the link {target:?} leads nowhere")));
        }
    }
    found
}

/// The path from the top of the repository, with `.` and `..` resolved.
fn join(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

#[test]
fn links_lead_somewhere() {
    let read = |path: &str| {
        let place = top().join(path);
        place.exists().then(|| fs::read_to_string(place).unwrap_or_default())
    };
    let found: Vec<Violation> =
        documents_with("md").iter().flat_map(|page| dead_links(page, &read)).collect();
    demand_none(&found, "correct the link, or write the page it promises");
}

#[test]
fn dead_links_are_noticed() {
    let read = |path: &str| match path {
        "docs/errata.md" => Some("# Errata\n## Where (and why)?\n```\n# no heading\n```\n".to_owned()),
        "LICENSE-MIT" => Some(String::new()),
        _ => None,
    };
    let count = |text: &str| dead_links(&Document::new("docs/a.md", text), &read).len();
    assert_eq!(
        count(
            "[a](errata.md), [b](../LICENSE-MIT), [c](https://example.org/x), [d](errata.md#where-and-why)"
        ),
        0
    );
    assert_eq!(count("[a](missing.md)"), 1);
    assert_eq!(count("[a](errata.md#no-heading)"), 1);
    assert_eq!(count("[a](LICENSE-MIT)"), 1, "relative to the page, not to the top");
    assert_eq!(count("[a]: missing.md\n"), 1);
    assert_eq!(count("`[a](missing.md)`\n```\n[a](missing.md)\n```\n# Here\n[b](#here)"), 0);
    assert_eq!(count("[b](#there)"), 1);
}
