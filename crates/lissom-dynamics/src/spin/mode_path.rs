//! Where the lowest modes lie between speeds: the space they span is found at few speeds and interpolated in between.
//!
//! The interpolated space is only a start. Modes are computed from it at every speed, with their residuals, and counted; where it is
//! not good enough the search goes on from it. So what is saved here is work, and nothing rests on it.

use super::sparse_whirl::{SparseModes, states};
use lissom_linalg::{Complex, LowestModes, SpaceInterpolant};
use std::cell::{Cell, RefCell};

/// A sweep with fewer speeds is not worth interpolating: modes are carried from speed to speed.
const FEWEST_SPEEDS: usize = 40;

/// Small structures are solved so quickly that it takes more speeds.
const FEWEST_OF_SMALL: usize = 200;
const SMALL: usize = 200;

/// A part of a sweep with fewer speeds than this is not divided further.
const FEWEST_OF_A_PART: usize = 10;

/// From how many speeds on interpolating pays.
pub(super) fn fewest_speeds(rows: usize) -> usize {
    if rows >= SMALL { FEWEST_SPEEDS } else { FEWEST_OF_SMALL }
}

/// Above so many nodes a range is halved.
const MOST_NODES: usize = 18;

/// Modes looked at beyond those wanted, to find a gap above which the space may end.
const BEYOND: usize = 4;

/// The share of the tolerance to which modes at nodes are solved: a polynomial may magnify what is wrong with them.
const AT_NODES: f64 = 0.1;

/// The speeds of a sweep, in ranges.
pub(super) struct ModePath {
    /// With fewer speeds nothing is interpolated.
    fewest: usize,
    /// Ascending [rad/s].
    speeds: Vec<f64>,
    ranges: RefCell<Vec<Range>>,
    /// How many modes the ranges are good for.
    count: Cell<usize>,
}

/// A range of speeds.
struct Range {
    ends: [f64; 2],
    state: State,
}

enum State {
    New,
    Interpolated(SpaceInterpolant),
    /// Not smooth enough: every speed for itself.
    Rough,
}

impl ModePath {
    pub fn of(speeds: &[f64], fewest: usize) -> Self {
        let mut speeds = speeds.to_vec();
        speeds.sort_by(f64::total_cmp);
        speeds.dedup();
        Self { fewest, speeds, ranges: RefCell::new(Vec::new()), count: Cell::new(0) }
    }

    /// Whether there are enough speeds to interpolate between.
    pub fn interpolates(&self) -> bool {
        self.speeds.len() >= self.fewest
    }

    /// States that nearly span the lowest modes at a speed; `None` where nothing is known.
    pub fn start(&self, modes: &SparseModes<'_>, speed: f64, count: usize) -> Option<lissom_linalg::Dense> {
        let (first, last) = (*self.speeds.first()?, *self.speeds.last()?);
        if !self.interpolates() || !(first..=last).contains(&speed) {
            return None;
        }
        let mut ranges = self.ranges.borrow_mut();
        if count > self.count.get() {
            self.count.set(count);
            *ranges = vec![Range { ends: [first, last], state: State::New }];
        }
        loop {
            let at = ranges.iter().position(|r| r.ends[0] <= speed && speed <= r.ends[1])?;
            match &ranges[at].state {
                State::Interpolated(space) => return Some(space.at(speed)),
                State::Rough => return None,
                State::New => {}
            }
            let ends = ranges[at].ends;
            let inside: Vec<f64> =
                self.speeds.iter().copied().filter(|s| (ends[0]..=ends[1]).contains(s)).collect();
            match interpolate(modes, &inside, self.count.get()) {
                Some(space) => ranges[at].state = State::Interpolated(space),
                None if inside.len() >= 2 * FEWEST_OF_A_PART => {
                    let middle = inside[inside.len() / 2];
                    ranges[at].ends[1] = middle;
                    ranges.push(Range { ends: [middle, ends[1]], state: State::New });
                }
                None => ranges[at].state = State::Rough,
            }
        }
    }
}

/// The space of the lowest modes over speeds in a row; `None` when it is not met with few nodes.
fn interpolate(modes: &SparseModes<'_>, speeds: &[f64], count: usize) -> Option<SpaceInterpolant> {
    let most = MOST_NODES.min(speeds.len() / 3 + 2);
    let tolerance = AT_NODES * modes.tolerance();
    let (middle, last) = (speeds[speeds.len() / 2], speeds[speeds.len() - 1]);
    let frozen = modes.frozen(middle)?;
    let product = frozen.energy();
    let found = frozen.modes(count, tolerance, None, None)?;
    let (near, guards) = (basis(&found), Some(&found.guards));
    let end = |speed: f64| modes.frozen(speed)?.modes(count, tolerance, Some(&near), guards);
    let (low, high) = (end(speeds[0])?, end(last)?);
    let size = widest_gap(&[&found, &low, &high], count);
    let all = |speed: f64, found: LowestModes| match size == count {
        true => Some(found),
        false => {
            let start = basis(&found).beside(&found.guards);
            modes.frozen(speed)?.modes(size, tolerance, Some(&start), None)
        }
    };
    let (found, low, high) = (all(middle, found)?, all(speeds[0], low)?, all(last, high)?);
    let mut space = SpaceInterpolant::from_node(middle, &basis(&found), &product)?;
    for (speed, end) in [(speeds[0], &low), (last, &high)] {
        if !space.add(speed, &basis(end), &product) {
            return None;
        }
    }
    while space.nodes().len() < most {
        let next = farthest(speeds, space.nodes())?;
        let (start, guards) = (space.at(next), Some(&found.guards));
        let here = modes.frozen(next)?.modes(size, tolerance, Some(&start), guards)?;
        // No other speed is farther from the nodes, so that no other is met much worse.
        if here.start_residual <= 0.3 * modes.tolerance() {
            return Some(space);
        }
        if !space.add(next, &basis(&here), &product) {
            return None;
        }
    }
    None
}

fn basis(found: &LowestModes) -> lissom_linalg::Dense {
    let shapes: Vec<&[Complex]> = found.vectors.iter().map(Vec::as_slice).collect();
    states(&found.values, &shapes, shapes.first().map_or(0, |x| x.len()))
}

/// How many modes, at least `count`, have the widest gap of frequency above them at all of some speeds.
fn widest_gap(found: &[&LowestModes], count: usize) -> usize {
    let most = found.iter().map(|f| f.beyond.len()).min().unwrap_or(0).min(BEYOND);
    let gap = |more: &usize| {
        let size =
            |f: &LowestModes, k: usize| f.values.last().into_iter().chain(&f.beyond).nth(k).map(|s| s.abs());
        let of = |f: &&LowestModes| Some(size(f, more + 1)? / size(f, *more)?);
        found.iter().filter_map(of).fold(f64::INFINITY, f64::min)
    };
    count + (0..most).max_by(|a, b| gap(a).total_cmp(&gap(b))).unwrap_or(0)
}

/// The speed that is farthest from all nodes, by the product of distances: nodes so chosen crowd towards the ends, where a
/// polynomial through even ones would swing.
fn farthest(speeds: &[f64], nodes: &[f64]) -> Option<f64> {
    let span = speeds[speeds.len() - 1] - speeds[0];
    let distance = |speed: f64| nodes.iter().map(|node| ((speed - node) / span).abs().ln()).sum::<f64>();
    let new = speeds.iter().copied().filter(|speed| !nodes.contains(speed));
    new.max_by(|a, b| distance(*a).total_cmp(&distance(*b)))
}
