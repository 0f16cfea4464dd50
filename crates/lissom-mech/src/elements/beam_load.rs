//! A force spread along a beam element, as forces and moments at its ends.
//!
//! # Equation
//! With the cubic r(ξ) of the element (its inertia uses the same, \[Boer2013, §2\]) the virtual work of a density f is
//! ∫ f · δr l₀ dξ: (r_p, r_q) get ∫ N₁ f l₀ dξ and ∫ N₃ f l₀ dξ, the angles get ∫ N₂ l₀ (a · f) l₀ dξ and the like, a being the normal
//! at the end. A density that follows the beam is (α r′ + β J r′)/l₀ with J a quarter turn: per deformed length, so
//! that β alone is a pressure. All integrands are polynomials of at most sixth degree: four Gauss points are exact.

use super::finite::Configuration;

/// Points and weights of Gauss' rule on [0, 1].
const GAUSS: [(f64, f64); 4] = [
    (0.069_431_844_202_973_71, 0.173_927_422_568_726_93),
    (0.330_009_478_207_571_87, 0.326_072_577_431_273_07),
    (0.669_990_521_792_428_1, 0.326_072_577_431_273_07),
    (0.930_568_155_797_026_3, 0.173_927_422_568_726_93),
];

/// An element under a density that is linear along it.
#[derive(Clone, Debug)]
pub(crate) struct BeamLoad {
    /// (x_p, y_p, φ_p, x_q, y_q, φ_q) among all coordinates.
    pub indices: [usize; 6],
    /// l₀ [m].
    pub length: f64,
    /// Unit vector along the element in the reference configuration.
    pub axis: [f64; 2],
    /// Unit vector of the density in the reference configuration.
    pub direction: [f64; 2],
    /// Whether it turns with the beam.
    pub follower: bool,
}

/// The element in a configuration.
struct Shape {
    /// From the first to the second end [m].
    chord: [f64; 2],
    tangents: [[f64; 2]; 2],
}

/// What happens at one point of the element.
struct Point {
    /// (N₁, N₂, N₃, N₄) without lengths, and N₂′, N₃′, N₄′; N₁′ is −N₃′.
    value: [f64; 4],
    slope: [f64; 3],
    /// Density times l₀ dξ, for a unit vector [N].
    weight: f64,
}

fn quarter(v: [f64; 2]) -> [f64; 2] {
    [-v[1], v[0]]
}

fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

impl BeamLoad {
    fn shape(&self, at: &Configuration) -> Shape {
        let (x, c, l) = (&at.displacement, &self.indices, self.length);
        Shape {
            chord: [0, 1].map(|k| l * self.axis[k] + x[c[3 + k]] - x[c[k]]),
            tangents: [2, 5].map(|j| at.turned(c[j], self.axis)),
        }
    }

    fn points(&self, density: [f64; 2]) -> [Point; 4] {
        GAUSS.map(|(x, w)| {
            let (x2, x3) = (x * x, x * x * x);
            Point {
                value: [1.0 - 3.0 * x2 + 2.0 * x3, x - 2.0 * x2 + x3, 3.0 * x2 - 2.0 * x3, x3 - x2],
                slope: [1.0 - 4.0 * x + 3.0 * x2, 6.0 * (x - x2), 3.0 * x2 - 2.0 * x],
                weight: w * self.length * (density[0] * (1.0 - x) + density[1] * x),
            }
        })
    }

    /// (α + β J) v: a vector of the deformed element as the density lies to its tangent.
    fn follow(&self, v: [f64; 2]) -> [f64; 2] {
        let (along, across) = (dot(self.direction, self.axis), dot(self.direction, quarter(self.axis)));
        let n = quarter(v);
        [along * v[0] + across * n[0], along * v[1] + across * n[1]]
    }

    /// The direction of the density at a point; its length is the stretch there when it follows the beam.
    fn direction_at(&self, shape: &Shape, point: &Point) -> [f64; 2] {
        if !self.follower {
            return self.direction;
        }
        let ([tp, tq], [n2, n3, n4]) = (shape.tangents, point.slope);
        self.follow([0, 1].map(|k| n3 * shape.chord[k] / self.length + n2 * tp[k] + n4 * tq[k]))
    }

    /// Adds the forces of a density [N/m], given at both ends.
    pub(crate) fn add(&self, at: &Configuration, density: [f64; 2], force: &mut [f64]) {
        let (shape, c) = (self.shape(at), &self.indices);
        let [ap, aq] = shape.tangents.map(quarter);
        for point in self.points(density) {
            let f = self.direction_at(&shape, &point).map(|d| d * point.weight);
            let [n1, n2, n3, n4] = point.value;
            for k in 0..2 {
                force[c[k]] += n1 * f[k];
                force[c[3 + k]] += n3 * f[k];
            }
            force[c[2]] += n2 * self.length * dot(ap, f);
            force[c[5]] += n4 * self.length * dot(aq, f);
        }
    }

    /// f,x of these forces over the element's coordinates, row by row.
    pub(crate) fn gradient(&self, at: &Configuration, density: [f64; 2]) -> [f64; 36] {
        let (shape, l) = (self.shape(at), self.length);
        let ([tp, tq], [ap, aq]) = (shape.tangents, shape.tangents.map(quarter));
        let mut gradient = [0.0; 36];
        for point in self.points(density) {
            let ([n1, n2, n3, n4], [_, s3, _]) = (point.value, point.slope);
            let f = self.direction_at(&shape, &point).map(|d| d * point.weight);
            gradient[2 * 6 + 2] -= n2 * l * dot(tp, f);
            gradient[5 * 6 + 5] -= n4 * l * dot(tq, f);
            if !self.follower {
                continue;
            }
            // Change of the direction by each coordinate.
            let (s2, s4) = (point.slope[0], point.slope[2]);
            let changes = [
                [-s3 / l, 0.0],
                [0.0, -s3 / l],
                ap.map(|a| s2 * a),
                [s3 / l, 0.0],
                [0.0, s3 / l],
                aq.map(|a| s4 * a),
            ];
            for (j, change) in changes.into_iter().enumerate() {
                let change = self.follow(change).map(|d| d * point.weight);
                for k in 0..2 {
                    gradient[k * 6 + j] += n1 * change[k];
                    gradient[(3 + k) * 6 + j] += n3 * change[k];
                }
                gradient[2 * 6 + j] += n2 * l * dot(ap, change);
                gradient[5 * 6 + j] += n4 * l * dot(aq, change);
            }
        }
        gradient
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_rest(direction: [f64; 2], density: [f64; 2]) -> [f64; 6] {
        let load = BeamLoad {
            indices: [0, 1, 2, 3, 4, 5],
            length: 2.0,
            axis: [0.6, 0.8],
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
