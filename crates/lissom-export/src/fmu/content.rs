//! What a unit computes, and the usual sizes of its states.
//!
//! Solvers weigh errors of a state by its nominal size: a nominal that is far too large hides the state. Sizes of mechanisms are
//! those of the motion that the model file asks for; sizes of linear models are those under inputs of one.

use crate::error::ExportError;
use crate::exporter::ExportRequest;
use crate::linear_export::{LinearExport, Signal};
use crate::origin::Origin;
use crate::state_space::rows;
use lissom::{Failure, Motion, Progress, Reduces, Session, SimulateSettings, start_of_motion};
use lissom_linalg::{Dense, Lu, dot};
use lissom_mech::{Controlled, MechError, State, System};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// Sizes below this share of the largest of their unit are rounding.
const SMALLEST_SHARE: f64 = 1e-6;

/// Everything that a unit computes with.
pub(super) struct UnitContent {
    pub origin: Origin,
    pub inputs: Vec<Signal>,
    pub outputs: Vec<Signal>,
    pub states: Vec<Signal>,
    pub parameters: Vec<(String, f64)>,
    pub start: Vec<f64>,
    pub nominals: Vec<f64>,
    pub indicators: usize,
    /// End of the motion that the model file asks for \[s\].
    pub end: Option<f64>,
    kind: Kind,
}

enum Kind {
    Linear {
        a: Dense,
        b: Dense,
        c: Dense,
        d: Dense,
    },
    Mechanism {
        files: Vec<(String, String)>,
        /// Files of FE parts.
        data: Vec<(String, Vec<u8>)>,
        basis: Option<String>,
        /// For each output of the plant, whether inputs act on it at once.
        at_once: Vec<bool>,
    },
}

impl UnitContent {
    pub(super) fn of(
        format: &'static str,
        session: &Session,
        request: &ExportRequest,
        progress: &dyn Progress,
    ) -> Result<Self, ExportError> {
        let moves = session.moves("full").is_ok_and(|motion| motion == Motion::Mechanism);
        let of_motion = request.model() == "full"
            || session.reduction(request.model()).and_then(|asked| session.reduces(asked)).ok()
                == Some(Reduces::Motion);
        let lacks = session.lacks_in_space();
        if moves && of_motion && request.at.is_none() && lacks.is_none() {
            return Self::of_mechanism(format, session, request, progress);
        }
        // What moves by small displacements only is linear about its reference configuration.
        let mut unit = Self::of_linear(LinearExport::of(format, session, request, progress)?, session)?;
        unit.origin.notes.extend(lacks.map(|why| format!("linear: {why}")));
        Ok(unit)
    }

    fn of_linear(linear: LinearExport, session: &Session) -> Result<Self, ExportError> {
        let settings = SimulateSettings::asked(session.model()?)?;
        let nominals = linear_sizes(&linear);
        let LinearExport { origin, a, b, c, d, states, inputs, outputs } = linear;
        Ok(Self {
            origin,
            start: vec![0.0; states.len()],
            nominals,
            inputs,
            outputs,
            states,
            parameters: Vec::new(),
            indicators: 0,
            end: settings.map(|settings| settings.end),
            kind: Kind::Linear { a, b, c, d },
        })
    }

    fn of_mechanism(
        format: &'static str,
        session: &Session,
        request: &ExportRequest,
        progress: &dyn Progress,
    ) -> Result<Self, ExportError> {
        let mut origin = Origin::of(session, request)?;
        let model = session.model()?;
        let (system, basis): (Arc<dyn System>, Option<String>) = match request.model() {
            "full" => (session.mechanism()?.shared_machinery(), None),
            name => {
                origin.add_reduction(session, None, progress)?;
                let text = session.reduce(name, progress)?.value.text;
                (Arc::new(session.reduced_by(&text)?), Some(text))
            }
        };
        if system.outputs().is_empty() {
            return Err(ExportError::NotFor {
                format,
                why: "it has no output".to_owned(),
                instead: "add an [[output]]",
            });
        }
        if let Some(sampled) = model.controllers.iter().find(|controller| controller.sampling.is_some()) {
            return Err(ExportError::NotFor {
                format,
                why: format!(
                    "controller `{}` samples, and a unit holds continuous controllers only",
                    sampled.name
                ),
                instead: "take it out of the model file and connect it to the unit in the host program; `csv` holds the motion with it",
            });
        }
        if system.coordinates().is_empty() {
            return Err(ExportError::NotFor {
                format,
                why: "its drives prescribe all of its motion, and a unit needs states".to_owned(),
                instead: "`csv` holds its motion; replace a drive by a torque law for a unit",
            });
        }
        let settings = SimulateSettings::asked(model)?;
        let (mut position, mut velocity) = start_of_motion(model, &*system)?;
        let at_once = outputs_of_inputs(&*system, &position, &velocity)?;
        let system = Controlled::of(model, system).map_err(Failure::from)?;
        // Controllers start at rest.
        position.resize(system.coordinates().len(), 0.0);
        velocity.resize(system.coordinates().len(), 0.0);
        // A basis belongs to the numbers it was computed with.
        let parameters = match basis {
            Some(_) => Vec::new(),
            None => model.parameters.iter().map(|p| (p.name.clone(), p.value)).collect(),
        };
        let nominals =
            motion_sizes(session, request.model(), &*system, settings.as_ref(), progress, &mut origin.notes);
        Ok(Self {
            inputs: inputs_of(session, &*system)?,
            outputs: system.outputs().iter().map(|(name, unit)| signal(name, unit)).collect(),
            states: states_of(&*system),
            parameters,
            start: [position, velocity].concat(),
            nominals,
            indicators: system.switches(),
            end: settings.map(|settings| settings.end),
            kind: Kind::Mechanism { files: session.texts()?, data: session.part_files()?, basis, at_once },
            origin,
        })
    }

    /// Whether an input acts on an output at once.
    pub(super) fn feeds_through(&self, output: usize, input: usize) -> bool {
        match &self.kind {
            Kind::Linear { d, .. } => d[(output, input)] != 0.0,
            Kind::Mechanism { at_once, .. } => at_once.get(output) == Some(&true),
        }
    }

    /// Whether an output depends on a state.
    pub(super) fn sees(&self, output: usize, state: usize) -> bool {
        match &self.kind {
            Kind::Linear { c, .. } => c[(output, state)] != 0.0,
            Kind::Mechanism { .. } => true,
        }
    }

    pub(super) fn to_json(&self) -> Value {
        let names = |signals: &[Signal]| signals.iter().map(|s| s.name.clone()).collect::<Vec<_>>();
        let mut object = Map::new();
        let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
        put("lissom_unit", json!(1));
        put("name", json!(self.origin.name));
        put("inputs", json!(names(&self.inputs)));
        put("outputs", json!(names(&self.outputs)));
        put("states", json!(names(&self.states)));
        put("parameters", json!(self.parameters.iter().map(|(name, _)| name).collect::<Vec<_>>()));
        put("values", json!(self.parameters.iter().map(|(_, value)| value).collect::<Vec<_>>()));
        put("start", json!(self.start));
        put("nominals", json!(self.nominals));
        put("indicators", json!(self.indicators));
        match &self.kind {
            Kind::Linear { a, b, c, d } => {
                put("kind", json!("linear"));
                for (key, matrix) in [("A", a), ("B", b), ("C", c), ("D", d)] {
                    put(key, rows(matrix));
                }
            }
            Kind::Mechanism { files, data, basis, .. } => {
                put("kind", json!("mechanism"));
                put("path", json!(files.first().map(|(name, _)| name)));
                put("files", files.iter().map(|(name, text)| (name.clone(), json!(text))).collect());
                if !data.is_empty() {
                    put(
                        "data",
                        data.iter().map(|(name, bytes)| (name.clone(), json!(hexadecimal(bytes)))).collect(),
                    );
                }
                put("overrides", json!(self.origin.overrides));
                put("basis", json!(basis));
            }
        }
        Value::Object(object)
    }
}

/// Bytes as text.
fn hexadecimal(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from(b"0123456789abcdef"[usize::from(value)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

pub(crate) fn signal(name: &str, unit: &str) -> Signal {
    let unit = if unit == "-" { "" } else { unit };
    Signal { name: name.to_owned(), unit: unit.to_owned() }
}

/// Which outputs of a mechanism depend on its inputs at once: accelerations and forces, which do not follow from the rates alone.
fn outputs_of_inputs(
    system: &dyn System,
    position: &[f64],
    velocity: &[f64],
) -> Result<Vec<bool>, ExportError> {
    let mut values = vec![f64::NAN; system.outputs().len()];
    let start = State { time: 0.0, position, velocity };
    system
        .output_of_rates(&start, &mut system.workspace(), &mut values)
        .map_err(MechError::Inadmissible)
        .map_err(Failure::from)?;
    Ok(values.iter().map(|value| value.is_nan()).collect())
}

/// Inputs of a mechanism: forces and torques without a law.
pub(crate) fn inputs_of(session: &Session, system: &dyn System) -> Result<Vec<Signal>, ExportError> {
    let model = session.model()?;
    let unit = |name: &String| {
        let turns = |what: lissom_model::model::JointMotion| {
            model.structure.joints[what.joint.0].kind.motions()[what.motion].turns
        };
        let is_torque = model.torques.iter().any(|torque| torque.name == *name)
            || model.joint_loads.iter().any(|load| load.name == *name && turns(load.what));
        let about = model.forces.iter().find(|force| force.name == *name).and_then(|force| force.direction);
        match about {
            _ if is_torque => "N m",
            Some(lissom_model::model::Direction::About(_)) => "N m",
            _ => "N",
        }
    };
    Ok(system.inputs().iter().map(|name| signal(name, unit(name))).collect())
}

pub(crate) fn states_of(system: &dyn System) -> Vec<Signal> {
    let rate = |unit: &str| match unit {
        "-" | "" => "1/s".to_owned(),
        unit => format!("{unit}/s"),
    };
    let positions = system.coordinates().iter().map(|c| signal(&c.name, c.unit));
    let rates = system.coordinates().iter().map(|c| signal(&format!("{}, rate", c.name), &rate(c.unit)));
    positions.chain(rates).collect()
}

/// Sizes of the states of a linear model under inputs of one: static ones of the amplitudes, which rates follow at the frequency
/// of each; of other states the static ones; one where nothing is static.
fn linear_sizes(linear: &LinearExport) -> Vec<f64> {
    let n = linear.states.len();
    let largest = |values: Vec<f64>| values.into_iter().map(f64::abs).fold(0.0, f64::max);
    let mut sizes = vec![0.0; n];
    let half = n / 2;
    // Of structures: η and η̇, with the identity above and −ω² below.
    if n.is_multiple_of(2) && n > 0 && (0..half).all(|i| linear.a[(i, half + i)] == 1.0) {
        let square = |i: usize| -linear.a[(half + i, i)];
        let lowest = (0..half).map(square).filter(|s| *s > 0.0).fold(f64::INFINITY, f64::min);
        let lowest = if lowest.is_finite() { lowest } else { 1.0 };
        for i in 0..half {
            let force = largest((0..linear.inputs.len()).map(|j| linear.b[(half + i, j)]).collect());
            let square = square(i).max(lowest);
            sizes[i] = force / square;
            sizes[half + i] = force / square.sqrt();
        }
    } else if let Ok(factor) = Lu::factor(&linear.a) {
        for j in 0..linear.inputs.len() {
            let answer = factor.solve(linear.b.column(j));
            sizes.iter_mut().zip(answer).for_each(|(size, x)| *size = size.max(x.abs()));
        }
    }
    usable(sizes, &linear.states)
}

/// Sizes of the states in the motion that the model file asks for; where it asks for none, or that fails, a thousandth of the
/// machine for lengths and a tenth for angles.
fn motion_sizes(
    session: &Session,
    model: &str,
    system: &dyn System,
    settings: Option<&SimulateSettings>,
    progress: &dyn Progress,
    notes: &mut Vec<String>,
) -> Vec<f64> {
    let states = states_of(system);
    let half = system.coordinates().len();
    let mut sizes = vec![0.0; states.len()];
    let motion = settings.map(|settings| session.simulate(model, settings, progress));
    if let Some(Err(failure)) = &motion {
        notes.push(format!(
            "the motion of [analysis.simulate] fails ({failure}): sizes of states are not measured"
        ));
    }
    if let Some(Ok(motion)) = motion {
        let trajectory = &motion.value.trajectory;
        for (first, series) in [(0, &trajectory.positions), (half, &trajectory.velocities)] {
            for values in series {
                for (k, value) in values.iter().enumerate().take(half) {
                    sizes[first + k] += value * value / series.len() as f64;
                }
            }
        }
        // The mean square, not the peak: rates of a rotation vector have narrow peaks near a full turn.
        sizes.iter_mut().for_each(|size| *size = size.sqrt());
    }
    if dot(&sizes, &sizes) == 0.0 {
        notes.push(
            "nominal values of states are assumed: a thousandth of the machine, a tenth of a radian"
                .to_owned(),
        );
        let length = if system.extent() > 0.0 { 1e-3 * system.extent() } else { 1e-3 };
        for (size, state) in sizes.iter_mut().zip(&states) {
            *size = if matches!(state.unit.as_str(), "m" | "m/s") { length } else { 0.1 };
        }
    }
    usable(sizes, &states)
}

/// Positive sizes: those that are zero or rounding get a share of the largest one of their unit.
fn usable(sizes: Vec<f64>, states: &[Signal]) -> Vec<f64> {
    let largest = |unit: &str| {
        let same = sizes.iter().zip(states).filter(|(_, state)| state.unit == unit);
        same.map(|(size, _)| *size).filter(|size| size.is_finite()).fold(0.0, f64::max)
    };
    let floor = |state: &Signal| match largest(&state.unit) {
        0.0 => 1.0,
        most => SMALLEST_SHARE * most,
    };
    let pairs = sizes.iter().zip(states);
    pairs.map(|(size, state)| if size.is_finite() { size.max(floor(state)) } else { 1.0 }).collect()
}
