//! What a machine in large motion can be asked beside its equations of motion, planar or spatial alike.
//!
//! A [`System`] knows coordinates and forces; pictures, section forces and rates of nodes need the machine behind it. Both
//! mechanisms implement [`Machinery`], so that later rooms do not know in how many dimensions they are.

use crate::error::MechError;
use crate::mechanism::{
    ConstraintReport, FrozenMotion, JointForce, Mechanism, MotionTables, NotAsData, Snapshot, Standing,
};
use crate::parts::moving_part::MovingParts;
use crate::spatial::{InterfaceForce, PartIndications, PartState, SpatialMechanism};
use crate::system::{Inadmissible, State, System, Workspace};
use lissom_linalg::Dense;
use lissom_model::model::{Dimension, Model};
use std::sync::Arc;

/// Values of a machine at a state, for [`Machinery::between_both_sides`].
pub type ValuesAt<'v> = &'v mut dyn FnMut(&State<'_>, &mut Workspace) -> Result<Vec<f64>, Inadmissible>;

/// Name, value, rate and acceleration of a drive.
pub type DriveMotion = (String, [f64; 3]);

/// A machine of nodes, beams and joints in large motion.
pub trait Machinery: System {
    /// The same machinery, shared.
    fn shared_machinery(&self) -> Arc<dyn Machinery>;

    /// The FE parts among its bodies.
    fn moving_parts(&self) -> MovingParts;

    /// How many configurations were searched so far, by this machinery and all that share its machine.
    fn configurations_searched(&self) -> u64;

    /// The constraint analysis in the reference configuration, of the full model.
    ///
    /// # Errors
    /// When the reference configuration is inadmissible, or a law has no derivative there.
    fn constraint_report(&self) -> Result<ConstraintReport, MechError>;

    /// Rates of the coordinates with the initial velocities of a model (`[[initial]]`), at a state whose own rates are not used.
    ///
    /// # Errors
    /// When the state is inadmissible, or the constraints do not allow the velocities.
    fn initial_rates(&self, model: &Model, at: &State, work: &mut Workspace) -> Result<Vec<f64>, MechError>;

    /// How fast every node moves along x, y and z per unit rate of each coordinate, at a state: three rows for each node of the
    /// model.
    ///
    /// # Errors
    /// When the state is inadmissible.
    fn motion_of_nodes(&self, model: &Model, at: &State, work: &mut Workspace)
    -> Result<Dense, Inadmissible>;

    /// Positions, centre lines, stresses and reactions at a state.
    ///
    /// # Errors
    /// When the state is inadmissible.
    fn snapshot(&self, at: &State, input: &[f64], work: &mut Workspace) -> Result<Snapshot, Inadmissible>;

    /// Section forces and reactions at rest in a state, under loads at its time.
    ///
    /// # Errors
    /// When the state is inadmissible.
    fn standing(&self, at: &State, input: &[f64], work: &mut Workspace) -> Result<Standing, Inadmissible>;

    /// Forces of joints and supports on the ends of every beam at a state.
    ///
    /// # Errors
    /// When the state is inadmissible.
    fn joint_forces(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
    ) -> Result<Vec<JointForce>, Inadmissible>;

    /// Value, rate and acceleration of every drive at a time, by name.
    ///
    /// # Errors
    /// When a law has no finite value there.
    fn drives(&self, time: f64) -> Result<Vec<DriveMotion>, Inadmissible>;

    /// The equations of small deformations about the rigid motion at a time.
    ///
    /// # Errors
    /// If the rigid mechanism cannot follow its drives, or effects of moving frames are not known one by one.
    fn frozen(&self, time: f64, input: &[f64], work: &mut Workspace) -> Result<FrozenMotion, MechError>;

    /// A value at an inadmissible state, if there are states on both sides of it.
    ///
    /// # Errors
    /// The original error, if there are none.
    fn between_both_sides(
        &self,
        at: &State,
        work: &mut Workspace,
        refused: Inadmissible,
        value: ValuesAt<'_>,
    ) -> Result<Vec<f64>, Inadmissible>;

    /// Frames and local motions of all FE parts in large motion at a state, in the order of the model.
    ///
    /// # Errors
    /// When the state is inadmissible.
    fn part_states(&self, _at: &State, _work: &mut Workspace) -> Result<Vec<PartState>, Inadmissible> {
        Ok(Vec::new())
    }

    /// Forces on their interfaces in the true motion at a state.
    ///
    /// # Errors
    /// When the state is inadmissible.
    fn interface_forces(
        &self,
        _at: &State,
        _input: &[f64],
        _work: &mut Workspace,
    ) -> Result<Vec<Vec<InterfaceForce>>, Inadmissible> {
        Ok(Vec::new())
    }

    /// Its equations of motion as data.
    ///
    /// # Errors
    /// What of it cannot be written so.
    fn tables(&self) -> Result<MotionTables, NotAsData> {
        Err(NotAsData::InSpace)
    }

    /// How far their linear models are used in the true motion at a state.
    ///
    /// # Errors
    /// When the state is inadmissible.
    fn part_indications(
        &self,
        _at: &State,
        _input: &[f64],
        _work: &mut Workspace,
    ) -> Result<Vec<PartIndications>, Inadmissible> {
        Ok(Vec::new())
    }
}

/// The machinery of a model, planar or spatial.
///
/// # Errors
/// When a part cannot be built, the model contains what large motion does not support, or nothing moves.
pub fn machinery_of(model: &Model, parts: &MovingParts) -> Result<Arc<dyn Machinery>, MechError> {
    // A planar model with such parts is a spatial machine that stays in its plane.
    let has_parts = model.fe_parts.iter().any(|part| part.motion.is_some());
    Ok(match model.dimension {
        Dimension::Three => Arc::new(SpatialMechanism::with_parts(model, parts)?),
        _ if has_parts => Arc::new(SpatialMechanism::with_parts(model, parts)?),
        _ => Arc::new(Mechanism::of(model)?),
    })
}

impl Machinery for Mechanism {
    fn shared_machinery(&self) -> Arc<dyn Machinery> {
        Arc::new(self.clone())
    }

    fn moving_parts(&self) -> MovingParts {
        MovingParts::none()
    }

    fn configurations_searched(&self) -> u64 {
        Self::configurations_searched(self)
    }

    fn constraint_report(&self) -> Result<ConstraintReport, MechError> {
        Self::constraint_report(self)
    }

    fn initial_rates(&self, model: &Model, at: &State, work: &mut Workspace) -> Result<Vec<f64>, MechError> {
        Self::initial_rates(self, model, at, work)
    }

    fn motion_of_nodes(
        &self,
        model: &Model,
        at: &State,
        work: &mut Workspace,
    ) -> Result<Dense, Inadmissible> {
        Self::motion_of_nodes(self, model, at, work)
    }

    fn snapshot(&self, at: &State, input: &[f64], work: &mut Workspace) -> Result<Snapshot, Inadmissible> {
        Self::snapshot(self, at, input, work)
    }

    fn standing(&self, at: &State, input: &[f64], work: &mut Workspace) -> Result<Standing, Inadmissible> {
        Self::standing(self, at, input, work)
    }

    fn joint_forces(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
    ) -> Result<Vec<JointForce>, Inadmissible> {
        Self::joint_forces(self, at, input, work)
    }

    fn drives(&self, time: f64) -> Result<Vec<DriveMotion>, Inadmissible> {
        Self::drives(self, time)
    }

    fn frozen(&self, time: f64, input: &[f64], work: &mut Workspace) -> Result<FrozenMotion, MechError> {
        Self::frozen(self, time, input, work)
    }

    fn between_both_sides(
        &self,
        at: &State,
        work: &mut Workspace,
        refused: Inadmissible,
        value: ValuesAt<'_>,
    ) -> Result<Vec<f64>, Inadmissible> {
        Self::between_both_sides(self, at, work, refused, value)
    }

    fn tables(&self) -> Result<MotionTables, NotAsData> {
        Self::tables(self)
    }
}
