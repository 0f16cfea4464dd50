//! Correspondence of modes of the reduced and the full system.

use crate::basis::Basis;
use crate::error::ReduceError;
use crate::partition::Partition;
use crate::validity::{part, projected_modes, small_directions};
use lissom_dynamics::OperatingState;
use lissom_linalg::Dense;
use lissom_mech::System;

/// Modes of the full and of the reduced system about a state, compared with each other; large coordinates are
/// locked.
#[derive(Clone, Debug, PartialEq)]
pub struct Assurance {
    /// Angular frequencies of the full system, signed like ω² [rad/s].
    pub full: Vec<f64>,
    /// Angular frequencies of the reduced system, signed like ω² [rad/s].
    pub reduced: Vec<f64>,
    /// (φᵀ M V ψ)² of mass-normalised modes φ and ψ: 1 the same shape, 0 nothing in common. Full × reduced [-].
    pub values: Dense,
}

/// Modal assurance, weighted by mass, of the lowest modes about a state, up to a number of modes of the full
/// system.
///
/// # Errors
/// [`ReduceError::Eigen`].
pub fn assurance(
    system: &dyn System,
    basis: &Basis,
    state: &OperatingState,
    most: usize,
) -> Result<Assurance, ReduceError> {
    let partition = Partition::of(system.coordinates());
    let directions = small_directions(&partition, basis);
    let full = partition.modes(state, 0)?;
    let reduced = projected_modes(&partition, &directions, state, 0)?;
    let count = full.eigenvalues.len().min(most);
    let lifted = part(&partition, &state.linearisation.mass).matmul(&directions.matmul(&reduced.shapes));
    let overlap = full.shapes.columns(0..count).transpose_matmul(&lifted);
    // Rounding may push a square slightly above one.
    let values = Dense::from_fn(count, lifted.cols(), |i, j| overlap[(i, j)].powi(2).min(1.0));
    let mut frequencies = full.angular_frequencies();
    frequencies.truncate(count);
    Ok(Assurance { full: frequencies, reduced: reduced.angular_frequencies(), values })
}
