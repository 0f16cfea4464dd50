//! Quantities of a mechanism in motion that outputs report, beyond displacements.

use super::{BeamId, Direction, HingeId, Law, Measured, Model, NodeId, Output};
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
}

/// What is reported of a cross-section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SectionQuantity {
    /// Axial force, positive in tension \[N\].
    AxialForce,
    /// Shear force \[N\].
    ShearForce,
    /// Bending moment \[N m\].
    BendingMoment,
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
            Measured::Observed(Observed::Position(..) | Observed::Angle(_)) => true,
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
