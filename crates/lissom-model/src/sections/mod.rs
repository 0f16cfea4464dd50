//! One file per family of sections: the description of its keys and their resolution.

pub(crate) mod analyses;
pub(crate) mod attachment;
pub(crate) mod bearings;
pub(crate) mod bond_graph;
pub(crate) mod bond_laws;
pub(crate) mod checks;
pub(crate) mod coordinate_choice;
pub(crate) mod export;
pub(crate) mod fe_parts;
pub(crate) mod header;
pub(crate) mod inertia;
pub(crate) mod joining;
pub(crate) mod joins;
pub(crate) mod laws;
pub(crate) mod loads;
pub(crate) mod lumps;
pub(crate) mod materials;
pub(crate) mod members;
pub(crate) mod modal_bodies;
pub(crate) mod moving_parts;
pub(crate) mod nodes;
pub(crate) mod observing;
pub(crate) mod reductions;
pub(crate) mod rigid_bodies;
pub(crate) mod states;
pub(crate) mod system;
