//! All tests of the public interface in one program: one program is linked, and its tests share the cores.
//! A file that is not listed here (or in Cargo.toml) fails the tidy test.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

mod beam_paths;
mod bearings;
mod closed_forms;
mod common;
mod components;
mod condensed;
mod cost_of_answers;
mod every_question;
mod exact_beams;
mod exact_convergence;
mod fixed_base;
mod foreign_parts;
mod invariance;
mod joined;
mod json_expressions;
mod moving_parts;
mod opensees;
#[path = "../../../tests/oracles/reader.rs"]
mod oracle;
mod oracles;
mod part_motions;
mod part_questions;
mod registries;
mod sensitivities;
mod symmetry;
mod turns;
