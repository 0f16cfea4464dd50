//! Members beside beams: bars that carry axial force only.

use crate::diagnostic::Span;
use crate::model::NodeId;

/// A straight bar with hinged ends: it carries axial force only.
#[derive(Clone, Debug)]
pub struct Truss {
    /// Name, unique; `truss 3` when the file gives none.
    pub name: String,
    /// First and second end.
    pub nodes: [NodeId; 2],
    /// Force per elongation, EA/l; not used when it is rigid \[N/m\].
    pub stiffness: f64,
    /// Mass of the whole bar, spread evenly \[kg\].
    pub mass: f64,
    /// Whether its length may change; if not, it is a rigid link.
    pub flexible: bool,
    /// Kelvin-Voigt damping: force = stiffness (e + eta ė) \[s\].
    pub kelvin_voigt: f64,
    /// Where it stands.
    pub span: Span,
}
