//! `lissom modes` of modal bodies and bond graphs.

use crate::checks::CheckOutcome;
use crate::reports::oscillation_report::{self, OscillationReport};
use crate::wire::modes::CheckedNumber;
use crate::wire::reply::Said;
use crate::wire::sweep::Sweep;
use lissom_bond::Oscillation;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// `lissom modes` of modal bodies and bond graphs: oscillations of the state equations.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Oscillations {
    /// The model as it is described.
    #[serde(flatten)]
    pub main: VariantOscillations,
    /// The same keys for each truncation, by name.
    pub models: BTreeMap<String, VariantOscillations>,
    /// Whether all poles were found, with residuals of rounding.
    pub certified: bool,
    /// Outcomes of `[check]`.
    pub checks: Vec<CheckedNumber>,
    /// Frequencies against parameters, where `[analysis.modes]` has a `sweep`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sweep: Option<Sweep>,
}

impl Said for Oscillations {
    const VERB: &'static str = "modes";
}

/// Oscillations of one truncation.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct VariantOscillations {
    /// Number of states.
    pub states: usize,
    /// Modulus of each oscillating pole over 2π \[Hz\].
    pub frequencies_hz: Vec<f64>,
    /// Modulus of each oscillating pole \[rad/s\].
    pub angular_frequencies: Vec<f64>,
    /// Damping ratio of each oscillating pole \[-\].
    pub damping_ratios: Vec<f64>,
    /// Share of the elastic energy in the residual compliance \[-\].
    pub residual_shares: Vec<f64>,
    /// Real and imaginary part of each oscillating pole \[1/s, rad/s\].
    pub poles: Vec<[f64; 2]>,
    /// Poles without oscillation \[1/s\].
    pub real_poles: Vec<f64>,
    /// Number of poles at zero.
    pub rigid_modes: usize,
    /// Residual of each oscillation \[-\].
    pub residuals: Vec<f64>,
}

impl From<&oscillation_report::VariantOscillations> for VariantOscillations {
    fn from(found: &oscillation_report::VariantOscillations) -> Self {
        let list = |f: &dyn Fn(&Oscillation) -> f64| found.oscillations.iter().map(f).collect::<Vec<f64>>();
        Self {
            states: found.states,
            frequencies_hz: list(&|o| o.frequency_hz),
            angular_frequencies: list(&|o| o.pole.abs()),
            damping_ratios: list(&|o| o.damping_ratio),
            residual_shares: list(&|o| o.residual_share),
            poles: found.oscillations.iter().map(|o| [o.pole.re, o.pole.im]).collect(),
            real_poles: found.real_poles.clone(),
            rigid_modes: found.zero_poles,
            residuals: vec![found.residual; found.oscillations.len()],
        }
    }
}

impl Oscillations {
    /// The oscillations of a report, outcomes of `[check]`, and the sweep where there is one.
    #[must_use]
    pub fn new(report: &OscillationReport, checks: &[CheckOutcome], sweep: Option<Sweep>) -> Self {
        let variants = report.variants.iter();
        Self {
            main: report.main().into(),
            models: variants.map(|v| (v.model.clone(), VariantOscillations::from(v))).collect(),
            certified: report.is_complete(),
            checks: checks.iter().map(CheckedNumber::from).collect(),
            sweep,
        }
    }
}
