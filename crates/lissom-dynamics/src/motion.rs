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
    /// The last state that was admissible: time, then (q, q̇).
    last: (f64, Vec<f64>),
    /// Calls of [`System::acceleration`] so far.
    pub(crate) evaluations: u64,
}

/// A law that can be shown: functions cannot.
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
        let last = (f64::NAN, vec![0.0; 2 * system.coordinates().len()]);
        Self { system, input: Law(input), values, workspace: system.workspace(), last, evaluations: 0 }
    }

    /// Number of coordinates.
    pub(crate) fn size(&self) -> usize {
        self.system.coordinates().len()
    }

    /// q̈ at a state. A result that is not a number makes the state inadmissible: it never travels on.
    pub(crate) fn acceleration(&mut self, at: &State, result: &mut [f64]) -> Result<(), Inadmissible> {
        self.evaluations += 1;
        (self.input.0)(at.time, &mut self.values);
        let found = self.system.acceleration(at, &self.values, &mut self.workspace, result);
        let wrong = result.iter().position(|a| !a.is_finite());
        match (found, wrong) {
            (Ok(()), None) => {
                self.remember(at);
                Ok(())
            }
            (Ok(()), Some(i)) => {
                let name = &self.system.coordinates()[i].name;
                let reason = format!("the acceleration of `{name}` is {}", result[i]);
                self.recover(result);
                Err(Inadmissible { time: at.time, reason })
            }
            (Err(state), _) => {
                self.recover(result);
                Err(state)
            }
        }
    }

    fn remember(&mut self, at: &State) {
        let (position, velocity) = self.last.1.split_at_mut(at.position.len());
        position.copy_from_slice(at.position);
        velocity.copy_from_slice(at.velocity);
        self.last.0 = at.time;
    }

    /// Buffers may hold a warm start; what a refused state left there must not lead the next evaluation astray. So
    /// it starts from the last admissible state again, if fresh buffers find that.
    fn recover(&mut self, scratch: &mut [f64]) {
        let (time, state) = &self.last;
        let (position, velocity) = state.split_at(scratch.len());
        let mut fresh = self.system.workspace();
        (self.input.0)(*time, &mut self.values);
        let at = State { time: *time, position, velocity };
        if time.is_finite() && self.system.acceleration(&at, &self.values, &mut fresh, scratch).is_ok() {
            self.workspace = fresh;
        }
    }

    /// ẏ at y = (q, q̇).
    pub(crate) fn rates(&mut self, time: f64, y: &[f64], rates: &mut [f64]) -> Result<(), Inadmissible> {
        let (position, velocity) = y.split_at(self.size());
        let (first, second) = rates.split_at_mut(velocity.len());
        first.copy_from_slice(velocity);
        self.acceleration(&State { time, position, velocity }, second)
    }

    /// The system with its inputs at a time and its buffers, for questions other than the acceleration.
    pub(crate) fn parts(&mut self, time: f64) -> (&'p dyn System, &[f64], &mut Workspace) {
        (self.input.0)(time, &mut self.values);
        (self.system, &self.values, &mut self.workspace)
    }
}
