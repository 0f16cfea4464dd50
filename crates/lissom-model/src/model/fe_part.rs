//! Parts from finite-element programs, their interfaces and joins.

use super::{Attachment, Coordinate, NodeId, PartUnits};
use crate::diagnostics::diagnostic::Span;

/// Matrices written by a finite-element program.
#[derive(Clone, Debug)]
pub struct FePart {
    /// Name.
    pub name: String,
    /// `auto`, `calculix`, `matrix-market`, `op4`, `abaqus`, `npz`, `mat`, `table`.
    pub format: String,
    /// Files by role (`stiffness`, `mass`, `damping_matrix`, `dof`, `mesh`; or `reduced` alone), relative to the model
    /// file.
    pub files: Vec<(String, String)>,
    /// The units of its files; everything else is SI.
    pub units: PartUnits,
    /// Its orientation: columns are the directions of its x, y and z axes; `None`: unchanged.
    pub orientation: Option<[[f64; 3]; 3]>,
    /// Position of the origin of its mesh \[m\].
    pub position: [f64; 3],
    /// Positions of nodes given in the model file, in the axes of the part \[m\].
    pub nodes: Vec<(i64, [f64; 3])>,
    /// Modal damping ratio of every mode \[-\].
    pub modal_damping: Option<f64>,
    /// Rayleigh coefficients: mass \[1/s\], stiffness \[s\].
    pub rayleigh: Option<[f64; 2]>,
    /// How it moves as a body of a mechanism; `None`: it moves a little only.
    pub motion: Option<LargeMotion>,
    /// Source location.
    pub span: Span,
}

/// Index of an FE part in [`crate::model::Model::fe_parts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FePartId(pub usize);

/// An FE part as a body of a mechanism: it is reduced to its interfaces, and moves by any distance and angle.
#[derive(Clone, Debug)]
pub struct LargeMotion {
    /// How it is reduced; of no use for a part that is `reduced` already.
    pub method: PartMethod,
    /// Which modes are kept beside the motions of its interfaces.
    pub kept: KeptModes,
    /// The frame in which its deformation is measured.
    pub frame: PartFrame,
    /// Which of its deformations may occur.
    pub flexible: PartFlexible,
    /// Geometric stiffness: the motion of an interface that a unit load acts on, and the file of the matrix.
    pub geometric: Vec<GeometricFile>,
    /// The nodes of its interfaces, in the order in which the file lists these. Several parts may share a node.
    pub nodes: Vec<NodeId>,
}

/// How a part is reduced to its interfaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartMethod {
    /// Modes with the interfaces held, and static shapes.
    CraigBampton,
    /// Free modes, and residual compliance with its mass.
    Rubin,
    /// Static shapes alone.
    Guyan,
}

/// Which modes of a part are kept.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum KeptModes {
    /// The lowest ones.
    Lowest(usize),
    /// Those below a frequency \[Hz\].
    Below(f64),
}

/// The frame in which the deformation of a part is measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartFrame {
    /// Mean position of the interfaces, turned with the lines between them.
    Interfaces,
    /// Centre of mass and mean rotation of the mass.
    Mass,
    /// An interface, by name.
    Interface(String),
}

/// Which deformations of a part may occur.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartFlexible {
    /// All.
    All,
    /// Of a part with two interfaces: all but the change of their distance.
    AllButElongation,
    /// None: a rigid body with the mass of the part.
    Rigid,
}

/// A matrix of geometric stiffness.
#[derive(Clone, Debug)]
pub struct GeometricFile {
    /// The interface on which the unit load acts.
    pub interface: String,
    /// Its direction: a force along an axis, or a moment about it.
    pub direction: Coordinate,
    /// The file of the matrix, relative to the model file.
    pub file: String,
    /// Source location.
    pub span: Span,
}

impl FePart {
    /// The file of a reduced structure, when the part is one.
    #[must_use]
    pub fn reduced(&self) -> Option<&str> {
        self.files.iter().find(|(role, _)| role == "reduced").map(|(_, file)| file.as_str())
    }
}

/// A node set of an FE part treated as one node.
#[derive(Clone, Debug)]
pub struct Interface {
    /// Name.
    pub name: String,
    /// FE part.
    pub part: String,
    /// Node set of the mesh file, or the number of a node; empty with `rows`.
    pub set: String,
    /// Instead of a set: rows of the matrices, counted from one, that move one point along x, y, z and about them; in the
    /// plane along x, y and about z.
    pub rows: Vec<usize>,
    /// How the set becomes a node.
    pub kind: InterfaceKind,
    /// Its position \[m\].
    pub at: Option<[f64; 3]>,
    /// Source location.
    pub span: Span,
}

impl Interface {
    /// `part.interface`.
    #[must_use]
    pub fn full_name(&self) -> String {
        format!("{}.{}", self.part, self.name)
    }

    /// Whether a name is that of this interface, alone or as `part.interface`.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name
            || name.strip_prefix(&self.part).and_then(|own| own.strip_prefix('.')) == Some(&self.name)
    }
}

/// Two places that move as one.
#[derive(Clone, Debug)]
pub struct Join {
    /// Name.
    pub name: String,
    /// Both places; at least one is an interface of an FE part.
    pub places: [Attachment; 2],
    /// The shared motions; empty means all.
    pub coordinates: Vec<Coordinate>,
    /// Source location.
    pub span: Span,
}

/// How a node set becomes one node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InterfaceKind {
    /// Average motion (RBE3-like).
    Mean,
    /// Rigid face (RBE2-like).
    Rigid,
    /// Each node separately.
    Nodes,
}
