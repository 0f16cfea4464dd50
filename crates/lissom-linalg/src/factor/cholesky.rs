//! Sparse Cholesky factorisation, A = L Lᵀ in a fill-reducing numbering.

use crate::factor::analysis::Analysis;
use crate::factor::factor_error::FactorError;
use crate::factor::multifrontal::{self, Failure, Numbers};
use crate::factor::panel::Kind;
use crate::factor::sweep::Sweep;
use crate::matrix::dense::Dense;
use crate::matrix::row_block::{Row, WIDEST, pack, unpack, with_width};
use crate::matrix::sparse::Sparse;
use crate::threads::{Budget, Threads};
use std::sync::Arc;

/// The Cholesky factor of a symmetric positive definite matrix.
///
/// ```
/// use lissom_linalg::{Cholesky, Dense, Sparse, Threads};
/// let a = Sparse::from_dense(&Dense::from_rows(&[&[4.0, 1.0], &[1.0, 3.0]]));
/// let mut x = Dense::from_rows(&[&[1.0], &[2.0]]);
/// Cholesky::factor(&a, &Threads::one())?.solve_in_place(&mut x);
/// assert!((x[(0, 0)] - 1.0 / 11.0).abs() < 1e-15);
/// # Ok::<(), lissom_linalg::FactorError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Cholesky {
    analysis: Arc<Analysis>,
    numbers: Numbers,
    threads: Threads,
    smallest_pivot: PivotRatio,
}

/// How much of a diagonal entry survived the elimination.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PivotRatio {
    /// Row of the matrix as it was given [-].
    pub row: usize,
    /// Pivot over diagonal entry, 0 < ratio ≤ 1 [-]. It does not change when rows and columns are scaled;
    /// its inverse is a lower bound of the condition number of the scaled matrix.
    pub ratio: f64,
}

impl Cholesky {
    /// Factors a symmetric positive definite matrix.
    ///
    /// # Errors
    /// [`FactorError::NotPositiveDefinite`] with the row of the offending pivot, and the errors of
    /// [`Analysis::of`].
    pub fn factor(matrix: &Sparse, threads: &Threads) -> Result<Self, FactorError> {
        Self::factor_with(&Arc::new(Analysis::of(matrix)?), matrix, threads)
    }

    /// Orders and analyses the pattern of `matrix` for [`Self::factor_with`].
    ///
    /// # Errors
    /// As [`Analysis::of`].
    pub fn analyse(matrix: &Sparse) -> Result<Arc<Analysis>, FactorError> {
        Analysis::of(matrix).map(Arc::new)
    }

    /// Factors a matrix whose pattern was analysed before.
    ///
    /// # Errors
    /// [`FactorError::PatternChanged`], [`FactorError::NotFinite`], [`FactorError::NotPositiveDefinite`].
    pub fn factor_with(
        analysis: &Arc<Analysis>,
        matrix: &Sparse,
        threads: &Threads,
    ) -> Result<Self, FactorError> {
        check(analysis, matrix, threads)?;
        let numbers = multifrontal::factor(analysis, matrix, Kind::Definite, threads).map_err(|failure| {
            let Failure { col, value } = failure;
            let row = analysis.order.old_of_new()[col] as usize;
            FactorError::NotPositiveDefinite { row, pivot: value, diagonal: matrix.get(row, row) }
        })?;
        let smallest_pivot = smallest_pivot(analysis, &numbers, matrix);
        Ok(Self { analysis: Arc::clone(analysis), numbers, threads: threads.clone(), smallest_pivot })
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

    /// The memory held by the factor \[B\].
    pub fn memory_bytes(&self) -> usize {
        self.analysis.factor_bytes()
    }

    /// The symbolic half, for other matrices with the same pattern.
    pub fn analysis(&self) -> &Arc<Analysis> {
        &self.analysis
    }

    /// The smallest ratio of a pivot to its diagonal entry: a warning of near singularity.
    pub fn smallest_pivot(&self) -> PivotRatio {
        self.smallest_pivot
    }

    /// Forward and backward halves of the solve, in the factor's own numbering.
    pub(crate) fn sweep(&self) -> Sweep<'_> {
        Sweep {
            analysis: &self.analysis,
            numbers: &self.numbers,
            indefinite: false,
            threads: &self.threads,
            arch: pulp::Arch::new(),
        }
    }
}

/// Rejects matrices that do not fit the analysis or are not numbers.
pub(crate) fn check(analysis: &Analysis, matrix: &Sparse, threads: &Threads) -> Result<(), FactorError> {
    let bytes = analysis.memory_bytes(threads);
    threads.announce(&Budget {
        rows: matrix.rows(),
        bytes,
        operations: analysis.operations(),
        limit: threads.memory_limit(),
    });
    if let Some(limit) = threads.memory_limit().filter(|limit| bytes > *limit) {
        return Err(FactorError::TooLarge { rows: matrix.rows(), bytes, limit });
    }
    if !analysis.fits(matrix) {
        return Err(FactorError::PatternChanged { found: matrix.nnz(), rows: matrix.rows() });
    }
    matrix.is_finite().map_err(FactorError::NotFinite)
}

fn solve_block<const W: usize>(factor: &Cholesky, x: &mut Dense, cols: std::ops::Range<usize>) {
    let order = Some(factor.analysis.order.old_of_new());
    let mut rows: Vec<Row<W>> = pack(x, cols.clone(), order);
    let sweep = factor.sweep();
    sweep.forward(&mut rows);
    sweep.backward(&mut rows);
    unpack(&rows, x, cols, order);
}

fn smallest_pivot(analysis: &Analysis, numbers: &Numbers, matrix: &Sparse) -> PivotRatio {
    let diagonal = matrix.diagonal();
    let mut smallest = PivotRatio { row: 0, ratio: 1.0 };
    for supernode in &analysis.supernodes {
        let panel = &numbers.values[supernode.values.clone()];
        for (k, col) in supernode.cols.clone().enumerate() {
            let row = analysis.order.old_of_new()[col] as usize;
            let ratio = panel[k * supernode.height() + k].powi(2) / diagonal[row];
            if ratio < smallest.ratio {
                smallest = PivotRatio { row, ratio };
            }
        }
    }
    smallest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::sparse::Triplets;

    /// The 7-point Laplacian of a brick, plus `shift` on the diagonal, `dofs` coupled unknowns in each node.
    pub(crate) fn brick(nx: usize, ny: usize, nz: usize, dofs: usize, shift: f64) -> Sparse {
        let n = nx * ny * nz * dofs;
        let mut t = Triplets::new(n, n);
        let mut spring = |a: usize, b: usize| {
            for p in 0..dofs {
                for q in 0..dofs {
                    let k = if p == q { 1.0 } else { 0.1 };
                    t.add(a * dofs + p, a * dofs + q, k);
                    t.add(b * dofs + p, b * dofs + q, k);
                    t.add(a * dofs + p, b * dofs + q, -k);
                    t.add(b * dofs + p, a * dofs + q, -k);
                }
            }
        };
        let at = |x: usize, y: usize, z: usize| (z * ny + y) * nx + x;
        for z in 0..nz {
            for y in 0..ny {
                for x in 0..nx {
                    if x > 0 {
                        spring(at(x, y, z), at(x - 1, y, z));
                    }
                    if y > 0 {
                        spring(at(x, y, z), at(x, y - 1, z));
                    }
                    if z > 0 {
                        spring(at(x, y, z), at(x, y, z - 1));
                    }
                }
            }
        }
        Sparse::from_triplets(&t).add_scaled(1.0, &Sparse::identity(n), shift)
    }

    fn largest_residual(a: &Sparse, x: &Dense, b: &Dense) -> f64 {
        let mut r = a.times(x);
        r.add_scaled(-1.0, b);
        r.max_abs()
    }

    #[test]
    fn solves_with_every_block_width() {
        let a = brick(9, 8, 7, 3, 0.01);
        let factor = Cholesky::factor(&a, &Threads::one()).unwrap();
        for width in [1, 2, 3, 4, 5, 8, 9, 17] {
            let b = Dense::from_fn(a.rows(), width, |i, j| ((i * 7 + j * 13) % 11) as f64 - 5.0);
            let mut x = b.clone();
            factor.solve_in_place(&mut x);
            assert!(largest_residual(&a, &x, &b) < 1e-11);
        }
    }

    #[test]
    fn the_number_of_threads_changes_no_bit() {
        let a = brick(16, 15, 14, 3, 0.01);
        let b = Dense::from_fn(a.rows(), 6, |i, j| ((i * 7 + j * 13) % 11) as f64 - 5.0);
        let solve = |threads: usize| {
            let factor = Cholesky::factor(&a, &Threads::new(threads).unwrap()).unwrap();
            assert!(!factor.analysis.top.is_empty(), "the case is large enough to be cut into groups");
            let mut x = b.clone();
            factor.solve_in_place(&mut x);
            (factor.numbers.values, x)
        };
        let one = solve(1);
        assert!(largest_residual(&a, &one.1, &b) < 1e-10);
        for threads in [2, 3, 4] {
            assert!(solve(threads) == one, "{threads} threads give other bits");
        }
    }

    #[test]
    fn a_negative_pivot_is_named_in_the_numbering_of_the_caller() {
        let mut diagonal = vec![2.0; 50];
        diagonal[17] = -3.0;
        match Cholesky::factor(&Sparse::from_diagonal(&diagonal), &Threads::one()) {
            Err(FactorError::NotPositiveDefinite { row, pivot, .. }) => assert_eq!((row, pivot), (17, -3.0)),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_singular_matrix_fails_or_is_flagged() {
        match Cholesky::factor(&brick(6, 6, 6, 1, 0.0), &Threads::one()) {
            Ok(factor) => assert!(factor.smallest_pivot().ratio < 1e-13),
            Err(FactorError::NotPositiveDefinite { pivot, diagonal, .. }) => {
                assert!(pivot.abs() < 1e-13 * diagonal)
            }
            Err(other) => panic!("{other}"),
        }
    }

    #[test]
    fn wrong_patterns_and_numbers_are_refused() {
        let mut t = Triplets::new(2, 2);
        t.add(0, 0, 1.0);
        t.add(1, 1, 1.0);
        t.add(1, 0, 0.5);
        let a = Sparse::from_triplets(&t);
        let error = Cholesky::factor(&a, &Threads::one()).unwrap_err();
        assert_eq!(error, FactorError::PatternNotSymmetric { row: 1, col: 0 });
        let good = Sparse::identity(3);
        let analysis = Cholesky::analyse(&good).unwrap();
        let other = Cholesky::factor_with(&analysis, &brick(3, 1, 1, 1, 1.0), &Threads::one());
        assert!(matches!(other, Err(FactorError::PatternChanged { rows: 3, .. })));
        let mut bad = good.clone();
        bad.values_mut()[2] = f64::INFINITY;
        let error = Cholesky::factor_with(&analysis, &bad, &Threads::one()).unwrap_err();
        assert!(matches!(error, FactorError::NotFinite(entry) if entry.row == 2));
    }

    #[test]
    fn empty_and_scalar_matrices() {
        let empty = Cholesky::factor(&Sparse::identity(0), &Threads::one()).unwrap();
        empty.solve_in_place(&mut Dense::zeros(0, 3));
        let mut x = Dense::from_rows(&[&[6.0]]);
        Cholesky::factor(&Sparse::from_diagonal(&[3.0]), &Threads::one()).unwrap().solve_in_place(&mut x);
        assert!((x[(0, 0)] - 2.0).abs() < 1e-15);
    }
}
