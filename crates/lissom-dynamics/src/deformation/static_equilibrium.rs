//! Static equilibrium of a supported structure.

use super::constant_velocity::cancellation;
use super::deformed_state::DeformedState;
use super::free_body::FreeBody;
use super::inertia_relief::state;
use super::no_state::{Imbalance, NoState, check};
use crate::error::DynamicsError;

/// Tolerance for the force on a free motion: rounding of balanced forces.
const BALANCED: f64 = 1e-9;

/// K x = F of a supported structure, or of a free one under balanced forces.
///
/// # Errors
/// [`NoState::NotHeld`] with the free motions.
pub fn static_equilibrium(body: &FreeBody<'_>, force: &[f64]) -> Result<DeformedState, DynamicsError> {
    check("force", force, body.structure())?;
    let motions = unbalanced(body, force, BALANCED);
    if !motions.is_empty() {
        return Err(NoState::NotHeld { motions }.into());
    }
    let still = vec![0.0; force.len()];
    Ok(state(body, force, still.clone(), still, &[]))
}

/// Rigid motions along which a force does not cancel, named by the candidates if these are all free.
pub(super) fn unbalanced(body: &FreeBody<'_>, force: &[f64], tolerance: f64) -> Vec<Imbalance> {
    let candidates = &body.structure().rigid_candidates;
    // Candidates have names and are pure motions; Q is orthonormal and a mixture of them.
    let named = candidates.cols() == body.rigid_count();
    let motions = if named { candidates } else { body.rigid() };
    let whole = lissom_linalg::norm(&body.rigid_force(force));
    let each = (0..motions.cols()).map(|j| {
        let motion = motions.column(j);
        let mass = body.structure().mass.form(motion, motion).sqrt();
        let scaled: Vec<f64> = motion.iter().map(|q| q / mass).collect();
        let along = lissom_linalg::dot(&scaled, force);
        // A motion may also be a rounding error compared with those driven by the force.
        let share = if whole == 0.0 { 0.0 } else { cancellation(motion, force).min(along.abs() / whole) };
        Imbalance { motion: body.describe(motion), force: along, share }
    });
    each.filter(|imbalance| imbalance.share > tolerance).collect()
}
