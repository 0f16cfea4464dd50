//! `auto`: an explicit and an implicit method take turns, whichever advances further for its cost.
//!
//! Whether a system is stiff depends on the tolerance, the state and the span of time, so it is measured instead of estimated:
//! after some steps of one method the other one takes over for a short trial. Both are valid continuations, so that a trial
//! wastes nothing but the difference of their costs. Costs are counted, not timed: the same motion gives the same bits.

use crate::error::DynamicsError;
use crate::integrators::dopri5::Dopri5;
use crate::integrators::integrator::{Counters, Integrator, Problem, Stepper};
use crate::integrators::radau5::Radau5;
use std::borrow::Cow;

/// `dopri5` where the motion is not stiff, `radau5` where it is.
#[derive(Clone, Copy, Debug)]
pub struct Auto;

impl Integrator for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn order(&self) -> usize {
        5
    }

    fn is_implicit(&self) -> bool {
        false
    }

    fn start<'p>(&self, problem: &Problem<'p>) -> Result<Box<dyn Stepper + 'p>, DynamicsError> {
        let stepper = Way::Explicit.method().start(problem)?;
        Ok(Box::new(AutoStepper {
            problem: problem.clone(),
            way: Way::Explicit,
            stepper,
            done: Counters::default(),
            since: Mark::default(),
            rates: [None; 2],
            patience: [FIRST_TRIAL, LATER_TRIAL],
            is_trial: false,
            switches: false,
        }))
    }
}

/// Steps of the explicit method before the first trial of the implicit one: shorter motions are not worth it.
const FIRST_TRIAL: u64 = 100;
/// Steps of the implicit method before a trial of the explicit one.
const LATER_TRIAL: u64 = 40;
/// Steps of a trial; the first ones of them find the length of the step and are not counted.
const TRIAL: u64 = 16;
const WARM_UP: u64 = 6;
/// After a lost trial the next one waits this many times as long.
const PATIENCE: u64 = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Explicit,
    Implicit,
}

impl Way {
    fn method(self) -> &'static dyn Integrator {
        match self {
            Self::Explicit => &Dopri5,
            Self::Implicit => &Radau5,
        }
    }

    fn other(self) -> Self {
        match self {
            Self::Explicit => Self::Implicit,
            Self::Implicit => Self::Explicit,
        }
    }
}

/// Where a count of time and cost began.
#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    time: f64,
    cost: f64,
}

struct AutoStepper<'p> {
    problem: Problem<'p>,
    way: Way,
    stepper: Box<dyn Stepper + 'p>,
    /// Cost of the steppers before the present one.
    done: Counters,
    since: Mark,
    /// Time per cost that each method reached last.
    rates: [Option<f64>; 2],
    /// Steps of each method until the other one is tried.
    patience: [u64; 2],
    is_trial: bool,
    /// Whether the other method takes the next step.
    switches: bool,
}

impl AutoStepper<'_> {
    /// Cost in evaluations: a linearisation takes about as many as there are coordinates.
    fn cost(&self) -> f64 {
        let n = self.problem.position.len() as f64;
        let Counters { evaluations, jacobians, factorisations, .. } = self.stepper.counters();
        evaluations as f64 + (1.0 + n) * jacobians as f64 + (1.0 + 0.1 * n) * factorisations as f64
    }

    /// Continues with the other method.
    fn switch(&mut self) -> Result<(), DynamicsError> {
        let (from, time) = self.stepper.span();
        let (position, velocity) = self.stepper.state().split_at(self.problem.position.len());
        let next = self.way.other();
        // A step of the explicit method suits the implicit one; the reverse does not hold.
        let first_step = (next == Way::Implicit && time > from).then_some(time - from);
        let problem = Problem {
            start: time,
            position: Cow::Owned(position.to_vec()),
            velocity: Cow::Owned(velocity.to_vec()),
            first_step,
            largest_step: Some(self.problem.step_limit()),
            ..self.problem.clone()
        };
        let stepper = next.method().start(&problem)?;
        self.done = self.done.and(self.stepper.counters());
        (self.stepper, self.way) = (stepper, next);
        self.since = Mark { time, cost: 0.0 };
        Ok(())
    }

    /// Stays with the present method for a while, because the other one could not begin here: it looks for the configuration from where
    /// the coordinates were chosen, which can fail near a position in which they become singular. The present one stands in it.
    fn postpone(&mut self) {
        self.is_trial = false;
        self.patience[self.way as usize] = self.stepper.counters().steps + LATER_TRIAL;
    }

    /// After a step: whether the other method takes the next one.
    fn decide(&mut self) -> bool {
        let (steps, time) = (self.stepper.counters().steps, self.stepper.span().1);
        if steps == WARM_UP {
            self.since = Mark { time, cost: self.cost() };
        }
        let last = if self.is_trial { TRIAL } else { self.patience[self.way as usize] };
        if steps < last {
            return false;
        }
        let rate = (time - self.since.time) / (self.cost() - self.since.cost).max(1.0);
        self.rates[self.way as usize] = Some(rate);
        if !self.is_trial {
            self.is_trial = true;
            return true;
        }
        self.is_trial = false;
        let loses = self.rates[self.way.other() as usize].is_some_and(|other| rate < other);
        // The winner goes on for longer before the loser gets its next trial.
        let winner = if loses { self.way.other() } else { self.way };
        self.patience[winner as usize] = steps + PATIENCE * self.patience[winner as usize];
        self.patience[winner.other() as usize] = LATER_TRIAL;
        loses
    }
}

impl Stepper for AutoStepper<'_> {
    fn advance(&mut self) -> Result<(), DynamicsError> {
        // The last step stays at hand for interpolation until the next one is asked for.
        if std::mem::take(&mut self.switches) && self.switch().is_err() {
            self.postpone();
        }
        if let Err(failed) = self.stepper.advance() {
            // What one method cannot pass the other one may.
            let passed = self.switch().and_then(|()| self.stepper.advance());
            self.is_trial = false;
            passed.map_err(|_| failed)?;
        }
        self.switches = self.decide();
        Ok(())
    }

    fn span(&self) -> (f64, f64) {
        self.stepper.span()
    }

    fn state(&self) -> &[f64] {
        self.stepper.state()
    }

    fn interpolate(&self, time: f64, state: &mut [f64]) {
        self.stepper.interpolate(time, state);
    }

    fn strain(&mut self) -> f64 {
        self.stepper.strain()
    }

    fn by(&self) -> Option<&'static str> {
        Some(self.way.method().name())
    }

    fn counters(&self) -> Counters {
        self.done.and(self.stepper.counters())
    }
}
