//! A parameter of a study and its values.

use super::design::StudyError;
use std::str::FromStr;

/// Most values of one parameter.
const MOST: usize = 10_000_000;

/// A parameter and its values.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Name of the parameter.
    pub name: String,
    /// Its values (SI units).
    pub values: AxisValues,
}

/// The values of a parameter, in SI units.
#[derive(Clone, Debug, PartialEq)]
pub enum AxisValues {
    /// These values.
    List(Vec<f64>),
    /// A range; `points` is the number of values in a grid.
    Range {
        /// First value.
        from: f64,
        /// Last value.
        to: f64,
        /// Number of values in a grid.
        points: Option<usize>,
        /// Equal ratios instead of equal steps.
        is_logarithmic: bool,
    },
}

impl FromStr for Axis {
    type Err = StudyError;

    /// `NAME=FROM:TO`, `NAME=FROM:TO:POINTS`, `NAME=FROM:TO:POINTS:log`, `NAME=FROM:TO:log` or `NAME=V1,V2,V3`.
    fn from_str(text: &str) -> Result<Self, StudyError> {
        let wrong = |why: &str| StudyError::Axis { text: text.to_owned(), why: why.to_owned() };
        let (name, values) = text.split_once('=').ok_or_else(|| wrong("there is no ="))?;
        let name = name.trim();
        if name.is_empty() {
            return Err(wrong("there is no name before ="));
        }
        let number = |word: &str| {
            let value: Option<f64> = word.trim().parse().ok();
            let value = value.filter(|value| value.is_finite());
            value.ok_or_else(|| wrong(&format!("`{}` is not a number in SI units", word.trim())))
        };
        let values = match values.contains(':') {
            false => AxisValues::List(values.split(',').map(number).collect::<Result<_, _>>()?),
            true => range(values, number, wrong)?,
        };
        Ok(Self { name: name.to_owned(), values })
    }
}

fn range(
    text: &str,
    number: impl Fn(&str) -> Result<f64, StudyError>,
    wrong: impl Fn(&str) -> StudyError,
) -> Result<AxisValues, StudyError> {
    let mut words: Vec<&str> = text.split(':').map(str::trim).collect();
    let is_logarithmic = words.last() == Some(&"log");
    if is_logarithmic || words.last() == Some(&"linear") {
        words.pop();
    }
    let points = match words.len() {
        2 => None,
        3 => {
            let count: Option<usize> = words[2].parse().ok();
            let count = count.filter(|count| (1..=MOST).contains(count));
            Some(count.ok_or_else(|| wrong("the number of values must be a whole number, at least 1"))?)
        }
        _ => return Err(wrong("a range is FROM:TO:POINTS")),
    };
    let (from, to) = (number(words[0])?, number(words[1])?);
    if points == Some(1) && from != to {
        return Err(wrong("a range needs at least 2 values"));
    }
    if is_logarithmic && (from == 0.0 || to == 0.0 || from.signum() != to.signum()) {
        return Err(wrong("equal ratios need two numbers of the same sign, neither of them zero"));
    }
    Ok(AxisValues::Range { from, to, points, is_logarithmic })
}

impl AxisValues {
    /// The value at a share of the range, 0 to 1: linear, or of equal ratios; of a list the value in that part of it.
    pub(super) fn at(&self, share: f64) -> f64 {
        match self {
            Self::List(values) => {
                let index = (share * values.len() as f64) as usize;
                values[index.min(values.len() - 1)]
            }
            // The ends are exact.
            Self::Range { to, .. } if share >= 1.0 => *to,
            Self::Range { from, .. } if share <= 0.0 => *from,
            Self::Range { from, to, is_logarithmic: false, .. } => from + share * (to - from),
            Self::Range { from, to, is_logarithmic: true, .. } => from * (to / from).powf(share),
        }
    }

    /// The values of a grid; `None` where their number was not given.
    pub(super) fn grid(&self) -> Option<Vec<f64>> {
        match self {
            Self::List(values) => Some(values.clone()),
            Self::Range { points, .. } => {
                let count = (*points)?;
                let last = (count - 1).max(1) as f64;
                Some((0..count).map(|k| self.at(k as f64 / last)).collect())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(text: &str) -> Vec<f64> {
        text.parse::<Axis>().unwrap().values.grid().unwrap()
    }

    #[test]
    fn ranges_keep_their_ends() {
        assert_eq!(grid("a=1:2:5"), [1.0, 1.25, 1.5, 1.75, 2.0]);
        assert_eq!(grid("a = 0.1 : 0.7 : 4")[3], 0.7);
        let ratios = grid("a=1e-3:1e3:7:log");
        assert!(ratios.windows(2).all(|pair| (pair[1] / pair[0] - 10.0).abs() < 1e-12));
        assert_eq!((ratios[0], ratios[6]), (1e-3, 1e3));
        assert_eq!(grid("a=3,1,2"), [3.0, 1.0, 2.0]);
        assert_eq!(grid("a=-1:1:3"), [-1.0, 0.0, 1.0]);
    }

    #[test]
    fn wrong_texts_are_refused() {
        for text in [
            "a",
            "=1",
            "a=",
            "a=1:2:0",
            "a=1:2:1",
            "a=1:x:3",
            "a=1:2:3:4",
            "a=-1:1:3:log",
            "a=nan",
            "a=1:inf:3",
        ] {
            assert!(text.parse::<Axis>().is_err(), "{text}");
        }
    }
}
