//! What is differentiated, as users write it: `mass`, `frequency:2`, `output:x`, `force`, `stress`, `stress:A`.

use std::fmt;
use std::str::FromStr;

/// A number of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// Mass of the whole \[kg\].
    Mass,
    /// A natural frequency, by its number from one, about the place \[Hz\].
    Frequency(usize),
    /// An output in the equilibrium.
    Output(String),
    /// Force that holds the drive in the equilibrium \[N\] or \[N m\].
    Force,
    /// Largest bending stress of a beam in the equilibrium; `None`: of the beam that has the largest \[Pa\].
    Stress(Option<String>),
}

/// How a quantity is written.
pub const QUANTITIES: &str = "mass, frequency:NUMBER, output:NAME, force, stress, stress:BEAM";

impl FromStr for Quantity {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once(':').map_or((text, None), |(kind, rest)| (kind, Some(rest))) {
            ("mass", None) => Ok(Self::Mass),
            ("force", None) => Ok(Self::Force),
            ("stress", beam) => Ok(Self::Stress(beam.map(str::to_owned))),
            ("output", Some(name)) => Ok(Self::Output(name.to_owned())),
            ("frequency", Some(number)) => match number.parse() {
                Ok(number) if (1..=10_000).contains(&number) => Ok(Self::Frequency(number)),
                _ => Err(format!("frequencies are counted from 1, as in frequency:2, not `{number}`")),
            },
            _ => Err(format!("available are {QUANTITIES}")),
        }
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mass => f.write_str("mass"),
            Self::Frequency(number) => write!(f, "frequency:{number}"),
            Self::Output(name) => write!(f, "output:{name}"),
            Self::Force => f.write_str("force"),
            Self::Stress(None) => f.write_str("stress"),
            Self::Stress(Some(beam)) => write!(f, "stress:{beam}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        for text in ["mass", "frequency:2", "output:x y", "force", "stress", "stress:A:1"] {
            assert_eq!(text.parse::<Quantity>().unwrap().to_string(), text);
        }
        for wrong in ["frequency", "frequency:0", "frequency:x", "output", "weight", "mass:1"] {
            assert!(wrong.parse::<Quantity>().is_err(), "{wrong}");
        }
    }
}
