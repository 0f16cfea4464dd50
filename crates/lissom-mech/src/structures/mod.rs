//! Linear structures of any origin: named rows, inputs, outputs, interfaces and rigid motions.
//!
//! - `interface_coordinates`: displacements of interfaces as coordinates, replacing as many rows.
//! - `modal_damping`: damping given as modal ratios, not as a matrix.
//! - `rigid_body`: rigid motion of a structure: momenta of its rows and mass properties.
//! - `state_ports`: a mechanism about a state as a structure: its inputs, outputs and interfaces by unit
//!   forces.
//! - `structure`: a linear structure: a frame, an imported part, a mechanism about a state, or a reduced
//!   model of any of them.

pub(crate) mod interface_coordinates;
pub(crate) mod modal_damping;
pub(crate) mod rigid_body;
pub(crate) mod state_ports;
pub(crate) mod structure;
