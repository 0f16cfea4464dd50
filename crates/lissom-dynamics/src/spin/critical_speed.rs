//! Speeds at which something happens: an excitation meets a mode, or stability ends.

use super::refined_root::refine;
use super::tracking::{ALIKE, Followed, Station, follow_one};
use super::whirl::SpinningModes;
use lissom_linalg::Complex;
use lissom_linalg::eigen::EigenError;
use lissom_linalg::shift_invert::product;

/// A speed at which an excitation meets a mode.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CriticalSpeed {
    /// Angular speed [rad/s].
    pub speed: f64,
    /// Order of the excitation: 0 stands still in the frame (imbalance, the frame's own load), k has k cycles for each
    /// turn (a force that stands still in space has k = 1) [-].
    pub order: f64,
    /// The mode, by its place in the list; `None` for one that is not in it.
    pub mode: Option<usize>,
}

/// How stability ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instability {
    /// A motion grows without oscillating.
    Divergence,
    /// An oscillation grows.
    Flutter,
}

/// A range of speed without stability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UnstableBand {
    /// Where it begins and ends; an end of the sweep when it goes on beyond [rad/s].
    pub speeds: [f64; 2],
    /// Whether the band begins, and ends, inside the sweep.
    pub bracketed: [bool; 2],
    /// How motions grow in it, where they grow fastest of the speeds that were looked at.
    pub kind: Instability,
    /// The largest real part found in it [1/s].
    pub growth: f64,
}

/// A frequency this near to its excitation has met it, relative to that [-].
const CROSSED: f64 = 1e-5;

/// A frequency this near to its excitation at both ends of an interval is taken to be proportional to the speed, relative to that [-].
const LOCKED: f64 = 1e-6;

/// Speeds are bracketed to this share of the sweep.
const BRACKET: f64 = 1e-9;

/// Critical speeds, and where some may be missing.
#[derive(Default)]
pub(super) struct Meetings {
    pub speeds: Vec<CriticalSpeed>,
    /// Pairs of neighbouring speeds between which a mode could not be followed to its excitation, ascending.
    pub lost: Vec<[f64; 2]>,
}

pub(super) fn critical_speeds(
    modes: &SpinningModes<'_>,
    stations: &[Station],
    orders: &[f64],
    count: &mut usize,
) -> Result<Meetings, EigenError> {
    let mut found = Meetings::default();
    for pair in stations.windows(2) {
        imbalance(modes, [&pair[0], &pair[1]], &mut found.speeds)?;
        for order in orders {
            crossings(modes, pair, *order, count, &mut found)?;
        }
    }
    found.speeds.sort_by(|a, b| a.speed.total_cmp(&b.speed).then(a.order.total_cmp(&b.order)));
    found.lost.dedup();
    Ok(found)
}

/// Speeds at which the stiffness is singular: the number of its negative eigenvalues changes.
fn imbalance(
    modes: &SpinningModes<'_>,
    stations: [&Station; 2],
    found: &mut Vec<CriticalSpeed>,
) -> Result<(), EigenError> {
    // Where energy is definite at both ends no stiffness is negative.
    if stations.iter().all(|s| s.whirl.definite && s.whirl.rigid == 0) {
        return Ok(());
    }
    // At rest there may be a kernel that speed removes; beside it the count is that of the speeds.
    let ends = stations.map(|s| s.whirl.speed);
    let start = if ends[0] == 0.0 { 1e-9 * ends[1] } else { ends[0] };
    let stop = if ends[1] == 0.0 { 1e-9 * ends[0] } else { ends[1] };
    let speeds = roots(modes, [start, stop], [modes.negative(start)?, modes.negative(stop)?])?;
    for speed in speeds {
        found.push(CriticalSpeed { speed, order: 0.0, mode: crossing_zero(stations, speed) });
    }
    Ok(())
}

/// All places where the count changes, each bracketed.
fn roots(modes: &SpinningModes<'_>, ends: [f64; 2], counts: [usize; 2]) -> Result<Vec<f64>, EigenError> {
    if counts[0] == counts[1] {
        return Ok(Vec::new());
    }
    let middle = 0.5 * (ends[0] + ends[1]);
    if (ends[1] - ends[0]).abs() <= BRACKET * ends[1].abs().max(ends[0].abs()) {
        return Ok(vec![middle; counts[0].abs_diff(counts[1])]);
    }
    let inside = modes.negative(middle)?;
    let mut all = roots(modes, [ends[0], middle], [counts[0], inside])?;
    all.extend(roots(modes, [middle, ends[1]], [inside, counts[1]])?);
    Ok(all)
}

/// The track whose frequency passes zero nearest to a speed.
fn crossing_zero(stations: [&Station; 2], speed: f64) -> Option<usize> {
    let [a, b] = stations;
    let share = (speed - a.whirl.speed) / (b.whirl.speed - a.whirl.speed);
    let between = |k: &usize| {
        let (x, y) = (a.tracks[*k].value.im, b.tracks[*k].value.im);
        (x + share * (y - x)).abs()
    };
    let passes = |k: &usize| a.tracks[*k].value.im * b.tracks[*k].value.im <= 0.0;
    (0..a.tracks.len()).filter(passes).min_by(|i, j| between(i).total_cmp(&between(j)))
}

/// An end of a bracket.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Low,
    High,
}

/// A track at a speed between two stations.
#[derive(Clone)]
struct Point {
    speed: f64,
    track: Followed,
}

impl Point {
    fn of(station: &Station, k: usize) -> Self {
        Self { speed: station.whirl.speed, track: station.tracks[k].clone() }
    }

    /// |s| − k Ω.
    fn distance(&self, order: f64) -> f64 {
        self.track.value.im.abs() - order * self.speed.abs()
    }
}

/// Where |s| = k Ω between two stations, by the Illinois variant of the secant on the tracked mode: an end that stays twice
/// counts half.
fn crossings(
    modes: &SpinningModes<'_>,
    pair: &[Station],
    order: f64,
    count: &mut usize,
    found: &mut Meetings,
) -> Result<(), EigenError> {
    for k in 0..pair[0].tracks.len() {
        let ends = [Point::of(&pair[0], k), Point::of(&pair[1], k)];
        let [f_low, f_high] = [ends[0].distance(order), ends[1].distance(order)];
        let reach = order * ends[0].speed.abs().max(ends[1].speed.abs());
        // A frequency proportional to the speed is met nowhere: this is how a body at rest in space appears in the rotating frame.
        let locked = f_low.abs() <= LOCKED * reach && f_high.abs() <= LOCKED * reach;
        // What rests at zero speed meets no excitation there.
        let rests = ends.iter().any(|end| end.speed == 0.0 && end.track.value.abs() == 0.0);
        if f_low * f_high > 0.0 || locked || rests {
            continue;
        }
        // A track that was lost on the way says nothing about where it met its excitation.
        if ends[1].track.mac < ALIKE {
            found.lost.push([pair[0].whirl.speed, pair[1].whirl.speed]);
            continue;
        }
        let nearest = crossing(modes, &pair[0], ends, k, order, count)?;
        // Where an oscillation ends, as real roots do that meet, its frequency jumps over the line and does not cross it.
        match nearest.filter(|p| p.distance(order).abs() <= CROSSED * order * p.speed.abs()) {
            Some(point) => found.speeds.push(CriticalSpeed { speed: point.speed, order, mode: Some(k) }),
            None => found.lost.push([pair[0].whirl.speed, pair[1].whirl.speed]),
        }
    }
    Ok(())
}

/// The point nearest to the crossing of one track; `None` where the track is lost on the way, or all work that may be spent is.
fn crossing(
    modes: &SpinningModes<'_>,
    from: &Station,
    ends: [Point; 2],
    k: usize,
    order: f64,
    count: &mut usize,
) -> Result<Option<Point>, EigenError> {
    let [mut low, mut high] = ends;
    let (mut f_low, mut f_high) = (low.distance(order), high.distance(order));
    let width = (high.speed - low.speed).abs();
    let mut moved: Option<End> = None;
    for _ in 0..40 {
        let (a, b) = (low.speed, high.speed);
        if (b - a).abs() <= 1e-7 * width || f_low == 0.0 || f_high == 0.0 {
            break;
        }
        let secant = (a + (b - a) * f_low / (f_low - f_high)).clamp(a.min(b), a.max(b));
        let next = match slide(modes, [&low, &high], secant) {
            Some(point) => point,
            None if *count >= modes.most_solves => return Ok(None),
            None => {
                let point = Point::of(&follow_one(modes, from, secant, k, count)?, k);
                if point.track.mac < ALIKE {
                    return Ok(None);
                }
                point
            }
        };
        let value = next.distance(order);
        let end = if value * f_low > 0.0 { End::Low } else { End::High };
        let half = if moved == Some(end) { 0.5 } else { 1.0 };
        if value.abs() <= 1e-9 * order * next.speed.abs() {
            (low, f_low) = (next, 0.0);
        } else if end == End::Low {
            (low, f_low, f_high) = (next, value, half * f_high);
        } else {
            (high, f_high, f_low) = (next, value, half * f_low);
        }
        moved = Some(end);
    }
    Ok(Some(if low.distance(order).abs() <= high.distance(order).abs() { low } else { high }))
}

/// The track at a speed between two points, from the nearer of them by Newton's method; `None` where it is not certain to be the
/// same mode.
fn slide(modes: &SpinningModes<'_>, ends: [&Point; 2], speed: f64) -> Option<Point> {
    let [a, b] = ends;
    let share = (speed - a.speed) / (b.speed - a.speed);
    let near = if share < 0.5 { a } else { b };
    let way = b.track.value - a.track.value;
    let guess = a.track.value + way.scale(share);
    let at = modes.matrices.at(speed);
    let root = refine(&modes.matrices, &at, guess, &near.track.shape)?;
    let strayed = (root.value - guess).abs() > 0.3 * way.abs() + 1e-3 * guess.abs();
    let dual = product(at.mass, &root.vector);
    let agreement = |end: &Point| {
        let pair = dual.iter().zip(&end.track.shape);
        pair.fold(Complex::ZERO, |sum, (m, x)| sum + m.conj() * *x).abs().powi(2)
    };
    if strayed || agreement(near) < ALIKE {
        return None;
    }
    let track = Followed { value: root.value, shape: root.vector, dual, ..near.track.clone() };
    Some(Point { speed, track })
}

/// Stability at a speed: none, or how it ends and how fast motions grow.
type Growth = Option<(Instability, f64)>;

fn growth(modes: &SpinningModes<'_>, speed: f64, count: &mut usize) -> Result<Growth, EigenError> {
    *count += 1;
    let whirl = modes.at(speed, 1, &[])?;
    Ok(growth_of(&whirl))
}

fn growth_of(whirl: &super::whirl::Whirl) -> Growth {
    let (fastest, bound) = whirl.growth?;
    let divergence = fastest.im.abs() <= 1e-6 * fastest.re + bound;
    let kind = if divergence { Instability::Divergence } else { Instability::Flutter };
    Some((kind, fastest.re))
}

/// Bands between stations, refined: stations, places between critical speeds of imbalance, and places where frequencies
/// of modes meet are looked at.
pub(super) fn unstable_bands(
    modes: &SpinningModes<'_>,
    stations: &[Station],
    critical: &[CriticalSpeed],
    count: &mut usize,
) -> Result<Vec<UnstableBand>, EigenError> {
    let mut looked: Vec<(f64, Growth)> =
        stations.iter().map(|s| (s.whirl.speed, growth_of(&s.whirl))).collect();
    let mut extra: Vec<f64> = Vec::new();
    let own: Vec<f64> = critical.iter().filter(|c| c.order == 0.0).map(|c| c.speed).collect();
    extra.extend(own.windows(2).map(|pair| 0.5 * (pair[0] + pair[1])));
    for pair in stations.windows(2).filter(|p| !(p[0].whirl.definite && p[1].whirl.definite)) {
        extra.extend(meetings(&pair[0], &pair[1]));
    }
    for speed in extra {
        looked.push((speed, growth(modes, speed, count)?));
    }
    let down = stations.last().is_some_and(|last| last.whirl.speed < stations[0].whirl.speed);
    looked.sort_by(|a, b| if down { b.0.total_cmp(&a.0) } else { a.0.total_cmp(&b.0) });
    bands(modes, &looked, count)
}

/// Speeds at which two tracks have the same modulus of s, by linear interpolation.
fn meetings(a: &Station, b: &Station) -> Vec<f64> {
    let (from, to) = (a.whirl.speed, b.whirl.speed);
    let mut speeds = Vec::new();
    for i in 0..a.tracks.len() {
        for j in 0..i {
            let gap = |s: &Station| s.tracks[i].value.im.abs() - s.tracks[j].value.im.abs();
            let (first, last) = (gap(a), gap(b));
            if first * last < 0.0 {
                speeds.push(from + (to - from) * first / (first - last));
            }
        }
    }
    speeds
}

fn bands(
    modes: &SpinningModes<'_>,
    looked: &[(f64, Growth)],
    count: &mut usize,
) -> Result<Vec<UnstableBand>, EigenError> {
    let mut found: Vec<UnstableBand> = Vec::new();
    let mut open: Option<UnstableBand> = None;
    for (k, (speed, here)) in looked.iter().enumerate() {
        match (here, &mut open) {
            (Some((kind, growth)), None) => {
                let begin = match k.checked_sub(1) {
                    Some(before) => edge(modes, looked[before].0, *speed, count)?,
                    None => *speed,
                };
                let bracketed = [k > 0, false];
                open =
                    Some(UnstableBand { speeds: [begin, *speed], bracketed, kind: *kind, growth: *growth });
            }
            (Some((kind, growth)), Some(band)) if *growth > band.growth => {
                (band.kind, band.growth, band.speeds[1]) = (*kind, *growth, *speed);
            }
            (Some(_), Some(band)) => band.speeds[1] = *speed,
            (None, _) => {
                if let Some(mut band) = open.take() {
                    band.speeds[1] = edge(modes, *speed, looked[k - 1].0, count)?;
                    band.bracketed[1] = true;
                    found.push(band);
                }
            }
        }
    }
    found.extend(open);
    Ok(found)
}

/// Where stability ends between a speed that has it and one that has not.
fn edge(modes: &SpinningModes<'_>, stable: f64, unstable: f64, count: &mut usize) -> Result<f64, EigenError> {
    let (mut good, mut bad) = (stable, unstable);
    let tolerance = BRACKET * good.abs().max(bad.abs());
    while (bad - good).abs() > tolerance {
        let middle = 0.5 * (good + bad);
        match growth(modes, middle, count)? {
            None => good = middle,
            Some(_) => bad = middle,
        }
    }
    Ok(0.5 * (good + bad))
}
