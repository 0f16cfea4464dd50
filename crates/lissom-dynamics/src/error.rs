//! Errors of analyses.

use crate::deformation::NoState;
use crate::integrators::integrator::INTEGRATORS;
use crate::moving_error::MovingError;
use lissom_linalg::eigen::EigenError;
use lissom_linalg::{FactorError, LuError, ModesError, NullSpaceError, failing_factor_row, failing_row};
use lissom_mech::{Inadmissible, MechError, NoOther, Structure};
use thiserror::Error;

/// Why an analysis failed.
#[derive(Debug, Error)]
pub enum DynamicsError {
    /// A matrix of a feedback loop.
    #[error("feedback loops: {what}: {source}")]
    LoopMatrix {
        /// Which.
        what: String,
        /// Why it fails.
        source: LuError,
    },
    /// The poles of a feedback loop.
    #[error("the {size} poles of the feedback loops were not found: {source}")]
    LoopPoles {
        /// Number of states.
        size: usize,
        /// Why.
        source: EigenError,
    },
    /// Controllers that sample at different periods.
    #[error(
        "controllers {} and {} sample at different periods, {} s and {} s: poles and margins are those of loops with one period; \
         `lissom simulate` has no such limit", .names[0], .names[1], .periods[0], .periods[1]
    )]
    Periods {
        /// The controllers.
        names: [String; 2],
        /// Their periods [s].
        periods: [f64; 2],
    },
    /// A response of loops that are closed by samples.
    #[error(
        "controller {name} samples: its loop answers a sine with a sum of sines, which is no frequency response; `lissom loops` gives \
         poles and margins from sample to sample, `lissom simulate` motions"
    )]
    SampledResponse {
        /// The controller.
        name: String,
    },
    /// A delay of very many periods.
    #[error("the delay of controller {name} is {periods:.0} periods long: at most {most} are followed")]
    LongDelay {
        /// The controller.
        name: String,
        /// Delay over period [-].
        periods: f64,
        /// Most periods [-].
        most: f64,
    },
    /// A continuous controller of what it commands at the same instant.
    #[error(
        "controller {name} measures what commands change at the same instant: sample it, or measure a displacement or a rate"
    )]
    DirectLoop {
        /// The controller.
        name: String,
    },
    /// A continuous loop among sampled ones.
    #[error(
        "the loop of the continuous controller {name} beside sampled ones has no response from sample to sample; ask for the others"
    )]
    MixedLoop {
        /// The controller.
        name: String,
    },
    /// The eigenvalue problem was not solved.
    #[error("{source}{}", of_coordinate(.coordinate.as_deref()))]
    Modes {
        /// Why.
        source: ModesError,
        /// The name of the coordinate the error points at, if it points at one.
        coordinate: Option<String>,
    },
    /// No modes were requested.
    #[error("0 modes were requested: request at least one")]
    NoModesAsked,
    /// A band or bound of frequencies that is empty or not a number.
    #[error("invalid range: {from} Hz to {to} Hz; give 0 <= from < to")]
    BadRange {
        /// Lower end [Hz].
        from: f64,
        /// Upper end [Hz].
        to: f64,
    },
    /// A structure without inputs or without outputs.
    #[error("{structure} has no {what}: add [[{}]]", if *.what == "input" { "force" } else { "output" })]
    NoPorts {
        /// The structure.
        structure: String,
        /// `input` or `output`.
        what: &'static str,
    },
    /// A frequency at which the response without damping is infinite.
    #[error("{}", resonance(*.hz))]
    Resonance {
        /// The frequency [Hz].
        hz: f64,
    },
    /// The response does not satisfy the full equation.
    #[error(
        "the response at {hz} Hz has a residual of {residual:.1e} with a basis of {basis} vectors; \
                 the limit is {tolerance:.1e}"
    )]
    ResponseNotFound {
        /// The worst frequency [Hz].
        hz: f64,
        /// The residual there, against the force [-].
        residual: f64,
        /// The required residual [-].
        tolerance: f64,
        /// Size of the basis that was tried.
        basis: usize,
    },
    /// A matrix could not be factored.
    #[error("{source}{}", of_coordinate(.coordinate.as_deref()))]
    Factor {
        /// Why.
        source: FactorError,
        /// The name of the coordinate the error points at, if it points at one.
        coordinate: Option<String>,
    },
    /// No integrator has this name.
    #[error("unknown integrator `{name}`; known are {}", INTEGRATORS.iter().map(|i| i.name()).collect::<Vec<_>>().join(", "))]
    NoSuchIntegrator {
        /// The requested name.
        name: String,
    },
    /// Tolerances that are negative, not finite, or both zero.
    #[error("invalid tolerances rtol = {relative}, atol = {absolute}: give 0 <= rtol < 1 and atol > 0")]
    BadTolerance {
        /// Relative tolerance [-].
        relative: f64,
        /// Absolute tolerance (unit of the coordinates).
        absolute: f64,
    },
    /// An interval of time that is empty or not finite.
    #[error("invalid time range: {start} s to {end} s")]
    BadTimes {
        /// Start [s].
        start: f64,
        /// End [s].
        end: f64,
    },
    /// A step length that is not positive.
    #[error("the {what} step of {step} s is not positive")]
    BadStep {
        /// Which step: `first`, `largest`.
        what: &'static str,
        /// Its length [s].
        step: f64,
    },
    /// A state with the wrong number of entries.
    #[error("the initial state has {given} {what}, but the system has {needed} coordinates")]
    BadStateSize {
        /// `coordinates` or `rates`.
        what: &'static str,
        /// Entries given.
        given: usize,
        /// Coordinates of the system.
        needed: usize,
    },
    /// An initial state that is not finite.
    #[error("the initial {what} are not finite: `{name}` is {value}")]
    StartNotFinite {
        /// `coordinates` or `rates`.
        what: &'static str,
        /// The coordinate.
        name: String,
        /// Its value or rate.
        value: f64,
    },
    /// Too few output times.
    #[error("{points} output times are too few: give at least 2")]
    TooFewOutputs {
        /// Requested number of times.
        points: usize,
    },
    /// The initial state is inadmissible.
    #[error("the motion cannot start: {0}")]
    StartInadmissible(#[source] Inadmissible),
    /// A requested result lies at an inadmissible state between two steps, or its outputs are not finite.
    #[error("outputs are undefined: {0}")]
    OutputInadmissible(#[source] Inadmissible),
    /// The steps became too short to advance the time.
    #[error("the integration failed at t = {time} s with a step of {step:.3e} s: {reason}{}", mixed(.others.as_ref()))]
    StepUnderflow {
        /// The time of the failure [s].
        time: f64,
        /// The last step tried [s].
        step: f64,
        /// Why that one failed.
        #[source]
        reason: StepFailure,
        /// Why a change of coordinates does not help, if tried.
        others: Option<NoOther>,
    },
    /// A drive is at a dead centre.
    #[error("the drive of {drive} cannot go further: dead centre at t = {time} s")]
    DeadCentre {
        /// The hinge or slide that is driven.
        drive: String,
        /// When [s].
        time: f64,
    },
    /// An accuracy that cannot be asked for.
    #[error(
        "the accuracy {accuracy} is not between 0 and 1: it is a share of the largest value of each output"
    )]
    BadAccuracy {
        /// The accuracy [-].
        accuracy: f64,
    },
    /// A law switches back and forth without the motion getting anywhere.
    #[error(
        "{law} switches back and forth at t = {time:.6e} s, {times} times without progress: on both sides of the switch it drives \
         the motion back. A law such as sign(rate) does that at rest; use [[friction]], or a smooth law, tanh(rate/v) with a small v, instead"
    )]
    Chatter {
        /// When [s].
        time: f64,
        /// The law.
        law: String,
        /// How often.
        times: u32,
    },
    /// More steps than allowed, or expected to exceed the limit by far.
    #[error(
        "{steps} steps reached only t = {time} s, not {end} s: the motion would take about \
                 {expected:.1e} steps, \
                 and {most} are allowed; end earlier, loosen rtol, or allow more steps (most_steps)"
    )]
    TooManySteps {
        /// Steps so far, including rejected ones.
        steps: u64,
        /// The limit.
        most: u64,
        /// Expected total number of steps.
        expected: f64,
        /// Time reached [s].
        time: f64,
        /// End time [s].
        end: f64,
    },
    /// A machine is too large for the search of its equilibrium, whose tangent is a full matrix.
    #[error(
        "{name} has {size} coordinates, more than the {largest} for which an equilibrium is looked for: use fewer elements"
    )]
    TooLargeForEquilibrium {
        /// The machine.
        name: String,
        /// Its coordinates.
        size: usize,
        /// The limit.
        largest: usize,
    },
    /// A linear structure is too large for simulation without reduction.
    #[error("{name} has {size} degrees of freedom, more than {largest}: reduce it first ([reduce.NAME])")]
    TooLargeForMotion {
        /// The structure.
        name: String,
        /// Its degrees of freedom.
        size: usize,
        /// The limit.
        largest: usize,
    },
    /// The exponential of a structure's state matrix failed.
    #[error("{name} cannot be integrated: {source}")]
    Exponential {
        /// The structure.
        name: String,
        /// Why.
        source: LuError,
    },
    /// A structure with a negative stiffness leaves its reference configuration.
    #[error("{name} has ω² = {square:.4e} rad²/s²: its reference configuration is unstable")]
    UnstableStructure {
        /// The structure.
        name: String,
        /// The lowest ω² [rad²/s²].
        square: f64,
    },
    /// Damping acts where there is no mass.
    #[error("{name} has damping where it has no mass: use a reduction that keeps the inertia (rubin)")]
    MasslessDamping {
        /// The structure.
        name: String,
    },
    /// A mechanism about a state is not a linear structure: one of its matrices is not symmetric.
    #[error(
        "{system} is not a linear structure about this state: its {what} is not symmetric (by \
                 {defect:.1e}), loads follow the \
                 motion or velocities couple"
    )]
    NotSymmetric {
        /// The system.
        system: String,
        /// Which matrix: `stiffness`, `damping`.
        what: &'static str,
        /// Largest difference of mirrored entries over the largest entry [-].
        defect: f64,
    },
    /// A non-finite input.
    #[error("input {name} is {value} at t = {time} s")]
    InputNotFinite {
        /// The input.
        name: String,
        /// When [s].
        time: f64,
        /// Its value.
        value: f64,
    },
    /// The equations cannot be evaluated at a claimed state.
    #[error("the equations of {system} cannot be evaluated at the state: {reason}")]
    NotEvaluated {
        /// The system.
        system: String,
        /// Why not.
        #[source]
        reason: BalanceFailure,
    },
    /// No equilibrium was found.
    #[error("{}: {reason}{}", searched(*.load_factor, .limit.as_deref()), at_last(.coordinate.as_deref(), *.eigenvalue))]
    NoEquilibrium {
        /// Share of the load up to which there is one [-].
        load_factor: f64,
        /// A limit point, if the path of equilibria turned back there: shares of the load just before it and
        /// of its turning [-].
        limit: Option<Box<[f64; 2]>>,
        /// The coordinate with the largest imbalance, if known.
        coordinate: Option<String>,
        /// Smallest ω² of the last equilibrium: near zero at a limit point or with a free motion [rad²/s²].
        eigenvalue: f64,
        /// Why the next one was not found.
        #[source]
        reason: BalanceFailure,
    },
    /// A sequence of states ends before its range.
    #[error("the states end at {drive} = {reached} before {target}: {reason}")]
    PathEnds {
        /// The driving output.
        drive: String,
        /// Value reached (its unit).
        reached: f64,
        /// Target value (its unit).
        target: f64,
        /// Why not.
        #[source]
        reason: BalanceFailure,
    },
    /// A stroke that is empty or not finite.
    #[error(
        "invalid range: {points} states from {from} to {to}; give a finite range and at least \
                     one point"
    )]
    BadStroke {
        /// First value (unit of the output).
        from: f64,
        /// Last value (unit of the output).
        to: f64,
        /// Number of states.
        points: usize,
    },
    /// An input or output that the system does not have.
    #[error("the system has no input {input} or no output {output}")]
    NoSuchPort {
        /// Place of the input.
        input: usize,
        /// Place of the output.
        output: usize,
    },
    /// An input that does no work on the output it was paired with.
    #[error(
        "input `{input}` does no work on output `{output}`: the output changes by {slope:.4e} where {expected:.4e} is needed"
    )]
    PortMismatch {
        /// The input.
        input: String,
        /// The output.
        output: String,
        /// Slope of the output along the input's force.
        slope: f64,
        /// Expected slope.
        expected: f64,
    },
    /// The eigenvalues about a state were not found.
    #[error("eigenvalues of {system} not found: {source}")]
    Eigen {
        /// The system.
        system: String,
        /// Why.
        source: EigenError,
    },
    /// The equations of motion could not be linearised.
    #[error("linearisation failed at t = {time} s: {source}")]
    Linearise {
        /// When [s].
        time: f64,
        /// Why.
        source: MechError,
    },
    /// An analysis in a moving frame failed.
    #[error(transparent)]
    Moving(Box<MovingError>),
    /// The requested state does not exist.
    #[error(transparent)]
    NoState(Box<NoState>),
}

/// Why no equilibrium was found.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum BalanceFailure {
    /// The path led to an inadmissible state.
    #[error(transparent)]
    Inadmissible(Inadmissible),
    /// The equations of motion could not be linearised.
    #[error(transparent)]
    Linearise(Box<MechError>),
    /// Forces or stiffnesses are not finite.
    #[error("forces or stiffnesses are not finite numbers")]
    NotFinite,
    /// The tangent stiffness is singular.
    #[error("the tangent stiffness is singular: {0}")]
    Singular(#[source] LuError),
    /// Newton's method did not converge.
    #[error("{iterations} iterations left a residual of {residual:.3e}")]
    NotConverged {
        /// Iterations made.
        iterations: usize,
        /// Residual, in the norm of the search.
        residual: f64,
    },
    /// The next equilibrium found is not on the path that was followed.
    #[error(
        "the next equilibrium lies on another path ({off:.2} of the step away): the path turns back or branches there; let a force lead"
    )]
    OffPath {
        /// Distance from where the rates lead, over the step [-].
        off: f64,
    },
}

/// Why a step was not accepted.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum StepFailure {
    /// The error was larger than the tolerance.
    #[error("the error was {error:.3} times the tolerance")]
    ErrorTest {
        /// Error over tolerance [-].
        error: f64,
    },
    /// The step met an inadmissible state.
    #[error(transparent)]
    Inadmissible(Inadmissible),
    /// The equations of an implicit step were not solved.
    #[error(
        "the implicit equations were not solved in {iterations} iterations (contraction {contraction:.3})"
    )]
    NotSolved {
        /// Iterations made.
        iterations: usize,
        /// Ratio of the last two corrections; 1 or more diverges [-].
        contraction: f64,
    },
    /// The matrix of an implicit step is singular.
    #[error("the matrix of the implicit equations is singular")]
    Singular,
}

impl DynamicsError {
    /// The error of a failed integration, with the reason why a change of coordinates does not help.
    pub(crate) fn with_reason(self, none: NoOther) -> Self {
        match (self, none) {
            (Self::StepUnderflow { time, .. }, NoOther::DeadCentre { drive }) => {
                Self::DeadCentre { drive, time }
            }
            (Self::StepUnderflow { time, step, reason, .. }, none) => {
                Self::StepUnderflow { time, step, reason, others: Some(none) }
            }
            (error, _) => error,
        }
    }

    /// Gives the row an eigenvalue error points at the name of its coordinate.
    pub(crate) fn named(source: ModesError, structure: &Structure) -> Self {
        let coordinate = failing_row(&source).map(|row| structure.rows[row].name.clone());
        Self::Modes { source, coordinate }
    }

    /// Whether a factorisation would need more memory than allowed.
    #[must_use]
    pub fn is_too_large(&self) -> bool {
        let factor = match self {
            Self::Factor { source, .. } => Some(source),
            Self::Modes { source: ModesError::Factor(source), .. }
            | Self::Modes { source: ModesError::NullSpace(NullSpaceError::Factor(source)), .. } => {
                Some(source)
            }
            _ => None,
        };
        matches!(factor, Some(FactorError::TooLarge { .. }))
    }

    /// Gives the row a factorisation points at the name of its coordinate.
    pub(crate) fn factor(source: FactorError, structure: &Structure) -> Self {
        let coordinate = failing_factor_row(&source).map(|row| structure.rows[row].name.clone());
        Self::Factor { source, coordinate }
    }
}

/// The coordinate of an error, in brackets.
fn of_coordinate(name: Option<&str>) -> String {
    name.map_or_else(String::new, |name| format!(" (coordinate {name})"))
}

fn resonance(hz: f64) -> String {
    match hz {
        0.0 => "a structure with rigid motions has no response at 0 Hz; start above".to_owned(),
        _ => format!(
            "without damping the response at the resonance {hz} Hz is infinite; add damping, or use other frequencies"
        ),
    }
}

/// Why a change of coordinates does not help, if that explains the failure.
fn mixed(others: Option<&NoOther>) -> String {
    match others {
        Some(none @ NoOther::Mixed { .. }) => format!("; {none}"),
        _ => String::new(),
    }
}

/// The load up to which an equilibrium was found.
fn searched(load_factor: f64, limit: Option<&[f64; 2]>) -> String {
    match limit {
        Some([_, turning]) => format!(
            "no equilibrium was found under the full load: its path turns back at a limit point, {turning:.4} of \
             the load; the search went on behind it and ended"
        ),
        None => format!(
            "no equilibrium was found beyond {load_factor:.4} of the load, where the search ended without a limit \
             point in sight"
        ),
    }
}

/// What is known of the last equilibrium.
fn at_last(coordinate: Option<&str>, eigenvalue: f64) -> String {
    let balance =
        coordinate.map_or_else(String::new, |name| format!("; the largest imbalance is at `{name}`"));
    match eigenvalue.is_finite() {
        true => format!("{balance}; the smallest ω² there is {eigenvalue:.4e} rad²/s²"),
        false => balance,
    }
}
