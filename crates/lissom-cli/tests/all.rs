//! All tests of the public interface in one program: one program is linked, and its tests share the cores.
//! A file that is not listed here (or in Cargo.toml) fails the tidy test.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

mod about_states;
mod answers_in_files;
mod bonds;
mod cli;
mod controlled_machines;
mod export;
mod gripper;
mod hostile_names;
mod json_keys;
mod known_truths;
mod large_models;
mod loose_motions;
mod machines_in_space;
mod moving_frames;
mod moving_parts;
mod newcomers;
mod nonlinear_buckling;
mod numbers_out_of_range;
mod one_layer;
mod operating_states;
#[path = "../../../tests/oracles/reader.rs"]
mod oracle;
mod parts;
mod program;
mod reduce;
mod report;
mod spatial_examples;
mod strokes;
mod studies;
mod verbs_page;
