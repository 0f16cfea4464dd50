//! A beam with shear: fields w and φ, V = EI φ′²/2 + κGA (w′ − φ)²/2 per length \[Singer1994, Table 1\].

use lissom_symbolic::Expr;

use crate::elements::{Particle, Surrogate};
use crate::error::DeriveError;

/// A beam with shear: fields w and φ, V = EI φ′²/2 + κGA (w′ − φ)²/2 per length \[Singer1994, Table 1\].
pub(crate) struct Timoshenko;

impl Surrogate for Timoshenko {
    fn kind(&self) -> &'static str {
        "timoshenko"
    }

    fn description(&self) -> &'static str {
        "beam in bending and shear with rotary inertia; fields w, phi"
    }

    fn field_count(&self) -> Option<usize> {
        Some(2)
    }

    fn end_name(&self, field: usize, order: u8) -> Option<&'static str> {
        match (field, order) {
            (0, 0) => Some("displacement"),
            (1, 0) => Some("rotation"),
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
        let rotation = particle.half_square("rhoI", 1, 1, 0)?;
        Ok(particle.algebra.store.add(translation, rotation))
    }

    fn strain_energy(&self, particle: &mut Particle<'_>) -> Result<Expr, DeriveError> {
        let bending = particle.half_square("EI", 1, 0, 1)?;
        let (slope, rotation) = (particle.field(0, 0, 1), particle.field(1, 0, 0));
        let angle = particle.algebra.store.sub(slope, rotation);
        let stiffness = particle.coefficient("GA")?;
        let shear = particle.algebra.half_square(stiffness, angle);
        Ok(particle.algebra.store.add(bending, shear))
    }
}
