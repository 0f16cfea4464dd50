//! Modes inside a band far from zero: shift-invert Lanczos in the inner product of the mass.
//!
//! With σ in the middle of the band, (K − σM)⁻¹ M is self-adjoint in the mass inner product and its largest
//! eigenvalues in modulus, μ = 1/(λ − σ), are the modes nearest to σ, \[Grimes1994, §2\]. The number of
//! modes in the band is known beforehand from two counts, so the basis can be sized once: there is no restart.

use crate::factor::ldlt::Ldlt;
use crate::matrix::dense::{Dense, dot};
use crate::matrix::sparse::Sparse;
use crate::matrix::tall::Tall;
use crate::pseudo_random::PseudoRandom;
use crate::small::eigen::{self, SymmetricEigen};
use crate::threads::Threads;

/// A vector that loses all but this part of its length in orthogonalisation carries no new direction.
const DEPENDENT: f64 = 1e-10;

/// The shifted pencil.
pub(crate) struct Shifted<'a> {
    pub factor: &'a Ldlt,
    pub mass: &'a Sparse,
    pub shift: f64,
    pub threads: &'a Threads,
}

/// Modes nearest to the shift, ascending, xᵀ M x = 1.
pub(crate) struct Nearest {
    pub eigenvalues: Vec<f64>,
    pub vectors: Dense,
    pub solves: usize,
    pub blocks: usize,
}

/// The growing basis: V, M V and Vᵀ M A V.
struct Basis {
    vectors: Tall,
    momenta: Tall,
    size: usize,
    projected: Dense,
}

/// The `wanted` modes nearest to the shift, or `None` if they do not converge within `limit` basis vectors.
pub(crate) fn nearest(
    pencil: &Shifted<'_>,
    wanted: usize,
    block: usize,
    limit: usize,
    tolerance: f64,
) -> Option<Nearest> {
    let n = pencil.mass.rows();
    let mut random = PseudoRandom::new(23);
    // One multiplication brings the start into the range of the operator: no part without mass remains.
    let mut front = pencil.apply(&Dense::from_fn(n, block, |_, _| random.symmetric()));
    let (mut solves, mut blocks) = (block, 1);
    let capacity = limit + 2 * block;
    let projected = Dense::zeros(capacity, capacity);
    let mut basis =
        Basis { vectors: Tall::new(n, capacity), momenta: Tall::new(n, capacity), size: 0, projected };
    let mut link = basis.append(pencil, &mut front);
    while basis.size <= limit {
        let width = link.rows();
        if width == 0 {
            break;
        }
        let mut image = pencil.apply(&basis.vectors.read(basis.size - width, width));
        (solves, blocks) = (solves + width, blocks + 1);
        let coefficients = basis.orthogonalise(&mut image, pencil.threads);
        basis.record(&coefficients);
        let done = basis.size;
        link = basis.append(pencil, &mut image);
        let ritz = basis.ritz(done);
        let residual = |i: usize| residual(&link, &ritz.vectors, i);
        let settled = |i: usize| residual(i) <= tolerance * ritz.values[i].abs();
        if done >= wanted && (link.rows() == 0 || (0..wanted).all(settled)) {
            return Some(basis.collect(pencil, &ritz, wanted, solves + wanted, blocks));
        }
    }
    None
}

impl Shifted<'_> {
    /// (K − σM)⁻¹ M x.
    fn apply(&self, x: &Dense) -> Dense {
        let mut y = self.mass.times(x);
        self.factor.solve_in_place(&mut y);
        y
    }
}

impl Basis {
    /// w ← w − V (M V)ᵀ w, twice; returns the coefficients.
    fn orthogonalise(&self, w: &mut Dense, threads: &Threads) -> Dense {
        let mut total = Dense::zeros(self.size, w.cols());
        for _ in 0..2 {
            let part = self.momenta.coefficients(0, self.size, w, threads);
            self.vectors.subtract(0, &part, w, threads);
            total.add_scaled(1.0, &part);
        }
        total
    }

    /// The newest columns of Vᵀ M A V.
    fn record(&mut self, coefficients: &Dense) {
        let first = self.size - coefficients.cols();
        for j in 0..coefficients.cols() {
            for i in 0..self.size {
                let own = i >= first;
                let mirrored = if own { coefficients[(first + j, i - first)] } else { coefficients[(i, j)] };
                let value = 0.5 * (coefficients[(i, j)] + mirrored);
                self.projected[(i, first + j)] = value;
                self.projected[(first + j, i)] = value;
            }
        }
    }

    /// Appends the mass-orthonormal part of `w`; returns the factor that links it to the basis.
    fn append(&mut self, pencil: &Shifted<'_>, w: &mut Dense) -> Dense {
        let rows = w.rows();
        let (mut vectors, mut momenta): (Vec<Vec<f64>>, Vec<Vec<f64>>) = (Vec::new(), Vec::new());
        let mut link = Dense::zeros(w.cols(), w.cols());
        for j in 0..w.cols() {
            let mut column = w.column(j).to_vec();
            let before = mass_norm(pencil.mass, &column).0;
            for _ in 0..2 {
                for (i, (v, p)) in vectors.iter().zip(&momenta).enumerate() {
                    let share = dot(p, &column);
                    link[(i, j)] += share;
                    column.iter_mut().zip(v).for_each(|(x, v)| *x -= share * v);
                }
            }
            let (length, mut momentum) = mass_norm(pencil.mass, &column);
            if length > DEPENDENT * before && length > 0.0 {
                link[(vectors.len(), j)] = length;
                column.iter_mut().for_each(|x| *x /= length);
                momentum.iter_mut().for_each(|x| *x /= length);
                vectors.push(column);
                momenta.push(momentum);
            }
        }
        self.vectors.write(self.size, &Dense::from_columns(rows, &vectors));
        self.momenta.write(self.size, &Dense::from_columns(rows, &momenta));
        self.size += vectors.len();
        Dense::from_fn(vectors.len(), w.cols(), |i, j| link[(i, j)])
    }

    /// Eigenpairs of the projected matrix, largest modulus first.
    fn ritz(&self, size: usize) -> SymmetricEigen {
        let matrix = Dense::from_fn(size, size, |i, j| self.projected[(i, j)]);
        let found = eigen::symmetric(&matrix).expect("the projection of a finite operator has eigenvalues");
        let mut order: Vec<usize> = (0..size).collect();
        order.sort_by(|&a, &b| found.values[b].abs().total_cmp(&found.values[a].abs()));
        SymmetricEigen {
            values: order.iter().map(|&i| found.values[i]).collect(),
            vectors: Dense::from_fn(size, size, |i, j| found.vectors[(i, order[j])]),
        }
    }

    /// The wanted modes, purified by one more multiplication and sorted.
    fn collect(
        mut self,
        pencil: &Shifted<'_>,
        ritz: &SymmetricEigen,
        wanted: usize,
        solves: usize,
        blocks: usize,
    ) -> Nearest {
        let size = ritz.values.len();
        self.vectors.combine(size, &ritz.vectors.columns(0..wanted), pencil.threads);
        let purified = pencil.apply(&self.vectors.read(0, wanted));
        let mut order: Vec<usize> = (0..wanted).collect();
        let eigenvalue = |i: usize| pencil.shift + 1.0 / ritz.values[i];
        order.sort_by(|&a, &b| eigenvalue(a).total_cmp(&eigenvalue(b)));
        let columns = order.iter().map(|&i| {
            let column = purified.column(i);
            let length = mass_norm(pencil.mass, column).0;
            column.iter().map(|x| x / length).collect()
        });
        let columns: Vec<Vec<f64>> = columns.collect();
        let vectors = Dense::from_columns(pencil.mass.rows(), &columns);
        Nearest { eigenvalues: order.iter().map(|&i| eigenvalue(i)).collect(), vectors, solves, blocks }
    }
}

/// √(xᵀ M x) and M x; a mass that is semidefinite up to rounding gives zero rather than NaN.
fn mass_norm(mass: &Sparse, x: &[f64]) -> (f64, Vec<f64>) {
    let mut momentum = vec![0.0; x.len()];
    mass.multiply(x, &mut momentum);
    (dot(x, &momentum).max(0.0).sqrt(), momentum)
}

/// The part of A v that leaves the basis, for Ritz vector i.
fn residual(link: &Dense, coefficients: &Dense, i: usize) -> f64 {
    let newest = coefficients.rows() - link.cols();
    let row = |r: usize| (0..link.cols()).map(|c| link[(r, c)] * coefficients[(newest + c, i)]).sum::<f64>();
    (0..link.rows()).map(|r| row(r).powi(2)).sum::<f64>().sqrt()
}
