//! A row of equilibria along a force: through limit points, with branches on request.

use crate::equilibria::arc_path::{ArcPath, ArcPoint, ArcTrace, End, Until};
use crate::equilibria::critical_points::CriticalKind;
use crate::equilibria::driven_state::{BranchPath, DrivenState, StrokePath, driven_state};
use crate::equilibria::equilibrium::{Branch, EquilibriumRequest, equilibrium};
use crate::equilibria::states::Port;
use crate::error::DynamicsError;
use lissom_linalg::Progress;
use lissom_mech::System;

/// The longest arc of a path: as long as the whole load many times over [-].
const LONGEST_ARC: f64 = 50.0;
/// A branch is followed so far beyond the range of the load, as a share of it [-].
const BEYOND: f64 = 1.0;
/// A branch is followed at most so far [-].
const BRANCH_ARC: f64 = 10.0;

/// The request.
#[derive(Clone, Debug, PartialEq)]
pub struct ForceStrokeRequest {
    /// The force that leads, and the way of its point along it.
    pub drive: Port,
    /// First value of the force (its unit).
    pub from: f64,
    /// Last value of the force (its unit).
    pub to: f64,
    /// Number of states, equidistant in arc length, both ends included.
    pub points: usize,
    /// Time at which laws are taken [s].
    pub time: f64,
    /// The other inputs; that of the drive is ignored.
    pub input: Vec<f64>,
    /// Where the stiffness is wanted.
    pub probes: Vec<Port>,
    /// Out-of-balance force allowed, over the forces that balance [-].
    pub tolerance: f64,
    /// Whether the branches that cross the path at bifurcations are followed, too.
    pub branches: bool,
}

/// Equilibria while a force goes from one value to another, in the order of the path: where the load turns back at a limit point
/// the path is followed through it, until the last value is reached for the first time.
///
/// # Errors
/// When there is no equilibrium at the first value, or a state cannot be evaluated. A path that does not reach the last value is
/// given as far as it leads, with a remark.
pub fn force_stroke(
    system: &dyn System,
    request: &ForceStrokeRequest,
    progress: &dyn Progress,
) -> Result<StrokePath, DynamicsError> {
    let (from, to) = (request.from, request.to);
    if !(from.is_finite() && to.is_finite()) || request.points < 2 || from == to {
        return Err(DynamicsError::BadStroke { from, to, points: request.points });
    }
    let Port { input, output } = request.drive;
    if input >= system.inputs().len() || output >= system.outputs().len() {
        return Err(DynamicsError::NoSuchPort { input, output });
    }
    progress.stage(&format!("states of {}", system.name()), Some(request.points as u64));
    let mut inputs = request.input.clone();
    if let Some(force) = inputs.get_mut(input) {
        *force = from;
    }
    let start = EquilibriumRequest {
        time: request.time,
        input: inputs,
        tolerance: request.tolerance,
        branch: Branch::Path,
        ..EquilibriumRequest::default()
    };
    let state = equilibrium(system, &start)?;
    let path = ArcPath { system, port: request.drive, range: to - from, tolerance: request.tolerance };
    let range = (to - from).abs();
    let (low, high) = (from.min(to) - range, from.max(to) + range);
    let until = Until { load: to, within: [low, high], arc: LONGEST_ARC };
    let trace = path.follow(path.start(state.clone(), to)?, until)?;
    let rows = rows(&path, &trace, request, progress)?;
    let mut remarks = Vec::new();
    let name = &system.inputs()[input];
    if let Some(why) = why_it_ended(&trace, name, to) {
        remarks.push(why);
    }
    let mut stroke =
        StrokePath { rows, critical: trace.critical, branches: Vec::new(), first: state, remarks };
    if request.branches {
        for (k, point) in stroke.critical.iter().enumerate() {
            if matches!(point.kind, CriticalKind::Bifurcation(_)) {
                let ends = path.branches(point);
                stroke.branches.extend(follow_branches(&path, request, (k, ends), progress)?);
            }
        }
    }
    Ok(stroke)
}

fn follow_branches(
    path: &ArcPath<'_>,
    request: &ForceStrokeRequest,
    (bifurcation, ends): (usize, Vec<(bool, ArcPoint)>),
    progress: &dyn Progress,
) -> Result<Vec<BranchPath>, DynamicsError> {
    let (low, high) = (request.from.min(request.to), request.from.max(request.to));
    let within = [low - BEYOND * (high - low), high + BEYOND * (high - low)];
    let until = Until { load: request.to, within, arc: BRANCH_ARC };
    let mut found = Vec::new();
    for (forward, first) in ends {
        let trace = path.follow(first, until)?;
        let rows = rows(path, &trace, request, progress)?;
        let ended = why_it_ended(&trace, &path.system.inputs()[request.drive.input], request.to);
        found.push(BranchPath { bifurcation, forward, rows, critical: trace.critical, ended });
    }
    Ok(found)
}

fn why_it_ended(trace: &ArcTrace, name: &str, to: f64) -> Option<String> {
    let last = &trace.points.last()?.sample.point;
    match &trace.end {
        End::Reached => None,
        End::Left => Some(format!(
            "the path leads away from {name} = {to} and was followed to {name} = {} at the arc length {:.4}",
            last.load, last.along
        )),
        End::Stuck(reason) => Some(format!(
            "the path ends at {name} = {} and the arc length {:.4}, before {to}: {reason}",
            last.load, last.along
        )),
    }
}

/// States at equidistant arc lengths, with the work since the first.
fn rows(
    path: &ArcPath<'_>,
    trace: &ArcTrace,
    request: &ForceStrokeRequest,
    progress: &dyn Progress,
) -> Result<Vec<DrivenState>, DynamicsError> {
    let along = |k: usize| trace.points[k].sample.point.along;
    let (first, whole) = (along(0), along(trace.points.len() - 1));
    let last = request.points - 1;
    let (mut rows, mut work, mut passed) = (Vec::with_capacity(request.points), 0.0, 0);
    for k in 0..request.points {
        let arc = if k == last { whole } else { first + (whole - first) * k as f64 / last as f64 };
        while passed + 1 < trace.points.len() && along(passed + 1) <= arc {
            let [before, after] = [passed, passed + 1].map(|k| &trace.points[k].sample.point);
            work += after.work_since(before);
            passed += 1;
        }
        // A place where Newton's method fails beside a bifurcation is left out rather than made up.
        let Some(point) = path.at(trace, arc) else { continue };
        let here = work + point.work_since(&trace.points[passed].sample.point);
        rows.push(driven_state(path.system, (point, here), Some(request.drive), &request.probes)?);
        progress.advance(k as u64 + 1);
    }
    Ok(rows)
}
