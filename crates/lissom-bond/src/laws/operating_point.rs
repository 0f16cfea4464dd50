//! Equilibria of a bond graph with laws, and its linear equations about a state.

use crate::constant::Constant;
use crate::error::BondError;
use crate::form::Form;
use crate::graph::{Field, Kind};
use crate::laws::equations::{Closed, LawEquations};
use crate::laws::motion::GraphMotion;
use crate::state_equations::{Dependent, Numbers, StateEquations};
use lissom_linalg::{Dense, Lu, svd};
use lissom_mech::{State, System};
use lissom_symbolic::{Expr, Program};
use std::collections::HashMap;
use std::sync::Arc;

/// Most Newton steps towards an equilibrium, and most halvings of one.
const MOST_STEPS: usize = 100;
const MOST_HALVINGS: usize = 30;

/// Rates below this share of the efforts and flows of the graph are rounding.
const AT_REST: f64 = 1e-10;

/// Directions whose stiffness is below this share of the largest are free.
const FREE: f64 = 1e-12;

/// A state, and the linear equations about it.
#[derive(Clone, Debug)]
pub struct OperatingPoint {
    /// The state, at t = 0.
    pub state: Vec<f64>,
    /// The state whose rate does not vanish, with the rate; `None` at an equilibrium.
    pub unbalanced: Option<(String, f64)>,
    /// The linear equations of deviations.
    pub linear: StateEquations,
}

impl OperatingPoint {
    /// An equilibrium near the initial state under the sources at t = 0; where none is found, the initial state.
    ///
    /// # Errors
    /// [`BondError::LawFails`] when a law has no value or derivative there.
    pub fn of(equations: &Arc<LawEquations>) -> Result<Self, BondError> {
        let motion = GraphMotion::new(Arc::clone(equations))?;
        let (state, unbalanced) = equilibrium(&motion)?;
        let state = if unbalanced.is_some() { equations.initial.clone() } else { state };
        let linear = linearised(equations, &motion, &state)?;
        Ok(Self { state, unbalanced, linear })
    }

    /// The point as text: `q_spring = 0.01`.
    #[must_use]
    pub fn text(&self) -> String {
        let one =
            |(state, value): (&crate::state_equations::State, &f64)| format!("{} = {value:.6}", state.name);
        let list: Vec<String> = self.linear.states.iter().zip(&self.state).map(one).collect();
        list.join(", ")
    }
}

fn fails(reason: String) -> BondError {
    BondError::LawFails { time: 0.0, reason }
}

/// A state by name, and the rate that is left of it.
type Unbalanced = Option<(String, f64)>;

/// The state where Newton's method ends, and a rate that is left there.
fn equilibrium(motion: &GraphMotion) -> Result<(Vec<f64>, Unbalanced), BondError> {
    let n = motion.coordinates().len();
    let still = vec![0.0; motion.inputs().len()];
    let (position, initial) = motion.initial();
    let mut state = initial.clone();
    let mut work = motion.workspace();
    let mut rates = vec![0.0; n];
    let mut rates_at = |x: &[f64], rates: &mut [f64]| {
        let at = State { time: 0.0, position: &position, velocity: x };
        motion.acceleration(&at, &still, &mut work, rates).is_ok()
    };
    if !rates_at(&state, &mut rates) {
        return Err(fails("the initial state has no rates".to_owned()));
    }
    let norm = |values: &[f64]| values.iter().map(|x| x * x).sum::<f64>().sqrt();
    for _ in 0..MOST_STEPS {
        let size = norm(&rates);
        if size == 0.0 {
            break;
        }
        let at = State { time: 0.0, position: &position, velocity: &state };
        let tangent = motion.linearise(&at, &rates, &still, &mut motion.workspace());
        let tangent = tangent.map_err(|error| fails(error.to_string()))?;
        // M q̈ + C q̇ = …: the sensitivity is −∂ẋ/∂x.
        let step = shortest_step(&tangent.velocity_sensitivity, &rates)?;
        let (mut share, mut moved) = (1.0, false);
        for _ in 0..MOST_HALVINGS {
            let trial: Vec<f64> = state.iter().zip(&step).map(|(x, s)| x + share * s).collect();
            let mut found = vec![0.0; n];
            if rates_at(&trial, &mut found) && norm(&found) < size {
                (state, rates, moved) = (trial, found, true);
                break;
            }
            share *= 0.5;
        }
        if !moved {
            break;
        }
    }
    let at = State { time: 0.0, position: &position, velocity: &state };
    let tangent = motion.linearise(&at, &rates, &still, &mut motion.workspace());
    let tangent = tangent.map_err(|error| fails(error.to_string()))?;
    let sizes = state.iter().zip(&initial).map(|(x, x0)| x.abs().max(x0.abs())).collect();
    let usual = usual_rates(&tangent.velocity_sensitivity, sizes);
    let unbalanced = motion.unbalanced(&state, &rates, &usual)?;
    Ok((state, unbalanced))
}

/// Rates that states of these sizes usually have. How fast states act on each other [1/s] is the largest √|S_ij S_ji|, which does not
/// depend on their units. A state has at least the size that others can give it, so that one that is zero is compared with them.
fn usual_rates(sensitivity: &Dense, mut sizes: Vec<f64>) -> Vec<f64> {
    let n = sizes.len();
    let pairs = (0..n).flat_map(|i| (0..=i).map(move |j| (i, j)));
    let mutual = pairs.map(|(i, j)| (sensitivity[(i, j)].abs() * sensitivity[(j, i)].abs()).sqrt());
    let pace = mutual.fold(0.0, f64::max);
    if pace == 0.0 {
        return vec![0.0; n];
    }
    for _ in 0..n {
        let given =
            |i: usize| (0..n).map(|j| sensitivity[(i, j)].abs() * sizes[j]).fold(0.0, f64::max) / pace;
        sizes = (0..n).map(|i| sizes[i].max(given(i))).collect();
    }
    sizes.iter().map(|size| pace * size).collect()
}

/// The shortest step that takes rates away as far as the matrix allows.
fn shortest_step(sensitivity: &Dense, rates: &[f64]) -> Result<Vec<f64>, BondError> {
    let n = rates.len();
    // Rows of unit length, so that units do not matter.
    let scale = |i: usize| {
        let size = (0..n).map(|j| sensitivity[(i, j)].abs()).fold(0.0, f64::max);
        if size > 0.0 { 1.0 / size } else { 1.0 }
    };
    let scales: Vec<f64> = (0..n).map(scale).collect();
    let matrix = Dense::from_fn(n, n, |i, j| sensitivity[(i, j)] * scales[i]);
    let split = svd(&matrix).map_err(|error| fails(error.to_string()))?;
    let largest = split.values.first().copied().unwrap_or(0.0);
    let mut step = vec![0.0; n];
    for (k, value) in split.values.iter().enumerate().filter(|(_, value)| **value > FREE * largest) {
        let part: f64 = (0..n).map(|i| split.left[(i, k)] * rates[i] * scales[i]).sum::<f64>() / value;
        step.iter_mut().zip(split.right.column(k)).for_each(|(s, v)| *s += part * v);
    }
    Ok(step)
}

impl GraphMotion {
    /// The state whose rate is largest against the efforts and flows of the graph and its own usual rate, if it is more than rounding.
    fn unbalanced(&self, state: &[f64], rates: &[f64], usual: &[f64]) -> Result<Unbalanced, BondError> {
        let [efforts, flows] = self.sizes(state).map_err(|error| fails(error.to_string()))?;
        let equations = self.equations();
        let mut worst: Option<(usize, f64)> = None;
        for (i, (rate, state)) in rates.iter().zip(&equations.states).enumerate() {
            let crate::state_equations::Origin::Storage(id, _) = state.origin else { continue };
            let is_inertia = matches!(equations.causal.graph.element(id).kind, Kind::Inertia(_));
            let size = if is_inertia { efforts } else { flows }.max(usual[i]);
            let share = if *rate == 0.0 { 0.0 } else { rate.abs() / size };
            if share > AT_REST && worst.is_none_or(|(_, most)| share > most) {
                worst = Some((i, share));
            }
        }
        Ok(worst.map(|(i, _)| (equations.states[i].name.clone(), rates[i])))
    }
}

/// Expressions and what they are differentiated by.
struct Slopes {
    program: Program,
    rows: usize,
    columns: usize,
}

impl Slopes {
    /// ∂(all)/∂(x, u, u̇, w), with laws of sources put in afterwards.
    fn of(closed: &Closed) -> Result<Self, BondError> {
        let mut store = closed.store.clone();
        let lists = [
            &closed.rates,
            &closed.outputs,
            &closed.efforts,
            &closed.flows,
            &closed.dependent,
            &closed.residuals,
        ];
        let of: Vec<Expr> = lists.into_iter().flatten().copied().collect();
        let by = [&closed.states, &closed.inputs, &closed.input_rates, &closed.unknowns];
        let by: Vec<Expr> = by.into_iter().flatten().copied().collect();
        let mut given = HashMap::new();
        for ((input, rate), law) in closed.inputs.iter().zip(&closed.input_rates).zip(&closed.input_laws) {
            let zero = store.zero();
            let [value, slope] = law.unwrap_or([*input, zero]);
            given.insert(*input, value);
            given.insert(*rate, slope);
        }
        let mut all = Vec::with_capacity(of.len() * by.len());
        for value in &of {
            for variable in &by {
                let slope = store.derivative(*value, *variable).map_err(|error| fails(error.to_string()))?;
                all.push(store.substitute(slope, &given));
            }
        }
        let program =
            Program::compile(&store, &all, &closed.point()).map_err(|error| fails(error.to_string()))?;
        Ok(Self { program, rows: of.len(), columns: by.len() })
    }

    fn at(&self, point: &[f64]) -> Result<Dense, BondError> {
        let mut values = vec![0.0; self.rows * self.columns];
        let checked = self.program.evaluate_checked(point, &mut Vec::new(), &mut values);
        checked.map_err(|error| fails(error.to_string()))?;
        Ok(Dense::from_fn(self.rows, self.columns, |i, j| values[i * self.columns + j]))
    }
}

/// The linear equations of deviations from a state.
fn linearised(
    equations: &LawEquations,
    motion: &GraphMotion,
    state: &[f64],
) -> Result<StateEquations, BondError> {
    let closed = &equations.closed;
    let point = motion.point_at(state).map_err(|error| fails(error.to_string()))?;
    let slopes = Slopes::of(closed)?.at(&point)?;
    let (n, m, k) = (closed.states.len(), closed.inputs.len(), closed.unknowns.len());
    let (rows, columns) = (slopes.rows() - k, n + 2 * m);
    let mut whole = Dense::from_fn(rows, columns, |i, j| slopes[(i, j)]);
    if k > 0 {
        let matrix = Dense::from_fn(k, k, |i, j| slopes[(rows + i, columns + j)]);
        let mut moved = Dense::from_fn(k, columns, |i, j| slopes[(rows + i, j)]);
        Lu::factor(&matrix).map_err(|error| fails(error.to_string()))?.solve_in_place(&mut moved);
        let through = Dense::from_fn(rows, k, |i, j| slopes[(i, columns + j)]);
        whole.add_scaled(-1.0, &through.matmul(&moved));
    }
    let outputs = closed.outputs.len();
    let block = |row: usize, count: usize, col: usize, width: usize| {
        Dense::from_fn(count, width, |i, j| whole[(row + i, col + j)])
    };
    let bonds = closed.efforts.len();
    let forms = |first: usize, count: usize| -> Vec<Form<f64>> {
        let form = |i: usize| {
            let entry = |j: usize| (j, whole[(first + i, j)]);
            (0..columns).map(entry).filter(|(_, value)| *value != 0.0).collect()
        };
        (0..count).map(form).collect()
    };
    let first = n + outputs;
    let numeric = Numbers {
        efforts: forms(first, bonds),
        flows: forms(first + bonds, bonds),
        dependent: forms(first + 2 * bonds, closed.dependent.len()),
        dependent_ports: equations.layout.dependent.iter().map(|port| (port.element, port.port)).collect(),
    };
    let mut causal = equations.causal.clone();
    tangents(equations, &numeric, &mut causal.graph.elements);
    let reasons = causal.explain_dependent();
    let dependent_storage = causal.dependent.iter().zip(reasons).map(|(dependent, reason)| Dependent {
        element: causal.graph.element(dependent.element).name.clone(),
        port: dependent.port,
        reason,
    });
    let loops = equations.loops.clone();
    Ok(StateEquations {
        states: equations.states.clone(),
        input_units: vec![None; m],
        output_units: vec![None; outputs],
        inputs: equations.inputs.clone(),
        outputs: equations.outputs.clone(),
        a: block(0, n, 0, n),
        b: block(0, n, n, m),
        e: block(0, n, n + m, m),
        c: block(n, outputs, 0, n),
        d: block(n, outputs, n, m),
        f: block(n, outputs, n + m, m),
        dependent_storage: dependent_storage.collect(),
        algebraic_loops: if loops.is_empty() { Vec::new() } else { vec![loops] },
        equations: equations.equations.clone(),
        expression_nodes: equations.closed.store.len(),
        intermediates: Vec::new(),
        numeric,
        causal,
    })
}

/// Storage with a law has its tangent as field, which gives states their scale.
fn tangents(equations: &LawEquations, numeric: &Numbers, elements: &mut [crate::graph::Element]) {
    for (id, port, bond) in equations.layout.independent.iter().map(|p| (p.element, p.port, p.bond)) {
        let element = &mut elements[id.0];
        if !element.has_law || port != 0 {
            continue;
        }
        let is_inertia = matches!(element.kind, Kind::Inertia(_));
        let form = if is_inertia { &numeric.flows[bond.0] } else { &numeric.efforts[bond.0] };
        let at = equations.layout.independent.iter().position(|p| p.element == id);
        let slope = at.and_then(|at| crate::form::coefficient(form, at).copied()).unwrap_or(0.0).abs();
        let value = if slope > 0.0 && slope.is_finite() { 1.0 / slope } else { 1.0 };
        let field = Field::scalar(Constant::named(&element.name, value));
        element.kind = if is_inertia { Kind::Inertia(field) } else { Kind::Compliance(field) };
    }
}
