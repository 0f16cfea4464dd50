//! A shaft in torsion: T = ρJ φ̇²/2, V = GJ φ′²/2 per length \[Singer1994, Table 1\]. Its position is the absolute angle.

use lissom_symbolic::Expr;

use crate::elements::{Particle, Surrogate};
use crate::error::DeriveError;

/// A shaft in torsion: T = ρJ φ̇²/2, V = GJ φ′²/2 per length \[Singer1994, Table 1\]. Its position is the absolute angle.
pub(crate) struct Shaft;

impl Surrogate for Shaft {
    fn kind(&self) -> &'static str {
        "shaft"
    }

    fn description(&self) -> &'static str {
        "shaft in torsion"
    }

    fn field_count(&self) -> Option<usize> {
        Some(1)
    }

    fn end_name(&self, field: usize, order: u8) -> Option<&'static str> {
        match (field, order) {
            (0, 0) => Some("rotation"),
            _ => None,
        }
    }

    fn transverse(&self) -> Option<usize> {
        None
    }

    fn kinetic(&self, particle: &mut Particle<'_>) -> Result<Expr, DeriveError> {
        let inertia = particle.coefficient("rhoJ")?;
        let product = particle.algebra.store.mul(inertia, particle.speed_square);
        Ok(particle.algebra.halved(product))
    }

    fn strain_energy(&self, particle: &mut Particle<'_>) -> Result<Expr, DeriveError> {
        particle.half_square("GJ", 0, 0, 1)
    }
}
