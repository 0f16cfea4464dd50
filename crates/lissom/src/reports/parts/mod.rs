//! Parts of finite-element programs: what is read of them, and what a motion does to them.
//!
//! - `part_import`: files of a finite-element program as a part, examined: what `lissom import` answers.
//! - `part_loads`: forces on the interfaces of FE parts in a motion, and inertia in balance with them, on mesh nodes.
//! - `part_recovery`: displacements of all mesh nodes of FE parts in a motion.
//! - `recovery_arrays`: recovered parts and loads as arrays and columns.

pub(crate) mod part_import;
pub(crate) mod part_loads;
pub(crate) mod part_recovery;
pub(crate) mod recovery_arrays;
