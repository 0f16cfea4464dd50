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
    fn sqrt(self) -> Self {
        let x = self.value();
        let root = x.sqrt();
        self.composed([root, 0.5 / root, -0.25 / (root * x), 0.375 / (root * x * x)])
    }

    /// One over it.
    #[must_use]
    fn reciprocal(self) -> Self {
        let r = 1.0 / self.value();
        self.composed([r, -r * r, 2.0 * r * r * r, -6.0 * r * r * r * r])
    }

    /// The angle with this sine, between −π/2 and π/2; not a number beyond.
    #[must_use]
    fn arcsine(self) -> Self {
        let x = self.value();
        let c2 = 1.0 - x * x;
        let c = c2.sqrt();
        self.composed([x.asin(), 1.0 / c, x / (c * c2), (1.0 + 2.0 * x * x) / (c * c2 * c2)])
    }

    /// The angle with a sine and a cosine, up to a common factor.
    #[must_use]
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

/// A value with its first derivatives by the coordinates of an element.
#[derive(Clone, Copy, Debug)]
pub struct Gradient {
    /// Value.
    pub value: f64,
    /// First derivatives.
    pub by: [f64; LOCAL],
}

impl Gradient {
    /// A coordinate itself.
    #[must_use]
    pub fn coordinate(value: f64, index: usize) -> Self {
        let mut by = [0.0; LOCAL];
        by[index] = 1.0;
        Self { value, by }
    }
}

impl Add for Gradient {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { value: self.value + other.value, by: std::array::from_fn(|i| self.by[i] + other.by[i]) }
    }
}

impl Sub for Gradient {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self { value: self.value - other.value, by: std::array::from_fn(|i| self.by[i] - other.by[i]) }
    }
}

impl Mul for Gradient {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let by = std::array::from_fn(|i| self.value * other.by[i] + other.value * self.by[i]);
        Self { value: self.value * other.value, by }
    }
}

impl Mul<f64> for Gradient {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        Self { value: self.value * factor, by: self.by.map(|d| d * factor) }
    }
}

impl Neg for Gradient {
    type Output = Self;
    fn neg(self) -> Self {
        self * -1.0
    }
}

impl Jet for Gradient {
    const ORDER: usize = 1;

    fn constant(value: f64) -> Self {
        Self { value, by: [0.0; LOCAL] }
    }

    fn value(&self) -> f64 {
        self.value
    }

    fn composed(self, f: [f64; 4]) -> Self {
        Self { value: f[0], by: self.by.map(|d| f[1] * d) }
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

    fn entries(f: impl Fn(usize, usize) -> f64) -> [[f64; LOCAL]; LOCAL] {
        std::array::from_fn(|i| std::array::from_fn(|j| f(i, j)))
    }
}

impl Add for Hessian {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let second = Self::entries(|i, j| self.second[i][j] + other.second[i][j]);
        Self { first: self.first + other.first, second }
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
        let (a, b) = (&self.first, &other.first);
        let second = Self::entries(|i, j| {
            a.value * other.second[i][j]
                + b.value * self.second[i][j]
                + (a.by[i] * b.by[j] + a.by[j] * b.by[i])
        });
        Self { first: self.first * other.first, second }
    }
}

impl Mul<f64> for Hessian {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        Self { first: self.first * factor, second: self.second.map(|row| row.map(|v| v * factor)) }
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

    fn composed(self, f: [f64; 4]) -> Self {
        let by = &self.first.by;
        let second = Self::entries(|i, j| f[1] * self.second[i][j] + f[2] * (by[i] * by[j]));
        Self { first: self.first.composed(f), second }
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
    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|k| self.0[k] + other.0[k]))
    }
}

impl<J: Jet> Sub for Along<J> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(std::array::from_fn(|k| self.0[k] - other.0[k]))
    }
}

impl<J: Jet> Mul for Along<J> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let (a, b) = (self.0, other.0);
        Self([a[0] * b[0], a[0] * b[1] + a[1] * b[0], a[0] * b[2] + a[1] * b[1] + a[2] * b[0]])
    }
}

impl<J: Jet> Mul<f64> for Along<J> {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        Self(self.0.map(|c| c * factor))
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
