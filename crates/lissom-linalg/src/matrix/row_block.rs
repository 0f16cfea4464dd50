//! Blocks of vectors stored row by row: the form in which sparse kernels read each matrix entry only once.

use crate::matrix::dense::Dense;
use crate::matrix::sparse::Sparse;
use crate::threads::Threads;

/// One row of a block of W vectors.
pub(crate) type Row<const W: usize> = [f64; W];

/// The widest block.
pub(crate) const WIDEST: usize = 8;
/// Rows of a product that one thread takes at a time.
const CHUNK: usize = 2048;

/// Calls `$work::<W>` with the narrowest padded width that holds `$width` columns.
macro_rules! with_width {
    ($width:expr, $work:ident($($argument:expr),* $(,)?)) => {
        match $width {
            0 | 1 => $work::<1>($($argument),*),
            2..=4 => $work::<4>($($argument),*),
            _ => $work::<8>($($argument),*),
        }
    };
}
pub(crate) use with_width;

/// Columns `cols` of a matrix as rows; row k is taken from `source[k]` if a numbering is given.
pub(crate) fn pack<const W: usize>(
    x: &Dense,
    cols: std::ops::Range<usize>,
    source: Option<&[u32]>,
) -> Vec<Row<W>> {
    assert!(cols.len() <= W, "a block holds at most its width");
    let mut rows = vec![[0.0; W]; x.rows()];
    for (w, j) in cols.enumerate() {
        let column = x.column(j);
        match source {
            Some(source) => rows.iter_mut().zip(source).for_each(|(row, &old)| row[w] = column[old as usize]),
            None => rows.iter_mut().zip(column).for_each(|(row, &a)| row[w] = a),
        }
    }
    rows
}

/// The inverse of [`pack`].
pub(crate) fn unpack<const W: usize>(
    rows: &[Row<W>],
    x: &mut Dense,
    cols: std::ops::Range<usize>,
    target: Option<&[u32]>,
) {
    for (w, j) in cols.enumerate() {
        let column = x.column_mut(j);
        match target {
            Some(target) => rows.iter().zip(target).for_each(|(row, &old)| column[old as usize] = row[w]),
            None => rows.iter().zip(column).for_each(|(row, a)| *a = row[w]),
        }
    }
}

/// y ← a · x for some columns: the matrix is read once for all of them.
pub(crate) fn product<const W: usize>(a: &Sparse, x: &Dense, cols: std::ops::Range<usize>, y: &mut Dense) {
    let rows = pack::<W>(x, cols.clone(), None);
    let mut sums = vec![[0.0; W]; a.rows()];
    for (j, own) in rows.iter().enumerate() {
        let (places, values) = a.column(j);
        for (&row, &value) in places.iter().zip(values) {
            let sum = &mut sums[row as usize];
            for w in 0..W {
                sum[w] += value * own[w];
            }
        }
    }
    unpack(&sums, y, cols, None);
}

/// y ← a · x for some columns and a symmetric matrix: the same sums in the same order, each finished at once.
pub(crate) fn gathered_product<const W: usize>(
    a: &Sparse,
    x: &Dense,
    cols: std::ops::Range<usize>,
    y: &mut Dense,
) {
    unpack(&symmetric_product(a, &pack::<W>(x, cols.clone(), None), &Threads::one()), y, cols, None);
}

/// a · x for a symmetric matrix.
pub(crate) fn symmetric_product<const W: usize>(a: &Sparse, x: &[Row<W>], threads: &Threads) -> Vec<Row<W>> {
    let mut y = vec![[0.0; W]; a.cols()];
    let chunks: Vec<_> = y.chunks_mut(CHUNK).enumerate().collect();
    threads.for_each(chunks, |(c, chunk)| {
        for (k, target) in chunk.iter_mut().enumerate() {
            let (rows, values) = a.column(c * CHUNK + k);
            let mut sum = [0.0; W];
            for (&row, &value) in rows.iter().zip(values) {
                let source = &x[row as usize];
                for w in 0..W {
                    sum[w] += value * source[w];
                }
            }
            *target = sum;
        }
    });
    y
}
