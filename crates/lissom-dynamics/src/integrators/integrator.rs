//! The integrator trait and the list of integrators.

use crate::error::DynamicsError;
use crate::integrators::auto::Auto;
use crate::integrators::dopri5::Dopri5;
use crate::integrators::esdirk5::Esdirk5;
use crate::integrators::ode45::Ode45;
use crate::integrators::radau5::Radau5;
use crate::integrators::rk43::Rk43;
use crate::integrators::tolerance::Tolerance;
use crate::motions::motion::InputLaw;
use lissom_mech::System;
use std::borrow::Cow;
use std::fmt;

/// Every integrator, the default first. A new one is a file and a line here.
pub const INTEGRATORS: &[&dyn Integrator] = &[&Auto, &Dopri5, &Rk43, &Ode45, &Esdirk5, &Radau5];

/// The integrator of a name.
///
/// # Errors
/// [`DynamicsError::NoSuchIntegrator`] with the known names.
pub fn integrator(name: &str) -> Result<&'static dyn Integrator, DynamicsError> {
    let found = INTEGRATORS.iter().copied().find(|i| i.name() == name);
    found.ok_or_else(|| DynamicsError::NoSuchIntegrator { name: name.to_owned() })
}

/// A way to step a system through time.
pub trait Integrator: Sync + fmt::Debug {
    /// The name that users write.
    fn name(&self) -> &'static str;

    /// Order of the solution it advances.
    fn order(&self) -> usize;

    /// Whether it is implicit and so suitable for stiff systems.
    fn is_implicit(&self) -> bool;

    /// Starts, ready for the first step.
    ///
    /// # Errors
    /// If the request or the initial state is invalid.
    fn start<'p>(&self, problem: &Problem<'p>) -> Result<Box<dyn Stepper + 'p>, DynamicsError>;
}

/// An initial value problem.
#[derive(Clone)]
pub struct Problem<'p> {
    /// What moves.
    pub system: &'p dyn System,
    /// Its inputs.
    pub input: &'p InputLaw<'p>,
    /// Time at the start [s].
    pub start: f64,
    /// Time at the end [s].
    pub end: f64,
    /// Coordinates at the start.
    pub position: Cow<'p, [f64]>,
    /// Rates at the start.
    pub velocity: Cow<'p, [f64]>,
    /// Tolerance.
    pub tolerance: Tolerance,
    /// First step to try; `None`: found from the rates [s].
    pub first_step: Option<f64>,
    /// Largest step; `None`: a tenth of the whole [s].
    pub largest_step: Option<f64>,
}

impl fmt::Debug for Problem<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} from {} s to {} s", self.system.name(), self.start, self.end)
    }
}

impl Problem<'_> {
    /// The largest step allowed [s].
    #[must_use]
    pub fn step_limit(&self) -> f64 {
        let whole = self.end - self.start;
        self.largest_step.unwrap_or(whole / 10.0).min(whole)
    }

    /// Checks times, steps, tolerances and sizes.
    ///
    /// # Errors
    /// The first invalid value.
    pub fn check(&self) -> Result<(), DynamicsError> {
        self.tolerance.check()?;
        if !(self.start.is_finite() && self.end.is_finite() && self.start < self.end) {
            return Err(DynamicsError::BadTimes { start: self.start, end: self.end });
        }
        for (what, step) in [("first", self.first_step), ("largest", self.largest_step)] {
            if let Some(step) = step.filter(|step| !(step.is_finite() && *step > 0.0)) {
                return Err(DynamicsError::BadStep { what, step });
            }
        }
        let coordinates = self.system.coordinates();
        for (what, state) in [("coordinates", &self.position), ("rates", &self.velocity)] {
            if state.len() != coordinates.len() {
                return Err(DynamicsError::BadStateSize {
                    what,
                    given: state.len(),
                    needed: coordinates.len(),
                });
            }
            if let Some(i) = state.iter().position(|x| !x.is_finite()) {
                let name = coordinates[i].name.clone();
                return Err(DynamicsError::StartNotFinite { what, name, value: state[i] });
            }
        }
        Ok(())
    }
}

/// An integration in progress.
pub trait Stepper {
    /// Takes one step that meets the tolerance, as long as possible.
    ///
    /// # Errors
    /// [`DynamicsError::StepUnderflow`] when no step is small enough.
    fn advance(&mut self) -> Result<(), DynamicsError>;

    /// Begin and end of the last step [s]; both are the start before the first one.
    fn span(&self) -> (f64, f64);

    /// (q, q̇) at the end of the last step.
    fn state(&self) -> &[f64];

    /// (q, q̇) at a time within the last step.
    fn interpolate(&self, time: f64, state: &mut [f64]);

    /// How close the coordinates are to becoming singular ([`System::strain`]).
    fn strain(&mut self) -> f64;

    /// The integrator that took the last step, where several take turns.
    fn by(&self) -> Option<&'static str> {
        None
    }

    /// Its cost so far.
    fn counters(&self) -> Counters;
}

/// Cost of an integration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Evaluations of the equations of motion.
    pub evaluations: u64,
    /// Steps taken.
    pub steps: u64,
    /// Rejected steps.
    pub rejected: u64,
    /// Rejected steps that met an inadmissible state.
    pub inadmissible: u64,
    /// Linearisations of the equations of motion.
    pub jacobians: u64,
    /// Factorisations of an iteration matrix.
    pub factorisations: u64,
    /// Changes of coordinates.
    pub changes: u64,
    /// Located times at which laws switched.
    pub switches: u64,
}

impl Counters {
    /// The cost of two integrations, one after the other.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            evaluations: self.evaluations + other.evaluations,
            steps: self.steps + other.steps,
            rejected: self.rejected + other.rejected,
            inadmissible: self.inadmissible + other.inadmissible,
            jacobians: self.jacobians + other.jacobians,
            factorisations: self.factorisations + other.factorisations,
            changes: self.changes + other.changes,
            switches: self.switches + other.switches,
        }
    }
}
