//! State equations of a bond graph with laws.

use crate::algebra::{Algebra, Symbolic, Term};
use crate::causality::CausalGraph;
use crate::constant::symbol;
use crate::equation::{Equation, latex_name};
use crate::error::BondError;
use crate::form::Form;
use crate::from_model::{ResidualUse, Surroundings};
use crate::from_model::{graph_of, reading};
use crate::graph::{BondId, ElementId, Kind, Probe};
use crate::laws::definitions::{Body, Definition, Ordered, Unknown};
use crate::laws::given::{GivenLaw, GivenLaws};
use crate::layout::{Layout, Port};
use crate::network::Network;
use crate::signals::solve;
use crate::state_equations::{Origin, State};
use lissom_model::model::Model;
use lissom_symbolic::{DerivativeError, Expr, Expressions, Node, Number};
use std::collections::{HashMap, HashSet};

/// ẋ = f(x, u, u̇, w, t), 0 = g(x, u, u̇, w, t), y = h(x, u, u̇, w, t).
#[derive(Clone, Debug)]
pub struct LawEquations {
    /// States.
    pub states: Vec<State>,
    /// Inputs: sources that are not modulated.
    pub inputs: Vec<String>,
    /// Outputs.
    pub outputs: Vec<String>,
    /// One equation per state, then one per unknown of an algebraic loop, then one per output.
    pub equations: Vec<Equation>,
    /// Elements with a law or a modulated value.
    pub lawful: Vec<String>,
    /// What algebraic loops are solved for, by element.
    pub loops: Vec<String>,
    /// Initial values of the states.
    pub initial: Vec<f64>,
    pub(crate) causal: CausalGraph,
    pub(crate) layout: Layout,
    pub(crate) closed: Closed,
}

/// Expressions over states, inputs, their rates, unknowns and time, with all constants as numbers.
#[derive(Clone, Debug)]
pub(crate) struct Closed {
    pub store: Expressions,
    pub time: Expr,
    pub states: Vec<Expr>,
    pub inputs: Vec<Expr>,
    pub input_rates: Vec<Expr>,
    /// Laws of time of the inputs and their rates; `None`: an open input.
    pub input_laws: Vec<Option<[Expr; 2]>>,
    pub unknowns: Vec<Expr>,
    pub rates: Vec<Expr>,
    pub residuals: Vec<Expr>,
    pub outputs: Vec<Expr>,
    pub efforts: Vec<Expr>,
    pub flows: Vec<Expr>,
    /// Dependent energy variables.
    pub dependent: Vec<Expr>,
    /// Constitutive laws by their own variable, the symbol `own`; `None` where a law depends on anything else.
    pub potentials: Vec<(ElementId, Option<Expr>)>,
    pub own: Expr,
}

impl LawEquations {
    /// The equations of a model whose bond graph has laws.
    ///
    /// # Errors
    /// Those of the graph and its causality; [`BondError::DependentLaw`], [`BondError::DependentOnLoop`],
    /// [`BondError::SymbolTwice`], [`BondError::NotAState`].
    pub fn of(model: &Model, around: &dyn Surroundings) -> Result<Self, BondError> {
        let graph = graph_of(model, ResidualUse::Kept, around)?;
        let laws = GivenLaws::of(model, &graph)?;
        derive(CausalGraph::assign(graph)?, &laws)
    }

    /// The graph with its causality.
    #[must_use]
    pub fn causal_graph(&self) -> &CausalGraph {
        &self.causal
    }
}

/// What laws give is solved for before what others refer to.
const RANK_RESISTANCE: u8 = 3;
const RANK_CALL: u8 = 2;
const RANK_OTHER: u8 = 1;

/// The network over symbols.
struct Draft<'a> {
    symbolic: Symbolic,
    causal: &'a CausalGraph,
    layout: &'a Layout,
    laws: &'a GivenLaws,
    states: Vec<Expr>,
    /// Symbols of the columns of forms.
    columns: Vec<Expr>,
    /// Dependent energy variables, and the symbols of their rates.
    dependent: Vec<(Expr, Expr)>,
    dependent_rates: Vec<Expr>,
    efforts: Vec<Expr>,
    flows: Vec<Expr>,
}

fn derive(causal: CausalGraph, laws: &GivenLaws) -> Result<LawEquations, BondError> {
    let layout = Layout::of(&causal);
    let mut draft = Draft::new(&causal, &layout, laws)?;
    let definitions = draft.definitions()?;
    draft.check_symbols()?;
    let mut ordered = Ordered::of(&mut draft.symbolic.store, definitions);
    let mut rates = draft.rates(&ordered);
    let solved = draft.dependent_storage(&mut ordered, &rates)?;
    let store = &mut draft.symbolic.store;
    rates.iter_mut().for_each(|rate| *rate = store.substitute(*rate, &solved));
    for unknown in &mut ordered.unknowns {
        unknown.residual = store.substitute(unknown.residual, &solved);
    }
    let finish = |draft: &mut Draft<'_>, expr: Expr| {
        let closed = ordered.close(&mut draft.symbolic.store, expr);
        draft.symbolic.store.substitute(closed, &solved)
    };
    let outputs: Vec<Expr> = draft.outputs().into_iter().map(|expr| finish(&mut draft, expr)).collect();
    let bonds = [draft.efforts.clone(), draft.flows.clone()];
    let [efforts, flows] =
        bonds.map(|all| all.into_iter().map(|expr| finish(&mut draft, expr)).collect::<Vec<_>>());
    let values: Vec<Expr> = draft.dependent.iter().map(|(_, value)| *value).collect();
    let dependent = values.into_iter().map(|expr| finish(&mut draft, expr)).collect();
    let equations = draft.written(&rates, &ordered.unknowns, &outputs);
    let potentials = draft.potentials(&ordered);
    let closed =
        draft.closed(Bodies { rates, outputs, efforts, flows, dependent, potentials }, &ordered.unknowns)?;
    let initial = draft.initial()?;
    let name = |id: &ElementId| causal.graph.element(*id).name.clone();
    let lawful = laws.constitutive.iter().chain(&laws.values).map(|law| name(&law.element)).collect();
    let state = |port: &Port| State {
        name: causal.graph.element(port.element).states[port.port].clone(),
        origin: Origin::Storage(port.element, port.port),
    };
    let states = layout.independent.iter().map(state).collect();
    let inputs = draft.sources().iter().map(name).collect();
    let outputs = causal.graph.outputs.iter().map(|output| output.name.clone()).collect();
    let loops = ordered.unknowns.iter().map(|unknown| unknown.name.clone()).collect();
    Ok(LawEquations { states, inputs, outputs, equations, lawful, loops, initial, closed, layout, causal })
}

/// Expressions before constants become numbers.
struct Bodies {
    rates: Vec<Expr>,
    outputs: Vec<Expr>,
    efforts: Vec<Expr>,
    flows: Vec<Expr>,
    dependent: Vec<Expr>,
    potentials: Vec<(ElementId, Option<Expr>)>,
}

impl<'a> Draft<'a> {
    fn new(causal: &'a CausalGraph, layout: &'a Layout, laws: &'a GivenLaws) -> Result<Self, BondError> {
        let mut symbolic = Symbolic::new();
        let network = Network::build(&mut symbolic, causal, layout)?;
        let solution = solve(&mut symbolic, &network.definitions, layout.columns()).map_err(|torn| {
            BondError::SingularLoop {
                elements: torn.iter().map(|&s| network.owner_name(causal, s)).collect(),
            }
        })?;
        let forms = network.dependent_variables(&mut symbolic, causal, layout, &solution.forms)?;
        let name = |port: &Port| causal.graph.element(port.element).states[port.port].clone();
        let store = &mut symbolic.store;
        let states: Vec<Expr> = layout.independent.iter().map(|port| store.symbol(&name(port))).collect();
        let given: Vec<Expr> =
            layout.inputs.iter().map(|&id| store.symbol(&given_symbol(causal, id))).collect();
        let rates: Vec<Expr> = given.iter().map(|&expr| rate_symbol(store, expr)).collect();
        let dependent_rates: Vec<Expr> =
            layout.dependent.iter().map(|port| store.symbol(&format!("{}'", name(port)))).collect();
        let columns = [states.clone(), given, rates, dependent_rates.clone()].concat();
        let dependent = layout.dependent.iter().zip(&forms).map(|(port, form)| {
            let symbol = symbolic.store.symbol(&name(port));
            (symbol, expression(&mut symbolic, form, &columns))
        });
        let dependent = dependent.collect();
        let bonds = causal.graph.bonds.len();
        let mut all = |forms: &[Form<Term>]| -> Vec<Expr> {
            forms.iter().map(|form| expression(&mut symbolic, form, &columns)).collect()
        };
        let (efforts, flows) = (all(&solution.forms[..bonds]), all(&solution.forms[bonds..2 * bonds]));
        Ok(Self {
            symbolic,
            causal,
            layout,
            laws,
            states,
            columns,
            dependent,
            dependent_rates,
            efforts,
            flows,
        })
    }

    /// Inputs that are sources without modulation.
    fn sources(&self) -> Vec<ElementId> {
        let is_modulated = |id: &ElementId| self.laws.values.iter().any(|law| law.element == *id);
        let kind = |id: &ElementId| &self.causal.graph.element(*id).kind;
        let is_source = |id: &ElementId| matches!(kind(id), Kind::EffortSource | Kind::FlowSource);
        self.layout.inputs.iter().copied().filter(|id| is_source(id) && !is_modulated(id)).collect()
    }

    fn column_of(&self, id: ElementId) -> Expr {
        let k =
            self.layout.inputs.iter().position(|&input| input == id).expect("sources and laws are inputs");
        self.columns[self.states.len() + k]
    }

    /// Every quantity that a law gives or refers to.
    fn definitions(&mut self) -> Result<Vec<Definition>, BondError> {
        let mut list = Vec::new();
        for (symbol, expr) in self.symbolic.written.clone() {
            let name = self.symbolic.store.text(symbol);
            list.push(Definition { symbol, name, body: Body::Explicit(expr), rank: RANK_OTHER });
        }
        for (symbol, value) in self.dependent.clone() {
            let name = self.symbolic.store.text(symbol);
            list.push(Definition { symbol, name, body: Body::Explicit(value), rank: RANK_OTHER });
        }
        let mut called = HashSet::new();
        let laws = self.laws;
        for GivenLaw { element, expr } in &laws.constitutive {
            let expr = self.bound(*expr, &mut called, &mut list)?;
            list.push(self.constitutive(*element, expr));
        }
        for GivenLaw { element, expr } in &laws.values {
            let expr = self.bound(*expr, &mut called, &mut list)?;
            let element = self.causal.graph.element(*element);
            let target = self.symbolic.store.symbol(&symbol(&element.name));
            let (name, body) = (element.name.clone(), Body::Explicit(expr));
            list.push(Definition { symbol: target, name, body, rank: RANK_OTHER });
        }
        Ok(list)
    }

    /// A law in this store: calls are replaced by states, or defined.
    fn bound(
        &mut self,
        law: Expr,
        called: &mut HashSet<Expr>,
        list: &mut Vec<Definition>,
    ) -> Result<Expr, BondError> {
        let expr = self.symbolic.store.import(&self.laws.store, law);
        let store = &self.symbolic.store;
        let calls: Vec<(Expr, String, String)> = store
            .parts_of(&[expr])
            .into_iter()
            .filter_map(|part| match store.node(part) {
                Node::Applied(function, arguments) => {
                    let argument = arguments.first().and_then(|argument| match store.node(*argument) {
                        Node::Symbol(name) => Some(store.name_text(*name).to_owned()),
                        _ => None,
                    });
                    Some((part, store.name_text(*function).to_owned(), argument?))
                }
                _ => None,
            })
            .collect();
        let mut replaced = HashMap::new();
        for (call, function, name) in calls {
            match function.as_str() {
                "displacement" | "momentum" => {
                    replaced.insert(call, self.stored(&name)?);
                }
                _ if called.insert(call) => {
                    let (constant, probe) = reading(&self.causal.graph, &name, function == "flow")?;
                    let expr = self.probe(probe);
                    let expr = self.scaled(constant.value(), expr);
                    list.push(Definition { symbol: call, name, body: Body::Explicit(expr), rank: RANK_CALL });
                }
                _ => {}
            }
        }
        Ok(self.symbolic.store.substitute(expr, &replaced))
    }

    /// The energy variable of an element, as a symbol.
    fn stored(&mut self, name: &str) -> Result<Expr, BondError> {
        let unknown = || BondError::Unknown { what: "element", name: name.to_owned() };
        let id = self.causal.graph.find(name).ok_or_else(unknown)?;
        Ok(self.probe(Probe::Stored(id, 0)))
    }

    fn probe(&mut self, probe: Probe) -> Expr {
        match probe {
            Probe::Effort(bond) => self.efforts[bond.0],
            Probe::Flow(bond) => self.flows[bond.0],
            Probe::Stored(id, port) => {
                let name = &self.causal.graph.element(id).states[port];
                self.symbolic.store.symbol(name)
            }
            Probe::Travel(_) => unreachable!("written graphs observe no travels"),
        }
    }

    fn scaled(&mut self, factor: f64, expr: Expr) -> Expr {
        let number = self.symbolic.number(factor).expr;
        self.symbolic.store.mul(number, expr)
    }

    /// What a C, I or R with a law gives.
    fn constitutive(&mut self, id: ElementId, law: Expr) -> Definition {
        let causal = self.causal;
        let element = causal.graph.element(id);
        let name = element.name.clone();
        let target = self.column_of(id);
        let own = |store: &mut Expressions, name: &str| store.symbol(name);
        if element.kind.is_storage() {
            let variable = if matches!(element.kind, Kind::Inertia(_)) { "momentum" } else { "displacement" };
            let store = &mut self.symbolic.store;
            let (variable, state) = (own(store, variable), store.symbol(&element.states[0]));
            let body = Body::Explicit(store.substitute(law, &HashMap::from([(variable, state)])));
            return Definition { symbol: target, name, body, rank: RANK_OTHER };
        }
        let bond = self.causal.bonds_of[id.0][0];
        let receives = self.causal.receives_effort(bond, id);
        let (effort, flow) = (self.efforts[bond.0], self.flows[bond.0]);
        let flow = self.scaled(self.causal.graph.bonds[bond.0].sign_into(id), flow);
        let store = &mut self.symbolic.store;
        let [own_effort, own_flow] = ["effort", "flow"].map(|name| own(store, name));
        // What the element receives is a variable of the network; what it gives is the symbol itself.
        let gives_flow_law = store.parts_of(&[law]).contains(&own_effort);
        let body = match (receives, gives_flow_law) {
            (true, true) => Body::Explicit(store.substitute(law, &HashMap::from([(own_effort, effort)]))),
            (false, false) => Body::Explicit(store.substitute(law, &HashMap::from([(own_flow, flow)]))),
            (true, false) => {
                let value = store.substitute(law, &HashMap::from([(own_flow, target)]));
                Body::Implicit(store.sub(effort, value))
            }
            (false, true) => {
                let value = store.substitute(law, &HashMap::from([(own_effort, target)]));
                Body::Implicit(store.sub(flow, value))
            }
        };
        Definition { symbol: target, name, body, rank: RANK_RESISTANCE }
    }

    /// No symbol stands for two quantities.
    fn check_symbols(&self) -> Result<(), BondError> {
        let graph = &self.causal.graph;
        let mut seen = HashSet::from(["t".to_owned()]);
        let values: Vec<String> =
            self.laws.values.iter().map(|law| symbol(&graph.element(law.element).name)).collect();
        let given = self.layout.inputs.iter().map(|&id| given_symbol(self.causal, id));
        let stored = graph.elements.iter().flat_map(|element| element.states.iter().cloned());
        let constants = self.symbolic.constants.keys().filter(|name| !values.contains(name)).cloned();
        let moduli = values.iter().filter(|name| self.symbolic.constants.contains_key(*name)).cloned();
        for name in given.chain(stored).chain(constants).chain(moduli) {
            if !seen.insert(name.clone()) {
                return Err(BondError::SymbolTwice { name });
            }
        }
        Ok(())
    }

    /// Rates of the states, closed but for rates of dependent storage.
    fn rates(&mut self, ordered: &Ordered) -> Vec<Expr> {
        let mut rates = Vec::with_capacity(self.states.len());
        let layout = self.layout;
        for port in &layout.independent {
            let receives = self.causal.receives_effort(port.bond, port.element);
            let sign = self.causal.graph.bonds[port.bond.0].sign_into(port.element);
            let rate =
                if receives { self.efforts[port.bond.0] } else { self.scaled(sign, self.flows[port.bond.0]) };
            rates.push(ordered.close(&mut self.symbolic.store, rate));
        }
        rates
    }

    /// Rates of dependent energy variables by the chain rule, D = ∂X/∂x ẋ + ∂X/∂u u̇ + ∂X/∂t; where ẋ is linear in them with factors
    /// that no unknown enters, they are solved for, otherwise they become unknowns.
    fn dependent_storage(
        &mut self,
        ordered: &mut Ordered,
        rates: &[Expr],
    ) -> Result<HashMap<Expr, Expr>, BondError> {
        let mut residuals = Vec::new();
        for k in 0..self.dependent.len() {
            residuals.push(self.dependent_residual(k, ordered, rates)?);
        }
        let mut open: HashSet<Expr> = ordered.unknowns.iter().map(|unknown| unknown.symbol).collect();
        open.extend(&self.dependent_rates);
        let store = &mut self.symbolic.store;
        let mut solved: HashMap<Expr, Expr> = HashMap::new();
        for (k, &rate) in self.dependent_rates.iter().enumerate() {
            let residual = store.substitute(residuals[k], &solved);
            let slope = store.derivative(residual, rate).map_err(|error| no_derivative(&error))?;
            if store.parts_of(&[slope]).iter().any(|part| open.contains(part)) {
                let name = store.text(rate);
                ordered.unknowns.push(Unknown { symbol: rate, name, residual });
                continue;
            }
            let zero = store.zero();
            let rest = store.substitute(residual, &HashMap::from([(rate, zero)]));
            let quotient = store.div(rest, slope);
            let value = store.neg(quotient);
            let this = HashMap::from([(rate, value)]);
            solved.values_mut().for_each(|expr| *expr = store.substitute(*expr, &this));
            solved.insert(rate, value);
        }
        Ok(solved)
    }

    fn dependent_residual(&mut self, k: usize, ordered: &Ordered, rates: &[Expr]) -> Result<Expr, BondError> {
        let (symbol, value) = self.dependent[k];
        let store = &mut self.symbolic.store;
        let value = ordered.close(store, value);
        let parts: HashSet<Expr> = store.parts_of(&[value]).into_iter().collect();
        let unknowns = ordered.unknowns.iter().filter(|unknown| parts.contains(&unknown.symbol));
        let names: Vec<String> = unknowns.map(|unknown| unknown.name.clone()).collect();
        if !names.is_empty() || self.dependent_rates.iter().any(|rate| parts.contains(rate)) {
            let element = store.text(symbol);
            return Err(BondError::DependentOnLoop { element, unknowns: names.join(", ") });
        }
        let n = self.states.len();
        let (time, mut sum) = (store.symbol("t"), self.dependent_rates[k]);
        let inputs = self.layout.inputs.len();
        let given = self.columns[n..n + inputs].iter().zip(&self.columns[n + inputs..n + 2 * inputs]);
        let variables = self.states.iter().zip(rates).chain(given).map(|(variable, rate)| (*variable, *rate));
        for (variable, rate) in variables.chain([(time, store.one())]) {
            let slope = store.derivative(value, variable).map_err(|error| no_derivative(&error))?;
            let product = store.mul(slope, rate);
            sum = store.sub(sum, product);
        }
        Ok(sum)
    }

    fn outputs(&mut self) -> Vec<Expr> {
        let causal = self.causal;
        let outputs = &causal.graph.outputs;
        let mut all = Vec::with_capacity(outputs.len());
        for output in outputs {
            let mut sum = self.symbolic.store.zero();
            for (weight, probe) in &output.terms {
                let value = self.probe(*probe);
                let term = self.scaled(weight.value(), value);
                sum = self.symbolic.store.add(sum, term);
            }
            all.push(sum);
        }
        all
    }

    /// The equations as text.
    fn written(&self, rates: &[Expr], unknowns: &[Unknown], outputs: &[Expr]) -> Vec<Equation> {
        let store = &self.symbolic.store;
        let equation = |name: String, left: String, latex_left: String, right: Expr| Equation {
            name,
            text: format!("{left} = {}", store.text(right)),
            latex: format!("{latex_left} = {}", store.latex(right)),
        };
        let state = |(symbol, rate): (&Expr, &Expr)| {
            let name = store.text(*symbol);
            let (left, latex) = (format!("{name}'"), format!("\\dot{{{}}}", latex_name(&name)));
            equation(name, left, latex, *rate)
        };
        let zero = |unknown: &Unknown| {
            equation(store.text(unknown.symbol), "0".to_owned(), "0".to_owned(), unknown.residual)
        };
        let output = |(output, value): (&crate::graph::Output, &Expr)| {
            equation(output.name.clone(), output.name.clone(), latex_name(&output.name), *value)
        };
        let states = self.states.iter().zip(rates).map(state);
        states
            .chain(unknowns.iter().map(zero))
            .chain(self.causal.graph.outputs.iter().zip(outputs).map(output))
            .collect()
    }

    /// Constitutive laws of storage over the symbol `own`, where they depend on nothing else.
    fn potentials(&mut self, ordered: &Ordered) -> Vec<(ElementId, Option<Expr>)> {
        let mut all = Vec::new();
        let (laws, causal) = (self.laws, self.causal);
        for law in &laws.constitutive {
            let element = causal.graph.element(law.element);
            if !element.kind.is_storage() {
                continue;
            }
            let target = self.column_of(law.element);
            let store = &mut self.symbolic.store;
            let (own, state) = (store.symbol("own"), store.symbol(&element.states[0]));
            let value = ordered.known.get(&target).copied();
            let value = value.map(|value| store.substitute(value, &HashMap::from([(state, own)])));
            let free = |part: &Expr| {
                *part != own && matches!(store.node(*part), Node::Symbol(_) | Node::Applied(..))
            };
            all.push((law.element, value.filter(|value| !store.parts_of(&[*value]).iter().any(free))));
        }
        all
    }

    /// All expressions with constants as numbers.
    fn closed(&mut self, bodies: Bodies, unknowns: &[Unknown]) -> Result<Closed, BondError> {
        let graph = &self.causal.graph;
        let values: Vec<String> =
            self.laws.values.iter().map(|law| symbol(&graph.element(law.element).name)).collect();
        let store = &mut self.symbolic.store;
        let mut numbers = HashMap::new();
        for (name, value) in self.symbolic.constants.iter().filter(|(name, _)| !values.contains(name)) {
            let not_finite = || BondError::NotFinite { equation: name.clone(), of: name.clone() };
            let number = Number::from_f64(*value).ok_or_else(not_finite)?;
            numbers.insert(store.symbol(name), store.number(number));
        }
        let sources = self.sources();
        let inputs: Vec<Expr> = sources.iter().map(|&id| self.column_of(id)).collect();
        let store = &mut self.symbolic.store;
        let time = store.symbol("t");
        let mut input_laws = Vec::with_capacity(sources.len());
        for source in &sources {
            let law = self.laws.sources.iter().find(|law| law.element == *source);
            input_laws.push(match law {
                None => None,
                Some(law) => {
                    let law = store.import(&self.laws.store, law.expr);
                    let rate = store.derivative(law, time).map_err(|error| no_derivative(&error))?;
                    Some([law, rate])
                }
            });
        }
        let mut all = |list: &[Expr]| -> Vec<Expr> {
            list.iter().map(|expr| store.substitute(*expr, &numbers)).collect()
        };
        let residuals: Vec<Expr> = unknowns.iter().map(|unknown| unknown.residual).collect();
        let rates = all(&bodies.rates);
        let (residuals, outputs) = (all(&residuals), all(&bodies.outputs));
        let (efforts, flows, dependent) = (all(&bodies.efforts), all(&bodies.flows), all(&bodies.dependent));
        let input_rates = inputs.iter().map(|&input| rate_symbol(store, input)).collect();
        Ok(Closed {
            time,
            states: self.states.clone(),
            inputs,
            input_rates,
            input_laws,
            unknowns: unknowns.iter().map(|unknown| unknown.symbol).collect(),
            rates,
            residuals,
            outputs,
            efforts,
            flows,
            dependent,
            potentials: bodies.potentials,
            own: store.symbol("own"),
            store: self.symbolic.store.clone(),
        })
    }

    /// Initial values of the states.
    fn initial(&self) -> Result<Vec<f64>, BondError> {
        let mut values = vec![0.0; self.states.len()];
        for (element, value) in &self.laws.initial {
            let at = self.layout.independent.iter().position(|port| port.element == *element);
            let Some(at) = at else {
                let element = self.causal.graph.element(*element).name.clone();
                let reason = "its energy variable follows from others".to_owned();
                return Err(BondError::NotAState { element, reason });
            };
            values[at] = *value;
        }
        Ok(values)
    }
}

/// The symbol of what a source or an element with a law gives.
fn given_symbol(causal: &CausalGraph, id: ElementId) -> String {
    let element = causal.graph.element(id);
    if !element.has_law {
        return symbol(&element.name);
    }
    let bond: BondId = causal.bonds_of[id.0][0];
    let letter = if causal.receives_effort(bond, id) { "f" } else { "e" };
    symbol(&format!("{letter}_{}", element.name))
}

fn rate_symbol(store: &mut Expressions, of: Expr) -> Expr {
    let name = format!("{}'", store.text(of));
    store.symbol(&name)
}

/// Σ coefficient · column.
fn expression(symbolic: &mut Symbolic, form: &Form<Term>, columns: &[Expr]) -> Expr {
    let store = &mut symbolic.store;
    let mut sum = store.zero();
    for (column, term) in form {
        let product = store.mul(term.expr, columns[*column]);
        sum = store.add(sum, product);
    }
    sum
}

fn no_derivative(error: &DerivativeError) -> BondError {
    BondError::LawFails { time: 0.0, reason: error.to_string() }
}
