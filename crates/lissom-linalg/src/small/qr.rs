//! QR factorisation with column exchanges: rank and pivot columns.

use crate::matrix::dense::{Dense, norm};

/// A P = Q R by Householder reflections with column pivoting, \[BusingerGolub1965\].
#[derive(Debug, Clone)]
pub struct PivotedQr {
    /// Orthonormal columns, m × min(m, n).
    pub q: Dense,
    /// Upper triangular, min(m, n) × n, in the order of the pivots; its diagonal does not increase.
    pub r: Dense,
    /// `pivots[k]` is the column of A that was taken k-th [-].
    pub pivots: Vec<usize>,
}

impl PivotedQr {
    /// Factors any matrix of finite numbers.
    pub fn factor(a: &Dense) -> Self {
        assert!(a.first_not_finite().is_none(), "a QR factorisation needs finite entries");
        let (m, n) = (a.rows(), a.cols());
        let steps = m.min(n);
        let mut work = a.clone();
        let mut pivots: Vec<usize> = (0..n).collect();
        let mut reflectors: Vec<Vec<f64>> = Vec::with_capacity(steps);
        for k in 0..steps {
            // Norms are recomputed: the usual downdating loses digits exactly where the rank is decided.
            let length = |j: usize| norm(&work.column(j)[k..]);
            let best = (k..n).map(|j| (j, length(j))).fold((k, -1.0), |b, c| if c.1 > b.1 { c } else { b }).0;
            if best != k {
                let column = work.column(k).to_vec();
                let other = work.column(best).to_vec();
                work.column_mut(k).copy_from_slice(&other);
                work.column_mut(best).copy_from_slice(&column);
                pivots.swap(k, best);
            }
            let v = reflector(&work.column(k)[k..]);
            (k..n).for_each(|j| reflect(&v, &mut work.column_mut(j)[k..]));
            reflectors.push(v);
        }
        let mut q = Dense::from_fn(m, steps, |i, j| if i == j { 1.0 } else { 0.0 });
        for (k, v) in reflectors.iter().enumerate().rev() {
            (0..steps).for_each(|j| reflect(v, &mut q.column_mut(j)[k..]));
        }
        let r = Dense::from_fn(steps, n, |i, j| if i <= j { work[(i, j)] } else { 0.0 });
        Self { q, r, pivots }
    }

    /// The number of pivots above `tolerance` times the first one [-].
    pub fn rank(&self, tolerance: f64) -> usize {
        let diagonal = |k: usize| self.r[(k, k)].abs();
        (0..self.r.rows()).take_while(|&k| diagonal(k) > tolerance * diagonal(0)).count()
    }
}

/// The unit vector v with (I − 2 v vᵀ) x = ∓‖x‖ e₁; zero if x is zero.
fn reflector(x: &[f64]) -> Vec<f64> {
    let size = norm(x);
    let mut v = x.to_vec();
    if size == 0.0 {
        return v;
    }
    v[0] += size.copysign(x[0]);
    let length = norm(&v);
    v.iter_mut().for_each(|a| *a /= length);
    v
}

fn reflect(v: &[f64], x: &mut [f64]) {
    let twice = 2.0 * v.iter().zip(&*x).map(|(a, b)| a * b).sum::<f64>();
    x.iter_mut().zip(v).for_each(|(a, b)| *a -= twice * b);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reproduces_the_matrix_and_its_rank() {
        // Rank 3: sums of three separable functions.
        let a = Dense::from_fn(12, 7, |i, j| {
            let (x, y) = (i as f64, j as f64);
            x.sin() * y.cos() + 1e-3 * x * y + 2.0 * (y * y).sin()
        });
        let qr = PivotedQr::factor(&a);
        assert_eq!(qr.rank(1e-12), 3);
        let product = qr.q.matmul(&qr.r);
        for j in 0..7 {
            for i in 0..12 {
                assert!((product[(i, j)] - a[(i, qr.pivots[j])]).abs() < 1e-13);
            }
        }
        let mut gram = qr.q.transpose_matmul(&qr.q);
        gram.add_scaled(-1.0, &Dense::identity(7));
        assert!(gram.max_abs() < 1e-14);
        assert!((1..7).all(|k| qr.r[(k, k)].abs() <= qr.r[(k - 1, k - 1)].abs() + 1e-14));
    }

    #[test]
    fn wide_and_zero_matrices() {
        let wide = PivotedQr::factor(&Dense::from_rows(&[&[1.0, 0.0, 5.0], &[0.0, 2.0, 0.0]]));
        assert_eq!(wide.pivots[..2], [2, 1]);
        assert_eq!(wide.rank(1e-12), 2);
        assert_eq!(PivotedQr::factor(&Dense::zeros(3, 2)).rank(1e-12), 0);
    }
}
