//! One step of Dormand and Prince's pair of orders 5 and 4, and what lies between its ends.

use crate::integrator::Problem;
use crate::motion::Motion;
use lissom_mech::Inadmissible;

/// Nodes \[Dormand1980, Table 2\].
const NODES: [f64; 6] = [0.0, 1.0 / 5.0, 3.0 / 10.0, 4.0 / 5.0, 8.0 / 9.0, 1.0];
/// Stages 2 to 6 \[Dormand1980, Table 2\].
const STAGES: [&[f64]; 5] = [
    &[1.0 / 5.0],
    &[3.0 / 40.0, 9.0 / 40.0],
    &[44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0],
    &[19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0],
    &[9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0],
];
/// The solution of order 5, which is also the last stage \[Dormand1980, Table 2\].
const SOLUTION: [f64; 6] = [35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0];
/// Order 5 minus order 4 \[Dormand1980, Table 2\].
const ERROR: [f64; 7] =
    [71.0 / 57600.0, 0.0, -71.0 / 16695.0, 71.0 / 1920.0, -17253.0 / 339200.0, 22.0 / 525.0, -1.0 / 40.0];
/// The quartic term of the solution between the ends \[Hairer1993, §II.6; Shampine1986\].
const BETWEEN: [f64; 7] = [
    -12715105075.0 / 11282082432.0,
    0.0,
    87487479700.0 / 32700410799.0,
    -10690763975.0 / 1880347072.0,
    701980252875.0 / 199316789632.0,
    -1453857185.0 / 822651844.0,
    69997945.0 / 29380423.0,
];

/// Where an integration with this pair is, and the buffers of its steps.
#[derive(Debug)]
pub(crate) struct DormandPrince<'p> {
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
    pub(crate) rates: [Vec<f64>; 7],
    /// The last rates of the accepted step are the first of the next one, once that begins.
    carry: bool,
}

impl<'p> DormandPrince<'p> {
    /// Stands at the start; costs one evaluation.
    pub(crate) fn start(problem: &Problem<'p>) -> Result<Self, Inadmissible> {
        let mut motion = Motion::new(problem.system, problem.input);
        let y = [problem.position, problem.velocity].concat();
        let mut rates = std::array::from_fn(|_| vec![0.0; y.len()]);
        motion.rates(problem.start, &y, &mut rates[0])?;
        let (before, trial, error) = (y.clone(), y.clone(), vec![0.0; y.len()]);
        let (before_time, time) = (problem.start, problem.start);
        Ok(Self { motion, before_time, time, before, y, trial, error, rates, carry: false })
    }

    /// Tries a step; `trial` and `error` hold its result.
    pub(crate) fn attempt(&mut self, step: f64) -> Result<(), Inadmissible> {
        if std::mem::take(&mut self.carry) {
            self.rates.swap(0, 6);
        }
        for (stage, weights) in STAGES.iter().enumerate() {
            combine(&mut self.trial, &self.y, step, weights, &self.rates);
            let time = self.time + NODES[stage + 1] * step;
            self.motion.rates(time, &self.trial, &mut self.rates[stage + 1])?;
        }
        combine(&mut self.trial, &self.y, step, &SOLUTION, &self.rates);
        self.motion.rates(self.time + step, &self.trial, &mut self.rates[6])?;
        self.error.fill(0.0);
        for (weight, rates) in ERROR.iter().zip(&self.rates) {
            self.error.iter_mut().zip(rates).for_each(|(e, r)| *e += step * weight * r);
        }
        Ok(())
    }

    /// Makes the tried step the last one; it ends at `time`.
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

    /// The quartic through both ends with their rates that is accurate of order 4 \[Hairer1993, §II.6\].
    pub(crate) fn interpolate(&self, time: f64, state: &mut [f64]) {
        let step = self.time - self.before_time;
        if step == 0.0 {
            state.copy_from_slice(&self.y);
            return;
        }
        let near = (time - self.before_time) / step;
        let far = 1.0 - near;
        for (i, value) in state.iter_mut().enumerate() {
            let rise = self.y[i] - self.before[i];
            let first = step * self.rates[0][i] - rise;
            let second = rise - step * self.rates[6][i] - first;
            let quartic: f64 = BETWEEN.iter().zip(&self.rates).map(|(weight, rates)| weight * rates[i]).sum();
            *value = self.before[i] + near * (rise + far * (first + near * (second + far * step * quartic)));
        }
    }
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
    use super::*;

    #[test]
    fn rows_of_the_tableau_add_up_to_their_nodes() {
        for (weights, node) in STAGES.iter().zip(&NODES[1..]) {
            assert!((weights.iter().sum::<f64>() - node).abs() < 1e-14);
        }
        assert!((SOLUTION.iter().sum::<f64>() - 1.0).abs() < 1e-15);
        assert!(ERROR.iter().sum::<f64>().abs() < 1e-15);
        assert!(BETWEEN.iter().sum::<f64>().abs() < 1e-13);
    }
}
