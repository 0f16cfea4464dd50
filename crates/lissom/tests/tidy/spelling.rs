//! British spelling in names, documentation and messages.

use super::link::prose;
use super::repository::{Document, documents};
use super::source::{line_of, words};
use super::violation::{Violation, demand_none};

/// American words and what stands here instead. Verbs in -ize have a rule of their own.
const AMERICAN: [(&str, &str); 22] = [
    ("color", "colour"),
    ("colors", "colours"),
    ("colored", "coloured"),
    ("center", "centre"),
    ("centers", "centres"),
    ("centered", "centred"),
    ("behavior", "behaviour"),
    ("behaviors", "behaviours"),
    ("neighbor", "neighbour"),
    ("neighbors", "neighbours"),
    ("fiber", "fibre"),
    ("fibers", "fibres"),
    ("meters", "metres"),
    ("millimeters", "millimetres"),
    ("modeling", "modelling"),
    ("modeled", "modelled"),
    ("labeled", "labelled"),
    ("canceled", "cancelled"),
    ("favor", "favour"),
    ("gray", "grey"),
    ("aluminum", "aluminium"),
    ("rigor", "rigour"),
];

/// Endings of the verbs that are written with an s here.
const VERB_ENDINGS: [&str; 11] =
    ["ize", "izes", "ized", "izing", "izer", "izers", "ization", "izations", "lyze", "lyzed", "lyzing"];

/// Words with such an ending that are not such verbs.
const NO_VERBS: [&str; 14] = [
    "size",
    "sizes",
    "sized",
    "sizing",
    "resize",
    "resizes",
    "resized",
    "resizing",
    "usize",
    "isize",
    "prize",
    "oversized",
    "seize",
    "undersized",
];

/// Names that others chose, and who chose them; one that ends in `_` stands for all that begin with it.
const FOREIGN: [(&str, &str); 28] = [
    ("fmi2EnterInitializationMode", "FMI"),
    ("fmi2ExitInitializationMode", "FMI"),
    ("fmi3EnterInitializationMode", "FMI"),
    ("fmi3ExitInitializationMode", "FMI"),
    ("fmi2SerializedFMUstateSize", "FMI"),
    ("fmi2SerializeFMUstate", "FMI"),
    ("fmi2DeSerializeFMUstate", "FMI"),
    ("fmi3SerializedFMUStateSize", "FMI"),
    ("fmi3SerializeFMUState", "FMI"),
    ("fmi3DeserializeFMUState", "FMI"),
    ("canSerializeFMUstate", "FMI"),
    ("canSerializeFMUState", "FMI"),
    ("baseColorFactor", "glTF"),
    ("fsanitize", "gcc and clang"),
    ("sanitize", "gcc and clang"),
    ("finalize", "sha2"),
    ("canonicalize", "std::fs"),
    ("Serialize", "serde"),
    ("serialize", "serde"),
    ("Deserialize", "serde"),
    ("deserialize", "serde"),
    ("skip_serializing_if", "serde"),
    ("for_serialize", "schemars"),
    ("factorize_", "faer"),
    ("ColorChoice", "clap"),
    ("NO_COLOR", "a convention among terminal programs"),
    ("CLICOLOR", "a convention among terminal programs"),
    ("AnsiColor", "anstyle"),
];

/// The word that should stand there, if the given one is American.
fn british(word: &str) -> Option<String> {
    if let Some((_, british)) = AMERICAN.iter().find(|(american, _)| *american == word) {
        return Some((*british).to_owned());
    }
    let is_verb = VERB_ENDINGS.iter().any(|ending| word.ends_with(ending)) && word.len() > 4;
    (is_verb && !NO_VERBS.contains(&word)).then(|| {
        let at = word.rfind('z').unwrap_or_default();
        format!("{}s{}", &word[..at], &word[at + 1..])
    })
}

/// The words an identifier is made of, in lower case: `toColor_Map` gives to, color, map.
fn parts(identifier: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut after_lower = false;
    for character in identifier.chars() {
        let separates = character == '_' || character.is_numeric();
        let begins = separates || (character.is_uppercase() && after_lower);
        if begins {
            parts.push(String::new());
        }
        if !separates {
            parts.last_mut().expect("there is always a part").extend(character.to_lowercase());
        }
        after_lower = character.is_lowercase();
    }
    parts
}

/// Whether others chose this identifier.
fn is_foreign(identifier: &str) -> bool {
    let matches = |name: &str| identifier == name || (name.ends_with('_') && identifier.starts_with(name));
    FOREIGN.iter().any(|(name, _)| matches(name))
}

fn spelling_violations(document: &Document) -> Vec<Violation> {
    let is_rust = document.path.ends_with(".rs");
    let text = if is_rust { document.text.clone() } else { prose(&document.text) };
    let mut found = Vec::new();
    for (offset, identifier) in words(&text).into_iter().filter(|(_, word)| !(is_rust && is_foreign(word))) {
        for british in parts(identifier).iter().filter_map(|part| british(part)) {
            let message = format!("{identifier:?} is written with {british:?} here");
            found.push(Violation::new(&document.path, line_of(&text, offset), message));
        }
    }
    found
}

#[test]
fn spelling_is_british() {
    let checked = |document: &&Document| {
        let is_ours = document.path.ends_with(".md") || document.path.ends_with(".rs");
        is_ours && !document.states_the_rules()
    };
    let found: Vec<Violation> = documents().iter().filter(checked).flat_map(spelling_violations).collect();
    demand_none(&found, "write it the British way; a name that others chose goes to FOREIGN in this test");
}

#[test]
fn american_spelling_is_noticed() {
    let count = |path: &str, text: &str| spelling_violations(&Document::new(path, text)).len();
    for bad in ["fn linearize() {}", "struct ModeNormalizer;", "// the behavior", "let mass_center = 1;"] {
        assert_eq!(count("a.rs", bad), 1, "{bad}");
    }
    assert_eq!(count("a.md", "The discretized beam, analyzed."), 2);
    for good in [
        "fn linearise(size: usize) {}",
        "use serde::Serialize;",
        "// parameters of the centre, 0usize",
        "resized",
    ] {
        assert_eq!(count("a.rs", good), 0, "{good}");
    }
    assert_eq!(count("a.md", "Names of others stand in code: `normalize`."), 0);
    assert_eq!(british("parameterization").as_deref(), Some("parameterisation"));
    assert_eq!(british("analyze").as_deref(), Some("analyse"));
    assert_eq!(parts("toColor_Map"), ["to", "color", "map"]);
}
