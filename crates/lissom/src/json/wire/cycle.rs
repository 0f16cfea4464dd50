//! Cycles as JSON.

use super::{envelope, model_name};
use crate::answer::Answer;
use crate::reports::cycle_report::{CycleReport, MemberPeak};
use crate::session::Session;
use lissom_dynamics::cycle::CycleStart;
use serde_json::{Map, Value, json};

/// `lissom cycle`.
#[must_use]
pub fn cycle(session: &Session, answer: &Answer<CycleReport>, wall_s: f64) -> Value {
    let (report, c) = (&answer.value, &answer.value.cycle);
    let cost = json!({ "wall_s": wall_s, "evaluations": c.steps, "factorisations": null });
    let mut object = envelope("cycle", &model_name(session), &answer.warnings, &answer.provenance, cost);
    let mut insert = |key: &str, value: Value| {
        object.insert(key.to_owned(), value);
    };
    let named = |rows: &[Vec<f64>]| -> Value {
        let each = report.outputs.iter().zip(rows).map(|((name, _), row)| (name.clone(), json!(row)));
        Value::Object(each.collect::<Map<String, Value>>())
    };
    insert("t", json!(c.times));
    insert("drive", json!(report.drive));
    insert("rigid", named(&report.deviations.rigid));
    insert("deviation", named(&report.deviations.elastic));
    let units = report.outputs.iter().map(|(name, unit)| (name.clone(), json!(unit)));
    insert("units", Value::Object(units.collect()));
    insert("steps", json!(c.steps));
    insert("step_change", json!(c.change));
    insert("periodic", json!(report.start == CycleStart::Periodic));
    insert("closure", json!(c.closure));
    let floquet = c.floquet.as_ref();
    insert("floquet_max", json!(floquet.map(|f| f.largest)));
    let pair = |m: &lissom_linalg::Complex| json!([m.re, m.im]);
    insert("floquet_multipliers", json!(floquet.map(|f| f.multipliers.iter().map(pair).collect::<Vec<_>>())));
    insert("frozen_growth", json!(c.frozen_growth));
    if let Some((places, rows)) = &report.nonlinear {
        let t: Vec<f64> = places.iter().map(|k| c.times[*k]).collect();
        insert("nonlinear", json!({ "t": t, "deviation": named(rows) }));
    }
    let peaks = |list: &[MemberPeak], unit: &str| -> Value {
        list.iter().map(|p| json!({ "name": p.name, (unit): p.value, "t": p.time })).collect()
    };
    insert("joint_forces_max", peaks(&report.joint_forces, "force_N"));
    insert("bending_stress_max", peaks(&report.stresses, "stress_Pa"));
    let e = report.effects;
    insert(
        "effects",
        json!({ "coriolis": e.coriolis, "euler": e.euler, "centrifugal": e.centrifugal, "geometric": e.geometric }),
    );
    Value::Object(object)
}
