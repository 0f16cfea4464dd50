//! Responses of equations of first order: with loops closed, of outputs that only the equations of motion have (forces and rates), and of
//! rotors at their speed; poles with loops closed.

use crate::answer::Answer;
use crate::failure::Failure;
use crate::refusal::Refusal;
use crate::reports::frequency_response::{ResponseReport, ResponseSettings};
use crate::reports::loop_report::{LoopQuestion, LoopReport, PlantAt};
use crate::session::Session;
use lissom_dynamics::deformation::FreeBody;
use lissom_dynamics::spin::{SpinningStructure, rotor_equations};
use lissom_dynamics::{FirstOrder, Linear, LinearPlant, LinearPort};
use lissom_linalg::Progress;
use lissom_mech::elements::SpinAxis;
use lissom_mech::{StandingFrame, System, TurningStructure, input_unit};
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

impl Session {
    /// Whether a response is that of a rotor: seen from a frame that stands still, at a speed or on bearings.
    pub(crate) fn is_rotor(&self, model: &str, settings: &ResponseSettings) -> Result<bool, Failure> {
        let described = self.model()?;
        let stands = described
            .spin
            .as_ref()
            .is_some_and(|spin| spin.frame_stands && (spin.speed != 0.0 || !described.bearings.is_empty()));
        let is_plain = model == "full" && !settings.closed;
        Ok(stands && is_plain && matches!(settings.at, None | Some(At::Reference)))
    }

    /// The response of the rotor at the speed of `[spin]`.
    pub(crate) fn response_of_rotor(
        &self,
        settings: &ResponseSettings,
        progress: &dyn Progress,
    ) -> Result<Answer<ResponseReport>, Failure> {
        let model = self.model()?;
        let spin = model.spin.as_ref().expect("only a model that spins is a rotor");
        let structure = self.structure_without_bearings()?;
        let names = structure.motion_names();
        let body = FreeBody::new(structure, &names, self.threads())?;
        let frame = self.frame_elements()?;
        let axis = SpinAxis { direction: spin.axis, point: spin.point };
        let turning = self.turning(frame.as_ref(), axis)?;
        let TurningStructure::Frame(matter) = &turning else {
            return Err(Refusal::PartInStandingFrame.into());
        };
        let standing = StandingFrame::of(matter, spin.ground_stands)?;
        let rotor =
            SpinningStructure::standing(&body, &**matter, &standing, self.campbell_settings()?.effects)?;
        let bearings = self.rotor_bearings(spin)?;
        let [inputs, outputs] = [&structure.inputs, &structure.outputs]
            .map(|ports| ports.iter().map(|port| port.values.clone()).collect::<Vec<_>>());
        let [a, b, c, d] = rotor_equations(&rotor, &bearings, spin.speed, &inputs, &outputs)?;
        let (inputs, outputs) = (Linear::inputs(structure), Linear::outputs(structure));
        let linear = FirstOrder { name: model.name.clone(), a, b, c, d, inputs, outputs };
        let report = self.respond("full", &linear, settings, progress)?;
        let note = format!("at {} rad/s, seen from a frame that stands still", spin.speed);
        Ok(self.answer(report, vec![note]))
    }
}

/// Outputs of a system with their units; a pure number has none.
fn ports(system: &dyn System) -> Vec<LinearPort> {
    let unit = |unit: &str| if unit == "-" { String::new() } else { unit.to_owned() };
    let port =
        |(name, own): &(String, &'static str)| LinearPort { name: name.clone(), unit: Some(unit(own)) };
    system.outputs().iter().map(port).collect()
}
