//! `[[drive]]` with `command`: a motion that a controller leads. It becomes an input and the outputs of its motion.

use super::joints::DRIVE_KEYS;
use super::motions::Joints;
use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::{Diagnostic, Span};
use crate::model::{
    Attachment, Controller, Direction, Driven, Force, Measured, NodeId, Observed, Output, Servo, ServoCommand,
};
use crate::reading::catalogue::{Catalogue, Name};
use crate::reading::context::Context;
use crate::reading::fields::Fields;
use crate::reading::tables;
use crate::sections::attachment::{clash, one_of};
use crate::sections::loads::{Loads, MotionLoad, enter};
use crate::sections::nodes::Nodes;
use crate::text::tree::Table;

/// What the command of a drive may be.
pub(crate) const COMMANDS: &[&str] = &["acceleration", "rate", "position"];

/// A drive that a controller leads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CommandedDrive {
    pub what: Driven,
    pub command: ServoCommand,
    pub turns: bool,
    pub span: Span,
}

/// Whether a `[[drive]]` is led by a controller.
pub(crate) fn is_commanded(table: &Table) -> bool {
    table.get("command").is_some()
}

/// Reads the drives with `command`; each becomes an input without a law.
pub(crate) fn read(
    cx: &Context<'_>,
    root: &Table,
    nodes: &Nodes,
    joints: &Joints<'_>,
    loads: &mut Loads,
) -> Catalogue<CommandedDrive> {
    let mut found: Catalogue<CommandedDrive> = Catalogue::new("drive");
    for table in tables::array(cx, root, "drive").into_iter().filter(|table| is_commanded(table)) {
        let fields = Fields::open(cx, table, DRIVE_KEYS, "[[drive]]");
        let name = fields.own_name("drive");
        let drive = commanded(&fields, nodes, joints);
        loads.inputs.add(cx, name.clone(), Some(()));
        if let Some(CommandedDrive { what, span, .. }) = drive {
            match what {
                Driven::Node(node, direction) => {
                    let force = Force {
                        name: name.text.clone(),
                        at: Attachment::Node(node),
                        direction: Some(direction),
                        follower: false,
                        law: None,
                        span,
                    };
                    loads.forces.push(name.clone(), Some(force));
                }
                _ => {
                    let load = MotionLoad { what, law: None, span };
                    enter(Some(load), name.clone(), &mut loads.torques, &mut loads.joint_loads);
                }
            }
        }
        found.push(name, drive);
    }
    found
}

fn commanded(fields: &Fields<'_>, nodes: &Nodes, joints: &Joints<'_>) -> Option<CommandedDrive> {
    let by = one_of(fields, &["hinge", "joint", "node"], "a drive")?;
    for stray in fields.given(&["angle", "displacement"]) {
        clash(fields, "command", stray);
    }
    let driven = if by == "node" {
        fields.given(&["motion"]).iter().for_each(|stray| clash(fields, "node", stray));
        let node = fields.name("node").given().and_then(|node| nodes.find(fields.cx, &node));
        let direction = fields.direction("direction").optional()?;
        if direction.is_none() {
            fields.cx.error(codes::MISSING_KEY, fields.span(), "a driven node needs a `direction`");
        }
        let turns = matches!(direction, Some(Direction::About(_)));
        node.zip(direction).map(|(node, direction)| (Driven::Node(NodeId(node), direction), turns))
    } else {
        fields.given(&["direction"]).iter().for_each(|stray| clash(fields, by, stray));
        joints.motion(fields).map(|named| (named.what, named.motion.turns))
    };
    let command = command(fields);
    let (what, turns) = driven?;
    Some(CommandedDrive { what, command: command?, turns, span: fields.span() })
}

fn command(fields: &Fields<'_>) -> Option<ServoCommand> {
    let cx = fields.cx;
    let word = fields.word("command").given();
    let time = fields.number("time_constant").optional()?;
    match (word?, time) {
        ("acceleration", None) => Some(ServoCommand::Acceleration),
        ("acceleration", Some(_)) => {
            let message = "a commanded acceleration acts at once and has no time constant";
            let diagnostic = Diagnostic::error(codes::METHOD_KEY, fields.key_span("time_constant"), message);
            cx.report(diagnostic.hint("remove the key, or command the rate or the position"));
            None
        }
        (word, None) => {
            let message = format!("a drive cannot jump to a commanded {word}: it needs a `time_constant`");
            let diagnostic = Diagnostic::error(codes::MISSING_KEY, fields.span_of("command"), message);
            cx.report(
                diagnostic.hint("such as time_constant = \"5 ms\": the time in which the drive follows"),
            );
            None
        }
        ("rate", Some(time)) => Some(ServoCommand::Rate(time)),
        (_, Some(time)) => Some(ServoCommand::Position(time)),
    }
}

/// Adds the motion of every commanded drive to the outputs: `NAME: position`, `NAME: rate`, `NAME: acceleration`.
pub(crate) fn add_outputs(
    cx: &Context<'_>,
    drives: &Catalogue<CommandedDrive>,
    outputs: &mut Catalogue<Output>,
) -> Vec<Servo> {
    let mut servos = Vec::new();
    for item in drives.items() {
        let Some(drive) = item.value else { continue };
        let first = outputs.items().len();
        let motion = motion_of(drive.what);
        for (word, what) in ["position", "rate", "acceleration"].into_iter().zip(motion) {
            let name = Name { text: format!("{}: {word}", item.name.text), span: item.name.span };
            let output = Output { name: name.text.clone(), what, span: drive.span };
            outputs.add(cx, name, Some(output));
        }
        servos.push(Servo {
            name: item.name.text.clone(),
            outputs: [first, first + 1, first + 2],
            command: drive.command,
            turns: drive.turns,
            span: drive.span,
        });
    }
    servos
}

/// Position, rate and acceleration of what is driven.
fn motion_of(what: Driven) -> [Measured; 3] {
    match what {
        Driven::Hinge(hinge) => {
            [Observed::Angle(hinge), Observed::Rate(hinge), Observed::AngularAcceleration(hinge)]
                .map(Measured::Observed)
        }
        Driven::Joint(motion) => [
            Observed::JointCoordinate(motion),
            Observed::JointRate(motion),
            Observed::JointAcceleration(motion),
        ]
        .map(Measured::Observed),
        Driven::Node(node, direction) => [
            Measured::Displacement(Attachment::Node(node), Some(direction)),
            Measured::Observed(Observed::Velocity(node, direction)),
            Measured::Observed(Observed::Acceleration(node, direction)),
        ],
    }
}

/// Reports drives that no controller leads.
pub(crate) fn check_led(
    cx: &Context<'_>,
    drives: &Catalogue<CommandedDrive>,
    controllers: &Catalogue<Controller>,
) {
    let all = || controllers.items().iter().map(|item| item.value.as_ref());
    if all().any(|controller| controller.is_none()) {
        // What a controller with an error would command is not known.
        return;
    }
    for item in drives.items() {
        let leads = |controller: &Controller| controller.acts.contains(&item.name.text);
        let (Some(drive), false) = (&item.value, all().flatten().any(leads)) else { continue };
        let message = format!("no controller commands the drive \"{}\"", item.name.text);
        let diagnostic = Diagnostic::error(codes::REQUEST_LACKS, drive.span, message);
        cx.report(diagnostic.hint(format!(
            "add a [[controller]] with act = \"{}\", or give the drive a law of `t` instead of `command`",
            item.name.text
        )));
    }
}
