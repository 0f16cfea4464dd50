//! `lissom report`.

use super::reply::Said;
use schemars::JsonSchema;
use serde::Serialize;

/// `lissom report`: where the page is, and what is on it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Report {
    /// The page that was written.
    pub file: String,
    /// Names of the sections.
    pub sections: Vec<String>,
    /// Questions without an answer; the exit code is then 1.
    pub gaps: Vec<ReportGap>,
}

impl Said for Report {
    const VERB: &'static str = "report";
}

/// A question without an answer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ReportGap {
    /// The question.
    pub what: String,
    /// Why there is no answer.
    pub reason: String,
}
