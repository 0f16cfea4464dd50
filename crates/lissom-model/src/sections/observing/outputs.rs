//! `[[output]]`: reported quantities.

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::Diagnostic;
use crate::model::{
    Attachment, BeamId, BondElement, Dimension, Drive, Driven, Measured, NodeId, Observed, Output,
};
use crate::reading::catalogue::{Catalogue, Name};
use crate::reading::context::Context;
use crate::reading::direction::{coordinate, coordinate_names};
use crate::reading::expression::{Calls, Vocabulary};
use crate::reading::fields::Fields;
use crate::reading::tables;
use crate::sections::attachment::{Places, clash, one_of};
use crate::sections::joining::commanded_drives::CommandedDrive;
use crate::sections::joining::motions::{Joints, MOTION};
use crate::sections::members::beams::Beams;
use crate::sections::observing::quantities;
use crate::text::tree::Table;
use crate::vocabulary::description::{
    Form, Key, Kind, Length, Quantity, Range, Section, defaulted, number, numbers, optional,
};

pub(crate) const OUTPUT: Section = Section {
    name: "output",
    form: Form::Array,
    doc: "A quantity to report: a displacement, any other quantity of a mechanism in motion, an expression, a deflection, \
          or a flow or effort of a bond graph.",
    keys: KEYS,
};

const KEYS: &[Key] = &[
    optional("name", Kind::Text, "name of the output; default: `output 1` …"),
    optional(
        "quantity",
        Kind::Word(quantities::WORDS),
        "what is reported; default: the displacement of a node or port",
    ),
    optional("node", Kind::Name("node"), "the node; without `quantity` its displacement"),
    optional("attach", Kind::Name("port"), "displacement of this port, `body.port`"),
    optional("direction", Kind::Direction, "direction of a vector, or axis of a rotation or moment"),
    optional(
        "expression",
        Kind::Law(
            "t, x(NODE), y(NODE), z(NODE), phi(NODE), vx(NODE), vy(NODE), omega(NODE), position(PLACE), velocity(PLACE), \
             outputs above",
        ),
        "an expression of displacements, of rates (vx, vy, omega; in space vx, vy, vz, wx, wy, wz), and of outputs above it by \
         name; PLACE is a port, or a mass of a bond graph",
    ),
    optional("deflection", Kind::Name("beam"), "transverse deflection of this beam from its chord"),
    optional("hinge", Kind::Name("hinge"), "the hinge; without `quantity` its angle"),
    optional("joint", Kind::Name("joint"), "the joint, of any kind; without `quantity` its `motion`"),
    MOTION,
    optional(
        "axis",
        numbers("*", Range::Any, Length::Exactly(3)),
        "vector that turns with the node, in the reference configuration, for the \"axis component\"",
    ),
    optional(
        "component",
        Kind::Count(0, 3),
        "number of the component of the \"quaternion\"; 0 is the scalar part",
    ),
    optional("drive", Kind::Name("drive"), "the drive that `quantity` is about"),
    optional("beam", Kind::Name("beam"), "the beam that `quantity` is about"),
    defaulted("at", number("-", Range::Fraction), "0.5", "where along the beam, as a fraction of its length"),
    optional("flow", Kind::Name("bond-graph element"), "flow of this bond-graph element"),
    optional("effort", Kind::Name("bond-graph element"), "effort of this bond-graph element"),
    optional(
        "stored",
        Kind::Name("bond-graph element"),
        "displacement of this C, or momentum of this I, of a bond graph",
    ),
];

const FORMS: &[&str] =
    &["node", "hinge", "joint", "attach", "expression", "deflection", "flow", "effort", "stored"];
const PLACE_FUNCTIONS: &[&str] = &["position", "velocity"];

/// Rates of the motions of a node of a mechanism: of x, y and phi in the plane, components of velocity and spin in space.
pub(crate) fn rates(dimension: Dimension) -> &'static [&'static str] {
    match dimension {
        Dimension::Three => &["vx", "vy", "vz", "wx", "wy", "wz"],
        _ => &["vx", "vy", "omega"],
    }
}

/// Entries that outputs refer to.
pub(crate) struct Parts<'a> {
    pub places: &'a Places<'a>,
    pub beams: &'a Beams,
    pub joints: &'a Joints<'a>,
    pub drives: &'a Catalogue<Drive>,
    pub commanded: &'a Catalogue<CommandedDrive>,
    /// Whether a mass has this name.
    pub is_mass: &'a dyn Fn(&str) -> bool,
    pub elements: &'a Catalogue<BondElement>,
    /// Coordinates of the symbolic system.
    pub coordinates: &'a [String],
}

pub(crate) fn read(cx: &Context<'_>, root: &Table, parts: &Parts<'_>) -> Catalogue<Output> {
    let mut outputs = Catalogue::new("output");
    for table in tables::array(cx, root, "output") {
        let fields = Fields::open(cx, table, KEYS, "[[output]]");
        let name = fields.own_name("output");
        let measured = match fields.has("quantity") {
            true => quantities::read(&fields, parts),
            false => read_measured(&fields, parts, &outputs),
        };
        let output = measured.map(|what| Output { name: name.text.clone(), what, span: fields.span() });
        outputs.add(cx, name, output);
    }
    outputs
}

fn read_measured(fields: &Fields<'_>, parts: &Parts<'_>, above: &Catalogue<Output>) -> Option<Measured> {
    let cx = fields.cx;
    if let Some(object) =
        fields.given(quantities::OBJECTS).into_iter().find(|object| !matches!(*object, "hinge" | "joint"))
    {
        let message = format!("`{object}` says what a `quantity` is about, and there is no `quantity`");
        let diagnostic = Diagnostic::error(codes::MISSING_KEY, fields.key_span(object), message);
        cx.report(diagnostic.hint(quantities::of_object(object)));
        return None;
    }
    let form = one_of(fields, FORMS, "an output")?;
    if !matches!(form, "node" | "attach") && fields.has("direction") {
        clash(fields, form, "direction");
    }
    if form != "deflection" && fields.has("at") {
        clash(fields, form, "at");
    }
    let strays: &[&str] =
        if form == "joint" { &["axis", "component"] } else { &["axis", "component", "motion"] };
    fields.given(strays).iter().for_each(|stray| clash(fields, form, stray));
    let element = |key| fields.name(key).given().filter(|name| parts.elements.find(cx, name).is_some());
    match form {
        "node" | "attach" => {
            let at = parts.places.of(fields, "an output");
            let direction = parts.places.direction_at(fields, at.as_ref());
            Some(Measured::Displacement(at?, direction?))
        }
        "hinge" | "joint" => match parts.joints.motion(fields)?.what {
            Driven::Hinge(hinge) => Some(Measured::Observed(Observed::Angle(hinge))),
            Driven::Joint(motion) => Some(Measured::Observed(Observed::JointCoordinate(motion))),
            Driven::Node(..) => None,
        },
        "expression" => expression(fields, parts, above),
        "deflection" => {
            let beam = fields.name("deflection").given().and_then(|name| parts.beams.find(cx, &name));
            let at = fields.number("at").or(0.5);
            Some(Measured::Deflection(BeamId(beam?), at?))
        }
        "flow" => element("flow").map(|name| Measured::Flow(name.text)),
        "stored" => stored(fields, parts).map(Measured::Stored),
        _ => element("effort").map(|name| Measured::Effort(name.text)),
    }
}

/// The name of a C or I.
fn stored(fields: &Fields<'_>, parts: &Parts<'_>) -> Option<String> {
    let name = fields.name("stored").given()?;
    let element = parts.elements.item(parts.elements.find(fields.cx, &name)?).value.as_ref()?;
    if ["C", "I"].contains(&element.kind.as_str()) && element.field.is_none() {
        return Some(name.text);
    }
    let message = format!("\"{}\" of type {} has no single energy variable", name.text, element.kind);
    let diagnostic = Diagnostic::error(codes::BOND_VALUE, name.span, message);
    fields.cx.report(
        diagnostic.hint("a C has a displacement, an I a momentum; use `flow` or `effort` of the others"),
    );
    None
}

fn expression(fields: &Fields<'_>, parts: &Parts<'_>, above: &Catalogue<Output>) -> Option<Measured> {
    let check = |function: &Name, place: &Name| check_call(fields.cx, parts, function, place);
    // A parameter or signal keeps its meaning where an output has the same name.
    let is_free = |name: &&str| fields.cx.definition(name, fields.span()).is_none();
    let coordinates = parts.coordinates.iter().map(String::as_str);
    let variables: Vec<&str> = coordinates.chain(["t"]).chain(above.names().filter(is_free)).collect();
    let vocabulary = Vocabulary {
        quantity: Quantity { unit: "*", range: Range::Any },
        variables: &variables,
        calls: Calls::Places(&check),
        keeps_parameters: false,
    };
    fields.law("expression", &vocabulary).given().map(Measured::Expression)
}

/// Checks `y(NODE)` or `position(PLACE)`; returns the name of the node or place.
fn check_call(cx: &Context<'_>, parts: &Parts<'_>, function: &Name, place: &Name) -> Option<String> {
    let node = |at: usize| parts.places.nodes.item(at).name.text.clone();
    if PLACE_FUNCTIONS.contains(&function.text.as_str()) {
        if (parts.is_mass)(&place.text) {
            return Some(place.text.clone());
        }
        return match parts.places.find(cx, place)? {
            Attachment::Port { .. } | Attachment::Symbolic => Some(place.text.clone()),
            Attachment::Node(NodeId(_)) => {
                let names: Vec<&str> = coordinate_names(cx.dimension).to_vec();
                let message =
                    format!("a node moves in several directions, so `{}` is ambiguous", function.text);
                let names = if function.text == "velocity" { rates(cx.dimension).to_vec() } else { names };
                let hint = format!("write {}({}), with one of {}", names[0], place.text, names.join(", "));
                cx.report(Diagnostic::error(codes::BAD_DIRECTION, function.span, message).hint(hint));
                None
            }
        };
    }
    let rates = rates(cx.dimension);
    if rates.contains(&function.text.as_str()) {
        return parts.places.nodes.find(cx, place).map(node);
    }
    let known = coordinate_names(cx.dimension).iter().chain(&["phi", "rz", "z", "rx", "ry"]);
    if !known.clone().any(|name| *name == function.text) {
        let message = format!("the function `{}` is not known", function.text);
        let diagnostic = Diagnostic::error(codes::UNKNOWN_SYMBOL, function.span, message);
        cx.report(diagnostic.suggest(&function.text, known.chain(PLACE_FUNCTIONS).chain(rates).copied()));
        return None;
    }
    let found = parts.places.nodes.find(cx, place);
    coordinate(cx, function)?;
    found.map(node)
}
