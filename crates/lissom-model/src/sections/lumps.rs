//! `[[mass]]`, `[[spring]]`, `[[damper]]`: discrete elements at a point or between two.

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::Diagnostic;
use crate::model::{Attachment, Damper, Direction, Line, Mass, Side, Spring};
use crate::reading::catalogue::{Catalogue, Name};
use crate::reading::context::Context;
use crate::reading::fields::{Fields, check_length};
use crate::reading::tables;
use crate::reading::vector::{difference, length};
use crate::sections::attachment::{Places, one_of};
use crate::sections::inertia::{self, INERTIA, INERTIA_AXES};
use crate::sections::laws::link_laws;
use crate::sections::laws::output_laws::OutputNames;
use crate::text::tree::Table;
use crate::vocabulary::description::{
    Form, Key, Kind, Length, Quantity, Range, Section, defaulted, number, numbers, optional,
};

pub(crate) const MASS: Section = Section {
    name: "mass",
    form: Form::Array,
    doc: "A point mass at a node or port; in a [system], at a position given by an expression.",
    keys: MASS_KEYS,
};

pub(crate) const MASS_KEYS: &[Key] = &[
    optional("name", Kind::Text, "name of the mass; default: `mass 1` …"),
    optional("node", Kind::Name("node"), "the node it is attached to"),
    optional("attach", Kind::Name("port"), "the port it is attached to, `body.port`"),
    defaulted("mass", number("kg", Range::NonNegative), "0", "mass"),
    INERTIA,
    INERTIA_AXES,
    defaulted(
        "offset",
        numbers("m", Range::Any, Length::Dimension),
        "at the node",
        "centre of mass relative to the node",
    ),
    optional(
        "position",
        Kind::Laws("t, coordinates"),
        "position as expressions of the coordinates (with [system])",
    ),
    optional(
        "angle",
        Kind::Law("t, coordinates"),
        "angle as an expression of the coordinates (with [system])",
    ),
];

pub(crate) const SPRING: Section = Section {
    name: "spring",
    form: Form::Array,
    doc: "A spring, linear or with a law. Without a direction it acts along the line between its nodes; to ground or between \
          coincident nodes it resists every translation alike.",
    keys: SPRING_KEYS,
};

pub(crate) const SPRING_KEYS: &[Key] = &[
    optional("name", Kind::Text, "name of the spring; default: `spring 1` …"),
    optional("nodes", Kind::NameList("node", Length::Exactly(2)), "two nodes, or one and \"ground\""),
    optional("attach", Kind::Names("port"), "a port (to ground), or two ports, nodes or \"ground\""),
    optional("stiffness", number("N/m | N*m/rad", Range::NonNegative), "stiffness; required without `force`"),
    optional(
        "force",
        Kind::Law("t, elongation, rate, out(OUTPUT)"),
        "instead of a stiffness: its tension as a law of `t`, its own `elongation` and `rate`, and outputs of the mechanism [N] or [N m]",
    ),
    optional(
        "free_length",
        number("m", Range::NonNegative),
        "length without force, between two nodes; elongations count from it. Default: the length in the reference configuration",
    ),
    optional(
        "preload",
        number("N | N*m", Range::Any),
        "tension in the reference configuration, added to the rest",
    ),
    optional(
        "gap",
        number("m | rad", Range::NonNegative),
        "play: the width of a range of elongations about zero without force; beyond it the rest counts. Both ends are located in time",
    ),
    optional("direction", Kind::Direction, "direction of the displacement or rotation it resists"),
    optional(
        "elongation",
        Kind::Law("t, coordinates"),
        "elongation as an expression of the coordinates (with [system])",
    ),
];

pub(crate) const DAMPER: Section = Section {
    name: "damper",
    form: Form::Array,
    doc: "A viscous damper, linear or with a law; its geometry is that of a spring.",
    keys: DAMPER_KEYS,
};

pub(crate) const DAMPER_KEYS: &[Key] = &[
    optional("name", Kind::Text, "name of the damper; default: `damper 1` …"),
    optional("nodes", Kind::NameList("node", Length::Exactly(2)), "two nodes, or one and \"ground\""),
    optional("attach", Kind::Names("port"), "a port (to ground), or two ports, nodes or \"ground\""),
    optional("damping", number("N*s/m | N*m*s/rad", Range::NonNegative), "damping; required without `force`"),
    optional(
        "force",
        Kind::Law("t, elongation, rate, out(OUTPUT)"),
        "instead of a damping: its tension as a law of its own `rate` and `elongation`, of `t` and of outputs of the mechanism [N] or [N m]",
    ),
    optional("direction", Kind::Direction, "direction of the velocity or angular rate it resists"),
    optional(
        "elongation",
        Kind::Law("t, coordinates"),
        "elongation as an expression of the coordinates (with [system])",
    ),
];

pub(crate) fn read_masses(cx: &Context<'_>, root: &Table, places: &Places<'_>) -> Catalogue<Mass> {
    let mut masses = Catalogue::new("mass");
    for table in tables::array(cx, root, "mass") {
        if is_symbolic(cx, table, &["node", "attach"]) {
            continue;
        }
        let fields = Fields::open(cx, table, MASS_KEYS, "[[mass]]");
        let name = fields.own_name("mass");
        let mass = mass(&fields, &name, places);
        masses.add(cx, name, mass);
    }
    masses
}

fn mass(fields: &Fields<'_>, name: &Name, places: &Places<'_>) -> Option<Mass> {
    refuse_symbolic(fields, &["position", "angle"]);
    let at = places.of(fields, "a mass");
    let mass = fields.number("mass").or(0.0);
    let inertia = inertia::read(fields);
    let offset = fields
        .vector("offset")
        .or([0.0; 3])
        .and_then(|offset| fields.cx.placed(fields.frame().vector(offset), fields.span()));
    let (mass, inertia) = (mass?, inertia?);
    // An explicit mass of zero is allowed: a parameter may pass through it.
    if fields.given(&["mass", "inertia"]).is_empty() {
        let message = format!("mass \"{}\" has neither mass nor inertia", name.text);
        let diagnostic = Diagnostic::error(codes::NO_INERTIA, fields.span(), message);
        fields.cx.report(diagnostic.hint("give `mass` in kg, or `inertia` in kg m²"));
        return None;
    }
    Some(Mass { name: name.text.clone(), at: at?, mass, inertia, offset: offset?, span: fields.span() })
}

/// In a model with `[system]`, entries without a place are expressions of the coordinates.
pub(crate) fn is_symbolic(cx: &Context<'_>, table: &Table, places: &[&str]) -> bool {
    cx.has_system && !places.iter().any(|place| table.get(place).is_some())
}

/// Keys of symbolic systems only.
pub(crate) fn refuse_symbolic(fields: &Fields<'_>, keys: &[&str]) {
    for key in fields.given(keys) {
        let message =
            format!("`{key}` belongs to the symbolic form, which has no node or port and needs [system]");
        let diagnostic = Diagnostic::error(codes::REQUEST_LACKS, fields.key_span(key), message);
        fields.cx.report(diagnostic.hint("declare the coordinates: [system] with coordinates = [\"q1\"]"));
    }
}

pub(crate) fn read_springs(
    cx: &Context<'_>,
    root: &Table,
    places: &Places<'_>,
    outputs: &OutputNames,
) -> Catalogue<Spring> {
    let mut springs = Catalogue::new("spring");
    for table in tables::array(cx, root, "spring") {
        if is_symbolic(cx, table, &["nodes", "attach"]) {
            continue;
        }
        let fields = Fields::open(cx, table, SPRING_KEYS, "[[spring]]");
        let name = fields.own_name("spring");
        let link = link(&fields, places, "a spring");
        let spring = link.and_then(|link| spring(&fields, &name, link, places, outputs));
        springs.add(cx, name, spring);
    }
    link_laws::add_node_stops(cx, root, places, &mut springs);
    springs
}

/// A spring has a stiffness or a law.
pub(crate) fn missing_stiffness<T>(fields: &Fields<'_>) -> Option<T> {
    let diagnostic = Diagnostic::error(codes::MISSING_KEY, fields.span(), "a spring needs its `stiffness`");
    fields.cx.report(diagnostic.hint("or `force`, its tension as a law of `elongation` and `rate`"));
    None
}

fn spring(
    fields: &Fields<'_>,
    name: &Name,
    link: Link,
    places: &Places<'_>,
    outputs: &OutputNames,
) -> Option<Spring> {
    let stiffness = fields.number_as("stiffness", quantity(&link, "N/m", "N*m/rad"));
    let stiffness = stiffness.optional()?;
    if stiffness.is_none() && !fields.has("force") {
        return missing_stiffness(fields);
    }
    let law = link_laws::spring_law(fields, &link, stiffness, places, outputs)?;
    let [stiffness, damping] = match &law {
        Some(law) => link_laws::tangent(fields.cx, law)?,
        None => [stiffness.unwrap_or(0.0), 0.0],
    };
    let Link { sides, line } = link;
    Some(Spring { name: name.text.clone(), sides, line, stiffness, damping, law, span: fields.span() })
}

/// Reads dampers; those with a law become springs.
pub(crate) fn read_dampers(
    cx: &Context<'_>,
    root: &Table,
    places: &Places<'_>,
    outputs: &OutputNames,
    springs: &mut Catalogue<Spring>,
) -> Catalogue<Damper> {
    let mut dampers = Catalogue::new("damper");
    for table in tables::array(cx, root, "damper") {
        if is_symbolic(cx, table, &["nodes", "attach"]) {
            continue;
        }
        let fields = Fields::open(cx, table, DAMPER_KEYS, "[[damper]]");
        let name = fields.own_name("damper");
        let link = link(&fields, places, "a damper");
        let damping = fields.number_as("damping", quantity_of(&link, "N*s/m", "N*m*s/rad"));
        if !fields.has("force") {
            if !fields.has("damping") {
                missing_damping(&fields);
            }
            let damper = link.zip(damping.given()).map(|(link, damping)| Damper {
                name: name.text.clone(),
                sides: link.sides,
                line: link.line,
                damping,
                span: fields.span(),
            });
            dampers.add(cx, name, damper);
            continue;
        }
        if fields.has("damping") {
            let message = "a damper has `damping` or `force`, not both";
            cx.error(codes::CLASHING_KEYS, fields.key_span("force"), message);
        }
        let spring_name = format!("of damper {}", name.text);
        let spring = link.and_then(|link| damper_with_law(&fields, &spring_name, link, places, outputs));
        springs.push(Name { text: spring_name, span: name.span }, spring);
    }
    dampers
}

/// A damper has a damping or a law.
pub(crate) fn missing_damping(fields: &Fields<'_>) {
    let diagnostic = Diagnostic::error(codes::MISSING_KEY, fields.span(), "a damper needs its `damping`");
    fields.cx.report(diagnostic.hint("or `force`, its tension as a law of `rate` and `elongation`"));
}

fn damper_with_law(
    fields: &Fields<'_>,
    name: &str,
    link: Link,
    places: &Places<'_>,
    outputs: &OutputNames,
) -> Option<Spring> {
    let law = link_laws::spring_law(fields, &link, None, places, outputs)??;
    let [stiffness, damping] = link_laws::tangent(fields.cx, &law)?;
    let Link { sides, line } = link;
    Some(Spring {
        name: name.to_owned(),
        sides,
        line,
        stiffness,
        damping,
        law: Some(law),
        span: fields.span(),
    })
}

/// What a spring and a damper have in common.
pub(crate) struct Link {
    pub sides: [Side<Attachment>; 2],
    pub line: Line,
}

/// A coefficient against rotation has another unit than one against displacement.
fn quantity_of(link: &Option<Link>, along: &'static str, about: &'static str) -> Quantity {
    let along_a_line = || Quantity { unit: along, range: Range::NonNegative };
    link.as_ref().map_or_else(along_a_line, |link| quantity(link, along, about))
}

fn quantity(link: &Link, along: &'static str, about: &'static str) -> Quantity {
    let turns = matches!(link.line, Line::Directed(Direction::About(_)));
    Quantity { unit: if turns { about } else { along }, range: Range::NonNegative }
}

pub(crate) fn link(fields: &Fields<'_>, places: &Places<'_>, what: &str) -> Option<Link> {
    refuse_symbolic(fields, &["elongation"]);
    if fields.has("elongation") {
        return None;
    }
    let sides = sides(fields, places, what);
    let direction = fields.direction("direction").optional();
    let (sides, direction) = (sides?, direction?);
    let line = match direction {
        Some(direction) => Line::Directed(direction),
        None => default_line(&sides, places),
    };
    Some(Link { sides, line })
}

fn sides(fields: &Fields<'_>, places: &Places<'_>, what: &str) -> Option<[Side<Attachment>; 2]> {
    let cx = fields.cx;
    let key = one_of(fields, &["nodes", "attach"], what)?;
    let names = fields.names(key).given()?;
    if key == "attach" && names.len() == 1 {
        return Some([places.side(cx, &names[0])?, Side::Ground]);
    }
    check_length(cx, fields.span_of(key), key, names.len(), Length::Exactly(2))?;
    let found = [0, 1].map(|side| places.side(cx, &names[side]));
    let [first, second] = found;
    let sides = [first?, second?];
    if sides[0] == sides[1] {
        let message = format!("{what} joins \"{}\" to itself", names[0].text);
        cx.error(codes::CLASHING_KEYS, fields.span_of(key), message);
        return None;
    }
    Some(sides)
}

/// Along the line between two distinct nodes; in every direction otherwise.
fn default_line(sides: &[Side<Attachment>; 2], places: &Places<'_>) -> Line {
    match (places.position(&sides[0]), places.position(&sides[1])) {
        (Some(from), Some(to)) if length(difference(to, from)) > 0.0 => Line::Axial,
        _ => Line::Isotropic,
    }
}
