//! The Campbell diagram: frequencies, whirl and stability of a structure against its speed.

use super::certify_whirl::{CampbellVerdicts, certify};
use super::critical_speed::{CriticalSpeed, Meetings, UnstableBand, critical_speeds, unstable_bands};
use super::spinning_structure::SpinningStructure;
use super::tracking::{Followed, SPARE, Station, cover, follow};
use super::whirl::{SpinningModes, Whirl, eigen_error};
use crate::error::DynamicsError;
use crate::moving_error::MovingError;
use lissom_linalg::{Complex, Progress};

/// The request.
#[derive(Clone, Debug)]
pub struct CampbellRequest {
    /// Angular speeds in a row, up or down [rad/s].
    pub speeds: Vec<f64>,
    /// How many modes: the lowest at the first speed.
    pub modes: usize,
    /// Orders k of excitation whose crossings |s| = k Ω are looked for; imbalance (s = 0) always is [-].
    pub orders: Vec<f64>,
}

/// A mode along the speeds.
#[derive(Clone, Debug)]
pub struct TrackedMode {
    /// s in the frame that turns; the imaginary part keeps its sign through zero [1/s].
    pub values: Vec<Complex>,
    /// Angular momentum of the vibration about the axis, +1 forward and −1 backward circles [-].
    pub whirl: Vec<f64>,
    /// Agreement of the shape with that at the speed before [-].
    pub mac: Vec<f64>,
    /// Residual of the eigenproblem [-].
    pub residual: Vec<f64>,
}

/// The diagram.
#[derive(Clone, Debug)]
pub struct Campbell {
    /// Angular speeds [rad/s].
    pub speeds: Vec<f64>,
    /// Modes, by their frequency at the first speed.
    pub modes: Vec<TrackedMode>,
    /// The largest real part of the roots that were found at each speed: all that could grow are among them, but modes above those that
    /// were looked for may decay more slowly. Exactly zero where nothing takes energy and stability is proved [1/s].
    pub max_real_part: Vec<f64>,
    /// Whether no motion grows, at each speed.
    pub stable: Vec<bool>,
    /// Whether energy is definite at each speed: then stability is proved, not computed.
    pub definite: Vec<bool>,
    /// Motions that nothing resists, and zero eigenvalues that belong to them, at each speed.
    pub rigid: Vec<(usize, usize)>,
    /// Modes that are known below the highest of the list and are not in it, at each speed; all of them at the first and the last.
    pub unlisted: Vec<usize>,
    /// Speeds at which an excitation meets a mode.
    pub critical_speeds: Vec<CriticalSpeed>,
    /// Neighbouring speeds between which a mode could not be followed to its excitation: some may be missing there [rad/s].
    pub lost: Vec<[f64; 2]>,
    /// Ranges of speed without stability.
    pub unstable: Vec<UnstableBand>,
    /// What of all this is proved.
    pub verdicts: CampbellVerdicts,
    /// Eigenproblems solved.
    pub eigenproblems: usize,
}

/// Nothing is proved by a start exactly where modes coincide by symmetry; this share of the range beside it they part.
const BESIDE: f64 = 1e-5;

/// Roots that differ by less than this share have not moved between a speed and the one just beside it.
const NEAR: f64 = 1e-6;

/// A stiffness below this share of mass times speed squared is far below its rounding [-].
const LOST_STIFFNESS: f64 = 1e-20;

/// Frequencies and stability at every speed, each mode followed from speed to speed.
///
/// # Errors
/// When speeds are wrong, a coordinate has no mass, or an eigenproblem is not solved.
pub fn campbell(
    structure: &SpinningStructure,
    request: &CampbellRequest,
    progress: &dyn Progress,
) -> Result<Campbell, DynamicsError> {
    check(request)?;
    check_stiffness(structure, request)?;
    let failed = |source| eigen_error(structure, source);
    let modes = SpinningModes::of(structure, request.modes, &request.speeds)?;
    let mut count = 0;
    progress.stage("speeds", Some(request.speeds.len() as u64));
    let mut stations = vec![first(&modes, request, &mut count).map_err(failed)?];
    for (k, speed) in request.speeds.iter().enumerate().skip(1) {
        let next = follow(&modes, &stations[k - 1], *speed, &mut count).map_err(failed)?;
        stations.push(next);
        progress.advance(k as u64 + 1);
    }
    if let Some(last) = stations.last_mut() {
        cover(&modes, last, &mut count).map_err(failed)?;
    }
    let critical = critical_speeds(&modes, &stations, &request.orders, &mut count).map_err(failed)?;
    let unstable = unstable_bands(&modes, &stations, &critical.speeds, &mut count).map_err(failed)?;
    let verdicts = certify(&modes, &stations);
    Ok(report(request, &stations, critical, unstable, verdicts, count))
}

pub(super) fn check(request: &CampbellRequest) -> Result<(), DynamicsError> {
    let bad = request.speeds.iter().find(|speed| !speed.is_finite());
    let same = request.speeds.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| &pair[0]);
    match (request.speeds.is_empty(), bad.or(same)) {
        (false, None) => Ok(()),
        (_, speed) => {
            Err(MovingError::BadSpeeds { count: request.speeds.len(), speed: speed.copied() }.into())
        }
    }
}

/// Refuses speeds at which a stiffness is lost beside inertia: modes would keep nothing of what they are at rest.
fn check_stiffness(structure: &SpinningStructure, request: &CampbellRequest) -> Result<(), DynamicsError> {
    let speed = request.speeds.iter().fold(0.0_f64, |most, speed| most.max(speed.abs()));
    let (stiffness, mass) = (structure.stiffness.diagonal(), structure.mass.diagonal());
    for (row, (k, m)) in stiffness.iter().zip(&mass).enumerate().filter(|(_, (k, _))| **k > 0.0) {
        let share = k / m / speed / speed;
        if share < LOST_STIFFNESS {
            let row = structure.rows[row].clone();
            return Err(MovingError::SpeedTooHigh { speed, row, share }.into());
        }
    }
    Ok(())
}

/// The first station: the lowest modes of the speed itself. Shapes are those just beside it, where modes that coincide by symmetry
/// have parted.
fn first(
    modes: &SpinningModes<'_>,
    request: &CampbellRequest,
    count: &mut usize,
) -> Result<Station, lissom_linalg::eigen::EigenError> {
    let speeds = &request.speeds;
    let wanted = request.modes + SPARE;
    let whirl = modes.at(speeds[0], wanted, &[])?;
    *count += 1;
    let mut tracks: Vec<Followed> = whirl.modes.iter().take(request.modes).map(Followed::start).collect();
    let Some(next) = speeds.get(1) else { return Ok(Station { whirl, tracks }) };
    let step = BESIDE * (next - speeds[0]);
    if !coincide(&whirl, tracks.len(), step.abs()) {
        return Ok(Station { whirl, tracks });
    }
    let beside = modes.at(speeds[0] + step, wanted, &whirl.modes)?;
    *count += 1;
    parted(&mut tracks, &beside, step.abs());
    Ok(Station { whirl, tracks })
}

/// Whether a mode that is followed may be one of several with the same root.
fn coincide(whirl: &Whirl, tracks: usize, step: f64) -> bool {
    let near = |a: usize, b: usize| {
        let (a, b) = (whirl.modes[a].value, whirl.modes[b].value);
        (a - b).abs() <= 2.0 * reach(a, step)
    };
    (0..tracks).any(|k| (0..whirl.modes.len()).any(|other| other != k && near(k, other)))
}

/// How far a root may move on a short step of speed.
fn reach(value: Complex, step: f64) -> f64 {
    NEAR * value.abs() + 10.0 * step
}

/// Gives the shapes just beside a speed to the modes at it. So near to it a root has hardly moved: who continues whom is decided
/// among roots that are equal to that.
fn parted(tracks: &mut [Followed], beside: &Whirl, step: f64) {
    let mut taken = vec![false; beside.modes.len()];
    for own in tracks {
        let reach = reach(own.value, step);
        let close = |k: &usize| !taken[*k] && (beside.modes[*k].value - own.value).abs() <= reach;
        let gap = |k: &usize| (beside.modes[*k].value - own.value).abs();
        // Modes are in the order of their moduli on both sides: of several within reach the first goes on as the first.
        let distinct = (0..taken.len()).filter(close).min_by(|a, b| {
            let equal = (gap(a) - gap(b)).abs() <= 0.5 * reach;
            if equal { a.cmp(b) } else { gap(a).total_cmp(&gap(b)) }
        });
        if let Some(k) = distinct {
            taken[k] = true;
            let near = Followed::start(&beside.modes[k]);
            (own.dual, own.whirl, own.ahead) = (near.dual, near.whirl, Some(near.shape));
        }
    }
}

fn report(
    request: &CampbellRequest,
    stations: &[Station],
    critical: Meetings,
    unstable: Vec<UnstableBand>,
    verdicts: CampbellVerdicts,
    eigenproblems: usize,
) -> Campbell {
    let tracks = stations[0].tracks.len();
    let each = |k: usize| stations.iter().map(move |station| &station.tracks[k]);
    let modes = (0..tracks).map(|k| TrackedMode {
        values: each(k).map(|t| t.value).collect(),
        whirl: each(k).map(|t| t.whirl * t.value.im.signum()).collect(),
        mac: each(k).map(|t| t.mac).collect(),
        residual: each(k).map(|t| t.residual).collect(),
    });
    let of = |pick: &dyn Fn(&Whirl) -> f64| stations.iter().map(|s| pick(&s.whirl)).collect::<Vec<f64>>();
    Campbell {
        speeds: request.speeds.clone(),
        modes: modes.collect(),
        max_real_part: of(&|w| w.max_real_part),
        stable: stations.iter().map(|s| s.whirl.is_stable()).collect(),
        definite: stations.iter().map(|s| s.whirl.definite).collect(),
        rigid: stations.iter().map(|s| (s.whirl.rigid, s.whirl.zeros)).collect(),
        unlisted: stations.iter().map(unlisted).collect(),
        critical_speeds: critical.speeds,
        lost: critical.lost,
        unstable,
        verdicts,
        eigenproblems,
    }
}

/// How many modes that are known below the highest of the tracks are no track.
fn unlisted(station: &Station) -> usize {
    let highest = station.tracks.iter().map(|t| t.value.abs()).fold(0.0, f64::max);
    let reached = station.whirl.modes.last().map_or(0.0, |mode| mode.value.abs()) * (1.0 + 1e-9);
    let below = station.whirl.modes.iter().filter(|m| m.value.abs() <= highest * (1.0 + 1e-9)).count();
    let tracks = station.tracks.iter().filter(|t| t.value.abs() <= reached).count();
    below.saturating_sub(tracks)
}
