//! Loads, outputs and the rotating frame.

use super::{Attachment, BeamId, Direction, HingeId, Law, NodeId, Observed};
use crate::diagnostics::diagnostic::Span;

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
    /// Source location.
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
    /// Source location.
    pub span: Span,
}

/// An output.
#[derive(Clone, Debug)]
pub struct Output {
    /// Name, unique.
    pub name: String,
    /// What it measures.
    pub what: Measured,
    /// Source location.
    pub span: Span,
}

/// What an output measures.
#[derive(Clone, Debug)]
pub enum Measured {
    /// Displacement (or rotation) of a node or port.
    Displacement(Attachment, Option<Direction>),
    /// An expression of `x(NODE)`, `y(NODE)`, `z(NODE)`, `phi(NODE)`, `position(…)`, `velocity(…)`,
    /// and of outputs that come before it, by name.
    Expression(Law),
    /// Transverse deflection of a beam from its chord at a fraction of its length \[m\].
    Deflection(BeamId, f64),
    /// A quantity of a mechanism in motion.
    Observed(Observed),
    /// Flow of a bond-graph element.
    Flow(String),
    /// Effort of a bond-graph element.
    Effort(String),
    /// Energy variable of a C or I of a bond graph.
    Stored(String),
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
    /// Whether springs and dampers to ground are at rest instead of turning with the structure.
    pub ground_stands: bool,
    /// Whether motions refer to the frame at rest instead of the rotating frame.
    pub frame_stands: bool,
    /// Source location.
    pub span: Span,
}

/// A bearing of a rotor.
#[derive(Clone, Debug)]
pub struct Bearing {
    /// Name.
    pub name: String,
    /// The node of the rotor.
    pub node: NodeId,
    /// Laws of `speed` over the two directions across the axis, and with four rows over the rotations about them, too \[N/m\], \[N\],
    /// \[N m\].
    pub stiffness: Vec<Vec<Law>>,
    /// The same of the damping; `None`: zero \[N s/m\], \[N s\], \[N m s\].
    pub damping: Option<Vec<Vec<Law>>>,
    /// Source location.
    pub span: Span,
}
