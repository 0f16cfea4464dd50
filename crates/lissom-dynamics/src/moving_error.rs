//! Why a question about moving frames has no answer.

use crate::error::DynamicsError;
use lissom_linalg::LuError;
use lissom_linalg::eigen::EigenError;
use std::fmt;

/// Why a question about moving frames has no answer.
#[derive(Debug)]
pub enum MovingError {
    /// The modes of a structure that turns were not found.
    Whirl {
        /// The structure.
        name: String,
        /// Why.
        source: EigenError,
        /// The name of the coordinate the error points at, if it points at one.
        coordinate: Option<String>,
    },
    /// A joint moves by itself where a rigid motion has to be prescribed.
    MotionNotPrescribed {
        /// The coordinate that is free.
        coordinate: String,
    },
    /// A periodic motion is asked for, but the equations at the end of the cycle are not those at its start.
    NotPeriodic {
        /// Length of the cycle [s].
        end: f64,
    },
    /// No periodic motion: a disturbance comes back exactly as it was.
    NoPeriodicMotion {
        /// The mechanism.
        name: String,
        /// What happened in the solution.
        source: LuError,
    },
    /// Eigenvalues of the frozen equations or of the matrix over a cycle were not found.
    Floquet {
        /// The mechanism.
        name: String,
        /// Why.
        source: EigenError,
    },
    /// A rotor seen from a frame that stands still is not the same in all directions across its axis.
    NotRound {
        /// The structure.
        name: String,
        /// What depends on the direction.
        what: &'static str,
        /// A coordinate at which it does.
        coordinate: String,
    },
    /// Speeds that are too few, not finite, or do not change.
    BadSpeeds {
        /// How many speeds were given.
        count: usize,
        /// The first that is wrong [rad/s].
        speed: Option<f64>,
    },
}

impl fmt::Display for MovingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotRound { name, what, coordinate } => write!(
                f,
                "the {what} of {name} at `{coordinate}` depends on the direction across the axis, so that it changes as the rotor turns: seen from a frame that stands still only what is held to ground may do so; write frame = \"turns\" in [spin]"
            ),
            Self::Whirl { name, source, coordinate: Some(row) } => write!(
                f,
                "the modes of {name} in a frame that turns: {source} (coordinate {row}); give it mass, or hold it"
            ),
            Self::Whirl { name, source, coordinate: None } => {
                write!(f, "the modes of {name} in a frame that turns: {source}")
            }
            Self::MotionNotPrescribed { coordinate } => write!(
                f,
                "`{coordinate}` is free: a cycle needs a rigid motion that drives prescribe; add a [[drive]], or use `lissom simulate`"
            ),
            Self::NotPeriodic { end } => write!(
                f,
                "the rigid motion at {end} s is not that at the start: give a whole number of turns at constant speed"
            ),
            Self::NoPeriodicMotion { name, source } => {
                write!(f, "{name} has no periodic motion, a multiplier is one: {source}")
            }
            Self::Floquet { name, source } => write!(f, "eigenvalues over the cycle of {name}: {source}"),
            Self::BadSpeeds { count: 0, .. } => write!(f, "no speed is given"),
            Self::BadSpeeds { speed, .. } => {
                write!(f, "the speed {} rad/s is not finite, or follows itself", speed.unwrap_or(f64::NAN))
            }
        }
    }
}

impl std::error::Error for MovingError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Whirl { source, .. } | Self::Floquet { source, .. } => Some(source),
            Self::NoPeriodicMotion { source, .. } => Some(source),
            _ => None,
        }
    }
}

impl From<MovingError> for DynamicsError {
    fn from(error: MovingError) -> Self {
        Self::Moving(Box::new(error))
    }
}
