//! The way down in energy from an unstable equilibrium to a stable one, for loads that have a potential.
//!
//! # Equation
//! With eigenvectors (D K D − κ) φ = 0 of the symmetric tangent, scaled to a unit diagonal, the step D Σ φ (φᵀ D r)/|κ| is Newton's
//! where the energy is convex and leads down everywhere. Its length is halved while the force along it points back, which it does only beyond a
//! valley. The first step goes along the most unstable mode, to both sides in turn.

use crate::equilibria::balance::{Balance, Forces};
use crate::equilibria::certify_state::{Stability, certify_state};
use crate::equilibria::equilibrium::settle;
use crate::equilibria::operating_state::OperatingState;
use crate::equilibria::tangent_inertia::scaling;
use lissom_linalg::Dense;
use lissom_linalg::eigen::{self, EigenError};
use lissom_mech::System;

/// Most steps down.
const MOST_STEPS: usize = 200;
/// Most doublings of the first step: from a millionth of a millionth to large.
const MOST_DOUBLINGS: usize = 60;
/// Squared frequencies are not taken smaller than this share of the largest of their size [-].
const FLAT: f64 = 1e-14;

/// A stable equilibrium below an unstable one; `None` where none was found.
pub(crate) fn descend(system: &dyn System, from: &OperatingState, tolerance: f64) -> Option<OperatingState> {
    let (_, modes) = decomposed(&from.tangent()).ok()?;
    let mode = modes.into_iter().next()?;
    // The side of the largest entry, so that the same machine falls to the same side.
    let largest = mode.iter().copied().max_by(|a, b| a.abs().total_cmp(&b.abs()))?;
    [1.0, -1.0].into_iter().find_map(|side| {
        let away: Vec<f64> = mode.iter().map(|m| side * m * largest.signum()).collect();
        let mut balance = Balance::new(system, from.time, &from.input).ok()?;
        let start = leave(&mut balance, from, &away)?;
        let bottom = go_down(&mut balance, start)?;
        let still = vec![0.0; bottom.position.len()];
        let (forces, residual, iterations) = settle(&mut balance, bottom, &still, (tolerance, 0.0)).ok()?;
        let counts = (from.iterations + iterations, from.increments);
        let state = balance.state(forces, residual, counts).ok()?;
        let found = certify_state(system, &state).ok()?;
        (found.stability() == Stability::Stable && found.verdict.is_certified()).then_some(state)
    })
}

/// Eigenvalues of the scaled tangent, ascending, and their vectors D φ.
fn decomposed(tangent: &Dense) -> Result<(Vec<f64>, Vec<Vec<f64>>), EigenError> {
    let (symmetric, n) = (tangent.symmetric_part(), tangent.rows());
    let scale = scaling(&symmetric);
    let scaled = Dense::from_fn(n, n, |i, j| symmetric[(i, j)] * scale[i] * scale[j]);
    let found = eigen::symmetric(&scaled)?;
    let vector = |j: usize| found.vectors.column(j).iter().zip(&scale).map(|(v, s)| v * s).collect();
    let vectors = (0..n).map(vector).collect();
    Ok((found.values, vectors))
}

fn along(forces: &Forces, direction: &[f64]) -> f64 {
    lissom_linalg::dot(&forces.linearisation.residual, direction)
}

/// Leaves an unstable equilibrium along a direction, as far as the force that drives it away still grows.
fn leave(balance: &mut Balance, from: &OperatingState, away: &[f64]) -> Option<Forces> {
    let stiffness = -lissom_linalg::dot(away, &from.tangent().multiply_vector(away));
    let size = |v: &[f64]| v.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    let mut way = 1e-9 * size(&from.position).max(1e-6) / size(away).max(f64::MIN_POSITIVE);
    let mut best: Option<Forces> = None;
    for _ in 0..MOST_DOUBLINGS {
        let moved = from.position.iter().zip(away).map(|(q, a)| q + way * a).collect();
        let Ok(forces) = balance.forces(moved) else { break };
        let drive = along(&forces, away);
        // Clear of rounding, and where the force no longer grows with the way the curve of the energy shows.
        if drive <= 0.0 && best.is_some() {
            break;
        }
        let bent = drive < 0.9 * stiffness * way;
        if drive > 0.0 {
            best = Some(forces);
            if bent {
                break;
            }
        }
        way *= 2.0;
    }
    best
}

/// Steps down until the residual is small enough for Newton's method in a convex valley.
fn go_down(balance: &mut Balance, mut forces: Forces) -> Option<Forces> {
    for _ in 0..MOST_STEPS {
        let (values, modes) = decomposed(&forces.tangent).ok()?;
        let size = values.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
        let residual = &forces.linearisation.residual;
        let mut step = vec![0.0; residual.len()];
        for (value, mode) in values.iter().zip(&modes) {
            let share = lissom_linalg::dot(mode, residual) / value.abs().max(FLAT * size);
            step.iter_mut().zip(mode).for_each(|(s, m)| *s += share * m);
        }
        let slope = along(&forces, &step);
        let convex = values.first().is_some_and(|lowest| *lowest > FLAT * size);
        if slope <= 0.0 || (convex && forces.size(residual) <= 1e-6 * forces.scale(&balance.input)) {
            return convex.then_some(forces);
        }
        forces = shortened(balance, &forces, &step, slope)?;
    }
    None
}

/// The state after a step down, halved while the force along it points back strongly.
fn shortened(balance: &mut Balance, from: &Forces, step: &[f64], slope: f64) -> Option<Forces> {
    let mut share = 1.0;
    for _ in 0..40 {
        let moved = from.position.iter().zip(step).map(|(q, d)| q + share * d).collect();
        if let Ok(forces) = balance.forces(moved)
            && along(&forces, step) >= -0.5 * slope
        {
            return Some(forces);
        }
        share *= 0.5;
    }
    None
}
