//! The elastic part of a vibration problem as one symmetric operator in Euclidean coordinates.

use crate::factor::cholesky::Cholesky;
use crate::matrix::dense::Dense;
use crate::matrix::row_block::{Row, WIDEST, pack, symmetric_product, unpack, with_width};
use crate::matrix::sparse::Sparse;
use crate::threads::Threads;
use crate::vibration::lanczos::Operator;

/// $A = L^{-1} \hat M L^{-T}$ with $L L^T = K_{ff}$ (K held at the pins, or K − σM) and
/// $\hat M = M - (MQ)(MQ)^T$ on the free rows.
///
/// The eigenvalues of A are μ = 1/(λ − σ): the lowest modes are its largest. Rigid motions are gone, and a
/// singular mass is harmless: directions without mass are zero eigenvalues of A. A vector y of A stands for the
/// displacement $x = P L^{-T} y$. Everything is in the numbering of the factor.
pub(crate) struct Elastic<'a> {
    factor: &'a Cholesky,
    mass: &'a Sparse,
    momenta: Dense,
    pins: Vec<usize>,
    threads: &'a Threads,
}

impl<'a> Elastic<'a> {
    /// `mass` is in the factor's numbering, `momenta` = M Q and `pins` in that of the caller.
    pub fn new(
        factor: &'a Cholesky,
        mass: &'a Sparse,
        momenta: &Dense,
        pins: &[usize],
        threads: &'a Threads,
    ) -> Self {
        let order = factor.analysis().ordering();
        let momenta = Dense::from_fn(momenta.rows(), momenta.cols(), |i, j| {
            momenta[(order.old_of_new()[i] as usize, j)]
        });
        let pins = pins.iter().map(|&pin| order.new_of_old()[pin] as usize).collect();
        Self { factor, mass, momenta, pins, threads }
    }

    /// L⁻ᵀ y in the numbering of the caller; the rigid part is still to be projected out.
    pub fn displacements(&self, y: &Dense) -> Dense {
        let mut x = Dense::zeros(y.rows(), y.cols());
        for begin in (0..y.cols()).step_by(WIDEST) {
            let cols = begin..(begin + WIDEST).min(y.cols());
            with_width!(cols.len(), displacements_of(self, y, &mut x, cols));
        }
        x
    }

    /// L⁻¹ M̂ x for displacements in the numbering of the caller: start vectors of the iteration.
    pub fn start_from(&self, x: &Dense) -> Dense {
        let mut y = Dense::zeros(x.rows(), x.cols());
        for begin in (0..x.cols()).step_by(WIDEST) {
            let cols = begin..(begin + WIDEST).min(x.cols());
            with_width!(cols.len(), start_of(self, x, &mut y, cols));
        }
        y
    }

    /// M̂ x.
    fn reduced_mass<const W: usize>(&self, x: &[Row<W>]) -> Vec<Row<W>> {
        let mut y = symmetric_product(self.mass, x, self.threads);
        for j in 0..self.momenta.cols() {
            let momentum = self.momenta.column(j);
            let mut share = [0.0; W];
            for (row, &p) in x.iter().zip(momentum) {
                (0..W).for_each(|w| share[w] += p * row[w]);
            }
            for (row, &p) in y.iter_mut().zip(momentum) {
                (0..W).for_each(|w| row[w] -= p * share[w]);
            }
        }
        for &pin in &self.pins {
            y[pin] = [0.0; W];
        }
        y
    }
}

impl Operator for Elastic<'_> {
    fn rows(&self) -> usize {
        self.factor.n()
    }

    fn dimension(&self) -> usize {
        self.factor.n() - self.pins.len()
    }

    fn confine(&self, x: &mut Dense) {
        for j in 0..x.cols() {
            for &pin in &self.pins {
                x[(pin, j)] = 0.0;
            }
        }
    }

    fn apply(&self, x: &Dense) -> Dense {
        let mut y = Dense::zeros(x.rows(), x.cols());
        for begin in (0..x.cols()).step_by(WIDEST) {
            let cols = begin..(begin + WIDEST).min(x.cols());
            with_width!(cols.len(), apply_block(self, x, &mut y, cols));
        }
        y
    }
}

fn apply_block<const W: usize>(
    elastic: &Elastic<'_>,
    x: &Dense,
    y: &mut Dense,
    cols: std::ops::Range<usize>,
) {
    let mut rows: Vec<Row<W>> = pack(x, cols.clone(), None);
    let sweep = elastic.factor.sweep();
    sweep.backward(&mut rows);
    let mut rows = elastic.reduced_mass(&rows);
    sweep.forward(&mut rows);
    unpack(&rows, y, cols, None);
}

fn displacements_of<const W: usize>(
    elastic: &Elastic<'_>,
    y: &Dense,
    x: &mut Dense,
    cols: std::ops::Range<usize>,
) {
    let mut rows: Vec<Row<W>> = pack(y, cols.clone(), None);
    elastic.factor.sweep().backward(&mut rows);
    unpack(&rows, x, cols, Some(elastic.factor.analysis().ordering().old_of_new()));
}

fn start_of<const W: usize>(elastic: &Elastic<'_>, x: &Dense, y: &mut Dense, cols: std::ops::Range<usize>) {
    let rows: Vec<Row<W>> = pack(x, cols.clone(), Some(elastic.factor.analysis().ordering().old_of_new()));
    let mut rows = elastic.reduced_mass(&rows);
    elastic.factor.sweep().forward(&mut rows);
    unpack(&rows, y, cols, None);
}
