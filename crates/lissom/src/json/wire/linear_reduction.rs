//! `lissom reduce` of a linear structure.

use super::{envelope, model_name};
use crate::answer::Answer;
use crate::reports::linear_reduction::LinearReductionReport;
use crate::session::Session;
use lissom_reduce::linear::Comparison;
use serde_json::{Value, json};

/// `lissom reduce` of a linear structure, one object per reduction; `file` is where it was written.
#[must_use]
pub fn reduce_structure(
    session: &Session,
    answer: &Answer<LinearReductionReport>,
    file: Option<&str>,
    wall_s: f64,
) -> Value {
    let report = &answer.value;
    let (reduced, comparison) = (&report.reduced, &report.comparison);
    let cost = json!({
        "wall_s": wall_s,
        "evaluations": reduced.solves + comparison.solves,
        "factorisations": reduced.factorisations + comparison.factorisations,
    });
    let mut object = envelope("reduce", &model_name(session), &answer.warnings, &answer.provenance, cost);
    object.insert("name".into(), json!(report.name));
    object.insert("method".into(), json!(reduced.method));
    object.insert("size".into(), json!(comparison.size));
    object.insert("full_size".into(), json!(comparison.full_size));
    let reasons: Vec<&str> = reduced.columns.iter().map(|column| column.reason.as_str()).collect();
    object.insert("columns".into(), json!(reasons));
    object.insert("singular_values".into(), json!([]));
    object.insert("frequencies_hz".into(), json!(comparison.reduced_hz));
    object.insert("error_estimate".into(), json!(report.error_estimate()));
    object.insert("exact".into(), json!(reduced.exact));
    object.insert("notes".into(), json!(reduced.notes));
    object.insert("band_hz".into(), json!(report.band));
    let indicator =
        report.indicator.map(|at| json!({ "hz": at.hertz, "indicator": at.indicator, "bound": at.bound }));
    object.insert("indicator".into(), json!(indicator));
    object.insert("comparison".into(), against_full(comparison));
    object.insert("file".into(), json!(file));
    Value::Object(object)
}

fn against_full(comparison: &Comparison) -> Value {
    let modes = comparison.frequencies.iter().map(|mode| {
        json!({ "hz": mode.hertz, "reduced_hz": mode.reduced_hertz, "error": mode.error(), "held": mode.held,
            "assurance": mode.assurance })
    });
    let gains = comparison.gains.iter().map(|gain| {
        json!({ "output": gain.output, "input": gain.input, "full": gain.full, "reduced": gain.reduced, "error": gain.error })
    });
    let responses = comparison
        .responses()
        .iter()
        .map(|at| json!({ "hz": at.hertz, "error": at.error, "indicator": at.indicator }));
    json!({
        "modes": modes.collect::<Vec<_>>(),
        "static_gains": gains.collect::<Vec<_>>(),
        "inertia_error": comparison.inertia_error,
        "unresisted": comparison.unresisted.iter().map(|force| {
            json!({ "input": force.input, "moves_most": force.row, "motions": force.motions })
        }).collect::<Vec<_>>(),
        "motions_without_stiffness": { "full": comparison.rigid[0], "reduced": comparison.rigid[1] },
        "responses": responses.collect::<Vec<_>>(),
        "response_error": band_error(comparison),
    })
}

/// The largest error over the band. It is found by refinement, which proves no bound.
fn band_error(comparison: &Comparison) -> Value {
    let Some(band) = &comparison.band_error else { return Value::Null };
    let why = if band.converged {
        "the largest error is refined until it no longer changes; between the sampled frequencies it is not \
         bounded"
    } else {
        "the error was sampled and did not converge"
    };
    let checked = comparison.checked.as_ref().map(|checked| {
        json!({
            "hz": checked.hertz,
            "error": checked.error,
            "holds": checked.verdict.is_certified(),
            "why": checked.verdict.why_not(),
        })
    });
    json!({
        "value": comparison.response_error(),
        "hz": band.worst.hertz,
        "frequencies": band.samples.len(),
        "converged": band.converged,
        "residual": band.residual,
        "left_out_hz": band.left_out,
        "checked": checked,
        "certified": false,
        "bound": null,
        "why": why,
    })
}
