//! Checks of the whole model, after every section has been read: connectivity, hinges, unused entries.
//!
//! - `connectivity`: connected bodies, unattached nodes, supports.
//! - `hinge_members`: members that end at a hinge and that no hinge names.
//! - `usage`: unused entries and empty models.

pub(crate) mod connectivity;
pub(crate) mod hinge_members;
pub(crate) mod usage;
