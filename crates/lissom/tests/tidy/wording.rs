//! Plain technical English in documentation, messages and comments.

use super::repository::{Document, documents};
use super::source::line_of;
use super::violation::{Violation, demand_none};

/// Phrases that an engineer stumbles over, and what to write instead.
const PHRASES: [(&str, &str); 32] = [
    ("when nobody says", "by default"),
    ("nobody", "name who or what is meant, or use the passive voice"),
    ("whoever", "the caller, the user, or the passive voice"),
    ("held against", "compared with"),
    ("hold it against", "compare it with"),
    ("rounding apart", "up to rounding"),
    ("apart from rounding", "up to rounding"),
    ("but for rounding", "up to rounding"),
    ("is told", "is reported"),
    ("are told", "are reported"),
    ("be told", "be determined, or be reported"),
    ("was told", "was given"),
    ("were told", "were given"),
    ("told apart", "distinguished"),
    ("tell apart", "distinguish"),
    ("tells apart", "distinguishes"),
    ("worth a word", "worth a note"),
    ("of itself", "automatically"),
    ("for people", "as text"),
    ("not believed", "not accepted"),
    ("be believed", "be trusted"),
    ("beyond measure", "beyond the limit"),
    ("mended", "corrected"),
    ("makes no sense", "is invalid"),
    ("make no sense", "are invalid"),
    ("in silence", "silently"),
    ("route of its own", "independent method"),
    ("a lump", "a point mass"),
    ("lumps beside", "eccentric point masses"),
    ("where it stands", "its location"),
    ("what is asked for", "the request"),
    ("nothing but rounding", "rounding only"),
];

/// Whether the rule applies: the project's own text, not its history.
fn is_checked(document: &Document) -> bool {
    let path = document.path.as_str();
    let is_ours = [".rs", ".md", ".toml", ".ts"].iter().any(|ending| path.ends_with(ending));
    let is_exempt = ["CHANGELOG.md", "ARCHITECTURE.md"].contains(&path) || path.starts_with("viewer/dist/");
    is_ours && !is_exempt && !document.states_the_rules()
}

/// The text in lower case with line breaks of comments and strings as blanks, each character at its old offset.
fn flattened(text: &str) -> String {
    let mut flat = String::with_capacity(text.len());
    let mut at_start = false;
    for character in text.chars() {
        at_start = match character {
            '\n' => true,
            ' ' | '/' | '!' | '#' | '*' if at_start => true,
            _ => false,
        };
        // Only ASCII letters change, so that offsets stay.
        flat.push(if at_start { ' ' } else { character.to_ascii_lowercase() });
        if at_start {
            (1..character.len_utf8()).for_each(|_| flat.push(' '));
        }
    }
    flat
}

/// Positions of a phrase whose words may be separated by any blanks.
fn positions(flat: &str, phrase: &str) -> Vec<usize> {
    let words: Vec<&str> = phrase.split_whitespace().collect();
    let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let starts = flat.match_indices(words[0]).map(|(at, _)| at);
    let fits = |at: &usize| {
        let mut rest = &flat[*at..];
        for (k, word) in words.iter().enumerate() {
            let trimmed = rest.trim_start_matches([' ', '\\']);
            if k > 0 && trimmed.len() == rest.len() {
                return false;
            }
            match trimmed.strip_prefix(word) {
                Some(after) => rest = after,
                None => return false,
            }
        }
        !is_word(flat[..*at].chars().next_back()) && !is_word(rest.chars().next())
    };
    starts.filter(fits).collect()
}

fn wording_violations(document: &Document) -> Vec<Violation> {
    let flat = flattened(&document.text);
    let mut found = Vec::new();
    for (phrase, instead) in PHRASES {
        for offset in positions(&flat, phrase) {
            let message = format!("{phrase:?}: write {instead:?}");
            found.push(Violation::new(&document.path, line_of(&document.text, offset), message));
        }
    }
    found
}

#[test]
fn wording_is_plain() {
    let found: Vec<Violation> =
        documents().iter().filter(|document| is_checked(document)).flat_map(wording_violations).collect();
    demand_none(&found, "write what an engineer's handbook would");
}

#[test]
fn idioms_are_noticed() {
    let count = |text: &str| wording_violations(&Document::new("a.rs", text)).len();
    for bad in [
        "/// Modes when nobody says.",
        "// each held\n    // against the full one",
        "\"it cannot be told\"",
        "let a = \"so that is \\\n    told\";",
        "//! Equal, rounding\n//! apart.",
    ] {
        assert!(count(bad) > 0, "{bad}");
    }
    for good in ["/// The default number of modes.", "let held_against = 1;", "compared with the full one"] {
        assert_eq!(count(good), 0, "{good}");
    }
    assert!(!is_checked(&Document::new("CHANGELOG.md", "")));
    assert!(is_checked(&Document::new("docs/import.md", "")));
}
