//! The state equations of a bond graph.

use crate::algebra::{Numeric, Symbolic};
use crate::causality::CausalGraph;
use crate::derivation::{Derivation, derive};
use crate::equation::{Equation, Printer, factored};
use crate::error::BondError;
use crate::form::Form;
use crate::graph::{BondId, ElementId, Kind};
use lissom_linalg::Dense;

/// A state.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Name in equations.
    pub name: String,
    /// What it belongs to.
    pub origin: Origin,
}

/// What a state belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Momentum or displacement of a storage port (element, port counted from zero).
    Storage(ElementId, usize),
    /// Time integral of the flow of a bond, kept for an output.
    Travel(BondId),
}

/// A dependent storage port: its energy variable is not a state.
#[derive(Clone, Debug, PartialEq)]
pub struct Dependent {
    /// The element.
    pub element: String,
    /// Port, counted from zero.
    pub port: usize,
    /// Reason.
    pub reason: String,
}

/// An output that contains the rate of an input: its response grows with frequency.
#[derive(Clone, Debug, PartialEq)]
pub struct Improper {
    /// The output.
    pub output: String,
    /// The input whose rate it contains.
    pub input: String,
    /// The factor of the rate (unit of output over unit of input, times second).
    pub factor: f64,
}

impl std::fmt::Display for Improper {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { output, input, factor } = self;
        write!(
            f,
            "output {output} contains {factor:.4e} times the rate of input {input}, so a step of {input} gives an impulse. \
             Remedies: use the displacement instead of the velocity as output; put a small mass where \
             {input} acts; \
             or let {input} pass a filter"
        )
    }
}

/// ẋ = A x + B u + E u̇, y = C x + D u + F u̇, as numbers and as text.
#[derive(Clone, Debug)]
pub struct StateEquations {
    /// States.
    pub states: Vec<State>,
    /// Inputs: the sources of the graph.
    pub inputs: Vec<String>,
    /// Units of the inputs; `None` where the physical domain is open.
    pub input_units: Vec<Option<&'static str>>,
    /// Outputs.
    pub outputs: Vec<String>,
    /// Units of the outputs; `None` where the physical domain is open.
    pub output_units: Vec<Option<&'static str>>,
    /// A.
    pub a: Dense,
    /// B.
    pub b: Dense,
    /// C.
    pub c: Dense,
    /// D.
    pub d: Dense,
    /// Factor of the rates of inputs in the state equations.
    pub e: Dense,
    /// Factor of the rates of inputs in the outputs.
    pub f: Dense,
    /// Storage ports that are not states, and why.
    pub dependent_storage: Vec<Dependent>,
    /// Elements on each algebraic loop; the loops are solved in the equations.
    pub algebraic_loops: Vec<Vec<String>>,
    /// One equation per state, then one per output.
    pub equations: Vec<Equation>,
    /// Nodes of expressions that were built for the text, equal ones counted once; zero without text.
    pub expression_nodes: usize,
    /// Symbols `inv_FIELD_i_j` in the text: entry (i, j), by ports counted from one, of the inverse of that field's
    /// block of integral ports, which is too large to be written out.
    pub intermediates: Vec<String>,
    pub(crate) causal: CausalGraph,
    pub(crate) numeric: Numbers,
}

/// Forms of all bond variables and dependent energy variables, for energy and power.
#[derive(Clone, Debug)]
pub(crate) struct Numbers {
    pub efforts: Vec<Form<f64>>,
    pub flows: Vec<Form<f64>>,
    pub dependent: Vec<Form<f64>>,
    pub dependent_ports: Vec<(ElementId, usize)>,
}

impl StateEquations {
    /// Derives numbers and text.
    ///
    /// # Errors
    /// [`BondError::SingularLoop`], [`BondError::NoResistance`], [`BondError::DependentLoop`].
    pub fn derive(causal: CausalGraph) -> Result<Self, BondError> {
        let mut equations = Self::numbers_only(causal)?;
        let mut symbolic = Symbolic::new();
        let mut derivation = derive(&mut symbolic, &equations.causal)?;
        for (_, term) in derivation.rates.iter_mut().chain(&mut derivation.outputs).flatten() {
            term.expr = factored(&mut symbolic.store, term.expr);
        }
        let names: Vec<String> = equations.states.iter().map(|s| s.name.clone()).collect();
        let printer = Printer { store: &symbolic.store, states: &names, inputs: &equations.inputs };
        let mut list: Vec<Equation> =
            names.iter().zip(&derivation.rates).map(|(name, form)| printer.rate(name, form)).collect();
        list.extend(
            equations.outputs.iter().zip(&derivation.outputs).map(|(name, form)| printer.output(name, form)),
        );
        equations.equations = list;
        equations.expression_nodes = symbolic.store.len();
        equations.intermediates = symbolic.intermediates;
        Ok(equations)
    }

    /// Derives the numbers alone, for sweeps and other uses without text.
    ///
    /// # Errors
    /// As [`Self::derive`].
    pub fn numbers_only(causal: CausalGraph) -> Result<Self, BondError> {
        let derivation = derive(&mut Numeric, &causal)?;
        let Derivation { layout, rates, dependent, efforts, flows, outputs, loops } = derivation;
        let graph = &causal.graph;
        let (n, m) = (layout.states(), layout.inputs.len());
        let block = |forms: &[Form<f64>], first: usize, width: usize| {
            let mut matrix = Dense::zeros(forms.len(), width);
            for (row, form) in forms.iter().enumerate() {
                for (v, c) in form.iter().filter(|(v, _)| (first..first + width).contains(v)) {
                    matrix[(row, v - first)] = *c;
                }
            }
            matrix
        };
        let stored = layout.independent.iter().map(|p| State {
            name: graph.element(p.element).states[p.port].clone(),
            origin: Origin::Storage(p.element, p.port),
        });
        let travels = layout.travels.iter().map(|&bond| {
            let ends = graph.bonds[bond.0];
            let part = if matches!(graph.element(ends.from).kind, Kind::Zero | Kind::One) {
                ends.to
            } else {
                ends.from
            };
            let name = format!("x_{}", crate::constant::symbol(&graph.element(part).name));
            State { name, origin: Origin::Travel(bond) }
        });
        let states = stored.chain(travels).collect();
        let dependent_ports = layout.dependent.iter().map(|p| (p.element, p.port)).collect();
        let reasons = causal.explain_dependent();
        let dependent_storage = causal.dependent.iter().zip(reasons).map(|(d, reason)| Dependent {
            element: graph.element(d.element).name.clone(),
            port: d.port,
            reason,
        });
        Self {
            states,
            inputs: layout.inputs.iter().map(|&id| graph.element(id).name.clone()).collect(),
            input_units: layout.inputs.iter().map(|&id| graph.element(id).unit).collect(),
            outputs: graph.outputs.iter().map(|o| o.name.clone()).collect(),
            output_units: graph.outputs.iter().map(|o| o.unit).collect(),
            a: block(&rates, 0, n),
            b: block(&rates, n, m),
            e: block(&rates, n + m, m),
            c: block(&outputs, 0, n),
            d: block(&outputs, n, m),
            f: block(&outputs, n + m, m),
            dependent_storage: dependent_storage.collect(),
            algebraic_loops: loops,
            equations: Vec::new(),
            expression_nodes: 0,
            intermediates: Vec::new(),
            numeric: Numbers { efforts, flows, dependent, dependent_ports },
            causal,
        }
        .finite()
    }

    /// These equations, if all their coefficients are numbers.
    fn finite(self) -> Result<Self, BondError> {
        let states: Vec<&String> = self.states.iter().map(|state| &state.name).collect();
        let (inputs, outputs): (Vec<&String>, Vec<&String>) =
            (self.inputs.iter().collect(), self.outputs.iter().collect());
        let matrices = [
            (&self.a, &states, &states),
            (&self.b, &states, &inputs),
            (&self.e, &states, &inputs),
            (&self.c, &outputs, &states),
            (&self.d, &outputs, &inputs),
            (&self.f, &outputs, &inputs),
        ];
        for (matrix, rows, columns) in matrices {
            if let Some((row, col)) = matrix.first_not_finite() {
                let (equation, of) = (rows[row].clone(), columns[col].clone());
                return Err(BondError::NotFinite { equation, of });
            }
        }
        Ok(self)
    }

    /// The graph with its causality.
    #[must_use]
    pub fn causal_graph(&self) -> &CausalGraph {
        &self.causal
    }

    /// Outputs that contain rates of inputs, with remedies.
    #[must_use]
    pub fn improper(&self) -> Vec<Improper> {
        let mut list = Vec::new();
        for (i, output) in self.outputs.iter().enumerate() {
            for (j, input) in self.inputs.iter().enumerate() {
                let factor = self.f[(i, j)];
                if factor != 0.0 {
                    list.push(Improper { output: output.clone(), input: input.clone(), factor });
                }
            }
        }
        list
    }
}
