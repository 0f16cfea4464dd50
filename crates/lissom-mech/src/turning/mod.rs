//! What turning about an axis does to matter: centrifugal load, softening, Coriolis forces and the stiffness of stress, of
//! frames, imported parts and joined structures. Each is a [`Gyroscopic`](crate::Gyroscopic), of which `lissom-dynamics` asks
//! whirl and states of rotation.
//!
//! - `centrifugal`: structures in a frame that turns at constant speed: what operating states of rotation need to
//!   know of them.
//! - `moving_matrices`: the matrices of a frame of beams in a moving frame of reference, for any motion of that
//!   frame.
//! - `spinning_joined`: a joined structure in a frame that turns.
//! - `spinning_part`: an imported part in a frame that turns: centrifugal force from its mass matrix.
//! - `standing_frame`: a round rotor seen from a frame that stands still.
//! - `turning_forms`: what turning about any axis does to a structure of few coordinates: kept with reduced models,
//!   which know no positions.

pub(crate) mod centrifugal;
pub(crate) mod moving_matrices;
pub(crate) mod spinning_joined;
pub(crate) mod spinning_part;
pub(crate) mod standing_frame;
pub(crate) mod turning_forms;
