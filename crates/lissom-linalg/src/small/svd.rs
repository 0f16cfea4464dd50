//! Singular value decomposition.

use crate::matrix::dense::Dense;
use crate::small::eigen::unit_sized;
use faer::Par;
use faer::diag::Diag;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::svd::{ComputeSvdVectors, svd_scratch};
use thiserror::Error;

/// Why a singular value decomposition failed.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum SvdError {
    /// An entry is NaN or infinite.
    #[error("entry ({row}, {col}) is not a finite number")]
    NotFinite {
        /// Row of the entry [-].
        row: usize,
        /// Column of the entry [-].
        col: usize,
    },
    /// The iteration did not converge.
    #[error("the singular value iteration of a {rows} × {cols} matrix stalled")]
    NoConvergence {
        /// Number of rows [-].
        rows: usize,
        /// Number of columns [-].
        cols: usize,
    },
}

/// A = U diag(s) Vᵀ with orthonormal columns.
#[derive(Debug, Clone, PartialEq)]
pub struct Svd {
    /// Left singular vectors, m × min(m, n).
    pub left: Dense,
    /// Singular values, descending (unit of the matrix).
    pub values: Vec<f64>,
    /// Right singular vectors, n × min(m, n).
    pub right: Dense,
}

/// The thin singular value decomposition.
///
/// # Errors
/// [`SvdError::NotFinite`], [`SvdError::NoConvergence`].
pub fn svd(a: &Dense) -> Result<Svd, SvdError> {
    if let Some((row, col)) = a.first_not_finite() {
        return Err(SvdError::NotFinite { row, col });
    }
    let (rows, cols) = (a.rows(), a.cols());
    let size = rows.min(cols);
    let (scaled, factor) = unit_sized(a);
    let (mut left, mut right) = (Dense::zeros(rows, size), Dense::zeros(cols, size));
    let mut values = Diag::<f64>::zeros(size);
    let thin = ComputeSvdVectors::Thin;
    let mut memory = MemBuffer::new(svd_scratch::<f64>(rows, cols, thin, thin, Par::Seq, Default::default()));
    let stack = MemStack::new(&mut memory);
    let (u, v) = (Some(left.view_mut()), Some(right.view_mut()));
    faer::linalg::svd::svd(scaled.view(), values.as_mut(), u, v, Par::Seq, stack, Default::default())
        .map_err(|_| SvdError::NoConvergence { rows, cols })?;
    Ok(Svd { left, values: values.column_vector().iter().map(|s| s * factor).collect(), right })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reproduces_tall_and_wide_matrices() {
        for (rows, cols) in [(9, 4), (4, 9), (1, 5), (5, 1), (6, 6)] {
            let a = Dense::from_fn(rows, cols, |i, j| ((i * 3 + j * 7) as f64).cos() + (i * j) as f64 / 5.0);
            let answer = svd(&a).unwrap();
            let mut back =
                answer.left.matmul(&Dense::from_diagonal(&answer.values)).matmul(&answer.right.transpose());
            back.add_scaled(-1.0, &a);
            assert!(back.max_abs() < 1e-13);
            assert!(answer.values.windows(2).all(|w| w[0] >= w[1]));
        }
    }

    #[test]
    fn diagonal_values_and_errors() {
        let answer = svd(&Dense::from_diagonal(&[3.0, -7.0, 0.0])).unwrap();
        assert_eq!(answer.values.iter().map(|s| s.round()).collect::<Vec<_>>(), [7.0, 3.0, 0.0]);
        let bad = svd(&Dense::from_rows(&[&[1.0, f64::NAN]]));
        assert_eq!(bad.unwrap_err(), SvdError::NotFinite { row: 0, col: 1 });
        assert!(svd(&Dense::zeros(0, 3)).unwrap().values.is_empty());
    }
}
