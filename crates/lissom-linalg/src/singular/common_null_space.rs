//! Motions with neither stiffness nor mass: found, and fixed so that they are removed from both matrices
//! exactly.
//!
//! Hourglass motions of one layer of reduced-integration solids deform no integration point of the element. A
//! pencil with such motions is singular: every number is an eigenvalue of it. With as many coordinates fixed
//! as there are such motions nothing else changes, because a vector and the vector plus such a motion have
//! the same energies.

use crate::matrix::dense::{Dense, dot};
use crate::matrix::sparse::{Sparse, Triplets};
use crate::singular::null_space::{HeldSolver, NearNull};
use crate::singular::null_space_error::NullSpaceError;
use crate::small::qr::PivotedQr;
use crate::threads::Threads;

/// An energy below this share of the sum of its terms counts as zero [-]: tables are printed with ten digits
/// and more.
const NONE: f64 = 1e-10;

/// The motions, and the coordinates that fix them.
pub(crate) struct CommonNullSpace {
    /// The motions as columns.
    pub vectors: Dense,
    /// The remaining rows without those that fix the motions, ascending.
    pub free: Vec<usize>,
    /// Coordinates times this are scaled to unit diagonal.
    weight: Vec<f64>,
}

impl CommonNullSpace {
    /// The motions that neither K nor M resists; `None` if there are none, or if zero and small cannot be
    /// distinguished.
    ///
    /// # Errors
    /// [`NullSpaceError::Factor`] if a matrix cannot be factored for lack of memory or because of non-finite
    /// numbers.
    pub fn find(k: &Sparse, m: &Sparse, threads: &Threads) -> Result<Option<Self>, NullSpaceError> {
        let typical = typical_ratio(k, m);
        // A negative stiffness can cancel against the mass for one factor, but not for several.
        for factor in [1.0, 1e3, 1e6, 1e-3] {
            let sum = k.add_scaled(1.0, m, factor * typical);
            let diagonal = sum.diagonal();
            if diagonal.iter().any(|d| d.is_nan() || *d <= 0.0) {
                continue;
            }
            let weight: Vec<f64> = diagonal.iter().map(|d| d.sqrt()).collect();
            let near = NearNull::of(sum, m, weight.iter().map(|w| 1.0 / w).collect(), threads)?;
            match Self::among(near, k, m, weight) {
                Err(NullSpaceError::Factor(error)) => return Err(NullSpaceError::Factor(error)),
                Err(_) | Ok(None) => {}
                Ok(found) => return Ok(found),
            }
        }
        Ok(None)
    }

    fn among(
        mut near: NearNull<'_>,
        k: &Sparse,
        m: &Sparse,
        weight: Vec<f64>,
    ) -> Result<Option<Self>, NullSpaceError> {
        let (found, ..) = near.iterate()?;
        if found.cols() == 0 {
            return Ok(None);
        }
        let held = near.hold_at(near.pins(&found))?;
        let vectors = near.completed(&held, &found);
        if !matches!(held.solver, HeldSolver::Factored(_)) || !is_empty(k, m, &vectors) {
            return Ok(None);
        }
        let free = (0..k.rows()).filter(|row| !held.pins.contains(row)).collect();
        Ok(Some(Self { vectors, free, weight }))
    }

    /// Displacements of the free rows as displacements of all rows; those that fix the motions are zero.
    pub fn expand(&self, x: &Dense) -> Dense {
        let mut all = Dense::zeros(self.weight.len(), x.cols());
        for j in 0..x.cols() {
            self.free.iter().enumerate().for_each(|(i, &row)| all[(row, j)] = x[(i, j)]);
        }
        all
    }

    /// The same displacements of all rows with the smallest share of the motions, for pictures.
    pub fn smoothed(&self, x: &Dense) -> Dense {
        let mut all = self.expand(x);
        let weighted = |v: &Dense| Dense::from_fn(v.rows(), v.cols(), |i, j| v[(i, j)] * self.weight[i]);
        let basis = PivotedQr::factor(&weighted(&self.vectors)).q;
        let share = basis.transpose_matmul(&weighted(&all));
        let part = basis.matmul(&share);
        let lighter = Dense::from_fn(part.rows(), part.cols(), |i, j| part[(i, j)] / self.weight[i]);
        all.add_scaled(-1.0, &lighter);
        all
    }

    /// For each motion the coordinate that moves most, scaled so that units do not matter.
    pub fn largest_rows(&self) -> Vec<usize> {
        let weighted = Dense::from_fn(self.vectors.cols(), self.vectors.rows(), |j, i| {
            self.vectors[(i, j)] * self.weight[i]
        });
        PivotedQr::factor(&weighted).pivots[..self.vectors.cols()].to_vec()
    }
}

/// Motions with neither stiffness nor mass, and a stiffness without them.
#[derive(Clone, Debug)]
pub struct LooseMotions {
    /// The motions as columns.
    pub vectors: Dense,
    /// For each motion the coordinate that moves most.
    pub rows: Vec<usize>,
    /// K with a spring to ground at as many coordinates as there are motions. A force that moves none of them loads no such
    /// spring: the response is that of K, with these coordinates at rest.
    pub held: Sparse,
}

impl LooseMotions {
    /// Of a pencil; `None` if it has none, or if zero and small cannot be distinguished.
    ///
    /// # Errors
    /// [`NullSpaceError::Factor`] if a matrix cannot be factored for lack of memory or because of non-finite
    /// numbers.
    pub fn find(k: &Sparse, m: &Sparse, threads: &Threads) -> Result<Option<Self>, NullSpaceError> {
        let Some(found) = CommonNullSpace::find(k, m, threads)? else { return Ok(None) };
        let mut springs = Triplets::new(k.rows(), k.rows());
        let pinned = (0..k.rows()).filter(|row| found.free.binary_search(row).is_err());
        pinned.for_each(|row| springs.add(row, row, found.weight[row].powi(2)));
        let held = k.add_scaled(1.0, &Sparse::from_triplets(&springs), 1.0);
        Ok(Some(Self { rows: found.largest_rows(), vectors: found.vectors, held }))
    }

    /// The largest participation of a motion in weights on rows: zero up to rounding where a force does not
    /// move it \[-\].
    #[must_use]
    pub fn seen_by(&self, weights: &[f64]) -> f64 {
        let all: f64 = weights.iter().map(|w| w.abs()).sum();
        let share = |j: usize| {
            let motion = self.vectors.column(j);
            let size = motion.iter().fold(0.0_f64, |size, h| size.max(h.abs()));
            dot(weights, motion).abs() / (all * size).max(f64::MIN_POSITIVE)
        };
        (0..self.vectors.cols()).map(share).fold(0.0, f64::max)
    }
}

/// Whether the motions have neither stiffness nor mass: each energy cancels to rounding among its own terms. A light motion has
/// little mass, but no term that another one cancels.
fn is_empty(k: &Sparse, m: &Sparse, vectors: &Dense) -> bool {
    let none = |a: &Sparse, x: &[f64]| a.form(x, x).abs() <= NONE * sum_of_terms(a, x);
    (0..vectors.cols()).map(|j| vectors.column(j)).all(|x| none(k, x) && none(m, x))
}

/// |x|ᵀ|A||x|.
fn sum_of_terms(a: &Sparse, x: &[f64]) -> f64 {
    let column = |c: usize| {
        let (rows, values) = a.column(c);
        let inner: f64 = rows.iter().zip(values).map(|(row, v)| (v * x[*row as usize]).abs()).sum();
        inner * x[c].abs()
    };
    (0..a.cols()).map(column).sum()
}

/// The geometric mean of stiffness over mass in the rows that have both: a λ for which K and λM are
/// comparable.
fn typical_ratio(k: &Sparse, m: &Sparse) -> f64 {
    let both = k.diagonal().into_iter().zip(m.diagonal()).filter(|(k, m)| *k != 0.0 && *m > 0.0);
    let (mut sum, mut count) = (0.0, 0.0);
    for (k, m) in both {
        sum += k.abs().ln() - m.ln();
        count += 1.0;
    }
    if count > 0.0 { f64::exp(sum / count) } else { 1.0 }
}
