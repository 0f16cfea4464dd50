//! The exact continuum as a linear model: its loads are inputs, its coordinates outputs.

use crate::failure::Failure;
use crate::session::Session;
use lissom_continuum::{LinearSystem, Responses, response, static_response};
use lissom_dynamics::{Linear, LinearPort, ResponseRequest, Transfer};
use lissom_linalg::{Complex, Progress};
use lissom_mech::{Row, RowKind};
use std::borrow::Cow;
use std::f64::consts::TAU;

/// A continuum under each of its loads, such as `f(x, t)`.
pub(crate) struct LoadedContinuum {
    name: String,
    inputs: Vec<String>,
    /// The continuum under a unit of each input.
    systems: Vec<LinearSystem>,
}

impl Session {
    /// The continuum under the loads that are written as functions, and what the reader should know.
    pub(crate) fn loaded_continuum(&self, model: &str) -> Result<(LoadedContinuum, Vec<String>), Failure> {
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
        if calls.is_empty() {
            return Err(Failure::missing_section(
                "input",
                "responses are to loads written as functions, such as load = [\"f(x, t)\"] or a [[force]] without value",
            ));
        }
        let systems = calls.iter().map(|call| derivation.linearise_loaded(&values, &[(call, 1.0)]));
        let systems = systems.collect::<Result<_, _>>()?;
        let inputs = calls.iter().map(|call| stem(call).to_owned()).collect();
        Ok((LoadedContinuum { name: model.name.clone(), inputs, systems }, warnings))
    }
}

/// `f` of `f(x, t)`.
fn stem(call: &str) -> &str {
    call.split('(').next().unwrap_or(call)
}

impl Linear for LoadedContinuum {
    type Error = Failure;

    fn name(&self) -> &str {
        &self.name
    }

    fn rows(&self) -> Cow<'_, [Row]> {
        let names = self.systems.first().map_or(&[][..], LinearSystem::coordinates);
        names.iter().map(|name| Row::new(name.clone(), RowKind::Coordinate, None)).collect()
    }

    fn inputs(&self) -> Vec<LinearPort> {
        self.inputs.iter().map(|name| LinearPort { name: name.clone(), unit: None }).collect()
    }

    fn outputs(&self) -> Vec<LinearPort> {
        self.rows().iter().map(|row| LinearPort { name: row.name.clone(), unit: None }).collect()
    }

    fn transfer<'a>(
        &'a self,
        inputs: &[usize],
        outputs: &[usize],
        request: &'a ResponseRequest,
        _progress: &dyn Progress,
    ) -> Result<Box<dyn Transfer<Error = Failure> + 'a>, Failure> {
        let systems = inputs.iter().map(|input| &self.systems[*input]).collect();
        Ok(Box::new(ContinuumTransfer { systems, outputs: outputs.to_vec(), request }))
    }
}

/// Responses that are exact at every frequency: members are solved and not divided into elements.
struct ContinuumTransfer<'a> {
    systems: Vec<&'a LinearSystem>,
    outputs: Vec<usize>,
    request: &'a ResponseRequest,
}

impl ContinuumTransfer<'_> {
    /// The outputs of all inputs, one after another.
    fn row(
        &self,
        mut of: impl FnMut(usize) -> Result<Vec<Complex>, Failure>,
    ) -> Result<Vec<Complex>, Failure> {
        let mut row = Vec::with_capacity(self.systems.len() * self.outputs.len());
        for input in 0..self.systems.len() {
            let all = of(input)?;
            row.extend(self.outputs.iter().map(|output| all[*output]));
        }
        Ok(row)
    }
}

impl Transfer for ContinuumTransfer<'_> {
    type Error = Failure;

    fn over_range(&mut self) -> Result<Vec<Vec<Complex>>, Failure> {
        let mut responses: Vec<Responses<'_>> =
            self.systems.iter().map(|system| Responses::new(system)).collect();
        let at = |hz: &f64| self.row(|input| Ok(responses[input].at(TAU * hz)?));
        self.request.frequencies_hz.iter().map(at).collect()
    }

    fn at(&self, hz: f64) -> Result<Vec<Complex>, Failure> {
        self.row(|input| Ok(response(self.systems[input], TAU * hz)?))
    }

    /// Where a rigid motion is free there is no static response.
    fn static_gains(&mut self) -> Result<Vec<Option<f64>>, Failure> {
        let mut gains = Vec::new();
        for system in &self.systems {
            let still = static_response(system).ok();
            let still = still.filter(|still| still.iter().all(|value| value.is_finite()));
            // Adding zero takes the sign off a zero, which would show as a phase.
            let gain = |output: &usize| still.as_ref().map(|still| still[*output].re + 0.0);
            gains.extend(self.outputs.iter().map(gain));
        }
        Ok(gains)
    }
}
