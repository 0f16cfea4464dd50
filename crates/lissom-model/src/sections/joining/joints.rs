//! `[[hinge]]`, `[[slide]]`, `[[fix]]`, `[[drive]]`: relative motion of parts and ground.

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::{Diagnostic, Span};
use crate::model::{
    BeamId, Coordinate, Dimension, Direction, Drive, Driven, FePart, FePartId, Fix, Hinge, InitialVelocity,
    Interface, Member, NodeId, RigidBodyId, Side, Slide,
};
use crate::reading::catalogue::{Catalogue, Name};
use crate::reading::context::Context;
use crate::reading::direction::{all_coordinates, coordinate, normalised};
use crate::reading::expression::Vocabulary;
use crate::reading::fields::Fields;
use crate::reading::tables;
use crate::sections::attachment::{clash, one_of};
use crate::sections::fe_parts::find_interface;
use crate::sections::joining::commanded_drives::{COMMANDS, is_commanded};
use crate::sections::joining::motions::{JOINT, Joints, MOTION};
use crate::sections::members::beams::Beams;
use crate::sections::nodes::Nodes;
use crate::sections::rigid_bodies::Bodies;
use crate::text::tree::Table;
use crate::vocabulary::description::{
    Form, Key, Kind, Length, Quantity, Range, Section, defaulted, number, numbers, optional, required,
};

pub(crate) const HINGE: Section = Section {
    name: "hinge",
    form: Form::Array,
    doc: "A rotational joint: the joined members share position, not rotation. Members that end there and \
        that no hinge names are clamped to the first of `between`; where two members are named, the check \
        warns about others (L0421).",
    keys: HINGE_KEYS,
};

const HINGE_KEYS: &[Key] = &[
    optional("name", Kind::Text, "name of the hinge; default: `hinge 1` …"),
    required(
        "at",
        Kind::Names("node"),
        "the node; where parts in large motion meet, both places: [\"crank.B\", \"rod.A\"]",
    ),
    required(
        "between",
        Kind::NameList("beam, rigid body or FE part", Length::Exactly(2)),
        "two beams, rigid bodies or FE parts in large motion that meet there, or one and \"ground\"",
    ),
    optional("axis", numbers("*", Range::Any, Length::Exactly(3)), "axis of rotation (required in space)"),
    defaulted("stiffness", number("N*m/rad", Range::NonNegative), "0", "torsional stiffness"),
    defaulted("damping", number("N*m*s/rad", Range::NonNegative), "0", "torsional damping"),
];

pub(crate) const SLIDE: Section = Section {
    name: "slide",
    form: Form::Array,
    doc: "A node that moves along one direction only; its rotation stays free. In space also, with `between`, a part that moves along an \
          axis of another part: without turning (a prismatic joint), or turning freely (a pin in a slot). Motion of that form: \
          `displacement`.",
    keys: SLIDE_KEYS,
};

const SLIDE_KEYS: &[Key] = &[
    optional("name", Kind::Text, "name of a slide between parts; default: `slide 1` …"),
    optional("node", Kind::Name("node"), "the node; required without `between`"),
    optional("direction", Kind::Direction, "the direction the node may move along"),
    optional(
        "at",
        Kind::Names("node"),
        "with `between`: a node of each side, [\"P\", \"Q\"], at one place or along the axis; one node where the other side is \"ground\"",
    ),
    optional(
        "between",
        Kind::NameList("beam or rigid body", Length::Exactly(2)),
        "two beams or rigid bodies that end there, or one and \"ground\" (space)",
    ),
    optional(
        "axis",
        numbers("*", Range::Any, Length::Exactly(3)),
        "with `between`: the axis, fixed to the first side",
    ),
    defaulted(
        "rotation",
        Kind::Word(&["shared", "free"]),
        "shared",
        "with `between`: whether the sides turn together, or the second turns freely",
    ),
    defaulted(
        "stiffness",
        number("N/m", Range::NonNegative),
        "0",
        "with `between`: stiffness along the axis",
    ),
    defaulted("damping", number("N*s/m", Range::NonNegative), "0", "with `between`: damping along the axis"),
];

const SLIDE_OF_PARTS: &[&str] = &["name", "at", "between", "axis", "rotation", "stiffness", "damping"];

/// Whether a slide is between parts.
pub(crate) fn is_slide_of_parts(table: &Table) -> bool {
    ["at", "between", "axis"].iter().any(|key| table.get(key).is_some())
}

pub(crate) const FIX: Section = Section {
    name: "fix",
    form: Form::Array,
    doc: "A support: coordinates of nodes or interfaces fixed at zero.",
    keys: FIX_KEYS,
};

const FIX_KEYS: &[Key] = &[
    optional("nodes", Kind::Names("node"), "the fixed nodes"),
    optional(
        "interfaces",
        Kind::Names("interface"),
        "the fixed interfaces of imported parts: `interface` or `part.interface`",
    ),
    defaulted(
        "directions",
        Kind::Words(&["x", "y", "z", "phi", "rx", "ry", "rz"]),
        "all",
        "the fixed coordinates: x, y, phi in the plane; x, y, z, rx, ry, rz in space",
    ),
    optional(
        "moved",
        numbers("m", Range::Any, Length::Exactly(3)),
        "displacement of the support from the reference configuration, such as a misalignment (space)",
    ),
    optional(
        "turned",
        numbers("rad", Range::Any, Length::Exactly(3)),
        "rotation of the support from the reference configuration: [rx, ry, rz], a rotation vector (space)",
    ),
];

pub(crate) const DRIVE: Section = Section {
    name: "drive",
    form: Form::Array,
    doc: "A prescribed motion: the angle of a hinge, a motion of a joint, or the displacement of a node, by a law of `t` or commanded by a controller.",
    keys: DRIVE_KEYS,
};

pub(super) const DRIVE_KEYS: &[Key] = &[
    optional("name", Kind::Text, "name of the drive; default: `drive 1` …"),
    optional("hinge", Kind::Name("hinge"), "the hinge that is driven"),
    JOINT,
    MOTION,
    optional("angle", Kind::Law("t"), "angle of the hinge or joint from the reference configuration [rad]"),
    optional("node", Kind::Name("node"), "the node that is driven"),
    optional("direction", Kind::Direction, "the direction it is driven in"),
    optional(
        "displacement",
        Kind::Law("t"),
        "displacement of the node or joint from the reference configuration [m] or [rad]",
    ),
    optional(
        "command",
        Kind::Word(COMMANDS),
        "instead of a law: what a [[controller]] commands of the motion; a rate or position is followed with `time_constant`",
    ),
    optional(
        "time_constant",
        number("s", Range::Positive),
        "time constant T with which a commanded rate (1/(1 + T s)) or position (1/(1 + T s)^2) is followed [s]",
    ),
];

pub(crate) const INITIAL: Section = Section {
    name: "initial",
    form: Form::Array,
    doc: "An initial velocity of a motion in time: the rate of a hinge or joint, or the velocity of a node. Joints that are given \
          move as given, the others start at rest if they can. Otherwise the start is that of an impulse at the given places, the motion of least \
          energy: of joints alone if they can give these velocities, with deformations if not.",
    keys: INITIAL_KEYS,
};

const INITIAL_KEYS: &[Key] = &[
    optional("hinge", Kind::Name("hinge"), "the hinge that turns"),
    JOINT,
    MOTION,
    optional("rate", number("rad/s | m/s", Range::Any), "rate of the hinge or of the motion of the joint"),
    optional("node", Kind::Name("node"), "the node that moves"),
    optional("direction", Kind::Direction, "the direction it moves in, or the axis it turns about"),
    optional("velocity", number("m/s | rad/s", Range::Any), "its velocity in that direction"),
];

/// Entries that hinges refer to.
#[derive(Clone, Copy)]
pub(crate) struct Joined<'a> {
    pub nodes: &'a Nodes,
    pub beams: &'a Beams,
    pub bodies: &'a Bodies,
    pub fe_parts: &'a Catalogue<FePart>,
}

pub(crate) fn read_hinges(cx: &Context<'_>, root: &Table, parts: Joined<'_>) -> Catalogue<Hinge> {
    let mut hinges = Catalogue::new("hinge");
    for table in tables::array(cx, root, "hinge") {
        let fields = Fields::open(cx, table, HINGE_KEYS, "[[hinge]]");
        let name = fields.own_name("hinge");
        let hinge = hinge(&fields, &name, parts);
        hinges.add(cx, name, hinge);
    }
    check_mirrored(cx, &hinges, parts);
    hinges
}

/// Where a planar component is mirrored, the angle of a hinge is counted from the second member to the first, so that
/// drives and torques turn the mirror image. Members that no hinge names would then be clamped to the other one.
fn check_mirrored(cx: &Context<'_>, hinges: &Catalogue<Hinge>, parts: Joined<'_>) {
    let all = || hinges.items().iter().filter_map(|item| item.value.as_ref());
    for hinge in all().filter(|hinge| is_reversed(cx, hinge.span)) {
        let named = |member: Member| {
            all().any(|other| other.at == hinge.at && other.between.contains(&Side::Part(member)))
        };
        let beams = parts.beams.ends.iter().enumerate().filter(|(_, ends)| ends.contains(&Some(hinge.at)));
        let bodies = parts.bodies.nodes.iter().enumerate().filter(|(_, nodes)| nodes.contains(&hinge.at));
        let beams = beams.map(|(at, _)| Member::Beam(BeamId(at)));
        let mut members = beams.chain(bodies.map(|(at, _)| Member::Body(RigidBodyId(at))));
        if members.any(|member| !named(member)) {
            let message = format!(
                "the component is mirrored, and a member that no hinge names is clamped at hinge \"{}\"",
                hinge.name
            );
            let diagnostic = Diagnostic::error(codes::TURNED, hinge.span, message);
            cx.report(
                diagnostic.hint(
                    "name every member that ends there in a [[hinge]], or join them by a [[rigid_body]]",
                ),
            );
        }
    }
}

fn is_reversed(cx: &Context<'_>, span: Span) -> bool {
    cx.dimension != Dimension::Three && cx.scope(span).frame.is_mirrored()
}

fn hinge(fields: &Fields<'_>, name: &Name, parts: Joined<'_>) -> Option<Hinge> {
    let at = hinge_node(fields, parts.nodes);
    let between = between(fields, at, parts);
    let axis = axis(fields);
    let stiffness = fields.number("stiffness").or(0.0);
    let damping = fields.number("damping").or(0.0);
    Some(Hinge {
        name: name.text.clone(),
        at: at?,
        between: between?,
        axis: axis?,
        stiffness: stiffness?,
        damping: damping?,
        span: fields.span(),
    })
}

/// The node of a hinge; two places are one node when a part in large motion has an interface there.
fn hinge_node(fields: &Fields<'_>, nodes: &Nodes) -> Option<NodeId> {
    let names = fields.names("at").given()?;
    let found: Vec<Option<usize>> = names.iter().map(|name| nodes.find(fields.cx, name)).collect();
    let found = found.into_iter().collect::<Option<Vec<usize>>>()?;
    match found[..] {
        [first] => Some(NodeId(first)),
        [first, second] if first == second && names[0].text != names[1].text => Some(NodeId(first)),
        // The places do not meet, which is reported.
        [..] if fields.cx.has_errors() => None,
        [..] => {
            let message = "a hinge is at one node, or where two parts in large motion meet";
            let diagnostic = Diagnostic::error(codes::WRONG_LENGTH, fields.span_of("at"), message);
            fields.cx.report(diagnostic.hint("such as at = \"A\", or at = [\"crank.B\", \"rod.A\"]"));
            None
        }
    }
}

fn between(fields: &Fields<'_>, at: Option<NodeId>, parts: Joined<'_>) -> Option<[Side<Member>; 2]> {
    let cx = fields.cx;
    let names = fields.names("between").given()?;
    crate::reading::fields::check_length(
        cx,
        fields.span_of("between"),
        "between",
        names.len(),
        Length::Exactly(2),
    )?;
    let sides = [0, 1].map(|side| self::side(cx, &names[side], at, parts));
    let [first, second] = [sides[0]?, sides[1]?];
    if first == second {
        let message = format!("the hinge joins \"{}\" to itself", names[0].text);
        cx.error(codes::CLASHING_KEYS, fields.span_of("between"), message);
        return None;
    }
    Some(if is_reversed(cx, fields.span()) { [second, first] } else { [first, second] })
}

/// Reports a key that makes sense with another only.
fn needs(fields: &Fields<'_>, other: &str, key: &str) {
    let message = format!("`{key}` of a slide needs `{other}`, the two parts it joins");
    fields.cx.error(codes::MISSING_KEY, fields.key_span(key), message);
}

/// A side of a joint at a node.
pub(crate) fn side(
    cx: &Context<'_>,
    name: &Name,
    at: Option<NodeId>,
    parts: Joined<'_>,
) -> Option<Side<Member>> {
    if name.text == "ground" {
        return Some(Side::Ground);
    }
    let called = |node: NodeId| &parts.nodes.item(node.0).name.text;
    if let Some(body) = parts.bodies.catalogue.position(&name.text) {
        parts.bodies.catalogue.mark_used(body);
        let members = &parts.bodies.nodes[body];
        let at = at?;
        if !members.is_empty() && !members.contains(&at) {
            let message = format!("rigid body \"{}\" has no node \"{}\"", name.text, called(at));
            let hint = "add the node to the `nodes` of the body";
            cx.report(Diagnostic::error(codes::NOT_AT_NODE, name.span, message).hint(hint));
            return None;
        }
        return Some(Side::Part(Member::Body(RigidBodyId(body))));
    }
    if let Some(part) = parts.fe_parts.position(&name.text) {
        parts.fe_parts.mark_used(part);
        return part_side(cx, name, at?, parts, part);
    }
    let beam = parts.beams.find_at(cx, name, at)?;
    let (ends, at) = (parts.beams.ends[beam], at?);
    let [first, second] = [ends[0]?, ends[1]?];
    if first != at && second != at {
        let message = format!("beam \"{}\" does not end at node \"{}\"", name.text, called(at));
        let hint = format!("it goes from \"{}\" to \"{}\"", called(first), called(second));
        cx.report(Diagnostic::error(codes::NOT_AT_NODE, name.span, message).hint(hint));
        return None;
    }
    Some(Side::Part(Member::Beam(BeamId(beam))))
}

/// An FE part as a side of a joint: it moves as a body, and has an interface at the node.
fn part_side(
    cx: &Context<'_>,
    name: &Name,
    at: NodeId,
    parts: Joined<'_>,
    part: usize,
) -> Option<Side<Member>> {
    let Some(motion) = &parts.fe_parts.item(part).value.as_ref()?.motion else {
        let message = format!("FE part \"{}\" moves a little only, so that no joint can hold it", name.text);
        let hint = "write motion = \"large\" in its [[fe_part]], or join it with [[join]]";
        cx.report(Diagnostic::error(codes::NOT_AT_NODE, name.span, message).hint(hint));
        return None;
    };
    if !motion.nodes.contains(&at) {
        let called = |node: &NodeId| format!("\"{}\"", parts.nodes.item(node.0).name.text);
        let message = format!("FE part \"{}\" has no interface at {}", name.text, called(&at));
        let known = motion.nodes.iter().map(called).collect::<Vec<_>>().join(", ");
        cx.report(Diagnostic::error(codes::NOT_AT_NODE, name.span, message).hint(format!("it has {known}")));
        return None;
    }
    Some(Side::Part(Member::Part(FePartId(part))))
}

fn axis(fields: &Fields<'_>) -> Option<[f64; 3]> {
    let cx = fields.cx;
    let given = fields.vector("axis").optional()?;
    match (cx.dimension, given) {
        (Dimension::Three, Some(vector)) => {
            normalised(cx, vector, fields.span_of("axis"), "axis").map(|axis| fields.frame().axis(axis))
        }
        (Dimension::Three, None) => {
            let message = "a hinge in space needs its `axis`";
            cx.report(
                Diagnostic::error(codes::MISSING_KEY, fields.span(), message)
                    .hint("such as axis = [0, 0, 1]"),
            );
            None
        }
        (_, Some(_)) => {
            let message = "hinges of a planar model turn about z; `axis` applies to spatial models only";
            cx.error(codes::WRONG_DIMENSION, fields.key_span("axis"), message);
            None
        }
        (_, None) => Some([0.0, 0.0, 1.0]),
    }
}

pub(crate) fn read_slides(cx: &Context<'_>, root: &Table, nodes: &Nodes) -> Option<Vec<Slide>> {
    let slides: Vec<Option<Slide>> = tables::array(cx, root, "slide")
        .into_iter()
        .filter(|table| !is_slide_of_parts(table))
        .map(|table| {
            let fields = Fields::open(cx, table, SLIDE_KEYS, "[[slide]]");
            fields.given(SLIDE_OF_PARTS).iter().for_each(|stray| needs(&fields, "between", stray));
            fields.need("node", "[[slide]]");
            fields.need("direction", "[[slide]]");
            let node = fields.name("node").given().and_then(|name| nodes.find(cx, &name));
            let direction = fields.direction("direction").given();
            let direction = translation(&fields, direction?);
            Some(Slide { node: NodeId(node?), direction: direction?, span: fields.span() })
        })
        .collect();
    slides.into_iter().collect()
}

fn translation(fields: &Fields<'_>, direction: Direction) -> Option<[f64; 3]> {
    match direction {
        Direction::Along(unit) => Some(unit),
        Direction::About(_) => {
            let message = "a node slides along a direction, not about an axis";
            fields.cx.error(codes::BAD_DIRECTION, fields.span_of("direction"), message);
            None
        }
    }
}

pub(crate) fn read_fixes(
    cx: &Context<'_>,
    root: &Table,
    nodes: &Nodes,
    interfaces: &Catalogue<Interface>,
) -> Option<Vec<Fix>> {
    let fixes: Vec<Option<Fix>> = tables::array(cx, root, "fix")
        .into_iter()
        .map(|table| fix(&Fields::open(cx, table, FIX_KEYS, "[[fix]]"), nodes, interfaces))
        .collect();
    fixes.into_iter().collect()
}

fn fix(fields: &Fields<'_>, nodes: &Nodes, interfaces: &Catalogue<Interface>) -> Option<Fix> {
    let cx = fields.cx;
    let is_interface = one_of(fields, &["nodes", "interfaces"], "a support")? == "interfaces";
    let key = if is_interface { "interfaces" } else { "nodes" };
    let names = fields.names(key).given().and_then(|names| {
        crate::reading::fields::check_length(cx, fields.span_of(key), key, names.len(), Length::Some)?;
        Some(names)
    });
    let held: Option<(Vec<NodeId>, Vec<String>)> = match is_interface {
        true => names.and_then(|names| {
            let found: Vec<_> = names.iter().map(|name| find_interface(cx, interfaces, name)).collect();
            let found = found.into_iter().collect::<Option<Vec<String>>>()?;
            Some(split_by_motion(found, nodes, interfaces))
        }),
        false => names.and_then(|names| {
            let found: Vec<_> = names.iter().map(|name| nodes.find(cx, name).map(NodeId)).collect();
            Some((found.into_iter().collect::<Option<_>>()?, Vec::new()))
        }),
    };
    let coordinates = fields.names("directions").and_then(|names| {
        crate::reading::fields::check_length(
            cx,
            fields.span_of("directions"),
            "directions",
            names.len(),
            Length::Some,
        )?;
        let found: Vec<Option<Coordinate>> = names.iter().map(|name| coordinate(cx, name)).collect();
        turned_coordinates(fields, &found.into_iter().collect::<Option<Vec<_>>>()?)
    });
    let coordinates = coordinates.or(all_coordinates(cx.dimension).to_vec());
    let (moved, turned) = (misplaced(fields, "moved"), misplaced(fields, "turned"));
    let (nodes, interfaces) = held?;
    let (coordinates, moved, turned) = (coordinates?, moved?, turned?);
    check_misplaced(fields, &coordinates)?;
    Some(Fix { nodes, interfaces, coordinates, moved, turned, span: fields.span() })
}

/// Interfaces of parts in large motion are nodes; the others keep their names.
fn split_by_motion(
    names: Vec<String>,
    nodes: &Nodes,
    interfaces: &Catalogue<Interface>,
) -> (Vec<NodeId>, Vec<String>) {
    let (mut held, mut others) = (Vec::new(), Vec::new());
    for name in names {
        let known = interfaces.items().iter().filter_map(|item| item.value.as_ref());
        let known = known.into_iter().find(|known| known.is_called(&name));
        match known.and_then(|known| nodes.position(&known.full_name())) {
            Some(node) => held.push(NodeId(node)),
            None => others.push(name),
        }
    }
    (held, others)
}

/// `moved` or `turned` of a support, in the model.
fn misplaced(fields: &Fields<'_>, key: &str) -> Option<[f64; 3]> {
    let given = fields.vector(key).optional()?;
    let Some(vector) = given else { return Some([0.0; 3]) };
    if fields.cx.dimension != Dimension::Three {
        let message = format!("`{key}` of a support belongs to spatial models");
        let diagnostic = Diagnostic::error(codes::WRONG_DIMENSION, fields.key_span(key), message);
        fields.cx.report(diagnostic.hint("in the plane move the node by a [[drive]]"));
        return None;
    }
    Some(if key == "moved" { fields.frame().vector(vector) } else { fields.frame().axis(vector) })
}

/// A support is moved or turned as a whole: then all its coordinates of that kind are fixed.
fn check_misplaced(fields: &Fields<'_>, coordinates: &[Coordinate]) -> Option<()> {
    use Coordinate::{Rx, Ry, Rz, X, Y, Z};
    for (key, needed) in [("moved", [X, Y, Z]), ("turned", [Rx, Ry, Rz])] {
        let is_interface = fields.has("interfaces");
        if fields.has(key) && (is_interface || needed.iter().any(|c| !coordinates.contains(c))) {
            let what = if key == "moved" { "x, y and z" } else { "rx, ry and rz" };
            let message = format!("`{key}` needs nodes whose {what} are fixed");
            let diagnostic = Diagnostic::error(codes::REQUEST_LACKS, fields.key_span(key), message);
            fields.cx.report(diagnostic.hint("a single coordinate is moved by a [[drive]]"));
            return None;
        }
    }
    Some(())
}

/// The fixed coordinates of a component that may be turned, as coordinates of the model, in order.
fn turned_coordinates(fields: &Fields<'_>, fixed: &[Coordinate]) -> Option<Vec<Coordinate>> {
    use Coordinate::{Rx, Ry, Rz, X, Y, Z};
    let mut found = Vec::new();
    for axes in [[X, Y, Z], [Rx, Ry, Rz]] {
        // The fixed directions span a space; it must be spanned by axes of the model.
        let held = axes.map(|axis| if fixed.contains(&axis) { 1.0 } else { 0.0 });
        let Some(held) = fields.frame().diagonal(held) else {
            let message = "the component is turned, and these directions are not those of the model";
            let diagnostic = Diagnostic::error(codes::TURNED, fields.span_of("directions"), message);
            fields.cx.report(diagnostic.hint(
                "a support fixes coordinates of the model: turn by right angles, fix all directions, or use a [[slide]]",
            ));
            return None;
        };
        found.extend(axes.into_iter().zip(held).filter(|(_, held)| *held > 0.5).map(|(axis, _)| axis));
    }
    Some(found)
}

pub(crate) fn read_drives(
    cx: &Context<'_>,
    root: &Table,
    nodes: &Nodes,
    joints: &Joints<'_>,
) -> Catalogue<Drive> {
    let mut drives = Catalogue::new("drive");
    for table in tables::array(cx, root, "drive").into_iter().filter(|table| !is_commanded(table)) {
        let fields = Fields::open(cx, table, DRIVE_KEYS, "[[drive]]");
        let name = fields.own_name("drive");
        if fields.has("time_constant") {
            let message = "`time_constant` belongs to a drive with `command`";
            cx.error(codes::METHOD_KEY, fields.key_span("time_constant"), message);
        }
        let drive = drive(&fields, &name, nodes, joints);
        drives.add(cx, name, drive);
    }
    drives
}

fn drive(fields: &Fields<'_>, name: &Name, nodes: &Nodes, joints: &Joints<'_>) -> Option<Drive> {
    let cx = fields.cx;
    let by = one_of(fields, &["hinge", "joint", "node"], "a drive")?;
    let (what, law) = if by != "node" {
        let named = joints.motion(fields);
        if named.is_none() && by == "joint" {
            // What its law should be is not known.
            return None;
        }
        let turns = named.is_none_or(|named| named.motion.turns);
        let (key, other) = if turns { ("angle", "displacement") } else { ("displacement", "angle") };
        for stray in fields.given(&["direction", other]) {
            clash(fields, by, stray);
        }
        let law = required_law(fields, key, if turns { "-" } else { "m" });
        (named?.what, law?)
    } else {
        for stray in fields.given(&["angle", "motion"]) {
            clash(fields, "node", stray);
        }
        let node = fields.name("node").given().and_then(|node| nodes.find(cx, &node));
        let direction = match fields.direction("direction").optional()? {
            Some(direction) => Some(direction),
            None => {
                cx.error(codes::MISSING_KEY, fields.span(), "a driven node needs a `direction`");
                None
            }
        };
        let unit = if matches!(direction, Some(Direction::About(_))) { "-" } else { "m" };
        let law = required_law(fields, "displacement", unit);
        (Driven::Node(NodeId(node?), direction?), law?)
    };
    Some(Drive { name: name.text.clone(), what, law, span: fields.span() })
}

/// Reads `[[initial]]`.
pub(crate) fn read_initial(
    cx: &Context<'_>,
    root: &Table,
    nodes: &Nodes,
    joints: &Joints<'_>,
) -> Option<Vec<InitialVelocity>> {
    let read = |table| initial(&Fields::open(cx, table, INITIAL_KEYS, "[[initial]]"), nodes, joints);
    let all: Vec<Option<InitialVelocity>> =
        tables::array(cx, root, "initial").into_iter().map(read).collect();
    all.into_iter().collect()
}

fn initial(fields: &Fields<'_>, nodes: &Nodes, joints: &Joints<'_>) -> Option<InitialVelocity> {
    let cx = fields.cx;
    let turning = Quantity { unit: "rad/s", range: Range::Any };
    let moving = Quantity { unit: "m/s", range: Range::Any };
    let by = one_of(fields, &["hinge", "joint", "node"], "an initial velocity")?;
    let (what, value) = if by != "node" {
        fields.given(&["direction", "velocity"]).iter().for_each(|stray| clash(fields, by, stray));
        let named = joints.motion(fields);
        let turns = named.is_none_or(|named| named.motion.turns);
        let rate = required_velocity(fields, "rate", if turns { turning } else { moving });
        (named?.what, rate?)
    } else {
        fields.given(&["rate", "motion"]).iter().for_each(|stray| clash(fields, "node", stray));
        let node = fields.name("node").given().and_then(|node| nodes.find(cx, &node));
        let direction = fields.direction("direction").optional()?;
        if direction.is_none() {
            cx.error(codes::MISSING_KEY, fields.span(), "the velocity of a node needs a `direction`");
        }
        let quantity = match direction {
            Some(Direction::About(_)) => turning,
            _ => moving,
        };
        let velocity = required_velocity(fields, "velocity", quantity);
        (Driven::Node(NodeId(node?), direction?), velocity?)
    };
    Some(InitialVelocity { what, value, span: fields.span() })
}

fn required_velocity(fields: &Fields<'_>, key: &str, quantity: Quantity) -> Option<f64> {
    let found = fields.number_as(key, quantity).optional()?;
    if found.is_none() {
        fields.cx.error(codes::MISSING_KEY, fields.span(), format!("an initial velocity needs its `{key}`"));
    }
    found
}

fn required_law(fields: &Fields<'_>, key: &str, unit: &'static str) -> Option<crate::model::Law> {
    let quantity = Quantity { unit, range: Range::Any };
    match fields.law(key, &Vocabulary::time(quantity)).optional()? {
        Some(law) => Some(law),
        None => {
            fields.cx.error(codes::MISSING_KEY, fields.span(), format!("a drive needs its law `{key}`"));
            None
        }
    }
}
