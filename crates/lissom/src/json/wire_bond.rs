//! The wire format of bond graphs, of the oscillations of their state equations, and of sweeps.

use crate::answer::Answer;
use crate::checks::CheckOutcome;
use crate::json::wire::{check_outcome, envelope, model_name, not_counted};
use crate::reports::bond_report::BondReport;
use crate::reports::mode_sweep::ModeSweep;
use crate::reports::oscillation_report::{OscillationReport, VariantOscillations};
use crate::session::Session;
use lissom_bond::Oscillation;
use lissom_linalg::Dense;
use serde_json::{Map, Value, json};

/// `lissom bond`.
#[must_use]
pub fn bond(session: &Session, answer: &Answer<BondReport>, wall_s: f64) -> Value {
    let e = &answer.value.equations;
    let cost = not_counted(wall_s);
    let mut object = envelope("bond", &model_name(session), &answer.warnings, &answer.provenance, cost);
    object.insert("states".into(), e.states.iter().map(|s| json!(s.name)).collect());
    object.insert("inputs".into(), json!(e.inputs));
    object.insert("outputs".into(), json!(e.outputs));
    for (key, matrix) in [("A", &e.a), ("B", &e.b), ("C", &e.c), ("D", &e.d), ("E", &e.e), ("F", &e.f)] {
        // With letters there are no numbers.
        let known = answer.value.letters.is_empty();
        object.insert(key.into(), if known { rows(matrix) } else { Value::Null });
    }
    object.insert("letters".into(), json!(answer.value.letters));
    let causality = answer.value.causality.iter().map(|row| {
        json!({
            "from": row.from, "to": row.to, "effort_from": row.effort_from, "flow_from": row.flow_from,
            "decided_by": row.decided_by,
        })
    });
    object.insert("causality".into(), causality.collect());
    let dependent = e.dependent_storage.iter();
    object.insert(
        "dependent_storage".into(),
        dependent.map(|d| json!({ "element": d.element, "port": d.port, "reason": d.reason })).collect(),
    );
    object.insert("algebraic_loops".into(), json!(e.algebraic_loops));
    let equations = e.equations.iter();
    object.insert(
        "equations".into(),
        equations.map(|q| json!({ "name": q.name, "text": q.text, "latex": q.latex })).collect(),
    );
    object.insert("intermediates".into(), json!(e.intermediates));
    let improper = e.improper().into_iter();
    object.insert(
        "improper".into(),
        improper.map(|i| json!({ "output": i.output, "input": i.input, "factor": Some(i.factor).filter(|_| answer.value.letters.is_empty()) })).collect(),
    );
    Value::Object(object)
}

fn rows(matrix: &Dense) -> Value {
    (0..matrix.rows())
        .map(|i| json!((0..matrix.cols()).map(|j| matrix[(i, j)]).collect::<Vec<f64>>()))
        .collect()
}

/// `lissom modes` of modal bodies and bond graphs.
#[must_use]
pub fn oscillations(
    session: &Session,
    answer: &Answer<OscillationReport>,
    checks: &[CheckOutcome],
    sweep: Option<&ModeSweep>,
    wall_s: f64,
) -> Value {
    let cost = not_counted(wall_s);
    let mut object = envelope("modes", &model_name(session), &answer.warnings, &answer.provenance, cost);
    object.append(&mut variant(answer.value.main()));
    let variants = answer.value.variants.iter();
    let by_name: Map<String, Value> =
        variants.map(|v| (v.model.clone(), Value::Object(variant(v)))).collect();
    object.insert("models".into(), Value::Object(by_name));
    object.insert("certified".into(), json!(answer.value.is_complete()));
    object.insert("checks".into(), checks.iter().map(check_outcome).collect());
    if let Some(sweep) = sweep {
        object.insert("sweep".into(), mode_sweep(sweep));
    }
    Value::Object(object)
}

fn variant(found: &VariantOscillations) -> Map<String, Value> {
    let list = |f: &dyn Fn(&Oscillation) -> f64| found.oscillations.iter().map(f).collect::<Vec<f64>>();
    let mut object = Map::new();
    object.insert("states".into(), json!(found.states));
    object.insert("frequencies_hz".into(), json!(list(&|o| o.frequency_hz)));
    object.insert("angular_frequencies".into(), json!(list(&|o| o.pole.abs())));
    object.insert("damping_ratios".into(), json!(list(&|o| o.damping_ratio)));
    object.insert("residual_shares".into(), json!(list(&|o| o.residual_share)));
    object.insert("poles".into(), found.oscillations.iter().map(|o| json!([o.pole.re, o.pole.im])).collect());
    object.insert("real_poles".into(), json!(found.real_poles));
    object.insert("rigid_modes".into(), json!(found.zero_poles));
    object.insert("residuals".into(), json!(vec![found.residual; found.oscillations.len()]));
    object
}

/// A sweep: a list of values for each parameter, and a series for each model and mode; `null` where there is no such
/// mode.
#[must_use]
pub fn mode_sweep(sweep: &ModeSweep) -> Value {
    let parameters: Map<String, Value> = (0..sweep.parameters.len())
        .map(|k| {
            let column: Vec<f64> = sweep.values.iter().map(|row| row[k]).collect();
            (sweep.parameters[k].clone(), json!(column))
        })
        .collect();
    let series = sweep.series.iter().flat_map(|s| {
        (0..s.modes()).map(move |mode| {
            let column: Vec<Option<f64>> =
                s.frequencies_hz.iter().map(|row| row.get(mode).copied()).collect();
            json!({ "model": s.model, "mode": mode + 1, "frequencies_hz": column })
        })
    });
    json!({ "parameters": parameters, "series": series.collect::<Vec<_>>() })
}
