//! `lissom frf`.

use super::reply::Said;
use crate::answer::Answer;
use crate::reports::frequency_response::{self, ResponseReport};
use lissom_dynamics::ResponsePair;
use lissom_linalg::Complex;
use schemars::JsonSchema;
use serde::Serialize;

/// `lissom frf`: frequency responses of every model that was asked for.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Frf {
    /// Frequencies \[Hz\]; null where no model was asked for.
    pub frequencies_hz: Option<Vec<f64>>,
    /// One entry for each input, output and model.
    pub responses: Vec<ResponseSeries>,
    /// Evidence for the responses, one entry for each model of a structure.
    pub evidence: Vec<ResponseEvidence>,
}

impl Said for Frf {
    const VERB: &'static str = "frf";
}

/// The response of an output to an input.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ResponseSeries {
    /// The force or torque.
    pub input: String,
    /// The output.
    pub output: String,
    /// `full` or the name of a reduction.
    pub model: String,
    /// Unit of the response.
    pub unit: String,
    /// Real parts (`unit`).
    pub re: Vec<f64>,
    /// Imaginary parts (`unit`).
    pub im: Vec<f64>,
    /// Response at 0 Hz (`unit`); null where a rigid motion makes it infinite.
    pub static_gain: Option<f64>,
    /// Local maxima of the modulus.
    pub peaks: Vec<ResponsePeak>,
    /// Largest difference of a reduced model from the full one; null of the full one, and where that was not asked for.
    pub difference_from_full: Option<DifferenceFromFull>,
}

/// A local maximum of the modulus.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct ResponsePeak {
    /// Where \[Hz\].
    pub frequency_hz: f64,
    /// Real part (unit of the response).
    pub re: f64,
    /// Imaginary part (unit of the response).
    pub im: f64,
}

/// The largest difference of a reduced model from the full one.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct DifferenceFromFull {
    /// Share of the full response \[-\].
    pub relative: f64,
    /// Where \[Hz\].
    pub frequency_hz: f64,
}

/// Evidence for responses.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ResponseEvidence {
    /// The model.
    pub model: String,
    /// Number of coordinates.
    pub size: usize,
    /// Largest residual of the equation named in `equation` \[-\].
    pub residual: f64,
    /// Size of the basis that was used.
    pub basis: usize,
    /// `full` or `reduced`: the equation whose residual is given.
    pub equation: &'static str,
    /// Residual of a reduced answer in the full equation; null where it was not computed.
    pub full_residual: Option<ResidualOfFull>,
    /// Rigid modes in the responses.
    pub rigid_modes: usize,
    /// Modes in the band \[Hz\].
    pub modes_hz: Vec<f64>,
    /// Damping ratio of all modes, or a list of them \[-\].
    pub modal_damping: DampingRatios,
}

/// The residual of a reduced answer in the full equation.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ResidualOfFull {
    /// Its largest value \[-\].
    pub value: f64,
    /// Where \[Hz\].
    pub hz: f64,
    /// Whether it keeps its limit.
    pub certified: bool,
    /// Why not; null when it does.
    pub why: Option<String>,
}

/// The ratio of all modes where it is one, else the list of them; zero where there are no modes.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum DampingRatios {
    /// The same for all modes \[-\].
    One(f64),
    /// One for each mode \[-\].
    All(Vec<f64>),
}

impl Frf {
    /// The responses of all models.
    #[must_use]
    pub fn new(reports: &[Answer<ResponseReport>]) -> Self {
        let reports = || reports.iter().map(|report| &report.value);
        let full = reports().find(|report| report.model == "full");
        Self {
            frequencies_hz: reports().next().map(|report| report.frequencies_hz.clone()),
            responses: reports()
                .flat_map(|r| r.pairs.iter().map(move |pair| ResponseSeries::new(r, pair, full)))
                .collect(),
            evidence: reports().filter_map(ResponseEvidence::of).collect(),
        }
    }
}

impl ResponseSeries {
    fn new(report: &ResponseReport, pair: &ResponsePair, full: Option<&ResponseReport>) -> Self {
        let off = full.filter(|_| report.model != "full").and_then(|full| report.difference(pair, full));
        let part = |f: fn(&Complex) -> f64| pair.values.iter().map(f).collect::<Vec<f64>>();
        let peaks = pair.peaks.iter();
        Self {
            input: pair.input.clone(),
            output: pair.output.clone(),
            model: report.model.clone(),
            unit: pair.unit.clone(),
            re: part(|z| z.re),
            im: part(|z| z.im),
            static_gain: pair.static_gain,
            peaks: peaks
                .map(|peak| ResponsePeak {
                    frequency_hz: peak.frequency_hz,
                    re: peak.value.re,
                    im: peak.value.im,
                })
                .collect(),
            difference_from_full: off
                .map(|off| DifferenceFromFull { relative: off.relative, frequency_hz: off.frequency_hz }),
        }
    }
}

impl ResponseEvidence {
    fn of(report: &ResponseReport) -> Option<Self> {
        let found: &frequency_response::ResponseEvidence = report.evidence.as_ref()?;
        Some(Self {
            model: report.model.clone(),
            size: report.size,
            residual: found.residual,
            basis: found.basis,
            equation: if found.reduced { "reduced" } else { "full" },
            full_residual: found.full_residual.as_ref().map(|left| ResidualOfFull {
                value: left.largest,
                hz: left.hertz,
                certified: left.verdict.is_certified(),
                why: left.verdict.why_not().map(|why| why.to_string()),
            }),
            rigid_modes: found.rigid,
            modes_hz: found.modes_hz.clone(),
            modal_damping: DampingRatios::of(&found.modal_damping),
        })
    }
}

impl DampingRatios {
    fn of(ratios: &[f64]) -> Self {
        let first = ratios.first().copied().unwrap_or(0.0);
        match ratios.iter().all(|ratio| *ratio == first) {
            true => Self::One(first),
            false => Self::All(ratios.to_vec()),
        }
    }
}
