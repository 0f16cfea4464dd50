//! Unintended restraint of free parts, or missing support.

use super::AuditedPart;
use super::report::{Grounding, PartReport};
use super::rigid_body::moves_no_mass;
use crate::part::ImportedPart;
use lissom_linalg::norm;

/// A rigid motion with less resistance is free [-]; also used in the search for rigid motions.
const FREE: f64 = 1e-8;
/// A part whose rigid motions all have less resistance than this, but more than [`FREE`], is presumably free
/// [-]. A clamp of a hundred nodes holds a part of a million with about 1e-3.
const NEARLY_FREE: f64 = 1e-5;

/// ‖K̂ r̂‖ / (‖K̂‖ ‖r̂‖) of each rigid motion in coordinates scaled to a unit diagonal of K, so that units do not matter.
pub(super) fn measure(audited: &AuditedPart<'_>) -> Vec<Grounding> {
    let Some(motions) = &audited.motions else { return Vec::new() };
    let weight: Vec<f64> = audited.stiffness.diagonal().iter().map(|value| value.abs().sqrt()).collect();
    let inverse: Vec<f64> = weight.iter().map(|&w| if w > 0.0 { 1.0 / w } else { 0.0 }).collect();
    let scaled = audited.stiffness.scaled(&inverse);
    let size = scaled.norm_one();
    let one = |column: usize| {
        let motion: Vec<f64> =
            motions.vectors.column(column).iter().zip(&weight).map(|(r, w)| r * w).collect();
        let mut force = vec![0.0; motion.len()];
        scaled.multiply(&motion, &mut force);
        let scale = size * norm(&motion);
        let resistance = if scale > 0.0 { norm(&force) / scale } else { 0.0 };
        Grounding { motion: motions.names[column], resistance, free: resistance <= FREE }
    };
    (0..motions.vectors.cols()).map(one).collect()
}

/// Warning for a rigid motion with stiffness but without mass.
pub(super) fn swapped(audited: &AuditedPart<'_>) -> Option<String> {
    let motions = audited.motions.as_ref()?;
    (motions.vectors.cols() > 0 && moves_no_mass(&audited.mass, motions.vectors.column(0)))
        .then(|| "rigid motions have no mass: are the files of stiffness and mass exchanged?".to_owned())
}

pub(super) fn warn(part: &ImportedPart, report: &mut PartReport) {
    let held: Vec<&Grounding> = report.grounding.iter().filter(|one| !one.free).collect();
    let free = report.grounding.len() - held.len();
    let worst = held.iter().map(|one| one.resistance).fold(0.0, f64::max);
    let mut warnings = Vec::new();
    if free > 0 && !held.is_empty() {
        let names: Vec<&str> = held.iter().map(|one| one.motion).collect();
        let names = names.join(", ");
        warnings.push(format!("{free} rigid motions are free, but these are restrained: {names}"));
    }
    if free == 0 && worst > 0.0 && worst < NEARLY_FREE {
        warnings.push(format!(
            "every rigid motion has a very small resistance (at most {worst:.1e}): a free part with rounded \
             numbers or wrong coordinates?"
        ));
    }
    // Without a mesh rotations are unknown: more motions without stiffness than translations are normal.
    let expected = |found: usize| found == free || (part.mesh.is_none() && found > free);
    if let Some(found) = report.rigid_modes.filter(|&found| !expected(found) && !report.grounding.is_empty())
    {
        warnings.push(format!(
            "motions without stiffness: {found}, but {free} rigid motions of the mesh are free: a \
             mechanism, an unconnected component, or a mesh that does not match the matrices"
        ));
    }
    warnings.extend(missing_geometry(part, report).map(str::to_owned));
    report.warnings.append(&mut warnings);
}

fn missing_geometry(part: &ImportedPart, report: &PartReport) -> Option<&'static str> {
    if part.dofs.is_none() {
        Some("no file names the rows: mass, centre of mass and rigid motions cannot be checked by geometry")
    } else if part.mesh.is_none() {
        Some("there is no mesh: centre of mass and rotations cannot be checked by geometry")
    } else if report.grounding.is_empty() {
        Some(
            "some rows belong to nodes that the mesh does not have: rigid motions cannot be checked by geometry",
        )
    } else {
        None
    }
}
