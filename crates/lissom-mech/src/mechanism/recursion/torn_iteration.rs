//! Torn loops of the matrices of an implicit step.
//!
//! With q_c the coordinates of the torn chain, x = E q_c + W r, and C x = 0 closes the loops, or is a coordinate that closes one. For forces g on
//! the coordinates, S x = Cᵀ μ holds against all motions of the chain and of the tears: with x₀ what the chain answers to g, Y_Z to Z = S W and
//! Y_C to Cᵀ,
//!
//! ```text
//! (Zᵀ W − Zᵀ Y_Z) r + (Zᵀ Y_C − (C W)ᵀ) μ = −Zᵀ x₀
//! (C W − C Y_Z) r + C Y_C μ = −C x₀
//! ```
//!
//! as in `torn_motion`, real or complex, without refinement: this steers an iteration.

use crate::mechanism::jacobian::border::{Jacobian, JacobianFactor};
use crate::mechanism::recursion::elimination::{Elimination, Number};
use crate::mechanism::recursion::fronts::Fronts;
use crate::mechanism::recursion::reach::Reach;

/// The tears of a machine at a state.
#[derive(Clone, Debug, Default)]
pub(crate) struct TornLoops {
    /// W, tear by tear.
    motions: Vec<Vec<f64>>,
    /// Rows of C.
    closures: Vec<Vec<(usize, f64)>>,
    /// The coordinate that a closing row measures.
    closing: Vec<Option<usize>>,
    /// (C W)⁻¹, row by row.
    inverse: Vec<f64>,
}

/// What the chain answers to the tears, for one scale.
#[derive(Clone, Debug)]
pub(crate) struct TornFactor<S> {
    /// Z, tear by tear.
    momenta: Vec<Vec<S>>,
    /// Motions of the unknowns and the coordinates: answers to Z, then to Cᵀ.
    answers: Vec<Vec<S>>,
    coordinates: Vec<Vec<S>>,
    /// Factors of the border, row by row, and their row exchanges.
    border: Vec<S>,
    exchanges: Vec<usize>,
}

impl TornLoops {
    /// At the configuration of a factor.
    pub(in crate::mechanism) fn of(
        jacobian: &Jacobian,
        factor: &JacobianFactor,
        closing: Vec<Option<usize>>,
    ) -> Self {
        let (t, n) = (jacobian.tears().len(), jacobian.chain().len());
        let mut values = factor.closures().iter().copied();
        let closures = jacobian.tears().iter();
        let closures = closures.map(|tear| tear.closure.iter().map(|(u, _)| *u).zip(&mut values).collect());
        let inverse = jacobian.inverse_of_closures(factor);
        Self {
            closures: closures.collect(),
            motions: (0..t).map(|l| (0..n).map(|p| factor.by_tear(l, p, n)).collect()).collect(),
            closing,
            inverse: inverse[..t].iter().flat_map(|row| row[..t].iter().copied()).collect(),
        }
    }

    fn count(&self) -> usize {
        self.motions.len()
    }

    /// A closing row times a motion.
    fn close<S: Number>(&self, k: usize, x: &[S]) -> S {
        self.closures[k].iter().fold(S::from(0.0), |sum, (u, g)| sum + x[*u].times(*g))
    }

    fn along<S: Number>(&self, l: usize, force: &[S]) -> S {
        self.motions[l].iter().zip(force).fold(S::from(0.0), |sum, (w, f)| sum + f.times(*w))
    }

    /// Adds the motion of the tears that closes the loops to the motion of the chain, for given coordinates.
    pub fn complete<S: Number>(&self, q: &[S], x: &mut [S]) {
        let wanted = |k: usize| self.closing[k].map_or(S::from(0.0), |j| q[j]);
        let open: Vec<S> = (0..self.count()).map(|k| wanted(k) - self.close(k, x)).collect();
        for (l, row) in self.inverse.chunks_exact(self.count().max(1)).enumerate() {
            let r = row.iter().zip(&open).fold(S::from(0.0), |sum, (s, c)| sum + c.times(*s));
            x.iter_mut().zip(&self.motions[l]).for_each(|(x, w)| *x = *x + r.times(*w));
        }
    }

    /// The transposed of `complete`: forces on the chain and, times a factor, on the coordinates that close loops.
    pub fn gather<S: Number>(&self, force: &mut [S], factor: f64, target: &mut [S]) {
        let t = self.count();
        let tears: Vec<S> = (0..t).map(|l| self.along(l, force)).collect();
        for k in 0..t {
            let zero = S::from(0.0);
            let held = (0..t).fold(zero, |sum, l| sum + tears[l].times(self.inverse[l * t + k]));
            self.closures[k].iter().for_each(|(u, g)| force[*u] = force[*u] - held.times(*g));
            if let Some(j) = self.closing[k] {
                target[j] = target[j] + held.times(factor);
            }
        }
    }

    /// What the chain answers, for a matrix whose elimination is done; `product` multiplied with the matrix before. `None`: singular.
    pub fn factorise<S: Number>(
        &self,
        (fronts, reach): (&Fronts, &Reach),
        elimination: &mut Elimination<S>,
        momenta: Vec<Vec<S>>,
        coordinates: usize,
    ) -> Option<TornFactor<S>> {
        let (t, zero) = (self.count(), S::from(0.0));
        let unknowns = self.motions.first().map_or(0, Vec::len);
        let mut answers = momenta.clone();
        for closure in &self.closures {
            let mut column = vec![zero; unknowns];
            closure.iter().for_each(|(u, g)| column[*u] = column[*u] + S::from(*g));
            answers.push(column);
        }
        let mut moved = vec![vec![zero; coordinates]; 2 * t];
        for (x, q) in answers.iter_mut().zip(&mut moved) {
            elimination.solve(fronts, reach, x, q);
        }
        let mut border = vec![zero; 4 * t * t];
        for k in 0..t {
            for l in 0..t {
                let by_tear = S::from(self.close(k, &self.motions[l]));
                border[k * 2 * t + l] = self.along(l, &momenta[k]) - inner(&momenta[k], &answers[l]);
                border[k * 2 * t + t + l] =
                    inner(&momenta[k], &answers[t + l]) - S::from(self.close(l, &self.motions[k]));
                let row = &mut border[(t + k) * 2 * t..(t + k + 1) * 2 * t];
                if self.closing[k].is_some() {
                    row[t + k] = S::from(1.0);
                    continue;
                }
                row[l] = by_tear - self.close(k, &answers[l]);
                row[t + l] = self.close(k, &answers[t + l]);
            }
        }
        let exchanges = eliminate(&mut border, 2 * t)?;
        Some(TornFactor { momenta, answers, coordinates: moved, border, exchanges })
    }

    /// Forces on the unknowns that forces on coordinates that close loops are.
    pub fn spread<S: Number>(&self, q: &[S], force: &mut [S]) {
        for (closure, j) in self.closures.iter().zip(&self.closing) {
            if let Some(j) = j {
                closure.iter().for_each(|(u, g)| force[*u] = force[*u] + q[*j].times(*g));
            }
        }
    }

    /// Corrects the answer of the chain, of unknowns in `x` and coordinates in `q`, which still holds the forces on coordinates that close
    /// loops.
    pub fn correct<S: Number>(&self, factor: &TornFactor<S>, x: &mut [S], q: &mut [S]) {
        let (t, zero) = (self.count(), S::from(0.0));
        let mut right = vec![zero; 2 * t];
        for k in 0..t {
            let given =
                (0..t).filter_map(|l| Some(q[self.closing[l]?].times(self.close(l, &self.motions[k]))));
            right[k] = given.fold(zero - inner(&factor.momenta[k], x), |sum, g| sum + g);
            right[t + k] = if self.closing[k].is_some() { zero } else { zero - self.close(k, x) };
        }
        substitute(&factor.border, &factor.exchanges, &mut right);
        for (l, found) in right.iter().copied().enumerate() {
            let share = if l < t { zero - found } else { found };
            x.iter_mut().zip(&factor.answers[l]).for_each(|(x, a)| *x = *x + share * *a);
            q.iter_mut().zip(&factor.coordinates[l]).for_each(|(q, a)| *q = *q + share * *a);
            if let Some(motion) = self.motions.get(l) {
                x.iter_mut().zip(motion).for_each(|(x, w)| *x = *x + found.times(*w));
            }
        }
        for (k, j) in self.closing.iter().enumerate() {
            if let Some(j) = j {
                q[*j] = self.close(k, x);
            }
        }
    }

    /// W, tear by tear, as numbers of any kind.
    pub fn motions<S: Number>(&self) -> impl Iterator<Item = Vec<S>> + '_ {
        self.motions.iter().map(|motion| motion.iter().map(|w| S::from(*w)).collect())
    }
}

fn inner<S: Number>(a: &[S], b: &[S]) -> S {
    a.iter().zip(b).fold(S::from(0.0), |sum, (a, b)| sum + *a * *b)
}

/// Factors with row exchanges, in place; `None`: singular.
fn eliminate<S: Number>(a: &mut [S], n: usize) -> Option<Vec<usize>> {
    let mut exchanges = Vec::with_capacity(n);
    for k in 0..n {
        let pivot =
            (k + 1..n).fold(k, |best, i| if a[i * n + k].size() > a[best * n + k].size() { i } else { best });
        let size = a[pivot * n + k].size();
        if size == 0.0 || !size.is_finite() {
            return None;
        }
        (0..n).for_each(|j| a.swap(k * n + j, pivot * n + j));
        exchanges.push(pivot);
        let inverse = a[k * n + k].inverse();
        for i in k + 1..n {
            let factor = a[i * n + k] * inverse;
            a[i * n + k] = factor;
            for j in k + 1..n {
                a[i * n + j] = a[i * n + j] - factor * a[k * n + j];
            }
        }
    }
    Some(exchanges)
}

fn substitute<S: Number>(a: &[S], exchanges: &[usize], x: &mut [S]) {
    let n = x.len();
    exchanges.iter().enumerate().for_each(|(k, other)| x.swap(k, *other));
    for k in 0..n {
        x[k] = (0..k).fold(x[k], |sum, j| sum - a[k * n + j] * x[j]);
    }
    for k in (0..n).rev() {
        let sum = (k + 1..n).fold(x[k], |sum, j| sum - a[k * n + j] * x[j]);
        x[k] = sum * a[k * n + k].inverse();
    }
}
