//! What of the model an element stands for.

use lissom_model::model::{BeamId, FePartId, HingeId, JointId, Member, NodeId, RigidBodyId};

/// The part of the model that an element was built from. Names are for messages; elements are looked up by this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// An element of a beam.
    Beam(BeamId),
    /// A truss, by its place among the trusses.
    Truss(usize),
    /// A rigid body: an arm of it, or its mass.
    Body(RigidBodyId),
    /// An FE part in large motion.
    Part(FePartId),
    /// A hinge.
    Hinge(HingeId),
    /// A joint in space.
    Joint(JointId),
    /// The slide of a node.
    Slide(NodeId),
    /// The drive of a node, by its place among the drives.
    Drive(usize),
    /// A point mass, by its place among the masses.
    Mass(usize),
    /// A spring, by its place among the springs.
    Spring(usize),
    /// A damper, by its place among the dampers.
    Damper(usize),
}

impl From<Member> for Origin {
    fn from(member: Member) -> Self {
        match member {
            Member::Beam(beam) => Self::Beam(beam),
            Member::Body(body) => Self::Body(body),
            Member::Part(part) => Self::Part(part),
        }
    }
}
