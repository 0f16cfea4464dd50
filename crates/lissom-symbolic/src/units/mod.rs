//! Units and dimensions: what a suffix multiplies a number by, and whether the units of an expression fit together.
//!
//! - `dimension`: physical dimensions: exponents of the SI base units.
//! - `known`: the dimension check: do the units of an expression fit together?
//! - `unit`: units: what a suffix such as `mm` or `g/cm^3` multiplies a number by.

pub(crate) mod dimension;
pub(crate) mod known;
pub(crate) mod unit;
