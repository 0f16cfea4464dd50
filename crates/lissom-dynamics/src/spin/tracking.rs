//! Modes from speed to speed: who goes on as whom, through crossings and veerings.

use super::advanced_station::{Advance, advance};
use super::continued_mode::{ContinuedMode, MOST_TRIES, carry};
use super::refined_root::unit_mass;
use super::whirl::{SpinningModes, Whirl, WhirlMode};
use lissom_linalg::eigen::EigenError;
use lissom_linalg::{Complex, Dense};
use std::ops::Range;

/// A mode at a speed, followed from the speed before. Its frequency has a sign: a forward whirl that the frame overtakes
/// goes on with a negative one.
#[derive(Clone, Debug)]
pub(super) struct Followed {
    pub value: Complex,
    pub shape: Vec<Complex>,
    pub dual: Vec<Complex>,
    pub whirl: f64,
    pub residual: f64,
    /// |x* M y|² over the squares of the lengths, with the shape at the speed before, or at points in between [-].
    pub mac: f64,
    /// The shape just beside the speed, where modes have parted that coincide at it.
    pub ahead: Option<Vec<Complex>>,
}

/// Below this agreement the way between two speeds is divided: on shorter ways shapes change less.
pub(super) const ALIKE: f64 = 0.6;

/// From this agreement on a track is recognised at once.
const SURE: f64 = 0.9;

/// A frequency changes its sign where it passes zero: from speed to speed it moves by at most so many times the change of speed there.
const PASSING_ZERO: f64 = 3.0;

/// Speeds and frequencies below this share of the lowest frequency at rest are slow [-].
const SLOW: f64 = 0.3;

/// A mode moves as a rigid body when so much of its mass does [-].
const RIGID: f64 = 0.99;

/// The way between two speeds is halved at most so often.
const MOST_HALVINGS: u32 = 7;

/// A way on which a track is lost is not divided any more after so many eigenproblems: halving all parts of it would cost
/// hundreds.
const MOST_SOLVES: usize = 48;

/// And so often where one mode is looked for between two speeds that are known.
const FEW_HALVINGS: u32 = 5;

/// Agreements of a mode and of its conjugate that differ by less are the same [-].
const NO_SENSE: f64 = 1e-6;

/// A mode that was carried is the one that was found when their roots are so near [-].
const PAIRED: f64 = 1e-6;

/// Frequencies closer than this share are one: their shapes are any combination.
const SAME: f64 = 1e-9;

impl Followed {
    pub fn start(mode: &WhirlMode) -> Self {
        Self {
            value: mode.value,
            shape: mode.shape.clone(),
            dual: mode.dual.clone(),
            whirl: mode.whirl,
            residual: mode.residual,
            mac: 1.0,
            ahead: None,
        }
    }

    /// The mode, or its conjugate, as what it continues.
    fn of(mode: &WhirlMode, is_conjugate: bool, mac: f64) -> Self {
        let turn = |c: Complex| if is_conjugate { c.conj() } else { c };
        Self {
            value: turn(mode.value),
            shape: mode.shape.iter().map(|c| turn(*c)).collect(),
            dual: mode.dual.iter().map(|c| turn(*c)).collect(),
            // Momentum of Re(x e^{st}) is s g: both factors change sign with the conjugate.
            whirl: mode.whirl,
            residual: mode.residual,
            mac,
            ahead: None,
        }
    }
}

/// The tracks at a speed, and the whole spectrum there.
#[derive(Clone, Debug)]
pub(super) struct Station {
    pub whirl: Whirl,
    pub tracks: Vec<Followed>,
}

impl Station {
    /// The worst agreement of one of the tracks looked at with what it continues.
    fn worst(&self, tracks: Range<usize>) -> f64 {
        self.tracks[tracks].iter().map(|t| t.mac).fold(1.0, f64::min)
    }
}

/// Modes looked for beyond the tracks: what comes down from above meets them there.
pub(super) const SPARE: usize = 4;

/// At most so many times the tracks are looked for.
const MOST_SPARE: usize = 6;

/// Follows all tracks to another speed; `count` collects solved eigenproblems.
pub(super) fn follow(
    modes: &SpinningModes<'_>,
    from: &Station,
    speed: f64,
    count: &mut usize,
) -> Result<Station, EigenError> {
    let carried = match advance(modes, from, speed, count) {
        Advance::Arrived(station) => return Ok(*station),
        Advance::Search(carried) => carried,
    };
    let most = modes.most_solves.min(*count + MOST_SOLVES);
    step(modes, from, speed, (0..from.tracks.len(), &carried), (MOST_HALVINGS, most), count)
}

/// Follows one track a short way; the others come along as well as they do. Where shapes of others change abruptly, as
/// where real roots meet, looking for one of them must not cost as much as following all.
pub(super) fn follow_one(
    modes: &SpinningModes<'_>,
    from: &Station,
    speed: f64,
    track: usize,
    count: &mut usize,
) -> Result<Station, EigenError> {
    let most = modes.most_solves.min(*count + MOST_SOLVES);
    step(modes, from, speed, (track..track + 1, &[]), (FEW_HALVINGS, most), count)
}

/// Follows some of the tracks, of which the first may have been carried to the end already, with or without success.
fn step(
    modes: &SpinningModes<'_>,
    from: &Station,
    speed: f64,
    (watched, carried): (Range<usize>, &[Option<ContinuedMode>]),
    (halvings, most): (u32, usize),
    count: &mut usize,
) -> Result<Station, EigenError> {
    let whirl = modes.at(speed, from.tracks.len() + SPARE, &from.whirl.modes)?;
    *count += 1;
    let mut here = Station { tracks: assign(from, &whirl), whirl };
    if carry_unsure(modes, from, &mut here, (watched.clone(), carried)) {
        return Ok(here);
    }
    // A track may have risen above the modes that were looked for. Where no more are found than before, there are no more.
    while here.worst(watched.clone()) < ALIKE
        && !here.whirl.complete
        && here.whirl.modes.len() < MOST_SPARE * from.tracks.len()
    {
        let before = here.whirl.modes.len();
        let whirl = modes.at(speed, 2 * before, &here.whirl.modes)?;
        *count += 1;
        let found = whirl.modes.len();
        here = Station { tracks: assign(from, &whirl), whirl };
        if found <= before {
            break;
        }
    }
    if here.worst(watched.clone()) >= ALIKE || halvings == 0 || *count >= most {
        return Ok(here);
    }
    let (half, way) = (0.5 * (from.whirl.speed + speed), (watched.clone(), &[][..]));
    let middle = step(modes, from, half, way, (halvings - 1, most), count)?;
    step(modes, &middle, speed, (watched, &[]), (halvings - 1, most), count)
}

/// Looks for modes up to the highest track.
pub(super) fn cover(
    modes: &SpinningModes<'_>,
    station: &mut Station,
    count: &mut usize,
) -> Result<(), EigenError> {
    let highest = station.tracks.iter().map(|t| t.value.abs()).fold(0.0, f64::max);
    let most = MOST_SPARE * station.tracks.len();
    loop {
        let whirl = &station.whirl;
        let before = whirl.modes.len();
        let reached = whirl.modes.last().is_some_and(|mode| mode.value.abs() > highest);
        if reached || whirl.complete || before >= most {
            return Ok(());
        }
        let more = modes.at(whirl.speed, 2 * before, &whirl.modes)?;
        *count += 1;
        if more.modes.len() <= before {
            return Ok(());
        }
        station.whirl = more;
    }
}

/// Tracks that are not recognised for certain at the end of a way are carried there each by itself, and paired with what was found
/// there. False where that does not identify them.
fn carry_unsure(
    modes: &SpinningModes<'_>,
    from: &Station,
    here: &mut Station,
    (watched, carried): (Range<usize>, &[Option<ContinuedMode>]),
) -> bool {
    let way = [from.whirl.speed, here.whirl.speed];
    let unsure: Vec<usize> = watched.filter(|k| !is_sure(from, here, *k)).collect();
    let mut found = here.tracks.clone();
    for k in &unsure {
        let track = &from.tracks[*k];
        let anew = || carry(&modes.matrices, track, way, MOST_TRIES);
        let arrived = || {
            let mode = carried.get(*k).cloned().unwrap_or_else(anew)?;
            pair(modes, &here.whirl, &mode)
        };
        match coming_to_rest(modes, track, way).or_else(arrived) {
            Some(paired) => found[*k] = paired,
            None if here.tracks[*k].mac >= ALIKE => {}
            None => return false,
        }
    }
    let twice = unsure.iter().any(|k| (0..found.len()).any(|j| j != *k && is_one(&found[j], &found[*k])));
    if !twice {
        here.tracks = found;
    }
    !twice
}

/// Whether two tracks are one mode, or a mode and its conjugate.
pub(super) fn is_one(a: &Followed, b: &Followed) -> bool {
    let same = |turn: fn(Complex) -> Complex| {
        a.value == turn(b.value) && a.shape.iter().zip(&b.shape).all(|(x, y)| *x == turn(*y))
    };
    same(|c| c) || same(Complex::conj)
}

/// A track whose frequency goes to zero with the speed, as the precession of a free rotor does: at rest it is a motion that nothing
/// resists. That is decided where speed and frequency are slow beside all frequencies at rest: there a mode moves as a rigid body or
/// hardly does, and no other comes near it on the way down. Nearer to rest rounding of the stiffness drowns its root.
fn coming_to_rest(modes: &SpinningModes<'_>, track: &Followed, [start, end]: [f64; 2]) -> Option<Followed> {
    let (rigid, mass) = (&modes.structure.rigid, &modes.structure.mass);
    if end != 0.0 || rigid.cols() == 0 {
        return None;
    }
    let slow = SLOW * modes.matrices.lowest_frequency();
    let fastest = start.abs().max(track.value.abs());
    let carried =
        (fastest > slow).then(|| carry(&modes.matrices, track, [start, start * slow / fastest], MOST_TRIES));
    let (value, from, mac) = match carried {
        None => (track.value, track.shape.clone(), 1.0),
        Some(slowed) => slowed.map(|mode| (mode.value, mode.shape, mode.mac))?,
    };
    let momenta = mass.times(rigid);
    let (mut shape, mut whole) = (vec![Complex::ZERO; from.len()], 0.0);
    for j in 0..rigid.cols() {
        let pairs = from.iter().zip(momenta.column(j));
        let share = pairs.fold(Complex::ZERO, |sum, (x, m)| sum + x.scale(*m));
        shape.iter_mut().zip(rigid.column(j)).for_each(|(x, q)| *x = *x + share.scale(*q));
        whole += share.abs().powi(2);
    }
    if value.abs() > 2.0 * slow || whole < RIGID {
        return None;
    }
    modes.at_rest(unit_mass(mass, shape)?, mac * whole)
}

/// Whether a track is recognised at once: the shape hardly changed, and the root did not move faster than speed alone moves it.
pub(super) fn is_sure(from: &Station, here: &Station, k: usize) -> bool {
    let (before, now) = (&from.tracks[k], &here.tracks[k]);
    let way = (now.value - before.value).abs();
    now.mac >= SURE && way <= 0.1 * before.value.abs() + (here.whirl.speed - from.whirl.speed).abs()
}

/// The mode at the end of the way, as it was found there; one above all that were looked for is what it was carried to.
fn pair(modes: &SpinningModes<'_>, whirl: &Whirl, carried: &ContinuedMode) -> Option<Followed> {
    let clusters = clusters(whirl);
    let alike = |mode: &WhirlMode, is_conjugate: bool| {
        let turn = |c: Complex| if is_conjugate { c.conj() } else { c };
        let shares = mode.dual.iter().zip(&carried.shape);
        shares.fold(Complex::ZERO, |sum, (m, x)| sum + turn(*m).conj() * *x).abs().powi(2)
    };
    let mut best: Option<(f64, usize, bool)> = None;
    for (k, mode) in whirl.modes.iter().enumerate() {
        for is_conjugate in [false, true] {
            let value = if is_conjugate { mode.value.conj() } else { mode.value };
            let own = alike(mode, is_conjugate);
            let whole: f64 = clusters[k].clone().map(|j| alike(&whirl.modes[j], is_conjugate)).sum();
            let same = (value - carried.value).abs() <= PAIRED * carried.value.abs() && whole > 0.9;
            if same && best.is_none_or(|(most, ..)| own > most) {
                best = Some((own, k, is_conjugate));
            }
        }
    }
    if let Some((_, k, is_conjugate)) = best {
        return Some(Followed::of(&whirl.modes[k], is_conjugate, carried.mac));
    }
    let reached = whirl.modes.last().map_or(0.0, |mode| mode.value.abs());
    let above = !whirl.complete && carried.value.abs() > reached * (1.0 - PAIRED);
    if above { modes.followed(whirl, carried) } else { None }
}

/// One way to go on.
struct Candidate {
    track: usize,
    mode: usize,
    is_conjugate: bool,
    mac: f64,
    score: f64,
}

/// The best pairs first; every track and every mode once.
pub(super) fn assign(from: &Station, whirl: &Whirl) -> Vec<Followed> {
    let clusters = clusters(whirl);
    let mut candidates = Vec::new();
    let agreements = agreements(&from.tracks, &whirl.modes);
    for (track, followed) in from.tracks.iter().enumerate() {
        let alike = &agreements[track];
        for (mode, found) in whirl.modes.iter().enumerate() {
            let cluster = clusters[mode].clone();
            for is_conjugate in [false, true] {
                // Shapes of one frequency are arbitrary: what counts is how much of the track lies among them.
                let mac: f64 =
                    cluster.clone().map(|k| alike[k][usize::from(is_conjugate)]).sum::<f64>().min(1.0);
                let value = if is_conjugate { found.value.conj() } else { found.value };
                let way = (value - followed.value).abs();
                let change = (whirl.speed - from.whirl.speed).abs();
                let scale = 0.1 * followed.value.abs() + change;
                // Where stiffness is positive at both ends it is so between them, and no frequency passes zero.
                let held = from.whirl.definite && whirl.definite;
                if value.im * followed.value.im < 0.0 && (held || way > PASSING_ZERO * change) {
                    continue;
                }
                // A shape without a sense of whirl is its own conjugate: rounding must not choose the sign of its frequency.
                let turned = if is_conjugate { NO_SENSE } else { 0.0 };
                let score = mac - 0.3 * (way / scale.max(f64::MIN_POSITIVE)).min(1.0) - turned;
                candidates.push(Candidate { track, mode, is_conjugate, mac, score });
            }
        }
    }
    candidates
        .sort_by(|a, b| b.score.total_cmp(&a.score).then(a.track.cmp(&b.track)).then(a.mode.cmp(&b.mode)));
    let mut taken = vec![false; whirl.modes.len()];
    let mut found: Vec<Option<Followed>> = vec![None; from.tracks.len()];
    for c in candidates {
        if found[c.track].is_none() && !taken[c.mode] {
            taken[c.mode] = true;
            found[c.track] = Some(Followed::of(&whirl.modes[c.mode], c.is_conjugate, c.mac));
        }
    }
    // There are as many modes at every speed, unless real ones meet: a track that finds none stays where it was.
    let stay = |(track, next): (usize, Option<Followed>)| {
        next.unwrap_or_else(|| Followed { mac: 0.0, ..from.tracks[track].clone() })
    };
    found.into_iter().enumerate().map(stay).collect()
}

/// The range of modes with the same frequency as each.
fn clusters(whirl: &Whirl) -> Vec<Range<usize>> {
    let value = |k: usize| whirl.modes[k].value;
    let same = |a: usize, b: usize| (value(a) - value(b)).abs() <= SAME * value(a).abs();
    (0..whirl.modes.len())
        .map(|k| {
            let first = (0..k).rev().take_while(|j| same(*j, k)).last().unwrap_or(k);
            let last = (k + 1..whirl.modes.len()).take_while(|j| same(*j, k)).last().unwrap_or(k);
            first..last + 1
        })
        .collect()
}

/// |a* M b|² and |a* M b̄|² of every track a, from M a, with every mode b, for shapes of unit mass.
fn agreements(tracks: &[Followed], modes: &[WhirlMode]) -> Vec<Vec<[f64; 2]>> {
    let (a, b) = (
        parts(tracks.iter().map(|track| track.dual.as_slice())),
        parts(modes.iter().map(|mode| mode.shape.as_slice())),
    );
    let products = a.transpose_matmul(&b);
    let (t, m) = (tracks.len(), modes.len());
    let pair = |i: usize, j: usize| {
        let (rr, ii) = (products[(i, j)], products[(t + i, m + j)]);
        let (ri, ir) = (products[(i, m + j)], products[(t + i, j)]);
        [(rr + ii).powi(2) + (ri - ir).powi(2), (rr - ii).powi(2) + (ri + ir).powi(2)]
    };
    (0..t).map(|i| (0..m).map(|j| pair(i, j)).collect()).collect()
}

/// Real parts of all vectors, then imaginary parts, as columns.
fn parts<'a>(vectors: impl Iterator<Item = &'a [Complex]> + Clone) -> Dense {
    let rows = vectors.clone().next().map_or(0, <[Complex]>::len);
    let real = vectors.clone().flatten().map(|c| c.re);
    let data: Vec<f64> = real.chain(vectors.flatten().map(|c| c.im)).collect();
    let cols = data.len().checked_div(rows).unwrap_or(0);
    Dense::from_column_major(rows, cols, data)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HALF: f64 = std::f64::consts::FRAC_1_SQRT_2;

    /// A mode of two rows of unit mass.
    fn mode(frequency: f64, shape: [Complex; 2]) -> WhirlMode {
        let shape: Vec<Complex> = shape.into_iter().map(|c| c.scale(HALF)).collect();
        let value = Complex::new(0.0, frequency);
        WhirlMode { value, dual: shape.clone(), shape, whirl: 0.0, residual: 0.0 }
    }

    fn whirl(speed: f64, definite: bool, modes: Vec<WhirlMode>) -> Whirl {
        let (others, growth) = (Vec::new(), None);
        Whirl {
            speed,
            modes,
            others,
            complete: true,
            rigid: 0,
            zeros: 0,
            max_real_part: 0.0,
            definite,
            growth,
        }
    }

    /// On a long step the whirl against the spin has become a motion to and fro, and its former shape is the conjugate of another mode's.
    /// Where the stiffness is positive at both ends no frequency passes zero, so that nothing goes on as a conjugate; where it is not, a
    /// whirl that the frame overtakes does.
    #[test]
    fn no_frequency_of_a_held_rotor_changes_its_sign() {
        let i = Complex::new(0.0, 1.0);
        let backward = mode(1.0, [Complex::ONE, i]);
        for (definite, sign) in [(true, 1.0), (false, -1.0)] {
            let tracks = vec![Followed::start(&backward)];
            let from = Station { tracks, whirl: whirl(0.0, definite, vec![backward.clone()]) };
            let to_and_fro = mode(2.2, [Complex::from(2.0 * HALF), Complex::ZERO]);
            let there = whirl(10.0, definite, vec![mode(1.2, [Complex::ONE, -i]), to_and_fro]);
            let found = assign(&from, &there);
            assert_eq!(found[0].value.im.signum(), sign, "{found:?}");
        }
    }

    /// Two tracks that end at a mode and at its conjugate are one motion.
    #[test]
    fn a_mode_and_its_conjugate_are_one() {
        let own = mode(1.0, [Complex::ONE, Complex::new(0.3, 0.4)]);
        let [plain, turned] = [false, true].map(|is_conjugate| Followed::of(&own, is_conjugate, 1.0));
        assert!(is_one(&plain, &turned) && is_one(&turned, &plain) && is_one(&plain, &plain));
        let other = Followed::of(&mode(1.0, [Complex::ONE, Complex::new(0.3, 0.5)]), true, 1.0);
        assert!(!is_one(&plain, &other));
    }
}
