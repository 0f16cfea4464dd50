//! All tests of the public interface in one program: one program is linked, and its tests share the cores.
//! A file that is not listed here (or in Cargo.toml) fails the tidy test.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

mod beams;
mod boer2013;
mod changes_of_coordinates;
mod commanded_drives;
mod controllers;
mod cycles;
mod equilibria;
mod frames;
mod frequency_response;
mod integrators;
mod large_beams;
mod laws;
mod linear_motion;
mod long_chains;
mod loops;
mod machines;
mod mode_paths;
mod operating_states;
#[path = "../../../tests/oracles/reader.rs"]
mod oracle;
mod outputs;
mod random_linkages;
mod rotor_verdicts;
mod snap_through;
mod spatial_loops;
#[path = "../../lissom-mech/tests/spatial_machines.rs"]
mod spatial_machines;
mod spatial_motions;
mod spatial_references;
mod spatial_states;
mod spinning_states;
mod spinning_structures;
mod standing_frames;
mod stressed_frames;
mod strokes;
mod systems;
mod tabulated_laws;
mod veering;
