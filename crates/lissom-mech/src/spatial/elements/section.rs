//! Deformations of a spatial beam with shear: Reissner's strains, measured in the frame of the mean section.
//!
//! # Equation
//! Let δ be the rotation vector from the first to the second end and (t, n, b) the element's triad turned by half of it, d the line
//! between the ends, X = d·t, Y = d·n and Z = d·b. Divided by l₀ these are Reissner's stretch and shear
//! \[Reissner1972\] in the middle, and δ/l₀ twist and curvature. With μ_y, μ_z = 1/(1 + Φ) the shares of Z and Y that are bending of
//! second order instead of shear \[Friedman1993\] and s(δ) = δ or 2 sin(|δ|/2) δ/|δ|:
//! e₁ = X − l₀ + ½ a_z Y²/l₀ + ½ a_y Z²/l₀ + l₀ (s_y² + s_z²)/24 with a = 2μ − ⅘μ²,
//! e₂ = l₀ s_x + μ_y Z s_z + μ_z Y s_y,
//! e₃, e₄ = ∓(Z − l₀ s_x s_z/24) + ½ (l₀ s_y − μ_z s_x Y),
//! e₅, e₆ = ±(Y − l₀ s_x s_y/24) + ½ (l₀ s_z − μ_y s_x Z).
//! Products with s_x: bending of second order does not commute with twist (the second term of Magnus' series), and a helix is
//! not straight in its mean frame. In the plane this is the planar element; with Φ = 0 it is the element without shear
//! through second order; where l₀ vanishes, X, Y, Z and δ alone remain: Reissner's beam.

use super::MOST;
use super::beam::{BeamMeasure, BeamShape, Chord};
use super::node::angle_over_sine;
use crate::spatial::chart::{Chart, Vec3, constants, crossed, dotted, plus, scaled, times};
use crate::spatial::jet::Jet;
use crate::spatial::rotation::Axes;
use crate::vector::Vector;

/// The element in a configuration.
pub(super) struct Section<J> {
    pub chord: Chord<J>,
    /// (t, n, b).
    pub axes: [Vec3<J>; 3],
    /// X − l₀, Y and Z [m].
    pub shift: Vec3<J>,
    /// s(δ).
    pub bend: Vec3<J>,
}

/// μ about y and z.
pub(super) fn shares(shape: &BeamShape) -> [f64; 2] {
    shape.shear.map(|phi| 1.0 / (1.0 + phi))
}

impl<J: Jet> Section<J> {
    pub fn of(shape: &BeamShape, chart: &Chart<J>) -> Self {
        let triad =
            |end: usize, [x, y, z]: Axes| [chart.fixed(end, x), chart.fixed(end, y), chart.fixed(end, z)];
        let (p, q) = (triad(0, shape.triads[0]), triad(1, shape.triads[1]));
        let (w, v) = half_turn(&p, &q);
        let axes = mean_axes(&p, w, v);
        let chord = Chord::of(chart, shape.reference);
        let [t, n, b] = axes;
        let (x, y, z) = (dotted(chord.line, t), dotted(chord.line, n), dotted(chord.line, b));
        let l = shape.length();
        // Free of cancellation for stiff beams; a beam that is folded back has no such form.
        let stretch = if x.value() > 0.0 {
            (chord.grown - y * y - z * z) * (x + J::constant(l)).reciprocal()
        } else {
            x - J::constant(l)
        };
        let bend = match shape.measure {
            BeamMeasure::Sine => scaled(v, 2.0),
            BeamMeasure::Angle => {
                let factor = w.composed(angle_over_sine(w.value()));
                times(v, factor)
            }
        };
        Self { chord, axes, shift: [stretch, y, z], bend }
    }

    pub fn deform(&self, shape: &BeamShape, e: &mut [J; MOST]) {
        let l = shape.length();
        let shares = shares(shape);
        let own = if shape.shortening { 1.0 } else { 0.0 };
        let [a_y, a_z] = shares.map(|mu| 2.0 * mu - mu * mu + own * mu * mu / 5.0);
        let ([stretch, y, z], [s_x, s_y, s_z]) = (self.shift, self.bend);
        let (bent_y, bent_z) = (y * shares[1], z * shares[0]);
        e[0] = stretch + (y * y * a_z + z * z * a_y) * (0.5 / l) + (s_y * s_y + s_z * s_z) * (own * l / 24.0);
        e[1] = s_x * l + bent_z * s_z + bent_y * s_y;
        let (across_z, across_y) = (z - s_x * s_z * (l / 24.0), y - s_x * s_y * (l / 24.0));
        let (about_y, about_z) = ((s_y * l - s_x * bent_y) * 0.5, (s_z * l - s_x * bent_z) * 0.5);
        e[2] = about_y - across_z;
        e[3] = about_y + across_z;
        e[4] = about_z + across_y;
        e[5] = about_z - across_y;
    }
}

/// cos(|δ|/2) and sin(|δ|/2) δ/|δ| of the rotation between two triads, along the axes of the first.
fn half_turn<J: Jet>(p: &[Vec3<J>; 3], q: &[Vec3<J>; 3]) -> (J, Vec3<J>) {
    let r = |i: usize, j: usize| dotted(p[i], q[j]);
    let w = (r(0, 0) + r(1, 1) + r(2, 2) + J::constant(1.0)).sqrt() * 0.5;
    let factor = w.reciprocal() * 0.25;
    (w, [(r(2, 1) - r(1, 2)) * factor, (r(0, 2) - r(2, 0)) * factor, (r(1, 0) - r(0, 1)) * factor])
}

/// The first triad turned by half of the rotation: e + v×e + v×(v×e)/(1 + w).
fn mean_axes<J: Jet>(p: &[Vec3<J>; 3], w: J, v: Vec3<J>) -> [Vec3<J>; 3] {
    let inverse = (w + J::constant(1.0)).reciprocal();
    let axis = |own: Vector| {
        let own = constants(own);
        let once = crossed(v, own);
        let twice = times(crossed(v, once), inverse);
        let [x, y, z] = plus(own, plus(once, twice));
        plus(plus(times(p[0], x), times(p[1], y)), times(p[2], z))
    };
    [axis([1.0, 0.0, 0.0]), axis([0.0, 1.0, 0.0]), axis([0.0, 0.0, 1.0])]
}
