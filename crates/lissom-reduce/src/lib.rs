//! Reduce: the few directions a system may move in, and how far they can be trusted.
//!
//! A [`BasisMethod`] (one of [`BASES`]) makes a [`Basis`] from operating states; [`Reduced`] is the smaller system on
//! it, a [`lissom_mech::System`] like any other. [`estimate()`] gives the error of a motion of the reduced system
//! without a motion of the full one, and [`validity()`] says where along a stroke the basis stops holding the modes it
//! promises. Linear structures are reduced in [`linear`].
//!
//! Invariants: nothing here knows what a system is made of; coordinates that become large are never mixed; every
//! column of a basis says why it is there.

#![allow(rustdoc::broken_intra_doc_links, reason = "a unit in brackets, such as [s], is no link")]

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
