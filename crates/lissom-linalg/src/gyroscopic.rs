//! The lowest modes of large gyroscopic systems, by a block Krylov method on the inverted problem.
//!
//! # Equation
//! With z = (x, s x) the problem (s² M + s C + K) x = 0 reads A z = z/s, A (x, w) = (−K⁻¹(C x + M w), x). In the product of
//! energies, xᵀKy + wᵀMv, the operator A is skew when C is: then its projection on any basis is skew too, frequencies come out
//! real, and their error is the square of that of the vectors.

use crate::cholesky::Cholesky;
use crate::complex::Complex;
use crate::dense::{Dense, dot};
use crate::eigen::{EigenError, general, skew};
use crate::factor_error::FactorError;
use crate::ldlt::Ldlt;
use crate::pseudo_random::PseudoRandom;
use crate::sparse::{Sparse, Triplets};
use crate::threads::Threads;

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
    /// ‖A z − z/s‖ |s| in the norm of energy, for ‖z‖ = 1 [-].
    pub residuals: Vec<f64>,
    /// Directions the projection was made of [-].
    pub basis: usize,
}

/// Residuals of vectors; the error of a frequency is about its square.
const TOLERANCE: f64 = 1e-7;

/// A direction that loses all but this share of its length is not new.
const NOT_NEW: f64 = 1e-10;

impl GyroscopicSystem<'_> {
    fn n(&self) -> usize {
        self.mass.rows()
    }

    /// A z for every column.
    fn apply(&self, z: &Dense) -> Dense {
        let (n, k) = (self.n(), z.cols());
        let halves = |from: usize| {
            let columns: Vec<f64> = (0..k).flat_map(|j| z.column(j)[from..from + n].to_vec()).collect();
            Dense::from_column_major(n, k, columns)
        };
        let (x, w) = (halves(0), halves(n));
        let mut force = self.damping.times(&x);
        force.add_scaled(1.0, &self.mass.times(&w));
        self.factor.solve_in_place(&mut force);
        let columns = (0..k).flat_map(|j| force.column(j).iter().map(|f| -f).chain(x.column(j).to_vec()));
        Dense::from_column_major(2 * n, k, columns.collect())
    }

    /// (K x, M w).
    fn energy(&self, z: &[f64]) -> Vec<f64> {
        let n = self.n();
        let mut product = vec![0.0; 2 * n];
        let (x, w) = product.split_at_mut(n);
        self.stiffness.multiply(&z[..n], x);
        self.mass.multiply(&z[n..], w);
        product
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
}

/// The basis and what the operator makes of it.
struct Space {
    /// Columns, orthonormal in the energy product.
    basis: Vec<Vec<f64>>,
    /// Their energies, and A times them.
    energies: Vec<Vec<f64>>,
    images: Vec<Vec<f64>>,
}

/// The `wanted` modes with the smallest |s|. `start` are columns z to begin with, such as those of a system nearby.
///
/// # Errors
/// [`EigenError::NoConvergence`] when the whole space is spanned before residuals are small.
pub fn lowest_modes(
    system: &GyroscopicSystem<'_>,
    wanted: usize,
    start: Option<&Dense>,
) -> Result<LowestModes, EigenError> {
    let n = system.n();
    let wanted = wanted.min(n);
    let mut space = Space { basis: Vec::new(), energies: Vec::new(), images: Vec::new() };
    let mut block = start.cloned().unwrap_or_else(|| random_block(n, wanted.clamp(2, 8)));
    let mut full = false;
    loop {
        let first = space.basis.len();
        space.extend(system, &block);
        full |= space.basis.len() == first || space.basis.len() >= 2 * n;
        if space.basis.len() > first {
            let fresh = Dense::from_columns(2 * n, &space.basis[first..]);
            block = system.apply(&fresh);
            space.images.extend((0..block.cols()).map(|j| block.column(j).to_vec()));
        }
        if !full && space.basis.len() < 2 * wanted + 2 {
            continue;
        }
        let found = space.ritz(system, wanted)?;
        let converged =
            found.values.len() == wanted && found.residuals.iter().all(|residual| *residual <= TOLERANCE);
        if converged || full {
            let accurate = found.residuals.iter().all(|residual| *residual <= TOLERANCE.sqrt());
            return if accurate { Ok(found) } else { Err(EigenError::NoConvergence { rows: 2 * n }) };
        }
    }
}

fn random_block(n: usize, width: usize) -> Dense {
    let mut random = PseudoRandom::new(20_12);
    Dense::from_fn(2 * n, width, |_, _| random.symmetric())
}

impl Space {
    /// Adds the new directions of a block, orthonormalised twice.
    fn extend(&mut self, system: &GyroscopicSystem<'_>, block: &Dense) {
        for j in 0..block.cols() {
            let mut z = block.column(j).to_vec();
            let before = dot(&z, &system.energy(&z)).max(0.0).sqrt();
            for _ in 0..2 {
                for (v, energy) in self.basis.iter().zip(&self.energies) {
                    let share = dot(energy, &z);
                    z.iter_mut().zip(v).for_each(|(z, v)| *z -= share * v);
                }
            }
            let mut energy = system.energy(&z);
            let size = dot(&z, &energy).max(0.0).sqrt();
            if size > NOT_NEW * before && size > 0.0 {
                z.iter_mut().chain(&mut energy).for_each(|c| *c /= size);
                self.basis.push(z);
                self.energies.push(energy);
            }
        }
    }

    /// Modes of the projection, with their residuals.
    fn ritz(&self, system: &GyroscopicSystem<'_>, wanted: usize) -> Result<LowestModes, EigenError> {
        let m = self.basis.len();
        let h = Dense::from_fn(m, m, |i, j| dot(&self.energies[i], &self.images[j]));
        // 1/s, the largest first, with a non-negative imaginary part of s.
        let mut pairs: Vec<(Complex, Vec<Complex>)> = if system.conservative {
            let antisymmetric = Dense::from_fn(m, m, |i, j| 0.5 * (h[(i, j)] - h[(j, i)]));
            let (values, vectors) = skew(&antisymmetric)?;
            let conjugate = |v: Vec<Complex>| v.into_iter().map(Complex::conj).collect();
            values.into_iter().zip(vectors).map(|(t, v)| (Complex::new(0.0, -t), conjugate(v))).collect()
        } else {
            let eigen = general(&h)?;
            eigen.values.into_iter().zip(eigen.vectors).filter(|(t, _)| t.im <= 0.0).collect()
        };
        pairs.sort_by(|a, b| b.0.abs().total_cmp(&a.0.abs()));
        pairs.truncate(wanted);
        let mut found =
            LowestModes { values: Vec::new(), vectors: Vec::new(), residuals: Vec::new(), basis: m };
        for (inverse, y) in pairs.into_iter().filter(|(t, _)| t.abs() > 0.0) {
            found.residuals.push(self.residual(system, inverse, &y));
            found.values.push(Complex::ONE / inverse);
            found.vectors.push(unit_mass(system.mass, &self.combine(&self.basis, &y)[..system.n()]));
        }
        Ok(found)
    }

    fn combine(&self, columns: &[Vec<f64>], y: &[Complex]) -> Vec<Complex> {
        let mut sum = vec![Complex::ZERO; columns[0].len()];
        for (column, y) in columns.iter().zip(y) {
            for (s, c) in sum.iter_mut().zip(column) {
                (s.re, s.im) = (s.re + y.re * c, s.im + y.im * c);
            }
        }
        sum
    }

    fn residual(&self, system: &GyroscopicSystem<'_>, inverse: Complex, y: &[Complex]) -> f64 {
        let (image, z) = (self.combine(&self.images, y), self.combine(&self.basis, y));
        let (re, im): (Vec<f64>, Vec<f64>) =
            image.iter().zip(&z).map(|(a, z)| *a - inverse * *z).map(|r| (r.re, r.im)).unzip();
        let square = dot(&re, &system.energy(&re)) + dot(&im, &system.energy(&im));
        square.max(0.0).sqrt() / inverse.abs()
    }
}

/// The vector with x* M x = 1.
fn unit_mass(mass: &Sparse, x: &[Complex]) -> Vec<Complex> {
    let (re, im): (Vec<f64>, Vec<f64>) = x.iter().map(|c| (c.re, c.im)).unzip();
    let size = (mass.form(&re, &re) + mass.form(&im, &im)).max(0.0).sqrt();
    let factor = if size > 0.0 { 1.0 / size } else { 1.0 };
    x.iter().map(|c| c.scale(factor)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eigen::quadratic;

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
            let found = lowest_modes(&system, 6, None).unwrap();
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
