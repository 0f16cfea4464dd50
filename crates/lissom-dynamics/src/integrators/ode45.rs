//! `ode45`: Dormand and Prince's pair under the step control of MATLAB's function of that name.
//!
//! Its evaluation counts can be compared with those in publications, of systems without switching laws: unlike the original, which
//! may step over a short pulse, it is started anew where a law switches.

use crate::error::{DynamicsError, StepFailure};
use crate::integrators::dormand_prince::DORMAND_PRINCE;
use crate::integrators::integrator::{Counters, Integrator, Problem, Stepper};
use crate::integrators::runge_kutta::RungeKutta;
use crate::integrators::step_control::check_length;
use crate::integrators::tolerance::Tolerance;

/// Explicit, order 5 with an error estimate of order 4, controlled step by step \[Shampine1997\].
#[derive(Clone, Copy, Debug)]
pub struct Ode45;

/// Evaluations of a step. The original cannot stop within one, so a step that meets an inadmissible state is
/// counted in full, and every count has the form 6 k + 1.
const EVALUATIONS_PER_STEP: u64 = 6;

impl Integrator for Ode45 {
    fn name(&self) -> &'static str {
        "ode45"
    }

    fn order(&self) -> usize {
        5
    }

    fn is_implicit(&self) -> bool {
        false
    }

    fn start<'p>(&self, problem: &Problem<'p>) -> Result<Box<dyn Stepper + 'p>, DynamicsError> {
        problem.check()?;
        let Tolerance { relative, absolute } = problem.tolerance;
        if relative == 0.0 {
            return Err(DynamicsError::BadTolerance { relative, absolute });
        }
        let pair = RungeKutta::start(&DORMAND_PRINCE, problem).map_err(DynamicsError::StartInadmissible)?;
        let (limit, end, counters) = (problem.step_limit(), problem.end, Counters::default());
        let mut stepper = Ode45Stepper { pair, step: limit, limit, end, relative, absolute, counters };
        stepper.step = problem.first_step.unwrap_or_else(|| stepper.first_step()).min(limit);
        Ok(Box::new(stepper))
    }
}

#[derive(Debug)]
struct Ode45Stepper<'p> {
    pair: RungeKutta<'p>,
    step: f64,
    limit: f64,
    end: f64,
    relative: f64,
    absolute: f64,
    counters: Counters,
}

impl Ode45Stepper<'_> {
    /// Values below this are measured absolutely.
    fn threshold(&self) -> f64 {
        self.absolute / self.relative
    }

    /// The longest step unless the rates at the start are large.
    fn first_step(&self) -> f64 {
        let threshold = self.threshold();
        let pairs = self.pair.rates[0].iter().zip(&self.pair.y);
        let speed = pairs.map(|(rate, y)| rate.abs() / y.abs().max(threshold)).fold(0.0, f64::max);
        let inverse = speed / (0.8 * self.relative.powf(0.2));
        if self.limit * inverse > 1.0 { 1.0 / inverse } else { self.limit }
    }

    /// The largest error of any component over its size.
    fn error(&self) -> f64 {
        let threshold = self.threshold();
        let sizes =
            self.pair.y.iter().zip(&self.pair.trial).map(|(a, b)| a.abs().max(b.abs()).max(threshold));
        self.pair.error.iter().zip(sizes).map(|(error, size)| error.abs() / size).fold(0.0, f64::max)
    }

    /// Tries a step: its error, or why it failed.
    fn attempt(&mut self, step: f64) -> Result<f64, StepFailure> {
        match self.pair.attempt(step) {
            Ok(()) => Ok(self.error()),
            Err(state) => {
                self.counters.inadmissible += 1;
                Err(StepFailure::Inadmissible(state))
            }
        }
    }
}

impl Stepper for Ode45Stepper<'_> {
    fn advance(&mut self) -> Result<(), DynamicsError> {
        let time = self.pair.time;
        let mut step = self.step.min(self.limit);
        let mut ends = 1.1 * step >= self.end - time;
        if ends {
            step = self.end - time;
        }
        let mut failed = false;
        let error = loop {
            let (error, failure) = match self.attempt(step) {
                Ok(error) if error <= self.relative => break error,
                Ok(error) => (error, StepFailure::ErrorTest { error: error / self.relative }),
                Err(failure) => (f64::INFINITY, failure),
            };
            self.counters.rejected += 1;
            ends = false;
            let cut = (0.8 * (self.relative / error).powf(0.2)).max(0.1);
            step *= if failed { 0.5 } else { cut };
            failed = true;
            check_length(step, time, || failure)?;
        };
        self.pair.accept(if ends { self.end } else { time + step });
        self.counters.steps += 1;
        let shrink = 1.25 * (error / self.relative).powf(0.2);
        self.step = if failed { step } else { step / shrink.max(0.2) };
        Ok(())
    }

    fn span(&self) -> (f64, f64) {
        self.pair.span()
    }

    fn state(&self) -> &[f64] {
        &self.pair.y
    }

    fn interpolate(&self, time: f64, state: &mut [f64]) {
        self.pair.interpolate(time, state);
    }

    fn strain(&mut self) -> f64 {
        self.pair.motion.strain()
    }

    fn counters(&self) -> Counters {
        let attempts = self.counters.steps + self.counters.rejected;
        Counters { evaluations: 1 + EVALUATIONS_PER_STEP * attempts, ..self.counters }
    }
}
