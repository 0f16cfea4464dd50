//! Rates of the coordinates from velocities of hinges, joints and nodes, and motions of nodes.

use super::SpatialMechanism;
use super::buffers::Buffers;
use super::elements::{JointShape, Shape};
use super::machine::NONE;
use crate::assembly::coordinates::Coordinates;
use crate::error::MechError;
use crate::mechanism::answers::initial::{name, rates_of};
use crate::system::{Inadmissible, Size, State, System, Workspace};
use lissom_linalg::Dense;
use lissom_model::model::{Direction, Driven, InitialVelocity, JointMotion, Model};

impl SpatialMechanism {
    /// Rates of the coordinates with the initial velocities of a model, at a state whose own rates are not used.
    pub(super) fn rates_from(
        &self,
        model: &Model,
        at: &State,
        work: &mut Workspace,
    ) -> Result<Vec<f64>, MechError> {
        let m = self.size();
        let wanted = &model.structure.initial;
        if wanted.is_empty() || m == 0 {
            return Ok(vec![0.0; m]);
        }
        let still = vec![0.0; m];
        let b: &mut Buffers = work.buffers();
        self.stand(&State { velocity: &still, ..*at }, b).map_err(MechError::Inadmissible)?;
        self.core.motions(&self.basis, b);
        let mut motions = Dense::zeros(wanted.len(), m);
        let mut missing = Vec::new();
        for (i, velocity) in wanted.iter().enumerate() {
            let row = self.row_of(model, velocity, b)?;
            let driven: f64 = row.iter().map(|(p, factor)| factor * b.velocity[*p]).sum();
            missing.push(velocity.value - driven);
            for (p, factor) in row {
                (0..m).for_each(|j| motions[(i, j)] += factor * b.motion[p * m + j]);
            }
        }
        let following = self.following_deformations(b);
        let mass = || {
            let at = State { velocity: &still, ..*at };
            Ok(self.linearise(&at, &still, &vec![0.0; self.inputs().len()], work)?.mass)
        };
        rates_of(model, &self.coordinates, (&motions, &following), missing, mass)
    }

    /// How fast the deformations that follow from the coordinates change per unit rate of each coordinate.
    fn following_deformations(&self, b: &Buffers) -> Dense {
        let m = self.size();
        let is_small = |measure: &usize| self.core.machine.deformation(*measure).size == Size::Small;
        let following: Vec<usize> = self.released().into_iter().filter(is_small).collect();
        let mut rates = Dense::zeros(following.len(), m);
        for (i, measure) in following.into_iter().enumerate() {
            for (p, factor) in self.gradient_row(measure, b) {
                (0..m).for_each(|j| rates[(i, j)] += factor * b.motion[p * m + j]);
            }
        }
        rates
    }

    /// How fast the nodes of the model move per unit rate of each coordinate, three rows for each.
    pub(super) fn node_motions(
        &self,
        model: &Model,
        at: &State,
        work: &mut Workspace,
    ) -> Result<Dense, Inadmissible> {
        let m = self.size();
        let b: &mut Buffers = work.buffers();
        self.stand(at, b)?;
        self.core.motions(&self.basis, b);
        let count = 3 * model.structure.nodes.len();
        Ok(Dense::from_fn(count, m, |row, j| match self.core.place[row] {
            NONE => 0.0,
            p => b.motion[p * m + j],
        }))
    }

    /// A velocity as a combination of the velocities of nodes, by place.
    fn row_of(
        &self,
        model: &Model,
        velocity: &InitialVelocity,
        b: &Buffers,
    ) -> Result<Vec<(usize, f64)>, MechError> {
        let what = || name(model, velocity);
        let unknown = || MechError::NotInMechanism { what: format!("{} in space", what()) };
        let hinge_name = |k: usize| format!("hinge {}", model.structure.hinges[k].name);
        match velocity.what {
            Driven::Hinge(hinge) => {
                let measure = self.measure_of(&hinge_name(hinge.0), |_| Some(0)).ok_or_else(unknown)?;
                Ok(self.gradient_row(measure, b))
            }
            Driven::Joint(motion) => {
                let measure = self.measure_of_joint(model, motion).ok_or_else(unknown)?;
                Ok(self.gradient_row(measure, b))
            }
            Driven::Node(node, direction) => {
                let points = self.core.machine.described.points.len();
                let (first, axis) = match direction {
                    Direction::Along(axis) => (3 * node.0, axis),
                    Direction::About(axis) => {
                        let own = Coordinates::of(model).own_rotation(node);
                        let own = own.ok_or_else(|| MechError::NothingTurns {
                            what: what(),
                            node: model.structure.nodes[node.0].name.clone(),
                        })?;
                        (3 * (points + own.0), axis)
                    }
                };
                let each = (0..3).map(|i| (self.core.place[first + i], axis[i]));
                Ok(each.filter(|(place, factor)| *place != NONE && *factor != 0.0).collect())
            }
        }
    }

    fn gradient_row(&self, measure: usize, b: &Buffers) -> Vec<(usize, f64)> {
        let columns = &self.core.columns[self.core.machine.measures[measure].part];
        let each = columns.iter().copied().zip(b.gradients[measure].iter().copied());
        each.filter(|(place, factor)| *place != NONE && *factor != 0.0).collect()
    }

    /// The measure of a motion of a joint.
    fn measure_of_joint(&self, model: &Model, motion: JointMotion) -> Option<usize> {
        let joint = &model.structure.joints[motion.joint.0];
        let own = joint.kind.motions()[motion.motion];
        self.measure_of(&format!("joint {}", joint.name), |shape| match (shape, own.turns) {
            (JointShape::Rotation { .. }, true) | (JointShape::Offset { .. }, false) => Some(own.axis),
            (JointShape::Universal { .. }, true) => Some(own.axis + 1),
            _ => None,
        })
    }

    /// A measure of a joint by the name of its part.
    fn measure_of(&self, part: &str, own: impl Fn(&JointShape) -> Option<usize>) -> Option<usize> {
        let machine = &self.core.machine;
        let named = machine.described.parts.iter().enumerate().filter(|(_, p)| p.name == part);
        named.into_iter().find_map(|(k, p)| match &p.shape {
            Shape::Joint(shape) => own(shape).map(|own| machine.first[k] + own),
            _ => None,
        })
    }
}
