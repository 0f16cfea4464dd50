//! Equations of coordinates with integrals of accelerations removed by the field equations.

use lissom_symbolic::{DerivativeError, Expr, Number};

use crate::atoms::Atom;
use crate::derivation::Derivation;
use crate::error::DeriveError;
use crate::lagrange::{dissipation, dissipative_momentum, lagrange, momentum};
use crate::parts::{End, derivative_error};

/// Subtracts multiples of the integrated field equations from a residual.
pub(crate) fn on_shell(derivation: &mut Derivation, residual: Expr) -> Result<Expr, DeriveError> {
    let mut residual = residual;
    for member in 0..derivation.parts.members.len() {
        for field in 0..derivation.parts.members[member].fields.len() {
            let name = derivation.parts.members[member].name.clone();
            residual = remove(derivation, residual, member, field).map_err(|e| derivative_error(&name, e))?;
        }
    }
    Ok(derivation.algebra.tidied(residual))
}

fn remove(
    derivation: &mut Derivation,
    residual: Expr,
    member: usize,
    field: usize,
) -> Result<Expr, DerivativeError> {
    let integrated = integrated_field_equation(derivation, member, field)?;
    let unknown = derivation.parts.members[member].fields[field];
    let acceleration = derivation.algebra.jet(unknown, 2, 0);
    let parts = derivation.algebra.store.parts_of(&[residual, integrated]);
    let wanted = Atom::Along { body: acceleration, member };
    let Some(atom) = parts.into_iter().find(|part| derivation.atoms.meaning(*part) == Some(wanted)) else {
        return Ok(residual);
    };
    let store = &mut derivation.algebra.store;
    let (above, below) = (store.derivative(residual, atom)?, store.derivative(integrated, atom)?);
    if below == store.zero() {
        return Ok(residual);
    }
    let factor = store.div(above, below);
    let product = store.mul(factor, integrated);
    Ok(store.sub(residual, product))
}

/// ∫ E dx with the exact spatial derivative integrated: ∫ (E − D_x p₀) dx + p₀(l) − p₀(0).
fn integrated_field_equation(
    derivation: &mut Derivation,
    member: usize,
    field: usize,
) -> Result<Expr, DerivativeError> {
    let Derivation { algebra, atoms, parts, .. } = derivation;
    let it = &parts.members[member];
    let (unknown, lagrangian) = (it.fields[field], it.lagrangian(algebra));
    let mut terms = vec![(Number::ONE, lagrange(algebra, lagrangian, unknown)?)];
    terms.push((Number::ONE, dissipation(algebra, it.dissipation, unknown)?));
    let jet = algebra.jet(unknown, 0, 0);
    for (force, displacement) in &it.loads {
        let direction = algebra.store.derivative(*displacement, jet)?;
        terms.push((-Number::ONE, algebra.store.mul(*force, direction)));
    }
    let elastic = momentum(algebra, lagrangian, unknown, 0)?;
    let lost = dissipative_momentum(algebra, it.dissipation, unknown, 0)?;
    let flux = algebra.store.add(elastic, lost);
    let slope = algebra.by_space(flux)?;
    terms.push((-Number::ONE, slope));
    let density = algebra.store.sum(&terms);
    let along = atoms.along(algebra, (member, it.length), density);
    let upper = atoms.at_end(algebra, (member, it.length, End::B), flux);
    let lower = atoms.at_end(algebra, (member, it.length, End::A), flux);
    Ok(algebra.store.sum(&[(Number::ONE, along), (Number::ONE, upper), (-Number::ONE, lower)]))
}
