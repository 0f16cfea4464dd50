//! Checks of the model as a whole, after every section has been read: what hangs together, what meets at a hinge, what is
//! never used.
//!
//! - `connectivity`: the model as a whole: what hangs together, what hangs in the air, what stands on the ground.
//! - `hinge_members`: what meets at a hinge: members that end there and that no hinge names.
//! - `usage`: things that are described but never used, and models with nothing in them.

pub(crate) mod connectivity;
pub(crate) mod hinge_members;
pub(crate) mod usage;
