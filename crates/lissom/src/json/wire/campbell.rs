//! Campbell diagrams as JSON.

use super::{envelope, model_name};
use crate::answer::Answer;
use crate::reports::campbell::CampbellReport;
use crate::session::Session;
use lissom_dynamics::spin::{Instability, TrackedMode};
use lissom_linalg::Verdict;
use serde_json::{Map, Value, json};
use std::f64::consts::TAU;

/// `lissom campbell`.
#[must_use]
pub fn campbell(session: &Session, answer: &Answer<CampbellReport>, wall_s: f64) -> Value {
    let (report, c) = (&answer.value, &answer.value.campbell);
    let cost = json!({ "wall_s": wall_s, "evaluations": c.eigenproblems, "factorisations": null });
    let mut object = envelope("campbell", &model_name(session), &answer.warnings, &answer.provenance, cost);
    let rows = |pick: &dyn Fn(&TrackedMode, usize) -> f64| -> Vec<Vec<f64>> {
        (0..c.speeds.len()).map(|at| c.modes.iter().map(|m| pick(m, at)).collect()).collect()
    };
    let mut insert = |key: &str, value: Value| {
        object.insert(key.to_owned(), value);
    };
    insert("speeds", json!(c.speeds));
    if let Some((name, values)) = &report.parameter {
        insert("parameter", json!({ "name": name, "values": values }));
    }
    insert("frequencies_hz", json!(rows(&|m, at| m.values[at].im.abs() / TAU)));
    insert("angular_frequencies", json!(rows(&|m, at| m.values[at].im)));
    insert("real_parts", json!(rows(&|m, at| m.values[at].re)));
    insert("whirl", json!(rows(&|m, at| m.whirl[at])));
    insert("mac", json!(rows(&|m, at| m.mac[at])));
    insert("residuals", json!(rows(&|m, at| m.residual[at])));
    insert("max_real_part", json!(c.max_real_part));
    insert("stable", json!(c.stable));
    insert("proved_stable", json!(c.definite));
    insert("rigid_modes", json!(c.rigid.iter().map(|(r, _)| r).collect::<Vec<_>>()));
    insert("zero_eigenvalues", json!(c.rigid.iter().map(|(_, z)| z).collect::<Vec<_>>()));
    let modes = verdict(&c.verdicts.modes);
    for key in ["certified", "bound", "why"] {
        insert(key, modes[key].clone());
    }
    insert("certificate", json!({ "modes": modes, "stability": verdict(&c.verdicts.stability) }));
    let critical = c.critical_speeds.iter();
    insert(
        "critical_speeds",
        critical
            .map(|s| json!({ "speed": s.speed, "order": s.order, "mode": s.mode.map(|m| m + 1) }))
            .collect(),
    );
    let kind = |kind: Instability| match kind {
        Instability::Divergence => "divergence",
        Instability::Flutter => "flutter",
    };
    let bands = c.unstable.iter().map(|b| {
        json!({ "from": b.speeds[0], "to": b.speeds[1], "bracketed": b.bracketed, "kind": kind(b.kind), "growth": b.growth })
    });
    insert("unstable", bands.collect());
    let shapes = report.deformation.iter();
    insert(
        "deformation_max",
        shapes.map(|d| d.as_ref().map(|(at, value)| json!({ "at": at, "value_m": value }))).collect(),
    );
    insert("frame", json!(if report.frame_stands { "stands" } else { "turns" }));
    insert("effects", effects(report));
    Value::Object(object)
}

/// Whether something is proved, with the bound of its error, and otherwise why not.
fn verdict(verdict: &Verdict) -> Value {
    json!({
        "certified": verdict.is_certified(),
        "bound": verdict.bound(),
        "why": verdict.why_not(),
        "evidence": verdict.evidence().iter().map(super::measured).collect::<Vec<Value>>(),
    })
}

fn effects(report: &CampbellReport) -> Value {
    let e = report.effects;
    let mut object = Map::new();
    for (name, acts) in [
        ("coriolis", e.coriolis),
        ("centrifugal", e.centrifugal),
        ("geometric", e.geometric && report.stiffened),
    ] {
        object.insert(name.to_owned(), json!(acts));
    }
    Value::Object(object)
}
