//! `[bond_graph]`: arrows between typed elements.

use std::collections::HashMap;

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::{Diagnostic, Span};
use crate::model::{BondElement, BondGraph, Law};
use crate::reading::catalogue::{Catalogue, Name};
use crate::reading::context::Context;
use crate::reading::expression::{self, Vocabulary, inside};
use crate::reading::fields::{Fields, list, text};
use crate::reading::tables;
use crate::sections::bond_laws;
use crate::text::tree::{Entry, Table, Value, ValueKind};
use crate::vocabulary::description::{Form, Key, Kind, Length, Quantity, Range, Section, optional, required};

pub(crate) const BOND_GRAPH: Section = Section {
    name: "bond_graph",
    form: Form::Table,
    doc: "A bond graph: bonds \"a:Se -> b:1\", half arrow in the direction of positive power, and the elements' values or \
          laws. A file with a bond graph can be placed in another by [[use]]: `NAME.element` is then one of its elements.",
    keys: KEYS,
};

const ANY: Quantity = Quantity { unit: "*", range: Range::Any };

const KEYS: &[Key] = &[
    required("bonds", Kind::NameList("bond", Length::Some), "bonds, each \"name:TYPE -> name:TYPE\""),
    optional(
        "value",
        Kind::Map(&Kind::Either(&[Kind::Law(bond_laws::MODULATED), Kind::Rows(ANY)])),
        "parameter of each I, C, R, TF, GY, or the matrix of a field with several ports; law of a source; sources \
         without one are inputs. Values of MSe, MSf, MR, MTF, MGY may depend on variables of other elements, those of the \
         others on `t` (sources) or on nothing",
    ),
    optional(
        "law",
        Kind::Map(&Kind::Law(bond_laws::CONSTITUTIVE)),
        "constitutive law of a C, I or R with one port, instead of its value: effort of a C by its `displacement`, flow of an I by \
         its `momentum`, effort of an R by its `flow`, or its flow by its `effort`",
    ),
    optional(
        "initial",
        Kind::Map(&Kind::Number(ANY)),
        "displacement of each C and momentum of each I at the start; default: 0",
    ),
    optional(
        "ports",
        Kind::NameList("bond-graph element", Length::Any),
        "elements that bonds of another file may end at, where this one is placed by [[use]]; default: all",
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
    /// A law in time and in variables of other elements must be given.
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
    ElementKind { name: "MSe", bonds: Bonds::One, value: ValueRule::Law },
    ElementKind { name: "MSf", bonds: Bonds::One, value: ValueRule::Law },
    ElementKind { name: "MR", bonds: Bonds::One, value: ValueRule::Law },
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
    /// Elements that a bond of another file ends at, with the place.
    from_outside: Vec<(usize, Span)>,
}

impl Drafts {
    fn kind(&self, name: &str) -> Option<&'static str> {
        self.index.get(name).and_then(|at| self.list[*at].kind).map(|kind| kind.name)
    }
}

/// An element while its bonds are collected.
struct Draft {
    name: Name,
    kind: Option<&'static ElementKind>,
    bonds: usize,
    /// Whether its own file mentions it, not only one in which that is placed.
    at_home: bool,
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
    for text in texts(cx, &fields, "bonds") {
        bonds.extend(bond(cx, &text, &mut drafts));
    }
    check_components(cx, &drafts.list);
    check_ports(cx, &texts(cx, &fields, "ports"), &drafts);
    let given = ["value", "law", "initial"].map(|key| ByElement::of(cx, &fields, key));
    check_bond_counts(cx, &drafts.list, &given[0]);
    let mut elements = Catalogue::new("bond-graph element");
    for draft in &drafts.list {
        let element = element(cx, draft, &drafts, &given);
        elements.add(cx, draft.name.clone(), element);
    }
    given.iter().for_each(|entries| check_strays(cx, entries, &elements));
    Some(Graph { elements, bonds, span: fields.span() })
}

/// A list of texts as they are written: those of placed files belong to their own.
fn texts(cx: &Context<'_>, fields: &Fields<'_>, key: &str) -> Vec<Name> {
    let Some(value) = fields.value(key) else { return Vec::new() };
    let items = match &value.kind {
        ValueKind::List(items) => &items[..],
        _ => std::slice::from_ref(value),
    };
    items.iter().filter_map(|item| text(cx, item, key)).collect()
}

/// The entries of `[bond_graph.value]` and its like, by the full name of the element.
struct ByElement<'t> {
    entries: Vec<(String, &'t Entry)>,
    index: HashMap<String, usize>,
}

impl<'t> ByElement<'t> {
    fn of(cx: &Context<'_>, fields: &Fields<'t>, key: &str) -> Self {
        let tables = fields.table(key).given();
        let full = |entry: &'t Entry| (cx.full_name(&entry.key, entry.key_span).into_owned(), entry);
        let entries: Vec<_> = tables.into_iter().flat_map(|table| &table.entries).map(full).collect();
        let index = entries.iter().enumerate().map(|(k, (name, _))| (name.clone(), k)).collect();
        Self { entries, index }
    }

    fn get(&self, name: &str) -> Option<&'t Entry> {
        self.index.get(name).map(|k| self.entries[*k].1)
    }
}

/// What belongs to a placed file must be one of its elements.
fn check_components(cx: &Context<'_>, drafts: &[Draft]) {
    for draft in drafts.iter().filter(|draft| !draft.at_home && !cx.is_lost(&draft.name.text)) {
        let Name { text, span } = &draft.name;
        let (component, own) = text.rsplit_once('.').unwrap_or(("", text));
        let siblings = drafts.iter().filter(|other| other.at_home);
        let known = siblings.filter_map(|other| other.name.text.strip_prefix(component)?.strip_prefix('.'));
        let message = format!("no component \"{component}\" has a bond-graph element \"{own}\"");
        let diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, *span, message);
        let hint =
            "an element of a file placed by [[use]] is written COMPONENT.ELEMENT; its type is given there";
        cx.report(diagnostic.suggest(own, known).hint(hint));
    }
}

/// Bonds of another file end at ports, where a file lists them.
fn check_ports(cx: &Context<'_>, ports: &[Name], drafts: &Drafts) {
    let full = |port: &Name| cx.full_name(&port.text, port.span).into_owned();
    let names: Vec<String> = ports.iter().map(full).collect();
    for (port, name) in ports.iter().zip(&names) {
        if !drafts.index.contains_key(name) {
            let message = format!("no bond mentions an element \"{}\"", port.text);
            let diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, port.span, message);
            cx.report(
                diagnostic.suggest(&port.text, drafts.list.iter().map(|draft| draft.name.text.as_str())),
            );
        }
    }
    let component = |name: &str| name.rsplit_once('.').map(|(component, _)| component.to_owned());
    for (k, span) in &drafts.from_outside {
        let name = &drafts.list[*k].name.text;
        let own: Vec<&String> = names.iter().filter(|port| component(port) == component(name)).collect();
        if !own.is_empty() && !own.contains(&name) {
            let message = format!("\"{name}\" is not a port of its component");
            let list: Vec<&str> = own.iter().map(|port| port.as_str()).collect();
            let diagnostic = Diagnostic::error(codes::BAD_BOND, *span, message);
            cx.report(diagnostic.hint(format!("its ports are {}", list.join(", "))));
        }
    }
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
    let has_component = cx.components() > 0 && name.split('.').all(|part| !part.is_empty());
    let is_dotted = name.contains('.') && !has_component;
    if name.is_empty() || is_dotted || name.contains(['"', ':', '>']) || name.chars().any(char::is_control) {
        let diagnostic =
            Diagnostic::error(codes::BAD_BOND, span, format!("\"{part}\" is not a bond-graph element"));
        cx.report(diagnostic.hint("an element is written name:TYPE, such as La:I"));
        return None;
    }
    let is_outside = name.contains('.');
    let name = &*cx.full_name(name, span);
    let found = match kind {
        Some(kind) => Some(element_kind(cx, kind, span)?),
        None => None,
    };
    let Some(&at) = drafts.index.get(name) else {
        let at = drafts.list.len();
        drafts.index.insert(name.to_owned(), at);
        let name = Name { text: name.to_owned(), span };
        drafts.list.push(Draft { name, kind: found, bonds: 0, at_home: !is_outside });
        drafts.from_outside.extend(is_outside.then_some((at, span)));
        return Some(at);
    };
    drafts.from_outside.extend(is_outside.then_some((at, span)));
    let draft = &mut drafts.list[at];
    draft.at_home |= !is_outside;
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

fn check_bond_counts(cx: &Context<'_>, drafts: &[Draft], values: &ByElement<'_>) {
    for draft in drafts.iter().filter(|draft| draft.at_home) {
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
            Bonds::Ports if values.get(name).is_some_and(|entry| is_field(&entry.value)) => continue,
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

fn element(
    cx: &Context<'_>,
    draft: &Draft,
    drafts: &Drafts,
    [values, laws, starts]: &[ByElement<'_>; 3],
) -> Option<BondElement> {
    let kind = draft.kind?;
    let name = &draft.name.text;
    let given = values.get(name);
    let is_field = given.is_some_and(|entry| kind.bonds == Bonds::Ports && is_field(&entry.value));
    let words = bond_laws::Words { kind: &|name| drafts.kind(name), names: &drafts.index };
    let own = (name.as_str(), kind.name);
    let law = laws.get(name).map(|entry| bond_laws::constitutive(cx, entry, own, given, &words));
    let initial = starts.get(name).map(|entry| bond_laws::initial(cx, entry, own, is_field));
    let (value, field) = match given {
        _ if law.is_some() => (Some(None), Some(None)),
        Some(entry) if is_field => (Some(None), field(cx, entry, draft.bonds).map(Some)),
        given => (value(cx, draft, kind, given, &words), Some(None)),
    };
    // All are read before an error of one of them ends the reading.
    let (law, initial) =
        (law.map_or(Some(None), |law| law.map(Some)), initial.map_or(Some(None), |x| x.map(Some)));
    Some(BondElement {
        name: name.clone(),
        kind: kind.name.to_owned(),
        value: value?,
        field: field?,
        law: law?,
        initial: initial?,
        span: draft.name.span,
    })
}

/// The value of an element without a field and a constitutive law; the outer `None` is an error.
fn value(
    cx: &Context<'_>,
    draft: &Draft,
    kind: &ElementKind,
    given: Option<&Entry>,
    words: &bond_laws::Words<'_>,
) -> Option<Option<Law>> {
    let name = &draft.name.text;
    Some(match (kind.value, given) {
        (ValueRule::Number(range), Some(entry)) => Some(number(cx, entry, range)?),
        (ValueRule::Law, Some(entry)) => Some(bond_laws::modulation(cx, &entry.value, name, words)?),
        (ValueRule::Input, Some(entry)) => Some(law(cx, &entry.value, name)?),
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
    })
}

fn is_field(value: &Value) -> bool {
    matches!(value.kind, ValueKind::List(_))
}

/// The matrix of a field: as many rows and columns as the element has bonds, which are its ports in order.
fn field(cx: &Context<'_>, entry: &Entry, bonds: usize) -> Option<Vec<Vec<f64>>> {
    let rows = field_rows(cx, entry)?;
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

fn field_rows(cx: &Context<'_>, entry: &Entry) -> Option<Vec<Vec<f64>>> {
    let read_row = |row: &Value| -> Option<Vec<f64>> {
        let items = list(cx, row, &entry.key)?.iter();
        let read: Vec<_> = items.map(|item| expression::number(cx, item, ANY, &entry.key)).collect();
        read.into_iter().collect()
    };
    let rows: Vec<_> = list(cx, &entry.value, &entry.key)?.iter().map(read_row).collect();
    rows.into_iter().collect::<Option<_>>()
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
fn check_strays(cx: &Context<'_>, given: &ByElement<'_>, elements: &Catalogue<BondElement>) {
    for (name, entry) in &given.entries {
        if elements.position(name).is_none() {
            let message = format!("no bond mentions an element \"{}\"", entry.key);
            let diagnostic = Diagnostic::error(codes::BOND_VALUE, entry.key_span, message);
            cx.report(diagnostic.suggest(&entry.key, elements.names()));
        }
    }
}
