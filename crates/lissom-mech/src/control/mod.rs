//! Controllers around a system: what moves is the system with the states of its continuous controllers.
//!
//! - `law`: a controller's law as a state space, continuous or sampled.
//! - `noise`: reproducible noise of samples.
//! - `feedback`: a controller of a model with its references, limits and samples.
//! - `inverse`: the forces with which drives would follow the references.
//! - `linear`: controllers without limits, for poles and margins.
//! - `controlled`: the [`System`](crate::System) of a machine with its controllers.

mod controlled;
mod feedback;
mod inverse;
mod law;
mod linear;
mod noise;

pub use controlled::Controlled;
pub use linear::LinearController;
