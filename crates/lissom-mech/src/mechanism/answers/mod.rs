//! Results of a configuration: equations of motion, their derivatives, energies, pictures, joint forces,
//! states at rest.
//!
//! - `energy`: energies and powers for the energy audit.
//! - `force_tables`: forces along beams and outputs that are forces, as data.
//! - `friction`: dry friction, sliding and sticking.
//! - `frozen`: a mechanism about its rigid motion: all deformations locked, the drives alone move it, and every
//!   inertia effect on small deformations has its name \[Scutaru2012, §1\].
//! - `initial`: rates of the coordinates from velocities of hinges and nodes.
//! - `linearise`: the equations of motion linearised about a moving state, each matrix by its name \[Boer2013, Eqs.
//!   (15), (16)\].
//! - `motion`: equations of motion: (F,qᵀ M F,q) q̈ = F,qᵀ (f − h − M (F,qq q̇) q̇) − E,qᵀ σ \[Boer2013, Eqs. (13),
//!   (19)\].
//! - `observe`: the outputs at a state.
//! - `report`: constraint analysis: degrees of freedom, redundant constraints and free motions.
//! - `snapshot`: a mechanism at one state, for pictures and tables.
//! - `standing`: a mechanism at rest: displacements, section forces, reactions and energy, without
//!   accelerations, so that no mass is needed.
//! - `switching`: decisions of laws, where they switch, and the mechanism between two switches.
//! - `tables`: the equations of motion as data, for code that is evaluated elsewhere.

pub(super) mod energy;
pub(super) mod force_tables;
pub(super) mod friction;
pub(super) mod frozen;
pub(crate) mod initial;
pub(super) mod linearise;
pub(super) mod motion;
pub(super) mod observe;
pub(super) mod report;
pub(super) mod snapshot;
pub(super) mod standing;
pub(super) mod switching;
pub(super) mod tables;
