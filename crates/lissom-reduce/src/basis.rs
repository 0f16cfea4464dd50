//! The directions of a reduced system and their origin.

use lissom_linalg::Dense;
use lissom_mech::GeneralisedCoordinate;

/// Directions over the coordinates of a full system: q = V η \[Boer2013, Eq. (18)\].
#[derive(Clone, Debug, PartialEq)]
pub struct Basis {
    /// Its method.
    pub method: String,
    /// V: one row per coordinate of the full system, one column per reduced coordinate.
    pub vectors: Dense,
    /// Description of each column.
    pub columns: Vec<Column>,
    /// Singular values as shares of their sum, including omitted ones; empty for methods without [-].
    pub singular_values: Vec<f64>,
    /// Number of modes of every state that it should contain.
    pub promised: usize,
}

/// A column of a basis.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// The reduced coordinate.
    pub coordinate: GeneralisedCoordinate,
    /// Its origin, as text.
    pub reason: String,
    /// Its importance: share of the singular values, or 1 [-].
    pub weight: f64,
}

impl Basis {
    /// Coordinates of the full system.
    #[must_use]
    pub fn full_size(&self) -> usize {
        self.vectors.rows()
    }

    /// Coordinates of the reduced system.
    #[must_use]
    pub fn size(&self) -> usize {
        self.vectors.cols()
    }

    /// V η: coordinates (or rates) of the full system from those of the reduced one.
    #[must_use]
    pub fn expand(&self, reduced: &[f64]) -> Vec<f64> {
        self.vectors.multiply_vector(reduced)
    }
}
