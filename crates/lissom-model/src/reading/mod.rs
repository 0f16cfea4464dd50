//! Reading values against their description: tables, fields, numbers with units, directions, names. Mistakes are collected,
//! so that one of them does not hide the others.
//!
//! - `catalogue`: named things of one kind: nodes, materials, beams …
//! - `context`: what every part of the resolver needs at hand: the texts, the parameters, and a place for complaints.
//! - `definitions`: `[params]` and `[signal]`: names for numbers and for laws in time, which may use each other in
//!   any order.
//! - `direction`: directions and coordinates: `"x"`, `"-y"`, `"phi"`, `"rz"`, or a vector.
//! - `expression`: numbers and laws: TOML numbers, or texts with units, parameters, signals and functions.
//! - `fields`: reading one table of the model file against the description of its keys.
//! - `tables`: finding the sections of the model file, in the form each is written.
//! - `vector`: three-component vectors, as much of them as checking geometry needs.

pub(crate) mod catalogue;
pub(crate) mod context;
pub(crate) mod definitions;
pub(crate) mod direction;
pub(crate) mod expression;
pub(crate) mod fields;
pub(crate) mod tables;
pub(crate) mod vector;
