//! Ask: the questions a system can answer.
//!
//! - [`modes()`]: natural frequencies and shapes of a [`lissom_mech::Structure`], certified.
//! - [`frequency_response()`]: what a structure's outputs do under harmonic inputs, to a residual of the full equation.
//! - [`simulate()`]: motion in time of any [`lissom_mech::System`], full or reduced, by one of the [`INTEGRATORS`], with
//!   an audit of the energy balance.
//! - [`linear_motion()`]: motion of a small or reduced [`lissom_mech::Structure`], exact between samples of its inputs.
//! - [`equilibrium()`]: static equilibrium under loads brought on in increments; [`states()`]: a row of equilibria along a
//!   drive, with force, frequencies and stiffness at each.
//! - [`cycle`]: small deformations over a cycle of rigid motion, by frozen-motion steps.
//! - [`spin`]: whirl, Campbell diagram and stability of a structure that turns.
//! - [`deformation`]: the states a free or supported structure can stay in while a force, a speed or a torque is constant.
//!
//! Invariants: nothing here knows what a system is made of (no element, no model section); every answer carries
//! its residuals and counters; nothing reads a clock.

#![allow(rustdoc::broken_intra_doc_links, reason = "a unit in brackets, such as [s], is no link")]

mod balance;
mod certify_state;
pub mod cycle;
pub mod deformation;
mod descent;
mod dopri5;
mod dormand_prince;
mod driven_motion;
mod effective_mass;
mod energy_audit;
mod equilibrium;
mod error;
mod esdirk5;
mod esdirk_tableau;
mod explicit;
mod frequency_response;
mod gmres;
mod hermite;
mod implicit;
mod integrator;
mod iteration_matrix;
mod linear_motion;
mod linear_step;
mod linearised_structure;
mod load_path;
mod modal_form;
mod modes;
mod motion;
mod moving_error;
mod newton;
mod ode45;
mod operating_state;
mod radau5;
mod radau_tableau;
mod response_basis;
mod response_space;
mod rk43;
mod runge_kutta;
mod simulate;
pub mod spin;
mod states;
mod step_control;
mod tangent_inertia;
mod tolerance;
mod trajectory;

pub use certify_state::{MeshStability, Stability, StateCertificate, certify_state};
pub use dopri5::Dopri5;
pub use driven_motion::DrivenMotion;
pub use effective_mass::EffectiveMass;
pub use energy_audit::EnergyAudit;
pub use equilibrium::{Branch, EquilibriumRequest, equilibrium};
pub use error::{BalanceFailure, DynamicsError, StepFailure};
pub use esdirk5::Esdirk5;
pub use frequency_response::{FrequencyResponse, Peak, ResponsePair, ResponseRequest, frequency_response};
pub use integrator::{Counters, INTEGRATORS, Integrator, Problem, Stepper, integrator};
pub use linear_motion::{LinearMotion, LinearMotionRequest, linear_motion};
pub use modes::{Mode, Modes, ModesRequest, Range, modes};
pub use motion::InputLaw;
pub use moving_error::MovingError;
pub use ode45::Ode45;
pub use operating_state::{OperatingState, StateModes, StatePoles};
pub use radau5::Radau5;
pub use response_space::{ResponseSpace, SpaceRequest};
pub use rk43::Rk43;
pub use simulate::{SimulateRequest, simulate};
pub use states::{DrivenState, Port, StatesRequest, states};
pub use tangent_inertia::TangentInertia;
pub use tolerance::Tolerance;
pub use trajectory::{Change, Trajectory};
