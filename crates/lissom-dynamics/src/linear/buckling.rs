//! Linear buckling: loads at which a structure under stress has a neutral direction.
//!
//! # Equation
//! (K + λ G) φ = 0 with the geometric stiffness G of the stress under the load, K being positive definite: −G φ = μ K φ, λ = 1/μ.
//! By Sylvester's law K + σ G has as many negative eigenvalues as there are factors between 0 and σ: counts on both sides of a
//! factor enclose it, whatever found it.

use crate::error::DynamicsError;
use lissom_linalg::Dense;
use lissom_linalg::eigen;

/// A critical factor is enclosed within this share of its value [-].
const ENCLOSURE: f64 = 1e-7;
/// Rounding units of a decomposition, per row.
const ROUNDINGS: f64 = 16.0;
/// Reciprocal factors below this share of the largest belong to no load: nothing there is compressed [-].
const NONE: f64 = 1e-12;

/// A factor of the load at which the structure buckles.
#[derive(Clone, Debug, PartialEq)]
pub struct BucklingMode {
    /// λ [-].
    pub factor: f64,
    /// φ over the rows of the structure, its largest entry being one.
    pub shape: Vec<f64>,
    /// Factors that enclose it [-].
    pub between: [f64; 2],
    /// Numbers of negative eigenvalues there.
    pub negative: [usize; 2],
    /// Whether the counts agree with the place of the factor among all, every sign beyond its error.
    pub certified: bool,
}

/// The lowest factors above zero, ascending, at most `count`.
///
/// # Errors
/// When K is not positive definite (the structure moves freely), or eigenvalues cannot be found.
pub fn buckling(
    name: &str,
    stiffness: &Dense,
    geometric: &Dense,
    count: usize,
) -> Result<Vec<BucklingMode>, DynamicsError> {
    let failed = |source| DynamicsError::Eigen { system: name.to_owned(), source };
    let n = stiffness.rows();
    let mut softened = Dense::zeros(n, n);
    softened.add_scaled(-1.0, geometric);
    let found =
        eigen::symmetric_definite(&softened.symmetric_part(), &stiffness.symmetric_part()).map_err(failed)?;
    let largest = found.values.iter().fold(0.0, |a: f64, b| a.max(b.abs()));
    // Largest reciprocal first: the smallest load.
    let order = (0..found.values.len()).rev().filter(|k| found.values[*k] > NONE * largest);
    let factors: Vec<(usize, f64)> = order.map(|k| (k, 1.0 / found.values[k])).collect();
    let mut modes = Vec::new();
    for (k, factor) in factors.iter().take(count) {
        let between = [factor * (1.0 - ENCLOSURE), factor * (1.0 + ENCLOSURE)];
        let mut negative = [0; 2];
        let mut certified = true;
        for (side, sigma) in between.into_iter().enumerate() {
            let (count, decided) = negative_count(stiffness, geometric, sigma).map_err(failed)?;
            let expected = factors.iter().filter(|(_, other)| *other < sigma).count();
            negative[side] = count;
            certified &= decided && count == expected;
        }
        certified &= negative[0] < negative[1];
        let column = found.vectors.column(*k);
        let peak = column.iter().fold(0.0, |a: f64, b| if b.abs() > a.abs() { *b } else { a });
        let shape = column.iter().map(|value| value / peak).collect();
        modes.push(BucklingMode { factor: *factor, shape, between, negative, certified });
    }
    Ok(modes)
}

/// Number of negative eigenvalues of K + σ G scaled to a unit diagonal of K, and whether every sign is beyond rounding.
fn negative_count(
    stiffness: &Dense,
    geometric: &Dense,
    sigma: f64,
) -> Result<(usize, bool), eigen::EigenError> {
    let n = stiffness.rows();
    let scale: Vec<f64> = (0..n).map(|i| 1.0 / stiffness[(i, i)].abs().sqrt()).collect();
    let sum =
        Dense::from_fn(n, n, |i, j| (stiffness[(i, j)] + sigma * geometric[(i, j)]) * scale[i] * scale[j]);
    let size = |i: usize| {
        let entry =
            |j: usize| (stiffness[(i, j)].abs() + (sigma * geometric[(i, j)]).abs()) * scale[i] * scale[j];
        (0..n).map(entry).sum::<f64>()
    };
    let bound = ROUNDINGS * f64::EPSILON * (0..n).map(size).fold(0.0, f64::max);
    let values = eigen::symmetric(&sum.symmetric_part())?.values;
    let decided = values.iter().all(|value| value.abs() > bound);
    Ok((values.iter().filter(|value| **value < 0.0).count(), decided))
}
