//! A member given by its own densities, written in jets: `w_xx` is w″, `w_tx` is ẇ′.

use lissom_symbolic::Expr;

use crate::elements::{Particle, Surrogate};
use crate::error::DeriveError;

/// A member given by its Lagrangian density (`density` [J/m]) and dissipation function (`dissipation` [W/m]).
pub(crate) struct Custom;

impl Surrogate for Custom {
    fn kind(&self) -> &'static str {
        "custom"
    }

    fn description(&self) -> &'static str {
        "a custom Lagrangian density; w_xx is the second derivative of the field w along the member"
    }

    fn field_count(&self) -> Option<usize> {
        None
    }

    fn end_name(&self, _field: usize, _order: u8) -> Option<&'static str> {
        None
    }

    fn transverse(&self) -> Option<usize> {
        None
    }

    /// Zero: the whole Lagrangian density is given.
    fn kinetic(&self, particle: &mut Particle<'_>) -> Result<Expr, DeriveError> {
        Ok(particle.algebra.store.zero())
    }

    fn strain_energy(&self, particle: &mut Particle<'_>) -> Result<Expr, DeriveError> {
        let density = particle.coefficient("density")?;
        let lagrangian = particle.algebra.with_derivatives(density);
        Ok(particle.algebra.store.neg(lagrangian))
    }

    fn own_dissipation(&self, particle: &mut Particle<'_>) -> Result<Expr, DeriveError> {
        match particle.optional("dissipation") {
            Some(density) => Ok(particle.algebra.with_derivatives(density)),
            None => Ok(particle.algebra.store.zero()),
        }
    }
}
