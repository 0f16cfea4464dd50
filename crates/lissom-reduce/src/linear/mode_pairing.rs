//! Pairing of reduced and full modes by shape and frequency.

use super::ReducedStructure;
use super::small_modes::SmallModes;
use lissom_linalg::{Dense, Modes, dot, eigen};
use std::f64::consts::TAU;

/// Modes that have less than this in common are not the same [-].
const SAME_SHAPE: f64 = 0.5;

/// A reduced mode whose frequency differs by more than this factor is a different mode, for any shape [-].
const SAME_FREQUENCY: f64 = 2.0;

/// Full frequencies nearer to each other than this are repeated: their shapes are any basis of one space [-].
const CLUSTER: f64 = 1e-6;

/// Directions of the basis with less inertia than this share of the largest have none [-].
const MASSLESS: f64 = 1e-13;

/// A full mode and its reduced counterpart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModeKept {
    /// Frequency of the full structure [Hz].
    pub hertz: f64,
    /// Frequency of its reduced counterpart [Hz]; `None` where it is missing.
    pub reduced_hertz: Option<f64>,
    /// Modal assurance of the two shapes, by kinetic energy [-].
    pub assurance: f64,
    /// Share of the mode's kinetic energy that lies in the basis [-].
    pub held: f64,
}

impl ModeKept {
    /// |f_reduced/f − 1| [-]; `None` where the mode is missing.
    #[must_use]
    pub fn error(&self) -> Option<f64> {
        self.reduced_hertz.map(|reduced| (reduced / self.hertz - 1.0).abs())
    }
}

/// Pairs every mode of a band [Hz].
pub(super) fn modes_kept(
    found: &Modes,
    reduced: &ReducedStructure,
    small: &SmallModes,
    momenta: &Dense,
    [from, to]: [f64; 2],
) -> Vec<ModeKept> {
    let shares = momenta.transpose_matmul(&found.vectors);
    let inside = within(&reduced.vectors.transpose_matmul(momenta).symmetric_part(), &shares);
    // Σ over a cluster of (φᵀ M V ψ)²: how much of a reduced mode lies in the space of the cluster.
    let resemblance = small.shapes.transpose_matmul(&shares);
    let hertz: Vec<f64> = found.eigenvalues.iter().map(|square| square.abs().sqrt() / TAU).collect();
    let cluster = |j: usize| {
        let near = move |k: &usize| (hertz_ratio(found, *k, j) - 1.0).abs() < CLUSTER;
        (0..found.eigenvalues.len()).filter(near)
    };
    let like = Dense::from_fn(hertz.len(), small.squares.len(), |j, i| {
        cluster(j).map(|k| resemblance[(i, k)].powi(2)).sum::<f64>()
    });
    let partners = paired(&like, &hertz, small);
    let kept = |j: usize| ModeKept {
        hertz: hertz[j],
        reduced_hertz: partners[j].map(|i| small.hertz(i)),
        assurance: partners[j].map_or(0.0, |i| like[(j, i)].min(1.0)),
        held: dot(shares.column(j), inside.column(j)).clamp(0.0, 1.0),
    };
    (0..hertz.len()).map(kept).filter(|mode| (from..=to).contains(&mode.hertz)).collect()
}

fn hertz_ratio(found: &Modes, k: usize, j: usize) -> f64 {
    (found.eigenvalues[k] / found.eigenvalues[j]).abs().sqrt()
}

/// The most similar first, each mode once; frequencies of another order are not paired.
fn paired(like: &Dense, hertz: &[f64], small: &SmallModes) -> Vec<Option<usize>> {
    let near = |j: usize, i: usize| {
        let ratio = small.hertz(i) / hertz[j];
        (1.0 / SAME_FREQUENCY..=SAME_FREQUENCY).contains(&ratio)
    };
    let mut all: Vec<(usize, usize)> = (0..like.rows())
        .flat_map(|j| (0..like.cols()).map(move |i| (j, i)))
        .filter(|&(j, i)| like[(j, i)] >= SAME_SHAPE && near(j, i))
        .collect();
    all.sort_by(|a, b| like[*b].total_cmp(&like[*a]).then(a.cmp(b)));
    let (mut partner, mut taken) = (vec![None; like.rows()], vec![false; like.cols()]);
    for (j, i) in all {
        if partner[j].is_none() && !taken[i] {
            (partner[j], taken[i]) = (Some(i), true);
        }
    }
    partner
}

/// G⁺ s: combinations of the basis that are nearest to motions; directions without inertia are dropped.
pub(super) fn within(gram: &Dense, shares: &Dense) -> Dense {
    let n = gram.rows();
    let scale: Vec<f64> = (0..n).map(|i| gram[(i, i)].abs().sqrt().recip()).collect();
    let scale: Vec<f64> = scale.into_iter().map(|s| if s.is_finite() { s } else { 0.0 }).collect();
    let scaled = Dense::from_fn(n, n, |i, j| gram[(i, j)] * scale[i] * scale[j]);
    let Ok(split) = eigen::symmetric(&scaled) else { return Dense::zeros(n, shares.cols()) };
    let largest = split.values.last().copied().unwrap_or(0.0);
    let right = Dense::from_fn(n, shares.cols(), |i, j| shares[(i, j)] * scale[i]);
    let mut coefficients = split.vectors.transpose_matmul(&right);
    for j in 0..coefficients.cols() {
        for (c, value) in coefficients.column_mut(j).iter_mut().zip(&split.values) {
            *c = if *value > MASSLESS * largest { *c / value } else { 0.0 };
        }
    }
    let back = split.vectors.matmul(&coefficients);
    Dense::from_fn(n, shares.cols(), |i, j| back[(i, j)] * scale[i])
}
