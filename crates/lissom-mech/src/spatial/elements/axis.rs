//! The axis of a bent spatial element between its ends, on which weight and distributed forces act.
//!
//! # Equation
//! As in the plane (`elements/beam_axis.rs`), with the slopes of the axis against the chord as vectors σ_p, σ_q across the chord u:
//! r(ξ) = r_p + ξ d + k u + l₀ ((ξ − 2ξ² + ξ³) σ_p + (ξ³ − ξ²) σ_q), and k of second order in σ_p·σ_p, σ_p·σ_q, σ_q·σ_q so that the
//! elongation is uniform over the arc. Without shear σ = x − (x·u) u of the end's own axis x, for the measure "angle" made as long
//! as the angle.

use super::beam::{BeamMeasure, BeamShape, Chord};
use super::node::angle_over_sine;
use super::section::{Section, shares};
use crate::elements::AxisWeights;
use crate::spatial::chart::{Chart, Vec3, dotted, minus, plus, scaled, times};
use crate::spatial::jet::Jet;

/// The axis of an element in a configuration.
pub(crate) struct BeamAxis<J> {
    chord: Chord<J>,
    slopes: [Vec3<J>; 2],
    length: f64,
    shortening: bool,
}

impl<J: Jet> BeamAxis<J> {
    pub fn of(shape: &BeamShape, chart: &Chart<J>) -> Self {
        let (length, shortening) = (shape.length(), shape.shortening);
        if shape.shears() {
            let section = Section::of(shape, chart);
            let slopes = bent_slopes(shape, &section);
            return Self { chord: section.chord, slopes, length, shortening };
        }
        let chord = Chord::of(chart, shape.reference);
        let slope = |end: usize| {
            let x = chart.fixed(end, shape.triads[end][0]);
            let cosine = dotted(x, chord.unit);
            let across = minus(x, times(chord.unit, cosine));
            match shape.measure {
                BeamMeasure::Sine => across,
                BeamMeasure::Angle => times(across, cosine.composed(angle_over_sine(cosine.value())) * 0.5),
            }
        };
        let slopes = [slope(0), slope(1)];
        Self { chord, slopes, length, shortening }
    }

    /// A linear function of the axis, for a given place of the first end.
    pub fn value(&self, weights: &AxisWeights, start: Vec3<J>) -> Vec3<J> {
        let ([p, q], l) = (self.slopes, self.length);
        let [f, g] = weights.across.map(|w| w * l);
        let mut along = J::constant(0.0);
        if self.shortening {
            let [a, b, c] = weights.along.map(|w| w * l);
            along = dotted(p, p) * a + dotted(p, q) * b + dotted(q, q) * c;
        }
        let (line, unit) = (self.chord.line, self.chord.unit);
        let ends = plus(scaled(start, weights.start), scaled(line, weights.chord));
        plus(plus(plus(ends, times(unit, along)), scaled(p, f)), scaled(q, g))
    }
}

/// Slopes of a beam with shear that are bending, across the chord: the mean section turned onto the chord by the shortest way.
fn bent_slopes<J: Jet>(shape: &BeamShape, section: &Section<J>) -> [Vec3<J>; 2] {
    let ([mu_y, mu_z], l) = (shares(shape), shape.length());
    let [t, n, b] = section.axes;
    let unit = section.chord.unit;
    let middle = plus(t, unit);
    let inverse = (dotted(t, unit) + J::constant(1.0)).reciprocal();
    let onto = |axis: Vec3<J>| minus(axis, times(middle, dotted(axis, unit) * inverse));
    let (n, b) = (onto(n), onto(b));
    let ([_, y, z], [_, s_y, s_z]) = (section.shift, section.bend);
    let (mean_y, mean_z) = (y * (-mu_z / l), z * (-mu_y / l));
    let at = |half: f64| plus(times(n, mean_y + s_z * half), times(b, mean_z - s_y * half));
    [at(-0.5), at(0.5)]
}
