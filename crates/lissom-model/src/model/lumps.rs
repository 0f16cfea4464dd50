//! Masses, springs, dampers and prescribed motions.

use super::{Attachment, Direction, HingeId, JointMotion, Law, NodeId, Side};
use crate::diagnostics::diagnostic::Span;

/// A point mass with optional rotary inertia.
#[derive(Clone, Debug)]
pub struct Mass {
    /// Name.
    pub name: String,
    /// Where it is attached.
    pub at: Attachment,
    /// Mass \[kg\].
    pub mass: f64,
    /// Inertia tensor about the centre of mass, in global axes at the reference configuration; planar models use the
    /// last entry \[kg m²\].
    pub inertia: [[f64; 3]; 3],
    /// Centre of mass relative to the node \[m\].
    pub offset: [f64; 3],
    /// Source location.
    pub span: Span,
}

/// What a spring or damper resists.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Line {
    /// Relative displacement along (or rotation about) a given direction.
    Directed(Direction),
    /// Relative displacement along the line that joins the two nodes.
    Axial,
    /// Relative displacement in every translational direction equally (to ground, or coincident nodes).
    Isotropic,
}

/// A spring between two nodes, or a node and ground.
#[derive(Clone, Debug)]
pub struct Spring {
    /// Name.
    pub name: String,
    /// Both sides; at least one is a node or port.
    pub sides: [Side<Attachment>; 2],
    /// What it resists.
    pub line: Line,
    /// Stiffness, of a law about the reference configuration \[N/m\] or \[N m/rad\].
    pub stiffness: f64,
    /// Damping of a law about the reference configuration \[N s/m\] or \[N m s/rad\].
    pub damping: f64,
    /// Its tension as a law of `t`, `elongation` and `rate`, where it is not linear.
    pub law: Option<Law>,
    /// Source location.
    pub span: Span,
}

/// A viscous damper between two nodes, or a node and ground.
#[derive(Clone, Debug)]
pub struct Damper {
    /// Name.
    pub name: String,
    /// Both sides; at least one is a node or port.
    pub sides: [Side<Attachment>; 2],
    /// What it resists.
    pub line: Line,
    /// Damping \[N s/m\] or \[N m s/rad\].
    pub damping: f64,
    /// Source location.
    pub span: Span,
}

/// A rheonomic constraint.
#[derive(Clone, Debug)]
pub struct Drive {
    /// Name.
    pub name: String,
    /// What is driven.
    pub what: Driven,
    /// Its law in `t`.
    pub law: Law,
    /// Source location.
    pub span: Span,
}

/// A motion that a controller leads: an input of the same name, whose force keeps the motion to the command.
#[derive(Clone, Debug)]
pub struct Servo {
    /// Name of the drive and of its input.
    pub name: String,
    /// Outputs that are its position, rate and acceleration, by number.
    pub outputs: [usize; 3],
    /// What is commanded.
    pub command: ServoCommand,
    /// Whether it turns.
    pub turns: bool,
    /// Source location.
    pub span: Span,
}

/// What a controller commands of a drive, and the time constant T with which the drive follows \[s\].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ServoCommand {
    /// The acceleration, at once.
    Acceleration,
    /// The rate, by 1/(1 + T s).
    Rate(f64),
    /// The position, by 1/(1 + T s)².
    Position(f64),
}

/// Dry friction.
#[derive(Clone, Debug)]
pub struct Friction {
    /// Name.
    pub name: String,
    /// What rubs.
    pub what: Rubbing,
    /// Force while it slides \[N\] or \[N m\].
    pub kinetic: f64,
    /// Largest force while it sticks \[N\] or \[N m\].
    pub limit: f64,
    /// Source location.
    pub span: Span,
}

/// What rubs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rubbing {
    /// The two sides of a hinge.
    Hinge(HingeId),
    /// The two sides of another joint, in one of its motions.
    Joint(JointMotion),
    /// Two nodes along a direction, by the number of the spring without stiffness that observes them.
    Spring(usize),
}

/// An initial velocity of a motion in time.
#[derive(Clone, Debug)]
pub struct InitialVelocity {
    /// What moves.
    pub what: Driven,
    /// How fast \[m/s\] or \[rad/s\].
    pub value: f64,
    /// Source location.
    pub span: Span,
}

/// What a drive prescribes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Driven {
    /// The angle of a hinge, from the reference configuration \[rad\].
    Hinge(HingeId),
    /// A motion of another joint, from the reference configuration \[m\] or \[rad\].
    Joint(JointMotion),
    /// The displacement of a node in a direction, from the reference configuration \[m\] or \[rad\].
    Node(NodeId, Direction),
}
