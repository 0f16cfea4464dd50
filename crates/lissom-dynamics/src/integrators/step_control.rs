//! Step size control.

use crate::error::{DynamicsError, StepFailure};
use crate::integrators::integrator::Problem;
use crate::motions::motion::Motion;

/// A proportional-integral controller of the step length \[Gustafsson1991; Hairer1996, §IV.2\].
///
/// The proportional part answers the error of this step, the integral part its change since the last one; that
/// keeps the steps smooth where stability, not accuracy, limits them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepControl {
    /// Reciprocal of the order of the local error.
    exponent: f64,
    /// Weight of the last error.
    memory: f64,
    largest_growth: f64,
    last_error: f64,
    rejected: bool,
}

const SAFETY: f64 = 0.9;
const LARGEST_CUT: f64 = 0.2;
/// Errors below this share of the tolerance are treated alike.
const SMALLEST_ERROR: f64 = 1e-4;

impl StepControl {
    /// For a local error of the given order in the step length.
    pub(crate) fn new(order: usize, memory: f64, largest_growth: f64) -> Self {
        let exponent = 1.0 / order as f64;
        Self { exponent, memory, largest_growth, last_error: SMALLEST_ERROR, rejected: false }
    }

    /// Ratio of the next step to this one, which met the tolerance with `error` ≤ 1.
    pub(crate) fn accept(&mut self, error: f64) -> f64 {
        let error = error.max(1e-10);
        let growth =
            SAFETY * error.powf(0.75 * self.memory - self.exponent) * self.last_error.powf(self.memory);
        let limit = if self.rejected { 1.0 } else { self.largest_growth };
        self.last_error = error.max(SMALLEST_ERROR);
        self.rejected = false;
        growth.clamp(LARGEST_CUT, limit)
    }

    /// Ratio of the next try to this one, which missed the tolerance with `error` > 1.
    pub(crate) fn reject(&mut self, error: f64) -> f64 {
        self.rejected = true;
        if error.is_finite() {
            (SAFETY * error.powf(-self.exponent)).clamp(LARGEST_CUT, 0.9)
        } else {
            LARGEST_CUT
        }
    }
}

/// A step that ends at the end of the problem instead of just before it.
pub(crate) fn fit(step: f64, time: f64, end: f64) -> f64 {
    if time + 1.01 * step >= end { end - time } else { step }
}

/// A step too short to advance the time is an error, with its reason.
pub(crate) fn check_length(
    step: f64,
    time: f64,
    reason: impl FnOnce() -> StepFailure,
) -> Result<(), DynamicsError> {
    let shortest = 16.0 * f64::EPSILON * time.abs().max(f64::MIN_POSITIVE);
    if step > shortest {
        Ok(())
    } else {
        Err(DynamicsError::StepUnderflow { time, step, reason: reason(), others: None })
    }
}

/// A first step from the size of the rates and of their change along a trial step \[Hairer1993, §II.4\].
pub(crate) fn first_step(
    problem: &Problem,
    motion: &mut Motion,
    order: usize,
    y: &[f64],
    rates: &[f64],
    trial: &mut [f64],
) -> f64 {
    let (tolerance, limit) = (&problem.tolerance, problem.step_limit());
    if let Some(step) = problem.first_step {
        return step.min(limit);
    }
    let (size, speed) = (tolerance.norm(y, y, y), tolerance.norm(rates, y, y));
    let short = 1e-6 * (problem.end - problem.start);
    let guess = if size < 1e-5 || speed < 1e-5 { short } else { (0.01 * size / speed).min(limit) };
    let moved: Vec<f64> = y.iter().zip(rates).map(|(y, r)| y + guess * r).collect();
    if motion.rates(problem.start + guess, &moved, trial).is_err() {
        return (1e-3 * guess).min(limit);
    }
    trial.iter_mut().zip(rates).for_each(|(t, r)| *t -= r);
    let bend = tolerance.norm(trial, y, y) / guess;
    let largest = speed.max(bend);
    let step = if largest <= 1e-15 { short } else { (0.01 / largest).powf(1.0 / (order + 1) as f64) };
    step.min(100.0 * guess).min(limit)
}
