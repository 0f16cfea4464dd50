//! A state the machine can stay in, with the residual that proves it.

use crate::error::DynamicsError;
use lissom_linalg::{Dense, eigen};
use lissom_mech::{Linearisation, System};

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

/// K + N + G.
pub(crate) fn tangent(at: &Linearisation) -> Dense {
    let mut tangent = at.stiffness.clone();
    tangent.add_scaled(1.0, &at.dynamic_stiffness);
    tangent.add_scaled(1.0, &at.geometric_stiffness);
    tangent
}

impl OperatingState {
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
}
