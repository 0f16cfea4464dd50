//! Feedback loops: what `lissom loops` answers.

use crate::answer::Answer;
use crate::failure::Failure;
use crate::refusal::Refusal;
use crate::reports::state_poles::at_rest;
use crate::session::Session;
use lissom_dynamics::{
    Command, ControlLoops, EstimatedPole, LinearPlant, LoopStability, Margins, equilibrium, estimated_poles,
    margins, stability,
};
use lissom_linalg::Complex;
use lissom_mech::{LinearController, System};
use lissom_model::model::At;
use std::f64::consts::TAU;
use std::sync::Arc;

/// What is asked about feedback loops.
#[derive(Clone, Debug, Default)]
pub struct LoopQuestion {
    /// Whether about the equilibrium at t = 0 instead of the reference configuration.
    pub at_rest: bool,
    /// Only this loop.
    pub only: Option<String>,
    /// Frequencies of the responses \[Hz\]; empty: none.
    pub frequencies_hz: Vec<f64>,
}

/// Poles and loops.
#[derive(Clone, Debug)]
pub struct LoopReport {
    /// Sampling period \[s\]; `None`: all controllers are continuous.
    pub period: Option<f64>,
    /// Poles of the machine without controllers [rad/s].
    pub open_poles: Vec<EstimatedPole>,
    /// Poles with all loops closed: s [rad/s], of sampled loops z [-].
    pub closed_poles: Vec<EstimatedPole>,
    /// What the closed poles say.
    pub stability: LoopStability,
    /// One for each command.
    pub loops: Vec<LoopAnswer>,
    /// Frequencies of the responses \[Hz\].
    pub frequencies_hz: Vec<f64>,
}

/// A loop, cut at a command while all others are closed.
#[derive(Clone, Debug)]
pub struct LoopAnswer {
    /// `controller: input`.
    pub name: String,
    /// Its margins.
    pub margins: Margins,
    /// L at the frequencies [-].
    pub response: Vec<Complex>,
}

/// The relative error of entries that come from differences of outputs.
const DIFFERENCES: f64 = 1e-10;

/// Most states of a loop.
const MOST_STATES: usize = 1000;

/// Stability as text.
#[must_use]
pub fn loop_stability_words(found: LoopStability) -> String {
    match found {
        LoopStability::Stable => "stable".to_owned(),
        LoopStability::Unstable(1) => "unstable: 1 pole".to_owned(),
        LoopStability::Unstable(count) => format!("unstable: {count} poles"),
        LoopStability::Undecided(1) => "undecided: 1 pole is at the limit within its error".to_owned(),
        LoopStability::Undecided(count) => {
            format!("undecided: {count} poles are at the limit within their errors")
        }
    }
}

impl Session {
    /// Poles and margins of the feedback loops of a mechanism, by its linear equations about a state at rest.
    ///
    /// # Errors
    /// When the model is wrong, has no controllers, its state is not found, or its loops cannot be followed.
    pub fn loops(&self, question: &LoopQuestion) -> Result<Answer<LoopReport>, Failure> {
        let model = self.model()?;
        if model.controllers.is_empty() {
            return Err(Failure::missing_section("[[controller]]", "loops are those of controllers"));
        }
        let mechanism = self.mechanism()?;
        let mut warnings = Vec::new();
        let mut plant: Arc<dyn System> = mechanism.shared_machinery();
        let mut position = mechanism.initial().0;
        if question.at_rest {
            let state = equilibrium(mechanism, &at_rest(mechanism, &At::Rest))?;
            warnings.extend(state.remarks.clone());
            // An equilibrium may be known in other coordinates only.
            plant = state.system.unwrap_or(plant);
            position = state.position;
        } else if self.has_gravity()? {
            let word = "loops are those about the reference configuration, which weight may leave: `--at rest` takes the equilibrium";
            warnings.push(word.to_owned());
        }
        if 2 * position.len() > MOST_STATES {
            return Err(Refusal::LoopSize { states: 2 * position.len(), most: MOST_STATES }.into());
        }
        let linear = LinearPlant::about(&*plant, &position, 0.0)?;
        let controllers = LinearController::all_of(model, &*plant)?;
        if let Some(limited) = controllers.iter().find(|controller| controller.has_limits) {
            warnings.push(format!("limits of commands are left out ({}): loops are linear", limited.name));
        }
        let loops = ControlLoops::new(linear, controllers)?;
        let closed_poles = estimated_poles(&loops.closed()?, DIFFERENCES)?;
        let report = LoopReport {
            period: loops.period(),
            open_poles: estimated_poles(loops.plant(), 0.0)?,
            stability: stability(&closed_poles, loops.period().is_some()),
            closed_poles,
            loops: self.loop_answers(&loops, question, mechanism, &mut warnings)?,
            frequencies_hz: question.frequencies_hz.clone(),
        };
        Ok(self.answer(report, warnings))
    }

    fn loop_answers(
        &self,
        loops: &ControlLoops,
        question: &LoopQuestion,
        mechanism: &dyn System,
        warnings: &mut Vec<String>,
    ) -> Result<Vec<LoopAnswer>, Failure> {
        let name = |command: &Command| {
            let controller = &loops.controllers()[command.controller];
            let input = &mechanism.inputs()[controller.acts[command.place]];
            (controller.name.clone(), format!("{}: {input}", controller.name))
        };
        let mut found = Vec::new();
        for command in loops.commands() {
            let (controller, full) = name(&command);
            if question.only.as_ref().is_some_and(|only| *only != controller && *only != full) {
                continue;
            }
            if loops.period().is_some() && loops.controllers()[command.controller].sampling.is_none() {
                warnings.push(format!(
                    "{full}: a continuous loop beside sampled ones has no margins from sample to sample; its poles are included"
                ));
                continue;
            }
            let cut = loops.cut(command)?;
            let response = question.frequencies_hz.iter().map(|hz| cut.at(TAU * hz)).collect();
            found.push(LoopAnswer { name: full, margins: margins(&cut), response });
        }
        if let (Some(only), true) = (&question.only, found.is_empty()) {
            let all: Vec<String> = loops.commands().map(|command| name(&command).1).collect();
            return Err(Failure::unknown_name("loop", only, all.iter().map(String::as_str)));
        }
        Ok(found)
    }
}
