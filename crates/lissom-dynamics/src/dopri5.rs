//! `dopri5`: Dormand and Prince's pair with a proportional-integral controller, the default for systems that are not stiff.

use crate::dormand_prince::DormandPrince;
use crate::error::{DynamicsError, StepFailure};
use crate::integrator::{Counters, Integrator, Problem, Stepper};
use crate::step_control::{StepControl, check_length, first_step, fit};
use crate::tolerance::Tolerance;

/// Explicit, order 5 with an error estimate of order 4 \[Dormand1980; Hairer1993, §II.5\].
#[derive(Clone, Copy, Debug)]
pub struct Dopri5;

impl Integrator for Dopri5 {
    fn name(&self) -> &'static str {
        "dopri5"
    }

    fn summary(&self) -> &'static str {
        "explicit, order 5(4), smooth step control; for reduced models and others that are not stiff"
    }

    fn order(&self) -> usize {
        5
    }

    fn is_implicit(&self) -> bool {
        false
    }

    fn start<'p>(&self, problem: &Problem<'p>) -> Result<Box<dyn Stepper + 'p>, DynamicsError> {
        problem.check()?;
        let mut pair = DormandPrince::start(problem).map_err(DynamicsError::StartInadmissible)?;
        let step = {
            let [first, second, ..] = &mut pair.rates;
            first_step(problem, &mut pair.motion, 5, &pair.y, first, second)
        };
        let (limit, end, tolerance) = (problem.step_limit(), problem.end, problem.tolerance);
        let (control, counters) = (StepControl::new(5, 0.04, 10.0), Counters::default());
        Ok(Box::new(Dopri5Stepper { pair, control, step, limit, end, tolerance, counters }))
    }
}

#[derive(Debug)]
struct Dopri5Stepper<'p> {
    pair: DormandPrince<'p>,
    control: StepControl,
    step: f64,
    limit: f64,
    end: f64,
    tolerance: Tolerance,
    counters: Counters,
}

impl Stepper for Dopri5Stepper<'_> {
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

    fn counters(&self) -> Counters {
        Counters { evaluations: self.pair.motion.evaluations, ..self.counters }
    }
}
