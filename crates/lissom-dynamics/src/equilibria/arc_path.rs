//! A path of equilibria under one input, followed by its arc length through limit points.
//!
//! # Equation
//! r(q, F) = 0. Predictor along the unit tangent (q′, F′), K q′ = b F′; corrector by Newton's method in the plane across it,
//! [[K, −b], [q′ᵀ W, F′/Λ²]] (δq, δF) = (r, gap). W measures coordinates by their stiffness, so that a coordinate counts with its
//! energy, over the energy of the whole load Λ along the first tangent; the arc length has no unit. Another branch is entered
//! with (φ, 0) in place of the tangent, φ being the direction that is neutral at the bifurcation.

use crate::equilibria::balance::{Balance, is_balanced};
use crate::equilibria::critical_points::{CriticalPoint, Sample, locate};
use crate::equilibria::equilibrium::{MOST_ITERATIONS, STRAINED, advance, settle};
use crate::equilibria::operating_state::OperatingState;
use crate::equilibria::path_point::PathPoint;
use crate::equilibria::states::Port;
use crate::error::{BalanceFailure, DynamicsError};
use lissom_linalg::{Dense, Lu};
use lissom_mech::System;
use std::f64::consts::TAU;

/// Most steps of a path.
const MOST_STEPS: usize = 2000;
/// First step [-].
const FIRST: f64 = 0.02;
/// Longest step [-].
const LONGEST: f64 = 0.1;
/// Smallest step as a share of the first [-].
const SMALLEST: f64 = 1e-7;
/// Smallest cosine between the tangents at both ends of a step [-].
const STRAIGHT: f64 = 0.97;
/// The least energy that coordinates are measured by, over the load times the size of the machine [-].
const LEAST_ENERGY: f64 = 1e-3;
/// The same on a branch, which begins without load [-].
const BRANCH_ENERGY: f64 = 0.1;
/// A load is met to this share of its range before Newton's method settles under it [-].
const CLOSE: f64 = 1e-6;
/// Rates of the load below this share of the tangent do not tell forward from backward [-].
const TELLING: f64 = 1e-3;

/// Where a path ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Until {
    /// The load at which it ends.
    pub load: f64,
    /// The path is given up when the load leaves this interval.
    pub within: [f64; 2],
    /// Longest arc [-].
    pub arc: f64,
}

/// Why a path ended.
#[derive(Clone, Debug)]
pub(crate) enum End {
    /// The load was reached.
    Reached,
    /// The load left the interval, or the arc was long enough.
    Left,
    /// No further equilibrium was found.
    Stuck(BalanceFailure),
}

/// A direction of the path.
#[derive(Clone, Debug)]
pub(crate) struct Direction {
    q: Vec<f64>,
    load: f64,
}

/// What lengths are measured with.
#[derive(Clone, Debug)]
struct Measure {
    weights: Vec<f64>,
    load: f64,
    /// The least energy, over the load times the size of the machine [-].
    least: f64,
}

/// A point of the path, with what leads on from it.
#[derive(Clone, Debug)]
pub(crate) struct ArcPoint {
    pub sample: Sample,
    direction: Direction,
    measure: Measure,
}

/// A followed path.
#[derive(Debug)]
pub(crate) struct ArcTrace {
    pub points: Vec<ArcPoint>,
    pub critical: Vec<CriticalPoint>,
    pub end: End,
}

/// A system with the input that leads, and the output it does work on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ArcPath<'s> {
    pub system: &'s dyn System,
    pub port: Port,
    /// The whole range of the load (unit of the input).
    pub range: f64,
    pub tolerance: f64,
}

impl ArcPath<'_> {
    /// The first point: an equilibrium, from which the load grows towards `load`.
    pub(crate) fn start(&self, state: OperatingState, load: f64) -> Result<ArcPoint, DynamicsError> {
        let measure = self.measure(&state, LEAST_ENERGY);
        let sign = (load - state.input[self.port.input]).signum();
        let guide = Direction { q: vec![0.0; state.position.len()], load: sign };
        self.point(state, 0.0, measure, &guide)
    }

    /// The first points of the two halves of the branch that crosses at a bifurcation: a short way along its direction (true), and
    /// against it.
    pub(crate) fn branches(&self, at: &CriticalPoint) -> Vec<(bool, ArcPoint)> {
        let measure = self.measure(&at.state, BRANCH_ENERGY);
        let mut direction = Direction { q: at.shape.clone(), load: 0.0 };
        let length = measure.length(&direction);
        direction.q.iter_mut().for_each(|q| *q /= length);
        let sides = [1.0, -1.0].into_iter().filter_map(|sign| {
            let away = Direction { q: direction.q.iter().map(|q| sign * q).collect(), load: 0.0 };
            let from = PathPoint {
                state: at.state.clone(),
                along: 0.0,
                load: at.load,
                load_rate: 0.0,
                value: at.value,
                value_rate: 0.0,
            };
            let (state, _) = self.step(&from, &away, &measure, FIRST).ok()?;
            let first = self.point_near(&from, state, FIRST, (measure.clone(), &away)).ok()?;
            Some((sign > 0.0, first))
        });
        sides.collect()
    }

    /// Follows the path until it ends.
    pub(crate) fn follow(&self, first: ArcPoint, until: Until) -> Result<ArcTrace, DynamicsError> {
        let mut trace = ArcTrace { points: vec![first], critical: Vec::new(), end: End::Left };
        let (mut step, mut worth, mut turned_at) = (FIRST, STRAINED, 0);
        for _ in 0..MOST_STEPS {
            let last = trace.points.last().expect("a path has its first point");
            match self.next(last, step) {
                Ok((next, iterations)) => {
                    let (before, now) =
                        (last.sample.point.load - until.load, next.sample.point.load - until.load);
                    let landed = if before * now <= 0.0 && before != 0.0 {
                        self.land(last, &next, until.load)
                    } else {
                        None
                    };
                    let is_there = landed.is_some();
                    let next = landed.unwrap_or(next);
                    let critical = self.between(last, &next);
                    trace.critical.extend(critical);
                    let turned = self.turned(&next, &mut worth);
                    trace.points.push(turned.unwrap_or(next));
                    if is_there {
                        trace.end = End::Reached;
                        return Ok(trace);
                    }
                    if iterations <= 4 {
                        step = (1.5 * step).min(LONGEST);
                    }
                    let point = &trace.points[trace.points.len() - 1].sample.point;
                    if point.load < until.within[0] || point.load > until.within[1] || point.along > until.arc
                    {
                        return Ok(trace);
                    }
                }
                Err(reason) => {
                    step *= 0.5;
                    if step < SMALLEST * FIRST {
                        // Coordinates that no longer determine the configuration end a path that others continue.
                        let better =
                            if turned_at == trace.points.len() { None } else { self.turned(last, &mut 0.0) };
                        if let Some(better) = better {
                            *trace.points.last_mut().expect("a path has its first point") = better;
                            (step, turned_at) = (FIRST, trace.points.len());
                            continue;
                        }
                        trace.end = End::Stuck(reason);
                        return Ok(trace);
                    }
                }
            }
        }
        Ok(trace)
    }

    /// The point of a trace at an arc length.
    pub(crate) fn at(&self, trace: &ArcTrace, arc: f64) -> Option<PathPoint> {
        let after = trace.points.iter().position(|point| point.sample.point.along >= arc);
        let after = after.unwrap_or(trace.points.len() - 1);
        if trace.points[after].sample.point.along == arc || after == 0 {
            return Some(trace.points[after].sample.point.clone());
        }
        let before = &trace.points[after - 1];
        let length = arc - before.sample.point.along;
        self.point_after(before, length).map(|point| point.sample.point)
    }

    fn next(&self, last: &ArcPoint, step: f64) -> Result<(ArcPoint, usize), BalanceFailure> {
        let (state, iterations) = self.step(&last.sample.point, &last.direction, &last.measure, step)?;
        let along = last.sample.point.along + step;
        let found =
            self.point_near(&last.sample.point, state, along, (last.measure.clone(), &last.direction));
        let next = found.map_err(|_| BalanceFailure::NotFinite)?;
        let cosine = last.measure.product(&last.direction, &next.direction);
        if cosine < STRAIGHT && step > 1e-3 * FIRST {
            return Err(BalanceFailure::NotConverged { iterations, residual: 1.0 - cosine });
        }
        Ok((next, iterations))
    }

    fn point_after(&self, last: &ArcPoint, length: f64) -> Option<ArcPoint> {
        let (state, _) = self.step(&last.sample.point, &last.direction, &last.measure, length).ok()?;
        let along = last.sample.point.along + length;
        self.point_near(&last.sample.point, state, along, (last.measure.clone(), &last.direction)).ok()
    }

    fn between(&self, last: &ArcPoint, next: &ArcPoint) -> Vec<CriticalPoint> {
        let start = last.sample.point.along;
        locate(&last.sample, &next.sample, &mut |along| {
            self.point_after(last, along - start).map(|point| point.sample)
        })
    }

    /// The point with a given load between two points: the place along the step is found by the false position (Illinois), then
    /// Newton's method settles under that load.
    fn land(&self, last: &ArcPoint, next: &ArcPoint, load: f64) -> Option<ArcPoint> {
        let start = last.sample.point.along;
        let (mut low, mut high) = (0.0, next.sample.point.along - start);
        let (mut f_low, mut f_high) = (last.sample.point.load - load, next.sample.point.load - load);
        let (mut best, mut side) = (next.clone(), 0);
        for _ in 0..4 * MOST_ITERATIONS {
            if (best.sample.point.load - load).abs() <= CLOSE * self.range.abs() {
                break;
            }
            let middle = low - f_low * (high - low) / (f_high - f_low);
            best = self.point_after(last, middle)?;
            let f = best.sample.point.load - load;
            if (f < 0.0) == (f_low < 0.0) {
                (low, f_low) = (middle, f);
                f_high *= if side == -1 { 0.5 } else { 1.0 };
                side = -1;
            } else {
                (high, f_high) = (middle, f);
                f_low *= if side == 1 { 0.5 } else { 1.0 };
                side = 1;
            }
        }
        let PathPoint { state, along, .. } = &best.sample.point;
        let mut input = state.input.clone();
        input[self.port.input] = load;
        let mut balance = Balance::new(state.system(self.system), state.time, &input).ok()?;
        let forces = balance.forces(state.position.clone()).ok()?;
        let nothing = vec![0.0; state.position.len()];
        let (forces, residual, iterations) =
            settle(&mut balance, forces, &nothing, (self.tolerance, 0.0)).ok()?;
        let settled = balance.state(forces, residual, (iterations, 1)).ok()?;
        let system = settled.system.clone().or_else(|| state.system.clone());
        let settled = OperatingState { system, ..settled };
        self.point_near(&best.sample.point, settled, *along, (best.measure.clone(), &best.direction)).ok()
    }

    /// The point in better coordinates, where its own hardly determine the configuration.
    fn turned(&self, point: &ArcPoint, worth: &mut f64) -> Option<ArcPoint> {
        let at = &point.sample.point;
        if at.state.strain < *worth {
            return None;
        }
        let telling = (point.direction.load * point.measure.load.sqrt()).abs() > TELLING;
        let state = if telling { in_better_coordinates(self.system, &at.state) } else { None };
        let Some(state) = state else {
            *worth = 2.0 * at.state.strain;
            return None;
        };
        let measure = self.measure(&state, point.measure.least);
        let guide = Direction { q: vec![0.0; state.position.len()], load: point.direction.load.signum() };
        self.point_near(at, state, at.along, (measure, &guide)).ok()
    }

    /// Stiffness of each coordinate over the energy of the load.
    fn measure(&self, state: &OperatingState, share: f64) -> Measure {
        let (tangent, force) = (state.tangent(), state.linearisation.input.column(self.port.input));
        let n = force.len();
        let parts = [&state.linearisation.stiffness, &state.linearisation.geometric_stiffness, &tangent];
        let own = |i: usize| parts.iter().map(|part| part[(i, i)].abs()).fold(0.0, f64::max);
        let largest = (0..n).map(own).fold(0.0, f64::max);
        let weights: Vec<f64> = (0..n).map(|i| own(i).max(1e-12 * largest)).collect();
        let way = Lu::factor(&tangent).map(|lu| lu.solve(force)).unwrap_or_default();
        let moved: f64 = way.iter().zip(&weights).map(|(q, w)| w * q * q).sum();
        let unit = self.system.outputs().get(self.port.output).map_or("m", |(_, unit)| *unit);
        let size = if unit == "rad" { 1.0 } else { self.system.extent() };
        let whole = self.range.abs() * size;
        let moved = moved * self.range * self.range;
        let energy = if moved.is_finite() { moved.clamp(share * whole, whole) } else { share * whole };
        Measure {
            weights: weights.into_iter().map(|w| w / energy).collect(),
            load: 1.0 / (self.range * self.range),
            least: share,
        }
    }

    /// As [`Self::point`], with an angle continued from a point nearby: the rotation of a node in space is known up to whole turns.
    fn point_near(
        &self,
        last: &PathPoint,
        state: OperatingState,
        along: f64,
        (measure, guide): (Measure, &Direction),
    ) -> Result<ArcPoint, DynamicsError> {
        let mut found = self.point(state, along, measure, guide)?;
        let unit = self.system.outputs().get(self.port.output).map_or("m", |(_, unit)| *unit);
        if unit == "rad" {
            let next = &mut found.sample.point;
            let expected = last.value + 0.5 * (last.value_rate + next.value_rate) * (along - last.along);
            next.value += TAU * ((expected - next.value) / TAU).round();
        }
        Ok(found)
    }

    /// A state with its tangent, forward along `guide`.
    fn point(
        &self,
        state: OperatingState,
        along: f64,
        measure: Measure,
        guide: &Direction,
    ) -> Result<ArcPoint, DynamicsError> {
        let force = state.linearisation.input.column(self.port.input).to_vec();
        let n = force.len();
        let mut right = vec![0.0; n];
        right.push(1.0);
        let matrix = bordered(&state.tangent(), &force, &measure, guide);
        let failed = |reason| DynamicsError::PathEnds {
            drive: self.system.inputs()[self.port.input].clone(),
            reached: state.input[self.port.input],
            target: state.input[self.port.input],
            reason,
        };
        let solution = Lu::factor(&matrix).map_err(|e| failed(BalanceFailure::Singular(e)))?.solve(&right);
        let mut direction = Direction { q: solution[..n].to_vec(), load: solution[n] };
        let length = measure.length(&direction);
        if !length.is_finite() || length == 0.0 {
            return Err(failed(BalanceFailure::NotFinite));
        }
        direction.q.iter_mut().for_each(|q| *q /= length);
        direction.load /= length;
        let point = PathPoint {
            along,
            load: state.input[self.port.input],
            load_rate: direction.load,
            value: state.output.get(self.port.output).copied().unwrap_or(0.0),
            value_rate: lissom_linalg::dot(&force, &direction.q),
            state,
        };
        Ok(ArcPoint { sample: Sample::new(point, self.system)?, direction, measure })
    }

    /// The equilibrium in the plane across a direction, at a distance.
    fn step(
        &self,
        from: &PathPoint,
        along: &Direction,
        measure: &Measure,
        length: f64,
    ) -> Result<(OperatingState, usize), BalanceFailure> {
        let system = from.state.system(self.system);
        let mut balance = Balance::new(system, from.state.time, &from.state.input)
            .expect("the inputs of a state fit the system they were found with");
        let input = self.port.input;
        balance.input[input] = from.load + length * along.load;
        let ahead: Vec<f64> = along.q.iter().map(|q| length * q).collect();
        let mut forces = advance(&mut balance, &from.state.position, &ahead)?;
        let (mut residual, mut last) = (f64::INFINITY, f64::INFINITY);
        for iteration in 0..=MOST_ITERATIONS {
            let open = &forces.linearisation.residual;
            let scale = forces.scale(&balance.input);
            residual = forces.share(open, scale, self.tolerance);
            let moved = Direction {
                q: forces.position.iter().zip(&from.state.position).map(|(q, before)| q - before).collect(),
                load: balance.input[input] - from.load,
            };
            let gap = length - measure.product(along, &moved);
            if gap.abs() <= 1e-9 * length.abs().max(1e-6)
                && is_balanced(&forces, open, last, (scale, self.tolerance))
            {
                let state = balance.state(forces, residual, (iteration, 1))?;
                let system = state.system.clone().or_else(|| from.state.system.clone());
                return Ok((OperatingState { system, ..state }, iteration));
            }
            last = forces.size(open);
            let mut right = open.clone();
            right.push(gap);
            let force = forces.linearisation.input.column(input);
            let matrix = bordered(&forces.tangent, force, measure, along);
            let mut change = Lu::factor(&matrix).map_err(BalanceFailure::Singular)?.solve(&right);
            balance.input[input] += change[moved.q.len()];
            change.truncate(moved.q.len());
            forces = advance(&mut balance, &forces.position, &change)?;
        }
        Err(BalanceFailure::NotConverged { iterations: MOST_ITERATIONS, residual })
    }
}

impl Measure {
    fn product(&self, a: &Direction, b: &Direction) -> f64 {
        let q: f64 = a.q.iter().zip(&b.q).zip(&self.weights).map(|((a, b), w)| w * a * b).sum();
        q + self.load * a.load * b.load
    }

    fn length(&self, a: &Direction) -> f64 {
        self.product(a, a).sqrt()
    }
}

/// The same equilibrium in coordinates that determine it better, if there are any.
pub(crate) fn in_better_coordinates(system: &dyn System, state: &OperatingState) -> Option<OperatingState> {
    let mut balance = Balance::new(state.system(system), state.time, &state.input).ok()?;
    balance.forces(state.position.clone()).ok()?;
    let rechosen = balance.rechosen(&state.position).ok()?;
    let counts = (state.iterations, state.increments);
    let mut balance = Balance::new(&*rechosen.system, state.time, &state.input).ok()?;
    let forces = balance.forces(rechosen.position).ok()?;
    let found = balance.state(forces, state.residual, counts).ok()?;
    let system = found.system.clone().or(Some(rechosen.system));
    Some(OperatingState { system, ..found })
}

fn bordered(tangent: &Dense, force: &[f64], measure: &Measure, along: &Direction) -> Dense {
    let n = force.len();
    Dense::from_fn(n + 1, n + 1, |i, j| match (i == n, j == n) {
        (false, false) => tangent[(i, j)],
        (false, true) => -force[i],
        (true, false) => measure.weights[j] * along.q[j],
        (true, true) => measure.load * along.load,
    })
}
