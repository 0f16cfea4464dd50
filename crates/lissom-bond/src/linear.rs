//! State equations as a linear model: to be asked whatever linear models can be asked.

use crate::error::BondError;
use crate::state_equations::StateEquations;
use lissom_dynamics::{
    ExactSteps, Linear, LinearError, LinearPort, Moving, ResponseRequest, Trajectory, Transfer,
};
use lissom_linalg::{Complex, Dense, Progress};
use lissom_mech::{Row, RowKind};
use std::borrow::Cow;

/// Most samples of the inputs over the whole time.
const MOST_SAMPLES: usize = 2_000_000;

/// Why a question about state equations has no answer.
type Error = LinearError<BondError>;

impl From<BondError> for Error {
    fn from(error: BondError) -> Self {
        Self::Kernel(error)
    }
}

impl Linear for StateEquations {
    type Error = Error;

    fn name(&self) -> &str {
        "the bond graph"
    }

    fn rows(&self) -> Cow<'_, [Row]> {
        let row = |name: &String| Row::new(name.clone(), RowKind::State, None);
        self.states.iter().map(|state| row(&state.name)).collect()
    }

    fn inputs(&self) -> Vec<LinearPort> {
        ports(&self.inputs, &self.input_units)
    }

    fn outputs(&self) -> Vec<LinearPort> {
        ports(&self.outputs, &self.output_units)
    }

    fn transfer<'a>(
        &'a self,
        inputs: &[usize],
        outputs: &[usize],
        request: &'a ResponseRequest,
        _progress: &dyn Progress,
    ) -> Result<Box<dyn Transfer<Error = Error> + 'a>, Error> {
        let scales = self.scales();
        let invariants = self.invariants(self.states.len(), &scales)?;
        let [inputs, outputs] = [inputs, outputs].map(<[usize]>::to_vec);
        Ok(Box::new(StateTransfer { equations: self, request, inputs, outputs, scales, invariants }))
    }
}

fn ports(names: &[String], units: &[Option<&'static str>]) -> Vec<LinearPort> {
    let port = |(name, unit): (&String, &Option<&'static str>)| LinearPort {
        name: name.clone(),
        unit: unit.map(str::to_owned),
    };
    names.iter().zip(units).map(port).collect()
}

/// C (s − A)⁻¹ (B + s E) + D + s F between some inputs and outputs.
struct StateTransfer<'a> {
    equations: &'a StateEquations,
    request: &'a ResponseRequest,
    inputs: Vec<usize>,
    outputs: Vec<usize>,
    scales: Vec<f64>,
    invariants: Dense,
}

impl Transfer for StateTransfer<'_> {
    type Error = Error;

    fn over_range(&mut self) -> Result<Vec<Vec<Complex>>, Error> {
        self.request.frequencies_hz.iter().map(|hz| self.at(*hz)).collect()
    }

    fn at(&self, hz: f64) -> Result<Vec<Complex>, Error> {
        let found = self.equations.response_at(hz, &self.scales, &self.invariants)?;
        let pairs = self.inputs.iter().flat_map(|j| self.outputs.iter().map(move |i| (*i, *j)));
        Ok(pairs.map(|(i, j)| found.values[i][j]).collect())
    }
}

impl Moving for StateEquations {
    fn steps<'a>(
        &'a self,
        from: Option<(&[f64], &[f64])>,
    ) -> Result<Box<dyn ExactSteps<Error = Error> + 'a>, Error> {
        let given = from.map(|(state, _)| state.to_vec());
        let m = self.inputs.len();
        Ok(Box::new(StateSteps {
            equations: self,
            given,
            state: Vec::new(),
            input: vec![0.0; m],
            slope: vec![0.0; m],
            strides: Vec::new(),
            gap: 0.0,
            largest: 0.0,
        }))
    }

    /// Energy variables are of first order.
    fn has_rates(&self) -> bool {
        false
    }

    /// As many as keep below the most samples.
    fn most_halvings(&self, points: usize) -> u32 {
        (1..).find(|halvings| (points << (halvings + 1)) > MOST_SAMPLES).unwrap_or(1)
    }
}

/// The state of a graph on its way. Without given values inputs come on at the start; x − E u never jumps.
struct StateSteps<'a> {
    equations: &'a StateEquations,
    /// x at the start; `None`: at rest before the inputs come on, so that x = E u.
    given: Option<Vec<f64>>,
    state: Vec<f64>,
    input: Vec<f64>,
    /// Rates of the inputs over the last step.
    slope: Vec<f64>,
    /// Lengths, and x after a step from (x, u, u̇).
    strides: Vec<(f64, Dense)>,
    /// Largest gap of the powers so far, and the largest power \[W\].
    gap: f64,
    largest: f64,
}

impl StateSteps<'_> {
    /// x + E u.
    fn with_jump(&self, state: &[f64], input: &[f64]) -> Vec<f64> {
        let jump = self.equations.e.multiply_vector(input);
        state.iter().zip(jump).map(|(x, j)| x + j).collect()
    }
}

impl ExactSteps for StateSteps<'_> {
    type Error = Error;

    fn start(&mut self, input: &[f64]) {
        self.state = self.given.clone().unwrap_or_else(|| self.equations.e.multiply_vector(input));
        self.input.copy_from_slice(input);
        self.slope.fill(0.0);
        self.strides.clear();
        (self.gap, self.largest) = (0.0, 0.0);
    }

    fn add_stride(&mut self, length: f64) -> Result<(), Error> {
        self.strides.push((length, self.equations.transition(length)?));
        Ok(())
    }

    fn step(&mut self, stride: usize, next: &[f64]) {
        let (length, transition) = &self.strides[stride];
        let change = next.iter().zip(&self.input).map(|(b, a)| (b - a) / length);
        self.slope = change.collect();
        let whole: Vec<f64> = self.state.iter().chain(&self.input).chain(&self.slope).copied().collect();
        self.state = transition.multiply_vector(&whole);
        self.input.copy_from_slice(next);
    }

    fn jump(&mut self, next: &[f64]) {
        let change: Vec<f64> = next.iter().zip(&self.input).map(|(b, a)| b - a).collect();
        self.state = self.with_jump(&self.state, &change);
        self.input.copy_from_slice(next);
    }

    fn record(&mut self, rate: Option<&[f64]>, trajectory: &mut Trajectory) {
        let (equations, state, input) = (self.equations, &self.state, &self.input);
        let rate = rate.unwrap_or(&self.slope);
        let sum = |[a, b, c]: [&Dense; 3]| -> Vec<f64> {
            let driven = b.multiply_vector(input).into_iter().zip(c.multiply_vector(rate));
            a.multiply_vector(state).into_iter().zip(driven).map(|(own, (b, c))| own + (b + c)).collect()
        };
        let seen = sum([&equations.c, &equations.d, &equations.f]);
        trajectory.outputs.iter_mut().zip(seen).for_each(|(series, value)| series.push(value));
        trajectory.velocities.push(sum([&equations.a, &equations.b, &equations.e]));
        trajectory.positions.push(state.clone());
        let power = equations.power_balance(state, input, rate);
        let powers = [power.supplied, power.stored, power.dissipated];
        self.gap = self.gap.max(power.gap().abs());
        self.largest = powers.iter().fold(self.largest, |most, p| most.max(p.abs()));
    }

    fn finish(&mut self, trajectory: &mut Trajectory) -> [Vec<f64>; 2] {
        trajectory.counters.factorisations = self.strides.len() as u64;
        let rates = trajectory.velocities.last().cloned().unwrap_or_default();
        [self.state.clone(), rates]
    }

    fn power_gap(&self) -> Option<f64> {
        Some(if self.largest > 0.0 { self.gap / self.largest } else { self.gap })
    }
}
