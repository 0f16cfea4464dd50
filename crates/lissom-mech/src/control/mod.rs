//! Controllers around a system: what moves is the system with the states of its continuous controllers.
//!
//! - `law`: a controller's law as a state space, continuous or sampled.
//! - `noise`: reproducible noise of samples.
//! - `feedback`: a controller of a model with its references, limits and samples.
//! - `inverse`: the forces with which drives would follow the references.
//! - `linear`: controllers without limits, for poles and margins.
//! - `driven_plant`: a machine whose drives follow commands.
//! - `transport`: delays of continuous controllers.
//! - `controlled`: the [`System`](crate::System) of a machine with its controllers.

mod controlled;
mod driven_plant;
mod feedback;
mod inverse;
mod law;
mod linear;
mod noise;
mod transport;

pub use controlled::{Controlled, input_unit};
pub use driven_plant::DrivenPlant;
pub use feedback::SampledMemory;
pub use linear::LinearController;
pub use transport::{delay_error, delay_range};
