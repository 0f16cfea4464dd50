//! Dense LU factorisation with row exchanges.

use crate::matrix::dense::Dense;
use faer::Par;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::lu::partial_pivoting::factor::{lu_in_place, lu_in_place_scratch};
use faer::linalg::triangular_solve::{solve_unit_lower_triangular_in_place, solve_upper_triangular_in_place};
use thiserror::Error;

/// Why a dense LU factorisation failed.
#[derive(Debug, Error, Clone, PartialEq)]
pub enum LuError {
    /// The matrix is not square.
    #[error("the matrix is {rows} × {cols}, not square")]
    NotSquare {
        /// Number of rows [-].
        rows: usize,
        /// Number of columns [-].
        cols: usize,
    },
    /// An entry is NaN or infinite.
    #[error("entry ({row}, {col}) is not a finite number")]
    NotFinite {
        /// Row of the entry [-].
        row: usize,
        /// Column of the entry [-].
        col: usize,
    },
    /// A pivot vanishes, or is so small compared with its column that only rounding errors are left.
    #[error("the matrix is singular: {ratio:e} of column {col} is left by the elimination")]
    Singular {
        /// Column of the pivot [-].
        col: usize,
        /// The pivot over the largest entry of its column in the matrix given [-].
        ratio: f64,
    },
}

/// P A = L U of a dense square matrix.
///
/// ```
/// use lissom_linalg::{Dense, Lu};
/// let lu = Lu::factor(&Dense::from_rows(&[&[0.0, 2.0], &[3.0, 0.0]]))?;
/// let mut x = Dense::from_rows(&[&[4.0], &[9.0]]);
/// lu.solve_in_place(&mut x);
/// assert_eq!(x.column(0), [3.0, 2.0]);
/// # Ok::<(), lissom_linalg::LuError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Lu {
    factors: Dense,
    order: Vec<u32>,
}

impl Lu {
    /// Factors a square matrix.
    ///
    /// # Errors
    /// [`LuError::Singular`] when a pivot is below 1e-15 of its column; the others for malformed input.
    pub fn factor(a: &Dense) -> Result<Self, LuError> {
        let n = a.rows();
        if n != a.cols() {
            return Err(LuError::NotSquare { rows: n, cols: a.cols() });
        }
        if let Some((row, col)) = a.first_not_finite() {
            return Err(LuError::NotFinite { row, col });
        }
        let mut factors = a.clone();
        let (mut order, mut inverse) = (vec![0u32; n], vec![0u32; n]);
        let mut memory = MemBuffer::new(lu_in_place_scratch::<u32, f64>(n, n, Par::Seq, Default::default()));
        let stack = MemStack::new(&mut memory);
        lu_in_place(factors.view_mut(), &mut order, &mut inverse, Par::Seq, stack, Default::default());
        for col in 0..n {
            let size = a.column(col).iter().fold(0.0, |m: f64, x| m.max(x.abs()));
            let ratio = if size == 0.0 { 0.0 } else { factors[(col, col)].abs() / size };
            if ratio.is_nan() || ratio < 1e-15 {
                return Err(LuError::Singular { col, ratio });
            }
        }
        Ok(Self { factors, order })
    }

    /// x ← A⁻¹ x for all columns.
    pub fn solve_in_place(&self, x: &mut Dense) {
        assert_eq!(x.rows(), self.factors.rows(), "right-hand sides have as many rows as the matrix");
        let mut permuted = Dense::from_fn(x.rows(), x.cols(), |i, j| x[(self.order[i] as usize, j)]);
        solve_unit_lower_triangular_in_place(self.factors.view(), permuted.view_mut(), Par::Seq);
        solve_upper_triangular_in_place(self.factors.view(), permuted.view_mut(), Par::Seq);
        *x = permuted;
    }

    /// A⁻¹ b.
    pub fn solve(&self, b: &[f64]) -> Vec<f64> {
        let mut x = Dense::from_column_major(b.len(), 1, b.to_vec());
        self.solve_in_place(&mut x);
        x.column(0).to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solves_a_system_that_needs_exchanges() {
        let n = 37;
        let a = Dense::from_fn(n, n, |i, j| if i == j { 1e-12 } else { ((i * 5 + j * j * 3) as f64).sin() });
        let x = Dense::from_fn(n, 2, |i, j| (i + 1) as f64 / (j + 1) as f64);
        let mut y = a.matmul(&x);
        Lu::factor(&a).unwrap().solve_in_place(&mut y);
        y.add_scaled(-1.0, &x);
        assert!(y.max_abs() < 1e-11, "{}", y.max_abs());
    }

    #[test]
    fn singular_and_bad_matrices_are_named() {
        let a = Dense::from_rows(&[&[1.0, 2.0], &[2.0, 4.0]]);
        assert!(matches!(Lu::factor(&a), Err(LuError::Singular { col: 1, .. })));
        let a = Dense::from_rows(&[&[1.0, f64::NAN], &[2.0, 4.0]]);
        assert_eq!(Lu::factor(&a).unwrap_err(), LuError::NotFinite { row: 0, col: 1 });
        assert_eq!(Lu::factor(&Dense::zeros(2, 3)).unwrap_err(), LuError::NotSquare { rows: 2, cols: 3 });
    }
}
