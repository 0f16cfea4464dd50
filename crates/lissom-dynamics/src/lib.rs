//! Ask: the questions a system can answer.
//!
//! So far there is one, [`modes()`]: natural frequencies and shapes of a [`lissom_mech::LinearSystem`], certified.
//!
//! Invariants: nothing here knows what a system is made of (no element, no model section); every answer carries
//! its residuals and counters; nothing reads a clock.

mod effective_mass;
mod error;
mod modes;

pub use effective_mass::EffectiveMass;
pub use error::DynamicsError;
pub use modes::{Mode, Modes, ModesRequest, Range, modes};
