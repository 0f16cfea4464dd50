//! Transformations and tests of expressions: derivatives, substitution, expansion, zero tests.
//!
//! - `derivative`: exact partial derivatives, each taken once.
//! - `expand`: products of sums multiplied out.
//! - `random_point`: values of expressions at random points of a prime field.
//! - `substitute`: simultaneous substitution.
//! - `zero_test`: is an expression zero for all values of its symbols?

pub(crate) mod derivative;
pub(crate) mod expand;
pub(crate) mod random_point;
pub(crate) mod substitute;
pub(crate) mod zero_test;
