//! `[[modal_body]]`: bodies described by their modes, from a table, an exact continuum, a universal file or a
//! structure.

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::Diagnostic;
use crate::model::{EndCondition, FePart, ModalBody, ModalSource, Residual};
use crate::reading::catalogue::{Catalogue, Name};
use crate::reading::context::Context;
use crate::reading::expression;
use crate::reading::fields::{Fields, check_name};
use crate::reading::tables;
use crate::sections::attachment::{PortKind, Ports, clash, one_of};
use crate::sections::nodes::Nodes;
use crate::text::tree::{Entry, Table, ValueKind};
use crate::vocabulary::description::{
    Form, Key, Kind, Length, Quantity, Range, Section, defaulted, number, numbers, optional, required,
};

pub(crate) const MODAL_BODY: Section = Section {
    name: "modal_body",
    form: Form::Array,
    doc: "A body described by its modes at a few ports: a table of modes, a uniform beam solved exactly, a \
        universal file, or \
          the frame or an imported part of this file.",
    keys: KEYS,
};

const ANY: Quantity = Quantity { unit: "*", range: Range::Any };
const POSITION: Quantity = Quantity { unit: "m", range: Range::Any };
const MOST_MODES: usize = 1_000_000;

const KEYS: &[Key] = &[
    required("name", Kind::Text, "name of the body"),
    required(
        "ports",
        Kind::Either(&[Kind::NameList("port", Length::Some), Kind::Map(&Kind::Number(POSITION))]),
        "names of the ports; with `continuum` a table of positions along it, with `file` and `part` of places such as \
         { tip = \"12 z\" }: node or interface, and direction",
    ),
    optional("modes", Kind::Rows(ANY), "one row per mode: frequency [Hz], then the shape at each port"),
    optional(
        "rigid_mass",
        number("kg", Range::Positive),
        "mass of the rigid-body mode with shape 1 at every port",
    ),
    defaulted(
        "normalisation",
        Kind::Word(&["mass", "given"]),
        "mass",
        "\"mass\": modal masses are 1; \"given\": see modal_masses",
    ),
    optional("modal_masses", numbers("kg", Range::Positive, Length::Some), "modal mass of each row"),
    optional("continuum", Kind::Table(CONTINUUM), "a uniform beam instead of a table"),
    optional("file", Kind::Text, "a universal file with normal modes (dataset 55) instead of a table"),
    optional(
        "part",
        Kind::Text,
        "\"frame\" for the nodes and beams of this file, or the name of an [[fe_part]]",
    ),
    defaulted("retain", Kind::Count(1, MOST_MODES), "all modes of the table", "number of modes kept"),
    defaulted(
        "residual",
        Kind::Word(&["static", "from-remaining-modes", "none"]),
        "none",
        "how the other modes are represented",
    ),
    optional(
        "compliance",
        Kind::Rows(ANY),
        "static compliance matrix of the ports [m/N], for residual = \"static\"",
    ),
];

const ENDS: &[&str] = &["clamped", "pinned", "guided", "free"];

const CONTINUUM: &[Key] = &[
    defaulted("kind", Kind::Word(&["bernoulli-euler"]), "bernoulli-euler", "kind of continuum"),
    required("length", number("m", Range::Positive), "length"),
    required("EI", number("N*m^2", Range::Positive), "bending stiffness"),
    required("rhoA", number("kg/m", Range::Positive), "mass per length"),
    required("left", Kind::Word(ENDS), "left end"),
    required("right", Kind::Word(ENDS), "right end"),
];

/// Entries that modal bodies refer to.
pub(crate) struct Parts<'a> {
    pub nodes: &'a Nodes,
    pub fe_parts: &'a Catalogue<FePart>,
}

pub(crate) fn read(
    cx: &Context<'_>,
    root: &Table,
    ports: &mut Ports,
    parts: &Parts<'_>,
) -> Catalogue<ModalBody> {
    let mut bodies = Catalogue::new("modal body");
    for table in tables::array(cx, root, "modal_body") {
        let fields = Fields::open(cx, table, KEYS, "[[modal_body]]");
        let name = fields.own_name("modal body");
        let own_ports = port_names(&fields);
        for port in own_ports.iter().flatten() {
            let path = Name { text: format!("{}.{}", name.text, port.text), span: port.span };
            ports.add(cx, path, Some(PortKind::Scalar));
        }
        let body = body(&fields, &name, own_ports, ports, parts);
        bodies.add(cx, name, body);
    }
    bodies
}

fn port_names(fields: &Fields<'_>) -> Option<Vec<Name>> {
    let names: Vec<Name> = match fields.value("ports").map(|value| &value.kind) {
        Some(ValueKind::Table(table)) => {
            table.entries.iter().map(|entry| Name { text: entry.key.clone(), span: entry.key_span }).collect()
        }
        _ => fields.names("ports").given()?,
    };
    names.iter().for_each(|name| check_name(fields.cx, name));
    if names.is_empty() {
        fields.cx.error(codes::WRONG_LENGTH, fields.span_of("ports"), "a modal body needs at least one port");
        return None;
    }
    Some(names)
}

fn body(
    fields: &Fields<'_>,
    name: &Name,
    ports: Option<Vec<Name>>,
    known: &Ports,
    parts: &Parts<'_>,
) -> Option<ModalBody> {
    let form = one_of(fields, &["modes", "continuum", "file", "part"], "a modal body");
    let retain = fields.count("retain").optional();
    let ports = ports?;
    let source = match form? {
        "modes" => table_source(fields, &ports),
        "file" => universal_source(fields),
        "part" => structure_source(fields, known, parts),
        _ => continuum_source(fields),
    };
    let residual = residual(fields, form?, ports.len());
    let source = source?;
    Some(ModalBody {
        name: name.text.clone(),
        retain: retained(fields, &source, retain?)?,
        source,
        ports: ports.into_iter().map(|port| port.text).collect(),
        residual: residual?,
        span: fields.span(),
    })
}

fn retained(fields: &Fields<'_>, source: &ModalSource, retain: Option<usize>) -> Option<usize> {
    let available = match source {
        ModalSource::Table { frequencies_hz, .. } => frequencies_hz.len(),
        _ => MOST_MODES,
    };
    match (retain, source) {
        (None, ModalSource::Continuum { .. } | ModalSource::Structure { .. }) => {
            let message = "too many modes; give the number to `retain`";
            fields.cx.error(codes::MISSING_KEY, fields.span(), message);
            None
        }
        (Some(wanted), _) if wanted > available => {
            let message = format!("`retain` is {wanted}, but the table has {available} modes");
            fields.cx.error(codes::OUT_OF_RANGE, fields.span_of("retain"), message);
            None
        }
        (wanted, _) => Some(wanted.unwrap_or(available)),
    }
}

fn table_source(fields: &Fields<'_>, ports: &[Name]) -> Option<ModalSource> {
    if let Some(ValueKind::Table(_)) = fields.value("ports").map(|value| &value.kind) {
        let message = "with a table of modes, `ports` is a list of names; positions belong to `continuum`";
        fields.cx.error(codes::WRONG_TYPE, fields.span_of("ports"), message);
        return None;
    }
    let rows = fields.rows("modes").given();
    let rigid_mass = fields.number("rigid_mass").optional();
    let normalisation = fields.word("normalisation").or("mass");
    let masses = fields.numbers("modal_masses").optional();
    let rows = rows?;
    check_rows(fields, &rows, ports.len())?;
    let modal_masses = modal_masses(fields, normalisation?, masses?, rows.len())?;
    Some(ModalSource::Table {
        rigid_mass: rigid_mass?,
        frequencies_hz: rows.iter().map(|row| row[0]).collect(),
        modal_masses,
        shapes: rows.iter().map(|row| row[1..].to_vec()).collect(),
    })
}

fn check_rows(fields: &Fields<'_>, rows: &[Vec<f64>], ports: usize) -> Option<()> {
    let spans = match fields.value("modes").map(|value| &value.kind) {
        Some(ValueKind::List(items)) => items.iter().map(|item| item.span).collect(),
        _ => Vec::new(),
    };
    if rows.is_empty() {
        fields.cx.error(codes::WRONG_LENGTH, fields.span_of("modes"), "the table of modes is empty");
        return None;
    }
    let mut is_right = true;
    for (row, span) in rows.iter().zip(spans) {
        if row.len() != ports + 1 {
            let message = format!(
                "a mode has a frequency and one shape value for each of the {ports} ports, so {} numbers; found {}",
                ports + 1,
                row.len()
            );
            fields.cx.error(codes::WRONG_LENGTH, span, message);
            is_right = false;
        } else if row[0] <= 0.0 {
            let message = format!("the frequency of a mode must be positive, found {} Hz", row[0]);
            let diagnostic = Diagnostic::error(codes::OUT_OF_RANGE, span, message);
            fields.cx.report(diagnostic.hint("the rigid-body mode is given by `rigid_mass`"));
            is_right = false;
        }
    }
    is_right.then_some(())
}

fn modal_masses(
    fields: &Fields<'_>,
    normalisation: &str,
    masses: Option<Vec<f64>>,
    modes: usize,
) -> Option<Vec<f64>> {
    match (normalisation, masses) {
        ("mass", None) => Some(vec![1.0; modes]),
        ("mass", Some(_)) => {
            let message = "`modal_masses` are all 1 with normalisation = \"mass\"";
            let diagnostic =
                Diagnostic::error(codes::CLASHING_KEYS, fields.key_span("modal_masses"), message);
            fields.cx.report(diagnostic.hint("write normalisation = \"given\", or leave `modal_masses` out"));
            None
        }
        (_, None) => {
            let message = "normalisation = \"given\" needs `modal_masses`";
            fields.cx.error(codes::MISSING_KEY, fields.span_of("normalisation"), message);
            None
        }
        (_, Some(masses)) if masses.len() != modes => {
            let message = format!("there are {modes} modes but {} modal masses", masses.len());
            fields.cx.error(codes::WRONG_LENGTH, fields.span_of("modal_masses"), message);
            None
        }
        (_, masses) => masses,
    }
}

fn continuum_source(fields: &Fields<'_>) -> Option<ModalSource> {
    for key in fields.given(&["rigid_mass", "normalisation", "modal_masses", "compliance"]) {
        clash(fields, "continuum", key);
    }
    let inner = fields.fields("continuum").given()?;
    let kind = inner.word("kind").or("bernoulli-euler");
    let length = inner.number("length").given();
    let bending = inner.number("EI").given();
    let mass = inner.number("rhoA").given();
    let ends = [end(&inner, "left"), end(&inner, "right")];
    let positions = length.and_then(|length| positions(fields, length));
    Some(ModalSource::Continuum {
        kind: kind?.to_owned(),
        length: length?,
        bending: bending?,
        mass: mass?,
        ends: [ends[0]?, ends[1]?],
        positions: positions?,
    })
}

/// Keys that belong to a table of modes.
fn refuse_table_keys(fields: &Fields<'_>, form: &str) {
    for key in fields.given(&["rigid_mass", "normalisation", "modal_masses"]) {
        clash(fields, form, key);
    }
}

fn universal_source(fields: &Fields<'_>) -> Option<ModalSource> {
    refuse_table_keys(fields, "file");
    let file = fields.text("file").given();
    let place = |entry: &Entry, node: &str, direction: &str| {
        let component = ["x", "y", "z"].iter().position(|axis| *axis == direction);
        let place = node.parse::<i64>().ok().zip(component);
        if place.is_none() {
            let message = format!("\"{node} {direction}\" is not a node number with x, y or z");
            fields.cx.error(codes::WRONG_TYPE, entry.value.span, message);
        }
        place
    };
    Some(ModalSource::Universal { places: places(fields, "12 z", place)?, file: file? })
}

fn structure_source(fields: &Fields<'_>, known: &Ports, parts: &Parts<'_>) -> Option<ModalSource> {
    refuse_table_keys(fields, "part");
    let cx = fields.cx;
    if fields.has("compliance") {
        clash(fields, "part", "compliance");
    }
    let name = fields.name("part").given()?;
    let part = if name.text == "frame" {
        None
    } else {
        parts.fe_parts.find(cx, &name)?;
        Some(name.text)
    };
    let place = |entry: &Entry, at: &str, direction: &str| {
        if !DIRECTIONS.contains(&direction) {
            let message = format!("unknown direction \"{direction}\"");
            let diagnostic = Diagnostic::error(codes::BAD_DIRECTION, entry.value.span, message);
            cx.report(diagnostic.hint(format!("directions are {}", DIRECTIONS.join(", "))));
            return None;
        }
        match &part {
            None => {
                parts.nodes.find(cx, &Name { text: at.to_owned(), span: entry.value.span }).map(|_| ())?
            }
            Some(part) => {
                let path = Name { text: format!("{part}.{at}"), span: entry.value.span };
                known.find(cx, &path).map(|_| ())?;
            }
        }
        Some((at.to_owned(), direction.to_owned()))
    };
    let places = places(fields, "C y", place)?;
    Some(ModalSource::Structure { part, places })
}

const DIRECTIONS: &[&str] = &["x", "y", "z", "phi", "rx", "ry", "rz"];

/// `ports = { tip = "PLACE DIRECTION" }`, each read by a function.
fn places<T>(
    fields: &Fields<'_>,
    example: &str,
    read: impl Fn(&Entry, &str, &str) -> Option<T>,
) -> Option<Vec<T>> {
    let cx = fields.cx;
    let Some(ValueKind::Table(table)) = fields.value("ports").map(|value| &value.kind) else {
        let diagnostic = Diagnostic::error(
            codes::WRONG_TYPE,
            fields.span_of("ports"),
            "`ports` must be a table of places here",
        );
        cx.report(diagnostic.hint(format!("such as ports = {{ tip = \"{example}\" }}")));
        return None;
    };
    let place = |entry: &Entry| {
        let words = match &entry.value.kind {
            ValueKind::Text(text) => text.rsplit_once(' '),
            _ => None,
        };
        let Some((at, direction)) = words else {
            let message = format!("port \"{}\" needs a place and a direction", entry.key);
            let diagnostic = Diagnostic::error(codes::WRONG_TYPE, entry.value.span, message);
            cx.report(diagnostic.hint(format!("such as {} = \"{example}\"", entry.key)));
            return None;
        };
        read(entry, at.trim(), direction)
    };
    let found: Vec<Option<T>> = table.entries.iter().map(place).collect();
    found.into_iter().collect()
}

fn end(fields: &Fields<'_>, key: &str) -> Option<EndCondition> {
    Some(match fields.word(key).given()? {
        "clamped" => EndCondition::Clamped,
        "pinned" => EndCondition::Pinned,
        "guided" => EndCondition::Guided,
        _ => EndCondition::Free,
    })
}

fn positions(fields: &Fields<'_>, length: f64) -> Option<Vec<f64>> {
    let cx = fields.cx;
    let Some(ValueKind::Table(table)) = fields.value("ports").map(|value| &value.kind) else {
        let message = "`ports` of a continuum must be a table of positions";
        let diagnostic = Diagnostic::error(codes::WRONG_TYPE, fields.span_of("ports"), message);
        cx.report(diagnostic.hint("such as ports = { p1 = 0.3, p2 = 0.6 }"));
        return None;
    };
    let mut found = Vec::new();
    for entry in &table.entries {
        let position = expression::number(cx, &entry.value, POSITION, &entry.key);
        let inside = position.filter(|position| (0.0..=length).contains(position));
        if let (Some(position), None) = (position, inside) {
            let message =
                format!("port \"{}\" at {position} m lies outside the length of {length} m", entry.key);
            cx.error(codes::OUT_OF_RANGE, entry.value.span, message);
        }
        found.push(inside);
    }
    found.into_iter().collect()
}

fn residual(fields: &Fields<'_>, form: &str, ports: usize) -> Option<Residual> {
    let word = fields.word("residual").or("none")?;
    let compliance = fields.rows("compliance").optional()?;
    if let Some(rows) = &compliance {
        if word != "static" {
            let message = format!("`compliance` has no effect with residual = \"{word}\"");
            let diagnostic = Diagnostic::error(codes::CLASHING_KEYS, fields.key_span("compliance"), message);
            fields.cx.report(diagnostic.hint("write residual = \"static\""));
            return None;
        }
        if rows.len() != ports || rows.iter().any(|row| row.len() != ports) {
            let message =
                format!("`compliance` must have {ports} rows of {ports} numbers, one for each port");
            fields.cx.error(codes::WRONG_LENGTH, fields.span_of("compliance"), message);
            return None;
        }
    }
    match word {
        "from-remaining-modes" if form == "part" => {
            let message = "the residual of a frame or part comes from its statics, which are exact";
            let diagnostic = Diagnostic::error(codes::REQUEST_LACKS, fields.span_of("residual"), message);
            fields.cx.report(diagnostic.hint("write residual = \"static\""));
            None
        }
        "static" if compliance.is_none() && !["continuum", "part"].contains(&form) => {
            let message = "residual = \"static\" of a table needs the measured `compliance` matrix";
            fields.cx.error(codes::REQUEST_LACKS, fields.span_of("residual"), message);
            None
        }
        "static" => Some(Residual::Static(compliance)),
        "from-remaining-modes" => Some(Residual::FromRemainingModes),
        _ => Some(Residual::None),
    }
}
