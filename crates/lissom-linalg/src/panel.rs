//! Dense kernels of the factorisation: one panel, and the update it sends upwards.
//!
//! A panel holds the columns of one supernode: the diagonal block on top, the rows below it underneath.
//! Products are cut into tiles of fixed width, each computed by a sequential kernel; threads only share the
//! tiles out, so the bits of the result do not depend on their number.

use crate::threads::Threads;
use faer::linalg::matmul::{matmul, triangular};
use faer::linalg::triangular_solve::{solve_lower_triangular_in_place, solve_unit_lower_triangular_in_place};
use faer::reborrow::*;
use faer::{Accum, Mat, MatMut, MatRef, Par};
use triangular::BlockStructure::{Rectangular, TriangularLower};

/// Columns factored by plain loops before the dense kernels take over.
const BASE: usize = 48;
/// Width of the tiles that products are cut into.
const TILE: usize = 128;
/// (1 + √17)/8, the constant that bounds the growth of entries, \[BunchKaufman1977\].
const BUNCH_KAUFMAN: f64 = 0.640_388_203_202_208_4;

/// Which factorisation: L Lᵀ, or P L D Lᵀ Pᵀ with pivoting inside the blocks on the diagonal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Definite,
    Indefinite,
}

/// A pivot that cannot be used: column inside the panel, and its value.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BadPivot {
    pub col: usize,
    pub value: f64,
}

/// The panel of one supernode while it is being factored.
pub(crate) struct Panel<'a> {
    /// height × width, column-major.
    pub values: &'a mut [f64],
    pub width: usize,
    pub height: usize,
    /// Diagonal of D (indefinite only).
    pub diagonal: &'a mut [f64],
    /// Subdiagonal of D: non-zero where a 2 × 2 pivot begins (indefinite only).
    pub subdiagonal: &'a mut [f64],
    /// `place[k]`: which column of the supernode was taken as k-th pivot (indefinite only).
    pub place: &'a mut [u32],
}

impl Panel<'_> {
    /// Factors the panel in place.
    pub fn factor(&mut self, kind: Kind, threads: &Threads) -> Result<(), BadPivot> {
        for (k, place) in self.place.iter_mut().enumerate() {
            *place = k as u32;
        }
        self.factor_columns(kind, 0, self.width, threads)
    }

    /// Left half, its effect on the right half, right half: large products at every level.
    fn factor_columns(
        &mut self,
        kind: Kind,
        begin: usize,
        end: usize,
        threads: &Threads,
    ) -> Result<(), BadPivot> {
        if end - begin <= BASE {
            return match kind {
                Kind::Definite => self.factor_base_definite(begin, end),
                Kind::Indefinite => self.factor_base_indefinite(begin, end),
            };
        }
        let middle = begin + (end - begin).div_ceil(2).next_multiple_of(16).min(end - begin - 1);
        self.factor_columns(kind, begin, middle, threads)?;
        let block = Pivots::new(kind, &self.diagonal[begin..middle], &self.subdiagonal[begin..middle]);
        let all = MatMut::from_column_major_slice_mut(self.values, self.height, self.width);
        let (left, right) = all.split_at_col_mut(middle);
        let source = left.rb().submatrix(middle, begin, self.height - middle, middle - begin);
        let target = right.submatrix_mut(middle, 0, self.height - middle, end - middle);
        subtract_product(target, source, &block, threads);
        self.factor_columns(kind, middle, end, threads)
    }

    fn factor_base_definite(&mut self, begin: usize, end: usize) -> Result<(), BadPivot> {
        let height = self.height;
        for j in begin..end {
            let pivot = self.values[j * height + j];
            if !(pivot > 0.0 && pivot.is_finite()) {
                return Err(BadPivot { col: j, value: pivot });
            }
            let (done, rest) = self.values.split_at_mut((j + 1) * height);
            let column = &mut done[j * height + j..j * height + end];
            let root = pivot.sqrt();
            column.iter_mut().for_each(|a| *a /= root);
            for k in j + 1..end {
                let factor = column[k - j];
                let target = &mut rest[(k - j - 1) * height + k..(k - j - 1) * height + end];
                target.iter_mut().zip(&column[k - j..]).for_each(|(t, c)| *t -= factor * c);
            }
        }
        let (diagonal, below) = self.columns(begin, end).split_at_row_mut(end - begin);
        solve_lower_triangular_in_place(diagonal.rb(), below.transpose_mut(), Par::Seq);
        Ok(())
    }

    fn factor_base_indefinite(&mut self, begin: usize, end: usize) -> Result<(), BadPivot> {
        let width = end - begin;
        let mut block = self.columns(begin, end).submatrix(0, 0, width, width).to_owned();
        for j in 0..width {
            for i in 0..j {
                block[(i, j)] = block[(j, i)];
            }
        }
        let (d, e) = (&mut self.diagonal[begin..end], &mut self.subdiagonal[begin..end]);
        let order = bunch_kaufman(block.as_mut(), d, e)
            .map_err(|bad| BadPivot { col: begin + bad.col, value: bad.value })?;
        self.apply_order(begin, end, &order);
        let (mut diagonal, below) = self.columns(begin, end).split_at_row_mut(width);
        for j in 0..width {
            for i in j..width {
                diagonal[(i, j)] = if i == j { 1.0 } else { block[(i, j)] };
            }
        }
        let mut below = below;
        solve_unit_lower_triangular_in_place(diagonal.rb(), below.rb_mut().transpose_mut(), Par::Seq);
        Pivots::new(Kind::Indefinite, &self.diagonal[begin..end], &self.subdiagonal[begin..end])
            .divide_columns(
                MatMut::from_column_major_slice_mut(self.values, self.height, self.width).submatrix_mut(
                    end,
                    begin,
                    self.height - end,
                    width,
                ),
            );
        Ok(())
    }

    /// Columns begin..end from the diagonal downwards.
    fn columns(&mut self, begin: usize, end: usize) -> MatMut<'_, f64> {
        let all = MatMut::from_column_major_slice_mut(self.values, self.height, self.width);
        all.submatrix_mut(begin, begin, self.height - begin, end - begin)
    }

    /// Renumbers pivots inside begin..end: rows of the finished columns, columns of the rows below.
    fn apply_order(&mut self, begin: usize, end: usize, order: &[usize]) {
        let old: Vec<u32> = self.place[begin..end].to_vec();
        order.iter().enumerate().for_each(|(k, &from)| self.place[begin + k] = old[from]);
        let mut kept = vec![0.0; end - begin];
        for j in 0..begin {
            let rows = &mut self.values[j * self.height + begin..j * self.height + end];
            kept.copy_from_slice(rows);
            order.iter().enumerate().for_each(|(k, &from)| rows[k] = kept[from]);
        }
        for i in end..self.height {
            (begin..end).for_each(|j| kept[j - begin] = self.values[j * self.height + i]);
            order
                .iter()
                .enumerate()
                .for_each(|(k, &from)| self.values[(begin + k) * self.height + i] = kept[from]);
        }
    }

    /// update ← update − L₂₁ (D) L₂₁ᵀ, lower triangle of a (height − width)² matrix.
    pub fn subtract_update(&self, kind: Kind, update: &mut [f64], threads: &Threads) {
        let below = self.height - self.width;
        let all = MatRef::from_column_major_slice(&*self.values, self.height, self.width);
        let source = all.submatrix(self.width, 0, below, self.width);
        let target = MatMut::from_column_major_slice_mut(update, below, below);
        subtract_product(target, source, &Pivots::new(kind, self.diagonal, self.subdiagonal), threads);
    }
}

/// The block-diagonal middle factor, or nothing for L Lᵀ.
pub(crate) struct Pivots {
    blocks: Option<(Vec<f64>, Vec<f64>)>,
}

impl Pivots {
    fn new(kind: Kind, diagonal: &[f64], subdiagonal: &[f64]) -> Self {
        Self { blocks: (kind == Kind::Indefinite).then(|| (diagonal.to_vec(), subdiagonal.to_vec())) }
    }

    /// rows · D as a new matrix.
    fn times(&self, rows: MatRef<'_, f64>) -> Option<Mat<f64>> {
        let (d, e) = self.blocks.as_ref()?;
        let mut product = Mat::zeros(rows.nrows(), rows.ncols());
        for j in 0..rows.ncols() {
            for i in 0..rows.nrows() {
                let mut sum = rows[(i, j)] * d[j];
                if e[j] != 0.0 {
                    sum += rows[(i, j + 1)] * e[j];
                }
                if j > 0 && e[j - 1] != 0.0 {
                    sum += rows[(i, j - 1)] * e[j - 1];
                }
                product[(i, j)] = sum;
            }
        }
        Some(product)
    }

    /// rows ← rows · D⁻¹.
    fn divide_columns(&self, mut rows: MatMut<'_, f64>) {
        let Some((d, e)) = self.blocks.as_ref() else { return };
        let mut j = 0;
        while j < rows.ncols() {
            if e[j] == 0.0 {
                rows.rb_mut().col_mut(j).iter_mut().for_each(|a| *a /= d[j]);
                j += 1;
                continue;
            }
            for i in 0..rows.nrows() {
                let (first, second) = solve_two(d[j], e[j], d[j + 1], rows[(i, j)], rows[(i, j + 1)]);
                (rows[(i, j)], rows[(i, j + 1)]) = (first, second);
            }
            j += 2;
        }
    }
}

/// Solves \[a b; b c\] (x, y) = (p, q), scaled by b as in \[BunchKaufman1977\] so that nothing overflows.
pub(crate) fn solve_two(a: f64, b: f64, c: f64, p: f64, q: f64) -> (f64, f64) {
    let (u, v) = (a / b, c / b);
    let determinant = u * v - 1.0;
    let (p, q) = (p / b, q / b);
    ((v * p - q) / determinant, (u * q - p) / determinant)
}

/// target ← target − source (D) (first rows of source)ᵀ, on and below the diagonal, tile by tile.
fn subtract_product(target: MatMut<'_, f64>, source: MatRef<'_, f64>, pivots: &Pivots, threads: &Threads) {
    let mut tiles = Vec::with_capacity(target.ncols().div_ceil(TILE));
    let (mut rest, mut begin) = (target, 0);
    while rest.ncols() > 0 {
        let width = TILE.min(rest.ncols());
        let (tile, after) = rest.split_at_col_mut(width);
        tiles.push((begin, tile));
        begin += TILE;
        rest = after;
    }
    threads.for_each(tiles, |(begin, tile)| {
        let (width, height) = (tile.ncols(), tile.nrows() - begin);
        let (top, bottom) = tile.submatrix_mut(begin, 0, height, width).split_at_row_mut(width);
        let own = source.submatrix(begin, 0, width, source.ncols());
        let below = source.submatrix(begin + width, 0, height - width, source.ncols());
        let scaled = pivots.times(own);
        let right = scaled.as_ref().map_or(own, |scaled| scaled.as_ref()).transpose();
        triangular::matmul(
            top,
            TriangularLower,
            Accum::Add,
            own,
            Rectangular,
            right,
            Rectangular,
            -1.0,
            Par::Seq,
        );
        matmul(bottom, Accum::Add, below, right, -1.0, Par::Seq);
    });
}

/// Bunch–Kaufman factorisation of a full symmetric block, \[BunchKaufman1977\].
///
/// On return the strict lower triangle holds L, `d` and `e` hold D; the result lists the pivots taken.
fn bunch_kaufman(mut a: MatMut<'_, f64>, d: &mut [f64], e: &mut [f64]) -> Result<Vec<usize>, BadPivot> {
    let n = a.nrows();
    let mut order: Vec<usize> = (0..n).collect();
    e.fill(0.0);
    let mut k = 0;
    while k < n {
        let (size, swap) = choose_pivot(a.rb(), k);
        let to = k + size - 1;
        if swap != to {
            exchange(a.rb_mut(), to, swap);
            order.swap(to, swap);
        }
        let pivot = a[(k, k)];
        if size == 1 {
            if pivot == 0.0 || !pivot.is_finite() {
                return Err(BadPivot { col: order[k], value: pivot });
            }
            d[k] = pivot;
            eliminate_one(a.rb_mut(), k);
        } else {
            (d[k], e[k], d[k + 1]) = (pivot, a[(k + 1, k)], a[(k + 1, k + 1)]);
            if !(d[k].is_finite() && e[k].is_finite() && d[k + 1].is_finite()) {
                return Err(BadPivot { col: order[k], value: e[k] });
            }
            eliminate_two(a.rb_mut(), k);
        }
        k += size;
    }
    Ok(order)
}

/// The size of the next pivot and the row to bring into its last place.
fn choose_pivot(a: MatRef<'_, f64>, k: usize) -> (usize, usize) {
    let n = a.nrows();
    let largest = |col: usize, skip: usize| {
        (k..n).filter(|&i| i != skip).fold((skip, 0.0), |best: (usize, f64), i| {
            if a[(i, col)].abs() > best.1 { (i, a[(i, col)].abs()) } else { best }
        })
    };
    let (row, lambda) = largest(k, k);
    let diagonal = a[(k, k)].abs();
    if lambda == 0.0 || diagonal >= BUNCH_KAUFMAN * lambda {
        return (1, k);
    }
    let sigma = largest(row, row).1;
    if diagonal * sigma >= BUNCH_KAUFMAN * lambda * lambda {
        (1, k)
    } else if a[(row, row)].abs() >= BUNCH_KAUFMAN * sigma {
        (1, row)
    } else {
        (2, row)
    }
}

/// Exchanges rows and columns p and q, the finished part of L included.
fn exchange(mut a: MatMut<'_, f64>, p: usize, q: usize) {
    for j in 0..a.ncols() {
        (a[(p, j)], a[(q, j)]) = (a[(q, j)], a[(p, j)]);
    }
    for i in 0..a.nrows() {
        (a[(i, p)], a[(i, q)]) = (a[(i, q)], a[(i, p)]);
    }
}

fn eliminate_one(mut a: MatMut<'_, f64>, k: usize) {
    let (n, pivot) = (a.nrows(), a[(k, k)]);
    for j in k + 1..n {
        let factor = a[(k, j)] / pivot;
        for i in k + 1..n {
            a[(i, j)] -= a[(i, k)] * factor;
        }
    }
    (k + 1..n).for_each(|i| a[(i, k)] /= pivot);
}

fn eliminate_two(mut a: MatMut<'_, f64>, k: usize) {
    let n = a.nrows();
    let (p, q, r) = (a[(k, k)], a[(k + 1, k)], a[(k + 1, k + 1)]);
    for j in k + 2..n {
        let (first, second) = solve_two(p, q, r, a[(k, j)], a[(k + 1, j)]);
        for i in k + 2..n {
            a[(i, j)] -= a[(i, k)] * first + a[(i, k + 1)] * second;
        }
    }
    for i in k + 2..n {
        let (first, second) = solve_two(p, q, r, a[(i, k)], a[(i, k + 1)]);
        (a[(i, k)], a[(i, k + 1)]) = (first, second);
    }
    a[(k + 1, k)] = 0.0;
}
