//! One instance: time, states, inputs, parameters, and the values of all variables.
//!
//! Value references: 0 is time, then inputs, outputs, states, their derivatives, parameters and event indicators, each in
//! their order.

use crate::content::{Content, Kind};
use crate::equations::{Direction, Equations, Point};
use crate::linear::Linear;
use crate::mechanism::Moving;
use lissom_mech::System;
use std::sync::Arc;

/// Relative tolerance of steps where the host gives none.
const TOLERANCE: f64 = 1e-7;

/// An instance of a unit.
pub struct Unit {
    content: Content,
    equations: Box<dyn Equations>,
    /// Time \[s\].
    pub time: f64,
    /// Relative tolerance of steps.
    pub tolerance: f64,
    states: Vec<f64>,
    inputs: Vec<f64>,
    input_rates: Vec<f64>,
    parameters: Vec<f64>,
    /// Which states the host has given a value before the start.
    given: Vec<bool>,
    /// Whether the parameters changed since the equations were made.
    stale: bool,
    started: bool,
}

/// Everything that a step depends on.
#[derive(Clone)]
pub struct Snapshot {
    time: f64,
    states: Vec<f64>,
    inputs: Vec<f64>,
    input_rates: Vec<f64>,
    parameters: Vec<f64>,
    started: bool,
    coordinates: Option<Arc<dyn System>>,
}

/// A variable by its value reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Variable {
    Time,
    Input(usize),
    Output(usize),
    State(usize),
    Rate(usize),
    Parameter(usize),
    Indicator(usize),
}

impl Unit {
    /// An instance of what a file holds.
    ///
    /// # Errors
    /// When the model in it cannot be built.
    pub fn new(content: Content) -> Result<Self, String> {
        let equations: Box<dyn Equations> = match &content.kind {
            Kind::Linear { a, b, c, d } => Box::new(Linear::new(a.clone(), b.clone(), c.clone(), d.clone())),
            Kind::Mechanism { .. } => Box::new(Moving::new(&content)?),
        };
        Ok(Self {
            time: 0.0,
            tolerance: TOLERANCE,
            states: content.start.clone(),
            inputs: vec![0.0; content.inputs.len()],
            input_rates: vec![0.0; content.inputs.len()],
            parameters: content.values.clone(),
            given: vec![false; content.states.len()],
            stale: false,
            started: false,
            equations,
            content,
        })
    }

    /// What the unit holds.
    #[must_use]
    pub fn content(&self) -> &Content {
        &self.content
    }

    /// As it was made.
    ///
    /// # Errors
    /// When the model cannot be built.
    pub fn reset(&mut self) -> Result<(), String> {
        *self = Self::new(self.content.clone())?;
        Ok(())
    }

    fn variable(&self, reference: u32) -> Result<Variable, String> {
        let sizes = [self.inputs.len(), self.content.outputs.len(), self.states.len(), self.states.len()];
        let Some(mut k) = (reference as usize).checked_sub(1) else { return Ok(Variable::Time) };
        let kinds = [Variable::Input, Variable::Output, Variable::State, Variable::Rate];
        for (size, kind) in sizes.into_iter().zip(kinds) {
            if k < size {
                return Ok(kind(k));
            }
            k -= size;
        }
        if k < self.parameters.len() {
            return Ok(Variable::Parameter(k));
        }
        if k - self.parameters.len() < self.content.indicators {
            return Ok(Variable::Indicator(k - self.parameters.len()));
        }
        Err(format!("the unit has no variable with the value reference {reference}"))
    }

    /// Builds the equations for parameters that were set. States that the host has set keep their values.
    fn refresh(&mut self) -> Result<(), String> {
        if !self.stale {
            return Ok(());
        }
        let start = self.equations.with_parameters(&self.parameters)?;
        for (k, value) in start.into_iter().enumerate().filter(|(k, _)| !self.given[*k]) {
            self.states[k] = value;
        }
        self.stale = false;
        if self.started { Ok(()) } else { self.decide() }
    }

    fn decide(&mut self) -> Result<(), String> {
        self.equations.event(self.time, &mut self.states, &self.inputs)
    }

    /// Values of variables.
    ///
    /// # Errors
    /// When a reference is unknown, or the equations cannot be evaluated.
    pub fn get(&mut self, references: &[u32], values: &mut [f64]) -> Result<(), String> {
        self.refresh()?;
        let (mut rates, mut outputs) = (None, None);
        for (reference, value) in references.iter().zip(values) {
            *value = match self.variable(*reference)? {
                Variable::Time => self.time,
                Variable::Input(k) => self.inputs[k],
                Variable::State(k) => self.states[k],
                Variable::Parameter(k) => self.parameters[k],
                Variable::Indicator(k) => {
                    let mut all = vec![0.0; self.content.indicators];
                    self.indicators(&mut all)?;
                    all[k]
                }
                Variable::Output(k) => {
                    if outputs.is_none() {
                        outputs = Some(self.outputs()?);
                    }
                    outputs.as_ref().map_or(f64::NAN, |all: &Vec<f64>| all[k])
                }
                Variable::Rate(k) => {
                    if rates.is_none() {
                        let mut all = vec![0.0; self.states.len()];
                        self.rates(&mut all)?;
                        rates = Some(all);
                    }
                    rates.as_ref().map_or(f64::NAN, |all: &Vec<f64>| all[k])
                }
            };
        }
        Ok(())
    }

    fn outputs(&mut self) -> Result<Vec<f64>, String> {
        let mut all = vec![0.0; self.content.outputs.len()];
        let at = Point { time: self.time, states: &self.states, inputs: &self.inputs };
        self.equations.outputs(at, &mut all)?;
        Ok(all)
    }

    /// Sets inputs, and before the start also states and parameters.
    ///
    /// # Errors
    /// When a variable cannot be set, or a value is not finite.
    pub fn set(&mut self, references: &[u32], values: &[f64]) -> Result<(), String> {
        for (reference, value) in references.iter().zip(values) {
            if !value.is_finite() {
                return Err(format!("the value {value} for the value reference {reference} is not finite"));
            }
            match self.variable(*reference)? {
                Variable::Input(k) => self.inputs[k] = *value,
                Variable::State(k) => {
                    self.states[k] = *value;
                    self.given[k] |= !self.started;
                }
                Variable::Parameter(k) if !self.started => {
                    self.stale |= self.parameters[k] != *value;
                    self.parameters[k] = *value;
                }
                Variable::Parameter(k) => {
                    let name = &self.content.parameters[k];
                    return Err(format!("the parameter `{name}` can only be set before the start"));
                }
                other => return Err(format!("{other:?} (value reference {reference}) cannot be set")),
            }
        }
        Ok(())
    }

    /// Sets the rates of inputs, used within the next steps.
    ///
    /// # Errors
    /// When a variable is not an input.
    pub fn set_input_rates(&mut self, references: &[u32], values: &[f64]) -> Result<(), String> {
        for (reference, value) in references.iter().zip(values) {
            match self.variable(*reference)? {
                Variable::Input(k) if value.is_finite() => self.input_rates[k] = *value,
                _ => {
                    return Err(format!(
                        "the value reference {reference} is no input, or {value} not finite"
                    ));
                }
            }
        }
        Ok(())
    }

    /// Ends the initialisation.
    ///
    /// # Errors
    /// When the equations cannot be built for the parameters, or evaluated at the start.
    pub fn start(&mut self) -> Result<(), String> {
        self.refresh()?;
        self.decide()?;
        self.started = true;
        Ok(())
    }

    /// Begins the initialisation: laws decide for the states and inputs that are known.
    ///
    /// # Errors
    /// When the equations cannot be evaluated.
    pub fn prepare(&mut self) -> Result<(), String> {
        self.refresh()?;
        self.decide()
    }

    /// Number of states.
    #[must_use]
    pub fn state_count(&self) -> usize {
        self.states.len()
    }

    /// Number of event indicators.
    #[must_use]
    pub fn indicator_count(&self) -> usize {
        self.content.indicators
    }

    /// The states.
    #[must_use]
    pub fn states(&self) -> &[f64] {
        &self.states
    }

    /// Sets all states.
    ///
    /// # Errors
    /// When one is not finite.
    pub fn set_states(&mut self, values: &[f64]) -> Result<(), String> {
        if let Some(k) = values.iter().position(|value| !value.is_finite()) {
            return Err(format!("the state `{}` is {}", self.content.states[k], values[k]));
        }
        self.states.copy_from_slice(values);
        Ok(())
    }

    /// ẋ.
    ///
    /// # Errors
    /// When the state is inadmissible.
    pub fn rates(&mut self, rates: &mut [f64]) -> Result<(), String> {
        self.refresh()?;
        let at = Point { time: self.time, states: &self.states, inputs: &self.inputs };
        self.equations.rates(at, rates)
    }

    /// Event indicators.
    ///
    /// # Errors
    /// When the state is inadmissible.
    pub fn indicators(&mut self, values: &mut [f64]) -> Result<(), String> {
        let at = Point { time: self.time, states: &self.states, inputs: &self.inputs };
        self.equations.indicators(at, values)
    }

    /// Whether the coordinates should be changed in an event.
    pub fn needs_event(&mut self) -> bool {
        self.equations.needs_event()
    }

    /// Takes the decisions of all laws anew.
    ///
    /// # Errors
    /// When the state is inadmissible.
    pub fn event(&mut self) -> Result<(), String> {
        self.decide()
    }

    /// Moves through a step.
    ///
    /// # Errors
    /// When the integration fails, with time and reason.
    pub fn step(&mut self, length: f64) -> Result<(), String> {
        if !(length.is_finite() && length > 0.0) {
            return Err(format!("a step of {length} s has no positive length"));
        }
        let from = Point { time: self.time, states: &self.states, inputs: &self.inputs };
        let mut reached = self.states.clone();
        self.equations.step(from, &self.input_rates, length, self.tolerance, &mut reached)?;
        if let Some(k) = reached.iter().position(|value| !value.is_finite()) {
            return Err(format!("the state `{}` became {} in a step", self.content.states[k], reached[k]));
        }
        self.states = reached;
        self.time += length;
        // Inputs follow their rates until the host sets them anew.
        self.inputs.iter_mut().zip(&self.input_rates).for_each(|(u, rate)| *u += rate * length);
        self.input_rates.fill(0.0);
        Ok(())
    }

    /// Changes of outputs and derivatives along a direction in states and inputs.
    ///
    /// # Errors
    /// When a reference is of another kind, or the equations have no derivative there.
    pub fn directional(
        &mut self,
        unknowns: &[u32],
        knowns: &[u32],
        seed: &[f64],
        sensitivity: &mut [f64],
    ) -> Result<(), String> {
        self.refresh()?;
        let (mut states, mut inputs) = (vec![0.0; self.states.len()], vec![0.0; self.inputs.len()]);
        for (reference, value) in knowns.iter().zip(seed) {
            match self.variable(*reference)? {
                Variable::State(k) => states[k] += value,
                Variable::Input(k) => inputs[k] += value,
                other => return Err(format!("no derivative with respect to {other:?}")),
            }
        }
        let (mut rates, mut outputs) = (vec![0.0; states.len()], vec![0.0; self.content.outputs.len()]);
        let at = Point { time: self.time, states: &self.states, inputs: &self.inputs };
        let along = Direction { states: &states, inputs: &inputs };
        self.equations.derivatives(at, along, &mut rates, &mut outputs)?;
        for (reference, value) in unknowns.iter().zip(sensitivity) {
            *value = match self.variable(*reference)? {
                Variable::Output(k) => outputs[k],
                Variable::Rate(k) => rates[k],
                other => return Err(format!("no derivative of {other:?}")),
            };
        }
        Ok(())
    }

    /// Everything that a step depends on.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            time: self.time,
            states: self.states.clone(),
            inputs: self.inputs.clone(),
            input_rates: self.input_rates.clone(),
            parameters: self.parameters.clone(),
            started: self.started,
            coordinates: self.equations.coordinates(),
        }
    }

    /// Returns to a snapshot of an instance of the same unit.
    ///
    /// # Errors
    /// When it is of another unit, or the model cannot be built.
    pub fn restore(&mut self, to: &Snapshot) -> Result<(), String> {
        let sizes = |states: &[f64], inputs: &[f64], parameters: &[f64]| {
            [states.len(), inputs.len(), parameters.len()]
        };
        if sizes(&to.states, &to.inputs, &to.parameters)
            != sizes(&self.states, &self.inputs, &self.parameters)
        {
            return Err("the saved state is one of another unit".to_owned());
        }
        if self.parameters != to.parameters {
            self.parameters.clone_from(&to.parameters);
            self.equations.with_parameters(&self.parameters)?;
        }
        self.time = to.time;
        self.states.clone_from(&to.states);
        self.inputs.clone_from(&to.inputs);
        self.input_rates.clone_from(&to.input_rates);
        (self.started, self.stale) = (to.started, false);
        self.equations.choose(to.coordinates.clone());
        self.decide()
    }
}

/// Marks the bytes of a serialised state.
const MARK: &[u8; 8] = b"LISSOMS1";

impl Snapshot {
    /// As bytes.
    ///
    /// # Errors
    /// When the states are of coordinates that were changed on the way: they cannot be described by numbers alone.
    pub fn to_bytes(&self) -> Result<Vec<u8>, String> {
        if self.coordinates.is_some() {
            return Err(
                "the coordinates have been changed on the way: the state can be kept, but not serialised"
                    .to_owned(),
            );
        }
        let mut bytes = MARK.to_vec();
        bytes.push(u8::from(self.started));
        for list in [&vec![self.time], &self.states, &self.inputs, &self.input_rates, &self.parameters] {
            bytes.extend((list.len() as u64).to_le_bytes());
            list.iter().for_each(|value| bytes.extend(value.to_le_bytes()));
        }
        Ok(bytes)
    }

    /// From bytes.
    ///
    /// # Errors
    /// When they are no serialised state.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let wrong = || "the bytes are no serialised state".to_owned();
        let rest = bytes.strip_prefix(MARK).ok_or_else(wrong)?;
        let (first, mut rest) = rest.split_first().ok_or_else(wrong)?;
        let mut lists = Vec::new();
        for _ in 0..5 {
            let (count, after) = rest.split_first_chunk::<8>().ok_or_else(wrong)?;
            let length = usize::try_from(u64::from_le_bytes(*count)).ok().and_then(|n| n.checked_mul(8));
            let length = length.filter(|length| *length <= after.len()).ok_or_else(wrong)?;
            let (content, after) = after.split_at(length);
            let value = |chunk: &[u8]| chunk.try_into().map(f64::from_le_bytes).unwrap_or(f64::NAN);
            lists.push(content.chunks(8).map(value).collect::<Vec<f64>>());
            rest = after;
        }
        let [time, states, inputs, input_rates, parameters] =
            <[Vec<f64>; 5]>::try_from(lists).map_err(|_| wrong())?;
        let all_finite = [&time, &states, &inputs, &input_rates, &parameters]
            .iter()
            .all(|list| list.iter().all(|x| x.is_finite()));
        let [time] = time[..] else { return Err(wrong()) };
        if !(rest.is_empty() && all_finite && input_rates.len() == inputs.len()) {
            return Err(wrong());
        }
        let started = *first != 0;
        Ok(Self { time, states, inputs, input_rates, parameters, started, coordinates: None })
    }
}
