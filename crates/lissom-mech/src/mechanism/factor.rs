//! LU factors of the constraint Jacobian, block by block in the order of solution.
//!
//! The structure is fixed when the mechanism is built; rows are exchanged inside a block only, by size, so that
//! parts may turn as far as they like.

use super::block_triangular::BlockOrder;

/// Where an entry of the Jacobian comes from: its unknown (by place) and its place in the list of gradients.
pub(super) type Entry = (usize, usize);

/// The pattern of the Jacobian in the order of solution.
#[derive(Debug)]
pub(super) struct BlockPattern {
    n: usize,
    blocks: Vec<Block>,
    /// Entries inside blocks: place in the dense blocks, place in the gradients.
    inside: Vec<(u32, u32)>,
    /// Entries left of the blocks: unknown, place in the gradients; those of row p from `starts[p]`.
    outside: Vec<(u32, u32)>,
    starts: Vec<usize>,
    /// Makes equations comparable: metres for all.
    row_scale: Vec<f64>,
    /// Makes unknowns comparable: metres for all.
    column_scale: Vec<f64>,
    dense: usize,
}

#[derive(Debug)]
struct Block {
    first: usize,
    size: usize,
    values: usize,
}

/// The numbers of a factorisation.
#[derive(Clone, Debug)]
pub(super) struct Factor {
    /// Dense blocks, row by row: multipliers below the diagonal, the inverse of each pivot on it.
    lu: Vec<f64>,
    outside: Vec<f64>,
    /// The row each row was exchanged with.
    exchanged: Vec<u32>,
}

/// A pivot below this share of a unit entry: the configuration is, for all practical purposes, undetermined.
const SINGULAR: f64 = 1e-9;

impl BlockPattern {
    /// Lays out rows that are already in the order of solution.
    pub(super) fn new(
        order: &BlockOrder,
        rows: &[Vec<Entry>],
        row_scale: Vec<f64>,
        column_scale: Vec<f64>,
    ) -> Self {
        let (mut blocks, mut inside, mut outside, mut starts) = (Vec::new(), Vec::new(), Vec::new(), vec![0]);
        let (mut first, mut dense) = (0, 0);
        for &size in &order.sizes {
            blocks.push(Block { first, size, values: dense });
            for (i, row) in rows[first..first + size].iter().enumerate() {
                for &(unknown, source) in row {
                    assert!(unknown < first + size, "a block needs earlier unknowns only");
                    if unknown < first {
                        outside.push((unknown as u32, source as u32));
                    } else {
                        inside.push(((dense + i * size + unknown - first) as u32, source as u32));
                    }
                }
                starts.push(outside.len());
            }
            first += size;
            dense += size * size;
        }
        Self { n: first, blocks, inside, outside, starts, row_scale, column_scale, dense }
    }

    /// Sizes of the blocks.
    pub(super) fn block_sizes(&self) -> impl Iterator<Item = usize> + '_ {
        self.blocks.iter().map(|block| block.size)
    }

    /// Room for a factorisation.
    pub(super) fn room(&self) -> Factor {
        Factor {
            lu: vec![0.0; self.dense],
            outside: vec![0.0; self.outside.len()],
            exchanged: vec![0; self.n],
        }
    }

    /// Factorises the Jacobian with these gradients.
    ///
    /// # Errors
    /// The place of the first equation whose pivot vanishes.
    pub(super) fn factorise(&self, gradients: &[f64], factor: &mut Factor) -> Result<(), usize> {
        factor.lu.fill(0.0);
        for &(place, source) in &self.inside {
            // Two gradients may share a place: a hinge between a rotation and itself.
            factor.lu[place as usize] += gradients[source as usize];
        }
        for (value, &(_, source)) in factor.outside.iter_mut().zip(&self.outside) {
            *value = gradients[source as usize];
        }
        self.blocks.iter().try_for_each(|block| self.factorise_block(block, factor))
    }

    fn factorise_block(&self, block: &Block, factor: &mut Factor) -> Result<(), usize> {
        let n = block.size;
        let a = &mut factor.lu[block.values..block.values + n * n];
        for k in 0..n {
            let size = |i: usize, a: &[f64]| a[i * n + k].abs() * self.row_scale[block.first + i];
            let mut pivot = k;
            for i in k + 1..n {
                if size(i, a) > size(pivot, a) {
                    pivot = i;
                }
            }
            // Not `<`: a NaN must not pass.
            if !(size(pivot, a) * self.column_scale[block.first + k] > SINGULAR) {
                return Err(block.first + k);
            }
            factor.exchanged[block.first + k] = pivot as u32;
            if pivot != k {
                let (upper, lower) = a.split_at_mut(pivot * n);
                upper[k * n..(k + 1) * n].swap_with_slice(&mut lower[..n]);
            }
            let inverse = 1.0 / a[k * n + k];
            a[k * n + k] = inverse;
            for i in k + 1..n {
                let multiplier = a[i * n + k] * inverse;
                a[i * n + k] = multiplier;
                if multiplier != 0.0 {
                    for j in k + 1..n {
                        a[i * n + j] -= multiplier * a[k * n + j];
                    }
                }
            }
        }
        Ok(())
    }

    /// Solves A X = B in place for `width` right-hand sides; row p of `x` starts at p·width.
    pub(super) fn solve(&self, factor: &Factor, x: &mut [f64], width: usize) {
        for block in &self.blocks {
            for row in block.first..block.first + block.size {
                let range = self.starts[row]..self.starts[row + 1];
                for (value, &(unknown, _)) in factor.outside[range.clone()].iter().zip(&self.outside[range]) {
                    subtract_row(x, width, row, unknown as usize, *value);
                }
            }
            solve_block(block, factor, x, width);
        }
    }

    /// Solves Aᵀ x = b in place.
    pub(super) fn solve_transposed(&self, factor: &Factor, x: &mut [f64]) {
        for block in self.blocks.iter().rev() {
            let (n, first) = (block.size, block.first);
            let a = &factor.lu[block.values..block.values + n * n];
            for k in 0..n {
                for i in 0..k {
                    x[first + k] -= a[i * n + k] * x[first + i];
                }
                x[first + k] *= a[k * n + k];
            }
            for k in (0..n).rev() {
                for i in k + 1..n {
                    x[first + k] -= a[i * n + k] * x[first + i];
                }
            }
            for k in (0..n).rev() {
                // The exchanges are those of rows: they come last, and backwards.
                let other = block_exchange(factor, first, k);
                x.swap(first + k, first + other);
            }
            for row in first..first + n {
                let range = self.starts[row]..self.starts[row + 1];
                for (value, &(unknown, _)) in factor.outside[range.clone()].iter().zip(&self.outside[range]) {
                    x[unknown as usize] -= value * x[row];
                }
            }
        }
    }
}

fn block_exchange(factor: &Factor, first: usize, k: usize) -> usize {
    factor.exchanged[first + k] as usize
}

fn solve_block(block: &Block, factor: &Factor, x: &mut [f64], width: usize) {
    let (n, first) = (block.size, block.first);
    let a = &factor.lu[block.values..block.values + n * n];
    for k in 0..n {
        let other = block_exchange(factor, first, k);
        if other != k {
            swap_rows(x, width, first + k, first + other);
        }
    }
    for k in 0..n {
        for i in 0..k {
            subtract_row(x, width, first + k, first + i, a[k * n + i]);
        }
    }
    for k in (0..n).rev() {
        for j in k + 1..n {
            subtract_row(x, width, first + k, first + j, a[k * n + j]);
        }
        let inverse = a[k * n + k];
        x[(first + k) * width..(first + k + 1) * width].iter_mut().for_each(|v| *v *= inverse);
    }
}

/// Row `to` minus `factor` times row `from`.
fn subtract_row(x: &mut [f64], width: usize, to: usize, from: usize, factor: f64) {
    if factor == 0.0 {
        return;
    }
    let (target, source) = if from < to {
        let (low, high) = x.split_at_mut(to * width);
        (&mut high[..width], &low[from * width..(from + 1) * width])
    } else {
        let (low, high) = x.split_at_mut(from * width);
        (&mut low[to * width..(to + 1) * width], &high[..width])
    };
    target.iter_mut().zip(source).for_each(|(t, s)| *t -= factor * s);
}

fn swap_rows(x: &mut [f64], width: usize, a: usize, b: usize) {
    let (low, high) = x.split_at_mut(a.max(b) * width);
    low[a.min(b) * width..(a.min(b) + 1) * width].swap_with_slice(&mut high[..width]);
}

#[cfg(test)]
mod tests {
    use super::super::block_triangular::block_order;
    use super::*;

    /// A x = b and Aᵀ x = b against products with the matrix itself.
    #[test]
    fn both_solves_invert_the_matrix() {
        let pattern = [vec![0, 1], vec![1, 2, 3], vec![0], vec![1, 2, 3], vec![1, 3, 4, 2], vec![0, 4, 5]];
        let value = |e: usize, u: usize| ((3 * e + 7 * u + 1) % 11) as f64 - 4.7;
        let order = block_order(&pattern).unwrap();
        let place = |u: usize| order.unknowns.iter().position(|x| *x == u).unwrap();
        let (mut gradients, mut rows) = (Vec::new(), Vec::new());
        for e in &order.equations {
            let mut row = Vec::new();
            for u in &pattern[*e] {
                row.push((place(*u), gradients.len()));
                gradients.push(value(*e, *u));
            }
            rows.push(row);
        }
        let n = rows.len();
        let blocks = BlockPattern::new(&order, &rows, vec![1.0; n], vec![1.0; n]);
        assert!(blocks.block_sizes().any(|size| size > 1));
        let mut factor = blocks.room();
        blocks.factorise(&gradients, &mut factor).unwrap();
        let b: Vec<f64> = (0..2 * n).map(|i| (i as f64).sin()).collect();
        let mut x = b.clone();
        blocks.solve(&factor, &mut x, 2);
        for (p, row) in rows.iter().enumerate() {
            for c in 0..2 {
                let sum: f64 = row.iter().map(|(u, g)| gradients[*g] * x[u * 2 + c]).sum();
                assert!((sum - b[p * 2 + c]).abs() < 1e-12);
            }
        }
        let mut y = b[..n].to_vec();
        blocks.solve_transposed(&factor, &mut y);
        let mut product = vec![0.0; n];
        for (p, row) in rows.iter().enumerate() {
            row.iter().for_each(|(u, g)| product[*u] += gradients[*g] * y[p]);
        }
        assert!(product.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-12));
    }
}
