//! Block Lanczos iteration with full reorthogonalisation and thick restart, \[Wu2000\].
//!
//! It finds the largest eigenvalues of a symmetric positive semidefinite operator in the Euclidean inner
//! product. After a restart the kept Ritz vectors couple to the next block only, and full
//! reorthogonalisation records that coupling by itself: the projected matrix is simply Vᵀ A V.

use crate::matrix::dense::{Dense, dot, norm};
use crate::matrix::tall::Tall;
use crate::pseudo_random::PseudoRandom;
use crate::small::eigen;
use crate::threads::Threads;

/// A vector that loses all but this part of its length in orthogonalisation carries no new direction.
const DEPENDENT: f64 = 1e-10;

/// A symmetric positive semidefinite operator.
pub(crate) trait Operator {
    /// The number of rows [-].
    fn rows(&self) -> usize;
    /// The dimension of the space it acts in, at most `rows` [-].
    fn dimension(&self) -> usize;
    /// Removes what lies outside that space.
    fn confine(&self, x: &mut Dense);
    /// A x for all columns.
    fn apply(&self, x: &Dense) -> Dense;
}

/// Options of the iteration.
pub(crate) struct Task<'a> {
    /// How many of the largest eigenvalues are requested [-].
    pub wanted: usize,
    /// ‖A y − μ y‖ ≤ tolerance · μ [-].
    pub tolerance: f64,
    /// Values closer than this, relatively, belong together: more are returned rather than cutting a cluster [-].
    pub cluster: f64,
    /// Vectors multiplied at a time [-].
    pub block: usize,
    /// Largest number of basis vectors before a restart [-].
    pub basis_limit: usize,
    /// Largest number of restarts [-].
    pub restart_limit: usize,
    /// Previously converged eigenpairs (values, vectors).
    pub known: Option<(&'a [f64], &'a Dense)>,
    /// First block; pseudo-random if absent.
    pub start: Option<Dense>,
    /// Seed of the pseudo-random directions.
    pub seed: u64,
}

/// Eigenvalues, descending, with their vectors.
pub(crate) struct Ritz {
    pub values: Vec<f64>,
    pub vectors: Dense,
    /// The next Ritz value after those returned, converged or not.
    pub next: Option<f64>,
    /// True if the basis spans the whole space: there is nothing further to find.
    pub exhausted: bool,
}

/// Cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Effort {
    pub vectors: usize,
    pub blocks: usize,
    pub restarts: usize,
}

/// How the iteration ended.
pub(crate) enum Outcome {
    Converged(Ritz),
    /// The number of converged eigenvalues when the restarts were used up.
    Stalled {
        converged: usize,
    },
}

/// The state of the iteration: basis V (first `size` columns), the next block behind it, and Vᵀ A V.
struct State<'a, A: Operator> {
    operator: &'a A,
    threads: &'a Threads,
    random: PseudoRandom,
    basis: Tall,
    size: usize,
    /// Columns of the next block, behind the basis.
    front: usize,
    /// Columns multiplied in the step before, still the newest of the basis; 0 after a restart.
    recent: usize,
    projected: Dense,
    /// The triangular factor that links the basis to the next block.
    link: Dense,
    effort: Effort,
}

/// Runs the iteration; `report` receives the number of converged eigenvalues after each step.
pub(crate) fn largest<A: Operator>(
    operator: &A,
    task: &Task<'_>,
    threads: &Threads,
    report: impl Fn(usize),
) -> (Outcome, Effort) {
    let mut state = State::begin(operator, task, threads);
    loop {
        state.step(task.block);
        let exhausted = state.size >= operator.dimension() || state.front == 0;
        let wanted = task.wanted.min(operator.dimension());
        if state.size >= wanted || exhausted {
            let ritz = state.ritz();
            let enough = ritz.without_cutting(wanted.min(ritz.values.len()), task.cluster);
            let converged =
                (0..enough).take_while(|&i| exhausted || ritz.is_converged(i, task.tolerance)).count();
            report(converged);
            if converged == enough && (exhausted || ritz.next_is_settled(enough)) {
                let effort = state.effort;
                return (Outcome::Converged(state.collect(&ritz, enough, exhausted)), effort);
            }
            if state.size + 2 * task.block > task.basis_limit {
                if state.effort.restarts >= task.restart_limit {
                    return (Outcome::Stalled { converged }, state.effort);
                }
                // Beyond the wanted vectors, keep half of the rest to speed up the next round.
                let keep = (enough + (state.size - enough.min(state.size)) / 2).min(state.size - task.block);
                state.restart(&ritz, keep);
            }
        }
    }
}

/// The eigenpairs of the projected matrix, descending.
struct Projection {
    values: Vec<f64>,
    coefficients: Dense,
    residuals: Vec<f64>,
}

impl Projection {
    /// The given number, raised until it does not cut a cluster of values.
    fn without_cutting(&self, count: usize, cluster: f64) -> usize {
        let cut = |c: &usize| {
            let (Some(&inside), Some(&outside)) = (self.values.get(c.wrapping_sub(1)), self.values.get(*c))
            else {
                return false;
            };
            inside - outside <= cluster * inside
        };
        (count..).find(|c| !cut(c)).unwrap_or(count)
    }

    fn is_converged(&self, i: usize, tolerance: f64) -> bool {
        // Values at the rounding level of the largest are the zero eigenvalues of a singular mass.
        let floor = 1e-14 * self.values.first().copied().unwrap_or(0.0);
        self.residuals[i] <= tolerance * self.values[i].max(floor)
    }

    /// The value after the wanted ones must be known roughly, to place a shift between them.
    fn next_is_settled(&self, wanted: usize) -> bool {
        match (self.values.get(wanted), self.residuals.get(wanted)) {
            (Some(&value), Some(&residual)) => residual <= 1e-3 * value || value <= 1e-12 * self.values[0],
            _ => false,
        }
    }
}

impl<'a, A: Operator> State<'a, A> {
    fn begin(operator: &'a A, task: &Task<'_>, threads: &'a Threads) -> Self {
        let n = operator.rows();
        let known = task.known.map_or(0, |(values, _)| values.len());
        let capacity = task.basis_limit.max(known + 2 * task.block) + 2 * task.block;
        let mut state = Self {
            operator,
            threads,
            random: PseudoRandom::new(task.seed),
            basis: Tall::new(n, capacity),
            size: known,
            front: 0,
            recent: 0,
            projected: Dense::zeros(capacity, capacity),
            link: Dense::zeros(task.block, task.block),
            effort: Effort::default(),
        };
        if let Some((values, vectors)) = task.known {
            state.basis.write(0, vectors);
            values.iter().enumerate().for_each(|(i, &value)| state.projected[(i, i)] = value);
        }
        let mut first = match &task.start {
            Some(start) => start.clone(),
            None => state.random_block(task.block),
        };
        operator.confine(&mut first);
        state.basis.orthogonalise(state.size, &mut first, threads);
        state.basis.orthogonalise(state.size, &mut first, threads);
        state.append(first);
        state
    }

    fn random_block(&mut self, width: usize) -> Dense {
        let random = &mut self.random;
        let mut block = Dense::from_fn(self.operator.rows(), width, |_, _| random.symmetric());
        self.operator.confine(&mut block);
        block
    }

    /// Multiplies the front block and moves it into the basis; what is new becomes the next front.
    fn step(&mut self, block: usize) {
        let front = self.basis.read(self.size, self.front);
        let mut w = self.operator.apply(&front);
        self.effort.vectors += self.front;
        self.effort.blocks += 1;
        let end = self.size + self.front;
        let before: Vec<f64> = (0..w.cols()).map(|j| norm(w.column(j))).collect();
        // The three-term recurrence takes out nearly everything; the full pass that follows then changes
        // little, and one such pass is enough, \[Parlett1998, §6.9\]. After a restart the coupling is full.
        let local = if self.recent == 0 { 0 } else { self.size - self.recent };
        let mut h = Dense::zeros(end, w.cols());
        let first = self.basis.orthogonalise_from(local, end, &mut w, self.threads);
        add_rows(&mut h, local, &first);
        loop {
            let lengths: Vec<f64> = (0..w.cols()).map(|j| norm(w.column(j))).collect();
            let change = self.basis.orthogonalise(end, &mut w, self.threads);
            add_rows(&mut h, 0, &change);
            let kept =
                |j: usize| norm(w.column(j)) >= 0.5 * lengths[j] || lengths[j] <= DEPENDENT * before[j];
            if (0..w.cols()).all(kept) {
                break;
            }
        }
        for j in 0..self.front {
            for i in 0..end {
                let own = i >= self.size;
                let value =
                    if own { 0.5 * (h[(i, j)] + h[(self.size + j, i - self.size)]) } else { h[(i, j)] };
                self.projected[(i, self.size + j)] = value;
                self.projected[(self.size + j, i)] = value;
            }
        }
        (self.recent, self.size) = (self.front, end);
        self.append_linked(w, &before, block);
    }

    /// Orthonormalises the columns of `w` behind the basis; the factor is kept as the link.
    fn append_linked(&mut self, w: Dense, before: &[f64], block: usize) {
        let room = self.operator.dimension().saturating_sub(self.size).min(block);
        self.link = Dense::zeros(room, w.cols());
        let mut done: Vec<Vec<f64>> = Vec::with_capacity(room);
        for (j, &length_before) in before.iter().enumerate() {
            let mut column = w.column(j).to_vec();
            let coefficients = orthogonalise_against(&done, &mut column);
            coefficients.iter().enumerate().for_each(|(i, &c)| self.link[(i, j)] = c);
            let length = norm(&column);
            if length > DEPENDENT * length_before && done.len() < room {
                self.link[(done.len(), j)] = length;
                column.iter_mut().for_each(|x| *x /= length);
                done.push(column);
            }
        }
        self.fill_up(done, room);
    }

    /// The first block; its length does not matter.
    fn append(&mut self, w: Dense) {
        let lengths: Vec<f64> = (0..w.cols()).map(|j| norm(w.column(j)).max(f64::MIN_POSITIVE)).collect();
        let block = w.cols();
        self.append_linked(w, &lengths, block);
    }

    /// Completes a block with random directions where the operator gave no new ones, and stores it.
    fn fill_up(&mut self, mut done: Vec<Vec<f64>>, room: usize) {
        let mut attempts = 0;
        while done.len() < room && attempts < 3 * room {
            attempts += 1;
            let mut fresh = self.random_block(1);
            let length = norm(fresh.column(0));
            for _ in 0..3 {
                self.basis.orthogonalise(self.size, &mut fresh, self.threads);
                orthogonalise_against(&done, fresh.column_mut(0));
            }
            let mut column = fresh.column(0).to_vec();
            let left = norm(&column);
            if left > DEPENDENT * length {
                column.iter_mut().for_each(|x| *x /= left);
                done.push(column);
            }
        }
        self.front = done.len();
        self.basis.write(self.size, &Dense::from_columns(self.operator.rows(), &done));
    }

    fn ritz(&self) -> Projection {
        let n = self.size;
        let matrix = Dense::from_fn(n, n, |i, j| self.projected[(i, j)]);
        let eigen = eigen::symmetric(&matrix).expect("the projection of a finite operator has eigenvalues");
        let values: Vec<f64> = eigen.values.iter().rev().copied().collect();
        let coefficients = Dense::from_fn(n, n, |i, j| eigen.vectors[(i, n - 1 - j)]);
        let newest = n - self.link.cols();
        let residual = |j: usize| {
            let rows = (0..self.link.rows()).map(|i| {
                (0..self.link.cols()).map(|l| self.link[(i, l)] * coefficients[(newest + l, j)]).sum()
            });
            norm(&rows.collect::<Vec<f64>>())
        };
        let residuals = (0..n).map(residual).collect();
        Projection { values, coefficients, residuals }
    }

    fn restart(&mut self, ritz: &Projection, keep: usize) {
        let front = self.basis.read(self.size, self.front);
        self.basis.combine(self.size, &ritz.coefficients.columns(0..keep), self.threads);
        self.basis.write(keep, &front);
        self.projected.as_mut_slice().fill(0.0);
        (0..keep).for_each(|i| self.projected[(i, i)] = ritz.values[i]);
        (self.size, self.recent) = (keep, 0);
        self.effort.restarts += 1;
    }

    fn collect(mut self, ritz: &Projection, count: usize, exhausted: bool) -> Ritz {
        self.basis.combine(self.size, &ritz.coefficients.columns(0..count), self.threads);
        Ritz {
            values: ritz.values[..count].to_vec(),
            vectors: self.basis.read(0, count),
            next: ritz.values.get(count).copied(),
            exhausted,
        }
    }
}

/// Removes the directions `done` twice and returns the total coefficients.
fn orthogonalise_against(done: &[Vec<f64>], column: &mut [f64]) -> Vec<f64> {
    let mut total = vec![0.0; done.len()];
    for _ in 0..2 {
        for (sum, other) in total.iter_mut().zip(done) {
            let share = dot(other, column);
            *sum += share;
            column.iter_mut().zip(other).for_each(|(x, o)| *x -= share * o);
        }
    }
    total
}

fn add_rows(h: &mut Dense, from: usize, part: &Dense) {
    for j in 0..part.cols() {
        for i in 0..part.rows() {
            h[(from + i, j)] += part[(i, j)];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A diagonal operator with the given eigenvalues.
    struct Diagonal(Vec<f64>);

    impl Operator for Diagonal {
        fn rows(&self) -> usize {
            self.0.len()
        }
        fn dimension(&self) -> usize {
            self.0.len()
        }
        fn confine(&self, _x: &mut Dense) {}
        fn apply(&self, x: &Dense) -> Dense {
            Dense::from_fn(x.rows(), x.cols(), |i, j| self.0[i] * x[(i, j)])
        }
    }

    fn task(wanted: usize, block: usize, basis_limit: usize) -> Task<'static> {
        let restart_limit = 200;
        Task {
            wanted,
            tolerance: 1e-10,
            cluster: 1e-6,
            block,
            basis_limit,
            restart_limit,
            known: None,
            start: None,
            seed: 1,
        }
    }

    #[test]
    fn finds_the_largest_with_and_without_restarts() {
        let values: Vec<f64> = (0..400).map(|i| 1.0 / (1.0 + i as f64).powi(2)).collect();
        for (block, limit) in [(1, 400), (4, 400), (4, 44), (8, 64), (3, 40)] {
            let (outcome, effort) =
                largest(&Diagonal(values.clone()), &task(12, block, limit), &Threads::one(), |_| {});
            let Outcome::Converged(ritz) = outcome else { panic!("block {block}, limit {limit}") };
            for (i, exact) in values.iter().take(12).enumerate() {
                assert!((ritz.values[i] / exact - 1.0).abs() < 1e-12, "block {block}, limit {limit}, {i}");
                assert!((ritz.vectors[(i, i)].abs() - 1.0).abs() < 1e-9);
            }
            assert_eq!(effort.restarts > 0, limit < 100, "{effort:?}");
        }
    }

    #[test]
    fn a_small_space_is_exhausted() {
        let (outcome, _) =
            largest(&Diagonal(vec![3.0, 3.0, 3.0, 0.0, 1.0]), &task(9, 4, 60), &Threads::one(), |_| {});
        let Outcome::Converged(ritz) = outcome else { panic!("five values exist") };
        assert!(ritz.exhausted);
        for (value, exact) in ritz.values.iter().zip([3.0, 3.0, 3.0, 1.0, 0.0]) {
            assert!((value - exact).abs() < 1e-13);
        }
    }

    #[test]
    fn an_impossible_limit_is_reported() {
        let values: Vec<f64> = (0..2000).map(|i| 1.0 + 1e-6 * i as f64).collect();
        let hard = Task { restart_limit: 2, ..task(10, 4, 40) };
        let (outcome, effort) = largest(&Diagonal(values), &hard, &Threads::one(), |_| {});
        assert!(matches!(outcome, Outcome::Stalled { .. }));
        assert_eq!(effort.restarts, 2);
    }
}
