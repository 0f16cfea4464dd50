//! `lissom buckling`.

use super::reply::Said;
use crate::reports::buckling_report::BucklingReport;
use crate::reports::nonlinear_buckling::NonlinearBuckling;
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
    /// The first critical point on the nonlinear path; only with --nonlinear.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nonlinear: Option<NonlinearLoad>,
}

/// The first critical point while a load grows from zero in large displacements.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NonlinearLoad {
    /// The load.
    pub load: String,
    /// Its value at t = 0, which the factors multiply \[N\], \[N m\].
    pub value: f64,
    /// The path was followed up to this factor \[-\].
    pub most: f64,
    /// The factor of the point \[-\]; null where there is none up to there.
    pub factor: Option<f64>,
    /// Factors that enclose it \[-\]; null where there is none.
    pub between: Option<[f64; 2]>,
    /// `limit point` or `bifurcation`; null where there is none.
    pub kind: Option<&'static str>,
    /// Whether the signs of the tangent on both sides are beyond their error; null where there is none.
    pub enclosed: Option<bool>,
    /// How nodes move in the direction that becomes neutral, the largest displacement being one.
    pub shape: BTreeMap<String, f64>,
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
            nonlinear: report.nonlinear.as_ref().map(NonlinearLoad::from),
        }
    }
}

impl From<&NonlinearBuckling> for NonlinearLoad {
    fn from(found: &NonlinearBuckling) -> Self {
        let point = found.point.as_ref();
        Self {
            load: found.load.clone(),
            value: found.value,
            most: found.most,
            factor: found.factor(),
            between: found.between(),
            kind: point.map(|point| point.kind),
            enclosed: point.map(|point| point.enclosed),
            shape: point.map_or_else(BTreeMap::new, |point| point.shape.iter().cloned().collect()),
        }
    }
}
