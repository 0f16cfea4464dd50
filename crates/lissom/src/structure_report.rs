//! Size, constraints and mass of a structure.

use lissom_mech::LinearSystem;
use lissom_mech::mass_properties::MassProperties;

/// What `lissom check` tells about a structure that has no mistakes.
#[derive(Clone, Debug)]
pub struct StructureReport {
    /// Number of elements.
    pub elements: usize,
    /// Number of coordinates, held ones included.
    pub coordinates: usize,
    /// Degrees of freedom.
    pub degrees_of_freedom: usize,
    /// Constraints that follow from others, by name.
    pub redundant: Vec<String>,
    /// Rigid motions of the whole that nothing prevents, in words.
    pub missing: Vec<String>,
    /// Mass of the whole.
    pub mass: MassProperties,
}

impl StructureReport {
    pub(crate) fn of(system: &LinearSystem) -> Self {
        Self {
            elements: system.elements,
            coordinates: system.coordinates.len(),
            degrees_of_freedom: system.degrees_of_freedom(),
            redundant: system.elimination.redundant.clone(),
            missing: system.rigid_motions.describe_free(),
            mass: system.mass_properties,
        }
    }
}
