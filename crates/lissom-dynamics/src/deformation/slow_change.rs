//! Slow change: the rigid motion is integrated in time, the deformation is quasi-static.

use super::constant_velocity::Drag;
use super::deformed_state::{DeformedState, Power};
use super::free_body::FreeBody;
use super::no_state::{NoState, check};
use crate::error::DynamicsError;
use lissom_linalg::{Dense, ModesOptions, Quiet, Wanted, dot};

/// A force pattern with its time function.
#[derive(Clone, Copy, Debug)]
pub struct SlowInput<'a> {
    /// The force of a unit input [N] or [N m] per unit.
    pub pattern: &'a [f64],
    /// The input at each time; between two times it changes linearly.
    pub values: &'a [f64],
}

/// Quasi-static response to a slow change of force.
/// Rigid motions are amplitudes over [`FreeBody::rigid`]; a deformation is a sum of few shapes.
#[derive(Clone, Debug)]
pub struct SlowChange {
    /// Times [s].
    pub times: Vec<f64>,
    /// Rigid displacement at each time, over Q, from rest.
    pub displacement: Vec<Vec<f64>>,
    /// Rigid velocity at each time, over Q.
    pub velocity: Vec<Vec<f64>>,
    /// Rigid acceleration at each time, over Q.
    pub acceleration: Vec<Vec<f64>>,
    /// Shapes of the deformation: G F of each input, then G D q of each rigid motion.
    pub shapes: Dense,
    /// Coefficients of the shapes at each time.
    pub coefficients: Vec<Vec<f64>>,
    /// α: share of the rigid force balanced by inertia; `None` without rigid force [-].
    pub inertial_share: Vec<Option<f64>>,
    /// Power at each time, with the slope that the input has afterwards.
    pub power: Vec<Power>,
    /// Elastic energy at each time [J].
    pub elastic_energy: Vec<f64>,
    /// Neglected inertia and drag of the deformation at each time, in the norm of elastic energy, over the
    /// largest deformation: |G (M ẍ + D ẋ)|/max|x| [-].
    pub indicator: Vec<f64>,
    /// First elastic frequency: changes must be slow against it [rad/s].
    pub first_frequency: f64,
}

impl SlowChange {
    /// The deformation at a time of the list [m] or [rad].
    #[must_use]
    pub fn deformation(&self, time: usize) -> Vec<f64> {
        self.shapes.multiply_vector(&self.coefficients[time])
    }

    /// Outputs of the structure of the body at each time, one list per output: of the deformation alone.
    #[must_use]
    pub fn outputs(&self, body: &FreeBody<'_>) -> Vec<Vec<f64>> {
        let all: Vec<Vec<f64>> = (0..self.times.len()).map(|time| self.deformation(time)).collect();
        let outputs = body.structure().outputs.iter();
        outputs.map(|output| all.iter().map(|x| dot(&output.values, x)).collect()).collect()
    }

    /// The state at a time of the list; its residual is the indicator.
    #[must_use]
    pub fn state(&self, body: &FreeBody<'_>, time: usize) -> DeformedState {
        let deformation = self.deformation(time);
        let mut internal_force = vec![0.0; deformation.len()];
        body.structure().stiffness.multiply(&deformation, &mut internal_force);
        DeformedState {
            velocity: body.rigid_motion(&self.velocity[time]),
            acceleration: body.rigid_motion(&self.acceleration[time]),
            internal_force,
            elastic_energy: self.elastic_energy[time],
            residual: self.indicator[time],
            gauge: body.gauge(&deformation),
            power: self.power[time],
            deformation,
        }
    }

    /// Estimated largest error of the deformation, over the largest deformation, in the norm of elastic energy: twice
    /// the indicator, because the neglected terms also excite a free vibration of at most the same size [-].
    #[must_use]
    pub fn error_estimate(&self) -> f64 {
        2.0 * self.indicator.iter().fold(0.0_f64, |m, e| m.max(*e))
    }
}

/// Deformation and rigid motion under forces that change slowly against the elastic frequencies, from rest.
///
/// $$ \ddot q + (Q^\mathsf{T} D Q)\, \dot q = Q^\mathsf{T} F(t), \qquad x(t) = G\,(F - D Q \dot q) $$
///
/// \[StaticDeformation, §3\] with several rigid motions: the states of constant acceleration and constant velocity in
/// a mixture α + β = 1 that changes with time. The rigid equation is solved exactly for inputs that are linear between
/// the times. The error falls with the square of the duration of a change, and with the duration itself once
/// the drag on the deformation dominates.
///
/// # Errors
/// If times or inputs are invalid, damping is negative, or the first elastic frequency is not found.
pub fn slow_change(
    body: &FreeBody<'_>,
    inputs: &[SlowInput<'_>],
    times: &[f64],
) -> Result<SlowChange, DynamicsError> {
    check_times(times)?;
    for input in inputs {
        check("force", input.pattern, body.structure())?;
        if input.values.len() != times.len() || input.values.iter().any(|v| !v.is_finite()) {
            let (given, needed) = (input.values.len(), times.len());
            return Err(NoState::BadForce { what: "input over time", given, needed, row: None }.into());
        }
    }
    let rigid = RigidMotion::solve(body, inputs, times)?;
    Ok(Instants::new(body, inputs, times, rigid).collect()?)
}

fn check_times(times: &[f64]) -> Result<(), NoState> {
    let count = times.len();
    if count < 3 {
        return Err(NoState::BadTimes { count, at: None });
    }
    let wrong = times.windows(2).find(|w| !(w[1] > w[0] && w[1].is_finite() && w[0].is_finite()));
    wrong.map_or(Ok(()), |w| Err(NoState::BadTimes { count, at: Some(w[1]) }))
}

/// (1 − e⁻ᶻ)/z and its followers φₖ₊₁ = (1/k! − φₖ)/z, with the series where the difference would cancel.
fn phi(z: f64) -> [f64; 3] {
    if z.abs() < 0.1 {
        // φₖ(z) = Σ (−z)ⁿ/(n+k)!; ten terms reach rounding for |z| < 0.1.
        let series = |k: u32| {
            let mut term = 1.0 / (1..=k).map(f64::from).product::<f64>();
            let mut sum = term;
            for n in 1..10 {
                term *= -z / f64::from(n + k);
                sum += term;
            }
            sum
        };
        return [series(1), series(2), series(3)];
    }
    let first = -(-z).exp_m1() / z;
    let second = (1.0 - first) / z;
    [first, second, (0.5 - second) / z]
}

/// The rigid equation, solved: amplitudes over Q.
struct RigidMotion {
    displacement: Vec<Vec<f64>>,
    velocity: Vec<Vec<f64>>,
    acceleration: Vec<Vec<f64>>,
    /// QᵀF at each time.
    load: Vec<Vec<f64>>,
    damping: Dense,
}

impl RigidMotion {
    fn solve(body: &FreeBody<'_>, inputs: &[SlowInput<'_>], times: &[f64]) -> Result<Self, NoState> {
        let damping = body.rigid_damping(&body.structure().damping);
        let drag = Drag::of(body, &damping)?;
        let units: Vec<Vec<f64>> = inputs.iter().map(|i| body.rigid_force(i.pattern)).collect();
        let r = body.rigid_count();
        let load: Vec<Vec<f64>> = (0..times.len())
            .map(|k| {
                let sum = |i: usize| units.iter().zip(inputs).map(|(u, input)| u[i] * input.values[k]).sum();
                (0..r).map(sum).collect()
            })
            .collect();
        // In the directions of drag the equations are separate.
        let turned: Vec<Vec<f64>> =
            load.iter().map(|g| (0..r).map(|i| dot(drag.directions.column(i), g)).collect()).collect();
        let (mut q, mut p) = (vec![vec![0.0; r]; times.len()], vec![vec![0.0; r]; times.len()]);
        for k in 1..times.len() {
            let h = times[k] - times[k - 1];
            for i in 0..r {
                let z = drag.rates[i] * h;
                let [f1, f2, f3] = phi(z);
                let (g, change) = (turned[k - 1][i], turned[k][i] - turned[k - 1][i]);
                p[k][i] = (-z).exp() * p[k - 1][i] + h * (f1 * g + f2 * change);
                q[k][i] = q[k - 1][i] + h * (f1 * p[k - 1][i] + h * (f2 * g + f3 * change));
            }
        }
        let back = |list: &[Vec<f64>]| -> Vec<Vec<f64>> {
            list.iter().map(|v| drag.directions.multiply_vector(v)).collect()
        };
        let velocity = back(&p);
        let acceleration = velocity.iter().zip(&load).map(|(p, g)| {
            let resisted = damping.multiply_vector(p);
            g.iter().zip(resisted).map(|(g, d)| g - d).collect()
        });
        Ok(Self { acceleration: acceleration.collect(), displacement: back(&q), velocity, load, damping })
    }
}

/// Results at each instant.
struct Instants<'a> {
    body: &'a FreeBody<'a>,
    inputs: &'a [SlowInput<'a>],
    times: &'a [f64],
    rigid: RigidMotion,
    shapes: Dense,
    /// shapesᵀ K shapes, and the same of the neglected [G M shapes, G D shapes].
    energy: Dense,
    neglected: Dense,
}

impl<'a> Instants<'a> {
    fn new(
        body: &'a FreeBody<'a>,
        inputs: &'a [SlowInput<'a>],
        times: &'a [f64],
        rigid: RigidMotion,
    ) -> Self {
        let structure = body.structure();
        let patterns: Vec<Vec<f64>> = inputs.iter().map(|i| i.pattern.to_vec()).collect();
        let forces =
            Dense::from_columns(structure.size(), &patterns).beside(&structure.damping.times(body.rigid()));
        let shapes = body.deformations(&forces);
        let left_out = structure.mass.times(&shapes).beside(&structure.damping.times(&shapes));
        let following = body.deformations(&left_out);
        let form = |x: &Dense| x.transpose_matmul(&structure.stiffness.times(x)).symmetric_part();
        let (energy, neglected) = (form(&shapes), form(&following));
        Self { body, inputs, times, rigid, shapes, energy, neglected }
    }

    fn collect(self) -> Result<SlowChange, NoState> {
        let first_frequency = self.first_frequency()?;
        let count = self.times.len();
        let coefficients: Vec<Vec<f64>> =
            (0..count).map(|k| self.coefficients(|input| input.values[k], &self.rigid.velocity[k])).collect();
        let squares: Vec<f64> = coefficients.iter().map(|c| form(&self.energy, c, c)).collect();
        let largest = squares.iter().fold(0.0_f64, |m, e| m.max(*e)).sqrt();
        let over = |value: f64| if largest == 0.0 { 0.0 } else { value / largest };
        let indicator = (0..count).map(|k| {
            let mut rates = self.coefficients(|i| curvature(self.times, i.values, k), &self.jerk(k));
            rates.extend(self.coefficients(|i| self.slope(|k| i.values[k], k), &self.rigid.acceleration[k]));
            over(form(&self.neglected, &rates, &rates).max(0.0).sqrt())
        });
        let share = |k: usize| {
            let g = &self.rigid.load[k];
            let size = dot(g, g);
            (size > 0.0).then(|| dot(g, &self.rigid.acceleration[k]) / size)
        };
        Ok(SlowChange {
            indicator: indicator.collect(),
            inertial_share: (0..count).map(share).collect(),
            power: (0..count).map(|k| self.power(k, &coefficients[k])).collect(),
            elastic_energy: squares.iter().map(|e| 0.5 * e).collect(),
            times: self.times.to_vec(),
            coefficients,
            first_frequency,
            displacement: self.rigid.displacement,
            velocity: self.rigid.velocity,
            acceleration: self.rigid.acceleration,
            shapes: self.shapes,
        })
    }

    /// Coefficients of the shapes for values of the inputs and a rigid rate: x = G F − G D Q p.
    fn coefficients(&self, value: impl Fn(&SlowInput<'_>) -> f64, rate: &[f64]) -> Vec<f64> {
        self.inputs.iter().map(value).chain(rate.iter().map(|p| -p)).collect()
    }

    /// Slope of samples after a time; before it at the last.
    fn slope(&self, value: impl Fn(usize) -> f64, k: usize) -> f64 {
        let k = k.min(self.times.len() - 2);
        (value(k + 1) - value(k)) / (self.times[k + 1] - self.times[k])
    }

    /// Rate of the rigid acceleration: QᵀḞ − QᵀDQ q̈.
    fn jerk(&self, k: usize) -> Vec<f64> {
        let resisted = self.rigid.damping.multiply_vector(&self.rigid.acceleration[k]);
        let load = |i: usize| self.slope(|k| self.rigid.load[k][i], k);
        resisted.iter().enumerate().map(|(i, d)| load(i) - d).collect()
    }

    /// The balance of \[StaticDeformation, §7\]: Fᵀ(q̇ + ẋ) = Ė + ẋᵀ(M q̈ + D q̇) + q̇ᵀD q̇.
    fn power(&self, k: usize, coefficients: &[f64]) -> Power {
        let structure = self.body.structure();
        let n = structure.size();
        let mut force = vec![0.0; n];
        for input in self.inputs {
            super::free_body::add_scaled(&mut force, input.values[k], input.pattern);
        }
        let rate = self.coefficients(|i| self.slope(|k| i.values[k], k), &self.rigid.acceleration[k]);
        let deforming = self.shapes.multiply_vector(&rate);
        let velocity = self.body.rigid_motion(&self.rigid.velocity[k]);
        let acceleration = self.body.rigid_motion(&self.rigid.acceleration[k]);
        let drag = super::free_body::product(&structure.damping, &velocity);
        let inertia = super::free_body::product(&structure.mass, &acceleration);
        Power {
            supplied: dot(&force, &velocity) + dot(&force, &deforming),
            stored: form(&self.energy, coefficients, &rate) + dot(&velocity, &inertia),
            dissipated: dot(&velocity, &drag),
            internal: dot(&deforming, &drag) + dot(&deforming, &inertia),
        }
    }

    fn first_frequency(&self) -> Result<f64, NoState> {
        let s = self.body.structure();
        let candidates = Some(&s.rigid_candidates);
        let options = ModesOptions::default();
        let found =
            lissom_linalg::modes(&s.stiffness, &s.mass, candidates, Wanted::Lowest(1), &options, &Quiet)
                .and_then(lissom_linalg::Modes::certified)
                .map_err(|error| NoState::NoFrequency { reason: error.to_string() })?;
        let lowest = found.eigenvalues.first().copied();
        lowest
            .map(|value| value.max(0.0).sqrt())
            .ok_or_else(|| NoState::NoFrequency { reason: "the structure has no elastic mode".to_owned() })
    }
}

fn form(matrix: &Dense, x: &[f64], y: &[f64]) -> f64 {
    dot(x, &matrix.multiply_vector(y))
}

/// Second derivative of samples at times that need not be equidistant; at the ends that of the neighbour.
fn curvature(times: &[f64], values: &[f64], k: usize) -> f64 {
    let k = k.clamp(1, times.len() - 2);
    let (before, after) = (times[k] - times[k - 1], times[k + 1] - times[k]);
    let slopes = [(values[k] - values[k - 1]) / before, (values[k + 1] - values[k]) / after];
    2.0 * (slopes[1] - slopes[0]) / (before + after)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The series and the closed form meet where one replaces the other, and fulfil their recurrence.
    #[test]
    fn phi_functions_are_continuous() {
        let (below, above) = (phi(0.1 - 1e-12), phi(0.1 + 1e-12));
        for (a, b) in below.iter().zip(above) {
            assert!((a - b).abs() < 1e-12, "{a} against {b}");
        }
        assert_eq!(phi(0.0), [1.0, 0.5, 1.0 / 6.0]);
    }
}
