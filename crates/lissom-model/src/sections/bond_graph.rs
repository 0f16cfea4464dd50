//! `[bond_graph]`: arrows between typed elements.

use std::collections::HashMap;

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::{Diagnostic, Span};
use crate::model::{BondElement, BondGraph, Law};
use crate::reading::catalogue::{Catalogue, Name};
use crate::reading::context::Context;
use crate::reading::expression::{self, Vocabulary, inside};
use crate::reading::fields::{Fields, list};
use crate::reading::tables;
use crate::text::tree::{Entry, Table, Value, ValueKind};
use crate::vocabulary::description::{Form, Key, Kind, Length, Quantity, Range, Section, optional, required};

pub(crate) const BOND_GRAPH: Section = Section {
    name: "bond_graph",
    form: Form::Table,
    doc: "A bond graph: bonds \"a:Se -> b:1\", half arrow in the direction of positive power, and the elements' values.",
    keys: KEYS,
};

const ANY: Quantity = Quantity { unit: "*", range: Range::Any };

const KEYS: &[Key] = &[
    required("bonds", Kind::NameList("bond", Length::Some), "bonds, each \"name:TYPE -> name:TYPE\""),
    optional(
        "value",
        Kind::Map(&Kind::Either(&[Kind::Law("t"), Kind::Rows(ANY)])),
        "parameter of each I, C, R, TF, GY, or the matrix of a field with several ports; law of a source; sources \
         without one are inputs",
    ),
];

/// Number of bonds and valid values of a kind of element.
struct ElementKind {
    name: &'static str,
    bonds: Bonds,
    value: ValueRule,
}

#[derive(Clone, Copy, PartialEq)]
enum Bonds {
    One,
    /// One, or one per port of a field.
    Ports,
    Two,
    AtLeastTwo,
}

#[derive(Clone, Copy, PartialEq)]
enum ValueRule {
    /// A number in a range must be given.
    Number(Range),
    /// A law in time must be given.
    Law,
    /// A law in time may be given; otherwise an input.
    Input,
    /// Nothing may be given.
    Nothing,
}

const KINDS: &[ElementKind] = &[
    ElementKind { name: "Se", bonds: Bonds::One, value: ValueRule::Input },
    ElementKind { name: "Sf", bonds: Bonds::One, value: ValueRule::Input },
    ElementKind { name: "I", bonds: Bonds::Ports, value: ValueRule::Number(Range::Positive) },
    ElementKind { name: "C", bonds: Bonds::Ports, value: ValueRule::Number(Range::Positive) },
    ElementKind { name: "R", bonds: Bonds::Ports, value: ValueRule::Number(Range::NonNegative) },
    ElementKind { name: "TF", bonds: Bonds::Two, value: ValueRule::Number(Range::NonZero) },
    ElementKind { name: "GY", bonds: Bonds::Two, value: ValueRule::Number(Range::NonZero) },
    ElementKind { name: "MTF", bonds: Bonds::Two, value: ValueRule::Law },
    ElementKind { name: "MGY", bonds: Bonds::Two, value: ValueRule::Law },
    ElementKind { name: "0", bonds: Bonds::AtLeastTwo, value: ValueRule::Nothing },
    ElementKind { name: "1", bonds: Bonds::AtLeastTwo, value: ValueRule::Nothing },
];

/// Elements in the order in which bonds mention them.
#[derive(Default)]
struct Drafts {
    list: Vec<Draft>,
    index: HashMap<String, usize>,
}

/// An element while its bonds are collected.
struct Draft {
    name: Name,
    kind: Option<&'static ElementKind>,
    bonds: usize,
}

/// The graph, and its elements by name for outputs.
pub(crate) struct Graph {
    pub elements: Catalogue<BondElement>,
    pub bonds: Vec<(usize, usize)>,
    pub span: Span,
}

impl Graph {
    pub fn into_model(self) -> Option<BondGraph> {
        Some(BondGraph { elements: self.elements.into_values()?, bonds: self.bonds, span: self.span })
    }
}

/// Reads `[bond_graph]`; `None` if absent, an empty graph if invalid.
pub(crate) fn read(cx: &Context<'_>, root: &Table) -> Option<Graph> {
    let table = tables::single(cx, root, "bond_graph")?;
    let fields = Fields::open(cx, table, KEYS, "[bond_graph]");
    let mut drafts = Drafts::default();
    let mut bonds = Vec::new();
    for text in fields.names("bonds").given().unwrap_or_default() {
        bonds.extend(bond(cx, &text, &mut drafts));
    }
    let values = fields.table("value").given();
    let by_name: HashMap<&str, &Entry> =
        values.iter().flat_map(|table| &table.entries).map(|entry| (entry.key.as_str(), entry)).collect();
    check_bond_counts(cx, &drafts.list, &by_name);
    let mut elements = Catalogue::new("bond-graph element");
    for draft in drafts.list {
        let element = element(cx, &draft, &by_name);
        elements.add(cx, draft.name, element);
    }
    check_strays(cx, values, &elements);
    Some(Graph { elements, bonds, span: fields.span() })
}

/// `name:TYPE -> name:TYPE`; the type is optional when the element is repeated.
fn bond(cx: &Context<'_>, text: &Name, drafts: &mut Drafts) -> Option<(usize, usize)> {
    let Some((from, to)) = text.text.split_once("->") else {
        let message = format!("\"{}\" is not a bond", text.text);
        let diagnostic = Diagnostic::error(codes::BAD_BOND, text.span, message);
        cx.report(diagnostic.hint("a bond is written \"u:Se -> e:1\""));
        return None;
    };
    let at_from = end(cx, text, from, 0, drafts);
    let at_to = end(cx, text, to, from.len() + 2, drafts);
    let (from, to) = (at_from?, at_to?);
    if from == to {
        let message = format!("the bond joins \"{}\" to itself", drafts.list[from].name.text);
        cx.error(codes::BAD_BOND, text.span, message);
        return None;
    }
    drafts.list[from].bonds += 1;
    drafts.list[to].bonds += 1;
    Some((from, to))
}

/// One end of a bond, at `offset` bytes in the text.
fn end(cx: &Context<'_>, text: &Name, part: &str, offset: usize, drafts: &mut Drafts) -> Option<usize> {
    let start = offset + part.len() - part.trim_start().len();
    let part = part.trim();
    let span = inside(cx, text.span, &text.text, &(start..start + part.len()));
    let (name, kind) = match part.split_once(':') {
        Some((name, kind)) => (name.trim(), Some(kind.trim())),
        None => (part, None),
    };
    if name.is_empty() || name.contains(['.', '"', ':', '>']) || name.chars().any(char::is_control) {
        let diagnostic =
            Diagnostic::error(codes::BAD_BOND, span, format!("\"{part}\" is not a bond-graph element"));
        cx.report(diagnostic.hint("an element is written name:TYPE, such as La:I"));
        return None;
    }
    let found = match kind {
        Some(kind) => Some(element_kind(cx, kind, span)?),
        None => None,
    };
    let Some(&at) = drafts.index.get(name) else {
        drafts.index.insert(name.to_owned(), drafts.list.len());
        drafts.list.push(Draft { name: Name { text: name.to_owned(), span }, kind: found, bonds: 0 });
        return Some(drafts.list.len() - 1);
    };
    let draft = &mut drafts.list[at];
    match (draft.kind, found) {
        (Some(before), Some(now)) if before.name != now.name => {
            let message =
                format!("\"{name}\" was of type {} before and is of type {} here", before.name, now.name);
            let diagnostic = Diagnostic::error(codes::BAD_BOND, span, message);
            cx.report(diagnostic.related(draft.name.span, "its first use is here"));
            None
        }
        _ => {
            draft.kind = draft.kind.or(found);
            Some(at)
        }
    }
}

fn element_kind(cx: &Context<'_>, kind: &str, span: Span) -> Option<&'static ElementKind> {
    let found = KINDS.iter().find(|known| known.name == kind);
    if found.is_none() {
        let names: Vec<&str> = KINDS.iter().map(|known| known.name).collect();
        let diagnostic =
            Diagnostic::error(codes::BAD_BOND, span, format!("there is no bond-graph type \"{kind}\""));
        cx.report(
            diagnostic.suggest(kind, names.iter().copied()).hint(format!("types are {}", names.join(", "))),
        );
    }
    found
}

fn check_bond_counts(cx: &Context<'_>, drafts: &[Draft], values: &HashMap<&str, &Entry>) {
    for draft in drafts {
        let name = &draft.name.text;
        let Some(kind) = draft.kind else {
            let message = format!("the type of \"{name}\" is never given");
            cx.report(
                Diagnostic::error(codes::BAD_BOND, draft.name.span, message)
                    .hint("write it once as name:TYPE"),
            );
            continue;
        };
        let (fits, expected) = match kind.bonds {
            // A field is compared with its bonds where its rows are read.
            Bonds::Ports if values.get(name.as_str()).is_some_and(|entry| is_field(&entry.value)) => continue,
            Bonds::One | Bonds::Ports => (draft.bonds == 1, "one bond"),
            Bonds::Two => (draft.bonds == 2, "two bonds"),
            Bonds::AtLeastTwo => (draft.bonds >= 2, "at least two bonds"),
        };
        // A bond that could not be read is already reported; do not count it against its ends.
        if !fits && draft.bonds > 0 {
            let message =
                format!("\"{name}\" of type {} must have {expected}, found {}", kind.name, draft.bonds);
            cx.error(codes::BAD_BOND, draft.name.span, message);
        }
    }
}

fn element(cx: &Context<'_>, draft: &Draft, values: &HashMap<&str, &Entry>) -> Option<BondElement> {
    let kind = draft.kind?;
    let name = &draft.name.text;
    let given = values.get(name.as_str());
    if let Some(entry) = given.filter(|entry| kind.bonds == Bonds::Ports && is_field(&entry.value)) {
        let field = field(cx, entry, draft.bonds)?;
        let (name, kind) = (name.clone(), kind.name.to_owned());
        return Some(BondElement { name, kind, value: None, field: Some(field), span: draft.name.span });
    }
    let value = match (kind.value, given) {
        (ValueRule::Number(range), Some(entry)) => Some(number(cx, entry, range)?),
        (ValueRule::Law | ValueRule::Input, Some(entry)) => Some(law(cx, &entry.value, name)?),
        (ValueRule::Nothing, Some(entry)) => {
            let message = format!("\"{name}\" is a junction, which has no value");
            cx.error(codes::BOND_VALUE, entry.key_span, message);
            return None;
        }
        (ValueRule::Input | ValueRule::Nothing, None) => None,
        (ValueRule::Number(_) | ValueRule::Law, None) => {
            // Symbolic: equations can be written, numbers cannot be computed.
            let message = format!("\"{name}\" of type {} has no value: it stays symbolic", kind.name);
            let diagnostic = Diagnostic::warning(codes::BOND_VALUE, draft.name.span, message);
            cx.report(diagnostic.hint(format!("write {name} = … under [bond_graph.value] for numbers")));
            None
        }
    };
    let (name, kind) = (name.clone(), kind.name.to_owned());
    Some(BondElement { name, kind, value, field: None, span: draft.name.span })
}

fn is_field(value: &Value) -> bool {
    matches!(value.kind, ValueKind::List(_))
}

/// The matrix of a field: as many rows and columns as the element has bonds, which are its ports in order.
fn field(cx: &Context<'_>, entry: &Entry, bonds: usize) -> Option<Vec<Vec<f64>>> {
    let read_row = |row: &Value| -> Option<Vec<f64>> {
        let items = list(cx, row, &entry.key)?.iter();
        let read: Vec<_> = items.map(|item| expression::number(cx, item, ANY, &entry.key)).collect();
        read.into_iter().collect()
    };
    let rows: Vec<_> = list(cx, &entry.value, &entry.key)?.iter().map(read_row).collect();
    let rows: Vec<Vec<f64>> = rows.into_iter().collect::<Option<_>>()?;
    if rows.len() != bonds || rows.iter().any(|row| row.len() != bonds) {
        let found: Vec<String> = rows.iter().map(|row| row.len().to_string()).collect();
        let message = format!(
            "a field needs as many rows and columns as ports: \"{}\" has {bonds} bonds, but {} rows of {} numbers",
            entry.key,
            rows.len(),
            found.join(", ")
        );
        cx.error(codes::BOND_VALUE, entry.value.span, message);
        return None;
    }
    Some(rows)
}

/// The physical domain of a bond graph is open, so values have no expected unit.
fn number(cx: &Context<'_>, entry: &Entry, range: Range) -> Option<Law> {
    expression::number(cx, &entry.value, Quantity { unit: "*", range }, &entry.key)?;
    let any = Quantity { unit: "*", range: Range::Any };
    expression::law(cx, &entry.value, &Vocabulary::constant(any), &entry.key)
}

fn law(cx: &Context<'_>, value: &Value, key: &str) -> Option<Law> {
    expression::law(cx, value, &Vocabulary::time(Quantity { unit: "*", range: Range::Any }), key)
}

/// Values of elements that do not exist.
fn check_strays(cx: &Context<'_>, values: Option<&Table>, elements: &Catalogue<BondElement>) {
    for entry in values.iter().flat_map(|table| &table.entries) {
        if elements.position(&entry.key).is_none() {
            let message = format!("no bond mentions an element \"{}\"", entry.key);
            let diagnostic = Diagnostic::error(codes::BOND_VALUE, entry.key_span, message);
            cx.report(diagnostic.suggest(&entry.key, elements.names()));
        }
    }
}
