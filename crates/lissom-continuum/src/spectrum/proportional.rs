//! Poles of systems in which all damping is the same time τ multiplied by the stiffness.
//!
//! Kelvin-Voigt damping with one time constant everywhere changes the elastic operator K to (1 + τ s) K only:
//! s² M + (1 + τ s) K = 0 is the problem without damping in ω² = − s²/(1 + τ s). Its frequencies are real and
//! are counted by the theorem of \[Wittrick1971\], for any stiffness, length or mass of single members; each
//! has the two poles of s² + ω² (1 + τ s) = 0.
//!
//! With u = s + 1/τ their product u₁ u₂ is 1/τ²: oscillating poles lie on the circle of radius 1/τ around −1/τ, and of two
//! real ones each is the other mirrored at that circle. A ring between two circles mirrored at it holds both poles of a
//! motion or none, so that the count of frequencies is a count of its poles.

use lissom_linalg::{Complex, Dense};

use super::certify_poles::{Census, ProportionalClaim, certify_proportional};
use super::error::SpectrumError;
use super::exact_modes::{ExactModes, exact_modes};
use super::linear_system::{LinearSystem, Profile};
use super::overdamped::RingCensus;
use super::pole_count::{Ring, Sector};
use super::poles::{ExactPoles, Pole};

/// Rounding of damping that is a time multiplied by the stiffness [-].
const ROUNDING: f64 = 8.0 * f64::EPSILON;
/// A gap between frequencies wide enough for a boundary to pass [-].
const GAP: f64 = 1e-4;
/// How many more frequencies are sought until one has a gap before it.
const NEIGHBOURS: usize = 8;
/// The sector leaves out what is slower than this share of the slowest pole: rigid motions are at zero [-].
const INNER: f64 = 0.05;
/// The edges of the sector are at most half this angle from the real axis [rad].
const LARGEST_ANGLE: f64 = 0.2;

/// The two poles of a motion with this ω² and damping time: s² + ω² (1 + τ s) = 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Pair {
    /// The pole with Im s > 0 of a motion that oscillates.
    Oscillating(Complex),
    /// The slow and the fast pole of one that does not.
    Real([f64; 2]),
}

impl Pair {
    pub fn new(square: f64, time: f64) -> Self {
        let omega = square.sqrt();
        let ratio = 0.5 * time * omega;
        // (1 − ζ)(1 + ζ) keeps the digits that 1 − ζ² loses.
        let rest = (1.0 - ratio) * (1.0 + ratio);
        if rest > 0.0 {
            return Self::Oscillating(Complex::new(-ratio * omega, omega * rest.sqrt()));
        }
        let fast = -omega * (ratio + (-rest).sqrt());
        Self::Real([square / fast, fast])
    }

    /// The largest distance of a pole of this pair from the same one of another, relative to its modulus; `None` if only one
    /// of the two oscillates.
    pub fn distance(&self, other: &Self) -> Option<f64> {
        match (self, other) {
            (Self::Oscillating(a), Self::Oscillating(b)) => Some((*a - *b).abs() / a.abs()),
            (Self::Real(a), Self::Real(b)) => Some((b[0] / a[0] - 1.0).abs().max((b[1] / a[1] - 1.0).abs())),
            _ => None,
        }
    }
}

/// The time by which all stiffness has to be multiplied to give all damping [s]; `None` where there is no
/// damping, where it is not such a multiple, or where gyroscopic terms act.
pub(crate) fn damping_time(system: &LinearSystem) -> Option<f64> {
    let mut ratio = Ratio { time: None };
    let mut is_alike = system.gyroscopic.max_abs() == 0.0 && ratio.holds(&system.damping, &system.stiffness);
    for member in &system.members {
        is_alike = is_alike
            && match &member.profile {
                Profile::Uniform(densities) => {
                    densities.gyroscopic.max_abs() == 0.0
                        && ratio.holds(&densities.damping, &densities.stiffness)
                }
                Profile::Varying(varying) => varying.damping_time.is_some_and(|time| ratio.is(time)),
            };
    }
    ratio.time.filter(|time| is_alike && *time > 0.0 && time.is_finite())
}

/// The ratio of damping to stiffness of the parts examined so far.
struct Ratio {
    time: Option<f64>,
}

impl Ratio {
    /// Whether a ratio is that of all before it.
    fn is(&mut self, time: f64) -> bool {
        let known = *self.time.get_or_insert(time);
        (time - known).abs() <= ROUNDING * known.abs()
    }

    fn holds(&mut self, damping: &Dense, stiffness: &Dense) -> bool {
        let entries = (0..stiffness.rows()).flat_map(|i| (0..stiffness.cols()).map(move |j| (i, j)));
        entries.into_iter().all(|at| match (damping[at], stiffness[at]) {
            (c, 0.0) => c == 0.0,
            (c, k) => self.is(c / k),
        })
    }
}

/// The poles of a system whose damping is a time multiplied by its stiffness; `None` if it is not, or if the system is
/// unstable.
pub(crate) fn proportional_poles(
    system: &LinearSystem,
    count: usize,
) -> Result<Option<ExactPoles>, SpectrumError> {
    let Some(time) = damping_time(system).filter(|_| count > 0) else { return Ok(None) };
    let still = system.conservative();
    if still.check_conservative().is_err() || still.check_masses().is_err() {
        return Ok(None);
    }
    let modes = up_to_a_gap(&still, count)?;
    if modes.unstable_modes > 0 {
        return Ok(None);
    }
    let omega = &modes.angular_frequencies;
    // The last frequency is beyond the boundary.
    let (inside, next) = (&omega[..omega.len() - 1], omega[omega.len() - 1]);
    let pairs: Vec<Pair> = inside.iter().map(|omega| Pair::new(omega * omega, time)).collect();
    let claim = ProportionalClaim { modes: &modes, time, pairs: &pairs };
    let verdict = certify_proportional(system, &claim);
    let is_counted = modes.is_certified();
    let oscillating: Vec<Complex> = pairs.iter().filter_map(Pair::oscillating).collect();
    let real: Vec<[f64; 2]> = pairs.iter().filter_map(Pair::real).collect();
    let census = sector_census(&oscillating, omega, is_counted);
    let ring = (oscillating.len() < count && !real.is_empty()).then(|| {
        let ring = mirrored_ring(time, &real, next);
        let found = 2 * (pairs.len() + modes.rigid_modes);
        RingCensus { ring, counted: is_counted.then_some(found), found, unparted: 0 }
    });
    let pole = |value: Complex| Pole { value, change: 0.0, from_start: 0.0, converged: true };
    let mut overdamped: Vec<Pole> = match &ring {
        Some(_) => real.iter().flatten().map(|s| pole(Complex::from(*s))).collect(),
        None => Vec::new(),
    };
    overdamped.sort_by(|a, b| a.value.abs().total_cmp(&b.value.abs()));
    Ok(Some(ExactPoles {
        poles: oscillating.into_iter().take(count).map(pole).collect(),
        overdamped,
        divergent: Vec::new(),
        rigid_modes: modes.rigid_modes,
        census,
        ring,
        damping_time: Some(time),
        verdict,
        evaluations: modes.evaluations,
    }))
}

impl Pair {
    /// The poles, without the conjugate of an oscillating one.
    pub fn poles(&self) -> Vec<Complex> {
        match self {
            Self::Oscillating(s) => vec![*s],
            Self::Real(both) => both.map(Complex::from).to_vec(),
        }
    }

    fn oscillating(&self) -> Option<Complex> {
        match self {
            Self::Oscillating(s) => Some(*s),
            Self::Real(_) => None,
        }
    }

    fn real(&self) -> Option<[f64; 2]> {
        match self {
            Self::Oscillating(_) => None,
            Self::Real(both) => Some(*both),
        }
    }
}

/// The requested modes, those close to the last of them, and one beyond a gap.
fn up_to_a_gap(still: &LinearSystem, count: usize) -> Result<ExactModes, SpectrumError> {
    let mut modes = exact_modes(still, count + 1)?;
    for more in 2..=NEIGHBOURS {
        let [.., last, next] = modes.angular_frequencies[..] else { break };
        if next > last * (1.0 + GAP) {
            break;
        }
        modes = exact_modes(still, count + more)?;
    }
    Ok(modes)
}

/// Oscillating poles have the modulus ω: as many lie in a sector as frequencies below its largest modulus whose damping
/// ratio is below 1.
fn sector_census(oscillating: &[Complex], omega: &[f64], is_counted: bool) -> Census {
    let found = oscillating.len();
    let Some(last) = found.checked_sub(1) else {
        let sector = Sector { moduli: [0.0, 0.0], damping: 0.0 };
        return Census { sector, counted: None, found, unparted: 0 };
    };
    let moduli = [INNER * omega[0], (omega[last] * omega[last + 1]).sqrt()];
    let nearest = oscillating.iter().map(|s| (s.im / s.abs()).asin()).fold(LARGEST_ANGLE, f64::min);
    let sector = Sector { moduli, damping: (0.5 * nearest).cos() };
    Census { sector, counted: is_counted.then_some(found), found, unparted: 0 }
}

/// The ring, mirrored at the circle of oscillating poles, between the last real pole and the next.
fn mirrored_ring(time: f64, real: &[[f64; 2]], next: f64) -> Ring {
    let distance = |fast: f64| -fast - 1.0 / time;
    let last = real.iter().fold(0.0f64, |most, [_, fast]| most.max(distance(*fast)));
    let beyond = Pair::new(next * next, time).real().map_or(last, |[_, fast]| distance(fast));
    let outer = (last * beyond).sqrt();
    Ring { centre: -1.0 / time, radii: [1.0 / (time * time * outer), outer] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_solve_their_equation() {
        for (square, time) in [(9.0, 0.1), (9.0, 2.0), (1e8, 1e-6), (1e8, 1.0), (4.0, 0.999_999)] {
            let residual = |s: Complex| {
                let terms = [s * s, Complex::from(square), s.scale(square * time)];
                let size = terms.iter().fold(0.0, |sum, term| sum + term.abs());
                terms.iter().fold(Complex::ZERO, |sum, term| sum + *term).abs() / size
            };
            match Pair::new(square, time) {
                Pair::Oscillating(s) => assert!(residual(s) < 1e-15 && s.im > 0.0, "{square} {time} {s:?}"),
                Pair::Real(both) => {
                    assert!(both[0] > both[1] && both[0] < 0.0, "{both:?}");
                    assert!(both.iter().all(|s| residual(Complex::from(*s)) < 1e-15), "{square} {time}");
                }
            }
        }
    }
}
