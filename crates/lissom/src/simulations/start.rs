//! Where a motion starts: a configuration, an equilibrium, a mode, or the end of a saved motion.

use crate::answer::Answer;
use crate::failure::Failure;
use crate::reports::reduction_report::at_rest;
use crate::session::Session;
use crate::simulations::simulation::{SimulateSettings, Simulation};
use crate::subjects::mechanism::Stroke;
use lissom_dynamics::{ControllersAtEnd, OperatingState, state_model, states, static_state};
use lissom_linalg::{Dense, Quiet};
use lissom_mech::vector::norm;
use lissom_mech::{Machinery, MovingParts, SampledMemory, State, System, machinery_of};
use lissom_model::Span;
use lissom_model::model::{LedBy, Model, NodeId, Start, StatesAnalysis};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Kind and version of the file of a saved state.
const FORMAT: &str = "lissom-state 1";

/// Outputs at the start of a continued motion may differ from the saved ones by this share of their size: the configuration is
/// found again to `1e-10` of the size of the machine, on another branch it is another one.
const SAME: f64 = 1e-6;

/// The state at the end of a motion, to be continued.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedState {
    format: String,
    /// Version of the program.
    version: String,
    /// Hash of the model file, its other files and the overrides.
    model_sha256: String,
    /// Name of the model that moved: `full`, or that of a reduction.
    model: String,
    /// End of the motion \[s\].
    pub time: f64,
    coordinates: Vec<String>,
    position: Vec<f64>,
    velocity: Vec<f64>,
    /// Outputs there, to recognise the configuration.
    outputs: Vec<(String, f64)>,
    /// What controllers remember.
    #[serde(default)]
    controllers: SavedControllers,
}

/// What controllers remember at the end of a motion.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct SavedControllers {
    /// States of continuous controllers.
    states: Vec<f64>,
    /// Their integrals over time.
    integrals: Vec<f64>,
    memories: Vec<SavedMemory>,
}

/// What a sampled controller remembers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct SavedMemory {
    /// Number of the next sample.
    next: u64,
    states: Vec<f64>,
    held: Vec<f64>,
    /// Commands that do not act yet, with the time from which they act \[s\].
    waiting: Vec<(f64, Vec<f64>)>,
}

impl SavedControllers {
    fn of(found: &ControllersAtEnd) -> Self {
        let memory = |memory: &SampledMemory| SavedMemory {
            next: memory.next,
            states: memory.states.clone(),
            held: memory.held.clone(),
            waiting: memory.waiting.clone(),
        };
        Self {
            states: found.states.clone(),
            integrals: found.integrals.clone(),
            memories: found.memories.iter().map(memory).collect(),
        }
    }

    fn memories(&self) -> Vec<SampledMemory> {
        let memory = |saved: &SavedMemory| SampledMemory {
            next: saved.next,
            states: saved.states.clone(),
            held: saved.held.clone(),
            waiting: saved.waiting.clone(),
        };
        self.memories.iter().map(memory).collect()
    }

    fn numbers(&self) -> impl Iterator<Item = f64> {
        let of_memories = self.memories.iter().flat_map(|memory| {
            let waiting = memory.waiting.iter().flat_map(|(time, values)| values.iter().chain([time]));
            memory.states.iter().chain(&memory.held).chain(waiting)
        });
        self.states.iter().chain(&self.integrals).chain(of_memories).copied()
    }
}

impl SavedState {
    /// The end of a motion; `None` for linear models.
    #[must_use]
    pub fn of(run: &Answer<Simulation>) -> Option<Self> {
        let Simulation { model, coordinates, outputs, trajectory, .. } = &run.value;
        if coordinates.is_empty() {
            return None;
        }
        let last = |series: &Vec<f64>| series.last().copied().unwrap_or(0.0);
        Some(Self {
            format: FORMAT.to_owned(),
            version: crate::VERSION.to_owned(),
            model_sha256: run.provenance.model_sha256.clone(),
            model: model.clone(),
            time: *trajectory.times.last()?,
            coordinates: coordinates.clone(),
            position: trajectory.positions.last()?.clone(),
            velocity: trajectory.velocities.last()?.clone(),
            outputs: outputs
                .iter()
                .map(|(name, _)| name.clone())
                .zip(trajectory.outputs.iter().map(last))
                .collect(),
            controllers: SavedControllers::of(&trajectory.controllers),
        })
    }

    /// As the text of a file.
    ///
    /// # Panics
    /// Never: names and numbers have a text.
    #[must_use]
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).expect("names and finite numbers have a text") + "\n"
    }

    /// From the text of a file.
    ///
    /// # Errors
    /// [`Failure::Restart`] when it is no saved state.
    pub fn read(text: &str) -> Result<Self, Failure> {
        let refused = |reason: String| Failure::Restart { reason };
        let found: Self = serde_json::from_str(text)
            .map_err(|error| refused(format!("the file was not written by --save ({error})")))?;
        if found.format != FORMAT {
            return Err(refused(format!("the format is `{}`, this version reads `{FORMAT}`", found.format)));
        }
        let numbers = found.position.iter().chain(&found.velocity).chain([&found.time]).copied();
        let numbers = numbers.chain(found.controllers.numbers());
        if found.position.len() != found.coordinates.len()
            || found.velocity.len() != found.coordinates.len()
            || numbers.into_iter().any(|number| !number.is_finite())
        {
            return Err(refused("the file is damaged".to_owned()));
        }
        Ok(found)
    }

    /// It must be a state of this model with the same files and overrides.
    ///
    /// # Errors
    /// [`Failure::Restart`] when it is not.
    pub fn demand_model(&self, session: &Session) -> Result<(), Failure> {
        if self.model_sha256 == session.provenance().model_sha256 {
            return Ok(());
        }
        let reason =
            "the model file, one of its other files or a --set has changed since; only --end may differ";
        Err(Failure::Restart { reason: reason.to_owned() })
    }

    /// The state in a system, whose outputs must be the saved ones.
    fn begin(&self, system: &dyn System, end: f64) -> Result<Began, Failure> {
        let refused = |reason: String| Err(Failure::Restart { reason });
        if !system.coordinates().iter().map(|c| &c.name).eq(&self.coordinates) {
            return refused(format!("it has other coordinates (it is a state of `{}`)", self.model));
        }
        if self.time >= end {
            return refused(format!("it ends at {} s, which is not before the new end, {end} s", self.time));
        }
        let at = State { time: self.time, position: &self.position, velocity: &self.velocity };
        // Forces and accelerations depend on what controllers do and say nothing about the configuration.
        let mut found = vec![f64::NAN; system.outputs().len()];
        let written = system.output_of_rates(&at, &mut system.workspace(), &mut found);
        if let Err(reason) = written {
            return refused(reason.to_string());
        }
        let largest = self.outputs.iter().map(|(_, value)| value.abs()).fold(0.0, f64::max);
        for ((name, saved), found) in self.outputs.iter().zip(&found).filter(|(_, found)| !found.is_nan()) {
            if (saved - found).abs() > SAME * largest {
                return refused(format!(
                    "its coordinates lead to another configuration, in which {name} is {found} instead of {saved}"
                ));
            }
        }
        Ok(Began {
            time: self.time,
            position: self.position.clone(),
            velocity: self.velocity.clone(),
            state: None,
        })
    }
}

impl SimulateSettings {
    /// Lets controllers go on where a saved motion left them, or begin without a past.
    pub(crate) fn remember(
        &self,
        controlled: Arc<dyn System>,
        start: &mut (Vec<f64>, Vec<f64>),
    ) -> Result<Arc<dyn System>, Failure> {
        let Some(saved) = self.restart.as_ref().map(|saved| &saved.controllers) else {
            let size = controlled.coordinates().len();
            start.0.resize(size, 0.0);
            start.1.resize(size, 0.0);
            return Ok(controlled);
        };
        start.0.extend(&saved.integrals);
        start.1.extend(&saved.states);
        let size = controlled.coordinates().len();
        let remembering = controlled.remembering(&saved.memories());
        let fits = start.0.len() == size && start.1.len() == size;
        remembering.filter(|_| fits).ok_or_else(|| Failure::Restart {
            reason: "it does not say what the controllers remember; save the motion with this version"
                .to_owned(),
        })
    }
}

/// The start of a motion.
pub(crate) struct Began {
    pub time: f64,
    pub position: Vec<f64>,
    pub velocity: Vec<f64>,
    /// The equilibrium it is in or near, where it has coordinates of its own.
    pub state: Option<OperatingState>,
}

impl SimulateSettings {
    /// Where a system starts.
    pub(crate) fn begin(&self, model: &Model, system: &dyn System) -> Result<Began, Failure> {
        if let Some(saved) = &self.restart {
            return saved.begin(system, self.end);
        }
        let (position, velocity) = system.initial();
        let mut began = Began { time: 0.0, position, velocity, state: None };
        match &self.start {
            Start::Reference => {}
            Start::Rest => began.stand(at_rest(system)?),
            Start::State(name) => began.position = static_position(model, system, name)?,
            Start::Led { output, value } => began.position = led_position(model, system, output, *value)?,
            Start::Mode { number, amplitude, node } => {
                let state = at_rest(system)?;
                let shape = mode(model, &state, system, *number, *node)?;
                began.stand(state);
                began.position.iter_mut().zip(shape).for_each(|(q, along)| *q += amplitude * along);
            }
        }
        let moving = began.state.as_ref().map_or(system, |state| state.system(system));
        if let Some(mechanism) = moving.machinery() {
            let at = State { time: 0.0, position: &began.position, velocity: &began.velocity };
            began.velocity = mechanism.initial_rates(model, &at, &mut mechanism.workspace())?;
        }
        Ok(began)
    }
}

/// Coordinates and rates of a mechanism at t = 0, where [analysis.simulate] starts it, or in the reference configuration.
///
/// # Errors
/// When the start is not found or needs other coordinates, or velocities contradict each other.
pub fn start_of_motion(model: &Model, system: &dyn System) -> Result<(Vec<f64>, Vec<f64>), Failure> {
    let settings = SimulateSettings::asked(model)?.map_or_else(|| SimulateSettings::until(1.0), Ok)?;
    let began = settings.begin(model, system)?;
    let moving = began.state.as_ref().map_or(system, |state| state.system(system));
    if moving.coordinates() != system.coordinates() {
        return refuse(
            "the equilibrium is found in other coordinates than those of the reference configuration, in which this start must be"
                .to_owned(),
        );
    }
    Ok((began.position, began.velocity))
}

impl Began {
    fn stand(&mut self, state: OperatingState) {
        self.position.clone_from(&state.position);
        self.velocity = vec![0.0; state.position.len()];
        self.state = Some(state);
    }
}

fn refuse<T>(reason: String) -> Result<T, Failure> {
    Err(Failure::Start { reason })
}

/// The coordinates in a static state of the file.
fn static_position(model: &Model, system: &dyn System, name: &str) -> Result<Vec<f64>, Failure> {
    let request = model.states.iter().find(|state| state.name == name);
    let Some(request) = request else { return refuse(format!("the model has no state `{name}`")) };
    let loaded = state_model(model, request);
    let parts = system.machinery().map_or_else(MovingParts::none, Machinery::moving_parts);
    let found = static_state(&loaded, machinery_of(&loaded, &parts)?, request)?;
    let own = found.mechanism.coordinates().iter().map(|c| &c.name);
    if !own.eq(system.coordinates().iter().map(|c| &c.name)) {
        return refuse(format!(
            "state `{name}` is known in other coordinates than `{}`; start the full model in it",
            system.name()
        ));
    }
    Ok(found.state.position)
}

/// The coordinates in the equilibrium with an output held at a value.
fn led_position(model: &Model, system: &dyn System, output: &str, value: f64) -> Result<Vec<f64>, Failure> {
    let mut led = model.clone();
    led.analyses.states = Some(StatesAnalysis {
        drive: output.to_owned(),
        led_by: LedBy::Output,
        // The way there is divided as a stroke of this length.
        range: [0.0, if value == 0.0 { 1.0 } else { value.abs() }],
        points: 1,
        report: Vec::new(),
        node: None,
        directions: Vec::new(),
        branches: false,
        span: Span::default(),
    });
    let parts = system.machinery().map_or_else(MovingParts::none, Machinery::moving_parts);
    let mut stroke = Stroke::of(&led, &parts, Some(1))?;
    (stroke.request.from, stroke.request.to) = (value, value);
    let row = states(&*stroke.mechanism, &stroke.request, &Quiet)?;
    let state = row.into_iter().next().expect("one state was requested").state;
    let found = state.system(&*stroke.mechanism);
    if !found.coordinates().iter().map(|c| &c.name).eq(system.coordinates().iter().map(|c| &c.name)) {
        return refuse(format!(
            "the equilibrium with {output} = {value} is known in other coordinates than `{}`; start the full model there, or at a \
             value nearer to the reference configuration",
            system.name()
        ));
    }
    Ok(state.position)
}

/// A mode about a state, scaled so that a node moves by one metre.
fn mode(
    model: &Model,
    state: &OperatingState,
    first: &dyn System,
    number: usize,
    node: Option<NodeId>,
) -> Result<Vec<f64>, Failure> {
    let system = state.system(first);
    let Some(mechanism) = system.machinery() else {
        return refuse("modes of this system are not known".to_owned());
    };
    let modes = state.modes(system)?;
    if number > modes.eigenvalues.len() {
        return refuse(format!("there is no mode {number}: the equilibrium has {}", modes.eigenvalues.len()));
    }
    let shape = modes.shapes.column(number - 1);
    let still = vec![0.0; shape.len()];
    let at = State { time: 0.0, position: &state.position, velocity: &still };
    let motions: Dense = mechanism
        .motion_of_nodes(model, &at, &mut mechanism.workspace())
        .map_err(|reason| Failure::Start { reason: reason.to_string() })?;
    let moved = motions.multiply_vector(shape);
    let way = |node: usize| norm([moved[3 * node], moved[3 * node + 1], moved[3 * node + 2]]);
    let farthest = (0..moved.len() / 3).max_by(|a, b| way(*a).total_cmp(&way(*b)));
    let largest = farthest.map_or(0.0, way);
    let Some(chosen) = node.map(|node| node.0).or(farthest).filter(|node| way(*node) > 1e-9 * largest) else {
        let name = node.map_or("any node", |node| &model.structure.nodes[node.0].name);
        return refuse(format!("mode {number} does not move {name}"));
    };
    // Positive along the largest component, so that the start does not depend on the sign of the shape.
    let own = &moved[3 * chosen..3 * chosen + 3];
    let sign = own.iter().fold(0.0_f64, |most, c| if c.abs() > most.abs() { *c } else { most }).signum();
    Ok(shape.iter().map(|value| sign * value / way(chosen)).collect())
}
