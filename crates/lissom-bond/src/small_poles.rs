//! Poles far below the fastest one, which would be lost in rounding of the state matrix.
//!
//! Errors of computed eigenvalues are a share of the largest. Where a matrix has an inverse, the largest eigenvalues of that are the
//! reciprocals of the smallest of its own, so that both ends of a wide spectrum are accurate. Where it has none (rigid motions), its
//! null space is taken out first, by elimination, because that keeps small numbers beside large ones.

use lissom_linalg::eigen::{EigenError, GeneralEigen, general};
use lissom_linalg::{Complex, Dense, Lu};

/// The entries of the inverse of a matrix with rows and columns of size one above which it counts as singular [-].
const SINGULAR: f64 = 1e12;

/// A pivot of such a matrix below which the rows that are left depend on those before [-].
const DEPENDENT: f64 = 1e-12;

/// Sweeps of scaling: each brings rows and columns to the root of their distance from one.
const SWEEPS: usize = 12;

/// Replaces eigenvalues of `a` of at most `small` by zeros, as many as its null space has, and by those of its inverse;
/// where neither can be determined they are kept. Returns whether they were replaced: those that are not zero are then known by themselves.
pub(crate) fn resolved(
    a: &Dense,
    mut found: GeneralEigen,
    small: f64,
) -> Result<(GeneralEigen, bool), EigenError> {
    let count = found.values.iter().filter(|s| s.abs() <= small).count();
    if count == 0 {
        return Ok((found, false));
    }
    let levels = without_null_space(a);
    let core = levels.last().map_or(a, |level| &level.rest);
    let zeros = a.rows() - core.rows();
    let inverse = if core.rows() > 0 { inverse(core) } else { None };
    let (Some(inverse), true) = (inverse, zeros < count) else { return Ok((found, false)) };
    let slow = general(&inverse)?;
    let mut order: Vec<usize> = (0..slow.values.len()).collect();
    order.sort_by(|i, j| slow.values[*j].abs().total_cmp(&slow.values[*i].abs()));
    order.truncate(count - zeros);
    let pairs = found.values.into_iter().zip(found.vectors);
    let (mut lost, kept): (Vec<_>, Vec<_>) = pairs.partition(|(s, _)| s.abs() <= small);
    lost.sort_by(|(s, _), (t, _)| s.abs().total_cmp(&t.abs()));
    let rigid = lost.into_iter().take(zeros).map(|(_, vector)| (Complex::ZERO, vector));
    let known = order.into_iter().map(|k| {
        let pole = Complex::ONE / slow.values[k];
        (pole, levels.iter().rev().fold(slow.vectors[k].clone(), |vector, level| level.lift(pole, &vector)))
    });
    (found.values, found.vectors) = rigid.chain(known).chain(kept).unzip();
    Ok((found, true))
}

/// A matrix without its null space: with free columns f, pivots p and null vectors x_p = Z x_f, the coordinates
/// b = x_p − Z x_f follow b' = (A_pp − Z A_fp) b, and x_f' = A_fp b follows from them.
struct Level {
    pivots: Vec<usize>,
    free: Vec<usize>,
    /// Z: pivots by free columns.
    null: Dense,
    /// A_fp.
    fed: Dense,
    /// A_pp − Z A_fp.
    rest: Dense,
}

impl Level {
    /// The eigenvector of the whole for one of the rest.
    fn lift(&self, pole: Complex, rest: &[Complex]) -> Vec<Complex> {
        let mut whole = vec![Complex::ZERO; self.pivots.len() + self.free.len()];
        for (f, &column) in self.free.iter().enumerate() {
            let rate =
                rest.iter().enumerate().fold(Complex::ZERO, |sum, (j, b)| sum + b.scale(self.fed[(f, j)]));
            whole[column] = rate / pole;
        }
        for (p, &column) in self.pivots.iter().enumerate() {
            let carried = self.free.iter().enumerate();
            whole[column] =
                carried.fold(rest[p], |sum, (f, &from)| sum + whole[from].scale(self.null[(p, f)]));
        }
        whole
    }
}

/// Takes out the null space until what is left has none (a free mass has a second one behind the first).
fn without_null_space(a: &Dense) -> Vec<Level> {
    let mut levels: Vec<Level> = Vec::new();
    while let Some(level) = without_null_vectors(levels.last().map_or(a, |level| &level.rest)) {
        levels.push(level);
    }
    levels
}

/// One level; `None` when the columns are independent.
fn without_null_vectors(a: &Dense) -> Option<Level> {
    let n = a.rows();
    let (rows, columns) = scales(a)?;
    let mut left = Dense::from_fn(n, n, |i, j| rows[i] * a[(i, j)] * columns[j]);
    let (mut pivots, mut used) = (Vec::new(), vec![false; n]);
    // Gauss-Jordan with the largest entry of all as pivot: the columns of pivots become unit vectors.
    while let Some((size, i, j)) = largest_entry(&left, &used, &pivots).filter(|entry| entry.0 > DEPENDENT) {
        debug_assert!(size.is_finite());
        used[i] = true;
        pivots.push((i, j));
        let head: Vec<f64> = (0..n).map(|k| left[(i, k)] / left[(i, j)]).collect();
        for row in 0..n {
            let factor = left[(row, j)];
            for k in 0..n {
                left[(row, k)] = if row == i { head[k] } else { left[(row, k)] - factor * head[k] };
            }
        }
    }
    let free: Vec<usize> = (0..n).filter(|j| pivots.iter().all(|(_, p)| p != j)).collect();
    if free.is_empty() {
        return None;
    }
    let m = pivots.len();
    let null = Dense::from_fn(m, free.len(), |p, f| {
        let (i, j) = pivots[p];
        -left[(i, free[f])] * columns[j] / columns[free[f]]
    });
    let pivots: Vec<usize> = pivots.into_iter().map(|(_, j)| j).collect();
    let fed = Dense::from_fn(free.len(), m, |f, p| a[(free[f], pivots[p])]);
    let carried = null.matmul(&fed);
    let rest = Dense::from_fn(m, m, |i, j| a[(pivots[i], pivots[j])] - carried[(i, j)]);
    rest.first_not_finite().is_none().then_some(Level { pivots, free, null, fed, rest })
}

/// The largest entry in rows and columns without a pivot: size, row, column.
fn largest_entry(left: &Dense, used: &[bool], pivots: &[(usize, usize)]) -> Option<(f64, usize, usize)> {
    let n = left.rows();
    let rows = (0..n).filter(|i| !used[*i]);
    let open: Vec<usize> = (0..n).filter(|j| pivots.iter().all(|(_, p)| p != j)).collect();
    let entries = rows.flat_map(|i| open.iter().map(move |&j| (left[(i, j)].abs(), i, j)));
    entries.max_by(|a, b| a.0.total_cmp(&b.0))
}

/// Scales that bring rows and columns to size one; those of zeros stay. `None` when an entry is not finite.
fn scales(a: &Dense) -> Option<(Vec<f64>, Vec<f64>)> {
    let n = a.rows();
    let (mut rows, mut columns) = (vec![1.0; n], vec![1.0; n]);
    let size = |values: &mut dyn Iterator<Item = f64>| values.fold(0.0, |m: f64, x| m.max(x.abs()));
    for _ in 0..SWEEPS {
        let of_row = |i: usize| size(&mut (0..n).map(|j| rows[i] * a[(i, j)] * columns[j]));
        let of_column = |j: usize| size(&mut (0..n).map(|i| rows[i] * a[(i, j)] * columns[j]));
        let (high, wide): (Vec<f64>, Vec<f64>) =
            ((0..n).map(of_row).collect(), (0..n).map(of_column).collect());
        for (scale, size) in rows.iter_mut().zip(high).chain(columns.iter_mut().zip(wide)) {
            if !size.is_finite() {
                return None;
            }
            *scale /= if size > 0.0 { size.sqrt() } else { 1.0 };
        }
    }
    Some((rows, columns))
}

/// The inverse, computed with rows and columns scaled to size one; `None` when that is singular.
fn inverse(a: &Dense) -> Option<Dense> {
    let n = a.rows();
    let (rows, columns) = scales(a)?;
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

    /// A free mass beside two oscillators, one 1e20 times as fast, in mixed coordinates: two zeros (one vector), both frequencies.
    #[test]
    fn rigid_motions_do_not_hide_slow_poles() {
        let (slow, fast) = (3.0, 3e20);
        let mut a = Dense::from_fn(6, 6, |_, _| 0.0);
        (a[(0, 1)], a[(1, 2)], a[(0, 3)]) = (1.0, 0.0, 0.25);
        (a[(2, 3)], a[(3, 2)], a[(4, 5)], a[(5, 4)]) = (-slow, slow, -fast, fast);
        a[(4, 3)] = 0.5;
        a[(1, 2)] = 2.0;
        let (found, replaced) = resolved(&a, general(&a).unwrap(), 1e-9 * fast).unwrap();
        assert!(replaced);
        let mut sizes: Vec<f64> = found.values.iter().map(|s| s.abs()).collect();
        sizes.sort_by(f64::total_cmp);
        assert_eq!(sizes[..2], [0.0, 0.0], "{sizes:?}");
        for (size, expected) in sizes[2..].iter().zip([slow, slow, fast, fast]) {
            assert!((size / expected - 1.0).abs() < 1e-12, "{sizes:?}");
        }
        for (s, v) in found.values.iter().zip(&found.vectors).filter(|(s, _)| (s.abs() - slow).abs() < 1e-9) {
            for i in 0..4 {
                let image = (0..6).fold(Complex::ZERO, |sum, j| sum + v[j].scale(a[(i, j)]));
                assert!((image - *s * v[i]).abs() < 1e-12, "row {i}");
            }
        }
    }
}
