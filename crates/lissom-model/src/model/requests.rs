//! States and checks requested in the model file.

use super::Direction;
use crate::diagnostics::diagnostic::Span;

/// `[state.NAME]`.
#[derive(Clone, Debug)]
pub struct StateRequest {
    /// Name.
    pub name: String,
    /// What is constant.
    pub kind: StateKind,
    /// Constant values of named forces.
    pub forces: Vec<(String, f64)>,
    /// Whether dampers act.
    pub dampers: bool,
    /// Whether a static state uses the linear equations.
    pub linear: bool,
    /// Whether a static state is the one on the load path, stable or not.
    pub on_path: bool,
    /// Source location.
    pub span: Span,
}

/// What is constant in an operating state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StateKind {
    /// Constant force: rigid acceleration and static deformation.
    Acceleration,
    /// Constant velocity under friction.
    Velocity,
    /// Constant angular speed \[rad/s\] about an axis.
    Rotation(f64, StateAxis),
    /// Constant torque about an axis, under friction.
    Torque(StateAxis),
    /// Static equilibrium of a supported structure.
    Static,
    /// Forces that change slowly by their laws, from rest to an end \[s\], reported at a number of times.
    Change(f64, usize),
}

/// The axis of a state of rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StateAxis {
    /// Unit vector.
    pub direction: [f64; 3],
    /// A point on the axis; `None`: the centre of mass \[m\].
    pub point: Option<[f64; 3]>,
}

/// `[check]`: numbers the user expects.
#[derive(Clone, Debug)]
pub struct Check {
    /// Expected frequencies, rigid modes excluded \[Hz\].
    pub frequencies_hz: Vec<f64>,
    /// Relative tolerance of the frequencies \[-\].
    pub rtol: f64,
    /// Expected number of rigid modes.
    pub rigid_modes: Option<usize>,
    /// Largest allowed |K r|/|K| of a free part \[-\].
    pub grounding: Option<f64>,
    /// Directions and the least share of effective mass \[-\].
    pub effective_mass: Option<(Vec<Direction>, f64)>,
    /// Source location.
    pub span: Span,
}
