//! Columns of the variables of the equations.

use crate::causality::CausalGraph;
use crate::graph::{BondId, ElementId, Kind, Probe};

/// A port of a storage or resistance element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Port {
    pub element: ElementId,
    pub port: usize,
    pub bond: BondId,
}

/// Columns of the variables.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub independent: Vec<Port>,
    pub dependent: Vec<Port>,
    /// Sources, then elements with a law: what they give enters the network from outside.
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
        let with_law = graph.elements.iter().enumerate().filter(|(_, element)| element.has_law);
        inputs.extend(with_law.map(|(e, _)| ElementId(e)));
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
    pub fn dependent_rate(&self, k: usize) -> usize {
        self.states() + 2 * self.inputs.len() + k
    }

    pub fn columns(&self) -> usize {
        self.states() + 2 * self.inputs.len() + self.dependent.len()
    }
}
