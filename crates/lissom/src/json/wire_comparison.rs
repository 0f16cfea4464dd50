//! The wire format of `lissom compare`.

use crate::reports::comparison::{Comparison, MatchedBy};
use crate::session::Session;
use serde_json::{Value, json};

/// `lissom compare`.
#[must_use]
pub fn compare(session: &Session, comparison: &Comparison, warnings: &[String], wall_s: f64) -> Value {
    let cost = json!({ "wall_s": wall_s, "evaluations": null, "factorisations": null });
    let name = session.model().map_or_else(|_| session.path().to_owned(), |model| model.name.clone());
    let mut object = crate::json::wire::envelope("compare", &name, warnings, session.provenance(), cost);
    object.insert("models".into(), json!(comparison.names));
    object.insert("dof".into(), json!(comparison.sizes));
    object.insert("rigid_modes".into(), json!(comparison.rigid));
    object.insert("frequencies_hz".into(), json!(comparison.frequencies_hz));
    let pairs = comparison.pairs.iter().map(|pair| {
        json!({
            "first": pair.first.map(|i| i + 1),
            "second": pair.second.map(|j| j + 1),
            "relative_difference": pair.relative_difference,
            "mac": pair.mac,
        })
    });
    object.insert("pairs".into(), pairs.collect());
    let rows = comparison.mac.as_ref().map(|mac| {
        (0..mac.rows()).map(|i| (0..mac.cols()).map(|j| mac[(i, j)]).collect()).collect::<Vec<Vec<f64>>>()
    });
    object.insert("mac".into(), json!(rows));
    object.insert(
        "matched".into(),
        json!(comparison.matched.map(|(how, count)| {
            let how = if how == MatchedBy::Position { "position" } else { "name" };
            json!({ "by": how, "coordinates": count })
        })),
    );
    object.insert("largest_difference".into(), json!(comparison.worst()));
    Value::Object(object)
}
