//! Margins of a loop: where L crosses |L| = 1 and the negative real axis.

use crate::loops::closed_loop::CutLoop;
use crate::loops::pole_error::{EstimatedPole, estimated_poles};
use crate::zero_between::may_vanish;
use lissom_linalg::Complex;
use std::f64::consts::{PI, TAU};

/// A crossing of the negative real axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PhaseCrossing {
    /// Frequency \[Hz\].
    pub hz: f64,
    /// 1/|L|: the factor by which the gain may be multiplied until the loop is at its limit [-].
    pub gain: f64,
}

/// A crossing of |L| = 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GainCrossing {
    /// Frequency \[Hz\].
    pub hz: f64,
    /// 180° + arg L, in (−180°, 180°] \[°\].
    pub phase: f64,
    /// The delay that brings the loop to its limit there \[s\].
    pub delay: f64,
}

/// All crossings of a loop, ascending in frequency.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Margins {
    /// Crossings of the negative real axis.
    pub phase_crossings: Vec<PhaseCrossing>,
    /// Crossings of |L| = 1.
    pub gain_crossings: Vec<GainCrossing>,
}

impl Margins {
    /// The factor of the gain nearest to one.
    #[must_use]
    pub fn gain(&self) -> Option<PhaseCrossing> {
        let far = |crossing: &PhaseCrossing| crossing.gain.ln().abs();
        self.phase_crossings.iter().copied().min_by(|a, b| far(a).total_cmp(&far(b)))
    }

    /// The phase of least size.
    #[must_use]
    pub fn phase(&self) -> Option<GainCrossing> {
        self.gain_crossings.iter().copied().min_by(|a, b| a.phase.abs().total_cmp(&b.phase.abs()))
    }

    /// The least delay.
    #[must_use]
    pub fn delay(&self) -> Option<GainCrossing> {
        self.gain_crossings.iter().copied().min_by(|a, b| a.delay.total_cmp(&b.delay))
    }
}

/// Work of one loop, in units of the cube of its size.
const MOST_WORK: f64 = 4e8;

/// Points of the grid, at least and at most.
const POINTS: [f64; 2] = [200.0, 2000.0];

/// How far the grid goes below and above the moduli of the poles.
const BEYOND: f64 = 1e3;

/// Nearer to a pole that may be zero than so many of its errors, L is rounding.
const CLEAR: f64 = 10.0;

/// An imaginary part of L that is smaller relative to L at both ends of an interval is rounding.
const NOISE: f64 = 1e-9;

/// Halvings of a bracket: more than a number has digits.
const HALVINGS: usize = 60;

/// Divisions of an interval of the grid in which two crossings may lie.
const MOST_LOOKS: usize = 12;

/// The margins of a loop. Crossings are looked for on a grid with all poles of the cut loop and their neighbourhoods, which is made
/// finer where two of them may lie in one interval, and located by halving.
#[must_use]
pub fn margins(cut: &CutLoop) -> Margins {
    let points = finer(cut, grid(cut));
    let mut found = Margins::default();
    let size = |l: Complex| l.abs() - 1.0;
    for pair in points.windows(2).filter(|pair| pair.iter().all(|(_, l)| l.is_finite())) {
        let (omega, l) = ([pair[0].0, pair[1].0], [pair[0].1, pair[1].1]);
        if size(l[0]) * size(l[1]) < 0.0 {
            let at = located(cut, [omega[0], omega[1]], &size);
            found.gain_crossings.push(gain_crossing(at, cut.at(at)));
        }
        let is_more_than_rounding = l.iter().any(|l| l.im.abs() > NOISE * l.abs());
        if l[0].im * l[1].im < 0.0 && is_more_than_rounding {
            let at = located(cut, [omega[0], omega[1]], &|l| l.im);
            let value = cut.at(at);
            // Of a sign change through infinity nothing is left at the axis.
            if value.re < 0.0 && value.im.abs() <= 1e-6 * value.re.abs() {
                found.phase_crossings.push(PhaseCrossing { hz: at / TAU, gain: 1.0 / value.abs() });
            }
        }
    }
    if let Some(period) = cut.period() {
        let last = cut.at(PI / period);
        if last.is_finite() && last.re < 0.0 && last.im.abs() <= 1e-9 * last.re.abs() {
            found.phase_crossings.push(PhaseCrossing { hz: 0.5 / period, gain: 1.0 / last.abs() });
        }
    }
    found
}

/// The loop on a grid, with more points where |L| = 1 or the real axis may be crossed twice between two of them.
fn finer(cut: &CutLoop, omegas: Vec<f64>) -> Vec<(f64, Complex)> {
    let coarse: Vec<(f64, Complex)> = omegas.into_iter().map(|omega| (omega, cut.at(omega))).collect();
    let mut points = Vec::with_capacity(2 * coarse.len());
    for pair in coarse.windows(2) {
        points.push(pair[0]);
        look_between(cut, [pair[0], pair[1]], MOST_LOOKS, &mut points);
    }
    points.extend(coarse.last());
    points
}

/// Adds what lies between two points, in ascending order.
fn look_between(cut: &CutLoop, [a, b]: [(f64, Complex); 2], looks: usize, points: &mut Vec<(f64, Complex)>) {
    let middle = 0.5 * (a.0 + b.0);
    if looks == 0 || middle <= a.0 || middle >= b.0 {
        return;
    }
    let m = (middle, cut.at(middle));
    let all = [a.1, m.1, b.1];
    if !all.iter().all(|l| l.is_finite()) {
        return;
    }
    // ln|L| is zero at |L| = 1; Im L/|L| does not depend on the gain.
    let hides = |of: &dyn Fn(Complex) -> f64| {
        let values = all.map(of);
        values.windows(2).all(|pair| pair[0] * pair[1] > 0.0) && may_vanish(values)
    };
    let twice = hides(&|l| l.abs().ln()) || hides(&|l| l.im / l.abs());
    if twice {
        look_between(cut, [a, m], looks - 1, points);
    }
    points.push(m);
    if twice {
        look_between(cut, [m, b], looks - 1, points);
    }
}

fn gain_crossing(omega: f64, l: Complex) -> GainCrossing {
    let turned = l.arg() + PI;
    let phase = if turned > PI { turned - TAU } else { turned };
    let behind = if phase >= 0.0 { phase } else { phase + TAU };
    GainCrossing { hz: omega / TAU, phase: phase.to_degrees(), delay: behind / omega }
}

/// Where a quantity changes its sign between two frequencies.
fn located(cut: &CutLoop, [mut low, mut high]: [f64; 2], of: &dyn Fn(Complex) -> f64) -> f64 {
    let sign = of(cut.at(low)).signum();
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        if of(cut.at(middle)).signum() == sign {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

/// Angular frequencies, ascending [rad/s].
fn grid(cut: &CutLoop) -> Vec<f64> {
    let n = cut.matrix().rows().max(1) as f64;
    let points = (MOST_WORK / (n * n * n)).clamp(POINTS[0], POINTS[1]);
    let poles = poles_in_s(cut);
    let range = range(cut, &poles);
    let step = (range.to / range.from).ln() / points;
    let mut all: Vec<f64> = (0..=points as usize).map(|k| range.from * (step * k as f64).exp()).collect();
    for (pole, _) in &poles {
        let (centre, width) = (pole.im.abs(), pole.re.abs());
        all.extend([pole.abs(), centre]);
        for share in [0.1, 0.3, 1.0, 3.0, 10.0] {
            all.extend([centre - share * width, centre + share * width]);
        }
    }
    let nyquist = cut.period().map(|period| PI / period);
    all.retain(|omega| {
        *omega > 0.0 && *omega >= range.from && nyquist.is_none_or(|end| *omega < end * (1.0 - 1e-12))
    });
    all.sort_by(f64::total_cmp);
    all.dedup();
    all
}

/// Poles of the cut loop and estimates of their errors [rad/s]; of a sampled loop the equivalent ones in s. Delays have poles z = 0 whose
/// errors are larger than themselves: they are faster than every frequency of the loop, but ln z is unknown, and they are left out.
fn poles_in_s(cut: &CutLoop) -> Vec<(Complex, f64)> {
    let found = estimated_poles(cut.matrix(), 0.0).unwrap_or_default();
    let continuous = |pole: &EstimatedPole| match cut.period() {
        None => (pole.value, pole.error),
        Some(period) => {
            let s = Complex::new(pole.value.abs().ln(), pole.value.arg()).scale(1.0 / period);
            (s, pole.error / (pole.value.abs() * period))
        }
    };
    let is_known = |pole: &&EstimatedPole| cut.period().is_none() || pole.error < 0.5 * pole.value.abs();
    let known = found.iter().filter(is_known).map(continuous);
    known.filter(|(s, error)| s.is_finite() && error.is_finite()).collect()
}

/// Where crossings are looked for [rad/s].
struct Range {
    from: f64,
    to: f64,
}

/// Far below and above all poles, and as far beyond as the loop has a crossing by its asymptotes. Poles within their errors of zero are
/// zero: nearer to it than these errors, values of L are rounding.
fn range(cut: &CutLoop, poles: &[(Complex, f64)]) -> Range {
    let nyquist = cut.period().map(|period| PI / period);
    let sizes = || poles.iter().filter(|(s, error)| s.abs() > *error).map(|(s, _)| s.abs());
    let (least, most) = (sizes().fold(f64::INFINITY, f64::min), sizes().fold(0.0, f64::max));
    let unsure = poles.iter().filter(|(s, error)| s.abs() <= *error).map(|(_, error)| *error);
    let floor = CLEAR * unsure.fold(0.0, f64::max);
    let (from, to) = match (least.is_finite(), nyquist) {
        (true, Some(end)) => ((least / BEYOND).min(end / BEYOND), end),
        (false, Some(end)) => (end / (BEYOND * BEYOND), end),
        (true, None) => (least / BEYOND, most * BEYOND),
        (false, None) => (1.0 / BEYOND, BEYOND),
    };
    let from = from.max(floor).min(to / BEYOND);
    let lower = crossing_beyond(cut, from, 2.0 * from).map_or(from, |at| (0.1 * at).max(floor).min(from));
    let upper = if nyquist.is_some() { None } else { crossing_beyond(cut, to, 0.5 * to) };
    Range { from: lower, to: upper.map_or(to, |at| (10.0 * at).max(to)) }
}

/// Where |L| is one beyond the end of a range, if it goes on there as a power of the frequency [rad/s]. `inner` lies within the range.
fn crossing_beyond(cut: &CutLoop, end: f64, inner: f64) -> Option<f64> {
    let [at_end, within] = [end, inner].map(|omega| cut.at(omega).abs().ln());
    let power = ((at_end - within) / (end / inner).ln()).round();
    // |L| = |L(end)| (ω/end)^power.
    let way = -at_end / power;
    let leads_outwards = if end < inner { way < 0.0 } else { way > 0.0 };
    let at = end * way.exp();
    (power != 0.0 && leads_outwards && at.is_finite() && at > 0.0).then_some(at)
}
