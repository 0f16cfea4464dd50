//! The checker of equilibria: evaluates the equations again at a claimed state and decides what is proved.

use crate::equilibria::balance::Balance;
use crate::equilibria::equilibrium::STRAINED;
use crate::equilibria::mesh_stability::MeshStability;
use crate::equilibria::neighbourhood::Neighbourhood;
use crate::equilibria::operating_state::{OperatingState, StatePoles};
use crate::equilibria::tangent_inertia::TangentInertia;
use crate::error::DynamicsError;
use lissom_linalg::{Lu, Measured, Verdict};
use lissom_mech::System;

/// Largest residual of a state that may be called an equilibrium: forces in balance to eight digits [-].
const IN_BALANCE: f64 = 1e-8;

/// What is proved about a state.
#[derive(Clone, Debug)]
pub struct StateCertificate {
    /// Out-of-balance force over the forces that balance, evaluated anew [-].
    pub residual: f64,
    /// Signs of the tangent stiffness; where loads follow the motion, of its symmetric part, which decides nothing then.
    pub inertia: TangentInertia,
    /// What poles say; only where the tangent alone does not decide.
    pub poles: Option<(usize, usize, usize)>,
    /// What another mesh says, where one was asked.
    pub meshes: Option<MeshStability>,
    /// Certified when the state is in balance and every direction is known to be stable or unstable; for small motions, when linear
    /// equations describe them.
    pub verdict: Verdict,
}

/// In a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stability {
    /// Every direction returns.
    Stable,
    /// So many directions leave.
    Unstable(usize),
    /// No direction is known to leave, and so many are neutral within the error.
    Undecided(usize),
}

impl StateCertificate {
    /// What follows.
    #[must_use]
    pub fn stability(&self) -> Stability {
        self.meshes.map_or_else(|| self.own_stability(), |meshes| meshes.stability)
    }

    /// The same for the mesh of the state alone.
    #[must_use]
    pub fn own_stability(&self) -> Stability {
        let (unstable, undecided) = match self.poles {
            Some((diverging, fluttering, undecided)) => (diverging + fluttering, undecided),
            None => (self.inertia.unstable, self.inertia.undecided),
        };
        match (unstable, undecided) {
            (0, 0) => Stability::Stable,
            (0, undecided) => Stability::Undecided(undecided),
            (unstable, _) => Stability::Unstable(unstable),
        }
    }

    /// The certificate with what another mesh says, or `None` where no other one could be solved.
    #[must_use]
    pub fn with_meshes(self, meshes: Option<MeshStability>) -> Self {
        let open = meshes.map_or(f64::INFINITY, |meshes| meshes.open);
        let measured = Measured::new(
            "the discretisation error of what decides about stability, over its distance from zero,",
            open,
            1.0 - f64::EPSILON,
        );
        Self { meshes, ..self.weighed_with(vec![measured]) }
    }

    /// The certificate of small motions about the state, which needs linear equations that describe them.
    ///
    /// # Errors
    /// When the equations cannot be evaluated at the state.
    pub fn with_small_motions(
        self,
        system: &dyn System,
        state: &OperatingState,
    ) -> Result<Self, DynamicsError> {
        let system = state.system(system);
        let failed = |reason| DynamicsError::NotEvaluated { system: system.name().to_owned(), reason };
        let mut balance = Balance::new(system, state.time, &state.input)?;
        let forces = balance.forces(state.position.clone()).map_err(failed)?;
        let beside = Neighbourhood::new(system, state, &forces.linearisation).evidence();
        Ok(self.weighed_with(beside))
    }

    fn weighed_with(self, more: Vec<Measured>) -> Self {
        let evidence = self.verdict.evidence().iter().cloned().chain(more).collect();
        Self { verdict: Verdict::weigh(evidence, None), ..self }
    }
}

/// Checks a claimed equilibrium: balance of the equations of motion at rest, and the signs of their tangent.
///
/// # Errors
/// When the equations cannot be evaluated at the state.
pub fn certify_state(system: &dyn System, state: &OperatingState) -> Result<StateCertificate, DynamicsError> {
    let system = state.system(system);
    let mut balance = Balance::new(system, state.time, &state.input)?;
    let failed = |reason| DynamicsError::NotEvaluated { system: system.name().to_owned(), reason };
    let forces = balance.forces(state.position.clone()).map_err(failed)?;
    let strain = balance.strain();
    let scale = forces.scale(&state.input);
    let residual = forces.share(&forces.linearisation.residual, scale, IN_BALANCE);
    // Newton's next step is the error of the state; the tangent there is as far off as the signs may be.
    let moved = Lu::factor(&forces.tangent).ok().map(|lu| lu.solve(&forces.linearisation.residual)).and_then(
        |step| {
            let next = state.position.iter().zip(step).map(|(q, d)| q + d).collect();
            let mut change = balance.forces(next).ok()?.tangent;
            change.add_scaled(-1.0, &forces.tangent);
            Some(change)
        },
    );
    let eigen = |source| DynamicsError::Eigen { system: system.name().to_owned(), source };
    let inertia = TangentInertia::of(&forces.linearisation, moved.as_ref()).map_err(eigen)?;
    let poles = if state.is_decided_by_tangent() {
        None
    } else {
        let StatePoles { diverging, fluttering, undecided, .. } = state.poles(system)?;
        Some((diverging, fluttering, undecided))
    };
    let undecided = poles.map_or(inertia.undecided, |(_, _, undecided)| undecided);
    let evidence = vec![
        Measured::new("the force out of balance over the forces that balance", residual, IN_BALANCE),
        Measured::new("the number of directions whose stability is undecided", undecided as f64, 0.0),
        // Forces look balanced beside a stiffness that only a bad choice of coordinates makes large.
        Measured::new("the motion by a unit of a coordinate, over what is usual,", strain, STRAINED),
    ];
    let verdict = Verdict::weigh(evidence, None);
    Ok(StateCertificate { residual, inertia, poles, meshes: None, verdict })
}
