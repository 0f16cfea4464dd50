//! Poles far below the fastest one, which would be lost in rounding of the state matrix.
//!
//! Errors of computed eigenvalues are a share of the largest. Where a matrix has an inverse, the largest eigenvalues of that are the
//! reciprocals of the smallest of its own, so that both ends of a wide spectrum are accurate.

use lissom_linalg::eigen::{EigenError, GeneralEigen, general};
use lissom_linalg::{Complex, Dense, Lu};

/// The entries of the inverse of a matrix with rows and columns of size one above which it counts as singular [-].
const SINGULAR: f64 = 1e12;

/// Sweeps of scaling: each brings rows and columns to the root of their distance from one.
const SWEEPS: usize = 12;

/// Replaces eigenvalues of `a` of at most `small` by those of its inverse, where it has one; otherwise they
/// are kept. Returns whether they were replaced, and so are not zero.
pub(crate) fn resolved(
    a: &Dense,
    mut found: GeneralEigen,
    small: f64,
) -> Result<(GeneralEigen, bool), EigenError> {
    let count = found.values.iter().filter(|s| s.abs() <= small).count();
    if count == 0 {
        return Ok((found, false));
    }
    let Some(inverse) = inverse(a) else { return Ok((found, false)) };
    let slow = general(&inverse)?;
    let mut order: Vec<usize> = (0..slow.values.len()).collect();
    order.sort_by(|i, j| slow.values[*j].abs().total_cmp(&slow.values[*i].abs()));
    order.truncate(count);
    let kept = found.values.iter().map(|s| s.abs() > small).collect::<Vec<bool>>();
    let mut keep = kept.iter();
    found.values.retain(|_| *keep.next().unwrap_or(&true));
    let mut keep = kept.iter();
    found.vectors.retain(|_| *keep.next().unwrap_or(&true));
    for k in order.into_iter().rev() {
        found.values.insert(0, Complex::ONE / slow.values[k]);
        found.vectors.insert(0, slow.vectors[k].clone());
    }
    Ok((found, true))
}

/// The inverse, computed with rows and columns scaled to size one; `None` when that is singular.
fn inverse(a: &Dense) -> Option<Dense> {
    let n = a.rows();
    let (mut rows, mut columns) = (vec![1.0; n], vec![1.0; n]);
    let size = |values: &mut dyn Iterator<Item = f64>| values.fold(0.0, |m: f64, x| m.max(x.abs()));
    for _ in 0..SWEEPS {
        let of_row = |i: usize| size(&mut (0..n).map(|j| rows[i] * a[(i, j)] * columns[j]));
        let of_column = |j: usize| size(&mut (0..n).map(|i| rows[i] * a[(i, j)] * columns[j]));
        let (high, wide): (Vec<f64>, Vec<f64>) =
            ((0..n).map(of_row).collect(), (0..n).map(of_column).collect());
        for (scale, size) in rows.iter_mut().zip(high).chain(columns.iter_mut().zip(wide)) {
            *scale /= if size > 0.0 && size.is_finite() { size.sqrt() } else { return None };
        }
    }
    let even = Dense::from_fn(n, n, |i, j| rows[i] * a[(i, j)] * columns[j]);
    let factor = Lu::factor(&even).ok()?;
    let mut inverse = Dense::identity(n);
    factor.solve_in_place(&mut inverse);
    let regular = inverse.first_not_finite().is_none() && inverse.max_abs() < SINGULAR;
    let scaled = Dense::from_fn(n, n, |i, j| columns[i] * inverse[(i, j)] * rows[j]);
    (regular && scaled.first_not_finite().is_none()).then_some(scaled)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two oscillators, the fast one 1e20 times as fast: blocks [[0, −w], [w, 0]] under a coupling from fast to slow.
    #[test]
    fn both_ends_of_a_wide_spectrum_are_found() {
        let (slow, fast) = (3.0, 3e20);
        let a = Dense::from_rows(&[
            &[0.0, -slow, 0.0, 0.0],
            &[slow, 0.0, 0.0, 0.0],
            &[0.0, 0.5, 0.0, -fast],
            &[0.0, 0.0, fast, 0.0],
        ]);
        let (found, replaced) = resolved(&a, general(&a).unwrap(), 1e-9 * fast).unwrap();
        assert!(replaced);
        let sizes: Vec<f64> = found.values.iter().map(|s| s.abs()).collect();
        for (size, expected) in sizes.iter().zip([slow, slow, fast, fast]) {
            assert!((size / expected - 1.0).abs() < 1e-12, "{sizes:?}");
        }
    }

    #[test]
    fn a_pole_at_zero_stays() {
        let a = Dense::from_rows(&[&[0.0, 0.0, 0.0], &[0.0, 0.0, -2.0], &[0.0, 2.0, 0.0]]);
        let (found, replaced) = resolved(&a, general(&a).unwrap(), 1e-9).unwrap();
        assert!(!replaced);
        assert_eq!(found.values.iter().filter(|s| s.abs() < 1e-12).count(), 1);
    }
}
