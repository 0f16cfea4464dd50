//! Effect of motions without stiffness and mass on eigenvalues.
//!
//! Where such motions exist up to rounding, a mode may hold any share of them, and rounding of the matrices makes a difference
//! between the shares. Of the modes with another share, X', E = X'ᵀ(K − λⱼM)X' is zero up to that. Modes
//! that E mixes (repeated ones, and neighbours that it moves by their distance) form one cluster: their
//! eigenvalues become those of Λ + E within it. Other modes move them by |Eᵢⱼ|²/|λᵢ − λⱼ| at most, as
//! long as that is small, \[Parlett1998, §11.7\].

use crate::matrix::compensated::TwofoldBlock;
use crate::matrix::dense::Dense;
use crate::small::eigen;
use crate::threads::Threads;
use crate::vibration::certify_modes::Claim;

/// Modes are mixed if E moves them by more than this share of their distance [-].
const MIXED: f64 = 0.1;
/// Margin for other shares of modes, and for terms of higher order [-].
const SAFETY: f64 = 2.0;

/// Eigenvalues, ascending, and the effect of another share of loose motions on their equations.
pub(crate) struct LooseShare<'a> {
    values: &'a [f64],
    /// E, symmetric; `None` where nothing is loose.
    change: Option<Dense>,
}

impl<'a> LooseShare<'a> {
    /// Of a claim with an alternative.
    pub fn of(claim: &Claim<'a>, threads: &Threads) -> Self {
        let values = claim.eigenvalues;
        let change = claim.alternative.map(|x| {
            let momentum = TwofoldBlock::product(claim.m, x, threads);
            let force = TwofoldBlock::product(claim.k, x, threads).minus(values, &momentum);
            x.transpose_matmul(&force).symmetric_part()
        });
        Self { values, change }
    }

    /// How far each eigenvalue may move; infinite where that is unknown.
    pub fn changes(&self) -> Vec<f64> {
        let Some(e) = &self.change else { return vec![0.0; self.values.len()] };
        let mut changes = vec![f64::INFINITY; self.values.len()];
        for cluster in self.clusters(e) {
            let inner = |i: usize, j: usize| {
                e[(cluster[i], cluster[j])] + if i == j { self.values[cluster[i]] } else { 0.0 }
            };
            let Ok(found) = eigen::symmetric(&Dense::from_fn(cluster.len(), cluster.len(), inner)) else {
                continue;
            };
            let outer = self.share_from_outside(e, &cluster);
            for (&j, value) in cluster.iter().zip(&found.values) {
                changes[j] = SAFETY * ((value - self.values[j]).abs() + outer);
            }
        }
        changes
    }

    /// Whether two modes are moved against each other by much of their distance.
    fn are_mixed(&self, e: &Dense, i: usize, j: usize) -> bool {
        let moved = e[(i, j)].abs() + e[(i, i)].abs() + e[(j, j)].abs();
        let apart = MIXED * (self.values[i] - self.values[j]).abs();
        // NaN mixes with everything.
        moved.is_nan() || apart.is_nan() || moved > apart
    }

    /// Modes that are mixed with each other, directly or through others, ascending.
    fn clusters(&self, e: &Dense) -> Vec<Vec<usize>> {
        let mut left: Vec<usize> = (0..self.values.len()).collect();
        let mut clusters = Vec::new();
        while let Some(first) = left.first().copied() {
            let (mut cluster, mut next) = (vec![first], 0);
            left.remove(0);
            while let Some(&at) = cluster.get(next) {
                let (met, rest) = left.iter().partition(|&&other| self.are_mixed(e, at, other));
                (cluster, left) = ([cluster, met].concat(), rest);
                next += 1;
            }
            cluster.sort_unstable();
            clusters.push(cluster);
        }
        clusters
    }

    fn share_from_outside(&self, e: &Dense, cluster: &[usize]) -> f64 {
        let outside = (0..self.values.len()).filter(|i| cluster.binary_search(i).is_err());
        let from = |i: usize| -> f64 {
            cluster.iter().map(|&j| e[(i, j)].powi(2) / (self.values[i] - self.values[j]).abs()).sum()
        };
        outside.map(from).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::sparse::{Sparse, Triplets};

    /// Two neighbours and a motion without mass that only rounding ties to the second: as long as the first holds none of it,
    /// its quotient is 1, and so it is with any share t of it; but the pencil of both then is [[1, t e], [t e, 1.001]].
    #[test]
    fn neighbours_that_a_loose_motion_mixes_are_known_no_better_than_they_mix() {
        let (e, share) = (1e-3, 2.0);
        let (mut k, mut m) = (Triplets::new(3, 3), Triplets::new(3, 3));
        [(0, 0, 1.0), (1, 1, 1.001), (1, 2, e), (2, 1, e)].iter().for_each(|&(i, j, v)| k.add(i, j, v));
        [0, 1].iter().for_each(|&i| m.add(i, i, 1.0));
        let (k, m) = (Sparse::from_triplets(&k), Sparse::from_triplets(&m));
        let unit = |i: usize, j: usize| if i == j { 1.0 } else { 0.0 };
        let vectors = Dense::from_fn(3, 2, unit);
        let other = Dense::from_fn(3, 2, |i, j| if (i, j) == (2, 0) { share } else { unit(i, j) });
        let claim = Claim {
            k: &k,
            m: &m,
            rigid: &Dense::zeros(3, 0),
            rigid_known: false,
            eigenvalues: &[1.0, 1.001],
            vectors: &vectors,
            free: &[0, 1],
            alternative: Some(&other),
        };
        // λ = 1.0005 ∓ √(0.0005² + (t e)²).
        let apart = 0.0005_f64.hypot(share * e) - 0.0005;
        for error in LooseShare::of(&claim, &Threads::one()).changes() {
            assert!(error >= apart && error < 4.0 * apart, "{error} for {apart}");
        }
    }

    /// Three modes of which the second and third trade places: E moves the third by its distance from the second and mixes the
    /// two there; the first is far away and hardly moves.
    #[test]
    fn eigenvalues_move_as_those_of_the_changed_cluster_do() {
        let values = [1.0, 100.0, 100.1];
        let e = Dense::from_fn(3, 3, |i, j| match (i, j) {
            (2, 2) => -0.1,
            (1, 2) | (2, 1) => 0.03,
            (0, 1) | (1, 0) => 0.01,
            _ => 0.0,
        });
        let share = LooseShare { values: &values, change: Some(e) };
        assert_eq!(share.clusters(share.change.as_ref().unwrap()), [vec![0], vec![1, 2]]);
        // Within the cluster 100 ∓ 0.03; from the first mode 0.01²/99.
        let changes = share.changes();
        assert!(changes[0] >= 0.01_f64.powi(2) / 99.0 && changes[0] < 1e-5, "{changes:?}");
        assert!(changes[1] >= 0.03 && changes[1] < 0.07, "{changes:?}");
        assert!(changes[2] >= 0.07 && changes[2] < 0.15, "{changes:?}");
    }
}
