//! Parts that a finite-element program has discretised, as structures: node sets become interfaces with six motions, and
//! masses, springs and forces are attached to them.
//!
//! - `moving_part`: a reduced part as a body of a mechanism in large motion.
//! - `loose_part`: a part that nothing holds, before it is reduced to such a body.
//! - `shape_integrals`: where the mass of such a part is.
//! - `part_interface`: node sets of an imported part treated as one node.
//! - `part_lumps`: masses, springs, dampers, forces and outputs at the interfaces of imported parts, and between them
//!   and a frame.
//! - `part_structure`: an imported part on its own: rows, interfaces, damping, rigid motions.

pub(crate) mod loose_part;
pub(crate) mod moving_part;
pub(crate) mod part_interface;
pub(crate) mod part_lumps;
pub(crate) mod part_structure;
pub(crate) mod shape_integrals;
