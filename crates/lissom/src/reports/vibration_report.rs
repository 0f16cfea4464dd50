//! One question about vibrations, for every kind of model: what `lissom modes` answers.
//!
//! Structures have certified modes, at rest or at the speed of `[spin]`, state equations have oscillations, continua have exact
//! frequencies or poles, and mechanisms have poles about an equilibrium. [`Session::vibrations`] decides once which of them is found; doors and the page
//! show the result by its kind.

use crate::answer::Answer;
use crate::checks::CheckOutcome;
use crate::cost::{Cost, Counted};
use crate::failure::Failure;
use crate::machine::Vibration;
use crate::refusal::Refusal;
use crate::reports::campbell::CampbellReport;
use crate::reports::closed_loops::CLOSED;
use crate::reports::loop_report::LoopReport;
use crate::reports::mode_sweep::ModeSweep;
use crate::reports::oscillation_report::OscillationReport;
use crate::reports::state_poles::PoleReport;
use crate::session::Session;
use crate::subjects::linear_structure::ExpandedShapes;
use lissom_continuum::{ExactModes, ExactPoles};
use lissom_dynamics::{Mode, Modes, ModesRequest, Range};
use lissom_linalg::Progress;
use lissom_model::model::At;

/// Default number of exact frequencies.
const DEFAULT_EXACT: usize = 10;

/// What is asked about the vibrations of a model.
#[derive(Clone, Debug, Default)]
pub struct VibrationQuestion {
    /// Which modes; `None` for those of `[analysis.modes]`.
    pub range: Option<Range>,
    /// The state about which the model vibrates; `None` for its reference configuration.
    pub at: Option<At>,
    /// Whether frequencies of the continuum are wanted, without elements.
    pub exact: bool,
    /// Whether shapes over all named coordinates are wanted.
    pub shapes: bool,
    /// Whether all feedback loops are closed.
    pub closed: bool,
    /// Whether the sweep of `[analysis.modes]` is wanted.
    pub sweep: bool,
}

/// The vibrations of a model, and what was asked besides.
#[derive(Clone, Debug)]
pub struct VibrationReport {
    /// The vibrations.
    pub found: Vibrations,
    /// The numbers of `[check]` against them.
    pub checks: Vec<CheckOutcome>,
    /// Frequencies against parameters.
    pub sweep: Option<ModeSweep>,
    /// Shapes over all named coordinates.
    pub shapes: Option<ExpandedShapes>,
}

/// The vibrations of a model, by the equations they were found from.
#[derive(Clone, Debug)]
pub enum Vibrations {
    /// Modes of a linear structure.
    Structure(Modes),
    /// Modes of a structure that turns, at its speed.
    Turning(CampbellReport),
    /// Oscillations of state equations.
    StateEquations(OscillationReport),
    /// Frequencies of a continuum.
    Exact(ExactModes),
    /// Poles of a damped or gyroscopic continuum.
    ExactPoles(ExactPoles),
    /// Poles of a mechanism about an equilibrium.
    Equilibrium(PoleReport),
    /// Poles of a mechanism with its controllers.
    ClosedLoops(LoopReport),
}

impl Vibrations {
    /// Frequencies without rigid motions \[Hz\], of every variant of the model under its name.
    pub(crate) fn frequencies_hz(&self) -> Vec<(String, Vec<f64>)> {
        let one = |frequencies: Vec<f64>| vec![("full".to_owned(), frequencies)];
        let hz = |angular: f64| angular / std::f64::consts::TAU;
        match self {
            Self::Structure(modes) => one(modes.modes.iter().map(Mode::frequency_hz).collect()),
            Self::Turning(report) => {
                one(report.campbell.modes.iter().map(|mode| hz(mode.values[0].im.abs())).collect())
            }
            Self::StateEquations(report) => {
                let variants = report.variants.iter();
                variants
                    .map(|v| (v.model.clone(), v.oscillations.iter().map(|o| o.frequency_hz).collect()))
                    .collect()
            }
            Self::Exact(modes) => one(modes.angular_frequencies.iter().map(|omega| hz(*omega)).collect()),
            Self::ExactPoles(poles) => one(poles.poles.iter().map(|pole| hz(pole.value.abs())).collect()),
            Self::Equilibrium(report) => {
                one(report.poles.oscillations.iter().map(|[re, im]| hz(re.hypot(*im))).collect())
            }
            Self::ClosedLoops(report) => {
                vec![(CLOSED.to_owned(), report.oscillations().iter().map(|(s, _)| hz(s.abs())).collect())]
            }
        }
    }

    /// Whether the list is proved to be complete. Poles about an equilibrium are all eigenvalues of the tangent, and the certificate of
    /// their report is about the equilibrium.
    #[must_use]
    pub fn is_certified(&self) -> bool {
        match self {
            Self::Structure(modes) => modes.certificate.is_certified(),
            Self::Turning(report) => report.campbell.verdicts.modes.is_certified(),
            Self::StateEquations(report) => report.is_complete(),
            Self::Exact(modes) => modes.is_certified(),
            Self::ExactPoles(poles) => poles.is_certified(),
            Self::Equilibrium(_) => true,
            // Poles come with estimates of their errors.
            Self::ClosedLoops(_) => true,
        }
    }
}

impl VibrationReport {
    /// Whether the list is proved to be complete and every number of `[check]` holds.
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.found.is_certified() && self.checks.iter().all(|check| check.holds)
    }
}

impl Counted for Vibrations {
    fn cost(&self) -> Cost {
        match self {
            Self::Structure(modes) => modes.cost(),
            Self::Turning(report) => report.cost(),
            Self::StateEquations(report) => report.cost(),
            Self::Exact(modes) => modes.cost(),
            Self::ExactPoles(poles) => poles.cost(),
            Self::Equilibrium(report) => report.cost(),
            Self::ClosedLoops(_) => Cost::default(),
        }
    }
}

impl Session {
    /// The vibrations of the model, as its kind of equations gives them.
    ///
    /// # Errors
    /// When the model is wrong, the question does not fit it, or the vibrations cannot be found.
    pub fn vibrations(
        &self,
        question: &VibrationQuestion,
        progress: &dyn Progress,
    ) -> Result<Answer<VibrationReport>, Failure> {
        let mut request = self.modes_request()?;
        request.range = question.range.unwrap_or(request.range);
        let answer = match (&question.at, question.exact) {
            (at, _) if question.closed => self.closed_poles(at.as_ref())?.map(Vibrations::ClosedLoops),
            (_, true) => self.exact_vibrations(question.range)?,
            (at, false) => self.vibrations_about(at.as_ref(), question, &request, progress)?,
        };
        let is_reference = question.at.is_none() && !question.exact && !question.closed;
        // The numbers of [check], and the sweep, are those of the unloaded machine.
        let checks = if is_reference { self.check_vibrations(&answer.value)? } else { Vec::new() };
        let sweeps = question.sweep && !question.exact && !matches!(question.at, Some(At::State(_)));
        let sweep = match &answer.value {
            Vibrations::Structure(_) | Vibrations::Turning(_) | Vibrations::StateEquations(_) if sweeps => {
                self.mode_sweep(&request, progress)?
            }
            _ => None,
        };
        let shapes = match &answer.value {
            Vibrations::Structure(modes) if question.shapes => Some(self.expand(&modes.shapes)?),
            Vibrations::Turning(report) if question.shapes => {
                let speed = report.campbell.speeds[0];
                return Err(Refusal::Spins { question: "shapes of modes", speed }.into());
            }
            _ => None,
        };
        Ok(answer.map(|found| VibrationReport { found, checks, sweep, shapes }))
    }

    /// Frequencies of the continuum or, where it is damped, its poles.
    fn exact_vibrations(&self, range: Option<Range>) -> Result<Answer<Vibrations>, Failure> {
        let written = self.model()?.analyses.modes.as_ref().and_then(|modes| modes.count);
        let count = match range {
            Some(Range::Lowest(count)) => count,
            _ => written.unwrap_or(DEFAULT_EXACT),
        };
        match self.exact_modes(count) {
            Ok(answer) => Ok(answer.map(Vibrations::Exact)),
            Err(failure) if failure.is_damped() => Ok(self.exact_poles(count)?.map(Vibrations::ExactPoles)),
            Err(failure) => Err(failure),
        }
    }

    fn vibrations_about(
        &self,
        at: Option<&At>,
        question: &VibrationQuestion,
        request: &ModesRequest,
        progress: &dyn Progress,
    ) -> Result<Answer<Vibrations>, Failure> {
        if self.machine()?.has_state_equations() {
            refuse_of_state_equations(question)?;
        }
        match at {
            Some(at @ (At::Rest | At::Path | At::Stroke(_))) => {
                Ok(self.poles_at(at, progress)?.map(Vibrations::Equilibrium))
            }
            Some(At::State(state)) => Ok(self.modes_at(state, request, progress)?.map(Vibrations::Structure)),
            Some(At::Reference) | None => self.own_vibrations(request, progress),
        }
    }

    /// Vibrations about the reference configuration.
    pub(crate) fn own_vibrations(
        &self,
        request: &ModesRequest,
        progress: &dyn Progress,
    ) -> Result<Answer<Vibrations>, Failure> {
        let turning = self.model()?.spin.as_ref().map(|spin| spin.speed).filter(|speed| *speed != 0.0);
        if let Some(speed) = turning {
            return Ok(self.modes_at_speed(speed, request.range, progress)?.map(Vibrations::Turning));
        }
        match self.machine()?.vibration() {
            Vibration::Oscillations => Ok(self.oscillations(request.range)?.map(Vibrations::StateEquations)),
            // Modes are those of matrices: without them, as of a continuum, this is refused.
            Vibration::Modes | Vibration::Exact => {
                Ok(self.modes(request, progress)?.map(Vibrations::Structure))
            }
        }
    }

    fn check_vibrations(&self, found: &Vibrations) -> Result<Vec<CheckOutcome>, Failure> {
        match found {
            Vibrations::Structure(modes) => self.check_modes(modes),
            Vibrations::StateEquations(report) => self.check_oscillations(report),
            Vibrations::Turning(report) => self.check_turning(report),
            Vibrations::Exact(_)
            | Vibrations::ExactPoles(_)
            | Vibrations::Equilibrium(_)
            | Vibrations::ClosedLoops(_) => Ok(Vec::new()),
        }
    }
}

/// Refuses what has no meaning for state equations.
fn refuse_of_state_equations(question: &VibrationQuestion) -> Result<(), Refusal> {
    let refuse = |what, instead| Err(Refusal::OfStateEquations { what, instead });
    if question.shapes {
        return refuse("--shapes of modal bodies and bond graphs", "omit it; `lissom bond` gives A");
    }
    if question.at.is_some() {
        return refuse("modes of modal bodies about an operating state", "omit --at");
    }
    Ok(())
}
