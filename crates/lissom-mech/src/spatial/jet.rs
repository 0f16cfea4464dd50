//! Derivatives by truncated polynomials: one formula of an element gives its value and all its derivatives.
//!
//! A deformation is written once, for any [`Jet`]. With [`Gradient`] it gives D,x; with [`Path`] the second
//! derivative along a motion, (D,xx v) v; with [`Hessian`] all second derivatives; with [`Pencil`] the gradient of
//! (D,xx v) v. Derivatives are exact: nothing is differenced.

#![allow(clippy::suspicious_arithmetic_impl, reason = "the derivative of a product is a sum")]

use std::ops::{Add, Mul, Neg, Sub};

/// Coordinates of an element: (r_p, θ_p, r_q, θ_q).
pub const LOCAL: usize = 12;

/// A number with derivatives.
pub trait Jet:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Mul<f64, Output = Self>
    + Neg<Output = Self>
{
    /// Highest derivative that is carried.
    const ORDER: usize;

    /// A constant.
    fn constant(value: f64) -> Self;

    /// Its value.
    fn value(&self) -> f64;

    /// f of this number, from f, f′, f″ and f‴ at its value.
    #[must_use]
    fn composed(self, f: [f64; 4]) -> Self;

    /// Its square root.
    #[must_use]
    #[inline]
    fn sqrt(self) -> Self {
        let x = self.value();
        let root = x.sqrt();
        self.composed([root, 0.5 / root, -0.25 / (root * x), 0.375 / (root * x * x)])
    }

    /// One over it.
    #[must_use]
    #[inline]
    fn reciprocal(self) -> Self {
        let r = 1.0 / self.value();
        self.composed([r, -r * r, 2.0 * r * r * r, -6.0 * r * r * r * r])
    }

    /// The angle with this sine, between −π/2 and π/2; not a number beyond.
    #[must_use]
    #[inline]
    fn arcsine(self) -> Self {
        let x = self.value();
        let c2 = 1.0 - x * x;
        let c = c2.sqrt();
        self.composed([x.asin(), 1.0 / c, x / (c * c2), (1.0 + 2.0 * x * x) / (c * c2 * c2)])
    }

    /// The angle with a sine and a cosine, up to a common factor.
    #[must_use]
    #[inline]
    fn angle(sine: Self, cosine: Self) -> Self {
        let angle = sine.value().atan2(cosine.value());
        let (s, c) = angle.sin_cos();
        // Turned back by its value, the angle is zero, where the derivatives of the arctangent are 1, 0, −2.
        let ratio = (sine * c - cosine * s) * (cosine * c + sine * s).reciprocal();
        ratio.composed([0.0, 1.0, 0.0, -2.0]) + Self::constant(angle)
    }
}

impl Jet for f64 {
    const ORDER: usize = 0;

    fn constant(value: f64) -> Self {
        value
    }

    fn value(&self) -> f64 {
        *self
    }

    fn composed(self, f: [f64; 4]) -> Self {
        f[0]
    }

    fn sqrt(self) -> Self {
        f64::sqrt(self)
    }

    fn reciprocal(self) -> Self {
        1.0 / self
    }

    fn angle(sine: Self, cosine: Self) -> Self {
        sine.atan2(cosine)
    }
}

/// Coordinates of the second end of an element relative to the first: (r, θ).
pub const RELATIVE: usize = 6;

/// A value with its first derivatives by the coordinates of an element.
#[derive(Clone, Copy, Debug)]
pub struct Gradient<const N: usize = LOCAL> {
    /// Value.
    pub value: f64,
    /// First derivatives.
    pub by: [f64; N],
}

impl<const N: usize> Gradient<N> {
    /// A coordinate itself.
    #[must_use]
    #[inline(always)]
    pub fn coordinate(value: f64, index: usize) -> Self {
        let mut by = [0.0; N];
        by[index] = 1.0;
        Self { value, by }
    }
}

// Loops over the derivatives, always inlined: `array::from_fn` and `array::map` become calls for every entry at low levels of
// optimisation, and every level leaves their results in memory twice.

impl<const N: usize> Add for Gradient<N> {
    type Output = Self;
    #[inline(always)]
    fn add(mut self, other: Self) -> Self {
        self.value += other.value;
        for i in 0..N {
            self.by[i] += other.by[i];
        }
        self
    }
}

impl<const N: usize> Sub for Gradient<N> {
    type Output = Self;
    #[inline(always)]
    fn sub(mut self, other: Self) -> Self {
        self.value -= other.value;
        for i in 0..N {
            self.by[i] -= other.by[i];
        }
        self
    }
}

impl<const N: usize> Mul for Gradient<N> {
    type Output = Self;
    #[inline(always)]
    fn mul(mut self, other: Self) -> Self {
        for i in 0..N {
            self.by[i] = self.value * other.by[i] + other.value * self.by[i];
        }
        self.value *= other.value;
        self
    }
}

impl<const N: usize> Mul<f64> for Gradient<N> {
    type Output = Self;
    #[inline(always)]
    fn mul(mut self, factor: f64) -> Self {
        self.value *= factor;
        for i in 0..N {
            self.by[i] *= factor;
        }
        self
    }
}

impl<const N: usize> Neg for Gradient<N> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        self * -1.0
    }
}

impl<const N: usize> Jet for Gradient<N> {
    const ORDER: usize = 1;

    #[inline(always)]
    fn constant(value: f64) -> Self {
        Self { value, by: [0.0; N] }
    }

    fn value(&self) -> f64 {
        self.value
    }

    #[inline(always)]
    fn composed(mut self, f: [f64; 4]) -> Self {
        self.value = f[0];
        for i in 0..N {
            self.by[i] *= f[1];
        }
        self
    }
}

/// A value with its first and second derivatives by the coordinates of an element.
#[derive(Clone, Copy, Debug)]
pub struct Hessian {
    /// Value and first derivatives.
    pub first: Gradient,
    /// Second derivatives, symmetric.
    pub second: [[f64; LOCAL]; LOCAL],
}

impl Hessian {
    /// A coordinate itself.
    #[must_use]
    pub fn coordinate(value: f64, index: usize) -> Self {
        Self { first: Gradient::coordinate(value, index), second: [[0.0; LOCAL]; LOCAL] }
    }
}

impl Add for Hessian {
    type Output = Self;
    #[inline]
    fn add(mut self, other: Self) -> Self {
        self.first = self.first + other.first;
        for (row, own) in self.second.iter_mut().zip(&other.second) {
            for i in 0..LOCAL {
                row[i] += own[i];
            }
        }
        self
    }
}

impl Sub for Hessian {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + other * -1.0
    }
}

impl Mul for Hessian {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let (a, b) = (self.first, other.first);
        let mut second = other.second;
        for (i, (row, own)) in second.iter_mut().zip(&self.second).enumerate() {
            for j in 0..LOCAL {
                row[j] = a.value * row[j] + b.value * own[j] + (a.by[i] * b.by[j] + a.by[j] * b.by[i]);
            }
        }
        Self { first: a * b, second }
    }
}

impl Mul<f64> for Hessian {
    type Output = Self;
    #[inline]
    fn mul(mut self, factor: f64) -> Self {
        self.first = self.first * factor;
        for row in &mut self.second {
            row.iter_mut().for_each(|second| *second *= factor);
        }
        self
    }
}

impl Neg for Hessian {
    type Output = Self;
    fn neg(self) -> Self {
        self * -1.0
    }
}

impl Jet for Hessian {
    const ORDER: usize = 2;

    fn constant(value: f64) -> Self {
        Self { first: Gradient::constant(value), second: [[0.0; LOCAL]; LOCAL] }
    }

    fn value(&self) -> f64 {
        self.first.value
    }

    fn composed(mut self, f: [f64; 4]) -> Self {
        let by = self.first.by;
        for (i, row) in self.second.iter_mut().enumerate() {
            for j in 0..LOCAL {
                row[j] = f[1] * row[j] + f[2] * (by[i] * by[j]);
            }
        }
        self.first = self.first.composed(f);
        self
    }
}

/// A polynomial of second degree in a parameter t along a motion: x₀ + x₁ t + x₂ t².
#[derive(Clone, Copy, Debug)]
pub struct Along<J>(pub [J; 3]);

/// Value, rate and half the second rate along a motion.
pub type Path = Along<f64>;

/// The same, each with its gradient.
pub type Pencil = Along<Gradient>;

impl<J: Jet> Add for Along<J> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Self([a + x, b + y, c + z])
    }
}

impl<J: Jet> Sub for Along<J> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Self([a - x, b - y, c - z])
    }
}

impl<J: Jet> Mul for Along<J> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        let (a, b) = (self.0, other.0);
        Self([a[0] * b[0], a[0] * b[1] + a[1] * b[0], a[0] * b[2] + a[1] * b[1] + a[2] * b[0]])
    }
}

impl<J: Jet> Mul<f64> for Along<J> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, factor: f64) -> Self {
        let [a, b, c] = self.0;
        Self([a * factor, b * factor, c * factor])
    }
}

impl<J: Jet> Neg for Along<J> {
    type Output = Self;
    fn neg(self) -> Self {
        self * -1.0
    }
}

impl<J: Jet> Jet for Along<J> {
    const ORDER: usize = 2 + J::ORDER;

    fn constant(value: f64) -> Self {
        Self([J::constant(value), J::constant(0.0), J::constant(0.0)])
    }

    fn value(&self) -> f64 {
        self.0[0].value()
    }

    fn composed(self, [f, f1, f2, f3]: [f64; 4]) -> Self {
        let [x, x1, x2] = self.0;
        let slope = x.composed([f1, f2, f3, 0.0]);
        let curvature = x.composed([f2, f3, 0.0, 0.0]);
        Self([x.composed([f, f1, f2, f3]), slope * x1, slope * x2 + curvature * (x1 * x1) * 0.5])
    }
}
