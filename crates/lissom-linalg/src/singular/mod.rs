//! Stiffnesses that do not resist every motion. The motions without stiffness are found, verified and split off exactly;
//! with them known, the rest of the stiffness can be inverted, by a factor or by iteration.
//!
//! - `common_null_space`: motions with neither stiffness nor mass: found, and held so that they are gone from both
//!   matrices exactly.
//! - `generalised_inverse`: the generalised inverse of a stiffness with rigid motions: the deformation under a force
//!   that is balanced by inertia.
//! - `loose_share`: what the share of motions without stiffness and mass changes in eigenvalues.
//! - `null_space`: the null space of a stiffness matrix: rigid motions and mechanisms, found, verified and split off
//!   exactly.
//! - `null_space_error`: why no null space could be given.
//! - `projected_cg`: conjugate gradients for a stiffness with rigid motions, where a factor does not fit into memory.

pub(crate) mod common_null_space;
pub mod generalised_inverse;
pub mod loose_share;
pub mod null_space;
pub mod null_space_error;
pub mod projected_cg;
