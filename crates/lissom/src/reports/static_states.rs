//! Static states in large displacements: planar frames as mechanisms at rest.

use crate::failure::Failure;
use crate::reports::mesh_stability::judged_by_meshes;
use crate::reports::state_poles::stability_words;
use crate::session::Session;
use lissom_dynamics::{
    Branch, EquilibriumRequest, OperatingState, StateCertificate, certify_state, equilibrium,
};
use lissom_mech::{
    MechError, Mechanism, Row, RowKind, Standing, State, StatePorts, Structure, System, largest_by_kind,
};
use lissom_model::model::{Model, StateRequest};

/// Above this rotation [rad], or this share of the size, the linear equations are a per cent off or more.
const SMALL: f64 = 0.1;

/// A static state of a mechanism.
pub(crate) struct LargeState {
    /// The mechanism, its named forces being inputs.
    pub mechanism: Mechanism,
    /// The equilibrium.
    pub state: OperatingState,
    /// What was checked about it.
    pub certificate: StateCertificate,
    /// Displacements, section forces, reactions.
    pub standing: Standing,
}

impl Session {
    /// The model as a planar mechanism whose forces have the values that a state gives them; `Err` gives the
    /// reason why it is not.
    pub(crate) fn state_model(&self, request: &StateRequest) -> Result<Model, String> {
        let mut model = self.mechanism_model().map_err(|failure| failure.to_string())?.clone();
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
        Ok(model)
    }
}

impl Session {
    /// The structure of small motions about a static state in large displacements, and what the reader should know; nothing
    /// where the state is linear.
    ///
    /// # Errors
    /// When there is no such equilibrium.
    pub(crate) fn large_structure(
        &self,
        request: &StateRequest,
    ) -> Result<Option<(Structure, Vec<String>)>, Failure> {
        if request.linear {
            return Ok(None);
        }
        let Ok(model) = self.state_model(request) else { return Ok(None) };
        let ports = StatePorts::of(&model);
        let Ok(mechanism) = Mechanism::of(&ports.model) else { return Ok(None) };
        let large = large_state(&ports.model, mechanism, request)?;
        let mut notes = vec![format!(
            "about state {} in large displacements, {}, residual {:.1e}",
            request.name,
            stability_words(&large.certificate),
            large.certificate.residual
        )];
        notes.extend(large.state.remarks.iter().cloned());
        let still = vec![0.0; large.state.position.len()];
        let at = State { time: large.state.time, position: &large.state.position, velocity: &still };
        let structure = ports.structure(&large.mechanism, &at, &large.state.linearisation)?;
        Ok(Some((structure, notes)))
    }
}

/// The static state of a mechanism made of [`Session::state_model`].
///
/// # Errors
/// When there is no such equilibrium, or it cannot be evaluated.
pub(crate) fn large_state(
    model: &Model,
    mechanism: Mechanism,
    request: &StateRequest,
) -> Result<LargeState, Failure> {
    let value = |name: &String| request.forces.iter().find(|(own, _)| own == name).map_or(0.0, |(_, v)| *v);
    let asked = |mechanism: &Mechanism, branch: Branch| {
        let input = mechanism.inputs().iter().map(value).collect();
        equilibrium(mechanism, &EquilibriumRequest { input, branch, ..EquilibriumRequest::default() })
    };
    let mut state = asked(&mechanism, if request.on_path { Branch::Path } else { Branch::Stable })?;
    let branch = if state.on_path { Branch::Path } else { Branch::Stable };
    let solve = |model: &Model| -> Result<_, Failure> {
        let mechanism = Mechanism::of(model)?;
        let state = asked(&mechanism, branch)?;
        Ok((mechanism, state))
    };
    let own = certify_state(&mechanism, &state)?;
    let (certificate, warning) = judged_by_meshes(model, (&mechanism, &state), own, &solve)?;
    state.remarks.extend(warning);
    let mechanism = state.system(&mechanism).mechanism().cloned().unwrap_or(mechanism);
    let still = vec![0.0; state.position.len()];
    let at = State { time: state.time, position: &state.position, velocity: &still };
    let standing = mechanism
        .standing(&at, &state.input, &mut mechanism.workspace())
        .map_err(|state| Failure::from(MechError::Inadmissible(state)))?;
    Ok(LargeState { mechanism, state, certificate, standing })
}

/// How large a linear answer is: the largest rotation \[rad\] and the largest displacement over the size of the structure.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Nonlinearity {
    /// Largest rotation \[rad\], where rotations are known.
    pub rotation: Option<f64>,
    /// Largest displacement over the extent of the nodes [-], where that is known.
    pub displacement: Option<f64>,
}

impl Nonlinearity {
    /// Of a deformation over named rows, by the nodes of a model.
    pub(crate) fn of(model: &Model, rows: &[Row], deformation: &[f64]) -> Self {
        let nodes = &model.structure.nodes;
        let along = |axis: usize| {
            let all = nodes.iter().map(|node| node.position[axis]);
            all.clone().fold(f64::NEG_INFINITY, f64::max) - all.fold(f64::INFINITY, f64::min)
        };
        let extent = if nodes.len() > 1 { along(0).hypot(along(1)).hypot(along(2)) } else { 0.0 };
        let by_unit = largest_by_kind(rows, deformation);
        let largest =
            |kind: RowKind| by_unit.iter().find(|(own, ..)| *own == kind).map(|(_, _, value)| value.abs());
        Self {
            rotation: largest(RowKind::Rotation),
            displacement: largest(RowKind::Translation).filter(|_| extent > 0.0).map(|most| most / extent),
        }
    }

    /// Whether the linear equations are good to a hundredth of a per cent.
    pub(crate) fn is_small(&self) -> bool {
        self.rotation.unwrap_or(0.0).max(self.displacement.unwrap_or(0.0)) < 0.1 * SMALL
    }

    /// A warning with the numbers, where the answer is not small.
    pub(crate) fn warning(&self) -> Option<String> {
        let largest = self.rotation.unwrap_or(0.0).max(self.displacement.unwrap_or(0.0));
        (largest > SMALL).then(|| {
            let rotation = self.rotation.map_or(String::new(), |r| format!("rotations up to {r:.3} rad"));
            let way = self
                .displacement
                .map_or(String::new(), |d| format!("displacements up to {:.1} % of the size", 100.0 * d));
            let both: Vec<String> = [rotation, way].into_iter().filter(|part| !part.is_empty()).collect();
            format!(
                "LINEAR, but not small: {}; linear equations have an error of about {:.0} % there",
                both.join(", "),
                (100.0 * largest * largest).max(1.0)
            )
        })
    }
}
