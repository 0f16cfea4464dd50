//! `[[force]]`, `[[torque]]` and `[spin]`: what drives the model from outside.

use crate::catalogue::{Catalogue, Name};
use crate::codes;
use crate::context::Context;
use crate::description::{
    Form, Key, Kind, Length, Quantity, Range, Section, defaulted, number, numbers, optional, required,
};
use crate::diagnostic::Diagnostic;
use crate::direction::normalised;
use crate::expression::{Calls, Vocabulary};
use crate::fields::Fields;
use crate::model::{Dimension, Direction, Force, Hinge, HingeId, Spin, Torque};
use crate::sections::attachment::Places;
use crate::sections::lumps::{is_symbolic, refuse_symbolic};
use crate::tables;
use crate::tree::Table;

pub(crate) const FORCE: Section = Section {
    name: "force",
    form: Form::Array,
    doc: "A force or moment on a node or port. Without `value` it is an input with that name.",
    keys: FORCE_KEYS,
};

pub(crate) const FORCE_KEYS: &[Key] = &[
    optional("name", Kind::Text, "name of the force; otherwise `force 1` …"),
    optional("node", Kind::Name("node"), "the node it acts on"),
    optional("attach", Kind::Name("port"), "the port it acts on, `body.port`"),
    optional(
        "direction",
        Kind::Direction,
        "direction of the force, or axis of the moment (\"phi\", \"rx\" …)",
    ),
    optional("value", Kind::Law("t"), "its law in `t` [N] or [N m]"),
    defaulted("follower", Kind::Switch, "false", "the direction turns with the node"),
    optional(
        "at",
        Kind::Law("t, coordinates"),
        "work-conjugate displacement as an expression of the coordinates (with [system])",
    ),
];

pub(crate) const TORQUE: Section = Section {
    name: "torque",
    form: Form::Array,
    doc: "A torque between the two parts of a hinge. Without `value` it is an input with that name.",
    keys: TORQUE_KEYS,
};

const TORQUE_KEYS: &[Key] = &[
    optional("name", Kind::Text, "name of the torque; otherwise `torque 1` …"),
    required("hinge", Kind::Name("hinge"), "the hinge it acts in"),
    optional(
        "value",
        Kind::Law("t, angle, rate"),
        "its law in `t` and the hinge's own `angle` and `rate` [N m]",
    ),
];

pub(crate) const SPIN: Section = Section {
    name: "spin",
    form: Form::Table,
    doc: "The frame that carries the whole model turns at constant speed.",
    keys: SPIN_KEYS,
};

const SPIN_KEYS: &[Key] = &[
    optional("axis", numbers("*", Range::Any, Length::Exactly(3)), "axis of rotation (required in space)"),
    required("speed", number("rad/s", Range::Any), "angular speed"),
    defaulted("point", numbers("m", Range::Any, Length::Dimension), "the origin", "a point on the axis"),
];

/// Names a force or torque goes by: both are inputs.
pub(crate) struct Loads {
    pub forces: Catalogue<Force>,
    pub torques: Catalogue<Torque>,
    /// Names of all forces and torques, for requests that refer to inputs.
    pub inputs: Catalogue<()>,
}

pub(crate) fn read(cx: &Context<'_>, root: &Table, places: &Places<'_>, hinges: &Catalogue<Hinge>) -> Loads {
    let mut inputs = Catalogue::new("force or torque");
    let mut forces = Catalogue::new("force");
    for (number, table) in tables::array(cx, root, "force").into_iter().enumerate() {
        let fields = Fields::reopen(cx, table, FORCE_KEYS);
        let name = fields.own_name("force", number + 1);
        inputs.add(cx, name.clone(), Some(()));
        if !is_symbolic(cx, table, &["node", "attach"]) {
            fields.check_keys("[[force]]");
            let force = force(&fields, &name, places);
            forces.push(name, force);
        }
    }
    let mut torques = Catalogue::new("torque");
    for (number, table) in tables::array(cx, root, "torque").into_iter().enumerate() {
        let fields = Fields::open(cx, table, TORQUE_KEYS, "[[torque]]");
        let name = fields.own_name("torque", number + 1);
        inputs.add(cx, name.clone(), Some(()));
        let torque = torque(&fields, &name, hinges);
        torques.push(name, torque);
    }
    Loads { forces, torques, inputs }
}

fn force(fields: &Fields<'_>, name: &Name, places: &Places<'_>) -> Option<Force> {
    refuse_symbolic(fields, &["at"]);
    let at = places.of(fields, "a force");
    let direction = places.direction_at(fields, at.as_ref());
    let follower = fields.switch("follower").or(false);
    let unit = match direction {
        Some(Some(Direction::About(_))) => "N*m",
        Some(_) => "N",
        None => "N | N*m",
    };
    let law = fields.law("value", &Vocabulary::time(Quantity { unit, range: Range::Any })).optional();
    Some(Force {
        name: name.text.clone(),
        at: at?,
        direction: direction?,
        follower: follower?,
        law: law?,
        span: fields.span(),
    })
}

fn torque(fields: &Fields<'_>, name: &Name, hinges: &Catalogue<Hinge>) -> Option<Torque> {
    let hinge = fields.name("hinge").given().and_then(|hinge| hinges.find(fields.cx, &hinge));
    let vocabulary = Vocabulary {
        quantity: Quantity { unit: "N*m", range: Range::Any },
        variables: &["t", "angle", "rate"],
        calls: Calls::None,
        keeps_parameters: false,
    };
    let law = fields.law("value", &vocabulary).optional();
    Some(Torque { name: name.text.clone(), hinge: HingeId(hinge?), law: law?, span: fields.span() })
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
    Some(Some(Spin { axis: axis?, speed: speed?, point: point?, span: fields.span() }))
}

/// The axis of a rotation: given in space, z in the plane.
pub(crate) fn spin_axis(fields: &Fields<'_>) -> Option<[f64; 3]> {
    let cx = fields.cx;
    let axis = match fields.vector("axis").optional()? {
        Some(vector) => normalised(cx, vector, fields.span_of("axis"), "axis")?,
        None if cx.dimension == Dimension::Three => {
            let complaint =
                Diagnostic::error(codes::MISSING_KEY, fields.span(), "a rotation in space needs its `axis`");
            cx.report(complaint.hint("such as axis = [0, 0, 1]"));
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
