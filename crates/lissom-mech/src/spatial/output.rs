//! What is observed of a spatial machine.

use crate::vector::Vector;

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
            (Observed::Acceleration(..), _) | (Observed::SecondRate(_), false) => "m/s²",
            (Observed::Rotation(..), _) | (Observed::Deformation(_), true) => "rad",
            (Observed::Spin(..), _) | (Observed::Rate(_), true) => "rad/s",
            (Observed::SpinRate(..), _) | (Observed::SecondRate(_), true) => "rad/s²",
            (Observed::Axis(..), _) => "-",
            (Observed::Stress(_), false) => "N",
            (Observed::Stress(_), true) => "N m",
        }
    }
}

/// What has to be known for an output.
impl Observed {
    pub(super) fn needs_acceleration(&self) -> bool {
        matches!(self, Self::Acceleration(..) | Self::SpinRate(..) | Self::SecondRate(_) | Self::Stress(_))
    }
}
