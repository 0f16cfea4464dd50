//! From a model to a spatial machine: outputs.

use crate::error::MechError;
use crate::spatial::description::{Description, unsupported};
use crate::spatial::motion_laws::Seen;
use crate::spatial::output::{ExpressionOutput, Observed, Output};
use lissom_model::model::{self, Direction, Driven, JointMotion, JointRef, Law, Measured, NodeId};
use lissom_symbolic::{Expr, Node, Program};

/// A quantity, and whether it is an angle, a rate of one, or dual to one.
type Built = Result<(Observed, bool), MechError>;

impl Description<'_> {
    pub(super) fn add_outputs(&mut self) -> Result<(), MechError> {
        for output in &self.model.outputs {
            let what = || unsupported(self.model, &format!("output {}", output.name));
            let (observed, is_angle) = match &output.what {
                Measured::Displacement(at, Some(direction)) => {
                    self.displacement(Self::node(at, &output.name)?, *direction, &output.name)?
                }
                Measured::Observed(observed) => self.observed(*observed, &output.name)?,
                Measured::Expression(law) => self.expression(&output.name, law)?,
                _ => return Err(what()),
            };
            self.machine.outputs.push(Output { name: output.name.clone(), observed, is_angle });
        }
        Ok(())
    }

    fn displacement(&self, node: NodeId, direction: Direction, name: &str) -> Built {
        Ok(match direction {
            Direction::Along(axis) => (Observed::Displacement(node.0, axis), false),
            Direction::About(axis) => (Observed::Rotation(self.turning(node, name)?, axis), true),
        })
    }

    fn observed(&self, observed: model::Observed, name: &str) -> Built {
        use model::Observed as Asked;
        let hinge = |k: model::HingeId| self.machine.measure(self.hinges[k.0], 0);
        Ok(match observed {
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
            Asked::Quaternion(node, k) => (Observed::Quaternion(self.turning(node, name)?, k), false),
            Asked::JointCoordinate(m) => {
                self.measured(m).map(|(m, turns)| (Observed::Deformation(m), turns))?
            }
            Asked::JointRate(m) => self.measured(m).map(|(m, turns)| (Observed::Rate(m), turns))?,
            Asked::JointAcceleration(m) => {
                self.measured(m).map(|(m, turns)| (Observed::SecondRate(m), turns))?
            }
            Asked::JointEffort(m) => self.measured(m).map(|(m, turns)| (Observed::Effort(m), turns))?,
            Asked::Torque(k) => (Observed::Effort(hinge(k)), true),
            Asked::DriveForce(drive) => (Observed::DriveForce(self.driven[drive]), self.drives_angle(drive)),
            Asked::DrivePower(drive) => (Observed::DrivePower(self.driven[drive]), self.drives_angle(drive)),
            Asked::Reaction(node, Direction::Along(axis)) => (Observed::Reaction(node.0, axis), false),
            Asked::Reaction(node, Direction::About(axis)) => {
                (Observed::ReactionMoment(self.turning(node, name)?, axis), true)
            }
            Asked::JointForce(k, axis) => (Observed::JointForce(k.0, axis), false),
            Asked::Through(joint, way) => self.through(joint, way),
            Asked::Section(beam, share, what) => (Observed::Section(beam.0, share, what), false),
            Asked::Energy(kind) => (Observed::Energy(kind), false),
            Asked::Momentum(axis) => (Observed::Momentum(axis), false),
            Asked::AngularMomentum(node) => {
                (Observed::AngularMomentum(node.map(|n| n.0), [0.0, 0.0, 1.0]), false)
            }
            Asked::AngularMomentumAbout(node, axis) => {
                (Observed::AngularMomentum(node.map(|n| n.0), axis), false)
            }
        })
    }

    /// The deformation of a motion of a joint, and whether it turns.
    fn measured(&self, motion: JointMotion) -> Result<(usize, bool), MechError> {
        let joint = &self.model.structure.joints[motion.joint.0];
        let turns = joint.kind.motions()[motion.motion].turns;
        self.motion(motion).map(|(part, own)| (self.machine.measure(part, own), turns))
    }

    fn drives_angle(&self, drive: usize) -> bool {
        match self.model.structure.drives[drive].what {
            Driven::Hinge(_) => true,
            Driven::Joint(m) => self.model.structure.joints[m.joint.0].kind.motions()[m.motion].turns,
            Driven::Node(_, way) => matches!(way, Direction::About(_)),
        }
    }

    fn through(&self, joint: JointRef, way: Direction) -> (Observed, bool) {
        let number = match joint {
            JointRef::Hinge(k) => k.0,
            JointRef::Joint(k) => self.model.structure.hinges.len() + k.0,
        };
        match way {
            Direction::Along(axis) => (Observed::JointForce(number, axis), false),
            Direction::About(axis) => (Observed::JointMoment(number, axis), true),
        }
    }

    /// An expression of displacements of nodes and of outputs above it.
    fn expression(&mut self, what: &str, law: &Law) -> Built {
        let failed = |reason: String| MechError::Law { what: what.to_owned(), law: law.text.clone(), reason };
        let mut store = self.model.expressions.clone();
        let time = store.symbol("t");
        let calls = Seen::of(self.model, &store, &self.coordinates, what, law)?;
        let (mut inputs, seen): (Vec<Expr>, Vec<Seen>) = calls.into_iter().unzip();
        let mut outputs = Vec::new();
        for part in store.parts_of(&[law.expr]) {
            let Node::Symbol(name) = store.node(part) else { continue };
            // Names of nodes are symbols too; those stand in calls only.
            let name = store.name_text(*name);
            let place = self.model.outputs.iter().position(|output| output.name == name);
            if let Some(place) = place.filter(|_| part != time) {
                inputs.push(part);
                outputs.push(place);
            }
        }
        inputs.push(time);
        let program = Program::compile(&store, &[law.expr], &inputs).map_err(|e| failed(e.to_string()))?;
        self.machine.expressions.push(ExpressionOutput { program, seen, outputs });
        Ok((Observed::Expression(self.machine.expressions.len() - 1), false))
    }
}
