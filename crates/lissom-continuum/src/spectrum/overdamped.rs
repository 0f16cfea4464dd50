//! Real poles of members so strongly damped inside that few of their motions oscillate.
//!
//! With Kelvin-Voigt damping the stiffness of the highest derivatives is K + s C, which vanishes at s = −K/C. Each motion
//! that does not oscillate has two real poles: a fast one, which grows without limit from motion to motion, and a slow one
//! that tends to −K/C. Infinitely many poles accumulate there, so no list of the slowest ends. Poles can be
//! listed and counted in a ring around that point: between a circle around the accumulation and one that
//! excludes the fastest.

use lissom_linalg::Complex;

use super::error::SpectrumError;
use super::linear_system::LinearSystem;
use super::mesh::damped_stiffness;
use super::pole_count::{PoleCounter, Ring};
use super::poles::Pole;

/// Largest variation of K/C along a uniformly damped member [-].
const ALIKE: f64 = 1e-9;
/// The inner circle keeps this multiple of the distance that the places −K/C of several members have from the centre [-].
const CLEAR: f64 = 1.2;
/// A gap wide enough for a circle to pass [-].
const GAP: f64 = 0.02;
/// The circle around zero that holds the poles of rigid motions, as a share of the slowest pole [-].
const AT_ZERO: f64 = 0.05;

/// The poles of a ring, counted by the argument principle and found one by one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RingCensus {
    /// The counted region.
    pub ring: Ring,
    /// How many poles there are, real ones and oscillating ones with both signs [-]; `None`: the phase could not be
    /// followed.
    pub counted: Option<usize>,
    /// How many were found there [-].
    pub found: usize,
    /// How many groups of found real poles are not alone in a small circle around them [-].
    pub unparted: usize,
}

impl RingCensus {
    /// Whether the poles found are all there are.
    pub(crate) fn is_complete(&self) -> bool {
        self.counted == Some(self.found) && self.unparted == 0
    }
}

/// The places −K/C of all members that are damped inside: the middle and half the width of the range they fill; `None`
/// where there is none, or where a member is not uniformly damped.
fn crowd(system: &LinearSystem) -> Result<Option<[f64; 2]>, SpectrumError> {
    let (mut least, mut most) = (f64::INFINITY, 0.0f64);
    for member in &system.members {
        let all = damped_stiffness(member)?;
        let fields = member.orders.len();
        for field in 0..fields {
            let rates: Vec<f64> = all.iter().skip(field).step_by(fields).map(|[k, c]| k / c).collect();
            let (low, high) = (
                rates.iter().copied().fold(f64::INFINITY, f64::min),
                rates.iter().copied().fold(0.0, f64::max),
            );
            if low == f64::INFINITY {
                continue;
            }
            if !high.is_finite() || high > low * (1.0 + ALIKE) {
                return Ok(None);
            }
            (least, most) = (least.min(low), most.max(high));
        }
    }
    Ok((most > 0.0).then(|| [-0.5 * (least + most), 0.5 * (most - least)]))
}

/// The ring with the given number of approximate fast real poles, and as many slow ones; `None` if there are
/// too few.
pub(crate) fn ring(
    system: &LinearSystem,
    approximate: &[Complex],
    wanted: usize,
) -> Result<Option<Ring>, SpectrumError> {
    let Some([centre, width]) = crowd(system)? else { return Ok(None) };
    let distance = |s: &Complex| (*s - Complex::from(centre)).abs();
    let mut all: Vec<f64> = approximate.iter().map(distance).filter(|d| *d > CLEAR * width).collect();
    all.sort_by(f64::total_cmp);
    let real = approximate.iter().filter(|s| s.im == 0.0 && s.re < 0.0);
    let mut slow: Vec<f64> = real.map(distance).collect();
    slow.sort_by(f64::total_cmp);
    // Each motion has one of either kind.
    let fast = slow.split_off(slow.len() / 2);
    slow.retain(|d| *d > CLEAR * width);
    slow.reverse();
    let last = |list: &[f64]| list.get(wanted.min(list.len()).checked_sub(1)?).copied();
    let (Some(outermost), Some(innermost)) = (last(&fast), last(&slow)) else { return Ok(None) };
    let gap_after = |pair: &&[f64]| pair[1] > pair[0] * (1.0 + GAP);
    let outer = all.windows(2).filter(|pair| pair[0] >= outermost).find(gap_after);
    let inner = all.windows(2).rev().filter(|pair| pair[1] <= innermost).find(gap_after);
    let middle = |pair: &[f64]| (pair[0] * pair[1]).sqrt();
    Ok(inner.zip(outer).map(|(inner, outer)| Ring { centre, radii: [middle(inner), middle(outer)] }))
}

/// Counts the poles of a ring and compares with those found: oscillating ones, each with its conjugate, and
/// real ones. Also the possible error of a real pole, relative to its modulus, and how many
/// matrices were formed.
pub(crate) fn census(
    system: &LinearSystem,
    ring: Ring,
    [oscillating, real]: [&[Pole]; 2],
    rigid_modes: usize,
) -> Result<(RingCensus, f64, usize), SpectrumError> {
    let inside = |poles: &[Pole]| -> Vec<Complex> {
        let converged = poles.iter().filter(|pole| pole.converged);
        converged.map(|pole| pole.value).filter(|s| ring.contains(*s)).collect()
    };
    let (oscillating, real) = (inside(oscillating), inside(real));
    let mut counter = PoleCounter::of_ring(system, &ring)?;
    let mut found = 2 * oscillating.len() + real.len();
    let mut counted = counter.in_ring(&ring)?;
    if rigid_modes > 0 && ring.contains(Complex::ZERO) {
        let slowest = oscillating.iter().chain(&real).fold(f64::INFINITY, |least, s| least.min(s.abs()));
        match counter.in_circle(Complex::ZERO, AT_ZERO * slowest)? {
            Some(at_zero) => found += at_zero,
            None => counted = None,
        }
    }
    let (unparted, bound) = super::certify_poles::unparted(&mut counter, &real)?;
    Ok((RingCensus { ring, counted, found, unparted }, bound, counter.evaluations))
}
