//! A tall basis of vectors and the products with it, cut into row chunks of fixed length.

use crate::matrix::dense::Dense;
use crate::threads::Threads;
use faer::linalg::matmul::matmul;
use faer::{Accum, Mat, MatMut, MatRef, Par};

/// Rows that one product takes at a time. The partial sums are added in order: the bits depend on this number,
/// never on the number of threads.
const CHUNK: usize = 4096;

/// n × capacity, column-major; columns are filled from the left.
pub(crate) struct Tall {
    rows: usize,
    data: Vec<f64>,
}

impl Tall {
    pub fn new(rows: usize, capacity: usize) -> Self {
        Self { rows, data: vec![0.0; rows * capacity] }
    }

    /// Copies `block` to the columns from `first`.
    pub fn write(&mut self, first: usize, block: &Dense) {
        let begin = first * self.rows;
        self.data[begin..begin + block.as_slice().len()].copy_from_slice(block.as_slice());
    }

    /// A copy of `count` columns from `first`.
    pub fn read(&self, first: usize, count: usize) -> Dense {
        let data = self.data[first * self.rows..(first + count) * self.rows].to_vec();
        Dense::from_column_major(self.rows, count, data)
    }

    fn view(&self, begin: usize, end: usize) -> MatRef<'_, f64> {
        MatRef::from_column_major_slice(
            &self.data[begin * self.rows..end * self.rows],
            self.rows,
            end - begin,
        )
    }

    /// w ← w − V Vᵀ w with the first `count` columns; returns Vᵀ w.
    pub fn orthogonalise(&self, count: usize, w: &mut Dense, threads: &Threads) -> Dense {
        self.orthogonalise_from(0, count, w, threads)
    }

    /// w ← w − V Vᵀ w with the columns begin..end; returns Vᵀ w.
    pub fn orthogonalise_from(&self, begin: usize, end: usize, w: &mut Dense, threads: &Threads) -> Dense {
        let h = self.coefficients(begin, end, w, threads);
        self.subtract(begin, &h, w, threads);
        h
    }

    /// Vᵀ w with the columns begin..end.
    pub fn coefficients(&self, begin: usize, end: usize, w: &Dense, threads: &Threads) -> Dense {
        let mut sum = Dense::zeros(end - begin, w.cols());
        if begin == end || w.cols() == 0 {
            return sum;
        }
        let (v, source) = (self.view(begin, end), w.view());
        let partial = threads.map(self.chunks(), |(from, rows)| {
            let mut part = Mat::<f64>::zeros(v.ncols(), source.ncols());
            let (left, right) = (v.subrows(from, rows), source.subrows(from, rows));
            matmul(part.as_mut(), Accum::Replace, left.transpose(), right, 1.0, Par::Seq);
            part
        });
        for part in partial {
            for j in 0..sum.cols() {
                sum.column_mut(j).iter_mut().enumerate().for_each(|(i, s)| *s += part[(i, j)]);
            }
        }
        sum
    }

    /// w ← w − V h with as many columns from `begin` as h has rows.
    pub fn subtract(&self, begin: usize, h: &Dense, w: &mut Dense, threads: &Threads) {
        if h.rows() == 0 || w.cols() == 0 {
            return;
        }
        let v = self.view(begin, begin + h.rows());
        threads.for_each(split_rows(w.view_mut()), |(from, target)| {
            let rows = target.nrows();
            matmul(target, Accum::Add, v.subrows(from, rows), h.view(), -1.0, Par::Seq);
        });
    }

    /// The first columns become V c, with the first `count` columns as V.
    pub fn combine(&mut self, count: usize, c: &Dense, threads: &Threads) {
        let all = MatMut::from_column_major_slice_mut(&mut self.data[..count * self.rows], self.rows, count);
        threads.for_each(split_rows(all), |(_, mut chunk)| {
            let old = chunk.as_ref().to_owned();
            let target = chunk.as_mut().subcols_mut(0, c.cols());
            matmul(target, Accum::Replace, old.as_ref(), c.view(), 1.0, Par::Seq);
        });
    }

    fn chunks(&self) -> Vec<(usize, usize)> {
        (0..self.rows).step_by(CHUNK).map(|from| (from, CHUNK.min(self.rows - from))).collect()
    }
}

fn split_rows(all: MatMut<'_, f64>) -> Vec<(usize, MatMut<'_, f64>)> {
    let (mut pieces, mut rest, mut from) = (Vec::new(), all, 0);
    while rest.nrows() > 0 {
        let height = CHUNK.min(rest.nrows());
        let (piece, after) = rest.split_at_row_mut(height);
        pieces.push((from, piece));
        from += height;
        rest = after;
    }
    pieces
}
