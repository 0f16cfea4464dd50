//! Motion in time.

use crate::error::DynamicsError;
use crate::integrators::integrator::{Counters, Integrator, Problem, Stepper};
use crate::integrators::tolerance::Tolerance;
use crate::motions::driven_motion::DrivenMotion;
use crate::motions::energy_audit::{Auditor, NODES, energies};
use crate::motions::motion::{InputLaw, Motion};
use crate::motions::switching::{Switching, Watch};
use crate::motions::trajectory::{Change, Trajectory};
use lissom_linalg::Progress;
use lissom_mech::{Inadmissible, NoOther, Rechosen, State, System};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// The request.
#[derive(Clone)]
pub struct SimulateRequest<'a> {
    /// Start [s].
    pub start: f64,
    /// End [s].
    pub end: f64,
    /// Number of equidistant times to give results at, both ends included.
    pub points: usize,
    /// Initial coordinates and rates; `None`: at the system's own initial state.
    pub from: Option<(&'a [f64], &'a [f64])>,
    /// The system's inputs over time; `None`: all zero.
    pub input: Option<&'a InputLaw<'a>>,
    /// Tolerance.
    pub tolerance: Tolerance,
    /// First step to try; `None`: the integrator's choice [s].
    pub first_step: Option<f64>,
    /// Largest step; `None`: a tenth of the whole [s].
    pub largest_step: Option<f64>,
    /// Largest number of steps, including rejected ones; `None`: a million, and fewer for systems of more than two coordinates.
    pub most_steps: Option<u64>,
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
            most_steps: None,
            audit: true,
        }
    }
}

impl fmt::Debug for SimulateRequest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "from {} s to {} s, {} points, {:?}", self.start, self.end, self.points, self.tolerance)
    }
}

/// Resolution of the progress of a simulation.
const TICKS: u64 = 1000;

/// Default limits on steps: steps times coordinates are bounded, so that models of any size are given up after about half a minute;
/// large ones may take at least the last number.
const MOST_STEPS: u64 = 1_000_000;
const MOST_WORK: u64 = 2_000_000;
const LEAST_LIMIT: u64 = 20_000;

/// After this many steps the remaining number is estimated; a motion that would exceed the limit by this
/// factor is stopped.
const FIRST_LOOK: u64 = 8192;
const HOPELESS: f64 = 3.0;
/// Where even these few steps expect so many times as many steps, the first look comes early: a step may grow several times from one to
/// the next, so that a motion that becomes quiet would have longer ones by then.
const EARLY_LOOK: u64 = 256;
const ABSURD: f64 = 1e8;

/// The cost of a step grows with the cube of the number of coordinates where their mass matrix is formed: beyond this many it takes minutes.
const MOST_COORDINATES: usize = 1500;

/// Along a tree it grows with their number (an evaluation of 3000 rigid links took 5 ms in a test build).
const MOST_ALONG_A_TREE: usize = 40_000;

/// A leg between two switches that is shorter than this share of the whole gets nowhere; so many in a row are an error.
const SHORT_LEG: f64 = 1e-10;
const MOST_SHORT_LEGS: u32 = 100;

/// From this strain of the coordinates on, a leg begins its searches for configurations where it begins itself.
const NEAR_STRAIN: f64 = 0.1;

/// Results beyond this number are allocated on demand.
const MOST_ROOM: usize = 100_000;

/// Integrates a system through time.
///
/// Results between two steps come from the integrator's own interpolation, so the output times do not shorten
/// steps. Where the coordinates become singular ([`System::strain`]), they are changed.
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
/// assert!(motion.audit.expect("it was requested").relative_error() < 1e-5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the request is invalid, the integration fails (with time and reason), or an output is undefined.
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
    // Between two switches of its laws a system is smooth.
    let start = State { time: request.start, position: &position, velocity: &velocity };
    let fits = position.len() == system.coordinates().len() && velocity.len() == position.len();
    let law = request.input.unwrap_or(still);
    let mut inputs = vec![0.0; system.inputs().len()];
    law(request.start, &mut inputs);
    let decided = if fits { system.decided(&start, &inputs, &mut system.workspace()) } else { Ok(None) };
    let decided = decided.map_err(DynamicsError::StartInadmissible)?;
    let whole = Problem {
        system: decided.as_deref().unwrap_or(system),
        input: law,
        start: request.start,
        end: request.end,
        position: Cow::Borrowed(&position),
        velocity: Cow::Borrowed(&velocity),
        tolerance: request.tolerance,
        first_step: request.first_step,
        largest_step: request.largest_step,
    };
    whole.check()?;
    let largest = if system.has_structure() { MOST_ALONG_A_TREE } else { MOST_COORDINATES };
    if position.len() > largest {
        let (name, size) = (system.name().to_owned(), position.len());
        return Err(DynamicsError::TooLargeForMotion { name, size, largest });
    }
    progress.stage(&format!("simulate {}", system.name()), Some(TICKS));
    // If drives prescribe all coordinates, nothing is integrated.
    let integrator = if position.is_empty() { &DrivenMotion } else { integrator };
    let mut journey = Journey {
        request,
        integrator,
        progress,
        done: Counters::default(),
        most: request.most_steps.unwrap_or_else(|| default_limit(position.len())),
        next_look: FIRST_LOOK,
        short_legs: 0,
    };
    let mut recorder = Recorder::start(&whole, request)?;
    let first = Problem { end: leg_end(whole.system, request.end), ..whole.clone() };
    let mut change = journey.travel(&first, &mut Traveller::of(&whole), &mut recorder)?;
    let mut memories = whole.system.memories().to_vec();
    while let Some(turn) = change {
        let leg = Problem {
            system: &*turn.rechosen.system,
            start: turn.time,
            end: leg_end(&*turn.rechosen.system, request.end),
            position: Cow::Borrowed(&turn.rechosen.position),
            velocity: Cow::Borrowed(&turn.rechosen.velocity),
            first_step: Some(turn.step),
            largest_step: Some(whole.step_limit()),
            ..whole.clone()
        };
        if turn.changes_coordinates || recorder.has_changed() {
            recorder.change(&turn.rechosen.system);
        }
        memories = turn.rechosen.system.memories().to_vec();
        let mut traveller = Traveller::of(&leg);
        recorder.resume(&leg, &mut traveller)?;
        change = journey.travel(&leg, &mut traveller, &mut recorder)?;
    }
    let mut trajectory = recorder.finish();
    trajectory.controllers.memories = memories;
    trajectory.counters = journey.done;
    Ok(trajectory)
}

/// Where a leg ends: at the end of the motion, or where the forces of the system jump [s].
fn leg_end(system: &dyn System, end: f64) -> f64 {
    system.next_break().map_or(end, |at| at.min(end))
}

/// A change of coordinates.
struct Turn {
    time: f64,
    /// Length of the last step [s].
    step: f64,
    rechosen: Rechosen,
    /// Whether the coordinates are other ones; otherwise only decisions of laws changed.
    changes_coordinates: bool,
}

/// A step, or its part before a switch.
struct Taken<'s> {
    stepper: &'s dyn Stepper,
    span: (f64, f64),
    /// (q, q̇) at its end.
    state: &'s [f64],
}

/// A motion in progress, in any coordinates.
struct Journey<'r> {
    request: &'r SimulateRequest<'r>,
    integrator: &'r dyn Integrator,
    progress: &'r dyn Progress,
    /// Its cost so far.
    done: Counters,
    /// The largest number of steps.
    most: u64,
    /// The number of steps after which the expected total is reported.
    next_look: u64,
    /// How many legs between switches in a row were too short to get anywhere.
    short_legs: u32,
}

impl Journey<'_> {
    /// Continues in the coordinates of a problem, to the end or to a change of coordinates.
    fn travel<'p>(
        &mut self,
        problem: &Problem<'p>,
        traveller: &mut Traveller<'p>,
        recorder: &mut Recorder,
    ) -> Result<Option<Turn>, DynamicsError> {
        let mut stepper = self.integrator.start(problem)?;
        let (before, mut worth) = (self.done, 1.0);
        let switches = problem.system.switches();
        let mut watch = Watch::new(switches, traveller.motion.size());
        let mut longest = 0.0_f64;
        while stepper.span().1 < problem.end {
            if let Err(error) = stepper.advance() {
                let turn = traveller.turn(&*stepper);
                self.done = before.and(stepper.counters());
                return match turn {
                    // Coordinates without progress are not changed again.
                    Ok(turn) if stepper.span().1 > problem.start => self.turned(turn),
                    Ok(_) => Err(error),
                    Err(none) => Err(error.with_reason(none)),
                };
            }
            let switching = match switches {
                0 => None,
                _ => watch
                    .first_switch(&mut traveller.motion, &*stepper)
                    .map_err(DynamicsError::OutputInadmissible)?,
            };
            let ((from, to), state) = (stepper.span(), stepper.state());
            longest = longest.max(to - from);
            let taken = match &switching {
                Some(at) => Taken { stepper: &*stepper, span: (from, at.time), state: &at.state },
                None => Taken { stepper: &*stepper, span: (from, to), state },
            };
            recorder.add(&taken, traveller)?;
            self.done = before.and(stepper.counters());
            self.account(taken.span.1)?;
            if let Some(at) = switching.filter(|at| at.time < problem.end) {
                return self.switched(problem, traveller, at, from);
            }
            let strain = stepper.strain();
            if strain >= worth && stepper.span().1 < problem.end {
                match traveller.turn(&*stepper) {
                    Ok(turn) => return self.turned(turn),
                    Err(_) => worth = 2.0 * strain,
                }
            }
        }
        if problem.end < self.request.end {
            return Self::passed_break(problem.end, longest, traveller, stepper.state());
        }
        Ok(None)
    }

    /// Goes on after a time at which forces jump, with the decisions just after it.
    fn passed_break(
        time: f64,
        step: f64,
        traveller: &mut Traveller<'_>,
        state: &[f64],
    ) -> Result<Option<Turn>, DynamicsError> {
        let (position, velocity) = state.split_at(traveller.motion.size());
        let Some(system) = traveller.decided(&State { time, position, velocity })? else { return Ok(None) };
        let rechosen = Rechosen { system, position: position.to_vec(), velocity: velocity.to_vec() };
        Ok(Some(Turn { time, step, rechosen, changes_coordinates: false }))
    }

    /// Goes on with the decisions just after a switch.
    fn switched(
        &mut self,
        problem: &Problem<'_>,
        traveller: &mut Traveller<'_>,
        at: Switching,
        from: f64,
    ) -> Result<Option<Turn>, DynamicsError> {
        self.done.switches += 1;
        let whole = self.request.end - self.request.start;
        let is_short = at.time - problem.start < SHORT_LEG * whole;
        self.short_legs = if is_short { self.short_legs + 1 } else { 0 };
        if self.short_legs > MOST_SHORT_LEGS {
            let law = problem.system.switch_name(at.switch);
            return Err(DynamicsError::Chatter { time: at.time, law, times: self.short_legs });
        }
        let (position, velocity) = at.state.split_at(traveller.motion.size());
        let Some(system) = traveller.decided(&State { time: at.time, position, velocity })? else {
            return Ok(None);
        };
        let rechosen = Rechosen { system, position: position.to_vec(), velocity: velocity.to_vec() };
        // The new forces may ask for shorter steps than the old ones; the integrator finds out.
        let step = (at.time - from).max(SHORT_LEG * whole);
        Ok(Some(Turn { time: at.time, step, rechosen, changes_coordinates: false }))
    }

    fn turned(&mut self, turn: Turn) -> Result<Option<Turn>, DynamicsError> {
        self.done.changes += 1;
        Ok(Some(turn))
    }

    /// Reports progress, and stops a motion that would take too long.
    fn account(&mut self, time: f64) -> Result<(), DynamicsError> {
        let (start, end) = (self.request.start, self.request.end);
        let share = (time - start) / (end - start);
        self.progress.advance((share * TICKS as f64) as u64);
        let (tried, most) = (self.done.steps + self.done.rejected, self.most);
        let expected = tried as f64 / share;
        if tried >= self.next_look {
            self.next_look = 2 * tried;
            self.progress.expect(tried, expected, "steps");
        }
        let times_too_many = expected / (HOPELESS * most as f64);
        let hopeless = tried >= FIRST_LOOK && times_too_many > 1.0;
        let absurd = tried >= EARLY_LOOK && times_too_many > ABSURD;
        if time < end && (tried >= most || hopeless || absurd) {
            return Err(DynamicsError::TooManySteps { steps: tried, most, expected, time, end });
        }
        Ok(())
    }
}

/// The largest number of steps of a system with so many coordinates.
fn default_limit(coordinates: usize) -> u64 {
    (MOST_WORK / coordinates.max(1) as u64).clamp(LEAST_LIMIT, MOST_STEPS)
}

/// How large outputs are when the machine moves as far as it is large, or turns by a radian: less by many orders is rounding. Zero
/// where that is not known; an expression is compared with lengths.
fn reach(system: &dyn System, duration: f64) -> Vec<f64> {
    let extent = system.extent();
    let of = |unit: &str| match unit {
        "m" | "" => extent,
        "rad" => 1.0,
        "m/s" => extent / duration,
        "rad/s" => 1.0 / duration,
        _ => 0.0,
    };
    system.outputs().iter().map(|(_, unit)| of(unit)).collect()
}

/// Evaluation of results, with separate buffers so that the steps are not disturbed.
struct Traveller<'p> {
    motion: Motion<'p>,
}

impl<'p> Traveller<'p> {
    fn of(problem: &Problem<'p>) -> Self {
        Self { motion: Motion::new(problem.system, problem.input) }
    }

    /// The system with the decisions of its laws just after a state; `None` if no law switches. Near to a position in which its coordinates
    /// fail, a search that begins elsewhere may not find the state again: searches then begin in it.
    fn decided(&mut self, at: &State) -> Result<Option<Arc<dyn System>>, DynamicsError> {
        let (system, input, workspace) = self.motion.parts(at.time);
        let decided = system.decided(at, input, workspace).map_err(DynamicsError::OutputInadmissible)?;
        Ok(decided.map(|system| match system.strain(workspace) >= NEAR_STRAIN {
            true => system.at_home(at, workspace).unwrap_or(system),
            false => system,
        }))
    }

    /// The state at the end of the last step in other coordinates.
    fn turn(&mut self, stepper: &dyn Stepper) -> Result<Turn, NoOther> {
        let (from, time) = stepper.span();
        let (position, velocity) = stepper.state().split_at(self.motion.size());
        let (system, _, workspace) = self.motion.parts(time);
        let rechosen = system.rechosen(&State { time, position, velocity }, workspace)?;
        Ok(Turn { time, step: time - from, rechosen, changes_coordinates: true })
    }
}

/// Collects results while an integration goes on.
struct Recorder {
    trajectory: Trajectory,
    /// Units of the outputs.
    units: Vec<&'static str>,
    auditor: Option<Auditor>,
    state: Vec<f64>,
    inner: [Vec<f64>; 2],
    values: Vec<f64>,
    start: f64,
    end: f64,
    points: usize,
}

impl Recorder {
    fn start(problem: &Problem<'_>, request: &SimulateRequest) -> Result<Self, DynamicsError> {
        let mut traveller = Traveller::of(problem);
        let state = [&*problem.position, &*problem.velocity].concat();
        let auditor = match request.audit {
            true => Some(
                Auditor::start(&mut traveller.motion, problem.start, &state)
                    .map_err(DynamicsError::StartInadmissible)?,
            ),
            false => None,
        };
        let outputs = problem.system.outputs().len();
        let mut recorder = Self {
            trajectory: Trajectory {
                outputs: vec![Vec::with_capacity(request.points.min(MOST_ROOM)); outputs],
                steps: [f64::INFINITY, 0.0],
                reach: reach(problem.system, request.end - request.start),
                ..Trajectory::default()
            },
            units: problem.system.outputs().iter().map(|(_, unit)| *unit).collect(),
            auditor,
            inner: [state.clone(), state.clone()],
            state,
            values: vec![0.0; outputs],
            start: problem.start,
            end: problem.end,
            points: request.points,
        };
        recorder.record(problem.start, &mut traveller).map_err(DynamicsError::StartInadmissible)?;
        Ok(recorder)
    }

    /// Starts a new set of coordinates.
    fn change(&mut self, system: &Arc<dyn System>) {
        let first = self.trajectory.times.len();
        let empty = self.trajectory.changes.last().is_some_and(|change| change.first == first);
        if empty {
            self.trajectory.changes.pop();
        }
        let system = Arc::clone(system);
        self.trajectory.changes.push(Change { first, system, positions: Vec::new(), velocities: Vec::new() });
    }

    /// Begins a leg, with powers that may have jumped.
    fn resume(&mut self, leg: &Problem<'_>, traveller: &mut Traveller<'_>) -> Result<(), DynamicsError> {
        let Some(auditor) = &mut self.auditor else { return Ok(()) };
        let state = [&*leg.position, &*leg.velocity].concat();
        auditor.resume(&mut traveller.motion, leg.start, &state).map_err(DynamicsError::OutputInadmissible)
    }

    /// Whether the coordinates are no longer the initial ones.
    fn has_changed(&self) -> bool {
        !self.trajectory.changes.is_empty()
    }

    /// The next output time; `None` when all are done.
    fn next_time(&self) -> Option<f64> {
        let done = self.trajectory.times.len();
        let last = self.points - 1;
        let share = done as f64 / last as f64;
        (done < last)
            .then_some(self.start + share * (self.end - self.start))
            .or((done == last).then_some(self.end))
    }

    /// Collects results from the last step.
    fn add(&mut self, taken: &Taken<'_>, traveller: &mut Traveller<'_>) -> Result<(), DynamicsError> {
        let Taken { stepper, span: (from, to), state } = *taken;
        let [shortest, longest] = &mut self.trajectory.steps;
        *shortest = shortest.min(to - from);
        *longest = longest.max(to - from);
        if let Some(by) =
            stepper.by().filter(|by| self.trajectory.methods.last().is_none_or(|(_, last)| last != by))
        {
            self.trajectory.methods.push((from, by));
        }
        while let Some(time) = self.next_time().filter(|time| *time <= to) {
            stepper.interpolate(time, &mut self.state);
            self.record(time, traveller).map_err(DynamicsError::OutputInadmissible)?;
        }
        if let Some(auditor) = &mut self.auditor {
            for (state, node) in self.inner.iter_mut().zip(&NODES[1..3]) {
                stepper.interpolate(from + node * (to - from), state);
            }
            auditor
                .add(&mut traveller.motion, (from, to), &self.inner, state)
                .map_err(DynamicsError::OutputInadmissible)?;
        }
        Ok(())
    }

    /// Records the state in the buffer.
    fn record(&mut self, time: f64, traveller: &mut Traveller<'_>) -> Result<(), Inadmissible> {
        if self.auditor.is_some() {
            self.trajectory.energies.push(energies(&mut traveller.motion, time, &self.state)?);
        }
        let (position, velocity) = self.state.split_at(traveller.motion.size());
        let at = State { time, position, velocity };
        let (system, input, workspace) = traveller.motion.parts(time);
        system.output_under(&at, input, workspace, &mut self.values)?;
        if let Some(i) = self.values.iter().position(|x| !x.is_finite()) {
            let reason = format!("output `{}` is {}", system.outputs()[i].0, self.values[i]);
            return Err(Inadmissible { time, reason });
        }
        let trajectory = &mut self.trajectory;
        let (first_position, first_velocity) = match trajectory.changes.last_mut() {
            None => (position.to_vec(), velocity.to_vec()),
            Some(change) => {
                change.positions.push(position.to_vec());
                change.velocities.push(velocity.to_vec());
                system.first_chosen(&at, workspace)?
            }
        };
        trajectory.times.push(time);
        trajectory.positions.push(first_position);
        trajectory.velocities.push(first_velocity);
        trajectory.outputs.iter_mut().zip(&self.values).for_each(|(series, value)| series.push(*value));
        Ok(())
    }

    fn finish(mut self) -> Trajectory {
        self.compare_alike();
        let audit = self.auditor.map(Auditor::finish);
        Trajectory { audit, ..self.trajectory }
    }

    /// Outputs whose reach is not known are compared with the largest output of their unit: a force that vanishes beside another is rounding.
    fn compare_alike(&mut self) {
        let size = |series: &Vec<f64>| series.iter().fold(0.0_f64, |size, v| size.max(v.abs()));
        let sizes: Vec<f64> = self.trajectory.outputs.iter().map(size).collect();
        for (reach, unit) in
            self.trajectory.reach.iter_mut().zip(&self.units).filter(|(reach, _)| **reach == 0.0)
        {
            let alike = self.units.iter().zip(&sizes).filter(|(other, _)| *other == unit);
            *reach = alike.fold(0.0, |size, (_, other)| size.max(*other));
        }
    }
}
