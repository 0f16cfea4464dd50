//! Forces on the ends of parts: section forces, reactions, and what joints carry.

use super::buffers::Buffers;
use super::core::Core;
use super::elements::Shape;
use super::load::{Amount, LoadKind};
use super::machine::{BeamParts, NONE, Orientation};
use super::{SpatialMechanism, System};
use crate::assembly::frame::{FrameForces, MemberForces, Reaction};
use crate::mechanism::{CarriedForce, JointForce, Standing};
use crate::system::{Inadmissible, State, Workspace};
use crate::vector::{Vector, dot};

/// Parts that hold a node in the directions of its supports.
const SUPPORT: &str = "support of ";

/// Forces on nodes that nothing balances: on points, then on orientations.
pub(super) struct Rest {
    pub points: Vec<Vector>,
    pub orientations: Vec<Vector>,
    /// The largest contribution to any of them.
    largest: f64,
}

impl SpatialMechanism {
    /// The machine at rest in a state, under loads at its time; no mass is needed.
    pub(super) fn stands(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
    ) -> Result<Standing, Inadmissible> {
        self.check_input(input);
        let still = vec![0.0; self.size()];
        let at = State { velocity: &still, ..*at };
        let energies = self.energies(&at, input, work)?;
        let core = &self.core;
        let b: &mut Buffers = work.buffers();
        self.stand(&at, b)?;
        let balanced = core.balance(at.time, &vec![0.0; core.independent.len()], input, b);
        balanced.map_err(|failure| self.refuse(at.time, failure))?;
        let duals = core.duals(b);
        Ok(Standing {
            displacement: core.displacements(b),
            elastic_energy: energies.elastic,
            potential_energy: energies.potential,
            load_energy: core.load_energy(b),
            points: core.places(b),
            beams: core.members_of_beams(),
            joints: core.joint_forces(input, b),
            carried: core.carried(&duals, b),
            forces: core.frame_forces(&duals, input, b),
        })
    }

    /// Forces on the ends of every beam in the true motion at a state.
    pub(super) fn forces_on_beams(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
    ) -> Result<Vec<JointForce>, Inadmissible> {
        self.check_input(input);
        let b: &mut Buffers = work.buffers();
        self.take(at, b)?;
        let moved = self.core.balance_motion(&self.basis, at.time, input, b);
        moved.map_err(|failure| self.refuse(at.time, failure))?;
        Ok(self.core.joint_forces(input, b))
    }
}

impl Core {
    /// Number of points of the model itself.
    fn nodes(&self) -> usize {
        let described = &self.machine.described;
        if described.nodes == 0 { described.points.len() } else { described.nodes }
    }

    /// Stress of flexible and constraint force of held deformations after a balance; zero for redundant ones.
    pub fn duals(&self, b: &Buffers) -> Vec<f64> {
        (0..self.machine.measures.len()).map(|m| self.dual(m, b)).collect()
    }

    /// Names and places of the points of the model.
    pub fn places(&self, b: &Buffers) -> Vec<(String, Vector)> {
        let points = self.machine.described.points.iter().zip(&b.at.displacement).take(self.nodes());
        points
            .map(|(point, moved)| (point.name.clone(), std::array::from_fn(|i| point.position[i] + moved[i])))
            .collect()
    }

    /// Displacements and rotation vectors of all nodes of the model, in the order of the linear structure.
    fn displacements(&self, b: &Buffers) -> Vec<f64> {
        let described = &self.machine.described;
        let (along, about) = if described.planar { (0..2, 2..3) } else { (0..3, 0..3) };
        let points = b.at.displacement[..self.nodes()].iter().flat_map(|moved| moved[along.clone()].to_vec());
        // Frames of FE parts belong to points that are no nodes.
        let of_nodes = |(o, _): &(&Orientation, _)| o.point < self.nodes();
        let turned = described.orientations.iter().zip(&b.at.attitude).filter(of_nodes);
        let turned =
            turned.flat_map(|(o, now)| now.after(o.attitude.inverse()).log()[about.clone()].to_vec());
        points.chain(turned).collect()
    }

    /// Section forces on both ends of every element of a beam, in the axes of the deformed sections.
    pub fn members(&self, beam: &BeamParts, input: &[f64], b: &Buffers) -> Vec<MemberForces> {
        let all = beam.parts.clone().map(|k| MemberForces {
            name: self.machine.described.parts[k].name.clone(),
            ends: self.end_sections(k, input, b),
        });
        all.collect()
    }

    fn members_of_beams(&self) -> Vec<(String, std::ops::Range<usize>)> {
        let mut next = 0;
        let range = |beam: &BeamParts| {
            let first = next;
            next += beam.parts.len();
            (beam.name.clone(), first..next)
        };
        self.machine.described.beams.iter().map(range).collect()
    }

    fn joint_forces(&self, input: &[f64], b: &Buffers) -> Vec<JointForce> {
        let beams = self.machine.described.beams.iter();
        let joint = |beam: &BeamParts, end: usize| {
            let k = if end == 0 { beam.parts.start } else { beam.parts.end - 1 };
            let [force, moment] = Self::at_end(&self.force_on_part(k, input, b), end);
            JointForce { beam: beam.name.clone(), end, force, moment }
        };
        beams.flat_map(|beam| [0, 1].map(|end| joint(beam, end))).collect()
    }

    /// What all parts but beams and supports carry.
    fn carried(&self, duals: &[f64], b: &Buffers) -> Vec<CarriedForce> {
        let described = &self.machine.described;
        let is_beam = |k: usize| described.beams.iter().any(|beam| beam.parts.contains(&k));
        let is_node = |k: usize| matches!(described.parts[k].shape, Shape::Place | Shape::Attitude);
        let is_support = |k: usize| described.parts[k].name.starts_with(SUPPORT);
        let others = (0..described.parts.len()).filter(|k| !is_beam(*k) && !is_node(*k) && !is_support(*k));
        let force = |m: usize| CarriedForce {
            name: self.machine.measure_name(m),
            deformation: b.e[m],
            unit: if self.machine.deformation(m).unit == "rad" { "N m" } else { "N" },
            value: duals[m],
        };
        others.flat_map(|k| self.machine.of_part(k)).map(force).collect()
    }

    /// What loads and parts leave unbalanced at every node.
    pub fn rest(&self, input: &[f64], b: &Buffers) -> Rest {
        let described = &self.machine.described;
        let mut rest = Rest {
            points: vec![[0.0; 3]; described.points.len()],
            orientations: vec![[0.0; 3]; described.orientations.len()],
            largest: 0.0,
        };
        for (load, amount) in self.amounts(input, b) {
            let (vector, _) = self.load_vector(load, b);
            match load.kind {
                LoadKind::Force { point, .. } => add(&mut rest.points[point], amount, vector),
                LoadKind::Moment { orientation, .. } => {
                    add(&mut rest.orientations[orientation], amount, vector);
                }
            }
        }
        for (k, part) in described.parts.iter().enumerate() {
            let nodal = self.force_on_part(k, input, b);
            rest.largest = nodal.iter().fold(rest.largest, |most, f| most.max(f.abs()));
            for (end, (point, turned)) in part.ends().enumerate() {
                let [force, moment] = Self::at_end(&nodal, end);
                if let Some(p) = point {
                    add(&mut rest.points[p], -1.0, force);
                }
                if let Some(o) = turned {
                    add(&mut rest.orientations[o], -1.0, moment);
                }
            }
        }
        rest
    }

    fn frame_forces(&self, duals: &[f64], input: &[f64], b: &Buffers) -> FrameForces {
        let rest = self.rest(input, b);
        let by_coordinate = rest.points.iter().chain(&rest.orientations).flatten();
        let open = by_coordinate.zip(&self.place).filter(|(_, place)| **place != NONE);
        let open = open.map(|(force, _)| force.abs()).fold(0.0, f64::max);
        let beams = self.machine.described.beams.iter();
        FrameForces {
            members: beams.flat_map(|beam| self.members(beam, input, b)).collect(),
            reactions: self.reactions(&rest, duals),
            undetermined: self.choice.redundant.iter().map(|m| self.machine.measure_name(*m)).collect(),
            imbalance: if rest.largest > 0.0 { open / rest.largest } else { 0.0 },
        }
    }

    /// Forces of supports: what fixed nodes leave unbalanced, and what holds others in some directions.
    pub fn reactions(&self, rest: &Rest, duals: &[f64]) -> Vec<Reaction> {
        let described = &self.machine.described;
        let mut all = Vec::new();
        let mut enter = |name: &str, words: [&str; 3], unit: &'static str, force: Vector| {
            all.extend(words.iter().zip(force).map(|(word, value)| {
                let name = format!("{SUPPORT}{}", with_direction(name, word));
                Reaction { name, unit, value }
            }));
        };
        let fixed = described.points.iter().zip(&rest.points).take(self.nodes());
        for (point, force) in fixed.filter(|(point, _)| point.fixed) {
            enter(&point.name, ["x", "y", "z"], "N", force.map(|f| -f));
        }
        for (turned, moment) in described.orientations.iter().zip(&rest.orientations) {
            if turned.fixed {
                enter(&turned.name, ["rx", "ry", "rz"], "N m", moment.map(|m| -m));
            }
        }
        for (k, part) in described.parts.iter().enumerate() {
            let held = |m: &usize| !self.machine.deformation(*m).flexible;
            for m in self.machine.of_part(k).filter(|_| part.name.starts_with(SUPPORT)).filter(held) {
                let unit = if self.machine.deformation(m).unit == "rad" { "N m" } else { "N" };
                all.push(Reaction { name: self.machine.measure_name(m), unit, value: -duals[m] });
            }
        }
        all
    }

    /// The potential of constant forces; `None` where a load has none, or none that is known.
    fn load_energy(&self, b: &Buffers) -> Option<f64> {
        let described = &self.machine.described;
        let is_law = |amount: Amount| !matches!(amount, Amount::Input(_));
        if described.torques.iter().any(|torque| is_law(torque.amount)) {
            return None;
        }
        let mut energy = 0.0;
        for load in described.loads.iter().filter(|load| is_law(load.amount)) {
            let value = self.amount(load.amount, &[], b);
            energy -= match load.kind {
                _ if value == 0.0 => 0.0,
                LoadKind::Force { point, direction, follows: None } => {
                    value * dot(direction, b.at.displacement[point])
                }
                // Moments about directions fixed in space have no potential.
                _ => return None,
            };
        }
        Some(energy)
    }
}

fn add(sum: &mut Vector, factor: f64, vector: Vector) {
    sum.iter_mut().zip(vector).for_each(|(s, v)| *s += factor * v);
}

/// `A.x`; `E.rx(B)` of an orientation `E(B)`.
fn with_direction(name: &str, direction: &str) -> String {
    match name.split_once('(') {
        Some((node, part)) => format!("{node}.{direction}({part}"),
        None => format!("{name}.{direction}"),
    }
}
