//! A complex number, so that no other crate depends on the type of the algebra library.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// A complex number re + i im.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Complex {
    /// Real part (unit of the quantity it stands for).
    pub re: f64,
    /// Imaginary part (unit of the quantity it stands for).
    pub im: f64,
}

impl Complex {
    /// 0.
    pub const ZERO: Self = Self { re: 0.0, im: 0.0 };
    /// 1.
    pub const ONE: Self = Self { re: 1.0, im: 0.0 };

    /// re + i im.
    #[inline]
    pub const fn new(re: f64, im: f64) -> Self {
        Self { re, im }
    }

    /// |z|, without overflow in the squares.
    #[inline]
    pub fn abs(self) -> f64 {
        self.re.hypot(self.im)
    }

    /// The conjugate.
    #[inline]
    pub fn conj(self) -> Self {
        Self::new(self.re, -self.im)
    }

    /// The argument in (−π, π] \[rad\].
    #[inline]
    pub fn arg(self) -> f64 {
        self.im.atan2(self.re)
    }

    /// The product with a real number.
    #[inline]
    pub fn scale(self, factor: f64) -> Self {
        Self::new(self.re * factor, self.im * factor)
    }

    /// True if both parts are finite.
    #[inline]
    pub fn is_finite(self) -> bool {
        self.re.is_finite() && self.im.is_finite()
    }
}

impl From<f64> for Complex {
    #[inline]
    fn from(re: f64) -> Self {
        Self::new(re, 0.0)
    }
}

impl Add for Complex {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self::new(self.re + other.re, self.im + other.im)
    }
}

impl Sub for Complex {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self::new(self.re - other.re, self.im - other.im)
    }
}

impl Mul for Complex {
    type Output = Self;
    #[inline]
    fn mul(self, other: Self) -> Self {
        Self::new(self.re * other.re - self.im * other.im, self.re * other.im + self.im * other.re)
    }
}

impl Div for Complex {
    type Output = Self;
    /// Smith's quotient: no overflow in |other|².
    #[inline]
    fn div(self, other: Self) -> Self {
        if other.re.abs() >= other.im.abs() {
            let r = other.im / other.re;
            let d = other.re + other.im * r;
            Self::new((self.re + self.im * r) / d, (self.im - self.re * r) / d)
        } else {
            let r = other.re / other.im;
            let d = other.re * r + other.im;
            Self::new((self.re * r + self.im) / d, (self.im * r - self.re) / d)
        }
    }
}

impl Neg for Complex {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self::new(-self.re, -self.im)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotient_undoes_product_even_near_overflow() {
        let (a, b) = (Complex::new(3e200, -2e200), Complex::new(1e150, 4e150));
        let back = (a / b) * b;
        assert!((back - a).abs() <= 1e-15 * a.abs());
    }

    #[test]
    fn modulus_and_argument() {
        let z = Complex::new(-3.0, 4.0);
        assert_eq!(z.abs(), 5.0);
        assert!((z.arg() - (4.0f64).atan2(-3.0)).abs() < 1e-16);
        assert_eq!((z * z.conj()).im, 0.0);
    }
}
