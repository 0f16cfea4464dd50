//! What questions are asked of, made from a model file: frames, parts, joined pieces, mechanisms, structures about a state,
//! matter that turns.
//!
//! - `body_surroundings`: external data of modal bodies: files, and the structure of the same
//!   model.
//! - `joined_pieces`: models of several pieces: a frame and imported parts, joined.
//! - `linear_structure`: what linear questions are asked of: the frame or the imported parts of a model, with their
//!   ports.
//! - `mechanism`: a model as a mechanism in large motion: the system itself, and the system with a drive to lead it
//!   along a stroke.
//! - `moving_parts`: FE parts as bodies of a mechanism, reduced once.
//! - `moving_reference`: mechanisms with FE parts about their reference configuration.
//! - `parameter_stroke`: a stroke along a parameter, every state that of a model of its own.
//! - `rotor_bearings`: the bearings of a rotor, as laws of the speed over the rows of its structure.
//! - `state_structure`: structures about a state: what linear questions are asked of when a machine is not in its
//!   reference configuration.
//! - `turning_parts`: FE parts in large motion that turn with the frame of `[spin]`, as parts of a structure.
//! - `turning_matter`: what turns when a model turns: a frame, an imported part, or several pieces joined.

pub(crate) mod body_surroundings;
pub(crate) mod joined_pieces;
pub(crate) mod linear_structure;
pub(crate) mod mechanism;
pub(crate) mod moving_parts;
pub(crate) mod moving_reference;
pub(crate) mod parameter_stroke;
pub(crate) mod rotor_bearings;
pub(crate) mod state_structure;
pub(crate) mod turning_matter;
pub(crate) mod turning_parts;
