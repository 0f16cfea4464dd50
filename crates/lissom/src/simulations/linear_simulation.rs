//! Motion in time of linear structures: full ones that are small, and reduced ones.

use crate::failure::Failure;
use crate::machine::Motion;
use crate::refusal::Refusal;
use crate::session::Session;
use crate::simulations::simulation::{SimulateSettings, Simulation};
use crate::simulations::turns_simulation::Turns;
use lissom_dynamics::{LinearMotionRequest, linear_motion};
use lissom_linalg::Progress;
use lissom_mech::{MechError, Structure};
use lissom_model::model::{At, Law, Model};
use lissom_symbolic::Program;
use std::borrow::Cow;
use std::sync::Mutex;

/// What is said first of a linear motion in a model that has gravity.
const LEFT_OUT: &str = "GRAVITY IS OMITTED: linear models move about their unloaded reference; `lissom \
    states` gives the static deflection";

/// Units an output can have: text becomes one of these constants again.
const UNITS: [&str; 4] = ["m", "rad", "m/s", "rad/s"];

/// A unit of an output.
pub(crate) fn unit_of(text: &str) -> &'static str {
    UNITS.iter().copied().find(|unit| *unit == text).unwrap_or("")
}

/// Inputs of a structure as functions of time.
pub(crate) struct Laws {
    /// One program for all laws, with buffers that are reused.
    program: Program,
    /// Place of each law among the inputs.
    places: Vec<usize>,
    /// What is taken off each law: what it already does at the state that is moved about.
    offsets: Vec<f64>,
    buffers: Mutex<(Vec<f64>, Vec<f64>)>,
}

impl Laws {
    pub(crate) fn of(model: &Model, structure: &Structure) -> Result<Self, Failure> {
        let mut store = model.expressions.clone();
        let time = store.symbol("t");
        let forces = model.forces.iter().map(|f| (&f.name, &f.law));
        let torques = model.torques.iter().map(|t| (&t.name, &t.law));
        let given: Vec<(&String, &Law)> =
            forces.chain(torques).filter_map(|(name, law)| law.as_ref().map(|law| (name, law))).collect();
        let (mut places, mut outputs) = (Vec::new(), Vec::new());
        for (name, law) in given {
            let fails = |reason: String| MechError::Law { what: name.clone(), law: law.text.clone(), reason };
            Program::compile(&store, &[law.expr], &[time]).map_err(|e| fails(e.to_string()))?;
            let place = structure.inputs.iter().position(|input| input.name == *name);
            places.push(place.ok_or_else(|| fails("the structure has no such input".to_owned()))?);
            outputs.push(law.expr);
        }
        let program = Program::compile(&store, &outputs, &[time]).map_err(|error| MechError::Law {
            what: "inputs".to_owned(),
            law: String::new(),
            reason: error.to_string(),
        })?;
        let buffers = Mutex::new((Vec::new(), vec![0.0; places.len()]));
        Ok(Self { offsets: vec![0.0; places.len()], program, places, buffers })
    }

    /// The same laws about a state in which they act with their values at t = 0.
    fn about_start(mut self) -> Self {
        let mut values = vec![0.0; self.places.len()];
        self.program.evaluate(&[0.0], &mut Vec::new(), &mut values);
        self.offsets = values;
        self
    }

    pub(crate) fn evaluate(&self, time: f64, values: &mut [f64]) {
        // A poisoned lock would mean that an evaluation panicked: the buffers are written before they are read.
        let mut guard = self.buffers.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let (work, found) = &mut *guard;
        self.program.evaluate(&[time], work, found);
        values.fill(0.0);
        let each = self.places.iter().zip(found.iter().zip(&self.offsets));
        each.for_each(|(place, (value, offset))| values[*place] = value - offset);
    }
}

impl Session {
    /// How a model of `simulate` moves: the full one, or a reduction of the file.
    ///
    /// # Errors
    /// When it does not move, or there is no such reduction.
    pub fn moves(&self, model: &str) -> Result<Motion, Failure> {
        let full = self.machine()?.motion()?;
        match model {
            _ if full == Motion::StateEquations => Ok(full),
            "full" => Ok(full),
            name => Ok(self.reduces(self.reduction(name)?)?.into()),
        }
    }

    /// The motion of a linear structure by exact steps, and what the reader should know.
    pub(crate) fn simulate_linear(
        &self,
        model: &str,
        settings: &SimulateSettings,
        progress: &dyn Progress,
    ) -> Result<(Simulation, Vec<String>), Failure> {
        let turns = if model == "full" { None } else { Turns::asked(self.reduction(model)?) };
        if let Some(turns) = turns {
            return self.simulate_in_turns(model, turns, settings, progress);
        }
        let (at, structure) = match model {
            "full" => (At::Reference, Cow::Borrowed(self.linear_structure()?)),
            name => {
                let reduced = self.reduced_structure(name, None, progress)?;
                (self.place_of(self.reduction(name)?)?, Cow::Owned(reduced.structure))
            }
        };
        let structure = structure.as_ref();
        self.refuse_to_fall()?;
        let laws = Laws::of(self.model()?, structure)?;
        let laws = if at == At::Reference { laws } else { laws.about_start() };
        let input = |time: f64, values: &mut [f64]| laws.evaluate(time, values);
        let request = LinearMotionRequest {
            end: settings.end,
            points: settings.points,
            breaks: &settings.breaks,
            window: None,
            from: None,
            input: &input,
            tolerance: settings.tolerance.relative,
        };
        progress.stage("exact steps", None);
        let found = linear_motion(structure, &request)?;
        let mut warnings: Vec<String> = Vec::new();
        if self.has_gravity()? {
            warnings.push(LEFT_OUT.to_owned());
        }
        warnings.push(match at {
            At::Reference => {
                format!("{model} moves linearly about the reference configuration: small motions only")
            }
            _ => format!(
                "{model} moves linearly about a state, and outputs are relative to it: forces act by what \
                 they differ \
                 from t = 0"
            ),
        });
        if !found.met {
            warnings.push(format!(
                "{model}: halving the step still changes an output by {:.1e} of its largest value: the inputs jump or are \
                 faster than the steps; `breaks` in [analysis.simulate] names the times at which they jump",
                found.input_error
            ));
        }
        let outputs = structure.outputs.iter().map(|o| (o.name.clone(), unit_of(&o.unit))).collect();
        let simulation = Simulation {
            model: model.to_owned(),
            by: "exact steps".to_owned(),
            size: structure.size(),
            outputs,
            trajectory: found.trajectory,
            power_gap: None,
        };
        Ok((simulation, warnings))
    }

    /// Whether the model has gravity.
    pub(crate) fn has_gravity(&self) -> Result<bool, Failure> {
        Ok(self.model()?.gravity.iter().any(|g| *g != 0.0))
    }

    /// A linear model has no weight. What is held is moved by it only once, by its sag; what is not held would fall or swing,
    /// and a motion without that is no answer.
    fn refuse_to_fall(&self) -> Result<(), Failure> {
        if !self.has_gravity()? {
            return Ok(());
        }
        let free = self.structure()?.value.missing;
        if free.is_empty() {
            return Ok(());
        }
        Err(Refusal::Falls { motions: free }.into())
    }

    /// Inputs that the model file leaves open.
    pub(crate) fn open_inputs(&self) -> Result<Vec<String>, Failure> {
        let model = self.model()?;
        let forces = model.forces.iter().filter(|f| f.law.is_none()).map(|f| f.name.clone());
        Ok(forces.chain(model.torques.iter().filter(|t| t.law.is_none()).map(|t| t.name.clone())).collect())
    }
}
