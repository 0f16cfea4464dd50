//! Answers about vibrations: one type for each kind of model.
//!
//! - `closed_poles`: poles of a mechanism with its controllers.
//! - `modes`: modes of a structure.
//! - `exact_modes`: modes and poles of a continuum.
//! - `oscillations`: oscillations of state equations.
//! - `turning_modes`: modes of a structure at its speed.
//! - `vibrations`: any of these.

pub(crate) mod closed_poles;
pub(crate) mod exact_modes;
pub(crate) mod modes;
pub(crate) mod oscillations;
pub(crate) mod turning_modes;
pub(crate) mod vibrations;
