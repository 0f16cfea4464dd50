//! `lissom simulate`.

use super::reply::Said;
use crate::answer::Answer;
use crate::simulations::simulation::{Simulation, relative_error};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// `lissom simulate`: every model that ran.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Simulate {
    /// Every model that ran, by name.
    pub models: BTreeMap<String, SimulatedModel>,
    /// Largest error of each reduced model against `full` \[-\], by name; null where the full motion does not move.
    pub relative_errors: BTreeMap<String, Option<f64>>,
}

impl Said for Simulate {
    const VERB: &'static str = "simulate";
}

/// The motion of one model.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SimulatedModel {
    /// Times \[s\].
    pub t: Vec<f64>,
    /// Series of each output, by name (`units`).
    pub outputs: BTreeMap<String, Vec<f64>>,
    /// Extremes of each output at these times, by name.
    pub extremes: BTreeMap<String, Extremes>,
    /// Unit of each output, by name.
    pub units: BTreeMap<String, &'static str>,
    /// Number of coordinates.
    pub size: usize,
    /// Integrator.
    pub method: String,
    /// Methods that took turns where the integrator is `auto`: an implicit one stands for a stiff motion.
    pub turns: Vec<Turn>,
    /// Evaluations of the equations.
    pub evaluations: u64,
    /// Accepted steps.
    pub steps: u64,
    /// Rejected steps.
    pub rejected: u64,
    /// Number of changes to other coordinates on the way.
    pub changes_of_coordinates: u64,
    /// Estimated error of the outputs, over the largest value of each \[-\]; null where no accuracy was asked for.
    pub error_estimate: Option<f64>,
    /// The relative tolerance that it needed \[-\]; null where no accuracy was asked for.
    pub rtol: Option<f64>,
    /// Energy that is unaccounted for \[-\]; null where it is not kept.
    pub energy_error: Option<f64>,
    /// Largest gap in the balance of power of a bond graph \[-\]; null otherwise.
    pub power_gap: Option<f64>,
    /// Wall-clock time \[s\].
    pub wall_s: f64,
}

/// Extremes of an output, the first of equal ones.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Extremes {
    /// The least value (`units`).
    pub least: f64,
    /// When it occurs \[s\].
    pub least_at: f64,
    /// The largest value (`units`).
    pub largest: f64,
    /// When it occurs \[s\].
    pub largest_at: f64,
}

/// A method that took over.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Turn {
    /// When it began \[s\].
    pub from: f64,
    /// Its name.
    pub method: &'static str,
}

impl Simulate {
    /// Every model that ran, with the seconds each took.
    #[must_use]
    pub fn new(runs: &[(Answer<Simulation>, f64)]) -> Self {
        let full = runs.iter().find(|(run, _)| run.value.model == "full").map(|(full, _)| &full.value);
        let reduced = runs.iter().map(|(run, _)| &run.value).filter(|run| run.model != "full");
        let errors = full.iter().flat_map(|full| reduced.clone().map(move |run| (run, *full)));
        Self {
            models: runs
                .iter()
                .map(|(run, seconds)| (run.value.model.clone(), SimulatedModel::new(&run.value, *seconds)))
                .collect(),
            relative_errors: errors
                .map(|(run, full)| (run.model.clone(), relative_error(run, full)))
                .collect(),
        }
    }
}

impl SimulatedModel {
    fn new(run: &Simulation, wall_s: f64) -> Self {
        let motion = &run.trajectory;
        let names = run.outputs.iter().map(|(name, _)| name.clone());
        let extremes = names.clone().zip(&motion.outputs).filter_map(|(name, series)| {
            let found = motion.extremes(series)?;
            let lissom_dynamics::Extremes { least, least_at, largest, largest_at, .. } = found;
            Some((name, Extremes { least, least_at, largest, largest_at }))
        });
        Self {
            extremes: extremes.collect(),
            t: motion.times.clone(),
            outputs: names.zip(motion.outputs.iter().cloned()).collect(),
            units: run.outputs.iter().map(|(name, unit)| (name.clone(), *unit)).collect(),
            size: run.size,
            method: run.by.clone(),
            turns: motion.methods.iter().map(|(from, method)| Turn { from: *from, method }).collect(),
            evaluations: motion.counters.evaluations,
            steps: motion.counters.steps,
            rejected: motion.counters.rejected,
            changes_of_coordinates: motion.counters.changes,
            error_estimate: motion.convergence.map(|found| found.estimate),
            rtol: motion.convergence.map(|found| found.relative),
            energy_error: motion.audit.as_ref().map(lissom_dynamics::EnergyAudit::relative_error),
            power_gap: run.power_gap,
            wall_s,
        }
    }
}
