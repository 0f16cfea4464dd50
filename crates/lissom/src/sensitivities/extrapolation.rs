//! Slopes for several steps, extrapolated to a step of zero, with an estimate of the error.

/// Number of steps; each is half of the one before.
pub(crate) const LEVELS: usize = 4;

/// First step as a share of a parameter: with four levels the error of smooth functions is about 1e-13 of the slope, and
/// rounding is multiplied by 25 only \[-\].
pub(crate) const FIRST_STEP: f64 = 0.04;

/// Entries of matrices are rounded a few times while they are assembled \[-\].
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Slopes over one step, and how large the numbers were whose difference they are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Level {
    /// (f(p + h) − f(p − h)) / 2h.
    pub slopes: Vec<f64>,
    /// Sizes of the terms of f.
    pub sizes: Vec<f64>,
}

/// A derivative and an estimate of its error.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Slope {
    /// The derivative.
    pub value: f64,
    /// Estimate of its error: what extrapolation changed last, and rounding.
    pub error: f64,
}

impl Slope {
    /// The slope of a multiple.
    pub(crate) fn times(self, factor: f64) -> Self {
        Self { value: self.value * factor, error: self.error * factor.abs() }
    }
}

/// Extrapolates central differences, whose error is a series in h² \[Hairer1993, §II.9\]:
/// $$ T_{k,j} = T_{k,j-1} + \frac{T_{k,j-1} - T_{k-1,j-1}}{4^j - 1} $$
/// Of all entries the one with the smallest estimate is taken: differences with its two neighbours, and rounding.
pub(crate) fn extrapolated(first_step: f64, levels: &[Level]) -> Vec<Slope> {
    let count = levels.first().map_or(0, |level| level.slopes.len());
    (0..count)
        .map(|i| {
            let column: Vec<f64> = levels.iter().map(|level| level.slopes[i]).collect();
            let size = levels.iter().map(|level| level.sizes[i]).fold(0.0, f64::max);
            limit(first_step, &column, size)
        })
        .collect()
}

fn limit(first_step: f64, column: &[f64], size: f64) -> Slope {
    let mut best = Slope { value: column.last().copied().unwrap_or(0.0), error: f64::INFINITY };
    let mut before: Vec<f64> = Vec::new();
    for (k, slope) in column.iter().enumerate() {
        let rounding = ROUNDING * size / (first_step / f64::from(1_u32 << k));
        let mut row = vec![*slope];
        for j in 1..=k {
            let weight = 4.0_f64.powi(j as i32) - 1.0;
            let next = row[j - 1] + (row[j - 1] - before[j - 1]) / weight;
            let error = (next - row[j - 1]).abs().max((next - before[j - 1]).abs()) + rounding;
            if error < best.error {
                best = Slope { value: next, error };
            }
            row.push(next);
        }
        before = row;
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slope(f: impl Fn(f64) -> f64, p: f64) -> Slope {
        let first = FIRST_STEP * p;
        let level = |k: usize| {
            let h = first / f64::from(1_u32 << k);
            Level { slopes: vec![(f(p + h) - f(p - h)) / (2.0 * h)], sizes: vec![f(p).abs()] }
        };
        extrapolated(first, &(0..LEVELS).map(level).collect::<Vec<_>>())[0]
    }

    #[test]
    fn smooth_functions_reach_rounding_and_the_estimate_holds() {
        for (f, exact) in [
            ((|p: f64| p.powi(3)) as fn(f64) -> f64, 12.0),
            (|p| 1.0 / p.powi(3), -3.0 / 16.0),
            (f64::sin, 2.0_f64.cos()),
        ] {
            let found = slope(f, 2.0);
            assert!((found.value - exact).abs() <= found.error, "{found:?}, exact {exact}");
            assert!(found.error < 1e-9 * exact.abs(), "{found:?}");
        }
    }

    #[test]
    fn a_kink_is_seen_in_the_estimate() {
        let found = slope(|p| (p - 2.01).max(0.0), 2.0);
        assert!(found.error > 0.05, "{found:?}");
    }
}
