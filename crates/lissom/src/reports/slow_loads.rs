//! What a structure does under loads that change slowly: instant by instant.

use crate::failure::Failure;
use lissom_dynamics::deformation::{FreeBody, SlowChange, SlowInput, slow_change};
use lissom_mech::law_over_time;
use lissom_model::model::{Model, StateRequest};

/// A slow change, with the outputs over time.
#[derive(Clone, Debug)]
pub struct ChangeReport {
    /// The change.
    pub change: SlowChange,
    /// Outputs of the deformation at each time, one list per output.
    pub outputs: Vec<Vec<f64>>,
}

/// Follows the forces of a model by their laws; those the state names stay constant.
pub(crate) fn follow(
    model: &Model,
    body: &FreeBody<'_>,
    request: &StateRequest,
    end: f64,
    points: usize,
) -> Result<ChangeReport, Failure> {
    let structure = body.structure();
    let times: Vec<f64> = (0..points).map(|k| end * k as f64 / (points - 1) as f64).collect();
    let mut histories: Vec<(usize, Vec<f64>)> = Vec::new();
    for (place, input) in structure.inputs.iter().enumerate() {
        let named = request.forces.iter().find(|(name, _)| *name == input.name);
        let law = model.forces.iter().find(|f| f.name == input.name).and_then(|f| f.law.as_ref());
        match (named, law) {
            (Some((_, value)), _) => histories.push((place, vec![*value; points])),
            (None, Some(law)) => histories.push((place, law_over_time(model, &input.name, law, &times)?)),
            (None, None) => {}
        }
    }
    if histories.is_empty() {
        return Err(Failure::missing_section(
            format!("force in [state.{}]", request.name),
            "give a [[force]] a `value` in t, or name it in `forces`",
        ));
    }
    let inputs: Vec<SlowInput<'_>> = histories
        .iter()
        .map(|(place, values)| SlowInput { pattern: &structure.inputs[*place].values, values })
        .collect();
    let change = slow_change(body, &inputs, &times)?;
    Ok(ChangeReport { outputs: change.outputs(body), change })
}
