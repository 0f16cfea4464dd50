//! The exact spectrum of linear systems of continua.

mod certify_exact_modes;
mod certify_poles;
mod complex_matrix;
mod complex_stiffness;
mod detail;
mod error;
mod exact_modes;
mod frame;
mod graded;
mod implausible;
mod inertia;
mod linear_system;
mod linearise;
mod mesh;
mod mixed_count;
mod mixed_form;
mod overdamped;
mod pole_count;
mod poles;
mod polynomial_element;
mod proportional;
mod response;
mod ritz;
mod shapes;
mod transfer;

pub use certify_poles::Census;
pub use error::SpectrumError;
pub use exact_modes::{ExactModes, exact_modes};
pub use frame::{exact_frame_modes, frame_system};
pub use linear_system::LinearSystem;
pub use overdamped::RingCensus;
pub use pole_count::{Ring, Sector};
pub use poles::{ExactPoles, Pole, exact_poles};
pub use response::{Responses, response, static_response};
pub use ritz::{Ritz, ritz};
