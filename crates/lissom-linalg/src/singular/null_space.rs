//! The null space of a stiffness matrix: rigid motions and mechanisms, found, verified and split off exactly.
//!
//! Everything is judged in coordinates scaled with the diagonal of K, $\hat K = S K S$ with
//! $S = \mathrm{diag}(K)^{-1/2}$ and $\hat q = S^{-1} q$, so that mixed translations and rotations, or a
//! change of units, change no verdict.

use crate::factor::analysis::Analysis;
use crate::factor::cholesky::Cholesky;
use crate::factor::factor_error::FactorError;
use crate::matrix::dense::{Dense, dot, norm};
use crate::matrix::sparse::Sparse;
use crate::pseudo_random::PseudoRandom;
use crate::singular::null_space_error::NullSpaceError;
use crate::singular::projected_cg::{CgRecord, ProjectedCg};
use crate::small::eigen;
use crate::small::qr::PivotedQr;
use crate::small::svd::svd;
use crate::threads::{Solver, Threads};
use std::sync::Arc;

/// A candidate is a null vector if ‖K̂ q̂‖ ≤ 1e-8 ‖K̂‖ ‖q̂‖: coordinates read from a file carry about eight digits.
const ACCEPT: f64 = 1e-8;
/// A pivot below this fraction of its diagonal starts the search for a further null vector. Rounding leaves
/// about 1e-15 of a truly vanishing pivot; a cantilever of 1000 beam elements, as soft as models get, keeps
/// 2e-10.
const HEALTHY: f64 = 1e-12;
/// A Rayleigh quotient of K̂ above this is never called zero: even tables printed with 10 digits do better.
const ZERO: f64 = 1e-10;
/// Rayleigh quotients of true null vectors differ from zero by rounding only, about this much.
const ROUNDING: f64 = 1e-16;
/// The factor by which "small" must exceed "zero".
const GAP: f64 = 1e3;

/// How a null space was found, and how clearly.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Evidence {
    /// True if the vectors come from an iteration rather than from candidates.
    pub searched: bool,
    /// The largest Rayleigh quotient of K̂ among the accepted vectors [-]; 0 if there are none.
    pub largest_accepted: f64,
    /// The smallest Rayleigh quotient of K̂ among what was rejected, where something was tested [-].
    pub smallest_rejected: Option<f64>,
    /// The smallest ratio of pivot to diagonal of the pinned stiffness [-]; `None` where nothing was factored.
    pub smallest_pivot: Option<f64>,
}

/// Solver of K x = f for self-balanced forces.
#[derive(Debug, Clone)]
pub enum HeldSolver {
    /// The factor of K with the rows and columns of the pins replaced by their diagonal entry.
    Factored(Cholesky),
    /// Conjugate gradients; missing null vectors show in the residuals only.
    Iterated(ProjectedCg),
}

impl HeldSolver {
    /// Cost and residual of the iteration so far; `None` for a factor.
    #[must_use]
    pub fn record(&self) -> Option<CgRecord> {
        match self {
            Self::Factored(_) => None,
            Self::Iterated(solver) => Some(solver.record()),
        }
    }
}

/// Vectors Q with K Q = 0 and Qᵀ M Q = I, and a stiffness that is fixed at as many pins.
#[derive(Debug, Clone)]
pub struct NullSpace {
    /// The null vectors Q as columns, mass-orthonormal.
    pub vectors: Dense,
    /// M Q.
    pub momenta: Dense,
    /// ‖K̂ q̂‖ / (‖K̂‖ ‖q̂‖) of each vector [-].
    pub residuals: Vec<f64>,
    /// Statically determinate supports of the body, one for each vector [-].
    pub pins: Vec<usize>,
    /// How clearly it was determined.
    pub evidence: Evidence,
    /// Solver with K: the rows of the pins fixed, or rigid motions projected out.
    pub solver: HeldSolver,
    /// Numerical factorisations spent [-].
    pub factorisations: usize,
}

/// Sizes fit, and all numbers are finite.
fn check(k: &Sparse, m: &Sparse, candidates: Option<&Dense>) -> Result<(), NullSpaceError> {
    let rows = candidates.map_or(k.rows(), Dense::rows);
    if m.rows() != k.rows() || rows != k.rows() {
        return Err(NullSpaceError::Shape { stiffness: k.rows(), mass: m.rows(), candidates: rows });
    }
    k.is_finite().and_then(|()| m.is_finite()).map_err(FactorError::NotFinite)?;
    match candidates.and_then(Dense::first_not_finite) {
        Some((row, col)) => Err(NullSpaceError::CandidateNotFinite { row, col }),
        None => Ok(()),
    }
}

impl NullSpace {
    /// Finds the null space of a positive semidefinite K.
    ///
    /// `candidates` are columns whose span should contain the null space (rigid motions of a body that may be
    /// partly supported): combinations that K annihilates are accepted. If the held stiffness is then still
    /// nearly singular (a mechanism, or no candidates at all), the rest is searched for by inverse iteration.
    /// # Errors
    /// See [`NullSpaceError`]; in particular nothing is guessed when "zero" and "small" cannot be distinguished.
    pub fn find(
        k: &Sparse,
        m: &Sparse,
        candidates: Option<&Dense>,
        threads: &Threads,
    ) -> Result<Self, NullSpaceError> {
        check(k, m, candidates)?;
        // The pattern of K − σM, so that shifted matrices can share the analysis.
        let stiffness = k.add_scaled(1.0, m, 0.0);
        let analysis = Arc::new(Analysis::of(&stiffness)?);
        let mut search =
            NearNull { scale: scales(&stiffness, m)?, stiffness, mass: m, analysis: Some(analysis), threads };
        let given = candidates.map_or(Dense::zeros(k.rows(), 0), |c| search.accept(c));
        match search.hold(&given) {
            Ok(held) => return search.finish(given, held, false, None, 1),
            Err(error) => search.singular_or(error)?,
        }
        let (found, smallest_rejected, spent) = search.iterate()?;
        let pins = search.pins(&found);
        match search.hold_at(pins) {
            Ok(held) => {
                let exact = search.completed(&held, &found);
                search.finish(exact, held, true, smallest_rejected, spent + 2)
            }
            Err(NullSpaceError::Factor(FactorError::NotPositiveDefinite { row, .. })) => {
                Err(NullSpaceError::StillSingular { row, found: found.cols() })
            }
            Err(error) => Err(error),
        }
    }

    /// The null space as [`NullSpace::find`] finds it, with a factor; where that would exceed the memory
    /// limit ([`Threads::memory_limit`]), or where iteration is requested ([`Threads::solver`]), with
    /// conjugate gradients.
    ///
    /// # Errors
    /// See [`NullSpaceError`].
    pub fn within_memory(
        k: &Sparse,
        m: &Sparse,
        candidates: Option<&Dense>,
        threads: &Threads,
    ) -> Result<Self, NullSpaceError> {
        if threads.solver() == Solver::Iterative {
            return Self::iterating(k, m, candidates, threads);
        }
        match Self::find(k, m, candidates, threads) {
            Err(NullSpaceError::Factor(FactorError::TooLarge { .. })) if threads.solver() == Solver::Any => {
                Self::iterating(k, m, candidates, threads)
            }
            found => found,
        }
    }

    /// The null space without a factorisation: combinations of the candidates that K annihilates. That there are no
    /// others is not proved; a solve for a force that acts on one leaves a residual.
    ///
    /// # Errors
    /// See [`NullSpaceError`].
    pub fn iterating(
        k: &Sparse,
        m: &Sparse,
        candidates: Option<&Dense>,
        threads: &Threads,
    ) -> Result<Self, NullSpaceError> {
        check(k, m, candidates)?;
        let search =
            NearNull { scale: scales(k, m)?, stiffness: k.clone(), mass: m, analysis: None, threads };
        let given = candidates.map_or(Dense::zeros(k.rows(), 0), |c| search.accept(c));
        let null = match given.cols() {
            0 => given.clone(),
            _ => orthonormal(&Dense::from_fn(k.rows(), given.cols(), |i, j| given[(i, j)] / search.scale[i])),
        };
        let solver = HeldSolver::Iterated(ProjectedCg::new(k, &search.scale, null, threads));
        search.finish(given, Held { pins: Vec::new(), solver }, false, None, 0)
    }

    /// The number of null vectors [-].
    pub fn count(&self) -> usize {
        self.vectors.cols()
    }

    /// x ← P x = x − Q Qᵀ M x: the part of a displacement without rigid motion, \[StaticDeformation, §2\].
    pub fn project_displacement(&self, x: &mut Dense) {
        let share = self.momenta.transpose_matmul(x);
        x.add_scaled(-1.0, &self.vectors.matmul(&share));
    }

    /// f ← Pᵀ f = f − M Q Qᵀ f: the self-balanced part of a force, \[StaticDeformation, §2\].
    pub fn project_force(&self, f: &mut Dense) {
        let share = self.vectors.transpose_matmul(f);
        f.add_scaled(-1.0, &self.momenta.matmul(&share));
    }
}

/// A stiffness fixed at pins.
pub(crate) struct Held {
    pub pins: Vec<usize>,
    pub solver: HeldSolver,
}

/// The search for vectors that a positive semidefinite matrix annihilates.
pub(crate) struct NearNull<'a> {
    stiffness: Sparse,
    mass: &'a Sparse,
    scale: Vec<f64>,
    /// `None` where nothing is factored.
    analysis: Option<Arc<Analysis>>,
    threads: &'a Threads,
}

impl<'a> NearNull<'a> {
    /// A search with the given scales.
    pub fn of(
        stiffness: Sparse,
        mass: &'a Sparse,
        scale: Vec<f64>,
        threads: &'a Threads,
    ) -> Result<Self, NullSpaceError> {
        let analysis = Some(Arc::new(Analysis::of(&stiffness)?));
        Ok(Self { stiffness, mass, scale, analysis, threads })
    }

    /// Combinations of the candidates that K annihilates, orthonormal in scaled coordinates, unscaled again.
    fn accept(&self, candidates: &Dense) -> Dense {
        let mut scaled =
            Dense::from_fn(candidates.rows(), candidates.cols(), |i, j| candidates[(i, j)] / self.scale[i]);
        for j in 0..scaled.cols() {
            let size = norm(scaled.column(j));
            // Zero vectors are dropped.
            let unit = |x: f64| if size.is_finite() { x / size } else { 0.0 };
            if size != 0.0 {
                scaled.column_mut(j).iter_mut().for_each(|x| *x = unit(*x));
            }
        }
        let qr = PivotedQr::factor(&scaled);
        let basis = qr.q.columns(0..qr.rank(1e-10));
        let forces = self.scaled_product(&basis);
        let split = svd(&forces).expect("the singular values of a thin matrix of finite numbers exist");
        let limit = ACCEPT * self.scaled_norm();
        let begin = split.values.iter().take_while(|&&s| s > limit).count();
        self.unscaled(&basis.matmul(&split.right.columns(begin..split.right.cols())))
    }

    fn hold(&mut self, vectors: &Dense) -> Result<Held, NullSpaceError> {
        let held = self.hold_at(self.pins(vectors))?;
        let HeldSolver::Factored(factor) = &held.solver else { return Ok(held) };
        let smallest = factor.smallest_pivot();
        if smallest.ratio < HEALTHY {
            let diagonal = self.stiffness.get(smallest.row, smallest.row);
            let pivot = smallest.ratio * diagonal;
            return Err(FactorError::NotPositiveDefinite { row: smallest.row, pivot, diagonal }.into());
        }
        Ok(held)
    }

    /// Replaces the rows and columns of the pins by their diagonal entries and factors.
    pub(crate) fn hold_at(&mut self, pins: Vec<usize>) -> Result<Held, NullSpaceError> {
        let overwritten = hold_in_place(&mut self.stiffness, &pins);
        let analysis = self.analysis.as_ref().expect("who factors has analysed before");
        let factor = Cholesky::factor_with(analysis, &self.stiffness, self.threads);
        // Backwards, because an entry between two pins is overwritten twice.
        overwritten.iter().rev().for_each(|&(at, value)| self.stiffness.values_mut()[at] = value);
        Ok(Held { solver: HeldSolver::Factored(factor?), pins })
    }

    /// Returns errors other than a loss of rank: a clearly negative pivot, or another failure.
    fn singular_or(&self, error: NullSpaceError) -> Result<(), NullSpaceError> {
        match error {
            NullSpaceError::Factor(FactorError::NotPositiveDefinite { row, pivot, diagonal }) => {
                if pivot < -ACCEPT * diagonal {
                    return Err(NullSpaceError::Indefinite { row, pivot, diagonal });
                }
                Ok(())
            }
            other => Err(other),
        }
    }

    /// The best rows to fix the given vectors: pivoted QR of Q̂ᵀ, \[StaticDeformation, §2\].
    pub(crate) fn pins(&self, vectors: &Dense) -> Vec<usize> {
        let count = vectors.cols();
        let scaled = Dense::from_fn(count, vectors.rows(), |i, j| vectors[(j, i)] / self.scale[j]);
        PivotedQr::factor(&scaled).pivots[..count].to_vec()
    }

    /// Near-null vectors by inverse iteration with K + δ diag(K): vectors, smallest rejected, factorisations.
    pub(crate) fn iterate(&self) -> Result<(Dense, Option<f64>, usize), NullSpaceError> {
        let n = self.stiffness.rows();
        let (factor, spent) = self.shifted()?;
        let mut width = 12.min(n);
        loop {
            let mut random = PseudoRandom::new(3);
            let mut x = Dense::from_fn(n, width, |_, _| random.symmetric());
            for _ in 0..6 {
                x = orthonormal(&self.scaled_solve(&factor, &x));
            }
            let ritz = eigen::symmetric(&x.transpose_matmul(&self.scaled_product(&x)).symmetric_part())
                .expect("the eigenvalues of a small symmetric matrix of finite numbers exist");
            let zeros = ritz.values.iter().filter(|&&v| v <= ZERO).count();
            if zeros == width && width < n {
                width = (2 * width).min(n);
                continue;
            }
            let vectors = x.matmul(&ritz.vectors);
            let count = self.split(&ritz.values, &vectors)?;
            let rejected = ritz.values.get(count).copied();
            return Ok((self.unscaled(&vectors.columns(0..count)), rejected, spent));
        }
    }

    /// How many of the ascending Rayleigh quotients are zero: those before the widest gap.
    fn split(&self, values: &[f64], vectors: &Dense) -> Result<usize, NullSpaceError> {
        let clear = |v: f64| v.abs().max(ROUNDING);
        let zeros = values.iter().filter(|&&v| v <= ZERO).count();
        if zeros == 0 {
            return Ok(0);
        }
        if zeros == values.len() {
            return Ok(zeros);
        }
        let before = |c: usize| if c == 0 { ROUNDING } else { clear(values[c - 1]) };
        let ratio = |c: usize| clear(values[c]) / before(c);
        let count = (0..=zeros).max_by(|&a, &b| ratio(a).total_cmp(&ratio(b))).unwrap_or(0);
        if ratio(count) < GAP {
            let doubtful = vectors.column(zeros - 1);
            let row = largest_entry(doubtful);
            return Err(NullSpaceError::NoGap { accepted: values[zeros - 1], rejected: values[zeros], row });
        }
        Ok(count)
    }

    /// The factor of K + δ diag(K) for the smallest δ that works, and the factorisations spent.
    fn shifted(&self) -> Result<(Cholesky, usize), NullSpaceError> {
        let mut last = None;
        for (tries, shift) in [1e-12, 1e-10, ACCEPT].into_iter().enumerate() {
            let diagonal: Vec<f64> = self.scale.iter().map(|s| shift / (s * s)).collect();
            let shifted = self.stiffness.add_scaled(1.0, &Sparse::from_diagonal(&diagonal), 1.0);
            match Cholesky::factor(&shifted, self.threads) {
                Ok(factor) => return Ok((factor, tries + 1)),
                Err(error) => last = Some(error),
            }
        }
        match last {
            Some(FactorError::NotPositiveDefinite { row, pivot, diagonal }) => {
                Err(NullSpaceError::Indefinite { row, pivot, diagonal })
            }
            Some(error) => Err(error.into()),
            None => unreachable!("the list of shifts is not empty"),
        }
    }

    /// The vectors completed statically from their values at the pins, Q_f = −K_ff⁻¹ K_fp Q_p.
    pub(crate) fn completed(&self, held: &Held, vectors: &Dense) -> Dense {
        let n = vectors.rows();
        let mut right = Dense::zeros(n, vectors.cols());
        for j in 0..vectors.cols() {
            for &pin in &held.pins {
                let (rows, values) = self.stiffness.column(pin);
                for (&row, &a) in rows.iter().zip(values) {
                    right[(row as usize, j)] -= a * vectors[(pin, j)];
                }
            }
            for &pin in &held.pins {
                // The held matrix has this diagonal entry alone in the row, so the solution has the value at
                // the pin.
                let diagonal = self.stiffness.get(pin, pin);
                right[(pin, j)] = if diagonal == 0.0 { 1.0 } else { diagonal } * vectors[(pin, j)];
            }
        }
        match &held.solver {
            HeldSolver::Factored(factor) => factor.solve_in_place(&mut right),
            HeldSolver::Iterated(_) => unreachable!("vectors are completed with a factor"),
        }
        right
    }

    fn finish(
        &self,
        vectors: Dense,
        held: Held,
        searched: bool,
        smallest_rejected: Option<f64>,
        factorisations: usize,
    ) -> Result<NullSpace, NullSpaceError> {
        let vectors = self.mass_orthonormal(&self.mass_orthonormal(&vectors)?)?;
        let scaled = Dense::from_fn(vectors.rows(), vectors.cols(), |i, j| vectors[(i, j)] / self.scale[i]);
        let forces = self.scaled_product(&scaled);
        let size = self.scaled_norm();
        let each = 0..vectors.cols();
        let residuals =
            each.clone().map(|j| norm(forces.column(j)) / (size * norm(scaled.column(j)))).collect();
        let quotient = |j: usize| {
            (dot(scaled.column(j), forces.column(j)) / dot(scaled.column(j), scaled.column(j))).abs()
        };
        let evidence = Evidence {
            searched,
            largest_accepted: each.map(quotient).fold(0.0, f64::max),
            smallest_rejected,
            smallest_pivot: match &held.solver {
                HeldSolver::Factored(factor) => Some(factor.smallest_pivot().ratio),
                HeldSolver::Iterated(_) => None,
            },
        };
        let momenta = self.mass.times(&vectors);
        Ok(NullSpace {
            vectors,
            momenta,
            residuals,
            pins: held.pins,
            evidence,
            solver: held.solver,
            factorisations,
        })
    }

    /// Q ← Q L⁻ᵀ with L Lᵀ = Qᵀ M Q.
    fn mass_orthonormal(&self, vectors: &Dense) -> Result<Dense, NullSpaceError> {
        let gram = vectors.transpose_matmul(&self.mass.times(vectors)).symmetric_part();
        let l = eigen::cholesky(&gram)
            .map_err(|_| NullSpaceError::Massless { row: self.lightest(vectors, &gram) })?;
        let mut transposed = vectors.transpose();
        faer::linalg::triangular_solve::solve_lower_triangular_in_place(
            l.view(),
            transposed.view_mut(),
            faer::Par::Seq,
        );
        Ok(transposed.transpose())
    }

    /// The row that moves most in the combination of vectors with the least mass for its size in scaled coordinates.
    fn lightest(&self, vectors: &Dense, gram: &Dense) -> usize {
        let scaled = Dense::from_fn(vectors.rows(), vectors.cols(), |i, j| vectors[(i, j)] / self.scale[i]);
        let sizes = scaled.transpose_matmul(&scaled).symmetric_part();
        // Mass over size is smallest; sizes are those of independent vectors, so that they can divide.
        let combination = match eigen::symmetric_definite(gram, &sizes) {
            Ok(split) => split.vectors.column(0).to_vec(),
            Err(_) => vec![1.0; vectors.cols()],
        };
        largest_entry(&scaled.multiply_vector(&combination))
    }

    fn scaled_product(&self, x: &Dense) -> Dense {
        let mut y = self.stiffness.times(&self.unscaled(x));
        for j in 0..y.cols() {
            y.column_mut(j).iter_mut().zip(&self.scale).for_each(|(a, s)| *a *= s);
        }
        y
    }

    fn scaled_solve(&self, factor: &Cholesky, x: &Dense) -> Dense {
        let mut y = Dense::from_fn(x.rows(), x.cols(), |i, j| x[(i, j)] / self.scale[i]);
        factor.solve_in_place(&mut y);
        Dense::from_fn(x.rows(), x.cols(), |i, j| y[(i, j)] / self.scale[i])
    }

    fn unscaled(&self, x: &Dense) -> Dense {
        Dense::from_fn(x.rows(), x.cols(), |i, j| x[(i, j)] * self.scale[i])
    }

    /// ‖K̂‖₁, at least one because the diagonal of K̂ is one.
    fn scaled_norm(&self) -> f64 {
        let column = |j: usize| {
            let (rows, values) = self.stiffness.column(j);
            rows.iter()
                .zip(values)
                .map(|(&i, a)| (a * self.scale[i as usize] * self.scale[j]).abs())
                .sum::<f64>()
        };
        (0..self.stiffness.cols()).map(column).fold(1.0, f64::max)
    }
}

/// Replaces the rows and columns of the pins by their diagonal entry (1 if that is zero), in place: a copy of
/// the matrix would take much memory. Returns what was overwritten.
pub(crate) fn hold_in_place(stiffness: &mut Sparse, pins: &[usize]) -> Vec<(usize, f64)> {
    let mut overwritten = Vec::new();
    let mut write = |stiffness: &mut Sparse, at: usize, value: f64| {
        overwritten.push((at, stiffness.values()[at]));
        stiffness.values_mut()[at] = value;
    };
    for &pin in pins {
        for at in stiffness.starts()[pin]..stiffness.starts()[pin + 1] {
            let row = stiffness.row_indices()[at] as usize;
            if row != pin {
                write(stiffness, at, 0.0);
                let mirrored = stiffness.position(pin, row).expect("the pattern is symmetric");
                write(stiffness, mirrored, 0.0);
            } else if stiffness.values()[at] == 0.0 {
                write(stiffness, at, 1.0);
            }
        }
    }
    overwritten
}

/// diag(K)^(−1/2); a row without any stiffness is scaled by its mass instead.
fn scales(k: &Sparse, m: &Sparse) -> Result<Vec<f64>, NullSpaceError> {
    let (stiffness, mass) = (k.diagonal(), m.diagonal());
    let ratios = stiffness.iter().zip(&mass).filter(|&(_, &m)| m > 0.0).map(|(k, m)| k / m);
    let largest = ratios.fold(0.0, f64::max);
    let reference = if largest > 0.0 { largest } else { 1.0 };
    let scale = |i: usize| {
        let diagonal = stiffness[i];
        let coupled = || k.column(i).1.iter().any(|&a| a != 0.0);
        if diagonal > 0.0 {
            Ok(1.0 / diagonal.sqrt())
        } else if diagonal < 0.0 || coupled() {
            Err(NullSpaceError::Indefinite { row: i, pivot: diagonal, diagonal })
        } else if mass[i] > 0.0 {
            Ok(1.0 / (reference * mass[i]).sqrt())
        } else {
            Err(NullSpaceError::Massless { row: i })
        }
    };
    (0..k.rows()).map(scale).collect()
}

/// Orthonormal columns with the same span.
fn orthonormal(x: &Dense) -> Dense {
    PivotedQr::factor(x).q
}

/// The row with the largest modulus.
fn largest_entry(x: &[f64]) -> usize {
    (0..x.len()).max_by(|&a, &b| x[a].abs().total_cmp(&x[b].abs())).unwrap_or(0)
}
