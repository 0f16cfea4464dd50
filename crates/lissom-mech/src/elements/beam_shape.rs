//! Deformations of a planar beam element, with or without shear: the common part.

use super::chord_shape::ChordShape;
use super::finite::{Configuration, Degenerate};
use super::section_shape::SectionShape;
use super::shear_ratio;
use lissom_model::model::{Beam, BendingMeasure};

/// Reference data of the shape of an element.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reference {
    /// Length [m].
    pub length: f64,
    /// Unit vector from the first to the second end.
    pub axis: [f64; 2],
    pub measure: BendingMeasure,
    /// 1 with the shortening by bending, else 0.
    pub shortening: f64,
    /// Φ = 12EI/(κGA l₀²), zero for a section that does not shear [-].
    pub shear: f64,
}

impl Reference {
    /// That of an element of a beam.
    pub(crate) fn of(beam: &Beam, length: f64, axis: [f64; 2]) -> Self {
        Self {
            length,
            axis,
            measure: beam.measure,
            shortening: f64::from(u8::from(beam.shortening)),
            shear: shear_ratio(beam.stiffness.bending_z, beam.stiffness.shear_y, length),
        }
    }
}

/// An angle: its measure s and the derivatives of that by the angle.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Slope {
    pub s: f64,
    pub s1: f64,
    pub s2: f64,
    pub s3: f64,
}

/// The line between the ends of an element.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Chord {
    /// Length [m], unit vector and normal.
    pub l: f64,
    pub u: [f64; 2],
    pub n: [f64; 2],
    /// From the first to the second end, l u [m].
    pub d: [f64; 2],
    /// l² − l₀², free of cancellation [m²].
    pub grown: f64,
}

impl Chord {
    pub(super) fn of(
        reference: &Reference,
        indices: &[usize; 6],
        at: &Configuration,
    ) -> Result<Self, Degenerate> {
        let (x, length, axis) = (&at.displacement, reference.length, reference.axis);
        let moved = [x[indices[3]] - x[indices[0]], x[indices[4]] - x[indices[1]]];
        let d = [length * axis[0] + moved[0], length * axis[1] + moved[1]];
        let l = (d[0] * d[0] + d[1] * d[1]).sqrt();
        if l <= COINCIDE * length || !l.is_finite() {
            return Err(Degenerate(COINCIDING));
        }
        let u = [d[0] / l, d[1] / l];
        let grown = 2.0 * length * (axis[0] * moved[0] + axis[1] * moved[1])
            + moved[0] * moved[0]
            + moved[1] * moved[1];
        Ok(Self { l, u, n: [-u[1], u[0]], d, grown })
    }

    /// l,x.
    pub(super) fn gradient(&self) -> [f64; 6] {
        [-self.u[0], -self.u[1], 0.0, self.u[0], self.u[1], 0.0]
    }

    /// l times the gradient of the chord's angle.
    pub(super) fn turn_gradient(&self) -> [f64; 6] {
        [-self.n[0], -self.n[1], 0.0, self.n[0], self.n[1], 0.0]
    }
}

/// The element in a configuration.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape {
    /// Sections stay at right angles to the axis: slopes are measured from the chord.
    Rigid(ChordShape),
    /// Sections shear: strains are measured in the frame of the mean section.
    Sheared(SectionShape),
}

impl Default for Shape {
    fn default() -> Self {
        Self::Rigid(ChordShape::default())
    }
}

/// The same method of either shape.
macro_rules! either {
    ($self:expr, $shape:ident => $value:expr) => {
        match $self {
            Shape::Rigid($shape) => $value,
            Shape::Sheared($shape) => $value,
        }
    };
}
pub(super) use either;

impl Shape {
    /// The shape of the element with coordinates (x_p, y_p, φ_p, x_q, y_q, φ_q) at the given indices.
    pub(crate) fn of(
        reference: &Reference,
        indices: &[usize; 6],
        at: &Configuration,
    ) -> Result<Self, Degenerate> {
        if reference.shear == 0.0 {
            ChordShape::of(reference, indices, at).map(Self::Rigid)
        } else {
            SectionShape::of(reference, indices, at).map(Self::Sheared)
        }
    }

    /// e.
    #[cfg(test)]
    pub(crate) fn deformation(&self) -> [f64; 3] {
        either!(self, shape => shape.deformation())
    }

    /// e and D,x.
    pub(crate) fn measured(&self) -> ([f64; 3], [[f64; 6]; 3]) {
        either!(self, shape => (shape.deformation(), shape.gradient()))
    }

    /// D,x.
    #[cfg(test)]
    pub(crate) fn gradient(&self) -> [[f64; 6]; 3] {
        either!(self, shape => shape.gradient())
    }

    /// (D,xx v) v.
    pub(crate) fn convected(&self, v: [f64; 6]) -> [f64; 3] {
        either!(self, shape => shape.convected(v))
    }

    /// (D,xxx v) v.
    pub(crate) fn convected_gradient(&self, v: [f64; 6]) -> [[f64; 6]; 3] {
        either!(self, shape => shape.convected_gradient(v))
    }

    /// Σ λ_a D_a,xx.
    pub(crate) fn weighted_hessian(&self, weights: [f64; 3]) -> [[f64; 6]; 6] {
        either!(self, shape => shape.weighted_hessian(weights))
    }
}

/// A chord below this share of the length has no reliable direction.
pub(super) const COINCIDE: f64 = 1e-6;

pub(super) const COINCIDING: &str = "its ends coincide";

pub(super) const QUARTER_TURN: &str = "an end is rotated by more than a quarter turn relative to the chord";

pub(super) const HALF_TURN: &str = "its ends are rotated by more than half a turn relative to each other";

/// Weights of the ends' displacements and tangents in the displacement at ξ ∈ [0, 1] of a cubic of length `l₀`.
#[must_use]
pub fn beam_weights(length: f64, xi: f64) -> ([f64; 2], [f64; 2]) {
    let (x2, x3) = (xi * xi, xi * xi * xi);
    let weights = [1.0 - 3.0 * x2 + 2.0 * x3, 3.0 * x2 - 2.0 * x3];
    (weights, [length * (xi - 2.0 * x2 + x3), length * (x3 - x2)])
}

/// The point at ξ ∈ [0, 1] of the cubic through two ends with tangents `t_p` and `t_q` of length `l₀`.
#[must_use]
pub fn beam_point(length: f64, ends: [[f64; 2]; 2], tangents: [[f64; 2]; 2], xi: f64) -> [f64; 2] {
    let (weights, slopes) = beam_weights(length, xi);
    [0, 1].map(|k| (0..2).map(|end| weights[end] * ends[end][k] + slopes[end] * tangents[end][k]).sum())
}
