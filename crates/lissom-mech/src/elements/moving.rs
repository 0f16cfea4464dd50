//! An element in a moving frame: inertia effects by name.
//!
//! The frame has the angular velocity ω and the angular acceleration ε; its axes are those in which the element is
//! described. A particle at ρ + d, d being its displacement in the frame, is accelerated by
//! a_o + B (ρ + d) + 2 ω̃ ḋ + d̈ with B = ε̃ + ω̃² \[Scutaru2012, §1\]. Virtual work of −ϱ a gives integrals over the
//! element's own interpolation: with Θ(W) = ∫ϱ N_dᵀ W N_d the Coriolis matrix is 2Θ(ω̃) (skew), the Euler matrix Θ(ε̃)
//! (skew), the centrifugal matrix Θ(ω̃²) (symmetric, not positive). They are not products with the mass
//! matrix, because stretch and bending are interpolated differently. Second-order displacements against the
//! same inertia forces, and against the stress they cause, give the geometric stiffness K^G. The source omits
//! it; it is always required: without it a rigid rotation would cause a force.

use crate::vector::{Vector, add_scaled, cross, dot, sub};
use lissom_linalg::Dense;

/// A linear map of ordinary space, row by row.
pub type Tensor = [[f64; 3]; 3];

/// ã: the matrix of the vector product, ã v = a × v.
#[must_use]
pub fn tilde(a: Vector) -> Tensor {
    [[0.0, -a[2], a[1]], [a[2], 0.0, -a[0]], [-a[1], a[0], 0.0]]
}

/// W v.
#[must_use]
pub fn applied(w: &Tensor, v: Vector) -> Vector {
    [dot(w[0], v), dot(w[1], v), dot(w[2], v)]
}

/// a b.
#[must_use]
pub fn product(a: &Tensor, b: &Tensor) -> Tensor {
    [0, 1, 2].map(|i| [0, 1, 2].map(|j| (0..3).map(|k| a[i][k] * b[k][j]).sum()))
}

/// The axis of a rotating frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpinAxis {
    /// Unit vector along it.
    pub direction: Vector,
    /// A point on it [m].
    pub point: Vector,
}

impl SpinAxis {
    /// E v: the part of a vector normal to the axis.
    #[must_use]
    pub fn normal(&self, v: Vector) -> Vector {
        add_scaled(v, -dot(v, self.direction), self.direction)
    }

    /// E (r − p): from the axis to a point [m].
    #[must_use]
    pub fn arm(&self, place: Vector) -> Vector {
        self.normal(sub(place, self.point))
    }

    /// A frame rotating about the axis at a constant speed [rad/s].
    #[must_use]
    pub fn at_speed(&self, speed: f64) -> MovingFrame {
        MovingFrame {
            point: self.point,
            velocity: self.direction.map(|c| c * speed),
            ..MovingFrame::default()
        }
    }
}

/// The motion of a frame at an instant, in the axes of the frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MovingFrame {
    /// A point of the frame, in the coordinates of the model [m].
    pub point: Vector,
    /// Its acceleration [m/s²].
    pub acceleration: Vector,
    /// Angular velocity ω [rad/s].
    pub velocity: Vector,
    /// Angular acceleration ε [rad/s²].
    pub angular_acceleration: Vector,
}

impl MovingFrame {
    /// ω̃: twice its inertia form is the Coriolis matrix [rad/s].
    #[must_use]
    pub fn coriolis(&self) -> Tensor {
        tilde(self.velocity)
    }

    /// ε̃: its inertia form is the Euler matrix [rad/s²].
    #[must_use]
    pub fn euler(&self) -> Tensor {
        tilde(self.angular_acceleration)
    }

    /// ω̃²: its inertia form is the centrifugal matrix [rad²/s²].
    #[must_use]
    pub fn centrifugal(&self) -> Tensor {
        product(&tilde(self.velocity), &tilde(self.velocity))
    }

    /// B = ε̃ + ω̃² [1/s²].
    #[must_use]
    pub fn field(&self) -> Tensor {
        let (euler, centrifugal) = (self.euler(), self.centrifugal());
        [0, 1, 2].map(|i| [0, 1, 2].map(|j| euler[i][j] + centrifugal[i][j]))
    }

    /// Acceleration of a point fixed in the frame [m/s²].
    #[must_use]
    pub fn acceleration_at(&self, place: Vector) -> Vector {
        add_scaled(self.acceleration, 1.0, applied(&self.field(), sub(place, self.point)))
    }
}

/// Effects of rotation at unit speed on an element; all grow with Ω².
#[derive(Clone, Debug)]
pub struct SpinInertia {
    /// M_E: centrifugal force due to displacements.
    pub softening: Dense,
    /// f_E: centrifugal force on the reference shape.
    pub load: Vec<f64>,
    /// The part of K^G that needs no stress: offsets of rigid sections and point masses that rotate.
    pub arms: Dense,
}

/// An element in a moving frame.
pub trait Moving {
    /// Θ(W) = ∫ϱ N_dᵀ W N_d over the element's coordinates; Θ(1) is the mass matrix, without excess torsional
    /// inertia.
    fn inertia_form(&self, w: &Tensor) -> Dense;

    /// ∫ϱ N_dᵀ (a_o + B ρ): force balanced by inertia of the reference shape; as a load it acts with the
    /// opposite sign.
    fn inertia_load(&self, frame: &MovingFrame) -> Vec<f64>;

    /// The part of K^G that needs no stress: offsets of rigid sections and point masses that rotate relative
    /// to inertia forces.
    fn arms(&self, frame: &MovingFrame) -> Dense;

    /// K^G of the stress behind the forces that act on the element's coordinates, and of inertia forces along the element
    /// when a frame is given.
    fn geometric_stiffness(&self, nodal: &[f64], frame: Option<&MovingFrame>) -> Dense;

    /// The coordinate whose angle rotates the element's own frame in large planar motion; `None` without such
    /// a frame: point masses and lines use space axes.
    fn own_rotation(&self) -> Option<usize> {
        None
    }

    /// Centrifugal force at unit speed.
    fn spin_inertia(&self, axis: &SpinAxis) -> SpinInertia {
        let frame = axis.at_speed(1.0);
        let mut softening = self.inertia_form(&frame.centrifugal());
        softening.scale(-1.0);
        let load = self.inertia_load(&frame).into_iter().map(|f| -f).collect();
        SpinInertia { softening: softening.symmetric_part(), load, arms: self.arms(&frame) }
    }
}

/// A rigid body with second moments S = ∫ s sᵀ dm about its reference point: its Θ(W) over rotations,
/// ∫ s̃ᵀ W s̃ (\[Scutaru2012, §1\], for any shape).
pub(crate) fn turning_form(second: &Tensor, w: &Tensor) -> Tensor {
    let unit = |k: usize| [0, 1, 2].map(|i| f64::from(u8::from(i == k)));
    let pairs = || (0..3).flat_map(|a| (0..3).map(move |b| (a, b)));
    // (ϑᵢ × s) · W (ϑⱼ × s) for s sᵀ = S.
    let entry = |i: usize, j: usize| {
        let each = pairs()
            .filter(|(a, b)| second[*a][*b] != 0.0)
            .map(|(a, b)| second[a][b] * dot(cross(unit(i), unit(a)), applied(w, cross(unit(j), unit(b)))));
        each.sum::<f64>()
    };
    [0, 1, 2].map(|i| [0, 1, 2].map(|j| entry(i, j)))
}

/// The moment ∫ s × B s of the inertia of a rigid body.
pub(crate) fn turning_moment(second: &Tensor, field: &Tensor) -> Vector {
    let bs = product(field, second);
    // ∫ s × B s: components of the skew part of B S.
    [bs[2][1] - bs[1][2], bs[0][2] - bs[2][0], bs[1][0] - bs[0][1]]
}

/// K^G of a rigid body over its rotation: the second-order displacement ½ ϑ × (ϑ × s) against −ϱ B s gives
/// sym(B S) − tr(B S) 1, which completes \[Scutaru2012, §1\].
pub(super) fn turning_arms(second: &Tensor, field: &Tensor) -> Tensor {
    let bs = product(field, second);
    let trace = bs[0][0] + bs[1][1] + bs[2][2];
    [0, 1, 2].map(|i| [0, 1, 2].map(|j| 0.5 * (bs[i][j] + bs[j][i]) - f64::from(u8::from(i == j)) * trace))
}

/// Points and weights of Gauss' rule on [0, 1], exact for polynomials of degree seven.
pub(super) const GAUSS: [(f64, f64); 4] = [
    (0.069_431_844_202_973_71, 0.173_927_422_568_726_93),
    (0.330_009_478_207_571_87, 0.326_072_577_431_273_07),
    (0.669_990_521_792_428_1, 0.326_072_577_431_273_07),
    (0.930_568_155_797_026_3, 0.173_927_422_568_726_93),
];

/// sum += factor (a bᵀ + b aᵀ)/2.
pub(super) fn add_symmetric(sum: &mut Dense, factor: f64, a: &[f64], b: &[f64]) {
    for i in 0..a.len() {
        for j in 0..b.len() {
            sum[(i, j)] += 0.5 * factor * (a[i] * b[j] + b[i] * a[j]);
        }
    }
}

/// sum += factor a bᵀ.
pub(super) fn add_outer(sum: &mut Dense, factor: f64, a: &[f64], b: &[f64]) {
    for (j, y) in b.iter().enumerate().filter(|(_, y)| **y != 0.0) {
        sum.column_mut(j).iter_mut().zip(a).for_each(|(s, x)| *s += factor * x * y);
    }
}
