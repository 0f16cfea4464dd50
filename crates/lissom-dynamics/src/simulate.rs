//! Motion in time.

use crate::energy_audit::{Auditor, NODES, energies};
use crate::error::DynamicsError;
use crate::integrator::{Integrator, Problem, Stepper};
use crate::motion::{InputLaw, Motion};
use crate::tolerance::Tolerance;
use crate::trajectory::Trajectory;
use lissom_linalg::Progress;
use lissom_mech::{Inadmissible, State, System};
use std::fmt;

/// What is asked for.
#[derive(Clone)]
pub struct SimulateRequest<'a> {
    /// Start [s].
    pub start: f64,
    /// End [s].
    pub end: f64,
    /// Number of equidistant times to give results at, both ends included.
    pub points: usize,
    /// Where to start: coordinates and rates; `None`: at the system's own initial state.
    pub from: Option<(&'a [f64], &'a [f64])>,
    /// The system's inputs over time; `None`: all zero.
    pub input: Option<&'a InputLaw<'a>>,
    /// How accurate.
    pub tolerance: Tolerance,
    /// First step to try; `None`: the integrator's choice [s].
    pub first_step: Option<f64>,
    /// Largest step; `None`: a tenth of the whole [s].
    pub largest_step: Option<f64>,
    /// Most steps, tried ones included.
    pub most_steps: u64,
    /// Whether to audit the energy balance; costs three evaluations of the energies per step and one per output time.
    pub audit: bool,
}

impl SimulateRequest<'_> {
    /// From time zero to an end, with 201 output times and everything else by default.
    #[must_use]
    pub fn until(end: f64) -> Self {
        Self {
            start: 0.0,
            end,
            points: 201,
            from: None,
            input: None,
            tolerance: Tolerance::default(),
            first_step: None,
            largest_step: None,
            most_steps: 100_000_000,
            audit: true,
        }
    }
}

impl fmt::Debug for SimulateRequest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "from {} s to {} s, {} points, {:?}", self.start, self.end, self.points, self.tolerance)
    }
}

/// Ticks of the progress of a simulation.
const TICKS: u64 = 1000;

/// Integrates a system through time.
///
/// Results between two steps come from the integrator's own interpolation, so the output times do not shorten steps.
///
/// ```
/// use lissom_dynamics::{Esdirk5, SimulateRequest, simulate};
/// # let text = r#"
/// # lissom = 1
/// # [model]
/// # name = "cantilever"
/// # dim = 2
/// # gravity = [0, -9.81]
/// # [material.steel]
/// # E = 2.1e11
/// # density = 7800.0
/// # [section.strip]
/// # A = 1e-5
/// # I = 1e-12
/// # [node]
/// # O = [0.0, 0.0]
/// # T = [0.2, 0.0]
/// # [[beam]]
/// # name = "B"
/// # nodes = ["O", "T"]
/// # section = "strip"
/// # material = "steel"
/// # elements = 4
/// # flexible = ["bending"]
/// # [[fix]]
/// # nodes = ["O"]
/// # [[output]]
/// # name = "tip"
/// # node = "T"
/// # direction = "y"
/// # "#;
/// # let checked = lissom_model::load("strip.toml", text.as_bytes(), &lissom_model::Overrides::default());
/// # let system = lissom_mech::Mechanism::of(&checked.value.expect("a model"))?;
/// // A strip of steel is let go under its own weight; its full model is stiff.
/// let motion = simulate(&system, &SimulateRequest::until(0.2), &Esdirk5, &lissom_linalg::Quiet)?;
/// let lowest = motion.outputs[0].iter().copied().fold(0.0, f64::min);
/// // It swings to about twice its static deflection ρA g L⁴/(8 EI).
/// assert!((lowest / (2.0 * -7.8e-2 * 9.81 * 0.2f64.powi(4) / (8.0 * 0.21)) - 1.0).abs() < 0.1);
/// assert!(motion.audit.expect("it was asked for").relative_error() < 1e-5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the request makes no sense, the integration gets stuck (with time and reason), or an output cannot be given.
pub fn simulate(
    system: &dyn System,
    request: &SimulateRequest,
    integrator: &dyn Integrator,
    progress: &dyn Progress,
) -> Result<Trajectory, DynamicsError> {
    if request.points < 2 {
        return Err(DynamicsError::TooFewOutputs { points: request.points });
    }
    let (position, velocity) = match request.from {
        Some((position, velocity)) => (position.to_vec(), velocity.to_vec()),
        None => system.initial(),
    };
    let still: &InputLaw = &|_, values| values.fill(0.0);
    let problem = Problem {
        system,
        input: request.input.unwrap_or(still),
        start: request.start,
        end: request.end,
        position: &position,
        velocity: &velocity,
        tolerance: request.tolerance,
        first_step: request.first_step,
        largest_step: request.largest_step,
    };
    let mut stepper = integrator.start(&problem)?;
    let mut recorder = Recorder::start(&problem, request)?;
    progress.stage(&format!("simulate {}", system.name()), Some(TICKS));
    while stepper.span().1 < request.end {
        stepper.advance()?;
        recorder.add(&*stepper)?;
        let counters = stepper.counters();
        let time = stepper.span().1;
        progress.advance(((time - request.start) / (request.end - request.start) * TICKS as f64) as u64);
        if counters.steps + counters.rejected >= request.most_steps && time < request.end {
            return Err(DynamicsError::TooManySteps { steps: request.most_steps, time, end: request.end });
        }
    }
    let mut trajectory = recorder.finish();
    trajectory.counters = stepper.counters();
    Ok(trajectory)
}

/// Collects results while an integration goes on. It has its own buffers: what it asks cannot disturb the steps.
struct Recorder<'p> {
    motion: Motion<'p>,
    trajectory: Trajectory,
    auditor: Option<Auditor>,
    state: Vec<f64>,
    inner: [Vec<f64>; 2],
    values: Vec<f64>,
    start: f64,
    end: f64,
    points: usize,
}

impl<'p> Recorder<'p> {
    fn start(problem: &Problem<'p>, request: &SimulateRequest) -> Result<Self, DynamicsError> {
        let mut motion = Motion::new(problem.system, problem.input);
        let state = [problem.position, problem.velocity].concat();
        let auditor = match request.audit {
            true => Some(
                Auditor::start(&mut motion, problem.start, &state)
                    .map_err(DynamicsError::StartInadmissible)?,
            ),
            false => None,
        };
        let outputs = problem.system.outputs().len();
        let mut recorder = Self {
            motion,
            trajectory: Trajectory {
                outputs: vec![Vec::with_capacity(request.points); outputs],
                steps: [f64::INFINITY, 0.0],
                ..Trajectory::default()
            },
            auditor,
            inner: [state.clone(), state.clone()],
            state,
            values: vec![0.0; outputs],
            start: problem.start,
            end: problem.end,
            points: request.points,
        };
        recorder.record(problem.start).map_err(DynamicsError::StartInadmissible)?;
        Ok(recorder)
    }

    /// The next time a result is wanted at; `None` when all are there.
    fn next_time(&self) -> Option<f64> {
        let done = self.trajectory.times.len();
        let last = self.points - 1;
        let share = done as f64 / last as f64;
        (done < last)
            .then_some(self.start + share * (self.end - self.start))
            .or((done == last).then_some(self.end))
    }

    /// Takes what it needs from the last step.
    fn add(&mut self, stepper: &dyn Stepper) -> Result<(), DynamicsError> {
        let (from, to) = stepper.span();
        let [shortest, longest] = &mut self.trajectory.steps;
        *shortest = shortest.min(to - from);
        *longest = longest.max(to - from);
        while let Some(time) = self.next_time().filter(|time| *time <= to) {
            stepper.interpolate(time, &mut self.state);
            self.record(time).map_err(DynamicsError::OutputInadmissible)?;
        }
        if let Some(auditor) = &mut self.auditor {
            for (state, node) in self.inner.iter_mut().zip(&NODES[1..3]) {
                stepper.interpolate(from + node * (to - from), state);
            }
            auditor
                .add(&mut self.motion, (from, to), &self.inner, stepper.state())
                .map_err(DynamicsError::OutputInadmissible)?;
        }
        Ok(())
    }

    /// Writes down the state in the buffer.
    fn record(&mut self, time: f64) -> Result<(), Inadmissible> {
        if self.auditor.is_some() {
            self.trajectory.energies.push(energies(&mut self.motion, time, &self.state)?);
        }
        let (position, velocity) = self.state.split_at(self.motion.size());
        let (system, _, workspace) = self.motion.parts(time);
        system.output(&State { time, position, velocity }, workspace, &mut self.values)?;
        if let Some(i) = self.values.iter().position(|x| !x.is_finite()) {
            let reason = format!("output `{}` is {}", system.outputs()[i].0, self.values[i]);
            return Err(Inadmissible { time, reason });
        }
        let trajectory = &mut self.trajectory;
        trajectory.times.push(time);
        trajectory.positions.push(position.to_vec());
        trajectory.velocities.push(velocity.to_vec());
        trajectory.outputs.iter_mut().zip(&self.values).for_each(|(series, value)| series.push(*value));
        Ok(())
    }

    fn finish(self) -> Trajectory {
        let audit = self.auditor.map(Auditor::finish);
        Trajectory { audit, ..self.trajectory }
    }
}
