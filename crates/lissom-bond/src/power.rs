//! Energy and power balance.

use crate::form::Form;
use crate::graph::{BondId, ElementId, Kind};
use crate::state_equations::StateEquations;

/// Powers at an instant \[W\]: supplied equals stored plus dissipated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PowerBalance {
    /// Power of all sources into the graph \[W\].
    pub supplied: f64,
    /// Rate of the stored energy \[W\].
    pub stored: f64,
    /// Power of all resistors \[W\].
    pub dissipated: f64,
}

impl PowerBalance {
    /// supplied − stored − dissipated: zero up to rounding \[W\].
    #[must_use]
    pub fn gap(&self) -> f64 {
        self.supplied - self.stored - self.dissipated
    }
}

impl StateEquations {
    /// The power balance at a state under inputs with given rates.
    ///
    /// Every power is computed from the bonds of its own elements, so that the balance is a check of the equations.
    ///
    /// # Panics
    /// If the lengths of the arguments are not those of states and inputs.
    #[must_use]
    pub fn power_balance(&self, state: &[f64], input: &[f64], input_rate: &[f64]) -> PowerBalance {
        assert_eq!(state.len(), self.states.len(), "one value per state");
        assert_eq!(
            (input.len(), input_rate.len()),
            (self.inputs.len(), self.inputs.len()),
            "one value per input"
        );
        let inputs: Vec<f64> = input.iter().chain(input_rate).copied().collect();
        let graph = &self.causal.graph;
        let mut balance = PowerBalance { supplied: 0.0, stored: 0.0, dissipated: 0.0 };
        for (e, element) in graph.elements.iter().enumerate() {
            for &bond in &self.causal.bonds_of[e] {
                let power = || {
                    let product = self.effort(bond, state, &inputs) * self.flow(bond, state, &inputs);
                    product * graph.bonds[bond.0].sign_into(ElementId(e))
                };
                match element.kind {
                    Kind::EffortSource | Kind::FlowSource => balance.supplied -= power(),
                    Kind::Inertia(_) | Kind::Compliance(_) => balance.stored += power(),
                    Kind::Resistance(_) => balance.dissipated += power(),
                    _ => {}
                }
            }
        }
        balance
    }

    /// The stored energy at a state under inputs \[J\].
    #[must_use]
    pub fn energy(&self, state: &[f64], input: &[f64]) -> f64 {
        let inputs: Vec<f64> = input.iter().copied().chain(std::iter::repeat_n(0.0, input.len())).collect();
        self.storage_ports()
            .map(|(id, port, bond)| {
                0.5 * self.stored(id, port, state, &inputs) * self.co_energy(id, bond, state, &inputs)
            })
            .sum()
    }

    pub(crate) fn storage_ports(&self) -> impl Iterator<Item = (ElementId, usize, BondId)> + '_ {
        let graph = &self.causal.graph;
        let storage = graph.elements.iter().enumerate().filter(|(_, element)| element.kind.is_storage());
        storage.flat_map(|(e, _)| {
            self.causal.bonds_of[e].iter().enumerate().map(move |(port, &bond)| (ElementId(e), port, bond))
        })
    }

    /// Effort of a bond; `inputs` are the inputs, then their rates.
    pub(crate) fn effort(&self, bond: BondId, state: &[f64], inputs: &[f64]) -> f64 {
        evaluate(&self.numeric.efforts[bond.0], state, inputs)
    }

    pub(crate) fn flow(&self, bond: BondId, state: &[f64], inputs: &[f64]) -> f64 {
        evaluate(&self.numeric.flows[bond.0], state, inputs)
    }

    /// Energy variable of a storage port.
    pub(crate) fn stored(&self, id: ElementId, port: usize, state: &[f64], inputs: &[f64]) -> f64 {
        use crate::state_equations::Origin;
        if let Some(at) = self.states.iter().position(|s| s.origin == Origin::Storage(id, port)) {
            return state[at];
        }
        let dependent = self.numeric.dependent_ports.iter().position(|&p| p == (id, port));
        let at = dependent.expect("a storage port is a state or dependent");
        evaluate(&self.numeric.dependent[at], state, inputs)
    }

    /// Co-energy variable of a storage port: flow into an I, effort of a C.
    pub(crate) fn co_energy(&self, id: ElementId, bond: BondId, state: &[f64], inputs: &[f64]) -> f64 {
        let graph = &self.causal.graph;
        match graph.element(id).kind {
            Kind::Inertia(_) => graph.bonds[bond.0].sign_into(id) * self.flow(bond, state, inputs),
            _ => self.effort(bond, state, inputs),
        }
    }
}

fn evaluate(form: &Form<f64>, state: &[f64], inputs: &[f64]) -> f64 {
    let n = state.len();
    form.iter().map(|(v, c)| c * if *v < n { state[*v] } else { inputs[v - n] }).sum()
}
