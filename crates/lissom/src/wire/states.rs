//! `lissom states`.

use super::operating_states::OperatingState;
use super::reply::Said;
use crate::reports::operating_states::StateReport;
use crate::reports::stroke_report::StrokeReport;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

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

/// What is driven along a stroke.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StrokeKeys {
    /// The output that is driven along the stroke.
    pub drive: String,
    /// Its unit.
    pub unit: &'static str,
    /// Unit of each stiffness, by name.
    pub stiffness_units: BTreeMap<String, &'static str>,
}

/// A state along the stroke, or an operating state.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum StateEntry {
    /// An equilibrium along the stroke of `[analysis.states]`.
    Stroke(StrokeState),
    /// An operating state of `[state.NAME]`.
    Operating(Box<OperatingState>),
}

/// An equilibrium along the stroke of `[analysis.states]`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StrokeState {
    /// The drive and the number of the state, from one.
    pub name: String,
    /// Value of the drive (its unit).
    pub value: f64,
    /// Force that holds it \[N\], \[N m\] for an angle.
    pub force: f64,
    /// Residual of the equilibrium \[-\].
    pub residual: f64,
    /// Frequencies of small motions about it, the drive's force held \[Hz\]; negative for an unstable direction.
    pub frequencies_hz: Vec<f64>,
    /// Stiffness at each probe, the drive's force held, by name (`stiffness_units`); null where it is rigid.
    pub stiffness: BTreeMap<String, Option<f64>>,
    /// The same with the position of the drive fixed.
    pub stiffness_drive_held: BTreeMap<String, Option<f64>>,
    /// Largest bending stress of each beam, by name \[Pa\].
    pub stress_max: BTreeMap<String, f64>,
    /// Whether small motions grow.
    pub unstable: bool,
    /// Number of oscillations that grow.
    pub fluttering: usize,
    /// Number of directions that grow without oscillation.
    pub diverging: usize,
    /// Number of motions within their error bound of growing.
    pub undecided: usize,
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
        let along = stroke.map_or(Vec::new(), StrokeState::all).into_iter().map(StateEntry::Stroke);
        let named = operating.unwrap_or_default().iter();
        let named = named.map(|report| StateEntry::Operating(Box::new(OperatingState::new(report, rows))));
        Self { stroke: stroke.map(StrokeKeys::from), states: along.chain(named).collect() }
    }
}

impl From<&StrokeReport> for StrokeKeys {
    fn from(report: &StrokeReport) -> Self {
        let units = report.probes.iter().map(|probe| (probe.name.clone(), probe.unit));
        Self { drive: report.drive.clone(), unit: report.unit, stiffness_units: units.collect() }
    }
}

impl StrokeState {
    fn all(report: &StrokeReport) -> Vec<Self> {
        let probes: Vec<String> = report.probes.iter().map(|probe| probe.name.clone()).collect();
        let row = |(i, row): (usize, &crate::reports::stroke_report::StrokeRow)| Self {
            name: format!("{} {}", report.drive, i + 1),
            value: row.value,
            force: row.force,
            residual: row.residual,
            frequencies_hz: row.frequencies_hz.clone(),
            stiffness: named(&probes, &row.stiffness),
            stiffness_drive_held: named(&probes, &row.stiffness_held),
            stress_max: named(&report.beams, &row.stress_max),
            unstable: row.is_unstable(),
            fluttering: row.fluttering,
            diverging: row.unstable,
            undecided: row.undecided,
        };
        report.rows.iter().enumerate().map(row).collect()
    }
}

fn named<T: Copy>(names: &[String], values: &[T]) -> BTreeMap<String, T> {
    names.iter().cloned().zip(values.iter().copied()).collect()
}
