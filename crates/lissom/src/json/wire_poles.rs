//! JSON answer of `lissom modes --at` where poles are asked for.

use crate::answer::Answer;
use crate::json::wire::{envelope, model_name};
use crate::reports::state_poles::{PoleReport, stability_words};
use crate::session::Session;
use lissom_dynamics::StateCertificate;
use serde_json::{Value, json};

/// `lissom modes --at rest`.
#[must_use]
pub fn poles(session: &Session, answer: &Answer<PoleReport>, wall_s: f64) -> Value {
    let report = &answer.value;
    let cost = json!({ "wall_s": wall_s, "evaluations": null, "factorisations": null });
    let mut object = envelope("modes", &model_name(session), &answer.warnings, &answer.provenance, cost);
    let list = |f: &dyn Fn(f64, f64) -> f64| -> Vec<f64> {
        report.poles.oscillations.iter().map(|[re, im]| f(*re, *im)).collect()
    };
    object.insert("at".into(), json!(report.place));
    object.insert("frequencies_hz".into(), json!(list(&|re, im| re.hypot(im) / std::f64::consts::TAU)));
    object.insert("damping_ratios".into(), json!(list(&|re, im| -re / re.hypot(im))));
    object.insert("poles".into(), json!(report.poles.oscillations));
    object.insert("real_poles".into(), json!(report.poles.real));
    object.insert("fluttering".into(), json!(report.poles.fluttering));
    object.insert("diverging".into(), json!(report.poles.diverging));
    object.insert("circulatory".into(), json!(report.is_circulatory));
    object.insert("undecided".into(), json!(report.poles.undecided));
    object.insert("residual".into(), json!(report.residual));
    let certificate = &report.certificate;
    object.insert("stability".into(), json!(stability_words(certificate)));
    object.insert("certified".into(), json!(certificate.verdict.is_certified()));
    object.insert("bound".into(), json!(certificate.verdict.bound()));
    object.insert("why".into(), json!(certificate.verdict.why_not()));
    object.insert(
        "tangent".into(),
        json!({ "lowest": certificate.inertia.lowest, "bound": certificate.inertia.bound }),
    );
    object.insert("mesh".into(), mesh(certificate));
    Value::Object(object)
}

/// What another mesh says about the stability of a state; null where there is no mesh, or no other one was solved.
pub(crate) fn mesh(certificate: &StateCertificate) -> Value {
    let finite = |value: f64| value.is_finite().then_some(value);
    certificate.meshes.map_or(Value::Null, |meshes| {
        json!({
            "decided": !meshes.is_open(),
            "quantity": meshes.quantity,
            "coarser": { "elements": meshes.elements[0], "nearest": meshes.nearest[0] },
            "finer": { "elements": meshes.elements[1], "nearest": meshes.nearest[1], "error": finite(meshes.error) },
        })
    })
}
