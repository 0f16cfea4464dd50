//! Dense kernels of the factorisation: one panel, and the update it sends upwards.
//!
//! A panel holds the columns of one supernode: the diagonal block on top, the rows below it underneath.

use crate::factor::pivots::{Pivots, bunch_kaufman};
use crate::factor::symmetric_product::{Layout, Source, Workshop};
use crate::threads::Threads;
use faer::linalg::triangular_solve::{solve_lower_triangular_in_place, solve_unit_lower_triangular_in_place};
use faer::reborrow::*;
use faer::{MatMut, Par};

/// Columns factored by plain loops before the dense kernels take over.
const BASE: usize = 48;

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
    pub fn factor(&mut self, kind: Kind, workshop: &Workshop, threads: &Threads) -> Result<(), BadPivot> {
        for (k, place) in self.place.iter_mut().enumerate() {
            *place = k as u32;
        }
        self.factor_columns(kind, 0, self.width, workshop, threads)
    }

    /// Left half, its effect on the right half, right half: large products at every level.
    fn factor_columns(
        &mut self,
        kind: Kind,
        begin: usize,
        end: usize,
        workshop: &Workshop,
        threads: &Threads,
    ) -> Result<(), BadPivot> {
        if end - begin <= BASE {
            return match kind {
                Kind::Definite => self.factor_base_definite(begin, end),
                Kind::Indefinite => self.factor_base_indefinite(begin, end),
            };
        }
        let middle = begin + (end - begin).div_ceil(2).next_multiple_of(16).min(end - begin - 1);
        self.factor_columns(kind, begin, middle, workshop, threads)?;
        let height = self.height;
        let (left, right) = self.values.split_at_mut(middle * height);
        let source = Source {
            values: &left[begin * height..],
            stride: height,
            first_row: middle,
            rows: height - middle,
            cols: middle - begin,
        };
        let layout = Layout::Rectangle { stride: height, first_row: middle };
        let pivots = Pivots::new(kind, &self.diagonal[begin..middle], &self.subdiagonal[begin..middle]);
        workshop.subtract(right, layout, end - middle, source, &pivots, threads);
        self.factor_columns(kind, middle, end, workshop, threads)
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

    /// update ← update − L₂₁ (D) L₂₁ᵀ, a lower triangle of height − width rows.
    pub fn subtract_update(&self, kind: Kind, update: &mut [f64], workshop: &Workshop, threads: &Threads) {
        let below = self.height - self.width;
        let source = Source {
            values: self.values,
            stride: self.height,
            first_row: self.width,
            rows: below,
            cols: self.width,
        };
        let pivots = Pivots::new(kind, self.diagonal, self.subdiagonal);
        workshop.subtract(update, Layout::Triangle { rows: below }, below, source, &pivots, threads);
    }
}
