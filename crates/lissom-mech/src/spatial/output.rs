//! What is observed of a spatial machine.

use super::motion_laws::Seen;
use crate::observing::section_unit;
use crate::vector::Vector;
use lissom_model::model::{EnergyKind, SectionQuantity};
use lissom_symbolic::Program;

/// A quantity.
#[derive(Clone, Copy, Debug)]
pub enum Observed {
    /// Displacement of a point along a direction [m].
    Displacement(usize, Vector),
    /// Coordinate of a point along a direction, from the origin [m].
    Position(usize, Vector),
    /// Velocity of a point along a direction [m/s].
    Velocity(usize, Vector),
    /// Acceleration of a point along a direction [m/s²].
    Acceleration(usize, Vector),
    /// Component of the rotation vector of an orientation from the reference, with an angle of at most π [rad].
    Rotation(usize, Vector),
    /// Spin of an orientation about a direction [rad/s].
    Spin(usize, Vector),
    /// Rate of the spin about a direction [rad/s²].
    SpinRate(usize, Vector),
    /// Component along a direction of an axis fixed to an orientation [-].
    Axis(usize, Vector, Vector),
    /// A deformation, by its number.
    Deformation(usize),
    /// The rate of a deformation.
    Rate(usize),
    /// The second rate of a deformation.
    SecondRate(usize),
    /// The stress resultant of a deformation: elastic, or of the constraint that holds it.
    Stress(usize),
    /// Force through a deformation on its second side: laws, inputs, stiffness, damping, friction and drive.
    Effort(usize),
    /// Force of the drive of a deformation.
    DriveForce(usize),
    /// Power of the drive of a deformation [W].
    DrivePower(usize),
    /// Force of the supports on a point along a direction [N].
    Reaction(usize, Vector),
    /// Moment of the supports on an orientation about a direction [N m].
    ReactionMoment(usize, Vector),
    /// Force through a joint on its second side along a direction [N].
    JointForce(usize, Vector),
    /// Moment through a joint on its second side about a direction [N m].
    JointMoment(usize, Vector),
    /// A quantity of a cross-section of a beam, at a share of its length.
    Section(usize, f64, SectionQuantity),
    /// An energy [J].
    Energy(EnergyKind),
    /// Momentum along a direction [kg m/s].
    Momentum(Vector),
    /// Angular momentum about a direction through a point, or through the origin [kg m²/s].
    AngularMomentum(Option<usize>, Vector),
    /// Component of the unit quaternion of an orientation, 0 the scalar part, which is not negative [-].
    Quaternion(usize, usize),
    /// An expression, by its number.
    Expression(usize),
}

/// An expression of displacements of nodes, of outputs above it and of time.
#[derive(Debug)]
pub(crate) struct ExpressionOutput {
    /// Its inputs: what is seen, then outputs, then t.
    pub program: Program,
    pub seen: Vec<Seen>,
    pub outputs: Vec<usize>,
}

/// An output with its name.
#[derive(Clone, Debug)]
pub struct Output {
    /// Name.
    pub name: String,
    /// What it is.
    pub observed: Observed,
    /// Whether a deformation is an angle.
    pub is_angle: bool,
}

impl Output {
    pub(super) fn unit(&self) -> &'static str {
        match (self.observed, self.is_angle) {
            (Observed::Displacement(..) | Observed::Position(..), _) | (Observed::Deformation(_), false) => {
                "m"
            }
            (Observed::Velocity(..), _) | (Observed::Rate(_), false) => "m/s",
            (Observed::Acceleration(..), _) | (Observed::SecondRate(_), false) => "m/s^2",
            (Observed::Rotation(..), _) | (Observed::Deformation(_), true) => "rad",
            (Observed::Spin(..), _) | (Observed::Rate(_), true) => "rad/s",
            (Observed::SpinRate(..), _) | (Observed::SecondRate(_), true) => "rad/s^2",
            (Observed::Axis(..), _) => "-",
            (Observed::Stress(_) | Observed::Effort(_) | Observed::DriveForce(_), false)
            | (Observed::Reaction(..) | Observed::JointForce(..), _) => "N",
            (Observed::Stress(_) | Observed::Effort(_) | Observed::DriveForce(_), true)
            | (Observed::ReactionMoment(..) | Observed::JointMoment(..), _) => "N m",
            (Observed::DrivePower(_), _) => "W",
            (Observed::Section(_, _, what), _) => section_unit(what),
            (Observed::Energy(_), _) => "J",
            (Observed::Momentum(_), _) => "kg m/s",
            (Observed::AngularMomentum(..), _) => "kg m^2/s",
            (Observed::Quaternion(..), _) => "-",
            (Observed::Expression(_), _) => "",
        }
    }
}

/// What has to be known for an output.
impl Observed {
    pub(super) fn needs_acceleration(&self) -> bool {
        matches!(self, Self::Acceleration(..) | Self::SpinRate(..) | Self::SecondRate(_) | Self::Energy(_))
            || self.is_carried()
    }

    /// Whether it is a force that constraints may carry.
    pub(super) fn is_carried(&self) -> bool {
        matches!(
            self,
            Self::Stress(_)
                | Self::Effort(_)
                | Self::DriveForce(_)
                | Self::DrivePower(_)
                | Self::Reaction(..)
                | Self::ReactionMoment(..)
                | Self::JointForce(..)
                | Self::JointMoment(..)
                | Self::Section(..)
        )
    }
}
