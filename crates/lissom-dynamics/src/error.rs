//! Errors of analyses.

use crate::deformation::NoState;
use crate::integrators::integrator::INTEGRATORS;
use crate::moving_error::MovingError;
use lissom_linalg::eigen::EigenError;
use lissom_linalg::{FactorError, LuError, ModesError, NullSpaceError, failing_factor_row, failing_row};
use lissom_mech::{Inadmissible, MechError, NoOther, Structure};
use std::fmt;

/// Why an analysis failed.
#[derive(Debug)]
pub enum DynamicsError {
    /// The eigenvalue problem was not solved.
    Modes {
        /// Why.
        source: ModesError,
        /// The name of the coordinate the error points at, if it points at one.
        coordinate: Option<String>,
    },
    /// No modes were requested.
    NoModesAsked,
    /// A band or bound of frequencies that is empty or not a number.
    BadRange {
        /// Lower end [Hz].
        from: f64,
        /// Upper end [Hz].
        to: f64,
    },
    /// A structure without inputs or without outputs.
    NoPorts {
        /// The structure.
        structure: String,
        /// `input` or `output`.
        what: &'static str,
    },
    /// A frequency at which the response without damping is infinite.
    Resonance {
        /// The frequency [Hz].
        hz: f64,
    },
    /// The response does not satisfy the full equation.
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
    Factor {
        /// Why.
        source: FactorError,
        /// The name of the coordinate the error points at, if it points at one.
        coordinate: Option<String>,
    },
    /// No integrator has this name.
    NoSuchIntegrator {
        /// The requested name.
        name: String,
    },
    /// Tolerances that are negative, not finite, or both zero.
    BadTolerance {
        /// Relative tolerance [-].
        relative: f64,
        /// Absolute tolerance (unit of the coordinates).
        absolute: f64,
    },
    /// An interval of time that is empty or not finite.
    BadTimes {
        /// Start [s].
        start: f64,
        /// End [s].
        end: f64,
    },
    /// A step length that is not positive.
    BadStep {
        /// Which step: `first`, `largest`.
        what: &'static str,
        /// Its length [s].
        step: f64,
    },
    /// A state with the wrong number of entries.
    BadStateSize {
        /// `coordinates` or `rates`.
        what: &'static str,
        /// Entries given.
        given: usize,
        /// Coordinates of the system.
        needed: usize,
    },
    /// An initial state that is not finite.
    StartNotFinite {
        /// `coordinates` or `rates`.
        what: &'static str,
        /// The coordinate.
        name: String,
        /// Its value or rate.
        value: f64,
    },
    /// Too few output times.
    TooFewOutputs {
        /// Requested number of times.
        points: usize,
    },
    /// The initial state is inadmissible.
    StartInadmissible(Inadmissible),
    /// A requested result lies at an inadmissible state between two steps, or its outputs are not finite.
    OutputInadmissible(Inadmissible),
    /// The steps became too short to advance the time.
    StepUnderflow {
        /// The time of the failure [s].
        time: f64,
        /// The last step tried [s].
        step: f64,
        /// Why that one failed.
        reason: StepFailure,
        /// Why a change of coordinates does not help, if tried.
        others: Option<NoOther>,
    },
    /// A drive is at a dead centre.
    DeadCentre {
        /// The hinge or slide that is driven.
        drive: String,
        /// When [s].
        time: f64,
    },
    /// More steps than allowed, or expected to exceed the limit by far.
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
    /// A linear structure is too large for simulation without reduction.
    TooLargeForMotion {
        /// The structure.
        name: String,
        /// Its degrees of freedom.
        size: usize,
        /// The limit.
        largest: usize,
    },
    /// The exponential of a structure's state matrix failed.
    Exponential {
        /// The structure.
        name: String,
        /// Why.
        source: LuError,
    },
    /// A structure with a negative stiffness leaves its reference configuration.
    UnstableStructure {
        /// The structure.
        name: String,
        /// The lowest ω² [rad²/s²].
        square: f64,
    },
    /// Damping acts where there is no mass.
    MasslessDamping {
        /// The structure.
        name: String,
    },
    /// A mechanism about a state is not a linear structure: one of its matrices is not symmetric.
    NotSymmetric {
        /// The system.
        system: String,
        /// Which matrix: `stiffness`, `damping`.
        what: &'static str,
        /// Largest difference of mirrored entries over the largest entry [-].
        defect: f64,
    },
    /// A non-finite input.
    InputNotFinite {
        /// The input.
        name: String,
        /// When [s].
        time: f64,
        /// Its value.
        value: f64,
    },
    /// The equations cannot be evaluated at a claimed state.
    NotEvaluated {
        /// The system.
        system: String,
        /// Why not.
        reason: BalanceFailure,
    },
    /// No equilibrium was found.
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
        reason: BalanceFailure,
    },
    /// A sequence of states ends before its range.
    PathEnds {
        /// The driving output.
        drive: String,
        /// Value reached (its unit).
        reached: f64,
        /// Target value (its unit).
        target: f64,
        /// Why not.
        reason: BalanceFailure,
    },
    /// A stroke that is empty or not finite.
    BadStroke {
        /// First value (unit of the output).
        from: f64,
        /// Last value (unit of the output).
        to: f64,
        /// Number of states.
        points: usize,
    },
    /// An input or output that the system does not have.
    NoSuchPort {
        /// Place of the input.
        input: usize,
        /// Place of the output.
        output: usize,
    },
    /// An input that does no work on the output it was paired with.
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
    Eigen {
        /// The system.
        system: String,
        /// Why.
        source: EigenError,
    },
    /// The equations of motion could not be linearised.
    Linearise {
        /// When [s].
        time: f64,
        /// Why.
        source: MechError,
    },
    /// An analysis in a moving frame failed.
    Moving(Box<MovingError>),
    /// The requested state does not exist.
    NoState(Box<NoState>),
}

/// Why no equilibrium was found.
#[derive(Clone, Debug, PartialEq)]
pub enum BalanceFailure {
    /// The path led to an inadmissible state.
    Inadmissible(Inadmissible),
    /// The equations of motion could not be linearised.
    Linearise(Box<MechError>),
    /// Forces or stiffnesses are not finite.
    NotFinite,
    /// The tangent stiffness is singular.
    Singular(LuError),
    /// Newton's method did not converge.
    NotConverged {
        /// Iterations made.
        iterations: usize,
        /// Residual, in the norm of the search.
        residual: f64,
    },
}

impl fmt::Display for BalanceFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Inadmissible(state) => write!(f, "{state}"),
            Self::Linearise(error) => write!(f, "{error}"),
            Self::NotFinite => write!(f, "forces or stiffnesses are not finite numbers"),
            Self::Singular(error) => write!(f, "the tangent stiffness is singular: {error}"),
            Self::NotConverged { iterations, residual } => {
                write!(f, "{iterations} iterations left a residual of {residual:.3e}")
            }
        }
    }
}

/// Why a step was not accepted.
#[derive(Clone, Debug, PartialEq)]
pub enum StepFailure {
    /// The error was larger than the tolerance.
    ErrorTest {
        /// Error over tolerance [-].
        error: f64,
    },
    /// The step met an inadmissible state.
    Inadmissible(Inadmissible),
    /// The equations of an implicit step were not solved.
    NotSolved {
        /// Iterations made.
        iterations: usize,
        /// Ratio of the last two corrections; 1 or more diverges [-].
        contraction: f64,
    },
    /// The matrix of an implicit step is singular.
    Singular,
}

impl fmt::Display for StepFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ErrorTest { error } => write!(f, "the error was {error:.3} times the tolerance"),
            Self::Inadmissible(state) => write!(f, "{state}"),
            Self::NotSolved { iterations, contraction } => write!(
                f,
                "the implicit equations were not solved in {iterations} iterations (contraction {contraction:.3})"
            ),
            Self::Singular => write!(f, "the matrix of the implicit equations is singular"),
        }
    }
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
        let coordinate = failing_row(&source).map(|row| structure.rows[row].clone());
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
        let coordinate = failing_factor_row(&source).map(|row| structure.rows[row].clone());
        Self::Factor { source, coordinate }
    }
}

impl fmt::Display for DynamicsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Modes { source, coordinate: Some(name) } => write!(f, "{source} (coordinate {name})"),
            Self::Modes { source, coordinate: None } => write!(f, "{source}"),
            Self::NoModesAsked => write!(f, "0 modes were requested: request at least one"),
            Self::BadRange { from, to } => {
                write!(f, "invalid range: {from} Hz to {to} Hz; give 0 <= from < to")
            }
            Self::NoPorts { structure, what } => write!(
                f,
                "{structure} has no {what}: add [[{}]]",
                if *what == "input" { "force" } else { "output" }
            ),
            Self::Resonance { hz: 0.0 } => {
                write!(f, "a structure with rigid motions has no response at 0 Hz; start above")
            }
            Self::Resonance { hz } => {
                write!(
                    f,
                    "without damping the response at the resonance {hz} Hz is infinite; add damping, or use \
                     other frequencies"
                )
            }
            Self::ResponseNotFound { hz, residual, tolerance, basis } => write!(
                f,
                "the response at {hz} Hz has a residual of {residual:.1e} with a basis of {basis} vectors; \
                 the limit is {tolerance:.1e}"
            ),
            Self::Factor { source, coordinate: Some(name) } => write!(f, "{source} (coordinate {name})"),
            Self::Factor { source, coordinate: None } => write!(f, "{source}"),
            Self::NotEvaluated { system, reason } => {
                write!(f, "the equations of {system} cannot be evaluated at the state: {reason}")
            }
            Self::NoEquilibrium { load_factor, limit, coordinate, eigenvalue, reason } => {
                match limit.as_deref() {
                    Some([_, turning]) => write!(
                        f,
                        "no equilibrium was found under the full load: its path turns back at a limit \
                         point, {turning:.4} of \
                         the load; the search went on behind it and ended: {reason}"
                    )?,
                    None => write!(
                        f,
                        "no equilibrium was found beyond {load_factor:.4} of the load, where the search ended without a limit \
                         point in sight: {reason}"
                    )?,
                }
                if let Some(name) = coordinate {
                    write!(f, "; the largest imbalance is at `{name}`")?;
                }
                if eigenvalue.is_finite() {
                    write!(f, "; the smallest ω² there is {eigenvalue:.4e} rad²/s²")?;
                }
                Ok(())
            }
            Self::PathEnds { drive, reached, target, reason } => {
                write!(f, "the states end at {drive} = {reached} before {target}: {reason}")
            }
            Self::BadStroke { from, to, points } => {
                write!(
                    f,
                    "invalid range: {points} states from {from} to {to}; give a finite range and at least \
                     one point"
                )
            }
            Self::NoSuchPort { input, output } => {
                write!(f, "the system has no input {input} or no output {output}")
            }
            Self::PortMismatch { input, output, slope, expected } => write!(
                f,
                "input `{input}` does no work on output `{output}`: the output changes by {slope:.4e} where {expected:.4e} is needed"
            ),
            Self::Eigen { system, source } => write!(f, "eigenvalues of {system} not found: {source}"),
            Self::Linearise { time, source } => write!(f, "linearisation failed at t = {time} s: {source}"),
            Self::NoState(reason) => write!(f, "{reason}"),
            Self::Moving(reason) => write!(f, "{reason}"),
            other => other.fmt_motion(f),
        }
    }
}

impl DynamicsError {
    /// Errors of motions in time.
    fn fmt_motion(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchIntegrator { name } => {
                let known: Vec<_> = INTEGRATORS.iter().map(|i| i.name()).collect();
                write!(f, "unknown integrator `{name}`; known are {}", known.join(", "))
            }
            Self::BadTolerance { relative, absolute } => write!(
                f,
                "invalid tolerances rtol = {relative}, atol = {absolute}: give 0 <= rtol < 1 and atol > 0"
            ),
            Self::BadTimes { start, end } => write!(f, "invalid time range: {start} s to {end} s"),
            Self::BadStep { what, step } => write!(f, "the {what} step of {step} s is not positive"),
            Self::BadStateSize { what, given, needed } => {
                write!(f, "the initial state has {given} {what}, but the system has {needed} coordinates")
            }
            Self::StartNotFinite { what, name, value } => {
                write!(f, "the initial {what} are not finite: `{name}` is {value}")
            }
            Self::TooFewOutputs { points } => write!(f, "{points} output times are too few: give at least 2"),
            Self::StartInadmissible(state) => write!(f, "the motion cannot start: {state}"),
            Self::OutputInadmissible(state) => write!(f, "outputs are undefined: {state}"),
            Self::StepUnderflow { time, step, reason, others } => {
                write!(f, "the integration failed at t = {time} s with a step of {step:.3e} s: {reason}")?;
                match others {
                    Some(none @ NoOther::Mixed { .. }) => write!(f, "; {none}"),
                    _ => Ok(()),
                }
            }
            Self::DeadCentre { drive, time } => {
                write!(f, "the drive of {drive} cannot go further: dead centre at t = {time} s")
            }
            Self::TooManySteps { steps, most, expected, time, end } => write!(
                f,
                "{steps} steps reached only t = {time} s, not {end} s: the motion would take about \
                 {expected:.1e} steps, \
                 and {most} are allowed; end earlier, loosen rtol, or allow more steps (most_steps)"
            ),
            Self::TooLargeForMotion { name, size, largest } => write!(
                f,
                "{name} has {size} degrees of freedom, more than {largest}: reduce it first ([reduce.NAME])"
            ),
            Self::Exponential { name, source } => {
                write!(f, "{name} cannot be integrated: {source}")
            }
            Self::UnstableStructure { name, square } => {
                write!(f, "{name} has ω² = {square:.4e} rad²/s²: its reference configuration is unstable")
            }
            Self::MasslessDamping { name } => {
                write!(
                    f,
                    "{name} has damping where it has no mass: use a reduction that keeps the inertia (rubin)"
                )
            }
            Self::NotSymmetric { system, what, defect } => write!(
                f,
                "{system} is not a linear structure about this state: its {what} is not symmetric (by \
                 {defect:.1e}), loads follow the \
                 motion or velocities couple"
            ),
            Self::InputNotFinite { name, time, value } => {
                write!(f, "input {name} is {value} at t = {time} s")
            }
            _ => unreachable!("all other errors are described by Display itself"),
        }
    }
}

impl std::error::Error for DynamicsError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Modes { source, .. } => Some(source),
            Self::Factor { source, .. } => Some(source),
            Self::Linearise { source, .. } => Some(source),
            Self::Eigen { source, .. } => Some(source),
            Self::Moving(reason) => Some(reason.as_ref()),
            Self::NoState(reason) => Some(reason.as_ref()),
            Self::StartInadmissible(state) | Self::OutputInadmissible(state) => Some(state),
            _ => None,
        }
    }
}
