//! Motion in time of modal bodies and bond graphs, by the exponential of the state matrix.

use crate::answer::Answer;
use crate::failure::Failure;
use crate::reports::bond_report::variant;
use crate::session::Session;
use crate::simulations::simulation::{SimulateSettings, Simulation};
use lissom_bond::{BondError, StateEquations};
use lissom_dynamics::{Counters, Trajectory};
use lissom_linalg::Dense;
use lissom_model::model::{Law, Measured, Model};
use lissom_symbolic::Program;

/// Most samples of the inputs over the whole time.
const MOST_SAMPLES: usize = 2_000_000;

/// Name of the method.
const METHOD: &str = "matrix exponential";

/// An input over time.
struct Input {
    /// u and u̇ at an instant; `None`: zero.
    program: Option<Program>,
}

impl Session {
    /// The motion from rest. Inputs are linear between samples, and samples are doubled until outputs do not change
    /// by more than the relative tolerance.
    pub(crate) fn simulate_state_equations(
        &self,
        model: &str,
        settings: &SimulateSettings,
    ) -> Result<Answer<Simulation>, Failure> {
        let equations = self.state_equations(variant(model)?)?;
        let described = self.model()?;
        let laws: Vec<Option<&Law>> = equations.inputs.iter().map(|name| law_of(described, name)).collect();
        let inputs = equations.inputs.iter().zip(&laws);
        let inputs: Vec<Input> =
            inputs.map(|(name, law)| Input::of(described, name, *law)).collect::<Result<_, _>>()?;
        let (trajectory, change) = converged(&equations, &inputs, settings)?;
        let mut warnings = self.frozen_moduli()?;
        let open = equations.inputs.iter().zip(&laws).filter(|(_, law)| law.is_none());
        let open: Vec<&str> = open.map(|(name, _)| name.as_str()).collect();
        if !open.is_empty() {
            warnings.push(format!("inputs without a value are zero: {}", open.join(", ")));
        }
        if change > settings.tolerance.relative {
            warnings.push(format!(
                "outputs still change by {change:.1e} when inputs are sampled twice as often: an input jumps, or changes \
                 faster than {} points can show",
                settings.points
            ));
        }
        warnings.extend(equations.improper().iter().map(ToString::to_string));
        let unit = |name: &String| self.output_unit(name).map(|unit| (name.clone(), unit));
        let simulation = Simulation {
            model: model.to_owned(),
            size: equations.states.len(),
            by: METHOD.to_owned(),
            outputs: equations.outputs.iter().map(unit).collect::<Result<_, _>>()?,
            power_gap: Some(power_gap(&equations, &inputs, &trajectory)),
            trajectory,
        };
        Ok(self.answer(simulation, warnings))
    }

    /// Unit of an output of a bonded model; empty where its physical domain is open.
    pub(crate) fn output_unit(&self, name: &str) -> Result<&'static str, Failure> {
        let output = self.model()?.outputs.iter().find(|output| output.name == name);
        Ok(match output.map(|output| &output.what) {
            Some(Measured::Displacement(..)) => "m",
            Some(Measured::Expression(law)) => {
                match (law.text.contains("position("), law.text.contains("velocity(")) {
                    (true, false) => "m",
                    (false, true) => "m/s",
                    _ => "",
                }
            }
            _ => "",
        })
    }
}

/// The law of an input: a force or a velocity at a port, or a source of a bond graph.
fn law_of<'m>(model: &'m Model, name: &str) -> Option<&'m Law> {
    let force = model.forces.iter().find(|force| force.name == name).and_then(|force| force.law.as_ref());
    let velocity = model.velocities.iter().find(|v| v.name == name).and_then(|v| v.law.as_ref());
    let elements = model.bond_graph.iter().flat_map(|graph| &graph.elements);
    force
        .or(velocity)
        .or_else(|| elements.into_iter().find(|e| e.name == name).and_then(|e| e.value.as_ref()))
}

impl Input {
    fn of(model: &Model, name: &str, law: Option<&Law>) -> Result<Self, Failure> {
        let Some(law) = law else { return Ok(Self { program: None }) };
        let bad = |reason: String| BondError::BadLaw { what: name.to_owned(), law: law.text.clone(), reason };
        let mut store = model.expressions.clone();
        let time = store.symbol("t");
        let rate = store.derivative(law.expr, time).map_err(|error| bad(error.to_string()))?;
        let program =
            Program::compile(&store, &[law.expr, rate], &[time]).map_err(|error| bad(error.to_string()))?;
        Ok(Self { program: Some(program) })
    }

    /// u and u̇ at a time.
    fn at(&self, time: f64) -> [f64; 2] {
        let mut values = [0.0; 2];
        if let Some(program) = &self.program {
            program.evaluate(&[time], &mut Vec::new(), &mut values);
        }
        values
    }
}

/// How far the powers of sources, storage and resistors are from closing at the points of a motion.
fn power_gap(equations: &StateEquations, inputs: &[Input], motion: &Trajectory) -> f64 {
    let (mut gap, mut largest) = (0.0_f64, 0.0_f64);
    for (time, state) in motion.times.iter().zip(&motion.positions) {
        let (values, rates): (Vec<f64>, Vec<f64>) =
            inputs.iter().map(|input| input.at(*time)).map(|[value, rate]| (value, rate)).unzip();
        let power = equations.power_balance(state, &values, &rates);
        gap = gap.max(power.gap().abs());
        largest =
            [power.supplied, power.stored, power.dissipated].iter().fold(largest, |m, p| m.max(p.abs()));
    }
    if largest > 0.0 { gap / largest } else { gap }
}

/// Twice as many samples until outputs stay, and their last relative change.
fn converged(
    equations: &StateEquations,
    inputs: &[Input],
    settings: &SimulateSettings,
) -> Result<(Trajectory, f64), Failure> {
    let mut pieces = 1;
    let mut before = sampled(equations, inputs, settings, pieces)?;
    loop {
        pieces *= 2;
        let now = sampled(equations, inputs, settings, pieces)?;
        let outputs = before.outputs.iter().zip(&now.outputs);
        let change = outputs.map(|(a, b)| relative_change(a, b)).fold(0.0, f64::max);
        if change <= settings.tolerance.relative || 2 * pieces * settings.points > MOST_SAMPLES {
            return Ok((now, change));
        }
        before = now;
    }
}

fn relative_change(a: &[f64], b: &[f64]) -> f64 {
    let size = b.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    let change = a.iter().zip(b).fold(0.0, |m: f64, (x, y)| m.max((x - y).abs()));
    if size > 0.0 { change / size } else { change }
}

/// The motion with so many samples of the inputs between two points.
fn sampled(
    equations: &StateEquations,
    inputs: &[Input],
    settings: &SimulateSettings,
    pieces: usize,
) -> Result<Trajectory, Failure> {
    let intervals = settings.points.max(2) - 1;
    let step = settings.end / (intervals * pieces) as f64;
    let samples = intervals * pieces + 1;
    let values = Dense::from_fn(inputs.len(), samples, |j, k| inputs[j].at(k as f64 * step)[0]);
    if let Some((k, j)) = (0..samples)
        .flat_map(|k| (0..inputs.len()).map(move |j| (k, j)))
        .find(|&(k, j)| !values[(j, k)].is_finite())
    {
        return Err(Failure::LawNotFinite { input: equations.inputs[j].clone(), time: k as f64 * step });
    }
    // Inputs come on at t = 0, and x − E u does not jump.
    let start = equations.e.multiply_vector(values.column(0));
    let found = equations.simulate(&start, step, &values)?;
    let mut outputs = vec![Vec::with_capacity(intervals + 1); equations.outputs.len()];
    let (mut states, mut velocities) = (Vec::with_capacity(intervals + 1), Vec::with_capacity(intervals + 1));
    let mut times = Vec::with_capacity(intervals + 1);
    for k in (0..samples).step_by(pieces) {
        let time = k as f64 * step;
        let rates: Vec<f64> = inputs.iter().map(|input| input.at(time)[1]).collect();
        let x = found.states.column(k);
        let sum = |[a, b, c]: [&Dense; 3]| {
            let mut sum = a.multiply_vector(x);
            let driven = b.multiply_vector(values.column(k)).into_iter().zip(c.multiply_vector(&rates));
            sum.iter_mut().zip(driven).for_each(|(own, (b, c))| *own += b + c);
            sum
        };
        let seen = sum([&equations.c, &equations.d, &equations.f]);
        outputs.iter_mut().zip(seen).for_each(|(series, value): (&mut Vec<f64>, f64)| series.push(value));
        velocities.push(sum([&equations.a, &equations.b, &equations.e]));
        states.push(x.to_vec());
        times.push(time);
    }
    Ok(Trajectory {
        times,
        outputs,
        reach: Vec::new(),
        positions: states,
        velocities,
        changes: Vec::new(),
        energies: Vec::new(),
        audit: None,
        steps: [step; 2],
        counters: Counters { steps: (samples - 1) as u64, factorisations: 1, ..Counters::default() },
    })
}
