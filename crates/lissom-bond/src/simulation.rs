//! Exact simulation of linear state equations.

use crate::error::BondError;
use crate::state_equations::StateEquations;
use lissom_linalg::{Dense, expm};

/// States and outputs at equal steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Trajectory {
    /// Instants \[s\].
    pub times: Vec<f64>,
    /// One column per instant.
    pub states: Dense,
    /// One column per instant.
    pub outputs: Dense,
}

impl StateEquations {
    /// Steps through inputs that are linear between samples: exact for them, whatever the step.
    ///
    /// `inputs` has one row per input and one column per sample; `step` is in seconds. Rates of inputs are those of
    /// the interval that begins at a sample (at the last sample, of the one that ends there).
    ///
    /// # Equation
    /// With u = u₀ + t u̇ on a step, (x, u, u̇) obeys a constant system; one matrix exponential advances all steps
    /// \[VanLoan1978, Thm. 1\].
    ///
    /// # Errors
    /// [`BondError::BadStep`], [`BondError::InputSize`], [`BondError::Exponential`].
    pub fn simulate(&self, initial: &[f64], step: f64, inputs: &Dense) -> Result<Trajectory, BondError> {
        let (n, m, samples) = (self.states.len(), self.inputs.len(), inputs.cols());
        if !(step.is_finite() && step > 0.0) {
            return Err(BondError::BadStep { step });
        }
        if initial.len() != n || inputs.rows() != m || samples == 0 {
            let (states, rows) = (initial.len(), inputs.rows());
            return Err(BondError::InputSize { states, expected_states: n, rows, inputs: m, samples });
        }
        let transition = self.transition(step)?;
        let rate = |k: usize, j: usize| match (k + 1 < samples, k > 0) {
            (true, _) => (inputs[(j, k + 1)] - inputs[(j, k)]) / step,
            (false, true) => (inputs[(j, k)] - inputs[(j, k - 1)]) / step,
            (false, false) => 0.0,
        };
        let (mut states, mut outputs) = (Dense::zeros(n, samples), Dense::zeros(self.outputs.len(), samples));
        let mut x = initial.to_vec();
        for k in 0..samples {
            let u = inputs.column(k);
            let rates: Vec<f64> = (0..m).map(|j| rate(k, j)).collect();
            states.column_mut(k).copy_from_slice(&x);
            let terms =
                [self.c.multiply_vector(&x), self.d.multiply_vector(u), self.f.multiply_vector(&rates)];
            for (i, y) in outputs.column_mut(k).iter_mut().enumerate() {
                *y = terms.iter().map(|t| t[i]).sum();
            }
            let whole: Vec<f64> = x.iter().chain(u).chain(&rates).copied().collect();
            x = transition.multiply_vector(&whole);
        }
        Ok(Trajectory { times: (0..samples).map(|k| k as f64 * step).collect(), states, outputs })
    }

    /// x after a step from (x, u, u̇), computed in scaled states.
    fn transition(&self, step: f64) -> Result<Dense, BondError> {
        let (n, m) = (self.states.len(), self.inputs.len());
        let scales = self.scales();
        let entry = |i: usize, j: usize| {
            if i < n {
                let plain = match j {
                    j if j < n => return self.a[(i, j)] * scales[j] / scales[i] * step,
                    j if j < n + m => self.b[(i, j - n)],
                    j => self.e[(i, j - n - m)],
                };
                return plain / scales[i] * step;
            }
            if i < n + m && j == i + m { step } else { 0.0 }
        };
        let size = n + 2 * m;
        let exponential = expm(&Dense::from_fn(size, size, entry))
            .map_err(|source| BondError::Exponential { step, source })?;
        Ok(Dense::from_fn(n, size, |i, j| {
            exponential[(i, j)] * scales[i] / if j < n { scales[j] } else { 1.0 }
        }))
    }
}
