//! One step of an explicit Runge-Kutta pair, with interpolation.
//!
//! The last stage of a step is the first one of the next, so that it costs nothing.

use crate::integrators::hermite::{End, quintic};
use crate::integrators::integrator::Problem;
use crate::motions::motion::Motion;
use lissom_mech::Inadmissible;

/// The numbers of a pair whose solution is also its last stage.
#[derive(Debug)]
pub(crate) struct Tableau {
    /// Order of the solution, and order in the step of the local error that is estimated.
    pub(crate) order: usize,
    pub(crate) estimated: usize,
    /// Nodes of the stages but the last one.
    pub(crate) nodes: &'static [f64],
    /// Weights of the stages from the second to the last but one.
    pub(crate) stages: &'static [&'static [f64]],
    /// Weights of the solution.
    pub(crate) solution: &'static [f64],
    /// Weights of the estimated error, over all stages.
    pub(crate) error: &'static [f64],
    /// Weights of the quartic term between the ends, over all stages; without them a quintic goes through the
    /// accelerations of both ends.
    pub(crate) between: Option<&'static [f64]>,
}

/// State and buffers of an integration with a pair.
#[derive(Debug)]
pub(crate) struct RungeKutta<'p> {
    pub(crate) tableau: &'static Tableau,
    pub(crate) motion: Motion<'p>,
    /// Begin of the last accepted step [s].
    before_time: f64,
    /// Now [s].
    pub(crate) time: f64,
    before: Vec<f64>,
    pub(crate) y: Vec<f64>,
    pub(crate) trial: Vec<f64>,
    /// Estimated error of `trial`.
    pub(crate) error: Vec<f64>,
    /// Rates at the stages; the first belongs to the step's begin, the last to its end.
    pub(crate) rates: Vec<Vec<f64>>,
    /// The last rates of the accepted step are the first of the next one, once that begins.
    carry: bool,
}

impl<'p> RungeKutta<'p> {
    /// Starts; costs one evaluation.
    pub(crate) fn start(tableau: &'static Tableau, problem: &Problem<'p>) -> Result<Self, Inadmissible> {
        let mut motion = Motion::new(problem.system, problem.input);
        let y = [&*problem.position, &*problem.velocity].concat();
        let mut rates = vec![vec![0.0; y.len()]; tableau.error.len()];
        motion.rates(problem.start, &y, &mut rates[0])?;
        let (before, trial, error) = (y.clone(), y.clone(), vec![0.0; y.len()]);
        let (before_time, time) = (problem.start, problem.start);
        Ok(Self { tableau, motion, before_time, time, before, y, trial, error, rates, carry: false })
    }

    /// Tries a step; `trial` and `error` hold its result.
    pub(crate) fn attempt(&mut self, step: f64) -> Result<(), Inadmissible> {
        let last = self.rates.len() - 1;
        if std::mem::take(&mut self.carry) {
            self.rates.swap(0, last);
        }
        let Tableau { nodes, stages, solution, error, .. } = self.tableau;
        for (stage, weights) in stages.iter().enumerate() {
            combine(&mut self.trial, &self.y, step, weights, &self.rates);
            let time = self.time + nodes[stage + 1] * step;
            self.motion.rates(time, &self.trial, &mut self.rates[stage + 1])?;
        }
        combine(&mut self.trial, &self.y, step, solution, &self.rates);
        self.motion.rates(self.time + step, &self.trial, &mut self.rates[last])?;
        self.error.fill(0.0);
        for (weight, rates) in error.iter().zip(&self.rates) {
            self.error.iter_mut().zip(rates).for_each(|(e, r)| *e += step * weight * r);
        }
        Ok(())
    }

    /// Accepts the trial step, which ends at `time`.
    pub(crate) fn accept(&mut self, time: f64) {
        self.before_time = self.time;
        self.time = time;
        std::mem::swap(&mut self.before, &mut self.y);
        std::mem::swap(&mut self.y, &mut self.trial);
        self.carry = true;
    }

    pub(crate) fn span(&self) -> (f64, f64) {
        (self.before_time, self.time)
    }

    /// The state at a time within the last step.
    pub(crate) fn interpolate(&self, time: f64, state: &mut [f64]) {
        let step = self.time - self.before_time;
        if step == 0.0 {
            state.copy_from_slice(&self.y);
            return;
        }
        let near = (time - self.before_time) / step;
        match self.tableau.between {
            Some(weights) => self.quartic(weights, step, near, state),
            None => {
                quintic(end(&self.before, &self.rates[0]), end(&self.y, self.last_rates()), step, near, state)
            }
        }
    }

    fn last_rates(&self) -> &[f64] {
        &self.rates[self.rates.len() - 1]
    }

    /// The quartic through both ends with their rates and one more term \[Hairer1993, §II.6\].
    fn quartic(&self, weights: &[f64], step: f64, near: f64, state: &mut [f64]) {
        let (far, last) = (1.0 - near, self.last_rates());
        for (i, value) in state.iter_mut().enumerate() {
            let rise = self.y[i] - self.before[i];
            let first = step * self.rates[0][i] - rise;
            let second = rise - step * last[i] - first;
            let quartic: f64 = weights.iter().zip(&self.rates).map(|(weight, rates)| weight * rates[i]).sum();
            *value = self.before[i] + near * (rise + far * (first + near * (second + far * step * quartic)));
        }
    }
}

/// An end of a step: y = (q, q̇), rates (q̇, q̈).
fn end<'a>(y: &'a [f64], rates: &'a [f64]) -> End<'a> {
    let n = y.len() / 2;
    End { position: &y[..n], velocity: &y[n..], acceleration: &rates[n..] }
}

/// target ← base + step · Σ weightⱼ ratesⱼ.
fn combine(target: &mut [f64], base: &[f64], step: f64, weights: &[f64], rates: &[Vec<f64>]) {
    target.copy_from_slice(base);
    for (weight, rates) in weights.iter().zip(rates).filter(|(weight, _)| **weight != 0.0) {
        let factor = step * weight;
        target.iter_mut().zip(rates).for_each(|(t, r)| *t += factor * r);
    }
}

#[cfg(test)]
mod tests {
    use crate::integrators::dormand_prince::DORMAND_PRINCE;
    use crate::integrators::rk43::RUNGE_KUTTA;

    #[test]
    fn rows_of_the_tableaux_add_up_to_their_nodes() {
        for tableau in [&DORMAND_PRINCE, &RUNGE_KUTTA] {
            for (weights, node) in tableau.stages.iter().zip(&tableau.nodes[1..]) {
                assert!((weights.iter().sum::<f64>() - node).abs() < 1e-14);
            }
            assert!((tableau.solution.iter().sum::<f64>() - 1.0).abs() < 1e-15);
            assert!(tableau.error.iter().sum::<f64>().abs() < 1e-15);
            assert!(tableau.between.is_none_or(|weights| weights.iter().sum::<f64>().abs() < 1e-13));
        }
    }
}
