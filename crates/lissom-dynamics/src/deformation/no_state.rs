//! Why a requested state does not exist, with numbers and a remedy.

use super::deformed_state::DeformedState;
use crate::error::DynamicsError;
use lissom_linalg::{LuError, NullSpaceError};
use lissom_mech::Structure;
use thiserror::Error;

/// Why the state does not exist.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum NoState {
    /// The rigid motions of the structure could not be determined.
    #[error("the rigid motions of {structure} cannot be determined: {source}{}", of_row(.row.as_deref()))]
    RigidMotions {
        /// The structure.
        structure: String,
        /// The row the reason points at, by name.
        row: Option<String>,
        /// Why.
        source: NullSpaceError,
    },
    /// A number of the state is out of range.
    #[error(
        "the {what} of this state is not a finite number: loads or stiffnesses are too large or too small"
    )]
    NotFinite {
        /// Which.
        what: &'static str,
    },
    /// A force or motion has another number of entries than the structure has rows, or contains a non-finite
    /// one.
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
    /// The damping matrix contains a non-finite entry.
    #[error("the damping at `{row}` is not a finite number")]
    DampingNotFinite {
        /// Its row, by name.
        row: String,
    },
    /// Static equilibrium was requested, but forces act along free motions.
    #[error("the structure is not supported against its forces: {}. Add supports, or use kind = \
                 \"acceleration\"", list(.motions))]
    NotHeld {
        /// Those motions, with their accelerations.
        motions: Vec<Imbalance>,
    },
    /// Damping drives a rigid motion instead of resisting it.
    #[error("damping drives {} instead of resisting it ({rate:.4e} 1/s): no constant velocity is \
                 stable; check the signs of dampers", with_article(.motion))]
    DrivingDamper {
        /// The motion.
        motion: String,
        /// Its negative drag, qᵀDq with qᵀMq = 1 [1/s].
        rate: f64,
    },
    /// The body would not stay on its axis of rotation.
    #[error("the free body does not stay on this axis: centrifugal force drives {}. Use a principal \
                 axis of inertia through the centre of mass, or support the body in bearings", list(.motions))]
    NotBalanced {
        /// Rigid motions that the centrifugal force drives.
        motions: Vec<Imbalance>,
    },
    /// The speed is above the divergence speed.
    #[error(
        "at {speed} rad/s centrifugal force exceeds stiffness: a direction loses its stiffness at \
                 {critical:.6} rad/s or below. Reduce the speed, or stiffen the structure"
    )]
    Diverges {
        /// The requested speed [rad/s].
        speed: f64,
        /// A speed at which a direction found has lost its stiffness; the lowest such speed is not above it [rad/s].
        critical: f64,
    },
    /// An invalid speed.
    #[error("{speed} rad/s is not a valid speed")]
    BadSpeed {
        /// The speed [rad/s].
        speed: f64,
    },
    /// No drag balances the torque.
    #[error(
        "a torque of {torque:.6} N m is opposed by a drag of only {drag:.3e} N m s: the speed grows \
                 without bound. Add dampers to ground that resist the rotation, or use kind = \
                 \"acceleration\""
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
    /// An iteration did not converge.
    #[error("{what} did not converge in {iterations} iterations: the imbalance is {residual:.3e}")]
    NotConverged {
        /// The unknown.
        what: &'static str,
        /// Iterations made.
        iterations: usize,
        /// Remaining imbalance [-].
        residual: f64,
    },
    /// Times that do not ascend, or too few of them.
    #[error("{}", bad_times(*.count, *.at))]
    BadTimes {
        /// How many were given.
        count: usize,
        /// The first time that is not ascending [s].
        at: Option<f64>,
    },
    /// The first elastic frequency, which limits the rate of a slow change, was not found.
    #[error(
        "the first elastic frequency, which limits the rate of a slow change, was not \
                    found: {reason}"
    )]
    NoFrequency {
        /// Why.
        reason: String,
    },
}

/// A rigid motion and the force that drives it.
#[derive(Clone, Debug, PartialEq)]
pub struct Imbalance {
    /// The motion as text.
    pub motion: String,
    /// Force on it, qᵀF with qᵀMq = 1 [N/√kg].
    pub force: f64,
    /// Remaining force on this motion after cancellation, over the sum of the moduli of its parts [-].
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
    /// This state, if it is finite.
    ///
    /// # Errors
    /// [`NoState::BadForce`] with the row of a non-finite number, [`NoState::NotFinite`] if it belongs to no
    /// row.
    pub fn finite(self, structure: &Structure) -> Result<Self, NoState> {
        check("deformation", &self.deformation, structure)?;
        check("internal force", &self.internal_force, structure)?;
        check("acceleration", &self.acceleration, structure)?;
        check("velocity", &self.velocity, structure)?;
        let power = self.power;
        let whole = [
            ("elastic energy", self.elastic_energy),
            ("residual", self.residual),
            ("remaining rigid motion", self.gauge),
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

/// The row of an error, in brackets.
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
