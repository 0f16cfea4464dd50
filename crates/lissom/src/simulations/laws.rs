//! The inputs of a linear model as functions of time.

use crate::failure::Failure;
use lissom_dynamics::LinearPort;
use lissom_mech::MechError;
use lissom_model::model::{Law, Model};
use lissom_symbolic::Program;
use std::sync::Mutex;

/// Inputs as functions of time; one without a law is zero.
pub(crate) struct Laws {
    /// One program for all laws, followed by their rates where these are wanted.
    program: Program,
    /// Place of each law among the inputs.
    places: Vec<usize>,
    /// What is taken off each law: what it already does at the state that is moved about.
    offsets: Vec<f64>,
    has_rates: bool,
    /// Inputs without a law.
    pub open: Vec<String>,
    buffers: Mutex<(Vec<f64>, Vec<f64>)>,
}

impl Laws {
    /// The laws that the model gives to inputs, with their rates where these are wanted.
    ///
    /// # Errors
    /// A law that is not a function of time, has no rate, or belongs to no input.
    pub(crate) fn of(model: &Model, inputs: &[LinearPort], with_rates: bool) -> Result<Self, Failure> {
        let mut store = model.expressions.clone();
        let time = store.symbol("t");
        let (mut places, mut values, mut rates) = (Vec::new(), Vec::new(), Vec::new());
        for (name, law, is_input) in given(model) {
            let fails = |reason: String| MechError::Law { what: name.clone(), law: law.text.clone(), reason };
            let Some(place) = inputs.iter().position(|input| input.name == *name) else {
                // Elements of a bond graph have values, too.
                if is_input {
                    return Err(fails("the structure has no such input".to_owned()).into());
                }
                continue;
            };
            Program::compile(&store, &[law.expr], &[time]).map_err(|e| fails(e.to_string()))?;
            places.push(place);
            values.push(law.expr);
            if with_rates {
                rates.push(store.derivative(law.expr, time).map_err(|e| fails(e.to_string()))?);
            }
        }
        values.extend(rates);
        let program = Program::compile(&store, &values, &[time]).map_err(|error| MechError::Law {
            what: "inputs".to_owned(),
            law: String::new(),
            reason: error.to_string(),
        })?;
        let is_open = |(place, _): &(usize, &LinearPort)| !places.contains(place);
        let open = inputs.iter().enumerate().filter(is_open).map(|(_, input)| input.name.clone()).collect();
        let buffers = Mutex::new((Vec::new(), vec![0.0; values.len()]));
        Ok(Self { offsets: vec![0.0; places.len()], program, places, has_rates: with_rates, open, buffers })
    }

    /// The same laws about a state in which they act with their values at t = 0.
    pub(crate) fn about_start(mut self) -> Self {
        let count = self.places.len();
        let mut values = vec![0.0; count];
        self.look(0.0, |found| values.copy_from_slice(&found[..count]));
        self.offsets = values;
        self
    }

    /// The inputs at a time.
    pub(crate) fn evaluate(&self, time: f64, values: &mut [f64]) {
        values.fill(0.0);
        self.look(time, |found| {
            let each = self.places.iter().zip(found.iter().zip(&self.offsets));
            each.for_each(|(place, (value, offset))| values[*place] = value - offset);
        });
    }

    /// Whether they were made with rates.
    pub(crate) fn has_rates(&self) -> bool {
        self.has_rates
    }

    /// Their rates at a time, of laws that were made with rates.
    pub(crate) fn evaluate_rates(&self, time: f64, rates: &mut [f64]) {
        rates.fill(0.0);
        let first = self.places.len();
        self.look(time, |found| {
            self.places.iter().zip(&found[first..]).for_each(|(place, rate)| rates[*place] = *rate);
        });
    }

    fn look(&self, time: f64, mut see: impl FnMut(&[f64])) {
        // A poisoned lock would mean that an evaluation panicked: the buffers are written before they are read.
        let mut guard = self.buffers.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let (work, found) = &mut *guard;
        self.program.evaluate(&[time], work, found);
        see(found);
    }
}

/// Names and laws of the model file, and whether each is one of an input in any case.
fn given(model: &Model) -> impl Iterator<Item = (&String, &Law, bool)> {
    let forces = model.forces.iter().map(|f| (&f.name, f.law.as_ref(), true));
    let torques = model.torques.iter().map(|t| (&t.name, t.law.as_ref(), true));
    let in_joints = model.joint_loads.iter().map(|load| (&load.name, load.law.as_ref(), true));
    let velocities = model.velocities.iter().map(|v| (&v.name, v.law.as_ref(), true));
    let elements = model.bond_graph.iter().flat_map(|graph| &graph.elements);
    let elements = elements.map(|e| (&e.name, e.value.as_ref(), false));
    let all = forces.chain(torques).chain(in_joints).chain(velocities).chain(elements);
    all.filter_map(|(name, law, is_input)| law.map(|law| (name, law, is_input)))
}
