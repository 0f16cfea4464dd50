//! What is done block by block in the fronts of the plane (`crate::mechanism::recursion`).
//!
//! - `iteration`: matrices of implicit integrators that are never formed.

mod iteration;
