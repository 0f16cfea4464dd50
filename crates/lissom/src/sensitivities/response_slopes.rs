//! Frequency responses.
//!
//! With Z = K − ω² M + iω D, Z X = B and Zᵀ Y = Cᵀ, the response H = C X changes by
//! $$ H' = C' X + Y^\mathsf{T} B' - Y^\mathsf{T} Z' X $$
//! A damping ratio ζ of all modes is the damping matrix 2ζ M √(M⁻¹K). In modes, √(M⁻¹K) being diagonal, differentiating its square
//! gives 2ζ (K'ⱼₖ + ωⱼ ωₖ M'ⱼₖ) / (ωⱼ + ωₖ) with K'ⱼₖ = φⱼᵀ K' φₖ, and 2ζ' ωⱼ on the diagonal: no difference of frequencies is
//! divided by, so that clusters need no care.

use super::extrapolation::Level;
use super::sample::SampleSlopes;
use crate::failure::Failure;
use lissom_dynamics::whole_damping;
use lissom_linalg::{BandOrder, BandedLu, Complex, Dense, Sparse, eigen};
use lissom_mech::{ModalDamping, Structure};
use std::f64::consts::TAU;

/// Most coordinates of a structure with modal damping, all of whose modes are needed.
const MOST_WITH_MODES: usize = 600;

/// The response at some frequencies, with what its derivative needs.
pub(crate) struct Responses {
    pub frequencies_hz: Vec<f64>,
    /// Numbers of inputs and outputs.
    pub inputs: Vec<usize>,
    pub outputs: Vec<usize>,
    /// By frequency.
    solutions: Vec<Solution>,
    modal: Option<ModalRoot>,
}

/// X and Y at a frequency, one vector for each input and output.
struct Solution {
    forward: Vec<Vec<Complex>>,
    adjoint: Vec<Vec<Complex>>,
}

/// All modes of a structure with a damping ratio of all modes.
struct ModalRoot {
    ratio: f64,
    frequencies: Vec<f64>,
    shapes: Dense,
    /// M Φ: amplitudes of x are (M Φ)ᵀ x.
    momenta: Dense,
}

impl Responses {
    /// Solves for all inputs and outputs at all frequencies.
    ///
    /// # Errors
    /// When the damping cannot be differentiated, or an undamped structure is asked at its resonance.
    pub fn solve(
        structure: &Structure,
        frequencies_hz: Vec<f64>,
        inputs: Vec<usize>,
        outputs: Vec<usize>,
    ) -> Result<Self, Failure> {
        let modal = ModalRoot::of(structure)?;
        let damping = match modal {
            None => structure.damping.clone(),
            Some(_) => Sparse::from_dense(&whole_damping(structure)?),
        };
        let matrices = [&structure.stiffness, &structure.mass, &damping];
        let order = BandOrder::of(&matrices);
        let mut solutions = Vec::with_capacity(frequencies_hz.len());
        for hz in &frequencies_hz {
            let factors = factors(TAU * hz);
            let terms: Vec<(Complex, &Sparse)> = factors.into_iter().zip(matrices).collect();
            let factor = BandedLu::factor(&order, &terms);
            if factor.is_singular() {
                return Err(singular(*hz));
            }
            let complex = |values: &[f64]| -> Vec<Complex> { values.iter().map(|v| (*v).into()).collect() };
            let forward = inputs.iter().map(|i| factor.solve(&complex(&structure.inputs[*i].values)));
            let adjoint =
                outputs.iter().map(|o| factor.solve_transposed(&complex(&structure.outputs[*o].values)));
            let solution = Solution { forward: forward.collect(), adjoint: adjoint.collect() };
            if solution.forward.iter().chain(&solution.adjoint).flatten().any(|z| !z.is_finite()) {
                return Err(singular(*hz));
            }
            solutions.push(solution);
        }
        Ok(Self { frequencies_hz, inputs, outputs, solutions, modal })
    }

    /// Numbers of an input and of an output in their lists, in the order of answers: inputs outside.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.inputs.len()).flat_map(|i| (0..self.outputs.len()).map(move |o| (i, o)))
    }

    /// H of a pair at every frequency.
    pub fn values(&self, structure: &Structure, (i, o): (usize, usize)) -> Vec<Complex> {
        let row = &structure.outputs[self.outputs[o]].values;
        self.solutions.iter().map(|solution| dot(row, &solution.forward[i])).collect()
    }

    /// Real and imaginary parts of H' of all pairs and frequencies, pairs outside, and the sizes of the terms.
    pub fn level(&self, structure: &Structure, slopes: &SampleSlopes, level: &mut Level) {
        let modal = self.modal.as_ref().map(|modal| modal.projected(slopes));
        for (i, o) in self.pairs() {
            for (solution, hz) in self.solutions.iter().zip(&self.frequencies_hz) {
                let (x, y) = (&solution.forward[i], &solution.adjoint[o]);
                let [k, m, d] = factors(TAU * hz);
                let mut change = dot(&slopes.outputs[self.outputs[o]], x)
                    + dot(&slopes.inputs[self.inputs[i]], y)
                    - k * form(&slopes.stiffness, y, x)
                    - m * form(&slopes.mass, y, x)
                    - d * form(&slopes.damping, y, x);
                if let Some((root, projected)) = self.modal.as_ref().zip(modal.as_ref()) {
                    change = change - d * root.change(projected, slopes.ratio, y, x);
                }
                let size = sizes(&structure.stiffness, y, x) + m.abs() * sizes(&structure.mass, y, x);
                level.slopes.extend([change.re, change.im]);
                level.sizes.extend([size, size]);
            }
        }
    }
}

impl ModalRoot {
    fn of(structure: &Structure) -> Result<Option<Self>, Failure> {
        let refused = |why: String| Failure::NotDifferentiable { what: "the response".to_owned(), why };
        let ratio = match &structure.modal_damping {
            none if none.is_none() => return Ok(None),
            ModalDamping::Uniform(ratio) => *ratio,
            ModalDamping::ByEnergy(_) => {
                return Err(refused(
                    "components with damping ratios of their own are not supported; use dampers or the same \
                                    ratio for all"
                        .to_owned(),
                ));
            }
        };
        if structure.size() > MOST_WITH_MODES {
            return Err(refused(format!(
                "with a damping ratio of all modes it needs all {} modes, more than {MOST_WITH_MODES}: use fewer elements or \
                 dampers",
                structure.size()
            )));
        }
        let (stiffness, mass) = (structure.stiffness.to_dense(), structure.mass.to_dense());
        let found =
            eigen::symmetric_definite(&stiffness, &mass).map_err(|error| refused(error.to_string()))?;
        let largest = found.values.iter().fold(0.0, |a: f64, b| a.max(b.abs()));
        // Below this share an eigenvalue is that of a rigid motion, up to rounding.
        let root = |value: &f64| if *value > 1e-12 * largest { value.sqrt() } else { 0.0 };
        let momenta = structure.mass.times(&found.vectors);
        let frequencies = found.values.iter().map(root).collect();
        Ok(Some(Self { ratio, frequencies, shapes: found.vectors, momenta }))
    }

    /// Φᵀ K' Φ and Φᵀ M' Φ.
    fn projected(&self, slopes: &SampleSlopes) -> [Dense; 2] {
        [&slopes.stiffness, &slopes.mass].map(|m| self.shapes.transpose_matmul(&m.times(&self.shapes)))
    }

    /// yᵀ D' x.
    fn change(
        &self,
        [stiffness, mass]: &[Dense; 2],
        ratio_slope: f64,
        y: &[Complex],
        x: &[Complex],
    ) -> Complex {
        let n = self.frequencies.len();
        let amplitudes =
            |z: &[Complex]| -> Vec<Complex> { (0..n).map(|j| dot(self.momenta.column(j), z)).collect() };
        let (a, b) = (amplitudes(y), amplitudes(x));
        let mut sum = Complex::ZERO;
        for (k, &wk) in self.frequencies.iter().enumerate() {
            for (j, &wj) in self.frequencies.iter().enumerate().filter(|(_, wj)| **wj + wk > 0.0) {
                let entry = (stiffness[(j, k)] + wj * wk * mass[(j, k)]) / (wj + wk);
                sum = sum + (a[j] * b[k]).scale(2.0 * self.ratio * entry);
            }
            sum = sum + (a[k] * b[k]).scale(2.0 * ratio_slope * wk);
        }
        sum
    }
}

/// Factors of K, M and D in Z.
fn factors(omega: f64) -> [Complex; 3] {
    [Complex::ONE, Complex::new(-omega * omega, 0.0), Complex::new(0.0, omega)]
}

fn singular(hz: f64) -> Failure {
    Failure::NotDifferentiable {
        what: format!("the response at {hz} Hz"),
        why: "an undamped structure has none at its resonance, nor a free one at 0 Hz".to_owned(),
    }
}

fn dot(row: &[f64], z: &[Complex]) -> Complex {
    row.iter().zip(z).fold(Complex::ZERO, |sum, (r, z)| sum + z.scale(*r))
}

/// yᵀ A x.
fn form(matrix: &Sparse, y: &[Complex], x: &[Complex]) -> Complex {
    matrix.iter().fold(Complex::ZERO, |sum, (i, j, value)| sum + (y[i] * x[j]).scale(value))
}

/// |y|ᵀ |A| |x|.
fn sizes(matrix: &Sparse, y: &[Complex], x: &[Complex]) -> f64 {
    matrix.iter().map(|(i, j, value)| (y[i] * x[j]).abs() * value.abs()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sensitivities::sample::Sample;
    use lissom_mech::Pattern;

    /// Three masses in a row between walls, with a parameter in a stiffness, a mass, the damping, the ratio and both ports.
    fn chain(p: f64, ratio: f64) -> Structure {
        let stiffness = Dense::from_rows(&[&[2.0 + p, -p, 0.0], &[-p, 1.0 + p, -1.0], &[0.0, -1.0, 3.0]]);
        let mass = Dense::from_diagonal(&[1.0, p * p, 2.0]);
        let damping = Dense::from_diagonal(&[0.0, 0.05 * p, 0.01]);
        let pattern = |values: Vec<f64>| Pattern { name: "u".to_owned(), unit: String::new(), values };
        let sparse = Sparse::from_dense;
        Structure {
            damping: sparse(&damping),
            modal_damping: ModalDamping::Uniform(ratio * p),
            inputs: vec![pattern(vec![p, 0.0, 0.0])],
            outputs: vec![pattern(vec![0.0, 1.0, 1.0 / p])],
            ..Structure::of_matrices("chain", sparse(&mass), sparse(&stiffness))
        }
    }

    fn response(p: f64, ratio: f64, hz: f64) -> Complex {
        let structure = chain(p, ratio);
        let found = Responses::solve(&structure, vec![hz], vec![0], vec![0]).unwrap();
        found.values(&structure, (0, 0))[0]
    }

    #[test]
    fn responses_change_as_differences_of_whole_answers_say() {
        let (p, step) = (1.3, 1e-5);
        for ratio in [0.0, 0.03] {
            for hz in [0.05, 0.21, 0.3] {
                let structure = chain(p, ratio);
                let found = Responses::solve(&structure, vec![hz], vec![0], vec![0]).unwrap();
                let sample = |p: f64| Sample { structure: chain(p, ratio), numbers: Vec::new() };
                let slopes = Sample::slopes(&sample(p - step), &sample(p + step), 2.0 * step, "p").unwrap();
                let mut level = Level::default();
                found.level(&structure, &slopes, &mut level);
                let whole = response(p + step, ratio, hz) - response(p - step, ratio, hz);
                let error = (Complex::new(level.slopes[0], level.slopes[1]) - whole.scale(0.5 / step)).abs();
                // Differences over 1e-5 are good to about 1e-9 of curvatures that are some hundred times the slope.
                assert!(
                    error < 1e-7 * whole.abs() / step,
                    "{ratio} {hz}: {error:e} of {:e}",
                    whole.abs() / step
                );
            }
        }
    }
}
