//! The smaller system on a basis.

use crate::basis::Basis;
use crate::error::ReduceError;
use lissom_linalg::Dense;
use lissom_mech::{
    Energies, GeneralisedCoordinate, Inadmissible, Linearisation, Machinery, MechError, NoOther, Rechosen,
    State, System, Workspace,
};
use std::sync::Arc;

/// A system that moves in the directions of a basis only; projected inside the assembly, so it costs less.
#[derive(Clone, Debug)]
pub struct Reduced {
    system: Arc<dyn System>,
    basis: Basis,
}

impl Reduced {
    /// The reduction of a system to a basis.
    ///
    /// # Errors
    /// [`ReduceError::Mech`] when the basis does not fit the system.
    pub fn new(full: &dyn System, basis: Basis) -> Result<Self, ReduceError> {
        let coordinates = basis.columns.iter().map(|column| column.coordinate.clone()).collect();
        let system = full.project(&basis.vectors, coordinates).map_err(ReduceError::Mech)?;
        Ok(Self { system, basis })
    }

    /// The basis.
    #[must_use]
    pub fn basis(&self) -> &Basis {
        &self.basis
    }
}

impl System for Reduced {
    fn name(&self) -> &str {
        self.system.name()
    }

    fn coordinates(&self) -> &[GeneralisedCoordinate] {
        self.system.coordinates()
    }

    fn inputs(&self) -> &[String] {
        self.system.inputs()
    }

    fn outputs(&self) -> &[(String, &'static str)] {
        self.system.outputs()
    }

    fn workspace(&self) -> Workspace {
        self.system.workspace()
    }

    fn initial(&self) -> (Vec<f64>, Vec<f64>) {
        self.system.initial()
    }

    fn share_loads(&self, share: f64, work: &mut Workspace) -> bool {
        self.system.share_loads(share, work)
    }

    fn acceleration(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
        acceleration: &mut [f64],
    ) -> Result<(), Inadmissible> {
        self.system.acceleration(at, input, work, acceleration)
    }

    fn output(&self, at: &State, work: &mut Workspace, values: &mut [f64]) -> Result<(), Inadmissible> {
        self.system.output(at, work, values)
    }

    fn output_under(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
        values: &mut [f64],
    ) -> Result<(), Inadmissible> {
        self.system.output_under(at, input, work, values)
    }

    fn energies(&self, at: &State, input: &[f64], work: &mut Workspace) -> Result<Energies, Inadmissible> {
        self.system.energies(at, input, work)
    }

    fn linearise(
        &self,
        at: &State,
        acceleration: &[f64],
        input: &[f64],
        work: &mut Workspace,
    ) -> Result<Linearisation, MechError> {
        self.system.linearise(at, acceleration, input, work)
    }

    fn extent(&self) -> f64 {
        self.system.extent()
    }

    fn strain(&self, work: &mut Workspace) -> f64 {
        self.system.strain(work)
    }

    fn rechosen(&self, at: &State, work: &mut Workspace) -> Result<Rechosen, NoOther> {
        self.system.rechosen(at, work)
    }

    fn at_home(&self, at: &State, work: &mut Workspace) -> Option<Arc<dyn System>> {
        self.system.at_home(at, work)
    }

    fn first_chosen(&self, at: &State, work: &mut Workspace) -> Result<(Vec<f64>, Vec<f64>), Inadmissible> {
        self.system.first_chosen(at, work)
    }

    fn output_of_rates(
        &self,
        at: &State,
        work: &mut Workspace,
        values: &mut [f64],
    ) -> Result<(), Inadmissible> {
        self.system.output_of_rates(at, work, values)
    }

    fn shared(&self) -> Option<Arc<dyn System>> {
        Some(Arc::new(self.clone()))
    }

    fn machinery(&self) -> Option<&dyn Machinery> {
        self.system.machinery()
    }

    fn project(
        &self,
        basis: &Dense,
        coordinates: Vec<GeneralisedCoordinate>,
    ) -> Result<Arc<dyn System>, MechError> {
        self.system.project(basis, coordinates)
    }
}
