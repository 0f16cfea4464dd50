//! The linear system of a structure about its reference configuration: named matrices and named coordinates.

use crate::assembly::constraints::{Elimination, eliminate_within};
use crate::assembly::coordinates::Coordinates;
use crate::assembly::mass_properties::MassProperties;
use crate::assembly::rigid_motions::RigidMotions;
use crate::assembly::supports;
use crate::elements::{self, Element};
use crate::error::MechError;
use crate::structures::row::Row;
use lissom_linalg::{Dense, Sparse, Triplets};
use lissom_model::model::Model;

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

impl LinearSystem {
    /// Linearises the structure of a model about its reference configuration.
    ///
    /// # Errors
    /// When an element cannot be built, or nothing can move.
    pub fn of(model: &Model) -> Result<Self, MechError> {
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

/// M, C, K over all coordinates. Inflexible deformations store no energy.
pub(crate) fn assemble(n: usize, elements: &[Box<dyn Element>]) -> Result<[Sparse; 3], MechError> {
    let [mut mass, mut damping, mut stiffness] = [0, 1, 2].map(|_| Triplets::new(n, n));
    for element in elements {
        let add = |sum: &mut Triplets, local: &Dense, what: &str| match local.first_not_finite() {
            None => {
                sum.add_block(element.coordinates(), local);
                Ok(())
            }
            Some(_) => {
                let what = format!("the {what} of {}", element.name());
                Err(MechError::NotFinite { what, coordinate: None })
            }
        };
        if let Some(local) = element.mass() {
            add(&mut mass, &local, "mass")?;
        }
        let gradient = flexible_gradient(element.as_ref());
        let local = |dual: &Dense| gradient.transpose_matmul(&dual.matmul(&gradient)).symmetric_part();
        add(&mut stiffness, &local(&element.stiffness()), "stiffness")?;
        if let Some(dual) = element.damping() {
            add(&mut damping, &local(&dual), "damping")?;
        }
    }
    Ok([mass, damping, stiffness].map(|t| Sparse::from_triplets(&t)))
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
