//! Why a system was not reduced.

use crate::basis_method::BASES;
use crate::linear::LINEAR_REDUCTIONS;
use lissom_linalg::eigen::EigenError;
use lissom_linalg::{FactorError, LuError, ModesError, NullSpaceError, SvdError};
use lissom_mech::{Inadmissible, MechError};
use std::fmt;

/// Why a system was not reduced.
#[derive(Clone, Debug, PartialEq)]
pub enum ReduceError {
    /// No method has this name.
    NoSuchMethod {
        /// The name asked for.
        name: String,
    },
    /// A method needs at least one operating state.
    NoStates {
        /// The method.
        method: &'static str,
    },
    /// More modes were asked for than there are, or none.
    BadModeCount {
        /// Modes asked for.
        asked: usize,
        /// Coordinates that are small.
        small: usize,
    },
    /// No mode is slower than the frequency asked for.
    NoModeBelow {
        /// The frequency [Hz].
        hz: f64,
        /// That of the slowest mode [Hz].
        slowest: f64,
    },
    /// A number of directions or a share to keep that makes no sense.
    BadKeep {
        /// What was given.
        given: f64,
        /// What it must be at most.
        most: f64,
    },
    /// A weight by frequency that is beyond the range of numbers.
    BadWeight {
        /// The exponent of the frequency that was given [-].
        given: f64,
    },
    /// A weight by frequency needs frequencies that are not zero.
    NoFrequency {
        /// Place of the state in the row.
        state: usize,
        /// Place of the mode.
        mode: usize,
        /// Its ω² [rad²/s²].
        eigenvalue: f64,
    },
    /// The vibrations about a state were not found.
    Eigen {
        /// Place of the state in the row.
        state: usize,
        /// Why.
        source: EigenError,
    },
    /// The singular values were not found.
    Svd(SvdError),
    /// The system did not take the basis, or could not be linearised.
    Mech(MechError),
    /// A state along a motion cannot be.
    Inadmissible(Inadmissible),
    /// The tangent stiffness at a time of a motion is singular.
    Singular {
        /// Time [s].
        time: f64,
        /// Why.
        source: LuError,
    },
    /// A motion does not fit the system or has no states to look at.
    BadMotion {
        /// Coordinates of a state of the motion.
        given: usize,
        /// Coordinates of the reduced system.
        needed: usize,
    },
    /// The error of a motion that changed its coordinates on the way is not estimated.
    ChangedCoordinates {
        /// The first result in other coordinates [s].
        time: f64,
    },
    /// A state along a stroke is told in other coordinates than the basis is made of.
    StrokeChanges {
        /// Where on the stroke (unit of its output).
        value: f64,
    },
    /// The equilibrium is told in other deformations than the basis is made of.
    RestChanges {
        /// The first that was exchanged.
        coordinate: String,
    },
    /// A text is not a saved basis.
    BadText {
        /// What is wrong, with the key it is about.
        key: String,
    },
    /// A saved basis has another format.
    BadVersion {
        /// Version in the text.
        found: u64,
        /// Version that can be read.
        known: u64,
    },
    /// A saved basis belongs to another model.
    OtherModel {
        /// Hash in the text.
        found: String,
        /// Hash of the model at hand.
        expected: String,
    },
    /// A saved basis belongs to other coordinates.
    OtherCoordinates {
        /// Place of the first that differs.
        at: usize,
        /// Its name in the text.
        found: String,
        /// Its name in the system at hand.
        expected: String,
    },
    /// No reduction of linear structures has this name.
    NoSuchLinearMethod {
        /// The name asked for.
        name: String,
    },
    /// A method was not told what it cannot do without.
    MissingOption {
        /// The method.
        method: &'static str,
        /// What is missing.
        option: &'static str,
    },
    /// A mode without damping among damped ones: its Hankel singular value has no limit.
    NoDamping {
        /// Number of the mode.
        mode: usize,
        /// Its frequency [Hz].
        hertz: f64,
    },
    /// The stiffness of a structure could not be used.
    Stiffness {
        /// The structure.
        structure: String,
        /// Why.
        source: NullSpaceError,
    },
    /// Conjugate gradients did not converge.
    NotConverged {
        /// The structure.
        structure: String,
        /// The largest relative residual that was left [-].
        residual: f64,
        /// Iterations spent.
        iterations: usize,
    },
    /// The vibrations of a structure were not found.
    Modes {
        /// The structure, or what part of it was held.
        structure: String,
        /// Why.
        source: ModesError,
    },
    /// The eigenvalues of a reduced structure were not found.
    SmallEigen {
        /// Why.
        source: EigenError,
    },
    /// A deformation is not a number.
    NotFinite {
        /// Name of the first such row.
        row: String,
    },
    /// The inputs move the body as a whole and deform nothing.
    NothingDeforms {
        /// The structure.
        structure: String,
    },
    /// A Krylov space does not become accurate enough.
    ToleranceNotReached {
        /// What was asked for [-].
        tolerance: f64,
        /// The indicator reached [-].
        reached: f64,
        /// Vectors so far.
        size: usize,
    },
    /// A tolerance that no computed error can be compared with.
    ToleranceBelowRounding {
        /// What was asked for [-].
        tolerance: f64,
    },
    /// A structure has no response at a frequency.
    Resonance {
        /// Angular frequency [rad/s].
        omega: f64,
        /// Why.
        source: LuError,
    },
    /// The dynamic stiffness of the full structure could not be factored.
    Response {
        /// Angular frequency [rad/s].
        omega: f64,
        /// Why.
        source: FactorError,
    },
    /// The response of the full structure, to compare with, was not found.
    NoReference {
        /// Why.
        why: String,
    },
    /// Displacements of interfaces are not independent of each other.
    DependentInterfaces {
        /// The one that follows from others.
        name: String,
        /// Number of displacements.
        count: usize,
        /// How many are independent.
        rank: usize,
    },
    /// A motion of an interface that moves nothing, or rows that are not there.
    BadInterface {
        /// The motion.
        name: String,
        /// Rows of the structure.
        rows: usize,
    },
    /// A band of frequencies that makes no sense.
    BadBand {
        /// First [Hz].
        from: f64,
        /// Last [Hz].
        to: f64,
    },
}

impl ReduceError {
    /// Whether a factorisation would need more memory than allowed.
    #[must_use]
    pub fn is_too_large(&self) -> bool {
        let factor = match self {
            Self::Response { source, .. }
            | Self::Stiffness { source: NullSpaceError::Factor(source), .. }
            | Self::Modes { source: ModesError::Factor(source), .. }
            | Self::Modes { source: ModesError::NullSpace(NullSpaceError::Factor(source)), .. } => source,
            _ => return false,
        };
        matches!(factor, FactorError::TooLarge { .. })
    }
}

impl fmt::Display for ReduceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchMethod { name } => {
                let known: Vec<_> = BASES.iter().map(|method| method.name()).collect();
                write!(f, "there is no reduction `{name}`; there are {}", known.join(", "))
            }
            Self::NoStates { method } => write!(f, "`{method}` needs at least one operating state"),
            Self::BadModeCount { asked, small } => {
                write!(f, "{asked} modes cannot be taken from {small} small coordinates")
            }
            Self::NoModeBelow { hz, slowest } => {
                write!(f, "there is no mode below {hz} Hz: the slowest has {slowest:.6} Hz")
            }
            Self::BadKeep { given, most } => {
                write!(f, "{given} cannot be kept: give more than 0 and at most {most}")
            }
            Self::BadWeight { given } => {
                write!(f, "weight = {given:e}: a frequency to that power is beyond the range of numbers")
            }
            Self::NoFrequency { state, mode, eigenvalue } => write!(
                f,
                "mode {} of state {} has ω² = {eigenvalue:.4e} rad²/s²: a weight by frequency needs one that is not zero",
                mode + 1,
                state + 1
            ),
            Self::Eigen { state, source } => write!(f, "no vibrations about state {}: {source}", state + 1),
            Self::Svd(source) => write!(f, "{source}"),
            Self::Mech(source) => write!(f, "{source}"),
            Self::Inadmissible(state) => write!(f, "{state}"),
            Self::Singular { time, source } => {
                write!(f, "the stiffness at t = {time} s cannot be used: {source}")
            }
            Self::BadMotion { given, needed } => {
                write!(f, "a motion of {given} coordinates is none of a reduced system of {needed}")
            }
            Self::ChangedCoordinates { time } => write!(
                f,
                "the motion goes on in other coordinates from t = {time} s on, in which its error is not estimated: end it earlier, or compare with the full model (`lissom simulate`)"
            ),
            Self::StrokeChanges { value } => write!(
                f,
                "the coordinates are changed on the stroke before {value}, and a basis is made of one set of them: shorten the stroke, or name coordinates that serve all of it in [coordinates]"
            ),
            Self::RestChanges { coordinate } => write!(
                f,
                "on the way to the equilibrium `{coordinate}` is exchanged for another coordinate, and a basis is made of those chosen first: start nearer to it, or name coordinates that serve there in [coordinates]"
            ),
            Self::BadText { key } => write!(f, "this is not a saved basis: {key}"),
            Self::BadVersion { found, known } => {
                write!(f, "the basis was saved in format {found}; this program reads format {known}")
            }
            Self::OtherModel { found, expected } => {
                write!(
                    f,
                    "the basis was made for another model, or with other --set values (sha256 {found}, here {expected}); save it again with `lissom reduce --save`"
                )
            }
            Self::OtherCoordinates { at, found, expected } => {
                write!(f, "coordinate {} of the basis is `{found}`, that of the system `{expected}`", at + 1)
            }
            Self::NoSuchLinearMethod { name } => {
                let known: Vec<_> = LINEAR_REDUCTIONS.iter().map(|method| method.name()).collect();
                write!(
                    f,
                    "there is no reduction `{name}` of linear structures; there are {}",
                    known.join(", ")
                )
            }
            Self::MissingOption { method, option } => write!(f, "`{method}` needs {option}"),
            Self::NoDamping { mode, hertz } => write!(
                f,
                "mode {mode} at {hertz:.6} Hz is not damped, others are: `balanced` cannot rank it; give all modes damping, or none"
            ),
            Self::Stiffness { structure, source } => {
                write!(f, "the stiffness of {structure} cannot be used: {source}")
            }
            Self::NotConverged { structure, residual, iterations } => write!(
                f,
                "conjugate gradients left a residual of {residual:.1e} in {structure} after {iterations} iterations: it is too badly conditioned, or moves freely in a way that geometry does not tell"
            ),
            Self::Modes { structure, source } => write!(f, "no vibrations of {structure}: {source}"),
            Self::SmallEigen { source } => write!(f, "no vibrations of the reduced structure: {source}"),
            Self::NotFinite { row } => write!(f, "the deformation at {row} is not a number"),
            Self::NothingDeforms { structure } => {
                write!(
                    f,
                    "the inputs move {structure} as a whole and deform nothing: there is nothing to reduce"
                )
            }
            Self::ToleranceNotReached { tolerance, reached, size } => write!(
                f,
                "{size} vectors leave an error of {reached:.2e}, more than {tolerance:.2e}: take a smaller band or a larger tolerance"
            ),
            Self::ToleranceBelowRounding { tolerance } => write!(
                f,
                "a tolerance of {tolerance:.2e} is below the rounding of numbers, {:.1e}: no error can be measured against it",
                f64::EPSILON
            ),
            Self::Resonance { omega, source } => {
                write!(f, "the reduced structure has no response at {omega} rad/s: {source}")
            }
            Self::Response { omega, source } => {
                write!(f, "the full structure has no response at {omega} rad/s: {source}")
            }
            Self::NoReference { why } => {
                write!(f, "the response of the full structure, to compare with, was not found: {why}")
            }
            Self::DependentInterfaces { name, count, rank } => write!(
                f,
                "only {rank} of {count} displacements of interfaces are independent: `{name}` follows from the others"
            ),
            Self::BadInterface { name, rows } => {
                write!(f, "the interface displacement `{name}` is none of the structure's {rows} rows")
            }
            Self::BadBand { from, to } => {
                write!(
                    f,
                    "a band from {from} Hz to {to} Hz is none: give two finite frequencies, the smaller first"
                )
            }
        }
    }
}

impl std::error::Error for ReduceError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Eigen { source, .. } => Some(source),
            Self::Svd(source) => Some(source),
            Self::Mech(source) => Some(source),
            Self::Inadmissible(state) => Some(state),
            Self::Singular { source, .. } | Self::Resonance { source, .. } => Some(source),
            Self::Stiffness { source, .. } => Some(source),
            Self::Modes { source, .. } => Some(source),
            Self::SmallEigen { source } => Some(source),
            Self::Response { source, .. } => Some(source),
            _ => None,
        }
    }
}
