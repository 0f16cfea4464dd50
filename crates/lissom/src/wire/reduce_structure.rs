//! Reductions of linear structures, as `lissom reduce` lists them.

use super::reduce::ReductionKeys;
use super::reply::ReplyCost;
use crate::answer::Answer;
use crate::reports::linear_reduction::LinearReductionReport;
use lissom_reduce::linear::Comparison;
use schemars::JsonSchema;
use serde::Serialize;

/// A reduction of a linear structure.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ReducedStructure {
    /// What every reduction has.
    #[serde(flatten)]
    pub keys: ReductionKeys,
    /// Whether the reduced space is invariant, so that responses to its inputs are exact.
    pub exact: bool,
    /// What was assumed.
    pub notes: Vec<String>,
    /// Range of the comparison \[Hz\].
    pub band_hz: [f64; 2],
    /// Largest error indicator over the band; null where there is none.
    pub indicator: Option<LargestIndicator>,
    /// Comparison with the full structure.
    pub comparison: StructureComparison,
}

/// The largest error indicator over a band.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct LargestIndicator {
    /// Where it is largest \[Hz\].
    pub hz: f64,
    /// Its value \[-\].
    pub indicator: f64,
    /// Bound of the error at that frequency \[-\].
    pub bound: f64,
}

/// A reduced structure beside the full one.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StructureComparison {
    /// Mode by mode.
    pub modes: Vec<KeptMode>,
    /// Outputs under unit inputs.
    pub static_gains: Vec<KeptGain>,
    /// Error of mass, centre and inertia \[-\]; missing where no motion is rigid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inertia_error: Option<f64>,
    /// Inputs under which something moves without resistance.
    pub unresisted: Vec<UnresistedInput>,
    /// Number of motions that have no stiffness.
    pub motions_without_stiffness: MotionsWithoutStiffness,
    /// Error at some frequencies.
    pub responses: Vec<KeptResponse>,
    /// Largest error of responses over the band; null where there is none.
    pub response_error: Option<BandErrorKeys>,
}

/// A mode of the full structure and its partner.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct KeptMode {
    /// Frequency of the full structure \[Hz\].
    pub hz: f64,
    /// Frequency of the reduced structure \[Hz\]; missing without partner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reduced_hz: Option<f64>,
    /// Relative difference \[-\]; missing without partner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
    /// Share of the full mode that the basis holds \[-\].
    pub held: f64,
    /// Modal assurance of the pair \[-\].
    pub assurance: f64,
}

/// A static gain of both structures.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct KeptGain {
    /// The output.
    pub output: String,
    /// The input.
    pub input: String,
    /// Gain of the full structure.
    pub full: f64,
    /// Gain of the reduced structure.
    pub reduced: f64,
    /// Relative difference \[-\].
    pub error: f64,
}

/// An input that something does not resist.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct UnresistedInput {
    /// The input.
    pub input: String,
    /// The row that moves most.
    pub moves_most: String,
    /// Number of such motions.
    pub motions: usize,
}

/// Number of motions without stiffness.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct MotionsWithoutStiffness {
    /// In the full structure.
    pub full: usize,
    /// In the reduced structure.
    pub reduced: usize,
}

/// The error of responses at a frequency.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct KeptResponse {
    /// The frequency \[Hz\].
    pub hz: f64,
    /// Error in the energy norm \[-\].
    pub error: f64,
    /// What the reduction alone says of it \[-\]; null where there is no indicator.
    pub indicator: Option<f64>,
}

/// The largest error of responses over a band. It is found by refinement, which proves no bound.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BandErrorKeys {
    /// Its value \[-\].
    pub value: Option<f64>,
    /// Where \[Hz\].
    pub hz: f64,
    /// Number of sampled frequencies.
    pub frequencies: usize,
    /// Whether refinement ended.
    pub converged: bool,
    /// Residual of the responses it was found with \[-\].
    pub residual: f64,
    /// Ranges of frequencies left out, next to resonances \[Hz\].
    pub left_out_hz: Vec<[f64; 2]>,
    /// The largest error computed again by another route; null without.
    pub checked: Option<CheckedAgain>,
    /// `false`: sampled and refined, not bounded.
    pub certified: bool,
    /// Null: nothing is bounded between the sampled frequencies.
    pub bound: Option<f64>,
    /// Why it is not certified.
    pub why: &'static str,
}

/// An error computed again by another route.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CheckedAgain {
    /// Where \[Hz\].
    pub hz: f64,
    /// Error found there \[-\].
    pub error: f64,
    /// Whether both agree.
    pub holds: bool,
    /// Why not; null when they do.
    pub why: Option<String>,
}

impl ReducedStructure {
    pub(super) fn new(answer: &Answer<LinearReductionReport>, file: Option<&str>, wall_s: f64) -> Self {
        let report = &answer.value;
        let (reduced, comparison) = (&report.reduced, &report.comparison);
        Self {
            keys: ReductionKeys {
                warnings: answer.warnings.clone(),
                cost: ReplyCost::new(answer.cost, wall_s),
                name: report.name.clone(),
                method: reduced.method.to_string(),
                size: comparison.size,
                full_size: comparison.full_size,
                columns: reduced.columns.iter().map(|column| column.reason.clone()).collect(),
                singular_values: Vec::new(),
                frequencies_hz: comparison.reduced_hz.clone(),
                error_estimate: report.error_estimate(),
                file: file.map(str::to_owned),
            },
            exact: reduced.exact,
            notes: reduced.notes.clone(),
            band_hz: report.band,
            indicator: report.indicator.map(|at| LargestIndicator {
                hz: at.hertz,
                indicator: at.indicator,
                bound: at.bound,
            }),
            comparison: comparison.into(),
        }
    }
}

impl From<&Comparison> for StructureComparison {
    fn from(comparison: &Comparison) -> Self {
        let modes = comparison.frequencies.iter().map(|mode| KeptMode {
            hz: mode.hertz,
            reduced_hz: mode.reduced_hertz,
            error: mode.error(),
            held: mode.held,
            assurance: mode.assurance,
        });
        let gains = comparison.gains.iter().map(|gain| KeptGain {
            output: gain.output.clone(),
            input: gain.input.clone(),
            full: gain.full,
            reduced: gain.reduced,
            error: gain.error,
        });
        let unresisted = comparison.unresisted.iter().map(|force| UnresistedInput {
            input: force.input.clone(),
            moves_most: force.row.clone(),
            motions: force.motions,
        });
        let responses = comparison.responses().iter();
        let [full, reduced] = comparison.rigid;
        Self {
            modes: modes.collect(),
            static_gains: gains.collect(),
            inertia_error: comparison.inertia_error,
            unresisted: unresisted.collect(),
            motions_without_stiffness: MotionsWithoutStiffness { full, reduced },
            responses: responses
                .map(|at| KeptResponse { hz: at.hertz, error: at.error, indicator: at.indicator })
                .collect(),
            response_error: BandErrorKeys::of(comparison),
        }
    }
}

impl BandErrorKeys {
    fn of(comparison: &Comparison) -> Option<Self> {
        let band = comparison.band_error.as_ref()?;
        let why = if band.converged {
            "the largest error is refined until it no longer changes; between the sampled frequencies it is not \
             bounded"
        } else {
            "the error was sampled and did not converge"
        };
        let checked = comparison.checked.as_ref().map(|checked| CheckedAgain {
            hz: checked.hertz,
            error: checked.error,
            holds: checked.verdict.is_certified(),
            why: checked.verdict.why_not().map(|why| why.to_string()),
        });
        Some(Self {
            value: comparison.response_error(),
            hz: band.worst.hertz,
            frequencies: band.samples.len(),
            converged: band.converged,
            residual: band.residual,
            left_out_hz: band.left_out.clone(),
            checked,
            certified: false,
            bound: None,
            why,
        })
    }
}
