//! The wire format of `lissom import`.

use crate::reports::part_import::PartImport;
use lissom_import::Storage;
use lissom_import::doctor::{MatrixReport, PartReport};
use serde_json::{Value, json};

/// `lissom import`; `file` is the model file that was written.
#[must_use]
pub fn import(part: &PartImport, file: Option<&str>, wall_s: f64) -> Value {
    let report = &part.report;
    let files: Vec<Value> = [
        ("stiffness", Some(&part.files.stiffness)),
        ("mass", Some(&part.files.mass)),
        ("damping_matrix", part.files.damping.as_ref()),
        ("dof", part.files.dof.as_ref()),
        ("mesh", part.files.mesh.as_ref()),
        ("printed", part.printed.as_ref()),
    ]
    .into_iter()
    .filter_map(|(role, path)| path.map(|path| json!({ "role": role, "file": path })))
    .collect();
    json!({
        "lissom": crate::VERSION,
        "verb": "import",
        "model": part.files.name,
        "warnings": report.warnings,
        "cost": { "wall_s": wall_s, "evaluations": null, "factorisations": null },
        "provenance": { "files_sha256": part.hashes },
        "file": file,
        "units": part.units.as_ref().map(ToString::to_string),
        "suggested_units": report.suggested_units,
        "format": part.format(),
        "files": files,
        "sets": part.sets.iter().map(|(name, nodes)| json!({ "name": name, "nodes": nodes })).collect::<Vec<_>>(),
        "part": examined(report),
    })
}

fn examined(report: &PartReport) -> Value {
    json!({
        "size": report.size,
        "stiffness": matrix(&report.stiffness),
        "mass": matrix(&report.mass),
        "damping": report.damping.as_ref().map(matrix),
        "rank_of_mass": report.mass_rank.map(|rank| rank.rank),
        "mass_properties": report.mass_properties.as_ref().map(|mass| {
            json!({ "mass_kg": mass.mass, "centre_m": mass.centre, "inertia_kgm2": mass.inertia })
        }),
        "grounding": report.grounding.iter().map(|one| {
            json!({ "motion": one.motion, "resistance": one.resistance, "free": one.free })
        }).collect::<Vec<_>>(),
        "rigid_modes": report.rigid_modes,
        "frequencies_hz": report.frequencies.iter().map(|mode| mode.frequency).collect::<Vec<_>>(),
        "uncertainty_hz": report.frequencies.iter().map(|mode| mode.uncertainty).collect::<Vec<_>>(),
        "printed_hz": report.comparison.iter().map(|pair| pair.printed).collect::<Vec<_>>(),
    })
}

fn matrix(report: &MatrixReport) -> Value {
    let storage = match report.storage {
        Storage::Full => "full",
        Storage::Upper => "upper",
        Storage::Lower => "lower",
        Storage::SkewLower => "skew-lower",
    };
    json!({
        "name": report.name,
        "stored": report.stored,
        "storage": storage,
        "digits": report.digits,
        "asymmetry": report.symmetry.relative,
        "zero_rows": report.zero_rows.len(),
        "largest": report.largest,
    })
}
