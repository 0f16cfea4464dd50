//! Forces, moments and torques of joints.

use crate::vector::Vector;

/// How large a load is.
#[derive(Clone, Copy, Debug)]
pub enum Amount {
    /// Always the same.
    Constant(f64),
    /// A law of time, by its place among the values of all laws.
    Law(usize),
    /// An input of the system.
    Input(usize),
}

/// Where a load acts and along what.
#[derive(Clone, Copy, Debug)]
pub enum LoadKind {
    /// A force on a point [N]; along a direction fixed in space, or fixed to an orientation.
    Force {
        /// The point.
        point: usize,
        /// Its direction: in space, or in the axes of the orientation that it follows.
        direction: Vector,
        /// The orientation that it follows.
        follows: Option<usize>,
    },
    /// A moment on an orientation [N m].
    Moment {
        /// The orientation.
        orientation: usize,
        /// Its direction: in space, or in the axes of the orientation.
        direction: Vector,
        /// Whether it turns with the orientation.
        follows: bool,
    },
}

/// A force or moment.
#[derive(Clone, Debug)]
pub struct Load {
    /// Name.
    pub name: String,
    /// Where and along what.
    pub kind: LoadKind,
    /// How much.
    pub amount: Amount,
}

/// A force that works on a deformation, such as the torque of a motor in a hinge.
#[derive(Clone, Debug)]
pub struct Torque {
    /// Name.
    pub name: String,
    /// The deformation, by its number among those of all parts in their order.
    pub measure: usize,
    /// How much.
    pub amount: Amount,
}

/// A force along the axis of a beam, linear between its ends.
#[derive(Clone, Debug)]
pub struct LineLoad {
    /// Name.
    pub name: String,
    /// The elements of the beam, in order.
    pub parts: Vec<usize>,
    /// Its direction: in space, or along the axes of the beam if it follows.
    pub direction: Vector,
    /// Whether it turns with the beam; if so, it acts per deformed length.
    pub follows: bool,
    /// Densities at the first and the second end of the beam [N/m].
    pub ends: [Amount; 2],
}
