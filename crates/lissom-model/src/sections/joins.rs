//! `[[join]]`: where imported parts meet each other and the frame.

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::Diagnostic;
use crate::model::{Attachment, Coordinate, Join};
use crate::reading::context::Context;
use crate::reading::direction::coordinate;
use crate::reading::fields::{Fields, check_length};
use crate::reading::tables;
use crate::sections::attachment::Places;
use crate::sections::moving_parts::meet;
use crate::text::tree::Table;
use crate::vocabulary::description::{Form, Key, Kind, Length, Section, defaulted, optional, required};

pub(crate) const JOIN: Section = Section {
    name: "join",
    form: Form::Array,
    doc: "Two places that move as one: interfaces of imported parts, or an interface and a node of the frame. Interfaces \
          of kind `nodes` are joined node by node.",
    keys: JOIN_KEYS,
};

const JOIN_KEYS: &[Key] = &[
    optional("name", Kind::Text, "name of the join; default: `join 1` …"),
    required(
        "places",
        Kind::NameList("place", Length::Exactly(2)),
        "two of `part.interface` and nodes, at the same position; at least one is an interface",
    ),
    defaulted(
        "directions",
        Kind::Words(&["x", "y", "z", "phi", "rx", "ry", "rz"]),
        "all",
        "the motions they share: x, y, phi in the plane; x, y, z, rx, ry, rz in space",
    ),
];

pub(crate) fn read(cx: &Context<'_>, root: &Table, places: &Places<'_>) -> Option<Vec<Join>> {
    let joins: Vec<Option<Join>> = tables::array(cx, root, "join")
        .into_iter()
        .map(|table| join(&Fields::open(cx, table, JOIN_KEYS, "[[join]]"), places))
        .collect();
    // Places that are one node need no join.
    let is_needed = |join: &Option<Join>| join.as_ref().is_none_or(|join| join.places[0] != join.places[1]);
    joins.into_iter().filter(is_needed).collect()
}

fn join(fields: &Fields<'_>, places: &Places<'_>) -> Option<Join> {
    let name = fields.own_name("join");
    let sides = sides(fields, places);
    let coordinates = directions(fields).map_or(Some(Vec::new()), |given| given);
    Some(Join { name: name.text, places: sides?, coordinates: coordinates?, span: fields.span() })
}

fn sides(fields: &Fields<'_>, places: &Places<'_>) -> Option<[Attachment; 2]> {
    let cx = fields.cx;
    let span = fields.span_of("places");
    let names = fields.names("places").given()?;
    check_length(cx, span, "places", names.len(), Length::Exactly(2))?;
    let [first, second] = [0, 1].map(|side| places.find(cx, &names[side]));
    let sides = [first?, second?];
    // A join of all motions at a part in large motion has made one node of both places.
    if sides[0] == sides[1] && names[0].text != names[1].text {
        return Some(sides);
    }
    if sides[0] == sides[1] {
        cx.error(codes::CLASHING_KEYS, span, format!("\"{}\" is joined to itself", names[0].text));
        return None;
    }
    if let [Attachment::Node(first), Attachment::Node(second)] = &sides {
        if places.is_interface(*first) || places.is_interface(*second) {
            return meet(cx, places.nodes, [first.0, second.0], span).then_some(sides);
        }
        let message = "both places are nodes of the frame";
        let diagnostic = Diagnostic::error(codes::BAD_JOIN, span, message);
        cx.report(diagnostic.hint("use one node for both; [[rigid_body]] keeps nodes at a distance"));
        return None;
    }
    let scalar = |side: &&Attachment| match side {
        Attachment::Port { body, port } => places.is_scalar_port(body, port),
        _ => false,
    };
    if sides.iter().any(|side| scalar(&side)) {
        let message = "a port of a modal body has one translation and no place";
        let diagnostic = Diagnostic::error(codes::BAD_JOIN, span, message);
        cx.report(diagnostic.hint("attach springs or masses to it, or connect it in a [bond_graph]"));
        return None;
    }
    Some(sides)
}

/// The given motions, if any; the inner `None` is an error.
fn directions(fields: &Fields<'_>) -> Option<Option<Vec<Coordinate>>> {
    if !fields.has("directions") {
        return None;
    }
    let cx = fields.cx;
    let names = fields.names("directions").given();
    Some(names.and_then(|names| {
        check_length(cx, fields.span_of("directions"), "directions", names.len(), Length::Some)?;
        let found: Vec<Option<Coordinate>> = names.iter().map(|name| coordinate(cx, name)).collect();
        let mut found = found.into_iter().collect::<Option<Vec<_>>>()?;
        found.sort_unstable();
        found.dedup();
        Some(found)
    }))
}
