//! Bond graphs: what `lissom bond` tells.

use crate::answer::Answer;
use crate::failure::Failure;
use crate::session::Session;
use lissom_bond::{CausalGraph, ResidualUse, StateEquations, drawing, graph_of};

/// State equations of a bond graph and the drawing of its causality.
#[derive(Clone, Debug)]
pub struct BondReport {
    /// The equations, as numbers and as text.
    pub equations: StateEquations,
    /// The graph with its causal strokes, as SVG.
    pub drawing: String,
}

impl Session {
    /// State equations of the model's bond graph, written or made from its modal bodies.
    ///
    /// # Errors
    /// When the model is wrong, has nothing to connect, or its causality has a conflict.
    pub fn bond(&self) -> Result<Answer<BondReport>, Failure> {
        let causal = CausalGraph::assign(graph_of(self.model()?, ResidualUse::Kept)?)?;
        let drawing = drawing::svg(&causal);
        let equations = StateEquations::derive(causal)?;
        let warnings = equations.improper().iter().map(ToString::to_string).collect();
        Ok(self.answer(BondReport { equations, drawing }, warnings))
    }
}
