//! Degrees of freedom, constraints and mass of a frame without its matrices over independent coordinates.
//!
//! A chain of rigid members makes every coordinate depend on all members before it, so that T and TᵀMT are full. Counting
//! needs neither: the constraints of a member involve its own coordinates only, and elimination in an order
//! that starts where fewest rows meet keeps it that way.

use crate::assembly::constraints::Constraint;
use crate::assembly::coordinates::Coordinates;
use crate::assembly::dependent_rows::dependent_rows;
use crate::assembly::linear_system::{demand_finite_entries, motion_scale};
use crate::assembly::mass_properties::MassProperties;
use crate::assembly::rigid_motions::free_motions;
use crate::assembly::supports;
use crate::elements::{self, Element};
use crate::error::MechError;
use lissom_model::model::Model;

/// Size of a frame.
#[derive(Clone, Debug)]
pub struct StructureCount {
    /// Number of elements.
    pub elements: usize,
    /// Number of coordinates, including fixed ones.
    pub coordinates: usize,
    /// Degrees of freedom.
    pub degrees_of_freedom: usize,
    /// Redundant constraints, by name.
    pub redundant: Vec<String>,
    /// Free rigid motions, as text.
    pub free: Vec<String>,
    /// Mass of the structure.
    pub mass_properties: MassProperties,
}

/// Number of fixed deformations up to which the matrices of a frame are always cheap.
const FEW: usize = 600;

/// Elements from which the matrices of a frame take more memory than a count is worth: about 100 MB.
const MANY: usize = 50_000;

impl StructureCount {
    /// Counts a model; `None` when it has so few elements and rigid members that assembling the system is as fast.
    ///
    /// # Errors
    /// As for [`Self::of`].
    pub fn of_many_members(model: &Model) -> Result<Option<Self>, MechError> {
        let pieces = Pieces::of(model)?;
        let held = pieces.constraints.iter().filter(|constraint| constraint.row.len() > 1).count();
        let is_quick = held <= FEW && pieces.elements.len() <= MANY;
        if is_quick { Ok(None) } else { pieces.count().map(Some) }
    }

    /// Counts a model, also one without degrees of freedom.
    ///
    /// # Errors
    /// When an element cannot be built, or a number is beyond the range of numbers.
    pub fn of(model: &Model) -> Result<Self, MechError> {
        Pieces::of(model)?.count()
    }
}

/// Elements and constraints of a model.
struct Pieces {
    coordinates: Coordinates,
    elements: Vec<Box<dyn Element>>,
    constraints: Vec<Constraint>,
}

impl Pieces {
    fn of(model: &Model) -> Result<Self, MechError> {
        let coordinates = Coordinates::of(model);
        let elements = elements::build(model, &coordinates)?;
        let constraints = supports::constraints(model, &coordinates, &elements);
        Ok(Self { coordinates, elements, constraints })
    }

    fn count(&self) -> Result<StructureCount, MechError> {
        let Self { coordinates, elements, constraints } = self;
        let follow = dependent_rows(coordinates.len(), constraints, motion_scale(coordinates));
        demand_finite_entries(elements)?;
        let mass_properties = MassProperties::of_elements(coordinates, elements);
        mass_properties.demand_finite(coordinates)?;
        Ok(StructureCount {
            elements: elements.len(),
            coordinates: coordinates.len(),
            degrees_of_freedom: coordinates.len() + follow.len() - constraints.len(),
            redundant: follow.iter().map(|row| constraints[*row].name.clone()).collect(),
            free: free_motions(coordinates, elements, constraints, mass_properties.centre)?,
            mass_properties,
        })
    }
}
