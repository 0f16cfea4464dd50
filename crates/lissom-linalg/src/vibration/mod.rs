//! Certified vibration modes, K x = λ M x. `modes` is the interface, `mode_search` runs the search, the
//! iterations propose pairs, and `certify_modes` checks them on the original problem.
//!
//! - `band`: modes inside a band far from zero: shift-invert Lanczos in the inner product of the mass.
//! - `certify_modes`: the checker of vibration modes: from the original K and M and the claimed pairs, it
//!   decides what is certified.
//! - `elastic`: the elastic part of a vibration problem as one symmetric operator in Euclidean coordinates.
//! - `failing_row`: the row of a matrix that caused a failure; callers translate row numbers to names.
//! - `lanczos`: block Lanczos iteration with full reorthogonalisation and thick restart.
//! - `mass_rank`: how many modes a pencil has: one for every motion with mass.
//! - `mode_refinement`: refinement of modes: residuals in twice the working precision, corrected with an
//!   existing factor.
//! - `mode_search`: the search behind [`crate::vibration::modes::modes`]: find, count, repair.
//! - `modes`: certified vibration modes: K x = λ M x, with proof that none is missing.
//! - `modes_error`: why modes could not be computed, or could not be certified.
//! - `units_of_pencil`: units in which products of stiffness and mass neither overflow nor vanish: powers of two,
//!   which change no digit.

pub(crate) mod band;
pub(crate) mod certify_modes;
pub(crate) mod elastic;
pub(crate) mod failing_row;
pub(crate) mod lanczos;
pub(crate) mod mass_rank;
pub(crate) mod mode_refinement;
pub(crate) mod mode_search;
pub mod modes;
pub mod modes_error;
pub(crate) mod units_of_pencil;
