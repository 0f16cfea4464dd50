//! Finite rotations: unit quaternions, rotation matrices and rotation vectors.

use crate::vector::{Vector, cross, dot};

/// A rotation as a unit quaternion (scalar part first).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotation(pub [f64; 4]);

/// Columns of a rotation matrix: where the three axes are turned to.
pub type Axes = [Vector; 3];

impl Rotation {
    /// No rotation.
    pub const IDENTITY: Self = Self([1.0, 0.0, 0.0, 0.0]);

    /// exp([ψ]×): the rotation about ψ by the angle |ψ| [rad].
    #[must_use]
    pub fn exp(vector: Vector) -> Self {
        let square = dot(vector, vector);
        let half = 0.5 * square.sqrt();
        // sin(h)/(2h): the series is exact to rounding where the quotient loses digits.
        let factor = if half < 1e-4 { 0.5 * (1.0 - half * half / 6.0) } else { half.sin() / (2.0 * half) };
        Self([half.cos(), factor * vector[0], factor * vector[1], factor * vector[2]])
    }

    /// The rotation vector of this rotation, with an angle of at most π [rad].
    #[must_use]
    pub fn log(self) -> Vector {
        let [w, x, y, z] = if self.0[0] < 0.0 { self.0.map(|c| -c) } else { self.0 };
        let sine = x.hypot(y).hypot(z);
        let factor = if sine < 1e-8 { 2.0 / w } else { 2.0 * sine.atan2(w) / sine };
        [factor * x, factor * y, factor * z]
    }

    /// This rotation after another one: R = self · first.
    #[must_use]
    pub fn after(self, first: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, first.0);
        Self([
            a * e - b * f - c * g - d * h,
            a * f + b * e + c * h - d * g,
            a * g - b * h + c * e + d * f,
            a * h + b * g - c * f + d * e,
        ])
    }

    /// The opposite rotation.
    #[must_use]
    pub fn inverse(self) -> Self {
        let [w, x, y, z] = self.0;
        Self([w, -x, -y, -z])
    }

    /// The same rotation with a quaternion of length one.
    #[must_use]
    pub fn normalised(self) -> Self {
        let length = self.0.iter().map(|c| c * c).sum::<f64>().sqrt();
        Self(self.0.map(|c| c / length))
    }

    /// Columns of the rotation matrix.
    #[must_use]
    pub fn axes(self) -> Axes {
        let [w, x, y, z] = self.0;
        [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
            [2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)],
            [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)],
        ]
    }

    /// The vector turned by this rotation.
    #[must_use]
    pub fn turn(self, v: Vector) -> Vector {
        let [w, x, y, z] = self.0;
        let axis = [x, y, z];
        let first = cross(axis, v);
        let second = cross(axis, first);
        std::array::from_fn(|i| v[i] + 2.0 * (w * first[i] + second[i]))
    }
}

/// A vector given along axes, in the frame of these axes: Σ vᵢ axisᵢ.
#[must_use]
pub fn along(axes: &Axes, v: Vector) -> Vector {
    std::array::from_fn(|i| axes[0][i] * v[0] + axes[1][i] * v[1] + axes[2][i] * v[2])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vector::{norm, sub};

    #[test]
    fn exponential_and_logarithm_are_inverse() {
        for v in [[0.0; 3], [1e-9, -2e-9, 0.0], [0.3, -1.2, 0.7], [3.1, 0.1, -0.05]] {
            assert!(norm(sub(Rotation::exp(v).log(), v)) < 1e-14);
        }
    }

    #[test]
    fn products_act_one_after_the_other() {
        let (a, b) = (Rotation::exp([0.3, 0.2, -0.9]), Rotation::exp([-1.0, 0.4, 0.1]));
        let v = [0.2, -0.7, 1.3];
        assert!(norm(sub(a.after(b).turn(v), a.turn(b.turn(v)))) < 1e-15);
        assert!(norm(sub(along(&a.axes(), v), a.turn(v))) < 1e-15);
        assert!(norm(sub(a.inverse().turn(a.turn(v)), v)) < 1e-15);
    }
}
