//! From a model to a spatial machine: drives, loads and outputs.

use crate::assembly::laws::depends_on_motion;
use crate::error::MechError;
use crate::friction::Friction;
use crate::laws::Meaning;
use crate::spatial::description::{Description, place, unsupported};
use crate::spatial::elements::Shape;
use crate::spatial::load::{Amount, LineLoad, Load, LoadKind, Torque};
use crate::spatial::motion_laws::{FedLoad, LawTorque, MotionLaw, Seen};
use crate::vector::dot;
use lissom_model::model::{Direction, Driven, JointMotion, Law, Rubbing};

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
            self.driven.push(self.machine.measure(part, own));
        }
        Ok(())
    }

    /// The part and the number of a motion of a joint.
    pub(super) fn motion(&self, motion: JointMotion) -> Result<(usize, usize), MechError> {
        let joint = &self.model.structure.joints[motion.joint.0];
        let own = joint.kind.motions()[motion.motion];
        place(&self.joints[motion.joint.0], own.turns, own.axis)
            .ok_or_else(|| unsupported(self.model, &format!("{} of joint {}", own.name, joint.name)))
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
            let direction =
                force.direction.ok_or_else(|| unsupported(self.model, &format!("force {}", force.name)))?;
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
            let name = force.name.clone();
            if let Some(law) = force.law.as_ref().filter(|law| depends_on_motion(self.model, law)) {
                let law = self.motion_law(&name, law, Meaning::Displacement)?;
                let load = Load { name, kind, amount: Amount::Constant(0.0) };
                self.machine.fed.push(FedLoad { load, law, switches: 0..0 });
                continue;
            }
            let amount = self.amount(&name, force.law.as_ref())?;
            self.machine.loads.push(Load { name, kind, amount });
        }
        self.add_line_loads()?;
        for torque in &self.model.torques {
            let measure = self.machine.measure(self.hinges[torque.hinge.0], 0);
            self.add_torque(&torque.name, measure, torque.law.as_ref(), Meaning::Angle)?;
        }
        for load in &self.model.joint_loads {
            let (part, own) = self.motion(load.what)?;
            let measure = self.machine.measure(part, own);
            let joint = &self.model.structure.joints[load.what.joint.0];
            let turns = joint.kind.motions()[load.what.motion].turns;
            let meaning = if turns { Meaning::Angle } else { Meaning::Displacement };
            self.add_torque(&load.name, measure, load.law.as_ref(), meaning)?;
        }
        for (k, spring) in self.model.structure.springs.iter().enumerate() {
            let (Some(law), Some(part)) = (&spring.law, self.springs[k]) else { continue };
            let meaning = Meaning::Tension([spring.stiffness, spring.damping]);
            let measure = self.machine.measure(part, 0);
            self.add_torque(&format!("spring {}", spring.name), measure, Some(law), meaning)?;
        }
        Ok(())
    }

    /// A law or an input that works on a deformation.
    fn add_torque(
        &mut self,
        name: &str,
        measure: usize,
        law: Option<&Law>,
        meaning: Meaning,
    ) -> Result<(), MechError> {
        let name = name.to_owned();
        let Some(law) = law else {
            let amount = self.amount(&name, None)?;
            self.machine.torques.push(Torque { name, measure, amount });
            return Ok(());
        };
        let law = self.motion_law(&name, law, meaning)?;
        self.machine.law_torques.push(LawTorque { name, measure, law, switches: 0..0 });
        Ok(())
    }

    fn motion_law(&self, name: &str, law: &Law, meaning: Meaning) -> Result<MotionLaw, MechError> {
        let model = self.model;
        let calls = Seen::of(model, &model.expressions, &self.coordinates, name, law)?;
        MotionLaw::new(model, calls, name, law, meaning)
    }

    /// Forces along beams.
    fn add_line_loads(&mut self) -> Result<(), MechError> {
        for load in &self.model.line_loads {
            let ends = match &load.ends {
                Some([first, second]) => {
                    let what = format!("force {}", load.name);
                    [Amount::Law(self.laws.add(&what, first)?), Amount::Law(self.laws.add(&what, second)?)]
                }
                None => [self.amount(&load.name, None)?; 2],
            };
            let parts = self.machine.beams[load.beam.0].parts.clone();
            let mut direction = load.direction;
            if load.follower
                && let Some(Shape::Beam(shape)) = parts.clone().next().map(|k| &self.machine.parts[k].shape)
            {
                // Nodes of a model have no attitude in the reference configuration.
                direction = shape.triads[0].map(|axis| dot(axis, load.direction));
            }
            let (name, parts) = (load.name.clone(), parts.collect());
            self.machine.line_loads.push(LineLoad { name, parts, direction, follows: load.follower, ends });
        }
        Ok(())
    }

    pub(super) fn add_frictions(&mut self) -> Result<(), MechError> {
        for friction in &self.model.structure.frictions {
            let name = format!("friction {}", friction.name);
            let (part, own) = match friction.what {
                Rubbing::Hinge(hinge) => (self.hinges[hinge.0], 0),
                Rubbing::Joint(motion) => self.motion(motion)?,
                Rubbing::Spring(spring) => (
                    self.springs[spring].ok_or_else(|| {
                        unsupported(self.model, &format!("{name} between ground and ground"))
                    })?,
                    0,
                ),
            };
            let measure = self.machine.measure(part, own);
            let (kinetic, limit) = (friction.kinetic, friction.limit);
            self.machine.frictions.push(Friction { name, measure, kinetic, limit, switch: 0 });
        }
        Ok(())
    }
}
