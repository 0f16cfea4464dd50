//! Other members: bars that carry axial force only, and rigid bodies.

use crate::diagnostics::diagnostic::Span;
use crate::model::{BeamId, FePartId, NodeId};

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
    /// Source location.
    pub span: Span,
}

/// Index of a rigid body in [`crate::model::Structure::rigid_bodies`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RigidBodyId(pub usize);

/// Nodes that move as one rigid body, with or without mass.
#[derive(Clone, Debug)]
pub struct RigidBody {
    /// Name, unique among bodies and beams; `rigid body 3` when the file gives none.
    pub name: String,
    /// Its nodes, at least one.
    pub nodes: Vec<NodeId>,
    /// Mass \[kg\].
    pub mass: f64,
    /// Inertia tensor about the centre of mass, in global axes at the reference configuration; planar models use the
    /// last entry \[kg m²\].
    pub inertia: [[f64; 3]; 3],
    /// Centre of mass in the reference configuration \[m\].
    pub centre: [f64; 3],
    /// Source location.
    pub span: Span,
}

/// One side of a hinge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Member {
    /// A beam.
    Beam(BeamId),
    /// A rigid body.
    Body(RigidBodyId),
    /// An FE part in large motion.
    Part(FePartId),
}
