//! Bond graphs.

use super::Law;
use crate::diagnostics::diagnostic::Span;
use lissom_symbolic::{Expr, Expressions, Node};

/// A bond graph as arrows between typed elements.
#[derive(Clone, Debug)]
pub struct BondGraph {
    /// Elements in order of first appearance.
    pub elements: Vec<BondElement>,
    /// Bonds: from, to (indices into `elements`); the half arrow points to the second.
    pub bonds: Vec<(usize, usize)>,
    /// Source location.
    pub span: Span,
}

impl BondGraph {
    /// Elements whose equations are not linear with constant coefficients, with their laws.
    pub fn laws<'g>(
        &'g self,
        expressions: &'g Expressions,
    ) -> impl Iterator<Item = (&'g BondElement, &'g Law)> {
        self.elements.iter().filter_map(|element| {
            let varies = |law: &&Law| {
                let is_free =
                    |part: Expr| matches!(expressions.node(part), Node::Symbol(_) | Node::Applied(..));
                element.kind.starts_with('M') && expressions.parts_of(&[law.expr]).into_iter().any(is_free)
            };
            let law = element.law.as_ref().or(element.value.as_ref().filter(varies))?;
            Some((element, law))
        })
    }
}

/// An element of a bond graph.
#[derive(Clone, Debug)]
pub struct BondElement {
    /// Name.
    pub name: String,
    /// `Se`, `Sf`, `I`, `C`, `R`, `TF`, `GY`, `MSe`, `MSf`, `MR`, `MTF`, `MGY`, `0`, `1`.
    pub kind: String,
    /// Parameter or law; sources without one are inputs. Those of modulated elements are laws in `t` and in calls
    /// `displacement(C)`, `momentum(I)`, `effort(NAME)`, `flow(NAME)` of other elements.
    pub value: Option<Law>,
    /// Constitutive law instead of a value: the effort of a C by its `displacement`, the flow of an I by its `momentum`,
    /// the effort of an R by its `flow` or its flow by its `effort`; with the same calls.
    pub law: Option<Law>,
    /// Energy variable of a C or I with one port at the start.
    pub initial: Option<f64>,
    /// The square matrix of an I, C or R with several ports, in the order of its bonds.
    pub field: Option<Vec<Vec<f64>>>,
    /// Source location.
    pub span: Span,
}
