//! The forces that act in an operating state, with their values.

use lissom_mech::{MechError, end_name, law_changes, law_over_time};
use lissom_model::model::{Law, Model, StateRequest};

/// Named forces that act in a state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ActingForces {
    /// Each force with its value [N] or [N m]; of a force spread along a beam, each end with its density [N/m].
    pub values: Vec<(String, f64)>,
    /// The force of the model that each value belongs to.
    pub forces: Vec<String>,
    /// Forces whose law changes with time: their value at t = 0 acts.
    pub changing: Vec<String>,
    /// Whether the model has forces spread along beams: these act at the ends of elements.
    pub is_distributed: bool,
}

impl ActingForces {
    /// The forces that a state names, and those with a law, at t = 0.
    ///
    /// # Errors
    /// A law that cannot be evaluated.
    pub fn at_start(model: &Model, request: &StateRequest) -> Result<Self, MechError> {
        let forces = request.forces.iter().map(|(name, _)| name.clone()).collect();
        let mut acting = Self { values: request.forces.clone(), forces, ..Self::default() };
        for force in &model.forces {
            let Some(law) = &force.law else { continue };
            if acting.has(&force.name) {
                continue;
            }
            acting.add(model, (&force.name, force.name.clone()), law)?;
        }
        for load in &model.line_loads {
            if acting.has(&load.name) {
                continue;
            }
            for (end, law) in load.ends.iter().flatten().enumerate() {
                acting.add(model, (&load.name, end_name(load, end)), law)?;
            }
        }
        acting.is_distributed = !model.line_loads.is_empty();
        Ok(acting)
    }

    fn has(&self, name: &str) -> bool {
        self.values.iter().any(|(known, _)| known == name)
    }

    /// Adds the value of a law of the force `name`, under the name of its input.
    fn add(&mut self, model: &Model, (name, input): (&str, String), law: &Law) -> Result<(), MechError> {
        let value = law_over_time(model, name, law, &[0.0])?[0];
        if law_changes(model, law) && self.changing.last().is_none_or(|last| last != name) {
            self.changing.push(name.to_owned());
        }
        self.values.push((input, value));
        self.forces.push(name.to_owned());
        Ok(())
    }

    /// The values of one force of the model, and those of all others.
    #[must_use]
    pub fn split(self, force: &str) -> [Vec<(String, f64)>; 2] {
        let (own, others): (Vec<_>, Vec<_>) =
            self.forces.into_iter().zip(self.values).partition(|(of, _)| of == force);
        [own, others].map(|values| values.into_iter().map(|(_, value)| value).collect())
    }
}
