//! Coordinates in which a mass matrix is the identity.

use crate::matrix::complex::Complex;
use crate::matrix::dense::Dense;
use crate::small::eigen::{EigenError, back_substitute, cholesky, congruence_inverse};

/// x = L⁻ᵀ y with M = L Lᵀ: in y the mass is the identity. For dense problems at many values of a parameter
/// with one mass matrix.
#[derive(Debug, Clone)]
pub struct MassCoordinates {
    factor: Dense,
}

impl MassCoordinates {
    /// Factors the mass matrix.
    ///
    /// # Errors
    /// [`EigenError::MassNotPositiveDefinite`] and those of a matrix that is not square or not finite.
    pub fn of(mass: &Dense) -> Result<Self, EigenError> {
        crate::small::eigen::check(mass)?;
        Ok(Self { factor: cholesky(mass)? })
    }

    /// L⁻¹ A L⁻ᵀ: a matrix of forces per displacement in these coordinates.
    pub fn matrix(&self, a: &Dense) -> Dense {
        congruence_inverse(&self.factor, a)
    }

    /// L⁻ᵀ y: back to the coordinates of the mass matrix.
    pub fn displacement(&self, y: &[Complex]) -> Vec<Complex> {
        back_substitute(&self.factor, y)
    }

    /// L y = M x: the momentum that belongs to a motion.
    pub fn momentum(&self, y: &[Complex]) -> Vec<Complex> {
        let add = |sum: Complex, (l, y): (f64, &Complex)| sum + y.scale(l);
        (0..y.len()).map(|i| (0..=i).map(|k| (self.factor[(i, k)], &y[k])).fold(Complex::ZERO, add)).collect()
    }

    /// Lᵀ x: from the coordinates of the mass matrix.
    pub fn from_displacement(&self, x: &[f64]) -> Vec<f64> {
        let n = x.len();
        (0..n).map(|i| (i..n).map(|k| self.factor[(k, i)] * x[k]).sum()).collect()
    }
}
