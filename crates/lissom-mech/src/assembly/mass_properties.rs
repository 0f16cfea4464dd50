//! Mass, centre of mass and inertia of a whole structure, from its mass matrix and its rigid motions.

use crate::assembly::coordinates::Coordinates;
use crate::elements::Element;
use crate::error::MechError;
use crate::vector::Vector;
use lissom_linalg::{Sparse, dot};
use lissom_model::model::Dimension;

/// Mass properties of the whole structure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MassProperties {
    /// Total mass [kg].
    pub mass: f64,
    /// Centre of mass; the middle of the points when there is no mass [m].
    pub centre: Vector,
    /// Inertia tensor about the centre of mass, global axes; planar structures have the last entry only [kg m²].
    pub inertia: [[f64; 3]; 3],
}

const AXES: [Vector; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

impl MassProperties {
    /// Whether all values are finite.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        self.mass.is_finite()
            && self.centre.iter().chain(self.inertia.iter().flatten()).all(|v| v.is_finite())
    }

    pub(crate) fn demand_finite(&self, coordinates: &Coordinates) -> Result<(), MechError> {
        if self.is_finite() {
            return Ok(());
        }
        let what = "the mass or the moment of inertia of the whole structure".to_owned();
        Err(MechError::NotFinite { what, coordinate: coordinates.farthest([0.0; 3]) })
    }

    /// From the mass matrix over all coordinates: momenta of unit rigid motions.
    #[must_use]
    pub fn of(coordinates: &Coordinates, mass: &Sparse) -> Self {
        let middle = middle(coordinates);
        let motion = |translation: Vector, rotation: Vector, about| {
            coordinates.rigid_motion(translation, rotation, about)
        };
        let along_x = motion(AXES[0], [0.0; 3], middle);
        let along_y = motion(AXES[1], [0.0; 3], middle);
        let total = mass.form(&along_x, &along_x);
        if total <= 0.0 {
            return Self { mass: total, centre: middle, inertia: [[0.0; 3]; 3] };
        }
        // The momentum of a rotation about `middle` along an axis is m (ω × c) along it: each component of the
        // centre of mass, seen from `middle`, appears once.
        let about_z = motion([0.0; 3], AXES[2], middle);
        let mut centre = middle;
        centre[0] += mass.form(&along_y, &about_z) / total;
        centre[1] -= mass.form(&along_x, &about_z) / total;
        let spatial = coordinates.dimension() == Dimension::Three;
        if spatial {
            let about_x = motion([0.0; 3], AXES[0], middle);
            centre[2] -= mass.form(&along_y, &about_x) / total;
        }
        let turns = AXES.map(|axis| motion([0.0; 3], axis, centre));
        let mut inertia = [[0.0; 3]; 3];
        for i in 0..3 {
            for j in 0..3 {
                if spatial || (i == 2 && j == 2) {
                    inertia[i][j] = mass.form(&turns[i], &turns[j]);
                }
            }
        }
        Self { mass: total, centre, inertia }
    }

    /// The same from the elements, without their matrix over all coordinates: products of six rigid motions about the middle, each
    /// element's matrix being made once, and the parallel axes theorem.
    pub(crate) fn of_elements(coordinates: &Coordinates, elements: &[Box<dyn Element>]) -> Self {
        let middle = middle(coordinates);
        let along = AXES.map(|axis| coordinates.rigid_motion(axis, [0.0; 3], middle));
        let about = AXES.map(|axis| coordinates.rigid_motion([0.0; 3], axis, middle));
        let motions: Vec<Vec<f64>> = along.into_iter().chain(about).collect();
        let mut products = [[0.0; 6]; 6];
        for element in elements {
            let Some(mass) = element.mass() else { continue };
            let own =
                |motion: &Vec<f64>| element.coordinates().iter().map(|c| motion[*c]).collect::<Vec<f64>>();
            let own: Vec<Vec<f64>> = motions.iter().map(own).collect();
            for (row, a) in products.iter_mut().zip(&own) {
                let momentum = mass.multiply_vector(a);
                row.iter_mut().zip(&own).for_each(|(sum, b)| *sum += dot(&momentum, b));
            }
        }
        let total = products[0][0];
        if total <= 0.0 {
            return Self { mass: total, centre: middle, inertia: [[0.0; 3]; 3] };
        }
        let spatial = coordinates.dimension() == Dimension::Three;
        let up = if spatial { -products[1][3] / total } else { 0.0 };
        let arm = [products[1][5] / total, -products[0][5] / total, up];
        let square: f64 = arm.iter().map(|a| a * a).sum();
        let mut inertia = [[0.0; 3]; 3];
        for i in 0..3 {
            for j in 0..3 {
                if spatial || (i == 2 && j == 2) {
                    let own = if i == j { square } else { 0.0 };
                    inertia[i][j] = products[3 + i][3 + j] - total * (own - arm[i] * arm[j]);
                }
            }
        }
        Self { mass: total, centre: [0, 1, 2].map(|k| middle[k] + arm[k]), inertia }
    }
}

fn middle(coordinates: &Coordinates) -> Vector {
    let n = coordinates.points().len().max(1) as f64;
    let mut sum = [0.0; 3];
    for point in coordinates.points() {
        for (s, p) in sum.iter_mut().zip(point.position) {
            *s += p / n;
        }
    }
    sum
}
