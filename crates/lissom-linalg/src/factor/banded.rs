//! Factors of square matrices without symmetry whose entries lie near the diagonal, real or complex.
//!
//! Rows are ordered by reverse Cuthill and McKee, then eliminated with row exchanges inside the band. For the
//! pencils of shafts and frames the band is narrow, and a factor at any complex number costs little more than a product.

use crate::matrix::complex::Complex;
use crate::matrix::sparse::Sparse;
use std::collections::VecDeque;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// A number that can be eliminated with.
pub trait Scalar:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    /// 0.
    const NOTHING: Self;
    /// Its size, up to a factor below two: enough to choose a pivot by.
    fn modulus(self) -> f64;
    /// A real number.
    fn real(value: f64) -> Self;
    /// The product with a real number.
    fn times(self, value: f64) -> Self;
}

impl Scalar for f64 {
    const NOTHING: Self = 0.0;
    #[inline]
    fn modulus(self) -> f64 {
        self.abs()
    }
    #[inline]
    fn real(value: f64) -> Self {
        value
    }
    #[inline]
    fn times(self, value: f64) -> Self {
        self * value
    }
}

impl Scalar for Complex {
    const NOTHING: Self = Self::ZERO;
    // The modulus itself takes a root for each entry, which is more than the elimination does with it.
    #[inline]
    fn modulus(self) -> f64 {
        self.re.abs() + self.im.abs()
    }
    #[inline]
    fn real(value: f64) -> Self {
        Self::new(value, 0.0)
    }
    #[inline]
    fn times(self, value: f64) -> Self {
        self.scale(value)
    }
}

/// An order of rows in which a pattern has a narrow band.
#[derive(Debug, Clone)]
pub struct BandOrder {
    /// Where each row goes.
    place: Vec<usize>,
    /// Half bandwidth.
    half: usize,
}

impl BandOrder {
    /// The order of the union of patterns, taken as symmetric.
    pub fn of(matrices: &[&Sparse]) -> Self {
        let n = matrices.first().map_or(0, |a| a.rows());
        let mut neighbours: Vec<Vec<u32>> = vec![Vec::new(); n];
        for (i, j, value) in matrices.iter().flat_map(|a| a.iter()) {
            if i != j && value != 0.0 {
                neighbours[i].push(j as u32);
                neighbours[j].push(i as u32);
            }
        }
        for list in &mut neighbours {
            list.sort_unstable();
            list.dedup();
        }
        let place = cuthill_mckee(&neighbours);
        let reach = |i: usize| neighbours[i].iter().map(|j| place[i].abs_diff(place[*j as usize])).max();
        let half = (0..n).filter_map(reach).max().unwrap_or(0);
        Self { place, half }
    }

    /// Number of rows.
    pub fn n(&self) -> usize {
        self.place.len()
    }

    /// Operations of a factorisation, about.
    pub fn operations(&self) -> f64 {
        2.0 * self.n() as f64 * self.half as f64 * (2 * self.half) as f64
    }
}

/// Breadth first from a row at the edge of its component, neighbours by degree, reversed.
fn cuthill_mckee(neighbours: &[Vec<u32>]) -> Vec<usize> {
    let n = neighbours.len();
    let mut order = Vec::with_capacity(n);
    let mut seen = vec![false; n];
    for first in 0..n {
        if seen[first] {
            continue;
        }
        let edge = levels(neighbours, levels(neighbours, first));
        let mut queue = VecDeque::from([edge]);
        seen[edge] = true;
        while let Some(row) = queue.pop_front() {
            order.push(row);
            let new = neighbours[row].iter().map(|j| *j as usize).filter(|j| !seen[*j]);
            let mut next: Vec<usize> = new.collect();
            next.sort_by_key(|j| neighbours[*j].len());
            for j in next {
                seen[j] = true;
                queue.push_back(j);
            }
        }
    }
    let mut place = vec![0; n];
    order.iter().rev().enumerate().for_each(|(at, row)| place[*row] = at);
    place
}

/// A row farthest from another, of few neighbours.
fn levels(neighbours: &[Vec<u32>], from: usize) -> usize {
    let mut level = vec![usize::MAX; neighbours.len()];
    level[from] = 0;
    let (mut queue, mut best) = (VecDeque::from([from]), from);
    while let Some(row) = queue.pop_front() {
        let closer = level[row] == level[best] && neighbours[row].len() < neighbours[best].len();
        if level[row] > level[best] || closer {
            best = row;
        }
        for j in neighbours[row].iter().map(|j| *j as usize) {
            if level[j] == usize::MAX {
                level[j] = level[row] + 1;
                queue.push_back(j);
            }
        }
    }
    best
}

/// P A = L U inside a band.
#[derive(Debug, Clone)]
pub struct BandedLu<T> {
    order: BandOrder,
    /// Column by column: fill of the exchanges, the diagonals above, the main one, those below.
    band: Vec<T>,
    pivots: Vec<usize>,
    /// Pivots that were replaced because their column vanished.
    singular: usize,
}

/// A pivot below this share of the largest entry of the matrix is rounding.
const VANISHED: f64 = 1e-300;

impl<T: Scalar> BandedLu<T> {
    /// Factors Σ factor · matrix. A matrix that is singular to the last bit gets a tiny pivot, as required by
    /// inverse iteration.
    pub fn factor(order: &BandOrder, terms: &[(T, &Sparse)]) -> Self {
        let (n, half) = (order.n(), order.half);
        let lead = 3 * half + 1;
        let mut band = vec![T::NOTHING; lead * n];
        for (factor, matrix) in terms {
            for (j, at) in order.place.iter().enumerate() {
                let (rows, values) = matrix.column(j);
                let column = &mut band[at * lead..(at + 1) * lead];
                for (i, value) in rows.iter().zip(values).filter(|(_, value)| **value != 0.0) {
                    let cell = &mut column[2 * half + order.place[*i as usize] - at];
                    *cell = *cell + factor.times(*value);
                }
            }
        }
        let mut this = Self { order: order.clone(), band, pivots: vec![0; n], singular: 0 };
        this.eliminate();
        this
    }

    fn eliminate(&mut self) {
        let (n, half) = (self.order.n(), self.order.half);
        let lead = 3 * half + 1;
        let largest = self.band.iter().fold(0.0_f64, |m, a| m.max(a.modulus()));
        for j in 0..n {
            let below = half.min(n - 1 - j);
            let main = j * lead + 2 * half;
            let sizes = self.band[main..=main + below].iter().map(|a| a.modulus());
            let (at, size) = sizes.enumerate().fold((0, -1.0), |b, c| if c.1 > b.1 { c } else { b });
            self.pivots[j] = j + at;
            let last = (j + 2 * half).min(n - 1);
            if at > 0 {
                for c in j..=last {
                    let base = c * lead + 2 * half + j - c;
                    self.band.swap(base, base + at);
                }
            }
            if size <= VANISHED.max(1e-18 * f64::EPSILON * largest) {
                self.band[main] = T::real((f64::EPSILON * largest).max(f64::MIN_POSITIVE));
                self.singular += 1;
            }
            let inverse = T::real(1.0) / self.band[main];
            self.band[main + 1..=main + below].iter_mut().for_each(|a| *a = *a * inverse);
            let (head, tail) = self.band.split_at_mut((j + 1) * lead);
            let l = &head[main + 1..=main + below];
            for c in j + 1..=last {
                let base = (c - j - 1) * lead + 2 * half + j - c;
                let u = tail[base];
                if u.modulus() != 0.0 {
                    let column = &mut tail[base + 1..=base + below];
                    column.iter_mut().zip(l).for_each(|(a, l)| *a = *a - *l * u);
                }
            }
        }
    }

    /// Whether a pivot had to be replaced.
    pub fn is_singular(&self) -> bool {
        self.singular > 0
    }

    /// A⁻¹ b.
    pub fn solve(&self, b: &[T]) -> Vec<T> {
        let (n, half) = (self.order.n(), self.order.half);
        let lead = 3 * half + 1;
        let mut y = self.permuted(b);
        for j in 0..n {
            y.swap(j, self.pivots[j]);
            let (below, main) = (half.min(n - 1 - j), j * lead + 2 * half);
            let (head, tail) = y.split_at_mut(j + 1);
            let l = &self.band[main + 1..=main + below];
            tail.iter_mut().zip(l).for_each(|(y, l)| *y = *y - *l * head[j]);
        }
        for j in (0..n).rev() {
            let (above, main) = ((2 * half).min(j), j * lead + 2 * half);
            let (head, tail) = y.split_at_mut(j);
            tail[0] = tail[0] / self.band[main];
            let u = &self.band[main - above..main];
            head[j - above..].iter_mut().zip(u).for_each(|(y, u)| *y = *y - *u * tail[0]);
        }
        self.order.place.iter().map(|at| y[*at]).collect()
    }

    /// A⁻ᵀ b.
    pub fn solve_transposed(&self, b: &[T]) -> Vec<T> {
        let (n, half) = (self.order.n(), self.order.half);
        let lead = 3 * half + 1;
        let mut y = self.permuted(b);
        for j in 0..n {
            let (above, main) = ((2 * half).min(j), j * lead + 2 * half);
            let u = self.band[main - above..main].iter().zip(&y[j - above..j]);
            let sum = u.fold(y[j], |sum, (u, y)| sum - *u * *y);
            y[j] = sum / self.band[main];
        }
        for j in (0..n).rev() {
            let (below, main) = (half.min(n - 1 - j), j * lead + 2 * half);
            let l = self.band[main + 1..=main + below].iter().zip(&y[j + 1..]);
            y[j] = l.fold(y[j], |sum, (l, y)| sum - *l * *y);
            y.swap(j, self.pivots[j]);
        }
        self.order.place.iter().map(|at| y[*at]).collect()
    }

    fn permuted(&self, b: &[T]) -> Vec<T> {
        let mut y = vec![T::NOTHING; b.len()];
        self.order.place.iter().zip(b).for_each(|(at, b)| y[*at] = *b);
        y
    }
}

impl BandedLu<Complex> {
    /// The argument of the determinant, up to whole turns \[rad\].
    pub fn argument(&self) -> f64 {
        let (half, n) = (self.order.half, self.order.n());
        let lead = 3 * half + 1;
        let sum: f64 = (0..n).map(|j| self.band[j * lead + 2 * half].arg()).sum();
        let exchanges = self.pivots.iter().enumerate().filter(|(j, p)| **p != *j).count();
        sum + std::f64::consts::PI * (exchanges % 2) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::dense::Dense;
    use crate::matrix::sparse::Triplets;

    /// A ring of rows, each joined to its neighbours and shuffled, without symmetry.
    fn ring(n: usize) -> Sparse {
        let mut sum = Triplets::new(n, n);
        for i in 0..n {
            let shuffled = |i: usize| (i * 7 + 3) % n;
            for d in 0..3 {
                let value = ((5 * i + 11 * d + 1) as f64).sin();
                sum.add(shuffled(i), shuffled((i + d) % n), value);
                sum.add(shuffled((i + d) % n), shuffled(i), value * 0.3 + 0.1 * d as f64);
            }
        }
        Sparse::from_triplets(&sum)
    }

    #[test]
    fn a_ring_has_a_narrow_band_and_solves_both_ways() {
        let a = ring(40);
        let order = BandOrder::of(&[&a]);
        assert!(order.half <= 6, "{}", order.half);
        let lu = BandedLu::factor(&order, &[(2.0, &a), (-0.7, &Sparse::identity(40))]);
        let mut full = a.to_dense();
        full.scale(2.0);
        full.add_scaled(-0.7, &Dense::identity(40));
        let x: Vec<f64> = (0..40).map(|i| (i as f64).cos()).collect();
        for (solved, matrix) in [
            (lu.solve(&full.multiply_vector(&x)), "A"),
            (lu.solve_transposed(&full.transpose().multiply_vector(&x)), "transposed"),
        ] {
            let worst = solved.iter().zip(&x).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(worst < 1e-11, "{matrix}: {worst:e}");
        }
        assert!(!lu.is_singular());
    }

    #[test]
    fn the_argument_is_that_of_the_determinant() {
        // det of [[z, 1], [2, z]] is z² − 2.
        let mut off = Triplets::new(2, 2);
        off.add(0, 1, 1.0);
        off.add(1, 0, 2.0);
        let (off, one) = (Sparse::from_triplets(&off), Sparse::identity(2));
        let order = BandOrder::of(&[&off, &one]);
        for z in [Complex::new(0.1, 0.4), Complex::new(-3.0, 1.0)] {
            let lu = BandedLu::factor(&order, &[(z, &one), (Complex::ONE, &off)]);
            let exact = (z * z - Complex::new(2.0, 0.0)).arg();
            let gap = (lu.argument() - exact).rem_euclid(std::f64::consts::TAU);
            assert!(gap.min(std::f64::consts::TAU - gap) < 1e-14);
        }
    }
}
