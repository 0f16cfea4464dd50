//! Frequency responses of a rotor at its speed, on bearings of any kind, seen from a frame that stands still.

use crate::answer::Answer;
use crate::failure::Failure;
use crate::refusal::Refusal;
use crate::reports::frequency_response::{ResponseReport, ResponseSettings};
use crate::session::Session;
use lissom_dynamics::deformation::FreeBody;
use lissom_dynamics::spin::{SpinningStructure, rotor_equations};
use lissom_dynamics::{FirstOrder, Linear};
use lissom_linalg::Progress;
use lissom_mech::elements::SpinAxis;
use lissom_mech::{StandingFrame, TurningStructure};
use lissom_model::model::At;

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
