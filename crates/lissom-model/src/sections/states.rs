//! `[state.NAME]`: operating states.

use crate::diagnostics::codes;
use crate::model::{StateAxis, StateKind, StateRequest};
use crate::reading::catalogue::{Catalogue, Name};
use crate::reading::context::Context;
use crate::reading::expression;
use crate::reading::fields::Fields;
use crate::reading::tables;
use crate::sections::loads::spin_axis;
use crate::text::tree::Table;
use crate::vocabulary::description::{
    Form, Key, Kind, Length, Quantity, Range, Section, defaulted, number, numbers, optional, required,
};

pub(crate) const STATE: Section = Section {
    name: "state",
    form: Form::Named,
    doc: "An operating state with constant force, velocity, speed or torque.",
    keys: KEYS,
};

const FORCE: Quantity = Quantity { unit: "N | N*m", range: Range::Any };

const KEYS: &[Key] = &[
    required(
        "kind",
        Kind::Word(&["acceleration", "velocity", "rotation", "torque", "static", "change"]),
        "what is constant: force (rigid acceleration), velocity or torque under friction, angular speed, or \
         position (static); change: forces follow their laws slowly",
    ),
    optional("forces", Kind::Map(&Kind::Number(FORCE)), "constant values of named forces and torques"),
    defaulted("dampers", Kind::Switch, "true", "whether dampers act"),
    defaulted(
        "linear",
        Kind::Switch,
        "false",
        "for kind = \"static\": small displacements only; default: planar frames use large displacements",
    ),
    defaulted(
        "branch",
        Kind::Word(&["stable", "path"]),
        "stable",
        "for kind = \"static\", with several equilibria: a stable one, or the one on the load path",
    ),
    optional("speed", number("rad/s", Range::Any), "angular speed, for kind = \"rotation\""),
    optional(
        "axis",
        numbers("*", Range::Any, Length::Exactly(3)),
        "axis of a rotation or torque (required in space)",
    ),
    optional(
        "point",
        numbers("m", Range::Any, Length::Dimension),
        "a point on the axis of a rotation or torque; default: the centre of mass",
    ),
    optional("end", number("s", Range::Positive), "end time, for kind = \"change\""),
    optional("points", Kind::Count(3, 1_000_000), "number of times, for kind = \"change\"; default: 201"),
];

pub(crate) fn read(cx: &Context<'_>, root: &Table, inputs: &Catalogue<()>) -> Catalogue<StateRequest> {
    let mut states = Catalogue::new("state");
    for (name, table) in tables::named(cx, root, "state") {
        let fields = Fields::open(cx, table, KEYS, "[state]");
        let state = read_state(&fields, &name, inputs);
        states.add(cx, name, state);
    }
    states
}

fn read_state(fields: &Fields<'_>, name: &Name, inputs: &Catalogue<()>) -> Option<StateRequest> {
    let kind = kind(fields);
    let forces = forces(fields, inputs);
    let dampers = fields.switch("dampers").or(true);
    Some(StateRequest {
        name: name.text.clone(),
        kind: kind?,
        forces: forces?,
        dampers: dampers?,
        linear: fields.switch("linear").or(false)?,
        on_path: fields.word("branch").or("stable")? == "path",
        span: fields.span(),
    })
}

fn kind(fields: &Fields<'_>) -> Option<StateKind> {
    let word = fields.word("kind").given()?;
    let turns = matches!(word, "rotation" | "torque");
    for key in fields.given(&["speed", "axis", "point", "end", "points", "linear", "branch"]) {
        let (belongs, kinds) = match key {
            "linear" | "branch" => (word == "static", "kind = \"static\""),
            "end" | "points" => (word == "change", "kind = \"change\""),
            "speed" => (word == "rotation", "kind = \"rotation\""),
            _ => (turns, "kind = \"rotation\" or \"torque\""),
        };
        if !belongs {
            let message = format!("`{key}` belongs to {kinds}, not to \"{word}\"");
            fields.cx.error(codes::METHOD_KEY, fields.key_span(key), message);
        }
    }
    Some(match word {
        "acceleration" => StateKind::Acceleration,
        "velocity" => StateKind::Velocity,
        "static" => StateKind::Static,
        "change" => {
            let (end, points) = (fields.number("end").optional(), fields.count("points").optional());
            let (Some(end), points) = (end?, points?) else {
                fields.cx.error(codes::MISSING_KEY, fields.span(), "a change needs its `end`");
                return None;
            };
            StateKind::Change(end, points.unwrap_or(201))
        }
        "torque" => StateKind::Torque(axis(fields)?),
        _ => {
            let speed = fields.number("speed").optional();
            let axis = axis(fields);
            match speed? {
                Some(speed) => StateKind::Rotation(speed, axis?),
                None => {
                    fields.cx.error(codes::MISSING_KEY, fields.span(), "a rotation needs its `speed`");
                    return None;
                }
            }
        }
    })
}

fn axis(fields: &Fields<'_>) -> Option<StateAxis> {
    let direction = spin_axis(fields);
    let point = fields.vector("point").optional();
    Some(StateAxis { direction: direction?, point: point? })
}

fn forces(fields: &Fields<'_>, inputs: &Catalogue<()>) -> Option<Vec<(String, f64)>> {
    let Some(table) = fields.table("forces").optional()? else { return Some(Vec::new()) };
    let read: Vec<Option<(String, f64)>> = table
        .entries
        .iter()
        .map(|entry| {
            let name = Name { text: entry.key.clone(), span: entry.key_span };
            let known = inputs.find(fields.cx, &name);
            let value = expression::number(fields.cx, &entry.value, FORCE, &entry.key);
            Some((known.map(|_| name.text)?, value?))
        })
        .collect();
    read.into_iter().collect()
}
