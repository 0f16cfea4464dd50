//! Motion prescribed entirely by drives: nothing is integrated.
//!
//! Only the sequence of configurations and the work of the drives are computed. The step is limited so that
//! this work, by the quadrature of the energy audit, accounts for the change of energy.

use crate::error::{DynamicsError, StepFailure};
use crate::integrators::integrator::{Counters, Integrator, Problem, Stepper};
use crate::integrators::step_control::{StepControl, check_length, fit};
use crate::motions::energy_audit::{NODES, WEIGHTS, energies, stored};
use crate::motions::motion::Motion;
use lissom_mech::{Energies, Inadmissible};

/// Steps along a motion prescribed by drives.
#[derive(Clone, Copy, Debug)]
pub struct DrivenMotion;

/// The share of the tolerance that one step may leave unaccounted for.
const SHARE: f64 = 0.01;

/// Order in the step of the error of the quadrature with four points.
const ORDER: usize = 7;

impl Integrator for DrivenMotion {
    fn name(&self) -> &'static str {
        "drives alone"
    }

    fn order(&self) -> usize {
        ORDER - 1
    }

    fn is_implicit(&self) -> bool {
        false
    }

    fn start<'p>(&self, problem: &Problem<'p>) -> Result<Box<dyn Stepper + 'p>, DynamicsError> {
        problem.check()?;
        let mut motion = Motion::new(problem.system, problem.input);
        let last = energies(&mut motion, problem.start, &[]).map_err(DynamicsError::StartInadmissible)?;
        let limit = problem.step_limit();
        Ok(Box::new(DrivenStepper {
            motion,
            span: (problem.start, problem.start),
            end: problem.end,
            limit,
            step: problem.first_step.unwrap_or(FIRST * limit).min(limit),
            tolerance: SHARE * problem.tolerance.relative.max(f64::EPSILON),
            scale: last.kinetic + last.elastic.abs(),
            reference: last.potential,
            last,
            control: StepControl::new(ORDER, 0.0, 5.0),
            counters: Counters::default(),
        }))
    }
}

/// The first step, as a share of the longest.
const FIRST: f64 = 1e-3;

struct DrivenStepper<'p> {
    motion: Motion<'p>,
    span: (f64, f64),
    end: f64,
    limit: f64,
    step: f64,
    tolerance: f64,
    /// Largest energy so far [J].
    scale: f64,
    reference: f64,
    last: Energies,
    control: StepControl,
    counters: Counters,
}

impl DrivenStepper<'_> {
    /// The energies at the end of a step, and its error over the tolerance.
    fn attempt(&mut self, step: f64) -> Result<(Energies, f64), Inadmissible> {
        let time = self.span.1;
        let mut at = [self.last; 4];
        for (at, node) in at[1..].iter_mut().zip(&NODES[1..]) {
            *at = energies(&mut self.motion, time + node * step, &[])?;
            self.counters.evaluations += 1;
        }
        let (mut work, mut exchanged) = (0.0, 0.0);
        for (weight, at) in WEIGHTS.iter().zip(&at) {
            work += step * weight * (at.input - at.dissipation);
            exchanged += step * weight * (at.input.abs() + at.dissipation);
        }
        let now = at[3];
        let own = now.kinetic + now.elastic.abs() + (now.potential - self.reference).abs();
        let scale = self.scale.max(own).max(exchanged);
        let missing = (stored(&now) - stored(&self.last) - work).abs();
        Ok((now, if scale > 0.0 { missing / (self.tolerance * scale) } else { 0.0 }))
    }
}

impl Stepper for DrivenStepper<'_> {
    fn advance(&mut self) -> Result<(), DynamicsError> {
        let mut failure = StepFailure::ErrorTest { error: 0.0 };
        loop {
            let time = self.span.1;
            let step = fit(self.step.min(self.limit), time, self.end);
            check_length(step, time, || failure.clone())?;
            match self.attempt(step) {
                Ok((now, error)) if error <= 1.0 => {
                    self.step = step * self.control.accept(error);
                    let own = now.kinetic + now.elastic.abs() + (now.potential - self.reference).abs();
                    self.scale = self.scale.max(own);
                    self.last = now;
                    self.span = (time, if step >= self.end - time { self.end } else { time + step });
                    self.counters.steps += 1;
                    return Ok(());
                }
                Ok((_, error)) => {
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
        self.span
    }

    fn state(&self) -> &[f64] {
        &[]
    }

    fn interpolate(&self, _time: f64, _state: &mut [f64]) {}

    fn strain(&mut self) -> f64 {
        0.0
    }

    fn counters(&self) -> Counters {
        self.counters
    }
}
