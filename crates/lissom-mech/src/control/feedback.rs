//! A controller of a model: references, law, limits and samples.

use super::law::StateSpace;
use super::noise::normal;
use super::transport::Transport;
use crate::error::MechError;
use lissom_model::model::{ControlLaw, Controller, Law, Model, Sampling};
use lissom_symbolic::Program;

/// A controller.
#[derive(Debug)]
pub(super) struct Feedback {
    pub name: String,
    /// Measured outputs by number; one more where a rate is measured.
    measures: Vec<usize>,
    /// References, then what is added to each command.
    laws: Program,
    /// Number of errors.
    pub errors: usize,
    /// The commanded inputs, by number.
    pub acts: Vec<usize>,
    pub law: StateSpace,
    /// The delay of its commands, of a continuous controller.
    pub lag: Option<Transport>,
    pub limits: Option<[f64; 2]>,
    pub sampling: Option<Sampling>,
    noise: f64,
    seed: u64,
    /// Whether forces of inverse dynamics are added to its commands.
    inverse: bool,
}

/// The memory of a sampled controller.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SampledMemory {
    /// Number of the next sample.
    pub next: u64,
    /// Its states.
    pub states: Vec<f64>,
    /// The commands that act.
    pub held: Vec<f64>,
    /// Commands that wait, with the time from which they act [s].
    pub waiting: Vec<(f64, Vec<f64>)>,
}

/// A share of a period within which a time counts as that of a sample: rounding.
const ROUNDING: f64 = 1e-9;

impl Feedback {
    pub fn new(model: &Model, controller: &Controller, inputs: &[String]) -> Result<Self, MechError> {
        let mut measures = controller.measures.clone();
        let rate = match &controller.law {
            ControlLaw::Pid(pid) => pid.rate,
            ControlLaw::StateSpace { .. } => None,
        };
        measures.extend(rate);
        let place = |act: &String| inputs.iter().position(|input| input == act);
        let acts = controller.acts.iter().map(|act| {
            place(act)
                .ok_or_else(|| MechError::PortsNotHere { what: format!("controller {}", controller.name) })
        });
        Ok(Self {
            name: controller.name.clone(),
            errors: measures.len(),
            laws: laws(model, controller, measures.len())?,
            measures,
            acts: acts.collect::<Result<_, _>>()?,
            law: StateSpace::of(&controller.law, controller.sampling),
            lag: controller.lag.map(Transport::new),
            limits: controller.limits,
            sampling: controller.sampling,
            noise: controller.noise,
            seed: controller.seed,
            inverse: controller.inverse_dynamics,
        })
    }

    /// Measured outputs by number.
    pub fn measures(&self) -> &[usize] {
        &self.measures
    }

    /// Number of states that are integrated: those of a continuous controller and of its commands under way.
    pub fn continuous_states(&self) -> usize {
        let under_way = self.lag.as_ref().map_or(0, |lag| lag.size() * self.acts.len());
        if self.sampling.is_some() { 0 } else { self.law.size() + under_way }
    }

    /// Rates of all states of a continuous controller after [`Self::respond`], from its limited commands, which become those that act.
    pub fn advance(
        &self,
        states: &[f64],
        errors: &[f64],
        excess: f64,
        commands: &mut [f64],
        rates: &mut [f64],
    ) {
        self.law.next(states, errors, excess, rates);
        let Some(lag) = &self.lag else { return };
        let own = self.law.size();
        let pieces = states[own..].chunks_exact(lag.size());
        for ((command, piece), rates) in
            commands.iter_mut().zip(pieces).zip(rates[own..].chunks_exact_mut(lag.size()))
        {
            lag.rates(piece, *command, rates);
            *command = Transport::arrives(piece);
        }
    }

    /// Whether a memory is one of this controller.
    pub fn fits(&self, memory: &SampledMemory) -> bool {
        let acts = self.acts.len();
        memory.states.len() == self.law.size()
            && memory.held.len() == acts
            && memory.waiting.iter().all(|(_, commands)| commands.len() == acts)
    }

    /// Whether it takes decisions about limits in continuous time.
    pub fn switches(&self) -> usize {
        if self.sampling.is_some() {
            return 0;
        }
        self.laws.switch_count() + if self.limits.is_some() { self.acts.len() } else { 0 }
    }

    /// The decisions of its laws of time and of its limits, −1 below, 1 above, after [`Self::respond`].
    pub fn decide(&self, time: f64, room: &mut Room, decisions: &mut [f64]) {
        let (laws, limits) = decisions.split_at_mut(self.laws.switch_count());
        if !laws.is_empty() {
            self.laws.decide(&[time], &mut room.work, laws);
        }
        if let Some([low, high]) = self.limits {
            for (decision, u) in limits.iter_mut().zip(&room.commands) {
                *decision = f64::from(i8::from(*u > high) - i8::from(*u < low));
            }
        }
    }

    /// How far each decision is from changing, after [`Self::respond`].
    pub fn margins(&self, time: f64, decisions: &[f64], room: &mut Room, margins: &mut [f64]) {
        let count = self.laws.switch_count();
        if count > 0 {
            self.laws.margins(&[time], &decisions[..count], &mut room.work, &mut margins[..count]);
        }
        if let Some([low, high]) = self.limits {
            let each = margins[count..].iter_mut().zip(&decisions[count..]).zip(&room.commands);
            for ((margin, decision), u) in each {
                *margin = match *decision {
                    d if d > 0.0 => u - high,
                    d if d < 0.0 => low - u,
                    _ => (high - u).min(u - low),
                };
            }
        }
    }

    /// Keeps commands at the limits that were decided; returns limited less unlimited, of the first one.
    pub fn limit_as_decided(&self, decisions: &[f64], commands: &mut [f64]) -> f64 {
        let Some([low, high]) = self.limits else { return 0.0 };
        let before = commands.first().copied().unwrap_or(0.0);
        for (u, decision) in commands.iter_mut().zip(&decisions[self.laws.switch_count()..]) {
            *u = match *decision {
                d if d > 0.0 => high,
                d if d < 0.0 => low,
                _ => *u,
            };
        }
        commands.first().copied().unwrap_or(0.0) - before
    }

    pub fn start(&self) -> SampledMemory {
        SampledMemory {
            next: 0,
            states: vec![0.0; self.law.size()],
            held: vec![0.0; self.acts.len()],
            waiting: Vec::new(),
        }
    }

    /// e = r − y and the unlimited commands.
    pub fn respond(&self, time: f64, outputs: &[f64], z: &[f64], decisions: Option<&[f64]>, room: &mut Room) {
        room.laws.resize(self.errors + self.acts.len(), 0.0);
        match decisions.map(|decisions| &decisions[..self.laws.switch_count()]) {
            Some(kept) => self.laws.evaluate_decided(&[time], kept, &mut room.work, &mut room.laws),
            None => self.laws.evaluate(&[time], &mut room.work, &mut room.laws),
        }
        room.errors.clear();
        room.errors.extend(self.measures.iter().zip(&room.laws).map(|(y, r)| r - outputs[*y]));
        self.finish(z, room);
    }

    fn finish(&self, z: &[f64], room: &mut Room) {
        room.commands.resize(self.acts.len(), 0.0);
        self.law.command(z, &room.errors, &mut room.commands);
        let added = &room.laws[self.errors..];
        room.commands.iter_mut().zip(added).for_each(|(u, added)| *u += added);
        if self.inverse {
            room.commands.iter_mut().zip(&self.acts).for_each(|(u, act)| *u += room.inverse[*act]);
        }
    }

    /// The next time at which something changes [s].
    pub fn next_break(&self, memory: &SampledMemory) -> Option<f64> {
        let sampling = self.sampling?;
        let waiting = memory.waiting.iter().map(|(time, _)| *time);
        Some(waiting.fold(memory.next as f64 * sampling.period, f64::min))
    }

    /// Whether a sample is due.
    pub fn is_due(&self, time: f64, memory: &SampledMemory) -> bool {
        self.sampling.is_some_and(|s| memory.next as f64 * s.period <= time + ROUNDING * s.period)
    }

    /// Lets commands act that have waited long enough.
    pub fn release(&self, time: f64, memory: &mut SampledMemory) {
        let Some(sampling) = self.sampling else { return };
        let now = time + ROUNDING * sampling.period;
        let ready = memory.waiting.iter().take_while(|(from, _)| *from <= now).count();
        for (_, commands) in memory.waiting.drain(..ready) {
            memory.held = commands;
        }
    }

    /// Takes a sample of the outputs.
    pub fn sample(&self, time: f64, outputs: &[f64], memory: &mut SampledMemory, room: &mut Room) {
        let Some(sampling) = self.sampling else { return };
        self.respond(time, outputs, &memory.states, None, room);
        if self.noise > 0.0 {
            // e = r − (y + noise).
            for (channel, e) in room.errors.iter_mut().enumerate() {
                *e -= self.noise * normal(self.seed, channel as u64, memory.next);
            }
        }
        if let Some(place) = self.law.last_error.filter(|_| memory.next == 0) {
            memory.states[place] = room.errors[0];
        }
        self.finish(&memory.states, room);
        let mut limited = room.commands.clone();
        let excess = self.limit(&mut limited, &room.commands);
        room.next.resize(self.law.size(), 0.0);
        self.law.next(&memory.states, &room.errors, excess, &mut room.next);
        // An error that drives the command further beyond its limit does not count.
        let winds_up = excess * self.law.integral * room.errors[0] < 0.0;
        if let Some(place) = self.law.clamped.filter(|_| winds_up) {
            room.next[place] = memory.states[place];
        }
        memory.states.copy_from_slice(&room.next);
        memory.waiting.push((time + sampling.delay, limited));
        memory.next += 1;
    }

    /// Keeps commands within the limits; returns limited less unlimited, of the first one.
    pub fn limit(&self, limited: &mut [f64], unlimited: &[f64]) -> f64 {
        if let Some([low, high]) = self.limits {
            limited.iter_mut().for_each(|u| *u = u.clamp(low, high));
        }
        limited.first().zip(unlimited.first()).map_or(0.0, |(a, b)| a - b)
    }
}

/// Buffers of one controller.
#[derive(Debug, Default)]
pub(super) struct Room {
    work: Vec<f64>,
    laws: Vec<f64>,
    pub errors: Vec<f64>,
    pub commands: Vec<f64>,
    next: Vec<f64>,
    /// Forces of inverse dynamics, by input of the plant.
    pub inverse: Vec<f64>,
}

impl Room {
    /// Room for a plant with so many inputs.
    pub fn new(inputs: usize) -> Self {
        Self { inverse: vec![0.0; inputs], ..Self::default() }
    }
}

/// References of all errors, then what is added to the commands. The reference of a rate is the rate of the reference.
fn laws(model: &Model, controller: &Controller, errors: usize) -> Result<Program, MechError> {
    let what = format!("controller {}", controller.name);
    let failed =
        |law: &Law, reason: String| MechError::Law { what: what.clone(), law: law.text.clone(), reason };
    let mut store = model.expressions.clone();
    let (time, zero) = (store.symbol("t"), store.zero());
    let mut all = Vec::new();
    for k in 0..controller.measures.len() {
        all.push(controller.references.get(k).map_or(zero, |law| law.expr));
    }
    if errors > all.len() {
        let rate = match controller.references.first() {
            Some(law) => store.derivative(law.expr, time).map_err(|e| failed(law, e.to_string()))?,
            None => zero,
        };
        all.push(rate);
    }
    for k in 0..controller.acts.len() {
        all.push(controller.feed_forward.get(k).map_or(zero, |law| law.expr));
    }
    let reason = |e: lissom_symbolic::CompileError| MechError::Law {
        what: what.clone(),
        law: "reference".to_owned(),
        reason: e.to_string(),
    };
    Program::compile(&store, &all, &[time]).map_err(reason)
}
