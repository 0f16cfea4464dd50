//! Steps of an explicit pair under a smooth control of their length.

use crate::error::{DynamicsError, StepFailure};
use crate::integrators::integrator::{Counters, Problem, Stepper};
use crate::integrators::runge_kutta::{RungeKutta, Tableau};
use crate::integrators::step_control::{StepControl, check_length, first_step, fit};
use crate::integrators::tolerance::Tolerance;

/// An integration with an explicit pair.
#[derive(Debug)]
pub(crate) struct ExplicitStepper<'p> {
    pair: RungeKutta<'p>,
    control: StepControl,
    step: f64,
    limit: f64,
    end: f64,
    tolerance: Tolerance,
    counters: Counters,
}

impl<'p> ExplicitStepper<'p> {
    /// Starts a problem; `memory` is the weight of the last error in the control.
    pub(crate) fn start(
        tableau: &'static Tableau,
        problem: &Problem<'p>,
        memory: f64,
    ) -> Result<Self, DynamicsError> {
        problem.check()?;
        let mut pair = RungeKutta::start(tableau, problem).map_err(DynamicsError::StartInadmissible)?;
        let step = {
            let [first, second, ..] = &mut pair.rates[..] else { unreachable!("a pair has stages") };
            first_step(problem, &mut pair.motion, tableau.order, &pair.y, first, second)
        };
        let (limit, end, tolerance) = (problem.step_limit(), problem.end, problem.tolerance);
        let (control, counters) = (StepControl::new(tableau.estimated, memory, 10.0), Counters::default());
        Ok(Self { pair, control, step, limit, end, tolerance, counters })
    }
}

impl Stepper for ExplicitStepper<'_> {
    fn advance(&mut self) -> Result<(), DynamicsError> {
        let mut failure = StepFailure::ErrorTest { error: 0.0 };
        loop {
            let time = self.pair.time;
            let step = fit(self.step.min(self.limit), time, self.end);
            check_length(step, time, || failure.clone())?;
            match self.pair.attempt(step) {
                Ok(()) => {
                    let error = self.tolerance.norm(&self.pair.error, &self.pair.y, &self.pair.trial);
                    if error <= 1.0 {
                        self.step = step * self.control.accept(error);
                        let ends = step >= self.end - time;
                        self.pair.accept(if ends { self.end } else { time + step });
                        self.counters.steps += 1;
                        return Ok(());
                    }
                    failure = StepFailure::ErrorTest { error };
                    self.step = step * self.control.reject(error);
                }
                Err(state) => {
                    failure = StepFailure::Inadmissible(state);
                    self.counters.inadmissible += 1;
                    self.step = step * self.control.reject(f64::INFINITY);
                }
            }
            self.counters.rejected += 1;
        }
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
        Counters { evaluations: self.pair.motion.evaluations, ..self.counters }
    }
}
