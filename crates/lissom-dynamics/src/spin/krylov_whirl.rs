//! The lowest modes of a structure of any kind at a speed: free, damped, fed by its own turning, beyond critical speeds.

use super::sparse_whirl::start;
use super::speed_pencil::{SpeedMatrices, SpeedPencil};
use super::spinning_structure::SpinningStructure;
use super::whirl::{Whirl, WhirlMode, halve_real, residual};
use lissom_linalg::shift_invert::product;
use lissom_linalg::{
    Dense, Ldlt, ModesOptions, Quiet, Root, RootSearch, Sparse, TakenOut, Threads, Triplets, Wanted,
    lowest_roots, modes,
};
use std::cell::Cell;

/// Below this size, or with more than this share of all modes wanted, dense matrices are quicker.
const SMALLEST: usize = 25;
const LARGEST_SHARE: usize = 2;

/// Change of 1/(s − σ) with which roots have settled: those that are listed are sharpened afterwards.
const TOLERANCE: f64 = 1e-9;

/// The shift, as a share of the lowest frequency at rest: near to slow motions, and no root.
const SHIFT: f64 = 0.3;

/// A stiffness is positive when it is so by this share of its lowest eigenvalue at rest.
const POSITIVE: f64 = 1e-6;

/// Motions that grow lie inside |s| ≤ √5 Ω: see `certify_whirl.rs`.
pub(super) const GROWING: f64 = 2.3;

/// A structure prepared for many speeds.
pub(super) struct KrylovModes {
    shift: f64,
    /// What angular momentum is measured with.
    momentum: Sparse,
    /// States of the lowest modes at rest without damping.
    at_rest: Dense,
    /// How many roots were looked for last, and in how large a space they settled.
    settled: Cell<Option<(usize, usize)>>,
}

impl KrylovModes {
    /// `None` where dense matrices serve better.
    pub fn of(matrices: &SpeedMatrices<'_>, wanted: usize) -> Option<Self> {
        let structure = matrices.structure;
        let n = structure.size();
        if n < SMALLEST || LARGEST_SHARE * wanted > n {
            return None;
        }
        let (at_rest, lowest) = at_rest(structure, wanted + wanted / 2 + 6);
        if let Some(lowest) = lowest.filter(|square| *square > 0.0) {
            matrices.suggest_lowest(lowest.sqrt());
        }
        let shift = SHIFT * matrices.lowest_frequency();
        Some(Self { shift, momentum: structure.momentum(), at_rest, settled: Cell::new(None) })
    }

    /// Modes at a speed, at least `count`, and all that could grow; `None` when they are not found, or are most of all.
    pub fn at(
        &self,
        matrices: &SpeedMatrices<'_>,
        speed: f64,
        count: usize,
        near: &[WhirlMode],
    ) -> Option<Whirl> {
        let structure = matrices.structure;
        if LARGEST_SHARE * count > structure.size() {
            return None;
        }
        let at = matrices.at(speed);
        let definite = self.is_held(matrices, speed);
        let needed = if definite { 0.0 } else { GROWING * speed.abs() };
        let mut count = count + 2;
        let near = start(near, structure.size()).filter(|start| start.cols() >= 2 * count.min(4));
        let near = near.as_ref().unwrap_or(&self.at_rest);
        loop {
            let (roots, zeros) = self.roots(matrices, &at, count, near)?;
            let reached = roots.last().map_or(f64::INFINITY, |root| root.value.abs());
            if reached > needed || roots.len() < count {
                let rigid = matrices.known(speed).all().cols();
                return Some(self.whirl(&at, roots, (rigid, zeros), definite));
            }
            count *= 2;
            if LARGEST_SHARE * count > structure.size() {
                return None;
            }
        }
    }

    /// Shapes of the lowest modes at rest without damping, as columns.
    pub fn displacements_at_rest(&self) -> Dense {
        let (n, m) = (self.at_rest.rows() / 2, self.at_rest.cols() / 2);
        Dense::from_fn(n, m, |i, j| self.at_rest[(i, j)])
    }

    /// Whether nothing feeds motions, and the stiffness is positive.
    pub fn is_held(&self, matrices: &SpeedMatrices<'_>, speed: f64) -> bool {
        matrices.structure.circulatory.is_none() && self.negative(matrices, speed, POSITIVE) == Some(0)
    }

    /// Roots apart from known motions, and how many roots at zero belong to these.
    fn roots(
        &self,
        matrices: &SpeedMatrices<'_>,
        at: &SpeedPencil<'_>,
        count: usize,
        near: &Dense,
    ) -> Option<(Vec<Root>, usize)> {
        let known = matrices.known(at.speed);
        let idle = known.is_idle(matrices.structure, &at.damping);
        let pencil = at.pencil();
        let out = if idle { known.all() } else { known.apart.clone() };
        let taken = TakenOut::of(&out, &pencil);
        // Motions with a momentum that is not kept by itself have one root at zero each.
        let simple = if idle { 0 } else { known.resting.cols() };
        let wanted = count + simple;
        let size = self.settled.get().filter(|(roots, _)| *roots == wanted).map(|(_, size)| size);
        let search = RootSearch { wanted, shift: self.shift, tolerance: TOLERANCE, near: Some(near), size };
        let found = lowest_roots(&pencil, &matrices.order, &taken, &search).ok()?;
        self.settled.set(Some((wanted, found.size)));
        let mut roots = found.roots;
        let resting = known.resting.cols();
        let zeros = 2 * known.still + if idle { 2 * resting } else { resting };
        if roots.iter().take(simple).any(|root| root.value.abs() > 1e-5 * self.shift) {
            return None;
        }
        roots.drain(..simple);
        Some((roots, zeros))
    }

    fn whirl(
        &self,
        at: &SpeedPencil<'_>,
        roots: Vec<Root>,
        (rigid, zeros): (usize, usize),
        definite: bool,
    ) -> Whirl {
        let (roots, others) = halve_real(roots, |root| root.value);
        let modes: Vec<WhirlMode> = roots.into_iter().map(|root| self.mode(at, root)).collect();
        let largest = modes.iter().map(|m| m.value.re).fold(f64::NEG_INFINITY, f64::max);
        Whirl {
            speed: at.speed,
            modes,
            others,
            complete: false,
            rigid,
            zeros,
            max_real_part: if definite { largest.min(0.0) } else { largest },
            definite,
            growth: None,
        }
    }

    fn mode(&self, at: &SpeedPencil<'_>, root: Root) -> WhirlMode {
        let turned = product(&self.momentum, &root.vector);
        let whirl = root.vector.iter().zip(&turned).map(|(x, t)| (x.conj() * *t).im).sum();
        WhirlMode {
            value: root.value,
            dual: product(at.mass, &root.vector),
            whirl,
            residual: residual(at, root.value, &root.vector),
            shape: root.vector,
        }
    }

    /// Eigenvalues of the symmetric stiffness below a share of the lowest at rest, known motions apart: by Sylvester's law on
    /// K with M q beside it, which lifts these motions. `None` when the factorisation cannot be trusted.
    pub fn negative(&self, matrices: &SpeedMatrices<'_>, speed: f64, share: f64) -> Option<usize> {
        let structure = matrices.structure;
        let lowest = matrices.lowest_frequency().powi(2);
        let stiffness = structure.stiffness.add_scaled(1.0, &matrices.quadratic, speed * speed);
        let shifted = stiffness.add_scaled(1.0, &structure.mass, -share * lowest);
        let known = matrices.known(speed).all();
        let lift = lowest + 10.0 * speed * speed;
        let factor =
            Ldlt::factor(&bordered(&shifted, &structure.mass.times(&known), lift), &Threads::one()).ok()?;
        let negative = factor.inertia().negative;
        (factor.backward_error() < 1e-8).then(|| negative.saturating_sub(known.cols()))
    }
}

/// [K, b; bᵀ, −1/lift]: as many negative eigenvalues as K + lift b bᵀ, and one more for each column.
fn bordered(matrix: &Sparse, columns: &Dense, lift: f64) -> Sparse {
    let (n, r) = (matrix.rows(), columns.cols());
    if r == 0 {
        return matrix.clone();
    }
    let mut sum = Triplets::new(n + r, n + r);
    for (i, j, value) in matrix.iter() {
        sum.add(i, j, value);
    }
    for j in 0..r {
        sum.add(n + j, n + j, -1.0 / lift);
        for (i, value) in columns.column(j).iter().enumerate().filter(|(_, v)| **v != 0.0) {
            sum.add(i, n + j, *value);
            sum.add(n + j, i, *value);
        }
    }
    Sparse::from_triplets(&sum)
}

/// States of the lowest modes at rest, as displacements and as rates, and the square of the lowest frequency; none where they are not
/// found.
fn at_rest(structure: &SpinningStructure, count: usize) -> (Dense, Option<f64>) {
    let n = structure.size();
    let options = ModesOptions { certify: false, ..ModesOptions::default() };
    let rigid = (structure.rigid.cols() > 0).then_some(&structure.rigid);
    let wanted = Wanted::Lowest(count.min(n / 2));
    match modes(&structure.stiffness, &structure.mass, rigid, wanted, &options, &Quiet) {
        Ok(found) => {
            let (x, m) = (&found.vectors, found.vectors.cols());
            let states = Dense::from_fn(2 * n, 2 * m, |i, j| match (i < n, j < m) {
                (true, true) => x[(i, j)],
                (false, false) => x[(i - n, j - m)],
                _ => 0.0,
            });
            (states, found.eigenvalues.first().copied())
        }
        Err(_) => (Dense::zeros(2 * n, 0), None),
    }
}
