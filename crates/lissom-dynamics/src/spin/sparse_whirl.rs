//! The lowest modes of a large structure at a speed, by inverting its stiffness; their number is certified.

use super::mode_count::ModeCount;
use super::mode_path::{ModePath, fewest_speeds};
use super::spinning_structure::SpinningStructure;
use super::whirl::{Whirl, WhirlMode};
use lissom_linalg::{
    Analysis, Cholesky, Complex, Dense, EnergyProduct, GyroscopicSystem, Ldlt, LowestModes, Sparse, Threads,
    lowest_modes,
};
use std::sync::Arc;

/// Below this size, or with more than this share of all modes wanted, dense matrices are quicker.
const SMALLEST: usize = 24;
const LARGEST_SHARE: usize = 3;

/// Residuals of modes. Where nothing takes energy the error of a frequency is about the square of it.
const TOLERANCE: f64 = 1e-7;
const TOLERANCE_DAMPED: f64 = 1e-8;

/// A large structure prepared for many speeds.
pub(super) struct SparseModes<'a> {
    structure: &'a SpinningStructure,
    quadratic: Sparse,
    analysis: Arc<Analysis>,
    /// The stiffness and its factor where they do not depend on the speed.
    constant: Option<Stiffness>,
    counting: Option<ModeCount>,
    conservative: bool,
    path: ModePath,
    /// What angular momentum is measured with.
    momentum: Sparse,
}

/// A positive definite stiffness.
#[derive(Clone)]
struct Stiffness {
    matrix: Arc<Sparse>,
    factor: Arc<Cholesky>,
}

/// What acts at a speed.
pub(super) struct Frozen<'a> {
    mass: &'a Sparse,
    damping: Sparse,
    stiffness: Stiffness,
    conservative: bool,
}

impl Frozen<'_> {
    fn system(&self) -> GyroscopicSystem<'_> {
        GyroscopicSystem {
            mass: self.mass,
            damping: &self.damping,
            stiffness: &self.stiffness.matrix,
            factor: &self.stiffness.factor,
            conservative: self.conservative,
        }
    }

    pub fn energy(&self) -> EnergyProduct<'_> {
        EnergyProduct { stiffness: &self.stiffness.matrix, mass: self.mass }
    }

    /// Modes, and approximate ones beyond them.
    pub fn modes(
        &self,
        count: usize,
        tolerance: f64,
        start: Option<&Dense>,
        guards: Option<&Dense>,
    ) -> Option<LowestModes> {
        lowest_modes(&self.system(), count, tolerance, start, guards, true).ok()
    }

    fn modes_only(&self, count: usize, tolerance: f64, start: Option<&Dense>) -> Option<LowestModes> {
        lowest_modes(&self.system(), count, tolerance, start, None, false).ok()
    }
}

impl<'a> SparseModes<'a> {
    /// `None` where others serve better: small structures, rigid motions, circulatory forces, damping at few speeds. `speeds` are
    /// those that will be requested.
    pub fn of(structure: &'a SpinningStructure, wanted: usize, speeds: &[f64]) -> Option<Self> {
        let n = structure.size();
        let conservative = structure.damping.max_abs() == 0.0;
        let fewest = fewest_speeds(n);
        let fits = n >= SMALLEST
            && (conservative || speeds.len() >= fewest)
            && LARGEST_SHARE * wanted <= n
            && structure.rigid.cols() == 0
            && structure.circulatory.is_none();
        if !fits {
            return None;
        }
        let quadratic = structure.quadratic_stiffness();
        let pattern = structure.stiffness.add_scaled(1.0, &quadratic, 1.0);
        let analysis = Cholesky::analyse(&pattern).ok()?;
        let counting = if conservative { ModeCount::of(structure, &quadratic) } else { None };
        let path = ModePath::of(speeds, fewest);
        let momentum = structure.momentum();
        let mut this =
            Self { structure, quadratic, analysis, constant: None, counting, conservative, path, momentum };
        if this.quadratic.max_abs() == 0.0 {
            this.constant = Some(this.stiffness(0.0)?);
        }
        Some(this)
    }

    /// Whether modes between speeds are interpolated.
    pub fn interpolates(&self) -> bool {
        self.path.interpolates()
    }

    /// Residuals that modes must meet [-].
    pub fn tolerance(&self) -> f64 {
        if self.conservative { TOLERANCE } else { TOLERANCE_DAMPED }
    }

    fn stiffness_at(&self, speed: f64) -> Sparse {
        self.structure.stiffness.add_scaled(1.0, &self.quadratic, speed * speed)
    }

    /// `None` when the stiffness is not positive definite.
    fn stiffness(&self, speed: f64) -> Option<Stiffness> {
        if let Some(constant) = &self.constant {
            return Some(constant.clone());
        }
        let matrix = self.stiffness_at(speed);
        let factor = Cholesky::factor_with(&self.analysis, &matrix, &Threads::one()).ok()?;
        Some(Stiffness { matrix: Arc::new(matrix), factor: Arc::new(factor) })
    }

    /// What acts at a speed; `None` when the stiffness is not positive definite.
    pub fn frozen(&self, speed: f64) -> Option<Frozen<'a>> {
        let share = if self.structure.effects.coriolis { speed } else { 0.0 };
        let damping = self.structure.damping.add_scaled(1.0, &self.structure.coriolis, share);
        let (mass, conservative) = (&self.structure.mass, self.conservative);
        Some(Frozen { mass, damping, stiffness: self.stiffness(speed)?, conservative })
    }

    /// Negative eigenvalues of the stiffness, by Sylvester's law; `None` when the factorisation cannot be trusted.
    pub fn negative(&self, speed: f64) -> Option<usize> {
        let factor = Ldlt::factor_with(&self.analysis, &self.stiffness_at(speed), &Threads::one()).ok()?;
        (factor.backward_error() < 1e-8).then(|| factor.inertia().negative)
    }

    /// The lowest modes, `count` of them; `None` when the stiffness is not positive definite, a mode is missing, or fewer
    /// are found.
    pub fn at(&self, speed: f64, count: usize, near: &[WhirlMode]) -> Option<Whirl> {
        let frozen = self.frozen(speed)?;
        let start = self.path.start(self, speed, count).or_else(|| start(near, self.structure.size()));
        let found = frozen.modes_only(count, self.tolerance(), start.as_ref())?;
        if found.values.len() >= count && self.is_certain(speed, &found) {
            return Some(self.whirl(speed, found));
        }
        // The start knew nothing of a mode: look without it, and further.
        let found = frozen.modes_only(count + count / 2, self.tolerance(), None)?;
        let enough = found.values.len() >= count && self.is_certain(speed, &found);
        enough.then(|| self.whirl(speed, found))
    }

    /// Whether no mode below the last one is missing: counted by inertia for conservative systems.
    fn is_certain(&self, speed: f64, found: &LowestModes) -> bool {
        if !self.conservative {
            return true;
        }
        let Some(last) = found.values.last() else { return false };
        // Just below the last mode, so that those of its own frequency do not count.
        let bound = last.im * (1.0 - 1e-6);
        let expected = found.values.iter().filter(|s| s.im < bound).count();
        self.count_below(speed, bound) == Some(expected)
    }

    /// Frequencies below a bound of a structure without damping; `None` with damping, or when the factorisation cannot be trusted.
    pub fn count_below(&self, speed: f64, bound: f64) -> Option<usize> {
        self.counting.as_ref()?.below(self.structure, &self.quadratic, speed, bound)
    }

    fn whirl(&self, speed: f64, found: LowestModes) -> Whirl {
        let momenta = self.angular_momenta(&found.vectors);
        let all = found.values.into_iter().zip(found.vectors).zip(found.momenta);
        let modes: Vec<WhirlMode> = all
            .zip(found.residuals)
            .zip(momenta)
            .map(|((((value, shape), dual), residual), whirl)| WhirlMode {
                value,
                dual,
                whirl,
                shape,
                residual,
            })
            .collect();
        let largest = modes.iter().map(|m| m.value.re).fold(f64::NEG_INFINITY, f64::max);
        Whirl {
            speed,
            modes,
            others: Vec::new(),
            complete: false,
            rigid: 0,
            zeros: 0,
            max_real_part: if self.conservative { 0.0 } else { largest.min(0.0) },
            definite: true,
            growth: None,
        }
    }

    /// Im(v*Θ(n̂)v) of shapes of unit mass.
    fn angular_momenta(&self, shapes: &[Vec<Complex>]) -> Vec<f64> {
        let part = |pick: fn(&Complex) -> f64| {
            let columns: Vec<f64> = shapes.iter().flatten().map(pick).collect();
            Dense::from_column_major(self.structure.size(), shapes.len(), columns)
        };
        let (re, im) = (part(|c| c.re), part(|c| c.im));
        let turned = self.momentum.times(&im);
        // Im(v*Θv) = 2 reᵀΘim for a skew Θ.
        (0..shapes.len()).map(|j| 2.0 * lissom_linalg::dot(re.column(j), turned.column(j))).collect()
    }
}

/// Columns (x, s x), real and imaginary parts, of modes nearby.
pub(super) fn start(near: &[WhirlMode], n: usize) -> Option<Dense> {
    let usable = near.iter().filter(|mode| mode.shape.len() == n && mode.value.abs() > 0.0);
    let (values, shapes): (Vec<Complex>, Vec<&[Complex]>) =
        usable.map(|mode| (mode.value, mode.shape.as_slice())).unzip();
    (!values.is_empty()).then(|| states(&values, &shapes, n))
}

/// Columns (x, s x), real and imaginary parts.
pub(super) fn states(values: &[Complex], shapes: &[&[Complex]], n: usize) -> Dense {
    let mut columns = Vec::with_capacity(4 * n * values.len());
    for (value, shape) in values.iter().zip(shapes) {
        for part in [|c: &Complex| c.re, |c: &Complex| c.im] {
            columns.extend(shape.iter().map(part));
            columns.extend(shape.iter().map(|x| part(&(*value * *x))));
        }
    }
    Dense::from_column_major(2 * n, 2 * values.len(), columns)
}
