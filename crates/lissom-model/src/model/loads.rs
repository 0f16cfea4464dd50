//! What acts on a machine, what is looked at, and the frame that carries it.

use super::{Attachment, BeamId, Direction, HingeId, Law};
use crate::complaint::diagnostic::Span;

/// A load, or an input when it has no value.
#[derive(Clone, Debug)]
pub struct Force {
    /// Name, unique.
    pub name: String,
    /// Where it acts.
    pub at: Attachment,
    /// Direction; `None` for one-dimensional ports.
    pub direction: Option<Direction>,
    /// The direction turns with the node.
    pub follower: bool,
    /// Law in `t`; `None`: an input with this name.
    pub law: Option<Law>,
    /// Where it stands.
    pub span: Span,
}

/// A torque acting in a hinge.
#[derive(Clone, Debug)]
pub struct Torque {
    /// Name, unique.
    pub name: String,
    /// The hinge.
    pub hinge: HingeId,
    /// Law in `t`, `angle`, `rate`; `None`: an input.
    pub law: Option<Law>,
    /// Where it stands.
    pub span: Span,
}

/// What the user wants to see.
#[derive(Clone, Debug)]
pub struct Output {
    /// Name, unique.
    pub name: String,
    /// What it measures.
    pub what: Measured,
    /// Where it stands.
    pub span: Span,
}

/// What an output measures.
#[derive(Clone, Debug)]
pub enum Measured {
    /// Displacement (or rotation) of a node or port.
    Displacement(Attachment, Option<Direction>),
    /// An expression of `x(NODE)`, `y(NODE)`, `z(NODE)`, `phi(NODE)`, `position(…)`, `velocity(…)`.
    Expression(Law),
    /// Transverse deflection of a beam from its chord at a fraction of its length \[m\].
    Deflection(BeamId, f64),
    /// Flow of a bond-graph element.
    Flow(String),
    /// Effort of a bond-graph element.
    Effort(String),
}

/// A frame that rotates with the whole model.
#[derive(Clone, Debug)]
pub struct Spin {
    /// Unit vector.
    pub axis: [f64; 3],
    /// Angular speed \[rad/s\].
    pub speed: f64,
    /// A point on the axis \[m\].
    pub point: [f64; 3],
    /// Whether springs and dampers to ground stand still instead of turning with the structure.
    pub ground_stands: bool,
    /// Whether motions are told in a frame that stands still instead of one that turns with the structure.
    pub frame_stands: bool,
    /// Where it stands.
    pub span: Span,
}
