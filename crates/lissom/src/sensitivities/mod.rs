//! Derivatives of answers with respect to `[params]`, by implicit differentiation of the equations that were solved.
//!
//! The equations are differentiated exactly; what they contain (matrices, forces out of balance, outputs at a fixed
//! configuration) comes from the model with shifted parameters, by differences that are extrapolated to a step of zero. Nothing is
//! solved again for a shifted parameter. Every derivative carries an estimate of its error.
//!
//! - `extrapolation`: slopes for several steps, extrapolated, with an estimate of the error.
//! - `quantity`: what is differentiated, as users write it.
//! - `sample`: a model about a place with given parameters: matrices and numbers; the slopes of two of them.
//! - `state_place`: equilibria, and how they follow a parameter.
//! - `eigenvalue_slopes`: frequencies, alone or in clusters.
//! - `response_slopes`: frequency responses.

pub(crate) mod eigenvalue_slopes;
pub(crate) mod extrapolation;
pub(crate) mod quantity;
pub(crate) mod response_slopes;
pub(crate) mod sample;
pub(crate) mod state_place;
