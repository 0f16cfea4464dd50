//! Exact fractions that always round correctly to `f64`.

use std::cmp::Ordering;

/// Largest magnitude of a numerator or denominator: every integer up to it is an exact `f64`.
const LIMIT: i128 = 1 << 53;

/// An exact fraction in lowest terms.
///
/// Numerator and denominator stay within ±2⁵³. Both are then exact as `f64`, so their quotient is
/// the correctly rounded value of the fraction: the literal `0.1` kept as 1/10 evaluates to the
/// very bits that `0.1_f64` has. Operations that would leave this range return `None`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rational {
    numerator: i64,
    denominator: i64,
}

impl Rational {
    /// Zero.
    pub const ZERO: Self = Self { numerator: 0, denominator: 1 };
    /// One.
    pub const ONE: Self = Self { numerator: 1, denominator: 1 };

    /// `numerator / denominator` in lowest terms; `None` for a zero denominator or when a part
    /// exceeds 2⁵³.
    pub fn new(numerator: i128, denominator: i128) -> Option<Self> {
        if denominator == 0 || numerator == i128::MIN || denominator == i128::MIN {
            return None;
        }
        let divisor = greatest_common_divisor(numerator.unsigned_abs(), denominator.unsigned_abs());
        let divisor = i128::try_from(divisor).ok()? * denominator.signum();
        let (numerator, denominator) = (numerator / divisor, denominator / divisor);
        if numerator.abs() > LIMIT || denominator > LIMIT {
            return None;
        }
        Some(Self {
            numerator: i64::try_from(numerator).ok()?,
            denominator: i64::try_from(denominator).ok()?,
        })
    }

    /// An integer, if it is within the range. Most numbers of the algebra are, and need no common divisor.
    const fn whole(value: i64) -> Option<Self> {
        if value.unsigned_abs() as i128 > LIMIT {
            None
        } else {
            Some(Self { numerator: value, denominator: 1 })
        }
    }

    /// A small integer.
    pub const fn small(value: i8) -> Self {
        Self { numerator: value as i64, denominator: 1 }
    }

    /// The numerator; it carries the sign.
    pub const fn numerator(self) -> i64 {
        self.numerator
    }

    /// The denominator, at least 1.
    pub const fn denominator(self) -> i64 {
        self.denominator
    }

    /// The value as an integer, if it is one.
    pub const fn integer(self) -> Option<i64> {
        if self.denominator == 1 { Some(self.numerator) } else { None }
    }

    /// The correctly rounded value.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// Sum, if it fits.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        if self.denominator == 1 && other.denominator == 1 {
            return Self::whole(self.numerator + other.numerator);
        }
        let (a, b) = (i128::from(self.numerator), i128::from(self.denominator));
        let (c, d) = (i128::from(other.numerator), i128::from(other.denominator));
        Self::new(a * d + c * b, b * d)
    }

    /// Product, if it fits.
    pub fn checked_mul(self, other: Self) -> Option<Self> {
        if self.denominator == 1 && other.denominator == 1 {
            return self.numerator.checked_mul(other.numerator).and_then(Self::whole);
        }
        let (a, b) = (i128::from(self.numerator), i128::from(self.denominator));
        let (c, d) = (i128::from(other.numerator), i128::from(other.denominator));
        Self::new(a * c, b * d)
    }

    /// Reciprocal; `None` for zero.
    pub fn checked_recip(self) -> Option<Self> {
        Self::new(i128::from(self.denominator), i128::from(self.numerator))
    }

    /// Integer power by repeated squaring, if it fits; `None` for a negative power of zero.
    pub fn checked_powi(self, exponent: i64) -> Option<Self> {
        let mut base = if exponent < 0 { self.checked_recip()? } else { self };
        let mut remaining = exponent.unsigned_abs();
        let mut result = Self::ONE;
        while remaining > 0 {
            if remaining & 1 == 1 {
                result = result.checked_mul(base)?;
            }
            remaining >>= 1;
            if remaining > 0 {
                base = base.checked_mul(base)?;
            }
        }
        Some(result)
    }

    /// The exact real root of the given degree, if there is a rational one (non-negative values only).
    pub fn exact_root(self, degree: u32) -> Option<Self> {
        let numerator = integer_root(self.numerator, degree)?;
        let denominator = integer_root(self.denominator, degree)?;
        Self::new(i128::from(numerator), i128::from(denominator))
    }

    /// Largest integer not above the value.
    pub fn floor(self) -> Self {
        Self { numerator: self.numerator.div_euclid(self.denominator), denominator: 1 }
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Self) -> Ordering {
        let left = i128::from(self.numerator) * i128::from(other.denominator);
        let right = i128::from(other.numerator) * i128::from(self.denominator);
        left.cmp(&right)
    }
}

impl From<i32> for Rational {
    fn from(value: i32) -> Self {
        Self { numerator: i64::from(value), denominator: 1 }
    }
}

impl std::ops::Neg for Rational {
    type Output = Self;

    fn neg(self) -> Self {
        Self { numerator: -self.numerator, denominator: self.denominator }
    }
}

fn greatest_common_divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

/// The integer whose `degree`-th power is exactly `value`.
fn integer_root(value: i64, degree: u32) -> Option<i64> {
    if value < 0 || degree == 0 {
        return None;
    }
    // The values are exact as f64, so the true root is within one of the rounded estimate.
    let estimate = (value as f64).powf(1.0 / f64::from(degree)).round() as i64;
    (estimate - 1..=estimate + 1).find(|root| root.checked_pow(degree) == Some(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(numerator: i128, denominator: i128) -> Rational {
        Rational::new(numerator, denominator).unwrap()
    }

    #[test]
    fn fractions_are_kept_in_lowest_terms_with_a_positive_denominator() {
        let value = fraction(6, -8);
        assert_eq!((value.numerator(), value.denominator()), (-3, 4));
        assert_eq!(Rational::new(1, 0), None);
    }

    #[test]
    fn arithmetic_is_exact_or_refused() {
        assert_eq!(fraction(1, 10).checked_add(fraction(2, 10)), Some(fraction(3, 10)));
        assert_eq!(fraction(2, 3).checked_powi(-3), Some(fraction(27, 8)));
        assert_eq!(fraction(3, 1).checked_powi(40), None);
        assert_eq!(Rational::ZERO.checked_powi(-1), None);
    }

    #[test]
    fn roots_are_exact_or_absent() {
        assert_eq!(fraction(8, 27).exact_root(3), Some(fraction(2, 3)));
        assert_eq!(fraction(2, 1).exact_root(2), None);
        assert_eq!(fraction(-8, 1).exact_root(3), None);
    }

    #[test]
    fn the_floor_goes_down_for_negative_values() {
        assert_eq!(fraction(-7, 2).floor(), fraction(-4, 1));
    }
}
