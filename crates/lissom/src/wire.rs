//! The wire format: answers as JSON, with the same keys for every door.

use crate::answer::{Answer, Provenance};
use crate::checks::{CheckOutcome, coordinate_name};
use crate::session::Session;
use crate::structure_report::StructureReport;
use lissom_dynamics::Modes;
use lissom_mech::LinearSystem;
use lissom_model::diagnostic::Severity;
use serde_json::{Map, Value, json};

/// Keys every answer has. `wall_s` is measured by the door [s].
#[must_use]
pub fn envelope(
    verb: &str,
    model: &str,
    warnings: &[String],
    provenance: &Provenance,
    cost: Value,
) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("lissom".into(), json!(crate::VERSION));
    object.insert("verb".into(), json!(verb));
    object.insert("model".into(), json!(model));
    object.insert("warnings".into(), json!(warnings));
    object.insert("cost".into(), cost);
    object.insert(
        "provenance".into(),
        json!({ "model_sha256": provenance.model_sha256, "overrides": provenance.overrides }),
    );
    object
}

/// `lissom check`: diagnostics, and the structure when there is one.
#[must_use]
pub fn check(
    session: &Session,
    structure: Option<&StructureReport>,
    failure: Option<&str>,
    wall_s: f64,
) -> Value {
    let diagnostics: Vec<Value> = session
        .diagnostics()
        .iter()
        .map(|d| {
            let (line, column) = session.place(d).unzip();
            json!({
                "code": d.code,
                "severity": match d.severity { Severity::Error => "error", Severity::Warning => "warning" },
                "message": d.message,
                "line": line,
                "column": column,
                "hints": d.hints,
            })
        })
        .collect();
    let ok = failure.is_none() && session.diagnostics().iter().all(|d| d.severity != Severity::Error);
    let warnings: Vec<String> = session
        .diagnostics()
        .iter()
        .filter(|d| d.severity == Severity::Warning)
        .map(|d| format!("{}: {}", d.code, d.message))
        .collect();
    let cost = json!({ "wall_s": wall_s, "evaluations": 0, "factorisations": 0 });
    let mut object = envelope("check", &model_name(session), &warnings, session.provenance(), cost);
    object.insert("ok".into(), json!(ok));
    object.insert("diagnostics".into(), json!(diagnostics));
    object.insert("failure".into(), json!(failure));
    object.insert("dof".into(), json!(structure.map(|s| s.degrees_of_freedom)));
    object.insert(
        "constraints".into(),
        json!({
            "redundant": structure.map(|s| &s.redundant),
            "missing": structure.map(|s| &s.missing),
        }),
    );
    if let Some(s) = structure {
        object.insert("elements".into(), json!(s.elements));
        object.insert("coordinates".into(), json!(s.coordinates));
        object.insert(
            "mass_properties".into(),
            json!({ "mass_kg": s.mass.mass, "centre_m": s.mass.centre, "inertia_kgm2": s.mass.inertia }),
        );
    }
    Value::Object(object)
}

/// `lissom modes`. Shapes (over named coordinates) are long and come on request.
#[must_use]
pub fn modes(
    session: &Session,
    system: &LinearSystem,
    answer: &Answer<Modes>,
    checks: &[CheckOutcome],
    shapes: bool,
    wall_s: f64,
) -> Value {
    let modes = &answer.value;
    let cost = json!({
        "wall_s": wall_s,
        "evaluations": modes.cost.solves,
        "factorisations": modes.cost.factorisations,
    });
    let mut object = envelope("modes", &model_name(session), &answer.warnings, &answer.provenance, cost);
    let list = |f: &dyn Fn(&lissom_dynamics::Mode) -> f64| modes.modes.iter().map(f).collect::<Vec<f64>>();
    object.insert("dof".into(), json!(system.degrees_of_freedom()));
    object.insert("frequencies_hz".into(), json!(list(&lissom_dynamics::Mode::frequency_hz)));
    object.insert("angular_frequencies".into(), json!(list(&|m| m.angular_frequency)));
    object.insert("damping_ratios".into(), json!(list(&|m| m.damping_ratio)));
    object.insert("residuals".into(), json!(list(&|m| m.residual)));
    object.insert("rounding".into(), json!(list(&|m| m.rounding)));
    object.insert("rigid_modes".into(), json!(modes.rigid));
    object.insert("rigid_motions".into(), json!(modes.rigid_of_whole));
    object.insert("certified".into(), json!(modes.certificate.complete));
    object.insert("certificate".into(), certificate(modes));
    object.insert("effective_mass".into(), effective_mass(modes));
    object.insert("mass_kg".into(), json!(system.mass_properties.mass));
    object.insert("checks".into(), checks.iter().map(check_outcome).collect());
    if shapes {
        object.insert("shapes".into(), shape_table(system, modes));
    }
    Value::Object(object)
}

fn model_name(session: &Session) -> String {
    session.model().map_or_else(|_| session.path().to_owned(), |model| model.name.clone())
}

fn certificate(modes: &Modes) -> Value {
    let c = &modes.certificate;
    let hz = |eigenvalue: f64| eigenvalue.abs().sqrt().copysign(eigenvalue) / std::f64::consts::TAU;
    json!({
        "lower_hz": hz(c.lower),
        "upper_hz": hz(c.upper),
        "count_below_lower": c.count_below_lower,
        "count_below_upper": c.count_below_upper,
        "found": c.found,
        "factorisation_residual": c.factorisation_residual,
    })
}

fn effective_mass(modes: &Modes) -> Value {
    let table = &modes.effective_mass;
    json!({
        "directions": table.directions.iter().map(|d| coordinate_name(*d)).collect::<Vec<_>>(),
        "whole": table.whole,
        "by_mode": table.by_mode,
    })
}

fn check_outcome(outcome: &CheckOutcome) -> Value {
    json!({ "name": outcome.name, "expected": outcome.expected, "found": outcome.found, "holds": outcome.holds })
}

fn shape_table(system: &LinearSystem, modes: &Modes) -> Value {
    let names: Vec<String> = (0..system.coordinates.len()).map(|i| system.coordinates.name(i)).collect();
    let columns: Vec<&[f64]> = (0..modes.shapes.cols()).map(|j| modes.shapes.column(j)).collect();
    json!({ "coordinates": names, "vectors": columns })
}
