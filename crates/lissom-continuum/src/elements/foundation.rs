//! A member on an elastic foundation: V = k w²/2 (Winkler) + G w′²/2 (Pasternak) per length \[Singer1994, Table 1\].

use lissom_symbolic::Expr;

use crate::elements::Particle;
use crate::error::DeriveError;

/// Energy of the foundation per length [J/m], where there is one.
pub(super) fn energy(particle: &mut Particle<'_>, transverse: usize) -> Result<Expr, DeriveError> {
    let pressed = particle.half_square_if_given("foundation", transverse, 0)?;
    let sheared = particle.half_square_if_given("shear_foundation", transverse, 1)?;
    Ok(particle.algebra.store.add(pressed, sheared))
}
