//! The choice of coordinates of a mechanism.

use crate::diagnostics::diagnostic::Span;
use crate::model::{Coordinate, NodeId};

/// `[coordinates]`: which coordinates describe a mechanism in large motion.
#[derive(Clone, Debug)]
pub struct CoordinateChoice {
    /// Deformations that follow from the others, by name; empty: chosen automatically.
    pub follow: Vec<String>,
    /// Coordinates of nodes that are independent.
    pub independent: Vec<(NodeId, Coordinate)>,
    /// Source location.
    pub span: Span,
}
