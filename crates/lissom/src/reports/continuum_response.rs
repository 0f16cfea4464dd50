//! Frequency responses of the exact continuum: the report of `lissom frf` for a `[system]`.

use crate::answer::Answer;
use crate::failure::Failure;
use crate::reports::frequency_response::{ResponseReport, ResponseSettings, named};
use crate::session::Session;
use lissom_continuum::{LinearSystem, Responses, static_response};
use lissom_dynamics::ResponsePair;
use lissom_linalg::Complex;
use std::f64::consts::TAU;

impl Session {
    /// Responses of all coordinates to the loads that are written as functions, such as `f(x, t)`: exact at every
    /// frequency, since members are solved and not divided into elements.
    pub(crate) fn response_of_continuum(
        &self,
        model: &str,
        settings: &ResponseSettings,
    ) -> Result<Answer<ResponseReport>, Failure> {
        if model != "full" {
            return Err(Failure::missing_section(
                format!("model `{model}` of the continuum"),
                "a [system] has only its exact response: omit `models`",
            ));
        }
        let (mut derivation, warnings) = self.checked_derivation()?;
        let model = self.model()?;
        let values: Vec<(&str, f64)> = model.parameters.iter().map(|p| (p.name.as_str(), p.value)).collect();
        let calls = derivation.inputs();
        let inputs: Vec<String> = calls.iter().map(|call| stem(call).to_owned()).collect();
        if inputs.is_empty() {
            return Err(Failure::missing_section(
                "input",
                "responses are to loads written as functions, such as load = [\"f(x, t)\"] or a [[force]] without value",
            ));
        }
        let frequencies_hz = settings.frequencies_hz();
        let (mut pairs, mut size) = (Vec::new(), 0);
        for at in named("input", &settings.inputs, &inputs)?.unwrap_or_else(|| (0..inputs.len()).collect()) {
            let system = derivation.linearise_loaded(&values, &[(&calls[at], 1.0)])?;
            size = system.coordinates().len();
            pairs.extend(pairs_of(&system, &inputs[at], &frequencies_hz, &settings.outputs)?);
        }
        let report =
            ResponseReport { model: "exact".to_owned(), size, frequencies_hz, pairs, evidence: None };
        Ok(self.answer(report, warnings))
    }
}

/// `f` of `f(x, t)`.
fn stem(call: &str) -> &str {
    call.split('(').next().unwrap_or(call)
}

/// The responses of the coordinates to the load of a system.
fn pairs_of(
    system: &LinearSystem,
    input: &str,
    frequencies_hz: &[f64],
    outputs: &[String],
) -> Result<Vec<ResponsePair>, Failure> {
    let names = system.coordinates();
    let mut responses = Responses::new(system);
    let rows: Vec<Vec<Complex>> =
        frequencies_hz.iter().map(|hz| responses.at(TAU * hz)).collect::<Result<_, _>>()?;
    // Where a rigid motion is free there is no static response.
    let still = static_response(system).ok().filter(|still| still.iter().all(|value| value.is_finite()));
    let chosen = named("output", outputs, names)?.unwrap_or_else(|| (0..names.len()).collect());
    let pair = |at: usize| ResponsePair {
        input: input.to_owned(),
        output: names[at].clone(),
        unit: String::new(),
        values: rows.iter().map(|row| row[at]).collect(),
        // Adding zero takes the sign off a zero, which would show as a phase.
        static_gain: still.as_ref().map(|still| still[at].re + 0.0),
        peaks: Vec::new(),
    };
    Ok(chosen.into_iter().map(pair).collect())
}
