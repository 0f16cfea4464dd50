//! Reading one table of the model file against the description of its keys.

use crate::components::frame::Frame;
use crate::components::scope::Scope;
use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::{Diagnostic, Span};
use crate::model::{Direction, Law};
use crate::reading::catalogue::Name;
use crate::reading::context::Context;
use crate::reading::direction;
use crate::reading::expression::{self, Vocabulary};
use crate::text::tree::{Table, Value, ValueKind};
use crate::vocabulary::description::{Key, Length, Need, Quantity};

/// The value of a key.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Read<T> {
    /// Absent.
    Absent,
    /// Invalid and already reported.
    Wrong,
    /// A value.
    Given(T),
}

impl<T> Read<T> {
    /// The value, or a default if absent; `None` if invalid.
    pub fn or(self, default: T) -> Option<T> {
        match self {
            Self::Absent => Some(default),
            Self::Wrong => None,
            Self::Given(value) => Some(value),
        }
    }

    /// The value, if given; the outer `None` if invalid.
    pub fn optional(self) -> Option<Option<T>> {
        match self {
            Self::Absent => Some(None),
            Self::Wrong => None,
            Self::Given(value) => Some(Some(value)),
        }
    }

    /// The value, if valid.
    pub fn given(self) -> Option<T> {
        match self {
            Self::Given(value) => Some(value),
            _ => None,
        }
    }

    pub fn and_then<U>(self, next: impl FnOnce(T) -> Option<U>) -> Read<U> {
        match self {
            Self::Absent => Read::Absent,
            Self::Wrong => Read::Wrong,
            Self::Given(value) => next(value).map_or(Read::Wrong, Read::Given),
        }
    }
}

/// Keys of other programs and their counterparts here.
const ELSEWHERE: &[(&str, &[&str], &str)] = &[
    ("[[beam]]", &["rigid", "stiff"], "a rigid beam is one with `flexible = []`"),
    ("[[beam]]", &["n", "ne", "mesh", "segments", "divisions"], "`elements` is the number of its elements"),
    ("[[beam]]", &["from", "to", "start", "end", "i", "j"], "`nodes = [\"A\", \"B\"]` names both ends"),
    ("[[hinge]]", &["node", "nodes", "point", "position"], "`at` names the node"),
    ("[[hinge]]", &["beams", "bodies", "parts", "members"], "`between` names the two that meet there"),
    ("[[force]]", &["magnitude", "force", "amplitude", "law"], "`value` is a number or an expression of t"),
    ("[[force]]", &["dir", "axis", "vector"], "`direction` is a coordinate or a vector"),
    ("[[fix]]", &["node", "at"], "`nodes` is a list of names"),
    (
        "[[fix]]",
        &["dof", "dofs", "direction", "coordinates"],
        "`directions` lists the fixed coordinates; default: all",
    ),
    ("[[mass]]", &["m", "value"], "`mass` is the mass, `inertia` the rotary inertia"),
];

/// Longest list of keys in a hint.
const MOST_KEYS: usize = 16;

/// Suggests a replacement of an unknown key: the counterpart of another program's key, a similar key, or all
/// keys.
fn explained(diagnostic: Diagnostic, place: &str, wrong: &str, keys: &[Key]) -> Diagnostic {
    let mut elsewhere = ELSEWHERE.iter().filter(|(of, words, _)| *of == place && words.contains(&wrong));
    if let Some((_, _, instead)) = elsewhere.next() {
        return diagnostic.hint(*instead);
    }
    let suggested = diagnostic.suggest(wrong, keys.iter().map(|key| key.name));
    if !suggested.hints.is_empty() || keys.len() > MOST_KEYS {
        return suggested;
    }
    let names: Vec<&str> = keys.iter().map(|key| key.name).collect();
    suggested.hint(format!("its keys are {}", names.join(", ")))
}

/// A table being read. Opening it reports unknown and missing keys; every getter reports errors of its key.
pub(crate) struct Fields<'a> {
    pub cx: &'a Context<'a>,
    table: &'a Table,
    keys: &'static [Key],
}

impl<'a> Fields<'a> {
    /// Opens a table; `place` names it in diagnostics: `[[beam]]`.
    pub fn open(cx: &'a Context<'a>, table: &'a Table, keys: &'static [Key], place: &str) -> Self {
        let fields = Self::reopen(cx, table, keys);
        fields.check_keys(place);
        fields
    }

    /// Reports unknown and missing keys.
    pub fn check_keys(&self, place: &str) {
        let Self { cx, table, keys } = self;
        for entry in &table.entries {
            if !keys.iter().any(|key| key.name == entry.key) {
                let message = format!("{place} has no key `{}`", entry.key);
                let diagnostic = Diagnostic::error(codes::UNKNOWN_KEY, entry.key_span, message);
                cx.report(explained(diagnostic, place, &entry.key, keys));
            }
        }
        for key in keys.iter().filter(|key| key.need == Need::Required) {
            if table.get(key.name).is_none() {
                let message = format!("{place} needs the key `{}`", key.name);
                let diagnostic = Diagnostic::error(codes::MISSING_KEY, table.span, message);
                cx.report(diagnostic.hint(format!("`{}`: {}", key.name, key.doc)));
            }
        }
    }

    /// Reports a key that is missing although the description does not require it always.
    pub fn need(&self, key: &str, place: &str) {
        if self.table.get(key).is_none() {
            let message = format!("{place} needs the key `{key}`");
            let diagnostic = Diagnostic::error(codes::MISSING_KEY, self.table.span, message);
            self.cx.report(diagnostic.hint(format!("`{key}`: {}", self.describe(key).doc)));
        }
    }

    /// Opens a table whose keys are checked elsewhere.
    pub fn reopen(cx: &'a Context<'a>, table: &'a Table, keys: &'static [Key]) -> Self {
        Self { cx, table, keys }
    }

    /// Location of the table.
    pub fn span(&self) -> Span {
        self.table.span
    }

    /// Location of the value of a key; the table itself when it is absent.
    pub fn span_of(&self, key: &str) -> Span {
        self.table.get(key).map_or(self.table.span, |entry| entry.value.span)
    }

    /// Location of a key; the table when it is absent.
    pub fn key_span(&self, key: &str) -> Span {
        self.table.get(key).map_or(self.table.span, |entry| entry.key_span)
    }

    pub fn has(&self, key: &str) -> bool {
        self.table.get(key).is_some()
    }

    /// The keys among `names` that are given.
    pub fn given<'n>(&self, names: &[&'n str]) -> Vec<&'n str> {
        names.iter().copied().filter(|name| self.has(name)).collect()
    }

    /// The described keys that are given, in the order of the file.
    pub fn present(&self) -> Vec<&'static str> {
        let described = |name: &str| self.keys.iter().find(|key| key.name == name).map(|key| key.name);
        self.table.entries.iter().filter_map(|entry| described(&entry.key)).collect()
    }

    /// Whether the table can have the key.
    pub fn describes(&self, key: &str) -> bool {
        self.keys.iter().any(|described| described.name == key)
    }

    pub fn number(&self, key: &str) -> Read<f64> {
        let quantity = self.quantity(key);
        self.number_as(key, quantity)
    }

    /// A number whose unit depends on another key.
    pub fn number_as(&self, key: &str, quantity: Quantity) -> Read<f64> {
        self.read(key, |value| expression::number(self.cx, value, quantity, key))
    }

    pub fn numbers(&self, key: &str) -> Read<Vec<f64>> {
        let quantity = self.quantity(key);
        let length = self.length(key);
        self.read(key, |value| {
            let items = list(self.cx, value, key)?;
            let numbers: Vec<Option<f64>> =
                items.iter().map(|item| expression::number(self.cx, item, quantity, key)).collect();
            check_length(self.cx, value.span, key, items.len(), length)?;
            numbers.into_iter().collect()
        })
    }

    pub fn rows(&self, key: &str) -> Read<Vec<Vec<f64>>> {
        let quantity = self.quantity(key);
        self.read(key, |value| {
            let rows = list(self.cx, value, key)?;
            let rows: Vec<Option<Vec<f64>>> = rows
                .iter()
                .map(|row| {
                    let items = list(self.cx, row, key)?.iter();
                    let read: Vec<_> =
                        items.map(|item| expression::number(self.cx, item, quantity, key)).collect();
                    read.into_iter().collect()
                })
                .collect();
            rows.into_iter().collect()
        })
    }

    /// A vector with as many components as the model has dimensions, padded with zeros.
    pub fn vector(&self, key: &str) -> Read<[f64; 3]> {
        self.numbers(key).and_then(|components| {
            let mut padded = [0.0; 3];
            padded[..components.len()].copy_from_slice(&components);
            Some(padded)
        })
    }

    pub fn count(&self, key: &str) -> Read<usize> {
        let limits = self.limits(key);
        self.read(key, |value| expression::count(self.cx, value, limits, key))
    }

    pub fn switch(&self, key: &str) -> Read<bool> {
        self.read(key, |value| match value.kind {
            ValueKind::Switch(switch) => Some(switch),
            _ => wrong_type(self.cx, value, key, "true or false"),
        })
    }

    pub fn text(&self, key: &str) -> Read<String> {
        self.name(key).and_then(|name| Some(name.text))
    }

    pub fn name(&self, key: &str) -> Read<Name> {
        self.read(key, |value| text(self.cx, value, key).map(|name| self.full_name(key, name)))
    }

    /// A list of texts; a single text counts as a list of one.
    pub fn names(&self, key: &str) -> Read<Vec<Name>> {
        let length = self.length(key);
        self.read(key, |value| {
            let ValueKind::List(items) = &value.kind else {
                return text(self.cx, value, key).map(|name| vec![self.full_name(key, name)]);
            };
            let full = |item| text(self.cx, item, key).map(|name| self.full_name(key, name));
            let names: Vec<Option<Name>> = items.iter().map(full).collect();
            check_length(self.cx, value.span, key, items.len(), length)?;
            names.into_iter().collect()
        })
    }

    /// A name of a part as seen from the model; other texts are left as they are.
    fn full_name(&self, key: &str, name: Name) -> Name {
        if !self.describe(key).kind.is_reference() {
            return name;
        }
        Name { text: self.scope().full(&name.text).into_owned(), span: name.span }
    }

    /// The component the table belongs to.
    fn scope(&self) -> &'a Scope {
        self.cx.scope(self.table.span)
    }

    /// How the component of the table is placed in the model.
    pub fn frame(&self) -> &'a Frame {
        &self.scope().frame
    }

    /// One of the words the description lists.
    pub fn word(&self, key: &str) -> Read<&'static str> {
        self.name(key).and_then(|name| choice(self.cx, &name, self.choices(key), key))
    }

    pub fn words(&self, key: &str) -> Read<Vec<&'static str>> {
        let choices = self.choices(key);
        self.names(key).and_then(|names| {
            let words: Vec<_> = names.iter().map(|name| choice(self.cx, name, choices, key)).collect();
            words.into_iter().collect()
        })
    }

    pub fn law(&self, key: &str, vocabulary: &Vocabulary<'_>) -> Read<Law> {
        self.read(key, |value| expression::law(self.cx, value, vocabulary, key))
    }

    pub fn laws(&self, key: &str, vocabulary: &Vocabulary<'_>) -> Read<Vec<Law>> {
        self.read(key, |value| {
            let items = list(self.cx, value, key)?.iter();
            let laws: Vec<_> = items.map(|item| expression::law(self.cx, item, vocabulary, key)).collect();
            laws.into_iter().collect()
        })
    }

    /// A direction in the model.
    pub fn direction(&self, key: &str) -> Read<Direction> {
        let turned = |direction| self.frame().direction(direction);
        self.read(key, |value| direction::read(self.cx, value, key).map(turned))
    }

    pub fn table(&self, key: &str) -> Read<&'a Table> {
        self.read(key, |value| match &value.kind {
            ValueKind::Table(table) => Some(table),
            _ => wrong_type(self.cx, value, key, "a table"),
        })
    }

    /// An inner table, opened with the keys its description lists.
    pub fn fields(&self, key: &str) -> Read<Fields<'a>> {
        let keys = self.inner_keys(key);
        self.table(key).and_then(|table| Some(Fields::open(self.cx, table, keys, &format!("`{key}`"))))
    }

    pub fn value(&self, key: &str) -> Option<&'a Value> {
        self.table.get(key).map(|entry| &entry.value)
    }

    /// The name of the entry as seen from the model: its `name`, or by default `noun 3` for the third of its file.
    pub fn own_name(&self, noun: &str) -> Name {
        let written = match self.name("name").given() {
            Some(name) => {
                check_name(self.cx, &name);
                name
            }
            None => Name { text: format!("{noun} {}", self.table.number), span: self.span() },
        };
        Name { text: self.scope().full(&written.text).into_owned(), span: written.span }
    }

    fn read<T>(&self, key: &str, reader: impl FnOnce(&'a Value) -> Option<T>) -> Read<T> {
        let described = self.describe(key);
        match self.table.get(key) {
            // A missing required key was reported when the table was opened.
            None if described.need == Need::Required => Read::Wrong,
            None => Read::Absent,
            Some(entry) => reader(&entry.value).map_or(Read::Wrong, Read::Given),
        }
    }

    fn describe(&self, key: &str) -> &'static Key {
        let found = self.keys.iter().find(|described| described.name == key);
        found.expect("every key that is read is described")
    }

    fn quantity(&self, key: &str) -> Quantity {
        self.describe(key).kind.quantity().expect("the description of a number has a quantity")
    }

    fn length(&self, key: &str) -> Length {
        self.describe(key).kind.length()
    }

    fn limits(&self, key: &str) -> (usize, usize) {
        self.describe(key).kind.limits().expect("the description of a count has limits")
    }

    fn choices(&self, key: &str) -> &'static [&'static str] {
        self.describe(key).kind.choices().expect("the description of a word lists the choices")
    }

    fn inner_keys(&self, key: &str) -> &'static [Key] {
        self.describe(key).kind.keys().expect("the description of a table lists its keys")
    }
}

/// Names appear in paths (`body.port`) and in messages and must be valid in both.
pub(crate) fn check_name(cx: &Context<'_>, name: &Name) {
    let diagnostic = if name.text.trim().is_empty() {
        "a name cannot be empty".to_owned()
    } else if let Some(bad) = name.text.chars().find(|c| c.is_control() || matches!(c, '.' | '"')) {
        format!("a name cannot contain {bad:?}")
    } else if is_read_as_no_number(&name.text) {
        format!(
            "{:?} cannot be a name: tables and other programs read it as a number that is not finite",
            name.text
        )
    } else {
        return;
    };
    cx.report(
        Diagnostic::error(codes::RESERVED_NAME, name.span, diagnostic)
            .hint("use letters, digits, \"_\" and \"-\""),
    );
}

/// Whether a text is `inf`, `-Infinity`, `NaN` …
pub(crate) fn is_read_as_no_number(text: &str) -> bool {
    text.trim().parse::<f64>().is_ok_and(|value| !value.is_finite())
}

pub(crate) fn text(cx: &Context<'_>, value: &Value, key: &str) -> Option<Name> {
    match &value.kind {
        ValueKind::Text(text) => Some(Name { text: text.clone(), span: value.span }),
        _ => wrong_type(cx, value, key, "a text in quotes"),
    }
}

pub(crate) fn list<'v>(cx: &Context<'_>, value: &'v Value, key: &str) -> Option<&'v [Value]> {
    match &value.kind {
        ValueKind::List(items) => Some(items),
        _ => wrong_type(cx, value, key, "a list in square brackets"),
    }
}

pub(crate) fn choice<'c>(cx: &Context<'_>, name: &Name, choices: &[&'c str], key: &str) -> Option<&'c str> {
    if let Some(found) = choices.iter().find(|choice| **choice == name.text) {
        return Some(found);
    }
    let quoted: Vec<String> = choices.iter().map(|choice| format!("\"{choice}\"")).collect();
    let message = format!("`{key}` cannot be \"{}\"", name.text);
    cx.report(
        Diagnostic::error(codes::NOT_A_CHOICE, name.span, message)
            .suggest(&name.text, choices.iter().copied())
            .hint(format!("it is one of {}", quoted.join(", "))),
    );
    None
}

pub(crate) fn wrong_type<T>(cx: &Context<'_>, value: &Value, key: &str, expected: &str) -> Option<T> {
    let message = format!("`{key}` must be {expected}, found {}", value.noun());
    cx.error(codes::WRONG_TYPE, value.span, message);
    None
}

pub(crate) fn check_length(
    cx: &Context<'_>,
    span: Span,
    key: &str,
    found: usize,
    length: Length,
) -> Option<()> {
    let expected = match length {
        Length::Any => return Some(()),
        Length::Some if found > 0 => return Some(()),
        Length::Some => "at least one entry".to_owned(),
        Length::Exactly(wanted) if found == wanted => return Some(()),
        Length::Exactly(wanted) => format!("{wanted} entries"),
        Length::Dimension if found == cx.components() => return Some(()),
        Length::Dimension => format!("{0} entries, as `dim` is {0}", cx.components()),
    };
    cx.error(codes::WRONG_LENGTH, span, format!("`{key}` must have {expected}, found {found}"));
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::registry::SECTIONS;

    /// Suggested keys must exist, and the replaced ones must not.
    #[test]
    fn advice_names_keys_that_exist() {
        for (place, words, instead) in ELSEWHERE {
            let name = place.trim_matches(['[', ']']);
            let section = SECTIONS.iter().find(|section| section.name == name).unwrap();
            let has = |key: &str| section.keys.iter().any(|known| known.name == key);
            assert!(!words.iter().any(|word| has(word)), "{place}: {words:?}");
            let advised = instead.split('`').nth(1).unwrap().split(' ').next().unwrap();
            assert!(has(advised), "{place}: {advised}");
        }
    }
}
