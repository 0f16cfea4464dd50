//! Feedback loops about a state: poles of the open and the closed loops, responses of a loop that is cut at one command, margins.
//!
//! - `linear_plant`: a machine about a state as ẋ = A x + B u, y = C x + D u.
//! - `closed_loop`: plant and controllers as one linear system, continuous or from sample to sample.
//! - `first_order`: linear equations of first order that responses are asked of.
//! - `pole_error`: eigenvalues with estimates of their error, and what they say about stability.
//! - `margins`: where a loop crosses |L| = 1 and the negative real axis.

pub(crate) mod closed_loop;
pub(crate) mod first_order;
pub(crate) mod linear_plant;
pub(crate) mod margins;
pub(crate) mod pole_error;
