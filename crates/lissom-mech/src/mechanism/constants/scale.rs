//! Scaling of metres and radians, so that no decision depends on units.

use crate::assembly::coordinates::Coordinates;
use crate::mechanism::constants::part::Parts;
use crate::vector::{norm, sub};

/// The natural lengths of a mechanism.
#[derive(Clone, Debug)]
pub(in crate::mechanism) struct Scale {
    /// Mean length of its elements: an angle times this is a displacement [m].
    pub element: f64,
    /// Its size; residuals are measured against it [m].
    pub size: f64,
    rotations: Vec<bool>,
}

impl Scale {
    /// Of a structure whose beams have the given ends.
    pub fn new(coordinates: &Coordinates, beams: usize) -> Self {
        let position = |t: crate::assembly::coordinates::TranslationId| coordinates.points()[t.0].position;
        let (mut sum, mut count) = (0.0, 0.0);
        for beam in 0..beams {
            for pair in coordinates.beam_ends(lissom_model::model::BeamId(beam)).windows(2) {
                sum += norm(sub(position(pair[1].translation), position(pair[0].translation)));
                count += 1.0;
            }
        }
        let size = if coordinates.size() > 0.0 { coordinates.size() } else { 1.0 };
        Self {
            element: if sum > 0.0 { sum / count } else { size },
            size,
            rotations: (0..coordinates.len()).map(|c| coordinates.is_rotation(c)).collect(),
        }
    }

    /// Unit motion of a coordinate: one metre, or the angle that moves the end of an element by one metre.
    pub fn unknown(&self, coordinate: usize) -> f64 {
        if self.rotations[coordinate] { 1.0 / self.element } else { 1.0 }
    }

    /// Makes a deformation a length.
    pub fn measure(&self, parts: &Parts, measure: usize) -> f64 {
        if parts.measures[measure].deformation.unit == "rad" { self.element } else { 1.0 }
    }

    /// Whether a coordinate is a rotation.
    pub fn is_rotation(&self, coordinate: usize) -> bool {
        self.rotations[coordinate]
    }
}
