//! `[[force]]`, `[[torque]]` and `[spin]`: external loads.

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::{Diagnostic, Span};
use crate::model::{
    Attachment, BeamId, Dimension, Direction, Driven, Force, JointLoad, Law, LineLoad, Motion, PortVelocity,
    Spin, Torque,
};
use crate::reading::catalogue::{Catalogue, Name};
use crate::reading::context::Context;
use crate::reading::direction::normalised;
use crate::reading::expression::Vocabulary;
use crate::reading::fields::{Fields, check_length};
use crate::reading::tables;
use crate::sections::attachment::{Places, clash};
use crate::sections::bond_graph::Graph;
use crate::sections::joining::motions::{JOINT, Joints, MOTION, Named};
use crate::sections::laws::link_laws;
use crate::sections::laws::output_laws::{self, OutputNames};
use crate::sections::lumps::{is_symbolic, refuse_symbolic};
use crate::sections::members::beams::Beams;
use crate::text::tree::{Table, ValueKind};
use crate::vocabulary::description::{
    Form, Key, Kind, Length, Quantity, Range, Section, defaulted, number, numbers, optional, required,
};

pub(crate) const FORCE: Section = Section {
    name: "force",
    form: Form::Array,
    doc: "A force or moment on a node or port, a force spread along a beam, or a force in a joint that slides. Without `value` or `per_length` it is an \
          input with that name.",
    keys: FORCE_KEYS,
};

pub(crate) const FORCE_KEYS: &[Key] = &[
    optional("name", Kind::Text, "name of the force; default: `force 1` …"),
    optional("node", Kind::Name("node"), "the node it acts on"),
    optional("attach", Kind::Name("port"), "the port it acts on, `body.port`"),
    optional(
        "direction",
        Kind::Direction,
        "direction of the force, or axis of the moment (\"phi\", \"rx\" …)",
    ),
    optional(
        "value",
        Kind::Law("t, out(OUTPUT)"),
        "its law in `t` and outputs of the mechanism [N] or [N m]; in a joint also of its own `displacement` and `rate`",
    ),
    JOINT,
    MOTION,
    optional("beam", Kind::Name("beam"), "the beam it is spread along"),
    optional(
        "per_length",
        Kind::Either(&[Kind::Law("t"), Kind::Laws("t")]),
        "force per length of the beam, a law in `t`, or two: at the first and the second end, linear between [N/m]",
    ),
    defaulted(
        "follower",
        Kind::Switch,
        "false",
        "the direction turns with the node, or with the beam: then it acts per deformed length",
    ),
    optional(
        "at",
        Kind::Law("t, coordinates"),
        "work-conjugate displacement as an expression of the coordinates (with [system])",
    ),
];

pub(crate) const TORQUE: Section = Section {
    name: "torque",
    form: Form::Array,
    doc: "A torque between the two parts of a hinge, or of a joint that turns. Without `value` it is an input with that name.",
    keys: TORQUE_KEYS,
};

const TORQUE_KEYS: &[Key] = &[
    optional("name", Kind::Text, "name of the torque; default: `torque 1` …"),
    optional("hinge", Kind::Name("hinge"), "the hinge it acts in"),
    JOINT,
    MOTION,
    optional(
        "value",
        Kind::Law("t, angle, rate, out(OUTPUT)"),
        "its law in `t`, the hinge's own `angle` and `rate`, and outputs of the mechanism [N m]",
    ),
];

pub(crate) const SPIN: Section = Section {
    name: "spin",
    form: Form::Table,
    doc: "The whole model rotates at constant speed.",
    keys: SPIN_KEYS,
};

const SPIN_KEYS: &[Key] = &[
    optional("axis", numbers("*", Range::Any, Length::Exactly(3)), "axis of rotation (required in space)"),
    required("speed", number("rad/s", Range::Any), "angular speed"),
    defaulted("point", numbers("m", Range::Any, Length::Dimension), "the origin", "a point on the axis"),
    defaulted(
        "ground",
        Kind::Word(&["turns", "stands"]),
        "that of `frame`",
        "whether springs and dampers to ground turn with the structure, or are at rest like the bearings of \
         a rotor",
    ),
    defaulted(
        "frame",
        Kind::Word(&["turns", "stands"]),
        "turns",
        "whether a Campbell diagram refers to the rotating frame or to the frame at rest; \
         the latter for axisymmetric rotors, on bearings of any kind",
    ),
];

pub(crate) const VELOCITY: Section = Section {
    name: "velocity",
    form: Form::Array,
    doc: "A prescribed velocity of a port of a modal body. Without `value` it is an input with that name.",
    keys: VELOCITY_KEYS,
};

const VELOCITY_KEYS: &[Key] = &[
    optional("name", Kind::Text, "name of the velocity; default: `velocity 1` …"),
    required("attach", Kind::Name("port"), "the port that is moved, `body.port`"),
    optional("value", Kind::Law("t"), "its law in `t` [m/s]"),
];

/// Names of forces and torques: both are inputs.
pub(crate) struct Loads {
    pub forces: Catalogue<Force>,
    pub line_loads: Catalogue<LineLoad>,
    pub torques: Catalogue<Torque>,
    pub joint_loads: Catalogue<JointLoad>,
    pub velocities: Catalogue<PortVelocity>,
    /// Names of all forces and torques, for requests that refer to inputs.
    pub inputs: Catalogue<()>,
}

impl Loads {
    /// Sources of a bond graph are inputs too.
    pub fn add_sources(&mut self, cx: &Context<'_>, graph: Option<&Graph>) {
        let elements = graph.into_iter().flat_map(|graph| graph.elements.items());
        let is_source = |kind: &str| ["Se", "Sf"].contains(&kind);
        for item in elements.filter(|item| item.value.as_ref().is_some_and(|e| is_source(&e.kind))) {
            self.inputs.add(cx, item.name.clone(), Some(()));
        }
    }
}

/// What loads refer to.
pub(crate) struct Parts<'a> {
    pub places: &'a Places<'a>,
    pub beams: &'a Beams,
    pub joints: &'a Joints<'a>,
    pub outputs: &'a OutputNames,
}

pub(crate) fn read(cx: &Context<'_>, root: &Table, parts: &Parts<'_>) -> Loads {
    let Parts { places, beams, joints, outputs } = *parts;
    let mut inputs = Catalogue::new("force or torque");
    let mut forces = Catalogue::new("force");
    let mut line_loads = Catalogue::new("force");
    let mut joint_loads = Catalogue::new("force or torque");
    for table in tables::array(cx, root, "force") {
        let fields = Fields::reopen(cx, table, FORCE_KEYS);
        let name = fields.own_name("force");
        inputs.add(cx, name.clone(), Some(()));
        if fields.has("beam") {
            fields.check_keys("[[force]]");
            let load = line_load(&fields, &name, beams);
            line_loads.push(name, load);
        } else if fields.has("joint") {
            fields.check_keys("[[force]]");
            let load = joint_force(&fields, &name, joints, outputs);
            joint_loads.push(name, load);
        } else if !is_symbolic(cx, table, &["node", "attach"]) {
            fields.check_keys("[[force]]");
            let force = force(&fields, &name, places, outputs);
            forces.push(name, force);
        }
    }
    let mut torques = Catalogue::new("torque");
    for table in tables::array(cx, root, "torque") {
        let fields = Fields::open(cx, table, TORQUE_KEYS, "[[torque]]");
        let name = fields.own_name("torque");
        inputs.add(cx, name.clone(), Some(()));
        enter(torque(&fields, &name, joints, outputs), name, &mut torques, &mut joint_loads);
    }
    for (name, load) in link_laws::joint_stops(cx, root, joints) {
        enter(load, name, &mut torques, &mut joint_loads);
    }
    let mut velocities = Catalogue::new("velocity");
    for table in tables::array(cx, root, "velocity") {
        let fields = Fields::open(cx, table, VELOCITY_KEYS, "[[velocity]]");
        let name = fields.own_name("velocity");
        inputs.add(cx, name.clone(), Some(()));
        let velocity = velocity(&fields, &name, places);
        velocities.push(name, velocity);
    }
    Loads { forces, line_loads, torques, joint_loads, velocities, inputs }
}

/// A load of a hinge is a torque; those of other joints have their own list.
pub(crate) fn enter(
    load: Option<MotionLoad>,
    name: Name,
    torques: &mut Catalogue<Torque>,
    joint_loads: &mut Catalogue<JointLoad>,
) {
    match load {
        Some(MotionLoad { what: Driven::Joint(what), law, span }) => {
            let load = JointLoad { name: name.text.clone(), what, law, span };
            joint_loads.push(name, Some(load));
        }
        Some(MotionLoad { what: Driven::Hinge(hinge), law, span }) => {
            let torque = Torque { name: name.text.clone(), hinge, law, span };
            torques.push(name, Some(torque));
        }
        _ => torques.push(name, None),
    }
}

/// A force or torque in a motion of a hinge or joint.
pub(crate) struct MotionLoad {
    pub what: Driven,
    pub law: Option<Law>,
    pub span: Span,
}

/// A force spread along a beam.
fn line_load(fields: &Fields<'_>, name: &Name, beams: &Beams) -> Option<LineLoad> {
    let cx = fields.cx;
    refuse_symbolic(fields, &["at"]);
    let strays = fields.given(&["node", "attach", "value"]);
    strays.iter().for_each(|stray| clash(fields, "beam", stray));
    let beam = fields.name("beam").given().and_then(|beam| beams.find(cx, &beam));
    let direction = match fields.direction("direction").optional() {
        Some(Some(Direction::Along(unit))) => Some(unit),
        Some(Some(Direction::About(_))) => {
            let message = "a distributed force acts along a direction, not about an axis";
            cx.error(codes::BAD_DIRECTION, fields.span_of("direction"), message);
            None
        }
        Some(None) => {
            let message = "a distributed force needs a `direction`";
            let diagnostic = Diagnostic::error(codes::MISSING_KEY, fields.span(), message);
            cx.report(diagnostic.hint("such as direction = \"-y\""));
            None
        }
        None => None,
    };
    let follower = fields.switch("follower").or(false);
    let ends = densities(fields);
    Some(LineLoad {
        name: name.text.clone(),
        beam: BeamId(beam?),
        direction: direction?,
        follower: follower?,
        ends: ends?,
        span: fields.span(),
    })
    .filter(|_| strays.is_empty())
}

/// `per_length`: one law for the whole beam, or one for each end; the outer `None` is an error.
fn densities(fields: &Fields<'_>) -> Option<Option<[Law; 2]>> {
    let vocabulary = Vocabulary::time(Quantity { unit: "N/m", range: Range::Any });
    let is_list = fields.value("per_length").is_some_and(|value| matches!(value.kind, ValueKind::List(_)));
    if !is_list {
        let law = fields.law("per_length", &vocabulary).optional()?;
        return Some(law.map(|law| [law.clone(), law]));
    }
    let laws = fields.laws("per_length", &vocabulary).given()?;
    let span = fields.span_of("per_length");
    check_length(fields.cx, span, "per_length", laws.len(), Length::Exactly(2))?;
    Some(<[Law; 2]>::try_from(laws).ok())
}

fn force(fields: &Fields<'_>, name: &Name, places: &Places<'_>, outputs: &OutputNames) -> Option<Force> {
    refuse_symbolic(fields, &["at"]);
    if fields.has("per_length") {
        let place = fields.given(&["node", "attach"]).first().copied().unwrap_or("value");
        clash(fields, place, "per_length");
    }
    let at = places.of(fields, "a force");
    let direction = places.direction_at(fields, at.as_ref());
    let follower = fields.switch("follower").or(false);
    let unit = match direction {
        Some(Some(Direction::About(_))) => "N*m",
        Some(_) => "N",
        None => "N | N*m",
    };
    let check = |output: &Name| outputs.check(fields.cx, output);
    let vocabulary = output_laws::vocabulary(Quantity { unit, range: Range::Any }, &["t"], &check);
    let law = fields.law("value", &vocabulary).optional();
    Some(Force {
        name: name.text.clone(),
        at: at?,
        direction: direction?,
        follower: follower?,
        law: law?,
        span: fields.span(),
    })
}

fn velocity(fields: &Fields<'_>, name: &Name, places: &Places<'_>) -> Option<PortVelocity> {
    let at = fields.name("attach").given().and_then(|port| places.find(fields.cx, &port));
    let vocabulary = Vocabulary::time(Quantity { unit: "m/s", range: Range::Any });
    let law = fields.law("value", &vocabulary).optional();
    let at = at?;
    match at {
        Attachment::Port { body, port } if places.is_scalar_port(&body, &port) => {
            Some(PortVelocity { name: name.text.clone(), body, port, law: law?, span: fields.span() })
        }
        _ => {
            let message = "a velocity is prescribed at a port of a modal body";
            let diagnostic = Diagnostic::error(codes::REQUEST_LACKS, fields.span_of("attach"), message);
            fields.cx.report(diagnostic.hint("nodes and hinges of a mechanism are moved by a [[drive]]"));
            None
        }
    }
}

fn torque(
    fields: &Fields<'_>,
    name: &Name,
    joints: &Joints<'_>,
    outputs: &OutputNames,
) -> Option<MotionLoad> {
    if !fields.has("joint") {
        fields.need("hinge", "[[torque]]");
    }
    let named = joints.motion(fields);
    if let Some(named) = named.filter(|named| !named.motion.turns) {
        return wrong_kind(
            fields,
            name,
            named.motion,
            "a torque acts in a rotation",
            "use a [[force]] with `joint`",
        );
    }
    in_motion(fields, named, "angle", outputs)
}

/// A force along a motion of a joint.
fn joint_force(
    fields: &Fields<'_>,
    name: &Name,
    joints: &Joints<'_>,
    outputs: &OutputNames,
) -> Option<JointLoad> {
    refuse_symbolic(fields, &["at"]);
    let strays = fields.given(&["node", "attach", "direction", "per_length", "follower"]);
    strays.iter().for_each(|stray| clash(fields, "joint", stray));
    let named = joints.motion(fields);
    if let Some(named) = named.filter(|named| named.motion.turns) {
        return wrong_kind(
            fields,
            name,
            named.motion,
            "a force acts in a displacement",
            "use a [[torque]] with `joint`",
        );
    }
    let load = in_motion(fields, named, "displacement", outputs)?;
    let Driven::Joint(what) = load.what else { return None };
    let load = JointLoad { name: name.text.clone(), what, law: load.law, span: load.span };
    Some(load).filter(|_| strays.is_empty())
}

fn wrong_kind<T>(fields: &Fields<'_>, name: &Name, motion: Motion, rule: &str, hint: &str) -> Option<T> {
    let key = if fields.has("motion") { "motion" } else { "joint" };
    let is = if motion.turns { "a rotation" } else { "a displacement" };
    let message = format!("{rule}, but the motion \"{}\" of \"{}\" is {is}", motion.name, name.text);
    let diagnostic = Diagnostic::error(codes::NO_SUCH_MOTION, fields.span_of(key), message);
    fields.cx.report(diagnostic.hint(hint));
    None
}

/// The law of a load in a motion, of the motion itself and its rate.
fn in_motion(
    fields: &Fields<'_>,
    named: Option<Named>,
    own: &str,
    outputs: &OutputNames,
) -> Option<MotionLoad> {
    let check = |output: &Name| outputs.check(fields.cx, output);
    let unit = if own == "angle" { "N*m" } else { "N" };
    let quantity = Quantity { unit, range: Range::Any };
    let variables = ["t", own, "rate"];
    let vocabulary = output_laws::vocabulary(quantity, &variables, &check);
    let law = fields.law("value", &vocabulary).optional();
    Some(MotionLoad { what: named?.what, law: law?, span: fields.span() })
}

/// Reads `[spin]`; the outer `None` is an error.
pub(crate) fn read_spin(cx: &Context<'_>, root: &Table) -> Option<Option<Spin>> {
    if root.get("spin").is_none() {
        return Some(None);
    }
    let fields = Fields::open(cx, tables::single(cx, root, "spin")?, SPIN_KEYS, "[spin]");
    let axis = spin_axis(&fields);
    let speed = fields.number("speed").given();
    let point = fields.vector("point").or([0.0; 3]);
    let frame = fields.word("frame").or("turns");
    let ground_stands = fields.word("ground").or(frame.unwrap_or("turns")).map(|word| word == "stands");
    Some(Some(Spin {
        axis: axis?,
        speed: speed?,
        point: point?,
        ground_stands: ground_stands?,
        frame_stands: frame? == "stands",
        span: fields.span(),
    }))
}

/// The axis of a rotation: given in space, z in the plane.
pub(crate) fn spin_axis(fields: &Fields<'_>) -> Option<[f64; 3]> {
    let cx = fields.cx;
    let axis = match fields.vector("axis").optional()? {
        Some(vector) => normalised(cx, vector, fields.span_of("axis"), "axis")?,
        None if cx.dimension == Dimension::Three => {
            let diagnostic =
                Diagnostic::error(codes::MISSING_KEY, fields.span(), "a rotation in space needs its `axis`");
            cx.report(diagnostic.hint("such as axis = [0, 0, 1]"));
            return None;
        }
        None => [0.0, 0.0, 1.0],
    };
    if cx.dimension != Dimension::Three && axis[2].abs() != 1.0 {
        let message = "a planar model can only turn about z";
        cx.error(codes::WRONG_DIMENSION, fields.span_of("axis"), message);
        return None;
    }
    Some(axis)
}
