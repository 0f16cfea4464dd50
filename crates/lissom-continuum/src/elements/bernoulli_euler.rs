//! A slender beam in bending: V = EI w″²/2 per length \[Singer1994, Table 1\].

use lissom_symbolic::Expr;

use crate::elements::{Particle, Surrogate};
use crate::error::DeriveError;

/// A slender beam in bending: V = EI w″²/2 per length \[Singer1994, Table 1\].
pub(crate) struct BernoulliEuler;

impl Surrogate for BernoulliEuler {
    fn kind(&self) -> &'static str {
        "bernoulli-euler"
    }

    fn description(&self) -> &'static str {
        "slender beam in bending"
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

    fn strain_energy(&self, particle: &mut Particle<'_>) -> Result<Expr, DeriveError> {
        particle.half_square("EI", 0, 0, 2)
    }
}
