//! Joints of spatial mechanisms besides hinges.

use super::{HingeId, Law, Member, NodeId, Side};
use crate::diagnostics::diagnostic::Span;

/// Index of a joint in [`crate::model::Structure::joints`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JointId(pub usize);

/// A joint between two parts, or a part and ground, in space. Hinges are [`crate::model::Hinge`].
#[derive(Clone, Debug)]
pub struct Joint {
    /// Name, unique among joints and hinges.
    pub name: String,
    /// Which relative motions it leaves free.
    pub kind: JointKind,
    /// The point of each side. Both are the same node where the sides share their position, and where one side is
    /// ground: the point of ground is then the position of that node in the reference configuration.
    pub at: [NodeId; 2],
    /// The two sides. Relative motions are those of the second, seen from the first.
    pub between: [Side<Member>; 2],
    /// Axes a, b, c in the reference configuration, right-handed unit vectors, fixed to both sides: a is the axis, of a
    /// planar joint the normal. A universal joint turns about a of the first side and about b of the second.
    pub triad: [[f64; 3]; 3],
    /// Stiffness and damping of each free motion, in the order of [`JointKind::motions`].
    pub elastic: Vec<MotionElasticity>,
    /// Source location.
    pub span: Span,
}

impl Joint {
    /// Whether both sides have one position in common, so that no displacement is possible.
    pub fn shares_position(&self) -> bool {
        matches!(self.kind, JointKind::Spherical | JointKind::Universal)
    }
}

/// Kind of a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum JointKind {
    /// The sides share a point and turn freely.
    Spherical,
    /// The sides share a point and turn about two axes at right angles.
    Universal,
    /// The second side moves along the axis of the first and does not turn (prismatic).
    Slide,
    /// The point of the second side moves along the axis of the first; it turns freely (pin in slot).
    PinInSlot,
    /// The second side moves along the axis and turns about it.
    Cylindrical,
    /// The second side moves in a plane and turns about its normal.
    Planar,
    /// The second side turns about the axis and moves along it in proportion.
    Screw {
        /// Displacement per turn, positive for a right-handed thread \[m\].
        lead: f64,
    },
    /// The sides move as one.
    Weld,
    /// Six springs and dampers.
    Bushing,
}

/// A relative motion that a joint leaves free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Motion {
    /// Name: `angle`, `displacement`, `angle 2` …
    pub name: &'static str,
    /// Whether it is a rotation \[rad\]; otherwise a displacement \[m\].
    pub turns: bool,
    /// The axis of the joint it is about or along: 0, 1, 2 for a, b, c.
    pub axis: usize,
}

/// A motion of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JointMotion {
    /// The joint.
    pub joint: JointId,
    /// Number of the motion in [`JointKind::motions`].
    pub motion: usize,
}

/// A hinge or another joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum JointRef {
    /// A hinge.
    Hinge(HingeId),
    /// Another joint.
    Joint(JointId),
}

/// Linear elasticity and damping of a motion.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MotionElasticity {
    /// Stiffness \[N/m\] or \[N m/rad\].
    pub stiffness: f64,
    /// Damping \[N s/m\] or \[N m s/rad\].
    pub damping: f64,
}

/// A force or torque in a motion of a joint, on the second side; the first gets the opposite.
#[derive(Clone, Debug)]
pub struct JointLoad {
    /// Name, unique among forces and torques.
    pub name: String,
    /// The motion.
    pub what: JointMotion,
    /// Law in `t`, the motion itself (`angle` or `displacement`) and `rate`; `None`: an input.
    pub law: Option<Law>,
    /// Source location.
    pub span: Span,
}

const ANGLE: Motion = Motion { name: "angle", turns: true, axis: 0 };
const ANGLE_2: Motion = Motion { name: "angle 2", turns: true, axis: 1 };
const ANGLE_3: Motion = Motion { name: "angle 3", turns: true, axis: 2 };
const DISPLACEMENT: Motion = Motion { name: "displacement", turns: false, axis: 0 };
const IN_PLANE: Motion = Motion { name: "displacement", turns: false, axis: 1 };
const IN_PLANE_2: Motion = Motion { name: "displacement 2", turns: false, axis: 2 };
const DISPLACEMENT_2: Motion = Motion { name: "displacement 2", turns: false, axis: 1 };
const DISPLACEMENT_3: Motion = Motion { name: "displacement 3", turns: false, axis: 2 };

impl JointKind {
    /// The free motions. Those of a spherical joint and of a bushing are the twist about the axis a and the sines of the
    /// two tilts of a, about b and c. Those of a screw depend on each other.
    pub const fn motions(self) -> &'static [Motion] {
        match self {
            Self::Spherical => &[ANGLE, ANGLE_2, ANGLE_3],
            Self::Universal => &[ANGLE, ANGLE_2],
            Self::Slide | Self::PinInSlot => &[DISPLACEMENT],
            Self::Cylindrical | Self::Screw { .. } => &[ANGLE, DISPLACEMENT],
            Self::Planar => &[ANGLE, IN_PLANE, IN_PLANE_2],
            Self::Weld => &[],
            Self::Bushing => &[DISPLACEMENT, DISPLACEMENT_2, DISPLACEMENT_3, ANGLE, ANGLE_2, ANGLE_3],
        }
    }
}

/// The free motion of a hinge.
pub const HINGE_MOTIONS: &[Motion] = &[ANGLE];
