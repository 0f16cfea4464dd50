//! Errors of reductions.

use crate::basis_method::BASES;
use crate::linear::LINEAR_REDUCTIONS;
use lissom_linalg::eigen::EigenError;
use lissom_linalg::{FactorError, LuError, ModesError, NullSpaceError, SvdError};
use lissom_mech::{Inadmissible, MechError};
use thiserror::Error;

/// Why a system could not be reduced.
#[derive(Error, Clone, Debug, PartialEq)]
pub enum ReduceError {
    /// No method has this name.
    #[error("unknown reduction `{name}`; known are {}", names(BASES.iter().map(|method| method.name())))]
    NoSuchMethod {
        /// The requested name.
        name: String,
    },
    /// A method needs at least one operating state.
    #[error("`{method}` needs at least one operating state")]
    NoStates {
        /// The method.
        method: &'static str,
    },
    /// More modes were requested than exist, or none.
    #[error("{asked} modes cannot be taken from {small} small coordinates")]
    BadModeCount {
        /// Requested modes.
        asked: usize,
        /// Coordinates that are small.
        small: usize,
    },
    /// No mode lies below the requested frequency.
    #[error("there is no mode below {hz} Hz: the slowest has {slowest:.6} Hz")]
    NoModeBelow {
        /// The frequency [Hz].
        hz: f64,
        /// That of the slowest mode [Hz].
        slowest: f64,
    },
    /// An invalid number or share of directions to keep.
    #[error("invalid `keep` = {given}: give more than 0 and at most {most}")]
    BadKeep {
        /// The given value.
        given: f64,
        /// The limit.
        most: f64,
    },
    /// A weight by frequency that is beyond the range of numbers.
    #[error("weight = {given:e}: a frequency to that power is beyond the range of numbers")]
    BadWeight {
        /// The exponent of the frequency that was given [-].
        given: f64,
    },
    /// A weight by frequency needs non-zero frequencies.
    #[error("mode {} of state {} has ω² = {eigenvalue:.4e} rad²/s²: a weight by frequency needs a non-zero \
        frequency", .mode + 1,
                .state + 1)]
    NoFrequency {
        /// Index of the state.
        state: usize,
        /// Index of the mode.
        mode: usize,
        /// Its ω² [rad²/s²].
        eigenvalue: f64,
    },
    /// The vibrations about a state could not be computed.
    #[error("vibrations about state {} not found: {source}", .state + 1)]
    Eigen {
        /// Index of the state.
        state: usize,
        /// Why.
        source: EigenError,
    },
    /// The singular values could not be computed.
    #[error(transparent)]
    Svd(SvdError),
    /// The system did not take the basis, or could not be linearised.
    #[error(transparent)]
    Mech(MechError),
    /// A state along a motion is invalid.
    #[error(transparent)]
    Inadmissible(Inadmissible),
    /// The tangent stiffness at a time of a motion is singular.
    #[error("the stiffness at t = {time} s cannot be used: {source}")]
    Singular {
        /// Time [s].
        time: f64,
        /// Why.
        source: LuError,
    },
    /// A motion does not fit the system or has no states.
    #[error("a motion of {given} coordinates does not fit a reduced system of {needed}")]
    BadMotion {
        /// Coordinates of a state of the motion.
        given: usize,
        /// Coordinates of the reduced system.
        needed: usize,
    },
    /// The error of a motion with changes of coordinates is not estimated.
    #[error(
        "the coordinates change at t = {time} s, after which the error is not estimated: end the motion \
         earlier, or compare with the full model (`lissom simulate`)"
    )]
    ChangedCoordinates {
        /// The first result in other coordinates [s].
        time: f64,
    },
    /// A state along a stroke has other coordinates than the basis.
    #[error(
        "the coordinates change on the stroke before {value}, but a basis needs one set of coordinates: \
         shorten the stroke, or give coordinates valid over all of it in [coordinates]"
    )]
    StrokeChanges {
        /// Where on the stroke (unit of its output).
        value: f64,
    },
    /// The equilibrium is expressed in other deformations than the basis.
    #[error(
        "on the way to the equilibrium `{coordinate}` is replaced by another coordinate, but a basis uses the initial coordinates: start nearer to the equilibrium, or name coordinates that are valid there in [coordinates]"
    )]
    RestChanges {
        /// The first that was exchanged.
        coordinate: String,
    },
    /// A text is not a saved basis.
    #[error("this is not a saved basis: {key}")]
    BadText {
        /// The error, with its key.
        key: String,
    },
    /// A saved basis has another format.
    #[error("the basis was saved in format {found}; this program reads format {known}")]
    BadVersion {
        /// Version in the text.
        found: u64,
        /// Version that can be read.
        known: u64,
    },
    /// A saved basis belongs to another model.
    #[error(
        "the basis was made for another model, or with other --set values (sha256 {found}, here {expected}); save it again with `lissom reduce --save`"
    )]
    OtherModel {
        /// Hash in the text.
        found: String,
        /// Hash of the current model.
        expected: String,
    },
    /// A saved basis belongs to other coordinates.
    #[error("coordinate {} of the basis is `{found}`, that of the system `{expected}`", .at + 1)]
    OtherCoordinates {
        /// Place of the first that differs.
        at: usize,
        /// Its name in the text.
        found: String,
        /// Its name in the current system.
        expected: String,
    },
    /// No reduction of linear structures has this name.
    #[error("unknown reduction `{name}` of linear structures; known are {}", names(LINEAR_REDUCTIONS.iter().map(|method| method.name())))]
    NoSuchLinearMethod {
        /// The requested name.
        name: String,
    },
    /// A required option of a method is missing.
    #[error("`{method}` needs {option}")]
    MissingOption {
        /// The method.
        method: &'static str,
        /// What is missing.
        option: &'static str,
    },
    /// A mode without damping among damped ones: its Hankel singular value has no limit.
    #[error(
        "mode {mode} at {hertz:.6} Hz is not damped, others are: `balanced` cannot rank it; give all modes damping, or none"
    )]
    NoDamping {
        /// Number of the mode.
        mode: usize,
        /// Its frequency [Hz].
        hertz: f64,
    },
    /// The stiffness of a structure could not be used.
    #[error("the stiffness of {structure} cannot be used: {source}")]
    Stiffness {
        /// The structure.
        structure: String,
        /// Why.
        source: NullSpaceError,
    },
    /// Conjugate gradients did not converge.
    #[error(
        "conjugate gradients left a residual of {residual:.1e} in {structure} after {iterations} \
         iterations: it is ill-conditioned, or has a free motion that is not known by geometry"
    )]
    NotConverged {
        /// The structure.
        structure: String,
        /// The largest relative residual that was left [-].
        residual: f64,
        /// Iterations spent.
        iterations: usize,
    },
    /// The vibrations of a structure could not be computed.
    #[error("vibrations of {structure} not found: {source}")]
    Modes {
        /// The structure, or its fixed part.
        structure: String,
        /// Why.
        source: ModesError,
    },
    /// The eigenvalues of a reduced structure were not found.
    #[error("vibrations of the reduced structure not found: {source}")]
    SmallEigen {
        /// Why.
        source: EigenError,
    },
    /// A deformation is not finite.
    #[error("the deformation at {row} is not finite")]
    NotFinite {
        /// Name of the first such row.
        row: String,
    },
    /// The inputs cause only rigid motion.
    #[error("the inputs cause only rigid motion of {structure}: there is nothing to reduce")]
    NothingDeforms {
        /// The structure.
        structure: String,
    },
    /// A Krylov space does not become accurate enough.
    #[error(
        "{size} vectors leave an error of {reached:.2e}, above {tolerance:.2e}: use a smaller band or a \
         larger tolerance"
    )]
    ToleranceNotReached {
        /// The requested value [-].
        tolerance: f64,
        /// The indicator reached [-].
        reached: f64,
        /// Vectors so far.
        size: usize,
    },
    /// A tolerance that no computed error can be compared with.
    #[error(
        "a tolerance of {tolerance:.2e} is below the rounding of numbers, {:.1e}: no error can be measured against it",
        f64::EPSILON
    )]
    ToleranceBelowRounding {
        /// The requested value [-].
        tolerance: f64,
    },
    /// A structure has no response at a frequency.
    #[error("the reduced structure has no response at {omega} rad/s: {source}")]
    Resonance {
        /// Angular frequency [rad/s].
        omega: f64,
        /// Why.
        source: LuError,
    },
    /// The dynamic stiffness of the full structure could not be factored.
    #[error("the full structure has no response at {omega} rad/s: {source}")]
    Response {
        /// Angular frequency [rad/s].
        omega: f64,
        /// Why.
        source: FactorError,
    },
    /// The response of the full structure, to compare with, was not found.
    #[error("the response of the full structure, to compare with, was not found: {why}")]
    NoReference {
        /// Why.
        why: String,
    },
    /// Displacements of interfaces are not independent of each other.
    #[error(
        "only {rank} of {count} displacements of interfaces are independent: `{name}` follows from the others"
    )]
    DependentInterfaces {
        /// The dependent one.
        name: String,
        /// Number of displacements.
        count: usize,
        /// How many are independent.
        rank: usize,
    },
    /// An interface motion without effect, or with unknown rows.
    #[error("the interface displacement `{name}` does not belong to the {rows} rows of the structure")]
    BadInterface {
        /// The motion.
        name: String,
        /// Rows of the structure.
        rows: usize,
    },
    /// A part that cannot be a body of a mechanism: something holds it inside.
    #[error(
        "part {part} is held inside: moving it {motion} as a rigid body takes forces ({share:.1e} of those of a \
         deformation); export its matrices without supports"
    )]
    HeldInside {
        /// The part.
        part: String,
        /// The motion that needs force.
        motion: &'static str,
        /// Forces of the rigid motion over those of a deformation of the same size [-].
        share: f64,
    },
    /// A part whose size and frequencies no solid has together: units that do not fit.
    #[error(
        "part {part} is {size:.4} m large and vibrates freely at {frequency:.5} Hz and above: no solid carries waves at {speed:.1e} m/s. \
         Are the `units` of its files missing, such as units = \"mm-t-s\"? flexible = [] makes it rigid"
    )]
    FasterThanSound {
        /// The part.
        part: String,
        /// The diagonal of the box around its mesh [m].
        size: f64,
        /// Its lowest elastic frequency when free [Hz].
        frequency: f64,
        /// Their product [m/s].
        speed: f64,
    },
    /// A part heavier than any solid: units that do not fit.
    #[error(
        "part {part} has {mass:.4e} kg in a box of {volume:.4e} m³: no solid has {density:.1e} kg/m³ or more. Do the `units` of its files \
         fit?"
    )]
    TooDense {
        /// The part.
        part: String,
        /// Its mass [kg].
        mass: f64,
        /// The box around its mesh [m³].
        volume: f64,
        /// Their ratio [kg/m³].
        density: f64,
    },
    /// A part of a planar model that is not in its plane.
    #[error(
        "part {part} does not lie in the x-y plane: its nodes are between z = {low:.4} m and z = {high:.4} m; check its mesh, or use dim = 3"
    )]
    OutOfPlane {
        /// The part.
        part: String,
        /// The lowest z [m].
        low: f64,
        /// The highest z [m].
        high: f64,
    },
    /// An interface of several nodes that move separately.
    #[error(
        "interface {interface} of part {part} is several points that move separately; use kind = \"rigid\" or \"mean\""
    )]
    InterfaceNotOnePoint {
        /// The part.
        part: String,
        /// The interface.
        interface: String,
    },
    /// Mass properties that the reduction changed.
    #[error("the reduction of part {part} changes its {what}: {found:.9e} instead of {expected:.9e}")]
    InertiaDiffers {
        /// The part.
        part: String,
        /// The quantity with its unit.
        what: &'static str,
        /// Of the reduced mass.
        found: f64,
        /// Of the mesh.
        expected: f64,
    },
    /// A motion of a part without mass.
    #[error(
        "part {part}, reduced by `{method}`, has motions without mass, with which its equations of motion are singular; \
         reduce it by craig-bampton or rubin"
    )]
    MasslessMotion {
        /// The part.
        part: String,
        /// How it was reduced.
        method: &'static str,
    },
    /// Geometric stiffness that does not belong to a part.
    #[error("the geometric stiffness of part {part} does not fit: {why}")]
    GeometricMisfit {
        /// The part.
        part: String,
        /// Why.
        why: String,
    },
    /// An invalid band of frequencies.
    #[error("invalid band: from {from} Hz to {to} Hz; give two finite frequencies, the smaller first")]
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

/// Names in a sentence.
fn names(all: impl Iterator<Item = &'static str>) -> String {
    all.collect::<Vec<_>>().join(", ")
}
