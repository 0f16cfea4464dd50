//! Flexible bodies for multibody programs.
//!
//! - `body_modes`: modes of a part in a frame that moves with it.
//! - `taylor`: matrices that depend linearly on the modal amplitudes, and their text.
//! - `sid`: Standard Input Data of flexible bodies.

mod body_modes;
mod sid;
mod taylor;

pub(crate) use sid::Sid;
