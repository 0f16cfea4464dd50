//! Physical dimensions: exponents of the SI base units.

use std::fmt;

use crate::numbers::rational::Rational;

/// Number of base units.
const BASES: usize = 5;
/// Symbols of the base units, in the order of the exponents.
const SYMBOLS: [&str; BASES] = ["m", "kg", "s", "A", "K"];

/// A physical dimension: the exponents of metre, kilogram, second, ampere and kelvin.
///
/// An angle is a pure number. Exponents may be fractions, so that a square root has a dimension.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dimension {
    exponents: [Exponent; BASES],
}

/// A small fraction in lowest terms: numerator and denominator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Exponent(i16, i16);

impl Exponent {
    const ZERO: Self = Self(0, 1);

    fn fraction(self) -> Rational {
        Rational::new(self.0.into(), self.1.into()).expect("the denominator of an exponent is not zero")
    }

    fn small(fraction: Rational) -> Option<Self> {
        Some(Self(fraction.numerator().try_into().ok()?, fraction.denominator().try_into().ok()?))
    }
}

impl Dimension {
    /// A pure number, such as an angle or a ratio.
    pub const NONE: Self = Self { exponents: [Exponent::ZERO; BASES] };
    /// A length \[m\].
    pub const LENGTH: Self = Self::integers([1, 0, 0, 0, 0]);
    /// A mass \[kg\].
    pub const MASS: Self = Self::integers([0, 1, 0, 0, 0]);
    /// A time \[s\].
    pub const TIME: Self = Self::integers([0, 0, 1, 0, 0]);
    /// An electric current \[A\].
    pub const CURRENT: Self = Self::integers([0, 0, 0, 1, 0]);
    /// A temperature \[K\].
    pub const TEMPERATURE: Self = Self::integers([0, 0, 0, 0, 1]);
    /// A force \[N\].
    pub const FORCE: Self = Self::integers([1, 1, -2, 0, 0]);
    /// A pressure or a modulus of elasticity \[Pa\].
    pub const PRESSURE: Self = Self::integers([-1, 1, -2, 0, 0]);
    /// An energy or a moment \[N m\].
    pub const ENERGY: Self = Self::integers([2, 1, -2, 0, 0]);
    /// A power \[W\].
    pub const POWER: Self = Self::integers([2, 1, -3, 0, 0]);
    /// A frequency or an angular speed \[1/s\].
    pub const FREQUENCY: Self = Self::integers([0, 0, -1, 0, 0]);
    /// A velocity \[m/s\].
    pub const VELOCITY: Self = Self::integers([1, 0, -1, 0, 0]);
    /// An acceleration \[m/s^2\].
    pub const ACCELERATION: Self = Self::integers([1, 0, -2, 0, 0]);
    /// A density \[kg/m^3\].
    pub const DENSITY: Self = Self::integers([-3, 1, 0, 0, 0]);
    /// An electric voltage \[V\].
    pub const VOLTAGE: Self = Self::integers([2, 1, -3, -1, 0]);

    /// The dimension with integer exponents of m, kg, s, A, K.
    pub const fn integers(powers: [i8; BASES]) -> Self {
        let mut exponents = [Exponent::ZERO; BASES];
        let mut base = 0;
        while base < BASES {
            exponents[base] = Exponent(powers[base] as i16, 1);
            base += 1;
        }
        Self { exponents }
    }

    /// Dimension of a product; `None` if an exponent is out of range.
    pub fn times(self, other: Self) -> Option<Self> {
        let mut exponents = self.exponents;
        for (mine, theirs) in exponents.iter_mut().zip(other.exponents) {
            *mine = Exponent::small(mine.fraction().checked_add(theirs.fraction())?)?;
        }
        Some(Self { exponents })
    }

    /// Dimension of a power; `None` if an exponent is out of range.
    pub fn power(self, exponent: Rational) -> Option<Self> {
        let mut exponents = self.exponents;
        for mine in &mut exponents {
            *mine = Exponent::small(mine.fraction().checked_mul(exponent)?)?;
        }
        Some(Self { exponents })
    }

    /// Whether this is a pure number.
    pub fn is_none(self) -> bool {
        self == Self::NONE
    }

    fn base_text(self) -> String {
        let side = |wanted: i64| -> Vec<String> {
            let factors = SYMBOLS.iter().zip(self.exponents.map(Exponent::fraction));
            let chosen = factors.filter(|(_, e)| e.numerator().signum() == wanted);
            chosen.map(|(symbol, e)| power_text(symbol, if wanted < 0 { -e } else { e })).collect()
        };
        let (above, below) = (side(1), side(-1));
        let numerator = if above.is_empty() { "1".to_owned() } else { above.join("*") };
        match below.len() {
            0 => numerator,
            1 => format!("{numerator}/{}", below[0]),
            _ => format!("{numerator}/({})", below.join("*")),
        }
    }
}

impl fmt::Display for Dimension {
    /// Writes the dimension by name where it has one: `a length [m]`, otherwise in base units.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match named(*self) {
            Some((words, unit)) => write!(f, "{words} [{unit}]"),
            None => f.write_str(&self.base_text()),
        }
    }
}

fn power_text(symbol: &str, exponent: Rational) -> String {
    match exponent.integer() {
        Some(1) => symbol.to_owned(),
        Some(power) => format!("{symbol}^{power}"),
        None => format!("{symbol}^({}/{})", exponent.numerator(), exponent.denominator()),
    }
}

/// Dimensions that have a name in mechanics, with that name and the unit an engineer writes.
const NAMED: &[(Dimension, &str, &str)] = &[
    (Dimension::NONE, "a pure number", "-"),
    (Dimension::LENGTH, "a length", "m"),
    (Dimension::MASS, "a mass", "kg"),
    (Dimension::TIME, "a time", "s"),
    (Dimension::CURRENT, "a current", "A"),
    (Dimension::TEMPERATURE, "a temperature", "K"),
    (Dimension::FORCE, "a force", "N"),
    (Dimension::PRESSURE, "a pressure", "Pa"),
    (Dimension::ENERGY, "an energy or a moment", "N*m"),
    (Dimension::POWER, "a power", "W"),
    (Dimension::FREQUENCY, "a frequency or an angular speed", "1/s"),
    (Dimension::VELOCITY, "a velocity", "m/s"),
    (Dimension::ACCELERATION, "an acceleration", "m/s^2"),
    (Dimension::DENSITY, "a density", "kg/m^3"),
    (Dimension::VOLTAGE, "a voltage", "V"),
    (Dimension::integers([2, 0, 0, 0, 0]), "an area", "m^2"),
    (Dimension::integers([3, 0, 0, 0, 0]), "a volume", "m^3"),
    (Dimension::integers([4, 0, 0, 0, 0]), "a second moment of area", "m^4"),
    (Dimension::integers([0, 0, -2, 0, 0]), "an angular acceleration", "1/s^2"),
    (Dimension::integers([0, 1, -2, 0, 0]), "a stiffness", "N/m"),
    (Dimension::integers([0, 1, -1, 0, 0]), "a damping", "N*s/m"),
    (Dimension::integers([2, 1, -1, 0, 0]), "a rotational damping", "N*m*s"),
    (Dimension::integers([1, 1, -1, 0, 0]), "a momentum", "N*s"),
    (Dimension::integers([3, 1, -2, 0, 0]), "a bending stiffness", "N*m^2"),
    (Dimension::integers([2, 1, 0, 0, 0]), "a moment of inertia", "kg*m^2"),
    (Dimension::integers([1, 1, 0, 0, 0]), "a first moment of mass", "kg*m"),
    (Dimension::integers([-1, 1, 0, 0, 0]), "a mass per length", "kg/m"),
    (Dimension::integers([0, 0, 1, 1, 0]), "a charge", "C"),
    (Dimension::integers([2, 1, -3, -2, 0]), "a resistance", "ohm"),
    (Dimension::integers([2, 1, -2, -2, 0]), "an inductance", "H"),
    (Dimension::integers([-2, -1, 4, 2, 0]), "a capacitance", "F"),
];

fn named(dimension: Dimension) -> Option<(&'static str, &'static str)> {
    NAMED.iter().find(|(known, _, _)| *known == dimension).map(|(_, words, unit)| (*words, *unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_and_powers_combine_exponents() {
        let area = Dimension::LENGTH.times(Dimension::LENGTH).unwrap();
        assert_eq!(Dimension::PRESSURE.times(area), Some(Dimension::FORCE));
        assert_eq!(area.power(Rational::new(1, 2).unwrap()), Some(Dimension::LENGTH));
    }

    #[test]
    fn dimensions_speak_in_words_or_in_base_units() {
        assert_eq!(Dimension::PRESSURE.to_string(), "a pressure [Pa]");
        assert_eq!(Dimension::integers([2, 0, -1, 0, 0]).to_string(), "m^2/s");
        assert_eq!(Dimension::integers([-5, 0, -1, 0, 0]).to_string(), "1/(m^5*s)");
        let root = Dimension::LENGTH.power(Rational::new(1, 2).unwrap()).unwrap();
        assert_eq!(root.to_string(), "m^(1/2)");
    }

    #[test]
    fn each_named_dimension_agrees_with_the_unit_beside_its_name() {
        for (dimension, words, unit) in NAMED.iter().skip(1) {
            assert_eq!(unit.parse::<crate::units::unit::Unit>().unwrap().dimension, *dimension, "{words}");
        }
    }
}
