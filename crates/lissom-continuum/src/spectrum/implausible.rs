//! Evidence that a list of poles is wrong, so that it is refused instead of reported as an estimate.

use super::certify_poles::Census;
use super::error::SpectrumError;
use super::exact_modes::motions_at_rest;
use super::linear_system::LinearSystem;
use super::mesh::Mesh;
use super::poles::Pole;

/// Share of a real part that rounding may turn positive [-].
const GROWING: f64 = 1e-6;
/// Poles nearer than this are the same one [-].
const SAME: f64 = 1e-10;

/// Refuses impossible poles before counting: none that converged, and growing motions where energy is only
/// dissipated. A stable stiffness with dissipative damping has no pole to the right of the
/// imaginary axis, with gyroscopic terms or without: the energy of a growing motion would grow.
pub(crate) fn check_found(
    system: &LinearSystem,
    oscillating: &[Pole],
    divergent: &[Pole],
) -> Result<(), SpectrumError> {
    if !oscillating.is_empty() && oscillating.iter().all(|pole| !pole.converged) {
        return Err(refused(system, "none of the searches for poles converged".to_owned()));
    }
    let grows = |pole: &&Pole| pole.value.re > GROWING * pole.value.abs();
    let growing = oscillating.iter().chain(divergent).find(grows);
    match growing {
        Some(pole) if is_passive(system)? => {
            let s = pole.value;
            let why = format!("s = {:.6e} + {:.6e}i would grow, but all damping is dissipative", s.re, s.im);
            Err(refused(system, why))
        }
        _ => Ok(()),
    }
}

/// Refuses poles that no certificate confirms, if the count misses some of them, if one is listed twice, if
/// the list is empty, or if members much stiffer than others exhaust the precision of the search.
pub(crate) fn check_uncertified(
    system: &LinearSystem,
    census: &Census,
    [oscillating, overdamped]: [&[Pole]; 2],
) -> Result<(), SpectrumError> {
    if oscillating.is_empty() && overdamped.is_empty() {
        let why = "no oscillating pole was found, and real ones could not be counted".to_owned();
        return Err(refused(system, why));
    }
    if let Some(counted) = census.counted.filter(|counted| *counted != census.found) {
        let [least, most] = census.sector.moduli;
        let found = census.found;
        let why =
            format!("{counted} poles were counted between {least:.6} and {most:.6} rad/s, but {found} found");
        return Err(refused(system, why));
    }
    let is_twice = |(at, pole): (usize, &Pole)| {
        let near = |other: &Pole| (other.value - pole.value).abs() <= SAME * pole.value.abs();
        pole.converged && oscillating[..at].iter().any(near)
    };
    if oscillating.iter().enumerate().any(is_twice) {
        return Err(refused(system, "a pole was found twice, and the count does not confirm it".to_owned()));
    }
    if stiff_member(&system.conservative())?.is_some() {
        return Err(refused(system, "the poles could not be counted".to_owned()));
    }
    Ok(())
}

pub(crate) fn refused(system: &LinearSystem, why: String) -> SpectrumError {
    let stiff = stiff_member(&system.conservative()).ok().flatten();
    SpectrumError::PolesRefused { why, stiff_member: stiff }
}

/// Names the member that is much stiffer than others, if there is one, where a search ended for lack of
/// precision or pieces.
pub(crate) fn with_stiff_member(system: &LinearSystem, error: SpectrumError) -> SpectrumError {
    use SpectrumError::{Eigen, Factor, NotFinite, TooFine, TooLarge};
    let is_numerical =
        matches!(error, Eigen { .. } | Factor { .. } | NotFinite { .. } | TooFine { .. } | TooLarge { .. });
    match stiff_member(&system.conservative()) {
        Ok(Some(member)) if is_numerical => {
            SpectrumError::PolesRefused { why: error.to_string(), stiff_member: Some(member) }
        }
        _ => error,
    }
}

/// The first member that is so much stiffer than others that it is written in mixed form.
pub(crate) fn stiff_member(still: &LinearSystem) -> Result<Option<String>, SpectrumError> {
    let mesh = Mesh::new(still, 0.0)?;
    let mut members = still.members.iter().zip(&mesh.divisions);
    Ok(members.find(|(_, division)| division.is_mixed()).map(|(member, _)| member.name.clone()))
}

/// Whether the stiffness has a potential without negative directions, and damping nowhere adds energy.
fn is_passive(system: &LinearSystem) -> Result<bool, SpectrumError> {
    let has_potential = system.conservative().check_conservative().is_ok();
    Ok(has_potential && system.is_dissipative()? && motions_at_rest(system)?.0 == 0)
}
