//! A force spread along a beam.

use crate::diagnostics::diagnostic::Span;
use crate::model::{BeamId, Law};

/// A force spread along a beam, linear between its ends; an input when it has no laws.
#[derive(Clone, Debug)]
pub struct LineLoad {
    /// Name, unique among forces and torques.
    pub name: String,
    /// The beam.
    pub beam: BeamId,
    /// Its direction in the reference configuration, a unit vector.
    pub direction: [f64; 3],
    /// Whether the direction turns with the beam; if so, it acts per deformed length.
    pub follower: bool,
    /// Laws in `t` of its density at the first and the second end \[N/m\].
    pub ends: Option<[Law; 2]>,
    /// Source location.
    pub span: Span,
}
