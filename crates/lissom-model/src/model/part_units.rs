//! The system of units of the files of a part.

use std::fmt;
use std::str::FromStr;

/// Lengths that a system of units may begin with \[m\].
const LENGTHS: &[(&str, f64)] =
    &[("m", 1.0), ("mm", 1e-3), ("cm", 1e-2), ("um", 1e-6), ("in", 0.0254), ("ft", 0.3048)];

/// Masses in the middle of a system \[kg\].
const MASSES: &[(&str, f64)] =
    &[("kg", 1.0), ("t", 1e3), ("g", 1e-3), ("lbm", 0.453_592_37), ("slug", 14.593_902_937_206_364)];

/// Forces in the middle of a system \[N\].
const FORCES: &[(&str, f64)] = &[("N", 1.0), ("kN", 1e3), ("lbf", 4.448_221_615_260_5), ("kgf", 9.806_65)];

/// Times at its end \[s\].
const TIMES: &[(&str, f64)] = &[("s", 1.0), ("ms", 1e-3)];

/// Common systems, as examples.
pub const EXAMPLES: &str = "\"m-kg-s\", \"mm-t-s\", \"mm-kg-ms\", \"in-lbf-s\"";

/// The system of units of a part's files, each in SI units.
#[derive(Clone, Debug, PartialEq)]
pub struct PartUnits {
    /// Its name in the model file.
    pub name: String,
    /// Length \[m\].
    pub length: f64,
    /// Mass \[kg\].
    pub mass: f64,
    /// Time \[s\].
    pub time: f64,
    /// Force \[N\].
    pub force: f64,
}

impl Default for PartUnits {
    fn default() -> Self {
        Self { name: "m-kg-s".to_owned(), length: 1.0, mass: 1.0, time: 1.0, force: 1.0 }
    }
}

/// A text that is not a system of units.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a system of units")]
pub struct UnknownUnits(String);

impl FromStr for PartUnits {
    type Err = UnknownUnits;

    /// A consistent system by its name: length, mass or force, time.
    fn from_str(name: &str) -> Result<Self, UnknownUnits> {
        let find = |table: &[(&str, f64)], word: &str| {
            table.iter().find(|(known, _)| *known == word).map(|(_, value)| *value)
        };
        let parts: Vec<&str> = name.split('-').map(str::trim).collect();
        let found = match parts[..] {
            [length, middle, time] => find(LENGTHS, length).zip(find(TIMES, time)).map(|ends| (ends, middle)),
            _ => None,
        };
        let ((length, time), middle) = found.ok_or_else(|| UnknownUnits(name.to_owned()))?;
        let (mass, force) = match (find(MASSES, middle), find(FORCES, middle)) {
            (Some(mass), _) => (mass, mass * length / (time * time)),
            (None, Some(force)) => (force * time * time / length, force),
            (None, None) => return Err(UnknownUnits(name.to_owned())),
        };
        Ok(Self { name: name.to_owned(), length, mass, time, force })
    }
}

impl PartUnits {
    /// Whether these are SI units.
    #[must_use]
    pub fn is_si(&self) -> bool {
        [self.length, self.mass, self.time, self.force] == [1.0; 4]
    }
}

impl fmt::Display for PartUnits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} (length {} m, mass {} kg, time {} s, force {} N)",
            self.name, self.length, self.mass, self.time, self.force
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn systems_are_consistent() {
        let mm = "mm-t-s".parse::<PartUnits>().unwrap();
        assert_eq!((mm.length, mm.mass, mm.time), (1e-3, 1e3, 1.0));
        assert!((mm.force - 1.0).abs() < 1e-15);
        // One newton in mm, kg and ms is a kilonewton; an inch-pound mass weighs 386.09 pounds.
        assert!(("mm-kg-ms".parse::<PartUnits>().unwrap().force - 1e3).abs() < 1e-9);
        assert!(("in-lbf-s".parse::<PartUnits>().unwrap().mass - 175.126_835_246_5).abs() < 1e-9);
        assert!(("ft-lbf-s".parse::<PartUnits>().unwrap().mass - 14.593_902_937).abs() < 1e-8);
        assert!(("ft-slug-s".parse::<PartUnits>().unwrap().force - 4.448_221_615).abs() < 1e-8);
        for name in ["mm-t-s", "mm-kg-ms", "in-lbf-s", "m-t-s", "cm-g-s", "m-kgf-s", "mm-N-s"] {
            // Force over mass times acceleration.
            let PartUnits { length, mass, time, force, .. } = name.parse().unwrap();
            assert!((force * time * time / (mass * length) - 1.0).abs() < 1e-14, "{name}");
        }
        for name in ["", "mm", "mm-t", "mm-s-t", "MM-T-S", "mm-t-s-K"] {
            assert_eq!(name.parse::<PartUnits>(), Err(UnknownUnits(name.to_owned())));
        }
        assert!(PartUnits::default().is_si() && !mm.is_si());
    }
}
