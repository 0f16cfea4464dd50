//! Every citation leads to an entry of `docs/references.bib`.
//!
//! A citation is written `[Key, Eq. (n)]`, `[Key, §n]` or `[Key]`, with the brackets escaped in rustdoc. A key
//! is a capitalised name with a year (`Boer2013`), or the one source without a known author or year. That
//! shape keeps citations apart from links to items (`[Model]`) and from diagnostic codes (`[L0203]`).

use super::link::prose;
use super::repository::{Document, document, documents_with};
use super::source::{Source, line_of};
use super::violation::{Violation, demand_none};

const BIBLIOGRAPHY: &str = "docs/references.bib";

/// The source that names neither author nor year.
const ANONYMOUS: &str = "StaticDeformation";

/// How the place within a source is given; a bracket with one of these after its first comma is a citation.
const PLACES: [&str; 8] = ["Eq.", "Eqs.", "§", "Fig.", "Table", "Sec.", "App.", "Ch."];

/// Keys of the entries in a bibliography, with their lines.
fn keys(bibliography: &Document) -> Vec<(usize, &str)> {
    bibliography.lines().filter_map(|(line, text)| Some((line, entry_key(text)?))).collect()
}

/// The key of an entry that begins on this line.
fn entry_key(line: &str) -> Option<&str> {
    let (_, rest) = line.strip_prefix('@')?.split_once('{')?;
    Some(rest.trim_end().trim_end_matches(','))
}

/// Whether a word has the shape of a key.
fn is_key(word: &str) -> bool {
    if word == ANONYMOUS {
        return true;
    }
    let name = word.trim_end_matches(|character: char| character.is_ascii_lowercase());
    let without_suffix = if word.len() - name.len() <= 1 { name } else { word };
    let Some(split) =
        without_suffix.len().checked_sub(4).filter(|split| without_suffix.is_char_boundary(*split))
    else {
        return false;
    };
    let (letters, year) = without_suffix.split_at(split);
    let named = letters.chars().count() >= 2
        && letters.starts_with(char::is_uppercase)
        && letters.chars().all(char::is_alphabetic);
    named && year.parse().is_ok_and(|year: u32| (1600..2100).contains(&year))
}

/// The citations in a text: offset and key (or what stands in the place of a key).
fn citations(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (open, _) in text.match_indices('[') {
        let inside = &text[open + 1..];
        let Some(close) = inside.find([']', '[']) else {
            continue;
        };
        for piece in inside[..close].trim_end_matches('\\').split(';') {
            let (head, place) = piece.split_once(',').unwrap_or((piece, ""));
            let (head, place) = (head.trim(), place.trim_start());
            let cites = PLACES.iter().any(|mark| place.starts_with(mark));
            if is_key(head) || (cites && !head.is_empty()) {
                found.push((open, head));
            }
        }
    }
    found
}

fn citation_violations(path: &str, text: &str, known: &[(usize, &str)]) -> Vec<Violation> {
    let unknown = citations(text).into_iter().filter(|(_, key)| !known.iter().any(|(_, entry)| entry == key));
    unknown
        .map(|(offset, key)| {
            Violation::new(path, line_of(text, offset), format!("cites {key:?}, which {BIBLIOGRAPHY} lacks"))
        })
        .collect()
}

/// Entries that are given twice, and keys that could not be recognised in a citation.
fn bibliography_violations(bibliography: &Document) -> Vec<Violation> {
    let keys = keys(bibliography);
    let mut found = Vec::new();
    for (index, (line, key)) in keys.iter().enumerate() {
        if keys[..index].iter().any(|(_, earlier)| earlier == key) {
            found.push(Violation::new(&bibliography.path, *line, format!("{key} is given twice")));
        }
        if !is_key(key) {
            found.push(Violation::new(&bibliography.path, *line, format!("{key} is not a name with a year")));
        }
    }
    found
}

#[test]
fn every_citation_resolves() {
    let bibliography = document(BIBLIOGRAPHY);
    let known = keys(&bibliography);
    let mut found = bibliography_violations(&bibliography);
    for file in documents_with("rs").iter().filter(|file| !file.states_the_rules()) {
        found.extend(citation_violations(&file.path, &Source::new(file).comments, &known));
    }
    for page in documents_with("md") {
        found.extend(citation_violations(&page.path, &prose(&page.text), &known));
    }
    demand_none(&found, "add the source to docs/references.bib, or correct the key");
}

#[test]
fn keys_are_told_from_links_and_codes() {
    for key in ["Boer2013", "StaticDeformation", "Wittrick1971", "Wu2000a", "Čech1999"] {
        assert!(is_key(key), "{key}");
    }
    for other in ["Model", "L0203", "`Model`", "x", "", "2013", "boer2013", "Boer13", "Boer20131", "§1"] {
        assert!(!is_key(other), "{other}");
    }
}

#[test]
fn unknown_citations_are_noticed() {
    let known = [(1, "Boer2013"), (2, "StaticDeformation")];
    let violations = |text: &str| citation_violations("a.md", text, &known).len();
    assert_eq!(violations("See \\[Boer2013, Eq. (3)\\], [StaticDeformation, §2] and [Boer2013]."), 0);
    assert_eq!(violations("Links: [Model], [`Model`], [text](a.md), [L0203], x[0], [m, kg]."), 0);
    assert_eq!(violations("\\[Boer2031, Eq. (3)\\]"), 1);
    assert_eq!(violations("[Bore2013]"), 1);
    assert_eq!(violations("[Boer, Eq. (3)]"), 1, "a name without its year");
    assert_eq!(violations("[Boer2013, §2; Singer1994, Eq. (10)]"), 1, "the second of two");
}

#[test]
fn a_bad_bibliography_is_noticed() {
    let good = Document::new("r.bib", "@article{Boer2013,\n title = {A},\n}\n@book{Parlett1998,\n}\n");
    assert_eq!(keys(&good), [(1, "Boer2013"), (4, "Parlett1998")]);
    assert_eq!(bibliography_violations(&good), []);
    let twice = Document::new("r.bib", "@article{Boer2013,\n}\n@article{Boer2013,\n}\n@misc{metis,\n}\n");
    assert_eq!(bibliography_violations(&twice).len(), 2);
}
