//! The band over which a reduction is compared where the user gives none.

use super::ModeChoice;
use super::reduced_structure::ReducedStructure;
use crate::error::ReduceError;
use lissom_linalg::eigen::symmetric_definite;
use std::f64::consts::TAU;

/// An indicator above this ends the band [-].
const USABLE: f64 = 1e-2;

/// How finely that end is looked for.
const STEPS: usize = 200;

/// Eigenvalues below this share of the largest belong to rigid motions [-].
const RIGID: f64 = 1e-12;

/// First and last frequency of a comparison where none are given [Hz]: up to the frequency below which modes were taken, else
/// as far as the indicator finds the reduction usable, else the lower half of the reduced frequencies.
///
/// # Errors
/// When the reduced eigenvalue problem cannot be solved, or the indicator not evaluated.
pub fn usable_band(modes: Option<ModeChoice>, reduced: &ReducedStructure) -> Result<[f64; 2], ReduceError> {
    if let Some(ModeChoice::Below(below)) = modes {
        return Ok([0.0, below]);
    }
    let small = &reduced.structure;
    let found = symmetric_definite(&small.stiffness.to_dense(), &small.mass.to_dense())
        .map_err(|source| ReduceError::SmallEigen { source })?;
    let largest = found.values.last().copied().unwrap_or(0.0);
    let elastic: Vec<f64> = found.values.into_iter().filter(|square| *square > RIGID * largest).collect();
    let middle = elastic.get(elastic.len().saturating_sub(1) / 2).copied().unwrap_or(1.0);
    // A little above the mode, so that it counts.
    let end = 1.01 * middle.sqrt() / TAU;
    let Some(indicator) = &reduced.indicator else { return Ok([0.0, end]) };
    let last = elastic.last().map_or(end, |square| square.sqrt() / TAU);
    let mut usable = end;
    for i in 1..=STEPS {
        let hertz = last * i as f64 / STEPS as f64;
        if indicator.over([hertz, hertz])?.indicator > USABLE {
            break;
        }
        usable = hertz;
    }
    Ok([0.0, usable])
}
