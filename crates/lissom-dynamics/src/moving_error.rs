//! Why a question about moving frames has no answer.

use crate::error::DynamicsError;
use lissom_linalg::LuError;
use lissom_linalg::eigen::EigenError;
use thiserror::Error;

/// Why a question about moving frames has no answer.
#[derive(Debug, Error)]
pub enum MovingError {
    /// The modes of a structure that turns were not found.
    #[error("the modes of {name} in a frame that turns: {source}{}", without_mass(.coordinate.as_deref()))]
    Whirl {
        /// The structure.
        name: String,
        /// Why.
        source: EigenError,
        /// The name of the coordinate the error points at, if it points at one.
        coordinate: Option<String>,
    },
    /// A joint moves by itself where a rigid motion has to be prescribed.
    #[error(
        "`{coordinate}` is free: a cycle needs a rigid motion that drives prescribe; add a [[drive]], or use `lissom simulate`"
    )]
    MotionNotPrescribed {
        /// The coordinate that is free.
        coordinate: String,
    },
    /// A periodic motion is asked for, but the equations at the end of the cycle are not those at its start.
    #[error(
        "the rigid motion at {end} s is not that at the start: give a whole number of turns at constant speed"
    )]
    NotPeriodic {
        /// Length of the cycle [s].
        end: f64,
    },
    /// No periodic motion: a disturbance comes back exactly as it was.
    #[error("{name} has no periodic motion, a multiplier is one: {source}")]
    NoPeriodicMotion {
        /// The mechanism.
        name: String,
        /// What happened in the solution.
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
    /// A rotor seen from a frame that stands still is not the same in all directions across its axis.
    #[error(
        "the {what} of {name} at `{coordinate}` depends on the direction across the axis, so that it changes as the rotor turns: seen from a frame that stands still only what is held to ground may do so; write frame = \"turns\" in [spin]"
    )]
    NotRound {
        /// The structure.
        name: String,
        /// What depends on the direction.
        what: &'static str,
        /// A coordinate at which it does.
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
}

/// The coordinate that an error of modes points at, and what to do about it.
fn without_mass(row: Option<&str>) -> String {
    row.map_or_else(String::new, |row| format!(" (coordinate {row}); give it mass, or hold it"))
}

fn bad_speeds(count: usize, speed: Option<f64>) -> String {
    match count {
        0 => "no speed is given".to_owned(),
        _ => format!("the speed {} rad/s is not finite, or follows itself", speed.unwrap_or(f64::NAN)),
    }
}

impl From<MovingError> for DynamicsError {
    fn from(error: MovingError) -> Self {
        Self::Moving(Box::new(error))
    }
}
