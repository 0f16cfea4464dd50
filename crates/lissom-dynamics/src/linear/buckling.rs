//! Linear buckling: loads at which a structure under stress has a neutral direction.
//!
//! # Equation
//! (K + λ G) φ = 0 with the geometric stiffness G of the stress under the load, K being positive definite: G φ = ν K φ, λ = −1/ν.
//! The lowest ν are found as vibration modes are, with K in the place of the mass.

use crate::error::DynamicsError;
use crate::linear::certify_buckling::{Claim, Count, certify};
use lissom_linalg::{Dense, Modes, ModesOptions, Progress, Sparse, Verdict, Wanted, eigen};

/// Reciprocal factors below this share of the largest belong to no load: nothing there is compressed [-].
const NONE: f64 = 1e-12;

/// Factors that differ by less than this belong together [-].
const TWINS: f64 = 1e-6;

/// A factor of the load at which the structure buckles.
#[derive(Clone, Debug, PartialEq)]
pub struct BucklingMode {
    /// λ [-].
    pub factor: f64,
    /// φ over the rows of the structure, its largest entry being one.
    pub shape: Vec<f64>,
    /// Factors that enclose it for the matrices as they are [-].
    pub between: [f64; 2],
    /// Numbers of negative eigenvalues there.
    pub negative: [usize; 2],
    /// Bound of its relative error: of the solver, and of rounding of the matrices and of the stress (first order) [-].
    pub bound: f64,
    /// What was measured, and whether it is certified.
    pub verdict: Verdict,
}

/// What rounding of the stress may change in φᵀ(K + λ G)φ, for a shape φ with φᵀKφ = 1 and λ.
pub type StressError<'a> = dyn Fn(&[f64], f64) -> f64 + 'a;

/// A structure under a growing load.
pub struct BucklingRequest<'a> {
    /// K, with the stress of constant loads.
    pub stiffness: &'a Sparse,
    /// G of the growing load.
    pub geometric: &'a Sparse,
    /// Rounding of the stress.
    pub stress_error: &'a StressError<'a>,
    /// How many factors at most.
    pub count: usize,
}

/// The lowest factors above zero, ascending, at most `count` (more where a cluster would be cut).
///
/// # Errors
/// When K is not positive definite (the structure moves freely), or eigenvalues cannot be found.
pub fn buckling(
    request: &BucklingRequest<'_>,
    progress: &dyn Progress,
) -> Result<Vec<BucklingMode>, DynamicsError> {
    let BucklingRequest { stiffness, geometric, .. } = *request;
    // Where rounding makes K indefinite, the sparse method may still answer.
    let all = all_reciprocals(request);
    let largest = all.as_ref().map_or(0.0, |all| all.iter().fold(0.0, |a: f64, b| a.max(b.abs())));
    let is_compressed = |value: &&f64| **value < -NONE * largest;
    let compressed = all.as_ref().map_or(request.count, |all| all.iter().filter(is_compressed).count());
    if compressed == 0 {
        return Ok(Vec::new());
    }
    let options = ModesOptions { all_limit: stiffness.rows(), ..ModesOptions::default() };
    let wanted = Wanted::Lowest(compressed.min(request.count));
    let found = lissom_linalg::modes(geometric, stiffness, None, wanted, &options, progress)
        .map_err(|source| DynamicsError::Modes { source, coordinate: None })?;
    Ok(checked(request, &found, -NONE * largest))
}

/// All ν by a dense method, to know how many there are.
fn all_reciprocals(request: &BucklingRequest<'_>) -> Result<Vec<f64>, eigen::EigenError> {
    let scale: Vec<f64> = request.stiffness.diagonal().iter().map(|k| 1.0 / k.abs().sqrt()).collect();
    let [k, g] = [request.stiffness, request.geometric].map(|a| {
        let a = a.to_dense().symmetric_part();
        Dense::from_fn(a.rows(), a.cols(), |i, j| a[(i, j)] * scale[i] * scale[j])
    });
    Ok(eigen::symmetric_definite(&g, &k)?.values)
}

/// The negative ν as factors, each checked.
fn checked(request: &BucklingRequest<'_>, found: &Modes, limit: f64) -> Vec<BucklingMode> {
    let doubt = found.certificate.why_not().filter(|_| !found.certificate.is_complete());
    let held = Count::of(request.stiffness);
    let factors: Vec<f64> =
        found.eigenvalues.iter().take_while(|value| **value < limit).map(|value| -1.0 / value).collect();
    let below = |sigma: f64| factors.iter().filter(|factor| **factor < sigma).count();
    let one = |(j, factor): (usize, &f64)| {
        let shape = found.vectors.column(j);
        let claim = Claim {
            factor: *factor,
            shape,
            solver: found.certificate.errors().get(j).copied().unwrap_or(f64::INFINITY),
            stress: (request.stress_error)(shape, *factor),
            below: &below,
            doubt: doubt.as_deref(),
        };
        let checked = certify(request.stiffness, request.geometric, held.as_ref(), &claim);
        let peak = shape.iter().fold(0.0, |a: f64, b| if b.abs() > a.abs() { *b } else { a });
        BucklingMode {
            factor: *factor,
            shape: shape.iter().map(|value| value / peak).collect(),
            between: checked.between,
            negative: checked.negative,
            bound: checked.bound,
            verdict: checked.verdict,
        }
    };
    factors[..uncut(&factors, request.count)].iter().enumerate().map(one).collect()
}

/// The number of factors to show: as many as requested, and more where twins would be separated.
fn uncut(factors: &[f64], count: usize) -> usize {
    let is_cut =
        |n: &usize| *n > 0 && *n < factors.len() && factors[*n] - factors[n - 1] <= TWINS * factors[*n];
    (count.min(factors.len())..).find(|n| !is_cut(n)).unwrap_or(factors.len())
}
