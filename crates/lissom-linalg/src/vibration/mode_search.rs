//! The search behind [`crate::vibration::modes::modes`]: find, count, repair.

use crate::factor::analysis::Analysis;
use crate::factor::cholesky::Cholesky;
use crate::factor::factor_error::FactorError;
use crate::factor::ldlt::Ldlt;
use crate::matrix::dense::Dense;
use crate::matrix::row_block::WIDEST;
use crate::matrix::sparse::Sparse;
use crate::progress::Progress;
use crate::singular::common_null_space::CommonNullSpace;
use crate::singular::null_space::{HeldSolver, NullSpace, hold_in_place};
use crate::small::eigen::{self, EigenError};
use crate::vibration::band::{self, Nearest, Shifted};
use crate::vibration::certify_modes::{
    self, Certificate, Claim, Count, KNOWN_RIGID, RIGID, TRUSTED, rounding_of_entries,
};
use crate::vibration::elastic::Elastic;
use crate::vibration::lanczos::{self, Effort, Operator, Outcome, Task};
use crate::vibration::mass_rank;
use crate::vibration::mode_refinement::{DEPTH, Pairs, Refinement};
use crate::vibration::modes::{Cost, Modes, ModesOptions};
use crate::vibration::modes_error::ModesError;
use std::sync::Arc;

/// Relative distance below which two eigenvalues belong to one cluster, which a shift must not cut [-].
const CLUSTER: f64 = 1e-5;
/// Part of the largest μ = 1/λ below which an eigenvalue is a direction without mass [-].
const MASSLESS: f64 = 1e-13;
/// How often the search is continued when the count shows missing modes.
const REPAIRS: usize = 6;
/// How far a shift is moved, relatively, if a pivot is too small there.
const NUDGES: [f64; 5] = [0.0, 1e-9, -1e-9, 1e-7, 1e-4];
/// How often modes are refined that do not keep their bounds.
const REFINEMENTS: usize = 6;
/// Refinement ends after this many steps that do not halve the errors.
const IDLE: usize = 2;
/// Relative error bound below which modes are not refined [-].
const POLISHED: f64 = 1e-10;
/// Up to this many modes are refined together, because the products of all with each other grow with the
/// square; beyond that each gets its own quotient.
const REFINED: usize = 400;
/// The factor by which the first elastic eigenvalue must exceed what would pass as zero for its own motion.
const GAP: f64 = 1e3;
/// The factor by which it must exceed the largest that passes as zero.
const APART: f64 = 30.0;

/// The original pencil, if motions without stiffness and mass were removed from it.
pub(crate) struct Stated<'a> {
    pub k: &'a Sparse,
    pub m: &'a Sparse,
    pub common: &'a CommonNullSpace,
}

/// A search for modes of one pencil.
pub(crate) struct Search<'a> {
    k: &'a Sparse,
    m: &'a Sparse,
    options: &'a ModesOptions,
    progress: &'a dyn Progress,
    analysis: Arc<Analysis>,
    /// Factor of K fixed at the pins, or of K − shift·M; released before the count to save memory.
    factor: Option<Cholesky>,
    pins: Vec<usize>,
    rigid: Dense,
    momenta: Dense,
    /// Whether the rigid motions are known by geometry.
    rigid_known: bool,
    /// Zero, or a negative number below all eigenvalues.
    shift: f64,
    cost: Cost,
    stated: Option<Stated<'a>>,
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
    /// Whether there are no further pairs.
    exhausted: bool,
}

impl Found {
    fn eigenvalues(&self, shift: f64) -> Vec<f64> {
        self.inverse.iter().map(|mu| shift + 1.0 / mu).collect()
    }
}

/// Where modes were counted: an optional lower and an upper end.
struct Limits {
    at_lower: Option<Count>,
    at_upper: Option<Count>,
    /// The upper end where nothing was counted.
    upper: f64,
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
            rigid_known: !null_space.evidence.searched,
            shift: 0.0,
            cost: Cost { factorisations: null_space.factorisations, ..Cost::default() },
            stated: None,
        }
    }

    /// Whether the pencil of this search was derived from another one.
    pub fn stated(mut self, stated: Option<Stated<'a>>) -> Self {
        self.stated = stated;
        self
    }

    /// A shift below all eigenvalues makes K − σM positive definite for any K: the preferred one, or the
    /// first that works.
    pub fn shifted(
        k: &'a Sparse,
        m: &'a Sparse,
        wished: Option<f64>,
        options: &'a ModesOptions,
        progress: &'a dyn Progress,
    ) -> Result<Self, ModesError> {
        let n = k.rows();
        let analysis = Arc::new(Analysis::of(&k.add_scaled(1.0, m, 0.0))?);
        let largest = largest_ratio(k, m);
        // Where M is stiff in one direction and soft in another, quotients along the axes say little about the lowest eigenvalue.
        let shifts = (0..13).map(|tries| -largest * 10f64.powi(2 * tries - 9));
        let mut failure = (0.0, 0);
        for (tries, shift) in wished.into_iter().chain(shifts.filter(|_| wished.is_none())).enumerate() {
            match Cholesky::factor_with(&analysis, &k.add_scaled(1.0, m, -shift), &options.threads) {
                Ok(factor) => {
                    return Ok(Self {
                        k,
                        m,
                        options,
                        progress,
                        analysis,
                        factor: Some(factor),
                        pins: Vec::new(),
                        rigid: Dense::zeros(n, 0),
                        momenta: Dense::zeros(n, 0),
                        rigid_known: false,
                        shift,
                        cost: Cost { factorisations: tries + 1, ..Cost::default() },
                        stated: None,
                    });
                }
                Err(FactorError::NotPositiveDefinite { row, .. }) => failure = (shift, row),
                Err(error) => return Err(error.into()),
            }
        }
        Err(ModesError::Unbounded { shift: failure.0, row: failure.1 })
    }

    /// Zero, or a negative number below all eigenvalues.
    pub fn shift(&self) -> f64 {
        self.shift
    }

    fn dimension(&self) -> usize {
        self.k.rows() - self.pins.len()
    }

    /// The `count` lowest elastic modes, and a count in the gap above them.
    pub fn lowest(&mut self, count: usize) -> Result<Modes, ModesError> {
        let mut asked = count.min(self.dimension());
        if asked == 0 {
            return Ok(self.nothing(count > 0));
        }
        let (mut modes, mut found) = self.lowest_of(asked, count, None)?;
        for _ in 0..REPAIRS {
            // Some of the pairs found may be rigid.
            let missing = count.saturating_sub(modes.eigenvalues.len());
            if missing == 0 || found.exhausted || asked == self.dimension() {
                break;
            }
            asked = (asked + missing).min(self.dimension());
            (modes, found) = self.lowest_of(asked, count, Some(found))?;
        }
        Ok(modes)
    }

    fn lowest_of(
        &mut self,
        asked: usize,
        count: usize,
        known: Option<Found>,
    ) -> Result<(Modes, Found), ModesError> {
        let mut found = self.search(asked, known)?;
        let upper = self.limit_above(&found);
        let exhausted = |found: &Found| found.exhausted && found.inverse.len() < count;
        if !self.options.certify {
            let limits = Limits { at_lower: None, at_upper: None, upper };
            return Ok((self.conclude(&found, limits, exhausted(&found)), found));
        }
        self.factor = None;
        let mut at_upper = self.count_below(upper)?;
        for _ in 0..REPAIRS {
            let elastic = at_upper.below.saturating_sub(self.rigid.cols());
            if found.inverse.len() >= elastic || found.exhausted || !at_upper.is_trusted() {
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
        self.verify(&found, &at_upper)?;
        let all = exhausted(&found) && self.is_all(&at_upper)?;
        let limits = Limits { at_lower: None, at_upper: Some(at_upper), upper };
        Ok((self.conclude(&found, limits, all), found))
    }

    /// Whether there are no modes above: as many eigenvalues below as motions with mass. The iteration cannot
    /// distinguish very high modes from motions without mass.
    fn is_all(&mut self, at_upper: &Count) -> Result<bool, ModesError> {
        let (count, factorisations) = mass_rank::with_mass(self.m, &self.options.threads)?;
        self.cost.factorisations += factorisations;
        Ok(at_upper.is_trusted() && count == Some(at_upper.below))
    }

    /// No elastic mode was requested, or none exists: an empty interval, which needs no count.
    fn nothing(&self, exhausted: bool) -> Modes {
        let vectors = Dense::zeros(self.stated_rows(), 0);
        let rigid = self.expanded(&self.rigid);
        let free = self.free();
        let certificate =
            certify_modes::certify_nothing(&self.claim(&rigid, &[], &vectors, &free), self.shift);
        Modes { vectors, rigid, certificate, exhausted, cost: self.cost, ..Modes::of_nothing() }
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
            .map(|v| self.count_below(v).map(Count::without_factor))
            .transpose()?;
        let elastic = at_upper.below.saturating_sub(self.rigid.cols());
        if let Some(lower) = &at_lower
            && let Some(found) = self.inside(lower, &at_upper)?
        {
            let pairs = Pairs { values: found.eigenvalues, vectors: found.vectors };
            let limits = Limits { at_lower, at_upper: Some(at_upper), upper };
            return Ok(self.judged(pairs, limits, false));
        }
        let mut found = self.search(elastic, None)?;
        for _ in 0..REPAIRS {
            let below = found.eigenvalues(self.shift).iter().filter(|&&v| v < at_upper.shift).count();
            if below >= elastic || found.exhausted || !at_upper.is_trusted() {
                break;
            }
            found = self.search(elastic, Some(found))?;
        }
        self.verify(&found, &at_upper)?;
        let limits = Limits { at_lower, at_upper: Some(at_upper), upper };
        Ok(self.conclude(&found, limits, false))
    }

    /// The modes between two counts by shift-invert from the middle, if that pays off and converges.
    fn inside(&mut self, lower: &Count, upper: &Count) -> Result<Option<Nearest>, ModesError> {
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
        Ok(Some(found))
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
        if !count.is_trusted() {
            return Ok(());
        }
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
        let mut doubtful: Option<Count> = None;
        let mut last = ModesError::Untrusted { backward_error: f64::NAN, shift };
        for nudge in NUDGES {
            let moved = shift + nudge * (shift - self.shift).abs();
            let matrix = self.k.add_scaled(1.0, self.m, -moved);
            self.cost.factorisations += 1;
            match Ldlt::factor_with(&self.analysis, &matrix, &self.options.threads) {
                Ok(factor) => {
                    let count = Count::of(moved, factor);
                    if count.is_trusted() {
                        return Ok(count);
                    }
                    doubtful = doubtful.or(Some(count));
                }
                Err(error @ FactorError::Singular { .. }) => last = error.into(),
                Err(error) => return Err(error.into()),
            }
        }
        doubtful.ok_or(last)
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
            dense_search(&elastic, count, self.shift, &mut self.cost).map_err(|error| match error {
                EigenError::NotFinite { row, .. } => {
                    ModesError::TooSoft { row: order.old_of_new()[row] as usize }
                }
                other => other.into(),
            })?
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

    /// Recomputes the factor, if it was released for the count.
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

    /// The checked modes between the limits.
    fn conclude(&mut self, found: &Found, limits: Limits, exhausted: bool) -> Modes {
        let all = found.eigenvalues(self.shift);
        let upper = limits.at_upper.as_ref().map_or(limits.upper, |count| count.shift);
        let lower = limits.at_lower.as_ref().map_or(self.shift, |count| count.shift);
        let begin = all.iter().filter(|&&v| v < lower).count();
        let end = all.iter().filter(|&&v| v < upper).count();
        let pairs =
            Pairs { values: all[begin..end].to_vec(), vectors: found.displacements.columns(begin..end) };
        self.judged(pairs, limits, exhausted)
    }

    /// Lets the checker judge the modes, and refines them as long as they do not keep their bounds.
    fn judged(&mut self, pairs: Pairs, limits: Limits, exhausted: bool) -> Modes {
        let (mut rigid, mut elastic) = (self.rigid.clone(), pairs);
        let mut certificate = self.checked(&rigid, &elastic, &limits);
        let mut idle = 0;
        for _ in 0..REFINEMENTS {
            let count = rigid.cols() + elastic.values.len();
            if certificate.bound().is_some_and(|bound| bound <= POLISHED) || limits.at_lower.is_some() {
                break;
            }
            let Some(at_upper) = limits.at_upper.as_ref().filter(|at| at.is_trusted() && at.below == count)
            else {
                break;
            };
            let Some((motions, modes)) = self.refined(&rigid, &elastic, at_upper) else { break };
            let after = self.checked(&motions, &modes, &limits);
            let was_certified = certificate.is_certified();
            idle = if worst(after.errors()) < 0.5 * worst(certificate.errors()) { 0 } else { idle + 1 };
            if !was_certified || after.bound() < certificate.bound() && after.is_certified() {
                (rigid, elastic, certificate) = (motions, modes, after);
            }
            if was_certified || count > REFINED || idle == IDLE {
                break;
            }
        }
        Modes {
            negative: elastic.values.iter().filter(|&&v| v < 0.0).count(),
            vectors: self.shown(&elastic.vectors),
            eigenvalues: elastic.values,
            rigid: self.shown(&rigid),
            certificate,
            exhausted,
            cost: self.cost,
            ..Modes::of_nothing()
        }
    }

    /// The certificate for the original pencil.
    fn checked(&mut self, rigid: &Dense, elastic: &Pairs, limits: &Limits) -> Certificate {
        let (motions, vectors) = (self.expanded(rigid), self.expanded(&elastic.vectors));
        let (free, threads) = (self.free(), &self.options.threads);
        let shown = self.stated.as_ref().map(|_| self.shown(&elastic.vectors));
        let claim =
            Claim { alternative: shown.as_ref(), ..self.claim(&motions, &elastic.values, &vectors, &free) };
        let Some(at_upper) = &limits.at_upper else {
            return certify_modes::uncertified(&claim, self.shift, limits.upper, threads);
        };
        let certificate =
            certify_modes::certify(&claim, limits.at_lower.as_ref(), at_upper, self.shift, threads);
        self.cost.solves += motions.cols() + vectors.cols() + 1;
        certificate
    }

    fn claim<'c>(
        &'c self,
        rigid: &'c Dense,
        eigenvalues: &'c [f64],
        vectors: &'c Dense,
        free: &'c [usize],
    ) -> Claim<'c> {
        let (k, m) = self.stated.as_ref().map_or((self.k, self.m), |stated| (stated.k, stated.m));
        Claim { k, m, rigid, rigid_known: self.rigid_known, eigenvalues, vectors, free, alternative: None }
    }

    fn stated_rows(&self) -> usize {
        self.stated.as_ref().map_or(self.k.rows(), |stated| stated.k.rows())
    }

    /// The rows of the original pencil in this search.
    fn free(&self) -> Vec<usize> {
        self.stated.as_ref().map_or((0..self.k.rows()).collect(), |stated| stated.common.free.clone())
    }

    fn expanded(&self, x: &Dense) -> Dense {
        self.stated.as_ref().map_or(x.clone(), |stated| stated.common.expand(x))
    }

    fn shown(&self, x: &Dense) -> Dense {
        self.stated.as_ref().map_or(x.clone(), |stated| stated.common.smoothed(x))
    }

    /// One step of refinement of rigid motions and modes together; the rigid ones are then determined again.
    fn refined(&mut self, rigid: &Dense, elastic: &Pairs, at_upper: &Count) -> Option<(Dense, Pairs)> {
        let factor = at_upper.factor.as_ref()?;
        let values = vec![0.0; rigid.cols()].into_iter().chain(elastic.values.iter().copied()).collect();
        let all = Pairs { values, vectors: rigid.beside(&elastic.vectors) };
        let refinement = Refinement {
            k: self.k,
            m: self.m,
            solve: &|r: &mut Dense| factor.solve_in_place(r),
            shift: at_upper.shift.abs().max(-self.shift),
            threads: &self.options.threads,
        };
        let better = if all.values.len() > REFINED {
            refinement.quotients(&all.vectors)
        } else {
            self.cost.solves += DEPTH * all.values.len();
            refinement.step(&all).ok()?
        };
        let noise = rounding_of_entries(self.k, &better.vectors);
        let zero = near_zero(&better.values, &noise, if self.rigid_known { rigid.cols() } else { 0 });
        let chosen = |keep: &dyn Fn(usize) -> bool| {
            let at: Vec<usize> = (0..better.values.len()).filter(|&j| keep(j)).collect();
            let vectors = Dense::from_fn(better.vectors.rows(), at.len(), |i, j| better.vectors[(i, at[j])]);
            Pairs { values: at.iter().map(|&j| better.values[j]).collect(), vectors }
        };
        Some((chosen(&|j| zero.contains(&j)).vectors, chosen(&|j| !zero.contains(&j))))
    }
}

/// Which of the eigenvalues are zero as far as the digits of the matrices go: those within the rounding of the entries, if what
/// follows is far above its own rounding and above all of them. The `known` smallest are zero by geometry.
///
/// The rounding differs between vectors: a light free motion next to stiff springs may have a larger error
/// than the first elastic eigenvalue of a heavy and soft structure.
fn near_zero(values: &[f64], noise: &[f64], known: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].abs().total_cmp(&values[b].abs()));
    // Slightly negative values show the size of the errors of the matrices.
    let below =
        |j: &usize| if values[*j] < 0.0 && values[*j] > -64.0 * noise[*j] { -4.0 * values[*j] } else { 0.0 };
    let shown = order.iter().map(below).fold(0.0, f64::max);
    let limit = |place: usize| {
        let allowed = if place < known { KNOWN_RIGID } else { RIGID };
        (allowed * noise[order[place]]).max(shown)
    };
    let zeros = (0..order.len()).take_while(|&place| values[order[place]].abs() <= limit(place)).count();
    let largest = (0..zeros).map(|place| values[order[place]].abs()).fold(0.0, f64::max);
    match order.get(zeros) {
        Some(&next) if values[next].abs() < (GAP * RIGID * noise[next]).max(APART * largest) => Vec::new(),
        _ => order[..zeros].to_vec(),
    }
}

fn worst(errors: &[f64]) -> f64 {
    errors.iter().copied().fold(0.0, f64::max)
}

fn add_effort(cost: &mut Cost, effort: Effort) {
    cost.solves += effort.vectors;
    cost.blocks += effort.blocks;
    cost.restarts += effort.restarts;
}

/// The largest |Kᵢⱼ|/√(Mᵢᵢ Mⱼⱼ): the size of the eigenvalues. An indefinite K may have nothing on its diagonal, as the geometric
/// stiffness of moments does.
fn largest_ratio(k: &Sparse, m: &Sparse) -> f64 {
    let root: Vec<f64> = m.diagonal().into_iter().map(|m| m.max(0.0).sqrt()).collect();
    let of_column = |j: usize| {
        let (rows, values) = k.column(j);
        let both = rows.iter().zip(values).map(|(i, value)| (value.abs(), root[*i as usize] * root[j]));
        both.filter(|(_, mass)| *mass > 0.0).map(|(value, mass)| value / mass).fold(0.0, f64::max)
    };
    (0..k.cols()).map(of_column).fold(0.0, f64::max)
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
) -> Result<Found, EigenError> {
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
