//! Forces on the ends of parts: section forces, reactions, and what joints carry.

use super::buffers::Buffers;
use super::core::Core;
use super::elements::Shape;
use super::jet::LOCAL;
use super::load::{Amount, LoadKind};
use super::machine::{NONE, SpatialBeam};
use super::rotation::{Axes, along};
use super::{SpatialMechanism, System};
use crate::assembly::frame::{FrameForces, MemberForces, Reaction};
use crate::elements::{EndForces, section_forces};
use crate::mechanism::{CarriedForce, JointForce, Standing};
use crate::system::{Inadmissible, State, Workspace};
use crate::vector::{Triad, Vector, dot};

const GROUND: Axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

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
        core.balance(&vec![0.0; core.independent.len()], input, b);
        let duals = core.duals(b);
        Ok(Standing {
            displacement: core.displacements(b),
            elastic_energy: energies.elastic,
            potential_energy: energies.potential,
            load_energy: core.load_energy(b),
            points: core.places(b),
            beams: core.members_of_beams(),
            joints: core.joint_forces(&duals, b),
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
        Ok(self.core.joint_forces(&self.core.duals(b), b))
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
        let mut duals = b.stress.clone();
        for (p, equation) in self.equations.iter().enumerate() {
            if !self.machine.deformation(equation.measure).flexible {
                duals[equation.measure] = b.step[p];
            }
        }
        self.choice.redundant.iter().for_each(|m| duals[*m] = 0.0);
        duals
    }

    /// Force of the rest of the machine on the ends of a part: Dᵀ σ + M v̇ + h less weight.
    fn end_forces(&self, k: usize, duals: &[f64], b: &Buffers) -> [f64; LOCAL] {
        let part = &self.machine.described.parts[k];
        let mut nodal = [0.0; LOCAL];
        if part.inertia.is_some() {
            nodal = self.inertia_force(k, part, b);
        }
        for m in self.machine.of_part(k).filter(|m| duals[*m] != 0.0) {
            nodal.iter_mut().zip(&b.gradients[m]).for_each(|(f, g)| *f += duals[m] * g);
        }
        nodal
    }

    /// Names and places of the points of the model.
    pub fn places(&self, b: &Buffers) -> Vec<(String, Vector)> {
        let points = self.machine.described.points.iter().zip(&b.at.displacement).take(self.nodes());
        points
            .map(|(point, moved)| (point.name.clone(), std::array::from_fn(|i| point.position[i] + moved[i])))
            .collect()
    }

    /// Displacements and rotation vectors of all nodes, in the order of the linear structure.
    fn displacements(&self, b: &Buffers) -> Vec<f64> {
        let points = b.at.displacement[..self.nodes()].iter().flatten().copied();
        let turned = self.machine.described.orientations.iter().zip(&b.at.attitude);
        points.chain(turned.flat_map(|(o, now)| now.after(o.attitude.inverse()).log())).collect()
    }

    /// The triad of a beam element at one of its ends.
    fn triad(&self, k: usize, end: usize, b: &Buffers) -> Option<Triad> {
        let part = &self.machine.described.parts[k];
        let Shape::Beam(shape) = &part.shape else { return None };
        let axes = part.orientations[end].map_or(&GROUND, |o| &b.at.axes[o]);
        let [x, y, z] = shape.triads[end].map(|own| along(axes, own));
        Some(Triad { x, y, z })
    }

    /// Section forces on both ends of every element of a beam, in the axes of the deformed sections.
    pub fn members(&self, beam: &SpatialBeam, duals: &[f64], b: &Buffers) -> Vec<MemberForces> {
        let all = beam.parts.clone().filter_map(|k| {
            let nodal = self.end_forces(k, duals, b);
            let on = |end: usize| [triple(&nodal, 6 * end), triple(&nodal, 6 * end + 3)];
            let pairs = [0, 1].map(|end| (on(end)[0], on(end)[1]));
            let [p, q] = [self.triad(k, 0, b)?, self.triad(k, 1, b)?];
            let ends: [EndForces; 2] = [section_forces(&p, pairs)[0], section_forces(&q, pairs)[1]];
            Some(MemberForces { name: self.machine.described.parts[k].name.clone(), ends })
        });
        all.collect()
    }

    fn members_of_beams(&self) -> Vec<(String, std::ops::Range<usize>)> {
        let mut next = 0;
        let range = |beam: &SpatialBeam| {
            let first = next;
            next += beam.parts.len();
            (beam.name.clone(), first..next)
        };
        self.machine.described.beams.iter().map(range).collect()
    }

    fn joint_forces(&self, duals: &[f64], b: &Buffers) -> Vec<JointForce> {
        let beams = self.machine.described.beams.iter();
        let joint = |beam: &SpatialBeam, end: usize| {
            let k = if end == 0 { beam.parts.start } else { beam.parts.end - 1 };
            let nodal = self.end_forces(k, duals, b);
            let (force, moment) = (triple(&nodal, 6 * end), triple(&nodal, 6 * end + 3));
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
    pub fn rest(&self, duals: &[f64], input: &[f64], b: &Buffers) -> Rest {
        let described = &self.machine.described;
        let mut rest = Rest {
            points: vec![[0.0; 3]; described.points.len()],
            orientations: vec![[0.0; 3]; described.orientations.len()],
            largest: 0.0,
        };
        for load in &described.loads {
            let amount = self.amount(load.amount, input, b);
            let (vector, _) = self.load_vector(load, b);
            match load.kind {
                LoadKind::Force { point, .. } => add(&mut rest.points[point], amount, vector),
                LoadKind::Moment { orientation, .. } => {
                    add(&mut rest.orientations[orientation], amount, vector);
                }
            }
        }
        for (k, part) in described.parts.iter().enumerate() {
            let nodal = self.end_forces(k, duals, b);
            rest.largest = nodal.iter().fold(rest.largest, |most, f| most.max(f.abs()));
            for end in 0..2 {
                if let Some(p) = part.points[end] {
                    add(&mut rest.points[p], -1.0, triple(&nodal, 6 * end));
                }
                if let Some(o) = part.orientations[end] {
                    add(&mut rest.orientations[o], -1.0, triple(&nodal, 6 * end + 3));
                }
            }
        }
        rest
    }

    fn frame_forces(&self, duals: &[f64], input: &[f64], b: &Buffers) -> FrameForces {
        let rest = self.rest(duals, input, b);
        let by_coordinate = rest.points.iter().chain(&rest.orientations).flatten();
        let open = by_coordinate.zip(&self.place).filter(|(_, place)| **place != NONE);
        let open = open.map(|(force, _)| force.abs()).fold(0.0, f64::max);
        let beams = self.machine.described.beams.iter();
        FrameForces {
            members: beams.flat_map(|beam| self.members(beam, duals, b)).collect(),
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

fn triple(values: &[f64; LOCAL], first: usize) -> Vector {
    [values[first], values[first + 1], values[first + 2]]
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
