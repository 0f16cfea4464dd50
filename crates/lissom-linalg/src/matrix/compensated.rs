//! Products in twice the working precision, for cancellation of large numbers.
//!
//! A product of two numbers is split into its rounded value and its error, sums are kept as two numbers, \[Dekker1971\],
//! \[OgitaRumpOishi2005\]. Residuals of eigenvalues far below the largest, and the energies of nearly rigid
//! motions, are differences of numbers 10¹² times as large: in working precision they would be noise.

use crate::matrix::dense::Dense;
use crate::matrix::row_block::{Row, WIDEST, pack, with_width};
use crate::matrix::sparse::Sparse;
use crate::threads::Threads;
use pulp::{Arch, Simd, WithSimd};

/// Rows of a product that one thread takes at a time.
const CHUNK: usize = 2048;

/// A sum kept as its rounded value and the rest.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Twofold {
    pub high: f64,
    pub low: f64,
}

impl Twofold {
    /// self + a · b, up to about 1e-31 of the terms.
    #[inline(always)]
    pub fn add_product(&mut self, a: f64, b: f64) {
        let product = a * b;
        let error = a.mul_add(b, -product);
        let sum = self.high + product;
        let part = sum - self.high;
        self.low += (self.high - (sum - part)) + (product - part) + error;
        self.high = sum;
    }

    /// The value in working precision.
    #[inline(always)]
    pub fn value(self) -> f64 {
        self.high + self.low
    }

    /// The value as two numbers that do not overlap.
    #[inline(always)]
    fn normalised(self) -> Self {
        let high = self.high + self.low;
        let part = high - self.high;
        Self { high, low: (self.high - (high - part)) + (self.low - part) }
    }
}

/// A block of vectors in twice the working precision.
pub(crate) struct TwofoldBlock {
    pub high: Dense,
    pub low: Dense,
}

impl TwofoldBlock {
    /// A x for a symmetric matrix.
    pub fn product(a: &Sparse, x: &Dense, threads: &Threads) -> Self {
        let mut answer =
            Self { high: Dense::zeros(x.rows(), x.cols()), low: Dense::zeros(x.rows(), x.cols()) };
        for begin in (0..x.cols()).step_by(WIDEST) {
            let cols = begin..(begin + WIDEST).min(x.cols());
            with_width!(cols.len(), product_block(a, x, cols, &mut answer, threads));
        }
        answer
    }

    fn column(&self, j: usize) -> [&[f64]; 2] {
        [self.high.column(j), self.low.column(j)]
    }

    /// xᵀ y for a vector x and column j of this block.
    pub fn dot(&self, x: &[f64], j: usize) -> f64 {
        Arch::new().dispatch(Dot { x, high: self.high.column(j), low: self.low.column(j) })
    }

    /// All products Xᵀ Y, for blocks that make the result symmetric.
    pub fn symmetric_products(&self, x: &Dense) -> Dense {
        let mut answer = Dense::zeros(x.cols(), x.cols());
        for j in 0..x.cols() {
            for i in 0..=j {
                let value = self.dot(x.column(i), j);
                (answer[(i, j)], answer[(j, i)]) = (value, value);
            }
        }
        answer
    }

    /// The columns y − λ z of two blocks, rounded.
    pub fn minus(&self, values: &[f64], other: &Self) -> Dense {
        let mut answer = Dense::zeros(self.high.rows(), self.high.cols());
        for (j, &value) in values.iter().enumerate() {
            let (left, right) = (self.column(j), other.column(j));
            Arch::new().dispatch(Minus { left, value, right, column: answer.column_mut(j) });
        }
        answer
    }
}

fn product_block<const W: usize>(
    a: &Sparse,
    x: &Dense,
    cols: std::ops::Range<usize>,
    answer: &mut TwofoldBlock,
    threads: &Threads,
) {
    let rows: Vec<Row<W>> = pack(x, cols.clone(), None);
    let mut sums = vec![[Twofold::default(); W]; a.cols()];
    let chunks: Vec<_> = sums.chunks_mut(CHUNK).enumerate().collect();
    threads.for_each(chunks, |(c, chunk)| {
        Arch::new().dispatch(Gather { a, first: c * CHUNK, rows: &rows, chunk });
    });
    for (w, j) in cols.enumerate() {
        for (i, sum) in sums.iter().enumerate() {
            let sum = sum[w].normalised();
            (answer.high[(i, j)], answer.low[(i, j)]) = (sum.high, sum.low);
        }
    }
}

// The cost of a fused product depends on the target features of the surrounding code: closures would not be
// inlined there.

struct Dot<'a> {
    x: &'a [f64],
    high: &'a [f64],
    low: &'a [f64],
}

impl WithSimd for Dot<'_> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> f64 {
        let mut sum = Twofold::default();
        for ((x, high), low) in self.x.iter().zip(self.high).zip(self.low) {
            sum.add_product(*x, *high);
            sum.low += x * low;
        }
        sum.value()
    }
}

struct Minus<'a> {
    left: [&'a [f64]; 2],
    value: f64,
    right: [&'a [f64]; 2],
    column: &'a mut [f64],
}

impl WithSimd for Minus<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let ([high, low], [others, rest]) = (self.left, self.right);
        for (i, target) in self.column.iter_mut().enumerate() {
            let mut sum = Twofold { high: high[i], low: low[i] };
            sum.add_product(-self.value, others[i]);
            sum.low -= self.value * rest[i];
            *target = sum.value();
        }
    }
}

/// Rows of a symmetric product.
struct Gather<'a, const W: usize> {
    a: &'a Sparse,
    first: usize,
    rows: &'a [Row<W>],
    chunk: &'a mut [[Twofold; W]],
}

impl<const W: usize> WithSimd for Gather<'_, W> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        for (k, target) in self.chunk.iter_mut().enumerate() {
            gather(self.a.column(self.first + k), self.rows, target);
        }
    }
}

/// One row of a symmetric product.
#[inline(always)]
fn gather<const W: usize>((places, values): (&[u32], &[f64]), x: &[Row<W>], target: &mut [Twofold; W]) {
    let (mut high, mut low) = ([0.0; W], [0.0; W]);
    for (&place, &value) in places.iter().zip(values) {
        let source = &x[place as usize];
        for w in 0..W {
            let mut sum = Twofold { high: high[w], low: low[w] };
            sum.add_product(value, source[w]);
            (high[w], low[w]) = (sum.high, sum.low);
        }
    }
    for w in 0..W {
        target[w] = Twofold { high: high[w], low: low[w] };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::sparse::Triplets;

    /// (1e8 + 1)² − 1e16 − 2e8 = 1 exactly; working precision gives 0.
    #[test]
    fn what_cancels_is_kept() {
        let mut sum = Twofold::default();
        sum.add_product(1e8 + 1.0, 1e8 + 1.0);
        sum.add_product(1e8, -1e8);
        sum.add_product(2.0, -1e8);
        assert_eq!(sum.value(), 1.0);
    }

    /// A free chain of springs 1e12 under 1 + 1e-3·i, and a ground of 1e-4: the energy of a translation is that of the
    /// ground alone.
    #[test]
    fn energies_of_rigid_motions_of_a_stiff_chain_are_those_of_the_ground() {
        let n = 50;
        let mut t = Triplets::new(n, n);
        for i in 1..n {
            let stiffness = (2u64.pow(40) + i as u64) as f64;
            for (a, b, sign) in [(i, i, 1.0), (i - 1, i - 1, 1.0), (i, i - 1, -1.0), (i - 1, i, -1.0)] {
                t.add(a, b, sign * stiffness);
            }
        }
        let free = Sparse::from_triplets(&t);
        let ones = Dense::from_fn(n, 1, |_, _| 0.1);
        let product = TwofoldBlock::product(&free, &ones, &Threads::one());
        assert_eq!(product.dot(ones.column(0), 0), 0.0);
        let soft = free.add_scaled(1.0, &Sparse::identity(n), 2f64.powi(-10));
        let product = TwofoldBlock::product(&soft, &ones, &Threads::one());
        let exact = 0.1 * 0.1 * 50.0 * 2f64.powi(-10);
        assert!((product.dot(ones.column(0), 0) / exact - 1.0).abs() < 1e-15);
    }
}
