//! Responses and poles with loops closed, and responses of outputs that only the equations of motion have: forces and rates.

use crate::answer::Answer;
use crate::failure::Failure;
use crate::refusal::Refusal;
use crate::reports::frequency_response::{ResponseReport, ResponseSettings};
use crate::reports::loop_report::{LoopQuestion, LoopReport, PlantAt};
use crate::session::Session;
use lissom_dynamics::{FirstOrder, LinearPlant, LinearPort};
use lissom_linalg::Progress;
use lissom_mech::{System, input_unit};
use lissom_model::model::At;

/// What answers about closed loops are called beside those of open ones.
pub const CLOSED: &str = "closed loops";

impl Session {
    /// Poles with all loops closed.
    ///
    /// # Errors
    /// As [`Session::loops`].
    pub(crate) fn closed_poles(&self, at: Option<&At>) -> Result<Answer<LoopReport>, Failure> {
        let at_rest = match at {
            None | Some(At::Reference) => false,
            Some(At::Rest) => true,
            Some(at) => return Err(Refusal::LoopsAbout { at: at.to_string() }.into()),
        };
        self.loops(&LoopQuestion { at_rest, poles_alone: true, ..LoopQuestion::default() })
    }

    /// Whether a response needs the equations of motion: loops are closed, or an output is a force or a rate.
    pub(crate) fn needs_motion(&self, settings: &ResponseSettings) -> Result<bool, Failure> {
        if settings.closed {
            return Ok(true);
        }
        let of_motions = self.outputs_of_motions()?;
        Ok(settings.outputs.iter().any(|output| of_motions.contains(output)))
    }

    /// The response of the linearised equations of motion, of first order.
    pub(crate) fn response_of_motion(
        &self,
        model: &str,
        settings: &ResponseSettings,
        progress: &dyn Progress,
    ) -> Result<Answer<ResponseReport>, Failure> {
        if model != "full" {
            return Err(Refusal::LoopsOfReduction { model: model.to_owned() }.into());
        }
        let described = self.model()?;
        if settings.closed && described.controllers.is_empty() {
            return Err(Failure::missing_section(
                "[[controller]]",
                "without one there are no loops to close",
            ));
        }
        let PlantAt { plant, position, mut warnings } =
            self.plant_at(settings.at.as_ref().unwrap_or(&At::Reference))?;
        let mut inputs: Vec<LinearPort> = plant
            .inputs()
            .iter()
            .map(|name| LinearPort { name: name.clone(), unit: Some(input_unit(described, name).to_owned()) })
            .collect();
        let outputs = ports(&*plant);
        let (name, [a, b, c, d]) = if settings.closed {
            let loops = self.loops_of(&*plant, &position, &mut warnings)?;
            for controller in loops.controllers() {
                inputs.extend(controller.measures.iter().map(|measure| LinearPort {
                    name: format!("{}: reference of {}", controller.name, outputs[*measure].name),
                    unit: outputs[*measure].unit.clone(),
                }));
            }
            warnings.push("all loops are closed".to_owned());
            (CLOSED, loops.closed_equations()?)
        } else {
            if !described.controllers.is_empty() {
                warnings.push("without controllers: responses are those of the open loops".to_owned());
            }
            let LinearPlant { a, b, c, d } = LinearPlant::about(&*plant, &position, 0.0)?;
            ("full", [a, b, c, d])
        };
        let linear = FirstOrder { name: described.name.clone(), a, b, c, d, inputs, outputs };
        let report = self.respond(name, &linear, settings, progress)?;
        Ok(self.answer(report, warnings))
    }
}

/// Outputs of a system with their units; a pure number has none.
fn ports(system: &dyn System) -> Vec<LinearPort> {
    let unit = |unit: &str| if unit == "-" { String::new() } else { unit.to_owned() };
    let port =
        |(name, own): &(String, &'static str)| LinearPort { name: name.clone(), unit: Some(unit(own)) };
    system.outputs().iter().map(port).collect()
}
