//! Sparse matrices: a triplet builder and compressed columns.

use crate::matrix::dense::{Dense, largest_modulus};
use crate::matrix::row_block::{WIDEST, gathered_product, product, with_width};
use std::sync::Arc;

/// A list of entries (i, j, a); duplicate entries are summed in order.
#[derive(Debug, Clone, Default)]
pub struct Triplets {
    rows: usize,
    cols: usize,
    entries: Vec<(u32, u32, f64)>,
}

impl Triplets {
    /// An empty list for a `rows` × `cols` matrix.
    pub fn new(rows: usize, cols: usize) -> Self {
        Self::with_capacity(rows, cols, 0)
    }

    /// An empty list with room for `capacity` entries.
    pub fn with_capacity(rows: usize, cols: usize, capacity: usize) -> Self {
        assert!(rows.max(cols) <= u32::MAX as usize, "a sparse matrix has fewer than 2³² rows and columns");
        Self { rows, cols, entries: Vec::with_capacity(capacity) }
    }

    /// Adds `value` to entry (`row`, `col`).
    pub fn add(&mut self, row: usize, col: usize, value: f64) {
        assert!(
            row < self.rows && col < self.cols,
            "entry ({row}, {col}) of a {} × {} matrix",
            self.rows,
            self.cols
        );
        self.entries.push((row as u32, col as u32, value));
    }

    /// Adds the block `values` at the rows and columns `indices`: the assembly of one element.
    pub fn add_block(&mut self, indices: &[usize], values: &Dense) {
        for (j, &col) in indices.iter().enumerate() {
            for (i, &row) in indices.iter().enumerate() {
                self.add(row, col, values[(i, j)]);
            }
        }
    }

    /// The number of entries listed, duplicates counted [-].
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// True if nothing was added.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

/// The worst pair of entries that should be equal and are not.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SymmetryDefect {
    /// Row of the entry [-].
    pub row: usize,
    /// Column of the entry [-].
    pub col: usize,
    /// a(row, col) − a(col, row) (unit of the matrix).
    pub difference: f64,
    /// |difference| over the largest of |a(row, col)|, |a(col, row)| and √|a(row, row) a(col, col)| [-].
    pub relative: f64,
}

/// An entry that is NaN or infinite.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BadEntry {
    /// Row of the entry [-].
    pub row: usize,
    /// Column of the entry [-].
    pub col: usize,
    /// The value found (unit of the matrix).
    pub value: f64,
}

/// A sparse matrix in compressed columns: both triangles stored, rows ascending in each column, no duplicates.
///
/// Entries that are exactly zero stay: they are part of the pattern. A clone shares the storage of its original; what is
/// written later ([`Sparse::values_mut`]) is copied then, and only the values are.
///
/// ```
/// use lissom_linalg::{Sparse, Triplets};
/// let mut t = Triplets::new(2, 2);
/// t.add(0, 0, 1.0);
/// t.add(0, 0, 2.0);
/// let a = Sparse::from_triplets(&t);
/// assert_eq!((a.get(0, 0), a.get(1, 0), a.nnz()), (3.0, 0.0, 1));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Sparse {
    rows: usize,
    starts: Arc<Vec<usize>>,
    row_of: Arc<Vec<u32>>,
    values: Arc<Vec<f64>>,
}

/// A sparse matrix while its columns are written, one after the other.
struct Columns {
    rows: usize,
    starts: Vec<usize>,
    row_of: Vec<u32>,
    values: Vec<f64>,
}

impl Columns {
    fn new(rows: usize, cols: usize) -> Self {
        let mut starts = Vec::with_capacity(cols + 1);
        starts.push(0);
        Self { rows, starts, row_of: Vec::new(), values: Vec::new() }
    }

    /// Appends a column whose entries come with ascending rows; neighbours with the same row are summed.
    fn push(&mut self, entries: impl Iterator<Item = (u32, f64)>) {
        let begin = self.row_of.len();
        for (row, value) in entries {
            if self.row_of.len() > begin && self.row_of.last() == Some(&row) {
                *self.values.last_mut().expect("rows and values have one length") += value;
            } else {
                self.row_of.push(row);
                self.values.push(value);
            }
        }
        self.starts.push(self.row_of.len());
    }

    fn finish(self) -> Sparse {
        Sparse::of_storage(self.rows, self.starts, self.row_of, self.values)
    }
}

impl Sparse {
    /// The matrix of a triplet list.
    pub fn from_triplets(triplets: &Triplets) -> Self {
        let mut starts = vec![0usize; triplets.cols + 1];
        for &(_, col, _) in &triplets.entries {
            starts[col as usize + 1] += 1;
        }
        accumulate(&mut starts);
        let mut next = starts.clone();
        let mut sorted = vec![(0u32, 0.0f64); triplets.entries.len()];
        for &(row, col, value) in &triplets.entries {
            let at = &mut next[col as usize];
            sorted[*at] = (row, value);
            *at += 1;
        }
        let mut matrix = Columns::new(triplets.rows, triplets.cols);
        for j in 0..triplets.cols {
            let column = &mut sorted[starts[j]..starts[j + 1]];
            column.sort_by_key(|&(row, _)| row);
            matrix.push(column.iter().copied());
        }
        matrix.finish()
    }

    /// The matrix with the given compressed columns.
    ///
    /// `starts[j]..starts[j + 1]` are the entries of column j, whose rows must ascend strictly.
    pub fn from_columns(rows: usize, starts: Vec<usize>, row_of: Vec<u32>, values: Vec<f64>) -> Self {
        assert!(
            starts.first() == Some(&0) && starts.last() == Some(&row_of.len()),
            "columns cover all entries"
        );
        assert_eq!(row_of.len(), values.len(), "each entry has a row and a value");
        for column in starts.windows(2) {
            let inside = &row_of[column[0]..column[1]];
            assert!(inside.windows(2).all(|w| w[0] < w[1]), "rows ascend in each column");
            assert!(inside.last().is_none_or(|&row| (row as usize) < rows), "rows lie inside the matrix");
        }
        Self::of_storage(rows, starts, row_of, values)
    }

    /// Matrices along the diagonal, zero elsewhere; one alone is shared.
    pub fn block_diagonal(blocks: &[&Self]) -> Self {
        if let [one] = blocks {
            return (*one).clone();
        }
        let rows = blocks.iter().map(|block| block.rows).sum();
        let cols = blocks.iter().map(|block| block.cols()).sum();
        let mut matrix = Columns::new(rows, cols);
        let mut first = 0;
        for block in blocks {
            for j in 0..block.cols() {
                let (places, values) = block.column(j);
                matrix.push(places.iter().map(|row| row + first).zip(values.iter().copied()));
            }
            first += block.rows as u32;
        }
        matrix.finish()
    }

    /// The non-zero entries of a dense matrix.
    pub fn from_dense(dense: &Dense) -> Self {
        let mut matrix = Columns::new(dense.rows(), dense.cols());
        for j in 0..dense.cols() {
            let column = dense.column(j).iter().enumerate();
            matrix.push(column.filter(|&(_, &a)| a != 0.0).map(|(i, &a)| (i as u32, a)));
        }
        matrix.finish()
    }

    /// The identity matrix.
    pub fn identity(n: usize) -> Self {
        Self::from_diagonal(&vec![1.0; n])
    }

    /// The diagonal matrix with the given diagonal.
    pub fn from_diagonal(diagonal: &[f64]) -> Self {
        let n = diagonal.len();
        Self::from_columns(n, (0..=n).collect(), (0..n as u32).collect(), diagonal.to_vec())
    }

    fn of_storage(rows: usize, starts: Vec<usize>, row_of: Vec<u32>, values: Vec<f64>) -> Self {
        Self { rows, starts: Arc::new(starts), row_of: Arc::new(row_of), values: Arc::new(values) }
    }

    /// The number of rows [-].
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns [-].
    pub fn cols(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of stored entries [-].
    pub fn nnz(&self) -> usize {
        self.values.len()
    }

    /// The rows and values of column `j`.
    pub fn column(&self, j: usize) -> (&[u32], &[f64]) {
        let range = self.starts[j]..self.starts[j + 1];
        (&self.row_of[range.clone()], &self.values[range])
    }

    /// Where each column starts in [`Self::values`]; one more entry than there are columns.
    pub fn starts(&self) -> &[usize] {
        &self.starts
    }

    /// The row of each stored entry.
    pub fn row_indices(&self) -> &[u32] {
        &self.row_of
    }

    /// The stored values, column after column.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The stored values, to be written: the pattern stays.
    pub fn values_mut(&mut self) -> &mut [f64] {
        Arc::make_mut(&mut self.values).as_mut_slice()
    }

    /// Entry (`row`, `col`), zero where nothing is stored.
    pub fn get(&self, row: usize, col: usize) -> f64 {
        self.position(row, col).map_or(0.0, |at| self.values[at])
    }

    /// Position of entry (`row`, `col`) among the values.
    pub(crate) fn position(&self, row: usize, col: usize) -> Option<usize> {
        let (rows, _) = self.column(col);
        rows.binary_search(&(row as u32)).ok().map(|at| self.starts[col] + at)
    }

    /// All entries (row, column, value), column after column.
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize, f64)> + '_ {
        (0..self.cols()).flat_map(move |j| {
            let (rows, values) = self.column(j);
            rows.iter().zip(values).map(move |(&i, &a)| (i as usize, j, a))
        })
    }

    /// y ← self · x.
    pub fn multiply(&self, x: &[f64], y: &mut [f64]) {
        assert_eq!((x.len(), y.len()), (self.cols(), self.rows), "inner dimensions of a product agree");
        y.fill(0.0);
        for (j, &xj) in x.iter().enumerate() {
            let (rows, values) = self.column(j);
            for (&i, &a) in rows.iter().zip(values) {
                y[i as usize] += a * xj;
            }
        }
    }

    /// y ← self · x for all columns of x.
    pub fn multiply_block(&self, x: &Dense, y: &mut Dense) {
        assert_eq!(x.cols(), y.cols(), "both blocks have the same number of columns");
        assert_eq!((x.rows(), y.rows()), (self.cols(), self.rows), "inner dimensions of a product agree");
        for first in (0..x.cols()).step_by(WIDEST) {
            let cols = first..(first + WIDEST).min(x.cols());
            with_width!(cols.len(), product(self, x, cols, y));
        }
    }

    /// self · x as a new matrix, where self is symmetric: the same result, faster.
    pub fn times_symmetric(&self, x: &Dense) -> Dense {
        assert_eq!((x.rows(), self.rows), (self.cols(), self.cols()), "inner dimensions of a product agree");
        let mut y = Dense::zeros(self.rows, x.cols());
        for first in (0..x.cols()).step_by(WIDEST) {
            let cols = first..(first + WIDEST).min(x.cols());
            with_width!(cols.len(), gathered_product(self, x, cols, &mut y));
        }
        y
    }

    /// self · x as a new matrix.
    pub fn times(&self, x: &Dense) -> Dense {
        let mut y = Dense::zeros(self.rows, x.cols());
        self.multiply_block(x, &mut y);
        y
    }

    /// xᵀ · self · y.
    pub fn form(&self, x: &[f64], y: &[f64]) -> f64 {
        assert_eq!((x.len(), y.len()), (self.rows, self.cols()), "inner dimensions of a product agree");
        self.iter().map(|(i, j, a)| x[i] * a * y[j]).sum()
    }

    /// a · self + b · other, on the union of both patterns.
    pub fn add_scaled(&self, a: f64, other: &Self, b: f64) -> Self {
        assert_eq!((self.rows, self.cols()), (other.rows, other.cols()), "summands have the same shape");
        let mut sum = Columns::new(self.rows, self.cols());
        for j in 0..self.cols() {
            sum.push(merge(self.column(j), other.column(j), a, b));
        }
        sum.finish()
    }

    /// The transpose.
    pub fn transpose(&self) -> Self {
        let mut starts = vec![0usize; self.rows + 1];
        for &i in self.row_of.iter() {
            starts[i as usize + 1] += 1;
        }
        accumulate(&mut starts);
        let (mut row_of, mut values) = (vec![0u32; self.nnz()], vec![0.0; self.nnz()]);
        let mut next = starts.clone();
        for (i, j, a) in self.iter() {
            let at = next[i];
            next[i] += 1;
            (row_of[at], values[at]) = (j as u32, a);
        }
        Self::of_storage(self.cols(), starts, row_of, values)
    }

    /// The rows and columns `keep`, in that order.
    pub fn submatrix(&self, keep: &[usize]) -> Self {
        self.select(keep, keep)
    }

    /// The rows `rows` and columns `cols`, in that order.
    pub fn select(&self, rows: &[usize], cols: &[usize]) -> Self {
        let mut new_row = vec![u32::MAX; self.rows];
        for (new, &old) in rows.iter().enumerate() {
            assert!(new_row[old] == u32::MAX, "row {old} is selected once");
            new_row[old] = new as u32;
        }
        let mut part = Columns::new(rows.len(), cols.len());
        for &j in cols {
            let (old, values) = self.column(j);
            let kept = old.iter().zip(values).map(|(&i, &a)| (new_row[i as usize], a));
            let mut entries: Vec<_> = kept.filter(|&(i, _)| i != u32::MAX).collect();
            entries.sort_unstable_by_key(|&(i, _)| i);
            part.push(entries.into_iter());
        }
        part.finish()
    }

    /// A symmetric matrix in a new numbering: entry (i, j) is the old (`old_of_new[i]`, `old_of_new[j]`).
    ///
    /// Mirrored entries are met with ascending columns, which sorts the result without comparing.
    pub(crate) fn symmetric_renumbered(&self, old_of_new: &[u32], new_of_old: &[u32]) -> Self {
        let mut starts = vec![0usize; self.cols() + 1];
        for (new, &old) in old_of_new.iter().enumerate() {
            starts[new + 1] = starts[new] + self.column(old as usize).0.len();
        }
        let (mut row_of, mut values) = (vec![0u32; self.nnz()], vec![0.0; self.nnz()]);
        let mut next = starts.clone();
        for (new, &old) in old_of_new.iter().enumerate() {
            let (rows, entries) = self.column(old as usize);
            for (&row, &a) in rows.iter().zip(entries) {
                let at = &mut next[new_of_old[row as usize] as usize];
                (row_of[*at], values[*at]) = (new as u32, a);
                *at += 1;
            }
        }
        Self::of_storage(self.rows, starts, row_of, values)
    }

    /// self · other.
    pub fn multiply_sparse(&self, other: &Self) -> Self {
        assert_eq!(self.cols(), other.rows, "inner dimensions of a product agree");
        let mut product = Columns::new(self.rows, other.cols());
        let mut sum = vec![0.0; self.rows];
        let mut seen = vec![false; self.rows];
        for j in 0..other.cols() {
            let mut touched: Vec<u32> = Vec::new();
            let (inner, factors) = other.column(j);
            for (&k, &b) in inner.iter().zip(factors) {
                let (rows, values) = self.column(k as usize);
                for (&i, &a) in rows.iter().zip(values) {
                    if !std::mem::replace(&mut seen[i as usize], true) {
                        touched.push(i);
                    }
                    sum[i as usize] += a * b;
                }
            }
            touched.sort_unstable();
            product.push(touched.iter().map(|&i| (i, sum[i as usize])));
            for &i in &touched {
                (sum[i as usize], seen[i as usize]) = (0.0, false);
            }
        }
        product.finish()
    }

    /// Tᵀ · self · T: the same form in the coordinates x = T z.
    pub fn congruence(&self, t: &Self) -> Self {
        t.transpose().multiply_sparse(&self.multiply_sparse(t))
    }

    /// The worst violation of symmetry; `relative` is 0 for a symmetric matrix.
    pub fn symmetry_defect(&self) -> SymmetryDefect {
        assert_eq!(self.rows, self.cols(), "only a square matrix can be symmetric");
        let diagonal = self.diagonal();
        let mut worst = SymmetryDefect { row: 0, col: 0, difference: 0.0, relative: 0.0 };
        self.for_each_mirrored(|i, j, a, mirrored| {
            let b = mirrored.unwrap_or(0.0);
            if a == b {
                return;
            }
            let size = a.abs().max(b.abs()).max((diagonal[i] * diagonal[j]).abs().sqrt());
            let relative = (a - b).abs() / size;
            if relative > worst.relative || relative.is_nan() {
                worst = SymmetryDefect { row: i, col: j, difference: a - b, relative };
            }
        });
        worst
    }

    /// The first stored entry (i, j) without a stored entry (j, i).
    pub(crate) fn first_unmirrored(&self) -> Option<(usize, usize)> {
        let mut first = None;
        self.for_each_mirrored(|i, j, _, mirrored| {
            if mirrored.is_none() && first.is_none() {
                first = Some((i, j));
            }
        });
        first
    }

    /// Visits every entry (i, j, a) together with the stored entry (j, i), in one pass over the matrix:
    /// columns ascend, so the mirrored entries of each column are met in ascending order too.
    fn for_each_mirrored(&self, mut visit: impl FnMut(usize, usize, f64, Option<f64>)) {
        let mut next = self.starts.to_vec();
        for (i, j, a) in self.iter() {
            let end = self.starts[i + 1];
            while next[i] < end && (self.row_of[next[i]] as usize) < j {
                next[i] += 1;
            }
            let stored = next[i] < end && self.row_of[next[i]] as usize == j;
            visit(i, j, a, stored.then(|| self.values[next[i]]));
        }
    }

    /// (self + selfᵀ)/2.
    pub fn symmetric_part(&self) -> Self {
        self.add_scaled(0.5, &self.transpose(), 0.5)
    }

    /// Checks that every entry is a finite number.
    ///
    /// # Errors
    /// The first entry that is NaN or infinite.
    pub fn is_finite(&self) -> Result<(), BadEntry> {
        let bad = self.values.iter().position(|a| !a.is_finite());
        bad.map_or(Ok(()), |at| {
            let col = self.starts.partition_point(|&start| start <= at) - 1;
            Err(BadEntry { row: self.row_of[at] as usize, col, value: self.values[at] })
        })
    }

    /// The largest modulus of an entry.
    pub fn max_abs(&self) -> f64 {
        largest_modulus(&self.values)
    }

    /// The largest column sum of moduli.
    pub fn norm_one(&self) -> f64 {
        (0..self.cols()).map(|j| self.column(j).1.iter().map(|a| a.abs()).sum()).fold(0.0, f64::max)
    }

    /// The diagonal.
    pub fn diagonal(&self) -> Vec<f64> {
        (0..self.rows.min(self.cols())).map(|i| self.get(i, i)).collect()
    }

    /// The same matrix, dense.
    pub fn to_dense(&self) -> Dense {
        let mut dense = Dense::zeros(self.rows, self.cols());
        for (i, j, a) in self.iter() {
            dense[(i, j)] = a;
        }
        dense
    }

    /// diag(s) · self · diag(s).
    pub fn scaled(&self, s: &[f64]) -> Self {
        let mut scaled = self.clone();
        let values = scaled.values_mut();
        for j in 0..self.cols() {
            for at in self.starts[j]..self.starts[j + 1] {
                values[at] *= s[self.row_of[at] as usize] * s[j];
            }
        }
        scaled
    }

    /// The memory held by the entries \[B\].
    pub fn memory_bytes(&self) -> usize {
        self.starts.len() * size_of::<usize>() + self.nnz() * (size_of::<u32>() + size_of::<f64>())
    }
}

/// Turns counts (shifted by one) into starting positions.
fn accumulate(counts: &mut [usize]) {
    for i in 1..counts.len() {
        counts[i] += counts[i - 1];
    }
}

/// The entries of a · left + b · right, rows ascending.
fn merge<'a>(
    left: (&'a [u32], &'a [f64]),
    right: (&'a [u32], &'a [f64]),
    a: f64,
    b: f64,
) -> impl Iterator<Item = (u32, f64)> + 'a {
    let (mut p, mut q) = (0, 0);
    std::iter::from_fn(move || {
        let from_left = match (left.0.get(p), right.0.get(q)) {
            (None, None) => return None,
            (Some(i), Some(k)) => i <= k,
            (some, _) => some.is_some(),
        };
        Some(if from_left {
            p += 1;
            (left.0[p - 1], a * left.1[p - 1])
        } else {
            q += 1;
            (right.0[q - 1], b * right.1[q - 1])
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Sparse {
        let mut t = Triplets::new(3, 3);
        for (i, j, a) in [(2, 0, 1.0), (0, 0, 4.0), (0, 2, 1.0), (1, 1, -2.0), (0, 0, 1.0), (2, 2, 3.0)] {
            t.add(i, j, a);
        }
        Sparse::from_triplets(&t)
    }

    fn assert_same(a: &Dense, b: &Dense) {
        let mut difference = a.clone();
        difference.add_scaled(-1.0, b);
        assert!(difference.max_abs() < 1e-14, "{a:?} is not {b:?}");
    }

    #[test]
    fn blocks_of_vectors_are_multiplied_as_vectors_are() {
        let mut t = Triplets::new(9, 9);
        (0..9).for_each(|i| {
            (0..9).filter(|j| (i * j) % 4 != 1).for_each(|j| t.add(i, j, 0.1 + ((i + 2) * (j + 2)) as f64))
        });
        let a = Sparse::from_triplets(&t);
        for cols in [0, 1, 3, 6, 8, 13] {
            let x = Dense::from_fn(9, cols, |i, j| 1.0 / (1.0 + i as f64 + 3.0 * j as f64));
            let (blocks, gathered) = (a.times(&x), a.times_symmetric(&x));
            for j in 0..cols {
                let mut y = vec![0.0; 9];
                a.multiply(x.column(j), &mut y);
                assert_eq!((blocks.column(j), gathered.column(j)), (&y[..], &y[..]));
            }
        }
    }

    #[test]
    fn a_clone_shares_what_is_not_written() {
        let a = sample();
        let mut b = a.clone();
        assert!(std::ptr::eq(a.values(), b.values()));
        assert!(std::ptr::eq(a.values(), Sparse::block_diagonal(&[&a]).values()));
        b.values_mut()[0] = 7.0;
        assert_eq!((a.values()[0], b.values()[0]), (5.0, 7.0));
        assert!(std::ptr::eq(a.row_indices(), b.row_indices()) && std::ptr::eq(a.starts(), b.starts()));
    }

    #[test]
    fn duplicates_are_summed_and_columns_sorted() {
        let a = sample();
        assert_eq!(a.nnz(), 5);
        assert_eq!(a.column(0), (&[0u32, 2][..], &[5.0, 1.0][..]));
        assert_eq!(a.diagonal(), [5.0, -2.0, 3.0]);
    }

    #[test]
    fn products_and_sums_agree_with_dense_ones() {
        let (a, d) = (sample(), sample().to_dense());
        let t = Sparse::from_dense(&Dense::from_rows(&[&[1.0, 0.0], &[2.0, -1.0], &[0.0, 3.0]]));
        let td = t.to_dense();
        assert_same(&a.congruence(&t).to_dense(), &td.transpose_matmul(&d.matmul(&td)));
        assert_same(&a.times(&td), &d.matmul(&td));
        assert_same(&t.transpose().to_dense(), &td.transpose());
        let sum = a.add_scaled(2.0, &Sparse::identity(3), -1.0).to_dense();
        assert_same(&sum, &Dense::from_rows(&[&[9.0, 0.0, 2.0], &[0.0, -5.0, 0.0], &[2.0, 0.0, 5.0]]));
        assert_same(&a.submatrix(&[2, 0]).to_dense(), &Dense::from_rows(&[&[3.0, 1.0], &[1.0, 5.0]]));
    }

    #[test]
    fn bad_entries_and_asymmetry_are_named() {
        let mut a = sample();
        assert_eq!(a.symmetry_defect().relative, 0.0);
        a.values_mut()[1] = 1.5;
        let defect = a.symmetry_defect();
        assert_eq!((defect.row, defect.col, defect.difference.abs()), (2, 0, 0.5));
        assert!(a.is_finite().is_ok());
        a.values_mut()[2] = f64::NAN;
        let bad = a.is_finite().unwrap_err();
        assert_eq!((bad.row, bad.col), (1, 1));
    }
}
