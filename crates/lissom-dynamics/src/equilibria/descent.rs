//! The way down in energy to a stable equilibrium, from an unstable one or from a place out of balance, for loads that have a
//! potential.
//!
//! # Equation
//! With eigenvectors (D K D − κ) φ = 0 of the symmetric tangent, scaled to a unit diagonal, the step D Σ φ (φᵀ D r)/|κ| is Newton's
//! where the energy is convex and leads down everywhere. Its length is halved while the force along it points back, which it does only beyond a
//! valley, and no mode takes a coordinate further at once than a share of the machine. From an unstable equilibrium the first step goes along
//! the most unstable mode, to both sides in turn.

use crate::equilibria::balance::{Balance, Forces};
use crate::equilibria::certify_state::{Stability, certify_state};
use crate::equilibria::equilibrium::settle;
use crate::equilibria::operating_state::OperatingState;
use crate::equilibria::tangent_inertia::scaling;
use lissom_linalg::Dense;
use lissom_linalg::eigen::{self, EigenError};
use lissom_mech::{Rechosen, System};
use std::sync::Arc;

/// Most steps down in the same coordinates, and most changes of coordinates on the way.
const MOST_STEPS: usize = 400;
const MOST_TURNS: usize = 50;
/// Most doublings of the first step: from a millionth of a millionth to large.
const MOST_DOUBLINGS: usize = 60;
/// A force along an unstable direction is this many times what rounding makes before its growth is judged [-].
const CLEAR: f64 = 100.0;
/// Squared frequencies are not taken smaller than this share of the largest of their size [-].
const FLAT: f64 = 1e-14;

/// A stable equilibrium below an unstable one; `None` where none was found.
pub(crate) fn descend(system: &dyn System, from: &OperatingState, tolerance: f64) -> Option<OperatingState> {
    let (_, modes) = decomposed(&from.tangent()).ok()?;
    let mode = modes.into_iter().next()?;
    // The side of the largest entry, so that the same machine falls to the same side.
    let largest = mode.iter().copied().max_by(|a, b| a.abs().total_cmp(&b.abs()))?;
    let own = from.system(system);
    [1.0, -1.0].into_iter().find_map(|side| {
        let away: Vec<f64> = mode.iter().map(|m| side * m * largest.signum()).collect();
        let mut balance = Balance::new(own, from.time, &from.input).ok()?;
        let at = balance.forces(from.position.clone()).ok()?;
        let start = leave(&mut balance, &at, &away)?;
        let mut found = fall(own, (from.time, &from.input), start.position, tolerance)?;
        found.system = found.system.or_else(|| from.system.clone());
        (found.iterations, found.increments) = (found.iterations + from.iterations, from.increments);
        Some(found)
    })
}

/// A stable equilibrium below a place that may be far out of balance; `None` where none was found.
///
/// On the way the coordinates are changed wherever they no longer determine the configuration.
pub(crate) fn fall(
    system: &dyn System,
    (time, input): (f64, &[f64]),
    start: Vec<f64>,
    tolerance: f64,
) -> Option<OperatingState> {
    let (mut turned, mut position): (Option<Arc<dyn System>>, _) = (None, start);
    for _ in 0..MOST_TURNS {
        let own = turned.as_deref().unwrap_or(system);
        let mut balance = Balance::new(own, time, input).ok()?;
        let rechosen = match go_down(&mut balance, position)? {
            Arrival::Turn(rechosen) => rechosen,
            Arrival::Bottom(bottom) => {
                let still = vec![0.0; bottom.position.len()];
                let (forces, residual, iterations) =
                    settle(&mut balance, *bottom, &still, (tolerance, 0.0)).ok()?;
                let mut state = balance.state(forces, residual, (iterations, 1)).ok()?;
                state.system = state.system.or_else(|| turned.clone());
                state.on_path = false;
                let found = certify_state(system, &state).ok()?;
                return (found.stability() == Stability::Stable && found.verdict.is_certified())
                    .then_some(state);
            }
        };
        (position, turned) = (rechosen.position, Some(rechosen.system));
    }
    None
}

/// Where a way down ends.
enum Arrival {
    /// In a convex valley, near its bottom.
    Bottom(Box<Forces>),
    /// Where other coordinates are needed.
    Turn(Rechosen),
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
fn leave(balance: &mut Balance, from: &Forces, away: &[f64]) -> Option<Forces> {
    let stiffness = -lissom_linalg::dot(away, &from.tangent.multiply_vector(away));
    let size = |v: &[f64]| v.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    let near = 1e-9 * size(&from.position).max(1e-6) / size(away).max(f64::MIN_POSITIVE);
    // Nearer, rounding would pass for a force that no longer grows, and the way would end where it began.
    let clear = CLEAR * from.rounding_along(away) / stiffness.max(f64::MIN_POSITIVE);
    let mut way = if clear.is_finite() { near.max(clear) } else { near };
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

/// Steps down until the residual is small enough for Newton's method in a convex valley. A saddle on the way is left along
/// its most unstable direction.
fn go_down(balance: &mut Balance, start: Vec<f64>) -> Option<Arrival> {
    let mut forces = balance.forces(start).ok()?;
    let mut worth = 1.0;
    for _ in 0..MOST_STEPS {
        let strain = balance.strain();
        if strain >= worth {
            match balance.rechosen(&forces.position) {
                Ok(rechosen) => return Some(Arrival::Turn(rechosen)),
                Err(_) => worth = 2.0 * strain,
            }
        }
        let (values, modes) = decomposed(&forces.tangent).ok()?;
        let size = values.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
        let residual = &forces.linearisation.residual;
        let step = step_down(balance, residual, (&values, &modes), FLAT * size)?;
        let slope = along(&forces, &step);
        let convex = values.first().is_some_and(|lowest| *lowest > FLAT * size);
        let balanced = slope <= 0.0
            || forces.size(residual) <= 1e-6 * forces.scale(&balance.input)
            || forces.is_rounding(residual);
        if balanced && convex {
            return Some(Arrival::Bottom(Box::new(forces)));
        }
        forces = match shortened(balance, &forces, &step, slope) {
            Some(next) if !balanced => next,
            _ => leave_saddle(balance, &forces, modes.first()?)?,
        };
    }
    None
}

/// Leaves a saddle to the side to which the force out of balance points or, where that leads nowhere, to the other: the sign of an
/// eigenvector says nothing.
fn leave_saddle(balance: &mut Balance, from: &Forces, mode: &[f64]) -> Option<Forces> {
    let ahead = if along(from, mode) < 0.0 { -1.0 } else { 1.0 };
    [ahead, -ahead].into_iter().find_map(|side| {
        let away: Vec<f64> = mode.iter().map(|m| side * m).collect();
        leave(balance, from, &away)
    })
}

/// D Σ φ (φᵀ D r)/|κ|, in each direction no further than a coordinate may go at once.
fn step_down(
    balance: &Balance,
    residual: &[f64],
    (values, modes): (&[f64], &[Vec<f64>]),
    least: f64,
) -> Option<Vec<f64>> {
    let mut step = vec![0.0; residual.len()];
    for (value, mode) in values.iter().zip(modes) {
        let most =
            mode.iter().zip(balance.reach()).map(|(m, reach)| reach / m.abs()).fold(f64::MAX, f64::min);
        let force = lissom_linalg::dot(mode, residual);
        let share = (force / value.abs().max(least).max(f64::MIN_POSITIVE)).clamp(-most, most);
        step.iter_mut().zip(mode).for_each(|(s, m)| *s += share * m);
    }
    step.iter().all(|s| s.is_finite()).then_some(step)
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
