//! Deformations of a planar beam element without shear: exact functions of its end coordinates and their
//! derivatives.
//!
//! # Equation
//! With l the chord, θ_p and θ_q the slopes of the ends against it and s(θ) the bending measure (sin θ, or θ):
//! e₂ = l₀ s(θ_p), e₃ = −l₀ s(θ_q), e₁ = l − l₀ + (2e₂² + e₂e₃ + 2e₃²)/(30 l₀) \[Boer2013, Eq. (3)\]. The quadratic
//! term is ½∫v′² of the cubic with these end slopes, so that e₁ is the change of arc length.

use super::beam_shape::{Chord, QUARTER_TURN, Reference, Slope};
use super::finite::{Configuration, Degenerate};
use lissom_model::model::BendingMeasure;

/// The element in a configuration.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ChordShape {
    pub(super) length: f64,
    pub(super) shortening: f64,
    pub(super) chord: Chord,
    /// l − l₀, free of cancellation [m].
    pub(super) stretch: f64,
    pub(super) p: Slope,
    pub(super) q: Slope,
}

/// Rates of chord length, chord angle and slopes.
struct Rates {
    l: f64,
    b: f64,
    p: f64,
    q: f64,
    /// Second rate of both slopes at constant v.
    slope2: f64,
}

impl ChordShape {
    /// The shape of the element with coordinates (x_p, y_p, φ_p, x_q, y_q, φ_q) at the given indices.
    pub(crate) fn of(
        reference: &Reference,
        indices: &[usize; 6],
        at: &Configuration,
    ) -> Result<Self, Degenerate> {
        let Reference { length, axis, measure, shortening, .. } = *reference;
        let chord = Chord::of(reference, indices, at)?;
        Ok(Self {
            length,
            shortening,
            stretch: chord.grown / (chord.l + length),
            p: slope(measure, chord.u, at.turned(indices[2], axis))?,
            q: slope(measure, chord.u, at.turned(indices[5], axis))?,
            chord,
        })
    }

    pub(super) fn shortening(&self) -> f64 {
        self.shortening
    }

    fn bending(&self) -> [f64; 2] {
        [self.length * self.p.s, -self.length * self.q.s]
    }

    /// Derivatives of e₁ by e₂ and e₃ through the shortening.
    pub(super) fn weights(&self) -> [f64; 2] {
        let [e2, e3] = self.bending();
        let c = self.shortening / (30.0 * self.length);
        [c * (4.0 * e2 + e3), c * (e2 + 4.0 * e3)]
    }

    /// e.
    pub(crate) fn deformation(&self) -> [f64; 3] {
        let [e2, e3] = self.bending();
        let shortening = self.shortening * (2.0 * e2 * e2 + e2 * e3 + 2.0 * e3 * e3) / (30.0 * self.length);
        [self.stretch + shortening, e2, e3]
    }

    fn slope_gradients(&self) -> [[f64; 6]; 2] {
        let [a, b] = [self.chord.n[0] / self.chord.l, self.chord.n[1] / self.chord.l];
        [[a, b, 1.0, -a, -b, 0.0], [a, b, 0.0, -a, -b, 1.0]]
    }

    /// D,x.
    pub(crate) fn gradient(&self) -> [[f64; 6]; 3] {
        let [mut e2, mut e3] = self.slope_gradients();
        e2.iter_mut().for_each(|g| *g *= self.length * self.p.s1);
        e3.iter_mut().for_each(|g| *g *= -self.length * self.q.s1);
        let [a2, a3] = self.weights();
        let mut e1 = self.chord.gradient();
        for j in 0..6 {
            e1[j] += a2 * e2[j] + a3 * e3[j];
        }
        [e1, e2, e3]
    }

    fn rates(&self, v: [f64; 6]) -> Rates {
        let d = [v[3] - v[0], v[4] - v[1]];
        let l = self.chord.u[0] * d[0] + self.chord.u[1] * d[1];
        let b = (self.chord.n[0] * d[0] + self.chord.n[1] * d[1]) / self.chord.l;
        Rates { l, b, p: v[2] - b, q: v[5] - b, slope2: 2.0 * l * b / self.chord.l }
    }

    /// Rates and second rates of e₂ and e₃ at constant v.
    fn bending_rates(&self, r: &Rates) -> ([f64; 2], [f64; 2]) {
        let l0 = self.length;
        let first = [l0 * self.p.s1 * r.p, -l0 * self.q.s1 * r.q];
        let second = [
            l0 * (self.p.s1 * r.slope2 + self.p.s2 * r.p * r.p),
            -l0 * (self.q.s1 * r.slope2 + self.q.s2 * r.q * r.q),
        ];
        (first, second)
    }

    /// (D,xx v) v.
    pub(crate) fn convected(&self, v: [f64; 6]) -> [f64; 3] {
        let r = self.rates(v);
        let ([e2d, e3d], [e2dd, e3dd]) = self.bending_rates(&r);
        let [a2, a3] = self.weights();
        let c = self.shortening / (30.0 * self.length);
        let squares = c * (4.0 * e2d * e2d + 2.0 * e2d * e3d + 4.0 * e3d * e3d);
        [self.chord.l * r.b * r.b + a2 * e2dd + a3 * e3dd + squares, e2dd, e3dd]
    }

    /// (D,xxx v) v, by differentiating [`Self::convected`] along each coordinate.
    pub(crate) fn convected_gradient(&self, v: [f64; 6]) -> [[f64; 6]; 3] {
        let mut gradient = [[0.0; 6]; 3];
        let (along, across) = (self.chord.gradient(), self.chord.turn_gradient());
        for j in 0..6 {
            let (turn_p, turn_q) = (f64::from(u8::from(j == 2)), f64::from(u8::from(j == 5)));
            let change = self.convected_change(v, along[j], across[j] / self.chord.l, turn_p, turn_q);
            for (row, value) in gradient.iter_mut().zip(change) {
                row[j] = value;
            }
        }
        gradient
    }

    /// Change of (D,xx v) v when the chord grows by `dl`, turns by `db`, and the ends turn.
    fn convected_change(&self, v: [f64; 6], dl: f64, db: f64, turn_p: f64, turn_q: f64) -> [f64; 3] {
        let (r, l, l0) = (self.rates(v), self.chord.l, self.length);
        let ([e2d, e3d], [e2dd, e3dd]) = self.bending_rates(&r);
        let l_rate = l * r.b * db;
        let b_rate = -(r.l * db + r.b * dl) / l;
        let slope2 = 2.0 * (l_rate * r.b + r.l * b_rate) / l - r.slope2 * dl / l;
        let bend = |s: &Slope, rate: f64, turn: f64| {
            let by = turn - db;
            let first = s.s1 * by;
            let second = s.s2 * rate * by - s.s1 * b_rate;
            let third =
                s.s2 * r.slope2 * by + s.s1 * slope2 + s.s3 * rate * rate * by - 2.0 * s.s2 * rate * b_rate;
            [l0 * first, l0 * second, l0 * third]
        };
        let [de2, de2d, de2dd] = bend(&self.p, r.p, turn_p);
        let [de3, de3d, de3dd] = bend(&self.q, r.q, turn_q).map(|change| -change);
        let [a2, a3] = self.weights();
        let c = self.shortening / (30.0 * l0);
        let weights = c * ((4.0 * de2 + de3) * e2dd + (de2 + 4.0 * de3) * e3dd) + a2 * de2dd + a3 * de3dd;
        let squares = c * (8.0 * e2d * de2d + 2.0 * (de2d * e3d + e2d * de3d) + 8.0 * e3d * de3d);
        [dl * r.b * r.b + 2.0 * l * r.b * b_rate + weights + squares, de2dd, de3dd]
    }

    /// Measures of the slopes of the axis against the chord, and their gradients.
    pub(super) fn axis_slopes(&self) -> ([f64; 2], [[f64; 6]; 2]) {
        let [mut p, mut q] = self.slope_gradients();
        p.iter_mut().for_each(|g| *g *= self.p.s1);
        q.iter_mut().for_each(|g| *g *= self.q.s1);
        ([self.p.s, self.q.s], [p, q])
    }

    /// w_p σ_p,xx + w_q σ_q,xx of these slopes.
    pub(super) fn axis_slopes_hessian(&self, [wp, wq]: [f64; 2]) -> [[f64; 6]; 6] {
        self.weighted_hessian([0.0, wp / self.length, -wq / self.length])
    }

    /// Σ λ_a D_a,xx.
    pub(crate) fn weighted_hessian(&self, weights: [f64; 3]) -> [[f64; 6]; 6] {
        let [w1, w2, w3] = weights;
        let [a2, a3] = self.weights();
        let (l, l0) = (self.chord.l, self.length);
        let (along, across) = (self.chord.gradient(), self.chord.turn_gradient());
        let [p, q] = self.slope_gradients();
        let [_, e2, e3] = self.gradient();
        let (k2, k3) = (l0 * (w2 + w1 * a2), -l0 * (w3 + w1 * a3));
        let slope = (k2 * self.p.s1 + k3 * self.q.s1) / (l * l);
        let c = w1 * self.shortening / (30.0 * l0);
        let mut hessian = [[0.0; 6]; 6];
        for i in 0..6 {
            for j in 0..6 {
                hessian[i][j] = w1 * across[i] * across[j] / l
                    + slope * (along[i] * across[j] + across[i] * along[j])
                    + k2 * self.p.s2 * p[i] * p[j]
                    + k3 * self.q.s2 * q[i] * q[j]
                    + c * (4.0 * e2[i] * e2[j] + e2[i] * e3[j] + e3[i] * e2[j] + 4.0 * e3[i] * e3[j]);
            }
        }
        hessian
    }
}

fn slope(measure: BendingMeasure, u: [f64; 2], t: [f64; 2]) -> Result<Slope, Degenerate> {
    let (sine, cosine) = (u[0] * t[1] - u[1] * t[0], u[0] * t[0] + u[1] * t[1]);
    match measure {
        // Beyond a quarter turn the sine falls again: the same deformation would mean two shapes.
        BendingMeasure::Sine if cosine <= 0.0 => Err(Degenerate(QUARTER_TURN)),
        BendingMeasure::Sine => Ok(Slope { s: sine, s1: cosine, s2: -sine, s3: -cosine }),
        BendingMeasure::Angle => Ok(Slope { s: sine.atan2(cosine), s1: 1.0, s2: 0.0, s3: 0.0 }),
    }
}
