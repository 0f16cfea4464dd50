//! Checks claimed poles of a system: they are counted by the argument principle, together and individually.

use lissom_linalg::{Complex, Measured, Verdict};

use super::error::SpectrumError;
use super::exact_modes::ExactModes;
use super::linear_system::LinearSystem;
use super::pole_count::{PoleCounter, Sector};
use super::poles::{Pole, RealPoles};
use super::proportional::{Pair, damping_time};

/// Radius of the circle around each pole, relative to its modulus: the proved bound of its error [-].
const RADIUS: f64 = 1e-6;
/// Poles nearer than this are treated together [-].
const TOGETHER: f64 = 10.0 * RADIUS;
/// The sector leaves out what is slower than this share of the slowest pole found: rigid motions are at zero [-].
const INNER: f64 = 0.05;
/// The edges of the sector are at most half this angle from the real axis [rad]: damping ratios up to 0.995.
const LARGEST_ANGLE: f64 = 0.2;

/// Largest counted damping ratio where poles accumulate at the real axis [-].
const MODERATE: f64 = 0.5;

/// Residual of a pole in the equation of its motion, relative to its terms: rounding only [-].
const CLOSED_FORM: f64 = 1e-14;

/// The poles of a sector, counted by the argument principle and found one by one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Census {
    /// The counted region.
    pub sector: Sector,
    /// How many poles there are [-]; `None`: the phase could not be followed around the sector.
    pub counted: Option<usize>,
    /// How many were found there, more than listed where the last listed has close neighbours [-].
    pub found: usize,
    /// How many groups of found poles, most of them single, are not alone in a small circle around them [-].
    pub unparted: usize,
}

/// Counts the poles where they are claimed to be, up to a boundary between the last of them and the modulus of the next.
///
/// Real poles of damped motions come with their own count, in a ring. Where it holds all oscillating poles as well, these
/// need no other.
///
/// Real poles of divergent motions are not counted: one of them makes the result an estimate.
pub(crate) fn certify(
    system: &LinearSystem,
    found: &[Pole],
    divergent: &[Pole],
    (next, real): (Option<f64>, Option<&RealPoles>),
) -> Result<(Census, Verdict, usize), SpectrumError> {
    let (census, mut bound, mut evaluations) = census(system, found, next)?;
    let mut missing = census.counted.map_or(f64::NAN, |counted| counted.abs_diff(census.found) as f64);
    let untraced = system.members.iter().filter(|member| member.is_untraced()).count();
    let overdamped = real.map_or(&[][..], |real| &real.poles);
    let poles = found.iter().chain(overdamped).chain(divergent);
    let strangers = poles.filter(|pole| !pole.converged).count();
    let mut unparted = census.unparted;
    if let Some(real) = real {
        let holds_all = found.iter().all(|pole| real.census.ring.contains(pole.value));
        if holds_all && real.census.is_complete() && census.counted != Some(census.found) {
            missing = 0.0;
        }
        let counted = real.census.counted;
        missing += counted.map_or(f64::NAN, |counted| counted.abs_diff(real.census.found) as f64);
        unparted += real.census.unparted;
        bound = bound.max(real.bound);
        evaluations += real.evaluations;
    }
    let evidence = vec![
        Measured::new(
            "the number of members whose coefficients vary too finely to be followed",
            untraced as f64,
            0.0,
        ),
        Measured::new("the number of poles that did not converge near their start", strangers as f64, 0.0),
        Measured::new("the number of poles counted but not found, or found but not counted,", missing, 0.0),
        Measured::new("the number of poles that a small circle does not isolate", unparted as f64, 0.0),
    ];
    Ok((census, Verdict::weigh(evidence, Some(bound)), evaluations))
}

/// Poles of a system whose damping is a time multiplied by its stiffness.
pub(crate) struct ProportionalClaim<'c> {
    /// The frequencies without damping, counted one by one.
    pub modes: &'c ExactModes,
    /// The time [s].
    pub time: f64,
    /// The poles of the frequencies listed, in their order.
    pub pairs: &'c [Pair],
}

/// Checks poles that follow from frequencies: the frequencies are counted, by an independent method. A
/// frequency anywhere within its bound has its poles within the bound of the poles, which move along a circle
/// or along the real axis in one direction as the frequency grows.
pub(crate) fn certify_proportional(system: &LinearSystem, claim: &ProportionalClaim<'_>) -> Verdict {
    let mut evidence = claim.modes.verdict.evidence().to_vec();
    // The bound is that of ω.
    let width = 2.0 * claim.modes.verdict.bound().unwrap_or(f64::NAN);
    let (mut undecided, mut bound, mut residual) = (0, 0.0f64, 0.0f64);
    for (omega, pair) in claim.modes.angular_frequencies.iter().zip(claim.pairs) {
        let square = omega * omega;
        let at = |share: f64| pair.distance(&Pair::new(square * (1.0 + share), claim.time));
        match at(-width).zip(at(width)) {
            Some((below, above)) => bound = bound.max(below).max(above),
            None => undecided += 1,
        }
        for s in pair.poles() {
            let terms = [s * s, Complex::from(square), s.scale(square * claim.time)];
            let size: f64 = terms.iter().map(|term| term.abs()).sum();
            let sum = terms.iter().fold(Complex::ZERO, |sum, term| sum + *term);
            residual = residual.max(sum.abs() / size);
        }
    }
    let is_proportional = damping_time(system) == Some(claim.time);
    evidence.push(Measured::new(
        "the number of systems whose damping is not the stiffness multiplied by one time",
        f64::from(u8::from(!is_proportional)),
        0.0,
    ));
    evidence.push(Measured::new(
        "the number of motions too close to critical damping to decide whether they oscillate",
        f64::from(undecided),
        0.0,
    ));
    evidence.push(Measured::new("the residual of s² + ω² (1 + τ s) = 0", residual, CLOSED_FORM));
    Verdict::weigh(evidence, Some(bound))
}

/// Counts the poles of a sector that holds the found ones and excludes the next; also the possible error of a
/// pole, relative to its modulus, and how many matrices were formed.
fn census(
    system: &LinearSystem,
    found: &[Pole],
    next: Option<f64>,
) -> Result<(Census, f64, usize), SpectrumError> {
    // A search that did not converge may be anywhere and is ignored.
    let converged = found.iter().filter(|pole| pole.converged);
    let finite: Vec<Complex> = converged.map(|pole| pole.value).filter(|s| s.is_finite()).collect();
    let sizes = finite.iter().map(|s| s.abs());
    let (least, most) = (sizes.clone().fold(f64::INFINITY, f64::min), sizes.fold(0.0, f64::max));
    if finite.is_empty() {
        let sector = Sector { moduli: [0.0, 0.0], damping: 0.0 };
        return Ok((Census { sector, counted: None, found: 0, unparted: 0 }, RADIUS, 0));
    }
    let beyond = next.map_or(1.1 * most, |next| (next * most).sqrt());
    // The edges are half-way between the real axis and the pole nearest to it.
    let angle = finite.iter().map(|s| (s.im / s.abs()).asin()).fold(LARGEST_ANGLE, f64::min) / 2.0;
    let moduli = [INNER * least, beyond];
    let wide = Sector { moduli, damping: angle.cos() };
    let narrow = Sector { moduli, damping: MODERATE };
    let mut counter = PoleCounter::new(system, &wide)?;
    let (unparted, bound) = unparted(&mut counter, &finite)?;
    let mut counted_in = |sector: Sector| -> Result<Census, SpectrumError> {
        let counted = if counter.is_followed(&sector)? { counter.in_sector(&sector)? } else { None };
        let found = finite.iter().filter(|s| sector.contains(**s)).count();
        Ok(Census { sector, counted, found, unparted })
    };
    let mut census = counted_in(wide)?;
    // Poles of strong damping inside a member accumulate at the real axis: the count may exclude them.
    if census.counted != Some(census.found) && finite.iter().all(|s| narrow.contains(*s)) {
        let other = counted_in(narrow)?;
        let is_better = other.counted == Some(other.found) || census.counted.is_none();
        census = if is_better { other } else { census };
    }
    Ok((census, bound, counter.evaluations))
}

/// How many groups of close poles have a circle around them with another count, and the largest
/// distance of a pole from any place in its circle.
pub(crate) fn unparted(
    counter: &mut PoleCounter<'_>,
    poles: &[Complex],
) -> Result<(usize, f64), SpectrumError> {
    let mut groups: Vec<Vec<Complex>> = Vec::new();
    for pole in poles {
        let near = |other: &Complex| (*other - *pole).abs() <= TOGETHER * pole.abs();
        match groups.iter_mut().find(|group| group.iter().any(near)) {
            Some(group) => group.push(*pole),
            None => groups.push(vec![*pole]),
        }
    }
    let (mut failures, mut bound) = (0, RADIUS);
    for group in groups {
        let sum = group.iter().fold(Complex::ZERO, |sum, pole| sum + *pole);
        let centre = sum.scale(1.0 / group.len() as f64);
        let extent = group.iter().fold(0.0f64, |most, pole| most.max((*pole - centre).abs()));
        let radius = 2.0 * extent + RADIUS * centre.abs();
        bound = bound.max(RADIUS + 3.0 * extent / centre.abs());
        failures += usize::from(counter.in_circle(centre, radius)? != Some(group.len()));
    }
    Ok((failures, bound))
}
