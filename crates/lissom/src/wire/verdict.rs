//! What a checker says, in whatever answer it stands.

use lissom_linalg::{Measured, Verdict};
use schemars::JsonSchema;
use serde::Serialize;

/// What a checker says of a claim.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct VerdictKeys {
    /// Whether the claim is proved for the original problem.
    pub certified: bool,
    /// Error bound; null if there is none.
    pub bound: Option<f64>,
    /// Why it is not certified; null when it is.
    pub why: Option<String>,
    /// What was measured.
    pub evidence: Vec<Evidence>,
}

/// A number that was measured, beside its limit.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Evidence {
    /// Which number.
    pub what: String,
    /// Its value, in the unit of the limit; missing when it could not be determined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// Its limit.
    pub limit: f64,
}

impl From<&Measured> for Evidence {
    fn from(number: &Measured) -> Self {
        // What could not be determined is no number, and JSON has no name for it.
        let value = Some(number.value).filter(|value| value.is_finite());
        Self { what: number.what.clone(), value, limit: number.limit }
    }
}

impl From<&Verdict> for VerdictKeys {
    fn from(verdict: &Verdict) -> Self {
        Self {
            certified: verdict.is_certified(),
            bound: verdict.bound(),
            why: verdict.why_not().map(|why| why.to_string()),
            evidence: verdict.evidence().iter().map(Evidence::from).collect(),
        }
    }
}
