//! Analyses of systems and structures.
//!
//! - [`modes()`]: natural frequencies and shapes of a [`lissom_mech::Structure`], certified.
//! - [`frequency_response()`]: outputs of a structure under harmonic inputs, with the residual of the full
//!   equation.
//! - [`simulate()`]: motion in time of any [`lissom_mech::System`], full or reduced, by one of the [`INTEGRATORS`], with
//!   an audit of the energy balance.
//! - [`linear_motion()`]: motion of a small or reduced [`lissom_mech::Structure`], exact between samples of its inputs.
//! - [`equilibrium()`]: static equilibrium under incremental loads; [`states()`]: equilibria along a drive,
//!   with force, frequencies and stiffness at each.
//! - [`cycle`]: small deformations over a cycle of rigid motion, by frozen-motion steps.
//! - [`spin`]: whirl, Campbell diagram and stability of a rotating structure.
//! - [`deformation`]: operating states of a free or supported structure under constant force, speed or
//!   torque.
//!
//! Invariants: nothing here depends on the kind of an element; every result has its residuals and
//! counters; no clock is read.

#![allow(rustdoc::broken_intra_doc_links, reason = "a unit in brackets, such as [s], is not a link")]

pub mod cycle;
pub mod deformation;
mod equilibria;
mod error;
mod integrators;
mod linear;
mod loops;
mod motions;
mod moving_error;
pub mod spin;
mod zero_between;

pub use equilibria::certify_state::{Stability, StateCertificate, certify_state};
pub use equilibria::critical_points::{CriticalKind, CriticalPoint};
pub use equilibria::driven_state::{BranchPath, DrivenState, StrokePath, free_state};
pub use equilibria::equilibrium::{Branch, EquilibriumRequest, equilibrium};
pub use equilibria::force_stroke::{ForceStrokeRequest, force_stroke};
pub use equilibria::mesh_stability::MeshStability;
pub use equilibria::mesh_verdict::{MeshDoubt, StateOnMesh, judge_by_meshes};
pub use equilibria::operating_state::{OperatingState, StateModes, StatePoles};
pub use equilibria::states::{Port, StatesRequest, driven_stroke, states};
pub use equilibria::static_state::{StaticState, state_model, static_state};
pub use equilibria::tangent_inertia::TangentInertia;
pub use error::{BalanceFailure, DynamicsError, StepFailure};
pub use integrators::auto::Auto;
pub use integrators::dopri5::Dopri5;
pub use integrators::esdirk5::Esdirk5;
pub use integrators::integrator::{Counters, INTEGRATORS, Integrator, Problem, Stepper, integrator};
pub use integrators::ode45::Ode45;
pub use integrators::radau5::Radau5;
pub use integrators::rk43::Rk43;
pub use integrators::tolerance::Tolerance;
pub use linear::buckling::{BucklingMode, BucklingRequest, buckling};
pub use linear::effective_mass::EffectiveMass;
pub use linear::frequency_response::{
    BasisEvidence, FrequencyResponse, Peak, ResponsePair, ResponseRequest, frequency_response,
};
pub use linear::linear_model::{Linear, LinearError, LinearPort, Transfer};
pub use linear::linear_motion::{ExactSteps, LinearMotion, LinearMotionRequest, Moving, linear_motion};
pub use linear::modes::{Mode, Modes, ModesRequest, Range, modes};
pub use linear::response_space::{ResponseSpace, SpaceRequest};
pub use linear::state_space::{ModalStateSpace, whole_damping};
pub use loops::closed_loop::{Command, ControlLoops, CutLoop};
pub use loops::first_order::FirstOrder;
pub use loops::linear_plant::LinearPlant;
pub use loops::margins::{GainCrossing, Margins, PhaseCrossing, margins};
pub use loops::pole_error::{EstimatedPole, LoopStability, estimated_poles, stability};
pub use motions::converged::{Convergence, simulate_converged};
pub use motions::driven_motion::DrivenMotion;
pub use motions::energy_audit::EnergyAudit;
pub use motions::motion::InputLaw;
pub use motions::resolution::FINE_POINTS;
pub use motions::simulate::{SimulateRequest, simulate};
pub use motions::trajectory::{Change, ControllersAtEnd, Extremes, Trajectory};
pub use moving_error::MovingError;
