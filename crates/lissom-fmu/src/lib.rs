//! The library inside functional mock-up units (FMI 2.0 and 3.0, model exchange and co-simulation).
//!
//! One library serves every unit: what it computes stands in `resources/unit.json` beside it, so that exporting a model needs no
//! compiler. The SHA-256 of that file is the token of the unit; a file that was truncated or altered is refused when an instance
//! is made. Nothing unwinds into the host: every function of the interface catches panics and reports them as errors.
//!
//! - `content`: `unit.json` read and checked.
//! - `equations`: what a unit computes, whatever it holds.
//! - `linear`: state equations ẋ = A x + B u, y = C x + D u.
//! - `mechanism`: a mechanism in large motion, full or reduced.
//! - `unit`: one instance: time, states, inputs, parameters, and the values of all variables.
//! - `host`: messages to the host, and arrays that the host passes.
//! - `fmi2`, `fmi3`: the functions of the interface.

mod content;
mod equations;
pub mod fmi2;
pub mod fmi3;
mod host;
mod linear;
mod mechanism;
mod unit;

pub use content::{Content, ContentError, Kind};
pub use unit::{Snapshot, Unit};
