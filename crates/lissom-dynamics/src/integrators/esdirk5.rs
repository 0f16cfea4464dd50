//! `esdirk5`: a diagonally implicit Runge-Kutta pair for stiff systems.
//!
//! An explicit method must resolve the fastest vibration of a model even when it does not move. This one
//! damps unresolved vibrations, so that accuracy alone determines the step.

use crate::error::{DynamicsError, StepFailure};
use crate::integrators::esdirk_tableau::{ERROR, GAMMA, NODES, STAGES, row};
use crate::integrators::implicit::{Course, ImplicitMethod, ImplicitStepper};
use crate::integrators::integrator::{Integrator, Problem, Stepper};
use crate::integrators::iteration_matrix::IterationFactor;
use crate::integrators::step_control::StepControl;
use crate::integrators::tolerance::Tolerance;
use lissom_mech::State;

/// Implicit, order 5 with an error estimate of order 4, L-stable \[Kennedy2019\].
#[derive(Clone, Copy, Debug)]
pub struct Esdirk5;

impl Integrator for Esdirk5 {
    fn name(&self) -> &'static str {
        "esdirk5"
    }

    fn order(&self) -> usize {
        5
    }

    fn is_implicit(&self) -> bool {
        true
    }

    fn start<'p>(&self, problem: &Problem<'p>) -> Result<Box<dyn Stepper + 'p>, DynamicsError> {
        let control = StepControl::new(5, 0.04, 5.0);
        Ok(Box::new(ImplicitStepper::start(problem, 5, control, problem.tolerance, Diagonal::new)?))
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

/// Stages solved one after the other.
#[derive(Debug)]
struct Diagonal {
    /// The first stage belongs to the step's begin.
    stages: Stages,
    earlier: Earlier,
    factor: IterationFactor<f64>,
    correction: Vec<f64>,
    buffer: Vec<f64>,
    error: Vec<f64>,
}

impl Diagonal {
    fn new(n: usize) -> Self {
        Self {
            stages: Stages::new(n),
            earlier: Earlier { start: 0.0, step: 0.0, accelerations: [vec![0.0; n], vec![0.0; n]] },
            factor: IterationFactor::new(n),
            correction: vec![0.0; n],
            buffer: vec![0.0; n],
            error: vec![0.0; 2 * n],
        }
    }

    /// First guess of the acceleration at a stage: the polynomial through earlier ones.
    fn predict(&mut self, start: f64, stage: usize, step: f64) {
        let time = |node: usize| start + NODES[node] * step;
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
    fn solve(&mut self, course: &mut Course<'_>, stage: usize, step: f64) -> Result<(), StepFailure> {
        let n = course.motion.size();
        let scale = GAMMA * step;
        let time = course.time + NODES[stage] * step;
        self.place(course, stage, step);
        let mut iteration = course.contraction.begin();
        loop {
            let (position, velocity) = course.trial.split_at(n);
            let at = State { time, position, velocity };
            course.motion.acceleration(&at, &mut self.correction).map_err(StepFailure::Inadmissible)?;
            let acceleration = &mut self.stages.accelerations[stage];
            self.correction.iter_mut().zip(acceleration.iter()).for_each(|(c, a)| *c -= a);
            self.factor.solve_with_mass(&course.matrices, &mut self.correction, &mut self.buffer);
            acceleration.iter_mut().zip(&self.correction).for_each(|(a, c)| *a += c);
            let (position, velocity) = course.trial.split_at_mut(n);
            position.iter_mut().zip(&self.correction).for_each(|(q, c)| *q += scale * scale * c);
            velocity.iter_mut().zip(&self.correction).for_each(|(v, c)| *v += scale * c);
            let size = self.correction_size(course, scale);
            if course.contraction.is_solved(&mut iteration, size)? {
                self.stages.velocities[stage].copy_from_slice(&course.trial[n..]);
                return Ok(());
            }
        }
    }

    /// Coordinates and rates of a stage under its guessed acceleration.
    fn place(&self, course: &mut Course<'_>, stage: usize, step: f64) {
        let n = course.motion.size();
        course.trial.copy_from_slice(&course.y);
        let (position, velocity) = course.trial.split_at_mut(n);
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
    fn correction_size(&self, course: &Course<'_>, scale: f64) -> f64 {
        let n = self.correction.len();
        let Tolerance { relative, absolute } = course.tolerance;
        let mut sum = 0.0;
        for (i, c) in self.correction.iter().enumerate() {
            let slow = scale * scale * c / (absolute + relative * course.y[i].abs());
            let fast = scale * c / (absolute + relative * course.y[n + i].abs());
            sum += slow * slow + fast * fast;
        }
        (sum / (2 * n).max(1) as f64).sqrt()
    }

    /// The error of the step in the norm of the tolerance.
    fn estimate(&mut self, course: &Course<'_>, step: f64) -> f64 {
        let (slow, fast) = self.error.split_at_mut(course.motion.size());
        slow.fill(0.0);
        fast.fill(0.0);
        for (j, weight) in ERROR.iter().enumerate() {
            slow.iter_mut().zip(&self.stages.velocities[j]).for_each(|(e, v)| *e += step * weight * v);
            fast.iter_mut().zip(&self.stages.accelerations[j]).for_each(|(e, a)| *e += step * weight * a);
        }
        // Unresolved vibrations are damped and must not count as error \[Hairer1996, §IV.8\].
        self.factor.solve_with_mass(&course.matrices, slow, &mut self.buffer);
        self.factor.solve_with_mass(&course.matrices, fast, &mut self.buffer);
        course.tolerance.norm(&self.error, &course.y, &course.trial)
    }
}

impl ImplicitMethod for Diagonal {
    fn attempt(&mut self, course: &mut Course<'_>, step: f64) -> Result<f64, StepFailure> {
        let factorised = self.factor.factor(&course.matrices, GAMMA * step).ok_or(StepFailure::Singular)?;
        course.counters.factorisations += u64::from(factorised);
        self.stages.velocities[0].copy_from_slice(&course.y[course.motion.size()..]);
        self.stages.accelerations[0].copy_from_slice(&course.acceleration);
        for stage in 1..STAGES {
            self.predict(course.time, stage, step);
            self.solve(course, stage, step)?;
        }
        Ok(self.estimate(course, step))
    }

    fn accept(&mut self, start: f64, step: f64, acceleration: &mut [f64]) {
        (self.earlier.start, self.earlier.step) = (start, step);
        std::mem::swap(&mut self.earlier.accelerations[0], &mut self.stages.accelerations[3]);
        std::mem::swap(&mut self.earlier.accelerations[1], &mut self.stages.accelerations[2]);
        acceleration.copy_from_slice(&self.stages.accelerations[STAGES - 1]);
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
