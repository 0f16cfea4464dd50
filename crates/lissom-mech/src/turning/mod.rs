//! Effects of rotation about an axis: centrifugal load, softening, Coriolis forces and geometric stiffness,
//! for frames, imported parts and joined structures. Each implements [`Gyroscopic`](crate::Gyroscopic), used
//! by `lissom-dynamics` for whirl and states of rotation.
//!
//! - `centrifugal`: structures rotating at constant speed, for operating states of rotation.
//! - `moving_matrices`: the matrices of a frame of beams in a moving frame of reference, for any motion of that
//!   frame.
//! - `spinning_joined`: a joined structure in a rotating frame.
//! - `spinning_part`: an imported part in a rotating frame: centrifugal force from its mass matrix.
//! - `standing_frame`: an axisymmetric rotor in a frame at rest.
//! - `turning_forms`: effects of rotation about any axis on a reduced model, which has no positions.
//! - `turning_structure`: a frame or a joined structure in rotation, whichever a model is.

pub(crate) mod centrifugal;
pub(crate) mod moving_matrices;
pub(crate) mod spinning_joined;
pub(crate) mod spinning_part;
pub(crate) mod standing_frame;
pub(crate) mod turning_forms;
pub(crate) mod turning_structure;
