//! Where a law switches within a step, so that no step crosses a jump of a force.

use crate::integrators::integrator::Stepper;
use crate::motions::motion::Motion;
use lissom_mech::{Inadmissible, State};

/// Shares of a step at which margins are evaluated.
const SAMPLES: [f64; 4] = [0.25, 0.5, 0.75, 1.0];

/// A time is located when its bracket is this many units of rounding long.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Most halvings of a bracket.
const MOST_HALVINGS: usize = 200;

/// A change of a decision.
#[derive(Clone, Debug)]
pub(crate) struct Switching {
    /// Just after it [s].
    pub(crate) time: f64,
    /// (q, q̇) there.
    pub(crate) state: Vec<f64>,
    /// The decision that changed.
    pub(crate) switch: usize,
}

/// The least margin at a time, with the decision it belongs to.
#[derive(Clone, Copy, Debug)]
struct Least {
    time: f64,
    margin: f64,
    switch: usize,
}

/// Watches the decisions of a system along the steps of an integrator.
#[derive(Debug)]
pub(crate) struct Watch {
    margins: Vec<f64>,
    /// Margins at the samples before, for minima in between.
    before: [Vec<f64>; 2],
    state: Vec<f64>,
}

impl Watch {
    pub(crate) fn new(switches: usize, size: usize) -> Self {
        let zeros = || vec![0.0; switches];
        Self { margins: zeros(), before: [zeros(), zeros()], state: vec![0.0; 2 * size] }
    }

    /// The first change of a decision in the last step; `None` if all hold to its end.
    pub(crate) fn first_switch(
        &mut self,
        motion: &mut Motion<'_>,
        stepper: &dyn Stepper,
    ) -> Result<Option<Switching>, Inadmissible> {
        let (from, to) = stepper.span();
        let mut holds = self.least(motion, stepper, from)?;
        self.before[1].copy_from_slice(&self.margins);
        let mut times = [from, from];
        for (k, share) in SAMPLES.iter().enumerate() {
            let time = if *share == 1.0 { to } else { from + share * (to - from) };
            let found = self.least(motion, stepper, time)?;
            if found.margin < 0.0 {
                return self.locate(motion, stepper, holds.time, found).map(Some);
            }
            let now = self.margins.clone();
            if k > 0
                && let Some(dip) = self.dip([times[0], times[1], time], &now)
            {
                let inside = self.least(motion, stepper, dip)?;
                if inside.margin < 0.0 {
                    return self.locate(motion, stepper, times[0], inside).map(Some);
                }
            }
            self.before.swap(0, 1);
            self.before[1].copy_from_slice(&now);
            times = [times[1], time];
            holds = found;
        }
        Ok(None)
    }

    /// Where the parabola through three samples of a margin is negative, at its lowest point.
    fn dip(&self, [t0, t1, t2]: [f64; 3], last: &[f64]) -> Option<f64> {
        let mut lowest: Option<(f64, f64)> = None;
        for ((a, b), c) in self.before[0].iter().zip(&self.before[1]).zip(last) {
            if !(*b <= *a && *b <= *c && (*b < *a || *b < *c)) {
                continue;
            }
            let (first, second) = ((b - a) / (t1 - t0), (c - b) / (t2 - t1));
            let bend = (second - first) / (t2 - t0);
            let time = 0.5 * (t0 + t1) - 0.5 * first / bend;
            let value = a + (time - t0) * (first + (time - t1) * bend);
            // A margin that comes near to zero deserves a look even if the parabola stays above.
            if time > t0 && time < t2 && value < 0.25 * b && lowest.is_none_or(|(_, least)| value < least) {
                lowest = Some((time, value));
            }
        }
        lowest.map(|(time, _)| time)
    }

    /// The least margin at a time; the state there stays in the buffer.
    fn least(
        &mut self,
        motion: &mut Motion<'_>,
        stepper: &dyn Stepper,
        time: f64,
    ) -> Result<Least, Inadmissible> {
        stepper.interpolate(time, &mut self.state);
        let (position, velocity) = self.state.split_at(motion.size());
        let (system, input, workspace) = motion.parts(time);
        system.margins(&State { time, position, velocity }, input, workspace, &mut self.margins)?;
        let mut least = Least { time, margin: f64::INFINITY, switch: 0 };
        for (switch, margin) in self.margins.iter().enumerate() {
            if *margin < least.margin {
                least = Least { time, margin: *margin, switch };
            }
        }
        Ok(least)
    }

    /// Narrows the bracket between a time at which all decisions hold and one at which some do not, by secants and halvings.
    fn locate(
        &mut self,
        motion: &mut Motion<'_>,
        stepper: &dyn Stepper,
        mut low: f64,
        mut high: Least,
    ) -> Result<Switching, Inadmissible> {
        let mut low_margin: Option<f64> = None;
        for k in 0..MOST_HALVINGS {
            if high.time - low <= ROUNDING * high.time.abs().max(f64::MIN_POSITIVE) {
                break;
            }
            let share = match low_margin {
                Some(margin) if k % 2 == 1 && margin > 0.0 => {
                    // A secant that ends just beyond the zero narrows the bracket from above.
                    (1.01 * margin / (margin - high.margin)).clamp(1e-3, 0.999)
                }
                _ => 0.5,
            };
            let time = low + share * (high.time - low);
            if time <= low || time >= high.time {
                break;
            }
            let found = self.least(motion, stepper, time)?;
            if found.margin < 0.0 {
                high = found;
            } else {
                (low, low_margin) = (time, Some(found.margin));
            }
        }
        stepper.interpolate(high.time, &mut self.state);
        Ok(Switching { time: high.time, state: self.state.clone(), switch: high.switch })
    }
}
