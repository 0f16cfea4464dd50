//! `lissom modes` of a structure that turns: modes at its speed.

use crate::checks::CheckOutcome;
use crate::reports::campbell::CampbellReport;
use crate::wire::campbell::{CampbellCertificate, SpinEffects};
use crate::wire::modes::CheckedNumber;
use crate::wire::reply::Said;
use crate::wire::sweep::Sweep;
use schemars::JsonSchema;
use serde::Serialize;
use std::f64::consts::TAU;

/// `lissom modes` of a structure with `[spin]`: modes at its speed, with whirl and stability.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TurningModes {
    /// Speed \[rad/s\].
    pub speed: f64,
    /// Frequencies of the modes, without rigid ones \[Hz\].
    pub frequencies_hz: Vec<f64>,
    /// Imaginary parts of the eigenvalues \[rad/s\].
    pub angular_frequencies: Vec<f64>,
    /// Real parts of the eigenvalues \[1/s\].
    pub real_parts: Vec<f64>,
    /// Damping ratio of each mode \[-\].
    pub damping_ratios: Vec<f64>,
    /// Share of a circle, positive with the rotation \[-\].
    pub whirl: Vec<f64>,
    /// Residual of each eigenvalue \[-\].
    pub residuals: Vec<f64>,
    /// Number of unconstrained motions.
    pub rigid_modes: usize,
    /// Largest real part of the roots found \[1/s\].
    pub max_real_part: f64,
    /// Whether nothing grows.
    pub stable: bool,
    /// Whether the energy proves it.
    pub proved_stable: bool,
    /// Whether the modes are proved.
    pub certified: bool,
    /// Bound of the error of the modes; null where there is none.
    pub bound: Option<f64>,
    /// Why they are not certified; null when they are.
    pub why: Option<String>,
    /// What proves modes and stability.
    pub certificate: CampbellCertificate,
    /// `turns` or `stands`: the frame in which frequencies are given.
    pub frame: &'static str,
    /// Effects of the frame that act.
    pub effects: SpinEffects,
    /// Outcomes of `[check]`.
    pub checks: Vec<CheckedNumber>,
    /// Frequencies against parameters, where `[analysis.modes]` has a `sweep`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sweep: Option<Sweep>,
}

impl Said for TurningModes {
    const VERB: &'static str = "modes";
}

impl TurningModes {
    pub(crate) fn new(report: &CampbellReport, checks: &[CheckOutcome], sweep: Option<Sweep>) -> Self {
        let c = &report.campbell;
        let roots: Vec<_> = c.modes.iter().map(|mode| mode.values[0]).collect();
        let certificate = CampbellCertificate {
            modes: (&c.verdicts.modes).into(),
            stability: (&c.verdicts.stability).into(),
        };
        Self {
            speed: c.speeds[0],
            frequencies_hz: roots.iter().map(|s| s.im.abs() / TAU).collect(),
            angular_frequencies: roots.iter().map(|s| s.im).collect(),
            real_parts: roots.iter().map(|s| s.re).collect(),
            damping_ratios: roots.iter().map(|s| (0.0 - s.re) / s.abs().max(f64::MIN_POSITIVE)).collect(),
            whirl: c.modes.iter().map(|mode| mode.whirl[0]).collect(),
            residuals: c.modes.iter().map(|mode| mode.residual[0]).collect(),
            rigid_modes: c.rigid[0].0,
            max_real_part: c.max_real_part[0],
            stable: c.stable[0],
            proved_stable: c.definite[0],
            certified: certificate.modes.certified,
            bound: certificate.modes.bound,
            why: certificate.modes.why.clone(),
            certificate,
            frame: if report.frame_stands { "stands" } else { "turns" },
            effects: SpinEffects::of(report),
            checks: checks.iter().map(CheckedNumber::from).collect(),
            sweep,
        }
    }
}
