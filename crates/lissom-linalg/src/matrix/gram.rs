//! Orthonormal bases from the products of columns with each other.

use crate::matrix::dense::Dense;
use crate::small::eigen::{EigenError, cholesky, symmetric};
use faer::Par;
use faer::linalg::triangular_solve::solve_lower_triangular_in_place;

/// The square of what must be left of a direction of unit length to be new.
const NOT_NEW: f64 = 1e-10;

/// Above this square nothing is lost by eliminating columns one after the other.
const WELL_SEPARATED: f64 = 1e-6;

/// A matrix T with Tᵀ G T = 1 that spans the columns of which G holds the products; dependent directions are
/// dropped.
pub(crate) fn orthonormal(products: &Dense) -> Result<Dense, EigenError> {
    let n = products.rows();
    let inverse_root = |e: f64| if e > 0.0 { 1.0 / e.sqrt() } else { 0.0 };
    let scale: Vec<f64> = (0..n).map(|i| inverse_root(products[(i, i)])).collect();
    let unit = Dense::from_fn(n, n, |i, j| 0.5 * (products[(i, j)] + products[(j, i)]) * scale[i] * scale[j]);
    let eliminated = cholesky(&unit).ok().filter(|l| (0..n).all(|i| l[(i, i)].powi(2) > WELL_SEPARATED));
    if let Some(factor) = eliminated {
        let mut inverse = Dense::identity(n);
        solve_lower_triangular_in_place(factor.view(), inverse.view_mut(), Par::Seq);
        return Ok(Dense::from_fn(n, n, |i, j| scale[i] * inverse[(j, i)]));
    }
    let split = symmetric(&unit)?;
    let kept: Vec<usize> = (0..n).filter(|k| split.values[*k] > NOT_NEW).collect();
    let entry = |i: usize, k: usize| scale[i] * split.vectors[(i, kept[k])] / split.values[kept[k]].sqrt();
    Ok(Dense::from_fn(n, kept.len(), entry))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_become_orthonormal_and_repeated_ones_are_left_out() {
        let plain = Dense::from_fn(9, 4, |i, j| {
            ((5 * i * i + 11 * i * j + j) as f64).sin() * 10f64.powi(3 * j as i32)
        });
        let twice = plain.beside(&plain.columns(1..3));
        for columns in [plain, twice] {
            let products = columns.transpose_matmul(&columns);
            let basis = columns.matmul(&orthonormal(&products).unwrap());
            assert_eq!(basis.cols(), 4);
            let mut identity = basis.transpose_matmul(&basis);
            identity.add_scaled(-1.0, &Dense::identity(4));
            assert!(identity.max_abs() < 1e-12, "{}", identity.max_abs());
        }
    }
}
