//! Why a structure cannot stay in the state asked for, with the numbers and a way out.

use super::deformed_state::DeformedState;
use crate::error::DynamicsError;
use lissom_linalg::{LuError, NullSpaceError};
use lissom_mech::Structure;
use thiserror::Error;

/// Why there is no such state.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum NoState {
    /// The rigid motions of the structure could not be told.
    #[error("the rigid motions of {structure} are not clear: {source}{}", of_row(.row.as_deref()))]
    RigidMotions {
        /// The structure.
        structure: String,
        /// The row the reason points at, by name.
        row: Option<String>,
        /// Why.
        source: NullSpaceError,
    },
    /// A number of the whole state is beyond the range of numbers.
    #[error(
        "the {what} of this state is not a finite number: loads or stiffnesses are too large or too small"
    )]
    NotFinite {
        /// Which.
        what: &'static str,
    },
    /// A force or motion has another number of entries than the structure has rows, or holds one that is no number.
    #[error("{}", bad_force(.what, [*.given, *.needed], .row.as_deref()))]
    BadForce {
        /// What it is: `force`, `centrifugal load` …
        what: &'static str,
        /// Entries given.
        given: usize,
        /// Rows of the structure.
        needed: usize,
        /// The row with an entry that is not finite, by name.
        row: Option<String>,
    },
    /// The damping matrix holds an entry that is no number.
    #[error("the damping at `{row}` is not a finite number")]
    DampingNotFinite {
        /// Its row, by name.
        row: String,
    },
    /// Static equilibrium was asked for, but forces act along motions that nothing holds.
    #[error("nothing holds the structure against its forces: {}. Add supports, or ask for kind = \"acceleration\"", list(.motions))]
    NotHeld {
        /// Those motions, with the acceleration each gets.
        motions: Vec<Imbalance>,
    },
    /// Damping drives a rigid motion instead of dragging it.
    #[error("damping drives {} instead of dragging it ({rate:.4e} 1/s): no constant velocity is stable; check the signs of dampers", with_article(.motion))]
    DrivingDamper {
        /// The motion.
        motion: String,
        /// Its negative drag, qᵀDq with qᵀMq = 1 [1/s].
        rate: f64,
    },
    /// The body would not stay on the axis it spins about.
    #[error("the free body does not stay on this axis: centrifugal force drives {}. Let the axis pass through the centre of mass along a principal axis of inertia, or hold the body in bearings", list(.motions))]
    NotBalanced {
        /// Rigid motions that the centrifugal force drives.
        motions: Vec<Imbalance>,
    },
    /// The spin is beyond the speed up to which stiffness holds the body together.
    #[error(
        "at {speed} rad/s centrifugal force exceeds stiffness: a direction without stiffness was met at {critical:.6} rad/s or below. Spin slower, or stiffen the structure"
    )]
    Diverges {
        /// The speed asked for [rad/s].
        speed: f64,
        /// A speed at which a direction found has lost its stiffness; the lowest such speed is not above it [rad/s].
        critical: f64,
    },
    /// A speed that is no number.
    #[error("a speed of {speed} rad/s cannot be used")]
    BadSpeed {
        /// The speed [rad/s].
        speed: f64,
    },
    /// Nothing drags the rotation, so that a torque has nothing to balance it.
    #[error(
        "a torque of {torque:.6} N m meets a drag of {drag:.3e} N m s only: the body spins up without end. Add dampers to ground that resist the rotation, or ask for kind = \"acceleration\""
    )]
    NoRotationalDrag {
        /// Torque about the axis [N m].
        torque: f64,
        /// Drag torque over angular speed [N m s].
        drag: f64,
    },
    /// The equations of a step are singular.
    #[error("the equations of iteration {iteration} are singular: {source}")]
    Singular {
        /// Iteration.
        iteration: usize,
        /// Why.
        source: LuError,
    },
    /// An iteration did not come to an end.
    #[error("{what} was not found in {iterations} iterations: {residual:.3e} of the balance is left")]
    NotConverged {
        /// What was looked for.
        what: &'static str,
        /// Iterations made.
        iterations: usize,
        /// What is left of the balance [-].
        residual: f64,
    },
    /// Times that do not ascend, or too few of them.
    #[error("{}", bad_times(*.count, *.at))]
    BadTimes {
        /// How many were given.
        count: usize,
        /// The first time that is not later than the one before [s].
        at: Option<f64>,
    },
    /// The first elastic frequency, which bounds how fast a slow change may be, was not found.
    #[error("the first elastic frequency, which says how slow is slow, was not found: {reason}")]
    NoFrequency {
        /// Why.
        reason: String,
    },
}

/// A rigid motion and the force that drives it.
#[derive(Clone, Debug, PartialEq)]
pub struct Imbalance {
    /// The motion in words.
    pub motion: String,
    /// Force on it, qᵀF with qᵀMq = 1 [N/√kg].
    pub force: f64,
    /// What is left of the force on this motion after cancellation, over the sum of all parts' sizes [-].
    pub share: f64,
}

impl NoState {
    pub(super) fn rigid_motions(structure: &Structure, source: NullSpaceError) -> Self {
        let row = match &source {
            NullSpaceError::Indefinite { row, .. }
            | NullSpaceError::Massless { row }
            | NullSpaceError::NoGap { row, .. }
            | NullSpaceError::StillSingular { row, .. }
            | NullSpaceError::CandidateNotFinite { row, .. } => structure.rows.get(*row).cloned(),
            NullSpaceError::Shape { .. } | NullSpaceError::Factor(_) => None,
        };
        Self::RigidMotions { structure: structure.name.clone(), row, source }
    }
}

impl DeformedState {
    /// This state, if all of it is numbers.
    ///
    /// # Errors
    /// [`NoState::BadForce`] with the row at which a number is beyond the range of numbers, [`NoState::NotFinite`] where it
    /// belongs to no row.
    pub fn finite(self, structure: &Structure) -> Result<Self, NoState> {
        check("deformation", &self.deformation, structure)?;
        check("internal force", &self.internal_force, structure)?;
        check("acceleration", &self.acceleration, structure)?;
        check("velocity", &self.velocity, structure)?;
        let power = self.power;
        let whole = [
            ("elastic energy", self.elastic_energy),
            ("residual", self.residual),
            ("rest of rigid motion", self.gauge),
            ("power", power.supplied + power.stored + power.dissipated + power.internal),
        ];
        match whole.into_iter().find(|(_, value)| !value.is_finite()) {
            Some((what, _)) => Err(NoState::NotFinite { what }),
            None => Ok(self),
        }
    }
}

/// A vector over the rows of a structure, of the right length and finite.
pub(super) fn check(what: &'static str, values: &[f64], structure: &Structure) -> Result<(), NoState> {
    let (given, needed) = (values.len(), structure.size());
    let bad = values.iter().position(|v| !v.is_finite());
    if given == needed && bad.is_none() {
        return Ok(());
    }
    Err(NoState::BadForce { what, given, needed, row: bad.and_then(|i| structure.rows.get(i).cloned()) })
}

/// A rigid motion as [`FreeBody::describe`](super::FreeBody::describe) names it, inside a sentence.
#[must_use]
pub fn with_article(motion: &str) -> String {
    if motion.starts_with("a ") || motion.starts_with("the ") {
        motion.to_owned()
    } else {
        format!("the {motion}")
    }
}

fn list(motions: &[Imbalance]) -> String {
    let each = motions.iter().map(|m| format!("{} (force {:.4e} N/√kg)", with_article(&m.motion), m.force));
    each.collect::<Vec<_>>().join(", ")
}

/// The row that an error points at, in brackets.
fn of_row(row: Option<&str>) -> String {
    row.map_or_else(String::new, |row| format!(" (`{row}`)"))
}

fn bad_force(what: &str, [given, needed]: [usize; 2], row: Option<&str>) -> String {
    match row {
        Some(row) => format!("the {what} at `{row}` is not a finite number"),
        None => format!("a {what} of {given} entries does not fit {needed} rows"),
    }
}

fn bad_times(count: usize, at: Option<f64>) -> String {
    match at {
        Some(at) => format!("the {count} times of a slow change do not ascend at {at} s"),
        None => format!("{count} times are too few for a slow change: give at least 3"),
    }
}

impl From<NoState> for DynamicsError {
    fn from(reason: NoState) -> Self {
        Self::NoState(Box::new(reason))
    }
}
