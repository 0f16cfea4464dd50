//! Fast values of expressions: compiled to a flat list of operations on registers, run on numbers or on intervals.
//!
//! - `compile`: from expressions to a [`Program`]: common parts are computed once, constant parts beforehand.
//! - `enclosure`: bounds of a program over ranges of its inputs: interval arithmetic.
//! - `instruction`: one step of a [`Program`](crate::Program): an operation on registers.
//! - `program`: expressions compiled to a flat list of operations on registers.
//! - `switches`: where a program switches, and its values with decisions kept.

pub(crate) mod compile;
pub(crate) mod enclosure;
pub(crate) mod instruction;
pub(crate) mod program;
mod switches;
