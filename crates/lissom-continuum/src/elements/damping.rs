//! Damping of a member: viscous from outside, Kelvin-Voigt inside.

use std::collections::HashMap;

use lissom_symbolic::Expr;

use crate::elements::{Particle, Surrogate};
use crate::error::DeriveError;

/// Dissipation function per length [W/m]: c Σ u_t²/2 for viscous damping c, and for Kelvin-Voigt damping
/// with the time constant η (stress = E (ε + η ε̇)) η times the strain energy of the strain rates.
pub(crate) fn dissipation(
    surrogate: &dyn Surrogate,
    particle: &mut Particle<'_>,
    strain_energy: Expr,
) -> Result<Expr, DeriveError> {
    let mut terms = vec![surrogate.own_dissipation(particle)?];
    if let Some(viscous) = particle.optional("viscous") {
        for field in 0..particle.fields.len() {
            let rate = particle.field(field, 1, 0);
            terms.push(particle.algebra.half_square(viscous, rate));
        }
    }
    if let Some(time_constant) = particle.optional("kelvin_voigt") {
        let mut rates = HashMap::new();
        for (jet, atom) in particle.algebra.jets.jets_in(&particle.algebra.store, strain_energy) {
            if particle.fields.contains(&jet.of) {
                let rate = particle.algebra.jet(jet.of, jet.time + 1, jet.space);
                rates.insert(atom, rate);
            }
        }
        let of_rates = particle.algebra.store.substitute(strain_energy, &rates);
        terms.push(particle.algebra.store.mul(time_constant, of_rates));
    }
    Ok(particle.algebra.total_of(&terms))
}
