//! Bond graphs: the report of `lissom bond`, and the state equations for other analyses.

use crate::answer::Answer;
use crate::failure::Failure;
use crate::session::Session;
use lissom_bond::{CausalGraph, CausalRow, ResidualUse, StateEquations, drawing, graph_of, letters};

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
        let causal = self.causal_graph(ResidualUse::Kept)?;
        let causality = causal.table();
        let equations = StateEquations::derive(causal)?;
        let mut warnings = self.frozen_moduli()?;
        let letters = letters(self.model()?);
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
        Ok(StateEquations::numbers_only(self.causal_graph(residual)?)?)
    }

    /// The distinct variants of a bonded model: with and without residual compliance, if it has any.
    pub(crate) fn variants(&self) -> Result<Vec<(&'static str, ResidualUse)>, Failure> {
        let graph = graph_of(self.model()?, ResidualUse::Kept, self)?;
        if graph.elements.iter().any(|element| element.residual) {
            return Ok(vec![("residual", ResidualUse::Kept), ("no-residual", ResidualUse::LeftOut)]);
        }
        Ok(vec![("full", ResidualUse::Kept)])
    }

    /// What is said about transformers and gyrators whose modulus changes in time.
    pub(crate) fn frozen_moduli(&self) -> Result<Vec<String>, Failure> {
        let model = self.model()?;
        let elements = model.bond_graph.iter().flat_map(|graph| &graph.elements);
        let modulated = elements.filter(|element| ["MTF", "MGY"].contains(&element.kind.as_str()));
        let changes = modulated.filter_map(|e| e.value.as_ref().map(|law| (e, law))).filter(|(_, law)| {
            let mut store = model.expressions.clone();
            let time = store.symbol("t");
            store.parts_of(&[law.expr]).into_iter().any(|part| part == time)
        });
        let word = |(element, law): (&lissom_model::model::BondElement, &lissom_model::model::Law)| {
            format!(
                "the modulus of {}:{}, `{}`, changes in time: the equations are those of the graph frozen at t = 0",
                element.name, element.kind, law.text
            )
        };
        Ok(changes.map(word).collect())
    }
}

/// Which variant of a bonded model a name asks for.
pub(crate) fn variant(model: &str) -> Result<ResidualUse, Failure> {
    match model {
        "full" | "residual" => Ok(ResidualUse::Kept),
        "no-residual" => Ok(ResidualUse::LeftOut),
        other => Err(Failure::unknown_name("model", other, ["residual", "no-residual"])),
    }
}
