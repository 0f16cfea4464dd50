//! The wire formats: answers as JSON, with the same keys for every caller.
//!
//! - `wire`: the wire format: answers as JSON, with the same keys for every caller.
//! - `wire_bond`: the wire format of bond graphs, of the oscillations of their state equations, and of sweeps.
//! - `wire_comparison`: the wire format of `lissom compare`.
//! - `wire_import`: the wire format of `lissom import`.
//! - `wire_poles`: JSON answer of `lissom modes --at` with poles.

pub mod wire;
pub mod wire_bond;
pub mod wire_comparison;
pub mod wire_import;
pub mod wire_poles;
