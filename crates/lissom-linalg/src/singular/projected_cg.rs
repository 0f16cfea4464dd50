//! Conjugate gradients for a stiffness with rigid motions, where a factor does not fit into memory.

use crate::matrix::dense::{Dense, dot, norm};
use crate::matrix::sparse::Sparse;
use crate::threads::Threads;
use std::sync::{Arc, Mutex, PoisonError};

/// Target residual over the force, both scaled with the diagonal of K [-].
const TOLERANCE: f64 = 1e-12;
/// Iteration limit per right-hand side: a thin shell of a million rows needs some ten thousand.
const MOST_ITERATIONS: usize = 50_000;
/// Iterations without a smaller residual after which rounding dominates.
const PATIENCE: usize = 500;
/// How often the residual is computed anew and iterated on; the recurrence drifts.
const REFINEMENTS: usize = 3;

/// Cost and residual of the solves so far.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CgRecord {
    /// Right-hand sides [-].
    pub solves: usize,
    /// Products with K, all right-hand sides together [-].
    pub iterations: usize,
    /// The largest ‖f − K x‖/‖f‖ that was left, computed from x itself, scaled with the diagonal of K [-].
    pub worst_residual: f64,
}

/// K x = f for a semidefinite K whose null space is known: conjugate gradients on K̂ = S K S with S = diag(K)^(−1/2), in
/// which residuals are kept free of the null vectors q̂ = S⁻¹ q \[StaticDeformation, §2\].
///
/// The force must be self-balanced; the answer is one of many, up to rigid motions.
#[derive(Debug, Clone)]
pub struct ProjectedCg {
    stiffness: Sparse,
    scale: Vec<f64>,
    /// Q̂, orthonormal.
    null: Dense,
    threads: Threads,
    record: Arc<Mutex<CgRecord>>,
}

impl ProjectedCg {
    /// Prepares solves. `null` holds orthonormal null vectors of S K S.
    pub(crate) fn new(stiffness: &Sparse, scale: &[f64], null: Dense, threads: &Threads) -> Self {
        let record = CgRecord { solves: 0, iterations: 0, worst_residual: 0.0 };
        Self {
            stiffness: stiffness.scaled(scale),
            scale: scale.to_vec(),
            null,
            threads: threads.clone(),
            record: Arc::new(Mutex::new(record)),
        }
    }

    /// x ← a solution of K x = f for every column f; see [`Self::record`] for the residual.
    pub fn solve_in_place(&self, x: &mut Dense) {
        let columns: Vec<usize> = (0..x.cols()).collect();
        let found = self.threads.map(columns, |j| self.solve(x.column(j)));
        let mut record = self.record.lock().unwrap_or_else(PoisonError::into_inner);
        for (j, (solution, iterations, residual)) in found.into_iter().enumerate() {
            x.column_mut(j).copy_from_slice(&solution);
            record.solves += 1;
            record.iterations += iterations;
            record.worst_residual = record.worst_residual.max(residual);
        }
    }

    /// Cost and residual of all solves so far.
    #[must_use]
    pub fn record(&self) -> CgRecord {
        *self.record.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One right-hand side: the solution, iterations, and the residual that is left.
    fn solve(&self, force: &[f64]) -> (Vec<f64>, usize, f64) {
        let mut right: Vec<f64> = force.iter().zip(&self.scale).map(|(f, s)| f * s).collect();
        self.project(&mut right);
        let size = norm(&right);
        let mut x = vec![0.0; right.len()];
        if size == 0.0 {
            return (x, 0, 0.0);
        }
        let (mut spent, mut residual) = (0, right.clone());
        let mut left = 1.0;
        for _ in 0..REFINEMENTS {
            spent += self.iterate(&mut x, residual, TOLERANCE * size);
            residual = self.residual(&right, &x);
            let now = norm(&residual) / size;
            let stuck = now > 0.5 * left;
            left = now;
            if left <= 2.0 * TOLERANCE || stuck {
                break;
            }
        }
        x.iter_mut().zip(&self.scale).for_each(|(x, s)| *x *= s);
        (x, spent, left)
    }

    /// f̂ − K̂ x̂, free of null vectors.
    fn residual(&self, right: &[f64], x: &[f64]) -> Vec<f64> {
        let mut residual = vec![0.0; right.len()];
        self.stiffness.multiply(x, &mut residual);
        residual.iter_mut().zip(right).for_each(|(r, f)| *r = f - *r);
        self.project(&mut residual);
        residual
    }

    /// Adds the solution for a residual to x, until the residual is below a limit or grows no smaller.
    fn iterate(&self, x: &mut [f64], mut residual: Vec<f64>, limit: f64) -> usize {
        let mut direction = residual.clone();
        let mut product = vec![0.0; x.len()];
        let mut square = dot(&residual, &residual);
        let (mut smallest, mut since) = (square, 0);
        for iteration in 1..=MOST_ITERATIONS {
            self.stiffness.multiply(&direction, &mut product);
            let curvature = dot(&direction, &product);
            if curvature.is_nan() || curvature <= 0.0 {
                return iteration;
            }
            let step = square / curvature;
            x.iter_mut().zip(&direction).for_each(|(x, p)| *x += step * p);
            residual.iter_mut().zip(&product).for_each(|(r, y)| *r -= step * y);
            self.project(&mut residual);
            let next = dot(&residual, &residual);
            since = if next < smallest { 0 } else { since + 1 };
            smallest = smallest.min(next);
            if next.sqrt() <= limit || since > PATIENCE {
                return iteration;
            }
            let share = next / square;
            direction.iter_mut().zip(&residual).for_each(|(p, r)| *p = r + share * *p);
            square = next;
        }
        MOST_ITERATIONS
    }

    /// v ← v − Q̂ Q̂ᵀ v.
    fn project(&self, v: &mut [f64]) {
        for j in 0..self.null.cols() {
            let q = self.null.column(j);
            let share = dot(q, v);
            v.iter_mut().zip(q).for_each(|(v, q)| *v -= share * q);
        }
    }
}
