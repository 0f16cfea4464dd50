//! The laws of a model, bound to the elements of its bond graph.

use crate::error::BondError;
use crate::graph::{BondGraph, ElementId};
use lissom_model::model::{BondElement, Model};
use lissom_symbolic::{Expr, Expressions};

/// A law of an element.
#[derive(Clone, Debug)]
pub(crate) struct GivenLaw {
    pub element: ElementId,
    /// In the store of the model.
    pub expr: Expr,
}

/// The laws of a graph.
#[derive(Clone, Debug)]
pub(crate) struct GivenLaws {
    pub store: Expressions,
    /// What C, I and R give by their own variable.
    pub constitutive: Vec<GivenLaw>,
    /// Values of modulated sources, resistors, transformers and gyrators.
    pub values: Vec<GivenLaw>,
    /// Laws of time of sources that are inputs.
    pub sources: Vec<GivenLaw>,
    /// Energy variables at the start.
    pub initial: Vec<(ElementId, f64)>,
}

impl GivenLaws {
    pub fn of(model: &Model, graph: &BondGraph) -> Result<Self, BondError> {
        let mut laws = Self {
            store: model.expressions.clone(),
            constitutive: Vec::new(),
            values: Vec::new(),
            sources: Vec::new(),
            initial: Vec::new(),
        };
        for element in model.bond_graph.iter().flat_map(|graph| &graph.elements) {
            laws.add(element, graph)?;
        }
        Ok(laws)
    }

    fn add(&mut self, given: &BondElement, graph: &BondGraph) -> Result<(), BondError> {
        let unknown = || BondError::Unknown { what: "element", name: given.name.clone() };
        let element = graph.find(&given.name).ok_or_else(unknown)?;
        self.initial.extend(given.initial.map(|value| (element, value)));
        if let Some(law) = &given.law {
            self.constitutive.push(GivenLaw { element, expr: law.expr });
        } else if let Some(law) = &given.value {
            let law = GivenLaw { element, expr: law.expr };
            match given.kind.as_str() {
                kind if kind.starts_with('M') => self.values.push(law),
                "Se" | "Sf" => self.sources.push(law),
                _ => {}
            }
        }
        Ok(())
    }
}
