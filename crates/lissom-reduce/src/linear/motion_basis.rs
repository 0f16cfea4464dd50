//! A basis of large motion about one configuration, as a reduced structure.

use super::reduced_structure::{LinearColumn, ReducedStructure, SmallMatrices, small_structure};
use crate::basis::Basis;
use lissom_linalg::Dense;
use lissom_mech::Structure;

/// The structure of small motions on a basis of large motion, Vᵀ M V, Vᵀ D V, Vᵀ K V: the reduced system linearised where
/// the full one was.
///
/// # Panics
/// When the basis has another number of rows than the structure.
#[must_use]
pub fn linearised_on(basis: &Basis, full: &Structure) -> ReducedStructure {
    assert_eq!(basis.vectors.rows(), full.size(), "a basis is one of the structure's coordinates");
    let columns: Vec<LinearColumn> = basis
        .columns
        .iter()
        .map(|column| LinearColumn::new(column.coordinate.name.clone(), column.reason.clone()))
        .collect();
    let vectors = basis.vectors.clone();
    let matrices = SmallMatrices::projected(full, &vectors, Dense::zeros(vectors.cols(), 0));
    let structure = small_structure(full, &vectors, &columns, &matrices);
    ReducedStructure {
        method: "large motion",
        structure,
        vectors,
        columns,
        indicator: None,
        exact: false,
        notes: Vec::new(),
        factorisations: 0,
        solves: 0,
    }
}
