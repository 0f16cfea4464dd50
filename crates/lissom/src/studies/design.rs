//! Which points of a parameter study are asked.

use super::axis::Axis;
use super::sobol::{MOST_DIMENSIONS, Sobol};
use thiserror::Error;

/// Most points of a study.
const MOST_POINTS: usize = 10_000_000;

/// Why there is no study.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum StudyError {
    /// A parameter and its values cannot be understood.
    #[error(
        "cannot read `{text}`: {why}; write NAME=FROM:TO:POINTS, NAME=FROM:TO:POINTS:log or NAME=V1,V2,V3"
    )]
    Axis {
        /// What was written.
        text: String,
        /// Why not.
        why: String,
    },
    /// A parameter has two sets of values.
    #[error("parameter `{name}` is given twice")]
    Twice {
        /// The parameter.
        name: String,
    },
    /// A grid needs a number of values.
    #[error("a grid needs the number of values of `{name}`: write {name}=FROM:TO:POINTS")]
    NoCount {
        /// The parameter.
        name: String,
    },
    /// More points than can be asked.
    #[error("the study has {count} points, more than {MOST_POINTS}")]
    TooMany {
        /// Number of points.
        count: u128,
    },
    /// There is no point.
    #[error("the study has no points: give parameters with --over, or a list with --list")]
    Empty,
    /// More parameters than the sequence is defined for.
    #[error(
        "a Sobol sequence is available for up to {MOST_DIMENSIONS} parameters, not {count}: use a Latin hypercube"
    )]
    Dimensions {
        /// Number of parameters.
        count: usize,
    },
    /// A line of a list of points cannot be understood.
    #[error("line {line} of the list of points: {why}")]
    List {
        /// The line, from one.
        line: usize,
        /// Why not.
        why: String,
    },
    /// What is to be kept of each answer cannot be found.
    #[error("cannot keep `{path}`: {why}")]
    Column {
        /// What was asked for.
        path: String,
        /// Why not.
        why: String,
    },
}

/// How points are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Design {
    /// All combinations; the last parameter changes fastest.
    Grid,
    /// Independent points, uniform in each range.
    Random {
        /// Number of points.
        count: usize,
        /// Seed: the same seed gives the same points.
        seed: u64,
    },
    /// A Latin hypercube: each range is divided into `count` parts, and every part is met once \[McKay1979\].
    LatinHypercube {
        /// Number of points.
        count: usize,
        /// Seed: the same seed gives the same points.
        seed: u64,
    },
    /// The first points of a Sobol sequence \[Joe2008\]; powers of two are balanced best.
    Sobol {
        /// Number of points.
        count: usize,
    },
}

impl Design {
    /// The points: for each the values of all parameters, in SI units.
    ///
    /// # Errors
    /// When a parameter is given twice, lacks its number of values, or there are too many points.
    pub fn points(self, axes: &[Axis]) -> Result<Vec<Vec<f64>>, StudyError> {
        if let Some(name) = twice(axes.iter().map(|axis| axis.name.as_str())) {
            return Err(StudyError::Twice { name });
        }
        let count = self.count(axes)?;
        let shares = |next: &mut dyn FnMut(usize, usize) -> f64| -> Vec<Vec<f64>> {
            let point = |row: usize, next: &mut dyn FnMut(usize, usize) -> f64| {
                axes.iter().enumerate().map(|(k, axis)| axis.values.at(next(row, k))).collect()
            };
            (0..count).map(|row| point(row, next)).collect()
        };
        Ok(match self {
            Self::Grid => grid(axes, count)?,
            Self::Random { seed, .. } => {
                let mut random = SplitMix(seed);
                shares(&mut |_, _| random.share())
            }
            Self::LatinHypercube { seed, .. } => {
                let mut random = SplitMix(seed);
                let orders: Vec<Vec<usize>> = axes.iter().map(|_| random.order(count)).collect();
                shares(&mut |row, k| (orders[k][row] as f64 + random.share()) / count as f64)
            }
            Self::Sobol { .. } => {
                let mut sequence =
                    Sobol::new(axes.len()).ok_or(StudyError::Dimensions { count: axes.len() })?;
                let points: Vec<Vec<f64>> = (0..count).map(|_| sequence.next_point()).collect();
                shares(&mut |row, k| points[row][k])
            }
        })
    }

    fn count(self, axes: &[Axis]) -> Result<usize, StudyError> {
        if axes.is_empty() {
            return Err(StudyError::Empty);
        }
        let count = match self {
            Self::Grid => {
                let mut product = 1_u128;
                for axis in axes {
                    let values = axis.values.grid().ok_or_else(|| no_count(axis))?;
                    product = product.saturating_mul(values.len() as u128);
                }
                product
            }
            Self::Random { count, .. } | Self::LatinHypercube { count, .. } | Self::Sobol { count } => {
                count as u128
            }
        };
        usize::try_from(count).ok().filter(|count| *count <= MOST_POINTS).ok_or(StudyError::TooMany { count })
    }
}

fn no_count(axis: &Axis) -> StudyError {
    StudyError::NoCount { name: axis.name.clone() }
}

fn grid(axes: &[Axis], count: usize) -> Result<Vec<Vec<f64>>, StudyError> {
    let values: Vec<Vec<f64>> =
        axes.iter().map(|axis| axis.values.grid().ok_or_else(|| no_count(axis))).collect::<Result<_, _>>()?;
    let point = |mut row: usize| {
        let mut point: Vec<f64> = values
            .iter()
            .rev()
            .map(|values| {
                let value = values[row % values.len()];
                row /= values.len();
                value
            })
            .collect();
        point.reverse();
        point
    };
    Ok((0..count).map(point).collect())
}

fn twice<'a>(names: impl Iterator<Item = &'a str>) -> Option<String> {
    let mut seen: Vec<&str> = Vec::new();
    for name in names {
        if seen.contains(&name) {
            return Some(name.to_owned());
        }
        seen.push(name);
    }
    None
}

/// Points from a list: comma-separated text whose first line names the parameters.
///
/// # Errors
/// When a line has another number of entries than the first, or an entry is not a number.
pub fn listed_points(text: &str) -> Result<(Vec<String>, Vec<Vec<f64>>), StudyError> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let wrong = |line: usize, why: String| StudyError::List { line: line + 1, why };
    let (_, head) = lines.next().ok_or(StudyError::Empty)?;
    let names: Vec<String> = head.split(',').map(|name| name.trim().trim_matches('"').to_owned()).collect();
    if let Some(name) = twice(names.iter().map(String::as_str)) {
        return Err(StudyError::Twice { name });
    }
    let mut points = Vec::new();
    for (at, line) in lines {
        let entry = |word: &str| {
            let value: Option<f64> = word.trim().parse().ok();
            let finite = value.filter(|value| value.is_finite());
            finite.ok_or_else(|| wrong(at, format!("`{}` is not a number in SI units", word.trim())))
        };
        let point: Vec<f64> = line.split(',').map(entry).collect::<Result<_, _>>()?;
        if point.len() != names.len() {
            return Err(wrong(at, format!("{} values for {} parameters", point.len(), names.len())));
        }
        points.push(point);
    }
    match points.len() {
        0 => Err(StudyError::Empty),
        count if count > MOST_POINTS => Err(StudyError::TooMany { count: count as u128 }),
        _ => Ok((names, points)),
    }
}

/// The generator SplitMix64 \[Steele2014\]: small, and the same on every machine.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Uniform from 0 to 1, 1 excluded, with 53 bits.
    fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A random order of the numbers below `count` (Fisher and Yates).
    fn order(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        for last in (1..count).rev() {
            let other = (self.share() * (last + 1) as f64) as usize;
            order.swap(last, other.min(last));
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axes(texts: &[&str]) -> Vec<Axis> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn a_grid_has_all_combinations() {
        let points = Design::Grid.points(&axes(&["a=1,2", "b=0:1:3"])).unwrap();
        let expected = [[1.0, 0.0], [1.0, 0.5], [1.0, 1.0], [2.0, 0.0], [2.0, 0.5], [2.0, 1.0]];
        assert_eq!(points, expected);
    }

    /// The first numbers of the generator with seed 1234567, from its published reference program.
    #[test]
    fn the_generator_is_splitmix() {
        let mut random = SplitMix(1_234_567);
        assert_eq!(random.next(), 6_457_827_717_110_365_317);
        assert_eq!(random.next(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn a_latin_hypercube_meets_every_part_once() {
        let design = Design::LatinHypercube { count: 50, seed: 3 };
        let points = design.points(&axes(&["a=0:1", "b=0:1", "c=0:1"])).unwrap();
        for k in 0..3 {
            let mut parts: Vec<usize> = points.iter().map(|point| (point[k] * 50.0) as usize).collect();
            parts.sort_unstable();
            assert_eq!(parts, (0..50).collect::<Vec<_>>());
        }
        assert_ne!(
            points.iter().map(|p| p[0]).collect::<Vec<_>>(),
            points.iter().map(|p| p[1]).collect::<Vec<_>>()
        );
        assert_eq!(points, design.points(&axes(&["a=0:1", "b=0:1", "c=0:1"])).unwrap());
    }

    #[test]
    fn random_points_fill_the_range() {
        let points = Design::Random { count: 4000, seed: 1 }.points(&axes(&["a=-2:2"])).unwrap();
        let mean = points.iter().map(|point| point[0]).sum::<f64>() / 4000.0;
        // Four standard deviations of the mean of 4000 numbers that are uniform over a range of 4.
        assert!(mean.abs() < 4.0 * 4.0 / 12_f64.sqrt() / 4000_f64.sqrt(), "{mean}");
        assert!(points.iter().all(|point| (-2.0..2.0).contains(&point[0])));
    }

    #[test]
    fn lists_are_read_with_their_lines() {
        let (names, points) = listed_points("a, b\n1, 2\n\n3,4e-3\n").unwrap();
        assert_eq!(
            (names, points),
            (vec!["a".to_owned(), "b".to_owned()], vec![vec![1.0, 2.0], vec![3.0, 4e-3]])
        );
        assert!(matches!(listed_points("a,b\n1\n"), Err(StudyError::List { line: 2, .. })));
        assert!(matches!(listed_points("a\nx\n"), Err(StudyError::List { line: 2, .. })));
        assert!(matches!(listed_points("a,a\n1,2\n"), Err(StudyError::Twice { .. })));
        assert_eq!(listed_points("\n"), Err(StudyError::Empty));
    }

    #[test]
    fn impossible_studies_are_refused() {
        let many = axes(&["a=0:1:10000", "b=0:1:10000"]);
        assert!(matches!(Design::Grid.points(&many), Err(StudyError::TooMany { count: 100_000_000 })));
        assert!(matches!(Design::Grid.points(&axes(&["a=0:1"])), Err(StudyError::NoCount { .. })));
        assert!(matches!(Design::Grid.points(&axes(&["a=1", "a=2"])), Err(StudyError::Twice { .. })));
        assert_eq!(Design::Grid.points(&[]), Err(StudyError::Empty));
    }
}
