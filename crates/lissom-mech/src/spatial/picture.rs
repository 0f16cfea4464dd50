//! A spatial machine at one state, for pictures and tables.

use super::SpatialMechanism;
use super::buffers::Buffers;
use super::core::Core;
use super::elements::Shape;
use super::machine::BeamParts;
use super::rotation::{Axes, along};
use crate::elements::beam_weights;
use crate::mechanism::{Snapshot, Stress};
use crate::system::{Inadmissible, State, Workspace};
use crate::vector::{Vector, add_scaled};

const GROUND: Axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

impl SpatialMechanism {
    /// Positions, centre lines, stresses and reactions at a state.
    pub(super) fn picture(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
    ) -> Result<Snapshot, Inadmissible> {
        self.check_input(input);
        let b: &mut Buffers = work.buffers();
        self.take(at, b)?;
        let core = &self.core;
        let moved = core.balance_motion(&self.basis, at.time, input, b);
        moved.map_err(|failure| self.refuse(at.time, failure))?;
        let duals = core.duals(b);
        let beams = &core.machine.described.beams;
        let lines = beams.iter().map(|beam| core.stress_line(beam, b));
        let stress_lines: Vec<Option<Vec<f64>>> = lines.collect();
        let reactions = core.reactions(&core.rest(input, b), &duals).into_iter();
        Ok(Snapshot {
            points: core.places(b),
            beams: beams.iter().map(|beam| core.centre_line(beam, b)).collect(),
            stresses: core.stress_list(b),
            bending_stress: beams.iter().map(|beam| core.largest_stress(beam, b)).collect(),
            stress_lines,
            reactions: reactions
                .map(|r| (r.name.trim_start_matches("support of ").to_owned(), r.value))
                .collect(),
        })
    }
}

impl Core {
    /// Points of a beam on the cubics through the ends of its elements.
    fn centre_line(&self, beam: &BeamParts, b: &Buffers) -> (String, Vec<Vector>) {
        let stretches = Snapshot::PER_ELEMENT;
        let mut line = Vec::new();
        for k in beam.parts.clone() {
            let first = usize::from(!line.is_empty());
            line.extend(
                (first..=stretches).map(|i| self.point_of_element(k, i as f64 / stretches as f64, b)),
            );
        }
        (beam.name.clone(), line)
    }

    /// The point at ξ ∈ \[0, 1\] of a beam element.
    fn point_of_element(&self, k: usize, xi: f64, b: &Buffers) -> Vector {
        let described = &self.machine.described;
        let part = &described.parts[k];
        let Shape::Beam(shape) = &part.shape else { return [0.0; 3] };
        let (weights, slopes) = beam_weights(shape.length(), xi);
        let mut sum = [0.0; 3];
        for end in 0..2 {
            let Some(point) = part.points[end] else { continue };
            let axes = part.orientations[end].map_or(&GROUND, |o| &b.at.axes[o]);
            sum = add_scaled(sum, weights[end], described.points[point].position);
            sum = add_scaled(sum, weights[end], b.at.displacement[point]);
            sum = add_scaled(sum, slopes[end], along(axes, shape.triads[end][0]));
        }
        sum
    }

    fn stress_list(&self, b: &Buffers) -> Vec<Stress> {
        let is_elastic = |m: &usize| {
            let shape = &self.machine.part(*m).shape;
            self.machine.deformation(*m).flexible && !matches!(shape, Shape::Place | Shape::Attitude)
        };
        let each = (0..self.machine.measures.len()).filter(is_elastic);
        each.map(|m| Stress { name: self.machine.measure_name(m), deformation: b.e[m], stress: b.stress[m] })
            .collect()
    }

    /// |σ| of bending along the centre line, as in the plane: moments run straight between the ends of an element, where they are l₀
    /// times the stress resultants dual to the slopes. `None` where the section does not give both outer fibres.
    fn stress_line(&self, beam: &BeamParts, b: &Buffers) -> Option<Vec<f64>> {
        let (fibre, stretches) = (beam.outer_fibre?, Snapshot::PER_ELEMENT);
        let mut line = Vec::new();
        for k in beam.parts.clone() {
            for i in usize::from(!line.is_empty())..=stretches {
                line.push(fibre.stress(self.moments(k, i as f64 / stretches as f64, b))?);
            }
        }
        Some(line)
    }

    /// Bending moments about y and z at a share of an element.
    fn moments(&self, k: usize, share: f64, b: &Buffers) -> [f64; 2] {
        let (first, length) = (self.machine.first[k], self.beam_at(k, b).0.length());
        [2, 4].map(|own| {
            let [p, q] = [own, own + 1].map(|own| length * b.stress[first + own]);
            p + share * (q - p)
        })
    }

    /// The largest bending stress over the ends of all elements; between elements it may jump.
    fn largest_stress(&self, beam: &BeamParts, b: &Buffers) -> Option<f64> {
        let fibre = beam.outer_fibre?;
        let ends = beam.parts.clone().flat_map(|k| [(k, 0.0), (k, 1.0)]);
        let each: Option<Vec<f64>> = ends.map(|(k, share)| fibre.stress(self.moments(k, share, b))).collect();
        each.map(|all| all.into_iter().fold(0.0, f64::max))
    }
}
