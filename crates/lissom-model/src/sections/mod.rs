//! One file per family of sections: the description of its keys, and how it becomes part of the model.

pub(crate) mod attachment;
pub(crate) mod beam_section;
pub(crate) mod beams;
pub(crate) mod cross_sections;
pub(crate) mod header;
pub(crate) mod joints;
pub(crate) mod lumps;
pub(crate) mod materials;
pub(crate) mod nodes;
