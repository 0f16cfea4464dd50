//! A member given by its own densities, written in jets: `w_xx` is w″, `w_tx` is ẇ′.

use std::collections::HashMap;

use lissom_symbolic::{Expr, Node};

use crate::elements::{Particle, Surrogate};
use crate::error::DeriveError;

/// A member given by its Lagrangian density (`density` [J/m]) and dissipation function (`dissipation` [W/m]).
pub(crate) struct Custom;

impl Surrogate for Custom {
    fn kind(&self) -> &'static str {
        "custom"
    }

    fn description(&self) -> &'static str {
        "a Lagrangian density of your own; w_xx is the second derivative of the field w along the member"
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
        let lagrangian = with_jets(particle, density);
        Ok(particle.algebra.store.neg(lagrangian))
    }

    fn own_dissipation(&self, particle: &mut Particle<'_>) -> Result<Expr, DeriveError> {
        match particle.optional("dissipation") {
            Some(density) => Ok(with_jets(particle, density)),
            None => Ok(particle.algebra.store.zero()),
        }
    }
}

/// Reads names such as `w_tx` of the member's fields as derivatives.
fn with_jets(particle: &mut Particle<'_>, density: Expr) -> Expr {
    let mut replacements = HashMap::new();
    for part in particle.algebra.store.parts_of(&[density]) {
        let Node::Symbol(name) = particle.algebra.store.node(part) else { continue };
        let name = particle.algebra.store.name_text(*name).to_owned();
        let Some((stem, marks)) = name.rsplit_once('_') else { continue };
        let is_derivative = !marks.is_empty() && marks.chars().all(|mark| mark == 't' || mark == 'x');
        let field = particle.fields.iter().find(|field| particle.algebra.jets.name(**field) == stem);
        if let (true, Some(field)) = (is_derivative, field.copied()) {
            let count = |wanted: char| marks.chars().filter(|mark| *mark == wanted).count() as u8;
            let jet = particle.algebra.jet(field, count('t'), count('x'));
            replacements.insert(part, jet);
        }
    }
    particle.algebra.store.substitute(density, &replacements)
}
