//! The ends of an element in the exponential chart about their current places: r + δr, exp([δθ]×) R.
//!
//! All derivatives of deformations are taken in this chart. Along a motion with rates v it gives
//! ë = D,x v̇ + (D,xx v) v without further terms, because the second derivative of δθ is ω̇ where δθ vanishes.

use super::jet::{Along, Gradient, Hessian, Jet, LOCAL, Path, Pencil, RELATIVE};
use super::rotation::{Axes, Rotation};
use crate::vector::Vector;

/// A vector of numbers with derivatives.
pub type Vec3<J> = [J; 3];

/// Where the two ends of an element are.
#[derive(Clone, Copy, Debug)]
pub struct Ends {
    /// Displacements from the reference configuration [m].
    pub displacement: [Vector; 2],
    /// Attitudes: columns of the rotation matrices.
    pub axes: [Axes; 2],
    /// Attitude of the first end as a quaternion.
    pub attitude: Rotation,
    /// The attitude from which its rotation vector is counted.
    pub home: Rotation,
}

/// The ends in the chart, with derivatives.
#[derive(Clone, Copy, Debug)]
pub struct Chart<'a, J> {
    at: &'a Ends,
    /// δr of both ends.
    moved: [Vec3<J>; 2],
    /// δθ of both ends.
    spun: [Vec3<J>; 2],
}

impl<'a, J: Jet> Chart<'a, J> {
    fn of(at: &'a Ends, coordinate: impl Fn(usize) -> J) -> Self {
        let triple = |from: usize| [coordinate(from), coordinate(from + 1), coordinate(from + 2)];
        Self { at, moved: [triple(0), triple(6)], spun: [triple(3), triple(9)] }
    }

    /// The attitudes at the ends.
    #[must_use]
    pub fn ends(&self) -> &Ends {
        self.at
    }

    /// Displacement of an end.
    #[must_use]
    #[inline]
    pub fn displacement(&self, end: usize) -> Vec3<J> {
        let ([a, b, c], [x, y, z]) = (self.moved[end], self.at.displacement[end]);
        [a + J::constant(x), b + J::constant(y), c + J::constant(z)]
    }

    /// Displacement of the second end less that of the first.
    #[must_use]
    #[inline]
    pub fn relative(&self) -> Vec3<J> {
        let [p, q] = self.at.displacement;
        let ([a, b, c], [x, y, z]) = (self.moved[1], self.moved[0]);
        let way = |i: usize| J::constant(q[i] - p[i]);
        [a - x + way(0), b - y + way(1), c - z + way(2)]
    }

    /// A vector fixed to an end, given in its own axes.
    ///
    /// # Equation
    /// exp([θ]×) a = a + θ×a + θ×(θ×a)/2 + θ×(θ×(θ×a))/6 + …, as far as the derivatives reach.
    #[must_use]
    #[inline]
    pub fn fixed(&self, end: usize, own: Vector) -> Vec3<J> {
        let a = super::rotation::along(&self.at.axes[end], own);
        let spin = &self.spun[end];
        let mut sum = constants(a);
        if J::ORDER == 0 {
            return sum;
        }
        let mut term = spun(spin, a);
        sum = plus(sum, term);
        for (order, factor) in [(2, 0.5), (3, 1.0 / 3.0)] {
            if J::ORDER >= order {
                term = scaled(crossed(*spin, term), factor);
                sum = plus(sum, term);
            }
        }
        sum
    }

    /// The quaternion of the first end relative to its home: exp(δθ/2) · λ.
    #[must_use]
    pub fn from_home(&self) -> [J; 4] {
        let [w, x, y, z] = self.at.attitude.after(self.at.home.inverse()).0;
        let t = self.spun[0];
        let square = dotted(t, t);
        // To third order: (1 − |θ|²/8, θ/2 − θ |θ|²/48).
        let scalar = J::constant(1.0) + square * -0.125;
        let factor = J::constant(0.5) + square * (-1.0 / 48.0);
        let [a, b, c] = t.map(|v| v * factor);
        [
            scalar * w - a * x - b * y - c * z,
            scalar * x + a * w + b * z - c * y,
            scalar * y - a * z + b * w + c * x,
            scalar * z + a * y - b * x + c * w,
        ]
    }
}

impl<'a> Chart<'a, f64> {
    /// Values only.
    #[must_use]
    pub fn values(at: &'a Ends) -> Self {
        Self::of(at, |_| 0.0)
    }
}

impl<'a> Chart<'a, Gradient> {
    /// Values and first derivatives.
    #[must_use]
    pub fn gradients(at: &'a Ends) -> Self {
        Self::of(at, |i| Gradient::coordinate(0.0, i))
    }

    /// Ends that do not move: derivatives are by something else.
    #[must_use]
    pub fn constants(at: &'a Ends) -> Self {
        Self::of(at, |_| Gradient::constant(0.0))
    }
}

impl<'a> Chart<'a, Gradient<RELATIVE>> {
    /// Values and first derivatives by the second end, while the first stays.
    #[must_use]
    pub fn relative_gradients(at: &'a Ends) -> Self {
        Self::of(at, |i| match i.checked_sub(LOCAL - RELATIVE) {
            Some(own) => Gradient::coordinate(0.0, own),
            None => Gradient::constant(0.0),
        })
    }
}

impl<'a> Chart<'a, Hessian> {
    /// Values, first and second derivatives.
    #[must_use]
    pub fn hessians(at: &'a Ends) -> Self {
        Self::of(at, |i| Hessian::coordinate(0.0, i))
    }
}

impl<'a> Chart<'a, Path> {
    /// Along a motion with the given rates.
    #[must_use]
    pub fn along(at: &'a Ends, rates: &[f64; LOCAL]) -> Self {
        Self::of(at, |i| Along([0.0, rates[i], 0.0]))
    }
}

impl<'a> Chart<'a, Pencil> {
    /// Along a motion with the given rates, with gradients.
    #[must_use]
    pub fn pencils(at: &'a Ends, rates: &[f64; LOCAL]) -> Self {
        Self::of(at, |i| {
            Along([Gradient::coordinate(0.0, i), Gradient::constant(rates[i]), Gradient::constant(0.0)])
        })
    }
}

/// A vector that does not change.
#[inline(always)]
pub fn constants<J: Jet>(a: Vector) -> Vec3<J> {
    [J::constant(a[0]), J::constant(a[1]), J::constant(a[2])]
}

/// A vector times a number.
#[inline(always)]
pub fn scaled<J: Jet>(a: Vec3<J>, factor: f64) -> Vec3<J> {
    [a[0] * factor, a[1] * factor, a[2] * factor]
}

/// A vector times a number with derivatives.
#[inline(always)]
pub fn times<J: Jet>(a: Vec3<J>, factor: J) -> Vec3<J> {
    [a[0] * factor, a[1] * factor, a[2] * factor]
}

/// Scalar product.
#[inline(always)]
pub fn dotted<J: Jet>(a: Vec3<J>, b: Vec3<J>) -> J {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Vector product.
#[inline(always)]
pub fn crossed<J: Jet>(a: Vec3<J>, b: Vec3<J>) -> Vec3<J> {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Sum.
#[inline(always)]
pub fn plus<J: Jet>(a: Vec3<J>, b: Vec3<J>) -> Vec3<J> {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// Difference.
#[inline(always)]
pub fn minus<J: Jet>(a: Vec3<J>, b: Vec3<J>) -> Vec3<J> {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// θ × a for a constant a.
#[inline(always)]
fn spun<J: Jet>(t: &Vec3<J>, a: Vector) -> Vec3<J> {
    [t[1] * a[2] - t[2] * a[1], t[2] * a[0] - t[0] * a[2], t[0] * a[1] - t[1] * a[0]]
}
