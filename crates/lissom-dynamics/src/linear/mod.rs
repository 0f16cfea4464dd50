//! Questions asked of a linear [`Structure`](lissom_mech::Structure): modes, frequency responses to a residual of the full
//! equation, and motion that is exact between samples of the inputs.
//!
//! - `buckling`: loads at which a structure under stress has a neutral direction.
//! - `certify_buckling`: the checker of these loads.
//! - `effective_mass`: effective modal mass: how much of a structure a mode moves in each direction.
//! - `frequency_response`: frequency responses of everything that is linear.
//! - `gmres`: linear equations that are nearly solved by another operator: generalised minimal residuals.
//! - `linear_model`: one interface for everything that is linear.
//! - `linear_motion`: motion of everything that is linear: exact for inputs that are linear between samples, with jumps at
//!   given times.
//! - `linear_step`: one exact step of a linear structure under inputs that are linear in time.
//! - `linearised_structure`: a mechanism about an operating state as a linear structure, usable like any
//!   structure.
//! - `modal_form`: a small structure in its own modes: the form in which it is stepped.
//! - `modes`: natural frequencies and mode shapes, certified.
//! - `response_basis`: the basis on which a frequency response is found, and the residual that the full equation has
//!   there.
//! - `state_space`: a small structure as first-order equations in its modes.
//! - `structure_transfer`: the response of a structure, (K − ω²M + iωD) x = b at every frequency of a list, to a residual.
//! - `structure_steps`: a structure stepped exactly, with its energy.
//! - `response_space`: a space in which the response of a structure is known to a residual, to be asked at any
//!   frequency of a band.

pub(crate) mod buckling;
pub(crate) mod certify_buckling;
pub(crate) mod effective_mass;
pub(crate) mod frequency_response;
pub(crate) mod gmres;
pub(crate) mod linear_model;
pub(crate) mod linear_motion;
pub(crate) mod linear_step;
pub(crate) mod linearised_structure;
pub(crate) mod modal_form;
pub(crate) mod modes;
pub(crate) mod response_basis;
pub(crate) mod response_space;
pub(crate) mod state_space;
pub(crate) mod structure_steps;
pub(crate) mod structure_transfer;
