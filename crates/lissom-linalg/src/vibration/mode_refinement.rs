//! Refinement of modes: residuals in twice the working precision, corrected with an existing factor.
//!
//! With A = K − σM each x − A⁻¹(Kx − λMx) is a step of inverse iteration whose rounding is relative to the correction instead of
//! the vector. The pencil is projected onto old vectors and corrections together, as in \[Knyazev2001\], and the chosen vectors
//! are diagonalised by Jacobi rotations, which keep the digits of small eigenvalues next to large ones,
//! \[DemmelVeselic1992\].

use crate::matrix::compensated::TwofoldBlock;
use crate::matrix::dense::Dense;
use crate::matrix::gram;
use crate::matrix::sparse::Sparse;
use crate::small::eigen::{self, EigenError};
use crate::threads::Threads;

/// Sweeps of Jacobi rotations before they end in any case; nearly diagonal matrices need two or three.
const SWEEPS: usize = 30;

/// Blocks of corrections in one step.
pub(crate) const DEPTH: usize = 3;

/// Eigenpairs in ascending order, xᵀMx = 1.
pub(crate) struct Pairs {
    pub values: Vec<f64>,
    pub vectors: Dense,
}

/// A pencil with a way to solve (K − σM) z = r.
pub(crate) struct Refinement<'a> {
    pub k: &'a Sparse,
    pub m: &'a Sparse,
    pub solve: &'a dyn Fn(&mut Dense),
    /// K + shift·M is positive definite.
    pub shift: f64,
    pub threads: &'a Threads,
}

impl Refinement<'_> {
    /// One step.
    ///
    /// # Errors
    /// [`EigenError`] if a small dense problem cannot be solved.
    pub fn step(&self, pairs: &Pairs) -> Result<Pairs, EigenError> {
        let x = &pairs.vectors;
        let momentum = TwofoldBlock::product(self.m, x, self.threads);
        let mut z = TwofoldBlock::product(self.k, x, self.threads).minus(&pairs.values, &momentum);
        (self.solve)(&mut z);
        let chosen = self.choose(x, &z)?;
        self.diagonalised(&chosen)
    }

    /// The vectors of lowest eigenvalues in the span of old vectors, corrections, and their images under the
    /// operator: the corrections of all vectors may share one direction, which alone would correct little.
    fn choose(&self, x: &Dense, corrections: &Dense) -> Result<Dense, EigenError> {
        let mut basis = self.orthonormal(x)?;
        let mut front = corrections.clone();
        for step in 0..DEPTH {
            // All modes of a structure leave nothing to correct them with.
            if basis.cols() >= x.rows() {
                break;
            }
            if step > 0 {
                front = self.m.times_symmetric(&front);
                (self.solve)(&mut front);
            }
            for _ in 0..2 {
                let share = self.sum(&basis).transpose_matmul(&front);
                front.add_scaled(-1.0, &basis.matmul(&share));
            }
            front = self.orthonormal(&front)?;
            basis = basis.beside(&front);
        }
        let basis = self.orthonormal(&basis)?;
        let mass = basis.transpose_matmul(&self.m.times_symmetric(&basis)).symmetric_part();
        let split = eigen::symmetric(&mass)?;
        let (n, count) = (mass.rows(), x.cols().min(mass.rows()));
        // The largest ratios of mass to K + shift·M are the lowest eigenvalues.
        Ok(basis.matmul(&Dense::from_fn(n, count, |i, j| split.vectors[(i, n - 1 - j)])))
    }

    /// (K + shift·M) x.
    fn sum(&self, x: &Dense) -> Dense {
        let mut y = self.k.times_symmetric(x);
        y.add_scaled(self.shift, &self.m.times_symmetric(x));
        y
    }

    /// Columns with the same span, orthonormal in K + shift·M; directions that differ by rounding only are
    /// dropped.
    fn orthonormal(&self, x: &Dense) -> Result<Dense, EigenError> {
        let mut x = x.clone();
        for j in 0..x.cols() {
            let largest = x.column(j).iter().fold(0.0, |m: f64, v| m.max(v.abs()));
            if largest > 0.0 {
                x.column_mut(j).iter_mut().for_each(|v| *v /= largest);
            }
        }
        Ok(x.matmul(&gram::orthonormal(&x.transpose_matmul(&self.sum(&x)))?))
    }

    /// Rayleigh quotients of a set of vectors among each other, in twice the working precision.
    pub fn diagonalised(&self, x: &Dense) -> Result<Pairs, EigenError> {
        let mut x = x.clone();
        for _ in 0..2 {
            let mass = TwofoldBlock::product(self.m, &x, self.threads).symmetric_products(&x);
            x = x.matmul(&gram::orthonormal(&mass)?);
        }
        let mut stiffness = TwofoldBlock::product(self.k, &x, self.threads).symmetric_products(&x);
        let rotation = jacobi(&mut stiffness);
        Ok(self.quotients(&x.matmul(&rotation)))
    }

    /// Each vector with its own Rayleigh quotient, in twice the working precision.
    pub fn quotients(&self, x: &Dense) -> Pairs {
        let (force, momentum) =
            (TwofoldBlock::product(self.k, x, self.threads), TwofoldBlock::product(self.m, x, self.threads));
        let quotients = (0..x.cols()).map(|j| {
            let mass = momentum.dot(x.column(j), j);
            (force.dot(x.column(j), j) / mass, 1.0 / mass.sqrt(), j)
        });
        let mut quotients: Vec<(f64, f64, usize)> = quotients.collect();
        quotients.sort_by(|a, b| a.0.total_cmp(&b.0));
        let vectors = Dense::from_fn(x.rows(), x.cols(), |i, j| x[(i, quotients[j].2)] * quotients[j].1);
        Pairs { values: quotients.iter().map(|q| q.0).collect(), vectors }
    }
}

/// Makes a symmetric matrix diagonal by cyclic Jacobi rotations; the columns of the result are its eigenvectors.
fn jacobi(h: &mut Dense) -> Dense {
    let n = h.rows();
    let mut v = Dense::identity(n);
    for _ in 0..SWEEPS {
        let mut rotated = false;
        for p in 0..n {
            for q in p + 1..n {
                let size = (h[(p, p)] * h[(q, q)]).abs().sqrt();
                if h[(p, q)] != 0.0 && h[(p, q)].abs() > 0.1 * f64::EPSILON * size {
                    rotate(h, &mut v, p, q);
                    rotated = true;
                }
            }
        }
        if !rotated {
            break;
        }
    }
    v
}

/// The rotation that makes h(p, q) zero, \[GolubVanLoan2013, §8.5\].
fn rotate(h: &mut Dense, v: &mut Dense, p: usize, q: usize) {
    let (hp, hq, off) = (h[(p, p)], h[(q, q)], h[(p, q)]);
    let ratio = 0.5 * (hq - hp) / off;
    let t = 1.0f64.copysign(ratio) / (ratio.abs() + ratio.hypot(1.0));
    let c = 1.0 / t.hypot(1.0);
    let s = t * c;
    for i in (0..h.rows()).filter(|&i| i != p && i != q) {
        let (a, b) = (h[(i, p)], h[(i, q)]);
        let (a, b) = (c * a - s * b, s * a + c * b);
        (h[(i, p)], h[(p, i)], h[(i, q)], h[(q, i)]) = (a, a, b, b);
    }
    (h[(p, p)], h[(q, q)]) = (hp - t * off, hq + t * off);
    (h[(p, q)], h[(q, p)]) = (0.0, 0.0);
    for i in 0..v.rows() {
        let (a, b) = (v[(i, p)], v[(i, q)]);
        (v[(i, p)], v[(i, q)]) = (c * a - s * b, s * a + c * b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D A D with A near the unit matrix and D over 20 decades: the eigenvalues have full relative accuracy; the two smallest are
    /// known from the inverse of the leading block.
    #[test]
    fn small_eigenvalues_keep_their_digits_beside_large_ones() {
        let d = [1e-10, 2e-10, 1.0, 1e10];
        let mut h = Dense::from_fn(4, 4, |i, j| if i == j { d[i] * d[i] } else { 1e-3 * d[i] * d[j] });
        jacobi(&mut h);
        let mut values: Vec<f64> = (0..4).map(|i| h[(i, i)]).collect();
        values.sort_by(f64::total_cmp);
        // The Schur complement of the large rows: A₁₁ − A₁₂ A₂₂⁻¹ A₂₁ with all off-diagonals 1e-3, in units of d.
        let (e, one) = (1e-3_f64, 1.0);
        let taken = 2.0 * e * e / (one + e);
        let (a, b, c) = (1e-20 * (one - taken), 2e-20 * (e - taken), 4e-20 * (one - taken));
        let (mean, half) = (0.5 * (a + c), 0.5 * (a - c));
        let root = half.hypot(b);
        assert!((values[0] / (mean - root) - 1.0).abs() < 1e-13, "{values:?}");
        assert!((values[1] / (mean + root) - 1.0).abs() < 1e-13, "{values:?}");
    }
}
