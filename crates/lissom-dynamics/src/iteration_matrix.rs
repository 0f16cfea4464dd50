//! The matrix of an implicit step, factorised in place: implicit steps come by the thousand and must not allocate.

use lissom_linalg::Dense;
use lissom_mech::Linearisation;

/// M + s (C + D) + s² (K + N + G) with s = γ h, and its factors.
///
/// In second-order form the equations of a stage have half the size of the first-order ones.
#[derive(Debug)]
pub(crate) struct IterationMatrix {
    mass: Dense,
    rate_matrix: Dense,
    position_matrix: Dense,
    factors: Dense,
    exchanges: Vec<usize>,
    /// The scale the factors belong to; NaN before the first factorisation and after new matrices.
    scale: f64,
}

impl IterationMatrix {
    pub(crate) fn new(size: usize) -> Self {
        let zeros = || Dense::zeros(size, size);
        let (mass, rate_matrix, position_matrix, factors) = (zeros(), zeros(), zeros(), zeros());
        Self { mass, rate_matrix, position_matrix, factors, exchanges: vec![0; size], scale: f64::NAN }
    }

    /// Takes over new matrices; the factors are void.
    pub(crate) fn set(&mut self, at: Linearisation) {
        self.mass = at.mass;
        self.rate_matrix = at.velocity_sensitivity;
        self.rate_matrix.add_scaled(1.0, &at.damping);
        self.position_matrix = at.stiffness;
        self.position_matrix.add_scaled(1.0, &at.dynamic_stiffness);
        self.position_matrix.add_scaled(1.0, &at.geometric_stiffness);
        self.scale = f64::NAN;
    }

    /// Factorises for a scale, unless the factors are those already; says whether it did. `None`: singular.
    pub(crate) fn factor(&mut self, scale: f64) -> Option<bool> {
        if self.scale == scale {
            return Some(false);
        }
        self.factors.as_mut_slice().copy_from_slice(self.mass.as_slice());
        self.factors.add_scaled(scale, &self.rate_matrix);
        self.factors.add_scaled(scale * scale, &self.position_matrix);
        self.scale = f64::NAN;
        if !eliminate(&mut self.factors, &mut self.exchanges) {
            return None;
        }
        self.scale = scale;
        Some(true)
    }

    /// x ← (factorised matrix)⁻¹ M x, with a buffer.
    pub(crate) fn solve_with_mass(&self, x: &mut [f64], buffer: &mut [f64]) {
        buffer.fill(0.0);
        for (j, &xj) in x.iter().enumerate() {
            buffer.iter_mut().zip(self.mass.column(j)).for_each(|(b, m)| *b += m * xj);
        }
        x.copy_from_slice(buffer);
        substitute(&self.factors, &self.exchanges, x);
    }
}

/// Gaussian elimination with partial pivoting; `false` when a pivot is zero or not a number.
fn eliminate(a: &mut Dense, exchanges: &mut [usize]) -> bool {
    let n = a.rows();
    for k in 0..n {
        let column = a.column(k);
        let pivot = (k..n).max_by(|&i, &j| column[i].abs().total_cmp(&column[j].abs())).unwrap_or(k);
        let size = column[pivot].abs();
        if !(size > 0.0 && size.is_finite()) {
            return false;
        }
        exchanges[k] = pivot;
        for j in 0..n {
            a.column_mut(j).swap(k, pivot);
        }
        let inverse = 1.0 / a[(k, k)];
        a.column_mut(k)[k + 1..].iter_mut().for_each(|x| *x *= inverse);
        let (left, right) = a.as_mut_slice().split_at_mut((k + 1) * n);
        let multipliers = &left[k * n + k + 1..];
        for column in right.chunks_exact_mut(n) {
            let factor = column[k];
            column[k + 1..].iter_mut().zip(multipliers).for_each(|(x, m)| *x -= factor * m);
        }
    }
    true
}

/// Forward and backward substitution.
fn substitute(factors: &Dense, exchanges: &[usize], x: &mut [f64]) {
    for (k, &pivot) in exchanges.iter().enumerate() {
        x.swap(k, pivot);
    }
    for k in 0..x.len() {
        let value = x[k];
        x[k + 1..].iter_mut().zip(&factors.column(k)[k + 1..]).for_each(|(x, l)| *x -= l * value);
    }
    for k in (0..x.len()).rev() {
        x[k] /= factors[(k, k)];
        let value = x[k];
        x[..k].iter_mut().zip(factors.column(k)).for_each(|(x, u)| *x -= u * value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elimination_solves_a_system_that_needs_exchanges() {
        let n = 23;
        let a = Dense::from_fn(n, n, |i, j| if i == j { 1e-9 } else { ((i * 7 + j * j * 3) as f64).sin() });
        let x: Vec<f64> = (0..n).map(|i| 1.0 - i as f64 / 3.0).collect();
        let mut y = a.multiply_vector(&x);
        let (mut factors, mut exchanges) = (a, vec![0; n]);
        assert!(eliminate(&mut factors, &mut exchanges));
        substitute(&factors, &exchanges, &mut y);
        for (y, x) in y.iter().zip(&x) {
            assert!((y - x).abs() < 1e-11, "{y} {x}");
        }
        assert!(!eliminate(&mut Dense::zeros(2, 2), &mut [0, 0]));
    }
}
