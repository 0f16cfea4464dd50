//! A rod that stretches: V = EA u′²/2 per length \[Singer1994, Table 1\].

use lissom_symbolic::Expr;

use crate::elements::{Particle, Surrogate};
use crate::error::DeriveError;

/// A rod that stretches: V = EA u′²/2 per length \[Singer1994, Table 1\].
pub(crate) struct Rod;

impl Surrogate for Rod {
    fn kind(&self) -> &'static str {
        "rod"
    }

    fn description(&self) -> &'static str {
        "rod in tension and compression"
    }

    fn field_count(&self) -> Option<usize> {
        Some(1)
    }

    fn end_name(&self, field: usize, order: u8) -> Option<&'static str> {
        match (field, order) {
            (0, 0) => Some("displacement"),
            _ => None,
        }
    }

    fn transverse(&self) -> Option<usize> {
        None
    }

    fn strain_energy(&self, particle: &mut Particle<'_>) -> Result<Expr, DeriveError> {
        particle.half_square("EA", 0, 0, 1)
    }
}
