//! The linear system of a structure about its reference configuration: named matrices and named coordinates.

use crate::assembly::constraints::{Elimination, eliminate_within};
use crate::assembly::coordinates::Coordinates;
use crate::assembly::laws::depends_on_motion;
use crate::assembly::mass_properties::MassProperties;
use crate::assembly::rigid_motions::RigidMotions;
use crate::assembly::supports;
use crate::elements::{self, Element};
use crate::error::MechError;
use crate::structures::row::Row;
use lissom_linalg::{Dense, Sparse, Triplets};
use lissom_model::model::{Dimension, Fix, Law, Model};

/// M ÿ + C ẏ + K y = f about the reference configuration, at rest, in the inertial frame.
///
/// `y` are the independent coordinates; every coordinate is x = T y.
#[derive(Debug)]
pub struct LinearSystem {
    /// Every coordinate of the structure, including fixed ones.
    pub coordinates: Coordinates,
    /// T and the independent coordinates.
    pub elimination: Elimination,
    /// Tᵀ M T, in kg, kg m and kg m² by coordinate.
    pub mass: Sparse,
    /// Tᵀ C T, symmetric, velocity-proportional.
    pub damping: Sparse,
    /// Tᵀ K T, symmetric.
    pub stiffness: Sparse,
    /// M over all coordinates, for momenta of the whole.
    pub full_mass: Sparse,
    /// Mass, centre of mass and inertia of the whole structure, without supports.
    pub mass_properties: MassProperties,
    /// The rigid motions of the whole, and which of them the structure is free to make.
    pub rigid_motions: RigidMotions,
    /// Number of elements.
    pub elements: usize,
}

/// Limit on entries of expressions of dependent coordinates: half a gigabyte, and half a minute for the
/// products.
const MOST: usize = 5_000_000;

/// Memory that an entry of an element's matrix takes while the matrices of a frame are assembled, about [B].
const BYTES_OF_AN_ENTRY: usize = 60;

impl LinearSystem {
    /// About the memory that assembling the matrices of a model takes [B].
    #[must_use]
    pub fn memory_of(model: &Model) -> usize {
        let entries = if model.dimension == Dimension::Three { 144 } else { 36 };
        let elements: usize = model.structure.beams.iter().map(|beam| beam.elements).sum();
        elements.saturating_mul(entries * BYTES_OF_AN_ENTRY)
    }

    /// Linearises the structure of a model about its reference configuration.
    ///
    /// # Errors
    /// When an element cannot be built, or nothing can move.
    pub fn of(model: &Model) -> Result<Self, MechError> {
        refuse_laws_of_outputs(model)?;
        refuse_misplaced(model)?;
        let coordinates = Coordinates::of(model);
        let elements = elements::build(model, &coordinates)?;
        let constraints = supports::constraints(model, &coordinates, &elements);
        let elimination = eliminate_within(MOST, coordinates.len(), &constraints, motion_scale(&coordinates))
            .ok_or(MechError::FollowTooMany { coordinates: coordinates.len(), most: MOST })?;
        if elimination.independent.is_empty() {
            return Err(MechError::NothingMoves);
        }
        let [full_mass, damping, stiffness] = assemble(coordinates.len(), &elements)?;
        let mass_properties = MassProperties::of(&coordinates, &full_mass);
        mass_properties.demand_finite(&coordinates)?;
        let rigid_motions = RigidMotions::of(&coordinates, &elements, &elimination, mass_properties.centre)?;
        let t = &elimination.transformation;
        Ok(Self {
            // Where products cancel, rounding can leave a large unsymmetric part.
            mass: full_mass.congruence(t).symmetric_part(),
            damping: damping.congruence(t).symmetric_part(),
            stiffness: stiffness.congruence(t).symmetric_part(),
            full_mass,
            mass_properties,
            rigid_motions,
            elements: elements.len(),
            elimination,
            coordinates,
        })
    }

    /// Number of degrees of freedom.
    #[must_use]
    pub fn degrees_of_freedom(&self) -> usize {
        self.elimination.independent.len()
    }

    /// The name of an independent coordinate.
    #[must_use]
    pub fn name(&self, independent: usize) -> String {
        self.coordinates.name(self.elimination.independent[independent])
    }

    /// What an independent coordinate is.
    #[must_use]
    pub fn row(&self, independent: usize) -> Row {
        self.coordinates.row(self.elimination.independent[independent])
    }

    /// All coordinates of a motion given in independent ones: T y, column by column.
    #[must_use]
    pub fn expand(&self, motions: &Dense) -> Dense {
        self.elimination.transformation.times(motions)
    }
}

/// A rotation moves the far end of the structure by its size: that is its scale against a translation.
pub(crate) fn motion_scale(coordinates: &Coordinates) -> impl Fn(usize) -> f64 + '_ {
    let size = coordinates.size();
    let rotation = if size > 0.0 { 1.0 / size } else { 1.0 };
    move |c| if coordinates.is_rotation(c) { rotation } else { 1.0 }
}

/// A support that is not where the reference configuration has it strains what is there.
fn refuse_misplaced(model: &Model) -> Result<(), MechError> {
    let is_misplaced = |fix: &&Fix| fix.moved != [0.0; 3] || fix.turned != [0.0; 3];
    match model.structure.fixes.iter().find(is_misplaced).and_then(|fix| fix.nodes.first()) {
        Some(node) => Err(MechError::MisplacedSupport { node: model.structure.nodes[node.0].name.clone() }),
        None => Ok(()),
    }
}

/// Forces that depend on outputs add to stiffness and damping, and make them unsymmetric.
fn refuse_laws_of_outputs(model: &Model) -> Result<(), MechError> {
    let forces = model.forces.iter().map(|force| (format!("force {}", force.name), &force.law));
    let torques = model.torques.iter().map(|torque| (format!("torque {}", torque.name), &torque.law));
    let torques = torques.chain(model.joint_loads.iter().map(|load| (load.name.clone(), &load.law)));
    let springs = model.structure.springs.iter();
    let springs = springs.map(|spring| (format!("spring {}", spring.name), &spring.law));
    let depends = |law: &Option<Law>| law.as_ref().is_some_and(|law| depends_on_motion(model, law));
    match forces.chain(torques).chain(springs).find(|(_, law)| depends(law)) {
        Some((what, _)) => Err(MechError::LawOfOutputs { what }),
        None => Ok(()),
    }
}

/// M, C, K over all coordinates. Inflexible deformations store no energy.
pub(crate) fn assemble(n: usize, elements: &[Box<dyn Element>]) -> Result<[Sparse; 3], MechError> {
    // One after the other: the lists of entries are several times as large as the matrices they become.
    let mass = assemble_mass(n, elements)?;
    let damping = assemble_one(n, elements, "damping", &own_damping)?;
    let stiffness = assemble_one(n, elements, "stiffness", &own_stiffness)?;
    Ok([mass, damping, stiffness])
}

/// M over all coordinates.
fn assemble_mass(n: usize, elements: &[Box<dyn Element>]) -> Result<Sparse, MechError> {
    assemble_one(n, elements, "mass", &|element| element.mass())
}

/// The stiffness of an element over its coordinates.
fn own_stiffness(element: &dyn Element) -> Option<Dense> {
    Some(over_coordinates(element, &element.stiffness()))
}

fn own_damping(element: &dyn Element) -> Option<Dense> {
    element.damping().map(|dual| over_coordinates(element, &dual))
}

/// D,xᵀ S D,x of the flexible deformations.
fn over_coordinates(element: &dyn Element, dual: &Dense) -> Dense {
    let gradient = flexible_gradient(element);
    gradient.transpose_matmul(&dual.matmul(&gradient)).symmetric_part()
}

/// One of the matrices, `own` being that of an element.
fn assemble_one(
    n: usize,
    elements: &[Box<dyn Element>],
    what: &str,
    own: &dyn Fn(&dyn Element) -> Option<Dense>,
) -> Result<Sparse, MechError> {
    let mut sum = Triplets::new(n, n);
    for element in elements {
        let Some(local) = finite(element.as_ref(), what, own)? else { continue };
        sum.add_block(element.coordinates(), &local);
    }
    Ok(Sparse::from_triplets(&sum))
}

/// The matrix of an element, if it has one, with finite entries.
fn finite(
    element: &dyn Element,
    what: &str,
    own: &dyn Fn(&dyn Element) -> Option<Dense>,
) -> Result<Option<Dense>, MechError> {
    let local = own(element);
    if local.as_ref().is_some_and(|local| local.first_not_finite().is_some()) {
        let what = format!("the {what} of {}", element.name());
        return Err(MechError::NotFinite { what, coordinate: None });
    }
    Ok(local)
}

/// Refuses elements whose mass, damping or stiffness is beyond the range of numbers.
pub(crate) fn demand_finite_entries(elements: &[Box<dyn Element>]) -> Result<(), MechError> {
    for element in elements {
        finite(element.as_ref(), "mass", &|element| element.mass())?;
        finite(element.as_ref(), "damping", &own_damping)?;
        finite(element.as_ref(), "stiffness", &own_stiffness)?;
    }
    Ok(())
}

/// D,x with the rows of inflexible deformations zero.
pub(crate) fn flexible_gradient(element: &dyn Element) -> Dense {
    let mut gradient = element.gradient();
    for (i, deformation) in element.deformations().iter().enumerate() {
        if !deformation.flexible {
            (0..gradient.cols()).for_each(|j| gradient[(i, j)] = 0.0);
        }
    }
    gradient
}
