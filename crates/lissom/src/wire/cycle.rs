//! `lissom cycle`.

use super::reply::Said;
use crate::reports::cycle_report::{CycleReport, MemberPeak};
use lissom_dynamics::cycle::{CycleStability, CycleStart};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// `lissom cycle`: deformation of a mechanism over a cycle of its rigid motion.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Cycle {
    /// Times \[s\].
    pub t: Vec<f64>,
    /// Angle of the drive at each time \[rad\].
    pub drive: Vec<f64>,
    /// Outputs of the rigid motion, by name (`units`).
    pub rigid: BTreeMap<String, Vec<f64>>,
    /// What deformation adds to them, by name (`units`).
    pub deviation: BTreeMap<String, Vec<f64>>,
    /// Outputs that are rates, forces, moments, stresses or energies, in the deformed motion at some of the times; only where there are some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub carried: Option<CarriedSeries>,
    /// Unit of each output, by name.
    pub units: BTreeMap<String, &'static str>,
    /// Time steps.
    pub steps: usize,
    /// What doubling them changed \[-\].
    pub step_change: f64,
    /// Whether the motion repeats itself.
    pub periodic: bool,
    /// How well the cycle closes \[-\]; null for a motion that started undeformed.
    pub closure: Option<f64>,
    /// `stable`, `unstable` or `undecided`: what becomes of disturbances beyond the error of the multipliers; null where there is no
    /// period.
    pub stability: Option<CycleVerdict>,
    /// Whether that is proved: the error is estimated, so it is not.
    pub certified: bool,
    /// Bound of the error; null, since none is proved.
    pub bound: Option<f64>,
    /// Why stability is undecided, or an estimate.
    pub why: Option<String>,
    /// Modulus of the largest multiplier \[-\]; null where there is no period.
    pub floquet_max: Option<f64>,
    /// Estimated error of the moduli, from multipliers with fewer steps \[-\]; null where there is no period.
    pub floquet_error: Option<f64>,
    /// Time steps of the multipliers; null where there is no period.
    pub floquet_steps: Option<usize>,
    /// Real and imaginary part of each multiplier \[-\]; null where there is no period.
    pub floquet_multipliers: Option<Vec<[f64; 2]>>,
    /// Largest growth rate of the motion frozen at any time \[1/s\].
    pub frozen_growth: f64,
    /// With `--compare`: the nonlinear motion at some of the times.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nonlinear: Option<NonlinearCycle>,
    /// Largest force on each joint.
    pub joint_forces_max: Vec<JointPeak>,
    /// Largest bending stress of each beam.
    pub bending_stress_max: Vec<StressPeak>,
    /// Effects of the moving frames that act.
    pub effects: CycleEffects,
}

/// What becomes of disturbances of a cycle.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CycleVerdict {
    /// All decay.
    Stable,
    /// Some grow.
    Unstable,
    /// Within the error they neither grow nor decay.
    Undecided,
}

impl Said for Cycle {
    const VERB: &'static str = "cycle";
}

/// Outputs of the deformed motion at some times of a cycle.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CarriedSeries {
    /// Times \[s\].
    pub t: Vec<f64>,
    /// Their values, by name (`units`).
    pub values: BTreeMap<String, Vec<f64>>,
}

/// The nonlinear motion at some times of a cycle.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NonlinearCycle {
    /// Times \[s\].
    pub t: Vec<f64>,
    /// What deformation adds to the outputs, by name (`units`).
    pub deviation: BTreeMap<String, Vec<f64>>,
}

/// The largest force on a joint.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct JointPeak {
    /// The joint.
    pub name: String,
    /// The force \[N\].
    #[serde(rename = "force_N")]
    pub force: f64,
    /// When \[s\].
    pub t: f64,
}

/// The largest bending stress of a beam.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StressPeak {
    /// The beam.
    pub name: String,
    /// The stress \[Pa\].
    #[serde(rename = "stress_Pa")]
    pub stress: f64,
    /// When \[s\].
    pub t: f64,
}

/// Effects of moving frames that act.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct CycleEffects {
    /// Coriolis force.
    pub coriolis: bool,
    /// Angular acceleration.
    pub euler: bool,
    /// Centrifugal force.
    pub centrifugal: bool,
    /// Stiffness from axial forces.
    pub geometric: bool,
}

impl From<&CycleReport> for Cycle {
    fn from(report: &CycleReport) -> Self {
        let (c, e) = (&report.cycle, report.effects);
        let named = |rows: &[Vec<f64>]| -> BTreeMap<String, Vec<f64>> {
            report.outputs.iter().map(|(name, _)| name.clone()).zip(rows.iter().cloned()).collect()
        };
        let floquet = c.floquet.as_ref();
        let joint = |p: &MemberPeak| JointPeak { name: p.name.clone(), force: p.value, t: p.time };
        let beam = |p: &MemberPeak| StressPeak { name: p.name.clone(), stress: p.value, t: p.time };
        Self {
            t: c.times.clone(),
            drive: report.drive.clone(),
            rigid: named(&report.deviations.rigid),
            deviation: named(&report.deviations.elastic),
            carried: (!report.carried.outputs.is_empty()).then(|| CarriedSeries {
                t: report.carried.places.iter().map(|k| c.times[*k]).collect(),
                values: report
                    .carried
                    .outputs
                    .iter()
                    .map(|(name, _)| name.clone())
                    .zip(report.carried.series.iter().cloned())
                    .collect(),
            }),
            units: report.outputs.iter().chain(&report.carried.outputs).cloned().collect(),
            steps: c.steps,
            step_change: c.change,
            periodic: report.start == CycleStart::Periodic,
            closure: c.closure,
            stability: floquet.map(|f| match f.stability {
                CycleStability::Stable => CycleVerdict::Stable,
                CycleStability::Unstable => CycleVerdict::Unstable,
                CycleStability::Undecided => CycleVerdict::Undecided,
            }),
            certified: false,
            bound: None,
            why: Some(match floquet {
                Some(f) => f.why.clone().unwrap_or_else(|| {
                    "the error of the multipliers is estimated from other numbers of steps, and not bounded".to_owned()
                }),
                None => "the equations are not those of a cycle".to_owned(),
            }),
            floquet_max: floquet.map(|f| f.largest),
            floquet_error: floquet.map(|f| f.error),
            floquet_steps: floquet.map(|f| f.steps),
            floquet_multipliers: floquet.map(|f| f.multipliers.iter().map(|m| [m.re, m.im]).collect()),
            frozen_growth: c.frozen_growth,
            nonlinear: report.nonlinear.as_ref().map(|(places, rows)| NonlinearCycle {
                t: places.iter().map(|k| c.times[*k]).collect(),
                deviation: named(rows),
            }),
            joint_forces_max: report.joint_forces.iter().map(joint).collect(),
            bending_stress_max: report.stresses.iter().map(beam).collect(),
            effects: CycleEffects {
                coriolis: e.coriolis,
                euler: e.euler,
                centrifugal: e.centrifugal,
                geometric: e.geometric,
            },
        }
    }
}
