//! A frequency about which a Krylov space is expanded.

use super::elastic::{Deformed, Elastic};
use crate::error::ReduceError;
use lissom_linalg::{Dense, Ldlt, Threads};
use std::f64::consts::TAU;

/// K − σM with σ = ω₀², factored: gives the undamped vibration under forces of frequency ω₀.
///
/// Vectors x = (K − σM)⁻¹ f and their followers (K − σM)⁻¹ M x match the response at ω₀ and its derivatives there, as
/// static deformations do at zero \[StaticDeformation, §5\]. Frequencies beyond the first modes then need few
/// vectors.
#[derive(Debug)]
pub(crate) struct ExpansionPoint {
    factor: Ldlt,
    /// σ [rad²/s²].
    square: f64,
    /// ω₀/2π [Hz].
    pub hertz: f64,
}

impl ExpansionPoint {
    /// Factors; at a natural frequency there is no response to expand about.
    ///
    /// # Errors
    /// [`ReduceError::Response`].
    pub fn of(elastic: &Elastic<'_>, hertz: f64, threads: &Threads) -> Result<Self, ReduceError> {
        let square = (TAU * hertz).powi(2);
        let structure = elastic.structure;
        let shifted = structure.stiffness.add_scaled(1.0, &structure.mass, -square);
        let factor = Ldlt::factor(&shifted, threads)
            .map_err(|source| ReduceError::Response { omega: TAU * hertz, source })?;
        Ok(Self { factor, square, hertz })
    }

    /// The vibrations under forces at the frequency, without rigid motion, and the static forces that would hold them.
    pub fn deform(&self, elastic: &Elastic<'_>, mut forces: Dense) -> Deformed {
        elastic.null_space.project_force(&mut forces);
        let mut vectors = forces.clone();
        self.factor.solve_in_place(&mut vectors);
        elastic.null_space.project_displacement(&mut vectors);
        // K x = f + σ M x, without the rounding of the product K x.
        forces.add_scaled(self.square, &elastic.structure.mass.times(&vectors));
        elastic.null_space.project_force(&mut forces);
        Deformed { vectors, forces }
    }
}
