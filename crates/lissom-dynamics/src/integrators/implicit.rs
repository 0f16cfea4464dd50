//! Common part of implicit methods: new matrices when iterations contract slowly, shorter steps when they
//! diverge, and quintic interpolation.

use crate::error::{DynamicsError, StepFailure};
use crate::integrators::hermite::{End, quintic};
use crate::integrators::integrator::{Counters, Problem, Stepper};
use crate::integrators::iteration_matrix::IterationMatrices;
use crate::integrators::newton::Contraction;
use crate::integrators::step_control::{StepControl, check_length, first_step, fit};
use crate::integrators::tolerance::Tolerance;
use crate::motions::motion::Motion;
use lissom_mech::State;
use std::fmt;

/// The step is kept, and the factors with it, while it could grow by no more than this.
const WORTH_FACTORING: f64 = 1.2;

/// An implicit method.
pub(crate) trait ImplicitMethod: fmt::Debug {
    /// Tries a step from the state of the course: its end in `trial`, and its error in the norm of the tolerance.
    fn attempt(&mut self, course: &mut Course<'_>, step: f64) -> Result<f64, StepFailure>;

    /// Accepts the trial step from `start`. Writes the acceleration at its end, and keeps data for the next
    /// predictors.
    fn accept(&mut self, start: f64, step: f64, acceleration: &mut [f64]);
}

/// State and workspace of an integration.
#[derive(Debug)]
pub(crate) struct Course<'p> {
    pub(crate) motion: Motion<'p>,
    pub(crate) time: f64,
    pub(crate) y: Vec<f64>,
    /// Acceleration at `y`.
    pub(crate) acceleration: Vec<f64>,
    /// The state at a stage, and at last at the end of a tried step.
    pub(crate) trial: Vec<f64>,
    pub(crate) matrices: IterationMatrices,
    pub(crate) contraction: Contraction,
    pub(crate) tolerance: Tolerance,
    /// The first step, or one after a rejected one.
    pub(crate) is_doubtful: bool,
    pub(crate) counters: Counters,
}

impl Course<'_> {
    /// New matrices at the state.
    fn linearise(&mut self) -> Result<(), DynamicsError> {
        let time = self.time;
        let (position, velocity) = self.y.split_at(self.motion.size());
        let at = State { time, position, velocity };
        let (system, input, workspace) = self.motion.parts(time);
        let failed = |source| DynamicsError::Linearise { time, source };
        let structured = system.structured(&at, &self.acceleration, input, workspace).map_err(failed)?;
        match structured {
            Some(matrices) => self.matrices.set_structured(matrices),
            None => {
                let full = system.linearise(&at, &self.acceleration, input, workspace);
                self.matrices.set(full.map_err(failed)?);
            }
        }
        self.counters.jacobians += 1;
        Ok(())
    }
}

/// Steps of an implicit method.
#[derive(Debug)]
pub(crate) struct ImplicitStepper<'p, M> {
    course: Course<'p>,
    method: M,
    before_time: f64,
    before: Vec<f64>,
    before_acceleration: Vec<f64>,
    /// The matrices belong to the begin of this step.
    fresh: bool,
    /// Whether new matrices are needed.
    stale: bool,
    control: StepControl,
    step: f64,
    limit: f64,
    end: f64,
}

impl<'p, M: ImplicitMethod> ImplicitStepper<'p, M> {
    /// Starts; `order` is that of the error estimate, and `tolerance` its limit.
    pub(crate) fn start(
        problem: &Problem<'p>,
        order: usize,
        control: StepControl,
        tolerance: Tolerance,
        method: impl FnOnce(usize) -> M,
    ) -> Result<Self, DynamicsError> {
        problem.check()?;
        let mut motion = Motion::new(problem.system, problem.input);
        let n = motion.size();
        let y = [&*problem.position, &*problem.velocity].concat();
        let (mut rates, mut trial) = (vec![0.0; 2 * n], vec![0.0; 2 * n]);
        motion.rates(problem.start, &y, &mut rates).map_err(DynamicsError::StartInadmissible)?;
        let step = first_step(problem, &mut motion, order, &y, &rates, &mut trial);
        let acceleration = rates[n..].to_vec();
        Ok(Self {
            before_time: problem.start,
            before: y.clone(),
            before_acceleration: acceleration.clone(),
            course: Course {
                motion,
                time: problem.start,
                y,
                acceleration,
                trial,
                matrices: IterationMatrices::default(),
                contraction: Contraction::unknown(),
                tolerance,
                is_doubtful: true,
                counters: Counters::default(),
            },
            method: method(n),
            fresh: false,
            stale: true,
            control,
            step,
            limit: problem.step_limit(),
            end: problem.end,
        })
    }

    /// Accepts the trial step, which ends at `time`.
    fn accept(&mut self, step: f64, time: f64) {
        let course = &mut self.course;
        (self.before_time, course.time) = (course.time, time);
        std::mem::swap(&mut self.before, &mut course.y);
        course.y.copy_from_slice(&course.trial);
        std::mem::swap(&mut self.before_acceleration, &mut course.acceleration);
        self.method.accept(self.before_time, step, &mut course.acceleration);
        course.counters.steps += 1;
        (self.fresh, course.is_doubtful) = (false, false);
        self.stale = course.contraction.is_slow();
    }

    /// After a failed try: new matrices, or a shorter step.
    fn retreat(&mut self, step: f64, failure: &StepFailure) {
        self.course.counters.rejected += 1;
        (self.step, self.course.is_doubtful) = (step, true);
        match failure {
            StepFailure::ErrorTest { error } => self.step *= self.control.reject(*error),
            StepFailure::Inadmissible(_) => {
                self.course.counters.inadmissible += 1;
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

impl<M: ImplicitMethod> Stepper for ImplicitStepper<'_, M> {
    fn advance(&mut self) -> Result<(), DynamicsError> {
        let mut failure = StepFailure::ErrorTest { error: 0.0 };
        loop {
            let time = self.course.time;
            let step = fit(self.step.min(self.limit), time, self.end);
            check_length(step, time, || failure.clone())?;
            if self.stale && !self.fresh {
                self.course.linearise()?;
                (self.fresh, self.stale) = (true, false);
            }
            self.course.contraction.begin_step();
            failure = match self.method.attempt(&mut self.course, step) {
                Ok(error) if error <= 1.0 => {
                    let growth = self.control.accept(error).min(self.course.contraction.bearable_growth());
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
        (self.before_time, self.course.time)
    }

    fn state(&self) -> &[f64] {
        &self.course.y
    }

    fn interpolate(&self, time: f64, state: &mut [f64]) {
        let course = &self.course;
        let (n, step) = (course.motion.size(), course.time - self.before_time);
        if step == 0.0 {
            state.copy_from_slice(&course.y);
            return;
        }
        let end = |y, acceleration| {
            let (position, velocity) = <[f64]>::split_at(y, n);
            End { position, velocity, acceleration }
        };
        let from = end(&self.before, &self.before_acceleration);
        let to = end(&course.y, &course.acceleration);
        quintic(from, to, step, (time - self.before_time) / step, state);
    }

    fn strain(&mut self) -> f64 {
        self.course.motion.strain()
    }

    fn counters(&self) -> Counters {
        Counters { evaluations: self.course.motion.evaluations, ..self.course.counters }
    }
}
