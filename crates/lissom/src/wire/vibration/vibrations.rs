//! `lissom modes` of any model.

use crate::failure::Failure;
use crate::reports::vibration_report::{self, VibrationReport};
use crate::session::Session;
use crate::wire::reply::Said;
use crate::wire::sweep::Sweep;
use crate::wire::{ClosedPoles, ExactModes, ExactPoles, Modes, Oscillations, StatePoles, TurningModes};
use schemars::JsonSchema;
use serde::Serialize;

/// `lissom modes`: what was found, by the kind of equations.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Vibrations {
    /// Of structures.
    Structure(Box<Modes>),
    /// Of structures that turn.
    Turning(Box<TurningModes>),
    /// Of modal bodies and bond graphs.
    StateEquations(Box<Oscillations>),
    /// Of continua without damping.
    Exact(Box<ExactModes>),
    /// Of continua with damping.
    ExactPoles(Box<ExactPoles>),
    /// Of mechanisms about an equilibrium.
    Equilibrium(Box<StatePoles>),
    /// Of mechanisms with their controllers.
    ClosedLoops(Box<ClosedPoles>),
}

impl Said for Vibrations {
    const VERB: &'static str = Modes::VERB;
}

impl Vibrations {
    /// The vibrations of the model of a session.
    ///
    /// # Errors
    /// When the structure cannot be built.
    pub fn new(session: &Session, report: &VibrationReport) -> Result<Self, Failure> {
        use vibration_report::Vibrations as Found;
        let sweep = report.sweep.as_ref().map(Sweep::from);
        Ok(match &report.found {
            Found::Structure(modes) => {
                let structure = session.linear_structure()?;
                let said = Modes::new(structure, modes, &report.checks, report.shapes.as_ref(), sweep);
                Self::Structure(Box::new(said))
            }
            Found::Turning(found) => Self::Turning(Box::new(TurningModes::new(found, &report.checks, sweep))),
            Found::StateEquations(found) => {
                Self::StateEquations(Box::new(Oscillations::new(found, &report.checks, sweep)))
            }
            Found::Exact(modes) => Self::Exact(Box::new(modes.into())),
            Found::ExactPoles(poles) => Self::ExactPoles(Box::new(poles.into())),
            Found::Equilibrium(poles) => Self::Equilibrium(Box::new(poles.into())),
            Found::ClosedLoops(report) => Self::ClosedLoops(Box::new(report.into())),
        })
    }
}
