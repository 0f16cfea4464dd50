//! All tests of the public interface in one program: one program is linked, and its tests share the cores.
//! A file that is not listed here (or in Cargo.toml) fails the tidy test.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

mod closed_forms;
mod constraints;
mod cost;
mod evidence;
mod frame_ports;
mod initial_rates;
mod line_loads;
mod linearisation;
mod many_loops;
mod members;
mod models;
mod motion;
mod moving_beams;
#[path = "../../../tests/oracles/reader.rs"]
mod oracle;
mod papers;
mod part_structure;
mod properties;
mod reduced_frames;
mod spatial_elements;
mod spatial_equilibria;
mod spatial_joints;
mod spatial_machines;
mod spatial_models;
mod spatial_motion;
mod spatial_planar;
mod superelements;
mod tree;
