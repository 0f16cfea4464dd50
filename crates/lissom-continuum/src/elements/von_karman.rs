//! A beam that stretches by moderate rotations: V = EA (u′ + w′²/2)²/2 + EI w″²/2 per length.

use lissom_symbolic::Expr;

use crate::elements::{Particle, Surrogate};
use crate::error::DeriveError;

/// A beam that stretches by moderate rotations: V = EA (u′ + w′²/2)²/2 + EI w″²/2 per length.
pub(crate) struct VonKarman;

impl Surrogate for VonKarman {
    fn kind(&self) -> &'static str {
        "von-karman"
    }

    fn description(&self) -> &'static str {
        "beam stretched by moderate rotations; fields u, w"
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
        let (stretch, slope) = (particle.field(0, 0, 1), particle.field(1, 0, 1));
        let square = particle.algebra.store.powi(slope, 2);
        let shortening = particle.algebra.halved(square);
        let strain = particle.algebra.store.add(stretch, shortening);
        let stiffness = particle.coefficient("EA")?;
        let stretching = particle.algebra.half_square(stiffness, strain);
        let bending = particle.half_square("EI", 1, 0, 2)?;
        Ok(particle.algebra.store.add(stretching, bending))
    }
}
