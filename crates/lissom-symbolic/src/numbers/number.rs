//! Numbers of the expression store: exact fractions while they fit, rounded `f64` beyond.

use std::cmp::Ordering;
use std::fmt;

use crate::numbers::rational::Rational;

/// A finite number: an exact fraction where possible, otherwise a rounded `f64`.
///
/// A number has one representation only: a rounded value whose shortest decimal fits a
/// [`Rational`] *is* that fraction. Equality, hashing and printing therefore agree, and a printed
/// number reads back as the same number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Number(Form);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Form {
    Exact(Rational),
    /// Bits of a finite, non-zero `f64`.
    Rounded(u64),
}

impl Number {
    /// Zero.
    pub const ZERO: Self = Self(Form::Exact(Rational::ZERO));
    /// One.
    pub const ONE: Self = Self(Form::Exact(Rational::ONE));

    /// The number nearest to `value`; `None` if `value` is not finite.
    pub fn from_f64(value: f64) -> Option<Self> {
        if !value.is_finite() {
            return None;
        }
        let shortest = format!("{value:e}");
        Some(match exact_decimal(&shortest) {
            Some(exact) => Self(Form::Exact(exact)),
            None => Self(Form::Rounded(value.to_bits())),
        })
    }

    /// Reads a decimal literal such as `2.1e11`, `.5` or `7`; `None` if it is not a literal, or its value
    /// overflows or vanishes in `f64`.
    pub fn from_decimal(text: &str) -> Option<Self> {
        if let Some(exact) = exact_decimal(text) {
            return Some(Self(Form::Exact(exact)));
        }
        let value: f64 = text.parse().ok()?;
        if value == 0.0 { None } else { Self::from_f64(value) }
    }

    /// The exact fraction, unless the number is a rounded one.
    pub const fn exact(self) -> Option<Rational> {
        match self.0 {
            Form::Exact(value) => Some(value),
            Form::Rounded(_) => None,
        }
    }

    /// The value as an integer, if it is an exact one.
    pub const fn integer(self) -> Option<i64> {
        match self.0 {
            Form::Exact(value) => value.integer(),
            Form::Rounded(_) => None,
        }
    }

    /// The value as `f64`, correctly rounded if it is exact.
    pub fn to_f64(self) -> f64 {
        match self.0 {
            Form::Exact(value) => value.to_f64(),
            Form::Rounded(bits) => f64::from_bits(bits),
        }
    }

    /// Whether the number is below zero.
    pub fn is_negative(self) -> bool {
        match self.0 {
            Form::Exact(value) => value.numerator() < 0,
            Form::Rounded(bits) => f64::from_bits(bits) < 0.0,
        }
    }

    /// Whether the number is zero.
    pub fn is_zero(self) -> bool {
        self == Self::ZERO
    }

    /// Sum; `None` if it overflows `f64`.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        if let (Form::Exact(a), Form::Exact(b)) = (self.0, other.0)
            && let Some(sum) = a.checked_add(b)
        {
            return Some(Self(Form::Exact(sum)));
        }
        Self::from_f64(self.to_f64() + other.to_f64())
    }

    /// Product; `None` if it overflows or loses digits by underflow in `f64`.
    pub fn checked_mul(self, other: Self) -> Option<Self> {
        if self.is_zero() || other.is_zero() {
            return Some(Self::ZERO);
        }
        if let (Form::Exact(a), Form::Exact(b)) = (self.0, other.0)
            && let Some(product) = a.checked_mul(b)
        {
            return Some(Self(Form::Exact(product)));
        }
        Self::from_normal(self.to_f64() * other.to_f64())
    }

    /// Power; `None` where it is undefined, overflows, or would round an exact number by a root
    /// (so √2 stays √2).
    pub fn checked_pow(self, exponent: Self) -> Option<Self> {
        match (self.0, exponent.0) {
            (_, Form::Exact(power)) if power.integer().is_some() => self.checked_powi(power.integer()?),
            (Form::Exact(base), Form::Exact(power)) => {
                let degree = u32::try_from(power.denominator()).ok()?;
                let result = base.exact_root(degree)?.checked_powi(power.numerator())?;
                Some(Self(Form::Exact(result)))
            }
            _ => Self::from_normal(self.to_f64().powf(exponent.to_f64())),
        }
    }

    /// Integer power; `None` where it is undefined or overflows.
    pub fn checked_powi(self, exponent: i64) -> Option<Self> {
        if let Form::Exact(base) = self.0
            && let Some(result) = base.checked_powi(exponent)
        {
            return Some(Self(Form::Exact(result)));
        }
        let power = integer_power(self.to_f64(), exponent.unsigned_abs());
        Self::from_normal(if exponent < 0 { 1.0 / power } else { power })
    }

    /// Reciprocal; `None` for zero.
    pub fn checked_recip(self) -> Option<Self> {
        self.checked_powi(-1)
    }

    /// Largest integer not above the value.
    pub fn floor(self) -> Self {
        match self.0 {
            Form::Exact(value) => Self(Form::Exact(value.floor())),
            Form::Rounded(bits) => {
                Self::from_f64(f64::from_bits(bits).floor()).expect("the floor of a finite number is finite")
            }
        }
    }

    fn from_normal(value: f64) -> Option<Self> {
        if value.is_normal() { Self::from_f64(value) } else { None }
    }
}

impl From<i32> for Number {
    fn from(value: i32) -> Self {
        Self(Form::Exact(Rational::from(value)))
    }
}

impl From<Rational> for Number {
    fn from(value: Rational) -> Self {
        Self(Form::Exact(value))
    }
}

impl std::ops::Neg for Number {
    type Output = Self;

    fn neg(self) -> Self {
        match self.0 {
            Form::Exact(value) => Self(Form::Exact(-value)),
            Form::Rounded(bits) => Self(Form::Rounded((-f64::from_bits(bits)).to_bits())),
        }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.0, other.0) {
            (Form::Exact(a), Form::Exact(b)) => a.cmp(&b),
            _ => self.to_f64().total_cmp(&other.to_f64()),
        }
    }
}

impl fmt::Display for Number {
    /// Writes an integer, a fraction with a small denominator, or a decimal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (numerator, denominator) = self.fraction_text();
        f.write_str(&numerator)?;
        denominator.map_or(Ok(()), |denominator| write!(f, "/{denominator}"))
    }
}

impl Number {
    /// The number as text: a decimal, or numerator and denominator of a fraction.
    pub(crate) fn fraction_text(self) -> (String, Option<String>) {
        let Form::Exact(value) = self.0 else { return (decimal_text(self.to_f64()), None) };
        let is_short_fraction = value.denominator() <= 100 && value.numerator().abs() < 1000;
        if value.denominator() != 1
            && (is_short_fraction || exact_decimal(&decimal_text(value.to_f64())) != Some(value))
        {
            return (decimal_text(value.numerator() as f64), Some(decimal_text(value.denominator() as f64)));
        }
        (decimal_text(value.to_f64()), None)
    }
}

/// Power by repeated squaring. `f64::powi` leaves its rounding to the platform; this does not.
pub(crate) fn integer_power(mut base: f64, mut exponent: u64) -> f64 {
    let mut result = 1.0;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result *= base;
        }
        base *= base;
        exponent >>= 1;
    }
    result
}

/// The shortest decimal that reads back as `value`, with an exponent when that is easier to read.
fn decimal_text(value: f64) -> String {
    let (plain, scientific) = (format!("{value}"), format!("{value:e}"));
    if plain.len() <= scientific.len() + 4 { plain } else { scientific }
}

/// The exact value of a decimal literal, if it fits.
fn exact_decimal(text: &str) -> Option<Rational> {
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], text[at + 1..].parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut digits: i128 = 0;
    let (negative, whole) = whole.strip_prefix('-').map_or((false, whole), |rest| (true, rest));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    for digit in whole.chars().chain(fraction.chars()) {
        digits = digits.checked_mul(10)?.checked_add(i128::from(digit.to_digit(10)?))?;
    }
    if digits == 0 {
        return Some(Rational::ZERO);
    }
    let power = exponent.checked_sub(i32::try_from(fraction.len()).ok()?)?;
    let scale = 10_i128.checked_pow(power.unsigned_abs())?;
    let signed = if negative { -digits } else { digits };
    if power < 0 { Rational::new(signed, scale) } else { Rational::new(signed.checked_mul(scale)?, 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        Number::from_decimal(text).unwrap()
    }

    #[test]
    fn literals_are_exact_where_they_fit_and_always_round_like_f64() {
        for text in
            ["0.1", "2.1e11", "2.5e-12", ".5", "1.", "3.141592653589793", "6.022e23", "1e-30", "1e300"]
        {
            let expected: f64 = text.parse().unwrap();
            assert_eq!(number(text).to_f64().to_bits(), expected.to_bits(), "{text}");
        }
        assert!(number("2.5e-12").exact().is_some());
        assert!(number("1e-30").exact().is_none());
    }

    #[test]
    fn literals_beyond_the_range_are_refused() {
        assert_eq!(Number::from_decimal("1e999"), None);
        assert_eq!(Number::from_decimal("1e-999"), None);
        assert_eq!(Number::from_decimal("."), None);
        assert_eq!(Number::from_decimal("0e-999"), Some(Number::ZERO));
    }

    #[test]
    fn decimal_sums_are_exact() {
        assert_eq!(number("0.1").checked_add(number("0.2")), Some(number("0.3")));
    }

    #[test]
    fn folding_never_leaves_the_finite_numbers() {
        assert_eq!(number("1e300").checked_mul(number("1e300")), None);
        assert_eq!(number("1e-300").checked_mul(number("1e-300")), None);
        assert_eq!(Number::ZERO.checked_recip(), None);
        assert_eq!(Number::from(-2).checked_pow(number("0.5")), None);
        assert_eq!(Number::from(2).checked_pow(number("0.5")), None);
        assert_eq!(Number::from(9).checked_pow(number("1.5")), Some(Number::from(27)));
    }

    #[test]
    fn a_number_prints_as_it_reads() {
        for text in ["0.0833", "2.1e11", "1/6", "3/4", "-7", "1e300", "0.30000000000000004", "1500"] {
            let value = match text.split_once('/') {
                Some((a, b)) => number(a).checked_mul(number(b).checked_recip().unwrap()).unwrap(),
                None => number(text),
            };
            assert_eq!(value.to_string(), text);
        }
    }
}
