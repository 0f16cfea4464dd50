//! A dense matrix of `f64`, stored column by column.

use faer::linalg::matmul::matmul;
use faer::{Accum, MatMut, MatRef, Par};
use std::ops::{Index, IndexMut};

/// A dense matrix, owned, column-major.
///
/// ```
/// use lissom_linalg::Dense;
/// let a = Dense::from_rows(&[&[1.0, 2.0], &[3.0, 4.0]]);
/// assert_eq!(a.matmul(&Dense::identity(2))[(1, 0)], 3.0);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Dense {
    rows: usize,
    cols: usize,
    data: Vec<f64>,
}

impl Dense {
    /// The zero matrix.
    pub fn zeros(rows: usize, cols: usize) -> Self {
        Self { rows, cols, data: vec![0.0; rows * cols] }
    }

    /// The identity matrix.
    pub fn identity(n: usize) -> Self {
        Self::from_fn(n, n, |i, j| if i == j { 1.0 } else { 0.0 })
    }

    /// The matrix with entries `entry(i, j)`.
    pub fn from_fn(rows: usize, cols: usize, mut entry: impl FnMut(usize, usize) -> f64) -> Self {
        let mut data = Vec::with_capacity(rows * cols);
        for j in 0..cols {
            for i in 0..rows {
                data.push(entry(i, j));
            }
        }
        Self { rows, cols, data }
    }

    /// The matrix with the given rows, all of one length.
    pub fn from_rows(rows: &[&[f64]]) -> Self {
        let cols = rows.first().map_or(0, |row| row.len());
        assert!(rows.iter().all(|row| row.len() == cols), "every row of a matrix has the same length");
        Self::from_fn(rows.len(), cols, |i, j| rows[i][j])
    }

    /// The matrix with the given columns of length `rows`.
    pub fn from_columns(rows: usize, columns: &[Vec<f64>]) -> Self {
        assert!(columns.iter().all(|column| column.len() == rows), "every column has the stated length");
        Self { rows, cols: columns.len(), data: columns.concat() }
    }

    /// The matrix whose columns, one after the other, are `data`.
    pub fn from_column_major(rows: usize, cols: usize, data: Vec<f64>) -> Self {
        assert_eq!(data.len(), rows * cols, "a {rows} × {cols} matrix has {} entries", rows * cols);
        Self { rows, cols, data }
    }

    /// The diagonal matrix with the given diagonal.
    pub fn from_diagonal(diagonal: &[f64]) -> Self {
        Self::from_fn(diagonal.len(), diagonal.len(), |i, j| if i == j { diagonal[i] } else { 0.0 })
    }

    /// The number of rows [-].
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns [-].
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Column `j`.
    pub fn column(&self, j: usize) -> &[f64] {
        &self.data[j * self.rows..(j + 1) * self.rows]
    }

    /// Column `j`, to be written.
    pub fn column_mut(&mut self, j: usize) -> &mut [f64] {
        &mut self.data[j * self.rows..(j + 1) * self.rows]
    }

    /// All entries, column after column.
    pub fn as_slice(&self) -> &[f64] {
        &self.data
    }

    /// All entries, column after column, to be written.
    pub fn as_mut_slice(&mut self) -> &mut [f64] {
        &mut self.data
    }

    /// A copy of the columns `range`.
    pub fn columns(&self, range: std::ops::Range<usize>) -> Self {
        let data = self.data[range.start * self.rows..range.end * self.rows].to_vec();
        Self { rows: self.rows, cols: range.len(), data }
    }

    /// A copy of the rows `keep`, in that order.
    pub fn select_rows(&self, keep: &[usize]) -> Self {
        Self::from_fn(keep.len(), self.cols, |i, j| self[(keep[i], j)])
    }

    /// The columns of `self` followed by those of `other`.
    pub fn beside(&self, other: &Self) -> Self {
        assert_eq!(self.rows, other.rows, "matrices put side by side have the same number of rows");
        let mut data = self.data.clone();
        data.extend_from_slice(&other.data);
        Self { rows: self.rows, cols: self.cols + other.cols, data }
    }

    /// The transpose.
    pub fn transpose(&self) -> Self {
        Self::from_fn(self.cols, self.rows, |i, j| self[(j, i)])
    }

    /// self · other.
    pub fn matmul(&self, other: &Self) -> Self {
        assert_eq!(self.cols, other.rows, "inner dimensions of a product agree");
        let mut product = Self::zeros(self.rows, other.cols);
        matmul(product.view_mut(), Accum::Replace, self.view(), other.view(), 1.0, Par::Seq);
        product
    }

    /// selfᵀ · other.
    pub fn transpose_matmul(&self, other: &Self) -> Self {
        assert_eq!(self.rows, other.rows, "inner dimensions of a product agree");
        let mut product = Self::zeros(self.cols, other.cols);
        matmul(product.view_mut(), Accum::Replace, self.view().transpose(), other.view(), 1.0, Par::Seq);
        product
    }

    /// self · x.
    pub fn multiply_vector(&self, x: &[f64]) -> Vec<f64> {
        assert_eq!(self.cols, x.len(), "inner dimensions of a product agree");
        let mut y = vec![0.0; self.rows];
        for (j, &xj) in x.iter().enumerate() {
            for (yi, &aij) in y.iter_mut().zip(self.column(j)) {
                *yi += aij * xj;
            }
        }
        y
    }

    /// self ← self + factor · other.
    pub fn add_scaled(&mut self, factor: f64, other: &Self) {
        assert_eq!((self.rows, self.cols), (other.rows, other.cols), "summands have the same shape");
        for (a, &b) in self.data.iter_mut().zip(&other.data) {
            *a += factor * b;
        }
    }

    /// self ← factor · self.
    pub fn scale(&mut self, factor: f64) {
        self.data.iter_mut().for_each(|a| *a *= factor);
    }

    /// The largest modulus of an entry (0 for an empty matrix; NaN if an entry is NaN).
    pub fn max_abs(&self) -> f64 {
        largest_modulus(&self.data)
    }

    /// The Frobenius norm.
    pub fn norm_frobenius(&self) -> f64 {
        norm(&self.data)
    }

    /// The largest column sum of moduli.
    pub fn norm_one(&self) -> f64 {
        (0..self.cols).map(|j| self.column(j).iter().map(|a| a.abs()).sum()).fold(0.0, f64::max)
    }

    /// Row and column of the first entry that is NaN or infinite, if there is one.
    pub fn first_not_finite(&self) -> Option<(usize, usize)> {
        self.data.iter().position(|a| !a.is_finite()).map(|at| (at % self.rows, at / self.rows))
    }

    /// (self + selfᵀ)/2.
    pub fn symmetric_part(&self) -> Self {
        assert_eq!(self.rows, self.cols, "only a square matrix has a symmetric part");
        Self::from_fn(self.rows, self.cols, |i, j| 0.5 * (self[(i, j)] + self[(j, i)]))
    }

    pub(crate) fn view(&self) -> MatRef<'_, f64> {
        MatRef::from_column_major_slice(&self.data, self.rows, self.cols)
    }

    pub(crate) fn view_mut(&mut self) -> MatMut<'_, f64> {
        MatMut::from_column_major_slice_mut(&mut self.data, self.rows, self.cols)
    }
}

impl Index<(usize, usize)> for Dense {
    type Output = f64;
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        assert!(i < self.rows && j < self.cols, "entry ({i}, {j}) of a {} × {} matrix", self.rows, self.cols);
        &self.data[j * self.rows + i]
    }
}

impl IndexMut<(usize, usize)> for Dense {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        assert!(i < self.rows && j < self.cols, "entry ({i}, {j}) of a {} × {} matrix", self.rows, self.cols);
        &mut self.data[j * self.rows + i]
    }
}

/// The Euclidean inner product of two vectors.
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len(), "an inner product needs two vectors of one length");
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// The largest modulus in a slice; unlike `f64::max`, NaN is never skipped.
pub(crate) fn largest_modulus(a: &[f64]) -> f64 {
    a.iter().fold(0.0, |max: f64, x| if max.is_nan() || x.is_nan() { f64::NAN } else { max.max(x.abs()) })
}

/// The Euclidean norm of a vector, scaled so that the squares neither overflow nor vanish.
pub fn norm(a: &[f64]) -> f64 {
    let largest = largest_modulus(a);
    if largest == 0.0 || !largest.is_finite() {
        return largest;
    }
    largest * a.iter().map(|x| (x / largest).powi(2)).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_agree_with_the_definition() {
        let a = Dense::from_fn(5, 3, |i, j| (i * 3 + j) as f64 - 4.0);
        let b = Dense::from_fn(3, 4, |i, j| 1.0 / (1 + i + j) as f64);
        let product = a.matmul(&b);
        for i in 0..5 {
            for j in 0..4 {
                let sum: f64 = (0..3).map(|k| a[(i, k)] * b[(k, j)]).sum();
                assert!((product[(i, j)] - sum).abs() < 1e-14);
            }
        }
        let mut other = a.transpose().transpose_matmul(&b);
        other.add_scaled(-1.0, &product);
        assert!(other.max_abs() < 1e-14);
    }

    #[test]
    fn norms_survive_extreme_magnitudes_and_nan() {
        assert!((norm(&[3e200, 4e200]) / 5e200 - 1.0).abs() < 1e-15);
        assert!((norm(&[3e-200, 4e-200]) / 5e-200 - 1.0).abs() < 1e-15);
        assert!(norm(&[f64::NAN, 1.0]).is_nan());
        assert!(Dense::from_rows(&[&[1.0, f64::NAN, 2.0]]).max_abs().is_nan());
        assert_eq!(Dense::from_rows(&[&[1.0], &[f64::INFINITY]]).first_not_finite(), Some((1, 0)));
    }
}
