//! One equilibrium of a stroke, and the whole stroke: rows in order, critical points, branches.

use crate::equilibria::critical_points::CriticalPoint;
use crate::equilibria::operating_state::{OperatingState, StateModes, StatePoles};
use crate::equilibria::path_point::PathPoint;
use crate::equilibria::states::Port;
use crate::error::{BalanceFailure, DynamicsError};
use lissom_linalg::{Dense, Lu};
use lissom_mech::System;

/// A force that moves the coordinates by less than this share of what another one does, does so by rounding only [-].
const ROUNDING: f64 = 1e-10;

/// Length of the longest column.
fn largest(loads: &Dense) -> f64 {
    (0..loads.cols()).map(|j| lissom_linalg::norm(loads.column(j))).fold(0.0, f64::max)
}

/// One equilibrium of the row.
#[derive(Clone, Debug)]
pub struct DrivenState {
    /// Output of the drive (its unit).
    pub value: f64,
    /// Input of the drive that holds it there (its unit).
    pub force: f64,
    /// Where it lies along the path: output of the drive, or arc length.
    pub along: f64,
    /// Work of the drive's force since the path began [J].
    pub work: f64,
    /// The equilibrium.
    pub state: OperatingState,
    /// Vibrations about it, the drive's force held constant; of the symmetric part of the tangent where loads follow
    /// the motion.
    pub modes: StateModes,
    /// Poles, where loads follow the motion.
    pub poles: Option<StatePoles>,
    /// Compliance at each probe, the drive's force held constant; zero where nothing gives (output over input).
    pub compliance: Vec<f64>,
    /// Compliance at each probe, the drive's position held; zero at the drive itself, empty without a drive (output over input).
    pub compliance_held: Vec<f64>,
}

/// Equilibria along a stroke.
#[derive(Clone, Debug)]
pub struct StrokePath {
    /// The states, in order along the path.
    pub rows: Vec<DrivenState>,
    /// Limit points and bifurcations between the first and the last state, in order along the path.
    pub critical: Vec<CriticalPoint>,
    /// Other branches that were followed.
    pub branches: Vec<BranchPath>,
    /// The first state, from which work is counted.
    pub first: OperatingState,
    /// What the reader should know.
    pub remarks: Vec<String>,
}

/// A branch that leaves a path at a bifurcation.
#[derive(Clone, Debug)]
pub struct BranchPath {
    /// The bifurcation among the critical points.
    pub bifurcation: usize,
    /// Along the direction of the bifurcation, or against it.
    pub forward: bool,
    /// The states, in order along the branch.
    pub rows: Vec<DrivenState>,
    /// Critical points on the branch.
    pub critical: Vec<CriticalPoint>,
    /// Why it ended before the load of the stroke was reached, if so.
    pub ended: Option<String>,
}

/// All requested results at a point of a path.
pub(crate) fn driven_state(
    system: &dyn System,
    (point, work): (PathPoint, f64),
    drive: Option<Port>,
    probes: &[Port],
) -> Result<DrivenState, DynamicsError> {
    let PathPoint { state, along, load: force, value, .. } = point;
    let own = state.system(system);
    let modes = state.modes(own)?;
    let poles = state.is_circulatory().then(|| state.poles(own)).transpose()?;
    let (mut compliance, mut compliance_held) = (Vec::new(), Vec::new());
    if !probes.is_empty() {
        let singular = |error| DynamicsError::PathEnds {
            drive: drive.map_or_else(String::new, |drive| system.outputs()[drive.output].0.clone()),
            reached: value,
            target: value,
            reason: BalanceFailure::Singular(error),
        };
        let tangent = state.tangent();
        let loads = &state.linearisation.input;
        let free = Lu::factor(&tangent).map_err(singular)?;
        // Where nothing gives along the drive, as in a straight strut, its position is held anyway.
        let moving =
            drive.filter(|drive| lissom_linalg::norm(loads.column(drive.input)) > ROUNDING * largest(loads));
        let held = moving.map(|drive| Lu::factor(&bordered(&tangent, loads.column(drive.input))));
        let held = held.transpose().map_err(singular)?;
        for probe in probes {
            let load = loads.column(probe.input).to_vec();
            compliance.push(lissom_linalg::dot(&load, &free.solve(&load)));
            if let Some(held) = &held {
                let mut right = load.clone();
                right.push(0.0);
                let moved = held.solve(&right);
                compliance_held.push(lissom_linalg::dot(&load, &moved[..load.len()]));
            } else if drive.is_some() {
                compliance_held.push(lissom_linalg::dot(&load, &free.solve(&load)));
            }
        }
    }
    Ok(DrivenState { value, force, along, work, state, modes, poles, compliance, compliance_held })
}

/// An equilibrium that no drive holds, as a state at a value of what leads the stroke.
///
/// # Errors
/// When its vibrations or the stiffness at a probe cannot be found.
pub fn free_state(
    system: &dyn System,
    state: OperatingState,
    value: f64,
    probes: &[Port],
) -> Result<DrivenState, DynamicsError> {
    let point = PathPoint { state, along: value, load: 0.0, load_rate: 0.0, value, value_rate: 0.0 };
    driven_state(system, (point, 0.0), None, probes)
}

/// [[K, −b], [bᵀ, 0]].
pub(crate) fn bordered(tangent: &Dense, force: &[f64]) -> Dense {
    let n = force.len();
    Dense::from_fn(n + 1, n + 1, |i, j| match (i == n, j == n) {
        (false, false) => tangent[(i, j)],
        (false, true) => -force[i],
        (true, false) => force[j],
        (true, true) => 0.0,
    })
}
