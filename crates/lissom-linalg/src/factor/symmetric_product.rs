//! target ← target − S D Sᵀ, on and below the diagonal: the dominant product of a factorisation.
//!
//! The loops are those of \[Goto2008\]: pieces of S that fit into the caches are copied into the order in which they are
//! read, and the innermost loop keeps a small block of the target in registers. An entry of the target meets the same
//! operations in the same order wherever tiles begin, so that cutting the target into tiles changes no bits.

use crate::factor::pivots::Pivots;
use crate::threads::Threads;
use pulp::{Arch, Simd, WithSimd};
use std::sync::{Mutex, PoisonError};

/// Columns of S that are worked off together: a copied strip of that length stays in the first cache.
const DEPTH: usize = 256;
/// Registers that hold neighbouring rows of the target …
const REGISTERS: usize = 2;
/// … for each of so many columns; with the factors they fill sixteen registers without spilling.
const COLUMNS: usize = 6;
/// Strips of rows that are copied together: they stay in the second cache.
const STRIPS: usize = 12;
/// The widest register that is known of \[numbers\].
const MOST_LANES: usize = 8;
/// Columns of a tile, at most: copied, they stay in the third cache.
const WIDEST: usize = 480;
/// Columns of a tile when threads share the work, at least.
const NARROWEST: usize = 96;

/// Some rows of a panel: S.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    /// Whole columns of the panel, from S's first column on.
    pub values: &'a [f64],
    /// From one column to the next.
    pub stride: usize,
    pub first_row: usize,
    pub rows: usize,
    pub cols: usize,
}

/// How the columns of a target lie one after another.
#[derive(Clone, Copy)]
pub(crate) enum Layout {
    /// Each has the same length, and the first row of the target stands at `first_row`.
    Rectangle { stride: usize, first_row: usize },
    /// Each is one shorter than the one before: the lower triangle of a matrix with so many rows.
    Triangle { rows: usize },
}

impl Layout {
    /// Where column `col` begins, counted as if its rows began with row 0; rows from `col` on are there.
    fn start(self, col: usize) -> usize {
        match self {
            Self::Rectangle { stride, first_row } => col * stride + first_row,
            Self::Triangle { rows } => triangle_start(rows, col),
        }
    }

    /// Where the storage of column `col` begins.
    fn edge(self, col: usize) -> usize {
        match self {
            Self::Rectangle { stride, .. } => col * stride,
            Self::Triangle { rows } => triangle_start(rows, col) + col,
        }
    }
}

/// Where row 0 of column `col` would stand in a lower triangle that is stored column by column.
pub(crate) fn triangle_start(rows: usize, col: usize) -> usize {
    col * (2 * rows - col - 1) / 2
}

/// The number of values in a lower triangle.
pub(crate) fn triangle_len(rows: usize) -> usize {
    rows * (rows + 1) / 2
}

/// Reusable workspace of products.
pub(crate) struct Workshop {
    arch: Arch,
    copies: Mutex<Vec<Copies>>,
}

/// Pieces of S in the order in which they are read.
#[derive(Default)]
struct Copies {
    left: Vec<f64>,
    right: Vec<f64>,
}

impl Workshop {
    pub fn new() -> Self {
        Self { arch: Arch::new(), copies: Mutex::new(Vec::new()) }
    }

    /// target ← target − S D (first rows of S)ᵀ on and below the diagonal, for a target of `cols` columns.
    pub fn subtract(
        &self,
        target: &mut [f64],
        layout: Layout,
        cols: usize,
        source: Source<'_>,
        pivots: &Pivots,
        threads: &Threads,
    ) {
        if cols == 0 || source.cols == 0 {
            return;
        }
        let share = cols.div_ceil(4 * threads.count()).next_multiple_of(COLUMNS);
        let width = if threads.count() > 1 { share.clamp(NARROWEST, WIDEST) } else { WIDEST };
        let (mut tiles, mut rest, mut begin) = (Vec::with_capacity(cols.div_ceil(width)), target, 0);
        while begin < cols {
            let end = (begin + width).min(cols);
            let (values, later) = if end < cols {
                rest.split_at_mut(layout.edge(end) - layout.edge(begin))
            } else {
                (rest, [].as_mut_slice())
            };
            tiles.push(Tile { values, layout, begin, end });
            (rest, begin) = (later, end);
        }
        threads.for_each(tiles, |tile| {
            let mut copies = self.take();
            self.arch.dispatch(Subtract { tile, source, pivots, copies: &mut copies });
            self.copies.lock().unwrap_or_else(PoisonError::into_inner).push(copies);
        });
    }

    fn take(&self) -> Copies {
        self.copies.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }
}

/// Some neighbouring columns of the target.
struct Tile<'a> {
    values: &'a mut [f64],
    layout: Layout,
    begin: usize,
    end: usize,
}

impl Tile<'_> {
    /// `rows` rows of a column, from row `first` on.
    #[inline(always)]
    fn column(&mut self, col: usize, first: usize, rows: usize) -> &mut [f64] {
        let at = self.layout.start(col) + first - self.layout.edge(self.begin);
        &mut self.values[at..at + rows]
    }
}

struct Subtract<'a> {
    tile: Tile<'a>,
    source: Source<'a>,
    pivots: &'a Pivots,
    copies: &'a mut Copies,
}

impl WithSimd for Subtract<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { mut tile, source, pivots, copies } = self;
        let strip = REGISTERS * S::F64_LANES;
        let (width, deepest) = (tile.end - tile.begin, DEPTH.min(source.cols));
        let right = aligned(&mut copies.right, width.next_multiple_of(COLUMNS) * deepest);
        let left = aligned(&mut copies.left, STRIPS * strip * deepest);
        for done in (0..source.cols).step_by(DEPTH) {
            let depth = DEPTH.min(source.cols - done);
            copy_right(&source, pivots, &tile, done, depth, right);
            for first in (tile.begin..source.rows).step_by(STRIPS * strip) {
                let rows = (STRIPS * strip).min(source.rows - first);
                for k in 0..depth {
                    let column = source.column(done + k, first, rows);
                    copy_strips(column, strip, left, k, depth);
                }
                multiply(simd, &mut tile, left, right, depth, first, rows);
            }
        }
    }
}

impl<'a> Source<'a> {
    #[inline(always)]
    fn column(&self, col: usize, first: usize, rows: usize) -> &'a [f64] {
        let at = col * self.stride + self.first_row + first;
        &self.values[at..at + rows]
    }
}

/// Room for so many numbers that begins where a line of the cache begins.
fn aligned(buffer: &mut Vec<f64>, length: usize) -> &mut [f64] {
    const LINE: usize = 64;
    let spare = LINE / size_of::<f64>();
    if buffer.len() < length + spare {
        buffer.resize(length + spare, 0.0);
    }
    let skip = buffer.as_ptr().align_offset(LINE).min(spare);
    &mut buffer[skip..skip + length]
}

/// Copies the rows of S D that stand against the tile's columns.
#[inline(always)]
fn copy_right(
    source: &Source<'_>,
    pivots: &Pivots,
    tile: &Tile<'_>,
    done: usize,
    depth: usize,
    to: &mut [f64],
) {
    let (first, rows) = (tile.begin, tile.end - tile.begin);
    let mut scaled = [0.0; WIDEST];
    for k in 0..depth {
        let own = source.column(done + k, first, rows);
        let Some([before, here, after]) = pivots.column(done + k) else {
            copy_strips(own, COLUMNS, to, k, depth);
            continue;
        };
        let scaled = &mut scaled[..rows];
        scaled.iter_mut().zip(own).for_each(|(to, from)| *to = here * from);
        for (factor, col) in [(after, done + k + 1), ((before), (done + k).wrapping_sub(1))] {
            if factor != 0.0 {
                let other = source.column(col, first, rows);
                scaled.iter_mut().zip(other).for_each(|(to, from)| *to += factor * from);
            }
        }
        copy_strips(scaled, COLUMNS, to, k, depth);
    }
}

/// Copies entries of one column, `strip` at a time, to the `k`-th place of strips that are `depth` long; the last is filled up
/// with zeros.
#[inline(always)]
fn copy_strips(from: &[f64], strip: usize, to: &mut [f64], k: usize, depth: usize) {
    let mut place = k * strip;
    let mut whole = from.chunks_exact(strip);
    for piece in &mut whole {
        to[place..place + strip].copy_from_slice(piece);
        place += depth * strip;
    }
    let rest = whole.remainder();
    if !rest.is_empty() {
        let last = &mut to[place..place + strip];
        last[rest.len()..].fill(0.0);
        last[..rest.len()].copy_from_slice(rest);
    }
}

/// Some rows of the tile: small blocks one after another, those above the diagonal left out.
#[inline(always)]
fn multiply<S: Simd>(
    simd: S,
    tile: &mut Tile<'_>,
    left: &[f64],
    right: &[f64],
    depth: usize,
    first: usize,
    rows: usize,
) {
    let strip = REGISTERS * S::F64_LANES;
    for col in (tile.begin..tile.end.min(first + rows)).step_by(COLUMNS) {
        let factors = &right[(col - tile.begin) * depth..][..COLUMNS * depth];
        let cols = COLUMNS.min(tile.end - col);
        for skipped in (0..rows).step_by(strip) {
            let row = first + skipped;
            if row + strip <= col {
                continue;
            }
            let sums = product(simd, &left[skipped * depth..][..strip * depth], factors);
            if rows - skipped >= strip && cols == COLUMNS && row + 1 >= col + COLUMNS {
                for (c, sums) in sums.iter().enumerate() {
                    let target = S::as_mut_simd_f64s(tile.column(col + c, row, strip)).0;
                    for r in 0..REGISTERS {
                        target[r] = simd.sub_f64s(target[r], sums[r]);
                    }
                }
            } else {
                let mut block = [[0.0; REGISTERS * MOST_LANES]; COLUMNS];
                for (to, sums) in block.iter_mut().zip(&sums) {
                    S::as_mut_simd_f64s(to).0[..REGISTERS].copy_from_slice(sums);
                }
                subtract_part(tile, &block[..cols], col, row, strip.min(rows - skipped));
            }
        }
    }
}

/// A block on the diagonal or at an edge.
#[inline(never)]
fn subtract_part(
    tile: &mut Tile<'_>,
    block: &[[f64; REGISTERS * MOST_LANES]],
    col: usize,
    row: usize,
    rows: usize,
) {
    for (c, sums) in block.iter().enumerate() {
        let above = (col + c).saturating_sub(row).min(rows);
        let target = tile.column(col + c, row + above, rows - above);
        target.iter_mut().zip(&sums[above..rows]).for_each(|(t, s)| *t -= s);
    }
}

/// The innermost loop: a strip of rows against a few columns.
#[inline(always)]
fn product<S: Simd>(simd: S, rows: &[f64], factors: &[f64]) -> [[S::f64s; REGISTERS]; COLUMNS] {
    let mut sums = [[simd.splat_f64s(0.0); REGISTERS]; COLUMNS];
    let (rows, _) = S::as_simd_f64s(rows).0.as_chunks::<REGISTERS>();
    let (factors, _) = factors.as_chunks::<COLUMNS>();
    for (row, factors) in rows.iter().zip(factors) {
        for c in 0..COLUMNS {
            let factor = simd.splat_f64s(factors[c]);
            for r in 0..REGISTERS {
                sums[c][r] = simd.mul_add_e_f64s(row[r], factor, sums[c][r]);
            }
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::factor::panel::Kind;

    fn number(i: usize) -> f64 {
        ((i * 7919) % 1009) as f64 / 1009.0 - 0.4
    }

    /// Pivots with a block of two rows wherever three columns are left.
    fn pivots(kind: Kind, cols: usize) -> (Pivots, Vec<f64>, Vec<f64>) {
        let d: Vec<f64> = (0..cols).map(|j| 1.0 + number(5 * j)).collect();
        let e: Vec<f64> = (0..cols).map(|j| if j % 3 == 0 && j + 1 < cols { 0.7 } else { 0.0 }).collect();
        match kind {
            Kind::Definite => (Pivots::new(kind, &d, &e), vec![1.0; cols], vec![0.0; cols]),
            Kind::Indefinite => (Pivots::new(kind, &d, &e), d, e),
        }
    }

    /// The product entry by entry.
    fn exact(source: &Source<'_>, d: &[f64], e: &[f64], i: usize, j: usize) -> f64 {
        let s = |row: usize, k: usize| source.values[k * source.stride + source.first_row + row];
        (0..source.cols)
            .map(|k| {
                let after = if e[k] == 0.0 { 0.0 } else { e[k] * s(j, k + 1) };
                let before = if k == 0 || e[k - 1] == 0.0 { 0.0 } else { e[k - 1] * s(j, k - 1) };
                s(i, k) * (d[k] * s(j, k) + after + before)
            })
            .sum()
    }

    #[test]
    fn both_layouts_and_both_kinds_agree_with_the_plain_sum_for_any_number_of_threads() {
        let workshop = Workshop::new();
        let all_threads = [Threads::one(), Threads::new(2).unwrap(), Threads::new(3).unwrap()];
        for kind in [Kind::Definite, Kind::Indefinite] {
            for (rows, cols, depth, first_row) in [
                (1, 1, 1, 0),
                (5, 3, 2, 4),
                (37, 37, 20, 3),
                (130, 101, 300, 1),
                (600, 500, 9, 0),
                (4, 0, 3, 0),
            ] {
                let stride = rows + first_row + 2;
                let values: Vec<f64> = (0..stride * depth).map(number).collect();
                let source = Source { values: &values, stride, first_row, rows, cols: depth };
                let (pivots, d, e) = pivots(kind, depth);
                let rectangle = Layout::Rectangle { stride: rows + 5, first_row: 2 };
                let mut layouts = vec![(rectangle, (rows + 5) * cols)];
                if rows == cols {
                    layouts.push((Layout::Triangle { rows }, triangle_len(rows)));
                }
                for (layout, length) in layouts {
                    let before: Vec<f64> = (0..length).map(|i| number(3 * i + 1)).collect();
                    let results = all_threads.each_ref().map(|threads| {
                        let mut target = before.clone();
                        workshop.subtract(&mut target, layout, cols, source, &pivots, threads);
                        target
                    });
                    assert!(results.iter().all(|result| result == &results[0]), "threads change no bit");
                    let mut expected = before;
                    for j in 0..cols {
                        (j..rows).for_each(|i| expected[layout.start(j) + i] -= exact(&source, &d, &e, i, j));
                    }
                    let error =
                        results[0].iter().zip(&expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
                    assert!(error < 1e-13 * (1 + depth) as f64, "{rows} {cols} {depth}: {error:e}");
                }
            }
        }
    }
}
