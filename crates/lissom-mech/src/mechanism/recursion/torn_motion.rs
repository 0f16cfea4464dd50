//! Loops in an elimination along the tree: torn deformations and the forces that close the loops, as a small border.
//!
//! # Equation
//! With the tears held, F are the motions of the tree and M its inertia; W are the motions by the tears r and C the closing rows (`border`).
//! The closing forces μ hold C (F q̈ + W r̈) = 0, or are given where a closing equation measures a coordinate. With
//! q̈ = z₀ − Z_r r̈ − Z_μ μ, the answers of the tree to the forces f, M W and −Cᵀ, what remains are as many equations as there are tears for the
//! balance Wᵀ (M (F q̈ + W r̈) − Cᵀ μ − f) = 0 and as many for the closing rows.

use crate::mechanism::buffers::Buffers;
use crate::mechanism::core::Core;
use crate::mechanism::jacobian::border::MOST_TEARS;
use crate::mechanism::recursion::tree::{Tree, TreeBuffers};

/// A pivot below this share of the largest entry of its row determines nothing.
const SINGULAR: f64 = 1e-12;

/// Solutions of the border: the first one, and a correction by what it leaves out of balance.
const PASSES: usize = 2;

/// Columns over the unknowns and over the coordinates, one after the other.
#[derive(Debug)]
pub(in crate::mechanism) struct TornBuffers {
    /// W and M W.
    motions: Vec<f64>,
    momenta: Vec<f64>,
    /// Answers to M W and −Cᵀ: motions of the unknowns, and coordinates.
    answers: Vec<f64>,
    coordinates: Vec<f64>,
    /// Forces on the unknowns and on the coordinates, and what of the first is not balanced yet.
    forces: Vec<f64>,
    given: Vec<f64>,
    rest: Vec<f64>,
    /// The accelerations found.
    moved: Vec<f64>,
    found: Vec<f64>,
}

/// The equations of the border.
#[derive(Clone, Copy)]
struct Border {
    n: usize,
    matrix: [[f64; 2 * MOST_TEARS]; 2 * MOST_TEARS],
    right: [f64; 2 * MOST_TEARS],
}

impl TornBuffers {
    pub fn new(tears: usize, unknowns: usize, coordinates: usize) -> Self {
        let some = |length: usize| if tears > 0 { length } else { 0 };
        Self {
            motions: vec![0.0; tears * unknowns],
            momenta: vec![0.0; tears * unknowns],
            answers: vec![0.0; 2 * tears * unknowns],
            coordinates: vec![0.0; 2 * tears * coordinates],
            forces: vec![0.0; some(unknowns)],
            given: vec![0.0; some(coordinates)],
            rest: vec![0.0; some(unknowns)],
            moved: vec![0.0; some(unknowns)],
            found: vec![0.0; some(coordinates)],
        }
    }
}

impl Core {
    /// q̈ of a mechanism with loops, from an elimination along its torn tree; left in the generalised force. `None` when the
    /// border is singular.
    pub(in crate::mechanism) fn close_motion(
        &self,
        tree: &Tree,
        own: &mut TreeBuffers,
        b: &mut Buffers,
    ) -> Option<()> {
        let torn = &mut own.torn;
        torn.forces.copy_from_slice(&b.step);
        torn.given.copy_from_slice(&b.generalised_force);
        torn.moved.fill(0.0);
        torn.found.fill(0.0);
        self.answer_tears(tree, own, b);
        let matrix = self.border(tree, &own.torn, b);
        let mut closing_forces = [0.0; MOST_TEARS];
        for pass in 0..PASSES {
            self.find_rest(&mut own.torn, &closing_forces, b);
            b.step.copy_from_slice(&own.torn.rest);
            b.generalised_force.copy_from_slice(&own.torn.given);
            own.elimination.solve(&tree.fronts, &own.reach, &mut b.step, &mut b.generalised_force);
            let mut border = matrix;
            border.right = self.right_hand_side(tree, &own.torn, pass == 0, b);
            self.add_solution(tree, &mut own.torn, &border.solved()?, &mut closing_forces, b);
        }
        b.generalised_force.copy_from_slice(&own.torn.found);
        for (k, coordinate) in tree.closing.iter().enumerate() {
            if let Some(j) = coordinate {
                b.generalised_force[*j] = self.closure_of(k, &own.torn.moved, b);
            }
        }
        Some(())
    }

    /// Forces on the unknowns that are not balanced yet: f − M x + Cᵀ μ.
    fn find_rest(&self, torn: &mut TornBuffers, closing_forces: &[f64], b: &Buffers) {
        torn.rest.fill(0.0);
        self.massive.iter().for_each(|massive| massive.add_vector(&b.mass, &torn.moved, &mut torn.rest));
        torn.rest.iter_mut().zip(&torn.forces).for_each(|(rest, force)| *rest = force - *rest);
        let mut values = b.factor.closures().iter();
        for (tear, force) in self.pattern.tears().iter().zip(closing_forces) {
            tear.closure.iter().zip(&mut values).for_each(|((u, _), g)| torn.rest[*u] += g * force);
        }
    }

    /// Adds the answer of the tree, in `b.step` and the generalised force, corrected by what the border found.
    fn add_solution(
        &self,
        tree: &Tree,
        torn: &mut TornBuffers,
        border: &[f64],
        closing_forces: &mut [f64],
        b: &Buffers,
    ) {
        let (t, n, m) = (tree.closing.len(), b.step.len(), b.generalised_force.len());
        torn.moved.iter_mut().zip(&b.step).for_each(|(x, a)| *x += a);
        torn.found.iter_mut().zip(&b.generalised_force).for_each(|(q, a)| *q += a);
        for (l, factor) in border[..2 * t].iter().enumerate() {
            let answer = &torn.answers[l * n..(l + 1) * n];
            torn.moved.iter_mut().zip(answer).for_each(|(x, a)| *x -= factor * a);
            let change = &torn.coordinates[l * m..(l + 1) * m];
            torn.found.iter_mut().zip(change).for_each(|(q, a)| *q -= factor * a);
        }
        for (motion, r) in torn.motions.chunks_exact(n).zip(border) {
            torn.moved.iter_mut().zip(motion).for_each(|(x, w)| *x += r * w);
        }
        closing_forces[..t].iter_mut().zip(&border[t..]).for_each(|(sum, force)| *sum += force);
    }

    /// W, M W, and the answers of the tree to M W and −Cᵀ.
    fn answer_tears(&self, tree: &Tree, own: &mut TreeBuffers, b: &Buffers) {
        let (t, n, m) = (tree.closing.len(), b.step.len(), b.generalised_force.len());
        let TornBuffers { motions, momenta, answers, coordinates, .. } = &mut own.torn;
        for k in 0..t {
            let (motion, momentum) = (&mut motions[k * n..(k + 1) * n], &mut momenta[k * n..(k + 1) * n]);
            motion.iter_mut().enumerate().for_each(|(p, w)| *w = b.factor.by_tear(k, p, n));
            momentum.fill(0.0);
            self.massive.iter().for_each(|massive| massive.add_vector(&b.mass, motion, momentum));
            answers[k * n..(k + 1) * n].copy_from_slice(momentum);
        }
        answers[t * n..].fill(0.0);
        let mut values = b.factor.closures().iter();
        for (k, tear) in self.pattern.tears().iter().enumerate() {
            let column = &mut answers[(t + k) * n..(t + k + 1) * n];
            tear.closure.iter().zip(&mut values).for_each(|((u, _), g)| column[*u] -= g);
        }
        coordinates.fill(0.0);
        for (x, q) in answers.chunks_exact_mut(n).zip(coordinates.chunks_exact_mut(m.max(1))) {
            own.elimination.solve(&tree.fronts, &own.reach, x, q);
        }
    }

    /// A closing row times a motion of the unknowns.
    fn closure_of(&self, k: usize, x: &[f64], b: &Buffers) -> f64 {
        let tears = self.pattern.tears();
        let before: usize = tears[..k].iter().map(|tear| tear.closure.len()).sum();
        let values = &b.factor.closures()[before..];
        tears[k].closure.iter().zip(values).map(|((u, _), g)| g * x[*u]).sum()
    }

    /// The matrix of the border.
    fn border(&self, tree: &Tree, torn: &TornBuffers, b: &Buffers) -> Border {
        let (t, n) = (tree.closing.len(), b.step.len());
        let mut border = Border {
            n: 2 * t,
            matrix: [[0.0; 2 * MOST_TEARS]; 2 * MOST_TEARS],
            right: [0.0; 2 * MOST_TEARS],
        };
        let motion = |k: usize| &torn.motions[k * n..(k + 1) * n];
        let answer = |l: usize| &torn.answers[l * n..(l + 1) * n];
        for k in 0..t {
            let momentum = &torn.momenta[k * n..(k + 1) * n];
            for l in 0..2 * t {
                let own =
                    if l < t { inner(momentum, motion(l)) } else { -self.closure_of(l - t, motion(k), b) };
                border.matrix[k][l] = own - inner(momentum, answer(l));
            }
            let row = &mut border.matrix[t + k];
            if tree.closing[k].is_some() {
                row[t + k] = 1.0;
                continue;
            }
            for (l, value) in row[..2 * t].iter_mut().enumerate() {
                let own = if l < t { self.closure_of(k, motion(l), b) } else { 0.0 };
                *value = own - self.closure_of(k, answer(l), b);
            }
        }
        border
    }

    /// The right-hand side of the border; `b.step` is the answer of the tree to the forces that are not balanced yet.
    fn right_hand_side(
        &self,
        tree: &Tree,
        torn: &TornBuffers,
        is_first: bool,
        b: &Buffers,
    ) -> [f64; 2 * MOST_TEARS] {
        let (t, n) = (tree.closing.len(), b.step.len());
        let mut right = [0.0; 2 * MOST_TEARS];
        for k in 0..t {
            let range = k * n..(k + 1) * n;
            right[k] = inner(&torn.motions[range.clone()], &torn.rest) - inner(&torn.momenta[range], &b.step);
            right[t + k] = match tree.closing[k] {
                Some(j) if is_first => torn.given[j],
                Some(_) => 0.0,
                None => -self.closure_of(k, &b.step, b) - self.closure_of(k, &torn.moved, b),
            };
        }
        right
    }
}

fn inner(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

impl Border {
    /// The solution, by elimination with the largest pivot relative to its row; `None` when it is singular.
    fn solved(mut self) -> Option<[f64; 2 * MOST_TEARS]> {
        let n = self.n;
        for (row, right) in self.matrix.iter_mut().zip(&mut self.right).take(n) {
            let largest = row[..n].iter().fold(0.0_f64, |most, v| most.max(v.abs()));
            if largest == 0.0 || !largest.is_finite() {
                return None;
            }
            row[..n].iter_mut().for_each(|v| *v /= largest);
            *right /= largest;
        }
        for k in 0..n {
            let size = |i: usize| self.matrix[i][k].abs();
            let pivot = (k..n).fold(k, |best, i| if size(i) > size(best) { i } else { best });
            let found = size(pivot);
            if found <= SINGULAR || found.is_nan() {
                return None;
            }
            self.matrix.swap(k, pivot);
            self.right.swap(k, pivot);
            let (done, rest) = self.matrix.split_at_mut(k + 1);
            for (i, row) in rest.iter_mut().take(n - k - 1).enumerate() {
                let factor = row[k] / done[k][k];
                (k..n).for_each(|j| row[j] -= factor * done[k][j]);
                self.right[k + 1 + i] -= factor * self.right[k];
            }
        }
        for k in (0..n).rev() {
            let sum: f64 = (k + 1..n).map(|j| self.matrix[k][j] * self.right[j]).sum();
            self.right[k] = (self.right[k] - sum) / self.matrix[k][k];
        }
        Some(self.right)
    }
}
