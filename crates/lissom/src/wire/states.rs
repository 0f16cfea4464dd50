//! `lissom states`.

use super::operating_states::OperatingState;
use super::reply::Said;
use super::stroke::{StrokeKeys, StrokeState};
use crate::reports::operating_states::StateReport;
use crate::reports::stroke_report::StrokeReport;
use schemars::JsonSchema;
use serde::Serialize;

/// `lissom states`: equilibria along the stroke first, then those of `[state.NAME]`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct States {
    /// The stroke, where one is asked for.
    #[serde(flatten)]
    pub stroke: Option<StrokeKeys>,
    /// States along the stroke first, then those of `[state.NAME]`.
    pub states: Vec<StateEntry>,
}

impl Said for States {
    const VERB: &'static str = "states";
}

/// A state along the stroke, or an operating state.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum StateEntry {
    /// An equilibrium along the stroke of `[analysis.states]`.
    Stroke(Box<StrokeState>),
    /// An operating state of `[state.NAME]`.
    Operating(Box<OperatingState>),
}

impl States {
    /// The states along the stroke and those of `[state.NAME]`, where either is asked for; `rows` are the names of the rows
    /// of deformations, which are long and come on request.
    #[must_use]
    pub fn new(
        stroke: Option<&StrokeReport>,
        operating: Option<&[StateReport]>,
        rows: Option<&[String]>,
    ) -> Self {
        let shapes = rows.is_some();
        let along = stroke.map_or(Vec::new(), |report| StrokeState::all(report, &report.rows, shapes));
        let along = along.into_iter().map(|state| StateEntry::Stroke(Box::new(state)));
        let named = operating.unwrap_or_default().iter();
        let named = named.map(|report| StateEntry::Operating(Box::new(OperatingState::new(report, rows))));
        Self {
            stroke: stroke.map(|report| StrokeKeys::new(report, shapes)),
            states: along.chain(named).collect(),
        }
    }
}
