//! What of a Campbell diagram is proved: residuals, counts and stability, measured on the matrices as they were given.
//!
//! # Where motions that grow can lie
//! Let (s² M + s (D + Ω G) + K) x = 0 with s = σ + iω, σ ≥ 0, x* M x = 1, d = x*Dx ≥ 0, x*Gx = i g, |g| ≤ 2, and let the part of the
//! stiffness without symmetry have |Im x*Kx| ≤ Ω d: a damper that turns or stands still feeds no more than Ω times what it takes. The
//! imaginary part of x*(…)x = 0 reads ω (2σ + d) = −Ω g σ − Im x*Kx, so that |ω| ≤ Ω; the real part with Re x*Kx ≥ −Ω² gives
//! σ² ≤ ω² + 2Ω|ω| + Ω² ≤ 4Ω². So every motion that grows has |s| ≤ √5 Ω, and it is enough to know all roots there.
//!
//! # How roots are counted
//! By the argument of det P(s) along a half circle, from which the arguments of all roots that are known have been taken: what is
//! left turns by π for every root inside that is missing \[Tisseur2001, §3\]. Where energy is definite and nothing takes it, inertia
//! counts them: see `mode_count.rs`.
//!
//! # Where the stiffness is positive
//! K + Ω² Q is linear in Ω²: positive at the slowest and at the fastest speed, it is positive between.

use super::krylov_whirl::GROWING;
use super::refined_root::RefinedRoot;
use super::speed_pencil::SpeedPencil;
use super::tracking::Station;
use super::whirl::{SpinningModes, Whirl, residual};
use lissom_linalg::shift_invert::product;
use lissom_linalg::{Complex, Ldlt, Measured, Sparse, Threads, Triplets, Verdict};
use std::f64::consts::PI;

/// What was proved about the modes that are listed, and about stability at the speeds of the sweep.
#[derive(Clone, Debug)]
pub struct CampbellVerdicts {
    /// Every mode solves its equation, no two are the same, and none is missing at the first and at the last speed.
    pub modes: Verdict,
    /// Stability, or growth beyond the bound of its error, at every speed.
    pub stability: Verdict,
}

/// What may be left of the equation of a mode, over the moduli of its terms [-].
const RESIDUAL: f64 = 1e-8;

/// A count is a whole number when it comes so near to one [-].
const WHOLE: f64 = 0.2;

/// Counting and bounding at more speeds than this without a proof by energy takes too long.
const MOST_SPEEDS: usize = 60;

/// Structures above this size are not counted by arguments when this exceeds the operations of a factor.
const MOST_OPERATIONS: f64 = 2e9;

/// Checks a diagram.
pub(super) fn certify(modes: &SpinningModes<'_>, stations: &[Station]) -> CampbellVerdicts {
    let mut evidence = vec![worst_residual(modes, stations), coincidences(modes, stations)];
    let ends = [stations.first(), stations.last().filter(|_| stations.len() > 1)];
    evidence.extend(ends.into_iter().flatten().map(|station| listed(modes, station)));
    CampbellVerdicts { modes: Verdict::weigh(evidence, None), stability: stability(modes, stations) }
}

/// The verdict where no checker knows the matrices: an estimate, with the reason.
pub(super) fn unproved(reason: &str) -> CampbellVerdicts {
    let open = |what: &str| {
        Verdict::weigh(vec![Measured::new(format!("{what} with {reason}"), f64::NAN, 0.0)], None)
    };
    CampbellVerdicts {
        modes: open("the number of modes"),
        stability: open("stability beyond the errors of single roots"),
    }
}

/// The largest residual of a mode of the list.
fn worst_residual(modes: &SpinningModes<'_>, stations: &[Station]) -> Measured {
    let mut worst = (0.0, 0, 0.0);
    for station in stations {
        let at = modes.matrices.at(station.whirl.speed);
        for (k, track) in station.tracks.iter().enumerate() {
            let size = residual(&at, track.value, &track.shape);
            if size > worst.0 || size.is_nan() {
                worst = (size, k + 1, station.whirl.speed);
            }
        }
    }
    let (size, mode, speed) = worst;
    Measured::new(format!("the residual of mode {mode} at {speed} rad/s"), size, RESIDUAL)
}

/// How many pairs of the list are one mode: the same root and the same shape.
fn coincidences(modes: &SpinningModes<'_>, stations: &[Station]) -> Measured {
    let (mut count, mut speed) = (0, stations.first().map_or(0.0, |s| s.whirl.speed));
    for station in stations {
        for (i, a) in station.tracks.iter().enumerate() {
            for b in &station.tracks[..i] {
                let close = |value: Complex| (a.value - value).abs() <= 1e-9 * a.value.abs();
                let mass = &modes.structure.mass;
                let same = close(b.value) && alike(mass, &a.shape, &b.shape) > 0.999;
                // A mode and its conjugate are one motion; a real root is its own conjugate.
                let mirrored = || b.shape.iter().map(|x| x.conj()).collect::<Vec<Complex>>();
                if same || close(b.value.conj()) && alike(mass, &a.shape, &mirrored()) > 0.999 {
                    (count, speed) = (count + 1, station.whirl.speed);
                }
            }
        }
    }
    Measured::new(format!("the number of modes listed twice (at {speed} rad/s)"), f64::from(count), 0.0)
}

/// |a* M b| of shapes of unit mass.
fn alike(mass: &Sparse, a: &[Complex], b: &[Complex]) -> f64 {
    let momenta = product(mass, a);
    momenta.iter().zip(b).fold(Complex::ZERO, |sum, (a, b)| sum + a.conj() * *b).abs()
}

/// Whether the list is complete up to its highest mode, as far as modes are listed or known to be left out.
fn listed(modes: &SpinningModes<'_>, station: &Station) -> Measured {
    let highest = station.tracks.iter().map(|t| t.value.abs()).fold(0.0, f64::max);
    let what = format!("the number of modes missing below the highest at {} rad/s", station.whirl.speed);
    Measured::new(what, missing(modes, &station.whirl, highest).unwrap_or(f64::NAN), WHOLE)
}

/// Whether all modes below a bound are known, as far as counting can tell.
pub(super) fn nothing_missing(modes: &SpinningModes<'_>, whirl: &Whirl, needed: f64) -> bool {
    missing(modes, whirl, needed).is_some_and(|count| count <= WHOLE)
}

/// Roots inside a circle around zero that are not known, in pairs; `None` when the argument cannot be followed. The circle is
/// widened to where it is farthest from roots.
fn missing(modes: &SpinningModes<'_>, whirl: &Whirl, needed: f64) -> Option<f64> {
    let at = modes.matrices.at(whirl.speed);
    if modes.matrices.order.operations() > MOST_OPERATIONS {
        return None;
    }
    let roots = known_roots(modes, whirl);
    let radius = radius(&roots, needed, whirl.complete)?;
    // Sylvester's law says with one factorisation how many there are, where it holds.
    if let Some(count) = modes.count_below(whirl, radius) {
        let found = whirl.modes.iter().filter(|mode| mode.value.abs() < radius).count();
        return Some(count.abs_diff(found) as f64);
    }
    let phase = |angle: f64| {
        let s = Complex::new(angle.cos(), angle.sin()).scale(radius);
        let whole = at.pencil().factor(&modes.matrices.order, s).argument();
        roots.iter().fold(whole, |sum, root| sum - (s - *root).arg())
    };
    let points = 16;
    let mut total = 0.0;
    // Not from the real axis itself, where real roots lie: both ends are mirrored, so what is left out is small and even.
    let (mut angle, mut here) = (0.0, phase(1e-9));
    for k in 1..=points {
        let next = PI * f64::from(k) / f64::from(points);
        let there = phase(next.min(PI - 1e-9));
        total += turned(&phase, [angle, next], [here, there], 6)?;
        (angle, here) = (next, there);
    }
    Some((total / (2.0 * PI)).abs())
}

/// By how much a phase turns on the way between two angles, halved until both halves turn by little: two in a row are not mistaken
/// for less than they are.
fn turned(phase: &dyn Fn(f64) -> f64, angles: [f64; 2], ends: [f64; 2], halvings: u32) -> Option<f64> {
    let step = |from: f64, to: f64| (to - from + PI).rem_euclid(2.0 * PI) - PI;
    let middle = 0.5 * (angles[0] + angles[1]);
    let inside = phase(middle);
    let (first, second) = (step(ends[0], inside), step(inside, ends[1]));
    if first.abs().max(second.abs()) < 0.25 * PI {
        return Some(first + second);
    }
    if halvings == 0 || !(first + second).is_finite() {
        return None;
    }
    let first = turned(phase, [angles[0], middle], [ends[0], inside], halvings - 1)?;
    Some(first + turned(phase, [middle, angles[1]], [inside, ends[1]], halvings - 1)?)
}

/// All roots that were found, conjugates with them, and those of known motions.
fn known_roots(modes: &SpinningModes<'_>, whirl: &Whirl) -> Vec<Complex> {
    let mut roots: Vec<Complex> =
        whirl.modes.iter().map(|m| m.value).chain(whirl.others.iter().copied()).collect();
    let pairs: Vec<Complex> = roots.iter().filter(|s| s.im != 0.0).map(|s| s.conj()).collect();
    roots.extend(pairs);
    roots.extend(vec![Complex::ZERO; whirl.zeros]);
    let known = modes.matrices.known(whirl.speed);
    for _ in 0..known.apart.cols() - known.still {
        roots.extend([Complex::new(0.0, whirl.speed), Complex::new(0.0, -whirl.speed)]);
    }
    roots
}

/// A radius not below `needed` in the widest gap of moduli; beyond the last one only when no others exist.
fn radius(roots: &[Complex], needed: f64, complete: bool) -> Option<f64> {
    let mut moduli: Vec<f64> = roots.iter().map(|s| s.abs()).collect();
    moduli.sort_by(f64::total_cmp);
    if complete {
        moduli.push(2.0 * moduli.last().copied().unwrap_or(1.0).max(needed).max(f64::MIN_POSITIVE));
    }
    let gaps = moduli.windows(2).filter(|pair| pair[1] > needed * (1.0 + 1e-6) && pair[1] > 0.0);
    let inner = |pair: &[f64]| pair[0].max(needed);
    let best = gaps.max_by(|a, b| (a[1] / inner(a).max(1e-300)).total_cmp(&(b[1] / inner(b).max(1e-300))))?;
    let inside = inner(best);
    // Roots inside are known and taken out: the circle keeps away from those outside, which are not.
    Some(if inside > 0.0 { inside * (best[1] / inside).powf(0.3).min(1.2) } else { 0.3 * best[1] })
}

fn stability(modes: &SpinningModes<'_>, stations: &[Station]) -> Verdict {
    let structure = modes.structure;
    let mut evidence = vec![negative_part("damping", &structure.damping, &structure.mass)];
    let open: Vec<&Station> = stations.iter().filter(|s| !s.whirl.definite).collect();
    if structure.circulatory.is_none() && open.len() < stations.len() {
        evidence.extend(definite_between(modes, stations));
    }
    if !open.is_empty() {
        evidence.extend(premises(modes, &open));
    }
    if open.len() > MOST_SPEEDS {
        let what = "the number of speeds whose stability rests on roots alone";
        evidence.push(Measured::new(what, open.len() as f64, MOST_SPEEDS as f64));
        return Verdict::weigh(evidence, None);
    }
    for station in open {
        evidence.extend(decided(modes, &station.whirl));
    }
    Verdict::weigh(evidence, None)
}

/// Eigenvalues of the stiffness that are not positive, at the slowest and at the fastest speed where energy is said to be definite.
fn definite_between(modes: &SpinningModes<'_>, stations: &[Station]) -> Vec<Measured> {
    let speeds = stations.iter().filter(|s| s.whirl.definite).map(|s| s.whirl.speed.abs());
    let ends = speeds.fold([f64::INFINITY, 0.0_f64], |[a, b], s| [a.min(s), b.max(s)]);
    let count = |speed: f64| {
        let what = format!("the number of negative eigenvalues of the stiffness at {speed} rad/s");
        Measured::new(what, modes.negative(speed).map_or(f64::NAN, |count| count as f64), 0.0)
    };
    ends.map(count).to_vec()
}

/// What the bound on motions that grow asks for.
fn premises(modes: &SpinningModes<'_>, open: &[&Station]) -> Vec<Measured> {
    let structure = modes.structure;
    let mass = &structure.mass;
    let mut all = Vec::new();
    if structure.effects.coriolis {
        let double = mass.add_scaled(2.0 * (1.0 + 1e-9), mass, 0.0);
        all.push(Measured::new(
            "the excess of Coriolis forces over twice the inertia",
            negative_pairs(&double, &structure.coriolis),
            0.0,
        ));
    }
    if let Some(fed) = &structure.circulatory {
        let skew = fed.add_scaled(0.5, &fed.transpose(), -0.5);
        let size = structure.damping.max_abs() / mass.max_abs();
        let taken = structure.damping.add_scaled(1.0 + 1e-9, mass, 1e-10 * size);
        all.push(Measured::new(
            "the excess of what dampers feed over what they take",
            negative_pairs(&taken, &skew),
            0.0,
        ));
    }
    let fastest = open.iter().map(|s| s.whirl.speed.abs()).fold(0.0, f64::max);
    let at = modes.matrices.at(fastest);
    let lifted = at.stiffness.symmetric_part().add_scaled(1.0, mass, fastest * fastest * (1.0 + 1e-6));
    all.push(negative_part("stiffness without centrifugal force", &lifted, mass));
    all
}

/// Negative eigenvalues of a symmetric matrix, as far as they exceed rounding.
fn negative_part(name: &str, matrix: &Sparse, mass: &Sparse) -> Measured {
    let what = format!("the number of negative eigenvalues of the {name}");
    if matrix.max_abs() == 0.0 {
        return Measured::new(what, 0.0, 0.0);
    }
    let shifted = matrix.add_scaled(1.0, mass, 1e-10 * matrix.max_abs() / mass.max_abs());
    let count = Ldlt::factor(&shifted, &Threads::one()).map_or(f64::NAN, |f| f.inertia().negative as f64);
    Measured::new(what, count, 0.0)
}

/// Negative eigenvalues of the Hermitian matrix A + i S, A symmetric and S skew.
fn negative_pairs(a: &Sparse, skew: &Sparse) -> f64 {
    let n = a.rows();
    let mut sum = Triplets::new(2 * n, 2 * n);
    for (i, j, value) in a.iter() {
        sum.add(i, j, value);
        sum.add(n + i, n + j, value);
    }
    for (i, j, value) in skew.iter() {
        sum.add(i, n + j, -value);
        sum.add(n + j, i, -value);
    }
    let factor = Ldlt::factor(&Sparse::from_triplets(&sum), &Threads::one());
    factor.map_or(f64::NAN, |factor| factor.inertia().negative as f64)
}

/// Growth beyond its bound; or all roots where motions could grow, none of which does.
fn decided(modes: &SpinningModes<'_>, whirl: &Whirl) -> Vec<Measured> {
    if let Some((root, bound)) = whirl.growth {
        let what = format!("the error of the growth at {} rad/s", whirl.speed);
        return vec![Measured::new(what, bound, root.re)];
    }
    let at = modes.matrices.at(whirl.speed);
    let reach = GROWING * whirl.speed.abs();
    let count = format!("the number of roots missing where motions could grow at {} rad/s", whirl.speed);
    let worst = undecided(modes, &at, whirl, reach);
    let what = format!("the error of a root beside its distance from growth at {} rad/s", whirl.speed);
    vec![
        Measured::new(count, missing(modes, whirl, reach).unwrap_or(f64::NAN), WHOLE),
        Measured::new(what, worst, 1.0),
    ]
}

/// The largest bound of the error of a root over its distance from growth. Without damping roots lie in mirrored pairs: one that
/// stands alone within its bound is its own mirror image, and its real part is zero. Equal roots stay on the axis too when the energies of
/// their motions have one sign: only motions of unlike energies feed each other.
fn undecided(modes: &SpinningModes<'_>, at: &SpeedPencil<'_>, whirl: &Whirl, reach: f64) -> f64 {
    let conservative = modes.structure.is_conservative();
    let mut worst = 0.0_f64;
    for (k, mode) in whirl.modes.iter().enumerate().filter(|(_, m)| m.value.abs() <= reach) {
        let Some((root, bound)) = modes.bounded(at, mode) else { return f64::INFINITY };
        let distance = if conservative { 0.25 * rival(at, whirl, k, &root, bound) } else { -root.value.re };
        worst = worst.max(if distance > 0.0 { bound / distance } else { f64::INFINITY });
    }
    worst
}

/// The distance of a root from the nearest one whose motion may feed it: its own mirror image across zero, and all others but those
/// nearby whose energy has the same sign.
fn rival(at: &SpeedPencil<'_>, whirl: &Whirl, k: usize, root: &RefinedRoot, bound: f64) -> f64 {
    let square = root.value.abs().powi(2);
    let forces = product(&at.stiffness, &root.vector);
    let momenta = product(at.mass, &root.vector);
    let energy = |x: &[Complex]| {
        let terms = x.iter().zip(forces.iter().zip(&momenta));
        terms.fold(Complex::ZERO, |sum, (x, (f, m))| sum + x.conj() * (*f + m.scale(square)))
    };
    let own = energy(&root.vector).re;
    let mut nearest = 2.0 * root.value.im.abs();
    for (_, other) in whirl.modes.iter().enumerate().filter(|(j, _)| *j != k) {
        let gap = (other.value - root.value).abs();
        // Vectors of roots that are equal to rounding span one space: on it the energy must have one sign.
        let sign = form(at, &other.shape, square) * own > 0.0;
        let ally = gap <= 1e3 * bound && sign && energy(&other.shape).abs() <= 0.4 * own.abs();
        if !ally {
            nearest = nearest.min(gap);
        }
    }
    nearest
}

/// x*(K + |s|² M)x: twice the energy of a motion, averaged.
fn form(at: &SpeedPencil<'_>, x: &[Complex], square: f64) -> f64 {
    let (forces, momenta) = (product(&at.stiffness, x), product(at.mass, x));
    x.iter().zip(forces.iter().zip(&momenta)).map(|(x, (f, m))| (x.conj() * (*f + m.scale(square))).re).sum()
}
