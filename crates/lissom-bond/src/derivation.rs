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
use crate::error::BondError;
use crate::form::{Form, add_scaled, inverse};
use crate::graph::{BondId, ElementId, Field, Kind, Probe};
use crate::signals::{Definition, Source, solve};

/// Inverses of more rows than this are named in printed equations, not written out.
const LARGEST_WRITTEN_INVERSE: usize = 3;

/// A port of a storage or resistance element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Port {
    pub element: ElementId,
    pub port: usize,
    pub bond: BondId,
}

/// Which variable is which column.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub independent: Vec<Port>,
    pub dependent: Vec<Port>,
    pub inputs: Vec<ElementId>,
    /// Bonds whose flow is integrated for an output, as further states.
    pub travels: Vec<BondId>,
}

impl Layout {
    pub fn of(causal: &CausalGraph) -> Self {
        let graph = &causal.graph;
        let (mut independent, mut dependent, mut inputs) = (Vec::new(), Vec::new(), Vec::new());
        for (e, element) in graph.elements.iter().enumerate() {
            let id = ElementId(e);
            if matches!(element.kind, Kind::EffortSource | Kind::FlowSource) {
                inputs.push(id);
            }
            if element.kind.is_storage() {
                for (port, &bond) in causal.bonds_of[e].iter().enumerate() {
                    let is_inertia = matches!(element.kind, Kind::Inertia(_));
                    let integral = causal.receives_effort(bond, id) == is_inertia;
                    let list = if integral { &mut independent } else { &mut dependent };
                    list.push(Port { element: id, port, bond });
                }
            }
        }
        let mut travels: Vec<BondId> = graph
            .outputs
            .iter()
            .flat_map(|output| &output.terms)
            .filter_map(|(_, probe)| if let Probe::Travel(bond) = probe { Some(*bond) } else { None })
            .collect();
        travels.sort_unstable();
        travels.dedup();
        Self { independent, dependent, inputs, travels }
    }

    /// Number of states [-].
    pub fn states(&self) -> usize {
        self.independent.len() + self.travels.len()
    }

    pub fn input(&self, k: usize) -> usize {
        self.states() + k
    }

    pub fn input_rate(&self, k: usize) -> usize {
        self.states() + self.inputs.len() + k
    }

    /// Column of the rate of a dependent variable, before it is replaced.
    fn dependent_rate(&self, k: usize) -> usize {
        self.states() + 2 * self.inputs.len() + k
    }

    fn columns(&self) -> usize {
        self.states() + 2 * self.inputs.len() + self.dependent.len()
    }
}

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
    fn output<A: Constants<Value = V>>(
        &self,
        algebra: &mut A,
        terms: &[(crate::constant::Constant, Probe)],
    ) -> Form<V> {
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

/// The signals of a graph: efforts, flows, then one output per storage and resistance port.
struct Network<V> {
    definitions: Vec<Definition<V>>,
    /// Ports behind the signals after efforts and flows.
    ports: Vec<Port>,
    /// Schur forms by element: rows of dependent ports over its ports.
    schur: Vec<Option<Schur<V>>>,
    bonds: usize,
}

/// A field solved for its outputs: `outputs[k]` belongs to port k, over the inputs of all its ports.
///
/// For an integral port the input is X (state) and the output Z; for a dependent one the input is Z and the output X.
struct Schur<V> {
    rows: Vec<Vec<V>>,
}

const RANK_RESISTANCE: u8 = 3;
const RANK_STORAGE: u8 = 2;
const RANK_BOND: u8 = 1;

impl<V: Clone + std::fmt::Debug> Network<V> {
    fn build<A: Constants<Value = V>>(
        algebra: &mut A,
        causal: &CausalGraph,
        layout: &Layout,
    ) -> Result<Self, BondError> {
        let graph = &causal.graph;
        let bonds = graph.bonds.len();
        let undefined = |rank: u8| Definition { terms: Vec::new(), rank };
        let mut network = Self {
            definitions: (0..2 * bonds).map(|_| undefined(RANK_BOND)).collect(),
            ports: Vec::new(),
            schur: Vec::with_capacity(graph.elements.len()),
            bonds,
        };
        for e in 0..graph.elements.len() {
            let id = ElementId(e);
            let schur = network.element(algebra, causal, layout, id)?;
            network.schur.push(schur);
        }
        Ok(network)
    }

    fn effort(&self, bond: BondId) -> usize {
        bond.0
    }

    fn flow(&self, bond: BondId) -> usize {
        self.bonds + bond.0
    }

    /// Writes the definitions of the signals that an element gives.
    fn element<A: Constants<Value = V>>(
        &mut self,
        algebra: &mut A,
        causal: &CausalGraph,
        layout: &Layout,
        id: ElementId,
    ) -> Result<Option<Schur<V>>, BondError> {
        let element = causal.graph.element(id);
        let bonds = &causal.bonds_of[id.0];
        match &element.kind {
            Kind::EffortSource | Kind::FlowSource => {
                let k = layout.inputs.iter().position(|&i| i == id).expect("every source is an input");
                let receives = causal.receives_effort(bonds[0], id);
                let signal = if receives { self.flow(bonds[0]) } else { self.effort(bonds[0]) };
                self.definitions[signal].terms =
                    vec![(algebra.number(1.0), Source::Variable(layout.input(k)))];
            }
            // A signal without terms is zero.
            Kind::NoEffort => {}
            Kind::Zero => self.junction(algebra, causal, id, true),
            Kind::One => self.junction(algebra, causal, id, false),
            Kind::Transformer(modulus) => {
                let n = algebra.constant(modulus);
                self.transformer(algebra, causal, id, &n);
            }
            Kind::Gyrator(modulus) => {
                let r = algebra.constant(modulus);
                self.gyrator(algebra, causal, id, &r);
            }
            Kind::Inertia(field) | Kind::Compliance(field) | Kind::Resistance(field) => {
                return self.field(algebra, causal, layout, id, field).map(Some);
            }
        }
        Ok(None)
    }

    /// The strong bond of a 0-junction brings the effort; of a 1-junction the flow.
    fn junction<A: Constants<Value = V>>(
        &mut self,
        algebra: &mut A,
        causal: &CausalGraph,
        id: ElementId,
        zero: bool,
    ) {
        let bonds = &causal.bonds_of[id.0];
        let strong = bonds
            .iter()
            .copied()
            .find(|&b| causal.receives_effort(b, id) == zero)
            .expect("causality gives every junction one strong bond");
        let sign = |b: BondId| causal.graph.bonds[b.0].sign_into(id);
        let (common, balanced): (fn(&Self, BondId) -> usize, fn(&Self, BondId) -> usize) =
            if zero { (Self::effort, Self::flow) } else { (Self::flow, Self::effort) };
        let mut balance = Vec::with_capacity(bonds.len() - 1);
        for &b in bonds.iter().filter(|&&b| b != strong) {
            let one = algebra.number(1.0);
            let at = common(self, b);
            self.definitions[at].terms = vec![(one, Source::Signal(common(self, strong)))];
            balance.push((algebra.number(-sign(strong) * sign(b)), Source::Signal(balanced(self, b))));
        }
        let at = balanced(self, strong);
        self.definitions[at].terms = balance;
    }

    /// Sides of a two-port: the bond that points in, then the other; with signs of flow through the element.
    fn sides(causal: &CausalGraph, id: ElementId) -> ([BondId; 2], f64) {
        let bonds = &causal.bonds_of[id.0];
        let into = |b: BondId| causal.graph.bonds[b.0].to == id;
        let sides =
            if !into(bonds[0]) && into(bonds[1]) { [bonds[1], bonds[0]] } else { [bonds[0], bonds[1]] };
        // Flow into side 1 and out of side 2.
        let sign =
            causal.graph.bonds[sides[0].0].sign_into(id) * -causal.graph.bonds[sides[1].0].sign_into(id);
        (sides, sign)
    }

    /// e₁ = n e₂, f₂ = n f₁, or the other way round.
    fn transformer<A: Constants<Value = V>>(
        &mut self,
        algebra: &mut A,
        causal: &CausalGraph,
        id: ElementId,
        n: &V,
    ) {
        let ([one, two], sign) = Self::sides(causal, id);
        let unit = algebra.number(1.0);
        let sign = algebra.number(sign);
        if causal.receives_effort(one, id) {
            let back = algebra.div(&unit, n);
            let signed = algebra.mul(&sign, &back);
            self.define(self.effort(two), back, self.effort(one));
            self.define(self.flow(one), signed, self.flow(two));
        } else {
            let signed = algebra.mul(&sign, n);
            self.define(self.effort(one), n.clone(), self.effort(two));
            self.define(self.flow(two), signed, self.flow(one));
        }
    }

    /// e₁ = r f₂, e₂ = r f₁, or the other way round.
    fn gyrator<A: Constants<Value = V>>(
        &mut self,
        algebra: &mut A,
        causal: &CausalGraph,
        id: ElementId,
        r: &V,
    ) {
        let ([one, two], _) = Self::sides(causal, id);
        let unit = algebra.number(1.0);
        let into = algebra.number(causal.graph.bonds[one.0].sign_into(id));
        let out = algebra.number(-causal.graph.bonds[two.0].sign_into(id));
        if causal.receives_effort(one, id) {
            let g = algebra.div(&unit, r);
            let (g_in, g_out) = (algebra.mul(&into, &g), algebra.mul(&out, &g));
            self.define(self.flow(one), g_in, self.effort(two));
            self.define(self.flow(two), g_out, self.effort(one));
        } else {
            let (r_in, r_out) = (algebra.mul(&into, r), algebra.mul(&out, r));
            self.define(self.effort(one), r_out, self.flow(two));
            self.define(self.effort(two), r_in, self.flow(one));
        }
    }

    fn define(&mut self, signal: usize, factor: V, from: usize) {
        self.definitions[signal].terms = vec![(factor, Source::Signal(from))];
    }

    /// An I, C or R, scalar or field.
    fn field<A: Constants<Value = V>>(
        &mut self,
        algebra: &mut A,
        causal: &CausalGraph,
        layout: &Layout,
        id: ElementId,
        field: &Field,
    ) -> Result<Schur<V>, BondError> {
        let element = causal.graph.element(id);
        let bonds = causal.bonds_of[id.0].clone();
        let is_storage = element.kind.is_storage();
        let is_inertia = matches!(element.kind, Kind::Inertia(_));
        // "Solved" ports return Γ⁻¹ of what they are given: integral storage, and resistors that give flow.
        let solved: Vec<bool> = bonds
            .iter()
            .map(|&b| {
                if is_storage {
                    causal.receives_effort(b, id) == is_inertia
                } else {
                    causal.receives_effort(b, id)
                }
            })
            .collect();
        let schur = schur(algebra, field, &solved, &element.name).map_err(|_| match element.kind {
            Kind::Resistance(_) => BondError::NoResistance { element: element.name.clone() },
            _ => BondError::SingularField {
                element: element.name.clone(),
                kind: element.kind.letters(),
                eigenvalue: 0.0,
            },
        })?;
        for (k, &bond) in bonds.iter().enumerate() {
            let sign = algebra.number(causal.graph.bonds[bond.0].sign_into(id));
            let receives = causal.receives_effort(bond, id);
            let given = if receives { self.flow(bond) } else { self.effort(bond) };
            // What the element gives is a flow into it (turned along the half arrow) or an effort.
            let factor = if receives { sign } else { algebra.number(1.0) };
            if is_storage && !solved[k] {
                let at = layout
                    .dependent
                    .iter()
                    .position(|p| p.bond == bond && p.element == id)
                    .expect("dependent ports are listed");
                self.definitions[given].terms = vec![(factor, Source::Variable(layout.dependent_rate(at)))];
                continue;
            }
            let output = self.definitions.len();
            let rank = if is_storage { RANK_STORAGE } else { RANK_RESISTANCE };
            let terms = self.field_terms(algebra, causal, layout, id, &schur.rows[k], &solved);
            self.definitions.push(Definition { terms, rank });
            self.ports.push(Port { element: id, port: k, bond });
            self.define(given, factor, output);
        }
        Ok(schur)
    }

    /// A row of a Schur form as terms over what the ports are given.
    fn field_terms<A: Constants<Value = V>>(
        &self,
        algebra: &mut A,
        causal: &CausalGraph,
        layout: &Layout,
        id: ElementId,
        row: &[V],
        solved: &[bool],
    ) -> Vec<(V, Source)> {
        let is_storage = causal.graph.element(id).kind.is_storage();
        let mut terms = Vec::with_capacity(row.len());
        for (k, factor) in row.iter().enumerate() {
            if algebra.size(factor) == 0.0 {
                continue;
            }
            let bond = causal.bonds_of[id.0][k];
            if is_storage && solved[k] {
                let at = layout.independent.iter().position(|p| p.bond == bond && p.element == id);
                terms.push((factor.clone(), Source::Variable(at.expect("integral ports are states"))));
                continue;
            }
            terms.push(self.port_input(algebra, causal, id, bond, factor));
        }
        terms
    }

    /// What a port is given: an effort, or the flow into the element.
    fn port_input<A: Constants<Value = V>>(
        &self,
        algebra: &mut A,
        causal: &CausalGraph,
        id: ElementId,
        bond: BondId,
        factor: &V,
    ) -> (V, Source) {
        if causal.receives_effort(bond, id) {
            return (factor.clone(), Source::Signal(self.effort(bond)));
        }
        let sign = algebra.number(causal.graph.bonds[bond.0].sign_into(id));
        (algebra.mul(&sign, factor), Source::Signal(self.flow(bond)))
    }

    /// X_d over states and inputs.
    fn dependent_variables<A: Constants<Value = V>>(
        &self,
        algebra: &mut A,
        causal: &CausalGraph,
        layout: &Layout,
        forms: &[Form<V>],
    ) -> Result<Vec<Form<V>>, BondError> {
        let mut variables = Vec::with_capacity(layout.dependent.len());
        for port in &layout.dependent {
            let id = port.element;
            let schur = self.schur[id.0].as_ref().expect("a storage element has a field");
            let is_inertia = matches!(causal.graph.element(id).kind, Kind::Inertia(_));
            let solved: Vec<bool> =
                causal.bonds_of[id.0].iter().map(|&b| causal.receives_effort(b, id) == is_inertia).collect();
            let mut form = Vec::new();
            for (factor, source) in
                self.field_terms(algebra, causal, layout, id, &schur.rows[port.port], &solved)
            {
                match source {
                    Source::Signal(at) => add_scaled(algebra, &mut form, &factor, &forms[at]),
                    Source::Variable(v) => {
                        let one = algebra.number(1.0);
                        add_scaled(algebra, &mut form, &factor, &vec![(v, one)]);
                    }
                }
            }
            if form.iter().any(|(v, _)| *v >= layout.dependent_rate(0)) {
                let element = causal.graph.element(id).name.clone();
                return Err(BondError::DependentLoop { element, port: port.port });
            }
            variables.push(form);
        }
        Ok(variables)
    }

    fn owner_name(&self, causal: &CausalGraph, signal: usize) -> String {
        if let Some(port) = signal.checked_sub(2 * self.bonds).map(|k| self.ports[k]) {
            return causal.graph.element(port.element).name.clone();
        }
        let bond = causal.graph.bonds[signal % self.bonds];
        format!("{} -> {}", causal.graph.element(bond.from).name, causal.graph.element(bond.to).name)
    }

    /// Loops through resistors or junctions; those through fields alone are mixed causality, not algebraic loops.
    fn algebraic_loops(&self, causal: &CausalGraph, torn: &[Vec<usize>]) -> Vec<Vec<String>> {
        let is_field = |&s: &usize| self.definitions[s].rank == RANK_STORAGE;
        let name = |&s: &usize| self.owner_name(causal, s);
        torn.iter()
            .filter(|list| !list.iter().all(is_field))
            .map(|list| list.iter().map(name).collect())
            .collect()
    }
}

/// Solves y = Γ x for the ports in `solved` (given y, wanted x) and leaves the others (given x, wanted y).
fn schur<A: Constants>(
    algebra: &mut A,
    field: &Field,
    solved: &[bool],
    name: &str,
) -> Result<Schur<A::Value>, usize> {
    let n = field.ports();
    let (inner, outer): (Vec<usize>, Vec<usize>) = (0..n).partition(|&k| solved[k]);
    let gamma: Vec<Vec<A::Value>> =
        (0..n).map(|i| (0..n).map(|j| algebra.constant(field.entry(i, j))).collect()).collect();
    let block = inner.iter().map(|&i| inner.iter().map(|&j| gamma[i][j].clone()).collect()).collect();
    let mut inverted = inverse(algebra, block)?;
    if inner.len() > LARGEST_WRITTEN_INVERSE {
        for (a, row) in inverted.iter_mut().enumerate() {
            for (b, value) in row.iter_mut().enumerate() {
                let symbol =
                    crate::constant::symbol(&format!("inv_{name}_{}_{}", inner[a] + 1, inner[b] + 1));
                *value = algebra.intermediate(&symbol, value);
            }
        }
    }
    let mut rows: Vec<Vec<A::Value>> =
        (0..n).map(|_| (0..n).map(|_| algebra.number(0.0)).collect()).collect();
    for (a, &i) in inner.iter().enumerate() {
        for (b, &j) in inner.iter().enumerate() {
            rows[i][j] = inverted[a][b].clone();
        }
        for &d in &outer {
            let column: Vec<A::Value> = inner.iter().map(|&j| gamma[j][d].clone()).collect();
            let product = dot(algebra, &inverted[a], &column);
            rows[i][d] = algebra.neg(&product);
        }
    }
    for &d in &outer {
        let left: Vec<A::Value> = inner.iter().map(|&j| gamma[d][j].clone()).collect();
        for (b, &j) in inner.iter().enumerate() {
            let column: Vec<A::Value> = inverted.iter().map(|row| row[b].clone()).collect();
            rows[d][j] = dot(algebra, &left, &column);
        }
        for &c in &outer {
            // Γ_dd + Γ_di (−Γ_ii⁻¹ Γ_id): the second factor stands in the rows above.
            let column: Vec<A::Value> = inner.iter().map(|&j| rows[j][c].clone()).collect();
            let correction = dot(algebra, &left, &column);
            rows[d][c] = algebra.add(&gamma[d][c], &correction);
        }
    }
    Ok(Schur { rows })
}

fn dot<A: Constants>(algebra: &mut A, a: &[A::Value], b: &[A::Value]) -> A::Value {
    let mut sum = algebra.number(0.0);
    for (x, y) in a.iter().zip(b) {
        if algebra.size(x) != 0.0 && algebra.size(y) != 0.0 {
            let product = algebra.mul(x, y);
            sum = algebra.add(&sum, &product);
        }
    }
    sum
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
