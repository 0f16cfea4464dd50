//! Spatial beam: six deformations with their second-order terms, and the line between two points.

use super::MOST;
use super::section::Section;
use crate::spatial::chart::{Chart, Vec3, constants, dotted, plus, times};
use crate::spatial::jet::Jet;
use crate::spatial::rotation::Axes;
use crate::vector::{Vector, dot, norm};

/// How slopes and twist are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BeamMeasure {
    /// By their sines, as the family of \[Boer2013, Eq. (3)\].
    Sine,
    /// By the angles: pure bending and pure torsion are exact for any number of elements.
    Angle,
}

/// A beam element between two ends.
#[derive(Clone, Debug)]
pub struct BeamShape {
    /// From the first to the second end in the reference configuration [m].
    pub reference: Vector,
    /// The triad of the element (x along it) in the axes of each end.
    pub triads: [Axes; 2],
    /// How slopes are measured.
    pub measure: BeamMeasure,
    /// Whether bending shortens the chord.
    pub shortening: bool,
    /// Φ = 12EI/(κGA l₀²) for bending about y and z, zero where sections do not shear [-].
    pub shear: [f64; 2],
}

/// The line from the first to the second end.
pub(super) struct Chord<J> {
    /// The line itself [m].
    pub line: Vec3<J>,
    /// Unit vector.
    pub unit: Vec3<J>,
    /// Length less the reference length [m].
    pub elongation: J,
    /// The square of the length less that of the reference length, free of cancellation [m²].
    pub grown: J,
}

impl<J: Jet> Chord<J> {
    /// # Equation
    /// l − l₀ = (|d|² − l₀²)/(l + l₀) with |d|² − l₀² = 2 d₀·δ + δ·δ: free of cancellation for stiff bars.
    pub fn of(chart: &Chart<J>, reference: Vector) -> Self {
        let moved = chart.relative();
        let start = constants(reference);
        let square = dot(reference, reference);
        let grown = dotted(plus(start, start), moved) + dotted(moved, moved);
        let length = (grown + J::constant(square)).sqrt();
        let elongation = grown * (length + J::constant(square.sqrt())).reciprocal();
        let inverse = length.reciprocal();
        let line = plus(start, moved);
        Self { line, unit: times(line, inverse), elongation, grown }
    }
}

impl BeamShape {
    /// Reference length [m].
    #[must_use]
    pub fn length(&self) -> f64 {
        norm(self.reference)
    }

    /// Whether sections shear.
    pub(super) fn shears(&self) -> bool {
        self.shear != [0.0; 2]
    }

    /// # Equation
    /// With u the unit vector of the chord and (x, y, z) the triads at both ends
    /// ε₁ = l − l₀, ε₂ = l₀ (z_p·y_q − y_p·z_q)/2, ε₃ = −l₀ u·z_p, ε₄ = l₀ u·z_q, ε₅ = l₀ u·y_p, ε₆ = −l₀ u·y_q
    /// (the spatial member of the family of \[Boer2013, Eq. (3)\]), and, so that eᵀSe/2 is the energy of a Kirchhoff rod
    /// through cubic order,
    /// e₁ = ε₁ + (2ε₃² + ε₃ε₄ + 2ε₄² + 2ε₅² + ε₅ε₆ + 2ε₆²)/(30 l₀), e₂ = ε₂ + (ε₄ε₅ − ε₃ε₆)/l₀,
    /// e₃, e₄ = ε₃, ε₄ ± ε₂(ε₅ + ε₆)/(6 l₀), e₅, e₆ = ε₅, ε₆ ∓ ε₂(ε₃ + ε₄)/(6 l₀).
    ///
    /// Sections that shear are measured in the frame of the mean section (`section.rs`).
    pub fn deform<J: Jet>(&self, chart: &Chart<J>, e: &mut [J; MOST]) {
        if self.shears() {
            return Section::of(self, chart).deform(self, e);
        }
        let l = self.length();
        let chord = Chord::of(chart, self.reference);
        let [[_, y, z], [_, y_other, z_other]] = self.triads;
        let (y_p, z_p) = (chart.fixed(0, y), chart.fixed(0, z));
        let (y_q, z_q) = (chart.fixed(1, y_other), chart.fixed(1, z_other));
        let u = chord.unit;
        let twist = (dotted(z_p, y_q) - dotted(y_p, z_q)) * 0.5;
        let measured = |sine: J| match self.measure {
            BeamMeasure::Sine => sine * l,
            BeamMeasure::Angle => sine.arcsine() * l,
        };
        let (t, a, b, c, d) = (
            measured(twist),
            measured(-dotted(u, z_p)),
            measured(dotted(u, z_q)),
            measured(dotted(u, y_p)),
            measured(-dotted(u, y_q)),
        );
        let (about_y, about_z) = (t * (a + b) * (1.0 / (6.0 * l)), t * (c + d) * (1.0 / (6.0 * l)));
        e[0] = chord.elongation;
        if self.shortening {
            let squares = a * a + b * b + c * c + d * d;
            e[0] = e[0] + (squares * 2.0 + a * b + c * d) * (1.0 / (30.0 * l));
        }
        e[1] = t + (b * c - a * d) * (1.0 / l);
        e[2] = a + about_z;
        e[3] = b - about_z;
        e[4] = c - about_y;
        e[5] = d + about_y;
    }
}
