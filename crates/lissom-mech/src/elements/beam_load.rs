//! A distributed force on a beam element, as forces and moments at its ends.
//!
//! # Equation
//! With the axis r(ξ) of the element ([`super::beam_axis`]) the virtual work of a density f is ∫ f · δr l₀ dξ. A density that
//! follows the beam is (α r′ + β J r′)/l₀ with J a quarter turn: per deformed length, so that β alone is a pressure. All
//! integrands are polynomials of at most tenth degree: six Gauss points are exact.

use super::beam_axis::{AxisWeights, BeamAxis};
use super::beam_shape::{Reference, Shape};
use super::finite::Configuration;

/// Points and weights of Gauss' rule on [0, 1].
pub(crate) const GAUSS: [(f64, f64); 6] = [
    (0.033_765_242_898_423_99, 0.085_662_246_189_585_17),
    (0.169_395_306_766_867_74, 0.180_380_786_524_069_3),
    (0.380_690_406_958_401_55, 0.233_956_967_286_345_52),
    (0.619_309_593_041_598_5, 0.233_956_967_286_345_52),
    (0.830_604_693_233_132_3, 0.180_380_786_524_069_3),
    (0.966_234_757_101_576, 0.085_662_246_189_585_17),
];

/// An element under a density that is linear along it.
#[derive(Clone, Debug)]
pub(crate) struct BeamLoad {
    /// (x_p, y_p, φ_p, x_q, y_q, φ_q) among all coordinates.
    pub indices: [usize; 6],
    pub reference: Reference,
    /// Unit vector of the density in the reference configuration.
    pub direction: [f64; 2],
    /// Whether it turns with the beam.
    pub follower: bool,
}

fn quarter(v: [f64; 2]) -> [f64; 2] {
    [-v[1], v[0]]
}

fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

impl BeamLoad {
    fn shape(&self, at: &Configuration) -> Shape {
        let shape = Shape::of(&self.reference, &self.indices, at);
        shape.expect("loads are evaluated where the element is defined")
    }

    /// Points along the element with their force, for a unit vector [N].
    fn points(&self, density: [f64; 2]) -> [(f64, f64); 6] {
        GAUSS.map(|(x, w)| (x, w * self.reference.length * (density[0] * (1.0 - x) + density[1] * x)))
    }

    /// ∫ w r l₀ dξ for a density w.
    fn mean(&self, density: [f64; 2]) -> AxisWeights {
        let mut sum = AxisWeights::default();
        for (x, force) in self.points(density) {
            sum.add(force, &AxisWeights::point(x));
        }
        sum
    }

    /// (α + β J) v: the direction of the density relative to the tangent.
    fn follow(&self, v: [f64; 2]) -> [f64; 2] {
        let axis = self.reference.axis;
        let (along, across) = (dot(self.direction, axis), dot(self.direction, quarter(axis)));
        let n = quarter(v);
        [along * v[0] + across * n[0], along * v[1] + across * n[1]]
    }

    /// The force at a place of the deformed axis; its size is the stretch there.
    fn following(&self, axis: &BeamAxis, x: f64, force: f64) -> [f64; 2] {
        let tangent = axis.value(&AxisWeights::tangent(x), [0.0; 2]);
        self.follow(tangent).map(|c| c * force / self.reference.length)
    }

    /// Adds the forces of a density [N/m], given at both ends.
    pub(crate) fn add(&self, at: &Configuration, density: [f64; 2], force: &mut [f64]) {
        let shape = self.shape(at);
        let axis = BeamAxis::of(&shape);
        let mut add = |work: [f64; 6]| self.indices.iter().zip(work).for_each(|(c, f)| force[*c] += f);
        if !self.follower {
            return add(axis.work(&self.mean(density), self.direction));
        }
        for (x, size) in self.points(density) {
            add(axis.work(&AxisWeights::point(x), self.following(&axis, x, size)));
        }
    }

    /// f,x of these forces over the element's coordinates, row by row.
    pub(crate) fn gradient(&self, at: &Configuration, density: [f64; 2]) -> [f64; 36] {
        let shape = self.shape(at);
        let axis = BeamAxis::of(&shape);
        let mut gradient = [[0.0; 6]; 6];
        if self.follower {
            self.points(density)
                .into_iter()
                .for_each(|point| self.add_following(&axis, point, &mut gradient));
        } else {
            gradient = axis.work_gradient(&self.mean(density), self.direction);
        }
        std::array::from_fn(|at| gradient[at / 6][at % 6])
    }

    /// Adds the change of the work at a point: the axis moves, and the force rotates with it.
    fn add_following(&self, axis: &BeamAxis, (x, size): (f64, f64), gradient: &mut [[f64; 6]; 6]) {
        let (point, tangent) = (AxisWeights::point(x), AxisWeights::tangent(x));
        let second = axis.work_gradient(&point, self.following(axis, x, size));
        let moved = [[1.0, 0.0], [0.0, 1.0]].map(|unit| axis.work(&point, unit));
        let turned = [[1.0, 0.0], [0.0, 1.0]].map(|unit| axis.work(&tangent, unit));
        for k in 0..6 {
            let change = self.follow([turned[0][k], turned[1][k]]).map(|c| c * size / self.reference.length);
            for j in 0..6 {
                gradient[j][k] += second[j][k] + moved[0][j] * change[0] + moved[1][j] * change[1];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_rest(direction: [f64; 2], density: [f64; 2]) -> [f64; 6] {
        let load = BeamLoad {
            indices: [0, 1, 2, 3, 4, 5],
            reference: Reference {
                length: 2.0,
                axis: [0.6, 0.8],
                measure: lissom_model::model::BendingMeasure::Angle,
                shortening: 1.0,
                shear: 0.0,
            },
            direction,
            follower: false,
        };
        let mut force = [0.0; 6];
        load.add(&Configuration::reference(6), density, &mut force);
        force
    }

    /// Textbook fixed-end forces: w l/2 and w l²/12; 7 w l/20, 3 w l/20, w l²/20 and w l²/30 of a triangle
    /// \[Przemieniecki1968\].
    #[test]
    fn forces_at_rest_are_those_of_a_clamped_beam() {
        let across = [-0.8, 0.6];
        let close = |found: [f64; 6], expected: [f64; 4]| {
            let [vp, mp, vq, mq] = expected;
            let all = [vp * across[0], vp * across[1], mp, vq * across[0], vq * across[1], mq];
            assert!(found.iter().zip(all).all(|(a, b)| (a - b).abs() < 1e-14), "{found:?} against {all:?}");
        };
        close(at_rest(across, [3.0, 3.0]), [3.0, 1.0, 3.0, -1.0]);
        close(at_rest(across, [3.0, 0.0]), [2.1, 0.6, 0.9, -0.4]);
        close(at_rest(across, [0.0, 3.0]), [0.9, 0.4, 2.1, -0.6]);
    }
}
