//! What a machine is and does not change: its elements with their places in the buffers, units that make everything a
//! length, laws of time, loads, outputs. Built once, whatever coordinates are chosen.
//!
//! - `laws`: laws of the model as programs: what depends on time alone in one program, torque laws each in their own.
//! - `line_loads`: forces spread along the beams of a mechanism.
//! - `loads`: forces, moments and torques that act on a mechanism, and the inputs that are left open.
//! - `machine`: what a machine is, in whatever coordinates it is described.
//! - `massive`: parts with inertia, and the product of their mass matrices with motions.
//! - `output`: what the model wants to see of a mechanism.
//! - `part`: the elements of a mechanism with their places in its buffers, and the names of their deformations.
//! - `scale`: what makes metres and radians comparable, so that no decision hangs on the choice of units.

pub(super) mod laws;
pub(super) mod line_loads;
pub(super) mod loads;
pub(super) mod machine;
pub(super) mod massive;
pub(super) mod output;
pub(super) mod part;
pub(super) mod scale;
