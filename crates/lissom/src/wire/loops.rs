//! `lissom loops`.

use super::reply::Said;
use crate::reports::loop_report::{LoopAnswer, LoopReport, loop_stability_words};
use lissom_dynamics::EstimatedPole;
use lissom_linalg::Complex;
use schemars::JsonSchema;
use serde::Serialize;

/// `lissom loops`: poles and margins of feedback loops.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Loops {
    /// Sampling period \[s\]; null where all controllers are continuous.
    pub period: Option<f64>,
    /// Whether the closed loops are stable, beyond the errors of the poles; null where that is undecided.
    pub stable: Option<bool>,
    /// The verdict in words.
    pub verdict: String,
    /// Poles of the machine without controllers.
    pub open_poles: Vec<LoopPole>,
    /// Poles with all loops closed.
    pub closed_poles: Vec<LoopPole>,
    /// One entry for each command.
    pub loops: Vec<ControlLoop>,
    /// Frequencies of the responses \[Hz\].
    pub frequencies_hz: Vec<f64>,
}

impl Said for Loops {
    const VERB: &'static str = "loops";
}

/// A pole.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct LoopPole {
    /// Real and imaginary part of s [rad/s]; of a sampled loop ln(z)/T, null for z = 0.
    pub s: Option<[f64; 2]>,
    /// Real and imaginary part of z of a sampled loop \[-\]; null in continuous time.
    pub z: Option<[f64; 2]>,
    /// Estimate of its error, in s or of a sampled loop in z.
    pub error: f64,
}

/// A loop that is cut at one command, all others closed.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ControlLoop {
    /// `controller: input`.
    pub name: String,
    /// The factor of the gain nearest to one that brings the loop to its limit \[-\]; null where there is none.
    pub gain_margin: Option<f64>,
    /// The phase of least size that brings the loop to its limit \[°\]; null where there is none.
    pub phase_margin_deg: Option<f64>,
    /// The least delay that brings the loop to its limit \[s\]; null where there is none.
    pub delay_margin_s: Option<f64>,
    /// Crossings of the negative real axis, ascending in frequency.
    pub phase_crossovers: Vec<PhaseCrossover>,
    /// Crossings of |L| = 1, ascending in frequency.
    pub gain_crossovers: Vec<GainCrossover>,
    /// Responses over `frequencies_hz`; empty without --range.
    pub responses: Vec<LoopResponse>,
}

/// A crossing of the negative real axis.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct PhaseCrossover {
    /// Frequency \[Hz\].
    pub hz: f64,
    /// 1/|L| \[-\].
    pub gain: f64,
}

/// A crossing of |L| = 1.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct GainCrossover {
    /// Frequency \[Hz\].
    pub hz: f64,
    /// 180° + arg L, between −180° and 180° \[°\].
    pub phase_deg: f64,
    /// The delay that brings the loop to its limit there \[s\].
    pub delay_s: f64,
}

/// A loop at one frequency, real and imaginary parts.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct LoopResponse {
    /// L: minus the command that comes back for one that goes out \[-\].
    pub open: [f64; 2],
    /// L/(1 + L): from the reference of the command to the command \[-\].
    pub closed: [f64; 2],
    /// 1/(1 + L): from a disturbance of the command to the command \[-\].
    pub sensitivity: [f64; 2],
}

fn pole(found: &EstimatedPole, period: Option<f64>) -> LoopPole {
    let pair = |value: Complex| [value.re, value.im];
    let EstimatedPole { value, error } = *found;
    match period {
        None => LoopPole { s: Some(pair(value)), z: None, error },
        Some(period) => {
            let s = Complex::new(value.abs().ln(), value.arg()).scale(1.0 / period);
            LoopPole { s: s.is_finite().then(|| pair(s)), z: Some(pair(value)), error }
        }
    }
}

impl From<&LoopAnswer> for ControlLoop {
    fn from(answer: &LoopAnswer) -> Self {
        let margins = &answer.margins;
        let response = |l: &Complex| {
            let below = Complex::ONE + *l;
            let [closed, sensitivity] = [*l / below, Complex::ONE / below].map(|value| [value.re, value.im]);
            LoopResponse { open: [l.re, l.im], closed, sensitivity }
        };
        Self {
            name: answer.name.clone(),
            gain_margin: margins.gain().map(|crossing| crossing.gain),
            phase_margin_deg: margins.phase().map(|crossing| crossing.phase),
            delay_margin_s: margins.delay().map(|crossing| crossing.delay),
            phase_crossovers: margins
                .phase_crossings
                .iter()
                .map(|crossing| PhaseCrossover { hz: crossing.hz, gain: crossing.gain })
                .collect(),
            gain_crossovers: margins
                .gain_crossings
                .iter()
                .map(|crossing| GainCrossover {
                    hz: crossing.hz,
                    phase_deg: crossing.phase,
                    delay_s: crossing.delay,
                })
                .collect(),
            responses: answer.response.iter().map(response).collect(),
        }
    }
}

impl From<&LoopReport> for Loops {
    fn from(report: &LoopReport) -> Self {
        use lissom_dynamics::LoopStability;
        Self {
            period: report.period,
            stable: match report.stability {
                LoopStability::Stable => Some(true),
                LoopStability::Unstable(_) => Some(false),
                LoopStability::Undecided(_) => None,
            },
            verdict: loop_stability_words(report.stability),
            open_poles: report.open_poles.iter().map(|found| pole(found, None)).collect(),
            closed_poles: report.closed_poles.iter().map(|found| pole(found, report.period)).collect(),
            loops: report.loops.iter().map(ControlLoop::from).collect(),
            frequencies_hz: report.frequencies_hz.clone(),
        }
    }
}
