//! The matrices of an implicit step, factorised in place without allocation.

use lissom_linalg::{Complex, Dense};
use lissom_mech::{Linearisation, Number, StructuredFactor, StructuredMatrices};
use std::ops::Div;

/// M, C + D and K + N + G at a state.
///
/// In second-order form the equations of a stage have half the size of the first-order ones.
#[derive(Debug, Default)]
pub(crate) struct IterationMatrices {
    at: Matrices,
    /// Counts the states, so that outdated factors are detected.
    age: u64,
}

/// The matrices of a state.
#[derive(Debug)]
enum Matrices {
    /// Full ones.
    Dense(FullMatrices),
    /// Element by element.
    Structured(Box<StructuredMatrices>),
}

#[derive(Debug)]
struct FullMatrices {
    mass: Dense,
    rate_matrix: Dense,
    position_matrix: Dense,
}

impl Default for Matrices {
    fn default() -> Self {
        let empty = || Dense::zeros(0, 0);
        Self::Dense(FullMatrices { mass: empty(), rate_matrix: empty(), position_matrix: empty() })
    }
}

impl IterationMatrices {
    /// Sets new matrices; factors of the old ones become invalid.
    pub(crate) fn set(&mut self, at: Linearisation) {
        let mut rate_matrix = at.velocity_sensitivity;
        rate_matrix.add_scaled(1.0, &at.damping);
        let mut position_matrix = at.stiffness;
        position_matrix.add_scaled(1.0, &at.dynamic_stiffness);
        position_matrix.add_scaled(1.0, &at.geometric_stiffness);
        self.at = Matrices::Dense(FullMatrices { mass: at.mass, rate_matrix, position_matrix });
        self.age += 1;
    }

    /// The same with matrices that are never formed.
    pub(crate) fn set_structured(&mut self, at: StructuredMatrices) {
        self.at = Matrices::Structured(Box::new(at));
        self.age += 1;
    }

    /// target ← M x.
    pub(crate) fn mass_times<S: Scalar>(&self, x: &[S], target: &mut [S]) {
        match &self.at {
            Matrices::Dense(full) => {
                target.fill(S::from(0.0));
                add_product(&full.mass, S::from(1.0), x, target);
            }
            Matrices::Structured(structured) => structured.mass_times(x, target),
        }
    }

    /// target ← target + factor (K + N + G) x.
    pub(crate) fn add_stiffness_times(&self, factor: f64, x: &[f64], target: &mut [f64]) {
        match &self.at {
            Matrices::Dense(full) => add_product(&full.position_matrix, factor, x, target),
            Matrices::Structured(structured) => structured.add_stiffness_times(factor, x, target),
        }
    }
}

fn add_product<S: Scalar>(a: &Dense, factor: S, x: &[S], target: &mut [S]) {
    for (j, &xj) in x.iter().enumerate() {
        let scaled = factor * xj;
        target.iter_mut().zip(a.column(j)).for_each(|(t, &m)| *t = *t + scaled.times(m));
    }
}

/// A real or complex number.
pub(crate) trait Scalar: Number + PartialEq + Div<Output = Self> {}

impl Scalar for f64 {}

impl Scalar for Complex {}

/// The factors of M + s (C + D) + s² (K + N + G) for one scale s.
#[derive(Debug)]
pub(crate) struct IterationFactor<S> {
    /// Column by column; empty for matrices that are never formed.
    factors: Vec<S>,
    exchanges: Vec<usize>,
    structured: Option<StructuredFactor<S>>,
    /// The scale and the age of the matrices that the factors belong to.
    of: Option<(S, u64)>,
}

impl<S: Scalar> IterationFactor<S> {
    pub(crate) fn new(size: usize) -> Self {
        Self { factors: Vec::new(), exchanges: vec![0; size], structured: None, of: None }
    }

    /// Factorises for a scale, unless already done; returns whether it did. `None`: singular.
    pub(crate) fn factor(&mut self, matrices: &IterationMatrices, scale: S) -> Option<bool> {
        if self.of == Some((scale, matrices.age)) {
            return Some(false);
        }
        self.of = None;
        let is_regular = match &matrices.at {
            Matrices::Dense(full) => self.factor_full(full, scale),
            Matrices::Structured(structured) => {
                let factor = self.structured.get_or_insert_with(|| structured.room());
                structured.factorise(scale, factor)
            }
        };
        self.of = is_regular.then_some((scale, matrices.age));
        is_regular.then_some(true)
    }

    fn factor_full(&mut self, full: &FullMatrices, scale: S) -> bool {
        let parts = [&full.mass, &full.rate_matrix, &full.position_matrix].map(Dense::as_slice);
        self.factors.resize(parts[0].len(), S::from(0.0));
        let square = scale * scale;
        for (k, value) in self.factors.iter_mut().enumerate() {
            *value = S::from(parts[0][k]) + scale.times(parts[1][k]) + square.times(parts[2][k]);
        }
        eliminate(&mut self.factors, &mut self.exchanges)
    }

    /// x ← (factorised matrix)⁻¹ x.
    pub(crate) fn solve(&mut self, matrices: &IterationMatrices, x: &mut [S]) {
        match (&matrices.at, &mut self.structured) {
            (Matrices::Structured(structured), Some(factor)) => structured.solve(factor, x),
            _ => substitute(&self.factors, &self.exchanges, x),
        }
    }

    /// x ← (factorised matrix)⁻¹ M x, with a buffer.
    pub(crate) fn solve_with_mass(&mut self, matrices: &IterationMatrices, x: &mut [S], buffer: &mut [S]) {
        matrices.mass_times(x, buffer);
        x.copy_from_slice(buffer);
        self.solve(matrices, x);
    }
}

/// Gaussian elimination with partial pivoting; `false` when a pivot is zero or not a number.
fn eliminate<S: Scalar>(a: &mut [S], exchanges: &mut [usize]) -> bool {
    let n = exchanges.len();
    for k in 0..n {
        let column = &a[k * n..(k + 1) * n];
        let pivot = (k..n).max_by(|&i, &j| column[i].size().total_cmp(&column[j].size())).unwrap_or(k);
        let size = column[pivot].size();
        if !(size > 0.0 && size.is_finite()) {
            return false;
        }
        exchanges[k] = pivot;
        a.chunks_exact_mut(n).for_each(|column| column.swap(k, pivot));
        let inverse = S::from(1.0) / a[k * n + k];
        a[k * n + k + 1..(k + 1) * n].iter_mut().for_each(|x| *x = *x * inverse);
        let (left, right) = a.split_at_mut((k + 1) * n);
        let multipliers = &left[k * n + k + 1..];
        for column in right.chunks_exact_mut(n) {
            let factor = column[k];
            column[k + 1..].iter_mut().zip(multipliers).for_each(|(x, m)| *x = *x - factor * *m);
        }
    }
    true
}

/// Forward and backward substitution.
fn substitute<S: Scalar>(factors: &[S], exchanges: &[usize], x: &mut [S]) {
    let n = exchanges.len();
    for (k, &pivot) in exchanges.iter().enumerate() {
        x.swap(k, pivot);
    }
    for k in 0..n {
        let value = x[k];
        let column = &factors[k * n..(k + 1) * n];
        x[k + 1..].iter_mut().zip(&column[k + 1..]).for_each(|(x, l)| *x = *x - *l * value);
    }
    for k in (0..n).rev() {
        let column = &factors[k * n..(k + 1) * n];
        x[k] = x[k] / column[k];
        let value = x[k];
        x[..k].iter_mut().zip(column).for_each(|(x, u)| *x = *x - *u * value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elimination_solves_a_system_that_needs_exchanges() {
        let n = 23;
        let entry = |i: usize, j: usize| if i == j { 1e-9 } else { ((i * 7 + j * j * 3) as f64).sin() };
        let turned = |i: usize, j: usize| Complex::new(entry(i, j), entry(j, i + 1));
        let x: Vec<f64> = (0..n).map(|i| 1.0 - i as f64 / 3.0).collect();
        let z: Vec<Complex> = x.iter().map(|x| Complex::new(*x, 2.0 - x * x)).collect();
        let real: Vec<f64> = solution(n, entry, &x);
        let complex: Vec<Complex> = solution(n, turned, &z);
        for i in 0..n {
            assert!((real[i] - x[i]).abs() < 1e-11, "{} {}", real[i], x[i]);
            assert!((complex[i] - z[i]).abs() < 1e-10, "{:?} {:?}", complex[i], z[i]);
        }
        assert!(!eliminate(&mut [0.0; 4], &mut [0, 0]));
    }

    /// Multiplies and solves again.
    fn solution<S: Scalar>(n: usize, entry: impl Fn(usize, usize) -> S, x: &[S]) -> Vec<S> {
        let sum = |i: usize| (0..n).fold(S::from(0.0), |s, j| s + entry(i, j) * x[j]);
        let mut y: Vec<S> = (0..n).map(sum).collect();
        let mut a: Vec<S> = (0..n * n).map(|k| entry(k % n, k / n)).collect();
        let mut exchanges = vec![0; n];
        assert!(eliminate(&mut a, &mut exchanges));
        substitute(&a, &exchanges, &mut y);
        y
    }
}
