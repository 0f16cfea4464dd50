//! All tests of the public interface in one program: one program is linked, and its tests share the cores.
//! A file that is not listed here (or in Cargo.toml) fails the tidy test.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

mod boer2013;
mod chain;
mod changes_of_coordinates;
mod component_modes;
mod errors_over_bands;
mod expansions;
mod frames;
mod krylov;
#[path = "../../../tests/oracles/reader.rs"]
mod oracle;
mod piecewise;
mod properties;
