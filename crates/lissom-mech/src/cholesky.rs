//! Cholesky's factorisation of small dense matrices, in place and without allocation.

/// A pivot of a generalised mass below this share of its diagonal entry is rounding error.
const MASSLESS: f64 = 1e-14;

/// Cholesky factor of a symmetric matrix given by its lower triangle, in place; the diagonal holds inverses.
///
/// # Errors
/// The row whose pivot is not positive.
#[inline(always)]
pub(crate) fn cholesky(n: usize, a: &mut [f64]) -> Result<(), usize> {
    for i in 0..n {
        let (done, rest) = a.split_at_mut(i * n);
        let row = &mut rest[..=i];
        let diagonal = row[i];
        for j in 0..i {
            let other = &done[j * n..=j * n + j];
            let sum: f64 = row[..j].iter().zip(other).map(|(x, y)| x * y).sum();
            row[j] = (row[j] - sum) * other[j];
        }
        let pivot = diagonal - row[..i].iter().map(|x| x * x).sum::<f64>();
        if pivot <= MASSLESS * diagonal || pivot.is_nan() {
            return Err(i);
        }
        row[i] = 1.0 / pivot.sqrt();
    }
    Ok(())
}

#[inline(always)]
pub(crate) fn cholesky_solve(n: usize, l: &[f64], x: &mut [f64]) {
    for i in 0..n {
        let row = &l[i * n..=i * n + i];
        let sum: f64 = row[..i].iter().zip(&x[..i]).map(|(a, b)| a * b).sum();
        x[i] = (x[i] - sum) * row[i];
    }
    for i in (0..n).rev() {
        x[i] *= l[i * n + i];
        let (before, at) = x.split_at_mut(i);
        before.iter_mut().zip(&l[i * n..i * n + i]).for_each(|(b, a)| *b -= a * at[0]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cholesky_solves_and_names_a_massless_row() {
        let a = [4.0, 0.0, 0.0, 2.0, 5.0, 0.0, -1.0, 0.5, 3.0];
        let mut factor = a;
        cholesky(3, &mut factor).unwrap();
        let mut x = [1.0, -2.0, 0.5];
        cholesky_solve(3, &factor, &mut x);
        let full = |i: usize, j: usize| if i >= j { a[i * 3 + j] } else { a[j * 3 + i] };
        for (i, b) in [1.0, -2.0, 0.5].iter().enumerate() {
            let sum: f64 = (0..3).map(|j| full(i, j) * x[j]).sum();
            assert!((sum - b).abs() < 1e-15);
        }
        assert_eq!(cholesky(2, &mut [1.0, 0.0, 1.0, 1.0]), Err(1));
    }
}
