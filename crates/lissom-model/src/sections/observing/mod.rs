//! What is observed of a machine, and what is made of it.
//!
//! - `controllers`: `[[controller]]`, from outputs to forces and torques.
//! - `control_files`: the `file` of a controller.
//! - `outputs`: `[[output]]`, reported quantities.
//! - `quantities`: the `quantity` of an output: which object and direction each needs.

mod control_files;
pub(crate) mod controllers;
pub(crate) mod outputs;
mod quantities;
