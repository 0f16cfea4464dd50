//! External data of modal bodies: files, and the structure of the same model.

use crate::failure::Failure;
use crate::machine::{Machine, MadeOf};
use crate::refusal::Refusal;
use crate::session::Session;
use lissom_bond::Surroundings;
use lissom_mech::{LinearSystem, Structure};
use lissom_model::model::{Attachment, Model, Side};

impl Surroundings for Session {
    fn file(&self, path: &str) -> Result<Vec<u8>, String> {
        self.read_beside(path).map_err(|failure| failure.to_string())
    }

    fn structure(&self, _: &str) -> Result<&Structure, String> {
        self.inner_structure().map_err(|failure| failure.to_string())
    }
}

impl Session {
    /// The frame or imported part of the model without its modal bodies and what is attached to their ports.
    fn inner_structure(&self) -> Result<&Structure, Failure> {
        if let Some(structure) = self.inner.get() {
            return Ok(structure);
        }
        let model = inside(self.model()?);
        let structure = match Machine::of(&model).made_of()? {
            MadeOf::Frame => Structure::of_model(&model, &LinearSystem::of(&model)?)?,
            MadeOf::Parts => {
                let joined = self.join(&model)?;
                joined.only_part().ok_or(Refusal::PartJoined)?;
                joined.structure
            }
            MadeOf::MovingParts => return Err(Refusal::OnlySmallParts.into()),
        };
        Ok(self.inner.get_or_init(|| structure))
    }
}

/// The model without its modal bodies and everything that touches their ports.
fn inside(model: &Model) -> Model {
    let is_inside = |at: &Attachment| {
        let is_port = |body: &String| model.modal_bodies.iter().any(|modal| modal.name == *body);
        !matches!(at, Attachment::Port { body, .. } if is_port(body))
    };
    let are_inside = |sides: &[Side<Attachment>; 2]| {
        sides.iter().all(|side| match side {
            Side::Ground => true,
            Side::Part(at) => is_inside(at),
        })
    };
    let mut inner = model.clone();
    inner.modal_bodies.clear();
    inner.velocities.clear();
    inner.outputs.clear();
    inner.forces.retain(|force| is_inside(&force.at));
    inner.structure.masses.retain(|mass| is_inside(&mass.at));
    inner.structure.springs.retain(|spring| are_inside(&spring.sides));
    inner.structure.dampers.retain(|damper| are_inside(&damper.sides));
    inner
}
