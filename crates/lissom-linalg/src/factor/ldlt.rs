//! Sparse factorisation of symmetric indefinite matrices, A = P L D Lᵀ Pᵀ, and the signs it reveals.

use crate::factor::analysis::Analysis;
use crate::factor::cholesky::check;
use crate::factor::factor_error::FactorError;
use crate::factor::multifrontal::{self, Numbers};
use crate::factor::panel::Kind;
use crate::factor::pivot_error;
use crate::factor::sweep::Sweep;
use crate::matrix::dense::Dense;
use crate::matrix::row_block::{Row, WIDEST, pack, unpack, with_width};
use crate::matrix::sparse::Sparse;
use crate::pseudo_random::PseudoRandom;
use crate::threads::Threads;
use std::sync::Arc;

/// The numbers of positive, negative and zero eigenvalues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Inertia {
    /// Positive eigenvalues [-].
    pub positive: usize,
    /// Negative eigenvalues [-].
    pub negative: usize,
    /// Zero eigenvalues [-]; a factorisation that succeeds has none.
    pub zero: usize,
}

/// The factor of a symmetric matrix that need not be definite, with 1 × 1 and 2 × 2 pivots.
///
/// Pivots are exchanged only inside the dense blocks on the diagonal, \[BunchKaufman1977\], because exchanges
/// across blocks would destroy the sparse structure. That is stable for most but not for all matrices;
/// therefore each factor carries the backward error of a trial solve, [`Self::backward_error`]. The inertia
/// is reliable only if it is small.
#[derive(Debug, Clone)]
pub struct Ldlt {
    analysis: Arc<Analysis>,
    numbers: Numbers,
    threads: Threads,
    backward_error: f64,
}

impl Ldlt {
    /// Factors a symmetric matrix.
    ///
    /// # Errors
    /// [`FactorError::Singular`] if a pivot vanishes exactly, and the errors of [`Analysis::of`].
    pub fn factor(matrix: &Sparse, threads: &Threads) -> Result<Self, FactorError> {
        Self::factor_with(&Arc::new(Analysis::of(matrix)?), matrix, threads)
    }

    /// Factors a symmetric matrix whose pattern was analysed before.
    ///
    /// # Errors
    /// [`FactorError::PatternChanged`], [`FactorError::NotFinite`], [`FactorError::Singular`].
    pub fn factor_with(
        analysis: &Arc<Analysis>,
        matrix: &Sparse,
        threads: &Threads,
    ) -> Result<Self, FactorError> {
        check(analysis, matrix, threads)?;
        let numbers =
            multifrontal::factor(analysis, matrix, Kind::Indefinite, threads).map_err(|failure| {
                FactorError::Singular { row: analysis.order.old_of_new()[failure.col] as usize }
            })?;
        let analysis = Arc::clone(analysis);
        let mut factor = Self { analysis, numbers, threads: threads.clone(), backward_error: f64::NAN };
        factor.backward_error = factor.trial_backward_error(matrix);
        Ok(factor)
    }

    /// The number of rows [-].
    pub fn n(&self) -> usize {
        self.analysis.n()
    }

    /// x ← A⁻¹ x for all columns.
    pub fn solve_in_place(&self, x: &mut Dense) {
        assert_eq!(x.rows(), self.n(), "right-hand sides have as many rows as the matrix");
        for begin in (0..x.cols()).step_by(WIDEST) {
            let cols = begin..(begin + WIDEST).min(x.cols());
            with_width!(cols.len(), solve_block(self, x, cols));
        }
    }

    /// The signs of the eigenvalues, which are those of D by Sylvester's law.
    pub fn inertia(&self) -> Inertia {
        let (d, e) = (&self.numbers.diagonal, &self.numbers.subdiagonal);
        let mut inertia = Inertia { positive: 0, negative: 0, zero: 0 };
        let mut k = 0;
        while k < d.len() {
            // A 2 × 2 pivot is taken only where its determinant is negative, \[BunchKaufman1977\].
            if e[k] != 0.0 {
                inertia.positive += 1;
                inertia.negative += 1;
                k += 2;
                continue;
            }
            match d[k].partial_cmp(&0.0) {
                Some(std::cmp::Ordering::Greater) => inertia.positive += 1,
                Some(std::cmp::Ordering::Less) => inertia.negative += 1,
                _ => inertia.zero += 1,
            }
            k += 1;
        }
        inertia
    }

    /// Backward error of a trial solve with a pseudo-random right-hand side,
    /// $\max_i |b - A x|_i / (|A| |x| + |b|)_i$ \[OettliPrager1964\] \[-\]. It does not change when rows and
    /// columns are scaled. A stable factorisation gives about 1e-15; NaN or anything above 1e-8 means that
    /// the factor must not be used.
    pub fn backward_error(&self) -> f64 {
        self.backward_error
    }

    /// The largest part of a pivot that rounding may have made [-]; above one a sign is in doubt, and with it the count of [`Self::inertia`].
    pub fn pivot_error(&self) -> f64 {
        pivot_error::largest_share(&self.analysis, &self.numbers)
    }

    /// The memory held by the factor \[B\].
    pub fn memory_bytes(&self) -> usize {
        self.analysis.factor_bytes()
    }

    fn trial_backward_error(&self, matrix: &Sparse) -> f64 {
        let n = self.n();
        let mut random = PseudoRandom::new(7);
        // Scaled with the diagonal, so that every unit of measurement gives the same trial.
        let weight = |i: usize| matrix.get(i, i).abs().sqrt().max(f64::MIN_POSITIVE);
        let b = Dense::from_fn(n, 1, |i, _| random.symmetric() * weight(i));
        let mut x = b.clone();
        self.solve_in_place(&mut x);
        let (mut residual, mut size) = (b.column(0).to_vec(), vec![0.0; n]);
        size.iter_mut().zip(&residual).for_each(|(s, b)| *s = b.abs());
        for (i, j, a) in matrix.iter() {
            let term = a * x[(j, 0)];
            residual[i] -= term;
            size[i] += term.abs();
        }
        let ratios = residual.iter().zip(&size).filter(|&(_, &s)| s != 0.0).map(|(r, s)| r.abs() / s);
        ratios.fold(0.0, |worst: f64, r| if worst.is_nan() || r.is_nan() { f64::NAN } else { worst.max(r) })
    }
}

fn solve_block<const W: usize>(factor: &Ldlt, x: &mut Dense, cols: std::ops::Range<usize>) {
    let order = Some(factor.analysis.order.old_of_new());
    let mut rows: Vec<Row<W>> = pack(x, cols.clone(), order);
    let sweep = Sweep {
        analysis: &factor.analysis,
        numbers: &factor.numbers,
        indefinite: true,
        threads: &factor.threads,
        arch: pulp::Arch::new(),
    };
    sweep.forward(&mut rows);
    sweep.divide(&mut rows);
    sweep.backward(&mut rows);
    unpack(&rows, x, cols, order);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::sparse::Triplets;

    /// The fixed chain with n masses and unit springs: eigenvalues 4 sin²(πk/2(n+1)).
    fn chain(n: usize) -> Sparse {
        let mut t = Triplets::new(n, n);
        for i in 0..n {
            t.add(i, i, 2.0);
            if i > 0 {
                t.add(i, i - 1, -1.0);
                t.add(i - 1, i, -1.0);
            }
        }
        Sparse::from_triplets(&t)
    }

    #[test]
    fn counts_the_eigenvalues_below_a_shift() {
        let n = 300;
        let k = chain(n);
        for count in [0, 1, 7, 150, 299, 300] {
            let angle = std::f64::consts::PI * (count as f64 + 0.5) / (2.0 * (n as f64 + 1.0));
            let shifted = k.add_scaled(1.0, &Sparse::identity(n), -4.0 * angle.sin().powi(2));
            let factor = Ldlt::factor(&shifted, &Threads::one()).unwrap();
            let expected = Inertia { positive: n - count, negative: count, zero: 0 };
            assert_eq!(factor.inertia(), expected);
            assert!(factor.backward_error() < 1e-13, "{}", factor.backward_error());
        }
    }

    #[test]
    fn a_zero_diagonal_needs_a_two_by_two_pivot() {
        // Two springs tied together by a multiplier: [k 0 1; 0 k -1; 1 -1 0].
        let a = Dense::from_rows(&[&[3.0, 0.0, 1.0], &[0.0, 3.0, -1.0], &[1.0, -1.0, 0.0]]);
        let mut pairs = Triplets::new(30, 30);
        for block in 0..10 {
            pairs.add_block(&[3 * block, 3 * block + 1, 3 * block + 2], &a);
        }
        for block in 0..9 {
            pairs.add(3 * block + 2, 3 * block + 5, 0.5);
            pairs.add(3 * block + 5, 3 * block + 2, 0.5);
        }
        let matrix = Sparse::from_triplets(&pairs);
        let factor = Ldlt::factor(&matrix, &Threads::one()).unwrap();
        let eigenvalues = crate::small::eigen::symmetric(&matrix.to_dense()).unwrap().values;
        assert_eq!(factor.inertia().negative, eigenvalues.iter().filter(|&&x| x < 0.0).count());
        assert!(factor.backward_error() < 1e-13);
        let b = Dense::from_fn(30, 6, |i, j| (i as f64 - 3.0 * j as f64).cos());
        let mut x = b.clone();
        factor.solve_in_place(&mut x);
        let mut residual = matrix.times(&x);
        residual.add_scaled(-1.0, &b);
        assert!(residual.max_abs() < 1e-12);
    }

    #[test]
    fn the_hyperbolic_pair_has_one_eigenvalue_of_each_sign() {
        let a = Sparse::from_dense(&Dense::from_rows(&[&[0.0, 1.0], &[1.0, 0.0]]));
        let factor = Ldlt::factor(&a, &Threads::one()).unwrap();
        assert_eq!(factor.inertia(), Inertia { positive: 1, negative: 1, zero: 0 });
        let mut x = Dense::from_rows(&[&[2.0], &[5.0]]);
        factor.solve_in_place(&mut x);
        assert_eq!(x.column(0), [5.0, 2.0]);
    }

    /// A shift on an eigenvalue leaves a pivot of rounding alone; between eigenvalues no sign is in doubt. Scaling changes nothing.
    #[test]
    fn a_pivot_made_of_rounding_is_noticed() {
        let n = 300;
        let share = |angle: f64, scale: &[f64]| {
            let shift = 4.0 * (std::f64::consts::PI * angle / (2.0 * (n as f64 + 1.0))).sin().powi(2);
            let shifted = chain(n).add_scaled(1.0, &Sparse::identity(n), -shift);
            Ldlt::factor(&shifted.scaled(scale), &Threads::one()).unwrap().pivot_error()
        };
        let one = vec![1.0; n];
        let mixed: Vec<f64> = (0..n).map(|i| if i % 2 == 0 { 1024.0 } else { 1.0 / 4096.0 }).collect();
        assert!(share(7.0, &one) > 1.0, "{}", share(7.0, &one));
        assert!(share(7.5, &one) < 1e-6, "{}", share(7.5, &one));
        assert!(share(7.5, &mixed) < 1e-6, "{}", share(7.5, &mixed));
    }

    #[test]
    fn a_zero_matrix_is_singular_at_a_named_row() {
        let error = Ldlt::factor(&Sparse::from_diagonal(&[1.0, 0.0]), &Threads::one()).unwrap_err();
        assert_eq!(error, FactorError::Singular { row: 1 });
    }
}
