//! Errors of analyses in moving frames.

use crate::error::DynamicsError;
use lissom_linalg::LuError;
use lissom_linalg::eigen::EigenError;
use thiserror::Error;

/// Why an analysis in a moving frame failed.
#[derive(Debug, Error)]
pub enum MovingError {
    /// The modes of a rotating structure were not found.
    #[error("the modes of {name} in a rotating frame: {source}{}", without_mass(.coordinate.as_deref()))]
    Whirl {
        /// The structure.
        name: String,
        /// Why.
        source: EigenError,
        /// The name of the coordinate the error points at, if it points at one.
        coordinate: Option<String>,
    },
    /// A bearing has no finite stiffness or damping at a speed.
    #[error("{0}")]
    Bearing(lissom_mech::MechError),
    /// A joint is free where a rigid motion must be prescribed.
    #[error(
        "`{coordinate}` is free: a cycle needs a rigid motion prescribed by drives; add a \
                 [[drive]], or use `lissom simulate`"
    )]
    MotionNotPrescribed {
        /// The coordinate that is free.
        coordinate: String,
    },
    /// A periodic motion is requested, but the equations differ at the start and the end of the cycle.
    #[error(
        "the rigid motion at {end} s differs from that at the start: give a whole number of turns \
                 at constant speed"
    )]
    NotPeriodic {
        /// Length of the cycle [s].
        end: f64,
    },
    /// No periodic motion: a multiplier is one.
    #[error("{name} has no periodic motion, a multiplier is one: {source}")]
    NoPeriodicMotion {
        /// The mechanism.
        name: String,
        /// Why.
        source: LuError,
    },
    /// Eigenvalues of the frozen equations or of the matrix over a cycle were not found.
    #[error("eigenvalues over the cycle of {name}: {source}")]
    Floquet {
        /// The mechanism.
        name: String,
        /// Why.
        source: EigenError,
    },
    /// A rotor in a frame at rest is not axisymmetric.
    #[error(
        "the {what} of {name} at `{coordinate}` is not isotropic about the axis, so that it changes \
                 as the rotor turns: in a frame at rest only connections to ground may be anisotropic; set \
                 frame = \"turns\" in [spin]"
    )]
    NotRound {
        /// The structure.
        name: String,
        /// The anisotropic quantity.
        what: &'static str,
        /// A coordinate with anisotropy.
        coordinate: String,
    },
    /// Speeds that are too few, not finite, or do not change.
    #[error("{}", bad_speeds(*.count, *.speed))]
    BadSpeeds {
        /// How many speeds were given.
        count: usize,
        /// The first that is wrong [rad/s].
        speed: Option<f64>,
    },
    /// A speed so high that a stiffness is rounding beside inertia.
    #[error(
        "at {speed:e} rad/s the stiffness of {row} is {share:.0e} of its inertia force and lost in rounding; check the mass and \
         stiffness there, or ask for lower speeds"
    )]
    SpeedTooHigh {
        /// The highest speed [rad/s].
        speed: f64,
        /// The coordinate.
        row: String,
        /// Its stiffness over its mass and the square of the speed.
        share: f64,
    },
}

impl From<MovingError> for DynamicsError {
    fn from(error: MovingError) -> Self {
        Self::Moving(Box::new(error))
    }
}

/// The coordinate of an error of modes, and the remedy.
fn without_mass(row: Option<&str>) -> String {
    row.map_or_else(String::new, |row| format!(" (coordinate {row}); give it mass, or fix it"))
}

fn bad_speeds(count: usize, speed: Option<f64>) -> String {
    match count {
        0 => "no speeds are given".to_owned(),
        _ => format!("the speed {} rad/s is not finite, or is repeated", speed.unwrap_or(f64::NAN)),
    }
}
