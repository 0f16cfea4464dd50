//! A beam in bending with rotary inertia: T = ρA v²/2 + ρI ẇ′²/2 per length \[Singer1994, Table 1\].

use lissom_symbolic::Expr;

use crate::elements::{Particle, Surrogate};
use crate::error::DeriveError;

/// A beam in bending with rotary inertia: T = ρA v²/2 + ρI ẇ′²/2 per length \[Singer1994, Table 1\].
pub(crate) struct Rayleigh;

impl Surrogate for Rayleigh {
    fn kind(&self) -> &'static str {
        "rayleigh"
    }

    fn description(&self) -> &'static str {
        "beam in bending with rotary inertia of the section"
    }

    fn field_count(&self) -> Option<usize> {
        Some(1)
    }

    fn end_name(&self, field: usize, order: u8) -> Option<&'static str> {
        match (field, order) {
            (0, 0) => Some("displacement"),
            (0, 1) => Some("slope"),
            _ => None,
        }
    }

    fn transverse(&self) -> Option<usize> {
        Some(0)
    }

    fn stiffens(&self) -> bool {
        true
    }

    fn kinetic(&self, particle: &mut Particle<'_>) -> Result<Expr, DeriveError> {
        let inertia = particle.coefficient("rhoA")?;
        let product = particle.algebra.store.mul(inertia, particle.speed_square);
        let translation = particle.algebra.halved(product);
        let rotation = particle.half_square("rhoI", 0, 1, 1)?;
        Ok(particle.algebra.store.add(translation, rotation))
    }

    fn strain_energy(&self, particle: &mut Particle<'_>) -> Result<Expr, DeriveError> {
        particle.half_square("EI", 0, 0, 2)
    }
}
