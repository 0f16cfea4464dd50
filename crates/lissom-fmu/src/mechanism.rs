//! A mechanism in large motion, full or reduced: the state is (q, q̇).

use crate::content::{Content, Kind};
use crate::equations::{Direction, Equations, Point};
use lissom::{FileError, Files, Overrides, Quiet, Session, start_of_motion};
use lissom_dynamics::{SimulateRequest, Tolerance, integrator, simulate};
use lissom_linalg::Lu;
use lissom_mech::{Controlled, State, System, Workspace};
use std::sync::Arc;

/// Step of differences of outputs, as a share of the sizes of the states.
const STEP: f64 = 1e-6;

/// The files of a unit.
struct Held(Vec<(String, Vec<u8>)>);

impl Files for Held {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        let found = self.0.iter().find(|(name, _)| name == path).map(|(_, bytes)| bytes.clone());
        found.ok_or_else(|| FileError { path: path.to_owned(), reason: "it is not in the unit".to_owned() })
    }
}

/// A mechanism in its present coordinates, with the decisions that its laws took last.
pub(crate) struct Moving {
    content: Content,
    /// In the coordinates of the model.
    first: Arc<dyn System>,
    /// In the present coordinates; `None`: the first ones.
    chosen: Option<Arc<dyn System>>,
    /// With its decisions kept; `None` before the first event, and where no law switches.
    decided: Option<Arc<dyn System>>,
    work: Workspace,
}

impl Moving {
    pub(crate) fn new(content: &Content) -> Result<Self, String> {
        let (first, _) = system(content, None)?;
        if first.coordinates().len() * 2 != content.states.len()
            || first.inputs().len() != content.inputs.len()
            || first.outputs().len() != content.outputs.len()
            || first.switches() != content.indicators
        {
            return Err("the model in the unit has other variables than its description".to_owned());
        }
        let work = first.workspace();
        Ok(Self { content: content.clone(), first, chosen: None, decided: None, work })
    }

    fn system(&self) -> Arc<dyn System> {
        Arc::clone(self.chosen.as_ref().unwrap_or(&self.first))
    }

    fn present(&self) -> Arc<dyn System> {
        self.decided.as_ref().map_or_else(|| self.system(), Arc::clone)
    }
}

/// The system of a unit and its start, with the values of its parameters or others.
fn system(content: &Content, values: Option<&[f64]>) -> Result<(Arc<dyn System>, Vec<f64>), String> {
    let Kind::Mechanism { path, files, overrides, basis } = &content.kind else {
        return Err("the unit holds no mechanism".to_owned());
    };
    let given = overrides.iter().filter_map(|text| text.split_once('='));
    let mut all: Overrides = given.collect();
    let changed = values.iter().flat_map(|values| content.parameters.iter().zip(values.iter()));
    for (name, value) in changed {
        all.set(name.clone(), format!("{value:?}"));
    }
    let session = Session::open(Held(files.clone()), path, all).map_err(|error| error.to_string())?;
    let model = session.model().map_err(|error| error.to_string())?;
    let system: Arc<dyn System> = match basis {
        Some(text) => Arc::new(session.reduced_by(text).map_err(|error| error.to_string())?),
        None => session.mechanism().map_err(|error| error.to_string())?.shared_machinery(),
    };
    let (mut position, mut velocity) = start_of_motion(model, &*system).map_err(|error| error.to_string())?;
    let system = Controlled::of(model, system).map_err(|error| error.to_string())?;
    // Controllers start at rest.
    position.resize(system.coordinates().len(), 0.0);
    velocity.resize(system.coordinates().len(), 0.0);
    Ok((system, [position, velocity].concat()))
}

fn state(time: f64, states: &[f64]) -> State<'_> {
    let (position, velocity) = states.split_at(states.len() / 2);
    State { time, position, velocity }
}

/// Numbers that are not finite must not reach the host.
fn finite(what: &str, values: &[f64]) -> Result<(), String> {
    match values.iter().position(|value| !value.is_finite()) {
        Some(k) => Err(format!("{what} {} is {}", k + 1, values[k])),
        None => Ok(()),
    }
}

impl Equations for Moving {
    fn rates(&mut self, at: Point<'_>, rates: &mut [f64]) -> Result<(), String> {
        let half = at.states.len() / 2;
        let (first, second) = rates.split_at_mut(half);
        first.copy_from_slice(&at.states[half..]);
        let place = state(at.time, at.states);
        let found = self.present().acceleration(&place, at.inputs, &mut self.work, second);
        found.map_err(|error| error.to_string())?;
        finite("acceleration", second)
    }

    fn outputs(&mut self, at: Point<'_>, outputs: &mut [f64]) -> Result<(), String> {
        let found =
            self.present().output_under(&state(at.time, at.states), at.inputs, &mut self.work, outputs);
        found.map_err(|error| error.to_string())?;
        finite("output", outputs)
    }

    fn derivatives(
        &mut self,
        at: Point<'_>,
        along: Direction<'_>,
        rates: &mut [f64],
        outputs: &mut [f64],
    ) -> Result<(), String> {
        let half = at.states.len() / 2;
        let mut now = vec![0.0; at.states.len()];
        self.rates(at, &mut now)?;
        let system = self.present();
        let place = state(at.time, at.states);
        let found = system
            .linearise(&place, &now[half..], at.inputs, &mut self.work)
            .map_err(|error| error.to_string())?;
        // M δq̈ = B δu − (C + D) δq̇ − (K + N + G) δq
        let (shift, speed) = along.states.split_at(half);
        let mut force = found.input.multiply_vector(along.inputs);
        for (matrix, change) in [
            (&found.velocity_sensitivity, speed),
            (&found.damping, speed),
            (&found.stiffness, shift),
            (&found.dynamic_stiffness, shift),
            (&found.geometric_stiffness, shift),
        ] {
            force.iter_mut().zip(matrix.multiply_vector(change)).for_each(|(f, r)| *f -= r);
        }
        let mass = Lu::factor(&found.mass).map_err(|error| format!("the mass matrix: {error}"))?;
        rates[..half].copy_from_slice(speed);
        rates[half..].copy_from_slice(&mass.solve(&force));
        self.output_derivatives(at, along, outputs)
    }

    fn indicators(&mut self, at: Point<'_>, indicators: &mut [f64]) -> Result<(), String> {
        let found = self.present().margins(&state(at.time, at.states), at.inputs, &mut self.work, indicators);
        found.map_err(|error| error.to_string())?;
        finite("event indicator", indicators)
    }

    fn needs_event(&mut self) -> bool {
        self.present().strain(&mut self.work) >= 1.0
    }

    fn event(&mut self, time: f64, states: &mut [f64], inputs: &[f64]) -> Result<(), String> {
        if self.needs_event() {
            let old = self.present();
            let other = old.rechosen(&state(time, states), &mut self.work).map_err(|why| why.to_string())?;
            let half = states.len() / 2;
            states[..half].copy_from_slice(&other.position);
            states[half..].copy_from_slice(&other.velocity);
            self.work = other.system.workspace();
            self.chosen = Some(other.system);
        }
        let system = self.system();
        let (later, reached) = self.just_after(time, states, inputs);
        let found = system.decided(&state(later, &reached), inputs, &mut system.workspace());
        self.decided = found.map_err(|error| error.to_string())?;
        self.work = self.present().workspace();
        Ok(())
    }

    fn step(
        &mut self,
        from: Point<'_>,
        input_rates: &[f64],
        length: f64,
        tolerance: f64,
        states: &mut [f64],
    ) -> Result<(), String> {
        let law = |time: f64, values: &mut [f64]| {
            let inputs = from.inputs.iter().zip(input_rates);
            values.iter_mut().zip(inputs).for_each(|(v, (u, rate))| *v = u + rate * (time - from.time));
        };
        let place = state(from.time, from.states);
        let request = SimulateRequest {
            start: from.time,
            end: from.time + length,
            points: 2,
            from: Some((place.position, place.velocity)),
            input: Some(&law),
            tolerance: Tolerance { relative: tolerance, absolute: 1e-3 * tolerance },
            audit: false,
            ..SimulateRequest::until(from.time + length)
        };
        let system = self.system();
        let by = integrator("auto").map_err(|error| error.to_string())?;
        let found = simulate(&*system, &request, by, &Quiet).map_err(|error| error.to_string())?;
        if let Some(change) = found.changes.last() {
            self.chosen = Some(Arc::clone(&change.system));
        }
        let (_, last) = found.state(found.times.len() - 1, &*system);
        let half = states.len() / 2;
        states[..half].copy_from_slice(last.position);
        states[half..].copy_from_slice(last.velocity);
        self.decided = None;
        self.work = self.system().workspace();
        let end = from.time + length;
        let mut inputs = from.inputs.to_vec();
        law(end, &mut inputs);
        self.event(end, states, &inputs)
    }

    fn with_parameters(&mut self, values: &[f64]) -> Result<Vec<f64>, String> {
        let (system, start) = system(&self.content, Some(values))?;
        if start.len() != self.content.states.len() || system.switches() != self.content.indicators {
            return Err(format!(
                "with these parameters the model has {} states instead of {}: export it anew",
                start.len(),
                self.content.states.len()
            ));
        }
        self.work = system.workspace();
        (self.first, self.chosen, self.decided) = (system, None, None);
        Ok(start)
    }

    fn coordinates(&self) -> Option<Arc<dyn System>> {
        self.chosen.clone()
    }

    fn choose(&mut self, coordinates: Option<Arc<dyn System>>) {
        self.chosen = coordinates;
        self.decided = None;
        self.work = self.system().workspace();
    }
}

/// How far ahead a law is looked at in an event, over the time or a second: hosts locate a zero of an indicator to rounding, and may
/// stop just before it.
const AHEAD: [f64; 3] = [1e-12, 1e-10, 1e-8];

impl Moving {
    /// Where laws decide in an event: at the first of some times ahead where a kept decision no longer holds, or at the event itself.
    fn just_after(&mut self, time: f64, states: &[f64], inputs: &[f64]) -> (f64, Vec<f64>) {
        let here = (time, states.to_vec());
        let mut margins = vec![0.0; self.content.indicators];
        let mut rates = vec![0.0; states.len()];
        if self.decided.is_none() || self.rates(Point { time, states, inputs }, &mut rates).is_err() {
            return here;
        }
        for share in AHEAD {
            let ahead = share * time.abs().max(1.0);
            let moved: Vec<f64> = states.iter().zip(&rates).map(|(x, rate)| x + ahead * rate).collect();
            let at = Point { time: time + ahead, states: &moved, inputs };
            if self.indicators(at, &mut margins).is_ok() && margins.iter().any(|margin| *margin < 0.0) {
                return (time + ahead, moved);
            }
        }
        here
    }

    /// Outputs are functions of the state alone: a central difference along the direction.
    fn output_derivatives(
        &mut self,
        at: Point<'_>,
        along: Direction<'_>,
        outputs: &mut [f64],
    ) -> Result<(), String> {
        let sizes = along.states.iter().zip(&self.content.nominals).map(|(d, nominal)| d.abs() / nominal);
        // Outputs are linear in the inputs: their step may have any size.
        let largest = sizes.chain(along.inputs.iter().map(|d| d.abs())).fold(0.0, f64::max);
        if largest == 0.0 {
            outputs.fill(0.0);
            return Ok(());
        }
        let step = STEP / largest;
        let mut sides = [outputs.to_vec(), outputs.to_vec()];
        for (side, sign) in sides.iter_mut().zip([1.0, -1.0]) {
            let moved: Vec<f64> =
                at.states.iter().zip(along.states).map(|(x, d)| x + sign * step * d).collect();
            let pushed: Vec<f64> =
                at.inputs.iter().zip(along.inputs).map(|(u, d)| u + sign * step * d).collect();
            self.outputs(Point { states: &moved, inputs: &pushed, ..at }, side)?;
        }
        for (k, value) in outputs.iter_mut().enumerate() {
            *value = (sides[0][k] - sides[1][k]) / (2.0 * step);
        }
        Ok(())
    }
}
