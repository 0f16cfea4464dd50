//! The checker of vibration modes: from the original K and M and the claimed pairs, it decides what is
//! certified.
//!
//! Let σ be a shift above all claimed eigenvalues and A = K − σM its factored matrix. The symmetric operator T = M^½ A⁻¹ M^½ has
//! the eigenvalues θ = 1/(λ − σ), the motions without mass at θ = 0. A claimed pair (λ, x) with the residual r = Kx − λMx has in T
//! the residual −θ M^½ z with z = A⁻¹ r: no inverse of the mass is needed, and units do not matter.
//!
//! 1. The negative pivots of A give the number of eigenvalues below σ. As many mass-orthonormal vectors as
//!    that are near as many different eigenvalues, each within the norm of all residuals, \[Parlett1998,
//!    §11.5\]: none is missing and none is claimed twice.
//! 2. Values whose intervals overlap form one cluster. With the gap η to everything else a cluster C is known
//!    to ‖Yᵀ R_C‖ + ‖R_C‖²/η, \[Parlett1998, §11.7\].
//!
//! Residuals are accumulated in twice the working precision, so that soft motions far below the largest
//! eigenvalue are resolved.

use crate::factor::ldlt::Ldlt;
use crate::matrix::compensated::TwofoldBlock;
use crate::matrix::dense::{Dense, dot, norm};
use crate::matrix::sparse::Sparse;
use crate::singular::loose_share::LooseShare;
use crate::threads::Threads;
use crate::verdict::{Measured, Verdict};

/// Largest backward error of an accepted count [-].
pub(crate) const TRUSTED: f64 = 1e-9;
/// Largest error of an eigenvalue that passes as certified, relative [-].
const EIGENVALUE: f64 = 1e-8;
/// Largest scaled residual of a pair that passes as certified [-]: it bounds the shape, where the bound above does not.
const RESIDUAL: f64 = 1e-8;
/// Largest departure from mass-orthonormality [-]; the bounds below allow for it with [`SAFETY`].
const ORTHONORMAL: f64 = 1e-8;
/// Margin in the bounds for the departure from orthonormality and for the rounding of the bounds themselves
/// [-].
const SAFETY: f64 = 1.01;
/// The part of a solve that one step of refinement may still change [-].
const SOLVE: f64 = 0.1;
/// A motion is rigid if its eigenvalue is within this many rounding errors of the entries of K [-].
pub(crate) const RIGID: f64 = 8.0;
/// The same for rigid motions by geometry: printed tables have fewer digits [-].
pub(crate) const KNOWN_RIGID: f64 = 1000.0;

/// Rounding of the entries that exceeds the error of the solver by this factor leaves nothing to improve [-].
const PREVAILS: f64 = 1e3;

/// The number of eigenvalues below a shift, with its factorisation.
pub(crate) struct Count {
    pub shift: f64,
    /// Negative pivots [-].
    pub below: usize,
    /// `None` where only the count is of interest.
    pub factor: Option<Ldlt>,
    /// Backward error of the factorisation [-].
    backward_error: f64,
    /// Largest share of rounding in a pivot [-].
    pivot_error: f64,
}

impl Count {
    /// The count from a factor of K − shift·M.
    pub fn of(shift: f64, factor: Ldlt) -> Self {
        Self {
            shift,
            below: factor.inertia().negative,
            backward_error: factor.backward_error(),
            pivot_error: factor.pivot_error(),
            factor: Some(factor),
        }
    }

    /// The count alone, to save memory.
    pub fn without_factor(mut self) -> Self {
        self.factor = None;
        self
    }

    /// Whether the signs of the pivots are beyond doubt.
    pub fn is_trusted(&self) -> bool {
        self.backward_error <= TRUSTED && self.pivot_error < 1.0
    }
}

/// The claim to be checked.
pub(crate) struct Claim<'a> {
    /// The original stiffness.
    pub k: &'a Sparse,
    /// The original mass.
    pub m: &'a Sparse,
    /// Mass-orthonormal motions with λ = 0.
    pub rigid: &'a Dense,
    /// Whether the rigid motions are known by geometry.
    pub rigid_known: bool,
    /// λ of the elastic modes, ascending.
    pub eigenvalues: &'a [f64],
    /// The elastic modes, mass-orthonormal.
    pub vectors: &'a Dense,
    /// The rows of the factors of the counts: all except those that fix motions without stiffness and mass.
    pub free: &'a [usize],
    /// The elastic modes with another share of the motions without stiffness and mass, if there are such motions. Only rounding of
    /// the matrices makes a difference between the two.
    pub alternative: Option<&'a Dense>,
}

/// Proof that modes are right and that none is missing between two limits. Only the checker makes one.
#[derive(Debug, Clone, PartialEq)]
pub struct Certificate {
    lower: f64,
    upper: f64,
    count_below_lower: usize,
    count_below_upper: usize,
    found: usize,
    factorisation_residual: Option<f64>,
    errors: Vec<f64>,
    residuals: Vec<f64>,
    limited_by_rounding: bool,
    complete: bool,
    verdict: Verdict,
}

impl Certificate {
    /// Lower limit of λ [rad²/s²].
    #[must_use]
    pub fn lower(&self) -> f64 {
        self.lower
    }

    /// Upper limit of λ [rad²/s²].
    #[must_use]
    pub fn upper(&self) -> f64 {
        self.upper
    }

    /// Eigenvalues counted below the lower limit, rigid motions excluded [-].
    #[must_use]
    pub fn count_below_lower(&self) -> usize {
        self.count_below_lower
    }

    /// Eigenvalues counted below the upper limit, rigid motions excluded [-].
    #[must_use]
    pub fn count_below_upper(&self) -> usize {
        self.count_below_upper
    }

    /// Elastic modes found between the limits [-].
    #[must_use]
    pub fn found(&self) -> usize {
        self.found
    }

    /// Backward error of the factorisation behind the count; `None` when no count was made [-].
    #[must_use]
    pub fn factorisation_residual(&self) -> Option<f64> {
        self.factorisation_residual
    }

    /// Bounds of the relative errors of the eigenvalues λ = ω²; infinite where there is none [-].
    #[must_use]
    pub fn errors(&self) -> &[f64] {
        &self.errors
    }

    /// ‖S (K x − λ M x)‖ / ‖S⁻¹ x‖ with S = diag(|K| + |λ| M)^(−1/2) [-]: the backward error of the pencil scaled to
    /// unit diagonal, the same in all units.
    #[must_use]
    pub fn residuals(&self) -> &[f64] {
        &self.residuals
    }

    /// The certificate with evidence about where the matrices come from: it can only take the certificate away.
    #[must_use]
    pub fn with_evidence(self, more: impl IntoIterator<Item = Measured>) -> Self {
        let evidence = self.verdict.evidence().iter().cloned().chain(more).collect();
        Self { verdict: Verdict::weigh(evidence, self.verdict.bound()), ..self }
    }

    /// True if the modes are complete and keep their bounds.
    #[must_use]
    pub fn is_certified(&self) -> bool {
        self.verdict.is_certified()
    }

    /// Bound of the relative error of the eigenvalues λ = ω², twice that of the frequencies; if certified [-].
    #[must_use]
    pub fn bound(&self) -> Option<f64> {
        self.verdict.bound()
    }

    /// True if as many modes were found as counted beyond doubt: the bounds in [`Self::errors`] hold, however large they are.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// True if nothing but the digits of the entries is in the way of a certificate: another method would meet the same matrices.
    pub(crate) fn is_limited_by_rounding(&self) -> bool {
        self.limited_by_rounding
    }

    /// Why the modes are only an estimate, as a sentence; `None` if they are certified.
    #[must_use]
    pub fn why_not(&self) -> Option<String> {
        self.verdict.why_not()
    }

    /// Everything that was measured.
    #[must_use]
    pub fn evidence(&self) -> &[Measured] {
        self.verdict.evidence()
    }

    /// The same certificate for eigenvalues in another unit: K and M were multiplied by powers of two.
    pub(crate) fn in_units(mut self, scaled: impl Fn(f64) -> f64) -> Self {
        (self.lower, self.upper) = (scaled(self.lower), scaled(self.upper));
        self
    }
}

/// Checks a claim: all eigenvalues between the counts, or below `at_upper`.
pub(crate) fn certify(
    claim: &Claim<'_>,
    at_lower: Option<&Count>,
    at_upper: &Count,
    lower: f64,
    threads: &Threads,
) -> Certificate {
    let rigid = claim.rigid.cols();
    let elastic_below = |count: &Count| count.below.saturating_sub(rigid);
    let below_lower = at_lower.map_or(0, elastic_below);
    let mut evidence = count_evidence(claim, at_lower, at_upper, below_lower);
    let checked = Checked::of(claim, at_lower, at_upper, threads);
    let counted = evidence.iter().all(Measured::holds);
    let limited_by_rounding = counted && checked.is_limited_by_rounding();
    let complete = counted && checked.orthonormality <= ORTHONORMAL && checked.solve <= SOLVE;
    evidence.extend(checked.evidence());
    let errors: Vec<f64> = checked
        .errors
        .iter()
        .zip(&checked.ambiguity)
        .map(|(error, more)| error + more + f64::EPSILON)
        .collect();
    let bound = errors.iter().copied().fold(0.0, f64::max);
    Certificate {
        lower: at_lower.map_or(lower, |count| count.shift),
        upper: at_upper.shift,
        count_below_lower: below_lower,
        count_below_upper: elastic_below(at_upper),
        found: claim.eigenvalues.len(),
        factorisation_residual: Some(at_upper.backward_error),
        errors,
        residuals: checked.residuals,
        limited_by_rounding,
        complete,
        verdict: Verdict::weigh(evidence, Some(bound)),
    }
}

/// Nothing was counted: residuals are reported, and nothing is certified.
pub(crate) fn uncertified(claim: &Claim<'_>, lower: f64, upper: f64, threads: &Threads) -> Certificate {
    let residuals = residuals(claim, threads);
    Certificate {
        lower,
        upper,
        count_below_lower: 0,
        count_below_upper: 0,
        found: claim.eigenvalues.len(),
        factorisation_residual: None,
        errors: vec![f64::INFINITY; claim.eigenvalues.len()],
        residuals,
        limited_by_rounding: false,
        complete: false,
        verdict: Verdict::weigh(Vec::new(), None),
    }
}

/// Without elastic coordinates there are no modes: as many mass-orthonormal motions without stiffness as
/// coordinates.
pub(crate) fn certify_nothing(claim: &Claim<'_>, at: f64) -> Certificate {
    let left = claim.free.len() - claim.rigid.cols();
    let evidence = vec![Measured::new("the number of coordinates that are not rigid", left as f64, 0.0)];
    Certificate {
        lower: at,
        upper: at,
        count_below_lower: 0,
        count_below_upper: 0,
        found: 0,
        factorisation_residual: None,
        errors: Vec::new(),
        residuals: Vec::new(),
        limited_by_rounding: false,
        complete: false,
        verdict: Verdict::weigh(evidence, Some(0.0)),
    }
}

fn count_evidence(
    claim: &Claim<'_>,
    at_lower: Option<&Count>,
    at_upper: &Count,
    below_lower: usize,
) -> Vec<Measured> {
    let inside = at_upper.below as f64 - (claim.rigid.cols() + below_lower) as f64;
    let difference = (inside - claim.eigenvalues.len() as f64).abs();
    let mut evidence = vec![Measured::new("the difference of modes counted and found", difference, 0.0)];
    for count in at_lower.into_iter().chain([at_upper]) {
        let what = "the backward error of the factorisation behind the count";
        evidence.push(Measured::new(what, count.backward_error, TRUSTED));
        let what = "the share of rounding in the weakest pivot behind the count";
        evidence.push(Measured::new(what, count.pivot_error, 1.0));
    }
    evidence
}

/// Measurements on pairs: rigid motions first, then elastic modes.
struct Checked {
    /// Bounds of the relative errors of the elastic eigenvalues.
    errors: Vec<f64>,
    /// Effect of motions without stiffness and mass on the elastic eigenvalues, relative.
    ambiguity: Vec<f64>,
    /// The largest such change over that of rounding.
    ambiguous: f64,
    /// Scaled residuals of the elastic modes.
    residuals: Vec<f64>,
    /// ‖XᵀMX − 1‖, largest entry.
    orthonormality: f64,
    /// The largest |λ| of a rigid motion over that of rounding.
    rigid: f64,
    /// The shares of rounding in the elastic eigenvalues.
    rounding: Vec<f64>,
    /// Change by a second solve.
    solve: f64,
}

impl Checked {
    fn of(claim: &Claim<'_>, at_lower: Option<&Count>, at_upper: &Count, threads: &Threads) -> Self {
        // No claim is made below the lower end of a band.
        let none = Dense::zeros(claim.rigid.rows(), 0);
        let motions = if at_lower.is_some() { &none } else { claim.rigid };
        let (x, rigid) = (motions.beside(claim.vectors), motions.cols());
        let values: Vec<f64> =
            vec![0.0; rigid].into_iter().chain(claim.eigenvalues.iter().copied()).collect();
        let pairs = Pairs::of(claim, at_upper, &values, &x, threads);
        let floor = at_lower.map_or(0.0, |count| 1.0 / (count.shift - at_upper.shift));
        let absolute = pairs.bounds(floor);
        let noise = rounding_of_entries(claim.k, &x);
        // The bounds of a cluster are those of its worst member, and so is the share of rounding.
        let over = |allowed: f64| {
            let explained = allowed * noise[..rigid].iter().copied().fold(0.0, f64::max);
            absolute[..rigid].iter().copied().fold(0.0, largest) / explained.max(f64::MIN_POSITIVE)
        };
        let unclear = LooseShare::of(claim, threads).changes();
        let elastic = |of: &dyn Fn(usize) -> f64| (rigid..values.len()).map(of).collect::<Vec<f64>>();
        Self {
            errors: elastic(&|j| absolute[j] / values[j].abs()),
            ambiguity: elastic(&|j| unclear[j - rigid] / values[j].abs()),
            ambiguous: elastic(&|j| unclear[j - rigid] / (KNOWN_RIGID * noise[j]).max(f64::MIN_POSITIVE))
                .into_iter()
                .fold(0.0, largest),
            residuals: pairs.residuals[rigid..].to_vec(),
            orthonormality: orthonormality(&x, &pairs.momentum),
            rigid: over(if claim.rigid_known { KNOWN_RIGID } else { RIGID }),
            rounding: elastic(&|j| noise[j] / values[j].abs()),
            solve: pairs.solve,
        }
    }

    fn evidence(&self) -> Vec<Measured> {
        let worst = |values: &[f64]| {
            let at = (0..values.len()).max_by(|&a, &b| sortable(values[a]).total_cmp(&sortable(values[b])));
            at.map_or((0, 0.0), |at| (at + 1, values[at]))
        };
        let (mode, residual) = worst(&self.residuals);
        let mut evidence = vec![Measured::new(format!("the residual of mode {mode}"), residual, RESIDUAL)];
        let (mode, error) = worst(&self.errors);
        let what = format!("the bound of the relative error of the eigenvalue of mode {mode}");
        evidence.push(Measured::new(what, error, EIGENVALUE));
        let what = "the departure of the modes from mass-orthonormality";
        evidence.push(Measured::new(what, self.orthonormality, ORTHONORMAL));
        evidence.push(Measured::new("the change of a residual by a second solve", self.solve, SOLVE));
        let what = "the stiffness of a rigid motion, over that of rounding of the matrices,";
        evidence.push(Measured::new(what, self.rigid, 1.0));
        let what =
            "the effect of motions without stiffness and mass on an eigenvalue, over that of rounding,";
        evidence.push(Measured::new(what, self.ambiguous, 1.0));
        let what = "the share of rounding of the matrices in an eigenvalue";
        evidence.push(Measured::new(what, self.rounding.iter().copied().fold(0.0, largest), 1.0));
        evidence
    }

    /// Whether every eigenvalue that does not keep its limit is uncertain by rounding of the entries far beyond the error of the
    /// solver, while shapes and rigid motions keep theirs.
    fn is_limited_by_rounding(&self) -> bool {
        let far_below = |(error, share): (&f64, &f64)| *error <= EIGENVALUE || PREVAILS * error <= *share;
        self.errors.iter().zip(&self.rounding).all(far_below)
            && self.residuals.iter().all(|residual| *residual <= RESIDUAL)
            && self.orthonormality <= ORTHONORMAL
            && self.rigid <= 1.0
            && self.ambiguous <= 1.0
    }
}

/// The larger; NaN is larger than anything.
fn largest(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() { f64::NAN } else { a.max(b) }
}

fn sortable(value: f64) -> f64 {
    if value.is_nan() { f64::INFINITY } else { value }
}

/// K x − λ M x and M x.
fn residual_forces(claim: &Claim<'_>, values: &[f64], x: &Dense, threads: &Threads) -> (Dense, Dense) {
    let momentum = TwofoldBlock::product(claim.m, x, threads);
    let force = TwofoldBlock::product(claim.k, x, threads).minus(values, &momentum);
    (force, momentum.high)
}

/// A⁻¹ r on the rows of the factor, zero elsewhere.
fn solved(claim: &Claim<'_>, count: &Count, force: &Dense) -> Dense {
    let mut inner = force.select_rows(claim.free);
    match &count.factor {
        Some(factor) => factor.solve_in_place(&mut inner),
        None => inner.as_mut_slice().fill(f64::NAN),
    }
    let mut z = Dense::zeros(force.rows(), force.cols());
    for j in 0..force.cols() {
        claim.free.iter().enumerate().for_each(|(i, &row)| z[(row, j)] = inner[(i, j)]);
    }
    z
}

/// Columns processed at a time: blocks in twice the precision take much memory.
const TOGETHER: usize = 16;

/// Pairs in terms of T.
struct Pairs {
    theta: Vec<f64>,
    /// M x.
    momentum: Dense,
    /// A⁻¹ (K x − λ M x).
    z: Dense,
    /// Sizes of the residuals in T.
    sizes: Vec<f64>,
    /// Scaled residuals.
    residuals: Vec<f64>,
    /// Change by a second solve.
    solve: f64,
}

impl Pairs {
    fn of(claim: &Claim<'_>, count: &Count, values: &[f64], x: &Dense, threads: &Threads) -> Self {
        let n = x.rows();
        let mut pairs = Self {
            theta: values.iter().map(|v| 1.0 / (v - count.shift)).collect(),
            momentum: Dense::zeros(n, 0),
            z: Dense::zeros(n, 0),
            sizes: Vec::new(),
            residuals: Vec::new(),
            solve: 0.0,
        };
        let mut trial = Trial { force: Dense::zeros(n, 1), z: Dense::zeros(n, 1) };
        for begin in (0..x.cols()).step_by(TOGETHER) {
            let cols = begin..(begin + TOGETHER).min(x.cols());
            let (block, values) = (x.columns(cols.clone()), &values[cols.clone()]);
            let (force, momentum) = residual_forces(claim, values, &block, threads);
            let z = solved(claim, count, &force);
            trial.add(&force, &z);
            let moved = claim.m.times(&z);
            let size =
                |j: usize| pairs.theta[begin + j].abs() * dot(z.column(j), moved.column(j)).max(0.0).sqrt();
            pairs.sizes.extend((0..cols.len()).map(size));
            pairs.residuals.extend(scaled_residuals(claim, values, &block, &force));
            pairs.momentum = pairs.momentum.beside(&momentum);
            pairs.z = pairs.z.beside(&z);
        }
        pairs.solve = trial.change(claim, count);
        pairs
    }

    /// Bounds of |λ' − λ|; everything that is not claimed has θ ≥ `floor`.
    fn bounds(&self, floor: f64) -> Vec<f64> {
        let n = self.theta.len();
        let all = SAFETY * norm(&self.sizes);
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by(|&a, &b| self.theta[a].total_cmp(&self.theta[b]));
        let mut bounds = vec![f64::INFINITY; n];
        let mut begin = 0;
        while begin < n {
            let end = self.cluster_end(&order, begin, all);
            let gap = self.gap(&order, begin..end, all, floor);
            let error = self.cluster_error(&order[begin..end], gap);
            for &j in &order[begin..end] {
                let theta = self.theta[j].abs();
                bounds[j] = if error < theta { error / (theta * (theta - error)) } else { f64::INFINITY };
            }
            begin = end;
        }
        bounds
    }

    /// Where the run of overlapping intervals that begins here ends.
    fn cluster_end(&self, order: &[usize], begin: usize, all: f64) -> usize {
        let apart = |at: &usize| self.theta[order[*at]] - self.theta[order[*at - 1]] > 4.0 * all;
        (begin + 1..order.len()).find(apart).unwrap_or(order.len())
    }

    /// The distance of a cluster from every other eigenvalue.
    fn gap(&self, order: &[usize], cluster: std::ops::Range<usize>, all: f64, floor: f64) -> f64 {
        let (first, last) = (self.theta[order[cluster.start]], self.theta[order[cluster.end - 1]]);
        let left = cluster.start.checked_sub(1).map(|at| first - self.theta[order[at]] - 2.0 * all);
        let right = order.get(cluster.end).map(|&j| self.theta[j] - last - 2.0 * all);
        left.into_iter().chain(right).fold(floor - last - all, f64::min)
    }

    /// ‖Yᵀ R_C‖ + ‖R_C‖²/η.
    fn cluster_error(&self, cluster: &[usize], gap: f64) -> f64 {
        if gap.is_nan() || gap <= 0.0 {
            return f64::INFINITY;
        }
        let mut coupling = 0.0;
        for &i in cluster {
            for &j in cluster {
                coupling += (self.theta[j] * dot(self.momentum.column(i), self.z.column(j))).powi(2);
            }
        }
        let size: f64 = cluster.iter().map(|&j| self.sizes[j] * self.sizes[j]).sum();
        SAFETY * (coupling.sqrt() + size / gap)
    }
}

/// One combination of all residuals and its solution, to measure the accuracy of the solves.
struct Trial {
    force: Dense,
    z: Dense,
}

impl Trial {
    fn add(&mut self, force: &Dense, z: &Dense) {
        for j in 0..z.cols() {
            let weight = if j % 2 == 0 { 1.0 } else { -1.0 } / norm(z.column(j)).max(f64::MIN_POSITIVE);
            for (sum, block) in [(&mut self.force, force), (&mut self.z, z)] {
                sum.column_mut(0).iter_mut().zip(block.column(j)).for_each(|(s, b)| *s += weight * b);
            }
        }
    }

    /// One step of refinement: its size against that of the solution, in the norm of the mass.
    fn change(&self, claim: &Claim<'_>, count: &Count) -> f64 {
        let one = Threads::one();
        let stiff = TwofoldBlock::product(claim.k, &self.z, &one);
        let mut left = stiff.minus(&[count.shift], &TwofoldBlock::product(claim.m, &self.z, &one));
        left.add_scaled(-1.0, &self.force);
        let second = solved(claim, count, &left);
        let size = |x: &Dense| claim.m.form(x.column(0), x.column(0)).max(0.0).sqrt();
        let (change, whole) = (size(&second), size(&self.z));
        if whole == 0.0 && change == 0.0 { 0.0 } else { change / whole }
    }
}

/// How far the rounding of the entries of K can move each Rayleigh quotient: ε |x|ᵀ|K||x| for xᵀMx = 1.
pub(crate) fn rounding_of_entries(k: &Sparse, x: &Dense) -> Vec<f64> {
    let bound = |j: usize| {
        let x = x.column(j);
        let column = |c: usize| {
            let (rows, values) = k.column(c);
            let inner: f64 = rows.iter().zip(values).map(|(row, v)| (v * x[*row as usize]).abs()).sum();
            inner * x[c].abs()
        };
        f64::EPSILON * (0..k.cols()).map(column).sum::<f64>()
    };
    (0..x.cols()).map(bound).collect()
}

/// The largest entry of XᵀMX − 1.
fn orthonormality(x: &Dense, momentum: &Dense) -> f64 {
    let mut gram = x.transpose_matmul(momentum);
    gram.add_scaled(-1.0, &Dense::identity(x.cols()));
    gram.as_slice().iter().map(|v| v.abs()).fold(0.0, largest)
}

/// Backward errors of the pencil scaled to unit diagonal.
fn scaled_residuals(claim: &Claim<'_>, values: &[f64], x: &Dense, force: &Dense) -> Vec<f64> {
    let (stiffness, mass) = (claim.k.diagonal(), claim.m.diagonal());
    let residual = |j: usize| {
        let weight = |i: usize| (stiffness[i].abs() + values[j].abs() * mass[i].abs()).sqrt();
        let rows = (0..x.rows()).filter(|&i| weight(i) > 0.0);
        let scaled = rows.clone().map(|i| force[(i, j)] / weight(i));
        let size = rows.map(|i| x[(i, j)] * weight(i));
        norm(&scaled.collect::<Vec<f64>>()) / norm(&size.collect::<Vec<f64>>())
    };
    (0..x.cols()).map(residual).collect()
}

fn residuals(claim: &Claim<'_>, threads: &Threads) -> Vec<f64> {
    let (force, _) = residual_forces(claim, claim.eigenvalues, claim.vectors, threads);
    scaled_residuals(claim, claim.eigenvalues, claim.vectors, &force)
}
