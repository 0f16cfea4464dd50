//! Motion in time: the report of `lissom simulate`.

use crate::answer::Answer;
use crate::failure::Failure;
use crate::machine::Motion;
use crate::npz::NamedArray;
use crate::session::Session;
use crate::simulations::part_warnings::part_warnings;
use crate::simulations::start::SavedState;
use lissom_dynamics::{
    Convergence, DrivenMotion, DynamicsError, EnergyAudit, FINE_POINTS, Integrator, SimulateRequest,
    Tolerance, Trajectory, integrator, simulate, simulate_converged,
};
use lissom_linalg::Progress;
use lissom_mech::{Controlled, System, delay_range};
use lissom_model::model::{Controller, Model, Start};
use std::sync::Arc;

/// How a motion is computed.
#[derive(Clone, Debug)]
pub struct SimulateSettings {
    /// End \[s\].
    pub end: f64,
    /// Name of the integrator.
    pub integrator: &'static dyn Integrator,
    /// Where mechanisms start.
    pub start: Start,
    /// A saved motion to continue; then the start is its end.
    pub restart: Option<SavedState>,
    /// Tolerances.
    pub tolerance: Tolerance,
    /// Largest error of an output, over its largest value, to which tolerances are tightened; `None`: they are kept \[-\].
    pub accuracy: Option<f64>,
    /// Number of output times; `None`: as many as the motion needs.
    pub points: Option<usize>,
    /// Times at which inputs of linear structures jump or take turns, ascending \[s\].
    pub breaks: Vec<f64>,
    /// Names of the models to run: `full`, or reductions.
    pub models: Vec<String>,
    /// Largest number of steps; `None`: the default.
    pub most_steps: Option<u64>,
    /// Whether a motion whose energy is unaccounted for is reported, with a warning, instead of refused.
    pub allows_energy_error: bool,
}

/// A motion of one model.
#[derive(Clone, Debug)]
pub struct Simulation {
    /// Name of the model: `full`, or that of a reduction.
    pub model: String,
    /// How it was stepped: an integrator, or exact steps.
    pub by: String,
    /// Number of coordinates or states.
    pub size: usize,
    /// Names of the coordinates of a mechanism; empty for linear models.
    pub coordinates: Vec<String>,
    /// Names and units of the outputs.
    pub outputs: Vec<(String, &'static str)>,
    /// The motion.
    pub trajectory: Trajectory,
    /// Largest |supplied − stored − dissipated| of the points over the largest power, where powers are given
    /// by bonds \[-\].
    pub power_gap: Option<f64>,
}

/// Default number of output times of linear motions.
pub(crate) const LINEAR_POINTS: usize = 201;

/// Default error of the outputs when no tolerance is given.
const ACCURACY: f64 = 1e-3;

/// Relative tolerances above this may let a motion run away.
const LOOSE: f64 = 1e-3;

/// A share of the energy that may be missing before a motion is doubted.
pub(crate) const MISSING_ENERGY: f64 = 0.01;

impl SimulateSettings {
    /// The full model until a time \[s\], everything else by default.
    ///
    /// # Errors
    /// When there is no integrator of the default's name.
    pub fn until(end: f64) -> Result<Self, Failure> {
        Ok(Self {
            end,
            integrator: integrator("auto")?,
            start: Start::Reference,
            restart: None,
            tolerance: Tolerance::default(),
            accuracy: Some(ACCURACY),
            points: None,
            breaks: Vec::new(),
            models: vec!["full".to_owned()],
            most_steps: None,
            allows_energy_error: false,
        })
    }

    /// What `[analysis.simulate]` asks for; `None` when the file has no such section.
    ///
    /// # Errors
    /// When an integrator is not there.
    pub fn asked(model: &Model) -> Result<Option<Self>, Failure> {
        let Some(asked) = &model.analyses.simulate else { return Ok(None) };
        let default = Tolerance::default();
        Ok(Some(Self {
            end: asked.end,
            integrator: integrator(asked.integrator)?,
            start: asked.start.clone(),
            restart: None,
            tolerance: Tolerance {
                relative: asked.rtol.unwrap_or(default.relative),
                absolute: asked.atol.unwrap_or(default.absolute),
            },
            accuracy: asked.accuracy.or(asked.rtol.is_none().then_some(ACCURACY)),
            points: asked.points,
            breaks: asked.breaks.clone(),
            models: asked.models.clone(),
            most_steps: asked.most_steps,
            allows_energy_error: asked.allows_energy_error,
        }))
    }

    /// Runs a system from the start that the model and the settings give; inputs that the model leaves open are zero.
    pub(crate) fn run(
        &self,
        model: &Model,
        system: &dyn System,
        progress: &dyn Progress,
    ) -> Result<Trajectory, Failure> {
        let began = self.begin(model, system)?;
        let system = began.state.as_ref().map_or(system, |state| state.system(system));
        let mut start = (began.position.clone(), began.velocity.clone());
        let controlled = with_controllers(model, system)?;
        let controlled = controlled.map(|controlled| self.remember(controlled, &mut start)).transpose()?;
        let system = controlled.as_deref().unwrap_or(system);
        let usual = SimulateRequest::until(self.end);
        let request = SimulateRequest {
            start: began.time,
            from: Some((&start.0, &start.1)),
            tolerance: self.tolerance,
            points: self.points.unwrap_or(FINE_POINTS),
            most_steps: self.most_steps,
            ..usual
        };
        let found = match self.accuracy {
            Some(goal) => simulate_converged(system, &request, self.integrator, goal, progress),
            None => simulate(system, &request, self.integrator, progress),
        };
        let found = found.map(|mut trajectory| {
            trajectory.leave_controllers(system);
            trajectory
        });
        found.map_err(|error| match error {
            DynamicsError::OutputInadmissible(_) | DynamicsError::StepUnderflow { .. }
                if self.tolerance.relative > LOOSE =>
            {
                Failure::Loose { relative: self.tolerance.relative, source: Box::new(error) }
            }
            error => error.into(),
        })
    }
}

/// The system with the controllers of its model, where there are some.
fn with_controllers(model: &Model, system: &dyn System) -> Result<Option<Arc<dyn System>>, Failure> {
    if model.controllers.is_empty() {
        return Ok(None);
    }
    let plant = system.shared().expect("mechanisms and their reductions can be shared");
    Ok(Some(Controlled::of(model, plant)?))
}

/// What a motion is remembered by: the model, and everything that its course depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct MotionKey {
    model: String,
    integrator: &'static str,
    /// Where it starts, as text.
    start: String,
    /// End, tolerances and accuracy, bit by bit.
    numbers: [u64; 4],
    points: Option<usize>,
    most_steps: Option<u64>,
}

impl MotionKey {
    fn of(model: &str, settings: &SimulateSettings) -> Self {
        let Tolerance { relative, absolute } = settings.tolerance;
        Self {
            model: model.to_owned(),
            integrator: settings.integrator.name(),
            start: format!("{:?} {:?}", settings.start, settings.restart),
            numbers: [settings.end, relative, absolute, settings.accuracy.unwrap_or(0.0)].map(f64::to_bits),
            points: settings.points,
            most_steps: settings.most_steps,
        }
    }
}

impl Session {
    /// What `[analysis.simulate]` asks for.
    ///
    /// # Errors
    /// When the model is wrong or has no such section.
    pub fn simulate_settings(&self) -> Result<SimulateSettings, Failure> {
        let why = "it gives the end time; or use --end S";
        SimulateSettings::asked(self.model()?)?
            .ok_or_else(|| Failure::missing_section("[analysis.simulate]", why))
    }

    /// The motion of one model: `full`, or a reduction of the file.
    ///
    /// # Errors
    /// When there is no such model, or its motion gets stuck.
    pub fn simulate(
        &self,
        model: &str,
        settings: &SimulateSettings,
        progress: &dyn Progress,
    ) -> Result<Answer<Simulation>, Failure> {
        let answer = self.motion_of(model, settings, progress)?;
        demand_finite(&answer.value)?;
        Ok(answer)
    }

    fn motion_of(
        &self,
        model: &str,
        settings: &SimulateSettings,
        progress: &dyn Progress,
    ) -> Result<Answer<Simulation>, Failure> {
        match self.moves(model)? {
            Motion::StateEquations | Motion::Structure => self.simulate_linear(model, settings, progress),
            Motion::Mechanism if model == "full" => {
                let system = self.mechanism()?;
                let motion = self.motion(model, system, settings, progress)?;
                self.report_motion(model, system, &motion, settings)
            }
            Motion::Mechanism => {
                let system = self.reduced(model, progress)?;
                let motion = self.motion(model, &*system, settings, progress)?;
                self.report_motion(model, &*system, &motion, settings)
            }
        }
    }

    /// The motion of the model reduced by a saved basis, under a name of its own.
    ///
    /// # Errors
    /// When the text is no basis of this model, or the motion gets stuck.
    pub fn simulate_by(
        &self,
        name: &str,
        basis: &str,
        settings: &SimulateSettings,
        progress: &dyn Progress,
    ) -> Result<Answer<Simulation>, Failure> {
        // A name of the caller's own may be that of another model of the file: the motion is not remembered.
        let system = self.reduced_by(basis)?;
        self.report_motion(name, &system, &settings.run(self.model()?, &system, progress)?, settings)
    }

    /// The motion of a system that goes by a name of the model file; run once for the same settings.
    pub(crate) fn motion(
        &self,
        model: &str,
        system: &dyn System,
        settings: &SimulateSettings,
        progress: &dyn Progress,
    ) -> Result<Arc<Trajectory>, Failure> {
        let described = self.model()?;
        let run = || settings.run(described, system, progress);
        self.motions.get_or_make(MotionKey::of(model, settings), run)
    }

    fn report_motion(
        &self,
        model: &str,
        system: &dyn System,
        trajectory: &Trajectory,
        settings: &SimulateSettings,
    ) -> Result<Answer<Simulation>, Failure> {
        let size = system.coordinates().len();
        let outputs = [system.outputs(), &trajectory.commands].concat();
        let commanded = self.model()?.controllers.iter().flat_map(|controller| &controller.acts);
        let commanded: Vec<&String> = commanded.collect();
        let inputs = self.mechanism()?.inputs().iter();
        let open: Vec<String> = inputs.filter(|input| !commanded.contains(input)).cloned().collect();
        let open = open_inputs_warning(&open);
        let missing = trajectory.audit.as_ref().map_or(0.0, EnergyAudit::relative_error);
        if !(missing <= MISSING_ENERGY || settings.allows_energy_error) {
            return Err(Failure::EnergyMissing { model: model.to_owned(), share: missing });
        }
        let doubts = [
            unbalanced(model, missing),
            trajectory.convergence.and_then(|found| unconverged(model, found)),
            (settings.points.is_none() && trajectory.resolving_stride() == 1 && !trajectory.is_resolved())
                .then(|| {
                    format!("{model}: outputs vary faster than {FINE_POINTS} points show; give more points")
                }),
        ];
        let parts = part_warnings(system, trajectory, !self.model()?.controllers.is_empty());
        let delays = self.model()?.controllers.iter().filter_map(delay_note);
        let doubts = doubts.into_iter().flatten().chain(parts).chain(delays);
        let warnings = open.into_iter().chain(doubts).collect();
        let by = if size == 0 { DrivenMotion.name() } else { settings.integrator.name() };
        Ok(self.answer(
            Simulation {
                model: model.to_owned(),
                by: with_turns(by, &trajectory.methods),
                size,
                coordinates: system.coordinates().iter().map(|c| c.name.clone()).collect(),
                outputs,
                trajectory: trajectory.clone(),
                power_gap: None,
            },
            warnings,
        ))
    }
}

/// An output beyond the range of numbers is no motion.
fn demand_finite(motion: &Simulation) -> Result<(), Failure> {
    for ((name, _), series) in motion.outputs.iter().zip(&motion.trajectory.outputs) {
        let lost = series.iter().zip(&motion.trajectory.times).find(|(value, _)| !value.is_finite());
        if let Some((_, time)) = lost {
            return Err(Failure::not_finite(format!("{name} of {} at {time:.6} s", motion.model)));
        }
    }
    Ok(())
}

pub(crate) fn open_inputs_warning(open: &[String]) -> Option<String> {
    (!open.is_empty()).then(|| format!("inputs without a value are zero: {}", open.join(", ")))
}

/// A delay that is approximated is said to be exact up to the frequency at which its error reaches this share.
const DELAY_ERROR: f64 = 0.01;

/// What is said of the delay of a continuous controller.
pub(crate) fn delay_note(controller: &Controller) -> Option<String> {
    controller.lag.map(|lag| {
        format!(
            "the delay of controller {} is approximated by {} states: within {:.0} % up to {:.4} Hz",
            controller.name,
            lag.order,
            100.0 * DELAY_ERROR,
            delay_range(lag, DELAY_ERROR)
        )
    })
}

/// Turns beyond this number are counted instead of listed.
const LISTED_TURNS: usize = 3;

/// The integrator, and the methods that took turns: a stiff motion is one that an implicit method advanced further for its cost.
pub(crate) fn with_turns(by: &str, turns: &[(f64, &'static str)]) -> String {
    match turns {
        [] => by.to_owned(),
        [(_, only)] => format!("{by} ({only})"),
        [(_, first), later @ ..] if later.len() <= LISTED_TURNS => {
            let later: Vec<String> =
                later.iter().map(|(time, name)| format!("{name} from {time:.3e} s")).collect();
            format!("{by} ({first}, {})", later.join(", "))
        }
        [.., (time, last)] => {
            format!("{by} ({} changes of method, {last} from {time:.3e} s)", turns.len() - 1)
        }
    }
}

/// What is said of outputs that do not converge.
pub(crate) fn unconverged(model: &str, found: Convergence) -> Option<String> {
    let Convergence { estimate, goal, relative } = found;
    (!found.is_met()).then(|| {
        format!(
            "{model}: outputs are not converged to {goal:.0e}: they still change by {estimate:.1e} at rtol = {relative:.0e}, as in \
             motions that amplify every disturbance"
        )
    })
}

/// What is said when energy is missing.
pub(crate) fn unbalanced(model: &str, missing: f64) -> Option<String> {
    (missing > MISSING_ENERGY)
        .then(|| format!("{model}: {:.0} % of the energy is unaccounted for: reduce rtol", 100.0 * missing))
}

/// Motions as arrays: `t`, and for each model `MODEL.OUTPUT`, `MODEL.q` and `MODEL.q_dot` (times × coordinates).
#[must_use]
pub fn arrays(runs: &[&Simulation]) -> Vec<NamedArray> {
    let times = runs.first().map_or(&[][..], |run| &run.trajectory.times);
    let series = |name: String, values: &[f64]| NamedArray {
        name,
        shape: vec![values.len()],
        values: values.to_vec(),
    };
    let mut all = vec![series("t".to_owned(), times)];
    for run in runs {
        for ((name, _), values) in run.outputs.iter().zip(&run.trajectory.outputs) {
            all.push(series(format!("{}.{name}", run.model), values));
        }
        for (name, rows) in [("q", &run.trajectory.positions), ("q_dot", &run.trajectory.velocities)] {
            all.push(NamedArray {
                name: format!("{}.{name}", run.model),
                shape: vec![rows.len(), run.size],
                values: rows.iter().flatten().copied().collect(),
            });
        }
    }
    all
}

/// Motions of several models at the same times, as many as the liveliest of them needs.
pub fn resolve_together(runs: Vec<&mut Simulation>) {
    let fine = |run: &&mut Simulation| run.trajectory.times.len() == FINE_POINTS;
    let mut fine: Vec<&mut Simulation> = runs.into_iter().filter(fine).collect();
    let stride = fine.iter().map(|run| run.trajectory.resolving_stride()).min().unwrap_or(1);
    for run in &mut fine {
        run.trajectory = run.trajectory.thinned(stride);
    }
}

/// Largest error of a motion over all outputs, against that of the full model, relative to the largest value of each
/// [-].
#[must_use]
pub fn relative_error(of: &Simulation, against: &Simulation) -> Option<f64> {
    let errors = (0..of.outputs.len()).map(|i| of.trajectory.relative_error(&against.trajectory, i));
    errors.collect::<Option<Vec<f64>>>().map(|all| all.into_iter().fold(0.0, f64::max))
}
