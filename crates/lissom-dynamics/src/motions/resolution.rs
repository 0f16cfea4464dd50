//! How many output times a motion needs: between two of them a straight line should do.

use crate::motions::trajectory::{Change, STILL, Trajectory};

/// A straight line between output times may miss an output by this share of its range [-].
const STRAIGHT: f64 = 0.005;

/// Default number of intervals between output times.
const INTERVALS: usize = 200;

/// Each of them is divided by up to this, a power of two.
const FINEST: usize = 16;

/// The number of times to record by default; [`Trajectory::resolved`] thins them out.
pub const FINE_POINTS: usize = INTERVALS * FINEST + 1;

impl Trajectory {
    /// Largest distance of a recorded output from the straight line between every `stride`-th one, over the range of the output [-].
    #[must_use]
    pub fn deviation(&self, stride: usize) -> f64 {
        let mut worst = 0.0_f64;
        for (k, series) in self.outputs.iter().enumerate() {
            let (low, high) =
                series.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(*v), h.max(*v)));
            // What is only rounding, of both signs and several steps, has no shape to follow.
            let still = 10.0 * STILL * self.reach.get(k).copied().unwrap_or(0.0);
            if high - low <= still {
                continue;
            }
            for ends in (0..series.len()).step_by(stride).zip((stride..series.len()).step_by(stride)) {
                let (first, last) = (series[ends.0], series[ends.1]);
                for k in 1..stride {
                    let line = first + (last - first) * k as f64 / stride as f64;
                    worst = worst.max((series[ends.0 + k] - line).abs() / (high - low));
                }
            }
        }
        worst
    }

    /// The largest stride whose straight lines follow all outputs; 1 if none does.
    #[must_use]
    pub fn resolving_stride(&self) -> usize {
        let whole = self.times.len().saturating_sub(1);
        let strides =
            std::iter::successors(Some(FINEST), |stride| Some(stride / 2)).take_while(|stride| *stride > 1);
        let fits = |stride: &usize| whole.is_multiple_of(*stride) && self.deviation(*stride) <= STRAIGHT;
        strides.into_iter().find(fits).unwrap_or(1)
    }

    /// Whether straight lines between the recorded times follow all outputs, judged by every second one: halving the distance
    /// divides the deviation of a smooth curve by four.
    #[must_use]
    pub fn is_resolved(&self) -> bool {
        self.times.len() < 3 || self.deviation(2) <= 4.0 * STRAIGHT
    }

    /// Every `stride`-th time; the last one stays if the stride divides the number of intervals.
    #[must_use]
    pub fn thinned(&self, stride: usize) -> Self {
        let thin = |rows: &[Vec<f64>]| rows.iter().step_by(stride).cloned().collect();
        let mut changes: Vec<Change> = Vec::new();
        for change in &self.changes {
            let first = change.first.div_ceil(stride);
            let skipped = first * stride - change.first;
            let kept = |rows: &[Vec<f64>]| rows.iter().skip(skipped).step_by(stride).cloned().collect();
            // Coordinates that hold none of the remaining times give way to the next ones.
            changes.retain(|earlier| earlier.first < first);
            changes.push(Change {
                first,
                positions: kept(&change.positions),
                velocities: kept(&change.velocities),
                ..change.clone()
            });
        }
        let last = self.times.len().div_ceil(stride);
        changes.retain(|change| change.first < last);
        Self {
            times: self.times.iter().copied().step_by(stride).collect(),
            outputs: self
                .outputs
                .iter()
                .map(|series| series.iter().copied().step_by(stride).collect())
                .collect(),
            positions: thin(&self.positions),
            velocities: thin(&self.velocities),
            energies: self.energies.iter().copied().step_by(stride).collect(),
            changes,
            ..self.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wave(periods: f64, points: usize) -> Trajectory {
        let times: Vec<f64> = (0..points).map(|k| k as f64 / (points - 1) as f64).collect();
        let series = times.iter().map(|t| (std::f64::consts::TAU * periods * t).sin()).collect();
        let positions: Vec<Vec<f64>> = times.iter().map(|t| vec![*t]).collect();
        Trajectory {
            velocities: positions.clone(),
            positions,
            times,
            outputs: vec![series],
            ..Trajectory::default()
        }
    }

    /// A chord over the angle a misses a circle's sine by 1 − cos(a/2) of half its range.
    #[test]
    fn a_wave_gets_the_points_that_it_needs() {
        for (periods, stride) in [(1.0, 16), (8.0, 16), (10.0, 8), (20.0, 4), (60.0, 2), (100.0, 1)] {
            let angle = |stride: f64| std::f64::consts::TAU * periods * stride / 3200.0;
            let misses = |stride: f64| 0.5 * (1.0 - (0.5 * angle(stride)).cos());
            assert!(stride == 1 || misses(f64::from(stride)) <= STRAIGHT);
            assert!(stride == 16 || misses(2.0 * f64::from(stride)) > STRAIGHT, "{periods}");
            assert_eq!(wave(periods, FINE_POINTS).resolving_stride(), stride as usize, "{periods} periods");
        }
        assert!(wave(6.0, 201).is_resolved() && !wave(60.0, 201).is_resolved());
    }

    #[test]
    fn rounding_needs_no_points() {
        let mut motion = wave(100.0, FINE_POINTS);
        motion.outputs[0].iter_mut().for_each(|x| *x *= 1e-13);
        assert_eq!(motion.resolving_stride(), 1);
        motion.reach = vec![1.0];
        assert_eq!(motion.resolving_stride(), FINEST);
    }

    #[test]
    fn thinning_keeps_both_ends() {
        let thin = wave(1.0, FINE_POINTS).thinned(16);
        assert_eq!((thin.times.len(), thin.positions.len(), thin.outputs[0].len()), (201, 201, 201));
        assert_eq!((thin.times[0], thin.times[200], thin.positions[200][0]), (0.0, 1.0, 1.0));
    }
}
