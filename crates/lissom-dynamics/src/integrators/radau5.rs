//! `radau5`: collocation at the Radau nodes, for stiff systems.
//!
//! Its stages are of third order, so that stiff parts (controllers, fast modes of small amplitude) do not
//! reduce the order of the rest. All stages are solved together, decoupled into one real and one complex
//! system of the size of the model \[Hairer1996, §IV.8\].

use crate::error::{DynamicsError, StepFailure};
use crate::integrators::implicit::{Course, ImplicitMethod, ImplicitStepper};
use crate::integrators::integrator::{Integrator, Problem, Stepper};
use crate::integrators::iteration_matrix::IterationFactor;
use crate::integrators::radau_tableau::{
    APART, BACK, NODES, PAIR, POSITION_ERROR, POSITIONS, RATE_ERROR, RATES, REAL, STAGES,
};
use crate::integrators::step_control::StepControl;
use crate::integrators::tolerance::Tolerance;
use lissom_linalg::Complex;
use lissom_mech::State;

/// Implicit, order 5 with an error estimate of order 3, L-stable \[Hairer1996, §IV.8\].
#[derive(Clone, Copy, Debug)]
pub struct Radau5;

impl Integrator for Radau5 {
    fn name(&self) -> &'static str {
        "radau5"
    }

    fn order(&self) -> usize {
        5
    }

    fn is_implicit(&self) -> bool {
        true
    }

    fn start<'p>(&self, problem: &Problem<'p>) -> Result<Box<dyn Stepper + 'p>, DynamicsError> {
        let tolerance = of_the_estimate(problem.tolerance);
        let control = StepControl::new(4, 0.04, 8.0);
        Ok(Box::new(ImplicitStepper::start(problem, 3, control, tolerance, Collocation::new)?))
    }
}

/// The tolerance of an estimate of order 3, from that for a solution of order 5 \[Hairer1996, §IV.8\].
fn of_the_estimate(tolerance: Tolerance) -> Tolerance {
    let Tolerance { relative, absolute } = tolerance;
    if relative == 0.0 {
        return tolerance;
    }
    let factor = 0.1 * relative.powf(-1.0 / 3.0);
    Tolerance { relative: factor * relative, absolute: factor * absolute }
}

/// Accelerations at the stages of the step before: the first guesses continue them.
#[derive(Debug)]
struct Earlier {
    start: f64,
    step: f64,
    accelerations: [Vec<f64>; STAGES],
}

/// The stages of a step.
#[derive(Debug)]
struct Collocation {
    /// Accelerations at the stages.
    stages: [Vec<f64>; STAGES],
    corrections: [Vec<f64>; STAGES],
    earlier: Earlier,
    real: IterationFactor<f64>,
    pair: IterationFactor<Complex>,
    buffer: Vec<f64>,
    complex: Vec<Complex>,
    complex_buffer: Vec<Complex>,
    /// What the estimate of the error is filtered from.
    gap: Vec<f64>,
    error: Vec<f64>,
}

impl Collocation {
    fn new(n: usize) -> Self {
        let zeros = || std::array::from_fn(|_| vec![0.0; n]);
        Self {
            stages: zeros(),
            corrections: zeros(),
            earlier: Earlier { start: 0.0, step: 0.0, accelerations: zeros() },
            real: IterationFactor::new(n),
            pair: IterationFactor::new(n),
            buffer: vec![0.0; n],
            complex: vec![Complex::ZERO; n],
            complex_buffer: vec![Complex::ZERO; n],
            gap: vec![0.0; 2 * n],
            error: vec![0.0; 2 * n],
        }
    }

    /// First guesses of the accelerations: the parabola through those of the step before.
    fn predict(&mut self, course: &Course<'_>, step: f64) {
        if self.earlier.step == 0.0 {
            self.stages.iter_mut().for_each(|stage| stage.copy_from_slice(&course.acceleration));
            return;
        }
        for (stage, node) in self.stages.iter_mut().zip(NODES) {
            // The time in shares of the step before.
            let share = (course.time + node * step - self.earlier.start) / self.earlier.step;
            stage.fill(0.0);
            for (k, values) in self.earlier.accelerations.iter().enumerate() {
                let others = (0..STAGES).filter(|j| *j != k);
                let weight: f64 = others.map(|j| (share - NODES[j]) / (NODES[k] - NODES[j])).product();
                stage.iter_mut().zip(values).for_each(|(s, v)| *s += weight * v);
            }
        }
    }

    /// Coordinates and rates at a stage, in `trial`.
    fn place(&self, course: &mut Course<'_>, stage: usize, step: f64) {
        let n = course.motion.size();
        let (position, velocity) = course.trial.split_at_mut(n);
        let (from, rates) = course.y.split_at(n);
        let [a, b, c] = &self.stages;
        let ([v0, v1, v2], [q0, q1, q2]) = (RATES[stage], POSITIONS[stage]);
        let (first, square) = (step * NODES[stage], step * step);
        for i in 0..n {
            velocity[i] = rates[i] + step * (v0 * a[i] + v1 * b[i] + v2 * c[i]);
            position[i] = from[i] + first * rates[i] + square * (q0 * a[i] + q1 * b[i] + q2 * c[i]);
        }
    }

    /// Solves for the accelerations of all stages by simplified Newton iteration.
    fn solve(&mut self, course: &mut Course<'_>, step: f64) -> Result<(), StepFailure> {
        let n = course.motion.size();
        let mut iteration = course.contraction.begin();
        loop {
            for (stage, node) in NODES.iter().enumerate() {
                self.place(course, stage, step);
                let (position, velocity) = course.trial.split_at(n);
                let at = State { time: course.time + node * step, position, velocity };
                let correction = &mut self.corrections[stage];
                course.motion.acceleration(&at, correction).map_err(StepFailure::Inadmissible)?;
                correction.iter_mut().zip(&self.stages[stage]).for_each(|(c, a)| *c -= a);
            }
            self.correct(course);
            let size = self.correction_size(course, step);
            if course.contraction.is_solved(&mut iteration, size)? {
                return Ok(());
            }
        }
    }

    /// Corrections from residuals: decoupled, solved, transformed back and added.
    fn correct(&mut self, course: &Course<'_>) {
        transform(&APART, &mut self.corrections);
        let [first, second, third] = &mut self.corrections;
        self.real.solve_with_mass(&course.matrices, first, &mut self.buffer);
        for (z, (re, im)) in self.complex.iter_mut().zip(second.iter().zip(third.iter())) {
            *z = Complex::new(*re, *im);
        }
        self.pair.solve_with_mass(&course.matrices, &mut self.complex, &mut self.complex_buffer);
        for (z, (re, im)) in self.complex.iter().zip(second.iter_mut().zip(third.iter_mut())) {
            (*re, *im) = (z.re, z.im);
        }
        transform(&BACK, &mut self.corrections);
        for (stage, correction) in self.stages.iter_mut().zip(&self.corrections) {
            stage.iter_mut().zip(correction).for_each(|(a, c)| *a += c);
        }
    }

    /// The last corrections of coordinates and rates in the norm of the tolerance.
    fn correction_size(&self, course: &Course<'_>, step: f64) -> f64 {
        let n = course.motion.size();
        let Tolerance { relative, absolute } = course.tolerance;
        let [a, b, c] = &self.corrections;
        let mut sum = 0.0;
        for i in 0..n {
            let slow = step * step / (absolute + relative * course.y[i].abs());
            let fast = step / (absolute + relative * course.y[n + i].abs());
            for (q, v) in POSITIONS.iter().zip(&RATES) {
                let moved = slow * (q[0] * a[i] + q[1] * b[i] + q[2] * c[i]);
                let hurried = fast * (v[0] * a[i] + v[1] * b[i] + v[2] * c[i]);
                sum += moved * moved + hurried * hurried;
            }
        }
        (sum / (2 * STAGES * n).max(1) as f64).sqrt()
    }

    /// The error of the step in the norm of the tolerance.
    fn estimate(&mut self, course: &mut Course<'_>, step: f64) -> Result<f64, StepFailure> {
        let n = course.motion.size();
        let [a, b, c] = &self.stages;
        let (slow, fast) = self.gap.split_at_mut(n);
        for i in 0..n {
            let sum = |w: [f64; STAGES]| w[0] * a[i] + w[1] * b[i] + w[2] * c[i];
            slow[i] = step * sum(POSITION_ERROR);
            fast[i] = course.acceleration[i] + sum(RATE_ERROR);
        }
        let error = self.filtered(course, step);
        if !(course.is_doubtful && error >= 1.0) {
            return Ok(error);
        }
        // Initial transients of stiff parts are not an error of the step.
        let mut moved = std::mem::take(&mut self.error);
        moved.iter_mut().zip(&course.y).for_each(|(e, y)| *e += y);
        let (position, velocity) = moved.split_at(n);
        let at = State { time: course.time, position, velocity };
        let found = course.motion.acceleration(&at, &mut self.buffer).map_err(StepFailure::Inadmissible);
        if found.is_ok() {
            let (slow, fast) = self.gap.split_at_mut(n);
            for i in 0..n {
                slow[i] += velocity[i] - course.y[n + i];
                fast[i] += self.buffer[i] - course.acceleration[i];
            }
        }
        self.error = moved;
        found.map(|()| self.filtered(course, step))
    }

    /// (1 − s J)⁻¹ s gap with s the real eigenvalue times the step: unresolved vibrations are damped.
    fn filtered(&mut self, course: &Course<'_>, step: f64) -> f64 {
        let n = course.motion.size();
        let scale = step * REAL;
        let ((slow, fast), (position, velocity)) = (self.gap.split_at(n), self.error.split_at_mut(n));
        // (M + s C + s² K) x_v = s M g_v − s² K g_q, x_q = s (g_q + x_v).
        course.matrices.mass_times(fast, velocity);
        velocity.iter_mut().for_each(|v| *v *= scale);
        course.matrices.add_stiffness_times(-scale * scale, slow, velocity);
        self.real.solve(&course.matrices, velocity);
        for i in 0..n {
            position[i] = scale * (slow[i] + velocity[i]);
        }
        course.tolerance.norm(&self.error, &course.y, &course.trial)
    }
}

impl ImplicitMethod for Collocation {
    fn attempt(&mut self, course: &mut Course<'_>, step: f64) -> Result<f64, StepFailure> {
        let factorised = self.real.factor(&course.matrices, step * REAL).ok_or(StepFailure::Singular)?;
        let scale = Complex::new(step * PAIR[0], step * PAIR[1]);
        self.pair.factor(&course.matrices, scale).ok_or(StepFailure::Singular)?;
        course.counters.factorisations += u64::from(factorised);
        self.predict(course, step);
        self.solve(course, step)?;
        self.place(course, STAGES - 1, step);
        self.estimate(course, step)
    }

    fn accept(&mut self, start: f64, step: f64, acceleration: &mut [f64]) {
        (self.earlier.start, self.earlier.step) = (start, step);
        std::mem::swap(&mut self.earlier.accelerations, &mut self.stages);
        acceleration.copy_from_slice(&self.earlier.accelerations[STAGES - 1]);
    }
}

/// Replaces three vectors by combinations of them.
fn transform(matrix: &[[f64; STAGES]; STAGES], vectors: &mut [Vec<f64>; STAGES]) {
    let [a, b, c] = vectors;
    for ((a, b), c) in a.iter_mut().zip(b).zip(c) {
        let of = |row: [f64; STAGES]| row[0] * *a + row[1] * *b + row[2] * *c;
        (*a, *b, *c) = (of(matrix[0]), of(matrix[1]), of(matrix[2]));
    }
}
