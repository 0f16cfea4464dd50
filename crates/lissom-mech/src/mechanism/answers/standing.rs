//! A mechanism at rest: displacements, section forces, reactions and energy, without accelerations, so that
//! no mass is needed.

use crate::assembly::frame::{FrameForces, MemberForces, Reaction};
use crate::elements::section_forces;
use crate::mechanism::Mechanism;
use crate::mechanism::buffers::Buffers;
use crate::mechanism::constants::part::Part;
use crate::mechanism::core::Core;
use crate::system::{Inadmissible, State, Workspace};
use crate::vector::Triad;

/// A mechanism at rest.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Displacement of every coordinate, including fixed ones, in the order of the linear structure \[m\] or
    /// \[rad\].
    pub displacement: Vec<f64>,
    /// Section forces in the axes of the deformed sections, and reactions.
    pub forces: FrameForces,
    /// ½ eᵀ S e of all elements \[J\].
    pub elastic_energy: f64,
}

impl Mechanism {
    /// Section forces and reactions at rest in a state, under loads at its time.
    ///
    /// # Errors
    /// When the state is inadmissible.
    pub fn standing(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
    ) -> Result<Standing, Inadmissible> {
        self.check_input(input);
        let b: &mut Buffers = work.buffers();
        self.take(at, b)?;
        let core = &self.core;
        let still = vec![0.0; self.size()];
        let multipliers = core
            .move_to(&self.basis, at.time, &still, b)
            .and_then(|()| core.measure_all(b))
            .and_then(|()| core.load(at.time, input, b))
            .map(|()| {
                core.stresses(b);
                core.inertia(b);
                core.multipliers(b)
            })
            .map_err(|failure| self.refuse(at.time, failure))?;
        Ok(Standing {
            displacement: b.at.displacement.clone(),
            elastic_energy: core.elastic_energy(b),
            forces: core.standing_forces(&multipliers, input, b),
        })
    }
}

impl Core {
    fn elastic_energy(&self, b: &Buffers) -> f64 {
        let all = self.parts.all.iter().flat_map(Part::deformations);
        all.map(|measure| 0.5 * b.e[measure] * b.stress[measure]).sum()
    }

    fn standing_forces(&self, multipliers: &[f64], input: &[f64], b: &Buffers) -> FrameForces {
        let mut rest = b.force.clone();
        let mut largest = 0.0_f64;
        for (measure, multiplier) in multipliers.iter().enumerate() {
            for (c, at) in self.parts.row(measure) {
                rest[c] -= multiplier * b.gradients[at];
                largest = largest.max((multiplier * b.gradients[at]).abs());
            }
        }
        let held = (0..rest.len()).filter(|c| self.place[*c].is_none());
        let reaction = |c: usize| Reaction {
            name: format!("support of {}", self.coordinates.name(c)),
            unit: if self.scale.is_rotation(c) { "N m" } else { "N" },
            value: -rest[c],
        };
        let open = self.unknowns.iter().map(|c| rest[*c].abs()).fold(0.0, f64::max);
        FrameForces {
            members: self.standing_members(multipliers, input, b),
            reactions: held.map(reaction).collect(),
            undetermined: self.watched.iter().map(|(measure, _)| self.parts.name(*measure)).collect(),
            imbalance: if largest > 0.0 { open / largest } else { 0.0 },
        }
    }

    /// Forces on both ends of every beam element: elastic forces minus the distributed load.
    fn standing_members(&self, multipliers: &[f64], input: &[f64], b: &Buffers) -> Vec<MemberForces> {
        let mut members = Vec::new();
        for beam in &self.beams {
            for part in &self.parts.all[beam.parts.clone()] {
                let mut along = vec![0.0; b.force.len()];
                if let Some(gravity) = self.own_weight(part, b.share) {
                    let mut weight = vec![0.0; 6];
                    part.finite().weight(&b.at, gravity, &mut weight);
                    part.coordinates().iter().zip(weight).for_each(|(c, w)| along[*c] += w);
                }
                for load in &self.loads.spread {
                    let densities = load.ends.map(|end| end.of(&b.laws, b.share, input));
                    for (element, density) in load.elements(densities) {
                        if element.indices == *part.coordinates() {
                            element.add(&b.at, density, &mut along);
                        }
                    }
                }
                let mut nodal: Vec<f64> = part.coordinates().iter().map(|c| -along[*c]).collect();
                let rows = b.gradients[part.gradients()].chunks_exact(6);
                for (multiplier, row) in multipliers[part.deformations()].iter().zip(rows) {
                    nodal.iter_mut().zip(row).for_each(|(f, g)| *f += multiplier * g);
                }
                let end = |k: usize| ([nodal[3 * k], nodal[3 * k + 1], 0.0], [0.0, 0.0, nodal[3 * k + 2]]);
                let in_axes = |k: usize| {
                    let [x, y] = b.at.turned(part.coordinates()[3 * k + 2], beam.axis);
                    let triad = Triad { x: [x, y, 0.0], y: [-y, x, 0.0], z: [0.0, 0.0, 1.0] };
                    section_forces(&triad, [end(0), end(1)])[k]
                };
                members.push(MemberForces { name: part.name(), ends: [in_axes(0), in_axes(1)] });
            }
        }
        members
    }
}
