//! The symbolic system.

use super::Law;
use crate::diagnostics::diagnostic::Span;

/// The symbolic system.
#[derive(Clone, Debug)]
pub struct SymbolicSystem {
    /// Generalised coordinates, functions of time.
    pub coordinates: Vec<String>,
    /// Flexible members.
    pub continua: Vec<Continuum>,
    /// Point masses.
    pub masses: Vec<SymbolicMass>,
    /// Springs: stiffness and elongation.
    pub springs: Vec<SymbolicSpring>,
    /// Dampers: damping and elongation.
    pub dampers: Vec<SymbolicSpring>,
    /// Forces: value and work-conjugate displacement.
    pub forces: Vec<SymbolicForce>,
    /// Acceleration of gravity along the components of positions; components that are not given are zero.
    pub gravity: Vec<Law>,
    /// Source location.
    pub span: Span,
}

/// A flexible member of a symbolic system.
#[derive(Clone, Debug)]
pub struct Continuum {
    /// Name.
    pub name: String,
    /// `string`, `rod`, `shaft`, `bernoulli-euler`, `rayleigh`, `timoshenko`, `frame`, `von-karman`, `custom`.
    pub kind: String,
    /// Length.
    pub length: Law,
    /// Field names.
    pub fields: Vec<String>,
    /// Coefficients by key (`EI`, `rhoA`, …), functions of x at most; densities may use all variables.
    pub coefficients: Vec<(String, Law)>,
    /// Absolute position of the representative particle.
    pub position: Vec<Law>,
    /// End data by end (`a`, `b`) and quantity (`displacement`, `slope`, …).
    pub ends: [Vec<(String, Law)>; 2],
    /// Distributed load along `position`.
    pub load: Vec<Law>,
    /// Whether axial load stiffens the member; `None`: the default of its kind.
    pub stiffening: Option<bool>,
    /// Source location.
    pub span: Span,
}

/// A point mass of a symbolic system.
#[derive(Clone, Debug)]
pub struct SymbolicMass {
    /// Name.
    pub name: String,
    /// Mass.
    pub mass: Law,
    /// Rotary inertia.
    pub inertia: Option<Law>,
    /// Position.
    pub position: Vec<Law>,
    /// Angle.
    pub angle: Option<Law>,
}

/// A spring or damper of a symbolic system.
#[derive(Clone, Debug)]
pub struct SymbolicSpring {
    /// Name.
    pub name: String,
    /// Stiffness or damping.
    pub coefficient: Law,
    /// Elongation.
    pub elongation: Law,
}

/// A force of a symbolic system.
#[derive(Clone, Debug)]
pub struct SymbolicForce {
    /// Name.
    pub name: String,
    /// Value.
    pub value: Option<Law>,
    /// Work-conjugate displacement.
    pub at: Law,
}
