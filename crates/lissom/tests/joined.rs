//! Structures cut into pieces and joined again: the pieces are written as files of matrices by the frame's own code, so
//! that the whole frame is the oracle.
#![allow(clippy::unwrap_used)]

mod cut;
mod damping;
pub mod pieces;
mod questions;
mod states;
mod turning;
