//! The extended Lagrange equation and the boundary loads of a density.
//!
//! A density depends on jets u_{a,b} = ∂ₜᵃ∂ₓᵇ u. Time derivatives are integrated by parts in time,
//! spatial ones along the member; what remains under the integral is the field equation, what remains
//! at the ends are the loads that the member applies to its neighbours.

use lissom_symbolic::{DerivativeError, Expr, Number, Unknown};

use crate::algebra::Algebra;

/// E_u\[L\] = − Σ (−1)^{a+b} D_tᵃ D_xᵇ ∂L/∂u_{a,b}, the left side of the extended Lagrange equation.
///
/// For a coordinate, which has no spatial derivatives, this is the ordinary Lagrange equation. The
/// mixed terms, which carry rotary inertia, are not printed in the source but needed.
///
/// # Equation
/// \[Singer1994, Eq. (10)\], completed.
pub(crate) fn lagrange(
    algebra: &mut Algebra,
    lagrangian: Expr,
    of: Unknown,
) -> Result<Expr, DerivativeError> {
    let mut terms = Vec::new();
    for (jet, atom) in algebra.jets.jets_in(&algebra.store, lagrangian) {
        if jet.of == of {
            let momentum = algebra.store.derivative(lagrangian, atom)?;
            let term = algebra.total(momentum, jet.time, jet.space)?;
            terms.push((alternating(jet.time + jet.space + 1), term));
        }
    }
    Ok(algebra.store.sum(&terms))
}

/// p_k = Σ_{j>k} Σ_a (−1)^{j−k−1+a} D_x^{j−k−1} D_tᵃ ∂L/∂u_{a,j}, conjugate to ∂ₓᵏu.
///
/// The member applies the load + p_k to what is attached at its upper end and − p_k at its lower end,
/// positive in the direction of ∂ₓᵏu.
///
/// # Equation
/// \[Singer1994, Eqs. (60) to (63)\], completed by the mixed terms.
pub(crate) fn momentum(
    algebra: &mut Algebra,
    lagrangian: Expr,
    of: Unknown,
    k: u8,
) -> Result<Expr, DerivativeError> {
    let mut terms = Vec::new();
    for (jet, atom) in algebra.jets.jets_in(&algebra.store, lagrangian) {
        if jet.of == of && jet.space > k {
            let partial = algebra.store.derivative(lagrangian, atom)?;
            let term = algebra.total(partial, jet.time, jet.space - k - 1)?;
            terms.push((alternating(jet.space - k - 1 + jet.time), term));
        }
    }
    Ok(algebra.store.sum(&terms))
}

/// Σ_b (−1)ᵇ D_xᵇ ∂R/∂u_{1,b}: contribution of a dissipation density R to the left side of the equation.
pub(crate) fn dissipation(
    algebra: &mut Algebra,
    density: Expr,
    of: Unknown,
) -> Result<Expr, DerivativeError> {
    let mut terms = Vec::new();
    for (jet, atom) in algebra.jets.jets_in(&algebra.store, density) {
        if jet.of == of && jet.time == 1 {
            let partial = algebra.store.derivative(density, atom)?;
            let term = algebra.total(partial, 0, jet.space)?;
            terms.push((alternating(jet.space), term));
        }
    }
    Ok(algebra.store.sum(&terms))
}

/// − Σ_{j>k} (−1)^{j−k−1} D_x^{j−k−1} ∂R/∂u_{1,j}: contribution of a dissipation density to p_k.
pub(crate) fn dissipative_momentum(
    algebra: &mut Algebra,
    density: Expr,
    of: Unknown,
    k: u8,
) -> Result<Expr, DerivativeError> {
    let mut terms = Vec::new();
    for (jet, atom) in algebra.jets.jets_in(&algebra.store, density) {
        if jet.of == of && jet.time == 1 && jet.space > k {
            let partial = algebra.store.derivative(density, atom)?;
            let term = algebra.total(partial, 0, jet.space - k - 1)?;
            terms.push((alternating(jet.space - k), term));
        }
    }
    Ok(algebra.store.sum(&terms))
}

/// (−1)ⁿ
pub(crate) fn alternating(n: u8) -> Number {
    if n.is_multiple_of(2) { Number::ONE } else { -Number::ONE }
}
