//! All sections.

use crate::components::use_section;
use crate::reading::definitions;
use crate::sections::joining::{joint_kinds, joints};
use crate::sections::laws::{friction, link_laws, value_tables};
use crate::sections::members::{beams, cross_sections, trusses};
use crate::sections::observing::{controllers, outputs};
use crate::sections::{
    analyses, bearings, bond_graph, checks, coordinate_choice, export, fe_parts, header, joins, loads, lumps,
    materials, modal_bodies, nodes, reductions, rigid_bodies, states, system,
};
use crate::vocabulary::description::Section;

/// The sections of a model file, in the order in which a file is usually written.
pub const SECTIONS: &[Section] = &[
    header::MODEL,
    definitions::PARAMS,
    value_tables::TABLE,
    definitions::SIGNAL,
    materials::MATERIAL,
    cross_sections::SECTION,
    nodes::NODE,
    beams::BEAM,
    trusses::TRUSS,
    rigid_bodies::RIGID_BODY,
    joints::HINGE,
    joint_kinds::SPHERICAL,
    joint_kinds::UNIVERSAL,
    joints::SLIDE,
    joint_kinds::CYLINDRICAL,
    joint_kinds::PLANAR,
    joint_kinds::SCREW,
    joint_kinds::WELD,
    joint_kinds::BUSHING,
    joints::FIX,
    lumps::MASS,
    lumps::SPRING,
    lumps::DAMPER,
    link_laws::STOP,
    friction::FRICTION,
    joints::DRIVE,
    joints::INITIAL,
    loads::FORCE,
    loads::TORQUE,
    loads::VELOCITY,
    loads::SPIN,
    bearings::BEARING,
    coordinate_choice::COORDINATES,
    fe_parts::FE_PART,
    fe_parts::INTERFACE,
    joins::JOIN,
    modal_bodies::MODAL_BODY,
    bond_graph::BOND_GRAPH,
    system::SYSTEM,
    system::CONTINUUM,
    use_section::USE,
    outputs::OUTPUT,
    controllers::CONTROLLER,
    states::STATE,
    reductions::REDUCE,
    analyses::MODES,
    analyses::STATES,
    analyses::SIMULATE,
    analyses::FRF,
    analyses::CYCLE,
    analyses::CAMPBELL,
    checks::CHECK,
    export::EXPORT,
];
