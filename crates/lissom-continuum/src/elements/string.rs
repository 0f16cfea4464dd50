//! A string or cable under tension P: V = P w′²/2 per length \[Singer1994, Table 1\].

use lissom_symbolic::Expr;

use crate::elements::{Particle, Surrogate};
use crate::error::DeriveError;

/// A string or cable under tension P: V = P w′²/2 per length \[Singer1994, Table 1\].
pub(crate) struct StringElement;

impl Surrogate for StringElement {
    fn kind(&self) -> &'static str {
        "string"
    }

    fn description(&self) -> &'static str {
        "string or cable under tension"
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
        Some(0)
    }

    fn strain_energy(&self, particle: &mut Particle<'_>) -> Result<Expr, DeriveError> {
        particle.half_square("tension", 0, 0, 1)
    }
}
