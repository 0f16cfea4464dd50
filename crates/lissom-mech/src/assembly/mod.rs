//! From the structure of a model to named matrices about its reference configuration. Coordinates are numbered, elements
//! added, supports and joints eliminated (x = T y), and rigid motions written down from geometry; a frame keeps its elements,
//! so that the forces in members and supports can be computed afterwards.
//!
//! - `constraints`: linear constraints and their elimination: x = T y with y the independent coordinates.
//! - `coordinates`: the coordinates of a structure and their names.
//! - `dependent_rows`: redundant constraints among many sparse ones, in an order of elimination that keeps
//!   them sparse.
//! - `frame`: a frame element by element: section forces, reactions and geometric stiffness.
//! - `frame_ports`: inputs, outputs and interfaces of a frame, linearised about its reference configuration.
//! - `law_linearity`: whether laws have linear equations in the reference configuration.
//! - `laws`: values of the laws of forces over time.
//! - `line_load_rows`: distributed forces on the beams of a frame, as forces and moments at nodes about the
//!   reference configuration.
//! - `linear_system`: the linear system of a structure about its reference configuration: named matrices and named
//!   coordinates.
//! - `mass_properties`: mass, centre of mass and inertia of a whole structure, from its mass matrix and its rigid
//!   motions.
//! - `rigid_motions`: the rigid motions of a structure, and which of them are free.
//! - `stress_sensitivity`: what rounding of a static state does to the geometric stiffness of its stress.
//! - `structure_count`: degrees of freedom, constraints and mass of a frame without its matrices over independent
//!   coordinates.
//! - `supports`: the constraints that supports, ground hinges and inflexible deformations put on the coordinates of a
//!   model.
//! - `torque`: torque laws in hinges, linearised about rest.

pub mod constraints;
pub mod coordinates;
pub(crate) mod dependent_rows;
pub(crate) mod frame;
pub(crate) mod frame_ports;
pub(crate) mod law_linearity;
pub(crate) mod laws;
pub(crate) mod line_load_rows;
pub(crate) mod linear_system;
pub mod mass_properties;
pub mod rigid_motions;
pub(crate) mod stress_sensitivity;
pub(crate) mod structure_count;
pub mod supports;
pub(crate) mod torque;
