//! A spatial mechanism in large motion: a [`System`] in independent deformations.
//!
#![doc = include_str!("README.md")]

mod answers;
mod buffers;
mod building;
mod carried_forces;
mod chart;
mod choice;
mod closing;
mod configuration;
mod constraint_report;
mod core;
mod description;
mod elements;
mod elimination;
mod factor;
mod fields;
mod forces;
mod initial;
mod jet;
mod linearise;
mod load;
mod machine;
mod machinery;
mod motion;
mod motion_laws;
mod moving_parts;
mod output;
mod picture;
mod ragged;
mod rechoice;
mod recursion;
mod rotation;
mod superelement;

pub use building::{BeamProperties, SpatialEnd};
pub use chart::{Chart, Ends};
pub use elements::{BeamMeasure, BeamShape, Carried, Inertia, JointShape, Shape, SpinInertia};
pub use jet::{Along, Gradient, Hessian, Jet, Path, Pencil};
pub use load::{Amount, LineLoad, Load, LoadKind, Torque};
pub use machine::{BeamParts, JointEnds, Orientation, Point, Preference, SpatialMachine, SpatialPart};
pub use moving_parts::{InterfaceForce, PartState};
pub use output::{Observed, Output};
pub use rotation::{Axes, Rotation, along};
pub use superelement::{PartIndications, Superelement};

use self::core::Core;
use crate::error::MechError;
use crate::mechanism::StructuredMatrices;
use crate::parts::moving_part::MovingParts;
use crate::system::{
    Energies, GeneralisedCoordinate, Inadmissible, Linearisation, NoOther, Rechosen, State, System, Workspace,
};
use buffers::Buffers;
use choice::{Choice, MOST_BY_RANK};
use closing::Failure;
use lissom_linalg::Dense;
use lissom_model::model::Model;
use machine::Machine;
use motion::Basis;
use std::sync::Arc;

/// A spatial mechanism, full or reduced.
#[derive(Clone, Debug)]
pub struct SpatialMechanism {
    core: Arc<Core>,
    basis: Basis,
    coordinates: Vec<GeneralisedCoordinate>,
    /// The initial independent coordinates, if different.
    first_chosen: Option<Arc<[usize]>>,
    /// Decisions of all laws, where they are kept; empty: each evaluation takes its own.
    decisions: Arc<[f64]>,
    /// Whether accelerations are found by elimination along the tree.
    is_recursive: bool,
}

impl SpatialMechanism {
    /// The mechanism of a spatial model.
    ///
    /// # Errors
    /// If a part cannot be built, the model contains something that spatial mechanisms do not support, or nothing moves.
    pub fn of(model: &Model) -> Result<Self, MechError> {
        Self::with_parts(model, &MovingParts::none())
    }

    /// The mechanism of a model with FE parts in large motion, which are given reduced, by name. A planar model stays in its plane.
    ///
    /// # Errors
    /// As [`SpatialMechanism::of`]; also when a part is missing, or does not fit its nodes.
    pub fn with_parts(model: &Model, parts: &MovingParts) -> Result<Self, MechError> {
        description::Description::of(model, parts).and_then(Self::new)
    }

    /// The mechanism of a machine; independent coordinates are chosen automatically.
    ///
    /// # Errors
    /// If nothing moves, or constraints contradict each other.
    pub fn new(machine: SpatialMachine) -> Result<Self, MechError> {
        let machine = Arc::new(Machine::new(machine));
        let reference = machine.reference();
        let homes = reference.attitude.clone();
        let tree = Choice::of_tree(&machine).and_then(|choice| {
            let core = Core::new(Arc::clone(&machine), choice, reference.clone(), homes.clone()).ok()?;
            Self::full(core).checked().ok()
        });
        if let Some(found) = tree {
            return Ok(found);
        }
        let choice = Choice::at(&machine, &reference, &homes, None)
            .ok_or(MechError::TooLargeToMove { coordinates: machine.count, most: MOST_BY_RANK })?;
        if choice.independent.is_empty() && machine.described.drives.is_empty() {
            return Err(MechError::NothingMoves);
        }
        let core = Core::new(machine, choice, reference, homes)?;
        Self::full(core).checked()
    }

    fn full(core: Core) -> Self {
        let m = core.independent.len();
        let dense = core.size() * 12 * m + core.machine.massive.len() * 12 * m * (12 + m / 2) + m * m * m / 6;
        let tree = core.fronts.as_ref().map_or(usize::MAX, |fronts| fronts.multiplications);
        Self {
            is_recursive: tree < dense,
            basis: Basis { m, rows: None },
            coordinates: core.independent.clone(),
            core: Arc::new(core),
            first_chosen: None,
            decisions: Arc::new([]),
        }
    }

    /// Closes the reference configuration once.
    fn checked(self) -> Result<Self, MechError> {
        let mut b = self.workspace_of();
        b.targets.iter_mut().zip(&self.core.home_targets).for_each(|(t, home)| *t = [*home, 0.0, 0.0]);
        match self.core.close(&mut b) {
            Ok(()) => self.core.check_outputs(&b).map(|()| self),
            Err(failure) => Err(MechError::Inadmissible(self.refuse(0.0, failure))),
        }
    }

    /// The same mechanism with accelerations found with the mass matrix, or along the tree; both give the same up to rounding.
    #[must_use]
    pub fn along_tree(&self, is_recursive: bool) -> Self {
        Self { is_recursive: is_recursive && self.basis.rows.is_none(), ..self.clone() }
    }

    /// Multiplications of an elimination along the tree.
    #[must_use]
    pub fn multiplications(&self) -> usize {
        self.core.fronts.as_ref().map_or(0, |fronts| fronts.multiplications)
    }

    /// Numbers of equations that are solved together.
    #[must_use]
    pub fn block_sizes(&self) -> Vec<usize> {
        self.core.blocks.iter().map(|block| block.size).collect()
    }

    /// Constraints (held deformations), coordinates of nodes, and constraints that follow from others.
    #[must_use]
    pub fn counts(&self) -> [usize; 3] {
        let choice = &self.core.choice;
        [choice.held.len() + choice.redundant.len(), self.core.size(), choice.redundant.len()]
    }

    /// Redundant constraints by name.
    #[must_use]
    pub fn redundant(&self) -> Vec<String> {
        self.core.choice.redundant.iter().map(|m| self.core.machine.measure_name(*m)).collect()
    }

    fn size(&self) -> usize {
        self.coordinates.len()
    }

    fn workspace_of(&self) -> Buffers {
        let tree = self.core.fronts.as_ref().filter(|_| self.is_recursive && self.basis.rows.is_none());
        let mut buffers =
            Buffers::new(&self.core, self.size(), tree.map(|fronts| fronts.buffers(&self.core)));
        buffers.decisions.extend_from_slice(&self.decisions);
        buffers
    }

    /// Puts a state into the buffers: q = V η.
    fn take(&self, at: &State, b: &mut Buffers) -> Result<(), Inadmissible> {
        let m = self.size();
        assert!(at.position.len() == m && at.velocity.len() == m, "a state has one value per coordinate");
        let bad = |values: &[f64]| values.iter().position(|v| !v.is_finite());
        if let Some(j) = bad(at.position).or_else(|| bad(at.velocity)) {
            return Err(self.refuse(at.time, Failure::State(j)));
        }
        b.eta.copy_from_slice(at.position);
        b.eta_dot.copy_from_slice(at.velocity);
        self.basis.expand(at.position, &mut b.q);
        self.basis.expand(at.velocity, &mut b.q_dot);
        Ok(())
    }

    fn refuse(&self, time: f64, failure: Failure) -> Inadmissible {
        let machine = &self.core.machine;
        let reason = match failure {
            Failure::State(j) => format!("`{}` or its rate is not a finite number", self.coordinates[j].name),
            Failure::Law(place) => {
                let laws = machine.described.laws.as_ref();
                let name = laws.map_or("", |laws| laws.name(place));
                format!("the law of {name} is not a finite number")
            }
            Failure::Open(m, open) => format!(
                "the constraints cannot be met: `{}` stays {open:.3e} m away from what it should be",
                machine.measure_name(m)
            ),
            Failure::Singular(m) => format!(
                "the coordinates do not determine the configuration near `{}`",
                machine.measure_name(m)
            ),
            Failure::Degenerate(k) => format!(
                "{} cannot be measured: its ends meet, or it is bent by more than a right angle",
                machine.described.parts[k].name
            ),
            Failure::Bent(k, interface, angle) => format!(
                "{} is bent by {angle:.3} rad at {}: more than its linear model can mean; cut it into several parts",
                machine.described.parts[k].name,
                machine.node_of_interface(k, interface)
            ),
            Failure::Redundant(m, open) => format!(
                "`{}` contradicts the other constraints by {open:.3e} m; make a part flexible, or free this one",
                machine.measure_name(m)
            ),
            Failure::Turned(j) => {
                format!("`{}` is too large for a rotation vector", self.core.independent[j].name)
            }
            Failure::Torque(k) => format!(
                "the law of {} has no finite value or derivative",
                machine.described.law_torques[k].name
            ),
            Failure::Fed(k) => {
                format!("the law of {} has no finite value or derivative", machine.described.fed[k].load.name)
            }
            Failure::Output(k) => {
                format!("output {} has no finite value", machine.described.outputs[k].name)
            }
            Failure::Stuck(k) => format!(
                "{} cannot stick: what it holds is held already, and the forces are not determined",
                machine.described.frictions[k].name
            ),
            Failure::Massless(j) => {
                let name = self.coordinates.get(j).map_or("", |c| c.name.as_str());
                format!("`{name}` moves no mass: its acceleration is undetermined")
            }
        };
        Inadmissible { time, reason }
    }

    fn check_input(&self, input: &[f64]) {
        assert_eq!(input.len(), self.inputs().len(), "one value is needed for each input");
    }
}

impl System for SpatialMechanism {
    fn name(&self) -> &str {
        &self.core.machine.described.name
    }

    fn coordinates(&self) -> &[GeneralisedCoordinate] {
        &self.coordinates
    }

    fn inputs(&self) -> &[String] {
        &self.core.machine.described.inputs
    }

    fn outputs(&self) -> &[(String, &'static str)] {
        &self.core.machine.names
    }

    fn workspace(&self) -> Workspace {
        let mut buffers = self.workspace_of();
        buffers.limits = self.usual_motions(&mut buffers);
        Workspace::new(buffers)
    }

    fn initial(&self) -> (Vec<f64>, Vec<f64>) {
        (vec![0.0; self.size()], vec![0.0; self.size()])
    }

    fn acceleration(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
        acceleration: &mut [f64],
    ) -> Result<(), Inadmissible> {
        self.check_input(input);
        let b: &mut Buffers = work.buffers();
        self.take(at, b)?;
        let found = self.core.accelerate(&self.basis, at.time, input, b);
        found.map_err(|failure| self.refuse(at.time, failure))?;
        acceleration.copy_from_slice(&b.generalised);
        Ok(())
    }

    fn output(&self, at: &State, work: &mut Workspace, values: &mut [f64]) -> Result<(), Inadmissible> {
        self.output_under(at, &vec![0.0; self.inputs().len()], work, values)
    }

    fn output_under(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
        values: &mut [f64],
    ) -> Result<(), Inadmissible> {
        let b: &mut Buffers = work.buffers();
        self.take(at, b)?;
        let found = self.core.observe(&self.basis, at.time, Some(input), b, values);
        found.map_err(|failure| self.refuse(at.time, failure))
    }

    fn output_of_rates(
        &self,
        at: &State,
        work: &mut Workspace,
        values: &mut [f64],
    ) -> Result<(), Inadmissible> {
        let b: &mut Buffers = work.buffers();
        self.take(at, b)?;
        let found = self.core.observe(&self.basis, at.time, None, b, values);
        found.map_err(|failure| self.refuse(at.time, failure))
    }

    fn energies(&self, at: &State, input: &[f64], work: &mut Workspace) -> Result<Energies, Inadmissible> {
        self.check_input(input);
        let b: &mut Buffers = work.buffers();
        self.take(at, b)?;
        self.core.energies(&self.basis, at.time, input, b).map_err(|failure| self.refuse(at.time, failure))
    }

    fn linearise(
        &self,
        at: &State,
        acceleration: &[f64],
        input: &[f64],
        work: &mut Workspace,
    ) -> Result<Linearisation, MechError> {
        self.check_input(input);
        let b: &mut Buffers = work.buffers();
        self.take(at, b).map_err(MechError::Inadmissible)?;
        let mut full = vec![0.0; self.core.independent.len()];
        self.basis.expand(acceleration, &mut full);
        let found = self.core.linearise(&self.basis, at.time, &full, input, b);
        found.map_err(|failure| MechError::Inadmissible(self.refuse(at.time, failure)))
    }

    fn has_structure(&self) -> bool {
        self.is_recursive
    }

    fn structured(
        &self,
        at: &State,
        acceleration: &[f64],
        input: &[f64],
        work: &mut Workspace,
    ) -> Result<Option<StructuredMatrices>, MechError> {
        self.check_input(input);
        let b: &mut Buffers = work.buffers();
        if !self.is_recursive || self.core.has_sticking(b) {
            return Ok(None);
        }
        self.take(at, b).map_err(MechError::Inadmissible)?;
        let found = self.core.structured(at.time, acceleration, input, b);
        found.map(Some).map_err(|failure| MechError::Inadmissible(self.refuse(at.time, failure)))
    }

    fn share_loads(&self, share: f64, work: &mut Workspace) -> bool {
        let b: &mut Buffers = work.buffers();
        b.share = share;
        true
    }

    fn extent(&self) -> f64 {
        self.core.machine.size
    }

    fn strain(&self, work: &mut Workspace) -> f64 {
        self.strain_of(work.buffers())
    }

    fn rechosen(&self, at: &State, work: &mut Workspace) -> Result<Rechosen, NoOther> {
        self.rechoose(at, work)
    }

    fn at_home(&self, at: &State, work: &mut Workspace) -> Option<Arc<dyn System>> {
        let b: &mut Buffers = work.buffers();
        self.stand(at, b).ok()?;
        let found = self.core.homed(b);
        Some(Arc::new(Self { core: Arc::new(found), ..self.clone() }))
    }

    fn first_chosen(&self, at: &State, work: &mut Workspace) -> Result<(Vec<f64>, Vec<f64>), Inadmissible> {
        self.as_first_chosen(at, work)
    }

    fn switches(&self) -> usize {
        self.core.machine.switches
    }

    fn needs_decisions(&self) -> bool {
        !self.core.machine.described.frictions.is_empty()
    }

    fn switch_name(&self, k: usize) -> String {
        self.name_of_switch(k)
    }

    fn decided(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
    ) -> Result<Option<Arc<dyn System>>, Inadmissible> {
        self.decide(at, input, work).map(|found| found.map(|found| Arc::new(found) as Arc<dyn System>))
    }

    fn margins(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
        margins: &mut [f64],
    ) -> Result<(), Inadmissible> {
        self.write_margins(at, input, work, margins)
    }

    fn shared(&self) -> Option<Arc<dyn System>> {
        Some(Arc::new(self.clone()))
    }

    fn machinery(&self) -> Option<&dyn crate::machinery::Machinery> {
        Some(self)
    }

    fn project(
        &self,
        basis: &Dense,
        coordinates: Vec<GeneralisedCoordinate>,
    ) -> Result<Arc<dyn System>, MechError> {
        let (rows, m) = (basis.rows(), basis.cols());
        if rows != self.size() {
            return Err(MechError::BasisSize { rows, coordinates: self.size() });
        }
        if m == 0 || coordinates.len() != m {
            return Err(MechError::BasisNames { columns: m, names: coordinates.len() });
        }
        let is_bad = |j: &usize| {
            let column = basis.column(*j);
            column.iter().any(|v| !v.is_finite()) || column.iter().all(|v| *v == 0.0)
        };
        if let Some(column) = (0..m).find(is_bad) {
            return Err(MechError::BasisColumn { column });
        }
        let given =
            Basis { m, rows: Some((0..rows).flat_map(|i| (0..m).map(move |j| basis[(i, j)])).collect()) };
        if let Some(i) = given.mixes(&self.coordinates) {
            return Err(MechError::LargeMixed { coordinate: self.coordinates[i].name.clone() });
        }
        let all = self.core.independent.len();
        let full = Dense::from_fn(all, self.size(), |i, j| self.basis.get(i, j)).matmul(basis);
        let rows = (0..all).flat_map(|i| (0..m).map(move |j| (i, j))).map(|at| full[at]).collect();
        Ok(Arc::new(Self {
            core: Arc::clone(&self.core),
            basis: Basis { m, rows: Some(rows) },
            coordinates,
            first_chosen: None,
            decisions: Arc::new([]),
            is_recursive: false,
        }))
    }
}
