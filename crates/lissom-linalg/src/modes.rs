//! Certified vibration modes: K x = λ M x, with proof that none is missing.
//!
//! 1. Rigid motions are found, verified and split off exactly ([`NullSpace`]).
//! 2. The held stiffness is factored once; a block Lanczos iteration gives the lowest elastic modes.
//! 3. K − σM is factored with σ in a gap above the last mode. By Sylvester's law the number of negative pivots is
//!    the number of eigenvalues below σ. If it exceeds what was found (twins that the start vectors did not see),
//!    the iteration continues in new directions until the numbers agree.

use crate::dense::Dense;
use crate::mode_search::Search;
use crate::modes_error::{Matrix, ModesError};
use crate::null_space::NullSpace;
use crate::null_space_error::NullSpaceError;
use crate::progress::Progress;
use crate::sparse::Sparse;
use crate::threads::Threads;

/// Shares of kinetic energy that differ by less than this part count as equal.
const EQUAL_SHARE: f64 = 1e-6;

/// Largest relative difference of mirrored entries that passes as rounding [-].
const SYMMETRY: f64 = 1e-10;

/// Which modes are wanted. Rigid motions are always all returned, separately, and never counted here.
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

/// How modes are computed. The defaults serve nearly always.
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
    /// Restarts before the iteration gives up [-].
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

/// Proof that no mode is missing between two limits.
#[derive(Debug, Clone, PartialEq)]
pub struct Certificate {
    /// Lower limit of λ [rad²/s²].
    pub lower: f64,
    /// Upper limit of λ [rad²/s²].
    pub upper: f64,
    /// Eigenvalues counted below the lower limit, rigid motions excluded [-].
    pub count_below_lower: usize,
    /// Eigenvalues counted below the upper limit, rigid motions excluded [-].
    pub count_below_upper: usize,
    /// Elastic modes found between the limits [-].
    pub found: usize,
    /// True if the count was made and agrees with what was found.
    pub complete: bool,
    /// Backward error of the factorisation behind the count; `None` when no count was made [-].
    pub factorisation_residual: Option<f64>,
}

/// What was spent.
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
    /// ‖S (K x − λ M x)‖ / ‖S⁻¹ x‖ with S = diag(K + |λ| M)^(−1/2) [-]: the backward error of the pencil scaled to
    /// unit diagonal, the same in all units.
    pub residuals: Vec<f64>,
    /// Proof that no mode is missing.
    pub certificate: Certificate,
    /// Elastic eigenvalues below zero [-].
    pub negative: usize,
    /// True if all modes with finite frequency are here although more were asked for.
    pub exhausted: bool,
    /// What was spent.
    pub cost: Cost,
}

impl Modes {
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
/// factorisations more.
///
/// # Errors
/// See [`ModesError`]. A result is returned only if the count of eigenvalues agrees with the modes found.
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
        return Ok(empty());
    }
    progress.stage("rigid motions and factorisation", None);
    let mut search = match NullSpace::find(k, m, rigid_candidates, &options.threads) {
        Ok(null_space) => Search::held(k, m, null_space, options, progress),
        Err(NullSpaceError::Indefinite { .. }) => Search::shifted(k, m, options, progress)?,
        Err(NullSpaceError::Factor(error)) => return Err(error.into()),
        Err(error) => return Err(error.into()),
    };
    let mut found = match wanted {
        Wanted::Lowest(count) => search.lowest(count),
        Wanted::Below(limit) => search.between(None, limit),
        Wanted::Band(lower, upper) => search.between(Some(lower), upper),
        Wanted::All => search.lowest(usize::MAX),
    }?;
    choose_signs(&mut found.vectors, &m.diagonal());
    Ok(found)
}

/// A mode may be drawn upside down: of the coordinates with the largest share of its kinetic energy the first moves forwards.
///
/// Shares count as equal up to [`EQUAL_SHARE`], so that rounding does not turn the modes of symmetric structures over.
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

/// No modes of nothing.
pub(crate) fn empty() -> Modes {
    let certificate = Certificate {
        lower: 0.0,
        upper: f64::INFINITY,
        count_below_lower: 0,
        count_below_upper: 0,
        found: 0,
        complete: true,
        factorisation_residual: None,
    };
    Modes {
        eigenvalues: Vec::new(),
        vectors: Dense::zeros(0, 0),
        rigid: Dense::zeros(0, 0),
        residuals: Vec::new(),
        certificate,
        negative: 0,
        exhausted: true,
        cost: Cost::default(),
    }
}
