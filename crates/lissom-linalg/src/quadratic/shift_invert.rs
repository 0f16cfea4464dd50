//! Roots of quadratic pencils nearest to a real shift, by a block Arnoldi method on the inverted problem.
//!
//! # Equation
//! With z = (x, w), w = s x, the problem (s² M + s C + K) x = 0 reads A z = s z. (A − σ)⁻¹ (x, w) = (x', x + σ x') with
//! P(σ) x' = −(M w + C x + σ M x), P(σ) = σ² M + σ C + K: one banded factor serves all vectors \[Tisseur2001, §5\]. C and K
//! are arbitrary: stiffness may be singular, indefinite or unsymmetric.
//!
//! Motions that are known beforehand are taken out. Along q with K q = 0, Kᵀq = 0 and qᵀC q = 0 the momentum qᵀ(M ẋ + C x) is kept:
//! forces lose their part along q, displacements theirs, and what is left are the roots of motions without that momentum.

use crate::factor::banded::{BandOrder, BandedLu};
use crate::matrix::complex::Complex;
use crate::matrix::dense::{Dense, dot, norm};
use crate::matrix::sparse::Sparse;
use crate::pseudo_random::PseudoRandom;
use crate::small::eigen::{EigenError, chosen};

/// s² M + s C + K.
#[derive(Debug, Clone, Copy)]
pub struct QuadraticPencil<'a> {
    /// M, symmetric positive definite.
    pub mass: &'a Sparse,
    /// C, any.
    pub damping: &'a Sparse,
    /// K, any.
    pub stiffness: &'a Sparse,
}

/// Motions taken out of a pencil: mass-orthonormal columns q.
#[derive(Debug, Clone)]
pub struct TakenOut {
    motions: Dense,
    momenta: Dense,
    /// Cᵀ q.
    coupling: Dense,
}

/// A root and its vector.
#[derive(Debug, Clone)]
pub struct Root {
    /// s with a non-negative imaginary part [1/s].
    pub value: Complex,
    /// x with x* M x = 1.
    pub vector: Vec<Complex>,
}

/// Columns that are added at a time: as many equal roots are found at once.
const BLOCK: usize = 4;

/// The random share of a start: it supplies what states nearby do not contain.
const UNKNOWN: f64 = 0.02;

/// What is left of a unit vector when it depends on others.
const DEPENDENT: f64 = 1e-11;

impl QuadraticPencil<'_> {
    /// P(s) in factors.
    pub fn factor(&self, order: &BandOrder, s: Complex) -> BandedLu<Complex> {
        BandedLu::factor(order, &[(s * s, self.mass), (s, self.damping), (Complex::ONE, self.stiffness)])
    }

    /// The order of rows for factors.
    pub fn order(&self) -> BandOrder {
        BandOrder::of(&[self.mass, self.damping, self.stiffness])
    }

    /// P(s) x.
    pub fn times(&self, s: Complex, x: &[Complex]) -> Vec<Complex> {
        let [m, c, k] = [self.mass, self.damping, self.stiffness].map(|a| product(a, x));
        (0..x.len()).map(|i| s * (s * m[i] + c[i]) + k[i]).collect()
    }

    /// P'(s) x = (2 s M + C) x.
    pub fn slope_times(&self, s: Complex, x: &[Complex]) -> Vec<Complex> {
        let [m, c] = [self.mass, self.damping].map(|a| product(a, x));
        (0..x.len()).map(|i| s.scale(2.0) * m[i] + c[i]).collect()
    }
}

/// A x of a complex vector.
pub fn product(a: &Sparse, x: &[Complex]) -> Vec<Complex> {
    let mut sums = vec![Complex::ZERO; a.rows()];
    for (j, own) in x.iter().enumerate() {
        let (places, values) = a.column(j);
        for (row, value) in places.iter().zip(values) {
            let sum = &mut sums[*row as usize];
            *sum = *sum + own.scale(*value);
        }
    }
    sums
}

impl TakenOut {
    /// Of mass-orthonormal motions.
    pub fn of(motions: &Dense, pencil: &QuadraticPencil<'_>) -> Self {
        let coupling = pencil.damping.transpose().times(motions);
        Self { motions: motions.clone(), momenta: pencil.mass.times(motions), coupling }
    }

    fn scale_displacement(&self, x: &mut [f64]) {
        remove(&self.motions, &self.momenta, x);
    }

    fn scale_force(&self, f: &mut [f64]) {
        remove(&self.momenta, &self.motions, f);
    }

    /// x = z + q a with the rate s a = −qᵀC z that keeps the momentum at zero.
    fn complete(&self, s: Complex, z: &mut [Complex]) {
        for j in 0..self.motions.cols() {
            let pair = z.iter().zip(self.coupling.column(j));
            let rate = pair.fold(Complex::ZERO, |sum, (z, c)| sum - z.scale(*c));
            let share = if s.abs() > 0.0 { rate / s } else { Complex::ZERO };
            z.iter_mut().zip(self.motions.column(j)).for_each(|(z, q)| *z = *z + share.scale(*q));
        }
    }
}

/// x ← x − a bᵀx.
fn remove(a: &Dense, b: &Dense, x: &mut [f64]) {
    for j in 0..a.cols() {
        let share = dot(b.column(j), x);
        x.iter_mut().zip(a.column(j)).for_each(|(x, a)| *x -= share * a);
    }
}

/// The inverted problem.
struct Inverted<'a> {
    pencil: QuadraticPencil<'a>,
    taken: &'a TakenOut,
    factor: BandedLu<f64>,
    shift: f64,
    /// Square roots of the diagonal of M: vectors are measured with them.
    weight: Vec<f64>,
    /// Displacements are measured with it against rates [1/s].
    rate: f64,
}

impl Inverted<'_> {
    fn n(&self) -> usize {
        self.weight.len()
    }

    fn apply(&self, columns: &Dense) -> Dense {
        let n = self.n();
        let split = |from: usize, rate: f64| {
            Dense::from_fn(n, columns.cols(), |i, j| columns[(from + i, j)] / (rate * self.weight[i]))
        };
        let (x, w) = (split(0, self.rate), split(n, 1.0));
        let mut force = self.pencil.damping.times(&x);
        let mut momentum = w;
        momentum.add_scaled(self.shift, &x);
        force.add_scaled(1.0, &self.pencil.mass.times(&momentum));
        let mut image = Dense::zeros(2 * n, columns.cols());
        for j in 0..columns.cols() {
            let f = force.column_mut(j);
            f.iter_mut().for_each(|f| *f = -*f);
            self.taken.scale_force(f);
            let mut found = self.factor.solve(f);
            self.taken.scale_displacement(&mut found);
            let (above, below) = image.column_mut(j).split_at_mut(n);
            let rows = above.iter_mut().zip(below).zip(self.weight.iter().zip(&found)).zip(x.column(j));
            for (((above, below), (weight, found)), x) in rows {
                *above = self.rate * weight * found;
                *below = weight * (x + self.shift * found);
            }
        }
        image
    }

    /// Random columns without what is taken out; where states nearby are known, mostly combinations of them.
    fn start(&self, near: Option<&Dense>) -> Dense {
        let n = self.n();
        let mut random = PseudoRandom::new(2001);
        let plain = Dense::from_fn(2 * n, BLOCK.min(2 * n), |_, _| random.symmetric());
        // Multiplications amplify slow motions.
        let mut columns = self.apply(&self.apply(&self.clean(plain)));
        unit_columns(&mut columns);
        if let Some(near) = near.filter(|near| near.cols() > 0) {
            let mixing = Dense::from_fn(near.cols(), columns.cols(), |_, _| random.symmetric());
            let mut unit = Dense::from_fn(2 * n, near.cols(), |i, j| {
                let rate = if i < n { self.rate } else { 1.0 };
                near[(i, j)] * rate * self.weight[i % n]
            });
            unit_columns(&mut unit);
            let mut mixed = self.apply(&self.clean(unit.matmul(&mixing)));
            unit_columns(&mut mixed);
            mixed.add_scaled(UNKNOWN, &columns);
            columns = mixed;
        }
        columns
    }

    /// Columns without what is taken out.
    fn clean(&self, mut columns: Dense) -> Dense {
        let n = self.n();
        for j in 0..columns.cols() {
            let column = columns.column_mut(j);
            for half in 0..2 {
                let part = &mut column[half * n..(half + 1) * n];
                part.iter_mut().zip(&self.weight).for_each(|(x, w)| *x /= w);
                self.taken.scale_displacement(part);
                part.iter_mut().zip(&self.weight).for_each(|(x, w)| *x *= w);
            }
        }
        columns
    }

    fn root(&self, value: Complex, state: &[Complex]) -> Root {
        let n = self.n();
        let mut x: Vec<Complex> =
            (0..n).map(|i| state[i].scale(1.0 / (self.rate * self.weight[i]))).collect();
        self.taken.complete(value, &mut x);
        let momenta = product(self.pencil.mass, &x);
        let square: f64 = x.iter().zip(&momenta).map(|(x, m)| (x.conj() * *m).re).sum();
        let factor = if square > 0.0 { 1.0 / square.sqrt() } else { 1.0 };
        x.iter_mut().for_each(|x| *x = x.scale(factor));
        Root { value, vector: x }
    }
}

fn unit_columns(columns: &mut Dense) {
    for j in 0..columns.cols() {
        let size = norm(columns.column(j));
        if size > 0.0 {
            columns.column_mut(j).iter_mut().for_each(|x| *x /= size);
        }
    }
}

/// A basis, and the operator on it: A V = V H + rest · link on the last columns.
struct Basis {
    vectors: Dense,
    projected: Dense,
    /// How much of the last columns' images lies outside, in terms of the next columns.
    link: Dense,
    /// Columns whose images are known.
    done: usize,
}

impl Basis {
    fn grow(&mut self, problem: &Inverted<'_>) {
        let last = self.vectors.cols() - self.done;
        let mut image = problem.apply(&self.vectors.columns(self.done..self.done + last));
        let mut shares = self.vectors.transpose_matmul(&image);
        image.add_scaled(-1.0, &self.vectors.matmul(&shares));
        let again = self.vectors.transpose_matmul(&image);
        image.add_scaled(-1.0, &self.vectors.matmul(&again));
        shares.add_scaled(1.0, &again);
        let size = (0..last).map(|j| norm(shares.column(j))).fold(f64::MIN_POSITIVE, f64::max);
        let (fresh, link) = orthonormal(&image, DEPENDENT * size);
        let (old, total) = (&self.projected, self.vectors.cols());
        let done = self.done;
        let before = &self.link;
        self.projected = Dense::from_fn(total, total, |i, j| match (i < done, j < done) {
            (true, true) => old[(i, j)],
            (false, true) if j + before.cols() >= done => before[(i - done, j + before.cols() - done)],
            (false, true) => 0.0,
            (_, false) => shares[(i, j - done)],
        });
        self.done = total;
        self.vectors = self.vectors.beside(&fresh);
        self.link = link;
    }

    fn is_whole(&self) -> bool {
        self.link.rows() == 0
    }
}

/// Orthonormal columns Q and R with columns = Q R; what is shorter than `least` is left out.
fn orthonormal(columns: &Dense, least: f64) -> (Dense, Dense) {
    let (rows, count) = (columns.rows(), columns.cols());
    let mut kept: Vec<Vec<f64>> = Vec::new();
    let mut factors: Vec<Vec<f64>> = Vec::new();
    for j in 0..count {
        let mut column = columns.column(j).to_vec();
        let mut own = vec![0.0; count];
        for _ in 0..2 {
            for (k, q) in kept.iter().enumerate() {
                let share = dot(q, &column);
                own[k] += share;
                column.iter_mut().zip(q).for_each(|(c, q)| *c -= share * q);
            }
        }
        let size = norm(&column);
        if size > least {
            own[kept.len()] = size;
            column.iter_mut().for_each(|c| *c /= size);
            kept.push(column);
        }
        factors.push(own);
    }
    let link = Dense::from_fn(kept.len(), count, |i, j| factors[j][i]);
    (Dense::from_columns(rows, &kept), link)
}

/// How roots are searched for.
#[derive(Debug, Clone, Copy)]
pub struct RootSearch<'a> {
    /// How many.
    pub wanted: usize,
    /// σ, positive and not above the smallest of the roots [1/s].
    pub shift: f64,
    /// Change of 1/(s − σ) with which roots have settled [-].
    pub tolerance: f64,
    /// States (x, s x) of a pencil nearby, real and imaginary parts, which make the search shorter.
    pub near: Option<&'a Dense>,
    /// The size of the space in which as many roots of a pencil nearby settled: smaller ones are not examined.
    pub size: Option<usize>,
}

/// Roots, and what it took to find them.
#[derive(Debug, Clone)]
pub struct FoundRoots {
    /// By modulus, ascending.
    pub roots: Vec<Root>,
    /// The size of the space in which they settled.
    pub size: usize,
}

/// The roots of smallest modulus with a non-negative imaginary part; fewer than wanted where there are no more.
///
/// # Errors
/// [`EigenError::NoConvergence`] when the shift is a root, or the space grows without convergence.
pub fn lowest_roots(
    pencil: &QuadraticPencil<'_>,
    order: &BandOrder,
    taken: &TakenOut,
    search: &RootSearch<'_>,
) -> Result<FoundRoots, EigenError> {
    let RootSearch { wanted, shift, tolerance, near, size } = *search;
    let n = pencil.mass.rows();
    let factor = BandedLu::factor(
        order,
        &[(shift * shift, pencil.mass), (shift, pencil.damping), (1.0, pencil.stiffness)],
    );
    if factor.is_singular() {
        return Err(EigenError::NoConvergence { rows: 2 * n });
    }
    let weight: Vec<f64> = pencil.mass.diagonal().into_iter().map(f64::sqrt).collect();
    if let Some(row) = weight.iter().position(|w| w.is_nan() || *w <= 0.0) {
        return Err(EigenError::MassNotPositiveDefinite { row, pivot: pencil.mass.get(row, row) });
    }
    let problem = Inverted { pencil: *pencil, taken, factor, shift, weight, rate: shift };
    let (start, _) = orthonormal(&problem.start(near), f64::MIN_POSITIVE);
    let mut basis =
        Basis { vectors: start, projected: Dense::zeros(0, 0), link: Dense::zeros(0, 0), done: 0 };
    let room = 3 * wanted + 4 * BLOCK;
    let mut target = size.unwrap_or(room).min(2 * n);
    loop {
        while basis.done < target && !(basis.done > 0 && basis.is_whole()) {
            basis.grow(&problem);
        }
        if let Some(roots) = settled(&problem, &basis, wanted, tolerance)? {
            return Ok(FoundRoots { roots, size: basis.done });
        }
        if basis.is_whole() || basis.done >= 2 * n {
            return Err(EigenError::NoConvergence { rows: 2 * n });
        }
        target = (target + target / 4 + 2).min(2 * n);
    }
}

/// The roots, if they have settled.
fn settled(
    problem: &Inverted<'_>,
    basis: &Basis,
    wanted: usize,
    tolerance: f64,
) -> Result<Option<Vec<Root>>, EigenError> {
    let done = basis.done;
    let last = done - basis.link.cols();
    let at = |theta: &Complex| Complex::new(problem.shift, 0.0) + Complex::ONE / *theta;
    let found = chosen(&basis.projected, |all| {
        let mut lower: Vec<usize> =
            (0..all.len()).filter(|k| all[*k].im <= 0.0 && all[*k].abs() > 0.0).collect();
        lower.sort_by(|a, b| at(&all[*a]).abs().total_cmp(&at(&all[*b]).abs()));
        lower.truncate(wanted);
        lower
    })?;
    if found.values.len() < wanted && !basis.is_whole() {
        return Ok(None);
    }
    for (theta, y) in found.values.iter().zip(&found.vectors) {
        let rest = (0..basis.link.rows()).map(|i| {
            (last..done).fold(Complex::ZERO, |sum, j| sum + y[j].scale(basis.link[(i, j - last)])).abs()
        });
        let rest = norm(&rest.collect::<Vec<f64>>()) / theta.abs();
        if rest.is_nan() || rest > tolerance {
            return Ok(None);
        }
    }
    let count = found.values.len();
    let parts = Dense::from_fn(basis.vectors.cols(), 2 * count, |i, j| match (i < done, j < count) {
        (false, _) => 0.0,
        (true, true) => found.vectors[j][i].re,
        (true, false) => found.vectors[j - count][i].im,
    });
    let states = basis.vectors.matmul(&parts);
    let root = |(j, theta): (usize, &Complex)| {
        let pairs = states.column(j).iter().zip(states.column(count + j));
        let state: Vec<Complex> = pairs.map(|(re, im)| Complex::new(*re, *im)).collect();
        problem.root(at(theta), &state)
    };
    Ok(Some(found.values.iter().enumerate().map(root).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::sparse::Triplets;
    use crate::small::eigen::quadratic;

    /// Two rows at each of n places, on springs to their neighbours, coupled across by a skew matrix; the ends are free.
    fn chain(n: usize, turning: f64, damping: f64, follower: f64) -> [Sparse; 3] {
        let (mut k, mut c) = (Triplets::new(2 * n, 2 * n), Triplets::new(2 * n, 2 * n));
        for i in 0..n {
            for d in 0..2 {
                let row = 2 * i + d;
                c.add(row, row, damping * f64::from(u8::from(i == 0)));
                if i + 1 < n {
                    let stiff = 1.0 + 0.1 * d as f64;
                    for (a, b, sign) in
                        [(row, row, 1.0), (row + 2, row + 2, 1.0), (row, row + 2, -1.0), (row + 2, row, -1.0)]
                    {
                        k.add(a, b, sign * stiff);
                    }
                }
            }
            let (a, b) = (2 * i, 2 * i + 1);
            c.add(a, b, -turning);
            c.add(b, a, turning);
            k.add(a, b, follower);
            k.add(b, a, -follower);
        }
        [Sparse::identity(2 * n), Sparse::from_triplets(&c), Sparse::from_triplets(&k)]
    }

    fn compare(matrices: &[Sparse; 3], taken: &Dense, skipped: usize) {
        let [mass, damping, stiffness] = matrices;
        let pencil = QuadraticPencil { mass, damping, stiffness };
        let out = TakenOut::of(taken, &pencil);
        let search = RootSearch { wanted: 8, shift: 0.05, tolerance: 1e-11, near: None, size: None };
        let found = lowest_roots(&pencil, &pencil.order(), &out, &search).unwrap().roots;
        let dense = quadratic(&mass.to_dense(), &damping.to_dense(), &stiffness.to_dense()).unwrap();
        let upper: Vec<Complex> = dense.values.into_iter().skip(skipped).filter(|s| s.im > -1e-9).collect();
        for (root, expected) in found.iter().zip(&upper) {
            let gap = (root.value - *expected).abs() / expected.abs();
            assert!(gap < 1e-9, "{:?} against {expected:?}", root.value);
            let left = pencil.times(root.value, &root.vector).iter().map(|r| r.abs()).fold(0.0, f64::max);
            assert!(left < 1e-9, "residual {left:e}");
        }
        assert_eq!(found.len(), 8);
    }

    #[test]
    fn roots_equal_those_of_the_dense_problem() {
        for (turning, damping, follower) in [(0.3, 0.0, 0.0), (0.3, 0.2, 0.0), (0.2, 0.1, 0.05)] {
            let mut matrices = chain(20, turning, damping, follower);
            matrices[2] = matrices[2].add_scaled(1.0, &Sparse::identity(40), 0.01);
            compare(&matrices, &Dense::zeros(40, 0), 0);
        }
    }

    /// A free chain without coupling: two motions that nothing resists, each a double root at zero.
    #[test]
    fn known_motions_are_taken_out() {
        let matrices = chain(20, 0.0, 0.0, 0.0);
        let rigid = Dense::from_fn(40, 2, |i, j| f64::from(u8::from(i % 2 == j)) / 20f64.sqrt());
        compare(&matrices, &rigid, 4);
    }
}
