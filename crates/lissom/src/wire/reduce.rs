//! `lissom reduce`, and reductions of mechanisms.

use super::reduce_structure::ReducedStructure;
use super::reply::{ReplyCost, Said};
use crate::answer::Answer;
use crate::reports::linear_reduction::LinearReductionReport;
use crate::reports::reduction_report::{ReductionReport, StateAssurance};
use schemars::JsonSchema;
use serde::Serialize;
use std::f64::consts::TAU;

/// `lissom reduce`: the same shape for one reduction and for many.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Reductions {
    /// One entry for each reduction, also when there is only one.
    pub reductions: Vec<Reduction>,
}

impl Said for Reductions {
    const VERB: &'static str = "reduce";
}

impl Reductions {
    /// What all of them limit, each warning with the name of its reduction.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        let all = self.reductions.iter().map(Reduction::keys);
        all.flat_map(|own| own.warnings.iter().map(move |warning| format!("{}: {warning}", own.name)))
            .collect()
    }
}

/// A reduction of a mechanism or of a linear structure.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Reduction {
    /// A reduction of a linear structure.
    Structure(Box<ReducedStructure>),
    /// A reduction of a mechanism in large motion.
    Motion(Box<ReducedMotion>),
}

impl Reduction {
    fn keys(&self) -> &ReductionKeys {
        match self {
            Self::Structure(reduced) => &reduced.keys,
            Self::Motion(reduced) => &reduced.keys,
        }
    }

    /// A reduction of a mechanism; `file` is where the basis was written.
    #[must_use]
    pub fn of_motion(answer: &Answer<ReductionReport>, file: Option<&str>, wall_s: f64) -> Self {
        Self::Motion(Box::new(ReducedMotion::new(answer, file, wall_s)))
    }

    /// A reduction of a linear structure; `file` is where it was written.
    #[must_use]
    pub fn of_structure(answer: &Answer<LinearReductionReport>, file: Option<&str>, wall_s: f64) -> Self {
        Self::Structure(Box::new(ReducedStructure::new(answer, file, wall_s)))
    }
}

/// What every reduction has.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ReductionKeys {
    /// Limitations of this reduction.
    pub warnings: Vec<String>,
    /// Cost of this reduction.
    pub cost: ReplyCost,
    /// Its name.
    pub name: String,
    /// `modal`, `krylov`, ….
    pub method: String,
    /// Number of reduced coordinates.
    pub size: usize,
    /// Number of full coordinates.
    pub full_size: usize,
    /// Why each column of the basis is there.
    pub columns: Vec<String>,
    /// Shares of the snapshots, where the method has them \[-\].
    pub singular_values: Vec<f64>,
    /// Frequencies of the reduced model \[Hz\].
    pub frequencies_hz: Vec<f64>,
    /// Estimated error \[-\]; missing where there is nothing to estimate it for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_estimate: Option<f64>,
    /// Where `--save` put it; null without.
    pub file: Option<String>,
}

/// A reduction of a mechanism in large motion.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ReducedMotion {
    /// What every reduction has.
    #[serde(flatten)]
    pub keys: ReductionKeys,
    /// How good the basis is along the stroke; null without a stroke.
    pub validity: Option<Vec<ValidityAt>>,
    /// Full against reduced modes.
    pub modal_assurance: Vec<AssuranceAt>,
}

/// How good a basis is about a state of the stroke.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ValidityAt {
    /// Value of the drive (its unit).
    pub value: f64,
    /// Largest error of a frequency there \[-\].
    pub frequency_error: f64,
    /// Share of each full mode that the basis holds \[-\].
    pub held: Vec<f64>,
}

/// Full against reduced modes about a state.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AssuranceAt {
    /// Value of the drive (its unit); null without a stroke.
    pub value: Option<f64>,
    /// Full frequencies \[Hz\].
    pub full_hz: Vec<f64>,
    /// Reduced frequencies \[Hz\].
    pub reduced_hz: Vec<f64>,
    /// Modal assurance, one row for each full mode \[-\].
    pub values: Vec<Vec<f64>>,
}

impl ReducedMotion {
    fn new(answer: &Answer<ReductionReport>, file: Option<&str>, wall_s: f64) -> Self {
        let report = &answer.value;
        let validity = report.validity.as_ref().map(|validity| {
            let each = validity.states.iter();
            each.map(|s| ValidityAt {
                value: s.value,
                frequency_error: s.frequency_error(),
                held: s.held.clone(),
            })
            .collect()
        });
        Self {
            keys: ReductionKeys {
                warnings: answer.warnings.clone(),
                cost: ReplyCost::new(answer.cost, wall_s),
                name: report.name.clone(),
                method: report.method.clone(),
                size: report.size,
                full_size: report.full_size,
                columns: report.reasons.clone(),
                singular_values: report.singular_values.clone(),
                frequencies_hz: report.frequencies_hz.clone(),
                error_estimate: report.error_estimate.as_ref().map(|e| e.worst()),
                file: file.map(str::to_owned),
            },
            validity,
            modal_assurance: report.assurance.iter().map(AssuranceAt::from).collect(),
        }
    }
}

/// Modes of the full model (rows) against those of the reduced one (columns).
impl From<&StateAssurance> for AssuranceAt {
    fn from(at: &StateAssurance) -> Self {
        let hertz = |all: &[f64]| all.iter().map(|omega| omega / TAU).collect::<Vec<f64>>();
        let values = &at.modes.values;
        let row = |i: usize| (0..values.cols()).map(|j| values[(i, j)]).collect::<Vec<f64>>();
        Self {
            value: at.value,
            full_hz: hertz(&at.modes.full),
            reduced_hz: hertz(&at.modes.reduced),
            values: (0..values.rows()).map(row).collect(),
        }
    }
}
