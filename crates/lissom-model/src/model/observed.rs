//! Quantities of a mechanism in motion that outputs report, beyond displacements.

use super::{BeamId, Direction, HingeId, JointMotion, JointRef, Law, Measured, Model, NodeId, Output};
use lissom_symbolic::Node;

/// A quantity of a mechanism in motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Observed {
    /// Coordinate of a node along a unit vector, from the origin \[m\].
    Position(NodeId, [f64; 3]),
    /// Velocity of a node \[m/s\] or \[rad/s\].
    Velocity(NodeId, Direction),
    /// Acceleration of a node \[m/s²\] or \[rad/s²\].
    Acceleration(NodeId, Direction),
    /// Angle of a hinge, from the reference configuration \[rad\].
    Angle(HingeId),
    /// Rate of a hinge \[rad/s\].
    Rate(HingeId),
    /// Second rate of a hinge \[rad/s²\].
    AngularAcceleration(HingeId),
    /// Force or moment of the supports on a node \[N\] or \[N m\].
    Reaction(NodeId, Direction),
    /// Force through a hinge on its second part, along a unit vector \[N\].
    JointForce(HingeId, [f64; 3]),
    /// Moment through a hinge on its second part: laws, inputs, stiffness, damping, friction and drive \[N m\].
    Torque(HingeId),
    /// Force or torque of a drive, by its number \[N\] or \[N m\].
    DriveForce(usize),
    /// Power of a drive, by its number \[W\].
    DrivePower(usize),
    /// A quantity of a cross-section, at a fraction of the length of a beam.
    Section(BeamId, f64, SectionQuantity),
    /// An energy \[J\].
    Energy(EnergyKind),
    /// Momentum along a unit vector \[kg m/s\].
    Momentum([f64; 3]),
    /// Angular momentum about the z axis through a node, or through the origin \[kg m²/s\].
    AngularMomentum(Option<NodeId>),
    /// Angular momentum about an axis, a unit vector, through a node or the origin (spatial models) \[kg m²/s\].
    AngularMomentumAbout(Option<NodeId>, [f64; 3]),
    /// Component along the second unit vector of the first, which turns with a node and is given in the reference
    /// configuration (spatial models) \[-\].
    Axis(NodeId, [f64; 3], [f64; 3]),
    /// Component of the unit quaternion of a node, 0 the scalar part, which is not negative (spatial models) \[-\].
    Quaternion(NodeId, usize),
    /// A motion of a joint, from the reference configuration \[m\] or \[rad\].
    JointCoordinate(JointMotion),
    /// Rate of a motion of a joint \[m/s\] or \[rad/s\].
    JointRate(JointMotion),
    /// Second rate of a motion of a joint \[m/s²\] or \[rad/s²\].
    JointAcceleration(JointMotion),
    /// Force or torque in a motion of a joint on its second side: laws, inputs, stiffness, damping, friction and drive
    /// \[N\] or \[N m\].
    JointEffort(JointMotion),
    /// Force along, or moment about, a unit vector through a joint on its second side, at the point of that side
    /// (spatial models) \[N\] or \[N m\].
    Through(JointRef, Direction),
}

/// What is reported of a cross-section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SectionQuantity {
    /// Axial force, positive in tension \[N\].
    AxialForce,
    /// Shear force; in space along the local y axis \[N\].
    ShearForce,
    /// Bending moment; in space about the local z axis \[N m\].
    BendingMoment,
    /// Shear force along the local z axis (spatial beams) \[N\].
    ShearForceZ,
    /// Bending moment about the local y axis (spatial beams) \[N m\].
    BendingMomentY,
    /// Moment about the axis (spatial beams) \[N m\].
    TorsionalMoment,
    /// Largest equivalent stress \[Pa\].
    Stress,
    /// Largest normal strain \[-\].
    Strain,
}

/// An energy of the whole machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnergyKind {
    /// Kinetic energy.
    Kinetic,
    /// Elastic energy.
    Elastic,
    /// Potential energy of gravity, zero in the reference configuration.
    Potential,
    /// Their sum.
    Total,
}

impl Model {
    /// Outputs that depend on the configuration alone, with their numbers: linear answers have a row for each. Rates, forces
    /// and energies, and expressions of other outputs, belong to motions in time.
    pub fn linear_outputs(&self) -> impl Iterator<Item = (usize, &Output)> {
        self.outputs.iter().enumerate().filter(|(_, output)| match &output.what {
            Measured::Observed(
                Observed::Position(..) | Observed::Angle(_) | Observed::JointCoordinate(_),
            ) => true,
            Measured::Observed(_) => false,
            Measured::Expression(law) => !self.names_outputs(law),
            _ => true,
        })
    }

    /// Whether a law uses an output by its name.
    fn names_outputs(&self, law: &Law) -> bool {
        let coordinates = self.system.iter().flat_map(|system| &system.coordinates);
        let coordinates: Vec<&String> = coordinates.collect();
        self.expressions.parts_of(&[law.expr]).into_iter().any(|part| match self.expressions.node(part) {
            Node::Symbol(name) => {
                let name = self.expressions.name_text(*name);
                // Nodes are symbols as well, as arguments: one of the same name as an output is not meant here.
                let is_node = self.structure.nodes.iter().any(|node| node.name == name);
                !is_node
                    && !coordinates.iter().any(|c| *c == name)
                    && self.outputs.iter().any(|output| output.name == name)
            }
            _ => false,
        })
    }
}
