//! `[[friction]]`: dry friction, which sticks and slides, or a smooth law of the rate.

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::Diagnostic;
use crate::model::{Driven, Friction, Law, Line, Rubbing, Spring};
use crate::reading::catalogue::{Catalogue, Name};
use crate::reading::context::Context;
use crate::reading::fields::Fields;
use crate::reading::tables;
use crate::sections::attachment::{Places, clash, one_of};
use crate::sections::joining::motions::{JOINT, Joints, MOTION};
use crate::sections::laws::link_laws::{ABOUT, ALONG, Units, exact, tangent, units};
use crate::sections::loads::{Loads, MotionLoad, enter};
use crate::sections::lumps::{Link, link};
use crate::text::tree::Table;
use crate::vocabulary::description::{
    Form, Key, Kind, Length, Quantity, Range, Section, number, optional, required,
};
use lissom_symbolic::Function;

pub(crate) const FRICTION: Section = Section {
    name: "friction",
    form: Form::Array,
    doc: "Dry friction between the sides of a hinge or joint, or between two nodes along a direction: a constant force while it slides, any \
          force up to a limit while it sticks. Changes are located in time. It acts in motions in time; equilibria and linear answers \
          are without it. With `smooth` it is a law of the rate instead, which acts everywhere and never sticks.",
    keys: FRICTION_KEYS,
};

const FRICTION_KEYS: &[Key] = &[
    optional("name", Kind::Text, "name of the friction; default: `friction 1` …"),
    optional("hinge", Kind::Name("hinge"), "the hinge that rubs"),
    JOINT,
    MOTION,
    optional(
        "nodes",
        Kind::NameList("node", Length::Exactly(2)),
        "two nodes, or one and \"ground\", that rub",
    ),
    optional("direction", Kind::Direction, "the direction in which the nodes rub; required with `nodes`"),
    required(
        "force",
        number("N | N*m", Range::NonNegative),
        "friction while it slides; of a rotation, a torque",
    ),
    optional(
        "sticking",
        number("N | N*m", Range::NonNegative),
        "largest friction while it sticks; default: the same",
    ),
    optional(
        "smooth",
        number("m/s | rad/s", Range::Positive),
        "instead of sticking: force*tanh(rate/smooth), which creeps where dry friction would stick",
    ),
];

/// What frictions refer to.
pub(crate) struct Parts<'a> {
    pub places: &'a Places<'a>,
    pub joints: &'a Joints<'a>,
}

/// Reads `[[friction]]`; the rubbing of nodes is observed by springs without stiffness. Smooth ones become laws of springs and
/// torques.
pub(crate) fn read(
    cx: &Context<'_>,
    root: &Table,
    parts: &Parts<'_>,
    springs: &mut Catalogue<Spring>,
    loads: &mut Loads,
) -> Option<Vec<Friction>> {
    let mut all = Vec::new();
    for table in tables::array(cx, root, "friction") {
        let fields = Fields::open(cx, table, FRICTION_KEYS, "[[friction]]");
        let name = fields.own_name("friction");
        let rubbing = rubbing(&fields, &name, parts, springs);
        if !fields.has("smooth") {
            all.push(rubbing.and_then(|rubbing| dry(&fields, &name, &rubbing)));
            continue;
        }
        let law = smooth(&fields, rubbing.as_ref().map_or(&ALONG, |(_, unit)| unit));
        match rubbing {
            Some((what @ (Rubbing::Hinge(_) | Rubbing::Joint(_)), _)) => {
                let negative = |law: Law| Law { expr: cx.expressions.borrow_mut().neg(law.expr), ..law };
                let what = match what {
                    Rubbing::Joint(motion) => Driven::Joint(motion),
                    Rubbing::Hinge(hinge) => Driven::Hinge(hinge),
                    Rubbing::Spring(_) => continue,
                };
                let span = fields.span();
                let load = law.map(negative).map(|law| MotionLoad { what, law: Some(law), span });
                enter(load, name, &mut loads.torques, &mut loads.joint_loads);
            }
            Some((Rubbing::Spring(place), _)) => springs.change(place, |spring| {
                let law = law?;
                let [stiffness, damping] = tangent(cx, &law)?;
                Some(Spring { stiffness, damping, law: Some(law), ..spring })
            }),
            None => all.push(None),
        }
    }
    all.into_iter().collect()
}

/// What rubs, with the units of its forces.
fn rubbing(
    fields: &Fields<'_>,
    name: &Name,
    parts: &Parts<'_>,
    springs: &mut Catalogue<Spring>,
) -> Option<(Rubbing, Units)> {
    let cx = fields.cx;
    let by = one_of(fields, &["hinge", "joint", "nodes"], "a friction")?;
    if by != "nodes" {
        fields.given(&["direction"]).iter().for_each(|stray| clash(fields, by, stray));
        let named = parts.joints.motion(fields)?;
        let units = if named.motion.turns { ABOUT } else { ALONG };
        return match named.what {
            Driven::Hinge(hinge) => Some((Rubbing::Hinge(hinge), units)),
            Driven::Joint(motion) => Some((Rubbing::Joint(motion), units)),
            Driven::Node(..) => None,
        };
    }
    let Link { sides, line } = link(fields, parts.places, "a friction")?;
    if !matches!(line, Line::Directed(_)) {
        let message = "a friction between nodes needs a `direction`";
        let diagnostic = Diagnostic::error(codes::MISSING_KEY, fields.span(), message);
        cx.report(diagnostic.hint("such as direction = \"x\""));
        return None;
    }
    let observer = Spring {
        name: name.text.clone(),
        sides,
        line,
        stiffness: 0.0,
        damping: 0.0,
        law: None,
        span: fields.span(),
    };
    let place = springs.items().len();
    springs.add(cx, name.clone(), Some(observer));
    Some((Rubbing::Spring(place), units(line)))
}

/// Friction that sticks.
fn dry(fields: &Fields<'_>, name: &Name, (what, unit): &(Rubbing, Units)) -> Option<Friction> {
    let cx = fields.cx;
    let quantity = Quantity { unit: unit.force, range: Range::NonNegative };
    let kinetic = fields.number_as("force", quantity).given();
    let limit = fields.number_as("sticking", quantity).optional();
    let (kinetic, limit) = (kinetic?, limit?);
    if let Some(limit) = limit.filter(|limit| *limit < kinetic) {
        let message = format!(
            "`sticking` = {limit} is less than `force` = {kinetic}: what sticks would slide back and forth"
        );
        cx.error(codes::OUT_OF_RANGE, fields.span_of("sticking"), message);
        return None;
    }
    Some(Friction {
        name: name.text.clone(),
        what: *what,
        kinetic,
        limit: limit.unwrap_or(kinetic),
        span: fields.span(),
    })
}

/// F tanh(ẋ/v), as a tension.
fn smooth(fields: &Fields<'_>, unit: &Units) -> Option<Law> {
    let cx = fields.cx;
    for stray in fields.given(&["sticking"]) {
        clash(fields, "smooth", stray);
    }
    let force = fields.number_as("force", Quantity { unit: unit.force, range: Range::NonNegative });
    let speed = fields.number_as("smooth", Quantity { unit: unit.rate, range: Range::Positive });
    let (force, speed) = (force.given()?, speed.given()?);
    let mut store = cx.expressions.borrow_mut();
    let (rate, speed) = (store.symbol("rate"), store.number(exact(speed)));
    let share = store.div(rate, speed);
    let direction = store.call(Function::Tanh, &[share]);
    let expr = store.scale(exact(force), direction);
    Some(Law { text: "force*tanh(rate/smooth)".to_owned(), expr, span: fields.span() })
}
