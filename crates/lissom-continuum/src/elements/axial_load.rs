//! A member under axial load: V = P w′²/2 per length for a tension P, negative for a thrust \[Singer1994, Table 1\].
//!
//! It acts on every member with a transverse field. Tension from motion or weight is included in the
//! stiffening.

use lissom_symbolic::Expr;

use crate::elements::Particle;
use crate::error::DeriveError;

/// Energy of the load per length [J/m], where there is one.
pub(super) fn energy(particle: &mut Particle<'_>, transverse: usize) -> Result<Expr, DeriveError> {
    particle.half_square_if_given("tension", transverse, 1)
}
