//! Whether disturbances of a cycle grow: Floquet multipliers with an error, and a verdict only beyond it.
//!
//! Frozen steps are an approximation, and steps that meet a vibration in a fixed ratio can make it grow where the machine does not: a
//! multiplier of 1.04 may be an error of the steps. The multipliers of three numbers of steps are therefore compared, and nothing is
//! said to grow or to decay that changes among them by as much as it grows or decays. With coefficients frozen in the middle of steps the
//! method is of second order, and the error of the finest is a third of its last change; the whole change is used, and that of the
//! doubling before.

use super::frozen_equations::MovingEquations;
use super::frozen_step::{FreezeAt, FrozenStep};
use crate::error::DynamicsError;
use crate::moving_error::MovingError;
use lissom_linalg::eigen::general;
use lissom_linalg::{Complex, Dense};

/// Further doublings of the steps while the verdict is open.
const MOST_DOUBLINGS: usize = 2;
/// Multipliers known to this are not refined further if they leave the verdict open [-].
const SETTLED: f64 = 1e-4;

/// What becomes of disturbances over many cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CycleStability {
    /// All decay.
    Stable,
    /// Some grow.
    Unstable,
    /// Within the error they neither grow nor decay.
    Undecided,
}

/// Floquet analysis of one cycle.
#[derive(Clone, Debug)]
pub struct Floquet {
    /// Eigenvalues of the transition matrix over the cycle, by modulus, descending [-].
    pub multipliers: Vec<Complex>,
    /// The largest modulus of a multiplier [-].
    pub largest: f64,
    /// Estimated error of the moduli: the largest change by either of the last two changes of the steps, and rounding [-].
    pub error: f64,
    /// Number of steps of the multipliers.
    pub steps: usize,
    /// What follows beyond the error.
    pub stability: CycleStability,
    /// Why it is open, and the remedy.
    pub why: Option<String>,
}

/// Multipliers for a number of steps.
struct Level {
    steps: usize,
    multipliers: Vec<Complex>,
    /// Size of the transition matrix [-].
    size: f64,
}

/// The transition matrix over a cycle is taken from `known` for two numbers of steps, the finer last, and computed for others.
pub(super) fn floquet(
    equations: &mut dyn MovingEquations,
    (end, freeze, gamma): (f64, FreezeAt, f64),
    known: [(usize, &Dense); 2],
) -> Result<Floquet, DynamicsError> {
    let computed = |equations: &mut dyn MovingEquations, steps: usize| {
        let matrix = transition(equations, (end, freeze, gamma), steps)?;
        Level::of(equations.name(), steps, &matrix)
    };
    let quarter = (known[0].0 / 2).max(1);
    let mut levels = vec![computed(equations, quarter)?];
    for (steps, matrix) in known {
        levels.push(Level::of(equations.name(), steps, matrix)?);
    }
    let mut found = judged(&levels);
    for _ in 0..MOST_DOUBLINGS {
        if found.stability != CycleStability::Undecided || found.error <= SETTLED {
            break;
        }
        levels.push(computed(equations, 2 * found.steps)?);
        found = judged(&levels);
    }
    Ok(found)
}

/// Φ of z(T) = Φ z(0) for a number of steps.
fn transition(
    equations: &mut dyn MovingEquations,
    (end, freeze, gamma): (f64, FreezeAt, f64),
    steps: usize,
) -> Result<Dense, DynamicsError> {
    let length = end / steps as f64;
    let mut carried = Dense::identity(2 * equations.size());
    for k in 0..steps {
        let frozen = equations.at((k as f64 + freeze.share()) * length)?;
        let step = FrozenStep::of(&frozen, gamma, length)
            .map_err(|source| DynamicsError::Exponential { name: equations.name().to_owned(), source })?;
        carried = step.matrix.matmul(&carried);
    }
    Ok(carried)
}

impl Level {
    fn of(name: &str, steps: usize, matrix: &Dense) -> Result<Self, DynamicsError> {
        let found =
            general(matrix).map_err(|source| MovingError::Floquet { name: name.to_owned(), source })?;
        let mut multipliers = found.values;
        multipliers.sort_by(|a, b| b.abs().total_cmp(&a.abs()));
        Ok(Self { steps, multipliers, size: matrix.norm_frobenius() })
    }

    fn largest(&self) -> f64 {
        self.multipliers.first().map_or(0.0, |multiplier| multiplier.abs())
    }

    /// The largest change of a modulus; infinite if one is no number.
    fn change(&self, other: &Self) -> f64 {
        let pairs = self.multipliers.iter().zip(&other.multipliers);
        pairs.fold(0.0, |most, (a, b)| {
            let change = (a.abs() - b.abs()).abs();
            if change.is_nan() { f64::INFINITY } else { most.max(change) }
        })
    }
}

/// The verdict of the last three numbers of steps.
fn judged(levels: &[Level]) -> Floquet {
    let [.., first, second, last] = levels else { unreachable!("three numbers of steps are compared") };
    // Two multipliers that meet move apart with the square root of any error of the matrix.
    let rounding = (f64::EPSILON * last.size.max(1.0)).sqrt();
    let error = first.change(second).max(second.change(last)) + rounding;
    let largest = last.largest();
    let stability = if largest - 1.0 > error {
        CycleStability::Unstable
    } else if 1.0 - largest > error {
        CycleStability::Stable
    } else {
        CycleStability::Undecided
    };
    let why = (stability == CycleStability::Undecided).then(|| open(last, error));
    Floquet { multipliers: last.multipliers.clone(), largest, error, steps: last.steps, stability, why }
}

/// Why multipliers leave the verdict open.
fn open(level: &Level, error: f64) -> String {
    let on_circle = level.multipliers.iter().all(|multiplier| (multiplier.abs() - 1.0).abs() <= error);
    if on_circle && error <= SETTLED {
        return format!(
            "all multipliers have modulus 1 within {error:.1e}, as those of a machine without damping: disturbances neither grow nor decay \
             within that; damping decides"
        );
    }
    let steps = level.steps;
    format!(
        "the largest multiplier is 1 within the error {error:.1e} that is left with {steps} steps: use more steps, or add damping"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(steps: usize, moduli: &[f64]) -> Level {
        let multipliers = moduli.iter().map(|modulus| Complex::new(0.0, *modulus)).collect();
        Level { steps, multipliers, size: 1.0 }
    }

    /// Growth that only some numbers of steps show is an error of the steps.
    #[test]
    fn growth_that_changes_with_the_steps_is_not_claimed() {
        let judge = |moduli: [f64; 3]| {
            let levels: Vec<Level> =
                moduli.iter().enumerate().map(|(k, m)| level(90 << k, &[*m, 1.0 / m])).collect();
            judged(&levels)
        };
        for moduli in [[1.0, 1.04, 1.0], [1.0, 1.0, 1.04], [1.0, 1.04, 1.04], [1.04, 1.01, 1.002]] {
            let found = judge(moduli);
            assert_eq!(found.stability, CycleStability::Undecided, "{moduli:?}");
            assert!(found.why.is_some_and(|why| why.contains("more steps")), "{moduli:?}");
        }
        assert_eq!(judge([1.041, 1.04, 1.0401]).stability, CycleStability::Unstable);
        assert_eq!(judge([1.04, f64::NAN, 1.04]).stability, CycleStability::Undecided);
        let neutral = judge([1.000_01, 1.000_002, 1.000_000_5]);
        assert!(neutral.why.is_some_and(|why| why.contains("without damping")));
        let damped = [90, 180, 360].map(|steps| level(steps, &[0.8, 0.3]));
        let found = judged(&damped);
        assert_eq!((found.stability, found.why), (CycleStability::Stable, None));
    }
}
