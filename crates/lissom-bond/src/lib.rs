//! Connect: modal bodies with residual compliance.

mod error;
pub mod modal_body;

pub use error::BondError;
