//! A station from the one before it without a search: every mode is carried there by itself, and they are counted.
//!
//! A search for the lowest modes of a speed knows nothing of where they come from, and its modes have to be matched with those before. On few
//! speeds far apart both cost more than carrying the modes themselves, which answers both. What a search would find besides, modes that come
//! down from above, is noticed by counting: then nothing is returned, and the speed is searched.

use super::certify_whirl::nothing_missing;
use super::continued_mode::{ContinuedMode, MOST_TRIES, carry};
use super::predicted_mode::FewCoordinates;
use super::speed_pencil::SpeedMatrices;
use super::tracking::{Followed, Station, assign, is_one, is_sure};
use super::whirl::{SpinningModes, Whirl, WhirlMode, all_modes};
use lissom_linalg::{Complex, Dense};

/// Tries for a mode that is no track: it is only needed to see a gap above the tracks.
const FEW_TRIES: usize = 30;

/// What may be left of the equation of a mode that was carried [-].
const RESIDUAL: f64 = 1e-10;

/// Modes are one when roots and shapes agree so well [-].
const SAME_ROOT: f64 = 1e-7;
const SAME_SHAPE: f64 = 0.9;

/// What came of carrying.
pub(super) enum Advance {
    Arrived(Box<Station>),
    /// The speed must be searched; tracks that were carried there before this was known.
    Search(Vec<Option<ContinuedMode>>),
}

/// A way on which a mode is lost is halved so often before its end is searched.
const HALVINGS: u32 = 2;

/// Carries all modes that are known at a station to another speed, on a way in parts where they are lost on the whole of it. `count`
/// collects the stations.
pub(super) fn advance(modes: &SpinningModes<'_>, from: &Station, speed: f64, count: &mut usize) -> Advance {
    in_parts(modes, from, speed, HALVINGS, count)
}

fn in_parts(
    modes: &SpinningModes<'_>,
    from: &Station,
    speed: f64,
    halvings: u32,
    count: &mut usize,
) -> Advance {
    let carried = match at_once(modes, from, speed) {
        Advance::Search(carried) => carried,
        arrived @ Advance::Arrived(_) => {
            *count += 1;
            return arrived;
        }
    };
    if halvings == 0 || carried.is_empty() {
        return Advance::Search(carried);
    }
    let half = 0.5 * (from.whirl.speed + speed);
    if let Advance::Arrived(middle) = in_parts(modes, from, half, halvings - 1, count)
        && let Advance::Arrived(mut end) = in_parts(modes, &middle, speed, halvings - 1, count)
    {
        let both = end.tracks.iter_mut().zip(&middle.tracks);
        both.for_each(|(end, middle)| end.mac = end.mac.min(middle.mac));
        return Advance::Arrived(end);
    }
    Advance::Search(carried)
}

/// Carries all modes that are known at a station to another speed, where energy is definite at both.
fn at_once(modes: &SpinningModes<'_>, from: &Station, speed: f64) -> Advance {
    let oscillate = from.tracks.iter().all(|track| track.value.im > 0.0);
    if !from.whirl.definite || from.whirl.rigid > 0 || !oscillate || !modes.is_held(speed) {
        return Advance::Search(Vec::new());
    }
    let few = FewCoordinates::of(modes.structure, from);
    let small = few.as_ref().map(|few| (few, SpeedMatrices::of(&few.structure)));
    let way = [from.whirl.speed, speed];
    let carry = |mode: &Followed, tries: usize| {
        let predicted =
            small.as_ref().and_then(|(few, small)| few.carry([small, &modes.matrices], mode, way));
        predicted.or_else(|| carry(&modes.matrices, mode, way, tries))
    };
    let mut carried = Vec::new();
    for track in &from.tracks {
        carried.push(carry(track, MOST_TRIES));
        if carried.last().is_some_and(Option::is_none) {
            return Advance::Search(carried);
        }
    }
    match arrived(modes, from, speed, &carried, &carry) {
        Some(station) => Advance::Arrived(Box::new(station)),
        None => Advance::Search(carried),
    }
}

fn arrived(
    modes: &SpinningModes<'_>,
    from: &Station,
    speed: f64,
    carried: &[Option<ContinuedMode>],
    carry: &dyn Fn(&Followed, usize) -> Option<ContinuedMode>,
) -> Option<Station> {
    let at = modes.matrices.at(speed);
    let arrive = |mode: &ContinuedMode| modes.arrived(&at, mode).filter(|found| found.residual <= RESIDUAL);
    let mut tracks = Vec::new();
    for mode in carried.iter().flatten() {
        let found = arrive(mode)?;
        if tracks.iter().any(|other| is_same(other, &found)) {
            return None;
        }
        tracks.push(found);
    }
    let mut all = tracks.clone();
    let starts = from.whirl.modes.iter().map(Followed::start);
    for mode in starts.filter(|mode| !from.tracks.iter().any(|track| is_one(track, mode))) {
        let found = carry(&mode, FEW_TRIES).and_then(|mode| arrive(&mode));
        all.extend(found.filter(|found| !all.iter().any(|other| is_same(other, found))));
    }
    let highest = tracks.iter().map(|track| track.value.abs()).fold(0.0, f64::max);
    let whirl = whirl(modes, speed, all)?;
    if !nothing_missing(modes, &whirl, highest) {
        return None;
    }
    recognised(from, Station { whirl, tracks })
}

/// The lowest modes at a speed from those at rest without damping, given as displacements in columns: looked for in their space, settled in
/// the whole structure, and counted. `None` where energy is not definite, or that does not find all.
pub(super) fn from_rest(modes: &SpinningModes<'_>, speed: f64, count: usize, rest: &Dense) -> Option<Whirl> {
    if !modes.is_held(speed) {
        return None;
    }
    let few = FewCoordinates::of_columns(modes.structure, rest);
    let small = SpeedMatrices::of(&few.structure);
    let predicted = all_modes(&small, speed)?;
    let at = modes.matrices.at(speed);
    let mut all: Vec<Followed> = Vec::new();
    // Beyond those wanted a gap is needed to count in.
    for mode in predicted.modes.iter().take(count + 2) {
        let settled = few.settle(&modes.matrices, speed, mode)?;
        let found = modes.arrived(&at, &settled).filter(|found| found.residual <= RESIDUAL)?;
        if all.iter().any(|other| is_same(other, &found)) {
            return None;
        }
        all.push(found);
    }
    let whirl = whirl(modes, speed, all)?;
    let highest = whirl.modes.get(count - 1)?.value.abs();
    nothing_missing(modes, &whirl, highest).then_some(whirl)
}

/// The modes at a speed; `None` where one does not oscillate: of real roots only half are modes.
fn whirl(modes: &SpinningModes<'_>, speed: f64, all: Vec<Followed>) -> Option<Whirl> {
    if all.iter().any(|mode| mode.value.im <= SAME_ROOT * mode.value.abs()) {
        return None;
    }
    let mode = |own: Followed| WhirlMode {
        value: own.value,
        shape: own.shape,
        dual: own.dual,
        whirl: own.whirl,
        residual: own.residual,
    };
    let mut all: Vec<WhirlMode> = all.into_iter().map(mode).collect();
    all.sort_by(|a, b| a.value.abs().total_cmp(&b.value.abs()));
    let largest = all.iter().map(|mode| mode.value.re).fold(f64::NEG_INFINITY, f64::max);
    Some(Whirl {
        speed,
        modes: all,
        others: Vec::new(),
        complete: false,
        rigid: 0,
        zeros: 0,
        max_real_part: if modes.structure.is_conservative() { 0.0 } else { largest.min(0.0) },
        definite: true,
        growth: None,
    })
}

/// The station when tracks that the shapes at both ends alone would recognise have been carried to just these modes.
fn recognised(from: &Station, mut here: Station) -> Option<Station> {
    let alone = Station { tracks: assign(from, &here.whirl), whirl: here.whirl.clone() };
    for k in 0..here.tracks.len() {
        if is_sure(from, &alone, k) {
            if alone.tracks[k].value != here.tracks[k].value {
                return None;
            }
            here.tracks[k].mac = alone.tracks[k].mac;
        }
    }
    Some(here)
}

/// Two results that are one mode, or a mode and its conjugate.
fn is_same(a: &Followed, b: &Followed) -> bool {
    let alike = |turn: fn(Complex) -> Complex| {
        let shares = a.dual.iter().zip(&b.shape);
        let near = (a.value - turn(b.value)).abs() <= SAME_ROOT * a.value.abs();
        near && shares.fold(Complex::ZERO, |sum, (m, x)| sum + m.conj() * turn(*x)).abs().powi(2) > SAME_SHAPE
    };
    alike(|c| c) || alike(Complex::conj)
}
