//! Every section there is.

use crate::definitions;
use crate::description::Section;
use crate::sections::{beams, cross_sections, header, joints, lumps, materials, nodes};

/// The sections of a model file, in the order in which a file is usually written.
pub const SECTIONS: &[Section] = &[
    header::MODEL,
    definitions::PARAMS,
    definitions::SIGNAL,
    materials::MATERIAL,
    cross_sections::SECTION,
    nodes::NODE,
    beams::BEAM,
    joints::HINGE,
    joints::SLIDE,
    joints::FIX,
    lumps::MASS,
    lumps::SPRING,
    lumps::DAMPER,
    joints::DRIVE,
];
