//! Bond graphs.

use super::Law;
use crate::diagnostics::diagnostic::Span;

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

/// An element of a bond graph.
#[derive(Clone, Debug)]
pub struct BondElement {
    /// Name.
    pub name: String,
    /// `Se`, `Sf`, `I`, `C`, `R`, `TF`, `GY`, `MTF`, `MGY`, `0`, `1`.
    pub kind: String,
    /// Parameter or law; sources without one are inputs.
    pub value: Option<Law>,
    /// The square matrix of an I, C or R with several ports, in the order of its bonds.
    pub field: Option<Vec<Vec<f64>>>,
    /// Source location.
    pub span: Span,
}
