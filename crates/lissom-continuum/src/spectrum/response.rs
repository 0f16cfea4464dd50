//! Exact response to harmonic and static loads.

use lissom_linalg::Complex;

use super::complex_stiffness::dynamic;
use super::error::SpectrumError;
use super::linear_system::LinearSystem;
use super::mesh::Mesh;

/// Complex amplitudes of the coordinates under the loads of the system varying as e^{iωt}; static for ω = 0.
///
/// Distributed loads are met exactly, by a particular solution along each member.
///
/// # Errors
/// [`SpectrumError::NotCovered`] at an undamped resonance, where there is no steady response.
pub fn response(system: &LinearSystem, angular_frequency: f64) -> Result<Vec<Complex>, SpectrumError> {
    let mesh = Mesh::new(system, 2.0 * angular_frequency * angular_frequency)?;
    let mut dynamic = dynamic(system, &mesh, Complex::new(0.0, angular_frequency))?;
    for (total, lumped) in dynamic.force.iter_mut().zip(&system.force) {
        *total = *total + Complex::from(*lumped);
    }
    let solution =
        dynamic.stiffness.solve(&dynamic.force).filter(|x| x.iter().all(|value| value.is_finite()));
    let solution = solution.ok_or_else(|| SpectrumError::NotCovered {
        part: format!("ω = {angular_frequency}"),
        what: "a load at a resonance without damping",
    })?;
    Ok(solution[..system.names.len()].to_vec())
}
