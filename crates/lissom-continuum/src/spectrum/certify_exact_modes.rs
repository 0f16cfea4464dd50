//! Checks claimed frequencies of a system: each is counted below and above by an independent method.

use lissom_linalg::{Measured, Verdict};

use super::error::SpectrumError;
use super::linear_system::LinearSystem;
use super::mixed_count::{Counted, MixedCounter};

/// Frequencies are certified to lie within one of these relative distances in ω², the first at which rounding
/// changes no sign [-].
const DISTANCES: [f64; 4] = [1e-9, 1e-8, 1e-7, 1e-6];
/// Rigid motions lie within one of these shares of the first elastic ω² around zero, and unstable ones beyond it [-].
const AT_REST: [f64; 3] = [1e-6, 1e-8, 1e-10];
/// How often the steps of the count are halved where it disagrees.
const REFINEMENTS: usize = 4;
/// The refinement of the count that may move frequencies.
const MOVED_BY: usize = 1;
/// How far the count may move a frequency, relative to its square [-].
const REACH: f64 = 1e-5;
/// Where a moved frequency is accepted, relative to its square [-].
const SETTLED: f64 = 1e-12;
/// Signs of pivots are accepted this far above the rounding of their matrix [-].
const TRUST: f64 = 64.0;

/// Frequencies claimed by a solver.
pub(crate) struct Claim<'c> {
    /// Angular frequencies, ascending [rad/s].
    pub angular_frequencies: &'c [f64],
    /// Motions without stiffness.
    pub rigid: usize,
    /// Motions with negative stiffness.
    pub unstable: usize,
}

/// Checks a claim: below and above each frequency the right number must be counted, with signs that rounding
/// cannot change. The bound is the distance of the two counts: slender frames, whose axial stiffness is far
/// above the others, lose digits.
pub(crate) fn certify(system: &LinearSystem, claim: &Claim<'_>) -> Verdict {
    weigh(system, claim, Trust::First)
}

/// Checks a claim that was corrected by the count itself: two further, different counts must confirm it.
pub(crate) fn certify_moved(system: &LinearSystem, claim: &Claim<'_>) -> Verdict {
    weigh(system, claim, Trust::Second)
}

/// When a count is accepted.
#[derive(Clone, Copy, PartialEq)]
enum Trust {
    /// If it confirms the claim, and no previous count contradicted it.
    First,
    /// If a previous one also confirms the claim.
    Second,
}

fn weigh(system: &LinearSystem, claim: &Claim<'_>, trust: Trust) -> Verdict {
    let (Some(first), Some(highest)) = (claim.angular_frequencies.first(), claim.angular_frequencies.last())
    else {
        return Verdict::weigh(Vec::new(), None);
    };
    let before = claim.rigid + claim.unstable;
    // A member has at most as many half waves as there are modes of the whole, and some at its ends.
    let waves = before + claim.angular_frequencies.len();
    let highest = highest * highest * (1.0 + DISTANCES[0]);
    let details = system.members.iter().filter_map(|member| member.detail());
    let rounding = details.map(|detail| detail.rounding()).fold(0.0, f64::max);
    let mut checker = Checker { system, highest, waves, rounding, trust, counters: Vec::new() };
    let mut evidence = Vec::new();
    for share in AT_REST {
        let around = share * first * first;
        evidence = checker.check_count("below rest", -around, (claim.unstable, claim.unstable));
        evidence.extend(checker.check_count("just above rest", around, (before, before)));
        if evidence.iter().all(Measured::holds) {
            break;
        }
    }
    let most = DISTANCES[DISTANCES.len() - 1];
    evidence.push(Measured::new(
        "the share of a coefficient that rounding of places may add or take",
        rounding,
        most,
    ));
    let mut widest = 0.0f64;
    for (at, omega) in claim.angular_frequencies.iter().enumerate() {
        let (found, distance) = checker.around(at + 1, omega * omega, before + at);
        evidence.extend(found);
        widest = widest.max(distance);
    }
    Verdict::weigh(evidence, Some(0.5 * widest))
}

/// Unstable and rigid motions by the count, as close to zero as the frequencies allow.
pub(crate) fn counted_at_rest(system: &LinearSystem, angular_frequencies: &[f64]) -> Option<(usize, usize)> {
    let (first, highest) = (angular_frequencies.first()?, angular_frequencies.last()?);
    let counter = MixedCounter::new(system, highest * highest, angular_frequencies.len() + 1, 1).ok()?;
    let around = AT_REST[0] * first * first;
    let (unstable, before) = (counter.below(-around)?.below, counter.below(around)?.below);
    Some((unstable, before.checked_sub(unstable)?))
}

/// The frequencies of a claim, moved to where the count changes; those near which it does not change by one
/// are kept.
///
/// Stiff short pieces next to soft long ones cost the dynamic stiffness digits that the count in mixed form
/// keeps. A frequency is moved only slightly, so that both methods agree on it; the result is checked like
/// any claim, with other steps.
pub(crate) fn refined(system: &LinearSystem, claim: &Claim<'_>) -> Option<Vec<f64>> {
    let highest = claim.angular_frequencies.last()?.powi(2) * (1.0 + 2.0 * REACH);
    let before = claim.rigid + claim.unstable;
    let counter =
        MixedCounter::new(system, highest, before + claim.angular_frequencies.len(), MOVED_BY).ok()?;
    let count = |lambda: f64| counter.below(lambda).map(|counted| counted.below);
    let moved = claim.angular_frequencies.iter().enumerate().map(|(at, omega)| {
        let square = omega * omega;
        let (mut low, mut high) = (square * (1.0 - REACH), square * (1.0 + REACH));
        if count(low) != Some(before + at) || count(high) != Some(before + at + 1) {
            return *omega;
        }
        while high - low > SETTLED * high {
            let middle = 0.5 * (low + high);
            match count(middle) {
                Some(below) if below <= before + at => low = middle,
                Some(_) => high = middle,
                None => (low, high) = (middle, middle),
            }
        }
        (0.5 * (low + high)).sqrt()
    });
    Some(moved.collect())
}

struct Checker<'s> {
    system: &'s LinearSystem,
    /// The largest ω² that is counted at.
    highest: f64,
    /// Half waves along a member.
    waves: usize,
    /// The share of a coefficient that rounding of places may add or take [-].
    rounding: f64,
    trust: Trust,
    /// Counters of increasing refinement, created on demand.
    counters: Vec<Result<MixedCounter<'s>, SpectrumError>>,
}

impl<'s> Checker<'s> {
    fn counter(&mut self, refinement: usize) -> &Result<MixedCounter<'s>, SpectrumError> {
        while refinement >= self.counters.len() {
            let next = self.counters.len();
            self.counters.push(MixedCounter::new(self.system, self.highest, self.waves, next));
        }
        &self.counters[refinement]
    }

    /// Counts below and above a mode with a given number of others before it, and their distance.
    fn around(&mut self, mode: usize, square: f64, before: usize) -> (Vec<Measured>, f64) {
        let mut found = (Vec::new(), DISTANCES[0]);
        // Nearer, what a narrow detail holds is not known.
        let rounding = self.rounding;
        for distance in DISTANCES.into_iter().filter(|distance| *distance >= rounding) {
            let (below, above) = (square * (1.0 - distance), square * (1.0 + distance));
            let mut evidence = self.check_count(&format!("below mode {mode}"), below, (0, before));
            evidence.extend(self.check_count(&format!("above mode {mode}"), above, (before + 1, usize::MAX)));
            // A wrong count is wrong at any distance; what rounding hides may be resolved further away.
            let hides = |measured: &Measured| measured.limit > 0.0 || measured.value.is_nan();
            let is_doubtful = evidence.iter().any(|measured| !measured.holds() && hides(measured));
            found = (evidence, distance);
            if !is_doubtful {
                break;
            }
        }
        found
    }

    /// A count at ω² = λ that has to lie between two numbers, and the rounding of its signs. If it fails it
    /// is repeated with other pieces; if it was wrong, and not only uncertain, two in a row must be right.
    fn check_count(&mut self, place: &str, lambda: f64, range: (usize, usize)) -> Vec<Measured> {
        let (first, mut needed) = match self.trust {
            Trust::First => (0, 1),
            Trust::Second => (MOVED_BY + 1, 2),
        };
        let (mut failed, mut held) = (Vec::new(), 0);
        for refinement in first..first + REFINEMENTS {
            let counted = match self.counter(refinement) {
                Ok(counter) => counter.below(lambda),
                Err(error) if failed.is_empty() => {
                    let what = format!("the count {place}, which failed ({error}),");
                    return vec![Measured::new(what, f64::NAN, 0.0)];
                }
                Err(_) => break,
            };
            let evidence = count_evidence(place, counted, range);
            if evidence.iter().all(Measured::holds) {
                held += 1;
                if held == needed {
                    return evidence;
                }
                continue;
            }
            held = 0;
            if evidence.iter().any(|measured| !measured.holds() && measured.limit == 0.0) {
                needed = 2;
            }
            failed = evidence;
        }
        if failed.is_empty() {
            vec![Measured::new(format!("the count {place}"), f64::NAN, 0.0)]
        } else {
            failed
        }
    }
}

fn count_evidence(place: &str, counted: Option<Counted>, (least, most): (usize, usize)) -> Vec<Measured> {
    let Some(Counted { below, smallest }) = counted else {
        return vec![Measured::new(format!("the count {place}"), f64::NAN, 0.0)];
    };
    let missing = least.saturating_sub(below) + below.saturating_sub(most);
    let doubt = TRUST * f64::EPSILON / smallest;
    vec![
        Measured::new(format!("the number of frequencies miscounted {place}"), missing as f64, 0.0),
        Measured::new(format!("the rounding of the count {place}, relative to its signs,"), doubt, 1.0),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spectrum::exact_modes;

    /// A hanging beam with a mass and a taper: varying coefficients and thin layers.
    const HANGING: &str = r#"
lissom = 1
[model]
name = "hanging"
[system]
coordinates = ["q"]
gravity = ["9.81", "0"]
[[continuum]]
name = "beam"
kind = "bernoulli-euler"
length = "3"
fields = ["w"]
EI = "0.001*(1 + x)"
rhoA = "0.2"
position = ["x", "w"]
ends = { a = { displacement = "0" }, b = { displacement = "q" } }
[[mass]]
mass = "0.5"
position = ["3", "q"]
"#;

    #[test]
    fn claims_that_are_wrong_are_not_certified() {
        let loaded = lissom_model::load("test.toml", HANGING.as_bytes(), &lissom_model::Overrides::default());
        let model = loaded.value.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
        let mut derived = crate::derive(model.system.as_ref().unwrap(), &model.expressions).unwrap();
        let system = derived.linearise(&[]).unwrap();
        let found = exact_modes(&system, 4).unwrap().angular_frequencies;
        let judged = |angular_frequencies: &[f64], rigid: usize, unstable: usize| {
            certify(&system, &Claim { angular_frequencies, rigid, unstable })
        };
        let right = judged(&found, 0, 0);
        assert_eq!(right.why_not(), None);
        assert_eq!(right.bound(), Some(0.5 * DISTANCES[0]));
        let moved = |number: usize, share: f64| {
            let mut all = found.clone();
            all[number] *= 1.0 + share;
            all
        };
        for wrong in [
            judged(&found[1..], 0, 0),
            judged(&found, 1, 0),
            judged(&found, 0, 1),
            judged(&[found[0], found[2], found[3]], 0, 0),
            judged(&[found[0], found[0], found[1]], 0, 0),
            judged(&moved(0, 2e-9), 0, 0),
            judged(&moved(3, -2e-9), 0, 0),
            judged(&[f64::NAN], 0, 0),
            judged(&[f64::INFINITY], 0, 0),
            judged(&[], 0, 0),
        ] {
            assert!(!wrong.is_certified() && wrong.why_not().is_some(), "{wrong:?}");
        }
    }
}
