//! Inverse dynamics: the forces with which drives would lead a machine along the references of its controllers.
//!
//! The machine is taken with rigid beams, so that the drives determine its motion: the force at a time follows from that time alone.

use crate::error::MechError;
use crate::machinery::{Machinery, machinery_with};
use crate::parts::moving_part::MovingParts;
use crate::system::{Inadmissible, State, Workspace};
use lissom_model::model::{Controller, Drive, Driven, Flexible, Measured, Model, Observed, Output};
use std::sync::Arc;

/// A rigid machine that is driven along references.
#[derive(Debug)]
pub(super) struct InverseDynamics {
    mechanism: Arc<dyn Machinery>,
    /// The input of the plant for each drive.
    acts: Vec<usize>,
}

impl InverseDynamics {
    /// The drives of the controllers that ask for inverse dynamics; `None` where none does.
    ///
    /// # Errors
    /// A motion that the references leave free, or what the mechanism of the rigid machine refuses.
    pub fn of(model: &Model, inputs: &[String], parts: &MovingParts) -> Result<Option<Self>, MechError> {
        let mut rigid = model.clone();
        rigid.controllers.clear();
        rigid.outputs.clear();
        rigid.coordinates = None;
        for beam in &mut rigid.structure.beams {
            beam.flexible = Flexible::RIGID;
        }
        let mut acts = Vec::new();
        for controller in model.controllers.iter().filter(|controller| controller.inverse_dynamics) {
            for (k, act) in controller.acts.iter().enumerate() {
                replace_by_drive(&mut rigid, controller, k);
                acts.extend(inputs.iter().position(|input| input == act));
            }
        }
        if acts.is_empty() {
            return Ok(None);
        }
        let mechanism = machinery_with(&rigid, &parts.rigid())?;
        match mechanism.coordinates().first() {
            Some(free) => Err(MechError::InverseFree { coordinate: free.name.clone() }),
            None => Ok(Some(Self { mechanism, acts })),
        }
    }

    pub fn workspace(&self) -> Workspace {
        self.mechanism.workspace()
    }

    /// The forces at a time, by inputs of the plant; others are zero.
    ///
    /// # Errors
    /// When the rigid machine cannot follow the references there.
    pub fn write(&self, time: f64, work: &mut Workspace, by_input: &mut [f64]) -> Result<(), Inadmissible> {
        let mut forces = vec![0.0; self.acts.len()];
        self.mechanism.output(&State { time, position: &[], velocity: &[] }, work, &mut forces)?;
        by_input.fill(0.0);
        self.acts.iter().zip(forces).for_each(|(act, force)| by_input[*act] += force);
        Ok(())
    }
}

/// A drive along a reference instead of the force or torque that a controller commands.
fn replace_by_drive(rigid: &mut Model, controller: &Controller, k: usize) {
    let act = &controller.acts[k];
    let torque = rigid.torques.iter().position(|torque| torque.name == *act);
    let what = match torque {
        Some(place) => Some(Driven::Hinge(rigid.torques.remove(place).hinge)),
        None => {
            let place = rigid.forces.iter().position(|force| force.name == *act);
            place.map(|place| rigid.forces.remove(place)).and_then(|force| {
                match (force.at, force.direction) {
                    (lissom_model::model::Attachment::Node(node), Some(direction)) => {
                        Some(Driven::Node(node, direction))
                    }
                    _ => None,
                }
            })
        }
    };
    let what = what.expect("a checked controller acts by a torque in a hinge or a force on a node");
    let (name, span) = (format!("{act} along its reference"), controller.span);
    let drives = &mut rigid.structure.drives;
    drives.push(Drive { name, what, law: controller.references[k].clone(), span });
    let observed = Observed::DriveForce(drives.len() - 1);
    rigid.outputs.push(Output { name: act.clone(), what: Measured::Observed(observed), span });
}
