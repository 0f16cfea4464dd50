//! Reduced systems, and estimates of their error and validity.
//!
//! A [`BasisMethod`] (one of [`BASES`]) makes a [`Basis`] from operating states; [`Reduced`] is the smaller system on
//! it, a [`lissom_mech::System`] like any other. [`estimate()`] gives the error of a motion of the reduced system
//! without a motion of the full one, and [`validity()`] finds where along a stroke the basis loses its modes.
//! Linear structures are reduced in [`linear`].
//!
//! Invariants: nothing here depends on the elements of a system; large coordinates are never mixed; every
//! column of a basis records its origin.

#![allow(rustdoc::broken_intra_doc_links, reason = "a unit in brackets, such as [s], is not a link")]

mod assurance;
mod basis;
mod basis_method;
mod basis_text;
mod error;
mod estimate;
pub mod linear;
mod modal;
mod partition;
mod reduced;
mod svd_modal;
mod validity;

pub use assurance::{Assurance, assurance};
pub use basis::{Basis, Column};
pub use basis_method::{BASES, BasisMethod, BasisOptions, basis_method};
pub use basis_text::{basis_from_text, basis_to_text};
pub use error::ReduceError;
pub use estimate::{ErrorEstimate, estimate};
pub use linear::{LINEAR_REDUCTIONS, LinearReduction, LinearRequest, ReducedStructure, linear_reduction};
pub use lissom_model::model::Keep;
pub use modal::{Modal, modes_below};
pub use partition::Partition;
pub use reduced::Reduced;
pub use svd_modal::SvdModal;
pub use validity::{StateValidity, Validity, ValidityWarning, validity};
