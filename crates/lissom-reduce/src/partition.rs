//! Large coordinates are kept; the others may be combined.

use crate::basis::{Basis, Column};
use crate::error::ReduceError;
use lissom_dynamics::{OperatingState, StateModes};
use lissom_linalg::{Dense, eigen};
use lissom_mech::{GeneralisedCoordinate, Size};

/// Which coordinates of a system are large and which are small \[Boer2013, §3.2\].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    /// Indices of the large coordinates.
    pub large: Vec<usize>,
    /// Indices of the others.
    pub small: Vec<usize>,
}

impl Partition {
    /// The partition that the coordinates declare.
    #[must_use]
    pub fn of(coordinates: &[GeneralisedCoordinate]) -> Self {
        let (large, small) = (0..coordinates.len()).partition(|&i| coordinates[i].size == Size::Large);
        Self { large, small }
    }

    /// Vibrations of the small coordinates about a state, the large ones locked \[Boer2013, Eq. (21)\].
    ///
    /// # Errors
    /// [`ReduceError::Eigen`] with the index of the state.
    pub fn modes(&self, at: &OperatingState, place: usize) -> Result<StateModes, ReduceError> {
        let part = |whole: &Dense| {
            let n = self.small.len();
            Dense::from_fn(n, n, |i, j| whole[(self.small[i], self.small[j])]).symmetric_part()
        };
        let found = eigen::symmetric_definite(&part(&at.tangent()), &part(&at.linearisation.mass))
            .map_err(|source| ReduceError::Eigen { state: place, source })?;
        Ok(StateModes::of_part(found.values, found.vectors))
    }

    /// The basis with given directions of the small coordinates and a separate column for each large
    /// coordinate.
    pub(crate) fn basis(
        &self,
        method: &'static str,
        coordinates: &[GeneralisedCoordinate],
        directions: &Dense,
        columns: Vec<Column>,
        promised: usize,
    ) -> Basis {
        let (n, m) = (coordinates.len(), directions.cols());
        let mut vectors = Dense::zeros(n, m + self.large.len());
        for j in 0..m {
            for (i, &row) in self.small.iter().enumerate() {
                vectors[(row, j)] = directions[(i, j)];
            }
        }
        let mut all = columns;
        for (j, &row) in self.large.iter().enumerate() {
            vectors[(row, m + j)] = 1.0;
            let coordinate = coordinates[row].clone();
            let reason = format!("{}: kept separately because it becomes large", coordinate.name);
            all.push(Column { coordinate, reason, weight: 1.0 });
        }
        Basis { method: method.to_owned(), vectors, columns: all, singular_values: Vec::new(), promised }
    }
}
