//! A state the machine can stay in, with the residual that proves it.

use crate::error::DynamicsError;
use lissom_linalg::{Dense, eigen};
use lissom_mech::{Linearisation, System};
use std::sync::Arc;

/// A state in which nothing moves and nothing is out of balance.
#[derive(Clone, Debug)]
pub struct OperatingState {
    /// Time at which laws are taken [s].
    pub time: f64,
    /// Coordinates.
    pub position: Vec<f64>,
    /// Inputs.
    pub input: Vec<f64>,
    /// Outputs.
    pub output: Vec<f64>,
    /// Out-of-balance force over the forces that balance, each measured with the stiffness of its coordinate [-].
    pub residual: f64,
    /// Newton iterations it took.
    pub iterations: usize,
    /// Increments of the load it took.
    pub increments: usize,
    /// The equations of motion about it.
    pub linearisation: Linearisation,
    /// How near the coordinates are to where they no longer determine it ([`System::strain`]) [-].
    pub strain: f64,
    /// The system in whose coordinates it is told; `None`: in those that were chosen first.
    pub system: Option<Arc<dyn System>>,
}

/// Undamped vibrations about a state.
#[derive(Clone, Debug)]
pub struct StateModes {
    /// ω², ascending; negative: the state is unstable, it buckles [rad²/s²].
    pub eigenvalues: Vec<f64>,
    /// Shapes over the coordinates, φᵀ M φ = 1.
    pub shapes: Dense,
}

impl StateModes {
    /// √|ω²|, signed like ω² [rad/s].
    #[must_use]
    pub fn angular_frequencies(&self) -> Vec<f64> {
        self.eigenvalues.iter().map(|value| value.abs().sqrt().copysign(*value)).collect()
    }

    /// Number of directions in which the state is unstable.
    #[must_use]
    pub fn unstable(&self) -> usize {
        let largest = self.eigenvalues.iter().fold(0.0, |a: f64, b| a.max(b.abs()));
        self.eigenvalues.iter().filter(|value| **value < -1e-12 * largest).count()
    }
}

/// Small motions e^(st) about a state, whatever its matrices are like.
#[derive(Clone, Debug)]
pub struct StatePoles {
    /// Oscillations, Re s and Im s > 0, ascending in frequency [1/s].
    pub oscillations: Vec<[f64; 2]>,
    /// Motions that do not oscillate, ascending: positive ones diverge [1/s].
    pub real: Vec<f64>,
}

/// Growth below this share of a pole is rounding: poles that meet are known to the root of the precision only.
const GROWTH: f64 = 1e-6;

impl StatePoles {
    /// Number of oscillations that grow: flutter.
    #[must_use]
    pub fn fluttering(&self) -> usize {
        self.oscillations.iter().filter(|[re, im]| *re > GROWTH * re.hypot(*im)).count()
    }

    /// Number of motions that grow without oscillating.
    #[must_use]
    pub fn diverging(&self) -> usize {
        let largest = self.oscillations.iter().map(|[re, im]| re.hypot(*im));
        let largest = largest.chain(self.real.iter().map(|s| s.abs())).fold(0.0, f64::max);
        // Motions that cost no force have poles at zero, twice: rounding moves them by the root of the precision.
        self.real.iter().filter(|s| **s > GROWTH * largest).count()
    }

    /// Frequencies Im s, before them −s of what diverges [rad/s].
    #[must_use]
    pub fn angular_frequencies(&self) -> Vec<f64> {
        let diverging = self.real.iter().rev().take(self.diverging()).map(|s| -s);
        diverging.chain(self.oscillations.iter().map(|[_, im]| *im)).collect()
    }
}

/// K + N + G.
pub(crate) fn tangent(at: &Linearisation) -> Dense {
    let mut tangent = at.stiffness.clone();
    tangent.add_scaled(1.0, &at.dynamic_stiffness);
    tangent.add_scaled(1.0, &at.geometric_stiffness);
    tangent
}

impl OperatingState {
    /// The system in whose coordinates the state is told; `first` is the one in the coordinates that were chosen first.
    #[must_use]
    pub fn system<'a>(&'a self, first: &'a dyn System) -> &'a dyn System {
        self.system.as_deref().unwrap_or(first)
    }

    /// K + N + G, the tangent of the out-of-balance force.
    #[must_use]
    pub fn tangent(&self) -> Dense {
        tangent(&self.linearisation)
    }

    /// Undamped vibrations: (K + G) φ = ω² M φ with the symmetric part of the tangent \[Boer2013, Eq. (17)\].
    ///
    /// Where loads follow the motion the tangent is not symmetric; then [`Self::eigenvalues`] tells about flutter.
    ///
    /// # Errors
    /// [`DynamicsError::Eigen`].
    pub fn modes(&self, system: &dyn System) -> Result<StateModes, DynamicsError> {
        let tangent = self.tangent().symmetric_part();
        let found = eigen::symmetric_definite(&tangent, &self.linearisation.mass.symmetric_part())
            .map_err(|source| DynamicsError::Eigen { system: system.name().to_owned(), source })?;
        Ok(StateModes { eigenvalues: found.values, shapes: found.vectors })
    }

    /// Eigenvalues s of M s² + (C + D) s + (K + N + G), real and imaginary part; a positive real part is an
    /// instability, with an imaginary part it is flutter [1/s].
    ///
    /// # Errors
    /// [`DynamicsError::Eigen`].
    pub fn eigenvalues(&self, system: &dyn System) -> Result<Vec<[f64; 2]>, DynamicsError> {
        let mut rates = self.linearisation.velocity_sensitivity.clone();
        rates.add_scaled(1.0, &self.linearisation.damping);
        let found = eigen::quadratic(&self.linearisation.mass, &rates, &self.tangent())
            .map_err(|source| DynamicsError::Eigen { system: system.name().to_owned(), source })?;
        Ok(found.values.iter().map(|s| [s.re, s.im]).collect())
    }

    /// The same as oscillations and real poles.
    ///
    /// # Errors
    /// [`DynamicsError::Eigen`].
    pub fn poles(&self, system: &dyn System) -> Result<StatePoles, DynamicsError> {
        let values = self.eigenvalues(system)?;
        let mut oscillations: Vec<[f64; 2]> = values.iter().filter(|[_, im]| *im > 0.0).copied().collect();
        oscillations.sort_by(|a, b| a[1].total_cmp(&b[1]));
        let mut real: Vec<f64> = values.iter().filter(|[_, im]| *im == 0.0).map(|[re, _]| *re).collect();
        real.sort_by(f64::total_cmp);
        Ok(StatePoles { oscillations, real })
    }

    /// Whether loads follow the motion, so that the tangent is not symmetric: frequencies of its symmetric part mean
    /// nothing then.
    #[must_use]
    pub fn is_circulatory(&self) -> bool {
        let tangent = self.tangent();
        asymmetry(&tangent) > SYMMETRIC
    }

    /// Frequencies about the state, with negative signs for what diverges: those of [`Self::modes`], or those of the
    /// poles where loads follow the motion [rad/s].
    ///
    /// # Errors
    /// [`DynamicsError::Eigen`].
    pub fn angular_frequencies(&self, system: &dyn System) -> Result<Vec<f64>, DynamicsError> {
        match self.is_circulatory() {
            true => Ok(self.poles(system)?.angular_frequencies()),
            false => Ok(self.modes(system)?.angular_frequencies()),
        }
    }
}

/// Matrices with a larger defect than this are not symmetric: rounding leaves less [-].
pub(crate) const SYMMETRIC: f64 = 1e-9;

/// Largest difference of mirrored entries over the largest entry [-].
pub(crate) fn asymmetry(matrix: &Dense) -> f64 {
    let mut skew = matrix.clone();
    skew.add_scaled(-1.0, &matrix.transpose());
    skew.max_abs() / matrix.max_abs().max(f64::MIN_POSITIVE)
}
