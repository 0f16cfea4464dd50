//! The search behind [`crate::modes::modes`]: find, count, repair.

use crate::analysis::Analysis;
use crate::band::{self, Shifted};
use crate::cholesky::Cholesky;
use crate::dense::{Dense, norm};
use crate::eigen;
use crate::elastic::Elastic;
use crate::factor_error::FactorError;
use crate::lanczos::{self, Effort, Operator, Outcome, Task};
use crate::ldlt::Ldlt;
use crate::modes::{Certificate, Cost, Modes, ModesOptions, empty};
use crate::modes_error::ModesError;
use crate::null_space::{HeldSolver, NullSpace, hold_in_place};
use crate::progress::Progress;
use crate::row_block::{Row, WIDEST, pack, symmetric_product, unpack, with_width};
use crate::sparse::Sparse;
use crate::threads::Threads;
use std::sync::Arc;

/// Largest backward error with which a count is believed [-].
const TRUSTED: f64 = 1e-9;
/// Relative distance below which two eigenvalues belong to one cluster, which a shift must not cut [-].
const CLUSTER: f64 = 1e-5;
/// Part of the largest μ = 1/λ below which an eigenvalue is a direction without mass [-].
const MASSLESS: f64 = 1e-13;
/// How often the search is continued when the count says that modes are missing.
const REPAIRS: usize = 6;

/// A search for modes of one pencil.
pub(crate) struct Search<'a> {
    k: &'a Sparse,
    m: &'a Sparse,
    options: &'a ModesOptions,
    progress: &'a dyn Progress,
    analysis: Arc<Analysis>,
    /// Factor of K held at the pins, or of K − shift·M; given back before the count to save memory.
    factor: Option<Cholesky>,
    pins: Vec<usize>,
    rigid: Dense,
    momenta: Dense,
    /// Zero, or a negative number below all eigenvalues.
    shift: f64,
    cost: Cost,
}

/// Eigenpairs of the inverse operator, largest first.
struct Found {
    inverse: Vec<f64>,
    /// In the coordinates of the operator.
    vectors: Dense,
    /// In the coordinates of the caller, mass-normalised.
    displacements: Dense,
    /// Upper estimate of the next eigenvalue λ.
    next: Option<f64>,
    /// Nothing further exists.
    exhausted: bool,
}

impl Found {
    fn eigenvalues(&self, shift: f64) -> Vec<f64> {
        self.inverse.iter().map(|mu| shift + 1.0 / mu).collect()
    }
}

/// The number of eigenvalues below a shift.
struct Count {
    shift: f64,
    below: usize,
    backward_error: f64,
}

impl<'a> Search<'a> {
    pub fn held(
        k: &'a Sparse,
        m: &'a Sparse,
        null_space: NullSpace,
        options: &'a ModesOptions,
        progress: &'a dyn Progress,
    ) -> Self {
        let HeldSolver::Factored(factor) = null_space.solver else {
            unreachable!("modes are searched for with a factor")
        };
        Self {
            k,
            m,
            options,
            progress,
            analysis: Arc::clone(factor.analysis()),
            factor: Some(factor),
            pins: null_space.pins,
            rigid: null_space.vectors,
            momenta: null_space.momenta,
            shift: 0.0,
            cost: Cost { factorisations: null_space.factorisations, ..Cost::default() },
        }
    }

    /// K has negative eigenvalues: a shift below all of them makes K − σM positive definite.
    pub fn shifted(
        k: &'a Sparse,
        m: &'a Sparse,
        options: &'a ModesOptions,
        progress: &'a dyn Progress,
    ) -> Result<Self, ModesError> {
        let n = k.rows();
        let analysis = Arc::new(Analysis::of(&k.add_scaled(1.0, m, 0.0))?);
        let ratios =
            k.diagonal().into_iter().zip(m.diagonal()).filter(|&(_, m)| m > 0.0).map(|(k, m)| k.abs() / m);
        let largest = ratios.fold(0.0, f64::max);
        let mut failure = (0.0, 0);
        for tries in 0..8 {
            let shift = -largest * 10f64.powi(2 * tries - 9);
            match Cholesky::factor_with(&analysis, &k.add_scaled(1.0, m, -shift), &options.threads) {
                Ok(factor) => {
                    let cost = Cost { factorisations: tries as usize + 1, ..Cost::default() };
                    let (rigid, momenta) = (Dense::zeros(n, 0), Dense::zeros(n, 0));
                    let factor = Some(factor);
                    let pins = Vec::new();
                    return Ok(Self {
                        k,
                        m,
                        options,
                        progress,
                        analysis,
                        factor,
                        pins,
                        rigid,
                        momenta,
                        shift,
                        cost,
                    });
                }
                Err(FactorError::NotPositiveDefinite { row, .. }) => failure = (shift, row),
                Err(error) => return Err(error.into()),
            }
        }
        Err(ModesError::Unbounded { shift: failure.0, row: failure.1 })
    }

    fn dimension(&self) -> usize {
        self.k.rows() - self.pins.len()
    }

    /// The `count` lowest elastic modes, and a count in the gap above them.
    pub fn lowest(&mut self, count: usize) -> Result<Modes, ModesError> {
        let asked = count.min(self.dimension());
        if asked == 0 {
            return Ok(self.nothing(count > 0));
        }
        let mut found = self.search(asked, None)?;
        let upper = self.limit_above(&found);
        if !self.options.certify {
            let exhausted = found.exhausted && found.inverse.len() < count;
            return Ok(self.assemble(found, None, None, upper, exhausted));
        }
        self.factor = None;
        let mut at_upper = self.count_below(upper)?;
        for _ in 0..REPAIRS {
            let elastic = at_upper.below.saturating_sub(self.rigid.cols());
            if found.inverse.len() >= elastic || found.exhausted {
                break;
            }
            found = self.search(elastic, Some(found))?;
            self.factor = None;
            // The repaired set may end elsewhere: modes above the limit are not covered by the count.
            let keep = found.eigenvalues(self.shift).iter().filter(|&&v| v < at_upper.shift).count();
            if keep < elastic {
                let upper = self.limit_above(&found);
                at_upper = self.count_below(upper)?;
            }
        }
        let exhausted = found.exhausted && found.inverse.len() < count;
        self.verify(&found, &at_upper)?;
        Ok(self.assemble(found, None, Some(&at_upper), upper, exhausted))
    }

    /// No elastic mode was asked for, or none exists: an empty interval, which needs no count.
    fn nothing(&self, exhausted: bool) -> Modes {
        let n = self.k.rows();
        let certificate = Certificate { lower: self.shift, upper: self.shift, ..empty().certificate };
        Modes {
            vectors: Dense::zeros(n, 0),
            rigid: self.rigid.clone(),
            certificate,
            exhausted,
            cost: self.cost,
            ..empty()
        }
    }

    /// A number in the gap between the last mode found and the next.
    fn limit_above(&self, found: &Found) -> f64 {
        let last = found.eigenvalues(self.shift).last().copied().unwrap_or(self.shift);
        match (found.exhausted, found.next) {
            (false, Some(next)) if next > last => last + 0.5 * (next - last).min(0.2 * (last - self.shift)),
            _ => last + 0.5 * (last - self.shift).max(f64::MIN_POSITIVE),
        }
    }

    /// All elastic modes below `upper` and, if given, above `lower`.
    pub fn between(&mut self, lower: Option<f64>, upper: f64) -> Result<Modes, ModesError> {
        let at_upper = self.count_below(upper)?;
        let at_lower = lower
            .filter(|&lower| lower > 0.0 || self.shift < 0.0)
            .map(|v| self.count_below(v))
            .transpose()?;
        let elastic = at_upper.below.saturating_sub(self.rigid.cols());
        if let Some(at_lower) = &at_lower
            && let Some(inside) = self.inside(at_lower, &at_upper)?
        {
            return Ok(inside);
        }
        let mut found = self.search(elastic, None)?;
        for _ in 0..REPAIRS {
            let below = found.eigenvalues(self.shift).iter().filter(|&&v| v < at_upper.shift).count();
            if below >= elastic || found.exhausted {
                break;
            }
            found = self.search(elastic, Some(found))?;
        }
        self.verify(&found, &at_upper)?;
        Ok(self.assemble(found, at_lower.as_ref(), Some(&at_upper), upper, false))
    }

    /// The modes between two counts by shift-invert from the middle, if that is worthwhile and converges.
    fn inside(&mut self, lower: &Count, upper: &Count) -> Result<Option<Modes>, ModesError> {
        let wanted = upper.below.saturating_sub(lower.below);
        let block = self.options.block.clamp(1, WIDEST);
        let limit = 3 * wanted + 10 * block + 20;
        if wanted == 0 || lower.below < 2 * wanted || limit + 2 * block > self.dimension() {
            return Ok(None);
        }
        self.factor = None;
        let Some((shift, factor)) = self.middle_factor(lower.shift, upper.shift)? else { return Ok(None) };
        let pencil = Shifted { factor: &factor, mass: self.m, shift, threads: &self.options.threads };
        self.progress.stage("Lanczos iteration", Some(wanted as u64));
        let Some(found) = band::nearest(&pencil, wanted, block, limit, self.options.tolerance) else {
            return Ok(None);
        };
        self.cost.solves += found.solves;
        self.cost.blocks += found.blocks;
        let inside = |v: &&f64| **v > lower.shift && **v < upper.shift;
        if found.eigenvalues.iter().filter(inside).count() != wanted {
            return Ok(None);
        }
        let residuals = residuals(self.k, self.m, &found.eigenvalues, &found.vectors, &self.options.threads);
        let certificate = Certificate {
            lower: lower.shift,
            upper: upper.shift,
            count_below_lower: lower.below.saturating_sub(self.rigid.cols()),
            count_below_upper: upper.below.saturating_sub(self.rigid.cols()),
            found: wanted,
            complete: true,
            factorisation_residual: Some(lower.backward_error.max(upper.backward_error)),
        };
        Ok(Some(Modes {
            negative: found.eigenvalues.iter().filter(|&&v| v < 0.0).count(),
            eigenvalues: found.eigenvalues,
            vectors: found.vectors,
            rigid: self.rigid.clone(),
            residuals,
            certificate,
            exhausted: false,
            cost: self.cost,
        }))
    }

    /// A trusted factor of K − σM with σ near the middle of the band, but not on an eigenvalue.
    fn middle_factor(&mut self, lower: f64, upper: f64) -> Result<Option<(f64, Ldlt)>, ModesError> {
        for place in [0.5, 0.482, 0.531] {
            let shift = lower + place * (upper - lower);
            self.cost.factorisations += 1;
            let matrix = self.k.add_scaled(1.0, self.m, -shift);
            match Ldlt::factor_with(&self.analysis, &matrix, &self.options.threads) {
                Ok(factor) if factor.backward_error() <= TRUSTED => return Ok(Some((shift, factor))),
                Ok(_) | Err(FactorError::Singular { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(None)
    }

    /// Compares what was found with what was counted.
    fn verify(&self, found: &Found, count: &Count) -> Result<(), ModesError> {
        let counted = count.below.saturating_sub(self.rigid.cols());
        let below = found.eigenvalues(self.shift).iter().filter(|&&v| v < count.shift).count();
        let limit = count.shift;
        match below.cmp(&counted) {
            std::cmp::Ordering::Equal if count.below >= self.rigid.cols() => Ok(()),
            std::cmp::Ordering::Less => Err(ModesError::Incomplete { found: below, counted, limit }),
            _ => Err(ModesError::Contradiction { found: below, counted, limit }),
        }
    }

    /// Counts the eigenvalues of K x = λ M x below a shift, which is moved a little if it meets an eigenvalue.
    fn count_below(&mut self, shift: f64) -> Result<Count, ModesError> {
        self.progress.stage("counting eigenvalues", None);
        let mut last = ModesError::Untrusted { backward_error: f64::NAN, shift };
        for nudge in [0.0, 1e-9, -1e-9, 1e-7] {
            let moved = shift + nudge * (shift - self.shift).abs();
            let matrix = self.k.add_scaled(1.0, self.m, -moved);
            self.cost.factorisations += 1;
            match Ldlt::factor_with(&self.analysis, &matrix, &self.options.threads) {
                Ok(factor) if factor.backward_error() <= TRUSTED => {
                    let (below, backward_error) = (factor.inertia().negative, factor.backward_error());
                    return Ok(Count { shift: moved, below, backward_error });
                }
                Ok(factor) => {
                    last = ModesError::Untrusted { backward_error: factor.backward_error(), shift: moved }
                }
                Err(error @ FactorError::Singular { .. }) => last = error.into(),
                Err(error) => return Err(error.into()),
            }
        }
        Err(last)
    }

    /// At least `count` lowest elastic modes, continuing from what is known.
    fn search(&mut self, count: usize, known: Option<Found>) -> Result<Found, ModesError> {
        let repeated = known.is_some();
        let factor = match self.factor.take() {
            Some(factor) => factor,
            None => self.refactor()?,
        };
        let order = self.analysis.ordering();
        let mass = self.m.symmetric_renumbered(order.old_of_new(), order.new_of_old());
        let elastic = Elastic::new(&factor, &mass, &self.momenta, &self.pins, &self.options.threads);
        let dense = self.k.rows() <= self.options.dense_limit || count >= self.dimension() / 2;
        let mut found = if dense {
            if self.k.rows() > self.options.all_limit {
                return Err(ModesError::TooLarge { rows: self.k.rows(), limit: self.options.all_limit });
            }
            dense_search(&elastic, count, self.shift, &mut self.cost)?
        } else {
            let task = self.task(&elastic, count, known.as_ref(), repeated);
            self.progress.stage("Lanczos iteration", Some(count as u64));
            let report = |done: usize| self.progress.advance(done as u64);
            let (outcome, effort) = lanczos::largest(&elastic, &task, &self.options.threads, report);
            add_effort(&mut self.cost, effort);
            match outcome {
                Outcome::Converged(ritz) => found_from(&ritz, self.shift),
                Outcome::Stalled { converged } => {
                    let restarts = self.cost.restarts;
                    return Err(ModesError::NoConvergence { wanted: count, converged, restarts });
                }
            }
        };
        drop_massless(&mut found);
        found.displacements = self.displacements(&elastic, &found);
        self.factor = Some(factor);
        Ok(found)
    }

    fn task<'t>(
        &self,
        elastic: &Elastic<'_>,
        count: usize,
        known: Option<&'t Found>,
        repeated: bool,
    ) -> Task<'t> {
        let block = self.options.block.clamp(1, WIDEST);
        let smallest = count + count / 2 + 6 * block;
        let limit = self.options.basis_limit.unwrap_or(2 * count + 12 * block + 20).max(smallest);
        Task {
            wanted: count,
            tolerance: self.options.tolerance,
            cluster: CLUSTER,
            block,
            basis_limit: limit.max(known.map_or(0, |f| f.inverse.len()) + 6 * block),
            restart_limit: self.options.restart_limit,
            known: known.map(|found| (&found.inverse[..], &found.vectors)),
            start: self.options.start.as_ref().filter(|_| !repeated).map(|x| elastic.start_from(x)),
            seed: if repeated { 11 + self.cost.blocks as u64 } else { 5 },
        }
    }

    /// The factor again, after it was given back for the count.
    fn refactor(&mut self) -> Result<Cholesky, ModesError> {
        self.cost.factorisations += 1;
        let mut matrix = self.k.add_scaled(1.0, self.m, -self.shift);
        hold_in_place(&mut matrix, &self.pins);
        Ok(Cholesky::factor_with(&self.analysis, &matrix, &self.options.threads)?)
    }

    /// x = P L⁻ᵀ y/√μ, which has xᵀ M x = 1.
    fn displacements(&self, elastic: &Elastic<'_>, found: &Found) -> Dense {
        let mut x = elastic.displacements(&found.vectors);
        let share = self.momenta.transpose_matmul(&x);
        x.add_scaled(-1.0, &self.rigid.matmul(&share));
        for (j, mu) in found.inverse.iter().enumerate() {
            x.column_mut(j).iter_mut().for_each(|a| *a /= mu.sqrt());
        }
        x
    }

    fn assemble(
        &self,
        found: Found,
        at_lower: Option<&Count>,
        at_upper: Option<&Count>,
        upper: f64,
        exhausted: bool,
    ) -> Modes {
        let all = found.eigenvalues(self.shift);
        let limit = at_upper.map_or(upper, |count| count.shift);
        let lower = at_lower.map_or(self.shift, |count| count.shift);
        let begin = all.iter().filter(|&&v| v < lower).count();
        let end = all.iter().filter(|&&v| v < limit).count();
        let eigenvalues = all[begin..end].to_vec();
        let vectors = found.displacements.columns(begin..end);
        let elastic_below = |count: &Count| count.below.saturating_sub(self.rigid.cols());
        let count_below_lower = at_lower.map_or(0, elastic_below);
        let certificate = Certificate {
            lower,
            upper: limit,
            count_below_lower,
            count_below_upper: at_upper.map_or(0, elastic_below),
            found: eigenvalues.len(),
            complete: at_upper
                .is_some_and(|count| elastic_below(count) - count_below_lower == eigenvalues.len()),
            factorisation_residual: at_upper.map(|count| count.backward_error),
        };
        let residuals = residuals(self.k, self.m, &eigenvalues, &vectors, &self.options.threads);
        let negative = eigenvalues.iter().filter(|&&v| v < 0.0).count();
        Modes {
            eigenvalues,
            vectors,
            rigid: self.rigid.clone(),
            residuals,
            certificate,
            negative,
            exhausted,
            cost: self.cost,
        }
    }
}

fn add_effort(cost: &mut Cost, effort: Effort) {
    cost.solves += effort.vectors;
    cost.blocks += effort.blocks;
    cost.restarts += effort.restarts;
}

fn found_from(ritz: &lanczos::Ritz, shift: f64) -> Found {
    Found {
        inverse: ritz.values.clone(),
        vectors: ritz.vectors.clone(),
        displacements: Dense::zeros(0, 0),
        next: ritz.next.filter(|&mu| mu > 0.0).map(|mu| shift + 1.0 / mu),
        exhausted: ritz.exhausted,
    }
}

/// All eigenpairs of the operator by a dense method; the first `count` are kept.
fn dense_search(
    elastic: &Elastic<'_>,
    count: usize,
    shift: f64,
    cost: &mut Cost,
) -> Result<Found, ModesError> {
    let n = elastic.rows();
    let mut matrix = Dense::zeros(n, n);
    for begin in (0..n).step_by(WIDEST) {
        let cols = begin..(begin + WIDEST).min(n);
        let mut unit = Dense::from_fn(n, cols.len(), |i, j| if i == begin + j { 1.0 } else { 0.0 });
        elastic.confine(&mut unit);
        let image = elastic.apply(&unit);
        cols.enumerate().for_each(|(k, j)| matrix.column_mut(j).copy_from_slice(image.column(k)));
        cost.blocks += 1;
        cost.solves += unit.cols();
    }
    let eigen = eigen::symmetric(&matrix.symmetric_part())?;
    let inverse: Vec<f64> = eigen.values.iter().rev().copied().collect();
    let vectors = Dense::from_fn(n, n, |i, j| eigen.vectors[(i, n - 1 - j)]);
    let floor = MASSLESS * inverse[0].max(0.0);
    let finite = inverse.iter().filter(|&&mu| mu > floor).count().min(elastic.dimension());
    let cut = |c: usize| c > 0 && c < finite && inverse[c - 1] - inverse[c] <= CLUSTER * inverse[c - 1];
    let kept = (count.min(finite)..).find(|&c| !cut(c)).unwrap_or(finite);
    Ok(Found {
        inverse: inverse[..kept].to_vec(),
        vectors: vectors.columns(0..kept),
        displacements: Dense::zeros(0, 0),
        next: inverse[..finite].get(kept).map(|mu| shift + 1.0 / mu),
        exhausted: kept == finite,
    })
}

/// Drops the zero eigenvalues of the operator: directions without mass have no finite frequency.
fn drop_massless(found: &mut Found) {
    let floor = MASSLESS * found.inverse.first().copied().unwrap_or(0.0).max(0.0);
    let finite = found.inverse.iter().filter(|&&mu| mu > floor).count();
    if finite < found.inverse.len() {
        found.inverse.truncate(finite);
        found.vectors = found.vectors.columns(0..finite);
        (found.next, found.exhausted) = (None, true);
    }
}

/// Backward errors of the pencil scaled to unit diagonal.
fn residuals(k: &Sparse, m: &Sparse, eigenvalues: &[f64], vectors: &Dense, threads: &Threads) -> Vec<f64> {
    let (stiffness, mass) = (k.diagonal(), m.diagonal());
    let mut answer = Vec::with_capacity(eigenvalues.len());
    for begin in (0..vectors.cols()).step_by(WIDEST) {
        let cols = begin..(begin + WIDEST).min(vectors.cols());
        let (kx, mx) = with_width!(cols.len(), products(k, m, vectors, cols.clone(), threads));
        for (c, j) in cols.enumerate() {
            let value = eigenvalues[j];
            let weight = |i: usize| (stiffness[i].abs() + value.abs() * mass[i]).sqrt();
            let rows = (0..k.rows()).filter(|&i| weight(i) > 0.0);
            let force = rows.clone().map(|i| (kx[(i, c)] - value * mx[(i, c)]) / weight(i));
            let size = rows.map(|i| vectors[(i, j)] * weight(i));
            answer.push(norm(&force.collect::<Vec<f64>>()) / norm(&size.collect::<Vec<f64>>()));
        }
    }
    answer
}

fn products<const W: usize>(
    k: &Sparse,
    m: &Sparse,
    x: &Dense,
    cols: std::ops::Range<usize>,
    threads: &Threads,
) -> (Dense, Dense) {
    let rows: Vec<Row<W>> = pack(x, cols.clone(), None);
    let product = |a: &Sparse| {
        let mut y = Dense::zeros(x.rows(), cols.len());
        unpack(&symmetric_product(a, &rows, threads), &mut y, 0..cols.len(), None);
        y
    };
    (product(k), product(m))
}
