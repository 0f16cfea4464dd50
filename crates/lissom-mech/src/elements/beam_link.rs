//! A planar beam element as a link of a chain: its deformations and one end give the other end in closed
//! form.
//!
//! # Equation
//! With the slopes θ_p, θ_q and the chord l of [Boer2013, Eq. (3)], solved for them, the second end lies at
//! x_q = x_p + l u, u turned by φ_p − θ_p, and is turned by φ_q = φ_p − θ_p + θ_q; and conversely. Its motion
//! is that of the other end, carried rigidly, plus the contribution of the deformations.

use super::beam_shape::{
    COINCIDE, COINCIDING, Chord, HALF_TURN, QUARTER_TURN, Reference, Shape, Slope, either,
};
use super::chord_shape::ChordShape;
use super::finite::{Configuration, Degenerate};
use super::section_shape::{SectionShape, Share, difference};
use lissom_model::model::BendingMeasure;

/// An element between two ends with coordinates (x_p, y_p, φ_p, x_q, y_q, φ_q) at the given indices.
#[derive(Clone, Copy, Debug)]
pub struct BeamLink {
    pub(super) reference: Reference,
    pub(super) indices: [usize; 6],
}

/// How the placed end of a link moves: δx = `along`·δe + δx₀ + `arm` δφ₀, δφ = `turn`·δe + δφ₀, x₀ and φ₀ being the other
/// end.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Carried {
    /// Motion by each deformation, for x and for y [-].
    pub along: [[f64; 3]; 2],
    /// Turn by the second and third deformation; the first one turns nothing [1/m].
    pub turn: [f64; 2],
    /// Motion by the turn of the other end [m].
    pub arm: [f64; 2],
    /// Determinant of the derivatives of the deformations by the placed end.
    pub determinant: f64,
}

impl BeamLink {
    /// Places the second end from the first in `at`; backwards, the first from the second.
    ///
    /// # Errors
    /// When no end has these deformations.
    #[inline]
    pub(crate) fn place(
        &self,
        forward: bool,
        e: [f64; 3],
        at: &mut Configuration,
        shape: &mut Shape,
    ) -> Result<(), Degenerate> {
        *shape = if self.reference.shear == 0.0 {
            Shape::Rigid(self.place_rigid(forward, e, at)?)
        } else {
            Shape::Sheared(self.place_sheared(forward, e, at)?)
        };
        Ok(())
    }

    #[inline]
    fn place_rigid(
        &self,
        forward: bool,
        [e1, e2, e3]: [f64; 3],
        at: &mut Configuration,
    ) -> Result<ChordShape, Degenerate> {
        let Reference { length, measure, shortening, .. } = self.reference;
        let share = 1.0 / length;
        let stretch = e1 - shortening * share / 30.0 * (2.0 * e2 * e2 + e2 * e3 + 2.0 * e3 * e3);
        let l = length + stretch;
        if l <= COINCIDE * length || !stretch.is_finite() {
            return Err(Degenerate(COINCIDING));
        }
        let (own, other) = (slope_turn(measure, e2 * share)?, slope_turn(measure, -e3 * share)?);
        let (start, end) = if forward { (&own, &other) } else { (&other, &own) };
        let back = [start.turn[0], -start.turn[1]];
        let angle = end.angle - start.angle;
        let u = self.put(forward, at, back, [stretch, 0.0], (angle, end.turn));
        let chord = Chord { l, u, n: [-u[1], u[0]], d: [l * u[0], l * u[1]], grown: stretch * (l + length) };
        let (p, q) = (own.slope(measure), other.slope(measure));
        Ok(ChordShape { length, shortening, chord, stretch, p, q })
    }

    #[inline]
    fn place_sheared(
        &self,
        forward: bool,
        [e1, e2, e3]: [f64; 3],
        at: &mut Configuration,
    ) -> Result<SectionShape, Degenerate> {
        let Reference { length, measure, .. } = self.reference;
        let (share, y) = (Share::of(&self.reference), 0.5 * (e2 - e3));
        let (delta, bend) = difference(measure, -(e2 + e3) / length).ok_or(Degenerate(HALF_TURN))?;
        let stretch = e1 - 0.5 * (share.a * y * y / length + share.b * length * bend.s * bend.s);
        let x = length + stretch;
        let l = x.hypot(y);
        if l <= COINCIDE * length || !l.is_finite() {
            return Err(Degenerate(COINCIDING));
        }
        let sign = if forward { 1.0 } else { -1.0 };
        let (sine, cosine) = (0.5 * sign * delta).sin_cos();
        let half = [cosine, sine];
        let t = self.put(forward, at, half, [stretch, -y], (sign * delta, half));
        let n = [-t[1], t[0]];
        let d = [x * t[0] - y * n[0], x * t[1] - y * n[1]];
        let u = d.map(|c| c / l);
        let grown = stretch * (x + length) + y * y;
        let chord = Chord { l, u, n: [-u[1], u[0]], d, grown };
        Ok(SectionShape { length, chord, t, n, x, y, stretch, bend, share })
    }

    /// Puts the wanted end where (l₀ + stretch, side) points in the axis turned with the known end and further by `turn`; the wanted
    /// end is turned by an angle more than the known one, and by the given turn more than that axis. Returns
    /// the rotated axis.
    #[inline]
    fn put(
        &self,
        forward: bool,
        at: &mut Configuration,
        turn: [f64; 2],
        [stretch, side]: [f64; 2],
        (angle, end): (f64, [f64; 2]),
    ) -> [f64; 2] {
        let Reference { length, axis, .. } = self.reference;
        let [[x, y, wanted], [kx, ky, known]] = self.ends(forward);
        let sign = if forward { 1.0 } else { -1.0 };
        let [cosine, sine] = rotate(turn, at.turn[known]);
        // l u − l₀ u₀ without cancellation: small displacements keep all their digits.
        let less = if cosine > 0.0 { -sine * sine / (1.0 + cosine) } else { cosine - 1.0 };
        let [t, turned] = [rotate([cosine, sine], axis), rotate([less, sine], axis)];
        at.displacement[x] = at.displacement[kx] + sign * (stretch * t[0] - side * t[1] + length * turned[0]);
        at.displacement[y] = at.displacement[ky] + sign * (stretch * t[1] + side * t[0] + length * turned[1]);
        at.displacement[wanted] = at.displacement[known] + angle;
        at.turn[wanted] = unit(rotate(end, [cosine, sine]));
        t
    }

    /// The shape in a configuration.
    ///
    /// # Errors
    /// When the deformations are not defined there.
    #[cfg(test)]
    pub(crate) fn shape(&self, at: &Configuration) -> Result<Shape, Degenerate> {
        Shape::of(&self.reference, &self.indices, at)
    }

    /// The link's part of a vector over all coordinates.
    #[inline]
    pub(crate) fn own(&self, v: &[f64]) -> [f64; 6] {
        self.indices.map(|index| v[index])
    }

    /// Coordinates of the end that is placed, and of the other one.
    pub(crate) fn ends(&self, forward: bool) -> [[usize; 3]; 2] {
        let [p, q, r, u, v, w] = self.indices;
        if forward { [[u, v, w], [p, q, r]] } else { [[p, q, r], [u, v, w]] }
    }
}

impl Shape {
    /// How the placed end moves.
    #[inline]
    pub(crate) fn carried(&self, forward: bool) -> Carried {
        either!(self, shape => shape.carried(forward))
    }
}

impl ChordShape {
    /// With l as function of e and the chord at φ₀ − θ of the known end:
    /// δ(l u) = (δe₁ − a₂ δe₂ − a₃ δe₃) u + l n (δφ₀ − δθ).
    #[inline]
    fn carried(&self, forward: bool) -> Carried {
        let (l0, l, [a2, a3]) = (self.length, self.chord.l, self.weights());
        // ∂θ_p/∂e₂ and ∂θ_q/∂e₃.
        let (p, q) = (1.0 / (l0 * self.p.s1), -1.0 / (l0 * self.q.s1));
        let [x, y] = self.chord.u;
        let [lx, ly] = [l * self.chord.n[0], l * self.chord.n[1]];
        let determinant = l0 * l0 * self.p.s1 * self.q.s1 / l;
        if forward {
            let along = [[x, -a2 * x - p * lx, -a3 * x], [y, -a2 * y - p * ly, -a3 * y]];
            Carried { along, turn: [-p, q], arm: [lx, ly], determinant }
        } else {
            let along = [[-x, a2 * x, a3 * x + q * lx], [-y, a2 * y, a3 * y + q * ly]];
            Carried { along, turn: [p, -q], arm: [-lx, -ly], determinant }
        }
    }
}

impl SectionShape {
    /// With d = X t − Y n, Y = (e₂ − e₃)/2, s = −(e₂ + e₃)/l₀ and the mean section at φ₀ ± δ/2.
    #[inline]
    fn carried(&self, forward: bool) -> Carried {
        let (l0, [wy, ws]) = (self.length, self.weights());
        let sign = if forward { 1.0 } else { -1.0 };
        let quarter = [-self.chord.d[1], self.chord.d[0]];
        // ∂δ/∂e₂ = ∂δ/∂e₃, and ∂X by both.
        let by_bend = -1.0 / (l0 * self.bend.s1);
        let stretch = [-0.5 * wy + ws / l0, 0.5 * wy + ws / l0];
        let along = [0, 1].map(|k| {
            let turned = 0.5 * sign * by_bend * quarter[k];
            let by_e2 = stretch[0] * self.t[k] - 0.5 * self.n[k] + turned;
            let by_e3 = stretch[1] * self.t[k] + 0.5 * self.n[k] + turned;
            [sign * self.t[k], sign * by_e2, sign * by_e3]
        });
        Carried {
            along,
            turn: [sign * by_bend; 2],
            arm: quarter.map(|c| sign * c),
            determinant: l0 * self.bend.s1,
        }
    }
}

/// A slope against the chord: its angle, and the cosine and sine of it.
struct SlopeTurn {
    angle: f64,
    turn: [f64; 2],
}

impl SlopeTurn {
    fn slope(&self, measure: BendingMeasure) -> Slope {
        let [cosine, sine] = self.turn;
        match measure {
            BendingMeasure::Sine => Slope { s: sine, s1: cosine, s2: -sine, s3: -cosine },
            BendingMeasure::Angle => Slope { s: self.angle, s1: 1.0, s2: 0.0, s3: 0.0 },
        }
    }
}

/// The slope with a given measure.
#[inline]
fn slope_turn(measure: BendingMeasure, s: f64) -> Result<SlopeTurn, Degenerate> {
    match measure {
        BendingMeasure::Sine if s.abs() >= 1.0 || s.is_nan() => Err(Degenerate(QUARTER_TURN)),
        BendingMeasure::Sine => Ok(SlopeTurn { angle: s.asin(), turn: [(1.0 - s * s).sqrt(), s] }),
        BendingMeasure::Angle => {
            let (sine, cosine) = s.sin_cos();
            Ok(SlopeTurn { angle: s, turn: [cosine, sine] })
        }
    }
}

fn rotate(turn: [f64; 2], v: [f64; 2]) -> [f64; 2] {
    [turn[0] * v[0] - turn[1] * v[1], turn[1] * v[0] + turn[0] * v[1]]
}

/// One step of Newton's method towards length one keeps a turn a unit vector along chains of any length.
fn unit(turn: [f64; 2]) -> [f64; 2] {
    let length = 1.5 - 0.5 * (turn[0] * turn[0] + turn[1] * turn[1]);
    [turn[0] * length, turn[1] * length]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links() -> [BeamLink; 6] {
        let (sine, angle) = (BendingMeasure::Sine, BendingMeasure::Angle);
        let all = [(sine, 1.0), (sine, 0.0), (angle, 1.0)].map(|(m, s)| (m, s, 0.0));
        let sheared = [(sine, 1.0, 0.3), (angle, 1.0, 40.0), (angle, 0.0, 2.0)];
        let [a, b, c] = all;
        let [d, e, f] = sheared;
        [a, b, c, d, e, f].map(|(measure, shortening, shear)| BeamLink {
            reference: Reference { length: 0.5, axis: [0.6, 0.8], measure, shortening, shear },
            indices: [0, 1, 2, 3, 4, 5],
        })
    }

    fn start(forward: bool) -> Configuration {
        let mut at = Configuration::reference(6);
        let known = if forward { 0 } else { 3 };
        at.displacement[known..known + 3].copy_from_slice(&[0.3, -0.7, 4.0]);
        at.turn[known + 2] = [f64::cos(4.0), f64::sin(4.0)];
        at
    }

    /// An end that was placed by deformations has these deformations, whichever end was known, and its shape is the
    /// one that the configuration gives.
    #[test]
    fn placing_an_end_inverts_the_deformations() {
        for link in links() {
            for forward in [true, false] {
                let wanted = [0.01, 0.12, -0.2];
                let mut at = start(forward);
                let mut placed = Shape::default();
                link.place(forward, wanted, &mut at, &mut placed).unwrap();
                let found = link.shape(&at).unwrap();
                assert!(found.deformation().iter().zip(wanted).all(|(e, w)| (e - w).abs() < 1e-15));
                let v = [0.5, -1.1, 2.0, 0.7, 0.4, -1.3];
                let differences = placed.convected(v).into_iter().zip(found.convected(v));
                assert!(differences.into_iter().all(|(a, b)| (a - b).abs() < 1e-13));
                for rotation in [2, 5] {
                    let angle = at.displacement[rotation];
                    let [c, s] = at.turn[rotation];
                    assert!((c - angle.cos()).hypot(s - angle.sin()) < 1e-15);
                }
            }
            let too_far =
                link.place(true, [0.0, 0.6, 0.45], &mut Configuration::reference(6), &mut Shape::default());
            let is_sine = link.reference.measure == BendingMeasure::Sine;
            assert_eq!(too_far.is_err(), is_sine, "a sine above one");
        }
    }

    /// The motion of the placed end keeps the given deformations.
    #[test]
    fn the_placed_end_moves_as_the_deformations_say() {
        for (link, forward) in links().into_iter().flat_map(|link| [(link, true), (link, false)]) {
            let mut at = start(forward);
            let mut shape = Shape::default();
            link.place(forward, [0.01, 0.12, -0.2], &mut at, &mut shape).unwrap();
            let (carried, gradient) = (shape.carried(forward), shape.gradient());
            let (rates, other) = ([0.3, -0.8, 0.5], [0.9, 0.2, -1.4]);
            let mut end = other;
            for (end, (along, arm)) in end.iter_mut().zip(carried.along.iter().zip(carried.arm)) {
                *end += along.iter().zip(rates).map(|(a, rate)| a * rate).sum::<f64>() + arm * other[2];
            }
            end[2] += carried.turn[0] * rates[1] + carried.turn[1] * rates[2];
            let v = if forward { [other, end] } else { [end, other] };
            for (row, rate) in gradient.iter().zip(rates) {
                let found: f64 = row.iter().zip(v.as_flattened()).map(|(g, v)| g * v).sum();
                assert!((found - rate).abs() < 1e-14, "{found} {rate}");
            }
            let at_end = if forward { 3 } else { 0 };
            let [a, b, c] = gradient.map(|row| [row[at_end], row[at_end + 1], row[at_end + 2]]);
            let determinant = a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
                + a[2] * (b[0] * c[1] - b[1] * c[0]);
            assert!((determinant.abs() - carried.determinant).abs() < 1e-14);
        }
    }
}
