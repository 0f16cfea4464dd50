//! Joints of spatial models: one registry, from which sections, reference, schema and Python methods are made.

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::Diagnostic;
use crate::model::{
    Dimension, HINGE_MOTIONS, Hinge, Joint, JointKind, Member, Motion, MotionElasticity, NodeId, Side,
};
use crate::reading::catalogue::{Catalogue, Name};
use crate::reading::context::Context;
use crate::reading::expression;
use crate::reading::fields::{self, Fields};
use crate::reading::tables;
use crate::sections::attachment::clash;
use crate::sections::joining::joint_axes;
use crate::sections::joining::joints::{self, Joined, side};
use crate::text::tree::{Table, ValueKind};
use crate::vocabulary::description::{
    Form, Key, Kind, Length, Quantity, Range, Section, defaulted, number, numbers, optional, required,
};

/// A kind of joint: the section that describes it and the motions it leaves free.
#[derive(Clone, Copy, Debug)]
pub struct JointDescription {
    /// Its section: name, meaning, keys.
    pub section: Section,
    /// Its free motions, by the names that drives, torques, stops, frictions and outputs use.
    pub motions: &'static [Motion],
    /// Whether planar models have it.
    pub planar: bool,
}

/// All kinds of joints.
pub const JOINTS: &[JointDescription] = &[
    JointDescription { section: joints::HINGE, motions: HINGE_MOTIONS, planar: true },
    of(SPHERICAL, JointKind::Spherical),
    of(UNIVERSAL, JointKind::Universal),
    of(joints::SLIDE, JointKind::Slide),
    of(CYLINDRICAL, JointKind::Cylindrical),
    of(PLANAR, JointKind::Planar),
    of(SCREW, JointKind::Screw { lead: 1.0 }),
    of(WELD, JointKind::Weld),
    of(BUSHING, JointKind::Bushing),
];

const fn of(section: Section, kind: JointKind) -> JointDescription {
    JointDescription { section, motions: kind.motions(), planar: false }
}

const NAME: Key = optional("name", Kind::Text, "name of the joint; default: its kind and number");
const AT_ONE: Key = required("at", Kind::Name("node"), "the node that both sides share");
const AT_TWO: Key = required(
    "at",
    Kind::Names("node"),
    "a node of each side, [\"P\", \"Q\"], at one place or along the axis; one node where the other side is \"ground\"",
);
const BETWEEN: Key = required(
    "between",
    Kind::NameList("beam or rigid body", Length::Exactly(2)),
    "two beams or rigid bodies that end there, or one and \"ground\"; motions are those of the second, seen from the first",
);
const AXIS: Key =
    required("axis", numbers("*", Range::Any, Length::Exactly(3)), "the axis, fixed to the first side");
const STIFFNESS: Key = defaulted(
    "stiffness",
    Kind::Either(&[
        number("N/m | N*m/rad", Range::NonNegative),
        numbers("N/m | N*m/rad", Range::NonNegative, Length::Any),
    ]),
    "0",
    "stiffness of each motion, in the order of the motions",
);
const DAMPING: Key = defaulted(
    "damping",
    Kind::Either(&[
        number("N*s/m | N*m*s/rad", Range::NonNegative),
        numbers("N*s/m | N*m*s/rad", Range::NonNegative, Length::Any),
    ]),
    "0",
    "damping of each motion, in the order of the motions",
);

pub(crate) const SPHERICAL: Section = Section {
    name: "spherical",
    form: Form::Array,
    doc: "A ball joint (space): the sides share a point and turn freely. Motions: `angle`, the twist about the axis, and \
          `angle 2`, `angle 3`, the sines of the tilts of the axis about the second and third axis.",
    keys: &[
        NAME,
        AT_ONE,
        BETWEEN,
        defaulted(
            "axis",
            numbers("*", Range::Any, Length::Exactly(3)),
            "[0, 0, 1]",
            "the axis whose twist is `angle`",
        ),
        STIFFNESS,
        DAMPING,
    ],
};

pub(crate) const UNIVERSAL: Section = Section {
    name: "universal",
    form: Form::Array,
    doc: "A universal (Cardan) joint (space): the sides share a point and turn about two axes at right angles, the first fixed to the \
          first side, the second to the second. Motions: `angle` about the first axis, `angle 2` about the second.",
    keys: &[
        NAME,
        AT_ONE,
        BETWEEN,
        required(
            "axes",
            Kind::Rows(Quantity { unit: "*", range: Range::Any }),
            "both axes in the reference configuration, such as [[1, 0, 0], [0, 1, 0]]",
        ),
        STIFFNESS,
        DAMPING,
    ],
};

pub(crate) const CYLINDRICAL: Section = Section {
    name: "cylindrical",
    form: Form::Array,
    doc: "A cylindrical joint (space): the second side turns about an axis of the first and moves along it. Motions: `angle`, \
          `displacement`.",
    keys: &[NAME, AT_TWO, BETWEEN, AXIS, STIFFNESS, DAMPING],
};

pub(crate) const PLANAR: Section = Section {
    name: "planar",
    form: Form::Array,
    doc: "A planar joint (space): the second side moves in a plane of the first and turns about its normal. Motions: `angle` about the \
          normal, `displacement` along the first direction in the plane, `displacement 2` along the second.",
    keys: &[
        NAME,
        AT_TWO,
        BETWEEN,
        required(
            "normal",
            numbers("*", Range::Any, Length::Exactly(3)),
            "normal of the plane, fixed to the first side",
        ),
        optional(
            "along",
            numbers("*", Range::Any, Length::Exactly(3)),
            "direction of `displacement`, across the normal; default: Z × normal, or Y where the normal is parallel to Z",
        ),
        STIFFNESS,
        DAMPING,
    ],
};

pub(crate) const SCREW: Section = Section {
    name: "screw",
    form: Form::Array,
    doc: "A screw (space): the second side turns about an axis of the first and moves along it by `lead` for each turn. Motions: \
          `angle`, and `displacement`, which follows it.",
    keys: &[
        NAME,
        AT_TWO,
        BETWEEN,
        AXIS,
        required(
            "lead",
            number("m", Range::NonZero),
            "displacement per turn; positive: a right-handed thread",
        ),
        STIFFNESS,
        DAMPING,
    ],
};

pub(crate) const WELD: Section = Section {
    name: "weld",
    form: Form::Array,
    doc: "A weld (space): the sides move as one at two nodes of the same place. It leaves no motion free.",
    keys: &[NAME, AT_TWO, BETWEEN],
};

pub(crate) const BUSHING: Section = Section {
    name: "bushing",
    form: Form::Array,
    doc: "A bushing or flexure hinge (space): six springs and dampers between two nodes of the same place. Motions: `displacement`, \
          `displacement 2`, `displacement 3` along its three axes, `angle`, the twist about the first, and `angle 2`, `angle 3`, the \
          sines of the tilts of the first axis about the second and third.",
    keys: &[
        NAME,
        AT_TWO,
        BETWEEN,
        optional(
            "axes",
            Kind::Rows(Quantity { unit: "*", range: Range::Any }),
            "the first two of its axes, or all three, in the reference configuration; default: those of the model",
        ),
        required(
            "stiffness",
            numbers("N/m | N*m/rad", Range::NonNegative, Length::Exactly(6)),
            "three stiffnesses against displacement [N/m] and three against rotation [N m/rad]",
        ),
        defaulted(
            "damping",
            numbers("N*s/m | N*m*s/rad", Range::NonNegative, Length::Exactly(6)),
            "0",
            "three dampings of displacement [N s/m] and three of rotation [N m s/rad]",
        ),
    ],
};

/// Reads every joint besides hinges.
pub(crate) fn read(
    cx: &Context<'_>,
    root: &Table,
    parts: Joined<'_>,
    hinges: &Catalogue<Hinge>,
) -> Catalogue<Joint> {
    let mut all = Catalogue::new("joint");
    for description in JOINTS.iter().filter(|description| description.section.name != "hinge") {
        let name = description.section.name;
        for table in tables::array(cx, root, name) {
            if name == "slide" && !joints::is_slide_of_parts(table) {
                continue;
            }
            let fields = Fields::open(cx, table, description.section.keys, &format!("[[{name}]]"));
            let own = fields.own_name(name);
            let joint = joint(&fields, &own, name, parts);
            if let Some(hinge) = hinges.position(&own.text) {
                let message =
                    format!("\"{}\" is already a hinge, so references would be ambiguous", own.text);
                let diagnostic = Diagnostic::error(codes::DUPLICATE_NAME, own.span, message);
                cx.report(diagnostic.related(hinges.item(hinge).name.span, "the hinge is here"));
            }
            all.add(cx, own, joint);
        }
    }
    all
}

fn joint(fields: &Fields<'_>, own: &Name, section: &str, parts: Joined<'_>) -> Option<Joint> {
    if fields.cx.dimension != Dimension::Three {
        return not_in_the_plane(fields, section);
    }
    if section == "slide" {
        ["at", "between", "axis"].iter().for_each(|key| fields.need(key, "[[slide]]"));
        fields.given(&["node", "direction"]).iter().for_each(|stray| clash(fields, "between", stray));
    }
    let kind = kind(fields, section);
    let at = nodes(fields, section, parts);
    let between = between(fields, at, parts);
    let triad = joint_axes::read(fields, section);
    let elastic = kind.and_then(|kind| elastic(fields, kind));
    let (kind, triad, at, between) = (kind?, triad?, at?, between?);
    joint_axes::check_meeting(fields, kind, at, triad[0], parts.nodes)?;
    Some(Joint { name: own.text.clone(), kind, at, between, triad, elastic: elastic?, span: fields.span() })
}

fn not_in_the_plane(fields: &Fields<'_>, section: &str) -> Option<Joint> {
    let message = format!("[[{section}]] with `between` belongs to spatial models (dim = 3)");
    let message = if section == "slide" {
        message
    } else {
        format!("[[{section}]] belongs to spatial models (dim = 3)")
    };
    let hint = match section {
        "slide" => "in the plane a slide has `node` and `direction`",
        "spherical" | "universal" => "in the plane use a [[hinge]]: it turns about z",
        _ => "planar models have [[hinge]] and [[slide]]",
    };
    let diagnostic = Diagnostic::error(codes::WRONG_DIMENSION, fields.span(), message);
    fields.cx.report(diagnostic.hint(hint));
    None
}

fn kind(fields: &Fields<'_>, section: &str) -> Option<JointKind> {
    Some(match section {
        "spherical" => JointKind::Spherical,
        "universal" => JointKind::Universal,
        "slide" => match fields.word("rotation").or("shared")? {
            "free" => JointKind::PinInSlot,
            _ => JointKind::Slide,
        },
        "cylindrical" => JointKind::Cylindrical,
        "planar" => JointKind::Planar,
        "screw" => JointKind::Screw { lead: fields.number("lead").given()? },
        "weld" => JointKind::Weld,
        _ => JointKind::Bushing,
    })
}

/// The node of each side.
fn nodes(fields: &Fields<'_>, section: &str, parts: Joined<'_>) -> Option<[NodeId; 2]> {
    let cx = fields.cx;
    let find = |name: &Name| parts.nodes.find(cx, name).map(NodeId);
    if matches!(section, "spherical" | "universal") {
        let node = find(&fields.name("at").given()?)?;
        return Some([node, node]);
    }
    let names = fields.names("at").given()?;
    let found: Vec<Option<NodeId>> = names.iter().map(find).collect();
    match found[..] {
        [one] => one_node(fields, one?),
        [first, second] => two_nodes(fields, first?, second?),
        _ => {
            fields::check_length(cx, fields.span_of("at"), "at", names.len(), Length::Exactly(2))?;
            None
        }
    }
}

/// Sides that share a node could not move.
fn one_node(fields: &Fields<'_>, node: NodeId) -> Option<[NodeId; 2]> {
    let sides = fields.names("between").given()?;
    if sides.iter().any(|side| side.text == "ground") {
        return Some([node, node]);
    }
    let message = "both sides would share this node, so that they could not move apart";
    let diagnostic = Diagnostic::error(codes::PARTS_APART, fields.span_of("at"), message);
    fields.cx.report(
        diagnostic
            .hint("give a node of each side, at = [\"P\", \"Q\"]; both may be at the same place")
            .hint("members that end at one node are clamped to each other without any joint"),
    );
    None
}

/// The same node twice is ground's point and the part's, or an error.
fn two_nodes(fields: &Fields<'_>, first: NodeId, second: NodeId) -> Option<[NodeId; 2]> {
    if first == second {
        return one_node(fields, first);
    }
    let grounded = fields.names("between").given()?.iter().position(|side| side.text == "ground");
    match grounded {
        None => Some([first, second]),
        Some(_) => {
            let message = "ground has no nodes: `at` names the node of the part";
            let diagnostic = Diagnostic::error(codes::PARTS_APART, fields.span_of("at"), message);
            let hint =
                "write at = \"Q\"; the point of ground is where the node is in the reference configuration";
            fields.cx.report(diagnostic.hint(hint));
            None
        }
    }
}

fn between(fields: &Fields<'_>, at: Option<[NodeId; 2]>, parts: Joined<'_>) -> Option<[Side<Member>; 2]> {
    let cx = fields.cx;
    let names = fields.names("between").given()?;
    fields::check_length(cx, fields.span_of("between"), "between", names.len(), Length::Exactly(2))?;
    let found = [0, 1].map(|k: usize| side(cx, &names[k], at.map(|at| at[k]), parts));
    let [first, second] = [found[0]?, found[1]?];
    if first == second {
        let message = format!("the joint joins \"{}\" to itself", names[0].text);
        cx.error(codes::CLASHING_KEYS, fields.span_of("between"), message);
        return None;
    }
    Some([first, second])
}

/// Stiffness and damping of every motion.
fn elastic(fields: &Fields<'_>, kind: JointKind) -> Option<Vec<MotionElasticity>> {
    let motions = kind.motions();
    if motions.is_empty() {
        return Some(Vec::new());
    }
    let stiffness = values(fields, "stiffness", motions, ["N/m", "N*m/rad"]);
    let damping = values(fields, "damping", motions, ["N*s/m", "N*m*s/rad"]);
    let (stiffness, damping) = (stiffness?, damping?);
    let pairs = stiffness.into_iter().zip(damping);
    Some(pairs.map(|(stiffness, damping)| MotionElasticity { stiffness, damping }).collect())
}

/// One number for each motion, in its own unit.
fn values(fields: &Fields<'_>, key: &str, motions: &[Motion], units: [&'static str; 2]) -> Option<Vec<f64>> {
    let cx = fields.cx;
    let Some(value) = fields.value(key) else { return Some(vec![0.0; motions.len()]) };
    let quantity =
        |motion: &Motion| Quantity { unit: units[usize::from(motion.turns)], range: Range::NonNegative };
    let ValueKind::List(items) = &value.kind else {
        if motions.len() > 1 {
            let names: Vec<&str> = motions.iter().map(|motion| motion.name).collect();
            let message = format!("`{key}` needs a number for each motion: {}", names.join(", "));
            cx.error(codes::WRONG_LENGTH, value.span, message);
            return None;
        }
        return expression::number(cx, value, quantity(&motions[0]), key).map(|number| vec![number]);
    };
    fields::check_length(cx, value.span, key, items.len(), Length::Exactly(motions.len()))?;
    let read: Vec<Option<f64>> = items
        .iter()
        .zip(motions)
        .map(|(item, motion)| expression::number(cx, item, quantity(motion), key))
        .collect();
    read.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::registry::SECTIONS;

    #[test]
    fn every_joint_is_a_section() {
        for joint in JOINTS {
            assert!(
                SECTIONS.iter().any(|section| section.name == joint.section.name),
                "{}",
                joint.section.name
            );
            let named: Vec<&str> = joint.motions.iter().map(|motion| motion.name).collect();
            for name in named {
                assert!(
                    joint.planar || joint.section.doc.contains(&format!("`{name}`")),
                    "{}",
                    joint.section.name
                );
            }
        }
    }
}
