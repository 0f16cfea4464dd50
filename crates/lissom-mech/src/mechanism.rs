//! A planar mechanism in large motion: a [`System`] in independent deformations \[Boer2013, §2\].
//!
#![doc = include_str!("mechanism/README.md")]

pub(crate) mod answers;
mod buffers;
pub(crate) mod choice_of_coordinates;
mod configuration;
pub(crate) mod constants;
mod core;
pub(crate) mod jacobian;
pub(crate) mod recursion;

pub use answers::force_tables::{AxisRule, AxisTable, ForceTable, SectionTable, SpreadTable};
pub use answers::frozen::{FrameEffectParts, FrozenMotion, JointForce};
pub use answers::report::ConstraintReport;
pub use answers::snapshot::{Snapshot, Stress};
pub use answers::standing::{CarriedForce, Standing};
pub use answers::tables::{
    ActingTable, Demanded, ElementTable, EquationTable, LoadTable, Measured, MotionTables, NotAsData,
    OutputTable, Role, RowTable, SeenTable, SizeTable, TearTable,
};
pub use recursion::elimination::Number;
pub use recursion::iteration::{StructuredFactor, StructuredMatrices};

use crate::error::MechError;
use crate::machinery::Machinery;
use crate::system::{
    Energies, GeneralisedCoordinate, Inadmissible, Linearisation, NoOther, Rechosen, Size, State, System,
    Workspace,
};
use buffers::Buffers;
use choice_of_coordinates::basis::Basis;
use choice_of_coordinates::choice::Source;
use configuration::kinematics::Failure;
use core::Core;
use lissom_linalg::Dense;
use lissom_model::model::Model;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// A planar mechanism, full or reduced.
#[derive(Clone, Debug)]
pub struct Mechanism {
    core: Arc<Core>,
    basis: Basis,
    coordinates: Vec<GeneralisedCoordinate>,
    /// The initial independent coordinates, if different.
    first_chosen: Option<Arc<[Source]>>,
    /// Decisions of all laws, where they are kept; empty: each evaluation takes its own.
    decisions: Arc<[f64]>,
    /// Whether accelerations are found by elimination along the tree.
    is_recursive: bool,
}

/// How a full mechanism finds its accelerations: both give the same ones, up to rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// With the mass matrix of all coordinates: work that grows with the cube of their number.
    MassMatrix,
    /// By elimination along the tree: work that grows with the number of elements.
    Tree,
}

impl Mechanism {
    /// The mechanism of a model; independent coordinates are chosen automatically.
    ///
    /// # Errors
    /// If an element cannot be built or supports small motions only, a law is invalid, or nothing moves.
    pub fn of(model: &Model) -> Result<Self, MechError> {
        Core::new(model, None).map(Self::full)
    }

    /// The mechanism of a model with the deformations that follow from the others given by element and name:
    /// `("beam A, element 5", "bending at the second end")`.
    ///
    /// # Errors
    /// As [`Self::of`], and if the other deformations do not determine the configuration.
    pub fn with_released(model: &Model, released: &[(&str, &str)]) -> Result<Self, MechError> {
        Core::new(model, Some(released)).map(Self::full)
    }

    fn full(core: Core) -> Self {
        let basis = Basis::full(&core);
        Self {
            is_recursive: core.tree.as_ref().is_some_and(|tree| tree.is_worthwhile),
            basis,
            coordinates: core.independent.clone(),
            core: Arc::new(core),
            first_chosen: None,
            decisions: Arc::new([]),
        }
    }

    /// How many configurations were searched so far, by this mechanism and all that share its machine.
    #[must_use]
    pub fn configurations_searched(&self) -> u64 {
        self.core.searched.load(Ordering::Relaxed)
    }

    /// How accelerations are found: by default in the way that takes less work, counted in multiplications.
    #[must_use]
    pub fn route(&self) -> Route {
        if self.is_recursive { Route::Tree } else { Route::MassMatrix }
    }

    /// The same mechanism with its accelerations found in a given way; `None` where it has no tree: it is reduced, or is not placed
    /// link by link.
    #[must_use]
    pub fn with_route(&self, route: Route) -> Option<Self> {
        let is_recursive = route == Route::Tree;
        let has_tree = self.core.tree.is_some() && self.basis.row(0).is_none();
        (has_tree || !is_recursive).then(|| Self { is_recursive, ..self.clone() })
    }

    /// Multiplications of an elimination along the tree; `None` where there is no tree.
    #[must_use]
    pub fn multiplications(&self) -> Option<usize> {
        self.core.tree.as_ref().map(|tree| tree.fronts.multiplications())
    }

    /// Deformations that follow from the independent ones, by name.
    #[must_use]
    pub fn released(&self) -> Vec<String> {
        self.core.choice.released.iter().map(|m| self.core.parts.name(*m)).collect()
    }

    /// Numbers of equations that are solved together, in the order of solution: one block per element in a chain,
    /// larger ones in loops.
    #[must_use]
    pub fn block_sizes(&self) -> Vec<usize> {
        self.core.pattern.block_sizes().collect()
    }

    fn size(&self) -> usize {
        self.coordinates.len()
    }

    /// Puts the position into the buffers: q = V η.
    fn take(&self, at: &State, b: &mut Buffers) -> Result<(), Inadmissible> {
        let m = self.size();
        assert!(at.position.len() == m && at.velocity.len() == m, "a state has one value per coordinate");
        let bad = |values: &[f64]| values.iter().position(|v| !v.is_finite());
        if let Some(j) = bad(at.position).or_else(|| bad(at.velocity)) {
            return Err(self.refuse(at.time, Failure::State(j)));
        }
        b.eta.copy_from_slice(at.position);
        self.basis.expand(at.position, &mut b.q);
        Ok(())
    }

    fn refuse(&self, time: f64, failure: Failure) -> Inadmissible {
        match failure {
            Failure::Massless(j) => Inadmissible {
                time,
                reason: format!(
                    "`{}` moves no mass: its acceleration is undetermined",
                    self.coordinates[j].name
                ),
            },
            Failure::State(j) => Inadmissible {
                time,
                reason: format!("`{}` or its rate is not a finite number", self.coordinates[j].name),
            },
            other => self.core.inadmissible(time, other),
        }
    }

    fn check_input(&self, input: &[f64]) {
        assert_eq!(input.len(), self.core.loads.inputs.len(), "one value is needed for each input");
    }
}

impl System for Mechanism {
    fn name(&self) -> &str {
        &self.core.name
    }

    fn coordinates(&self) -> &[GeneralisedCoordinate] {
        &self.coordinates
    }

    fn inputs(&self) -> &[String] {
        &self.core.loads.inputs
    }

    fn outputs(&self) -> &[(String, &'static str)] {
        &self.core.outputs.names
    }

    fn workspace(&self) -> Workspace {
        let mut buffers = Buffers::new(&self.core, self.size(), self.is_recursive);
        buffers.decisions.extend_from_slice(&self.decisions);
        self.note_usual_motions(&mut buffers);
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
        self.core
            .accelerate(&self.basis, at.time, at.velocity, input, b)
            .map_err(|failure| self.refuse(at.time, failure))?;
        acceleration.copy_from_slice(&b.generalised_force);
        Ok(())
    }

    fn output(&self, at: &State, work: &mut Workspace, values: &mut [f64]) -> Result<(), Inadmissible> {
        self.output_under(at, &vec![0.0; self.core.loads.inputs.len()], work, values)
    }

    fn output_under(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
        values: &mut [f64],
    ) -> Result<(), Inadmissible> {
        self.check_input(input);
        self.output_at(at, input, work, values).or_else(|refused| {
            let found = self.between_both_sides(at, work, refused, |at, work| {
                let mut values = vec![0.0; self.core.outputs.names.len()];
                self.output_at(at, input, work, &mut values).map(|()| values)
            })?;
            values.copy_from_slice(&found);
            Ok(())
        })
    }

    fn output_of_rates(
        &self,
        at: &State,
        work: &mut Workspace,
        values: &mut [f64],
    ) -> Result<(), Inadmissible> {
        self.rates_at(at, work, values)
    }

    fn energies(&self, at: &State, input: &[f64], work: &mut Workspace) -> Result<Energies, Inadmissible> {
        self.check_input(input);
        self.energies_at(at, input, work).or_else(|refused| {
            let sides = |at: &State, work: &mut Workspace| {
                let e = self.energies_at(at, input, work)?;
                Ok(vec![e.kinetic, e.elastic, e.potential, e.dissipation, e.input])
            };
            let found = self.between_both_sides(at, work, refused, sides)?;
            let [kinetic, elastic, potential, dissipation, input] = found[..] else {
                unreachable!("as many values as inputs")
            };
            Ok(Energies { kinetic, elastic, potential, dissipation, input })
        })
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
        let rates = [at.velocity, acceleration];
        let found = self.core.linearise(&self.basis, at.time, rates, input, b);
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
        let fronts = self.core.iteration_fronts().filter(|_| self.is_recursive && !self.core.has_sticking(b));
        let Some(fronts) = fronts else { return Ok(None) };
        self.take(at, b).map_err(MechError::Inadmissible)?;
        let rates = [at.velocity, acceleration];
        let found = self.core.structured(fronts, at.time, rates, (input, &self.basis), b);
        found.map(Some).map_err(|failure| MechError::Inadmissible(self.refuse(at.time, failure)))
    }

    fn share_loads(&self, share: f64, work: &mut Workspace) -> bool {
        let b: &mut Buffers = work.buffers();
        b.share = share;
        true
    }

    fn extent(&self) -> f64 {
        self.core.scale.size
    }

    fn strain(&self, work: &mut Workspace) -> f64 {
        self.strain_of(work.buffers())
    }

    fn rechosen(&self, at: &State, work: &mut Workspace) -> Result<Rechosen, NoOther> {
        self.rechoose(at, work)
    }

    fn switches(&self) -> usize {
        self.core.switches
    }

    fn needs_decisions(&self) -> bool {
        !self.core.loads.frictions.is_empty()
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

    fn machinery(&self) -> Option<&dyn Machinery> {
        Some(self)
    }

    fn at_home(&self, at: &State, work: &mut Workspace) -> Option<Arc<dyn System>> {
        self.homed(at, work).map(|mechanism| Arc::new(mechanism) as Arc<dyn System>)
    }

    fn first_chosen(&self, at: &State, work: &mut Workspace) -> Result<(Vec<f64>, Vec<f64>), Inadmissible> {
        self.as_first_chosen(at, work)
    }

    fn project(
        &self,
        basis: &Dense,
        coordinates: Vec<GeneralisedCoordinate>,
    ) -> Result<Arc<dyn System>, MechError> {
        self.reduced(basis, coordinates).map(|reduced| Arc::new(reduced) as Arc<dyn System>)
    }
}

impl Mechanism {
    /// The smaller mechanism with q = V η.
    ///
    /// # Errors
    /// When V does not fit, or mixes coordinates that become large.
    pub fn reduced(&self, basis: &Dense, coordinates: Vec<GeneralisedCoordinate>) -> Result<Self, MechError> {
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
        for (i, coordinate) in self.coordinates.iter().enumerate() {
            if coordinate.size == Size::Large && mixes(basis, i) {
                return Err(MechError::LargeMixed { coordinate: coordinate.name.clone() });
            }
        }
        let all = self.core.independent.len();
        let full = Dense::from_fn(all, self.size(), |i, j| self.basis.get(i, j)).matmul(basis);
        let rows = (0..all).flat_map(|i| (0..m).map(move |j| (i, j))).map(|at| full[at]).collect();
        let basis = Basis::reduced(&self.core, rows, m);
        Ok(Self {
            core: Arc::clone(&self.core),
            basis,
            coordinates,
            first_chosen: None,
            decisions: Arc::new([]),
            is_recursive: false,
        })
    }
}

/// Whether a row shares one of its columns with another row.
fn mixes(basis: &Dense, row: usize) -> bool {
    (0..basis.cols()).filter(|j| basis[(row, *j)] != 0.0).any(|j| {
        let others = basis.column(j).iter().enumerate().filter(|(i, v)| *i != row && **v != 0.0);
        others.count() > 0
    })
}
