//! A row of equilibria along a drive: how a machine changes over its stroke.

use crate::equilibria::arc_path::in_better_coordinates;
use crate::equilibria::balance::{Balance, Forces, is_balanced};
use crate::equilibria::critical_points::{CriticalPoint, Sample, locate};
use crate::equilibria::driven_state::{DrivenState, StrokePath, bordered, driven_state};
use crate::equilibria::equilibrium::{Branch, EquilibriumRequest, MOST_ITERATIONS, advance, equilibrium};
use crate::equilibria::operating_state::OperatingState;
use crate::equilibria::path_point::PathPoint;
use crate::error::{BalanceFailure, DynamicsError};
use lissom_linalg::{Lu, Progress};
use lissom_mech::System;

/// A force that moves the coordinates by less than this share of what another one does, does so by rounding only. Forces
/// and moments are compared too: between them stands the size of the machine, which is far from this.
const ROUNDING: f64 = 1e-10;

/// A value of the drive's output is met within the tolerance times at least this share of the stroke [-].
const LEAST_SPAN: f64 = 1e-4;

/// Steps shorter than this share of the stroke are given up [-].
const LEAST_WAY: f64 = 1e-12;

/// A step goes on along the path when it differs by less than this share from that of the rates at both ends: on an arc, 28° [-].
const SMOOTH: f64 = 0.02;

/// Steps below this share of the longest may pass a kink [-] …
const SHORT: f64 = 1.0 / 64.0;

/// … over which the coordinates go so many times as far as the rates let them.
const NEAR: f64 = 1.5;

/// An input and the output it does work on: a force and the displacement of its point along it.
/// The pairing of the two is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Port {
    /// Place of the input among the system's inputs.
    pub input: usize,
    /// Place of the output among the system's outputs.
    pub output: usize,
}

/// The request.
#[derive(Clone, Debug, PartialEq)]
pub struct StatesRequest {
    /// The drive: its output is led through the range, its input is the force that takes.
    pub drive: Port,
    /// First value of the drive's output (its unit).
    pub from: f64,
    /// Last value of the drive's output (its unit).
    pub to: f64,
    /// Number of equidistant states, both ends included.
    pub points: usize,
    /// Longest way between two states on the path; `None`: a twentieth of the range (unit of the output).
    pub longest_way: Option<f64>,
    /// Time at which laws are taken [s].
    pub time: f64,
    /// The other inputs; that of the drive is ignored.
    pub input: Vec<f64>,
    /// Where the stiffness is wanted.
    pub probes: Vec<Port>,
    /// Out-of-balance force allowed, over the forces that balance [-].
    pub tolerance: f64,
}

/// Equilibria at equidistant values of a drive's output.
///
/// Unknown are the coordinates and the force λ of the drive; Newton's method solves
///
/// $$ \begin{bmatrix} K + N + G & -b \\ b^\mathsf{T} & 0 \end{bmatrix}
///    \begin{bmatrix} \delta q \\ \delta\lambda \end{bmatrix} = \begin{bmatrix} r \\ y^* - y \end{bmatrix} $$
///
/// with b the generalised force of a unit input, which is also the gradient of the output it does work on. The path
/// passes limit points of the force, because the output leads it \[Boer2013, §4.1\].
///
/// # Errors
/// When the drive's input and output do not belong together, or the path ends before the range does, with the value
/// that was reached.
pub fn states(
    system: &dyn System,
    request: &StatesRequest,
    progress: &dyn Progress,
) -> Result<Vec<DrivenState>, DynamicsError> {
    driven_stroke(system, request, progress).map(|stroke| stroke.rows)
}

/// As [`states`], with the critical points that lie between the first and the last state. The work of the drive counts from the
/// equilibrium without its force.
///
/// # Errors
/// As [`states`].
pub fn driven_stroke(
    system: &dyn System,
    request: &StatesRequest,
    progress: &dyn Progress,
) -> Result<StrokePath, DynamicsError> {
    check(system, request)?;
    progress.stage(&format!("states of {}", system.name()), Some(request.points as u64));
    let mut start = first(system, request)?;
    start.seeks_critical = request.points > 1;
    let targets = targets(request);
    let mut row: Vec<Option<DrivenState>> = (0..targets.len()).map(|_| None).collect();
    let value = start.value();
    let mut critical: Vec<CriticalPoint> = Vec::new();
    let (above, below): (Vec<usize>, Vec<usize>) = (0..targets.len()).partition(|&k| targets[k] >= value);
    let mut done = 0;
    for mut order in [above, below] {
        order.sort_by(|&a, &b| (targets[a] - value).abs().total_cmp(&(targets[b] - value).abs()));
        let mut path = start.clone();
        for k in order {
            path.lead_to(targets[k])?;
            let point = (path.point()?, path.work);
            row[k] = Some(driven_state(system, point, Some(request.drive), &request.probes)?);
            done += 1;
            progress.advance(done);
        }
        critical.append(&mut path.critical);
    }
    let (low, high) = (request.from.min(request.to), request.from.max(request.to));
    critical.retain(|point| low <= point.along && point.along <= high);
    critical.sort_by(|a, b| a.along.total_cmp(&b.along));
    let rows = row.into_iter().flatten().collect();
    Ok(StrokePath { rows, critical, branches: Vec::new(), first: start.state, remarks: Vec::new() })
}

fn targets(request: &StatesRequest) -> Vec<f64> {
    let last = request.points - 1;
    let share = |k: usize| if last == 0 { 0.0 } else { k as f64 / last as f64 };
    (0..request.points).map(|k| request.from + share(k) * (request.to - request.from)).collect()
}

fn check(system: &dyn System, request: &StatesRequest) -> Result<(), DynamicsError> {
    let (from, to) = (request.from, request.to);
    if !(from.is_finite() && to.is_finite()) || request.points == 0 || (from == to && request.points > 1) {
        return Err(DynamicsError::BadStroke { from, to, points: request.points });
    }
    for port in request.probes.iter().chain([&request.drive]) {
        if port.input >= system.inputs().len() || port.output >= system.outputs().len() {
            return Err(DynamicsError::NoSuchPort { input: port.input, output: port.output });
        }
    }
    Ok(())
}

/// The equilibrium without a driving force.
fn first<'s>(system: &'s dyn System, request: &StatesRequest) -> Result<Path<'s>, DynamicsError> {
    let mut input = request.input.clone();
    if let Some(force) = input.get_mut(request.drive.input) {
        *force = 0.0;
    }
    let free = EquilibriumRequest {
        time: request.time,
        input: input.clone(),
        tolerance: request.tolerance,
        branch: Branch::Path,
        ..EquilibriumRequest::default()
    };
    // A machine that starts far from any equilibrium has no path of the load; then a stable place serves as well.
    let state = equilibrium(system, &free).or_else(|error| {
        let anywhere = EquilibriumRequest { branch: Branch::Stable, ..free };
        equilibrium(system, &anywhere).map_err(|_| error)
    })?;
    let longest = request.longest_way.unwrap_or((request.to - request.from).abs() / 20.0);
    let value = state.output[request.drive.output];
    let path = Path {
        system,
        drive: request.drive,
        time: request.time,
        longest: if longest > 0.0 { longest } else { f64::INFINITY },
        stroke: (request.to - value).abs().max((request.from - value).abs()),
        tolerance: request.tolerance,
        state,
        work: 0.0,
        seeks_critical: false,
        critical: Vec::new(),
    };
    for port in request.probes.iter().chain([&request.drive]) {
        path.check_port(*port)?;
    }
    Ok(path)
}

/// A path along the drive, and where it is.
#[derive(Clone, Debug)]
struct Path<'s> {
    system: &'s dyn System,
    drive: Port,
    time: f64,
    longest: f64,
    /// Largest way of the output from its first to its last value (its unit).
    stroke: f64,
    tolerance: f64,
    state: OperatingState,
    /// Work of the drive's force since the path began [J].
    work: f64,
    /// Whether critical points are searched for on the way.
    seeks_critical: bool,
    critical: Vec<CriticalPoint>,
}

impl Path<'_> {
    /// The system in the coordinates of the state reached.
    fn system(&self) -> &dyn System {
        self.state.system(self.system)
    }

    /// Changes the coordinates of the state reached; `false` when there are no better ones.
    fn turn(&mut self) -> bool {
        let better = in_better_coordinates(self.system, &self.state);
        let found = better.is_some();
        self.state = better.unwrap_or_else(|| self.state.clone());
        found
    }

    /// The state reached as a point of the path, whose parameter is the output.
    fn point(&self) -> Result<PathPoint, DynamicsError> {
        self.point_of(self.state.clone()).map_err(|reason| self.stuck(self.value(), reason))
    }

    fn point_of(&self, state: OperatingState) -> Result<PathPoint, BalanceFailure> {
        let force = state.linearisation.input.column(self.drive.input);
        let mut right = vec![0.0; force.len()];
        right.push(1.0);
        let matrix = bordered(&state.tangent(), force);
        let moved = Lu::factor(&matrix).map_err(BalanceFailure::Singular)?.solve(&right);
        let value = state.output[self.drive.output];
        let load = state.input[self.drive.input];
        let load_rate = moved[force.len()];
        Ok(PathPoint { along: value, load, load_rate, value, value_rate: 1.0, state })
    }

    /// Adds the work of a step and the critical points on it.
    fn account(&mut self, before: &Self) -> Result<(), DynamicsError> {
        let [Ok(last), Ok(next)] = [before.point(), self.point()] else { return Ok(()) };
        self.work += next.work_since(&last);
        if self.seeks_critical {
            let system = self.system;
            let (last, next) = (Sample::new(last, system)?, Sample::new(next, system)?);
            let found = locate(&last, &next, &mut |goal| {
                let state = before.solve(goal).ok()?;
                let system = state.system.clone().or_else(|| before.state.system.clone());
                let point = before.point_of(OperatingState { system, ..state }).ok()?;
                Sample::new(point, before.system).ok()
            });
            self.critical.extend(found);
        }
        Ok(())
    }

    fn value(&self) -> f64 {
        self.state.output[self.drive.output]
    }

    /// The slope of an output along the force of its input must be the size of that force.
    fn check_port(&self, port: Port) -> Result<(), DynamicsError> {
        if !self.moves(port) {
            return Ok(());
        }
        let force = self.state.linearisation.input.column(port.input);
        let size = lissom_linalg::norm(force);
        let slope =
            self.slope(port.output, force, size).map_err(|reason| self.stuck(self.value(), reason))?;
        if (slope / size - 1.0).abs() < 1e-3 {
            return Ok(());
        }
        Err(DynamicsError::PortMismatch {
            input: self.system.inputs()[port.input].clone(),
            output: self.system.outputs()[port.output].0.clone(),
            slope,
            expected: size,
        })
    }

    /// Whether the point of a port can move along its force here, as a straight strut cannot shorten.
    fn moves(&self, port: Port) -> bool {
        let inputs = &self.state.linearisation.input;
        let size = |j: usize| lissom_linalg::norm(inputs.column(j));
        size(port.input) > ROUNDING * (0..inputs.cols()).map(size).fold(0.0, f64::max)
    }

    /// The slope of an output along a direction of the given length, by central differences over a ten-thousandth of
    /// the way that the coordinates go along the stroke, or what a millionth of the input's unit moves without one.
    fn slope(&self, output: usize, direction: &[f64], length: f64) -> Result<f64, BalanceFailure> {
        let drive = self.state.linearisation.input.column(self.drive.input);
        let answer = Lu::factor(&self.state.tangent()).map_err(BalanceFailure::Singular)?.solve(drive);
        let compliance = lissom_linalg::dot(drive, &answer).abs();
        let unit = if self.stroke > 0.0 { 1e-4 * self.stroke / compliance } else { 1e-6 };
        let way = unit * lissom_linalg::norm(&answer);
        if !way.is_finite() {
            return Ok(0.0);
        }
        let mut balance = Balance::new(self.system(), self.time, &self.state.input)
            .expect("the inputs of a state fit the system they were found with");
        let mut side = |way: f64| -> Result<f64, BalanceFailure> {
            let pairs = self.state.position.iter().zip(direction);
            let moved: Vec<f64> = pairs.map(|(q, d)| q + way * d / length).collect();
            Ok(balance.outputs(&moved)?[output])
        };
        Ok((side(way)? - side(-way)?) / (2.0 * way))
    }

    /// Leads the output to a value in steps that are halved where they are too long.
    fn lead_to(&mut self, target: f64) -> Result<(), DynamicsError> {
        let (mut way, mut worth, mut turned) = (self.longest, 1.0, false);
        loop {
            let value = self.value();
            let rest = target - value;
            let last = rest.abs() <= way;
            let goal = if last { target } else { value + way.copysign(rest) };
            match self
                .solve(goal)
                .and_then(|state| self.continued(state, (goal - value).abs() < SHORT * self.longest))
            {
                Ok(state) => {
                    let before = self.clone();
                    let system = state.system.clone().or_else(|| self.state.system.take());
                    self.state = OperatingState { system, ..state };
                    self.account(&before)?;
                    turned = false;
                    if self.state.strain >= worth && !self.turn() {
                        worth = 2.0 * self.state.strain;
                    }
                    if last {
                        return Ok(());
                    }
                    way = (2.0 * way).min(self.longest);
                }
                Err(reason) => {
                    way = 0.5 * (goal - value).abs();
                    if way < (1e-6 * target.abs().max(value.abs())).max(LEAST_WAY * self.stroke) {
                        if std::mem::replace(&mut turned, true) || !self.turn() {
                            return Err(self.stuck(target, reason));
                        }
                        way = self.longest;
                    }
                }
            }
        }
    }

    /// The state found for the next value, if it lies on the path that was followed: Newton's method can reach another one.
    ///
    /// # Equation
    /// On a smooth path Δq = h (q′₀ + q′₁)/2 up to the third order in h. Laws with kinks break that on a step of any length, but
    /// Δq is not longer than h max |q′| there. Coordinates count with their stiffness.
    fn continued(&self, state: OperatingState, is_short: bool) -> Result<OperatingState, BalanceFailure> {
        let h = state.output[self.drive.output] - self.value();
        let same = state.system.is_none() && state.position.len() == self.state.position.len();
        let [Some(first), Some(last)] = [self.rates(&self.state), self.rates(&state)] else {
            return Ok(state);
        };
        if !same || h == 0.0 {
            return Ok(state);
        }
        let weights = weights(&self.state);
        let size = |v: &dyn Fn(usize) -> f64| {
            let squares = weights.iter().enumerate().map(|(i, w)| w * v(i) * v(i));
            squares.sum::<f64>().sqrt()
        };
        let moved = |i: usize| state.position[i] - self.state.position[i];
        let rounding = 1e-9 * size(&|i| self.state.position[i]);
        let (before, after) = (size(&|i| h * first[i]), size(&|i| h * last[i]));
        let off = size(&|i| moved(i) - 0.5 * h * (first[i] + last[i]));
        let smooth = off <= SMOOTH * 0.5 * (before + after) + rounding;
        let near = is_short && size(&moved) <= NEAR * before.max(after) + rounding;
        if smooth || near { Ok(state) } else { Err(BalanceFailure::OffPath { off: off / (before + after) }) }
    }

    /// dq/dy along the path; `None` where the output does not lead it.
    fn rates(&self, state: &OperatingState) -> Option<Vec<f64>> {
        let force = state.linearisation.input.column(self.drive.input);
        let mut right = vec![0.0; force.len()];
        right.push(1.0);
        let mut moved = Lu::factor(&bordered(&state.tangent(), force)).ok()?.solve(&right);
        moved.truncate(force.len());
        moved.iter().all(|rate| rate.is_finite()).then_some(moved)
    }

    fn stuck(&self, target: f64, reason: BalanceFailure) -> DynamicsError {
        DynamicsError::PathEnds {
            drive: self.system.outputs()[self.drive.output].0.clone(),
            reached: self.value(),
            target,
            reason,
        }
    }

    /// The equilibrium with the drive's output at a value, from the state reached so far.
    fn solve(&self, goal: f64) -> Result<OperatingState, BalanceFailure> {
        let mut balance = Balance::new(self.system(), self.time, &self.state.input)
            .expect("the inputs of a state fit the system they were found with");
        let mut forces = balance.forces(self.state.position.clone())?;
        let (mut residual, mut last) = (f64::INFINITY, f64::INFINITY);
        // A goal next to zero is met to rounding of the stroke: outputs are differences of positions.
        let span =
            self.longest.min(goal.abs().max((goal - self.value()).abs())).max(LEAST_SPAN * self.stroke);
        for iteration in 0..=MOST_ITERATIONS {
            let miss = goal - balance.outputs(&forces.position)?[self.drive.output];
            let scale = forces.scale(&balance.input);
            let open = &forces.linearisation.residual;
            residual = forces.share(open, scale, self.tolerance);
            let there = miss.abs() <= self.tolerance * span;
            if there && is_balanced(&forces, open, last, (scale, self.tolerance)) {
                return balance.state(forces, residual, (iteration, 1));
            }
            last = forces.size(open);
            let (step, change) = self.correction(&forces, miss)?;
            balance.input[self.drive.input] += change;
            forces = advance(&mut balance, &forces.position, &step)?;
        }
        Err(BalanceFailure::NotConverged { iterations: MOST_ITERATIONS, residual })
    }

    /// Newton's step of coordinates and driving force.
    fn correction(&self, forces: &Forces, miss: f64) -> Result<(Vec<f64>, f64), BalanceFailure> {
        let n = forces.position.len();
        let mut right = forces.linearisation.residual.clone();
        right.push(miss);
        let matrix = bordered(&forces.tangent, forces.linearisation.input.column(self.drive.input));
        let mut solution = Lu::factor(&matrix).map_err(BalanceFailure::Singular)?.solve(&right);
        let change = solution[n];
        solution.truncate(n);
        Ok((solution, change))
    }
}

/// What each coordinate counts with: its stiffness.
fn weights(state: &OperatingState) -> Vec<f64> {
    let at = &state.linearisation;
    let own = |i: usize| at.stiffness[(i, i)].abs().max(at.geometric_stiffness[(i, i)].abs());
    let largest = (0..state.position.len()).map(own).fold(0.0, f64::max);
    (0..state.position.len()).map(|i| own(i).max(1e-12 * largest)).collect()
}
