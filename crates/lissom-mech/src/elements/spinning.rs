//! An element in a frame that turns: centrifugal force, what it softens, and what the stress it causes stiffens.
//!
//! With E the projector normal to the axis and Ω the speed, a particle at r + d is driven outwards by
//! Ω² ρ E (r + d) \[StaticDeformation, §2.4\]. Virtual work gives integrals over the element's own interpolation,
//! f_E = ∫ρ Nᵀ E r and M_E = ∫ρ Nᵀ E N, not products with the mass matrix: stretch and bending are interpolated
//! differently. Second-order displacements against the same force, and against the stress it causes, give the geometric
//! stiffness K^G. It is never optional: without it a body that merely turns further is pushed away \[Scutaru2012, §1\].

use crate::vector::{Vector, add_scaled, cross, dot, sub};
use lissom_linalg::Dense;

/// The axis of a frame that turns.
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

    /// E (r − p): from the axis to a place [m].
    #[must_use]
    pub fn arm(&self, place: Vector) -> Vector {
        self.normal(sub(place, self.point))
    }
}

/// What spinning at unit speed does to an element; all of it grows with Ω².
#[derive(Clone, Debug)]
pub struct SpinInertia {
    /// M_E: centrifugal force that displacements add.
    pub softening: Dense,
    /// f_E: centrifugal force on the reference shape.
    pub load: Vec<f64>,
    /// The part of K^G that needs no stress: arms of rigid sections and lumps that turn.
    pub arms: Dense,
}

/// An element in a frame that turns.
pub trait Spinning {
    /// Centrifugal force at unit speed.
    fn spin_inertia(&self, axis: &SpinAxis) -> SpinInertia;

    /// K^G of the stress behind the forces that act on the element's coordinates, and of centrifugal force at unit
    /// speed along the element when an axis is given.
    fn geometric_stiffness(&self, nodal: &[f64], axis: Option<&SpinAxis>) -> Dense;
}

/// A rigid piece of matter with second moments S = ∫ s sᵀ dm about the point it turns with, over its rotation:
/// M_E = ∫ s̃ᵀ E s̃, K^G = tr(E S) 1 − sym(E S), moment ∫ s × E s (\[Scutaru2012, §1\] completed by the second-order
/// rotation of the arms).
pub(super) fn turning_matter(
    second: &[[f64; 3]; 3],
    axis: &SpinAxis,
) -> ([[f64; 3]; 3], [[f64; 3]; 3], Vector) {
    let n = axis.direction;
    let e = |i: usize, j: usize| f64::from(u8::from(i == j)) - n[i] * n[j];
    let unit = |k: usize| [0, 1, 2].map(|i| f64::from(u8::from(i == k)));
    let product = |i: usize, j: usize| (0..3).map(|k| e(i, k) * second[k][j]).sum::<f64>();
    let trace: f64 = (0..3).map(|i| product(i, i)).sum();
    let pairs = || (0..3).flat_map(|a| (0..3).map(move |b| (a, b)));
    // (ϑᵢ × s) · E (ϑⱼ × s) for s sᵀ = S.
    let softened = |i: usize, j: usize| {
        let each = pairs().map(|(a, b)| {
            let (left, right) = (cross(unit(i), unit(a)), cross(unit(j), unit(b)));
            second[a][b] * dot(left, axis.normal(right))
        });
        each.sum::<f64>()
    };
    let same = |i: usize, j: usize| f64::from(u8::from(i == j));
    let held = |i: usize, j: usize| same(i, j) * trace - 0.5 * (product(i, j) + product(j, i));
    let moment = pairs()
        .fold([0.0; 3], |sum, (a, b)| add_scaled(sum, second[a][b], cross(unit(a), axis.normal(unit(b)))));
    let matrix = |entry: &dyn Fn(usize, usize) -> f64| [0, 1, 2].map(|i| [0, 1, 2].map(|j| entry(i, j)));
    (matrix(&softened), matrix(&held), moment)
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
