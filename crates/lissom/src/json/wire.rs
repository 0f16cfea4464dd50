//! The wire format: answers as JSON, with the same keys for every caller.

mod campbell;
mod cycle;
mod linear_reduction;
mod operating_states;

pub use campbell::campbell;
pub use cycle::cycle;
pub use linear_reduction::reduce_structure;

use crate::answer::{Answer, Provenance};
use crate::checks::{CheckOutcome, coordinate_name};
use crate::reports::derivation_report::{DerivationReport, WrittenEquation};
use crate::reports::frequency_response::ResponseReport;
use crate::reports::operating_states::StateReport;
use crate::reports::reduction_report::{ReductionReport, StateAssurance};
use crate::reports::stroke_report::StrokeReport;
use crate::reports::structure_report::StructureReport;
use crate::session::Session;
use crate::simulations::simulation::{Simulation, relative_error};
use crate::subjects::linear_structure::ExpandedShapes;
use lissom_continuum::{ExactModes, ExactPoles, Pole};
use lissom_dynamics::{Modes, ResponsePair};
use lissom_linalg::Complex;
use lissom_mech::Structure;
use lissom_model::diagnostic::Severity;
use serde_json::{Map, Value, json};

/// Keys of every answer. `wall_s` is measured by the caller \[s\].
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
        json!({
            "model_sha256": provenance.model_sha256,
            "overrides": provenance.overrides,
            "converted_units": units_of(provenance),
        }),
    );
    object
}

/// The cost of an answer whose work is not counted: null, because zero would be a claim.
pub(crate) fn not_counted(wall_s: f64) -> Value {
    json!({ "wall_s": wall_s, "evaluations": null, "factorisations": null })
}

/// Parts whose files are in other units: all answers are in SI units, converted from these.
pub(crate) fn units_of(provenance: &Provenance) -> Value {
    provenance.units.iter().map(|(part, units)| json!({ "part": part, "units": units })).collect()
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
    let cost = not_counted(wall_s);
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
        let named = s.mechanism.as_ref();
        object.insert("independent".into(), json!(named.map(|m| &m.independent)));
        object.insert("follow".into(), json!(named.map(|m| &m.follow)));
        let mass = s.mass.map(
            |mass| json!({ "mass_kg": mass.mass, "centre_m": mass.centre, "inertia_kgm2": mass.inertia }),
        );
        object.insert("mass_properties".into(), json!(mass));
    }
    Value::Object(object)
}

/// `lissom modes`. Shapes (over named coordinates) are long and come on request.
#[must_use]
pub fn modes(
    session: &Session,
    structure: &Structure,
    answer: &Answer<Modes>,
    checks: &[CheckOutcome],
    shapes: Option<&ExpandedShapes>,
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
    object.insert("dof".into(), json!(structure.size()));
    object.insert("frequencies_hz".into(), json!(list(&lissom_dynamics::Mode::frequency_hz)));
    object.insert("angular_frequencies".into(), json!(list(&|m| m.angular_frequency)));
    object.insert("damping_ratios".into(), json!(list(&|m| m.damping_ratio)));
    object.insert("residuals".into(), json!(list(&|m| m.residual)));
    object.insert("rounding".into(), json!(list(&|m| m.rounding)));
    object.insert("rigid_modes".into(), json!(modes.rigid));
    object.insert("rigid_motions".into(), json!(modes.rigid_of_whole));
    object.insert("empty_motions".into(), json!(modes.empty_motions));
    object.insert("exhausted".into(), json!(modes.exhausted));
    object.insert("certified".into(), json!(modes.certificate.is_certified()));
    object.insert("bound".into(), json!(frequency_bound(modes)));
    object.insert(
        "bounds".into(),
        modes.modes.iter().map(|m| Some(m.bound()).filter(|e| e.is_finite())).collect(),
    );
    object.insert("why".into(), json!(modes.certificate.why_not()));
    object.insert("certificate".into(), certificate(modes));
    object.insert("effective_mass".into(), effective_mass(modes));
    object.insert("mass_kg".into(), json!(structure.rigid_body.as_ref().map(|body| body.mass)));
    object.insert("checks".into(), checks.iter().map(check_outcome).collect());
    if let Some(shapes) = shapes {
        object.insert("shapes".into(), shape_table(shapes));
    }
    Value::Object(object)
}

/// `lissom states`: those along the stroke first, then those of `[state.NAME]`. Deformations (over named rows) are long
/// and come on request.
#[must_use]
pub fn states(
    session: &Session,
    stroke: Option<&Answer<StrokeReport>>,
    operating: Option<&Answer<Vec<StateReport>>>,
    deformations: bool,
    wall_s: f64,
) -> Value {
    let mut warnings: Vec<String> = stroke.map_or(Vec::new(), |answer| answer.warnings.clone());
    for warning in operating.iter().flat_map(|answer| &answer.warnings) {
        if !warnings.contains(warning) {
            warnings.push(warning.clone());
        }
    }
    let cost = not_counted(wall_s);
    let mut object = envelope("states", &model_name(session), &warnings, session.provenance(), cost);
    let mut list = Vec::new();
    if let Some(answer) = stroke {
        object.insert("drive".into(), json!(answer.value.drive));
        object.insert("unit".into(), json!(answer.value.unit));
        let units = answer.value.probes.iter().map(|probe| (probe.name.clone(), json!(probe.unit)));
        object.insert("stiffness_units".into(), Value::Object(units.collect()));
        list.extend(stroke_rows(&answer.value));
    }
    let rows = session.linear_structure().ok().filter(|_| deformations).map(|s| s.rows.as_slice());
    let reports = operating.iter().flat_map(|answer| &answer.value);
    list.extend(reports.map(|report| operating_states::state(report, rows)));
    object.insert("states".into(), Value::Array(list));
    Value::Object(object)
}

fn stroke_rows(report: &StrokeReport) -> Vec<Value> {
    let probes: Vec<String> = report.probes.iter().map(|probe| probe.name.clone()).collect();
    let rows = report.rows.iter().enumerate().map(|(i, row)| {
        json!({
            "name": format!("{} {}", report.drive, i + 1),
            "value": row.value,
            "force": row.force,
            "residual": row.residual,
            "frequencies_hz": row.frequencies_hz,
            "stiffness": named(&probes, &row.stiffness),
            "stiffness_drive_held": named(&probes, &row.stiffness_held),
            "stress_max": named(&report.beams, &row.stress_max),
            "unstable": row.is_unstable(),
            "fluttering": row.fluttering,
            "diverging": row.unstable,
            "undecided": row.undecided,
        })
    });
    rows.collect()
}

/// `lissom reduce`, one object per reduction; `file` is where the basis was written.
#[must_use]
pub fn reduce(session: &Session, answer: &Answer<ReductionReport>, file: Option<&str>, wall_s: f64) -> Value {
    let report = &answer.value;
    let cost = not_counted(wall_s);
    let mut object = envelope("reduce", &model_name(session), &answer.warnings, &answer.provenance, cost);
    object.insert("name".into(), json!(report.name));
    object.insert("method".into(), json!(report.method));
    object.insert("size".into(), json!(report.size));
    object.insert("full_size".into(), json!(report.full_size));
    object.insert("columns".into(), json!(report.reasons));
    object.insert("singular_values".into(), json!(report.singular_values));
    object.insert("frequencies_hz".into(), json!(report.frequencies_hz));
    object.insert("error_estimate".into(), json!(report.error_estimate.as_ref().map(|e| e.worst())));
    object.insert(
        "validity".into(),
        json!(report.validity.as_ref().map(|v| {
            v.states
                .iter()
                .map(|s| json!({ "value": s.value, "frequency_error": s.frequency_error(), "held": s.held }))
                .collect::<Vec<_>>()
        })),
    );
    object.insert("modal_assurance".into(), json!(modal_assurance(report)));
    object.insert("file".into(), json!(file));
    Value::Object(object)
}

/// `lissom reduce`: the same shape for one reduction and for many.
#[must_use]
pub fn reductions(session: &Session, mut answers: Vec<Value>, wall_s: f64) -> Value {
    let mut warnings: Vec<String> = Vec::new();
    for answer in &answers {
        let name = answer["name"].as_str().unwrap_or_default();
        let own = answer["warnings"].as_array().into_iter().flatten().filter_map(Value::as_str);
        warnings.extend(own.map(|warning| format!("{name}: {warning}")));
    }
    let sum = |key: &str| answers.iter().map(|answer| answer["cost"][key].as_u64()).sum::<Option<u64>>();
    let cost = json!({ "wall_s": wall_s, "evaluations": sum("evaluations"), "factorisations": sum("factorisations") });
    let mut object = envelope("reduce", &model_name(session), &warnings, session.provenance(), cost);
    for answer in answers.iter_mut().filter_map(Value::as_object_mut) {
        ["lissom", "verb", "model", "provenance"].iter().for_each(|key| drop(answer.remove(*key)));
    }
    object.insert("reductions".into(), Value::Array(answers));
    Value::Object(object)
}

/// Modes of the full model (rows) against those of the reduced one (columns), about each state.
fn modal_assurance(report: &ReductionReport) -> Vec<Value> {
    let hertz = |all: &[f64]| all.iter().map(|omega| omega / std::f64::consts::TAU).collect::<Vec<f64>>();
    let matrix = |at: &StateAssurance| {
        let values = &at.modes.values;
        let row = |i: usize| (0..values.cols()).map(|j| values[(i, j)]).collect::<Vec<f64>>();
        json!({
            "value": at.value,
            "full_hz": hertz(&at.modes.full),
            "reduced_hz": hertz(&at.modes.reduced),
            "values": (0..values.rows()).map(row).collect::<Vec<_>>(),
        })
    };
    report.assurance.iter().map(matrix).collect()
}

/// `lissom simulate`: every model that ran, with the seconds each took.
#[must_use]
pub fn simulate(session: &Session, runs: &[(Answer<Simulation>, f64)], wall_s: f64) -> Value {
    let evaluations: u64 = runs.iter().map(|(run, _)| run.value.trajectory.counters.evaluations).sum();
    let factorisations: u64 = runs.iter().map(|(run, _)| run.value.trajectory.counters.factorisations).sum();
    let cost = json!({ "wall_s": wall_s, "evaluations": evaluations, "factorisations": factorisations });
    let warnings = runs.first().map_or(&[][..], |(run, _)| &run.warnings);
    let mut object = envelope("simulate", &model_name(session), warnings, session.provenance(), cost);
    let models: Map<String, Value> = runs
        .iter()
        .map(|(run, seconds)| (run.value.model.clone(), simulation(&run.value, *seconds)))
        .collect();
    object.insert("models".into(), Value::Object(models));
    let full = runs.iter().find(|(run, _)| run.value.model == "full");
    let errors: Map<String, Value> = full
        .iter()
        .flat_map(|(full, _)| runs.iter().map(move |(run, _)| (&run.value, &full.value)))
        .filter(|(run, _)| run.model != "full")
        .map(|(run, full)| (run.model.clone(), json!(relative_error(run, full))))
        .collect();
    object.insert("relative_errors".into(), Value::Object(errors));
    Value::Object(object)
}

/// `lissom frf`: every requested model.
#[must_use]
pub fn frequency_response(session: &Session, reports: &[Answer<ResponseReport>], wall_s: f64) -> Value {
    let counted: Option<usize> =
        reports.iter().map(|r| r.value.evidence.as_ref().map(|e| e.factorisations)).sum();
    let cost = json!({ "wall_s": wall_s, "evaluations": null, "factorisations": counted });
    let mut warnings: Vec<String> = reports.iter().flat_map(|report| report.warnings.clone()).collect();
    let mut said = std::collections::BTreeSet::new();
    warnings.retain(|warning| said.insert(warning.clone()));
    let mut object = envelope("frf", &model_name(session), &warnings, session.provenance(), cost);
    let frequencies = reports.first().map(|report| &report.value.frequencies_hz);
    object.insert("frequencies_hz".into(), json!(frequencies));
    let full = reports.iter().map(|report| &report.value).find(|report| report.model == "full");
    let responses =
        reports.iter().flat_map(|r| r.value.pairs.iter().map(|pair| response(&r.value, pair, full)));
    object.insert("responses".into(), responses.collect());
    let evidence = |r: &ResponseReport| {
        let found = r.evidence.as_ref()?;
        Some(json!({
            "model": r.model, "size": r.size, "residual": found.residual, "basis": found.basis,
            "equation": if found.reduced { "reduced" } else { "full" },
            "full_residual": found.full_residual.as_ref().map(|left| json!({
                "value": left.largest, "hz": left.hertz,
                "certified": left.verdict.is_certified(), "why": left.verdict.why_not(),
            })),
            "rigid_modes": found.rigid, "modes_hz": found.modes_hz,
            "modal_damping": one_or_all(&found.modal_damping),
        }))
    };
    object.insert("evidence".into(), reports.iter().filter_map(|r| evidence(&r.value)).collect());
    Value::Object(object)
}

/// The ratio of all modes where it is one, else the list of them; zero where there are no modes.
fn one_or_all(ratios: &[f64]) -> Value {
    let first = ratios.first().copied().unwrap_or(0.0);
    if ratios.iter().all(|ratio| *ratio == first) { json!(first) } else { json!(ratios) }
}

fn response(report: &ResponseReport, pair: &ResponsePair, full: Option<&ResponseReport>) -> Value {
    let off = full.filter(|_| report.model != "full").and_then(|full| report.difference(pair, full));
    let part = |f: fn(&Complex) -> f64| pair.values.iter().map(f).collect::<Vec<f64>>();
    let peaks = pair
        .peaks
        .iter()
        .map(|peak| json!({ "frequency_hz": peak.frequency_hz, "re": peak.value.re, "im": peak.value.im }));
    json!({
        "input": pair.input, "output": pair.output, "model": report.model, "unit": pair.unit,
        "re": part(|z| z.re), "im": part(|z| z.im),
        "static_gain": pair.static_gain, "peaks": peaks.collect::<Vec<_>>(),
        "difference_from_full": off.map(|off| json!({ "relative": off.relative, "frequency_hz": off.frequency_hz })),
    })
}

/// `lissom derive`.
#[must_use]
pub fn derive(session: &Session, answer: &Answer<DerivationReport>, wall_s: f64) -> Value {
    let report = &answer.value;
    let cost = not_counted(wall_s);
    let mut object = envelope("derive", &model_name(session), &answer.warnings, &answer.provenance, cost);
    for (key, list) in [
        ("pdes", &report.pdes),
        ("odes", &report.odes),
        ("boundary_conditions", &report.boundary_conditions),
        ("compatibility", &report.compatibility),
    ] {
        object.insert(key.into(), list.iter().map(equation).collect());
    }
    object.insert("notes".into(), json!(report.notes));
    object.insert("sympy".into(), json!(report.sympy));
    object.insert("verified".into(), json!(report.verified));
    object.insert(
        "checks".into(),
        report.checks.iter().map(|(name, outcome)| json!({ "name": name, "outcome": outcome })).collect(),
    );
    Value::Object(object)
}

fn equation(equation: &WrittenEquation) -> Value {
    let terms = equation.terms.iter();
    let terms: Vec<Value> =
        terms.map(|t| json!({ "origin": t.origin, "text": t.text, "latex": t.latex })).collect();
    json!({
        "name": equation.name,
        "text": equation.text,
        "latex": equation.latex,
        "sympy": equation.sympy,
        "terms": terms,
    })
}

/// `lissom modes --exact`.
#[must_use]
pub fn exact_modes(session: &Session, answer: &Answer<ExactModes>, wall_s: f64) -> Value {
    let modes = &answer.value;
    let cost = json!({ "wall_s": wall_s, "evaluations": modes.evaluations, "factorisations": null });
    let mut object = envelope("modes", &model_name(session), &answer.warnings, &answer.provenance, cost);
    let hz: Vec<f64> = modes.angular_frequencies.iter().map(|omega| omega / std::f64::consts::TAU).collect();
    object.insert("exact".into(), json!(true));
    object.insert("frequencies_hz".into(), json!(hz));
    object.insert("angular_frequencies".into(), json!(modes.angular_frequencies));
    object.insert("modal_masses".into(), json!(modes.modal_masses));
    object.insert("rigid_modes".into(), json!(modes.rigid_modes));
    object.insert("unstable_modes".into(), json!(modes.unstable_modes));
    object.insert("certified".into(), json!(modes.is_certified()));
    object.insert("bound".into(), json!(modes.verdict.bound()));
    object.insert("why".into(), json!(modes.verdict.why_not()));
    Value::Object(object)
}

/// `lissom modes --exact` of a damped system.
#[must_use]
pub fn exact_poles(session: &Session, answer: &Answer<ExactPoles>, wall_s: f64) -> Value {
    let ExactPoles {
        poles,
        overdamped,
        divergent,
        rigid_modes,
        census,
        ring,
        damping_time,
        verdict,
        evaluations,
    } = &answer.value;
    let cost = json!({ "wall_s": wall_s, "evaluations": evaluations, "factorisations": null });
    let mut object = envelope("modes", &model_name(session), &answer.warnings, &answer.provenance, cost);
    let list = |f: &dyn Fn(&Pole) -> f64| poles.iter().map(f).collect::<Vec<f64>>();
    object.insert("exact".into(), json!(true));
    object.insert("frequencies_hz".into(), json!(list(&|p| p.value.abs() / std::f64::consts::TAU)));
    object.insert("angular_frequencies".into(), json!(list(&|p| p.value.abs())));
    object.insert("damping_ratios".into(), json!(list(&|p| -p.value.re / p.value.abs())));
    object.insert("poles".into(), poles.iter().map(|p| json!([p.value.re, p.value.im])).collect());
    object.insert("rigid_modes".into(), json!(rigid_modes));
    object.insert("real_poles".into(), overdamped.iter().map(|p| json!(p.value.re)).collect());
    object.insert("divergent_poles".into(), divergent.iter().map(|p| json!(p.value.re)).collect());
    object.insert("certified".into(), json!(verdict.is_certified()));
    object.insert("bound".into(), json!(verdict.bound()));
    object.insert("why".into(), json!(verdict.why_not()));
    let census = json!({
        "moduli": census.sector.moduli,
        "damping_ratio_below": census.sector.damping,
        "counted": census.counted,
        "found": census.found,
    });
    object.insert("census".into(), census);
    let ring = ring.map(|census| {
        json!({
            "centre": census.ring.centre,
            "radii": census.ring.radii,
            "counted": census.counted,
            "found": census.found,
        })
    });
    object.insert("ring".into(), json!(ring));
    object.insert("damping_time".into(), json!(damping_time));
    Value::Object(object)
}

fn simulation(run: &Simulation, wall_s: f64) -> Value {
    let motion = &run.trajectory;
    let outputs: Map<String, Value> = run
        .outputs
        .iter()
        .zip(&motion.outputs)
        .map(|((name, _), series)| (name.clone(), json!(series)))
        .collect();
    let units: Map<String, Value> =
        run.outputs.iter().map(|(name, unit)| (name.clone(), json!(unit))).collect();
    json!({
        "t": motion.times,
        "outputs": outputs,
        "units": units,
        "size": run.size,
        "method": run.by,
        "evaluations": motion.counters.evaluations,
        "steps": motion.counters.steps,
        "rejected": motion.counters.rejected,
        "changes_of_coordinates": motion.counters.changes,
        "energy_error": motion.audit.as_ref().map(lissom_dynamics::EnergyAudit::relative_error),
        "power_gap": run.power_gap,
        "wall_s": wall_s,
    })
}

fn named<T: Copy + Into<Value>>(names: &[String], values: &[T]) -> Value {
    Value::Object(names.iter().cloned().zip(values.iter().map(|v| (*v).into())).collect())
}

pub(crate) fn model_name(session: &Session) -> String {
    session.model().map_or_else(|_| session.path().to_owned(), |model| model.name.clone())
}

fn certificate(modes: &Modes) -> Value {
    let c = &modes.certificate;
    let hz = |eigenvalue: f64| eigenvalue.abs().sqrt().copysign(eigenvalue) / std::f64::consts::TAU;
    json!({
        "lower_hz": hz(c.lower()),
        "upper_hz": hz(c.upper()),
        "count_below_lower": c.count_below_lower(),
        "count_below_upper": c.count_below_upper(),
        "found": c.found(),
        "factorisation_residual": c.factorisation_residual(),
        "evidence": c.evidence().iter().map(measured).collect::<Vec<_>>(),
    })
}

/// The largest relative error of a frequency, if the modes are certified.
fn frequency_bound(modes: &Modes) -> Option<f64> {
    modes.certificate.bound()?;
    Some(modes.modes.iter().map(lissom_dynamics::Mode::bound).fold(0.0, f64::max))
}

fn measured(number: &lissom_linalg::Measured) -> Value {
    let mut object = json!({ "what": number.what, "limit": number.limit });
    // What could not be determined is no number, and JSON has no name for it.
    if number.value.is_finite() {
        object["value"] = json!(number.value);
    }
    object
}

fn effective_mass(modes: &Modes) -> Value {
    let table = &modes.effective_mass;
    json!({
        "directions": table.directions.iter().map(|d| coordinate_name(*d)).collect::<Vec<_>>(),
        "about_m": table.about,
        "whole": table.whole,
        "by_mode": table.by_mode,
    })
}

pub(crate) fn check_outcome(outcome: &CheckOutcome) -> Value {
    json!({ "name": outcome.name, "expected": outcome.expected, "found": outcome.found, "holds": outcome.holds })
}

fn shape_table(shapes: &ExpandedShapes) -> Value {
    let columns: Vec<&[f64]> = (0..shapes.vectors.cols()).map(|j| shapes.vectors.column(j)).collect();
    json!({ "coordinates": shapes.coordinates, "vectors": columns })
}
