//! What joins parts: hinges and slides, joints in space, drives and starts of their free motions.
//!
//! - `commanded_drives`: drives that controllers lead.
//! - `joints`: hinges, slides, supports, drives and initial velocities.
//! - `joint_kinds`: the registry of joints in space, and their sections.
//! - `joint_axes`: axes and triads of joints, and whether their parts meet.
//! - `motions`: free motions of joints by name.

pub(crate) mod commanded_drives;
pub(crate) mod joint_axes;
pub(crate) mod joint_kinds;
pub(crate) mod joints;
pub(crate) mod motions;
