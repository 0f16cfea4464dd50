//! All tests of the public interface in one program: one program is linked, and its tests share the cores.
//! A file that is not listed here (or in Cargo.toml) fails the tidy test.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

mod import_damage;
mod import_doctor;
mod import_files;
mod import_samples;
mod import_state_spaces;
