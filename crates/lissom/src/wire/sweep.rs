//! Frequencies against parameters.

use crate::reports::mode_sweep::ModeSweep;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// Frequencies against parameters.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Sweep {
    /// Values of each parameter (SI units), by name.
    pub parameters: BTreeMap<String, Vec<f64>>,
    /// One entry for each mode of each model.
    pub series: Vec<SweepSeries>,
}

/// A mode of a model along a sweep.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SweepSeries {
    /// The model.
    pub model: String,
    /// Number of the mode, from one.
    pub mode: usize,
    /// Its frequency at every point \[Hz\]; null where there is no such mode.
    pub frequencies_hz: Vec<Option<f64>>,
}

impl From<&ModeSweep> for Sweep {
    fn from(sweep: &ModeSweep) -> Self {
        let column = |k: usize| sweep.values.iter().map(|row| row[k]).collect::<Vec<f64>>();
        let parameters = sweep.parameters.iter().enumerate().map(|(k, name)| (name.clone(), column(k)));
        let series = sweep.series.iter().flat_map(|s| {
            (0..s.modes()).map(move |mode| SweepSeries {
                model: s.model.clone(),
                mode: mode + 1,
                frequencies_hz: s.frequencies_hz.iter().map(|row| row.get(mode).copied()).collect(),
            })
        });
        Self { parameters: parameters.collect(), series: series.collect() }
    }
}
