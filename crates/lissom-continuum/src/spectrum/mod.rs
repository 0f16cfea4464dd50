//! The exact spectrum of linear systems of continua.

mod error;
mod exact_modes;
mod frame;
mod linear_system;
mod linearise;
mod mesh;
mod transfer;

pub use error::SpectrumError;
pub use exact_modes::{ExactModes, exact_modes};
pub use frame::frame_system;
pub use linear_system::LinearSystem;
