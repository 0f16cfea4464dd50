//! A motion at equidistant times.

use crate::integrators::integrator::Counters;
use crate::motions::converged::Convergence;
use crate::motions::energy_audit::EnergyAudit;
use lissom_mech::{Energies, SampledMemory, State, System};
use std::sync::Arc;

/// A motion at equidistant times, with its cost.
#[derive(Clone, Debug, Default)]
pub struct Trajectory {
    /// Times [s].
    pub times: Vec<f64>,
    /// One series per output of the system (unit of the output).
    pub outputs: Vec<Vec<f64>>,
    /// Names and units of the last outputs, where controllers add their commands to those of the system.
    pub commands: Vec<(String, &'static str)>,
    /// What the controllers remember at the end.
    pub controllers: ControllersAtEnd,
    /// How large each output would be if all of its coordinates moved as far as the farthest one, or as the machine is large (unit of
    /// the output); empty or zero if unknown.
    pub reach: Vec<f64>,
    /// Coordinates at each time, in the initial choice.
    pub positions: Vec<Vec<f64>>,
    /// Their rates at each time.
    pub velocities: Vec<Vec<f64>>,
    /// Changes of coordinates.
    pub changes: Vec<Change>,
    /// Energies and powers at each time, if the energy balance was requested.
    pub energies: Vec<Energies>,
    /// The energy balance, if requested.
    pub audit: Option<EnergyAudit>,
    /// Where several integrators took turns: when each one began [s], and its name.
    pub methods: Vec<(f64, &'static str)>,
    /// Shortest and longest step [s].
    pub steps: [f64; 2],
    /// How far the outputs are converged, if that was asked for.
    pub convergence: Option<Convergence>,
    /// Its cost, that of motions with looser tolerances included.
    pub counters: Counters,
}

/// What controllers remember at the end of a motion.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ControllersAtEnd {
    /// States of continuous controllers.
    pub states: Vec<f64>,
    /// Their integrals over time, which are coordinates of the motion.
    pub integrals: Vec<f64>,
    /// Of each controller, where it samples.
    pub memories: Vec<SampledMemory>,
}

/// The extremes of an output at the times of a motion, the first of equal ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extremes {
    /// The least value (unit of the output).
    pub least: f64,
    /// When it occurs [s].
    pub least_at: f64,
    /// The largest value (unit of the output).
    pub largest: f64,
    /// When it occurs [s].
    pub largest_at: f64,
    /// The last value (unit of the output).
    pub last: f64,
}

/// States in other coordinates than the initial ones.
#[derive(Clone, Debug)]
pub struct Change {
    /// The first time in these coordinates.
    pub first: usize,
    /// The system in these coordinates.
    pub system: Arc<dyn System>,
    /// Coordinates at each time from there to the next change.
    pub positions: Vec<Vec<f64>>,
    /// Their rates.
    pub velocities: Vec<Vec<f64>>,
}

/// An output below this share of its reach is rounding [-].
pub(super) const STILL: f64 = 1e-11;

impl Trajectory {
    /// The extremes of a series over the times; `None` of an empty one.
    #[must_use]
    pub fn extremes(&self, series: &[f64]) -> Option<Extremes> {
        let (first, last) = (*series.first()?, *series.last()?);
        let start = *self.times.first()?;
        let mut found = Extremes { least: first, least_at: start, largest: first, largest_at: start, last };
        for (value, time) in series.iter().zip(&self.times) {
            if *value < found.least {
                (found.least, found.least_at) = (*value, *time);
            }
            if *value > found.largest {
                (found.largest, found.largest_at) = (*value, *time);
            }
        }
        Some(found)
    }

    /// The motion of a plant with controllers in the coordinates of the plant alone.
    pub fn leave_controllers(&mut self, controlled: &dyn System) {
        let Some(plant) = controlled.plant() else { return };
        let size = plant.coordinates().len();
        self.commands = controlled.outputs()[plant.outputs().len()..].to_vec();
        let tail = |series: &[Vec<f64>]| series.last().map_or(Vec::new(), |last| last[size..].to_vec());
        self.controllers.states = tail(&self.velocities);
        self.controllers.integrals = tail(&self.positions);
        let of_changes = self
            .changes
            .iter_mut()
            .flat_map(|change| change.positions.iter_mut().chain(&mut change.velocities));
        let own = self.positions.iter_mut().chain(&mut self.velocities);
        own.chain(of_changes).for_each(|state| state.truncate(size));
        for change in &mut self.changes {
            if let Some(plant) = change.system.plant() {
                change.system = plant;
            }
        }
    }

    /// The state at a time by its number, with the system of its coordinates; `first` is the system in the
    /// initial coordinates.
    #[must_use]
    pub fn state<'a>(&'a self, k: usize, first: &'a dyn System) -> (&'a dyn System, State<'a>) {
        let time = self.times[k];
        match self.changes.iter().rev().find(|change| change.first <= k) {
            None => (first, State { time, position: &self.positions[k], velocity: &self.velocities[k] }),
            Some(change) => {
                let i = k - change.first;
                let (position, velocity) = (&change.positions[i], &change.velocities[i]);
                (&*change.system, State { time, position, velocity })
            }
        }
    }

    /// Largest distance of an output from that of another motion over the same times, over the largest value of
    /// the other one [-]; `None` when the times differ or the other one does not move. An output of the other
    /// one that is only rounding relative to its reach ([`Trajectory::reach`]) is measured by that reach.
    #[must_use]
    pub fn relative_error(&self, other: &Self, output: usize) -> Option<f64> {
        let (own, reference) = (self.outputs.get(output)?, other.outputs.get(output)?);
        if self.times != other.times {
            return None;
        }
        let size = reference.iter().fold(0.0, |a: f64, b| a.max(b.abs()));
        let reach = other.reach.get(output).copied().unwrap_or(0.0);
        let size = if size > STILL * reach { size } else { reach };
        let distance = own.iter().zip(reference).fold(0.0, |a: f64, (b, c)| a.max((b - c).abs()));
        (size > 0.0).then_some(distance / size)
    }
}
