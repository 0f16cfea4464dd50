//! A small structure in its own modes: the form in which it is stepped.

use crate::error::DynamicsError;
use lissom_linalg::{Dense, Lu, dot, eigen};
use lissom_mech::Structure;

/// Frequencies below this part of the largest belong to rigid motions: rounding leaves about 1e-16 of ω² [-].
const RIGID: f64 = 1e-7;

/// η̈ + D̃ η̇ + Ω² η = B̃ u with x = Φ η + S u, S the compliance of directions without mass.
///
/// The state is (p, v): v = η̇, and p = ω η, or η where ω is zero, so that ½ pᵀ p is the elastic energy.
#[derive(Clone, Debug)]
pub(crate) struct ModalForm {
    /// ω, zero for rigid motions [rad/s].
    pub frequencies: Vec<f64>,
    /// D̃ = Φᵀ D Φ + 2 ζ Ω.
    pub damping: Dense,
    /// B̃ = Φᵀ B.
    pub input: Dense,
    shapes: Dense,
    /// S, and Bᵀ S; no columns where every direction has mass.
    compliance: Dense,
    port_compliance: Dense,
}

impl ModalForm {
    pub(crate) fn of(structure: &Structure) -> Result<Self, DynamicsError> {
        let (mass, stiffness) = (structure.mass.to_dense(), structure.stiffness.to_dense());
        let failed = |source| DynamicsError::Eigen { system: structure.name.clone(), source };
        let found = eigen::symmetric_definite(&stiffness, &mass).map_err(failed)?;
        let largest = found.values.iter().fold(0.0, |a: f64, b| a.max(b.abs())).sqrt();
        if let Some(&square) = found.values.iter().find(|v| v.abs().sqrt() > RIGID * largest && **v < 0.0) {
            return Err(DynamicsError::UnstableStructure { name: structure.name.clone(), square });
        }
        let frequency = |v: &f64| if v.abs().sqrt() > RIGID * largest { v.sqrt() } else { 0.0 };
        let frequencies: Vec<f64> = found.values.iter().map(frequency).collect();
        let shapes = found.vectors;
        let mut damping = shapes.transpose_matmul(&structure.damping.times(&shapes)).symmetric_part();
        for (i, omega) in frequencies.iter().enumerate() {
            damping[(i, i)] += 2.0 * structure.modal_damping.ratio(shapes.column(i), omega * omega) * omega;
        }
        let force = structure.input_matrix();
        let input = shapes.transpose_matmul(&force);
        let compliance = massless_compliance(structure, &shapes, &found.values, &input)?;
        let port_compliance =
            if compliance.cols() == 0 { Dense::zeros(0, 0) } else { force.transpose_matmul(&compliance) };
        Ok(Self { frequencies, damping, input, shapes, compliance, port_compliance })
    }

    /// Φ, mass-normalised.
    pub(crate) fn shapes(&self) -> &Dense {
        &self.shapes
    }

    /// S; no columns where every direction has mass.
    pub(crate) fn compliance(&self) -> &Dense {
        &self.compliance
    }

    pub(crate) fn modes(&self) -> usize {
        self.frequencies.len()
    }

    /// p = s η.
    pub(crate) fn scale(&self, mode: usize) -> f64 {
        if self.frequencies[mode] > 0.0 { self.frequencies[mode] } else { 1.0 }
    }

    /// (p, v) of coordinates and rates; at rest when there are none.
    pub(crate) fn start(&self, structure: &Structure, from: Option<(&[f64], &[f64])>) -> Vec<f64> {
        let mut state = vec![0.0; 2 * self.modes()];
        let Some((position, velocity)) = from else { return state };
        let mut momentum = vec![0.0; structure.size()];
        for (half, values) in [(0, position), (1, velocity)] {
            structure.mass.multiply(values, &mut momentum);
            for mode in 0..self.modes() {
                let scale = if half == 0 { self.scale(mode) } else { 1.0 };
                state[half * self.modes() + mode] = scale * dot(self.shapes.column(mode), &momentum);
            }
        }
        state
    }

    fn coordinates(&self, state: &[f64]) -> Vec<f64> {
        (0..self.modes()).map(|mode| state[mode] / self.scale(mode)).collect()
    }

    /// x and ẋ; the rate of what has no mass is left out.
    pub(crate) fn physical(&self, state: &[f64], input: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let mut position = self.shapes.multiply_vector(&self.coordinates(state));
        if self.compliance.cols() > 0 {
            let more = self.compliance.multiply_vector(input);
            position.iter_mut().zip(more).for_each(|(x, s)| *x += s);
        }
        (position, self.shapes.multiply_vector(&state[self.modes()..]))
    }

    /// y = Bᵀ x.
    pub(crate) fn ports(&self, state: &[f64], input: &[f64]) -> Vec<f64> {
        let coordinates = self.coordinates(state);
        let own = |j: usize| dot(self.input.column(j), &coordinates);
        let mut all: Vec<f64> = (0..self.input.cols()).map(own).collect();
        if self.compliance.cols() > 0 {
            let more = self.port_compliance.multiply_vector(input);
            all.iter_mut().zip(more).for_each(|(y, s)| *y += s);
        }
        all
    }

    /// Bᵀ ẋ.
    pub(crate) fn port_rates(&self, state: &[f64]) -> Vec<f64> {
        (0..self.input.cols()).map(|j| dot(self.input.column(j), &state[self.modes()..])).collect()
    }

    /// Mean of Bᵀ S u over a step with u from `first` to `last`, times its length.
    pub(crate) fn static_integral(&self, first: &[f64], last: &[f64], length: f64) -> Vec<f64> {
        if self.compliance.cols() == 0 {
            return vec![0.0; first.len()];
        }
        let mean: Vec<f64> = first.iter().zip(last).map(|(a, b)| 0.5 * length * (a + b)).collect();
        self.port_compliance.multiply_vector(&mean)
    }

    pub(crate) fn kinetic(&self, state: &[f64]) -> f64 {
        let v = &state[self.modes()..];
        0.5 * dot(v, v)
    }

    /// Kinetic and elastic energy [J].
    pub(crate) fn energy(&self, state: &[f64], input: &[f64]) -> f64 {
        let elastic = (0..self.modes()).filter(|m| self.frequencies[*m] > 0.0).map(|m| state[m] * state[m]);
        let springs = if self.compliance.cols() == 0 {
            0.0
        } else {
            dot(input, &self.port_compliance.multiply_vector(input))
        };
        self.kinetic(state) + 0.5 * (elastic.sum::<f64>() + springs)
    }

    /// ẋᵀ D ẋ [W].
    pub(crate) fn dissipation(&self, state: &[f64]) -> f64 {
        let v = &state[self.modes()..];
        dot(v, &self.damping.multiply_vector(v))
    }
}

/// S = (K + σM)⁻¹ B − Φ (Ω² + σ)⁻¹ Φᵀ B: what is left is the same for every σ and belongs to directions without mass.
fn massless_compliance(
    structure: &Structure,
    shapes: &Dense,
    squares: &[f64],
    input: &Dense,
) -> Result<Dense, DynamicsError> {
    let n = structure.size();
    if shapes.cols() == n || structure.inputs.is_empty() {
        return Ok(Dense::zeros(n, 0));
    }
    let shift = squares.iter().copied().find(|s| *s > 0.0).unwrap_or(1.0);
    let shifted = structure.stiffness.add_scaled(1.0, &structure.mass, shift).to_dense();
    let mut whole = structure.input_matrix();
    Lu::factor(&shifted)
        .map_err(|source| DynamicsError::Exponential { name: structure.name.clone(), source })?
        .solve_in_place(&mut whole);
    let share =
        Dense::from_fn(shapes.cols(), input.cols(), |i, j| input[(i, j)] / (squares[i].max(0.0) + shift));
    whole.add_scaled(-1.0, &shapes.matmul(&share));
    let dragged = structure.damping.times(&whole).max_abs();
    if dragged > 1e-9 * structure.damping.max_abs() * whole.max_abs() {
        return Err(DynamicsError::MasslessDamping { name: structure.name.clone() });
    }
    Ok(whole)
}
