//! Which quantities describe the machine: chosen in the reference configuration, and exchanged where they lose their hold.
//!
//! - `basis`: the coordinates η of a model, full or reduced, and the independent coordinates they stand for: q = V η.
//! - `change_point`: values at a position in which the constraints themselves lose their hold, between two sides in
//!   which they do not.
//! - `choice`: which deformations are independent coordinates, which are held, and which follow from the others.
//! - `home`: where the coordinates of a mechanism were chosen: the configuration that searches start from.
//! - `pivoted`: orthogonalisation that picks the columns it works on: which columns of a matrix are worth most.
//! - `rechoice`: other coordinates where the present ones hardly determine the configuration any more.

pub(super) mod basis;
pub(super) mod change_point;
pub(super) mod choice;
pub(super) mod home;
pub(super) mod pivoted;
pub(super) mod rechoice;
