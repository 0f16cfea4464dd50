//! A machine with its controllers, as a [`System`].
//!
//! The states z of continuous controllers are rates of additional coordinates, whose positions are their integrals ∫z dt: a
//! system of second order remains one, so that every integrator and every location of events works as it is. Sampled controllers
//! are memory: between two samples their commands are constant, and [`System::next_break`] is the time of the next change.

use super::driven_plant::DrivenPlant;
use super::feedback::{Feedback, Room, SampledMemory};
use super::inverse::InverseDynamics;
use crate::error::MechError;
use crate::machinery::Machinery;
use crate::parts::moving_part::MovingParts;
use crate::system::{
    Energies, GeneralisedCoordinate, Inadmissible, Linearisation, NoOther, Rechosen, Size, State, System,
    Workspace,
};
use lissom_linalg::Dense;
use lissom_model::model::{Direction, Model, Servo, ServoCommand};
use std::sync::Arc;

/// Relative step of the differences that linearise controllers, near the cube root of rounding.
const STEP: f64 = 1e-5;

/// A machine with its controllers.
#[derive(Clone, Debug)]
pub struct Controlled {
    plant: Arc<dyn System>,
    feedbacks: Arc<[Feedback]>,
    inverse: Option<Arc<InverseDynamics>>,
    /// Inputs of the plant that no controller commands, by number and name.
    open: Vec<usize>,
    inputs: Vec<String>,
    /// Outputs of the plant, then the commands.
    outputs: Vec<(String, &'static str)>,
    /// Coordinates of the plant, then the integrals of the states of continuous controllers.
    coordinates: Vec<GeneralisedCoordinate>,
    /// Sampled controllers, at the same places as the feedbacks.
    memories: Vec<SampledMemory>,
    /// Decisions of continuous controllers, where they are kept.
    decisions: Vec<f64>,
}

/// Buffers of an evaluation.
struct Buffers {
    plant: Workspace,
    outputs: Vec<f64>,
    input: Vec<f64>,
    rates: Vec<f64>,
    room: Room,
    /// Buffers of the inverse dynamics, and the time of the forces in `room` [s].
    inverse: Option<(Workspace, Option<f64>)>,
}

impl Controlled {
    /// A plant with the controllers of its model; the plant itself where there are none.
    ///
    /// # Errors
    /// A controller of something that the plant does not have.
    pub fn of(model: &Model, plant: Arc<dyn System>) -> Result<Arc<dyn System>, MechError> {
        if model.controllers.is_empty() {
            return Ok(plant);
        }
        let plant = DrivenPlant::of(model, plant)?;
        let names = plant.inputs();
        let parts = plant.machinery().map_or_else(MovingParts::none, Machinery::moving_parts);
        let feedbacks = model.controllers.iter().map(|controller| Feedback::new(model, controller, names));
        let feedbacks: Arc<[Feedback]> = feedbacks.collect::<Result<Vec<_>, _>>()?.into();
        let is_open = |k: &usize| !feedbacks.iter().any(|feedback| feedback.acts.contains(k));
        let open: Vec<usize> = (0..names.len()).filter(is_open).collect();
        let mut outputs = plant.outputs().to_vec();
        for feedback in feedbacks.iter() {
            for act in &feedback.acts {
                outputs
                    .push((format!("{}: {}", feedback.name, names[*act]), input_unit(model, &names[*act])));
            }
        }
        let mut this = Self {
            inverse: InverseDynamics::of(model, names, &parts)?.map(Arc::new),
            inputs: open.iter().map(|k| names[*k].clone()).collect(),
            open,
            outputs,
            coordinates: Vec::new(),
            memories: feedbacks.iter().map(Feedback::start).collect(),
            decisions: Vec::new(),
            feedbacks,
            plant,
        };
        this.coordinates = this.all_coordinates();
        Ok(Arc::new(this))
    }

    fn all_coordinates(&self) -> Vec<GeneralisedCoordinate> {
        let mut all = self.plant.coordinates().to_vec();
        for feedback in self.feedbacks.iter() {
            let own = (1..=feedback.continuous_states()).map(|k| GeneralisedCoordinate {
                name: format!("controller {}: integral of state {k}", feedback.name),
                unit: "-",
                size: Size::Large,
            });
            all.extend(own);
        }
        all
    }

    /// The same controllers around the plant in other coordinates or with other decisions.
    fn around(&self, plant: Arc<dyn System>) -> Self {
        let mut this = Self { plant, ..self.clone() };
        this.coordinates = this.all_coordinates();
        this
    }

    /// Number of coordinates of the plant.
    fn size(&self) -> usize {
        self.plant.coordinates().len()
    }

    fn plant_state<'s>(&self, at: &State<'s>) -> State<'s> {
        let n = self.size();
        State { time: at.time, position: &at.position[..n], velocity: &at.velocity[..n] }
    }

    fn own_switches(&self) -> usize {
        self.feedbacks.iter().map(Feedback::switches).sum()
    }

    fn kept(&self, from: usize, count: usize) -> Option<&[f64]> {
        self.decisions.get(from..from + count)
    }

    /// The forces of inverse dynamics at a time.
    fn look_ahead(&self, time: f64, b: &mut Buffers) -> Result<(), Inadmissible> {
        let (Some(inverse), Some((work, at))) = (&self.inverse, &mut b.inverse) else { return Ok(()) };
        if *at != Some(time) {
            inverse.write(time, work, &mut b.room.inverse)?;
            *at = Some(time);
        }
        Ok(())
    }

    /// All inputs of the plant into `b.input`, and ż of continuous controllers into `b.rates`.
    fn act(&self, at: &State, input: &[f64], b: &mut Buffers) -> Result<(), Inadmissible> {
        b.input.fill(0.0);
        self.open.iter().zip(input).for_each(|(k, value)| b.input[*k] = *value);
        if self.feedbacks.iter().any(|feedback| feedback.sampling.is_none()) {
            self.plant.output_of_rates(&self.plant_state(at), &mut b.plant, &mut b.outputs)?;
            self.look_ahead(at.time, b)?;
        }
        let (mut z, mut decision) = (0, 0);
        for (feedback, memory) in self.feedbacks.iter().zip(&self.memories) {
            if feedback.sampling.is_some() {
                feedback.acts.iter().zip(&memory.held).for_each(|(k, u)| b.input[*k] += u);
                continue;
            }
            let n = feedback.continuous_states();
            let states = &at.velocity[self.size() + z..][..n];
            let kept = self.kept(decision, feedback.switches());
            let Buffers { outputs, room, .. } = b;
            feedback.respond(at.time, outputs, states, kept, room);
            let mut commands = std::mem::take(&mut room.commands);
            let excess = match kept {
                Some(kept) => feedback.limit_as_decided(kept, &mut commands),
                None => {
                    let unlimited = commands.clone();
                    feedback.limit(&mut commands, &unlimited)
                }
            };
            feedback.advance(states, &room.errors, excess, &mut commands, &mut b.rates[z..z + n]);
            feedback.acts.iter().zip(&commands).for_each(|(k, u)| b.input[*k] += u);
            b.room.commands = commands;
            z += n;
            decision += feedback.switches();
        }
        match b.input.iter().position(|u| !u.is_finite()) {
            None => Ok(()),
            Some(k) => {
                let reason = format!("the command of `{}` is not a finite number", self.plant.inputs()[k]);
                Err(Inadmissible { time: at.time, reason })
            }
        }
    }

    /// (inputs of the plant, ż) by every coordinate and every rate, by central differences.
    fn derivatives(&self, at: &State, input: &[f64], b: &mut Buffers) -> Result<[Dense; 2], Inadmissible> {
        let (n, rows) = (self.coordinates.len(), b.input.len() + b.rates.len());
        let mut found = [Dense::zeros(rows, n), Dense::zeros(rows, n)];
        let mut values = [at.position.to_vec(), at.velocity.to_vec()];
        for (which, matrix) in found.iter_mut().enumerate() {
            for j in 0..n {
                let own = values[which][j];
                let step = STEP * own.abs().max(1e-2);
                let mut side = |moved: f64| -> Result<Vec<f64>, Inadmissible> {
                    values[which][j] = moved;
                    let [position, velocity] = &values;
                    self.act(&State { time: at.time, position, velocity }, input, b)?;
                    Ok([&b.input[..], &b.rates[..]].concat())
                };
                let (after, before) = (side(own + step)?, side(own - step)?);
                values[which][j] = own;
                for (i, (a, b)) in after.iter().zip(&before).enumerate() {
                    matrix[(i, j)] = (a - b) / (2.0 * step);
                }
            }
        }
        self.act(at, input, b)?;
        Ok(found)
    }

    /// The samples that are due at a state, and the commands that act from then on.
    fn sampled(
        &self,
        at: &State,
        input: &[f64],
        b: &mut Buffers,
    ) -> Result<Vec<SampledMemory>, Inadmissible> {
        let mut memories = self.memories.clone();
        for (feedback, memory) in self.feedbacks.iter().zip(&mut memories) {
            feedback.release(at.time, memory);
        }
        if !self.feedbacks.iter().zip(&memories).any(|(feedback, memory)| feedback.is_due(at.time, memory)) {
            return Ok(memories);
        }
        // What is sampled belongs to the commands before the sample.
        self.act(at, input, b)?;
        self.plant.output_under(&self.plant_state(at), &b.input, &mut b.plant, &mut b.outputs)?;
        self.look_ahead(at.time, b)?;
        for (feedback, memory) in self.feedbacks.iter().zip(&mut memories) {
            if feedback.is_due(at.time, memory) {
                feedback.sample(at.time, &b.outputs, memory, &mut b.room);
                feedback.release(at.time, memory);
            }
        }
        Ok(memories)
    }

    /// Decisions of continuous controllers at a state.
    fn decide(&self, at: &State, b: &mut Buffers) -> Result<Vec<f64>, Inadmissible> {
        let mut decisions = vec![0.0; self.own_switches()];
        self.each_continuous(at, b, |feedback, from, b| {
            feedback.decide(at.time, &mut b.room, &mut decisions[from..from + feedback.switches()]);
        })?;
        Ok(decisions)
    }

    /// Visits every continuous controller that takes decisions, after its response to a state without limits.
    fn each_continuous(
        &self,
        at: &State,
        b: &mut Buffers,
        mut visit: impl FnMut(&Feedback, usize, &mut Buffers),
    ) -> Result<(), Inadmissible> {
        if self.own_switches() == 0 {
            return Ok(());
        }
        self.plant.output_of_rates(&self.plant_state(at), &mut b.plant, &mut b.outputs)?;
        self.look_ahead(at.time, b)?;
        let (mut z, mut from) = (0, 0);
        for feedback in self.feedbacks.iter().filter(|feedback| feedback.sampling.is_none()) {
            let n = feedback.continuous_states();
            let states = &at.velocity[self.size() + z..][..n];
            let Buffers { outputs, room, .. } = b;
            feedback.respond(at.time, outputs, states, None, room);
            visit(feedback, from, b);
            z += n;
            from += feedback.switches();
        }
        Ok(())
    }
}

/// The unit of an input of a machine in large motion, by its name.
#[must_use]
pub fn input_unit(model: &Model, input: &str) -> &'static str {
    if let Some(servo) = model.servos.iter().find(|servo| servo.name == input) {
        return servo_unit(servo);
    }
    if let Some(load) = model.joint_loads.iter().find(|load| load.name == input) {
        let motions = model.structure.joints[load.what.joint.0].kind.motions();
        return if motions[load.what.motion].turns { "N m" } else { "N" };
    }
    let force = model.forces.iter().find(|force| force.name == input);
    match force.map(|force| force.direction) {
        Some(Some(Direction::About(_))) | None => "N m",
        Some(_) => "N",
    }
}

/// The unit of what is commanded of a drive.
fn servo_unit(servo: &Servo) -> &'static str {
    match (servo.command, servo.turns) {
        (ServoCommand::Acceleration, true) => "rad/s^2",
        (ServoCommand::Acceleration, false) => "m/s^2",
        (ServoCommand::Rate(_), true) => "rad/s",
        (ServoCommand::Rate(_), false) => "m/s",
        (ServoCommand::Position(_), true) => "rad",
        (ServoCommand::Position(_), false) => "m",
    }
}

impl System for Controlled {
    fn name(&self) -> &str {
        self.plant.name()
    }

    fn coordinates(&self) -> &[GeneralisedCoordinate] {
        &self.coordinates
    }

    fn inputs(&self) -> &[String] {
        &self.inputs
    }

    fn outputs(&self) -> &[(String, &'static str)] {
        &self.outputs
    }

    fn workspace(&self) -> Workspace {
        Workspace::new(Buffers {
            plant: self.plant.workspace(),
            outputs: vec![0.0; self.plant.outputs().len()],
            input: vec![0.0; self.plant.inputs().len()],
            rates: vec![0.0; self.coordinates.len() - self.size()],
            room: Room::new(self.plant.inputs().len()),
            inverse: self.inverse.as_ref().map(|inverse| (inverse.workspace(), None)),
        })
    }

    fn initial(&self) -> (Vec<f64>, Vec<f64>) {
        let (mut position, mut velocity) = self.plant.initial();
        position.resize(self.coordinates.len(), 0.0);
        velocity.resize(self.coordinates.len(), 0.0);
        (position, velocity)
    }

    fn acceleration(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
        acceleration: &mut [f64],
    ) -> Result<(), Inadmissible> {
        let b: &mut Buffers = work.buffers();
        self.act(at, input, b)?;
        let (own, rates) = acceleration.split_at_mut(self.size());
        rates.copy_from_slice(&b.rates);
        self.plant.acceleration(&self.plant_state(at), &b.input, &mut b.plant, own)
    }

    fn output(&self, at: &State, work: &mut Workspace, values: &mut [f64]) -> Result<(), Inadmissible> {
        self.output_under(at, &vec![0.0; self.inputs.len()], work, values)
    }

    fn output_under(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
        values: &mut [f64],
    ) -> Result<(), Inadmissible> {
        let b: &mut Buffers = work.buffers();
        self.act(at, input, b)?;
        let (own, commands) = values.split_at_mut(self.plant.outputs().len());
        let acts = self.feedbacks.iter().flat_map(|feedback| &feedback.acts);
        commands.iter_mut().zip(acts).for_each(|(value, act)| *value = b.input[*act]);
        self.plant.output_under(&self.plant_state(at), &b.input, &mut b.plant, own)
    }

    fn energies(&self, at: &State, input: &[f64], work: &mut Workspace) -> Result<Energies, Inadmissible> {
        let b: &mut Buffers = work.buffers();
        self.act(at, input, b)?;
        self.plant.energies(&self.plant_state(at), &b.input, &mut b.plant)
    }

    fn linearise(
        &self,
        at: &State,
        acceleration: &[f64],
        input: &[f64],
        work: &mut Workspace,
    ) -> Result<Linearisation, MechError> {
        let b: &mut Buffers = work.buffers();
        let [by_position, by_velocity] = self.derivatives(at, input, b).map_err(MechError::Inadmissible)?;
        let (m, n) = (self.size(), self.coordinates.len());
        let plant =
            self.plant.linearise(&self.plant_state(at), &acceleration[..m], &b.input, &mut b.plant)?;
        let padded =
            |matrix: &Dense| Dense::from_fn(n, n, |i, j| if i < m && j < m { matrix[(i, j)] } else { 0.0 });
        // M q̈ + … − B u = 0 above, ż − g = 0 below: both move to the left-hand side.
        let subtracted = |slopes: &Dense, mut matrix: Dense| {
            for j in 0..n {
                for i in 0..m {
                    let felt: f64 = (0..b.input.len()).map(|k| plant.input[(i, k)] * slopes[(k, j)]).sum();
                    matrix[(i, j)] -= felt;
                }
                for i in m..n {
                    matrix[(i, j)] -= slopes[(b.input.len() + i - m, j)];
                }
            }
            matrix
        };
        let mut mass = padded(&plant.mass);
        (m..n).for_each(|i| mass[(i, i)] = 1.0);
        let mut residual = plant.residual.clone();
        residual.extend(b.rates.iter().zip(&acceleration[m..]).map(|(g, a)| g - a));
        let column = |i: usize, k: usize| if i < m { plant.input[(i, self.open[k])] } else { 0.0 };
        Ok(Linearisation {
            mass,
            velocity_sensitivity: subtracted(&by_velocity, padded(&plant.velocity_sensitivity)),
            damping: padded(&plant.damping),
            stiffness: padded(&plant.stiffness),
            dynamic_stiffness: subtracted(&by_position, padded(&plant.dynamic_stiffness)),
            geometric_stiffness: padded(&plant.geometric_stiffness),
            input: Dense::from_fn(n, self.open.len(), column),
            residual,
        })
    }

    fn share_loads(&self, share: f64, work: &mut Workspace) -> bool {
        let b: &mut Buffers = work.buffers();
        self.plant.share_loads(share, &mut b.plant)
    }

    fn extent(&self) -> f64 {
        self.plant.extent()
    }

    fn strain(&self, work: &mut Workspace) -> f64 {
        let b: &mut Buffers = work.buffers();
        self.plant.strain(&mut b.plant)
    }

    fn rechosen(&self, at: &State, work: &mut Workspace) -> Result<Rechosen, NoOther> {
        let b: &mut Buffers = work.buffers();
        let found = self.plant.rechosen(&self.plant_state(at), &mut b.plant)?;
        let n = self.size();
        Ok(Rechosen {
            system: Arc::new(self.around(found.system)),
            position: [&found.position[..], &at.position[n..]].concat(),
            velocity: [&found.velocity[..], &at.velocity[n..]].concat(),
        })
    }

    fn at_home(&self, at: &State, work: &mut Workspace) -> Option<Arc<dyn System>> {
        let b: &mut Buffers = work.buffers();
        let plant = self.plant.at_home(&self.plant_state(at), &mut b.plant)?;
        Some(Arc::new(self.around(plant)))
    }

    fn first_chosen(&self, at: &State, work: &mut Workspace) -> Result<(Vec<f64>, Vec<f64>), Inadmissible> {
        let b: &mut Buffers = work.buffers();
        let (position, velocity) = self.plant.first_chosen(&self.plant_state(at), &mut b.plant)?;
        let n = self.size();
        Ok(([&position[..], &at.position[n..]].concat(), [&velocity[..], &at.velocity[n..]].concat()))
    }

    fn switches(&self) -> usize {
        self.plant.switches() + self.own_switches()
    }

    fn needs_decisions(&self) -> bool {
        self.plant.needs_decisions() || self.feedbacks.iter().any(|feedback| feedback.sampling.is_some())
    }

    fn switch_name(&self, k: usize) -> String {
        let Some(own) = k.checked_sub(self.plant.switches()) else { return self.plant.switch_name(k) };
        let mut first = 0;
        for feedback in self.feedbacks.iter() {
            first += feedback.switches();
            if own < first {
                return format!("controller {}", feedback.name);
            }
        }
        String::new()
    }

    fn decided(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
    ) -> Result<Option<Arc<dyn System>>, Inadmissible> {
        let b: &mut Buffers = work.buffers();
        let memories = self.sampled(at, input, b)?;
        let mut next = Self { memories, ..self.clone() };
        next.decisions = next.decide(at, b)?;
        // The plant decides under the commands that act from now on.
        next.act(at, input, b)?;
        if let Some(plant) = self.plant.decided(&self.plant_state(at), &b.input, &mut b.plant)? {
            next.plant = plant;
        }
        Ok(Some(Arc::new(next)))
    }

    fn margins(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
        margins: &mut [f64],
    ) -> Result<(), Inadmissible> {
        let b: &mut Buffers = work.buffers();
        let (plant, own) = margins.split_at_mut(self.plant.switches());
        if !plant.is_empty() {
            self.act(at, input, b)?;
            self.plant.margins(&self.plant_state(at), &b.input, &mut b.plant, plant)?;
        }
        self.each_continuous(at, b, |feedback, from, b| {
            let range = from..from + feedback.switches();
            feedback.margins(at.time, &self.decisions[range.clone()], &mut b.room, &mut own[range]);
        })
    }

    fn next_break(&self) -> Option<f64> {
        let each = self.feedbacks.iter().zip(&self.memories);
        each.filter_map(|(feedback, memory)| feedback.next_break(memory)).reduce(f64::min)
    }

    fn shared(&self) -> Option<Arc<dyn System>> {
        Some(Arc::new(self.clone()))
    }

    fn plant(&self) -> Option<Arc<dyn System>> {
        // The machine itself: drives that follow commands have its coordinates.
        Some(self.plant.plant().unwrap_or_else(|| Arc::clone(&self.plant)))
    }

    fn memories(&self) -> &[SampledMemory] {
        &self.memories
    }

    fn remembering(&self, memories: &[SampledMemory]) -> Option<Arc<dyn System>> {
        let fits = memories.len() == self.feedbacks.len()
            && self.feedbacks.iter().zip(memories).all(|(feedback, memory)| feedback.fits(memory));
        let remembering =
            || Arc::new(Self { memories: memories.to_vec(), ..self.clone() }) as Arc<dyn System>;
        fits.then(remembering)
    }

    fn machinery(&self) -> Option<&dyn Machinery> {
        None
    }

    fn project(
        &self,
        basis: &Dense,
        coordinates: Vec<GeneralisedCoordinate>,
    ) -> Result<Arc<dyn System>, MechError> {
        Ok(Arc::new(self.around(self.plant.project(basis, coordinates)?)))
    }
}
