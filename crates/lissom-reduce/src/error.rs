//! Why a system was not reduced.

use crate::basis_method::BASES;
use lissom_linalg::eigen::EigenError;
use lissom_linalg::{LuError, SvdError};
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
            Self::Singular { source, .. } => Some(source),
            _ => None,
        }
    }
}
