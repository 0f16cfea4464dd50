//! Reading values against their description: tables, fields, numbers with units, directions, names. Errors
//! are collected, so that one does not hide the others.
//!
//! - `catalogue`: named entries of one kind: nodes, materials, beams …
//! - `context`: shared context of the resolver: texts, parameters and collected diagnostics.
//! - `definitions`: `[params]` and `[signal]`: names for numbers and for laws in time, which may use each other in
//!   any order.
//! - `direction`: directions and coordinates: `"x"`, `"-y"`, `"phi"`, `"rz"`, or a vector.
//! - `expression`: numbers and laws: TOML numbers, or texts with units, parameters, signals and functions.
//! - `fields`: reading one table of the model file against the description of its keys.
//! - `tables`: finding the sections of the model file, in the form each is written.
//! - `turned_call`: `x(NODE)` in an expression of a component that is turned.
//! - `vector`: three-component vectors for geometry checks.

pub(crate) mod catalogue;
pub(crate) mod context;
pub(crate) mod definitions;
pub(crate) mod direction;
pub(crate) mod expression;
pub(crate) mod fields;
pub(crate) mod tables;
pub(crate) mod turned_call;
pub(crate) mod vector;
