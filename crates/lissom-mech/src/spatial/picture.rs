//! A spatial machine at one state, for pictures and tables.

use super::SpatialMechanism;
use super::buffers::Buffers;
use super::core::Core;
use super::elements::Shape;
use super::machine::BeamParts;
use super::rotation::{Axes, along};
use crate::assembly::frame::MemberForces;
use crate::elements::{EndForces, beam_weights};
use crate::mechanism::{Snapshot, Stress};
use crate::system::{Inadmissible, State, Workspace};
use crate::vector::{Vector, add_scaled};
use lissom_model::model::OuterFibre;

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
        let members: Vec<Vec<MemberForces>> = beams.iter().map(|beam| core.members(beam, input, b)).collect();
        let lines =
            beams.iter().zip(&members).map(|(beam, own)| stress_line(beam.outer_fibre.as_ref()?, own));
        let stress_lines: Vec<Option<Vec<f64>>> = lines.collect();
        let largest = |line: &Option<Vec<f64>>| line.as_ref().map(|l| l.iter().copied().fold(0.0, f64::max));
        let reactions = core.reactions(&core.rest(input, b), &duals).into_iter();
        Ok(Snapshot {
            points: core.places(b),
            beams: beams.iter().map(|beam| core.centre_line(beam, b)).collect(),
            stresses: core.stress_list(b),
            bending_stress: stress_lines.iter().map(largest).collect(),
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
}

/// |σ| of bending along the centre line, from moments that run straight between the ends of elements; `None` where the section
/// does not give both outer fibres.
fn stress_line(fibre: &OuterFibre, members: &[MemberForces]) -> Option<Vec<f64>> {
    let about_y = fibre.about_y?;
    let stretches = Snapshot::PER_ELEMENT;
    let mut line = Vec::new();
    for MemberForces { ends: [p, q], .. } in members {
        let at = |i: usize| {
            let share = i as f64 / stretches as f64;
            let moment = |of: &dyn Fn(&EndForces) -> f64| of(p) + share * (of(q) - of(p));
            let y = about_y * moment(&|end| end.bending[0]);
            let z = fibre.about_z * moment(&|end| end.bending[1]);
            if fibre.is_round { y.hypot(z) } else { y.abs() + z.abs() }
        };
        let first = usize::from(!line.is_empty());
        line.extend((first..=stretches).map(at));
    }
    Some(line)
}
