//! Arithmetic modulo the prime 2⁶¹ − 1, the exact and fast stand-in for real numbers in zero tests.

use crate::numbers::number::Number;

/// The prime: a Mersenne number, so that reduction is a shift and an addition.
const PRIME: u64 = (1 << 61) - 1;

/// An element of the prime field.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Residue(u64);

impl Residue {
    pub(crate) const ZERO: Self = Self(0);
    pub(crate) const ONE: Self = Self(1);

    /// The residue of a pseudo-random word.
    pub(crate) const fn from_word(word: u64) -> Self {
        Self(word % PRIME)
    }

    pub(crate) fn from_integer(value: i64) -> Self {
        let size = Self(value.unsigned_abs() % PRIME);
        if value < 0 { Self::ZERO.minus(size) } else { size }
    }

    /// The residue of a number: exact for fractions, and for rounded numbers the residue of the
    /// binary fraction they are. `None` if the denominator is a multiple of the prime.
    pub(crate) fn from_number(value: Number) -> Option<Self> {
        if let Some(exact) = value.exact() {
            if exact.denominator() == 1 {
                return Some(Self::from_integer(exact.numerator()));
            }
            let below = Self::from_integer(exact.denominator()).inverse()?;
            return Some(Self::from_integer(exact.numerator()).times(below));
        }
        let bits = value.to_f64().to_bits();
        let exponent = i64::try_from(bits >> 52 & 0x7ff).expect("eleven bits fit");
        let fraction = i64::try_from(bits & ((1 << 52) - 1)).expect("52 bits fit");
        let (mantissa, exponent) =
            if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) };
        let size = Self::from_integer(mantissa).times(Self(2).power(exponent)?);
        Some(if bits >> 63 == 1 { Self::ZERO.minus(size) } else { size })
    }

    pub(crate) const fn word(self) -> u64 {
        self.0
    }

    pub(crate) const fn plus(self, other: Self) -> Self {
        let sum = self.0 + other.0;
        Self(if sum >= PRIME { sum - PRIME } else { sum })
    }

    pub(crate) const fn minus(self, other: Self) -> Self {
        Self(if self.0 >= other.0 { self.0 - other.0 } else { self.0 + PRIME - other.0 })
    }

    pub(crate) const fn times(self, other: Self) -> Self {
        let product = self.0 as u128 * other.0 as u128;
        let folded = (product & PRIME as u128) as u64 + (product >> 61) as u64;
        Self(if folded >= PRIME { folded - PRIME } else { folded })
    }

    /// Integer power; `None` for a negative power of zero.
    pub(crate) fn power(self, exponent: i64) -> Option<Self> {
        let mut base = if exponent < 0 { self.inverse()? } else { self };
        let mut remaining = exponent.unsigned_abs();
        let mut result = Self::ONE;
        while remaining > 0 {
            if remaining & 1 == 1 {
                result = result.times(base);
            }
            base = base.times(base);
            remaining >>= 1;
        }
        Some(result)
    }

    /// The reciprocal by Fermat's little theorem; `None` for zero.
    pub(crate) fn inverse(self) -> Option<Self> {
        if self == Self::ZERO { None } else { self.power((PRIME - 2) as i64) }
    }

    /// A square root; `None` if unknown. Since the prime is 3 modulo 4, v^((p+1)/4) is one.
    pub(crate) fn root(self) -> Option<Self> {
        let root = self.power(1 << 59)?;
        (root.times(root) == self).then_some(root)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverse_and_root_undo_what_they_name() {
        for word in [1, 2, 3, 12_345_678_901_234_567, PRIME - 1] {
            let value = Residue::from_word(word);
            assert_eq!(value.times(value.inverse().unwrap()), Residue::ONE);
            let square = value.times(value);
            let root = square.root().unwrap();
            assert!(root == value || root.plus(value) == Residue::ZERO);
        }
        assert_eq!(Residue::ZERO.inverse(), None);
        // −1 is not a square modulo a prime that is 3 modulo 4.
        assert_eq!(Residue::from_integer(-1).root(), None);
    }

    #[test]
    fn numbers_keep_their_sums_and_products() {
        let number = |text: &str| Number::from_decimal(text).unwrap();
        let residue = |text: &str| Residue::from_number(number(text)).unwrap();
        assert_eq!(residue("0.1").plus(residue("0.2")), residue("0.3"));
        // A rounded number is the binary fraction that it is: twice 1e300 has the doubled residue.
        assert_eq!(residue("1e300").times(residue("2")), residue("2e300"));
    }
}
