//! Bond graphs: the report of `lissom bond`, and the state equations for other analyses.

use crate::answer::Answer;
use crate::failure::Failure;
use crate::session::Session;
use lissom_bond::{
    BondError, CausalGraph, CausalRow, LawEquations, OperatingPoint, ResidualUse, StateEquations, drawing,
    graph_of, letters,
};
use std::sync::Arc;

/// State equations of a bond graph and its causality.
#[derive(Clone, Debug)]
pub struct BondReport {
    /// The equations, as numbers and as text.
    pub equations: StateEquations,
    /// Elements without a value: the equations are written with these letters, and there are no numbers.
    pub letters: Vec<String>,
    /// Every bond with what sets its effort and its flow.
    pub causality: Vec<CausalRow>,
}

impl Session {
    /// State equations of the model's bond graph, written or made from its modal bodies.
    ///
    /// # Errors
    /// When the model is wrong, has nothing to connect, or its causality has a conflict.
    pub fn bond(&self) -> Result<Answer<BondReport>, Failure> {
        let letters = letters(self.model()?);
        if self.graph_has_laws()? {
            return self.bond_with_laws(letters);
        }
        let causal = self.causal_graph(ResidualUse::Kept)?;
        let causality = causal.table();
        let equations = StateEquations::derive(causal)?;
        let mut warnings = Vec::new();
        if letters.is_empty() {
            warnings.extend(equations.improper().iter().map(ToString::to_string));
        } else {
            warnings.push(format!(
                "{} without a value: the equations are symbolic; matrices, poles, responses and motions \
                 cannot be \
                 computed",
                letters.join(", ")
            ));
        }
        Ok(self.answer(BondReport { equations, letters, causality }, warnings))
    }

    /// The model's bond graph with its causal strokes, as SVG.
    ///
    /// # Errors
    /// As [`Session::bond`].
    pub fn bond_drawing(&self) -> Result<String, Failure> {
        Ok(drawing::svg(&self.causal_graph(ResidualUse::Kept)?))
    }

    /// The graph with its strokes.
    pub(crate) fn causal_graph(&self, residual: ResidualUse) -> Result<CausalGraph, Failure> {
        Ok(CausalGraph::assign(graph_of(self.model()?, residual, self)?)?)
    }

    /// The state equations of a variant of a bonded model as numbers: `full`, `residual` or `no-residual`.
    ///
    /// # Errors
    /// When the model is wrong, has nothing to connect, an element without a value, or a conflict in its causality.
    pub fn state_equations_of(&self, model: &str) -> Result<StateEquations, Failure> {
        self.state_equations(variant(model)?)
    }

    /// The state equations as numbers alone.
    pub(crate) fn state_equations(&self, residual: ResidualUse) -> Result<StateEquations, Failure> {
        let letters = letters(self.model()?);
        if !letters.is_empty() {
            return Err(Failure::missing_section(
                format!("value of {}", letters.join(", ")),
                "give it under [bond_graph.value]; `lissom bond` writes symbolic equations",
            ));
        }
        if self.graph_has_laws()? {
            let point = OperatingPoint::of(&self.law_equations()?)?;
            return match point.unbalanced {
                None => Ok(point.linear),
                Some((state, rate)) => Err(BondError::NoEquilibrium { state, rate }.into()),
            };
        }
        Ok(StateEquations::numbers_only(self.causal_graph(residual)?)?)
    }

    /// Whether the model is a written bond graph with laws.
    pub(crate) fn graph_has_laws(&self) -> Result<bool, Failure> {
        let model = self.model()?;
        Ok(model.bond_graph.as_ref().is_some_and(|graph| graph.laws(&model.expressions).next().is_some()))
    }

    /// The equations of a bond graph with laws.
    pub(crate) fn law_equations(&self) -> Result<Arc<LawEquations>, Failure> {
        Ok(Arc::new(LawEquations::of(self.model()?, self)?))
    }

    /// Equations with laws as text, and the matrices about an operating point.
    fn bond_with_laws(&self, letters: Vec<String>) -> Result<Answer<BondReport>, Failure> {
        let law_equations = self.law_equations()?;
        let causality = law_equations.causal_graph().table();
        let mut warnings = Vec::new();
        let equations = if letters.is_empty() {
            let point = OperatingPoint::of(&law_equations)?;
            warnings.push(match &point.unbalanced {
                None => about(&point),
                Some((state, rate)) => format!(
                    "no equilibrium was found (the rate of {state} stays {rate:.3e}): matrices are those about the initial state, {}",
                    point.text()
                ),
            });
            point.linear
        } else {
            return Err(Failure::missing_section(
                format!("value of {}", letters.join(", ")),
                "a graph with laws needs all values: give them under [bond_graph.value]",
            ));
        };
        Ok(self.answer(BondReport { equations, letters, causality }, warnings))
    }

    /// The distinct variants of a bonded model: with and without residual compliance, if it has any.
    pub(crate) fn variants(&self) -> Result<Vec<(&'static str, ResidualUse)>, Failure> {
        let graph = graph_of(self.model()?, ResidualUse::Kept, self)?;
        if graph.elements.iter().any(|element| element.residual) {
            return Ok(vec![("residual", ResidualUse::Kept), ("no-residual", ResidualUse::LeftOut)]);
        }
        Ok(vec![("full", ResidualUse::Kept)])
    }

    /// What is said of linear answers of a graph with laws.
    pub(crate) fn linearised_graph(&self) -> Result<Vec<String>, Failure> {
        if !self.graph_has_laws()? {
            return Ok(Vec::new());
        }
        Ok(vec![about(&OperatingPoint::of(&self.law_equations()?)?)])
    }
}

/// Where a graph with laws was linearised.
fn about(point: &OperatingPoint) -> String {
    format!("the graph has laws: linear answers are those about the equilibrium {} at t = 0", point.text())
}

/// Which variant of a bonded model a name asks for.
pub(crate) fn variant(model: &str) -> Result<ResidualUse, Failure> {
    match model {
        "full" | "residual" => Ok(ResidualUse::Kept),
        "no-residual" => Ok(ResidualUse::LeftOut),
        other => Err(Failure::unknown_name("model", other, ["residual", "no-residual"])),
    }
}
