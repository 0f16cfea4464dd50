//! Limit points and bifurcations on a path of equilibria.
//!
//! # Equation
//! On a path (q(s), F(s)) the tangent K of the equations under constant load is singular where a direction φ becomes neutral.
//! From K q′ = b F′ follows φᵀb F′ = 0: either the load has an extreme value, F′ = 0 (limit point), or φᵀb = 0, and another
//! branch crosses (bifurcation). By Sylvester's law the number of negative eigenvalues of K changes there; two states with
//! different numbers enclose the point. Where the numbers at both ends of a step are equal, two points may still lie between: the
//! eigenvalues next to zero and F′ are looked at in the middle too, and on shorter intervals while their curvature could bring
//! them to zero.

use crate::equilibria::driven_state::DrivenState;
use crate::equilibria::operating_state::OperatingState;
use crate::equilibria::path_point::PathPoint;
use crate::equilibria::tangent_inertia::TangentSigns;
use crate::error::DynamicsError;
use crate::zero_between::may_vanish;
use lissom_mech::System;

/// What happens at a critical point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CriticalKind {
    /// The load has a largest or smallest value: beyond it the machine jumps if the load leads.
    LimitPoint,
    /// Another branch of equilibria crosses; so many directions become neutral at once.
    Bifurcation(usize),
}

/// A point where a direction becomes neutral under constant load.
#[derive(Clone, Debug)]
pub struct CriticalPoint {
    /// What it is.
    pub kind: CriticalKind,
    /// Where it lies along the path: output of the drive, or arc length.
    pub along: f64,
    /// The load (unit of the input).
    pub load: f64,
    /// The way of its point of application (unit of the output).
    pub value: f64,
    /// Places along the path that enclose it.
    pub between: [f64; 2],
    /// The loads there (unit of the input).
    pub loads: [f64; 2],
    /// Numbers of unstable directions there.
    pub unstable: [usize; 2],
    /// Whether every sign of the tangent at both places is beyond its error: then the point is enclosed for certain.
    pub enclosed: bool,
    /// The direction that becomes neutral, over the coordinates of the state.
    pub shape: Vec<f64>,
    /// The equilibrium.
    pub state: OperatingState,
}

impl CriticalPoint {
    /// A point that was enclosed by two states of models of their own, `before` and `after`, at values of what differs between them.
    #[must_use]
    pub fn between_models(kind: CriticalKind, values: [f64; 2], [before, after]: [&DrivenState; 2]) -> Self {
        let middle = 0.5 * (values[0] + values[1]);
        let neutral = |k: &usize| before.modes.eigenvalues[*k].abs();
        let count = before.modes.eigenvalues.len();
        let lowest = (0..count).min_by(|i, j| neutral(i).total_cmp(&neutral(j)));
        Self {
            kind,
            along: middle,
            load: middle,
            value: middle,
            between: values,
            loads: values,
            unstable: [before.modes.unstable, after.modes.unstable],
            enclosed: before.modes.undecided + after.modes.undecided == 0,
            shape: lowest.map_or_else(Vec::new, |k| before.modes.shapes.column(k).to_vec()),
            state: before.state.clone(),
        }
    }
}

/// Divisions of an interval before directions that become neutral together are taken as one point.
const MOST_DIVISIONS: usize = 30;
/// Divisions of an interval in which two points may lie whose changes cancel.
const MOST_LOOKS: usize = 10;
/// Evaluations of the search of one point.
const MOST_SEARCHES: usize = 40;
/// A point is searched to this share of its interval.
const FINE: f64 = 1e-9;
/// First distance of the enclosing states, as a share of the interval; it grows until signs are decided.
const NEAR: f64 = 1e-8;

/// A point of the path with the signs of its tangent.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub point: PathPoint,
    pub signs: TangentSigns,
}

impl Sample {
    pub(crate) fn new(point: PathPoint, system: &dyn System) -> Result<Self, DynamicsError> {
        let signs = point.signs(system)?;
        Ok(Self { point, signs })
    }
}

/// Finds the critical points between two points of a path; `at` gives the point at a place between them, if it can be found.
pub(crate) fn locate(
    before: &Sample,
    after: &Sample,
    at: &mut dyn FnMut(f64) -> Option<Sample>,
) -> Vec<CriticalPoint> {
    let mut found = Vec::new();
    divide(before, after, at, MOST_DIVISIONS, &mut found);
    found
}

fn divide(
    a: &Sample,
    b: &Sample,
    at: &mut dyn FnMut(f64) -> Option<Sample>,
    left: usize,
    found: &mut Vec<CriticalPoint>,
) {
    let change = a.signs.negative().abs_diff(b.signs.negative());
    let turns = a.point.load_rate * b.point.load_rate < 0.0;
    match (change, turns) {
        (0, false) => look_between(a, b, at, (left, MOST_LOOKS), found),
        (1, true) => found.extend(limit_point(a, b, at)),
        (1, false) => found.extend(bifurcation(a, b, at, 1)),
        _ => {
            let middle = if left > 0 { at(0.5 * (a.point.along + b.point.along)) } else { None };
            match middle {
                Some(middle) => {
                    divide(a, &middle, at, left - 1, found);
                    divide(&middle, b, at, left - 1, found);
                }
                None if change > 0 => found.extend(bifurcation(a, b, at, change)),
                None => {}
            }
        }
    }
}

/// Looks for two points whose changes cancel.
fn look_between(
    a: &Sample,
    b: &Sample,
    at: &mut dyn FnMut(f64) -> Option<Sample>,
    (left, looks): (usize, usize),
    found: &mut Vec<CriticalPoint>,
) {
    if left == 0 || looks == 0 {
        return;
    }
    let Some(middle) = at(0.5 * (a.point.along + b.point.along)) else { return };
    let count = a.signs.negative();
    let turned = a.point.load_rate * middle.point.load_rate < 0.0;
    if middle.signs.negative() != count || turned {
        divide(a, &middle, at, left - 1, found);
        divide(&middle, b, at, left - 1, found);
        return;
    }
    let all = [a, &middle, b];
    let next_to_zero = [count.checked_sub(1), Some(count)].into_iter().flatten();
    let mut near = next_to_zero.filter(|k| *k < a.signs.values.len());
    if may_vanish(all.map(|sample| sample.point.load_rate))
        || near.any(|k| may_vanish(all.map(|sample| sample.signs.values[k])))
    {
        look_between(a, &middle, at, (left - 1, looks - 1), found);
        look_between(&middle, b, at, (left - 1, looks - 1), found);
    }
}

fn limit_point(a: &Sample, b: &Sample, at: &mut dyn FnMut(f64) -> Option<Sample>) -> Option<CriticalPoint> {
    let root = search(a, b, at, &|sample| sample.point.load_rate);
    Some(conclude(CriticalKind::LimitPoint, [a, b], root, at))
}

fn bifurcation(
    a: &Sample,
    b: &Sample,
    at: &mut dyn FnMut(f64) -> Option<Sample>,
    directions: usize,
) -> Option<CriticalPoint> {
    let k = a.signs.negative().min(b.signs.negative());
    let root = search(a, b, at, &|sample| sample.signs.values[k]);
    Some(conclude(CriticalKind::Bifurcation(directions), [a, b], root, at))
}

/// The zero of a quantity that changes its sign between two samples, by the Illinois variant of the false position.
fn search(
    a: &Sample,
    b: &Sample,
    at: &mut dyn FnMut(f64) -> Option<Sample>,
    quantity: &dyn Fn(&Sample) -> f64,
) -> Sample {
    let length = (b.point.along - a.point.along).abs();
    let (mut low, mut high) = (a.clone(), b.clone());
    let (mut f_low, mut f_high) = (quantity(a), quantity(b));
    let mut side = 0;
    for _ in 0..MOST_SEARCHES {
        let width = high.point.along - low.point.along;
        if width.abs() <= FINE * length || f_low == f_high {
            break;
        }
        let next = low.point.along - f_low * width / (f_high - f_low);
        let Some(middle) = at(next) else { break };
        let f = quantity(&middle);
        let step = (next - low.point.along).abs().min((high.point.along - next).abs());
        if (f < 0.0) == (f_low < 0.0) {
            (low, f_low) = (middle, f);
            f_high *= if side == -1 { 0.5 } else { 1.0 };
            side = -1;
        } else {
            (high, f_high) = (middle, f);
            f_low *= if side == 1 { 0.5 } else { 1.0 };
            side = 1;
        }
        if step <= FINE * length {
            break;
        }
    }
    if quantity(&low).abs() <= quantity(&high).abs() { low } else { high }
}

/// The point found, with the nearest states on both sides whose signs are known.
fn conclude(
    kind: CriticalKind,
    [a, b]: [&Sample; 2],
    root: Sample,
    at: &mut dyn FnMut(f64) -> Option<Sample>,
) -> CriticalPoint {
    let (start, end) = (a.point.along, b.point.along);
    let counts = [a.signs.negative(), b.signs.negative()];
    let mut side = |far: &Sample, sign: f64, count: usize| {
        let mut distance = NEAR * (end - start);
        while distance.abs() < (far.point.along - root.point.along).abs() {
            let near = at(root.point.along + sign * distance);
            let is_on_side = |near: &Sample| near.signs.are_decided() && near.signs.negative() == count;
            if let Some(near) = near.filter(is_on_side) {
                return near;
            }
            distance *= 10.0;
        }
        far.clone()
    };
    let sides = [side(a, -1.0, counts[0]), side(b, 1.0, counts[1])];
    let neutral = |k: &usize| root.signs.values[*k].abs();
    let lowest = (0..root.signs.values.len()).min_by(|i, j| neutral(i).total_cmp(&neutral(j)));
    let shape = lowest.map_or_else(Vec::new, |k| root.signs.directions.column(k).to_vec());
    let PathPoint { state, along, load, value, .. } = root.point;
    CriticalPoint {
        kind,
        along,
        load,
        value,
        between: [sides[0].point.along, sides[1].point.along],
        loads: [sides[0].point.load, sides[1].point.load],
        unstable: [sides[0].signs.negative(), sides[1].signs.negative()],
        enclosed: sides.iter().all(|side| side.signs.are_decided()),
        shape,
        state,
    }
}
