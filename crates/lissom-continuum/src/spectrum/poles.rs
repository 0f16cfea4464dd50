//! Exact complex poles of damped and gyroscopic systems.

use std::cell::Cell;

use lissom_linalg::{Complex, Verdict};

use super::certify_poles::{Census, certify};
use super::complex_stiffness::dynamic;
use super::error::SpectrumError;
use super::exact_modes::{exact_modes, rigid_motions};
use super::implausible::{check_found, check_uncertified, refused, stiff_member, with_stiff_member};
use super::linear_system::LinearSystem;
use super::mesh::{Mesh, Softened, damped_stiffness, is_evenly_divided, is_layered};
use super::overdamped::{RingCensus, census, ring};
use super::proportional::proportional_poles;
use super::ritz::ritz;

/// Steps of the secant method; three or four are usual.
const MOST_STEPS: usize = 40;
/// Sum of the cubes of the rows of the matrices that may be solved with to find all poles: some seconds of work.
const MOST_WORK: f64 = 2e9;
/// Relative change at which a pole is accepted [-].
const CONVERGED: f64 = 1e-13;
/// Poles with a smaller share of imaginary part are real ones [-].
const OSCILLATING: f64 = 1e-6;
/// A pole that moves further than this from its start belongs to another mode [-].
const NEAR: f64 = 1e-2;
/// The same for starts from modes without damping: damping turns a pole by up to a right angle, at much the same modulus.
const NEAR_UNDAMPED: f64 = 1.5;

/// Largest distance of a search from its start [-].
const FAR: f64 = 10.0;

/// How many more poles are sought until one has a gap after it.
const NEIGHBOURS: usize = 8;
/// A gap in modulus wide enough for a boundary to pass [-].
const GAP: f64 = 0.02;
/// Number of views of a system in the search for a pole.
const VIEWS: usize = 4;
/// How much larger an ω² members are divided for near real poles [-].
const SHORTER: f64 = 16.0;
/// Step of the difference that gives dD/ds at a start, relative to its size [-]: only a direction is taken from it.
const DIFFERENCE: f64 = 1e-4;
/// Poles nearer than this are the same one [-].
const SAME: f64 = 1e-10;
/// Poles of rigid motions are below this share of the next [-].
const AT_ZERO: f64 = 1e-4;
/// Positive real poles below this share of the slowest oscillation are rigid motions [-].
const DIVERGING: f64 = 1e-4;

/// A pole s: motion in proportion to e^{st}.
#[derive(Clone, Copy, Debug)]
pub struct Pole {
    /// The pole [1/s].
    pub value: Complex,
    /// Relative change in the last step [-].
    pub change: f64,
    /// Relative distance from the pole of the polynomial approximation it was started from [-].
    pub from_start: f64,
    /// Whether it converged near its start.
    pub converged: bool,
}

/// Poles found, and how they compare with their count.
#[derive(Clone, Debug)]
pub struct ExactPoles {
    /// Oscillating poles (Im s > 0) in the order of their modulus.
    pub poles: Vec<Pole>,
    /// Poles on the negative real axis, where damping inside members leaves fewer oscillating motions than
    /// requested, in the order of their modulus.
    pub overdamped: Vec<Pole>,
    /// Poles on the positive real axis: the system leaves rest without oscillating.
    pub divergent: Vec<Pole>,
    /// Motions without stiffness: their poles at zero are not listed [-].
    pub rigid_modes: usize,
    /// Where poles were counted, and what was found there.
    pub census: Census,
    /// The same for a ring around the accumulation point of real poles, if overdamped ones were sought.
    pub ring: Option<RingCensus>,
    /// Where all damping is this time multiplied by the stiffness \[s\]: poles and their count follow from frequencies, which
    /// are counted without damping.
    pub damping_time: Option<f64>,
    /// Result of the count of poles.
    pub verdict: Verdict,
    /// How many dynamic stiffness matrices were formed for the count [-].
    pub evaluations: usize,
}

impl ExactPoles {
    /// Whether the listed poles are all poles in the sector of the census up to the last of them, each as
    /// often as it occurs.
    pub fn is_certified(&self) -> bool {
        self.verdict.is_certified()
    }

    /// The method of the count, as the end of a sentence.
    pub fn counted_by(&self) -> &'static str {
        match self.damping_time {
            Some(_) => "from the frequencies without damping, each counted below and above",
            None => "by the argument principle",
        }
    }
}

/// The oscillating poles (Im s > 0) of smallest modulus.
///
/// Poles on the negative real axis are omitted as long as there are enough others: with Kelvin-Voigt damping
/// infinitely many accumulate at s = − E/η, where the stiffness vanishes. Where damping inside members leaves
/// fewer oscillating poles, real ones in a ring around that point are also listed.
///
/// Where all damping is one time multiplied by the stiffness, poles follow from the frequencies without damping, and their
/// count from that of [`exact_modes`]. Elsewhere each is a zero of the exact dynamic stiffness, found from that of a polynomial approximation of the same energies.
/// That none is missing is checked afterwards, by counting without the approximation; see [`Census`].
///
/// # Errors
/// Failures of the dense algebra; see [`SpectrumError`].
pub fn exact_poles(system: &LinearSystem, count: usize) -> Result<ExactPoles, SpectrumError> {
    for member in &system.members {
        if damped_stiffness(member)?.iter().any(|[_, damping]| *damping < 0.0) {
            return Err(SpectrumError::NotCovered {
                part: member.name.clone(),
                what: "negative damping of its highest derivative, with which motions grow the faster the shorter they are,",
            });
        }
    }
    if let Some(found) = proportional_poles(system, count)? {
        return Ok(found);
    }
    searched_poles(system, count).map_err(|error| with_stiff_member(system, error))
}

/// The poles of a system with any damping, each found by a separate search.
fn searched_poles(system: &LinearSystem, count: usize) -> Result<ExactPoles, SpectrumError> {
    let rigid_modes = rigid_motions(system)?;
    let Starts { upper, right, all, near } = Starts::new(system, count, rigid_modes)?;
    let sizes: Vec<f64> = upper.iter().map(|start| start.value.abs()).collect();
    let search = Search { system, near, work: Cell::new(0.0) };
    let (mut found, mut overdamped): (Vec<Pole>, usize) = (Vec::new(), 0);
    let mut looked_for = up_to_a_gap(&sizes, count);
    while found.len() + overdamped < looked_for {
        let pole = search.beside(&upper[found.len() + overdamped], &found)?;
        if pole.converged && !is_oscillating(pole.value) {
            overdamped += 1;
            looked_for = up_to_a_gap(&sizes, count + overdamped);
        } else {
            found.push(pole);
        }
    }
    let divergent =
        right.iter().map(|start| search.polish(*start, &[], &View::scattered(system, *start, 0)?));
    let divergent = divergent.collect::<Result<Vec<_>, _>>()?;
    check_found(system, &found, &divergent)?;
    let next = sizes.get(looked_for).copied();
    found.sort_by(|a, b| a.value.abs().total_cmp(&b.value.abs()));
    let missing = count.saturating_sub(found.len());
    let real = if missing > 0 { real_poles(&search, &all, missing, (&found, rigid_modes))? } else { None };
    let (census, verdict, evaluations) = certify(system, &found, &divergent, (next, real.as_ref()))?;
    // Diverged searches have no value to list; the verdict records them.
    found.retain(|pole| pole.value.is_finite());
    found.truncate(count);
    let (mut overdamped, ring) = real.map_or((Vec::new(), None), |real| (real.poles, Some(real.census)));
    overdamped.retain(|pole| pole.value.is_finite());
    if !verdict.is_certified() {
        check_uncertified(system, &census, [&found, &overdamped])?;
    }
    let damping_time = None;
    Ok(ExactPoles {
        poles: found,
        overdamped,
        divergent,
        rigid_modes,
        census,
        ring,
        damping_time,
        verdict,
        evaluations,
    })
}

/// Real poles and their count.
pub(crate) struct RealPoles {
    pub poles: Vec<Pole>,
    pub census: RingCensus,
    /// How far a pole may be from where it was found, relative to its modulus [-].
    pub bound: f64,
    pub evaluations: usize,
}

/// The real poles in a ring around their accumulation point; `None` if there is none, or if the approximation
/// has too few of them.
fn real_poles(
    search: &Search<'_>,
    approximate: &[Complex],
    wanted: usize,
    (oscillating, rigid_modes): (&[Pole], usize),
) -> Result<Option<RealPoles>, SpectrumError> {
    let flat = |s: &Complex| if s.im.abs() <= OSCILLATING * s.abs() { Complex::from(s.re) } else { *s };
    let approximate: Vec<Complex> = approximate.iter().map(flat).collect();
    let system = search.system;
    let Some(ring) = ring(system, &approximate, wanted)? else { return Ok(None) };
    let mut poles: Vec<Pole> = Vec::new();
    for value in approximate.iter().filter(|s| s.im == 0.0 && s.re < 0.0 && ring.contains(**s)) {
        let pole = search.beside(&Start { value: *value, view: None }, &poles)?;
        poles.push(pole);
    }
    poles.sort_by(|a, b| a.value.abs().total_cmp(&b.value.abs()));
    let (census, bound, evaluations) = census(system, ring, [oscillating, &poles], rigid_modes)?;
    Ok(Some(RealPoles { poles, census, bound, evaluations }))
}

/// An approximate pole.
struct Start {
    value: Complex,
    /// View of the system near it, if its shape is known.
    view: Option<View>,
}

/// Approximate poles.
struct Starts {
    /// Oscillating ones, in the order of their modulus.
    upper: Vec<Start>,
    /// Real ones of growing motions.
    right: Vec<Complex>,
    /// All except those of rigid motions.
    all: Vec<Complex>,
    /// How far a pole may lie from its start [-].
    near: f64,
}

impl Starts {
    fn new(system: &LinearSystem, count: usize, rigid_modes: usize) -> Result<Self, SpectrumError> {
        let still = system.conservative();
        if still.check_conservative().is_ok() {
            let mut is_rough = stiff_member(&still)?.is_some();
            for member in &system.members {
                is_rough = is_rough || is_layered(member)? && !is_evenly_divided(member)?;
            }
            if is_rough {
                return Self::of_frequencies(system, &still, count);
            }
        }
        let members = system.members.len().max(1);
        let degree = (10 + 2 * (count + NEIGHBOURS).div_ceil(members)).min(36);
        let mut approximate = ritz(system, degree)?.poles()?.values;
        approximate.drain(..at_zero(&approximate, rigid_modes));
        let upper = approximate.iter().copied().filter(|s| is_oscillating(*s));
        let upper: Vec<Complex> = upper.take(count + NEIGHBOURS + 1).collect();
        let floor = DIVERGING * upper.first().map_or(0.0, |s| s.abs());
        let right = approximate.iter().filter(|s| s.im.abs() <= OSCILLATING * s.abs() && s.re > floor);
        let right = right.copied().collect();
        let upper = upper.into_iter().map(|value| Start { value, view: None }).collect();
        Ok(Self { right, upper, all: approximate, near: NEAR })
    }

    /// Where motions change within thin layers, or where members much stiffer than others leave these no digits,
    /// polynomials of one piece are a poor start: the modes without damping are used, with their shapes.
    fn of_frequencies(
        system: &LinearSystem,
        still: &LinearSystem,
        count: usize,
    ) -> Result<Self, SpectrumError> {
        let modes = exact_modes(still, count + NEIGHBOURS + 1)?;
        if modes.unstable_modes > 0 {
            let part = still.names.first().cloned().unwrap_or_default();
            return Err(SpectrumError::NotCovered {
                part,
                what: "a damped system that is unstable under its loads",
            });
        }
        let mut upper = Vec::new();
        for (mode, omega) in modes.angular_frequencies.iter().enumerate() {
            let (mesh, shape) = modes.vector(mode);
            let value = Complex::new(0.0, *omega);
            let view = Some(View::of_shape(system, mesh.along(system)?, value, shape)?);
            upper.push(Start { value, view });
        }
        Ok(Self { upper, right: Vec::new(), all: Vec::new(), near: NEAR_UNDAMPED })
    }
}

/// A scalar view of D(s)⁻¹: loads v on the rows of a subdivision, and weights u of the resulting motion.
struct View {
    mesh: Mesh,
    left: Vec<Complex>,
    right: Vec<Complex>,
}

impl View {
    /// Weights independent of any shape: the first view is nearly uniform, the others vary along the system
    /// and separate repeated poles.
    fn scattered(system: &LinearSystem, start: Complex, view: usize) -> Result<Self, SpectrumError> {
        let mut at = Softened::at(system, &[start])?;
        // Beyond −K/C the stiffness changes sign, and waves are shorter: the division must have joints that
        // they move.
        at.lambda *= if start.im == 0.0 { SHORTER } else { 1.0 };
        let mesh = Mesh::damped(system, &at)?;
        let n = mesh.size(system);
        let mean = if view == 0 { 2.0 } else { 0.0 };
        let weights = |seed: f64| {
            let seed = seed + view as f64;
            (0..n).map(|i| Complex::from(mean + (seed * (i as f64 + 1.0)).sin())).collect::<Vec<_>>()
        };
        Ok(Self { left: weights(1.3), right: weights(2.1), mesh })
    }

    /// The inertia dD/ds x of a shape x, as loads and as weights: other motions are orthogonal to it, however much more
    /// flexible they are. A layer at an end is more flexible, and hides a slow motion from weights without
    /// its shape.
    fn of_shape(
        system: &LinearSystem,
        mesh: Mesh,
        at: Complex,
        shape: &[f64],
    ) -> Result<Self, SpectrumError> {
        let shape: Vec<Complex> = shape.iter().map(|value| Complex::from(*value)).collect();
        let loads = |share: f64| -> Result<Vec<Complex>, SpectrumError> {
            Ok(dynamic(system, &mesh, at.scale(1.0 + share))?.stiffness.times(&shape))
        };
        let (before, after) = (loads(-DIFFERENCE)?, loads(DIFFERENCE)?);
        let inertia: Vec<Complex> =
            after.iter().zip(&before).map(|(after, before)| *after - *before).collect();
        Ok(Self { left: inertia.clone(), right: inertia, mesh })
    }
}

fn is_oscillating(s: Complex) -> bool {
    s.im > OSCILLATING * s.abs()
}

/// How many of the slowest approximate poles are rigid motions: each has two poles at zero, or one where it is damped,
/// and the approximation scatters them by the root of its rounding errors.
fn at_zero(approximate: &[Complex], rigid_modes: usize) -> usize {
    let first = 2 * rigid_modes;
    let Some(elastic) = approximate.get(first) else { return 0 };
    approximate[..first].iter().take_while(|s| s.abs() < AT_ZERO * elastic.abs()).count()
}

/// How many poles to find so that a gap in modulus follows the last, where a boundary can pass.
fn up_to_a_gap(sizes: &[f64], count: usize) -> usize {
    let gap = |at: &usize| sizes[*at] / sizes[*at - 1] - 1.0;
    let candidates = count.max(1)..sizes.len();
    let wide = candidates.clone().find(|at| gap(at) > GAP);
    wide.or_else(|| candidates.max_by(|a, b| gap(a).total_cmp(&gap(b)))).unwrap_or(sizes.len())
}

/// Searches for poles that share a limit of their work.
struct Search<'s> {
    system: &'s LinearSystem,
    /// How far a pole may lie from its start [-].
    near: f64,
    /// Sum of the cubes of the rows of all matrices solved with.
    work: Cell<f64>,
}

impl Search<'_> {
    /// The pole near a start that is not among those found already; a known one only if there is no other.
    fn beside(&self, start: &Start, found: &[Pole]) -> Result<Pole, SpectrumError> {
        let plain = View::scattered(self.system, start.value, 0)?;
        let pole = self.polish(start.value, &[], start.view.as_ref().unwrap_or(&plain))?;
        let near = |a: Complex, b: Complex, distance: f64| (a - b).abs() <= distance * b.abs();
        if pole.converged && !found.iter().any(|other| near(pole.value, other.value, SAME)) {
            return Ok(pole);
        }
        let values = found.iter().map(|other| other.value);
        let known: Vec<Complex> = values.filter(|other| near(*other, start.value, self.near)).collect();
        let scattered = (0..VIEWS).map(|view| View::scattered(self.system, start.value, view));
        let scattered = scattered.collect::<Result<Vec<_>, _>>()?;
        for view in start.view.iter().chain(&scattered) {
            // Without another pole the search diverges: nothing was found.
            let Ok(other) = self.polish(start.value, &known, view) else { continue };
            if other.converged && known.iter().all(|known| !near(other.value, *known, SAME)) {
                return Ok(other);
            }
        }
        Ok(pole)
    }

    /// The secant method on 1/(uᵀ D(s)⁻¹ v), which has the zeros of det D(s) and no scale of its own; known zeros are
    /// divided out of it. A motion nearly orthogonal to u or v has a pole of this function near its zero.
    fn polish(&self, start: Complex, known: &[Complex], view: &View) -> Result<Pole, SpectrumError> {
        let value = |s: Complex| -> Result<Option<Complex>, SpectrumError> {
            self.spend(view.mesh.size(self.system))?;
            let solution = dynamic(self.system, &view.mesh, s)?.stiffness.solve(&view.right);
            Ok(solution.map(|x| {
                let sum = x.iter().zip(&view.left).fold(Complex::ZERO, |sum, (a, b)| sum + *a * *b);
                known.iter().fold(Complex::ONE / sum, |value, zero| value / (s - *zero))
            }))
        };
        let (mut before, mut now) = (start, start * Complex::new(1.0 + 1e-8, 1e-8));
        let mut f_before = value(before)?;
        let mut change = f64::INFINITY;
        for _ in 0..MOST_STEPS {
            // Where the matrix is singular to the last bit, the pole is found.
            let (Some(known), Some(f_now)) = (f_before, value(now)?) else {
                change = 0.0;
                break;
            };
            let difference = f_now - known;
            if difference.abs() == 0.0 {
                break;
            }
            let step = f_now * (now - before) / difference;
            (before, f_before) = (now, Some(f_now));
            now = now - step;
            change = step.abs() / now.abs();
            // A search that has left the circle around its start converges to another pole at best.
            let is_lost = !now.is_finite() || (now - start).abs() > FAR * start.abs();
            if change <= CONVERGED || is_lost {
                break;
            }
        }
        let from_start = (now - start).abs() / start.abs();
        // The last bits of the secant are noise, so a small change is accepted; the distance excludes other
        // poles.
        let converged = now.is_finite() && change <= 1e-9 && from_start <= self.near;
        Ok(Pole { value: now, change, from_start, converged })
    }

    /// Counts a matrix; an error beyond the limit.
    fn spend(&self, rows: usize) -> Result<(), SpectrumError> {
        self.work.set(self.work.get() + (rows as f64).powi(3));
        if self.work.get() <= MOST_WORK {
            return Ok(());
        }
        let why = format!("the search took too many matrices, the last of them with {rows} rows");
        Err(refused(self.system, why))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAMPED: &str = r#"
lissom = 1
[model]
name = "damped"
[system]
coordinates = ["q"]
[[continuum]]
name = "beam"
kind = "bernoulli-euler"
length = "1"
fields = ["w"]
EI = "1"
rhoA = "1"
position = ["w"]
ends = { a = { displacement = "0", slope = "0" }, b = { displacement = "q" } }
[[damper]]
damping = "0.5"
elongation = "q"
"#;

    #[test]
    fn a_missing_pole_and_one_found_twice_are_noticed() {
        let loaded = lissom_model::load("test.toml", DAMPED.as_bytes(), &lissom_model::Overrides::default());
        let model = loaded.value.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
        let mut derived = crate::derive(model.system.as_ref().unwrap(), &model.expressions).unwrap();
        let system = derived.linearise(&[]).unwrap();
        let found = exact_poles(&system, 4).unwrap();
        assert!(found.is_certified(), "{found:?}");
        let next = exact_poles(&system, 5).unwrap().poles[4].value;
        let judged = |poles: &[Pole]| {
            // The boundary stays where it was: behind the fourth.
            let (census, verdict, evaluations) =
                certify(&system, poles, &[], (Some(next.abs()), None)).unwrap();
            let (poles, divergent) = (poles.to_vec(), Vec::new());
            let (overdamped, ring, damping_time) = (Vec::new(), None, None);
            let rigid_modes = 0;
            ExactPoles {
                poles,
                overdamped,
                divergent,
                rigid_modes,
                census,
                ring,
                damping_time,
                verdict,
                evaluations,
            }
        };
        assert!(judged(&found.poles).is_certified());
        let missing = judged(&[found.poles[0], found.poles[1], found.poles[3]]);
        assert!(!missing.is_certified() && missing.census.counted == Some(4), "{missing:?}");
        let twice = judged(&[found.poles[0], found.poles[1], found.poles[1], found.poles[3]]);
        assert!(!twice.is_certified() && twice.census.unparted > 0, "{twice:?}");
    }
}
