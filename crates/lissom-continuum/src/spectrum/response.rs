//! Exact response to harmonic and static loads.

use lissom_linalg::Complex;

use super::complex_stiffness::dynamic;
use super::error::SpectrumError;
use super::exact_modes::rigid_motions;
use super::linear_system::LinearSystem;
use super::mesh::Mesh;

/// Responses of one system at many frequencies: the division of its members is kept as long as it is valid.
pub struct Responses<'s> {
    system: &'s LinearSystem,
    /// The division, and the ω² up to which it was made.
    mesh: Option<(f64, Mesh)>,
}

impl<'s> Responses<'s> {
    /// Of a system under its loads.
    pub fn new(system: &'s LinearSystem) -> Self {
        Self { system, mesh: None }
    }

    /// Complex amplitudes of the coordinates under the loads of the system varying as e^{iωt}; static for ω = 0.
    /// Distributed loads are exact, by a particular solution along each member.
    ///
    /// # Errors
    /// [`SpectrumError::NotCovered`] at an undamped resonance, where there is no steady response.
    pub fn at(&mut self, angular_frequency: f64) -> Result<Vec<Complex>, SpectrumError> {
        let square = angular_frequency * angular_frequency;
        let mesh = match self.mesh.take().filter(|(limit, _)| *limit >= 2.0 * square) {
            Some(mesh) => mesh,
            // With some room, so that a range of frequencies needs few divisions.
            None => (4.0 * square, Mesh::new(self.system, 4.0 * square)?),
        };
        let dynamic = dynamic(self.system, &mesh.1, Complex::new(0.0, angular_frequency));
        self.mesh = Some(mesh);
        let mut dynamic = dynamic?;
        for (total, lumped) in dynamic.force.iter_mut().zip(&self.system.force) {
            *total = *total + Complex::from(*lumped);
        }
        let solution =
            dynamic.stiffness.solve(&dynamic.force).filter(|x| x.iter().all(|value| value.is_finite()));
        let solution = solution.ok_or_else(|| SpectrumError::NotCovered {
            part: format!("ω = {angular_frequency}"),
            what: "a load at a resonance without damping",
        })?;
        Ok(solution[..self.system.names.len()].to_vec())
    }
}

/// The static response.
///
/// # Errors
/// [`SpectrumError::NotCovered`] where a motion has no stiffness.
pub fn static_response(system: &LinearSystem) -> Result<Vec<Complex>, SpectrumError> {
    if rigid_motions(system)? > 0 {
        let part = system.names.first().cloned().unwrap_or_default();
        return Err(SpectrumError::NotCovered { part, what: "a static load on a motion without stiffness" });
    }
    response(system, 0.0)
}

/// The response at one frequency; see [`Responses::at`].
///
/// # Errors
/// As [`Responses::at`].
pub fn response(system: &LinearSystem, angular_frequency: f64) -> Result<Vec<Complex>, SpectrumError> {
    Responses::new(system).at(angular_frequency)
}
