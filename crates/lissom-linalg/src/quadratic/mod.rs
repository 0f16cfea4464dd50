//! Quadratic pencils, λ² M + λ (D + G) + K: roots of large gyroscopic and damped systems near a shift, and the spaces of
//! their modes between values of a parameter. Small ones are solved densely in `small::eigen`.
//!
//! - `gyroscopic`: the lowest modes of large gyroscopic systems, by a block method on the inverted problem.
//! - `shift_invert`: roots of quadratic pencils nearest to a real shift, by a block Arnoldi method on the inverted
//!   problem.
//! - `space_interpolant`: a space that depends on a parameter, interpolated between values where it is known.
//! - `state_block`: states z = (x, w) of a gyroscopic system, many at a time, with their products with its matrices.

pub mod gyroscopic;
pub mod shift_invert;
pub mod space_interpolant;
pub(crate) mod state_block;
