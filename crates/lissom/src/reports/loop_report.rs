//! Feedback loops: what `lissom loops` answers.

use crate::answer::Answer;
use crate::failure::Failure;
use crate::refusal::Refusal;
use crate::reports::state_poles::at_rest;
use crate::session::Session;
use crate::simulations::simulation::delay_note;
use lissom_dynamics::{
    Command, ControlLoops, EstimatedPole, LinearPlant, LoopStability, Margins, equilibrium, estimated_poles,
    margins, stability,
};
use lissom_linalg::Complex;
use lissom_mech::{DrivenPlant, LinearController, System};
use lissom_model::model::At;
use std::f64::consts::TAU;
use std::sync::Arc;

/// What is asked about feedback loops.
#[derive(Clone, Debug, Default)]
pub struct LoopQuestion {
    /// Whether about the equilibrium at t = 0 instead of the reference configuration.
    pub at_rest: bool,
    /// Whether poles are wanted without margins.
    pub poles_alone: bool,
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

impl LoopReport {
    /// Closed poles that oscillate, one of each pair, as s [rad/s] by their size, with estimates of their errors; none of a loop that
    /// samples has a frequency above half the sampling frequency.
    #[must_use]
    pub fn oscillations(&self) -> Vec<(Complex, f64)> {
        let mut found: Vec<(Complex, f64)> =
            self.poles_in_s().into_iter().filter(|(s, _)| s.im > 0.0).collect();
        found.sort_by(|a, b| a.0.abs().total_cmp(&b.0.abs()));
        found
    }

    /// Closed poles that do not oscillate \[1/s\], ascending.
    #[must_use]
    pub fn real_poles(&self) -> Vec<f64> {
        let mut found: Vec<f64> =
            self.poles_in_s().into_iter().filter(|(s, _)| s.im == 0.0).map(|(s, _)| s.re).collect();
        found.sort_by(f64::total_cmp);
        found
    }

    /// Closed poles as s, of sampled loops ln(z)/T, where that is finite.
    fn poles_in_s(&self) -> Vec<(Complex, f64)> {
        let one = |found: &EstimatedPole| match self.period {
            None => (found.value, found.error),
            Some(period) => {
                let z = found.value;
                let s = Complex::new(z.abs().ln(), z.arg()).scale(1.0 / period);
                (s, found.error / (z.abs() * period))
            }
        };
        self.closed_poles.iter().map(one).filter(|(s, _)| s.is_finite()).collect()
    }
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

/// A machine at rest as the plant of loops.
pub(crate) struct PlantAt {
    pub plant: Arc<dyn System>,
    pub position: Vec<f64>,
    pub warnings: Vec<String>,
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
        let at = if question.at_rest { At::Rest } else { At::Reference };
        let PlantAt { plant, position, mut warnings } = self.plant_at(&at)?;
        let loops = self.loops_of(&*plant, &position, &mut warnings)?;
        let closed_poles = estimated_poles(&loops.closed()?, DIFFERENCES)?;
        let report = LoopReport {
            period: loops.period(),
            open_poles: estimated_poles(loops.plant(), 0.0)?,
            stability: stability(&closed_poles, loops.period().is_some()),
            closed_poles,
            loops: match question.poles_alone {
                true => Vec::new(),
                false => self.loop_answers(&loops, question, mechanism, &mut warnings)?,
            },
            frequencies_hz: question.frequencies_hz.clone(),
        };
        Ok(self.answer(report, warnings))
    }

    /// The plant of the loops in a state at rest: the reference configuration or the equilibrium at t = 0, drives at rest.
    pub(crate) fn plant_at(&self, at: &At) -> Result<PlantAt, Failure> {
        let mechanism = self.mechanism()?;
        let mut warnings = Vec::new();
        let mut plant: Arc<dyn System> = mechanism.shared_machinery();
        let mut position = mechanism.initial().0;
        match at {
            At::Reference => {
                if self.has_gravity()? {
                    let word = "linear about the reference configuration, which weight may leave: `--at rest` takes the equilibrium";
                    warnings.push(word.to_owned());
                }
            }
            At::Rest | At::Path => {
                let state = equilibrium(mechanism, &at_rest(mechanism, at))?;
                warnings.extend(state.remarks.clone());
                // An equilibrium may be known in other coordinates only.
                plant = state.system.unwrap_or(plant);
                position = state.position;
            }
            At::Stroke(_) | At::State(_) => return Err(Refusal::LoopsAbout { at: at.to_string() }.into()),
        }
        if 2 * position.len() > MOST_STATES {
            return Err(Refusal::LoopSize { states: 2 * position.len(), most: MOST_STATES }.into());
        }
        Ok(PlantAt { plant: DrivenPlant::of(self.model()?, plant)?, position, warnings })
    }

    /// Plant and controllers as one linear system about a state at rest.
    pub(crate) fn loops_of(
        &self,
        plant: &dyn System,
        position: &[f64],
        warnings: &mut Vec<String>,
    ) -> Result<ControlLoops, Failure> {
        let model = self.model()?;
        let linear = LinearPlant::about(plant, position, 0.0)?;
        let controllers = LinearController::all_of(model, plant)?;
        if let Some(limited) = controllers.iter().find(|controller| controller.has_limits) {
            warnings.push(format!("limits of commands are left out ({}): loops are linear", limited.name));
        }
        warnings.extend(model.controllers.iter().filter_map(delay_note));
        Ok(ControlLoops::new(linear, controllers)?)
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
