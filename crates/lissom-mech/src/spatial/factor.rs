//! The derivative A of the equations by the unknowns, block triangular: factors of its blocks, and solutions.

use super::buffers::Buffers;
use super::closing::Failure;
use super::core::{Block, Core};
use super::machine::NONE;
use super::recursion::small_rows::add_rows;

/// Pivots below this share of the largest entry of a block are singular.
const SINGULAR: f64 = 1e-13;

impl Core {
    /// A of a block, in metres per unit, as factors with row exchanges.
    pub fn factorise(&self, block: &Block, b: &mut Buffers) -> Result<(), Failure> {
        let n = block.size;
        let a = &mut b.factors[block.factor..block.factor + n * n];
        a.fill(0.0);
        for (k, equation) in self.rows(block).iter().enumerate() {
            let part = self.machine.measures[equation.measure].part;
            let row = &mut a[k * n..(k + 1) * n];
            for (value, p) in b.gradients[equation.measure].iter().zip(&self.columns[part]) {
                if *p != NONE && *p >= block.start {
                    row[p - block.start] += equation.scale * value;
                }
            }
        }
        let largest = a.iter().fold(0.0_f64, |most, v| most.max(v.abs()));
        let pivots = &mut b.pivots[block.start..block.start + n];
        for k in 0..n {
            let pivot = (k..n).max_by(|i, j| a[i * n + k].abs().total_cmp(&a[j * n + k].abs()));
            let pivot = pivot.expect("a range that is not empty");
            pivots[k] = pivot;
            if a[pivot * n + k].abs() <= SINGULAR * largest {
                return Err(Failure::Singular(self.equations[block.start + k].measure));
            }
            if pivot != k {
                (0..n).for_each(|j| a.swap(k * n + j, pivot * n + j));
            }
            let (above, below) = a.split_at_mut((k + 1) * n);
            let own = &above[k * n..];
            for row in below.chunks_exact_mut(n) {
                let factor = row[k] / own[k];
                row[k] = factor;
                if factor != 0.0 {
                    row[k + 1..].iter_mut().zip(&own[k + 1..]).for_each(|(v, o)| *v -= factor * o);
                }
            }
        }
        Ok(())
    }

    /// Solves a block for the step.
    pub fn solve_own(&self, block: &Block, b: &mut Buffers) {
        let step = &mut b.step[block.start..block.start + block.size];
        solve_dense(&b.factors[block.factor..], &b.pivots[block.start..], block.size, step, 1);
    }

    /// A⁻¹ of right-hand sides, row by row with `width` columns, in place; rows are in metres.
    pub fn solve(&self, b: &Buffers, x: &mut [f64], width: usize) {
        for block in &self.blocks {
            for (k, equation) in self.rows(block).iter().enumerate() {
                let part = self.machine.measures[equation.measure].part;
                let (before, own) = x.split_at_mut((block.start + k) * width);
                for (value, p) in b.gradients[equation.measure].iter().zip(&self.columns[part]) {
                    if *p != NONE && *p < block.start {
                        let factor = equation.scale * value;
                        let other = &before[p * width..(p + 1) * width];
                        own[..width].iter_mut().zip(other).for_each(|(v, o)| *v -= factor * o);
                    }
                }
            }
            let own = &mut x[block.start * width..(block.start + block.size) * width];
            solve_dense(&b.factors[block.factor..], &b.pivots[block.start..], block.size, own, width);
        }
    }

    /// A⁻ᵀ of a right-hand side by place; gives the dual of each equation in its own unit (not in metres).
    pub fn solve_transposed(&self, b: &Buffers, x: &mut [f64]) {
        for block in self.blocks.iter().rev() {
            let own = &mut x[block.start..block.start + block.size];
            solve_dense_transposed(&b.factors[block.factor..], &b.pivots[block.start..], block.size, own);
            for (k, equation) in self.rows(block).iter().enumerate() {
                let part = self.machine.measures[equation.measure].part;
                let dual = equation.scale * x[block.start + k];
                for (value, p) in b.gradients[equation.measure].iter().zip(&self.columns[part]) {
                    if *p != NONE && *p < block.start {
                        x[*p] -= dual * value;
                    }
                }
            }
        }
        x.iter_mut().zip(&self.equations).for_each(|(v, equation)| *v *= equation.scale);
    }
}

/// Solves with factors of n rows for several columns.
pub(super) fn solve_dense(a: &[f64], pivots: &[usize], n: usize, x: &mut [f64], width: usize) {
    if width == 1 {
        return solve_one(&a[..n * n], &pivots[..n], &mut x[..n]);
    }
    for k in (0..n).filter(|k| pivots[*k] != *k) {
        let (low, high) = x.split_at_mut(pivots[k] * width);
        low[k * width..(k + 1) * width].swap_with_slice(&mut high[..width]);
    }
    for (k, row) in a.chunks_exact(n).take(n).enumerate() {
        let (above, below) = x.split_at_mut(k * width);
        add_rows(&mut below[..width], row[..k].iter().map(|factor| -factor), above, width);
    }
    for (k, row) in a.chunks_exact(n).take(n).enumerate().rev() {
        let (above, below) = x.split_at_mut((k + 1) * width);
        let own = &mut above[k * width..];
        add_rows(own, row[k + 1..].iter().map(|factor| -factor), below, width);
        let inverse = 1.0 / row[k];
        own.iter_mut().for_each(|v| *v *= inverse);
    }
}

/// Solves with factors for one column.
fn solve_one(a: &[f64], pivots: &[usize], x: &mut [f64]) {
    let n = x.len();
    for (k, pivot) in pivots.iter().enumerate() {
        x.swap(k, *pivot);
    }
    for (k, row) in a.chunks_exact(n).enumerate() {
        let sum: f64 = row[..k].iter().zip(&*x).map(|(factor, v)| factor * v).sum();
        x[k] -= sum;
    }
    for (k, row) in a.chunks_exact(n).enumerate().rev() {
        let sum: f64 = row[k + 1..].iter().zip(&x[k + 1..]).map(|(factor, v)| factor * v).sum();
        x[k] = (x[k] - sum) / row[k];
    }
}

/// Solves with the transposed of the factors.
fn solve_dense_transposed(a: &[f64], pivots: &[usize], n: usize, x: &mut [f64]) {
    for k in 0..n {
        let sum: f64 = (0..k).map(|i| a[i * n + k] * x[i]).sum();
        x[k] = (x[k] - sum) / a[k * n + k];
    }
    for k in (0..n).rev() {
        let sum: f64 = (k + 1..n).map(|i| a[i * n + k] * x[i]).sum();
        x[k] -= sum;
    }
    for k in (0..n).rev() {
        if pivots[k] != k {
            x.swap(k, pivots[k]);
        }
    }
}
