//! Exact numbers: fractions that round correctly, and the prime field in which expressions are tested for zero.
//!
//! - `number`: numbers of the expression store: exact fractions while they fit, rounded `f64` beyond.
//! - `prime_field`: arithmetic modulo the prime 2⁶¹ − 1, the exact and fast stand-in for real numbers in zero tests.
//! - `rational`: exact fractions that always round correctly to `f64`.

pub(crate) mod number;
pub(crate) mod prime_field;
pub(crate) mod rational;
