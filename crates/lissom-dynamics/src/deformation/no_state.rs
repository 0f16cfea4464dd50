//! Why a requested state does not exist, with numbers and a remedy.

use super::deformed_state::DeformedState;
use crate::error::DynamicsError;
use lissom_linalg::{LuError, NullSpaceError};
use lissom_mech::Structure;
use std::fmt;

/// Why the state does not exist.
#[derive(Clone, Debug, PartialEq)]
pub enum NoState {
    /// The rigid motions of the structure could not be determined.
    RigidMotions {
        /// The structure.
        structure: String,
        /// The row the reason points at, by name.
        row: Option<String>,
        /// Why.
        source: NullSpaceError,
    },
    /// A number of the state is out of range.
    NotFinite {
        /// Which.
        what: &'static str,
    },
    /// A force or motion has another number of entries than the structure has rows, or contains a non-finite
    /// one.
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
    DampingNotFinite {
        /// Its row, by name.
        row: String,
    },
    /// Static equilibrium was requested, but forces act along free motions.
    NotHeld {
        /// Those motions, with their accelerations.
        motions: Vec<Imbalance>,
    },
    /// Damping drives a rigid motion instead of resisting it.
    DrivingDamper {
        /// The motion.
        motion: String,
        /// Its negative drag, qᵀDq with qᵀMq = 1 [1/s].
        rate: f64,
    },
    /// The body would not stay on its axis of rotation.
    NotBalanced {
        /// Rigid motions that the centrifugal force drives.
        motions: Vec<Imbalance>,
    },
    /// The speed is above the divergence speed.
    Diverges {
        /// The requested speed [rad/s].
        speed: f64,
        /// A speed at which a direction found has lost its stiffness; the lowest such speed is not above it [rad/s].
        critical: f64,
    },
    /// An invalid speed.
    BadSpeed {
        /// The speed [rad/s].
        speed: f64,
    },
    /// No drag balances the torque.
    NoRotationalDrag {
        /// Torque about the axis [N m].
        torque: f64,
        /// Drag torque over angular speed [N m s].
        drag: f64,
    },
    /// The equations of a step are singular.
    Singular {
        /// Iteration.
        iteration: usize,
        /// Why.
        source: LuError,
    },
    /// An iteration did not converge.
    NotConverged {
        /// The unknown.
        what: &'static str,
        /// Iterations made.
        iterations: usize,
        /// Remaining imbalance [-].
        residual: f64,
    },
    /// Times that do not ascend, or too few of them.
    BadTimes {
        /// How many were given.
        count: usize,
        /// The first time that is not ascending [s].
        at: Option<f64>,
    },
    /// The first elastic frequency, which limits the rate of a slow change, was not found.
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

impl fmt::Display for NoState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RigidMotions { structure, row, source } => {
                write!(f, "the rigid motions of {structure} cannot be determined: {source}")?;
                row.as_ref().map_or(Ok(()), |row| write!(f, " (`{row}`)"))
            }
            Self::BadForce { what, row: Some(row), .. } => {
                write!(f, "the {what} at `{row}` is not a finite number")
            }
            Self::BadForce { what, given, needed, row: None } => {
                write!(f, "a {what} of {given} entries does not fit {needed} rows")
            }
            Self::NotFinite { what } => {
                write!(
                    f,
                    "the {what} of this state is not a finite number: loads or stiffnesses are too large or too small"
                )
            }
            Self::DampingNotFinite { row } => write!(f, "the damping at `{row}` is not a finite number"),
            Self::NotHeld { motions } => write!(
                f,
                "the structure is not supported against its forces: {}. Add supports, or use kind = \
                 \"acceleration\"",
                list(motions)
            ),
            Self::DrivingDamper { motion, rate } => write!(
                f,
                "damping drives {} instead of resisting it ({rate:.4e} 1/s): no constant velocity is \
                 stable; check the signs of dampers",
                with_article(motion)
            ),
            Self::NotBalanced { motions } => write!(
                f,
                "the free body does not stay on this axis: centrifugal force drives {}. Use a principal \
                 axis of inertia through the centre of mass, or support the body in bearings",
                list(motions)
            ),
            Self::Diverges { speed, critical } => write!(
                f,
                "at {speed} rad/s centrifugal force exceeds stiffness: a direction loses its stiffness at \
                 {critical:.6} rad/s or below. Reduce the speed, or stiffen the structure"
            ),
            Self::BadSpeed { speed } => write!(f, "{speed} rad/s is not a valid speed"),
            Self::NoRotationalDrag { torque, drag } => write!(
                f,
                "a torque of {torque:.6} N m is opposed by a drag of only {drag:.3e} N m s: the speed grows \
                 without bound. Add dampers to ground that resist the rotation, or use kind = \
                 \"acceleration\""
            ),
            Self::Singular { iteration, source } => {
                write!(f, "the equations of iteration {iteration} are singular: {source}")
            }
            Self::NotConverged { what, iterations, residual } => {
                write!(
                    f,
                    "{what} did not converge in {iterations} iterations: the imbalance is {residual:.3e}"
                )
            }
            Self::BadTimes { count, at: Some(at) } => {
                write!(f, "the {count} times of a slow change do not ascend at {at} s")
            }
            Self::BadTimes { count, at: None } => {
                write!(f, "{count} times are too few for a slow change: give at least 3")
            }
            Self::NoFrequency { reason } => {
                write!(
                    f,
                    "the first elastic frequency, which limits the rate of a slow change, was not \
                    found: {reason}"
                )
            }
        }
    }
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

impl std::error::Error for NoState {}

impl From<NoState> for DynamicsError {
    fn from(reason: NoState) -> Self {
        Self::NoState(Box::new(reason))
    }
}
