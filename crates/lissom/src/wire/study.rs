//! `lissom sweep`.

use super::reply::Said;
use crate::studies::StudyTable;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// `lissom sweep`: the same question for many values of parameters.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Study {
    /// The verb that was asked.
    pub question: String,
    /// Names of the parameters.
    pub parameters: Vec<String>,
    /// Labels of the numbers that were kept.
    pub columns: Vec<String>,
    /// Number of points of the whole study; more than there are rows when only some of them were asked.
    pub points: usize,
    /// Number of rows without an answer.
    pub failed: usize,
    /// Every row, by number.
    pub rows: Vec<StudyRow>,
}

impl Said for Study {
    const VERB: &'static str = "sweep";
}

/// One row of a study.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StudyRow {
    /// Its number, from zero.
    pub row: usize,
    /// Values of the parameters (SI units).
    pub point: Vec<f64>,
    /// Numbers of the answer, by label; empty where there is none.
    pub values: BTreeMap<String, f64>,
    /// Why there is no answer; null where there is one.
    pub failure: Option<StudyFailure>,
}

/// A row without an answer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StudyFailure {
    /// Kind: `model` (the model is wrong for these values), `analysis` (the mathematics failed), `answer` (it lacks what is
    /// to be kept), `internal` (a mistake of the program).
    pub kind: String,
    /// The reason.
    pub reason: String,
}

impl Study {
    /// The table of a study.
    #[must_use]
    pub fn new(question: &str, points: usize, table: &StudyTable) -> Self {
        let rows = table.rows.iter().zip(&table.points).map(|(row, point)| StudyRow {
            row: row.index,
            point: point.clone(),
            values: row.values.iter().cloned().collect(),
            failure: row.failure.clone().map(|(kind, reason)| StudyFailure { kind, reason }),
        });
        Self {
            question: question.to_owned(),
            parameters: table.parameters.clone(),
            columns: table.columns.clone(),
            points,
            failed: table.failed(),
            rows: rows.collect(),
        }
    }
}
