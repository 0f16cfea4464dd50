//! The constants of a machine: its elements with their positions in the buffers, scaling to lengths, laws of
//! time, loads, outputs. Built once, independent of the choice of coordinates.
//!
//! - `line_loads`: distributed forces on the beams of a mechanism.
//! - `loads`: forces, moments and torques that act on a mechanism, and the inputs.
//! - `machine`: the constants of a machine, independent of the choice of coordinates.
//! - `massive`: parts with inertia, and the product of their mass matrices with motions.
//! - `observed`: displacements and rates of nodes that laws and outputs refer to.
//! - `output`: outputs of a mechanism.
//! - `part`: the elements of a mechanism with their places in its buffers, and the names of their deformations.
//! - `scale`: scaling of metres and radians, so that no decision depends on units.

pub(super) mod line_loads;
pub(super) mod loads;
pub(super) mod machine;
pub(super) mod massive;
pub(super) mod observed;
pub(super) mod output;
pub(super) mod part;
pub(super) mod scale;
