//! Ask: the questions a system can answer.
//!
//! - [`modes()`]: natural frequencies and shapes of a [`lissom_mech::LinearSystem`], certified.
//! - [`simulate()`]: motion in time of any [`lissom_mech::System`], full or reduced, by one of the [`INTEGRATORS`], with
//!   an audit of the energy balance.
//!
//! Invariants: nothing here knows what a system is made of (no element, no model section); every answer carries
//! its residuals and counters; nothing reads a clock.

mod dopri5;
mod dormand_prince;
mod effective_mass;
mod energy_audit;
mod error;
mod esdirk5;
mod esdirk_tableau;
mod hermite;
mod integrator;
mod iteration_matrix;
mod modes;
mod motion;
mod ode45;
mod simulate;
mod step_control;
mod tolerance;
mod trajectory;

pub use dopri5::Dopri5;
pub use effective_mass::EffectiveMass;
pub use energy_audit::EnergyAudit;
pub use error::{DynamicsError, StepFailure};
pub use esdirk5::Esdirk5;
pub use integrator::{Counters, INTEGRATORS, Integrator, Problem, Stepper, integrator};
pub use modes::{Mode, Modes, ModesRequest, Range, modes};
pub use motion::InputLaw;
pub use ode45::Ode45;
pub use simulate::{SimulateRequest, simulate};
pub use tolerance::Tolerance;
pub use trajectory::Trajectory;
