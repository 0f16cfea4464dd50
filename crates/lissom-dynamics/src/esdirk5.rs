//! `esdirk5`: a diagonally implicit Runge-Kutta pair for stiff systems.
//!
//! An explicit method must resolve the fastest vibration of a model even when it does not move. This one damps what
//! it does not resolve, so that accuracy alone sets the step.

use crate::error::{DynamicsError, StepFailure};
use crate::esdirk_tableau::{ERROR, GAMMA, NODES, STAGES, row};
use crate::hermite::{End, quintic};
use crate::integrator::{Counters, Integrator, Problem, Stepper};
use crate::iteration_matrix::IterationMatrix;
use crate::motion::Motion;
use crate::step_control::{StepControl, check_length, first_step, fit};
use crate::tolerance::Tolerance;
use lissom_mech::State;

/// Implicit, order 5 with an error estimate of order 4, L-stable \[Kennedy2019\].
#[derive(Clone, Copy, Debug)]
pub struct Esdirk5;

/// Corrections below this share of the tolerance end an iteration.
const SOLVED: f64 = 0.01;
/// Corrections below this share of what ends an iteration may be rounding: their ratios mean nothing.
const NOTHING: f64 = 1e-3;
/// Most corrections of a stage.
const MOST_ITERATIONS: usize = 8;
/// Slower contraction than this asks for new matrices at the next step.
const SLOW: f64 = 0.2;
/// The step is shortened when the contraction is slower than this.
const BEARABLE: f64 = 0.5;
/// The step is kept, and the factors with it, while it could grow by no more than this.
const WORTH_FACTORING: f64 = 1.2;

impl Integrator for Esdirk5 {
    fn name(&self) -> &'static str {
        "esdirk5"
    }

    fn summary(&self) -> &'static str {
        "implicit, order 5(4), L-stable; for stiff systems such as full models"
    }

    fn order(&self) -> usize {
        5
    }

    fn is_implicit(&self) -> bool {
        true
    }

    fn start<'p>(&self, problem: &Problem<'p>) -> Result<Box<dyn Stepper + 'p>, DynamicsError> {
        problem.check()?;
        let mut motion = Motion::new(problem.system, problem.input);
        let n = motion.size();
        let y = [problem.position, problem.velocity].concat();
        let (mut rates, mut trial) = (vec![0.0; 2 * n], vec![0.0; 2 * n]);
        motion.rates(problem.start, &y, &mut rates).map_err(DynamicsError::StartInadmissible)?;
        let step = first_step(problem, &mut motion, 5, &y, &rates, &mut trial);
        let mut stages = Stages::new(n);
        stages.velocities[0].copy_from_slice(&y[n..]);
        stages.accelerations[0].copy_from_slice(&rates[n..]);
        Ok(Box::new(Esdirk5Stepper {
            motion,
            before_time: problem.start,
            time: problem.start,
            before: y.clone(),
            before_acceleration: rates[n..].to_vec(),
            y,
            trial,
            stages,
            earlier: Earlier { start: problem.start, step: 0.0, accelerations: [vec![0.0; n], vec![0.0; n]] },
            matrix: IterationMatrix::new(n),
            fresh: false,
            stale: true,
            contraction: 0.0,
            expected: 1.0,
            correction: vec![0.0; n],
            buffer: vec![0.0; n],
            error: vec![0.0; 2 * n],
            control: StepControl::new(5, 0.04, 5.0),
            step,
            limit: problem.step_limit(),
            end: problem.end,
            tolerance: problem.tolerance,
            counters: Counters::default(),
        }))
    }
}

/// Rates and accelerations at the stages of a step.
#[derive(Debug)]
struct Stages {
    velocities: [Vec<f64>; STAGES],
    accelerations: [Vec<f64>; STAGES],
}

impl Stages {
    fn new(size: usize) -> Self {
        let zeros = || std::array::from_fn(|_| vec![0.0; size]);
        Self { velocities: zeros(), accelerations: zeros() }
    }
}

/// Accelerations of the step before, at its nodes 3 and 2 (in order of time): the first guesses start from them.
#[derive(Debug)]
struct Earlier {
    start: f64,
    step: f64,
    accelerations: [Vec<f64>; 2],
}

#[derive(Debug)]
struct Esdirk5Stepper<'p> {
    motion: Motion<'p>,
    before_time: f64,
    time: f64,
    before: Vec<f64>,
    before_acceleration: Vec<f64>,
    y: Vec<f64>,
    trial: Vec<f64>,
    /// The first stage belongs to the step's begin: it holds rates and accelerations at `time`.
    stages: Stages,
    earlier: Earlier,
    matrix: IterationMatrix,
    /// The matrices belong to the begin of this step.
    fresh: bool,
    /// The matrices no longer serve.
    stale: bool,
    /// Slowest contraction of the step under way [-].
    contraction: f64,
    /// Contraction to expect of the next iteration [-].
    expected: f64,
    correction: Vec<f64>,
    buffer: Vec<f64>,
    error: Vec<f64>,
    control: StepControl,
    step: f64,
    limit: f64,
    end: f64,
    tolerance: Tolerance,
    counters: Counters,
}

impl Esdirk5Stepper<'_> {
    /// New matrices at the begin of the step.
    fn linearise(&mut self) -> Result<(), DynamicsError> {
        let time = self.time;
        let (position, velocity) = self.y.split_at(self.motion.size());
        let at = State { time, position, velocity };
        let (system, input, workspace) = self.motion.parts(time);
        let matrices = system
            .linearise(&at, &self.stages.accelerations[0], input, workspace)
            .map_err(|source| DynamicsError::Linearise { time, source })?;
        self.matrix.set(matrices);
        self.counters.jacobians += 1;
        (self.fresh, self.stale) = (true, false);
        Ok(())
    }

    /// Tries a step; `trial` and `error` hold its result.
    fn attempt(&mut self, step: f64) -> Result<f64, StepFailure> {
        let factorised = self.matrix.factor(GAMMA * step).ok_or(StepFailure::Singular)?;
        self.counters.factorisations += u64::from(factorised);
        self.contraction = 0.0;
        // An old observation is worth less with every step, until a second iteration makes a new one.
        self.expected = self.expected.max(f64::EPSILON).powf(0.8);
        for stage in 1..STAGES {
            self.predict(stage, step);
            self.solve(stage, step)?;
        }
        let n = self.motion.size();
        let (slow, fast) = self.error.split_at_mut(n);
        slow.fill(0.0);
        fast.fill(0.0);
        for (j, weight) in ERROR.iter().enumerate() {
            slow.iter_mut().zip(&self.stages.velocities[j]).for_each(|(e, v)| *e += step * weight * v);
            fast.iter_mut().zip(&self.stages.accelerations[j]).for_each(|(e, a)| *e += step * weight * a);
        }
        // What the step does not resolve is damped away and must not be taken for an error \[Hairer1996, §IV.8\].
        self.matrix.solve_with_mass(slow, &mut self.buffer);
        self.matrix.solve_with_mass(fast, &mut self.buffer);
        Ok(self.tolerance.norm(&self.error, &self.y, &self.trial))
    }

    /// First guess of the acceleration at a stage: the polynomial through earlier ones.
    fn predict(&mut self, stage: usize, step: f64) {
        let time = |node: usize| self.time + NODES[node] * step;
        let old = |node: usize| self.earlier.start + NODES[node] * self.earlier.step;
        let known = self.earlier.step > 0.0;
        let [early, late] = &self.earlier.accelerations;
        let (done, rest) = self.stages.accelerations.split_at_mut(stage);
        let target = &mut rest[0];
        let now = |node: usize| (time(node), done[node].as_slice());
        let at = time(stage);
        match stage {
            1 if known => extrapolate(&[(old(3), early), (old(2), late), now(0)], at, target),
            1 => extrapolate(&[now(0)], at, target),
            2 if known => extrapolate(&[(old(2), late), now(0), now(1)], at, target),
            2 => extrapolate(&[now(0), now(1)], at, target),
            3 => extrapolate(&[now(0), now(1), now(2)], at, target),
            4 => extrapolate(&[now(0), now(3), now(1), now(2)], at, target),
            _ => extrapolate(&[now(0), now(1), now(2), now(stage - 1)], at, target),
        }
    }

    /// Solves a stage by simplified Newton iteration on its acceleration.
    fn solve(&mut self, stage: usize, step: f64) -> Result<(), StepFailure> {
        let n = self.motion.size();
        let scale = GAMMA * step;
        let time = self.time + NODES[stage] * step;
        self.place(stage, step);
        let mut last = f64::INFINITY;
        for iteration in 1..=MOST_ITERATIONS {
            let (position, velocity) = self.trial.split_at(n);
            let at = State { time, position, velocity };
            self.motion.acceleration(&at, &mut self.correction).map_err(StepFailure::Inadmissible)?;
            let acceleration = &mut self.stages.accelerations[stage];
            self.correction.iter_mut().zip(acceleration.iter()).for_each(|(c, a)| *c -= a);
            self.matrix.solve_with_mass(&mut self.correction, &mut self.buffer);
            acceleration.iter_mut().zip(&self.correction).for_each(|(a, c)| *a += c);
            let (position, velocity) = self.trial.split_at_mut(n);
            position.iter_mut().zip(&self.correction).for_each(|(q, c)| *q += scale * scale * c);
            velocity.iter_mut().zip(&self.correction).for_each(|(v, c)| *v += scale * c);
            let size = self.correction_size(scale);
            if iteration > 1 && last > 0.0 {
                self.expected = size / last;
                self.contraction = self.contraction.max(self.expected);
            }
            let contraction = self.expected;
            let tiny = size <= NOTHING * SOLVED;
            if tiny || (contraction < 1.0 && size * contraction / (1.0 - contraction) <= SOLVED) {
                self.stages.velocities[stage].copy_from_slice(&self.trial[n..]);
                return Ok(());
            }
            if (iteration > 1 && contraction >= 1.0) || !size.is_finite() || iteration == MOST_ITERATIONS {
                self.expected = 1.0;
                return Err(StepFailure::NotSolved { iterations: iteration, contraction });
            }
            last = size;
        }
        unreachable!("the loop returns at the last iteration")
    }

    /// Coordinates and rates of a stage under its guessed acceleration.
    fn place(&mut self, stage: usize, step: f64) {
        let n = self.motion.size();
        self.trial.copy_from_slice(&self.y);
        let (position, velocity) = self.trial.split_at_mut(n);
        let weights = row(stage);
        for (j, weight) in weights[..stage].iter().enumerate() {
            let factor = step * weight;
            position.iter_mut().zip(&self.stages.velocities[j]).for_each(|(q, v)| *q += factor * v);
            velocity.iter_mut().zip(&self.stages.accelerations[j]).for_each(|(v, a)| *v += factor * a);
        }
        let scale = GAMMA * step;
        velocity.iter_mut().zip(&self.stages.accelerations[stage]).for_each(|(v, a)| *v += scale * a);
        position.iter_mut().zip(velocity.iter()).for_each(|(q, v)| *q += scale * v);
    }

    /// The last correction in the norm of the tolerance.
    fn correction_size(&self, scale: f64) -> f64 {
        let n = self.correction.len();
        let Tolerance { relative, absolute } = self.tolerance;
        let mut sum = 0.0;
        for (i, c) in self.correction.iter().enumerate() {
            let slow = scale * scale * c / (absolute + relative * self.y[i].abs());
            let fast = scale * c / (absolute + relative * self.y[n + i].abs());
            sum += slow * slow + fast * fast;
        }
        (sum / (2 * n).max(1) as f64).sqrt()
    }

    /// Growth of the step that the iterations bear: longer steps contract more slowly.
    fn growth_for_iterations(&self) -> f64 {
        if self.contraction > SLOW { (BEARABLE / self.contraction).sqrt().min(1.0) } else { f64::INFINITY }
    }

    /// Makes the tried step the last one; it ends at `time`.
    fn accept(&mut self, step: f64, time: f64) {
        (self.earlier.start, self.earlier.step) = (self.time, step);
        std::mem::swap(&mut self.earlier.accelerations[0], &mut self.stages.accelerations[3]);
        std::mem::swap(&mut self.earlier.accelerations[1], &mut self.stages.accelerations[2]);
        (self.before_time, self.time) = (self.time, time);
        std::mem::swap(&mut self.before, &mut self.y);
        self.y.copy_from_slice(&self.trial);
        std::mem::swap(&mut self.before_acceleration, &mut self.stages.accelerations[0]);
        self.stages.accelerations.swap(0, STAGES - 1);
        self.stages.velocities.swap(0, STAGES - 1);
        self.counters.steps += 1;
        self.fresh = false;
        self.stale = self.contraction > SLOW;
    }

    /// After a failed try: new matrices, or a shorter step.
    fn retreat(&mut self, step: f64, failure: &StepFailure) {
        self.counters.rejected += 1;
        self.step = step;
        match failure {
            StepFailure::ErrorTest { error } => self.step *= self.control.reject(*error),
            StepFailure::Inadmissible(_) => {
                self.counters.inadmissible += 1;
                self.step *= self.control.reject(f64::INFINITY);
            }
            StepFailure::NotSolved { .. } | StepFailure::Singular if !self.fresh => self.stale = true,
            StepFailure::NotSolved { .. } | StepFailure::Singular => {
                self.control.reject(f64::INFINITY);
                self.step *= 0.5;
            }
        }
    }
}

impl Stepper for Esdirk5Stepper<'_> {
    fn advance(&mut self) -> Result<(), DynamicsError> {
        let mut failure = StepFailure::ErrorTest { error: 0.0 };
        loop {
            let time = self.time;
            let step = fit(self.step.min(self.limit), time, self.end);
            check_length(step, time, || failure.clone())?;
            if self.stale && !self.fresh {
                self.linearise()?;
            }
            failure = match self.attempt(step) {
                Ok(error) if error <= 1.0 => {
                    let growth = self.control.accept(error).min(self.growth_for_iterations());
                    let keeps = (1.0..WORTH_FACTORING).contains(&growth);
                    self.step = if keeps { step } else { step * growth };
                    let ends = step >= self.end - time;
                    self.accept(step, if ends { self.end } else { time + step });
                    return Ok(());
                }
                Ok(error) => StepFailure::ErrorTest { error },
                Err(failure) => failure,
            };
            self.retreat(step, &failure);
        }
    }

    fn span(&self) -> (f64, f64) {
        (self.before_time, self.time)
    }

    fn state(&self) -> &[f64] {
        &self.y
    }

    fn interpolate(&self, time: f64, state: &mut [f64]) {
        let (n, step) = (self.motion.size(), self.time - self.before_time);
        if step == 0.0 {
            state.copy_from_slice(&self.y);
            return;
        }
        let end = |y, acceleration| {
            let (position, velocity) = <[f64]>::split_at(y, n);
            End { position, velocity, acceleration }
        };
        let from = end(&self.before, &self.before_acceleration);
        let to = end(&self.y, &self.stages.accelerations[0]);
        quintic(from, to, step, (time - self.before_time) / step, state);
    }

    fn counters(&self) -> Counters {
        Counters { evaluations: self.motion.evaluations, ..self.counters }
    }
}

/// The value at a time of the polynomial through points (time, values).
fn extrapolate(points: &[(f64, &[f64])], at: f64, target: &mut [f64]) {
    target.fill(0.0);
    for (i, (own, values)) in points.iter().enumerate() {
        let others = points.iter().enumerate().filter(|(j, _)| *j != i);
        let weight: f64 = others.map(|(_, (other, _))| (at - other) / (own - other)).product();
        target.iter_mut().zip(*values).for_each(|(t, v)| *t += weight * v);
    }
}
