//! One file per family of sections: the description of its keys and their resolution.

pub(crate) mod analyses;
pub(crate) mod attachment;
pub(crate) mod beam_section;
pub(crate) mod beams;
pub(crate) mod bond_graph;
pub(crate) mod checks;
pub(crate) mod coordinate_choice;
pub(crate) mod cross_sections;
pub(crate) mod export;
pub(crate) mod fe_parts;
pub(crate) mod header;
pub(crate) mod joins;
pub(crate) mod joints;
pub(crate) mod link_laws;
pub(crate) mod loads;
pub(crate) mod lumps;
pub(crate) mod materials;
pub(crate) mod modal_bodies;
pub(crate) mod nodes;
pub(crate) mod outputs;
pub(crate) mod reductions;
pub(crate) mod rigid_bodies;
pub(crate) mod states;
pub(crate) mod system;
pub(crate) mod trusses;
