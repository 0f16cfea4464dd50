//! `lissom buckling`.

use super::reply::Said;
use crate::reports::buckling_report::BucklingReport;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// `lissom buckling`: factors of a load at which a frame buckles.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Buckling {
    /// The load that grows; null for all loads.
    pub load: Option<String>,
    /// The loads that grow, with the values that the factors multiply \[N\], \[N m\].
    pub growing: BTreeMap<String, f64>,
    /// Whether weight grows with them.
    pub weight_grows: bool,
    /// Loads that stay constant \[N\], \[N m\].
    pub constant: BTreeMap<String, f64>,
    /// Names of the rows of the shapes.
    pub rows: Vec<String>,
    /// The lowest factors, ascending.
    pub modes: Vec<CriticalLoad>,
}

impl Said for Buckling {
    const VERB: &'static str = "buckling";
}

/// A factor of the load at which the frame buckles.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CriticalLoad {
    /// What the growing loads have to be multiplied by \[-\].
    pub factor: f64,
    /// Factors that enclose it \[-\].
    pub between: [f64; 2],
    /// Numbers of negative eigenvalues of the tangent stiffness there.
    pub negative: [usize; 2],
    /// Bound of its relative error: of the solver, and (to first order) of rounding of the matrices and of the stress \[-\]; null where
    /// there is none.
    pub bound: Option<f64>,
    /// Whether it is proved that the factor, and no other below it but those listed, lies within its bound.
    pub certified: bool,
    /// Why it is only an estimate; null if certified.
    pub why: Option<String>,
    /// The shape over `rows`, its largest entry being one.
    pub shape: Vec<f64>,
}

impl From<&BucklingReport> for Buckling {
    fn from(report: &BucklingReport) -> Self {
        let modes = report.modes.iter().map(|mode| CriticalLoad {
            factor: mode.factor,
            between: mode.between,
            negative: mode.negative,
            bound: Some(mode.bound).filter(|bound| bound.is_finite()),
            certified: mode.verdict.is_certified(),
            why: mode.verdict.why_not(),
            shape: mode.shape.clone(),
        });
        Self {
            load: report.load.clone(),
            growing: report.growing.iter().cloned().collect(),
            weight_grows: report.weight_grows,
            constant: report.constant.iter().cloned().collect(),
            rows: report.rows.clone(),
            modes: modes.collect(),
        }
    }
}
