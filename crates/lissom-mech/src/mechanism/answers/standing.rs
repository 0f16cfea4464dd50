//! A mechanism at rest: displacements, section forces, reactions and energy, without accelerations, so that
//! no mass is needed.

use crate::assembly::frame::{FrameForces, MemberForces, Reaction};
use crate::elements::section_forces;
use crate::mechanism::Mechanism;
use crate::mechanism::answers::frozen::JointForce;
use crate::mechanism::buffers::Buffers;
use crate::mechanism::constants::loads::{Acting, TorqueSource, Value};
use crate::mechanism::constants::machine::BeamParts;
use crate::mechanism::constants::part::Part;
use crate::mechanism::core::Core;
use crate::system::{Inadmissible, State, Workspace};
use crate::vector::{Triad, Vector, lift};
use std::ops::Range;

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
    /// Potential energy of gravity, zero at the origin \[J\].
    pub potential_energy: f64,
    /// Potential energy of constant forces at nodes, zero in the reference configuration; `None` where other loads with a law act,
    /// whose potential is not known \[J\].
    pub load_energy: Option<f64>,
    /// Every point by name, nodes first, and its position \[m\].
    pub points: Vec<(String, Vector)>,
    /// Every beam, with its elements among the members of `forces`.
    pub beams: Vec<(String, Range<usize>)>,
    /// Force of the rest of the mechanism on both ends of every beam, in global axes.
    pub joints: Vec<JointForce>,
    /// Forces in everything but beams: hinges, slides, trusses, springs, drives.
    pub carried: Vec<CarriedForce>,
}

/// The force or moment that an element carries along one of its deformations.
#[derive(Clone, Debug, PartialEq)]
pub struct CarriedForce {
    /// The deformation: `hinge H: angle`, `slide of node C: displacement across`, `truss T: elongation`.
    pub name: String,
    /// The deformation itself \[m\] or \[rad\].
    pub deformation: f64,
    /// `N`, or `N m` for an angle.
    pub unit: &'static str,
    /// Positive where it works against a positive deformation, as tension against elongation \[N\] or [N m].
    pub value: f64,
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
            potential_energy: core.potential_energy(b),
            load_energy: core.load_energy(b),
            points: core.points(b),
            beams: core.members_of_beams(),
            joints: core.standing_joints(&multipliers, input, b),
            carried: core.carried(&multipliers, b),
            forces: core.standing_forces(&multipliers, input, b),
        })
    }
}

impl Core {
    fn elastic_energy(&self, b: &Buffers) -> f64 {
        let all = self.parts.all.iter().flat_map(Part::deformations);
        all.map(|measure| 0.5 * b.e[measure] * b.stress[measure]).sum()
    }

    fn potential_energy(&self, b: &Buffers) -> f64 {
        let Some([x, y]) = self.field else { return 0.0 };
        let heavy = self.parts.all.iter().filter(|part| part.has_mass);
        let moments = heavy.map(|part| part.finite().mass_moment(&b.at));
        moments.map(|moment| -b.share * (x * moment[0] + y * moment[1])).sum()
    }

    fn load_energy(&self, b: &Buffers) -> Option<f64> {
        let is_law = |value: &Value| matches!(value, Value::Law(_));
        let torques = self.loads.torques.iter().any(|torque| matches!(torque.source, TorqueSource::Law(_)));
        let spread = self.loads.spread.iter().any(|load| load.ends.iter().any(is_law));
        if torques || spread {
            return None;
        }
        let mut energy = 0.0;
        for load in self.loads.nodal.iter().filter(|load| is_law(&load.value)) {
            let value = load.value.of(&b.laws, b.share, &[]);
            let moved = &b.at.displacement;
            energy -= match load.acting {
                _ if value == 0.0 => 0.0,
                Acting::Along { turning: Some(_), .. } => return None,
                Acting::Along { first, direction: [x, y], .. } => {
                    value * (x * moved[first] + y * moved[first + 1])
                }
                Acting::About { rotation, sign } => value * sign * moved[rotation],
            };
        }
        Some(energy)
    }

    fn points(&self, b: &Buffers) -> Vec<(String, Vector)> {
        let points = self.coordinates.points().iter().enumerate();
        points.map(|(i, point)| (point.name.clone(), lift(self.place_of(2 * i, b)))).collect()
    }

    fn members_of_beams(&self) -> Vec<(String, Range<usize>)> {
        let mut next = 0;
        let range = |beam: &BeamParts| {
            let first = next;
            next += beam.parts.len();
            (beam.name.clone(), first..next)
        };
        self.beams.iter().map(range).collect()
    }

    /// Forces of the rest on the first end of the first and the second end of the last element of each beam.
    fn standing_joints(&self, multipliers: &[f64], input: &[f64], b: &Buffers) -> Vec<JointForce> {
        let joint = |beam: &BeamParts, end: usize| {
            let part = &self.parts.all[if end == 0 { beam.parts.start } else { beam.parts.end - 1 }];
            let nodal = self.end_forces(part, multipliers, input, b);
            let first = 3 * end;
            let force = lift([nodal[first], nodal[first + 1]]);
            JointForce { beam: beam.name.clone(), end, force, moment: [0.0, 0.0, nodal[first + 2]] }
        };
        self.beams.iter().flat_map(|beam| [0, 1].map(|end| joint(beam, end))).collect()
    }

    /// Stress resultants of all elements that are not of beams.
    fn carried(&self, multipliers: &[f64], b: &Buffers) -> Vec<CarriedForce> {
        let is_beam = |part: usize| self.beams.iter().any(|beam| beam.parts.contains(&part));
        let others = (0..self.parts.measures.len()).filter(|m| !is_beam(self.parts.measures[*m].part));
        let force = |measure: usize| CarriedForce {
            name: self.parts.name(measure),
            deformation: b.e[measure],
            unit: if self.parts.measures[measure].deformation.unit == "rad" { "N m" } else { "N" },
            value: multipliers[measure],
        };
        others.map(force).collect()
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

    /// Section forces on both ends of every beam element.
    fn standing_members(&self, multipliers: &[f64], input: &[f64], b: &Buffers) -> Vec<MemberForces> {
        let mut members = Vec::new();
        for beam in &self.beams {
            for part in &self.parts.all[beam.parts.clone()] {
                let nodal = self.end_forces(part, multipliers, input, b);
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

    /// Forces on both ends of a beam element, in global axes: elastic forces minus the distributed load.
    fn end_forces(&self, part: &Part, multipliers: &[f64], input: &[f64], b: &Buffers) -> Vec<f64> {
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
        nodal
    }
}
