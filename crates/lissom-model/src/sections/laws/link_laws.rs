//! Laws of springs and dampers, play and `[[stop]]`: forces that depend on an elongation or an angle and on its rate.

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::{Diagnostic, Span};
use crate::model::{Attachment, Direction, Law, Line, Side, Spring};
use crate::reading::catalogue::{Catalogue, Name};
use crate::reading::context::Context;
use crate::reading::fields::Fields;
use crate::reading::tables;
use crate::reading::vector::{difference, length};
use crate::sections::attachment::Places;
use crate::sections::joining::motions::{JOINT, Joints, MOTION};
use crate::sections::laws::output_laws::{self, OutputNames};
use crate::sections::loads::MotionLoad;
use crate::sections::lumps::{Link, link};
use crate::text::tree::Table;
use crate::vocabulary::description::{
    Form, Key, Kind, Length, Quantity, Range, Section, defaulted, number, optional, required,
};
use lissom_symbolic::{Expr, Expressions, Number, Program, Relation};
use std::collections::HashMap;

pub(crate) const STOP: Section = Section {
    name: "stop",
    form: Form::Array,
    doc: "A stop: nothing while a hinge, a motion of a joint or the distance of two nodes stays within its range, a spring and a damper beyond it. It \
          never pulls back. The time of every contact is located.",
    keys: STOP_KEYS,
};

const STOP_KEYS: &[Key] = &[
    optional("name", Kind::Text, "name of the stop; default: `stop 1` …"),
    optional("hinge", Kind::Name("hinge"), "the hinge whose angle is limited"),
    JOINT,
    MOTION,
    optional(
        "nodes",
        Kind::NameList("node", Length::Exactly(2)),
        "two nodes, or one and \"ground\", whose relative displacement is limited",
    ),
    optional(
        "direction",
        Kind::Direction,
        "direction of the displacement; default: along the line between the nodes",
    ),
    optional(
        "above",
        number("m | rad", Range::Any),
        "the displacement or angle from the reference configuration above which it acts",
    ),
    optional(
        "below",
        number("m | rad", Range::Any),
        "the displacement or angle from the reference configuration below which it acts",
    ),
    required("stiffness", number("N/m | N*m/rad", Range::Positive), "stiffness in contact"),
    defaulted("damping", number("N*s/m | N*m*s/rad", Range::NonNegative), "0", "damping in contact"),
];

/// Units of force, stiffness, damping and displacement, along a line or about an axis.
pub(crate) struct Units {
    pub force: &'static str,
    stiffness: &'static str,
    damping: &'static str,
    pub displacement: &'static str,
    pub rate: &'static str,
}

pub(crate) const ALONG: Units =
    Units { force: "N", stiffness: "N/m", damping: "N*s/m", displacement: "m", rate: "m/s" };
pub(crate) const ABOUT: Units =
    Units { force: "N*m", stiffness: "N*m/rad", damping: "N*m*s/rad", displacement: "rad", rate: "rad/s" };

pub(crate) fn units(line: Line) -> Units {
    if matches!(line, Line::Directed(Direction::About(_))) { ABOUT } else { ALONG }
}

pub(crate) fn exact(value: f64) -> Number {
    Number::from_f64(value).expect("numbers of a model file are finite")
}

/// The law of a spring that is not linear from its reference configuration on; the outer `None` is an error.
pub(crate) fn spring_law(
    fields: &Fields<'_>,
    link: &Link,
    stiffness: Option<f64>,
    places: &Places<'_>,
    outputs: &OutputNames,
) -> Option<Option<Law>> {
    let cx = fields.cx;
    let unit = units(link.line);
    let check = |output: &Name| outputs.check(cx, output);
    let quantity = Quantity { unit: unit.force, range: Range::Any };
    let vocabulary = output_laws::vocabulary(quantity, &["t", "elongation", "rate"], &check);
    let force = fields.law("force", &vocabulary).optional();
    // A damper has none of the other keys.
    let number = |key: &str, unit: &'static str, range: Range| match fields.describes(key) {
        true => fields.number_as(key, Quantity { unit, range }).optional(),
        false => Some(None),
    };
    let free = number("free_length", "m", Range::NonNegative);
    let preload = number("preload", unit.force, Range::Any);
    let gap = number("gap", unit.displacement, Range::NonNegative);
    let (force, free, preload, gap) = (force?, free?, preload?, gap?);
    let given = fields.given(&["force", "free_length", "preload", "gap"]);
    let Some(first) = given.first() else { return Some(None) };
    if stiffness.is_some() && force.is_some() {
        cx.error(
            codes::CLASHING_KEYS,
            fields.key_span("force"),
            "a spring has `stiffness` or `force`, not both",
        );
        return None;
    }
    if free.is_some() && preload.is_some() {
        let message = "a spring has `free_length` or `preload`, not both: each follows from the other";
        cx.error(codes::CLASHING_KEYS, fields.key_span("preload"), message);
        return None;
    }
    one_deformation(fields, link, first)?;
    let reference = match free {
        None => 0.0,
        Some(free) => reference_length(fields, link, places)? - free,
    };
    let span = fields.span_of(first);
    let mut store = cx.expressions.borrow_mut();
    let elongation = store.symbol("elongation");
    let shift = store.number(exact(reference));
    let own = store.add(elongation, shift);
    let tension = match &force {
        Some(law) => law.expr,
        None => store.scale(exact(stiffness.unwrap_or(0.0)), elongation),
    };
    let expr = with_gap(&mut store, tension, elongation, own, gap.unwrap_or(0.0));
    let preload = store.number(exact(preload.unwrap_or(0.0)));
    let expr = store.add(expr, preload);
    let text = force.map_or_else(|| cx.sources.covered(span).to_owned(), |law| law.text);
    Some(Some(Law { text, expr, span }))
}

/// The tension at an elongation; with play nothing within half the gap to either side, and elongations count from its ends.
fn with_gap(store: &mut Expressions, tension: Expr, elongation: Expr, own: Expr, gap: f64) -> Expr {
    if gap == 0.0 {
        return store.substitute(tension, &HashMap::from([(elongation, own)]));
    }
    let [low, high, zero] = [-0.5 * gap, 0.5 * gap, 0.0].map(|value| store.number(exact(value)));
    let mut sides = [low, high].map(|end| {
        let beyond = store.sub(own, end);
        store.substitute(tension, &HashMap::from([(elongation, beyond)]))
    });
    let is_above = store.compare(Relation::Less, high, own);
    let is_below = store.compare(Relation::Less, own, low);
    sides[0] = store.choice(is_below, sides[0], zero);
    store.choice(is_above, sides[1], sides[0])
}

/// A law belongs to one elongation of nodes.
fn one_deformation(fields: &Fields<'_>, link: &Link, key: &str) -> Option<()> {
    let is_node = |side: &Side<Attachment>| matches!(side, Side::Ground | Side::Part(Attachment::Node(_)));
    let message = if link.line == Line::Isotropic {
        format!("`{key}` needs a `direction`: without one this spring acts in every direction")
    } else if !link.sides.iter().all(is_node) {
        format!("`{key}` needs nodes: imported parts and modal bodies move linearly")
    } else {
        return Some(());
    };
    let diagnostic = Diagnostic::error(codes::REQUEST_LACKS, fields.key_span(key), message);
    fields.cx.report(diagnostic.hint("give `direction`, or two nodes at different places"));
    None
}

fn reference_length(fields: &Fields<'_>, link: &Link, places: &Places<'_>) -> Option<f64> {
    let found = [0, 1].map(|side: usize| places.position(&link.sides[side]));
    if let (Line::Axial, [Some(from), Some(to)]) = (link.line, found) {
        return Some(length(difference(to, from)));
    }
    let message = "`free_length` belongs to a spring along the line between two nodes";
    let diagnostic = Diagnostic::error(codes::REQUEST_LACKS, fields.key_span("free_length"), message);
    fields.cx.report(diagnostic.hint("use `preload` for a spring with a `direction`"));
    None
}

/// Stiffness and damping of a law about the reference configuration: ∂f/∂elongation and ∂f/∂rate at rest, t = 0.
pub(crate) fn tangent(cx: &Context<'_>, law: &Law) -> Option<[f64; 2]> {
    let mut store = cx.expressions.borrow_mut();
    let names = ["t", "elongation", "rate"].map(|name| store.symbol(name));
    let mut derivatives = Vec::new();
    for variable in &names[1..] {
        match store.derivative(law.expr, *variable) {
            Ok(derivative) => derivatives.push(derivative),
            Err(error) => {
                drop(store);
                return refuse(cx, law.span, &error.to_string());
            }
        }
    }
    // Outputs count as constants: what they add to linear answers is refused there.
    let inputs: Vec<Expr> = names.into_iter().chain(output_laws::calls(&store, law.expr)).collect();
    let compiled = Program::compile(&store, &derivatives, &inputs);
    drop(store);
    let mut values = [0.0; 2];
    let program = match compiled {
        Ok(program) => program,
        Err(error) => return refuse(cx, law.span, &error.to_string()),
    };
    match program.evaluate_checked(&vec![0.0; inputs.len()], &mut Vec::new(), &mut values) {
        Ok(()) => Some(values),
        Err(error) => refuse(cx, law.span, &error.to_string()),
    }
}

fn refuse<T>(cx: &Context<'_>, span: Span, reason: &str) -> Option<T> {
    let message =
        format!("the law has no finite stiffness and damping in the reference configuration: {reason}");
    let diagnostic = Diagnostic::error(codes::EXPRESSION, span, message);
    cx.report(diagnostic.hint("linear answers need them; a law such as sqrt(elongation) has none at zero"));
    None
}

/// Adds stops between nodes to the springs.
pub(crate) fn add_node_stops(
    cx: &Context<'_>,
    root: &Table,
    places: &Places<'_>,
    springs: &mut Catalogue<Spring>,
) {
    for table in tables::array(cx, root, "stop") {
        if is_in_joint(table) {
            continue;
        }
        let fields = Fields::open(cx, table, STOP_KEYS, "[[stop]]");
        let name = fields.own_name("stop");
        let found = node_stop(&fields, &name, places);
        springs.add(cx, name, found);
    }
}

fn node_stop(fields: &Fields<'_>, name: &Name, places: &Places<'_>) -> Option<Spring> {
    let link = link(fields, places, "a stop");
    let limits = limits(fields, &link.as_ref().map_or(ALONG, |link| units(link.line)));
    let (link, limits) = (link?, limits?);
    one_deformation(fields, &link, "stiffness")?;
    let law = limits.law(fields, "elongation", 1.0);
    let [stiffness, damping] = tangent(fields.cx, &law)?;
    Some(Spring {
        name: name.text.clone(),
        sides: link.sides,
        line: link.line,
        stiffness,
        damping,
        law: Some(law),
        span: fields.span(),
    })
}

fn is_in_joint(table: &Table) -> bool {
    table.get("hinge").is_some() || table.get("joint").is_some()
}

/// Stops of hinges and joints, as torques and forces.
pub(crate) fn joint_stops(
    cx: &Context<'_>,
    root: &Table,
    joints: &Joints<'_>,
) -> Vec<(Name, Option<MotionLoad>)> {
    let mut loads = Vec::new();
    for table in tables::array(cx, root, "stop") {
        if !is_in_joint(table) {
            continue;
        }
        let fields = Fields::open(cx, table, STOP_KEYS, "[[stop]]");
        let name = fields.own_name("stop");
        loads.push((name, joint_stop(&fields, joints)));
    }
    loads
}

fn joint_stop(fields: &Fields<'_>, joints: &Joints<'_>) -> Option<MotionLoad> {
    let by = if fields.has("hinge") { "hinge" } else { "joint" };
    for stray in fields.given(&["nodes", "direction"]) {
        let message = format!("a stop has `{by}` or `{stray}`, not both");
        fields.cx.error(codes::CLASHING_KEYS, fields.key_span(stray), message);
    }
    let named = joints.motion(fields);
    let turns = named.is_none_or(|named| named.motion.turns);
    let limits = limits(fields, if turns { &ABOUT } else { &ALONG })?;
    let law = limits.law(fields, if turns { "angle" } else { "displacement" }, -1.0);
    Some(MotionLoad { what: named?.what, law: Some(law), span: fields.span() })
}

struct Limits {
    above: Option<f64>,
    below: Option<f64>,
    stiffness: f64,
    damping: f64,
}

fn limits(fields: &Fields<'_>, unit: &Units) -> Option<Limits> {
    let cx = fields.cx;
    let displacement = Quantity { unit: unit.displacement, range: Range::Any };
    let above = fields.number_as("above", displacement).optional();
    let below = fields.number_as("below", displacement).optional();
    let stiffness =
        fields.number_as("stiffness", Quantity { unit: unit.stiffness, range: Range::Positive }).given();
    let damping =
        fields.number_as("damping", Quantity { unit: unit.damping, range: Range::NonNegative }).or(0.0);
    let (above, below) = (above?, below?);
    match (below, above) {
        (None, None) => {
            let diagnostic =
                Diagnostic::error(codes::MISSING_KEY, fields.span(), "a stop needs `above` or `below`");
            cx.report(diagnostic.hint("above = \"2 mm\" acts when the elongation exceeds 2 mm"));
            None
        }
        (Some(low), Some(high)) if low > high => {
            let message = format!(
                "`below` = {low} lies above `above` = {high}: the stop would always act on both sides"
            );
            cx.error(codes::CLASHING_KEYS, fields.span_of("below"), message);
            None
        }
        _ => Some(Limits { above, below, stiffness: stiffness?, damping: damping? }),
    }
}

impl Limits {
    /// sign · (k (x − limit) + c ẋ) beyond a limit, as long as it pushes back; zero between the limits.
    fn law(&self, fields: &Fields<'_>, deformation: &str, sign: f64) -> Law {
        let cx = fields.cx;
        let mut store = cx.expressions.borrow_mut();
        let [own, rate] = [deformation, "rate"].map(|name| store.symbol(name));
        let zero = store.number(exact(0.0));
        let mut sum = zero;
        for (limit, is_above) in [(self.above, true), (self.below, false)] {
            let Some(limit) = limit else { continue };
            let place = store.number(exact(limit));
            let depth = store.sub(own, place);
            let force = store.sum(&[(exact(self.stiffness), depth), (exact(self.damping), rate)]);
            let (inside, pushes) = if is_above {
                (store.compare(Relation::Less, place, own), store.compare(Relation::Less, zero, force))
            } else {
                (store.compare(Relation::Less, own, place), store.compare(Relation::Less, force, zero))
            };
            // Without damping the force changes its sign at the limit itself.
            let acts = if self.damping == 0.0 { inside } else { store.and(inside, pushes) };
            let one_sided: Expr = store.choice(acts, force, zero);
            sum = store.add(sum, one_sided);
        }
        let expr = store.scale(exact(sign), sum);
        Law { text: format!("stop of {deformation}"), expr, span: fields.span() }
    }
}
