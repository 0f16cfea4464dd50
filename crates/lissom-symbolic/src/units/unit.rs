//! Units: the factor of a suffix such as `mm` or `g/cm^3`.

use std::ops::Range;
use std::str::FromStr;

use crate::numbers::number::Number;
use crate::numbers::rational::Rational;
use crate::text::parser::{ParseError, Parser};
use crate::text::suggest::did_you_mean;
use crate::units::dimension::Dimension;

/// A unit: one of it is `factor`·π^`pi_power` of the SI unit of its dimension.
///
/// The power of π is stored separately so that `180 deg` is exactly π.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Rational part of the factor to SI \[-\].
    pub factor: Number,
    /// Power of π in the factor to SI \[-\].
    pub pi_power: i8,
    /// The dimension of the unit.
    pub dimension: Dimension,
}

impl Unit {
    /// The unit of pure numbers.
    pub const ONE: Self = Self { factor: Number::ONE, pi_power: 0, dimension: Dimension::NONE };

    /// How many SI units one of this unit is \[-\].
    pub fn to_si(&self) -> f64 {
        self.factor.to_f64() * std::f64::consts::PI.powi(i32::from(self.pi_power))
    }

    /// Product with a power of another unit; `None` if an exponent or the factor becomes too large.
    pub fn times_power(self, other: Self, exponent: i8) -> Option<Self> {
        let factor = other.factor.checked_powi(i64::from(exponent))?;
        let dimension = other.dimension.power(Rational::small(exponent))?;
        Some(Self {
            factor: self.factor.checked_mul(factor)?,
            pi_power: self.pi_power.checked_add(other.pi_power.checked_mul(exponent)?)?,
            dimension: self.dimension.times(dimension)?,
        })
    }
}

impl FromStr for Unit {
    type Err = ParseError;

    /// Reads a unit such as `kg/m^3`, `N*m/rad` or `1/s`.
    ///
    /// ```
    /// use lissom_symbolic::{Dimension, Unit};
    /// let unit: Unit = "g/cm^3".parse()?;
    /// assert_eq!(unit.to_si(), 1000.0);
    /// assert_eq!(unit.dimension, Dimension::DENSITY);
    /// # Ok::<(), lissom_symbolic::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// The place where the text stops being a unit.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let no_names = |_: &str| false;
        let mut parser = Parser::new(text, &no_names)?;
        let unit = parser.unit_alone()?;
        parser.expect_end()?;
        Ok(unit)
    }
}

/// The unit of one symbol, prefix included; `None` if unknown.
pub fn unit_of_symbol(symbol: &str) -> Option<Unit> {
    let whole = SYMBOLS.iter().find(|known| known.symbol == symbol);
    whole.map(Symbol::unit).or_else(|| {
        let (prefix, power) = PREFIXES.iter().find(|(prefix, _)| symbol.starts_with(prefix))?;
        let rest = &symbol[prefix.len()..];
        let known = SYMBOLS.iter().find(|known| known.symbol == rest && known.takes(prefix))?;
        known.unit().times_power(Unit { factor: ten_to(*power), ..Unit::ONE }, 1)
    })
}

/// The unit that `name` was most likely meant to be: another case (`gpa`), a word (`sec`), a power without
/// `^` (`mm2`), or a typing error.
pub(crate) fn suggest_unit(name: &str) -> Option<String> {
    let candidates = symbols_with_prefixes();
    let lower = name.to_lowercase();
    // A torque rather than a nanometre.
    let torque = || (name == "Nm").then(|| "N*m".to_owned());
    let same_word = || candidates.iter().find(|candidate| candidate.to_lowercase() == lower).cloned();
    let word = || WORDS.iter().find(|(word, _)| *word == lower).map(|(_, symbol)| (*symbol).to_owned());
    let power = || {
        let symbol = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let is_power = symbol.len() < name.len() && unit_of_symbol(symbol).is_some();
        is_power.then(|| format!("{symbol}^{}", &name[symbol.len()..]))
    };
    // One or two letters are near to far too many units.
    let is_long = name.chars().count() > 2;
    let near =
        || did_you_mean(name, candidates.iter().map(String::as_str).filter(|_| is_long)).map(str::to_owned);
    torque().or_else(same_word).or_else(word).or_else(power).or_else(near)
}

fn symbols_with_prefixes() -> Vec<String> {
    let mut symbols = Vec::new();
    for known in SYMBOLS {
        symbols.push(known.symbol.to_owned());
        let prefixes = PREFIXES.iter().filter(|(prefix, _)| known.takes(prefix));
        symbols.extend(prefixes.map(|(prefix, _)| format!("{prefix}{}", known.symbol)));
    }
    symbols
}

/// Common alternatives of a symbol, in lower case.
const WORDS: &[(&str, &str)] = &[
    ("meter", "m"),
    ("metre", "m"),
    ("inch", "in"),
    ("foot", "ft"),
    ("gram", "g"),
    ("ton", "t"),
    ("tonne", "t"),
    ("lbs", "lb"),
    ("sec", "s"),
    ("second", "s"),
    ("seconds", "s"),
    ("minute", "min"),
    ("minutes", "min"),
    ("hour", "h"),
    ("hours", "h"),
    ("newton", "N"),
    ("pascal", "Pa"),
    ("watt", "W"),
    ("hertz", "Hz"),
    ("degree", "deg"),
    ("degrees", "deg"),
    ("radian", "rad"),
    ("radians", "rad"),
    ("percent", "%"),
    ("volt", "V"),
    ("ampere", "A"),
    ("kelvin", "K"),
];

/// The error for an unknown unit.
pub(crate) fn unknown_unit(name: &str, span: Range<usize>) -> ParseError {
    let hint = suggest_unit(name).map(|unit| format!("did you mean {unit}?"));
    ParseError { span, message: format!("`{name}` is not a unit"), hint }
}

/// One row of the table of units.
struct Symbol {
    symbol: &'static str,
    /// Decimal factor to SI.
    factor: &'static str,
    pi_power: i8,
    dimension: Dimension,
    /// Prefixes in use with this unit. The others are excluded so that a slip such as `Mm` for `mm` is found.
    prefixes: &'static [&'static str],
}

impl Symbol {
    fn takes(&self, prefix: &str) -> bool {
        // µ has two code points and the plain letter u; they mean the same.
        let plain = if matches!(prefix, "µ" | "μ") { "u" } else { prefix };
        self.prefixes.contains(&plain)
    }

    fn unit(&self) -> Unit {
        let (numerator, denominator) = self.factor.split_once('/').unwrap_or((self.factor, "1"));
        let read = |text| Number::from_decimal(text).expect("factors in the table are decimal numbers");
        let inverse = read(denominator).checked_recip().expect("factors in the table are finite");
        let factor = read(numerator).checked_mul(inverse).expect("factors in the table are finite");
        Unit { factor, pi_power: self.pi_power, dimension: self.dimension }
    }
}

fn ten_to(power: i8) -> Number {
    Number::from(10).checked_powi(i64::from(power)).expect("prefixes are small powers of ten")
}

/// SI prefixes with their powers of ten.
const PREFIXES: &[(&str, i8)] = &[
    ("p", -12),
    ("n", -9),
    ("u", -6),
    ("µ", -6),
    ("μ", -6),
    ("m", -3),
    ("c", -2),
    ("k", 3),
    ("M", 6),
    ("G", 9),
];

const fn row(
    symbol: &'static str,
    factor: &'static str,
    dimension: Dimension,
    prefixes: &'static [&'static str],
) -> Symbol {
    Symbol { symbol, factor, pi_power: 0, dimension, prefixes }
}

const fn angle_row(symbol: &'static str, factor: &'static str, dimension: Dimension) -> Symbol {
    Symbol { symbol, factor, pi_power: 1, dimension, prefixes: &[] }
}

const OHM: Dimension = Dimension::integers([2, 1, -3, -2, 0]);

/// The units. Inch, foot and pound are exact by the international yard and pound agreement of 1959.
const SYMBOLS: &[Symbol] = &[
    row("m", "1", Dimension::LENGTH, &["n", "u", "m", "c", "k"]),
    row("in", "0.0254", Dimension::LENGTH, &[]),
    row("ft", "0.3048", Dimension::LENGTH, &[]),
    row("g", "1/1000", Dimension::MASS, &["u", "m", "k"]),
    row("t", "1000", Dimension::MASS, &[]),
    row("lb", "0.45359237", Dimension::MASS, &[]),
    row("s", "1", Dimension::TIME, &["n", "u", "m"]),
    row("min", "60", Dimension::TIME, &[]),
    row("h", "3600", Dimension::TIME, &[]),
    row("N", "1", Dimension::FORCE, &["u", "m", "k", "M"]),
    row("lbf", "4.4482216152605", Dimension::FORCE, &[]),
    row("Pa", "1", Dimension::PRESSURE, &["m", "k", "M", "G"]),
    row("bar", "1e5", Dimension::PRESSURE, &["m"]),
    // lbf/in^2
    row("psi", "4.4482216152605/0.00064516", Dimension::PRESSURE, &[]),
    row("J", "1", Dimension::ENERGY, &["u", "m", "k", "M"]),
    row("W", "1", Dimension::POWER, &["u", "m", "k", "M", "G"]),
    row("Hz", "1", Dimension::FREQUENCY, &["m", "k", "M", "G"]),
    row("rad", "1", Dimension::NONE, &["n", "u", "m"]),
    angle_row("deg", "1/180", Dimension::NONE),
    angle_row("°", "1/180", Dimension::NONE),
    angle_row("rev", "2", Dimension::NONE),
    angle_row("rpm", "1/30", Dimension::FREQUENCY),
    row("%", "1/100", Dimension::NONE, &[]),
    row("V", "1", Dimension::VOLTAGE, &["u", "m", "k"]),
    row("A", "1", Dimension::CURRENT, &["n", "u", "m", "k"]),
    row("C", "1", Dimension::integers([0, 0, 1, 1, 0]), &["n", "u", "m"]),
    row("ohm", "1", OHM, &["m", "k", "M"]),
    row("\u{3a9}", "1", OHM, &["m", "k", "M"]),
    row("\u{2126}", "1", OHM, &["m", "k", "M"]),
    row("H", "1", Dimension::integers([2, 1, -2, -2, 0]), &["n", "u", "m"]),
    row("F", "1", Dimension::integers([-2, -1, 4, 2, 0]), &["p", "n", "u", "m"]),
    row("K", "1", Dimension::TEMPERATURE, &["m"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn si(text: &str) -> f64 {
        text.parse::<Unit>().unwrap().to_si()
    }

    #[test]
    fn every_unit_of_daily_use_has_its_si_factor() {
        let table = [
            ("mm", 1e-3),
            ("cm", 1e-2),
            ("um", 1e-6),
            ("µm", 1e-6),
            ("μm", 1e-6),
            ("nm", 1e-9),
            ("km", 1e3),
            ("in", 0.0254),
            ("ft", 0.3048),
            ("g", 1e-3),
            ("kg", 1.0),
            ("t", 1e3),
            ("lb", 0.45359237),
            ("ms", 1e-3),
            ("us", 1e-6),
            ("min", 60.0),
            ("h", 3600.0),
            ("kN", 1e3),
            ("MN", 1e6),
            ("mN", 1e-3),
            ("lbf", 4.4482216152605),
            ("kPa", 1e3),
            ("MPa", 1e6),
            ("GPa", 1e9),
            ("bar", 1e5),
            ("kHz", 1e3),
            ("mrad", 1e-3),
            ("deg", std::f64::consts::PI / 180.0),
            ("rpm", std::f64::consts::PI / 30.0),
            ("%", 0.01),
            ("g/cm^3", 1000.0),
            ("N/mm^2", 1e6),
            ("1/min", 1.0 / 60.0),
            ("N/(m/s)", 1.0),
            ("m*s^-2", 1.0),
        ];
        for (text, factor) in table {
            assert!((si(text) / factor - 1.0).abs() < 1e-15, "{text}: {} instead of {factor}", si(text));
        }
        // 1 psi = 6894.757293168... Pa (NIST SP 811, appendix B.8)
        assert!((si("psi") - 6894.757293168).abs() < 1e-8);
    }

    #[test]
    fn slips_are_refused_with_the_unit_that_was_meant() {
        for (slip, meant) in [
            ("gpa", "GPa"),
            ("Mm", "mm"),
            ("KG", "kg"),
            ("hz", "Hz"),
            ("degs", "deg"),
            ("Nm", "N*m"),
            ("sec", "s"),
            ("mm2", "mm^2"),
        ] {
            let error = slip.parse::<Unit>().unwrap_err();
            assert_eq!(error.message, format!("`{slip}` is not a unit"));
            assert_eq!(error.hint, Some(format!("did you mean {meant}?")));
        }
        assert!("".parse::<Unit>().is_err());
        assert!("kg/".parse::<Unit>().is_err());
        assert!("kg m".parse::<Unit>().is_err());
    }
}
