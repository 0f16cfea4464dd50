//! Choice of the independent coordinates in the reference configuration, and their exchange where they become
//! singular.
//!
//! - `basis`: the coordinates η of a model, full or reduced, and the independent coordinates they represent:
//!   q = V η.
//! - `change_point`: values at a singular position of the constraints, from both sides.
//! - `choice`: roles of the deformations: independent, fixed or dependent.
//! - `home`: where the coordinates of a mechanism were chosen: the configuration that searches start from.
//! - `pivoted`: column-pivoted orthogonalisation: the most independent columns of a matrix.
//! - `rechoice`: change of coordinates where the present ones become singular.

pub(super) mod basis;
pub(super) mod change_point;
pub(super) mod choice;
pub(super) mod home;
pub(crate) mod pivoted;
pub(super) mod rechoice;
