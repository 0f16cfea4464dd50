//! Factors of the rows that place a mechanism, block by block in the order of solution.
//!
//! The structure is fixed when the mechanism is built. Along a chain the blocks are ends of links, whose inverses are
//! known (`link_block`); other blocks get an LU factorisation in which rows are exchanged by size, so that
//! rotations are unlimited.

use crate::elements::{Carried, Shape};
use crate::mechanism::jacobian::block_triangular::BlockOrder;
use crate::mechanism::jacobian::lanes::{Lanes, Row, add};
use crate::mechanism::jacobian::link_block::LinkBlock;
use crate::mechanism::recursion::fronts;
use pulp::Simd;

/// Where an entry of the Jacobian comes from: its unknown (by place) and its place in the list of gradients.
pub(in crate::mechanism) type Entry = (usize, usize);

/// The pattern of the Jacobian in the order of solution.
#[derive(Debug)]
pub(in crate::mechanism) struct BlockPattern {
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
    links: usize,
}

#[derive(Debug)]
struct Block {
    first: usize,
    size: usize,
    values: usize,
    /// Where it is the end of a link: that link, and its place among the links.
    link: Option<(LinkBlock, usize)>,
    /// Least determinant of a block that determines its unknowns.
    least: f64,
}

/// The numbers of a factorisation.
#[derive(Clone, Debug)]
pub(in crate::mechanism) struct Factor {
    /// Dense blocks, row by row: multipliers below the diagonal and the inverse of each pivot on it.
    lu: Vec<f64>,
    outside: Vec<f64>,
    /// How the ends of links move.
    carried: Vec<Carried>,
    /// The row each row was exchanged with.
    exchanged: Vec<u32>,
}

/// A pivot below this share of a unit entry: the configuration is practically undetermined.
const SINGULAR: f64 = 1e-9;

impl BlockPattern {
    /// Lays out rows that are already in the order of solution; blocks that are ends of links are named, block by block.
    pub(in crate::mechanism) fn new(
        order: &BlockOrder,
        links: &[Option<LinkBlock>],
        rows: &[Vec<Entry>],
        row_scale: Vec<f64>,
        column_scale: Vec<f64>,
    ) -> Self {
        let (mut blocks, mut inside, mut outside, mut starts) = (Vec::new(), Vec::new(), Vec::new(), vec![0]);
        let (mut first, mut dense, mut ends) = (0, 0, 0);
        for (k, &size) in order.sizes.iter().enumerate() {
            let link = links.get(k).copied().flatten().map(|link| (link, ends));
            let scales = (first..first + size).map(|k| row_scale[k] * column_scale[k]);
            let least = SINGULAR / scales.product::<f64>();
            blocks.push(Block { first, size, values: dense, link, least });
            for (i, row) in rows[first..first + size].iter().enumerate() {
                for &(unknown, source) in row {
                    assert!(unknown < first + size, "a block needs earlier unknowns only");
                    if link.is_some() {
                        continue;
                    }
                    if unknown < first {
                        outside.push((unknown as u32, source as u32));
                    } else {
                        inside.push(((dense + i * size + unknown - first) as u32, source as u32));
                    }
                }
                starts.push(outside.len());
            }
            first += size;
            match link {
                Some(_) => ends += 1,
                None => dense += size * size,
            }
        }
        Self { n: first, blocks, inside, outside, starts, row_scale, column_scale, dense, links: ends }
    }

    /// The block that holds a row, and its first row.
    pub(in crate::mechanism) fn block_of(&self, row: usize) -> (usize, usize) {
        let place = self.blocks.iter().position(|block| row < block.first + block.size);
        place.map_or((self.blocks.len(), self.n), |at| (at, self.blocks[at].first))
    }

    /// Number of rows.
    pub(in crate::mechanism) fn len(&self) -> usize {
        self.n
    }

    /// How rows and unknowns are made lengths.
    pub(in crate::mechanism) fn row_scale(&self, row: usize) -> f64 {
        self.row_scale[row]
    }

    /// Sizes of the blocks.
    pub(in crate::mechanism) fn block_sizes(&self) -> impl Iterator<Item = usize> + '_ {
        self.blocks.iter().map(|block| block.size)
    }

    /// Room for a factorisation.
    pub(in crate::mechanism) fn room(&self) -> Factor {
        Factor {
            lu: vec![0.0; self.dense],
            outside: vec![0.0; self.outside.len()],
            carried: vec![Carried::default(); self.links],
            exchanged: vec![0; self.n],
        }
    }

    /// Factorises the Jacobian with these gradients, and shapes of links.
    ///
    /// # Errors
    /// The place of the first equation whose pivot vanishes.
    pub(in crate::mechanism) fn factorise(
        &self,
        gradients: &[f64],
        shapes: &[Shape],
        factor: &mut Factor,
    ) -> Result<(), usize> {
        factor.lu.fill(0.0);
        for &(place, source) in &self.inside {
            // Two gradients may share a place: a hinge between a rotation and itself.
            factor.lu[place as usize] += gradients[source as usize];
        }
        for (value, &(_, source)) in factor.outside.iter_mut().zip(&self.outside) {
            *value = gradients[source as usize];
        }
        // Almost all blocks are a joint or the end of a link.
        self.blocks.iter().try_for_each(|block| match (&block.link, block.size) {
            (Some((link, at)), _) => {
                factor.carried[*at] = link.carried(shapes, block.least).ok_or(block.first)?;
                Ok(())
            }
            (None, 1) => self.factorise_block(block, 1, factor),
            (None, n) => self.factorise_block(block, n, factor),
        })
    }

    #[inline(always)]
    fn factorise_block(&self, block: &Block, n: usize, factor: &mut Factor) -> Result<(), usize> {
        let first = block.first;
        let a = &mut factor.lu[block.values..block.values + n * n];
        let scale = &self.row_scale[first..first + n];
        for k in 0..n {
            let mut pivot = (k, a[k * n + k].abs() * scale[k]);
            for i in k + 1..n {
                let size = a[i * n + k].abs() * scale[i];
                if size > pivot.1 {
                    pivot = (i, size);
                }
            }
            if pivot.1 * self.column_scale[first + k] <= SINGULAR || pivot.1.is_nan() {
                return Err(first + k);
            }
            factor.exchanged[first + k] = pivot.0 as u32;
            let (upper, lower) = a.split_at_mut((k + 1) * n);
            let row = &mut upper[k * n..];
            if pivot.0 != k {
                row.swap_with_slice(&mut lower[(pivot.0 - k - 1) * n..][..n]);
            }
            let inverse = 1.0 / row[k];
            row[k] = inverse;
            for other in lower.chunks_exact_mut(n) {
                let multiplier = other[k] * inverse;
                other[k] = multiplier;
                if multiplier != 0.0 {
                    let rest = other[k + 1..].iter_mut().zip(&row[k + 1..]);
                    rest.for_each(|(x, y)| *x -= multiplier * y);
                }
            }
        }
        Ok(())
    }

    /// Whether the determinant of A is negative, up to a sign that never changes: ends of links keep theirs.
    pub(in crate::mechanism) fn is_mirrored(&self, factor: &Factor) -> bool {
        let blocks = self.blocks.iter().filter(|block| block.link.is_none());
        blocks.fold(false, |mirrored, block| {
            let values = &factor.lu[block.values..block.values + block.size * block.size];
            let exchanged = |k: usize| factor.exchanged[block.first + k] as usize != k;
            let changes = (0..block.size).filter(|&k| exchanged(k) != (values[k * block.size + k] < 0.0));
            mirrored != (changes.count() % 2 == 1)
        })
    }

    /// The blocks, with the earlier unknowns that each hangs on.
    pub(in crate::mechanism) fn blocks(&self) -> Vec<fronts::Block> {
        let block = |block: &Block| {
            let own = block.first..block.first + block.size;
            let outside = self.starts[own.start]..self.starts[own.end];
            let hangs_on = match &block.link {
                Some((link, _)) => link.hangs_on().collect(),
                None => self.outside[outside].iter().map(|(unknown, _)| *unknown as usize).collect(),
            };
            fronts::Block { own, hangs_on }
        };
        self.blocks.iter().map(block).collect()
    }

    /// Writes how the unknowns of a block move with earlier unknowns, and with the right-hand sides of some of its rows: row by row.
    #[inline]
    pub(in crate::mechanism) fn write_reach(
        &self,
        block: usize,
        factor: &Factor,
        (near, by_near): (&[usize], &mut [f64]),
        (free, by_free): (&[(usize, usize)], &mut [f64]),
    ) {
        let block = &self.blocks[block];
        if let Some((link, at)) = &block.link {
            link.write_reach(block.first, &factor.carried[*at], (near, by_near), (free, by_free));
            return;
        }
        if block.size > 1 {
            self.write_reach_of_loop(block, factor, (near, by_near), (free, by_free));
            return;
        }
        let pivot = factor.lu[block.values];
        by_free.fill(pivot);
        by_near.fill(0.0);
        let range = self.starts[block.first]..self.starts[block.first + 1];
        for (value, (unknown, _)) in factor.outside[range.clone()].iter().zip(&self.outside[range]) {
            let place = near.iter().position(|near| *near == *unknown as usize);
            by_near[place.expect("a block is near what it hangs on")] -= pivot * value;
        }
    }

    /// The same for a block of several rows that is no link.
    fn write_reach_of_loop(
        &self,
        block: &Block,
        factor: &Factor,
        (near, by_near): (&[usize], &mut [f64]),
        (free, by_free): (&[(usize, usize)], &mut [f64]),
    ) {
        let (n, r, f) = (block.size, near.len(), free.len());
        by_free.fill(0.0);
        free.iter().enumerate().for_each(|(c, (row, _))| by_free[row * f + c] = 1.0);
        by_near.fill(0.0);
        for row in 0..n {
            let range = self.starts[block.first + row]..self.starts[block.first + row + 1];
            for (value, (unknown, _)) in factor.outside[range.clone()].iter().zip(&self.outside[range]) {
                let place = near.binary_search(&(*unknown as usize));
                by_near[row * r + place.expect("a block is near what it hangs on")] -= value;
            }
        }
        let a = &factor.lu[block.values..block.values + n * n];
        let exchanged = &factor.exchanged[block.first..block.first + n];
        solve_rows(a, exchanged, by_free, f);
        solve_rows(a, exchanged, by_near, r);
    }

    /// Solves A x = b in place.
    pub(in crate::mechanism) fn solve_vector(&self, factor: &Factor, x: &mut [f64]) {
        for block in &self.blocks {
            if let Some((link, at)) = &block.link {
                link.solve_vector(block.first, &factor.carried[*at], x);
                continue;
            }
            for row in block.first..block.first + block.size {
                let range = self.starts[row]..self.starts[row + 1];
                let mut sum = x[row];
                for (value, (unknown, _)) in factor.outside[range.clone()].iter().zip(&self.outside[range]) {
                    sum -= value * x[*unknown as usize];
                }
                x[row] = sum;
            }
            match block.size {
                1 => x[block.first] *= factor.lu[block.values],
                n => solve_block(block, n, factor, x),
            }
        }
    }

    /// Solves A X = B in place for the right-hand sides of one panel, which are zero before the block `from`.
    #[inline(always)]
    pub(in crate::mechanism) fn solve_panel<S: Simd>(
        &self,
        simd: S,
        factor: &Factor,
        x: &mut [Lanes],
        from: usize,
    ) {
        for block in &self.blocks[from..] {
            if let Some((link, at)) = &block.link {
                link.solve_panel(simd, block.first, &factor.carried[*at], x);
                continue;
            }
            for row in block.first..block.first + block.size {
                let range = self.starts[row]..self.starts[row + 1];
                let mut sum = Row::load(simd, &x[row]);
                for (value, (unknown, _)) in factor.outside[range.clone()].iter().zip(&self.outside[range]) {
                    sum = sum.plus(simd, -value, &Row::load(simd, &x[*unknown as usize]));
                }
                sum.store(&mut x[row]);
            }
            match block.size {
                1 => {
                    let row = &mut x[block.first];
                    Row::load(simd, row).times(simd, factor.lu[block.values]).store(row);
                }
                n => solve_panel_block(simd, block, n, factor, x),
            }
        }
    }

    /// Solves Aᵀ x = b in place.
    pub(in crate::mechanism) fn solve_transposed(&self, factor: &Factor, x: &mut [f64]) {
        for block in self.blocks.iter().rev() {
            let (n, first) = (block.size, block.first);
            if let Some((link, at)) = &block.link {
                link.solve_transposed(first, &factor.carried[*at], x);
                continue;
            }
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
                x.swap(first + k, first + factor.exchanged[first + k] as usize);
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

#[inline(always)]
fn solve_block(block: &Block, n: usize, factor: &Factor, x: &mut [f64]) {
    let a = &factor.lu[block.values..block.values + n * n];
    let x = &mut x[block.first..block.first + n];
    for (k, other) in factor.exchanged[block.first..block.first + n].iter().enumerate() {
        x.swap(k, *other as usize);
    }
    for k in 1..n {
        let mut sum = x[k];
        a[k * n..k * n + k].iter().zip(&*x).for_each(|(l, x)| sum -= l * x);
        x[k] = sum;
    }
    for k in (0..n).rev() {
        let mut sum = x[k];
        a[k * n + k + 1..(k + 1) * n].iter().zip(&x[k + 1..]).for_each(|(u, x)| sum -= u * x);
        x[k] = sum * a[k * n + k];
    }
}

/// Solves one block for right-hand sides of several columns, row by row.
fn solve_rows(a: &[f64], exchanged: &[u32], x: &mut [f64], width: usize) {
    if width == 0 {
        return;
    }
    let n = exchanged.len();
    for (k, other) in exchanged.iter().map(|other| *other as usize).enumerate().filter(|(k, o)| k != o) {
        let (low, high) = x.split_at_mut(other * width);
        low[k * width..(k + 1) * width].swap_with_slice(&mut high[..width]);
    }
    for k in 1..n {
        let (before, rest) = x.split_at_mut(k * width);
        for (l, row) in a[k * n..k * n + k].iter().zip(before.chunks_exact(width)) {
            rest[..width].iter_mut().zip(row).for_each(|(x, y)| *x -= l * y);
        }
    }
    for k in (0..n).rev() {
        let (before, after) = x.split_at_mut((k + 1) * width);
        let row = &mut before[k * width..];
        for (u, other) in a[k * n + k + 1..(k + 1) * n].iter().zip(after.chunks_exact(width)) {
            row.iter_mut().zip(other).for_each(|(x, y)| *x -= u * y);
        }
        row.iter_mut().for_each(|x| *x *= a[k * n + k]);
    }
}

#[inline(always)]
fn solve_panel_block<S: Simd>(simd: S, block: &Block, n: usize, factor: &Factor, x: &mut [Lanes]) {
    let a = &factor.lu[block.values..block.values + n * n];
    let x = &mut x[block.first..block.first + n];
    for (k, other) in factor.exchanged[block.first..block.first + n].iter().enumerate() {
        x.swap(k, *other as usize);
    }
    for k in 1..n {
        let (before, rest) = x.split_at_mut(k);
        for (l, x) in a[k * n..k * n + k].iter().zip(before) {
            add(simd, &mut rest[0], -l, x);
        }
    }
    for k in (0..n).rev() {
        let (before, after) = x.split_at_mut(k + 1);
        let row = &mut before[k];
        for (u, x) in a[k * n + k + 1..(k + 1) * n].iter().zip(after) {
            add(simd, row, -u, x);
        }
        Row::load(simd, row).times(simd, a[k * n + k]).store(row);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanism::jacobian::block_triangular::block_order;

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
        let blocks = BlockPattern::new(&order, &[], &rows, vec![1.0; n], vec![1.0; n]);
        assert!(blocks.block_sizes().any(|size| size > 1));
        let mut factor = blocks.room();
        blocks.factorise(&gradients, &[], &mut factor).unwrap();
        let b: Vec<Lanes> = (0..n).map(|i| std::array::from_fn(|j| ((i + 9 * j) as f64).sin())).collect();
        let mut x = b.clone();
        blocks.solve_panel(pulp::Scalar::new(), &factor, &mut x, 0);
        for (p, row) in rows.iter().enumerate() {
            for c in 0..x[0].len() {
                let sum: f64 = row.iter().map(|(u, g)| gradients[*g] * x[*u][c]).sum();
                assert!((sum - b[p][c]).abs() < 1e-12);
            }
        }
        let b: Vec<f64> = b.iter().map(|row| row[0]).collect();
        let mut single = b.clone();
        blocks.solve_vector(&factor, &mut single);
        assert!((0..n).all(|p| (single[p] - x[p][0]).abs() < 1e-13));
        let mut y = b.clone();
        blocks.solve_transposed(&factor, &mut y);
        let mut product = vec![0.0; n];
        for (p, row) in rows.iter().enumerate() {
            row.iter().for_each(|(u, g)| product[*u] += gradients[*g] * y[p]);
        }
        assert!(product.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-12));
    }
}
