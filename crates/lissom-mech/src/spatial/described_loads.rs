//! From a model to a spatial machine: drives, loads and outputs.

use super::description::{Description, place, unsupported};
use super::load::{Amount, Load, LoadKind, Torque};
use super::output::{Observed, Output};
use crate::error::MechError;
use lissom_model::model::{self, Direction, Driven, JointMotion, Law, Measured};

impl Description<'_> {
    pub(super) fn add_drives(&mut self) -> Result<(), MechError> {
        for (k, drive) in self.model.structure.drives.iter().enumerate() {
            let place = self.laws.add_with_rates(&format!("drive {}", drive.name), &drive.law)?;
            self.machine.drives.push(place);
            let (part, own) = match drive.what {
                Driven::Hinge(hinge) => (self.hinges[hinge.0], 0),
                Driven::Joint(motion) => self.motion(motion)?,
                Driven::Node(node, Direction::Along(axis)) => {
                    let ground = self.ground_at(node.0);
                    let name = format!("drive {}", drive.name);
                    (self.machine.offset(&name, ground, node.0, axis, [true; 3])?, 0)
                }
                Driven::Node(node, Direction::About(axis)) => {
                    let turned = self.turning(node, &drive.name)?;
                    let name = format!("drive {}", drive.name);
                    (self.machine.rotation(&name, [None, Some(turned)], axis, [true; 3])?, 0)
                }
            };
            self.machine.drive(part, own, k);
        }
        Ok(())
    }

    /// The part and the number of a motion of a joint.
    fn motion(&self, motion: JointMotion) -> Result<(usize, usize), MechError> {
        let joint = &self.model.structure.joints[motion.joint.0];
        let own = joint.kind.motions()[motion.motion];
        place(&self.joints[motion.joint.0], own.turns, own.axis)
            .ok_or_else(|| unsupported(format!("{} of joint {}", own.name, joint.name)))
    }

    fn amount(&mut self, name: &str, law: Option<&Law>) -> Result<Amount, MechError> {
        match law {
            Some(law) => self.laws.add(name, law).map(Amount::Law),
            None => {
                self.machine.inputs.push(name.to_owned());
                Ok(Amount::Input(self.machine.inputs.len() - 1))
            }
        }
    }

    pub(super) fn add_loads(&mut self) -> Result<(), MechError> {
        for force in &self.model.forces {
            let node = Self::node(&force.at, &force.name)?;
            let direction = force.direction.ok_or_else(|| unsupported(format!("force {}", force.name)))?;
            let kind = match direction {
                Direction::Along(direction) => {
                    let follows = if force.follower { Some(self.turning(node, &force.name)?) } else { None };
                    LoadKind::Force { point: node.0, direction, follows }
                }
                Direction::About(direction) => {
                    let orientation = self.turning(node, &force.name)?;
                    LoadKind::Moment { orientation, direction, follows: force.follower }
                }
            };
            let amount = self.amount(&force.name, force.law.as_ref())?;
            self.machine.loads.push(Load { name: force.name.clone(), kind, amount });
        }
        for torque in &self.model.torques {
            let measure = self.machine.measure(self.hinges[torque.hinge.0], 0);
            let amount = self.amount(&torque.name, torque.law.as_ref())?;
            self.machine.torques.push(Torque { name: torque.name.clone(), measure, amount });
        }
        for load in &self.model.joint_loads {
            let (part, own) = self.motion(load.what)?;
            let measure = self.machine.measure(part, own);
            let amount = self.amount(&load.name, load.law.as_ref())?;
            self.machine.torques.push(Torque { name: load.name.clone(), measure, amount });
        }
        Ok(())
    }

    pub(super) fn add_outputs(&mut self) -> Result<(), MechError> {
        for output in &self.model.outputs {
            let what = || unsupported(format!("output {}", output.name));
            let (observed, is_angle) = match &output.what {
                Measured::Displacement(at, Some(direction)) => {
                    self.displacement(Self::node(at, &output.name)?, *direction, &output.name)?
                }
                Measured::Observed(observed) => self.observed(*observed, &output.name)?.ok_or_else(what)?,
                _ => return Err(what()),
            };
            self.machine.outputs.push(Output { name: output.name.clone(), observed, is_angle });
        }
        Ok(())
    }

    fn displacement(
        &self,
        node: model::NodeId,
        direction: Direction,
        name: &str,
    ) -> Result<(Observed, bool), MechError> {
        Ok(match direction {
            Direction::Along(axis) => (Observed::Displacement(node.0, axis), false),
            Direction::About(axis) => (Observed::Rotation(self.turning(node, name)?, axis), true),
        })
    }

    fn observed(&self, observed: model::Observed, name: &str) -> Result<Option<(Observed, bool)>, MechError> {
        use model::Observed as Asked;
        let hinge = |k: model::HingeId| self.machine.measure(self.hinges[k.0], 0);
        let motion = |motion: JointMotion| -> Result<(usize, bool), MechError> {
            let joint = &self.model.structure.joints[motion.joint.0];
            let turns = joint.kind.motions()[motion.motion].turns;
            self.motion(motion).map(|(part, own)| (self.machine.measure(part, own), turns))
        };
        Ok(Some(match observed {
            Asked::Position(node, axis) => (Observed::Position(node.0, axis), false),
            Asked::Velocity(node, Direction::Along(axis)) => (Observed::Velocity(node.0, axis), false),
            Asked::Velocity(node, Direction::About(axis)) => {
                (Observed::Spin(self.turning(node, name)?, axis), true)
            }
            Asked::Acceleration(node, Direction::Along(axis)) => {
                (Observed::Acceleration(node.0, axis), false)
            }
            Asked::Acceleration(node, Direction::About(axis)) => {
                (Observed::SpinRate(self.turning(node, name)?, axis), true)
            }
            Asked::Angle(k) => (Observed::Deformation(hinge(k)), true),
            Asked::Rate(k) => (Observed::Rate(hinge(k)), true),
            Asked::AngularAcceleration(k) => (Observed::SecondRate(hinge(k)), true),
            Asked::Axis(node, own, direction) => {
                (Observed::Axis(self.turning(node, name)?, own, direction), false)
            }
            Asked::JointCoordinate(m) => motion(m).map(|(m, turns)| (Observed::Deformation(m), turns))?,
            Asked::JointRate(m) => motion(m).map(|(m, turns)| (Observed::Rate(m), turns))?,
            Asked::JointAcceleration(m) => motion(m).map(|(m, turns)| (Observed::SecondRate(m), turns))?,
            _ => return Ok(None),
        }))
    }
}
