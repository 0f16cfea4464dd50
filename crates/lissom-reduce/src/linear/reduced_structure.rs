//! A reduced structure and its origin.

use super::indicator::Indicator;
use lissom_linalg::{Dense, Sparse};
use lissom_mech::{Interface, InterfaceMotion, Pattern, Structure};

/// A reduced structure with its directions: x = V y.
#[derive(Clone, Debug)]
pub struct ReducedStructure {
    /// Its method.
    pub method: &'static str,
    /// The reduced structure, usable like a full one.
    pub structure: Structure,
    /// V: one row per coordinate of the full structure, one column per reduced coordinate.
    pub vectors: Dense,
    /// Description of each column.
    pub columns: Vec<LinearColumn>,
    /// An error indicator without the full structure, where the method has one.
    pub indicator: Option<Indicator>,
    /// Whether the space is invariant: the response of the reduced structure to its inputs is then exact.
    pub exact: bool,
    /// Notes.
    pub notes: Vec<String>,
    /// Numerical factorisations spent.
    pub factorisations: usize,
    /// Solves spent, each right-hand side counted.
    pub solves: usize,
}

/// A column of the basis of a reduced structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearColumn {
    /// Name of the reduced coordinate.
    pub name: String,
    /// Its origin, as text.
    pub reason: String,
}

impl LinearColumn {
    pub(crate) fn new(name: String, reason: impl Into<String>) -> Self {
        Self { name, reason: reason.into() }
    }
}

impl ReducedStructure {
    /// Number of reduced coordinates.
    #[must_use]
    pub fn size(&self) -> usize {
        self.vectors.cols()
    }

    /// V y: displacements (or rates) of the full structure.
    #[must_use]
    pub fn expand(&self, reduced: &[f64]) -> Vec<f64> {
        self.vectors.multiply_vector(reduced)
    }
}

/// The matrices of a reduced structure.
pub(crate) struct SmallMatrices {
    pub mass: Dense,
    pub damping: Dense,
    pub stiffness: Dense,
    /// The rigid motions in reduced coordinates.
    pub rigid: Dense,
}

impl SmallMatrices {
    /// Vᵀ M V, Vᵀ D V, Vᵀ K V.
    pub(crate) fn projected(full: &Structure, vectors: &Dense, rigid: Dense) -> Self {
        let project = |matrix: &Sparse| vectors.transpose_matmul(&matrix.times(vectors)).symmetric_part();
        Self {
            mass: project(&full.mass),
            damping: project(&full.damping),
            stiffness: project(&full.stiffness),
            rigid,
        }
    }
}

/// The structure with the given small matrices; inputs and outputs are those of the full one, seen through V.
pub(crate) fn small_structure(
    full: &Structure,
    vectors: &Dense,
    columns: &[LinearColumn],
    matrices: &SmallMatrices,
) -> Structure {
    let seen = |patterns: &[Pattern]| -> Vec<Pattern> {
        let through = |pattern: &Pattern| Pattern {
            name: pattern.name.clone(),
            unit: pattern.unit.clone(),
            values: (0..vectors.cols())
                .map(|j| lissom_linalg::dot(vectors.column(j), &pattern.values))
                .collect(),
        };
        patterns.iter().map(through).collect()
    };
    Structure {
        name: full.name.clone(),
        rows: columns.iter().map(|column| column.name.clone()).collect(),
        mass: Sparse::from_dense(&matrices.mass),
        damping: Sparse::from_dense(&matrices.damping),
        stiffness: Sparse::from_dense(&matrices.stiffness),
        rigid_candidates: matrices.rigid.clone(),
        modal_damping: full.modal_damping.projected(vectors),
        inputs: seen(&full.inputs),
        outputs: seen(&full.outputs),
        interfaces: full.interfaces.iter().map(|interface| seen_interface(interface, vectors)).collect(),
        rigid_body: full.rigid_body.as_ref().map(|body| body.projected(vectors)),
        turning: None,
    }
}

/// The motions of an interface in reduced coordinates; one that is itself a coordinate has one entry.
fn seen_interface(interface: &Interface, vectors: &Dense) -> Interface {
    let weight = |motion: &InterfaceMotion, j: usize| {
        motion.entries.iter().map(|(row, w)| w * vectors[(*row, j)]).sum::<f64>()
    };
    let through = |motion: &InterfaceMotion| {
        let weights = (0..vectors.cols()).map(|j| (j, weight(motion, j)));
        InterfaceMotion { entries: weights.filter(|(_, w)| *w != 0.0).collect(), ..motion.clone() }
    };
    Interface { name: interface.name.clone(), motions: interface.motions.iter().map(through).collect() }
}

/// Unit vectors for the first coordinates: rigid motions that are coordinates.
pub(crate) fn leading_units(size: usize, count: usize) -> Dense {
    Dense::from_fn(size, count, |i, j| f64::from(u8::from(i == j)))
}

/// Columns for the rigid motions.
pub(crate) fn rigid_columns(count: usize) -> Vec<LinearColumn> {
    (1..=count)
        .map(|i| LinearColumn::new(format!("rigid motion {i}"), "a motion without deformation, kept exactly"))
        .collect()
}
