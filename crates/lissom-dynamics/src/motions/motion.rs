//! The equations of motion as a first-order system, with every evaluation counted.

use lissom_mech::{Inadmissible, State, System, Workspace};

/// The inputs of a system as a function of time [s]: writes one value per input.
pub type InputLaw<'p> = dyn Fn(f64, &mut [f64]) + Sync + 'p;

/// A system under its inputs: y = (q, q̇) gives ẏ = (q̇, q̈).
#[derive(Debug)]
pub(crate) struct Motion<'p> {
    pub(crate) system: &'p dyn System,
    input: Law<'p>,
    values: Vec<f64>,
    workspace: Workspace,
    /// Calls of [`System::acceleration`] so far.
    pub(crate) evaluations: u64,
}

/// A law with a debug representation.
#[derive(Clone, Copy)]
struct Law<'p>(&'p InputLaw<'p>);

impl std::fmt::Debug for Law<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("input law")
    }
}

impl<'p> Motion<'p> {
    pub(crate) fn new(system: &'p dyn System, input: &'p InputLaw<'p>) -> Self {
        let values = vec![0.0; system.inputs().len()];
        Self { system, input: Law(input), values, workspace: system.workspace(), evaluations: 0 }
    }

    /// Number of coordinates.
    pub(crate) fn size(&self) -> usize {
        self.system.coordinates().len()
    }

    /// q̈ at a state. A non-finite result makes the state inadmissible and is not passed on.
    pub(crate) fn acceleration(&mut self, at: &State, result: &mut [f64]) -> Result<(), Inadmissible> {
        self.evaluations += 1;
        (self.input.0)(at.time, &mut self.values);
        let found = self.system.acceleration(at, &self.values, &mut self.workspace, result);
        let wrong = result.iter().position(|a| !a.is_finite());
        match (found, wrong) {
            (Ok(()), Some(i)) => {
                let name = &self.system.coordinates()[i].name;
                let reason = format!("the acceleration of `{name}` is {}", result[i]);
                Err(Inadmissible { time: at.time, reason })
            }
            (outcome, _) => outcome,
        }
    }

    /// ẏ at y = (q, q̇).
    pub(crate) fn rates(&mut self, time: f64, y: &[f64], rates: &mut [f64]) -> Result<(), Inadmissible> {
        let (position, velocity) = y.split_at(self.size());
        let (first, second) = rates.split_at_mut(velocity.len());
        first.copy_from_slice(velocity);
        self.acceleration(&State { time, position, velocity }, second)
    }

    /// How close the coordinates are to becoming singular at the last evaluated state.
    pub(crate) fn strain(&mut self) -> f64 {
        self.system.strain(&mut self.workspace)
    }

    /// The system with its inputs at a time and its buffers, for other results than the acceleration.
    pub(crate) fn parts(&mut self, time: f64) -> (&'p dyn System, &[f64], &mut Workspace) {
        (self.input.0)(time, &mut self.values);
        (self.system, &self.values, &mut self.workspace)
    }
}
