//! From causality to equations: every bond variable in terms of states, inputs and rates of inputs.
//!
//! With X the energy variables, split into independent (i) and dependent (d) ones, and Z the co-energy variables,
//! each field gives by its Schur form \[Clemen2021, Eq. (22), with index-clean blocks\]
//!
//! $$ Z_i = \Gamma_{ii}^{-1}(X_i - \Gamma_{id} Z_d), \qquad
//!    X_d = \Gamma_{di}\Gamma_{ii}^{-1} X_i + (\Gamma_{dd} - \Gamma_{di}\Gamma_{ii}^{-1}\Gamma_{id}) Z_d $$
//!
//! and the junctions, transformers, gyrators and resistors connect the rest. The rates of dependent variables follow by
//! differentiation, which is where rates of inputs come from. The same code runs over numbers and over symbols.

use crate::algebra::Constants;
use crate::causality::CausalGraph;
use crate::constant::Constant;
use crate::error::BondError;
use crate::form::{Form, add_scaled};
use crate::graph::{ElementId, Probe};
use crate::layout::{Layout, Port};
use crate::network::{Network, RANK_BOND, RANK_STORAGE};
use crate::signals::{Definition, Source, solve};

/// Every variable as a form over states, inputs and rates of inputs.
pub(crate) struct Derivation<V> {
    pub layout: Layout,
    /// Rates of the states.
    pub rates: Vec<Form<V>>,
    /// Dependent energy variables.
    pub dependent: Vec<Form<V>>,
    pub efforts: Vec<Form<V>>,
    pub flows: Vec<Form<V>>,
    pub outputs: Vec<Form<V>>,
    /// Elements of each algebraic loop.
    pub loops: Vec<Vec<String>>,
}

/// Derives the equations of a causal graph.
pub(crate) fn derive<A: Constants>(
    algebra: &mut A,
    causal: &CausalGraph,
) -> Result<Derivation<A::Value>, BondError> {
    let layout = Layout::of(causal);
    let network = Network::build(algebra, causal, &layout)?;
    let bonds = causal.graph.bonds.len();
    let solution = solve(algebra, &network.definitions, layout.columns()).map_err(|torn| {
        BondError::SingularLoop { elements: torn.iter().map(|&s| network.owner_name(causal, s)).collect() }
    })?;
    let loops = network.algebraic_loops(causal, &solution.torn);
    let mut forms = solution.forms;
    let dependent = network.dependent_variables(algebra, causal, &layout, &forms)?;
    let rates = rates(algebra, causal, &layout, &forms, &dependent)?;
    let final_dependent_rates = dependent_rates(algebra, &layout, &dependent, &rates);
    for form in &mut forms[..2 * bonds] {
        *form = without_dependent_rates(algebra, &layout, form, &final_dependent_rates);
    }
    let flows = forms.drain(bonds..2 * bonds).collect();
    forms.truncate(bonds);
    let mut derivation =
        Derivation { layout, rates, dependent, efforts: forms, flows, outputs: Vec::new(), loops };
    for bond in derivation.layout.travels.clone() {
        derivation.rates.push(derivation.flows[bond.0].clone());
    }
    derivation.outputs = causal.graph.outputs.iter().map(|o| derivation.output(algebra, &o.terms)).collect();
    Ok(derivation)
}

impl<V: Clone> Derivation<V> {
    fn output<A: Constants<Value = V>>(&self, algebra: &mut A, terms: &[(Constant, Probe)]) -> Form<V> {
        let one = algebra.number(1.0);
        let mut sum = Vec::new();
        for (weight, probe) in terms {
            let weight = algebra.constant(weight);
            let column = |at: usize| vec![(at, one.clone())];
            let form = match probe {
                Probe::Effort(bond) => self.efforts[bond.0].clone(),
                Probe::Flow(bond) => self.flows[bond.0].clone(),
                Probe::Stored(element, port) => self.stored(*element, *port, &one),
                Probe::Travel(bond) => {
                    let at = self.layout.travels.binary_search(bond).expect("the layout lists every travel");
                    column(self.layout.independent.len() + at)
                }
            };
            add_scaled(algebra, &mut sum, &weight, &form);
        }
        sum
    }

    fn stored(&self, element: ElementId, port: usize, one: &V) -> Form<V> {
        let is_it = |p: &Port| p.element == element && p.port == port;
        if let Some(at) = self.layout.independent.iter().position(is_it) {
            return vec![(at, one.clone())];
        }
        let at = self
            .layout
            .dependent
            .iter()
            .position(is_it)
            .expect("a stored variable belongs to a storage port");
        self.dependent[at].clone()
    }
}

/// Ẋ_i, with the rates of dependent variables replaced by those of states and inputs.
fn rates<A: Constants>(
    algebra: &mut A,
    causal: &CausalGraph,
    layout: &Layout,
    forms: &[Form<A::Value>],
    dependent: &[Form<A::Value>],
) -> Result<Vec<Form<A::Value>>, BondError> {
    let n = layout.independent.len();
    let bonds = causal.graph.bonds.len();
    let first_dependent = layout.dependent_rate(0);
    let mut definitions = Vec::with_capacity(n + dependent.len());
    for port in &layout.independent {
        let receives = causal.receives_effort(port.bond, port.element);
        let signal = if receives { port.bond.0 } else { bonds + port.bond.0 };
        let sign = causal.graph.bonds[port.bond.0].sign_into(port.element);
        let factor = algebra.number(if receives { 1.0 } else { sign });
        let mut terms = Vec::with_capacity(forms[signal].len());
        for (v, c) in &forms[signal] {
            let source =
                v.checked_sub(first_dependent).map_or(Source::Variable(*v), |d| Source::Signal(n + d));
            terms.push((algebra.mul(&factor, c), source));
        }
        definitions.push(Definition { terms, rank: RANK_STORAGE });
    }
    for form in dependent {
        let rate = |(v, c): &(usize, A::Value)| {
            let source = if *v < n { Source::Signal(*v) } else { Source::Variable(v + layout.inputs.len()) };
            (c.clone(), source)
        };
        definitions.push(Definition { terms: form.iter().map(rate).collect(), rank: RANK_BOND });
    }
    let solution =
        solve(algebra, &definitions, layout.columns()).map_err(|torn| BondError::SingularLoop {
            elements: torn
                .iter()
                .map(|&s| causal.graph.element(layout.independent[s.min(n - 1)].element).name.clone())
                .collect(),
        })?;
    let mut rates = solution.forms;
    rates.truncate(n);
    Ok(rates)
}

/// Ẋ_d over states, inputs and rates of inputs.
fn dependent_rates<A: Constants>(
    algebra: &mut A,
    layout: &Layout,
    dependent: &[Form<A::Value>],
    rates: &[Form<A::Value>],
) -> Vec<Form<A::Value>> {
    let one = algebra.number(1.0);
    let mut result = Vec::with_capacity(dependent.len());
    for form in dependent {
        let mut rate = Vec::new();
        for (v, c) in form {
            if *v < layout.independent.len() {
                add_scaled(algebra, &mut rate, c, &rates[*v]);
            } else {
                let input = v - layout.states();
                add_scaled(algebra, &mut rate, c, &vec![(layout.input_rate(input), one.clone())]);
            }
        }
        result.push(rate);
    }
    result
}

fn without_dependent_rates<A: Constants>(
    algebra: &mut A,
    layout: &Layout,
    form: &Form<A::Value>,
    dependent_rates: &[Form<A::Value>],
) -> Form<A::Value> {
    let first = layout.dependent_rate(0);
    let (mut kept, replaced): (Form<A::Value>, Form<A::Value>) =
        form.iter().cloned().partition(|(v, _)| *v < first);
    for (v, factor) in replaced {
        add_scaled(algebra, &mut kept, &factor, &dependent_rates[v - first]);
    }
    kept
}
