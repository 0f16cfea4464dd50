//! A mechanism at one state, for pictures and tables.

use crate::mechanism::Mechanism;
use crate::mechanism::buffers::Buffers;
use crate::mechanism::choice_of_coordinates::choice::Source;
use crate::mechanism::core::Core;
use crate::system::{Inadmissible, State, Workspace};
use crate::vector::{Vector, lift};

/// A mechanism at one state.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// Every point by name, nodes first, and its position [m].
    pub points: Vec<(String, Vector)>,
    /// Centre line of every beam, [`Snapshot::PER_ELEMENT`] stretches per element [m].
    pub beams: Vec<(String, Vec<Vector>)>,
    /// Stress resultants of all flexible deformations.
    pub stresses: Vec<Stress>,
    /// Largest bending stress over the ends of a beam's elements, where the model gives a height [Pa].
    pub bending_stress: Vec<Option<f64>>,
    /// Bending stress of the outer fibre along each centre line of `beams`, not negative, where the model gives a height
    /// [Pa].
    pub stress_lines: Vec<Option<Vec<f64>>>,
    /// Reactions of the supports, by coordinate [N] or [N m].
    pub reactions: Vec<(String, f64)>,
}

/// A deformation and its stress resultant.
#[derive(Clone, Debug, PartialEq)]
pub struct Stress {
    /// The deformation: `beam A, element 3: elongation`.
    pub name: String,
    /// Its value [m] or [rad].
    pub deformation: f64,
    /// The stress resultant, dual to it [N] or [N m].
    pub stress: f64,
}

impl Snapshot {
    /// Stretches per element in the centre lines.
    pub const PER_ELEMENT: usize = 8;
}

impl Mechanism {
    /// Positions, centre lines, stresses and reactions at a state.
    ///
    /// # Errors
    /// When the state is inadmissible.
    pub fn snapshot(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
    ) -> Result<Snapshot, Inadmissible> {
        self.check_input(input);
        let b: &mut Buffers = work.buffers();
        self.take(at, b)?;
        let core = &self.core;
        core.balance_motion(&self.basis, at.time, at.velocity, input, b)
            .map_err(|failure| self.refuse(at.time, failure))?;
        let points = core.coordinates.points().iter().enumerate();
        Ok(Snapshot {
            points: points.map(|(i, point)| (point.name.clone(), lift(core.place_of(2 * i, b)))).collect(),
            beams: (0..core.beams.len()).map(|beam| core.centre_line(beam, b)).collect(),
            stresses: core.stress_list(b),
            bending_stress: (0..core.beams.len()).map(|beam| core.bending_stress(beam, b)).collect(),
            stress_lines: (0..core.beams.len()).map(|beam| core.stress_line(beam, b)).collect(),
            reactions: core.reactions(b),
        })
    }
}

impl Core {
    fn centre_line(&self, beam: usize, b: &Buffers) -> (String, Vec<Vector>) {
        let elements = self.beams[beam].parts.len();
        let stretches = Snapshot::PER_ELEMENT;
        let mut line = vec![lift(self.point_of_beam(beam, 0, 0.0, b))];
        for element in 0..elements {
            let point = |k: usize| lift(self.point_of_beam(beam, element, k as f64 / stretches as f64, b));
            line.extend((1..=stretches).map(point));
        }
        (self.beams[beam].name.clone(), line)
    }

    fn stress_list(&self, b: &Buffers) -> Vec<Stress> {
        let flexible =
            (0..self.parts.measures.len()).filter(|m| self.parts.measures[*m].deformation.flexible);
        flexible
            .map(|m| Stress { name: self.parts.name(m), deformation: b.e[m], stress: b.stress[m] })
            .collect()
    }

    /// σ = |M| · height/(2 I); the moment at an end is l₀ times the stress resultant dual to e = l₀ θ there.
    fn bending_stress(&self, beam: usize, b: &Buffers) -> Option<f64> {
        let data = &self.beams[beam];
        let factor = data.stress_factor?;
        let parts = &self.parts.all[data.parts.clone()];
        let moments = parts.iter().flat_map(|part| [part.first + 1, part.first + 2]).map(|m| b.stress[m]);
        Some(moments.fold(0.0_f64, |largest, sigma| largest.max(sigma.abs())) * data.length * factor)
    }

    /// |σ| at the points of the centre line. The moment runs straight between the ends of an element, where it is −l₀
    /// times the stress resultants dual to e₂ and e₃: both have the sign of the curvature.
    fn stress_line(&self, beam: usize, b: &Buffers) -> Option<Vec<f64>> {
        let data = &self.beams[beam];
        let factor = data.stress_factor? * data.length;
        let stretches = Snapshot::PER_ELEMENT;
        let mut line: Vec<f64> = Vec::new();
        for part in &self.parts.all[data.parts.clone()] {
            let [first, second] = [part.first + 1, part.first + 2].map(|m| factor * b.stress[m]);
            let at = |k: usize| {
                let share = k as f64 / stretches as f64;
                (first + share * (second - first)).abs()
            };
            if line.is_empty() {
                line.push(at(0));
            }
            line.extend((1..=stretches).map(at));
        }
        Some(line)
    }

    /// Forces at the supports: the imbalance of elements, inertia and constraints there.
    fn reactions(&self, b: &Buffers) -> Vec<(String, f64)> {
        let mut rest = b.force.clone();
        for (multiplier, equation) in b.step.iter().zip(&self.equations) {
            if let Source::Measure(measure) = equation.source {
                self.parts.row(measure).for_each(|(c, at)| rest[c] -= multiplier * b.gradients[at]);
            }
        }
        let held = (0..rest.len()).filter(|c| self.place[*c].is_none());
        held.map(|c| (self.coordinates.name(c), -rest[c])).collect()
    }
}
