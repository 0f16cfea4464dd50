//! Singular stiffness matrices. The motions without stiffness are found, verified and split off exactly; the
//! rest of the stiffness is then inverted, by a factor or by iteration.
//!
//! - `common_null_space`: motions with neither stiffness nor mass: found, and fixed so that they are removed
//!   from both matrices exactly.
//! - `generalised_inverse`: the generalised inverse of a stiffness with rigid motions: the deformation under a force
//!   that is balanced by inertia.
//! - `loose_share`: effect of motions without stiffness and mass on eigenvalues.
//! - `null_space`: the null space of a stiffness matrix: rigid motions and mechanisms, found, verified and split off
//!   exactly.
//! - `null_space_error`: errors of the null space.
//! - `projected_cg`: conjugate gradients for a stiffness with rigid motions, where a factor does not fit into memory.

pub(crate) mod common_null_space;
pub mod generalised_inverse;
pub mod loose_share;
pub mod null_space;
pub mod null_space_error;
pub mod projected_cg;
