//! `lissom campbell`.

use super::operating_states::LargestDeformation;
use super::reply::Said;
use super::verdict::VerdictKeys;
use crate::reports::campbell::CampbellReport;
use lissom_dynamics::spin::{Instability, TrackedMode};
use schemars::JsonSchema;
use serde::Serialize;
use std::f64::consts::TAU;

/// `lissom campbell`: frequencies, whirl and stability of what turns, against speed.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Campbell {
    /// Speeds \[rad/s\].
    pub speeds: Vec<f64>,
    /// The swept parameter that set the speeds; missing without.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parameter: Option<SweptParameter>,
    /// One list for each speed: frequencies of the modes \[Hz\].
    pub frequencies_hz: Vec<Vec<f64>>,
    /// One list for each speed: imaginary parts of the eigenvalues \[rad/s\].
    pub angular_frequencies: Vec<Vec<f64>>,
    /// One list for each speed: real parts of the eigenvalues \[1/s\].
    pub real_parts: Vec<Vec<f64>>,
    /// One list for each speed: share of a circle, positive with the rotation \[-\].
    pub whirl: Vec<Vec<f64>>,
    /// One list for each speed: how alike a mode is to itself at the speed before \[-\].
    pub mac: Vec<Vec<f64>>,
    /// One list for each speed: residual of each eigenvalue \[-\].
    pub residuals: Vec<Vec<f64>>,
    /// Largest real part of the roots found at each speed: all that could grow are among them; modes above those looked for
    /// may decay more slowly \[1/s\].
    pub max_real_part: Vec<f64>,
    /// Whether nothing grows, at each speed.
    pub stable: Vec<bool>,
    /// Whether the energy proves it, at each speed.
    pub proved_stable: Vec<bool>,
    /// Number of unconstrained motions, at each speed.
    pub rigid_modes: Vec<usize>,
    /// Number of eigenvalues at zero that belong to them, at each speed.
    pub zero_eigenvalues: Vec<usize>,
    /// Whether the modes are proved.
    pub certified: bool,
    /// Bound of the error of the modes; null where there is none.
    pub bound: Option<f64>,
    /// Why they are not certified; null when they are.
    pub why: Option<String>,
    /// What proves modes and stability.
    pub certificate: CampbellCertificate,
    /// Where an excitation meets a mode.
    pub critical_speeds: Vec<CriticalSpeed>,
    /// Ranges of speed in which something grows.
    pub unstable: Vec<UnstableRange>,
    /// Largest steady deformation at each speed; null in a frame that stands.
    pub deformation_max: Vec<Option<LargestDeformation>>,
    /// `turns` or `stands`: the frame in which frequencies are given.
    pub frame: &'static str,
    /// Effects of the frame that act.
    pub effects: SpinEffects,
}

impl Said for Campbell {
    const VERB: &'static str = "campbell";
}

/// A swept parameter.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SweptParameter {
    /// Its name.
    pub name: String,
    /// Its values (SI units).
    pub values: Vec<f64>,
}

/// What proves modes and stability.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CampbellCertificate {
    /// The verdict on the modes.
    pub modes: VerdictKeys,
    /// The verdict on stability.
    pub stability: VerdictKeys,
}

/// A speed at which an excitation meets a mode.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct CriticalSpeed {
    /// The speed \[rad/s\].
    pub speed: f64,
    /// Cycles for each turn.
    pub order: f64,
    /// Number of the mode, from one; missing when none is followed there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<usize>,
}

/// A range of speed in which something grows.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct UnstableRange {
    /// Where it begins \[rad/s\].
    pub from: f64,
    /// Where it ends \[rad/s\].
    pub to: f64,
    /// Whether each end was found between two speeds, or is an end of the speeds looked at.
    pub bracketed: [bool; 2],
    /// How it grows.
    pub kind: InstabilityKind,
    /// Largest growth rate in it \[1/s\].
    pub growth: f64,
}

/// How an unstable motion grows.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum InstabilityKind {
    /// Without oscillation.
    Divergence,
    /// With oscillation.
    Flutter,
}

/// Effects of a turning frame that act.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct SpinEffects {
    /// Coriolis force.
    pub coriolis: bool,
    /// Centrifugal force.
    pub centrifugal: bool,
    /// Stiffness from axial forces.
    pub geometric: bool,
}

impl SpinEffects {
    /// What acted on the vibrations of a report.
    pub(crate) fn of(report: &CampbellReport) -> Self {
        let e = report.effects;
        Self { coriolis: e.coriolis, centrifugal: e.centrifugal, geometric: e.geometric && report.stiffened }
    }
}

impl From<&CampbellReport> for Campbell {
    fn from(report: &CampbellReport) -> Self {
        let c = &report.campbell;
        let rows = |pick: &dyn Fn(&TrackedMode, usize) -> f64| -> Vec<Vec<f64>> {
            (0..c.speeds.len()).map(|at| c.modes.iter().map(|m| pick(m, at)).collect()).collect()
        };
        let certificate = CampbellCertificate {
            modes: (&c.verdicts.modes).into(),
            stability: (&c.verdicts.stability).into(),
        };
        let parameter = report.parameter.as_ref();
        Self {
            speeds: c.speeds.clone(),
            parameter: parameter
                .map(|(name, values)| SweptParameter { name: name.clone(), values: values.clone() }),
            frequencies_hz: rows(&|m, at| m.values[at].im.abs() / TAU),
            angular_frequencies: rows(&|m, at| m.values[at].im),
            real_parts: rows(&|m, at| m.values[at].re),
            whirl: rows(&|m, at| m.whirl[at]),
            mac: rows(&|m, at| m.mac[at]),
            residuals: rows(&|m, at| m.residual[at]),
            max_real_part: c.max_real_part.clone(),
            stable: c.stable.clone(),
            proved_stable: c.definite.clone(),
            rigid_modes: c.rigid.iter().map(|(rigid, _)| *rigid).collect(),
            zero_eigenvalues: c.rigid.iter().map(|(_, zero)| *zero).collect(),
            certified: certificate.modes.certified,
            bound: certificate.modes.bound,
            why: certificate.modes.why.clone(),
            certificate,
            critical_speeds: critical_speeds(report),
            unstable: unstable(report),
            deformation_max: deformation(report),
            frame: if report.frame_stands { "stands" } else { "turns" },
            effects: SpinEffects::of(report),
        }
    }
}

fn critical_speeds(report: &CampbellReport) -> Vec<CriticalSpeed> {
    let each = report.campbell.critical_speeds.iter();
    each.map(|s| CriticalSpeed { speed: s.speed, order: s.order, mode: s.mode.map(|m| m + 1) }).collect()
}

fn unstable(report: &CampbellReport) -> Vec<UnstableRange> {
    let range = |band: &lissom_dynamics::spin::UnstableBand| UnstableRange {
        from: band.speeds[0],
        to: band.speeds[1],
        bracketed: band.bracketed,
        kind: match band.kind {
            Instability::Divergence => InstabilityKind::Divergence,
            Instability::Flutter => InstabilityKind::Flutter,
        },
        growth: band.growth,
    };
    report.campbell.unstable.iter().map(range).collect()
}

fn deformation(report: &CampbellReport) -> Vec<Option<LargestDeformation>> {
    let each = report.deformation.iter().map(Option::as_ref);
    each.map(|d| d.map(|(at, value)| LargestDeformation { at: at.clone(), value_m: *value })).collect()
}
