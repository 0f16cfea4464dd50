//! Forces that depend on the motion: laws of joints and springs, forces at nodes that observe others, dry friction; and the decisions
//! that these laws take.

use super::SpatialMechanism;
use super::buffers::Buffers;
use super::closing::Failure;
use super::core::Core;
use super::load::Load;
use super::machine::NONE;
use crate::assembly::coordinates::Coordinates;
use crate::error::MechError;
use crate::friction::{self, Friction, Rubbing, Sticking, Unheld, project_stuck};
use crate::laws::{DeformationLaw, LawValues};
use crate::system::{Inadmissible, Linearisation, State, Workspace};
use lissom_linalg::Dense;
use lissom_model::model::{Law, Model, NodeId};
use lissom_symbolic::{Expr, Expressions, Node, Program};
use std::ops::Range;

/// A displacement of a point, or a rate of a point or an orientation, that a law observes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seen {
    /// Displacement of a point along an axis.
    Displacement(usize, usize),
    /// Its rate.
    Rate(usize, usize),
    /// Spin of an orientation about an axis.
    Spin(usize, usize),
}

impl Seen {
    /// All calls in a law, each with what it observes.
    ///
    /// # Errors
    /// When a call is not a displacement or rate of a node.
    pub fn of(
        model: &Model,
        store: &Expressions,
        coordinates: &Coordinates,
        what: &str,
        law: &Law,
    ) -> Result<Vec<(Expr, Self)>, MechError> {
        let failed = |reason: String| MechError::Law { what: what.to_owned(), law: law.text.clone(), reason };
        let mut found = Vec::new();
        for part in store.parts_of(&[law.expr]) {
            let Node::Applied(name, arguments) = store.node(part) else { continue };
            let name = store.name_text(*name);
            let place = match arguments.first().map(|a| store.node(*a)) {
                Some(Node::Symbol(node)) => store.name_text(*node),
                _ => return Err(failed(format!("`{name}` needs the name of a node"))),
            };
            let node = model.structure.nodes.iter().position(|n| n.name == place);
            let node = node.ok_or_else(|| failed(format!("unknown node `{place}`")))?;
            let seen = match name {
                "x" => Self::Displacement(node, 0),
                "y" => Self::Displacement(node, 1),
                "z" => Self::Displacement(node, 2),
                "vx" => Self::Rate(node, 0),
                "vy" => Self::Rate(node, 1),
                "vz" => Self::Rate(node, 2),
                "wx" | "wy" | "wz" | "omega" => {
                    let turned = coordinates.own_rotation(NodeId(node));
                    let none = || failed(format!("node `{place}` has no rotation"));
                    let axis = ["wx", "wy"].iter().position(|own| *own == name).unwrap_or(2);
                    Self::Spin(turned.ok_or_else(none)?.0, axis)
                }
                _ => {
                    let instead = "x, y, z and their rates vx, vy, vz, and the spins wx, wy, wz";
                    return Err(failed(format!("a spatial mechanism has no `{name}(…)`; it has {instead}")));
                }
            };
            found.push((part, seen));
        }
        Ok(found)
    }
}

/// A law of a spatial mechanism.
pub(crate) type MotionLaw = DeformationLaw<Seen>;

/// A law that works on a deformation, positive when it opens it.
#[derive(Debug)]
pub(crate) struct LawTorque {
    pub name: String,
    pub measure: usize,
    pub law: MotionLaw,
    /// Its decisions among those of all laws.
    pub switches: Range<usize>,
}

/// A force or moment at a node that depends on the motion of nodes; its own amount is not used.
#[derive(Debug)]
pub(crate) struct FedLoad {
    pub load: Load,
    pub law: MotionLaw,
    pub switches: Range<usize>,
}

impl Core {
    /// The value of what a law observes.
    pub fn seen(&self, seen: &Seen, b: &Buffers) -> f64 {
        match *seen {
            Seen::Displacement(k, axis) => b.at.displacement[k][axis],
            Seen::Rate(..) | Seen::Spin(..) => b.velocity.get(self.seen_place(seen)).copied().unwrap_or(0.0),
        }
    }

    /// The place of the coordinate that a law observes; `NONE` where it is fixed.
    pub fn seen_place(&self, seen: &Seen) -> usize {
        match *seen {
            Seen::Displacement(k, axis) | Seen::Rate(k, axis) => self.place[3 * k + axis],
            Seen::Spin(o, axis) => self.place[3 * (self.machine.described.points.len() + o) + axis],
        }
    }

    /// The law of a torque at the state in the buffers.
    pub fn torque_law(&self, k: usize, time: f64, b: &mut Buffers) -> Result<LawValues, Failure> {
        let torque = &self.machine.described.law_torques[k];
        let own = [time, b.e[torque.measure], b.e_dot[torque.measure]];
        let arguments = torque.law.arguments_with(own, |seen| self.seen(seen, b));
        let decisions = b.decisions.get(torque.switches.clone());
        torque.law.values(&arguments, decisions, &mut b.law_work).ok_or(Failure::Torque(k))
    }

    /// The law of a force at a node that observes others.
    pub fn fed_law(&self, k: usize, time: f64, b: &mut Buffers) -> Result<LawValues, Failure> {
        let load = &self.machine.described.fed[k];
        let arguments = load.law.arguments_with([time, 0.0, 0.0], |seen| self.seen(seen, b));
        let decisions = b.decisions.get(load.switches.clone());
        load.law.values(&arguments, decisions, &mut b.law_work).ok_or(Failure::Fed(k))
    }

    /// Forces of laws: on nodes into `b.force`; those on deformations reduce the stresses that they work against, friction of what
    /// slides too.
    pub fn add_laws(&self, time: f64, b: &mut Buffers) -> Result<(), Failure> {
        let described = &self.machine.described;
        for (k, fed) in described.fed.iter().enumerate() {
            let amount = b.share * self.fed_law(k, time, b)?.force;
            b.fed[k] = amount;
            let (vector, _) = self.load_vector(&fed.load, b);
            for (p, v) in self.load_places(&fed.load).into_iter().zip(vector).filter(|(p, _)| *p != NONE) {
                b.force[p] += amount * v;
            }
        }
        for (k, torque) in described.law_torques.iter().enumerate() {
            b.stress[torque.measure] -= self.torque_law(k, time, b)?.force;
        }
        for friction in &described.frictions {
            if let Some(way) = friction.way(&b.decisions) {
                b.stress[friction.measure] += way * friction.kinetic;
            }
        }
        Ok(())
    }

    /// Power of laws on nodes and deformations; friction is not among them.
    pub fn law_power(&self, time: f64, b: &mut Buffers) -> Result<f64, Failure> {
        let described = &self.machine.described;
        let mut power = 0.0;
        for (k, fed) in described.fed.iter().enumerate() {
            let amount = b.share * self.fed_law(k, time, b)?.force;
            let (vector, _) = self.load_vector(&fed.load, b);
            for (p, v) in self.load_places(&fed.load).into_iter().zip(vector).filter(|(p, _)| *p != NONE) {
                power += amount * v * b.velocity[p];
            }
        }
        for (k, torque) in described.law_torques.iter().enumerate() {
            power += self.torque_law(k, time, b)?.force * b.e_dot[torque.measure];
        }
        Ok(power)
    }

    /// The force of a friction on its deformation.
    pub fn friction_force(&self, k: usize, b: &Buffers) -> f64 {
        let held = b.sticking.forces.get(k).copied().unwrap_or(0.0);
        self.machine.described.frictions[k].force(&b.decisions, held)
    }

    /// Power that friction takes out.
    pub fn friction_power(&self, b: &Buffers) -> f64 {
        let all = self.machine.described.frictions.iter().enumerate();
        all.map(|(k, friction)| -self.friction_force(k, b) * b.e_dot[friction.measure]).sum()
    }

    /// Whether anything sticks.
    pub fn has_sticking(&self, b: &Buffers) -> bool {
        self.machine.described.frictions.iter().any(|friction| friction.sticks(&b.decisions))
    }

    /// Lets what sticks act, too, with the forces found with the last accelerations.
    pub fn add_sticking(&self, b: &mut Buffers) {
        for (k, friction) in self.machine.described.frictions.iter().enumerate() {
            if friction.sticks(&b.decisions) {
                b.stress[friction.measure] -= b.sticking.forces[k];
            }
        }
    }

    /// E,q of a friction over the coordinates of the model, and ë at q̈ = 0.
    fn rubbing(&self, friction: &Friction, row: &mut [f64], b: &Buffers) -> f64 {
        let m = row.len();
        let part = self.machine.measures[friction.measure].part;
        let mut bias = 0.0;
        for (g, p) in b.gradients[friction.measure].iter().zip(&self.columns[part]) {
            if *p != NONE {
                bias += g * b.bias[*p];
                row.iter_mut().zip(&b.motion[p * m..(p + 1) * m]).for_each(|(sum, f)| *sum += g * f);
            }
        }
        let own = &self.machine.described.parts[part];
        let ends = b.at.ends(own.points, own.orientations, &self.homes);
        let rates = Buffers::local(&b.velocity, &self.columns[part]);
        bias + own.shape.second_rates(&ends, &rates)[self.machine.measures[friction.measure].own]
    }

    /// q̈ with sticking joints, from the generalised mass and force in the buffers.
    pub fn accelerate_sticking(&self, b: &mut Buffers) -> Result<(), Failure> {
        let frictions = &self.machine.described.frictions;
        let stuck: Vec<usize> = (0..frictions.len()).filter(|k| frictions[*k].sticks(&b.decisions)).collect();
        let mut own = std::mem::take(&mut b.sticking);
        let (mut mass, mut force) = (std::mem::take(&mut b.mass), std::mem::take(&mut b.generalised));
        let row = |k: usize, row: &mut [f64]| self.rubbing(&frictions[k], row, b);
        let held = own.hold((&stuck, frictions.len()), &mut mass, &mut force, row);
        (b.sticking, b.mass, b.generalised) = (own, mass, force);
        held.map_err(Failure::from)
    }

    /// Takes what sticking joints do not feel out of the matrices of implicit methods.
    pub fn project_stuck(&self, m: usize, b: &Buffers, sum: &mut Linearisation) {
        let all = self.machine.described.frictions.iter();
        let row = |friction: &Friction| {
            let mut row = vec![0.0; m];
            self.rubbing(friction, &mut row, b);
            row
        };
        let rows: Vec<_> = all.filter(|friction| friction.sticks(&b.decisions)).map(row).collect();
        project_stuck(&rows, sum);
    }
}

impl From<Unheld> for Failure {
    fn from(why: Unheld) -> Self {
        match why {
            Unheld::Massless(j) => Self::Massless(j),
            Unheld::Stuck(k) => Self::Stuck(k),
        }
    }
}

/// A state in which frictions are decided.
struct Asked<'a> {
    mechanism: &'a SpatialMechanism,
    time: f64,
    input: &'a [f64],
    b: &'a mut Buffers,
}

impl Rubbing for Asked<'_> {
    type Failure = Failure;

    fn rate(&self, friction: &Friction) -> f64 {
        self.b.e_dot[friction.measure]
    }

    fn feel(&mut self, decisions: &[f64]) -> Result<&Sticking, Failure> {
        let Self { mechanism, time, input, b } = self;
        b.decisions = decisions.to_vec();
        mechanism.core.accelerate(&mechanism.basis, *time, input, b)?;
        Ok(&self.b.sticking)
    }
}

/// sum += factor · left rightᵀ.
pub(super) fn add_outer(sum: &mut Dense, factor: f64, left: &[f64], right: &[f64]) {
    for (j, r) in right.iter().enumerate().filter(|(_, r)| **r != 0.0) {
        sum.column_mut(j).iter_mut().zip(left).for_each(|(s, l)| *s += factor * l * r);
    }
}

impl SpatialMechanism {
    /// The same mechanism with the decisions that its laws take at a state kept; `None` if no law switches.
    pub(super) fn decide(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
    ) -> Result<Option<Self>, Inadmissible> {
        let count = self.core.machine.switches;
        if count == 0 {
            return Ok(None);
        }
        let mut decisions = vec![0.0; count];
        self.visit(at, work, |program, inputs, switches, work| {
            program.decide(inputs, work, &mut decisions[switches]);
        })?;
        self.decide_friction(at, input, work, &mut decisions)?;
        Ok(Some(Self { decisions: decisions.into(), ..self.clone() }))
    }

    /// How far each decision is from changing: positive where it holds.
    pub(super) fn write_margins(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
        margins: &mut [f64],
    ) -> Result<(), Inadmissible> {
        self.visit(at, work, |program, inputs, switches, work| {
            program.margins(inputs, &self.decisions[switches.clone()], work, &mut margins[switches]);
        })?;
        let frictions = &self.core.machine.described.frictions;
        if frictions.is_empty() {
            return Ok(());
        }
        let b: &mut Buffers = work.buffers();
        if self.core.has_sticking(b) {
            let found = self.core.accelerate(&self.basis, at.time, input, b);
            found.map_err(|failure| self.refuse(at.time, failure))?;
        }
        let rate = |friction: &Friction| b.e_dot[friction.measure];
        let found = b.sticking.margins(frictions, &self.decisions, rate, margins);
        found.map_err(|why| self.refuse(at.time, why.into()))
    }

    /// The way every friction moves just after a state.
    fn decide_friction(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
        decisions: &mut [f64],
    ) -> Result<(), Inadmissible> {
        let frictions = &self.core.machine.described.frictions;
        if frictions.is_empty() {
            return Ok(());
        }
        let b: &mut Buffers = work.buffers();
        let before = std::mem::take(&mut b.decisions);
        let mut asked = Asked { mechanism: self, time: at.time, input, b };
        let decided = friction::decide(frictions, &before, self.core.machine.size, &mut asked, decisions);
        b.decisions = before;
        decided.map_err(|failure| self.refuse(at.time, failure))
    }

    /// The law that takes a decision.
    pub(super) fn name_of_switch(&self, k: usize) -> String {
        let d = &self.core.machine.described;
        let law = d.law_torques.iter().find(|torque| torque.switches.contains(&k)).map(|torque| &torque.name);
        let fed = d.fed.iter().find(|load| load.switches.contains(&k)).map(|load| &load.load.name);
        let friction = d.frictions.iter().find(|friction| friction.switch == k).map(|f| &f.name);
        law.or(fed).or(friction).map_or_else(|| "a law of time".to_owned(), Clone::clone)
    }

    /// Every law that switches, with its inputs at a state and its decisions.
    fn visit(
        &self,
        at: &State,
        work: &mut Workspace,
        mut each: impl FnMut(&Program, &[f64], Range<usize>, &mut Vec<f64>),
    ) -> Result<(), Inadmissible> {
        let b: &mut Buffers = work.buffers();
        let machine = &self.core.machine;
        let timed = machine.described.laws.as_ref().map(|laws| laws.program());
        let count = timed.map_or(0, Program::switch_count);
        if let Some(program) = timed.filter(|_| count > 0) {
            each(program, &[at.time], 0..count, &mut b.law_work);
        }
        if count == machine.switches {
            return Ok(());
        }
        self.stand(at, b)?;
        for torque in machine.described.law_torques.iter().filter(|torque| !torque.switches.is_empty()) {
            let own = [at.time, b.e[torque.measure], b.e_dot[torque.measure]];
            let inputs = torque.law.arguments_with(own, |seen| self.core.seen(seen, b));
            each(torque.law.program(), inputs.as_slice(), torque.switches.clone(), &mut b.law_work);
        }
        for load in machine.described.fed.iter().filter(|load| !load.switches.is_empty()) {
            let inputs = load.law.arguments_with([at.time, 0.0, 0.0], |seen| self.core.seen(seen, b));
            each(load.law.program(), inputs.as_slice(), load.switches.clone(), &mut b.law_work);
        }
        Ok(())
    }
}
