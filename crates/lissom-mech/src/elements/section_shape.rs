//! Deformations of a planar beam element with shear: Reissner's strains, measured in the frame of the mean
//! section.
//!
//! # Equation
//! Let φ̄ be the mean of the turns of both ends, δ their difference, t and n the axis of the element and its normal turned by φ̄,
//! d the line between the ends, X = d·t and Y = −d·n. Divided by l₀ these are Reissner's stretch and shear
//! r′·t and −r′·n \[Reissner1972\] at the middle of the element, and δ/l₀ is the bending strain. With
//! μ = 1/(1 + Φ), the share of Y that is bending of second order instead of shear \[Friedman1993\], and the measure
//! s(δ) = δ or 2 sin(δ/2):
//! e₁ = X − l₀ + ½ (2μ − ⅘μ²) Y²/l₀ + l₀ s²/24, e₂ = Y − l₀ s/2, e₃ = −Y − l₀ s/2.
//! The quadratic terms are ½∫(v′² − γ²) of the static field minus the part contained in X: with Φ = 0 they
//! make e₁ the change of arc length, and they vanish with l₀, where X and Y alone remain: the limit is
//! Reissner's beam.

use super::beam_shape::{Chord, HALF_TURN, Reference, Slope};
use super::finite::{Configuration, Degenerate};
use lissom_model::model::BendingMeasure;

/// The element in a configuration.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SectionShape {
    /// l₀ [m].
    pub(super) length: f64,
    pub(super) chord: Chord,
    /// t and n.
    pub(super) t: [f64; 2],
    pub(super) n: [f64; 2],
    /// X and Y [m].
    pub(super) x: f64,
    pub(super) y: f64,
    /// X − l₀, free of cancellation [m].
    pub(super) stretch: f64,
    /// s(δ).
    pub(super) bend: Slope,
    pub(super) share: Share,
}

/// How Y and s contribute to e₁ and to the axis.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Share {
    /// μ.
    pub bending: f64,
    /// e₁ contains ½ a Y²/l₀ + ½ b l₀ s².
    pub a: f64,
    pub b: f64,
}

impl Share {
    pub(super) fn of(reference: &Reference) -> Self {
        let bending = 1.0 / (1.0 + reference.shear);
        let own = reference.shortening * bending * bending / 5.0;
        Self { bending, a: 2.0 * bending - bending * bending + own, b: reference.shortening / 12.0 }
    }
}

/// The mean turn by each coordinate, and the difference of turns.
const MEAN: [f64; 6] = [0.0, 0.0, 0.5, 0.0, 0.0, 0.5];
const DIFFERENCE: [f64; 6] = [0.0, 0.0, -1.0, 0.0, 0.0, 1.0];

fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// v · (d by each coordinate).
fn along(v: [f64; 2]) -> [f64; 6] {
    [-v[0], -v[1], 0.0, v[0], v[1], 0.0]
}

fn times(row: [f64; 6], v: [f64; 6]) -> f64 {
    row.iter().zip(v).map(|(a, b)| a * b).sum()
}

/// Rates of X, Y and s at velocities, first and second.
struct Rates {
    /// d′·t, d′·n, mean turn and difference.
    t: f64,
    n: f64,
    mean: f64,
    difference: f64,
    y: f64,
    s: f64,
    x2: f64,
    y2: f64,
    s2: f64,
}

impl SectionShape {
    /// The shape of the element with coordinates (x_p, y_p, φ_p, x_q, y_q, φ_q) at the given indices.
    pub(crate) fn of(
        reference: &Reference,
        indices: &[usize; 6],
        at: &Configuration,
    ) -> Result<Self, Degenerate> {
        let chord = Chord::of(reference, indices, at)?;
        let ([pc, ps], [qc, qs]) = (at.turn[indices[2]], at.turn[indices[5]]);
        let delta = (pc * qs - ps * qc).atan2(pc * qc + ps * qs);
        let (sine, cosine) = (0.5 * delta).sin_cos();
        if reference.measure == BendingMeasure::Sine && cosine <= 0.0 {
            return Err(Degenerate(HALF_TURN));
        }
        let p = at.turned(indices[2], reference.axis);
        let t = [cosine * p[0] - sine * p[1], sine * p[0] + cosine * p[1]];
        let n = [-t[1], t[0]];
        let (x, y, length) = (dot(chord.d, t), -dot(chord.d, n), reference.length);
        let stretch = if x > 0.0 { (chord.grown - y * y) / (x + length) } else { x - length };
        let bend = bend(reference.measure, delta);
        Ok(Self { length, chord, t, n, x, y, stretch, bend, share: Share::of(reference) })
    }

    /// 1 with the shortening by bending, else 0.
    pub(super) fn shortening(&self) -> f64 {
        12.0 * self.share.b
    }

    /// Derivatives of e₁ by Y and s.
    pub(super) fn weights(&self) -> [f64; 2] {
        [self.share.a * self.y / self.length, self.share.b * self.length * self.bend.s]
    }

    /// e.
    pub(crate) fn deformation(&self) -> [f64; 3] {
        let (l, y, s) = (self.length, self.y, self.bend.s);
        let quadratic = 0.5 * (self.share.a * y * y / l + self.share.b * l * s * s);
        [self.stretch + quadratic, y - 0.5 * l * s, -y - 0.5 * l * s]
    }

    /// Gradients of X, Y and s.
    fn gradients(&self) -> [[f64; 6]; 3] {
        let (mut x, mut y) = (along(self.t), along(self.n.map(|c| -c)));
        for (j, mean) in MEAN.iter().enumerate() {
            x[j] -= self.y * mean;
            y[j] += self.x * mean;
        }
        [x, y, DIFFERENCE.map(|d| d * self.bend.s1)]
    }

    /// From changes of X, Y and s to changes of e.
    fn combined(&self, [x, y, s]: [f64; 3]) -> [f64; 3] {
        let ([wy, ws], half) = (self.weights(), 0.5 * self.length * s);
        [x + wy * y + ws * s, y - half, -y - half]
    }

    /// D,x.
    pub(crate) fn gradient(&self) -> [[f64; 6]; 3] {
        let [x, y, s] = self.gradients();
        let mut gradient = [[0.0; 6]; 3];
        for j in 0..6 {
            for (row, value) in gradient.iter_mut().zip(self.combined([x[j], y[j], s[j]])) {
                row[j] = value;
            }
        }
        gradient
    }

    fn rates(&self, v: [f64; 6]) -> Rates {
        let moved = [v[3] - v[0], v[4] - v[1]];
        let (t, n) = (dot(moved, self.t), dot(moved, self.n));
        let (mean, difference) = (times(MEAN, v), times(DIFFERENCE, v));
        Rates {
            t,
            n,
            mean,
            difference,
            y: -n + self.x * mean,
            s: self.bend.s1 * difference,
            x2: 2.0 * n * mean - self.x * mean * mean,
            y2: 2.0 * t * mean - self.y * mean * mean,
            s2: self.bend.s2 * difference * difference,
        }
    }

    /// (D,xx v) v.
    pub(crate) fn convected(&self, v: [f64; 6]) -> [f64; 3] {
        let r = self.rates(v);
        let [e1, e2, e3] = self.combined([r.x2, r.y2, r.s2]);
        [e1 + self.share.a * r.y * r.y / self.length + self.share.b * self.length * r.s * r.s, e2, e3]
    }

    /// (D,xxx v) v.
    pub(crate) fn convected_gradient(&self, v: [f64; 6]) -> [[f64; 6]; 3] {
        let (r, [x, y, s]) = (self.rates(v), self.gradients());
        let by_t = along(self.t);
        let (a, b) = (self.share.a / self.length, self.share.b * self.length);
        let mut gradient = [[0.0; 6]; 3];
        for j in 0..6 {
            let (mean, difference) = (MEAN[j], DIFFERENCE[j]);
            let x2 = -2.0 * r.t * mean * r.mean - x[j] * r.mean * r.mean;
            let y2 = 2.0 * r.n * mean * r.mean - y[j] * r.mean * r.mean;
            let s2 = self.bend.s3 * r.difference * r.difference * difference;
            // Rates of Y and s by the coordinate.
            let y1 = by_t[j] * r.mean + r.t * mean - self.y * mean * r.mean;
            let s1 = self.bend.s2 * difference * r.difference;
            let [e1, e2, e3] = self.combined([x2, y2, s2]);
            let more = a * (2.0 * r.y * y1 + y[j] * r.y2) + b * (2.0 * r.s * s1 + s[j] * r.s2);
            for (row, value) in gradient.iter_mut().zip([e1 + more, e2, e3]) {
                row[j] = value;
            }
        }
        gradient
    }

    /// Second derivatives of X, Y and s, each with its weight.
    fn weighted(&self, [wx, wy, ws]: [f64; 3]) -> [[f64; 6]; 6] {
        let (by_t, by_n) = (along(self.t), along(self.n));
        let mut hessian = [[0.0; 6]; 6];
        for j in 0..6 {
            for k in 0..6 {
                let mean = MEAN[j] * MEAN[k];
                let x = by_n[j] * MEAN[k] + by_n[k] * MEAN[j] - self.x * mean;
                let y = by_t[j] * MEAN[k] + by_t[k] * MEAN[j] - self.y * mean;
                let s = self.bend.s2 * DIFFERENCE[j] * DIFFERENCE[k];
                hessian[j][k] = wx * x + wy * y + ws * s;
            }
        }
        hessian
    }

    /// Σ λ_a D_a,xx.
    pub(crate) fn weighted_hessian(&self, [w1, w2, w3]: [f64; 3]) -> [[f64; 6]; 6] {
        let [wy, ws] = self.weights();
        let half = 0.5 * self.length * (w2 + w3);
        let mut hessian = self.weighted([w1, w1 * wy + w2 - w3, w1 * ws - half]);
        let (a, b) = (w1 * self.share.a / self.length, w1 * self.share.b * self.length);
        let [_, y, s] = self.gradients();
        for j in 0..6 {
            for k in 0..6 {
                hessian[j][k] += a * y[j] * y[k] + b * s[j] * s[k];
            }
        }
        hessian
    }

    /// Slopes of the axis against the chord that are bending, and their gradients.
    pub(super) fn axis_slopes(&self) -> ([f64; 2], [[f64; 6]; 2]) {
        let ([_, y, s], share) = (self.gradients(), self.share.bending / self.length);
        let slope = |y: f64, s: f64| [share * y - 0.5 * s, share * y + 0.5 * s];
        let mut gradients = [[0.0; 6]; 2];
        for j in 0..6 {
            [gradients[0][j], gradients[1][j]] = slope(y[j], s[j]);
        }
        (slope(self.y, self.bend.s), gradients)
    }

    /// w_p σ_p,xx + w_q σ_q,xx of these slopes.
    pub(super) fn axis_slopes_hessian(&self, [wp, wq]: [f64; 2]) -> [[f64; 6]; 6] {
        self.weighted([0.0, self.share.bending / self.length * (wp + wq), 0.5 * (wq - wp)])
    }
}

/// s(δ) and its derivatives.
fn bend(measure: BendingMeasure, delta: f64) -> Slope {
    let (sine, cosine) = (0.5 * delta).sin_cos();
    match measure {
        BendingMeasure::Sine => Slope { s: 2.0 * sine, s1: cosine, s2: -0.5 * sine, s3: -0.25 * cosine },
        BendingMeasure::Angle => Slope { s: delta, s1: 1.0, s2: 0.0, s3: 0.0 },
    }
}

/// δ with its slope, for a given s; `None` beyond half a turn.
pub(super) fn difference(measure: BendingMeasure, s: f64) -> Option<(f64, Slope)> {
    let delta = match measure {
        BendingMeasure::Sine if s.abs() >= 2.0 || s.is_nan() => return None,
        BendingMeasure::Sine => 2.0 * (0.5 * s).asin(),
        BendingMeasure::Angle => s,
    };
    Some((delta, bend(measure, delta)))
}
