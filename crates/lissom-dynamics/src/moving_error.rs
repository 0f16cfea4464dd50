//! Errors of analyses in moving frames.

use crate::error::DynamicsError;
use lissom_linalg::LuError;
use lissom_linalg::eigen::EigenError;
use std::fmt;

/// Why an analysis in a moving frame failed.
#[derive(Debug)]
pub enum MovingError {
    /// The modes of a rotating structure were not found.
    Whirl {
        /// The structure.
        name: String,
        /// Why.
        source: EigenError,
        /// The name of the coordinate the error points at, if it points at one.
        coordinate: Option<String>,
    },
    /// A joint is free where a rigid motion must be prescribed.
    MotionNotPrescribed {
        /// The coordinate that is free.
        coordinate: String,
    },
    /// A periodic motion is requested, but the equations differ at the start and the end of the cycle.
    NotPeriodic {
        /// Length of the cycle [s].
        end: f64,
    },
    /// No periodic motion: a multiplier is one.
    NoPeriodicMotion {
        /// The mechanism.
        name: String,
        /// Why.
        source: LuError,
    },
    /// Eigenvalues of the frozen equations or of the matrix over a cycle were not found.
    Floquet {
        /// The mechanism.
        name: String,
        /// Why.
        source: EigenError,
    },
    /// A rotor in a frame at rest is not axisymmetric.
    NotRound {
        /// The structure.
        name: String,
        /// The anisotropic quantity.
        what: &'static str,
        /// A coordinate with anisotropy.
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
                "the {what} of {name} at `{coordinate}` is not isotropic about the axis, so that it changes \
                 as the rotor turns: in a frame at rest only connections to ground may be anisotropic; set \
                 frame = \"turns\" in [spin]"
            ),
            Self::Whirl { name, source, coordinate: Some(row) } => write!(
                f,
                "the modes of {name} in a rotating frame: {source} (coordinate {row}); give it mass, or fix \
                 it"
            ),
            Self::Whirl { name, source, coordinate: None } => {
                write!(f, "the modes of {name} in a rotating frame: {source}")
            }
            Self::MotionNotPrescribed { coordinate } => write!(
                f,
                "`{coordinate}` is free: a cycle needs a rigid motion prescribed by drives; add a \
                 [[drive]], or use `lissom simulate`"
            ),
            Self::NotPeriodic { end } => write!(
                f,
                "the rigid motion at {end} s differs from that at the start: give a whole number of turns \
                 at constant speed"
            ),
            Self::NoPeriodicMotion { name, source } => {
                write!(f, "{name} has no periodic motion, a multiplier is one: {source}")
            }
            Self::Floquet { name, source } => write!(f, "eigenvalues over the cycle of {name}: {source}"),
            Self::BadSpeeds { count: 0, .. } => write!(f, "no speeds are given"),
            Self::BadSpeeds { speed, .. } => {
                write!(f, "the speed {} rad/s is not finite, or is repeated", speed.unwrap_or(f64::NAN))
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
