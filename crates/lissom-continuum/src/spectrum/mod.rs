//! The exact spectrum of linear systems of continua.

mod complex_matrix;
mod complex_stiffness;
mod error;
mod exact_modes;
mod frame;
mod inertia;
mod linear_system;
mod linearise;
mod mesh;
mod pole_count;
mod poles;
mod response;
mod ritz;
mod transfer;

pub use error::SpectrumError;
pub use exact_modes::{ExactModes, exact_modes};
pub use frame::{exact_frame_modes, frame_system};
pub use linear_system::LinearSystem;
pub use pole_count::Sector;
pub use poles::{Census, ExactPoles, Pole, exact_poles};
pub use response::response;
pub use ritz::{Ritz, ritz};
