//! What linear state equations answer: poles, frequencies, frequency responses.

use crate::algebra::ComplexNumbers;
use crate::error::BondError;
use crate::form::{coefficient, eliminate};
use crate::graph::Kind;
use crate::invariants::complement;
use crate::small_poles::resolved;
use crate::state_equations::{Origin, StateEquations};
use lissom_linalg::{Complex, Dense, eigen};
use std::f64::consts::TAU;

/// Below this share of the largest pole a pole counts as zero [-].
const ZERO_POLE: f64 = 1e-9;

/// All eigenvalues of a full matrix with more states than this take minutes.
const MOST_STATES: usize = 2500;

/// An oscillation of the system.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Oscillation {
    /// The pole with positive imaginary part [rad/s].
    pub pole: Complex,
    /// |s|/2π \[Hz\].
    pub frequency_hz: f64,
    /// −Re s/|s| [-].
    pub damping_ratio: f64,
    /// Share of residual compliances in the energy of all compliances: near one the frequency is a placeholder, not a
    /// prediction [-].
    pub residual_share: f64,
}

/// Report on the poles of a system.
#[derive(Clone, Debug, PartialEq)]
pub struct Spectrum {
    /// Oscillations, ascending in frequency.
    pub oscillations: Vec<Oscillation>,
    /// Poles that only decay, ascending in modulus \[1/s\].
    pub real_poles: Vec<f64>,
    /// Number of poles at zero: rigid motions, and what else keeps its momentum.
    pub zero_poles: usize,
    /// Largest ‖A v − s v‖/(‖A‖ ‖v‖) of all poles, in units in which energy is half the square of the state [-].
    pub residual: f64,
}

/// The response of every output to every input at one frequency.
#[derive(Clone, Debug, PartialEq)]
pub struct Response {
    /// Frequency \[Hz\].
    pub frequency_hz: f64,
    /// `values[output][input]` (unit of the output over that of the input).
    pub values: Vec<Vec<Complex>>,
}

/// All eigenvalues, and whether those far below the largest are known to be other than zero.
fn wide(a: &Dense) -> Result<(eigen::GeneralEigen, bool), eigen::EigenError> {
    let found = eigen::general(a)?;
    let largest = found.values.iter().fold(0.0, |m: f64, s| m.max(s.abs()));
    resolved(a, found, ZERO_POLE * largest)
}

impl StateEquations {
    /// Scales that make a lossless system skew: the roots of the storage parameters.
    ///
    /// Eigenvalues and exponentials lose digits with matrices whose entries differ by ten orders of magnitude; in
    /// these units energy is half the square of the state, and they do not.
    pub(crate) fn scales(&self) -> Vec<f64> {
        let graph = &self.causal.graph;
        let scale = |origin: Origin| match origin {
            Origin::Storage(element, port) => {
                let field = graph.element(element).kind.field().expect("a storage element has a field");
                field.entry(port, port).value().sqrt()
            }
            Origin::Travel(_) => 1.0,
        };
        self.states.iter().map(|state| scale(state.origin)).collect()
    }

    /// Number of states that are not merely integrals kept for an output; they come first.
    fn dynamic_states(&self) -> usize {
        self.states.iter().filter(|s| matches!(s.origin, Origin::Storage(..))).count()
    }

    /// The eigenvalues of A, ascending in modulus, without the zeros of integrals that are kept for outputs and of
    /// displacements that several compliances share [rad/s].
    ///
    /// # Errors
    /// [`BondError::Eigen`].
    pub fn poles(&self) -> Result<Vec<Complex>, BondError> {
        Ok(self.eigen()?.0.values)
    }

    /// Eigenvalues and vectors over all scaled states, and whether those far below the largest are other than zero.
    fn eigen(&self) -> Result<(eigen::GeneralEigen, bool), BondError> {
        let scales = self.scales();
        let n = self.dynamic_states();
        if n > MOST_STATES {
            return Err(BondError::TooManyStates { states: n, most: MOST_STATES });
        }
        // Travels feed nothing back, so they do not matter here.
        let constant = self.invariants(n, &scales)?;
        let scaled = Dense::from_fn(n, n, |i, j| self.a[(i, j)] * scales[j] / scales[i]);
        let bad = |source| BondError::Eigen { name: "state matrix".to_owned(), source };
        if constant.cols() == 0 {
            return wide(&scaled).map_err(bad);
        }
        let basis = complement(&constant).map_err(|source| BondError::Invariants { states: n, source })?;
        let reduced = basis.transpose_matmul(&scaled.matmul(&basis));
        let (mut found, resolved) = wide(&reduced).map_err(bad)?;
        for vector in &mut found.vectors {
            let part =
                |f: fn(&Complex) -> f64| basis.multiply_vector(&vector.iter().map(f).collect::<Vec<f64>>());
            let (re, im) = (part(|x| x.re), part(|x| x.im));
            *vector = re.into_iter().zip(im).map(|(re, im)| Complex::new(re, im)).collect();
        }
        Ok((found, resolved))
    }

    /// Oscillations, ascending in frequency, and the number of poles at zero.
    ///
    /// # Errors
    /// [`BondError::Eigen`].
    pub fn oscillations(&self) -> Result<(Vec<Oscillation>, usize), BondError> {
        let Spectrum { oscillations, zero_poles, .. } = self.spectrum()?;
        Ok((oscillations, zero_poles))
    }

    /// All poles, by kind.
    ///
    /// # Errors
    /// [`BondError::Eigen`].
    pub fn spectrum(&self) -> Result<Spectrum, BondError> {
        let (found, resolved) = self.eigen()?;
        let residual = self.eigen_residual(&found);
        let scales = self.scales();
        let largest = found.values.iter().fold(0.0, |m: f64, s| m.max(s.abs()));
        // What is below this is zero; of a slow pole that is known by itself, below this share of its own size.
        let zero = |s: &Complex| match resolved && s.abs() <= ZERO_POLE * largest {
            true => ZERO_POLE * s.abs(),
            false => ZERO_POLE * largest,
        };
        let zeros = found.values.iter().filter(|s| s.abs() <= zero(s)).count();
        let list = found.values.iter().zip(&found.vectors).filter(|(s, _)| s.im > zero(s));
        let oscillation = |(&pole, vector): (&Complex, &Vec<Complex>)| {
            let part = |f: fn(&Complex) -> f64| -> Vec<f64> {
                let own = vector.iter().zip(&scales).map(|(x, s)| f(x) * s);
                own.chain(std::iter::repeat_n(0.0, self.states.len() - vector.len())).collect()
            };
            let [real, imaginary] = [part(|x| x.re), part(|x| x.im)].map(|x| self.stored_energy(&x));
            let share = |pick: fn(&(f64, f64)) -> f64| pick(&real) + pick(&imaginary);
            let (total, residual) = (share(|e| e.0), share(|e| e.1));
            Oscillation {
                pole,
                frequency_hz: pole.abs() / TAU,
                damping_ratio: -pole.re / pole.abs(),
                residual_share: if total > 0.0 { residual / total } else { 0.0 },
            }
        };
        let decays = |s: &&Complex| s.abs() > zero(s) && s.im.abs() <= zero(s);
        Ok(Spectrum {
            oscillations: list.map(oscillation).collect(),
            real_poles: found.values.iter().filter(decays).map(|s| s.re).collect(),
            zero_poles: zeros,
            residual,
        })
    }

    fn eigen_residual(&self, found: &eigen::GeneralEigen) -> f64 {
        let scales = self.scales();
        let n = self.dynamic_states();
        let scaled = Dense::from_fn(n, n, |i, j| self.a[(i, j)] * scales[j] / scales[i]);
        let size = (0..n).map(|j| scaled.column(j).iter().map(|x| x * x).sum::<f64>()).sum::<f64>().sqrt();
        let norm = |x: &[Complex]| x.iter().map(|z| z.abs().powi(2)).sum::<f64>().sqrt();
        let of = |(pole, vector): (&Complex, &Vec<Complex>)| {
            let mut left: Vec<Complex> = vector[..n].iter().map(|x| Complex::ZERO - *pole * *x).collect();
            // Column by column, as the matrix lies in memory.
            for (j, x) in vector[..n].iter().enumerate() {
                left.iter_mut().zip(scaled.column(j)).for_each(|(sum, a)| *sum = *sum + x.scale(*a));
            }
            norm(&left) / (size * norm(vector))
        };
        let all = found.values.iter().zip(&found.vectors).map(of);
        if size == 0.0 { 0.0 } else { all.fold(0.0, f64::max) }
    }

    /// Energy of a state without inputs: of all compliances, and of residual ones \[J\].
    fn stored_energy(&self, state: &[f64]) -> (f64, f64) {
        let graph = &self.causal.graph;
        let inputs = vec![0.0; 2 * self.inputs.len()];
        let (mut total, mut residual) = (0.0, 0.0);
        for (id, port, bond) in self.storage_ports() {
            let element = graph.element(id);
            if !matches!(element.kind, Kind::Compliance(_)) {
                continue;
            }
            let energy =
                0.5 * self.stored(id, port, state, &inputs) * self.co_energy(id, bond, state, &inputs);
            total += energy;
            if element.residual {
                residual += energy;
            }
        }
        (total, residual)
    }

    /// C (s − A)⁻¹ (B + s E) + D + s F at s = 2πi f.
    ///
    /// # Errors
    /// [`BondError::Resonance`] where s is a pole, [`BondError::BadFrequency`] for a frequency that is not finite.
    pub fn frequency_response(&self, frequencies_hz: &[f64]) -> Result<Vec<Response>, BondError> {
        let scales = self.scales();
        let invariants = self.invariants(self.states.len(), &scales)?;
        frequencies_hz.iter().map(|&f| self.response_at(f, &scales, &invariants)).collect()
    }

    /// Solved in scaled states z, with α w wᵀ(z − E u) = 0 added for every invariant w: true at every frequency,
    /// and what decides at zero.
    fn response_at(
        &self,
        frequency_hz: f64,
        scales: &[f64],
        invariants: &Dense,
    ) -> Result<Response, BondError> {
        if !frequency_hz.is_finite() {
            return Err(BondError::BadFrequency { frequency_hz });
        }
        let (n, m) = (self.states.len(), self.inputs.len());
        let s = Complex::new(0.0, TAU * frequency_hz);
        let rates = Dense::from_fn(n, n, |i, j| self.a[(i, j)] * scales[j] / scales[i]);
        let jumps = Dense::from_fn(n, m, |i, j| self.e[(i, j)] / scales[i]);
        let weight = rates.max_abs();
        let mut held = invariants.matmul(&invariants.transpose());
        held.scale(weight);
        let held_jumps = held.matmul(&jumps);
        let entry = |i: usize, j: usize| {
            let own = if i == j { s } else { Complex::ZERO };
            own + Complex::from(held[(i, j)] - rates[(i, j)])
        };
        let matrix = (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect();
        let driven = |i: usize, j: usize| {
            Complex::from(self.b[(i, j)] / scales[i] + held_jumps[(i, j)]) + s.scale(jumps[(i, j)])
        };
        let right = (0..n)
            .map(|i| (0..m).map(|j| (j, driven(i, j))).filter(|(_, z)| z.abs() > 0.0).collect())
            .collect();
        let states = eliminate(&mut ComplexNumbers, matrix, right)
            .map_err(|_| BondError::Resonance { frequency_hz })?;
        let value = |i: usize, j: usize| {
            let direct = Complex::from(self.d[(i, j)]) + s.scale(self.f[(i, j)]);
            (0..n).fold(direct, |sum, k| {
                let state = coefficient(&states[k], j).copied().unwrap_or(Complex::ZERO);
                sum + state.scale(self.c[(i, k)] * scales[k])
            })
        };
        let values = (0..self.outputs.len()).map(|i| (0..m).map(|j| value(i, j)).collect()).collect();
        Ok(Response { frequency_hz, values })
    }
}
