//! The signals of a graph and their definitions, by the causality of its bonds.

use crate::algebra::Constants;
use crate::causality::CausalGraph;
use crate::error::BondError;
use crate::form::{Form, add_scaled};
use crate::graph::{BondId, ElementId, Field, Kind};
use crate::layout::{Layout, Port};
use crate::schur::{Schur, schur};
use crate::signals::{Definition, Source};

/// Picks the effort or the flow of a bond.
type SignalOf<V> = fn(&Network<V>, BondId) -> usize;

/// The signals of a graph: efforts, flows, then one output per storage and resistance port.
pub(crate) struct Network<V> {
    pub definitions: Vec<Definition<V>>,
    /// Ports behind the signals after efforts and flows.
    ports: Vec<Port>,
    /// Schur forms by element: rows of dependent ports over its ports.
    schur: Vec<Option<Schur<V>>>,
    bonds: usize,
}

/// Resistors are torn first, then storage, then bonds.
const RANK_RESISTANCE: u8 = 3;
pub(crate) const RANK_STORAGE: u8 = 2;
pub(crate) const RANK_BOND: u8 = 1;

impl<V: Clone + std::fmt::Debug> Network<V> {
    pub fn build<A: Constants<Value = V>>(
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
        let (common, balanced): (SignalOf<V>, SignalOf<V>) =
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

    /// Sides of a two-port: the incoming bond, then the other; with signs of flow through the element.
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
        if element.has_law {
            self.lawful(algebra, causal, layout, id)?;
            return Ok(Schur { rows: Vec::new() });
        }
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

    /// What an element with a law gives is an input of the network.
    fn lawful<A: Constants<Value = V>>(
        &mut self,
        algebra: &mut A,
        causal: &CausalGraph,
        layout: &Layout,
        id: ElementId,
    ) -> Result<(), BondError> {
        let element = causal.graph.element(id);
        let bond = causal.bonds_of[id.0][0];
        if let Some(dependent) = causal.dependent.iter().find(|dependent| dependent.element == id) {
            let because = causal.graph.element(dependent.because).name.clone();
            return Err(BondError::DependentLaw { element: element.name.clone(), because });
        }
        let k = layout.inputs.iter().position(|&input| input == id).expect("every law is an input");
        let receives = causal.receives_effort(bond, id);
        let sign = if receives { causal.graph.bonds[bond.0].sign_into(id) } else { 1.0 };
        let given = if receives { self.flow(bond) } else { self.effort(bond) };
        self.definitions[given].terms = vec![(algebra.number(sign), Source::Variable(layout.input(k)))];
        Ok(())
    }

    /// A row of a Schur form as terms over the inputs of the ports.
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

    /// The input of a port: an effort, or the flow into the element.
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
    pub fn dependent_variables<A: Constants<Value = V>>(
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

    pub fn owner_name(&self, causal: &CausalGraph, signal: usize) -> String {
        if let Some(port) = signal.checked_sub(2 * self.bonds).map(|k| self.ports[k]) {
            return causal.graph.element(port.element).name.clone();
        }
        let bond = causal.graph.bonds[signal % self.bonds];
        format!("{} -> {}", causal.graph.element(bond.from).name, causal.graph.element(bond.to).name)
    }

    /// Loops through resistors or junctions; those through fields alone are mixed causality, not algebraic loops.
    pub fn algebraic_loops(&self, causal: &CausalGraph, torn: &[Vec<usize>]) -> Vec<Vec<String>> {
        let is_field = |&s: &usize| self.definitions[s].rank == RANK_STORAGE;
        let name = |&s: &usize| self.owner_name(causal, s);
        torn.iter()
            .filter(|list| !list.iter().all(is_field))
            .map(|list| list.iter().map(name).collect())
            .collect()
    }
}
