//! Termination and contraction of the simplified Newton iteration of an implicit step.

use crate::error::StepFailure;

/// Corrections below this share of the tolerance end an iteration.
const SOLVED: f64 = 0.01;
/// Corrections below this share of what ends an iteration may be rounding: their ratios are ignored.
const NOTHING: f64 = 1e-3;
/// Most corrections.
const MOST_ITERATIONS: usize = 8;
/// Slower contraction than this requires new matrices at the next step.
const SLOW: f64 = 0.2;
/// The step is shortened when the contraction is slower than this.
const BEARABLE: f64 = 0.5;

/// Contraction of the iterations of a step \[Hairer1996, §IV.8\].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contraction {
    /// Slowest of the current step [-].
    slowest: f64,
    /// To be expected of the next iteration [-].
    expected: f64,
}

/// An iteration in progress.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Iteration {
    count: usize,
    last: f64,
}

impl Contraction {
    /// Initial state.
    pub(crate) fn unknown() -> Self {
        Self { slowest: 0.0, expected: 1.0 }
    }

    /// A step begins. An old observation loses weight with every step, until a second iteration gives a new
    /// one.
    pub(crate) fn begin_step(&mut self) {
        self.slowest = 0.0;
        self.expected = self.expected.max(f64::EPSILON).powf(0.8);
    }

    /// An iteration begins.
    pub(crate) fn begin(&self) -> Iteration {
        Iteration { count: 0, last: f64::INFINITY }
    }

    /// After a correction of this size in the norm of the tolerance: whether the iteration has converged.
    pub(crate) fn is_solved(&mut self, iteration: &mut Iteration, size: f64) -> Result<bool, StepFailure> {
        iteration.count += 1;
        if iteration.count > 1 && iteration.last > 0.0 {
            self.expected = size / iteration.last;
            self.slowest = self.slowest.max(self.expected);
        }
        let contraction = self.expected;
        let is_tiny = size <= NOTHING * SOLVED;
        if is_tiny || (contraction < 1.0 && size * contraction / (1.0 - contraction) <= SOLVED) {
            return Ok(true);
        }
        let iterations = iteration.count;
        let grows = iterations > 1 && contraction >= 1.0;
        if grows || !size.is_finite() || iterations == MOST_ITERATIONS {
            self.expected = 1.0;
            return Err(StepFailure::NotSolved { iterations, contraction });
        }
        iteration.last = size;
        Ok(false)
    }

    /// Whether new matrices would help.
    pub(crate) fn is_slow(&self) -> bool {
        self.slowest > SLOW
    }

    /// Growth of the step allowed by the iterations: longer steps contract more slowly.
    pub(crate) fn bearable_growth(&self) -> f64 {
        if self.is_slow() { (BEARABLE / self.slowest).sqrt().min(1.0) } else { f64::INFINITY }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_iteration_ends_when_the_rest_is_small() {
        let mut contraction = Contraction::unknown();
        contraction.begin_step();
        let mut iteration = contraction.begin();
        // The contraction is unknown: the first correction is not sufficient.
        assert!(!contraction.is_solved(&mut iteration, 0.5).unwrap());
        // 0.05 · 0.1/0.9 is below a hundredth.
        assert!(contraction.is_solved(&mut iteration, 0.05).unwrap());
        assert!(!contraction.is_slow());
        // The observed contraction is used in the next iteration: 0.08 · 0.1/0.9 after one correction.
        let mut next = contraction.begin();
        assert!(contraction.is_solved(&mut next, 0.08).unwrap());
    }

    #[test]
    fn growing_corrections_are_a_failure() {
        let mut contraction = Contraction::unknown();
        let mut iteration = contraction.begin();
        assert!(!contraction.is_solved(&mut iteration, 1.0).unwrap());
        assert!(contraction.is_solved(&mut iteration, 2.0).is_err());
        assert!(contraction.is_slow() && contraction.bearable_growth() == 0.5);
        let mut other = contraction.begin();
        assert!(contraction.is_solved(&mut other, f64::NAN).is_err());
    }
}
