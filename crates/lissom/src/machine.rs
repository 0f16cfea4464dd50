//! What a model is, decided once, and what it can be asked.
//!
//! Verbs ask the machine for capabilities (a linear structure, large motion, state equations); none of them looks at the
//! sections of the model to find out which path to take. Where a machine lacks a capability it gives the
//! reason, with one of the reasons of [`Refusal`].

use crate::refusal::Refusal;
use lissom_model::model::{AnalysisKind, At, Dimension, Method, Model, Reduction};

/// What a model is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Machine {
    /// Nodes, beams, joints and point masses in the plane: a frame about its reference, a mechanism in large
    /// motion.
    PlanarFrame,
    /// The same in space.
    SpatialFrame,
    /// Imported parts, alone, or joined to each other and to a frame.
    Parts,
    /// A mechanism with FE parts among its bodies.
    MovingParts,
    /// Modal bodies, connected by bonds.
    ModalBodies,
    /// A written bond graph.
    BondGraph,
    /// Continua: equations that are derived.
    Continuum,
}

impl Machine {
    /// What a model is.
    #[must_use]
    pub fn of(model: &Model) -> Self {
        if !model.modal_bodies.is_empty() {
            Self::ModalBodies
        } else if model.bond_graph.is_some() {
            Self::BondGraph
        } else if model.system.is_some() {
            Self::Continuum
        } else if model.fe_parts.iter().any(|part| part.motion.is_none() || model.spin.is_some()) {
            // In the frame of [spin] all parts move a little.
            Self::Parts
        } else if !model.fe_parts.is_empty() {
            Self::MovingParts
        } else if model.dimension == Dimension::Two {
            Self::PlanarFrame
        } else {
            Self::SpatialFrame
        }
    }

    /// Whether it is known by state equations: a bond graph, written or made of modal bodies.
    #[must_use]
    pub fn has_state_equations(self) -> bool {
        matches!(self, Self::ModalBodies | Self::BondGraph)
    }

    /// Whether a frame of nodes and beams is all there is.
    #[must_use]
    pub fn is_frame(self) -> bool {
        matches!(self, Self::PlanarFrame | Self::SpatialFrame)
    }

    /// Whether it has equations that are derived.
    #[must_use]
    pub fn has_derived_equations(self) -> bool {
        self == Self::Continuum
    }

    /// Whether it has matrices of mass and stiffness about a configuration.
    ///
    /// # Errors
    /// Why not.
    pub fn linear_structure(self) -> Result<(), Refusal> {
        self.made_of().map(|_| ())
    }

    /// The source of its matrices of mass and stiffness.
    ///
    /// # Errors
    /// Why it has none.
    pub fn made_of(self) -> Result<MadeOf, Refusal> {
        match self {
            Self::PlanarFrame | Self::SpatialFrame => Ok(MadeOf::Frame),
            Self::Parts => Ok(MadeOf::Parts),
            Self::MovingParts => Ok(MadeOf::MovingParts),
            Self::ModalBodies => Err(Refusal::ModalBodies),
            Self::BondGraph => Err(Refusal::BondGraph),
            Self::Continuum => Err(Refusal::SymbolicSystem),
        }
    }

    /// Whether it moves as a mechanism, by any distance and angle.
    ///
    /// # Errors
    /// Why not.
    pub fn large_motion(self) -> Result<(), Refusal> {
        match self {
            Self::PlanarFrame | Self::SpatialFrame | Self::MovingParts => Ok(()),
            Self::Parts => Err(Refusal::LargeMotionOfParts),
            other => other.linear_structure(),
        }
    }

    /// How the full model moves in time; a file that asks for `motion = "linear"` moves as a structure: see
    /// [`crate::Session::moves`].
    ///
    /// # Errors
    /// Why it does not.
    pub fn motion(self) -> Result<Motion, Refusal> {
        match self {
            Self::PlanarFrame | Self::SpatialFrame | Self::MovingParts => Ok(Motion::Mechanism),
            Self::ModalBodies | Self::BondGraph => Ok(Motion::StateEquations),
            other => other.linear_structure().map(|()| Motion::Structure),
        }
    }

    /// How it vibrates: the linear equations that `modes` and `frf` are asked of.
    #[must_use]
    pub fn vibration(self) -> Vibration {
        match self {
            Self::PlanarFrame | Self::SpatialFrame | Self::Parts | Self::MovingParts => Vibration::Modes,
            Self::ModalBodies | Self::BondGraph => Vibration::Oscillations,
            Self::Continuum => Vibration::Exact,
        }
    }

    /// Whether an analysis that the model file asks for can be answered.
    ///
    /// # Errors
    /// Why not.
    pub fn analysis(self, kind: AnalysisKind) -> Result<(), Refusal> {
        match kind {
            AnalysisKind::Modes | AnalysisKind::Frf | AnalysisKind::Campbell => Ok(()),
            AnalysisKind::States | AnalysisKind::Cycle => self.large_motion(),
            AnalysisKind::Simulate => self.motion().map(|_| ()),
        }
    }

    /// What a reduction makes a smaller model of; `None` for a saved one, whose file contains it. `modal`
    /// takes the modes of the mechanism where there is one that moves, and of the linear structure otherwise, about a
    /// state, and with residual compliance.
    #[must_use]
    pub fn reduction(self, model: &Model, asked: &Reduction) -> Option<Reduces> {
        match &asked.method {
            Method::Saved { .. } => None,
            Method::SvdModal(_) => Some(Reduces::Motion),
            Method::Modal { residual: false, .. }
                if asked.at == At::Reference && self.large_motion().is_ok() && !moves_linearly(model) =>
            {
                Some(Reduces::Motion)
            }
            _ => Some(Reduces::Structure),
        }
    }
}

/// Whether the file asks for small motions in time.
#[must_use]
pub fn moves_linearly(model: &Model) -> bool {
    model.analyses.simulate.as_ref().is_some_and(|asked| asked.is_linear)
}

/// The source of the matrices of a linear structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MadeOf {
    /// Nodes and beams.
    Frame,
    /// Files of imported parts, joined to each other and to a frame, if there is one.
    Parts,
    /// A mechanism with FE parts among its bodies, linearised where the model file draws it.
    MovingParts,
}

/// How a model moves in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// By any distance and angle: steps of an integrator.
    Mechanism,
    /// By small displacements: exact steps of a linear structure.
    Structure,
    /// By state equations.
    StateEquations,
}

impl From<Reduces> for Motion {
    fn from(reduces: Reduces) -> Self {
        match reduces {
            Reduces::Motion => Self::Mechanism,
            Reduces::Structure => Self::Structure,
        }
    }
}

/// How a model vibrates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vibration {
    /// Undamped modes of a linear structure, certified.
    Modes,
    /// Oscillations of state equations.
    Oscillations,
    /// Exact frequencies of a continuum, or its poles where it is damped.
    Exact,
}

/// What a reduction makes a smaller model of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduces {
    /// The mechanism in large motion.
    Motion,
    /// The linear structure about a configuration.
    Structure,
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Machine; 7] = [
        Machine::PlanarFrame,
        Machine::SpatialFrame,
        Machine::Parts,
        Machine::MovingParts,
        Machine::ModalBodies,
        Machine::BondGraph,
        Machine::Continuum,
    ];

    #[test]
    fn what_moves_far_also_moves_a_little() {
        for machine in ALL.into_iter().filter(|machine| machine.large_motion().is_ok()) {
            assert!(machine.linear_structure().is_ok(), "{machine:?}");
        }
    }

    #[test]
    fn motion_and_vibration_follow_from_what_is_known() {
        for machine in ALL {
            let motion = machine.motion();
            assert_eq!(motion == Ok(Motion::Mechanism), machine.large_motion().is_ok(), "{machine:?}");
            assert_eq!(motion == Ok(Motion::StateEquations), machine.has_state_equations(), "{machine:?}");
            let modes = machine.vibration() == Vibration::Modes;
            let is_linear = machine.linear_structure().is_ok() || machine.large_motion().is_ok();
            assert_eq!(modes, is_linear, "{machine:?}");
        }
    }

    #[test]
    fn every_machine_is_known_by_matrices_or_by_equations() {
        for machine in ALL {
            let known = [
                machine.linear_structure().is_ok() || machine.large_motion().is_ok(),
                machine.has_state_equations(),
                machine.has_derived_equations(),
            ];
            assert_eq!(known.iter().filter(|yes| **yes).count(), 1, "{machine:?}");
        }
    }
}
