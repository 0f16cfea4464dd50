//! All tests of the public interface in one program: one program is linked, and its tests share the cores.
//! A file that is not listed here (or in Cargo.toml) fails the tidy test.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

mod bodies;
mod cart;
mod equivalence;
mod faults;
mod frame_body;
mod laws;
mod models;
mod paper;
mod small_graphs;
mod universal_file;

#[path = "../../../tests/oracles/reader.rs"]
mod reader;
