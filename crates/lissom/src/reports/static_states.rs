//! Static states in large displacements, and how large a linear answer is: what the reader should know about them.

use crate::failure::Failure;
use crate::reports::mesh_stability::doubt_words;
use crate::reports::state_poles::stability_words;
use crate::session::Session;
use lissom_dynamics::deformation::Nonlinearity;
use lissom_dynamics::{StaticState, state_model, static_state};
use lissom_mech::{StatePorts, Structure, machinery_with};
use lissom_model::model::{Model, StateRequest};

impl Session {
    /// The model as a mechanism whose forces have the values that a state gives them; `Err` gives the
    /// reason why it is not.
    pub(crate) fn state_model(&self, request: &StateRequest) -> Result<Model, String> {
        let model = self.mechanism_model().map_err(|failure| failure.to_string())?;
        Ok(state_model(model, request))
    }

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
        let Ok(mechanism) = machinery_with(&ports.model, &self.moving_parts()?) else { return Ok(None) };
        let large = static_state(&ports.model, mechanism, request)?;
        let mut notes = vec![format!(
            "about state {} in large displacements, {}, residual {:.1e}",
            request.name,
            stability_words(&large.certificate),
            large.certificate.residual
        )];
        notes.extend(remarks(&ports.model, &large));
        Ok(Some((large.structure(&ports)?, notes)))
    }
}

/// What is remarkable about a static state of a model.
pub(crate) fn remarks(model: &Model, large: &StaticState) -> Vec<String> {
    let doubt = large.doubt.as_ref().map(|doubt| doubt_words(model, doubt));
    large.state.remarks.iter().cloned().chain(doubt).collect()
}

/// A warning with the numbers, where a linear answer is not small.
pub(crate) fn not_small(size: &Nonlinearity) -> Option<String> {
    size.is_large().then(|| {
        let rotation = size.rotation.map(|r| format!("rotations up to {r:.3} rad"));
        let way = size.displacement.map(|d| format!("displacements up to {:.1} % of the size", 100.0 * d));
        let both: Vec<String> = rotation.into_iter().chain(way).collect();
        format!(
            "LINEAR, but not small: {}; linear equations have an error of about {:.0} % there",
            both.join(", "),
            100.0 * size.error()
        )
    })
}
