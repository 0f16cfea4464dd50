//! What a spatial mechanism answers beside its equations of motion.

use super::SpatialMechanism;
use super::closing::Failure;
use super::{InterfaceForce, PartIndications, PartState};
use crate::error::MechError;
use crate::machinery::{DriveMotion, Machinery, ValuesAt};
use crate::mechanism::{ConstraintReport, FrozenMotion, JointForce, Snapshot, Standing};
use crate::parts::moving_part::MovingParts;
use crate::system::{Inadmissible, State, System, Workspace};
use lissom_linalg::Dense;
use lissom_model::model::Model;
use std::sync::Arc;
use std::sync::atomic::Ordering;

impl Machinery for SpatialMechanism {
    fn shared_machinery(&self) -> Arc<dyn Machinery> {
        Arc::new(self.clone())
    }

    fn moving_parts(&self) -> MovingParts {
        self.core.machine.described.moving.clone()
    }

    fn configurations_searched(&self) -> u64 {
        self.core.machine.searched.load(Ordering::Relaxed)
    }

    fn constraint_report(&self) -> Result<ConstraintReport, MechError> {
        self.constraints()
    }

    fn initial_rates(&self, model: &Model, at: &State, work: &mut Workspace) -> Result<Vec<f64>, MechError> {
        self.rates_from(model, at, work)
    }

    fn motion_of_nodes(
        &self,
        model: &Model,
        at: &State,
        work: &mut Workspace,
    ) -> Result<Dense, Inadmissible> {
        self.node_motions(model, at, work)
    }

    fn snapshot(&self, at: &State, input: &[f64], work: &mut Workspace) -> Result<Snapshot, Inadmissible> {
        self.picture(at, input, work)
    }

    fn standing(&self, at: &State, input: &[f64], work: &mut Workspace) -> Result<Standing, Inadmissible> {
        self.stands(at, input, work)
    }

    fn joint_forces(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
    ) -> Result<Vec<JointForce>, Inadmissible> {
        self.forces_on_beams(at, input, work)
    }

    fn drives(&self, time: f64) -> Result<Vec<DriveMotion>, Inadmissible> {
        let described = &self.core.machine.described;
        let Some(laws) = &described.laws else { return Ok(Vec::new()) };
        let mut values = vec![0.0; laws.len()];
        laws.evaluate(time, None, &mut Vec::new(), &mut values)
            .map_err(|place| self.refuse(time, Failure::Law(place)))?;
        let each = |at: &usize| {
            let name = laws.name(*at).trim_start_matches("drive ").to_owned();
            (name, [values[*at], values[at + 1], values[at + 2]])
        };
        Ok(described.drives.iter().map(each).collect())
    }

    fn frozen(&self, time: f64, input: &[f64], work: &mut Workspace) -> Result<FrozenMotion, MechError> {
        let still = vec![0.0; self.size()];
        let at = State { time, position: &still, velocity: &still };
        Ok(FrozenMotion { whole: self.linearise(&at, &still, input, work)?, effects: None })
    }

    fn between_both_sides(
        &self,
        _at: &State,
        _work: &mut Workspace,
        refused: Inadmissible,
        _value: ValuesAt<'_>,
    ) -> Result<Vec<f64>, Inadmissible> {
        Err(refused)
    }

    fn part_states(&self, at: &State, work: &mut Workspace) -> Result<Vec<PartState>, Inadmissible> {
        Self::part_states(self, at, work)
    }

    fn interface_forces(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
    ) -> Result<Vec<Vec<InterfaceForce>>, Inadmissible> {
        Self::interface_forces(self, at, input, work)
    }

    fn part_indications(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
    ) -> Result<Vec<PartIndications>, Inadmissible> {
        Self::part_indications(self, at, input, work)
    }
}
