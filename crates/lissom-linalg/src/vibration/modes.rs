//! Certified vibration modes: K x = λ M x, with proof that none is missing.
//!
//! 1. Rigid motions are found, verified and split off exactly ([`NullSpace`]).
//! 2. The held stiffness is factored once; a block Lanczos iteration gives the lowest elastic modes.
//! 3. K − σM is factored with σ in a gap above the last mode. By Sylvester's law the number of negative pivots is
//!    the number of eigenvalues below σ. If it exceeds the number found (repeated eigenvalues missed by the
//!    start vectors), the iteration continues in new directions until the numbers agree.

use crate::factor::factor_error::FactorError;
use crate::matrix::dense::Dense;
use crate::matrix::sparse::Sparse;
use crate::progress::Progress;
use crate::singular::common_null_space::CommonNullSpace;
use crate::singular::null_space::NullSpace;
use crate::singular::null_space_error::NullSpaceError;
use crate::threads::Threads;
use crate::vibration::certify_modes::{Certificate, Claim, certify_nothing};
use crate::vibration::mode_search::{Search, Stated};
use crate::vibration::modes_error::{Matrix, ModesError};
use crate::vibration::units_of_pencil::Units;

/// Shares of kinetic energy that differ by less than this fraction count as equal.
const EQUAL_SHARE: f64 = 1e-6;

/// How many shifts below all eigenvalues are tried.
const NEARER: usize = 5;
/// The part of such a shift below which an eigenvalue may be that of a rigid motion [-].
const LOST: f64 = 1e-3;
/// The factor by which such a shift is moved away where nothing else was found.
const FARTHER: f64 = 1e4;

/// Largest relative difference of mirrored entries that passes as rounding [-].
const SYMMETRY: f64 = 1e-10;

/// Which modes are requested. Rigid motions are always returned separately and not counted here.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Wanted {
    /// The given number of lowest elastic modes; more are returned when a cluster would be cut.
    Lowest(usize),
    /// All elastic modes with λ = ω² below the given value [rad²/s²].
    Below(f64),
    /// All elastic modes with λ = ω² between the given values [rad²/s²]. The cost grows
    /// with the number of modes inside the band, not with those below it.
    Band(f64, f64),
    /// All modes with finite frequency; for models up to [`ModesOptions::all_limit`] rows.
    All,
}

/// Options of the mode computation. The defaults suit nearly all cases.
#[derive(Debug, Clone)]
pub struct ModesOptions {
    /// Threads to use; they change no bit of the result.
    pub threads: Threads,
    /// Convergence of the iteration: ‖A y − μ y‖ ≤ tolerance · μ for the inverse operator A [-].
    /// Eigenvalues are then accurate to about its square, vectors to itself (over the relative gap).
    pub tolerance: f64,
    /// Vectors multiplied at a time, 1 to 8 [-].
    pub block: usize,
    /// Basis vectors kept before the iteration restarts; `None` chooses from the number of modes [-].
    pub basis_limit: Option<usize>,
    /// Largest number of restarts [-].
    pub restart_limit: usize,
    /// Up to this many rows all eigenvalues are computed densely [-].
    pub dense_limit: usize,
    /// Up to this many rows [`Wanted::All`] is allowed [-].
    pub all_limit: usize,
    /// False skips the count: the result is then marked as not complete.
    pub certify: bool,
    /// Displacements to start from instead of pseudo-random ones, n × at most 8.
    pub start: Option<Dense>,
}

impl Default for ModesOptions {
    fn default() -> Self {
        Self {
            threads: Threads::one(),
            tolerance: 1e-10,
            block: 4,
            basis_limit: None,
            restart_limit: 100,
            dense_limit: 300,
            all_limit: 4000,
            certify: true,
            start: None,
        }
    }
}

/// Cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cost {
    /// Numerical factorisations [-].
    pub factorisations: usize,
    /// Solves, each right-hand side counted [-].
    pub solves: usize,
    /// Blocks of right-hand sides [-].
    pub blocks: usize,
    /// Restarts of the iteration [-].
    pub restarts: usize,
}

/// Vibration modes with their proof.
#[derive(Debug, Clone)]
pub struct Modes {
    /// λ = ω² of the elastic modes, ascending [rad²/s²]. Negative values are unstable directions of K.
    pub eigenvalues: Vec<f64>,
    /// The elastic modes as columns, xᵀ M x = 1. Of the rows with the largest kinetic energy xᵢ² Mᵢᵢ the first is positive.
    pub vectors: Dense,
    /// The rigid motions as columns, mass-orthonormal. Empty if K has negative eigenvalues: zero
    /// eigenvalues are then among [`Self::eigenvalues`].
    pub rigid: Dense,
    /// Motions with neither stiffness nor mass, as columns: hourglass motions of elements with reduced
    /// integration. They carry no load and do not contribute to any mode.
    pub empty_motions: Dense,
    /// For each of those motions the row that moves most [-].
    pub empty_rows: Vec<usize>,
    /// Proof that the modes are right and that none is missing.
    pub certificate: Certificate,
    /// Elastic eigenvalues below zero [-].
    pub negative: usize,
    /// True if fewer modes with finite frequency exist than were requested.
    pub exhausted: bool,
    /// Cost.
    pub cost: Cost,
}

impl Modes {
    /// An empty result.
    pub(crate) fn of_nothing() -> Self {
        let nothing = Sparse::identity(0);
        let none = Dense::zeros(0, 0);
        let claim = Claim {
            k: &nothing,
            m: &nothing,
            rigid: &none,
            rigid_known: false,
            eigenvalues: &[],
            vectors: &none,
            free: &[],
            alternative: None,
        };
        let certificate = certify_nothing(&claim, 0.0);
        Self {
            eigenvalues: Vec::new(),
            vectors: Dense::zeros(0, 0),
            rigid: Dense::zeros(0, 0),
            empty_motions: Dense::zeros(0, 0),
            empty_rows: Vec::new(),
            certificate,
            negative: 0,
            exhausted: true,
            cost: Cost::default(),
        }
    }

    /// These modes if they are certified.
    ///
    /// # Errors
    /// [`ModesError::NotCertified`] with the reason.
    pub fn certified(self) -> Result<Self, ModesError> {
        match self.certificate.why_not() {
            Some(why) => Err(ModesError::NotCertified { why }),
            None => Ok(self),
        }
    }

    /// The scaled residuals of the modes, see [`Certificate::residuals`] [-].
    #[must_use]
    pub fn residuals(&self) -> &[f64] {
        self.certificate.residuals()
    }

    /// The frequencies √λ/2π \[Hz\]; negative for negative λ.
    pub fn frequencies(&self) -> Vec<f64> {
        let frequency = |&v: &f64| v.abs().sqrt().copysign(v) / (2.0 * std::f64::consts::PI);
        self.eigenvalues.iter().map(frequency).collect()
    }
}

/// Computes certified modes of K x = λ M x.
///
/// K is symmetric, M symmetric positive semidefinite. `rigid_candidates` are columns that span the rigid motions
/// (see [`NullSpace::find`]); without them free bodies are recognised numerically, at the price of two
/// factorisations more. Motions that have neither stiffness nor mass are found where the standard method
/// fails, and removed.
/// Modes that cannot be certified are returned as an estimate: [`Certificate::why_not`] gives the reason.
///
/// # Errors
/// See [`ModesError`]. If a trusted count of eigenvalues contradicts the modes found, there is no result.
pub fn modes(
    k: &Sparse,
    m: &Sparse,
    rigid_candidates: Option<&Dense>,
    wanted: Wanted,
    options: &ModesOptions,
    progress: &dyn Progress,
) -> Result<Modes, ModesError> {
    check(k, m, wanted)?;
    if k.rows() == 0 {
        return Ok(Modes::of_nothing());
    }
    if let Some(units) = Units::away_from_one(k, m) {
        let (k, m) = (units.stiffness(k), units.mass(m));
        let found = modes(&k, &m, rigid_candidates, units.wanted(wanted), options, progress)?;
        return units.restored(found);
    }
    let pencil = Pencil { k, m, candidates: rigid_candidates, wanted, options, progress, stated: None };
    let mut found = pencil.solve()?;
    choose_signs(&mut found.vectors, &m.diagonal());
    Ok(found)
}

/// One pencil with the request.
struct Pencil<'a> {
    k: &'a Sparse,
    m: &'a Sparse,
    candidates: Option<&'a Dense>,
    wanted: Wanted,
    options: &'a ModesOptions,
    progress: &'a dyn Progress,
    /// The original pencil, if this one is a part of it.
    stated: Option<(&'a Sparse, &'a Sparse, &'a CommonNullSpace)>,
}

impl Pencil<'_> {
    /// The standard method; if it fails or gives no certificate, without motions that have neither stiffness
    /// nor mass; finally from a shift below all eigenvalues.
    fn solve(&self) -> Result<Modes, ModesError> {
        let plain = self.solve_with_fixed_motions();
        if self.is_answer(&plain) || self.has_empty_row(&plain) {
            return plain;
        }
        self.progress.stage("motions with neither stiffness nor mass", None);
        let common = CommonNullSpace::find(self.k, self.m, &self.options.threads)?;
        match &common {
            Some(common) => self.without(common),
            None => better(plain, self.shifted()),
        }
    }

    /// The modes without the given motions.
    fn without(&self, common: &CommonNullSpace) -> Result<Modes, ModesError> {
        let (k, m) = (self.k.submatrix(&common.free), self.m.submatrix(&common.free));
        let candidates = self.candidates.map(|c| c.select_rows(&common.free));
        let stated = Some((self.k, self.m, common));
        let smaller = Pencil { k: &k, m: &m, candidates: candidates.as_ref(), stated, ..*self };
        let held = smaller.solve_with_fixed_motions();
        let found = if smaller.is_answer(&held) { held } else { better(held, smaller.shifted()) };
        let mut found = found.map_err(|error| error.with_rows(&common.free))?;
        found.empty_motions = common.vectors.clone();
        found.empty_rows = common.largest_rows();
        Ok(found)
    }

    /// With the rigid motions fixed.
    fn solve_with_fixed_motions(&self) -> Result<Modes, ModesError> {
        self.progress.stage("rigid motions and factorisation", None);
        let null_space = NullSpace::find(self.k, self.m, self.candidates, &self.options.threads)?;
        let held = null_space.count();
        let found = self.ask(Search::held(self.k, self.m, null_space, self.options, self.progress))?;
        if found.rigid.cols() <= held {
            return Ok(found);
        }
        // Motions that turned out to be rigid hid the others: they are fixed as well.
        let free = self.stated.map_or((0..self.k.rows()).collect(), |(_, _, common)| common.free.clone());
        let candidates = found.rigid.select_rows(&free);
        let again = NullSpace::find(self.k, self.m, Some(&candidates), &self.options.threads)
            .map_err(ModesError::from)
            .and_then(|held| self.ask(Search::held(self.k, self.m, held, self.options, self.progress)));
        better(Ok(found), again)
    }

    /// From a shift below all eigenvalues: first from one that is small compared with all stiffnesses, then
    /// from as far below zero as the first elastic mode is above it. Motions that are rigid up to rounding
    /// then dominate by a factor of two at most, and hide nothing. Where only such motions were found, the
    /// shift was below their errors.
    fn shifted(&self) -> Result<Modes, ModesError> {
        let mut search = Search::shifted(self.k, self.m, None, self.options, self.progress)?;
        let mut best = Err(ModesError::NoConvergence { wanted: 0, converged: 0, restarts: 0 });
        for tries in 0..NEARER {
            let shift = search.shift();
            let found = self.ask(search);
            let values = found.as_ref().map_or(&[][..], |modes| &modes.eigenvalues[..]);
            let first = values.iter().copied().find(|v| *v > -LOST * shift);
            best = if tries == 0 { found } else { better(best, found) };
            if self.is_answer(&best) {
                break;
            }
            let nearer = first.map_or(FARTHER * shift, |first| -first);
            match Search::shifted(self.k, self.m, Some(nearer), self.options, self.progress) {
                Ok(next) => search = next,
                Err(_) => break,
            }
        }
        best
    }

    fn ask(&self, search: Search<'_>) -> Result<Modes, ModesError> {
        let stated = self.stated.map(|(k, m, common)| Stated { k, m, common });
        let mut search = search.stated(stated);
        match self.wanted {
            Wanted::Lowest(count) => search.lowest(count),
            Wanted::Below(limit) => search.between(None, limit),
            Wanted::Band(lower, upper) => search.between(Some(lower), upper),
            Wanted::All => search.lowest(usize::MAX),
        }
    }

    /// Whether no other method can improve: the result is certain, with as many modes as requested or as
    /// exist.
    fn is_answer(&self, found: &Result<Modes, ModesError>) -> bool {
        let enough = |modes: &Modes| match self.wanted {
            Wanted::Lowest(count) => modes.eigenvalues.len() >= count,
            Wanted::All => false,
            Wanted::Below(_) | Wanted::Band(..) => true,
        };
        let known = self.candidates.map_or(0, Dense::cols);
        is_final(found, known) && found.as_ref().map_or(true, |modes| modes.exhausted || enough(modes))
    }

    /// An unconnected coordinate is an error of the model, not a motion of its elements.
    fn has_empty_row(&self, found: &Result<Modes, ModesError>) -> bool {
        let Err(ModesError::NullSpace(NullSpaceError::Massless { row })) = found else { return false };
        let nothing = |a: &Sparse| a.column(*row).1.iter().all(|&v| v == 0.0);
        nothing(self.k) && nothing(self.m)
    }
}

/// Whether the result is final: a certificate, an estimate that only better matrices would improve (with all rigid motions that are
/// `known`), a result without requested certificate, or an error of another kind.
fn is_final(found: &Result<Modes, ModesError>, known: usize) -> bool {
    match found {
        Ok(modes) => {
            let certificate = &modes.certificate;
            certificate.is_certified()
                || certificate.is_limited_by_rounding() && modes.rigid.cols() >= known
                || certificate.factorisation_residual().is_none()
        }
        Err(ModesError::NullSpace(error)) => {
            use NullSpaceError::{Indefinite, Massless, NoGap, StillSingular};
            !matches!(error, Indefinite { .. } | Massless { .. } | NoGap { .. } | StillSingular { .. })
        }
        Err(ModesError::Factor(error)) => !matches!(error, FactorError::Singular { .. }),
        Err(error) => {
            use ModesError::{Contradiction, Incomplete, NoConvergence, Untrusted};
            let numerical = matches!(
                error,
                Contradiction { .. } | Incomplete { .. } | NoConvergence { .. } | Untrusted { .. }
            );
            !numerical
        }
    }
}

/// The better of two results: certified first, then with more modes, then the first without error.
fn better(first: Result<Modes, ModesError>, second: Result<Modes, ModesError>) -> Result<Modes, ModesError> {
    match (first, second) {
        (Ok(first), Ok(second)) if first.certificate.is_certified() && second.certificate.is_certified() => {
            let longer = second.exhausted || second.eigenvalues.len() > first.eigenvalues.len();
            Ok(if longer && !first.exhausted { second } else { first })
        }
        (_, Ok(second)) if second.certificate.is_certified() => Ok(second),
        (Ok(first), _) => Ok(first),
        (Err(_), Ok(second)) => Ok(second),
        (Err(ModesError::NullSpace(NullSpaceError::Indefinite { .. })), Err(second)) => Err(second),
        (Err(first), Err(_)) => Err(first),
    }
}

/// Fixes the sign of a mode: of the coordinates with the largest share of its kinetic energy the first is
/// positive.
///
/// Shares count as equal up to [`EQUAL_SHARE`], so that rounding does not change the signs of modes of
/// symmetric structures.
fn choose_signs(vectors: &mut Dense, mass: &[f64]) {
    for j in 0..vectors.cols() {
        let shape = vectors.column_mut(j);
        let share = |(x, m): (&f64, &f64)| x * x * m;
        let largest = shape.iter().zip(mass).map(share).fold(0.0, f64::max);
        let first = shape.iter().zip(mass).position(|pair| share(pair) >= (1.0 - EQUAL_SHARE) * largest);
        if first.is_some_and(|first| shape[first] < 0.0) {
            shape.iter_mut().for_each(|x| *x = -*x);
        }
    }
}

fn check(k: &Sparse, m: &Sparse, wanted: Wanted) -> Result<(), ModesError> {
    let shape = |a: &Sparse| (a.rows(), a.cols());
    if k.rows() != k.cols() || shape(k) != shape(m) {
        return Err(ModesError::Shape { stiffness: shape(k), mass: shape(m) });
    }
    for (matrix, a) in [(Matrix::Stiffness, k), (Matrix::Mass, m)] {
        a.is_finite().map_err(|entry| ModesError::NotFinite { matrix, entry })?;
        let defect = a.symmetry_defect();
        if defect.relative.is_nan() || defect.relative > SYMMETRY {
            return Err(ModesError::NotSymmetric { matrix, defect });
        }
    }
    if let Some((row, &value)) = m.diagonal().iter().enumerate().find(|&(_, &value)| value < 0.0) {
        return Err(ModesError::NegativeMass { row, value });
    }
    match wanted {
        Wanted::Below(upper) if !upper.is_finite() => Err(ModesError::BadBand { lower: 0.0, upper }),
        Wanted::Band(lower, upper) if !(lower.is_finite() && upper.is_finite() && lower < upper) => {
            Err(ModesError::BadBand { lower, upper })
        }
        _ => Ok(()),
    }
}
