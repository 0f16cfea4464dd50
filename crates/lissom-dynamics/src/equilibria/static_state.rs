//! Static states in large displacements: frames as mechanisms at rest.

use crate::equilibria::certify_state::{StateCertificate, certify_state};
use crate::equilibria::equilibrium::{Branch, EquilibriumRequest, equilibrium};
use crate::equilibria::mesh_verdict::{MeshDoubt, judge_by_meshes};
use crate::equilibria::operating_state::OperatingState;
use crate::error::{BalanceFailure, DynamicsError};
use lissom_mech::{Machinery, MechError, Standing, State, StatePorts, Structure, machinery_with};
use lissom_model::model::{Model, StateRequest};
use std::sync::Arc;

/// A static state of a mechanism.
#[derive(Debug)]
pub struct StaticState {
    /// The mechanism, its named forces being inputs.
    pub mechanism: Arc<dyn Machinery>,
    /// The equilibrium.
    pub state: OperatingState,
    /// What was checked about it.
    pub certificate: StateCertificate,
    /// Why its stability is known for its mesh only, if so.
    pub doubt: Option<MeshDoubt>,
    /// Displacements, section forces, reactions.
    pub standing: Standing,
}

impl StaticState {
    /// The structure of small motions about the state; `ports` are those of the model it was made of.
    ///
    /// # Errors
    /// Those of [`StatePorts::structure`].
    pub fn structure(&self, ports: &StatePorts) -> Result<Structure, MechError> {
        let still = vec![0.0; self.state.position.len()];
        let at = State { time: self.state.time, position: &self.state.position, velocity: &still };
        ports.structure(&*self.mechanism, &at, &self.state.linearisation)
    }
}

/// The model with the forces that a state names as inputs, whose values the state gives.
#[must_use]
pub fn state_model(model: &Model, request: &StateRequest) -> Model {
    let mut model = model.clone();
    for (name, _) in &request.forces {
        for force in model.forces.iter_mut().filter(|force| force.name == *name) {
            force.law = None;
        }
        for load in model.line_loads.iter_mut().filter(|load| load.name == *name) {
            load.ends = None;
        }
        for torque in model.torques.iter_mut().filter(|torque| torque.name == *name) {
            torque.law = None;
        }
    }
    model
}

/// The static state of a mechanism made of a [`state_model`].
///
/// # Errors
/// When there is no such equilibrium, or it cannot be evaluated.
pub fn static_state(
    model: &Model,
    mechanism: Arc<dyn Machinery>,
    request: &StateRequest,
) -> Result<StaticState, DynamicsError> {
    let value = |name: &String| request.forces.iter().find(|(own, _)| own == name).map_or(0.0, |(_, v)| *v);
    let find = |mechanism: &dyn Machinery, branch: Branch| {
        let input = mechanism.inputs().iter().map(value).collect();
        equilibrium(mechanism, &EquilibriumRequest { input, branch, ..EquilibriumRequest::default() })
    };
    let state = find(&*mechanism, if request.on_path { Branch::Path } else { Branch::Stable })?;
    let branch = if state.on_path { Branch::Path } else { Branch::Stable };
    let parts = mechanism.moving_parts();
    let solve = |model: &Model| {
        let mechanism = machinery_with(model, &parts).ok()?;
        let state = find(&*mechanism, branch).ok()?;
        Some((mechanism, state))
    };
    let own = certify_state(&*mechanism, &state)?;
    let (certificate, doubt) = judge_by_meshes(model, (&*mechanism, &state), own, &solve)?;
    let own = state.system(&*mechanism).machinery().map(Machinery::shared_machinery);
    let mechanism = own.unwrap_or(mechanism);
    let still = vec![0.0; state.position.len()];
    let at = State { time: state.time, position: &state.position, velocity: &still };
    let standing = mechanism.standing(&at, &state.input, &mut mechanism.workspace()).map_err(|reason| {
        let system = mechanism.name().to_owned();
        DynamicsError::NotEvaluated { system, reason: BalanceFailure::Inadmissible(reason) }
    })?;
    Ok(StaticState { mechanism, state, certificate, doubt, standing })
}
