//! A motion whose tolerance is tightened until its outputs are converged.

use crate::error::DynamicsError;
use crate::integrators::integrator::Integrator;
use crate::integrators::tolerance::Tolerance;
use crate::motions::simulate::{SimulateRequest, simulate};
use crate::motions::trajectory::Trajectory;
use lissom_linalg::Progress;
use lissom_mech::System;

/// How far the outputs of a motion are converged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Convergence {
    /// Largest difference of an output from that with a tenfold tolerance, over its largest value: an estimate of the error of
    /// the latter, and so on the safe side for this motion where the error falls with the tolerance [-].
    pub estimate: f64,
    /// What was asked for [-].
    pub goal: f64,
    /// The relative tolerance that was needed [-].
    pub relative: f64,
}

impl Convergence {
    /// Whether the goal is met.
    #[must_use]
    pub fn is_met(&self) -> bool {
        self.estimate <= self.goal
    }
}

/// Two tolerances to compare differ by this.
const TIGHTER: f64 = 0.1;

/// Below this rounding prevails.
const TIGHTEST: f64 = 1e-12;

/// Runs a motion with the tolerance of the request and a tenfold one, and tightens both until no output differs by more than
/// `goal` of its largest value. The motion with the tightest tolerance is returned, with [`Trajectory::convergence`]; where the
/// goal cannot be met (a chaotic motion, or too many steps), it says so there.
///
/// # Errors
/// As [`simulate`], unless a motion with a looser tolerance has been found before.
pub fn simulate_converged(
    system: &dyn System,
    request: &SimulateRequest,
    integrator: &dyn Integrator,
    goal: f64,
    progress: &dyn Progress,
) -> Result<Trajectory, DynamicsError> {
    if !(goal.is_finite() && goal > 0.0 && goal < 1.0) {
        return Err(DynamicsError::BadAccuracy { accuracy: goal });
    }
    // Without outputs there is nothing to compare.
    if system.outputs().is_empty() {
        return simulate(system, request, integrator, progress);
    }
    let run = |share: f64, largest_step: Option<f64>| {
        let Tolerance { relative, absolute } = request.tolerance;
        let tolerance = Tolerance { relative: share * relative, absolute: share * absolute };
        let request = SimulateRequest { tolerance, largest_step, ..request.clone() };
        simulate(system, &request, integrator, progress)
    };
    let with = |share: f64| run(share, request.largest_step);
    // The looser motion may fail where the tighter one does not.
    let mut looser = with(1.0 / TIGHTER).ok();
    let mut best = with(1.0)?;
    let mut spent = looser.as_ref().map_or(best.counters, |looser| looser.counters.and(best.counters));
    // Where samples of controllers alone decide the steps, both motions are the same and their difference says nothing.
    let is_same = looser.as_ref().is_some_and(|looser| looser.counters == best.counters);
    if is_same && system.plant().is_some() {
        best = run(1.0, Some(0.5 * best.steps[1]))?;
        spent = spent.and(best.counters);
    }
    let mut share = 1.0;
    loop {
        let relative = share * request.tolerance.relative;
        let estimate = looser.as_ref().map(|looser| largest_difference(looser, &best));
        best.convergence = estimate.map(|estimate| Convergence { estimate, goal, relative });
        if best.convergence.is_some_and(|found| found.is_met()) || TIGHTER * relative < TIGHTEST {
            break;
        }
        share *= TIGHTER;
        let Ok(tighter) = with(share) else { break };
        spent = spent.and(tighter.counters);
        looser = Some(std::mem::replace(&mut best, tighter));
    }
    best.counters = spent;
    Ok(best)
}

fn largest_difference(looser: &Trajectory, tighter: &Trajectory) -> f64 {
    let errors = (0..tighter.outputs.len()).filter_map(|k| looser.relative_error(tighter, k));
    errors.fold(0.0, f64::max)
}
