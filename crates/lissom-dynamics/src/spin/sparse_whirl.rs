//! The lowest modes of a large structure at a speed, by inverting its stiffness; their number is certified.

use super::spinning_structure::SpinningStructure;
use super::whirl::{Whirl, WhirlMode};
use lissom_linalg::{
    Analysis, Cholesky, Complex, Dense, GyroscopicSystem, Ldlt, LowestModes, Sparse, Threads, lowest_modes,
};
use std::cell::OnceCell;
use std::sync::Arc;

/// Below this size, or with more than this share of all modes wanted, dense matrices are quicker.
const SMALLEST: usize = 24;
const LARGEST_SHARE: usize = 3;

/// A large structure prepared for many speeds.
pub(super) struct SparseModes<'a> {
    structure: &'a SpinningStructure,
    quadratic: Sparse,
    analysis: Arc<Analysis>,
    /// Of the matrix that counts modes; its pattern is the same at every speed.
    counting: OnceCell<Option<Arc<Analysis>>>,
    conservative: bool,
}

impl<'a> SparseModes<'a> {
    /// `None` where dense matrices serve better: small structures, rigid motions, circulatory forces.
    pub fn of(structure: &'a SpinningStructure, wanted: usize) -> Option<Self> {
        let n = structure.size();
        let fits = n >= SMALLEST
            && LARGEST_SHARE * wanted <= n
            && structure.rigid.cols() == 0
            && structure.circulatory.is_none();
        if !fits {
            return None;
        }
        let quadratic = structure.quadratic_stiffness();
        let pattern = structure.stiffness.add_scaled(1.0, &quadratic, 1.0);
        let analysis = Cholesky::analyse(&pattern).ok()?;
        let conservative = structure.damping.max_abs() == 0.0;
        Some(Self { structure, quadratic, analysis, counting: OnceCell::new(), conservative })
    }

    fn stiffness_at(&self, speed: f64) -> Sparse {
        self.structure.stiffness.add_scaled(1.0, &self.quadratic, speed * speed)
    }

    /// Negative eigenvalues of the stiffness, by Sylvester's law; `None` when the factorisation cannot be trusted.
    pub fn negative(&self, speed: f64) -> Option<usize> {
        let factor = Ldlt::factor_with(&self.analysis, &self.stiffness_at(speed), &Threads::one()).ok()?;
        (factor.backward_error() < 1e-8).then(|| factor.inertia().negative)
    }

    /// The lowest modes; `None` when the stiffness is not positive definite, or a mode is missing.
    pub fn at(&self, speed: f64, count: usize, near: &[WhirlMode]) -> Option<Whirl> {
        let stiffness = self.stiffness_at(speed);
        let factor = Cholesky::factor_with(&self.analysis, &stiffness, &Threads::one()).ok()?;
        let share = if self.structure.effects.coriolis { speed } else { 0.0 };
        let damping = self.structure.damping.add_scaled(1.0, &self.structure.coriolis, share);
        let system = GyroscopicSystem {
            mass: &self.structure.mass,
            damping: &damping,
            stiffness: &stiffness,
            factor: &factor,
            conservative: self.conservative,
        };
        let start = start(near, self.structure.size());
        let found = lowest_modes(&system, count, start.as_ref()).ok()?;
        self.is_certain(&system, &found).then(|| self.whirl(speed, &found))
    }

    /// Whether no mode below the last one is missing: counted by inertia for conservative systems.
    fn is_certain(&self, system: &GyroscopicSystem<'_>, found: &LowestModes) -> bool {
        let Some(last) = found.values.last() else { return false };
        if !self.conservative {
            return true;
        }
        // Just below the last mode, so that those of its own frequency do not count.
        let bound = last.im * (1.0 - 1e-6);
        let expected = found.values.iter().filter(|s| s.im < bound).count();
        let matrix = system.doubled(bound);
        let analysis = self.counting.get_or_init(|| Analysis::of(&matrix).ok().map(Arc::new));
        let Some(analysis) = analysis else { return false };
        let factor = Ldlt::factor_with(analysis, &matrix, &Threads::one());
        factor.is_ok_and(|f| f.backward_error() < 1e-8 && f.inertia().negative == 2 * expected)
    }

    fn whirl(&self, speed: f64, found: &LowestModes) -> Whirl {
        let modes: Vec<WhirlMode> = found
            .values
            .iter()
            .zip(&found.vectors)
            .zip(&found.residuals)
            .map(|((value, shape), residual)| WhirlMode {
                value: *value,
                dual: product(&self.structure.mass, shape),
                whirl: self.angular_momentum(shape),
                shape: shape.clone(),
                residual: residual * residual,
            })
            .collect();
        let largest = modes.iter().map(|m| m.value.re).fold(f64::NEG_INFINITY, f64::max);
        Whirl {
            speed,
            modes,
            complete: false,
            rigid: 0,
            zeros: 0,
            max_real_part: if self.conservative { 0.0 } else { largest.min(0.0) },
            definite: true,
        }
    }

    /// Im(v*Θ(n̂)v) of a shape of unit mass.
    fn angular_momentum(&self, shape: &[Complex]) -> f64 {
        let (re, im): (Vec<f64>, Vec<f64>) = shape.iter().map(|c| (c.re, c.im)).unzip();
        // Θ is half of the Coriolis matrix, and Im(v*Θv) = 2 reᵀΘim for a skew Θ.
        self.structure.coriolis.form(&re, &im)
    }
}

/// Columns (x, s x), real and imaginary parts, of modes nearby.
fn start(near: &[WhirlMode], n: usize) -> Option<Dense> {
    let usable = near.iter().filter(|mode| mode.shape.len() == n && mode.value.abs() > 0.0);
    let columns: Vec<Vec<f64>> = usable
        .flat_map(|mode| {
            let z: Vec<Complex> =
                mode.shape.iter().copied().chain(mode.shape.iter().map(|x| mode.value * *x)).collect();
            [z.iter().map(|c| c.re).collect(), z.iter().map(|c| c.im).collect::<Vec<f64>>()]
        })
        .collect();
    (!columns.is_empty()).then(|| Dense::from_columns(2 * n, &columns))
}

fn product(matrix: &Sparse, x: &[Complex]) -> Vec<Complex> {
    let (re, im): (Vec<f64>, Vec<f64>) = x.iter().map(|c| (c.re, c.im)).unzip();
    let (mut a, mut b) = (vec![0.0; x.len()], vec![0.0; x.len()]);
    matrix.multiply(&re, &mut a);
    matrix.multiply(&im, &mut b);
    a.into_iter().zip(b).map(|(re, im)| Complex::new(re, im)).collect()
}
