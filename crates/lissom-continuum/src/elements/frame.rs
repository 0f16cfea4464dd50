//! A frame member: fields u and w, rod and slender beam side by side \[Singer1994, Table 1\].

use lissom_symbolic::Expr;

use crate::elements::{Particle, Surrogate};
use crate::error::DeriveError;

/// A frame member: fields u and w, rod and slender beam side by side \[Singer1994, Table 1\].
pub(crate) struct Frame;

impl Surrogate for Frame {
    fn kind(&self) -> &'static str {
        "frame"
    }

    fn description(&self) -> &'static str {
        "rod and slender beam in one; fields u, w"
    }

    fn field_count(&self) -> Option<usize> {
        Some(2)
    }

    fn end_name(&self, field: usize, order: u8) -> Option<&'static str> {
        match (field, order) {
            (0, 0) => Some("axial"),
            (1, 0) => Some("displacement"),
            (1, 1) => Some("slope"),
            _ => None,
        }
    }

    fn transverse(&self) -> Option<usize> {
        Some(1)
    }

    fn strain_energy(&self, particle: &mut Particle<'_>) -> Result<Expr, DeriveError> {
        let stretching = particle.half_square("EA", 0, 0, 1)?;
        let bending = particle.half_square("EI", 1, 0, 2)?;
        Ok(particle.algebra.store.add(stretching, bending))
    }
}
