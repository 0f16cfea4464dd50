//! What is done block by block in the fronts of the plane (`crate::mechanism::recursion`).
//!
//! - `iteration`: matrices of implicit integrators that are never formed.
//! - `small_rows`: sums of short rows, of which the blocks consist.

mod iteration;
pub(in crate::spatial) mod small_rows;
