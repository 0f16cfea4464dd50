//! The axis of a bent planar element between its ends, on which weight and distributed forces act.
//!
//! # Equation
//! With r_p the first end, d = l u the chord, n its normal and σ_p, σ_q the slopes of the axis against the chord at both ends, the
//! axis is r(ξ) = r_p + ξ d + k u + v n with the cubic v = l₀ ((ξ − 2ξ² + ξ³) σ_p + (ξ³ − ξ²) σ_q) and
//! k = ξ c(1) − c(ξ), c(ξ) = ½ l₀ ∫₀^ξ (v′/l₀)² dξ. The elongation e₁ = l − l₀ + c(1) is then uniform over
//! the arc: a distributed axial load with axial force N(ξ) gives the second variation ½∫N v′² of a beam with
//! varying tension. The cubic of the inertia differs by terms of second order, with which a soft heavy
//! element would buckle in tension.

use super::beam_shape::{Chord, Shape, either};

/// A linear function of the axis: a point, a tangent, an integral along it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct AxisWeights {
    /// Weight of r_p.
    pub start: f64,
    /// Weight of d.
    pub chord: f64,
    /// Weights of l₀ σ_p² u, l₀ σ_p σ_q u and l₀ σ_q² u.
    pub along: [f64; 3],
    /// Weights of l₀ σ_p n and l₀ σ_q n.
    pub across: [f64; 2],
}

impl AxisWeights {
    /// ∫ r dξ.
    pub(crate) const MEAN: Self = Self {
        start: 1.0,
        chord: 0.5,
        along: [-1.0 / 60.0, 0.0, 1.0 / 60.0],
        across: [1.0 / 12.0, -1.0 / 12.0],
    };

    /// r(ξ).
    pub(crate) fn point(x: f64) -> Self {
        let powers = [x, x.powi(2), x.powi(3), x.powi(4), x.powi(5)];
        let sum = |c: [f64; 5]| powers.iter().zip(c).map(|(p, c)| p * c).sum::<f64>();
        Self {
            start: 1.0,
            chord: x,
            along: [
                0.5 * (2.0 / 15.0 * x - sum([1.0, -4.0, 22.0 / 3.0, -6.0, 1.8])),
                -x / 30.0 - sum([0.0, -1.0, 11.0 / 3.0, -4.5, 1.8]),
                0.5 * (2.0 / 15.0 * x - sum([0.0, 0.0, 4.0 / 3.0, -3.0, 1.8])),
            ],
            across: [sum([1.0, -2.0, 1.0, 0.0, 0.0]), sum([0.0, -1.0, 1.0, 0.0, 0.0])],
        }
    }

    /// r′(ξ).
    pub(crate) fn tangent(x: f64) -> Self {
        let (p, q) = (1.0 - 4.0 * x + 3.0 * x * x, 3.0 * x * x - 2.0 * x);
        Self {
            start: 0.0,
            chord: 1.0,
            along: [0.5 * (2.0 / 15.0 - p * p), -1.0 / 30.0 - p * q, 0.5 * (2.0 / 15.0 - q * q)],
            across: [p, q],
        }
    }

    /// Adds a multiple of another function.
    pub(crate) fn add(&mut self, factor: f64, other: &Self) {
        self.start += factor * other.start;
        self.chord += factor * other.chord;
        self.along.iter_mut().zip(other.along).for_each(|(a, b)| *a += factor * b);
        self.across.iter_mut().zip(other.across).for_each(|(a, b)| *a += factor * b);
    }
}

/// The axis of an element in a configuration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BeamAxis<'s> {
    shape: &'s Shape,
    chord: Chord,
    /// l₀ [m].
    length: f64,
    /// 1 with the shortening by bending, else 0.
    shortening: f64,
    slopes: [f64; 2],
    gradients: [[f64; 6]; 2],
    /// Gradient of the chord's angle.
    turn: [f64; 6],
}

/// k and v of a linear function, and their derivatives by the slopes.
struct Bent {
    k: f64,
    v: f64,
    k_s: [f64; 2],
    v_s: [f64; 2],
}

fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

impl<'s> BeamAxis<'s> {
    pub(crate) fn of(shape: &'s Shape) -> Self {
        let (slopes, gradients) = either!(shape, shape => shape.axis_slopes());
        let chord = either!(shape, shape => shape.chord);
        let (length, shortening) = either!(shape, shape => (shape.length, shape.shortening()));
        let turn = chord.turn_gradient().map(|g| g / chord.l);
        Self { shape, chord, length, shortening, slopes, gradients, turn }
    }

    fn bent(&self, weights: &AxisWeights) -> Bent {
        let ([p, q], l) = (self.slopes, self.length);
        let [a, b, c] = weights.along.map(|w| w * l * self.shortening);
        let [f, g] = weights.across.map(|w| w * l);
        Bent {
            k: a * p * p + b * p * q + c * q * q,
            v: f * p + g * q,
            k_s: [2.0 * a * p + b * q, b * p + 2.0 * c * q],
            v_s: [f, g],
        }
    }

    /// The function of the axis for a given r_p.
    pub(crate) fn value(&self, weights: &AxisWeights, start: [f64; 2]) -> [f64; 2] {
        let (Bent { k, v, .. }, Chord { d, u, n, .. }) = (self.bent(weights), self.chord);
        [0, 1].map(|i| weights.start * start[i] + weights.chord * d[i] + k * u[i] + v * n[i])
    }

    /// Its derivatives by the six coordinates, times a force.
    pub(crate) fn work(&self, weights: &AxisWeights, force: [f64; 2]) -> [f64; 6] {
        let (bent, [a, b]) = (self.bent(weights), [dot(force, self.chord.u), dot(force, self.chord.n)]);
        let turn = b * bent.k - a * bent.v;
        let slope = [0, 1].map(|i| a * bent.k_s[i] + b * bent.v_s[i]);
        let ends = [weights.start - weights.chord, weights.chord];
        let mut work = [0.0; 6];
        for (j, work) in work.iter_mut().enumerate() {
            let moved = if j % 3 < 2 { ends[j / 3] * force[j % 3] } else { 0.0 };
            *work = moved
                + turn * self.turn[j]
                + slope[0] * self.gradients[0][j]
                + slope[1] * self.gradients[1][j];
        }
        work
    }

    /// Its second derivatives, times a force.
    pub(crate) fn work_gradient(&self, weights: &AxisWeights, force: [f64; 2]) -> [[f64; 6]; 6] {
        let (bent, l) = (self.bent(weights), self.chord.l);
        let [a, b] = [dot(force, self.chord.u), dot(force, self.chord.n)];
        let slope = [0, 1].map(|i| a * bent.k_s[i] + b * bent.v_s[i]);
        let mut hessian = either!(self.shape, shape => shape.axis_slopes_hessian(slope));
        let [kpp, kpq, kqq] = weights.along.map(|w| a * w * self.length * self.shortening);
        let cross = [0, 1].map(|i| b * bent.k_s[i] - a * bent.v_s[i]);
        let (turning, turned) = (b * bent.k - a * bent.v, -a * bent.k - b * bent.v);
        let (along, across) = (self.chord.gradient(), self.chord.turn_gradient());
        let [p, q] = &self.gradients;
        for j in 0..6 {
            let crossed = |j: usize| cross[0] * p[j] + cross[1] * q[j];
            for k in 0..6 {
                hessian[j][k] += 2.0 * kpp * p[j] * p[k]
                    + kpq * (p[j] * q[k] + q[j] * p[k])
                    + 2.0 * kqq * q[j] * q[k]
                    + crossed(j) * self.turn[k]
                    + self.turn[j] * crossed(k)
                    + turned * self.turn[j] * self.turn[k]
                    - turning * (along[j] * across[k] + across[j] * along[k]) / (l * l);
            }
        }
        hessian
    }
}
