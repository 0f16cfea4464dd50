//! What the laws of forces say, as numbers.

use crate::error::MechError;
use lissom_model::model::{Law, Model};
use lissom_symbolic::{Node, Program};

/// The values of a force's law at the given times [s].
///
/// # Errors
/// [`MechError::Law`] when the law cannot be evaluated there.
pub fn law_over_time(model: &Model, name: &str, law: &Law, times: &[f64]) -> Result<Vec<f64>, MechError> {
    let failed =
        |reason: String| MechError::Law { what: format!("force {name}"), law: law.text.clone(), reason };
    let mut store = model.expressions.clone();
    let time = store.symbol("t");
    let program = Program::compile(&store, &[law.expr], &[time]).map_err(|e| failed(e.to_string()))?;
    let (mut work, mut value) = (Vec::new(), [0.0]);
    let mut values = Vec::with_capacity(times.len());
    for t in times {
        program
            .evaluate_checked(&[*t], &mut work, &mut value)
            .map_err(|e| failed(format!("at t = {t} {e}")))?;
        values.push(value[0]);
    }
    Ok(values)
}

/// Whether a law changes with time.
#[must_use]
pub fn law_changes(model: &Model, law: &Law) -> bool {
    let mut store = model.expressions.clone();
    let time = store.symbol("t");
    store.parts_of(&[law.expr]).contains(&time)
}

/// Whether a law depends on the motion of nodes (outputs).
pub(crate) fn depends_on_motion(model: &Model, law: &Law) -> bool {
    let store = &model.expressions;
    store.parts_of(&[law.expr]).into_iter().any(|part| matches!(store.node(part), Node::Applied(..)))
}
