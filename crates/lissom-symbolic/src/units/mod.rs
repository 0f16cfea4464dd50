//! Units and dimensions: unit factors, and the dimension check of expressions.
//!
//! - `dimension`: physical dimensions: exponents of the SI base units.
//! - `known`: the dimension check: do the units of an expression fit together?
//! - `unit`: units: the factor of a suffix such as `mm` or `g/cm^3`.

pub(crate) mod dimension;
pub(crate) mod known;
pub(crate) mod unit;
