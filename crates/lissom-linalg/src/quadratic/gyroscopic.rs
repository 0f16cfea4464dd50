//! The lowest modes of large gyroscopic systems, by a block method on the inverted problem.
//!
//! # Equation
//! With z = (x, s x) the problem (s² M + s C + K) x = 0 reads A z = z/s, A (x, w) = (−K⁻¹(C x + M w), x). In the product of
//! energies, xᵀKy + wᵀMv, the operator A is skew when C is: then its projection on any basis is skew too, frequencies come out
//! real, and their error is the square of that of the vectors. The projection itself needs no solution with K:
//! (z, A z') = −xᵀ(C x' + M w') + wᵀM x'. The residual A z − z/s is orthogonal to the basis; the block
//! Krylov space is extended by it.

use crate::factor::cholesky::Cholesky;
use crate::factor::factor_error::FactorError;
use crate::factor::ldlt::Ldlt;
use crate::matrix::complex::Complex;
use crate::matrix::dense::Dense;
use crate::matrix::gram::orthonormal;
use crate::matrix::sparse::{Sparse, Triplets};
use crate::progress::Quiet;
use crate::pseudo_random::PseudoRandom;
use crate::quadratic::state_block::StateBlock;
use crate::small::eigen::{EigenError, chosen};
use crate::small::skew_eigen::skew_highest;
use crate::threads::Threads;
use crate::vibration::modes::{ModesOptions, Wanted, modes};

/// A system whose stiffness is positive definite and factored.
#[derive(Debug, Clone, Copy)]
pub struct GyroscopicSystem<'a> {
    /// M, symmetric positive definite.
    pub mass: &'a Sparse,
    /// C: skew, or with damping.
    pub damping: &'a Sparse,
    /// K, symmetric positive definite.
    pub stiffness: &'a Sparse,
    /// The factor of K.
    pub factor: &'a Cholesky,
    /// Whether C is skew.
    pub conservative: bool,
}

/// Modes with the smallest |s|.
#[derive(Debug, Clone)]
pub struct LowestModes {
    /// s with a non-negative imaginary part, by modulus, ascending [1/s].
    pub values: Vec<Complex>,
    /// `vectors[k]` belongs to `values[k]`; x* M x = 1.
    pub vectors: Vec<Vec<Complex>>,
    /// M x of each.
    pub momenta: Vec<Vec<Complex>>,
    /// ‖A z − z/s‖ |s| in the norm of energy, for ‖z‖ = 1 [-].
    pub residuals: Vec<f64>,
    /// Approximate s of modes beyond those wanted, where these were looked for [1/s].
    pub beyond: Vec<Complex>,
    /// Real and imaginary parts of their states, a good addition to the start of a system nearby.
    pub guards: Dense,
    /// The largest residual of the start: what a basis of it alone would have left [-].
    pub start_residual: f64,
}

/// A basis of this many times the number of modes is restarted with the modes.
const LARGEST_BASIS: usize = 8;

/// A space of at most this many times the number of modes, and at most this size, is solved densely when the start is far off.
const SMALL_SPACE: usize = 16;
const LARGEST_SMALL_SPACE: usize = 400;
const FAR: f64 = 1e-5;

/// Largest number of times that the basis grows.
const MOST_GROWTHS: usize = 60;

impl GyroscopicSystem<'_> {
    pub(crate) fn n(&self) -> usize {
        self.mass.rows()
    }

    /// The number of frequencies of a conservative system below a bound: negative eigenvalues of the Hermitian matrix
    /// K − ω² M + iω C, by Sylvester's law.
    ///
    /// # Errors
    /// When the bound is a frequency, or the factorisation cannot be trusted.
    pub fn count_below(&self, bound: f64, threads: &Threads) -> Result<usize, FactorError> {
        Ok(Ldlt::factor(&self.doubled(bound), threads)?.inertia().negative / 2)
    }

    /// The Hermitian matrix K − ω² M + iω C in real form, twice as large: it has every eigenvalue twice.
    pub fn doubled(&self, bound: f64) -> Sparse {
        let n = self.n();
        let mut sum = Triplets::new(2 * n, 2 * n);
        for (matrix, factor) in [(self.stiffness, 1.0), (self.mass, -bound * bound)] {
            for (i, j, value) in matrix.iter() {
                sum.add(i, j, factor * value);
                sum.add(n + i, n + j, factor * value);
            }
        }
        for (i, j, value) in self.damping.iter() {
            sum.add(i, n + j, -bound * value);
            sum.add(n + j, i, -bound * value);
        }
        Sparse::from_triplets(&sum)
    }

    /// Columns to begin with: the lowest modes without C, at rest and in motion; random ones where these cannot be found.
    fn cold_start(&self, wanted: usize) -> Dense {
        let n = self.n();
        let options = ModesOptions { certify: false, ..ModesOptions::default() };
        match modes(self.stiffness, self.mass, None, Wanted::Lowest(wanted + wanted / 2), &options, &Quiet) {
            Ok(found) => {
                let (x, m) = (&found.vectors, found.vectors.cols());
                let entry = |i: usize, j: usize| match (i < n, j < m) {
                    (true, true) => x[(i, j)],
                    (false, false) => x[(i - n, j - m)],
                    _ => 0.0,
                };
                Dense::from_fn(2 * n, 2 * m, entry)
            }
            Err(_) => {
                let mut random = PseudoRandom::new(20_12);
                Dense::from_fn(2 * n, 2 * wanted, |_, _| random.symmetric())
            }
        }
    }
}

/// The `wanted` modes with the smallest |s|, to residuals of `tolerance`. `start` are columns z to begin with, such as those of a
/// system nearby; `guards` are columns that join them where they do not suffice, such as its modes beyond those wanted: they make
/// the search shorter. With `look_beyond` the answer holds approximate modes beyond those wanted.
///
/// # Errors
/// [`EigenError::NoConvergence`] when residuals do not become small.
pub fn lowest_modes(
    system: &GyroscopicSystem<'_>,
    wanted: usize,
    tolerance: f64,
    start: Option<&Dense>,
    guards: Option<&Dense>,
    look_beyond: bool,
) -> Result<LowestModes, EigenError> {
    let wanted = wanted.min(system.n());
    let mut space = match start {
        Some(start) if start.cols() >= 2 * wanted => Space::of(StateBlock::of(system, start))?,
        _ => Space::of(StateBlock::of(system, &system.cold_start(wanted)))?,
    };
    let (mut start_residual, mut guards) = (None, guards);
    for _ in 0..MOST_GROWTHS {
        let pairs = space.ritz(system, wanted)?;
        let left = space.block.residuals(system, &pairs.inverses, &pairs.combinations);
        let worst = left.sizes.iter().copied().fold(0.0, f64::max);
        let start_residual = *start_residual.get_or_insert(worst);
        // The basis spans the whole space: the remaining residual is rounding.
        let bound = if space.block.cols() == 2 * system.n() { tolerance.sqrt() } else { tolerance };
        if pairs.inverses.len() == wanted && worst <= bound {
            let mut modes = space.block.modes(&pairs.inverses, &pairs.combinations, left.sizes);
            modes.start_residual = start_residual;
            if look_beyond {
                (modes.beyond, modes.guards) = space.guards(system, wanted)?;
            }
            return Ok(modes);
        }
        if space.block.cols() == 2 * system.n() {
            break;
        }
        let small = 2 * system.n() <= (SMALL_SPACE * wanted).min(LARGEST_SMALL_SPACE);
        if small && worst > FAR {
            space = Space::of(StateBlock::of(system, &Dense::identity(2 * system.n())))?;
            continue;
        }
        let mut directions = left.directions(tolerance);
        if let Some(guards) = guards.take() {
            directions = directions.beside(guards);
        }
        space.grow(system, wanted, &directions)?;
    }
    Err(EigenError::NoConvergence { rows: 2 * system.n() })
}

/// A basis and the operator on it.
struct Space {
    block: StateBlock,
    /// What makes the columns of the block orthonormal in the product of energies; `None` when they are.
    unit: Option<Dense>,
    /// A between the orthonormal columns.
    projected: Dense,
}

/// 1/s of modes of the projection, the largest first, and what combinations of the basis they are: real parts, then imaginary
/// ones.
struct RitzPairs {
    inverses: Vec<Complex>,
    combinations: Dense,
}

impl Space {
    fn of(block: StateBlock) -> Result<Self, EigenError> {
        let unit = orthonormal(&block.energies(&block))?;
        let projected = unit.transpose_matmul(&block.operator(&block).matmul(&unit));
        Ok(Self { block, unit: Some(unit), projected })
    }

    fn ritz(&self, system: &GyroscopicSystem<'_>, wanted: usize) -> Result<RitzPairs, EigenError> {
        let m = self.projected.rows();
        let (inverses, vectors) = if system.conservative {
            let a = &self.projected;
            conservative_pairs(&Dense::from_fn(m, m, |i, j| 0.5 * (a[(i, j)] - a[(j, i)])), wanted)?
        } else {
            damped_pairs(&self.projected, wanted)?
        };
        let combinations = self.unit.as_ref().map_or_else(|| vectors.clone(), |unit| unit.matmul(&vectors));
        Ok(RitzPairs { inverses, combinations })
    }

    /// Adds directions, after cutting the basis back to the lowest modes when it is large.
    fn grow(
        &mut self,
        system: &GyroscopicSystem<'_>,
        wanted: usize,
        directions: &Dense,
    ) -> Result<(), EigenError> {
        if self.block.cols() + directions.cols() > (LARGEST_BASIS * wanted).min(2 * system.n()) {
            let kept = self.ritz(system, wanted + wanted / 2)?;
            *self = Self::of(self.block.combine(&kept.combinations))?;
        }
        if let Some(unit) = self.unit.take() {
            self.block = self.block.combine(&unit);
        }
        let more = self.beside(StateBlock::of(system, directions))?;
        // Small remainders of some directions have been magnified, and rounding with them: orthogonalise once more with new products.
        let more = self.beside(StateBlock::of(system, &more.states(&Dense::identity(more.cols()))))?;
        let (right, below) = (self.block.operator(&more), more.operator(&self.block));
        self.projected = bordered(&self.projected, &right, &below, &more.operator(&more));
        self.block.append(&more);
        Ok(())
    }

    /// The part of the columns outside the orthonormal basis, orthonormal.
    fn beside(&self, mut more: StateBlock) -> Result<StateBlock, EigenError> {
        more.add_multiples(&self.block, &self.block.energies(&more), -1.0);
        Ok(more.combine(&orthonormal(&more.energies(&more))?))
    }

    /// Approximate modes beyond those wanted that the basis holds: s, and real and imaginary parts of states as columns.
    fn guards(
        &self,
        system: &GyroscopicSystem<'_>,
        wanted: usize,
    ) -> Result<(Vec<Complex>, Dense), EigenError> {
        let most = (self.projected.rows() / 2).min(wanted + wanted / 2 + 2);
        if most <= wanted {
            return Ok((Vec::new(), Dense::zeros(2 * system.n(), 0)));
        }
        let pairs = self.ritz(system, most)?;
        let (count, found) = (pairs.inverses.len(), pairs.combinations);
        let beyond = found
            .columns(wanted.min(count)..count)
            .beside(&found.columns((count + wanted).min(2 * count)..2 * count));
        let values = pairs.inverses[wanted.min(count)..].iter().map(|t| Complex::ONE / *t);
        Ok((values.collect(), self.block.states(&beyond)))
    }
}

fn bordered(a: &Dense, right: &Dense, below: &Dense, corner: &Dense) -> Dense {
    let (n, m) = (a.rows(), a.rows() + corner.rows());
    Dense::from_fn(m, m, |i, j| match (i < n, j < n) {
        (true, true) => a[(i, j)],
        (true, false) => right[(i, j - n)],
        (false, true) => below[(i - n, j)],
        (false, false) => corner[(i - n, j - n)],
    })
}

/// The largest 1/s = −i t of a skew matrix.
fn conservative_pairs(half: &Dense, wanted: usize) -> Result<(Vec<Complex>, Dense), EigenError> {
    let pairs = skew_highest(half, wanted)?;
    let count = pairs.values.iter().filter(|t| **t > 0.0).count();
    let all = pairs.values.len();
    let inverses = (0..count).map(|k| Complex::new(0.0, -pairs.values[all - 1 - k])).collect();
    // Vectors of −t are the conjugates of those of t.
    let vectors = Dense::from_fn(half.rows(), 2 * count, |i, j| match j.checked_sub(count) {
        None => pairs.vectors[(i, all - 1 - j)],
        Some(j) => -pairs.vectors[(i, 2 * all - 1 - j)],
    });
    Ok((inverses, vectors))
}

/// The largest 1/s whose imaginary part is not positive.
fn damped_pairs(projected: &Dense, wanted: usize) -> Result<(Vec<Complex>, Dense), EigenError> {
    let found = chosen(projected, |all| {
        let mut lower: Vec<usize> =
            (0..all.len()).filter(|k| all[*k].im <= 0.0 && all[*k].abs() > 0.0).collect();
        lower.sort_by(|a, b| all[*b].abs().total_cmp(&all[*a].abs()).then(all[*b].im.total_cmp(&all[*a].im)));
        lower.truncate(wanted);
        lower
    })?;
    let count = found.values.len();
    let vectors = Dense::from_fn(projected.rows(), 2 * count, |i, j| match j.checked_sub(count) {
        None => found.vectors[j][i].re,
        Some(j) => found.vectors[j][i].im,
    });
    Ok((found.values, vectors))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::small::eigen::quadratic;

    /// A chain of masses in pairs, coupled by a skew matrix.
    fn chain(n: usize, speed: f64, damping: f64) -> [Sparse; 3] {
        let mut k = Triplets::new(n, n);
        let mut c = Triplets::new(n, n);
        for i in 0..n {
            k.add(i, i, 2.0 + 0.1 * (i % 3) as f64);
            c.add(i, i, damping);
            if i + 1 < n {
                k.add(i, i + 1, -0.9);
                k.add(i + 1, i, -0.9);
                let turn = if i % 2 == 0 { speed } else { 0.0 };
                c.add(i, i + 1, -turn);
                c.add(i + 1, i, turn);
            }
        }
        [Sparse::identity(n), Sparse::from_triplets(&c), Sparse::from_triplets(&k)]
    }

    #[test]
    fn lowest_modes_equal_those_of_the_dense_problem() {
        for (speed, damping) in [(0.7, 0.0), (0.7, 0.05)] {
            let [mass, c, k] = chain(40, speed, damping);
            let factor = Cholesky::factor(&k, &Threads::one()).unwrap();
            let system = GyroscopicSystem {
                mass: &mass,
                damping: &c,
                stiffness: &k,
                factor: &factor,
                conservative: damping == 0.0,
            };
            // Frequencies have the square of the error of vectors only where nothing takes energy.
            let tolerance = if damping == 0.0 { 1e-7 } else { 1e-10 };
            let found = lowest_modes(&system, 6, tolerance, None, None, false).unwrap();
            let dense = quadratic(&mass.to_dense(), &c.to_dense(), &k.to_dense()).unwrap();
            let upper: Vec<Complex> = dense.values.into_iter().filter(|s| s.im > 0.0).collect();
            for (value, expected) in found.values.iter().zip(&upper) {
                assert!(
                    (*value - *expected).abs() < 1e-10 * expected.abs(),
                    "{value:?} against {expected:?}"
                );
            }
            if damping == 0.0 {
                let bound = 0.5 * (upper[5].im + upper[6].im);
                assert_eq!(system.count_below(bound, &Threads::one()).unwrap(), 6);
            }
        }
    }
}
