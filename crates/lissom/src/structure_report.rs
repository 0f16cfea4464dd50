//! Size, constraints and mass of a structure.

use lissom_mech::mass_properties::MassProperties;
use lissom_mech::{LinearSystem, PartStructure, RigidBody};

/// What `lissom check` tells about a structure that has no mistakes.
#[derive(Clone, Debug)]
pub struct StructureReport {
    /// Number of elements; `None` for an imported part.
    pub elements: Option<usize>,
    /// Number of coordinates, those that are held or follow others included.
    pub coordinates: usize,
    /// Degrees of freedom.
    pub degrees_of_freedom: usize,
    /// Constraints that follow from others, by name.
    pub redundant: Vec<String>,
    /// Rigid motions of the whole that nothing prevents, in words.
    pub missing: Vec<String>,
    /// Mass of the whole; `None` when nobody knows where the rows of an imported part are.
    pub mass: Option<MassProperties>,
}

impl StructureReport {
    pub(crate) fn of(system: &LinearSystem) -> Self {
        Self {
            elements: Some(system.elements),
            coordinates: system.coordinates.len(),
            degrees_of_freedom: system.degrees_of_freedom(),
            redundant: system.elimination.redundant.clone(),
            missing: system.rigid_motions.describe_free(),
            mass: Some(system.mass_properties),
        }
    }

    pub(crate) fn of_part(part: &PartStructure) -> Self {
        let body = part.structure.rigid_body.as_ref();
        Self {
            elements: None,
            coordinates: part.coordinates.len(),
            degrees_of_freedom: part.structure.size(),
            redundant: Vec::new(),
            missing: body.map(|body| body.free.clone()).unwrap_or_default(),
            mass: body.map(RigidBody::mass_properties),
        }
    }
}
