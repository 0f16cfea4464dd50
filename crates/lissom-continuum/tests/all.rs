//! All tests of the public interface in one program: one program is linked, and its tests share the cores.
//! A file that is not listed here (or in Cargo.toml) fails the tidy test.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

mod damped;
mod divided;
mod equations;
mod frames;
mod jumping_conditions;
mod layers;
#[path = "../../../tests/oracles/reader.rs"]
mod oracle;
mod prescribed;
mod spectrum;
mod stepped;
mod support;
mod sympy;
