//! `lissom modes --closed` of a mechanism: poles with all loops closed.

use crate::reports::loop_report::{LoopReport, loop_stability_words};
use crate::wire::reply::Said;
use schemars::JsonSchema;
use serde::Serialize;
use std::f64::consts::TAU;

/// `lissom modes --closed` of a mechanism: poles with all feedback loops closed.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ClosedPoles {
    /// `closed`: the controllers act.
    pub loops: &'static str,
    /// Sampling period \[s\], poles are then ln(z)/T; null where all controllers are continuous.
    pub period: Option<f64>,
    /// Modulus of each oscillating pole over 2π \[Hz\].
    pub frequencies_hz: Vec<f64>,
    /// Damping ratio of each oscillating pole \[-\].
    pub damping_ratios: Vec<f64>,
    /// Real and imaginary part of each oscillating pole \[1/s, rad/s\].
    pub poles: Vec<[f64; 2]>,
    /// Estimate of the error of each oscillating pole \[1/s\].
    pub errors: Vec<f64>,
    /// Poles without oscillation \[1/s\].
    pub real_poles: Vec<f64>,
    /// In words: stable, unstable or undecided.
    pub stability: String,
}

impl Said for ClosedPoles {
    const VERB: &'static str = "modes";
}

impl From<&LoopReport> for ClosedPoles {
    fn from(report: &LoopReport) -> Self {
        let all = report.oscillations();
        Self {
            loops: "closed",
            period: report.period,
            frequencies_hz: all.iter().map(|(s, _)| s.abs() / TAU).collect(),
            damping_ratios: all.iter().map(|(s, _)| (0.0 - s.re) / s.abs()).collect(),
            poles: all.iter().map(|(s, _)| [s.re, s.im]).collect(),
            errors: all.iter().map(|(_, error)| *error).collect(),
            real_poles: report.real_poles(),
            stability: loop_stability_words(report.stability),
        }
    }
}
