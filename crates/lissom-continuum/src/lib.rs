//! Exact equations of systems with rigid and flexible parts, and their exact spectrum.
//!
//! A flexible member is described by one representative particle with its energies per length (a surrogate
//! element \[Singer1994\]). [`derive()`] turns a system of members, masses, springs, dampers and forces into
//! partial differential equations, boundary conditions and equations of the coordinates, and verifies them.

mod algebra;
mod atoms;
mod breaks;
mod code;
mod derivation;
mod derive;
mod divide;
pub mod elements;
mod error;
mod lagrange;
mod letters;
mod notation;
mod on_shell;
mod parts;
mod reading;
mod spectrum;
mod stiffening;
mod trace;
mod trial;
mod verification;

pub use atoms::Atom;
pub use derivation::{Contribution, Derivation, Equation, EquationKind};
pub use derive::{DeriveOptions, derive, derive_with};
pub use error::DeriveError;
pub use lissom_symbolic::Language;
pub use notation::Notation;
pub use parts::End;
pub use spectrum::{
    Census, ExactModes, ExactPoles, LinearSystem, Pole, Responses, Ring, RingCensus, Ritz, Sector,
    SpectrumError, exact_frame_modes, exact_modes, exact_poles, frame_system, response, ritz,
    static_response,
};
pub use verification::{Check, Verification};
