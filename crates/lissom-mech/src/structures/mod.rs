//! What linear questions are asked of, wherever its matrices came from: rows with names, inputs, outputs, interfaces and
//! rigid motions.
//!
//! - `interface_coordinates`: displacements of interfaces as coordinates of their own, in place of as many rows.
//! - `modal_damping`: damping that is known as ratios of modes, not as a matrix.
//! - `rigid_body`: a structure moved as one rigid body: the momenta that gives its rows, and the mass behind them.
//! - `state_ports`: a mechanism about a state as a structure: its inputs, outputs and interfaces seen through a unit
//!   force at each of them.
//! - `structure`: what linear questions are asked of: a frame, an imported part, a mechanism about a state, or a
//!   reduced model of any of them.

pub(crate) mod interface_coordinates;
pub(crate) mod modal_damping;
pub(crate) mod rigid_body;
pub(crate) mod state_ports;
pub(crate) mod structure;
