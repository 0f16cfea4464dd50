//! How many poles a region of the complex plane holds, by the argument principle.
//!
//! The characteristic determinant of a system of continua is an analytic function of s. Followed once around a region,
//! its phase turns once for every zero inside, each counted as often as it occurs: no pole can be missed and none
//! counted twice. The phase is followed in steps over which neither it nor the modulus changes much: a zero close to the
//! line, even a double one that turns the phase all the way round between two steps, shows in the modulus.

use std::f64::consts::{PI, TAU};

use lissom_linalg::Complex;

use super::complex_matrix::Polar;
use super::complex_stiffness::{dynamic, leading_form};
use super::error::SpectrumError;
use super::linear_system::{LinearMember, LinearSystem};
use super::mesh::{Division, Mesh, Softened};

/// The largest change of phase in a step that is accepted [rad].
const LARGEST_STEP: f64 = PI / 4.0;
/// The largest change of the logarithm of the modulus in a step that is accepted [-].
const LARGEST_GROWTH: f64 = 1.0;
/// Limit on halvings of a step: beyond it a zero lies on the boundary.
const MOST_HALVINGS: usize = 24;
/// Sum of the cubes of the rows of the matrices that may be formed by one counter, and their number: some seconds of work.
const MOST_WORK: f64 = 2e9;
const MOST_EVALUATIONS: usize = 10_000;
/// First divisions of an arc, an edge or a circle: the count has to be the same with both.
const FIRST_STEPS: [usize; 2] = [16, 23];

/// The least growth of a stiffness with damping that is taken out [-].
const LEAST_GROWTH: f64 = 1e-3;
/// Places on the boundary of a sector where the stiffness of the highest derivatives is evaluated.
const BOUNDARY: usize = 64;
/// How far that stiffness may be turned while layers still decay, twice as slowly at most [rad].
const FURTHEST_TURN: f64 = 2.0 * PI / 3.0 + 1e-9;

/// The sector of oscillating poles between two moduli: those with a damping ratio between − `damping` and `damping`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sector {
    /// Smallest and largest modulus [rad/s].
    pub moduli: [f64; 2],
    /// Largest damping ratio [-].
    pub damping: f64,
}

impl Sector {
    /// Angle between the edges and the real axis.
    fn angle(&self) -> f64 {
        self.damping.acos()
    }

    /// Whether a pole lies inside.
    pub(crate) fn contains(&self, s: Complex) -> bool {
        let [least, most] = self.moduli;
        (least..most).contains(&s.abs()) && s.im > 0.0 && s.re.abs() < self.damping * s.abs()
    }

    /// The boundary, anticlockwise: an edge, the outer arc, the other edge and the inner arc, for t from 0 to 4.
    fn boundary(&self, t: f64) -> Complex {
        let ([least, most], angle) = (self.moduli, self.angle());
        let arc = |share: f64| angle + share * (PI - 2.0 * angle);
        // Poles are spaced like powers, so steps along the edges are equal ratios.
        let modulus = |share: f64| least * (most / least).powf(share);
        match t {
            t if t < 1.0 => polar(modulus(t), angle),
            t if t < 2.0 => polar(most, arc(t - 1.0)),
            t if t < 3.0 => polar(modulus(3.0 - t), PI - angle),
            t if t < 4.0 => polar(least, arc(4.0 - t)),
            _ => polar(least, angle),
        }
    }
}

/// The ring between two circles around the accumulation point of real poles.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ring {
    /// The place [1/s].
    pub centre: f64,
    /// Smaller and larger distance from it [1/s].
    pub radii: [f64; 2],
}

impl Ring {
    /// Whether a pole lies inside.
    pub(crate) fn contains(&self, s: Complex) -> bool {
        (self.radii[0]..self.radii[1]).contains(&(s - Complex::from(self.centre)).abs())
    }
}

fn polar(modulus: f64, angle: f64) -> Complex {
    Complex::new(modulus * angle.cos(), modulus * angle.sin())
}

/// Counts zeros of the characteristic determinant of one system on one subdivision.
pub(crate) struct PoleCounter<'s> {
    system: &'s LinearSystem,
    mesh: Mesh,
    /// A member and the power of its stiffness that is taken out of the determinant.
    growth: Option<(usize, f64)>,
    /// How many dynamic stiffness matrices were formed.
    pub evaluations: usize,
}

impl<'s> PoleCounter<'s> {
    /// For the poles of a sector.
    pub fn new(system: &'s LinearSystem, sector: &Sector) -> Result<Self, SpectrumError> {
        let places: Vec<Complex> =
            (0..BOUNDARY).map(|t| sector.boundary(4.0 * t as f64 / BOUNDARY as f64)).collect();
        let modulus = sector.moduli[1];
        let softer = Softened::at(system, &places)?.softer;
        Self::of(system, modulus, &Softened { lambda: 2.0 * modulus * modulus, softer })
    }

    /// For the poles between two circles around a place on the real axis.
    pub fn of_ring(system: &'s LinearSystem, ring: &Ring) -> Result<Self, SpectrumError> {
        let angle = |t: usize| TAU * t as f64 / BOUNDARY as f64;
        let on_circles =
            |t: usize| ring.radii.map(|radius| Complex::from(ring.centre) + polar(radius, angle(t)));
        let places: Vec<Complex> = (0..BOUNDARY).flat_map(on_circles).collect();
        Self::of(system, ring.radii[1], &Softened::at(system, &places)?)
    }

    fn of(system: &'s LinearSystem, modulus: f64, at: &Softened) -> Result<Self, SpectrumError> {
        let mesh = Mesh::damped(system, at)?;
        let mut counter = Self { system, mesh, growth: None, evaluations: 0 };
        counter.growth = counter.growth(modulus)?;
        Ok(counter)
    }

    /// Whether elements that follow thin layers follow the motion on the boundary of a sector, too.
    ///
    /// Damping inside a member turns the stiffness of its highest derivatives in the complex plane. Where it points
    /// backwards, layers at the ends become waves that fill the whole member, and long elements inside do not
    /// resolve them.
    pub fn is_followed(&self, sector: &Sector) -> Result<bool, SpectrumError> {
        for (member, division) in self.system.members.iter().zip(&self.mesh.divisions) {
            if !matches!(division, Division::Graded(_)) {
                continue;
            }
            for (x, t) in (0..5).flat_map(|k| (0..BOUNDARY).map(move |t| (k, t))) {
                let x = 0.25 * f64::from(x) * member.length;
                let s = sector.boundary(4.0 * t as f64 / BOUNDARY as f64);
                let (still, moving) = (leading_form(member, x, Complex::ZERO)?, leading_form(member, x, s)?);
                let is_backwards = |k: usize| {
                    let turned = (moving.at(k, k) * still.at(k, k).conj()).arg();
                    turned.abs() > FURTHEST_TURN
                };
                if (0..member.orders.len()).any(is_backwards) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// How many poles a sector holds; `None` if one lies on its boundary, or if the determinant is not analytic inside.
    pub fn in_sector(&mut self, sector: &Sector) -> Result<Option<usize>, SpectrumError> {
        let boundary = |t: f64| sector.boundary(t);
        for member in &self.system.members {
            // The stiffness of the highest derivatives has its zeros outside, or the transfer is singular inside.
            for x in [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| share * member.length) {
                let leading = |s: Complex| Ok(leading_form(member, x, s)?.determinant());
                if turns((&boundary, 4.0), FIRST_STEPS[1], leading)? != Some(0) {
                    return Ok(None);
                }
                if member.is_uniform() {
                    break;
                }
            }
        }
        self.inside((&boundary, 4.0))
    }

    /// How many poles a circle holds.
    pub fn in_circle(&mut self, centre: Complex, radius: f64) -> Result<Option<usize>, SpectrumError> {
        // The end of the line is its beginning to the last bit.
        let boundary = |t: f64| centre + polar(radius, TAU * t.fract());
        self.inside((&boundary, 1.0))
    }

    /// How many poles lie between two circles around a place on the real axis; the inside of the inner one
    /// may be singular, and the determinant is analytic between them.
    pub fn in_ring(&mut self, ring: &Ring) -> Result<Option<usize>, SpectrumError> {
        let [inner, outer] = ring.radii.map(|radius| {
            let boundary = move |t: f64| Complex::from(ring.centre) + polar(radius, TAU * t.fract());
            self.count_turns((&boundary, 1.0))
        });
        let (inner, outer) = (inner?, outer?);
        Ok(outer.zip(inner).and_then(|(outer, inner)| usize::try_from(outer - inner).ok()))
    }

    /// How many zeros the characteristic determinant has inside a line.
    fn inside(&mut self, boundary: Line<'_>) -> Result<Option<usize>, SpectrumError> {
        Ok(self.count_turns(boundary)?.and_then(|turned| usize::try_from(turned).ok()))
    }

    /// How often the characteristic determinant turns along a line, the same with both first divisions.
    fn count_turns(&mut self, boundary: Line<'_>) -> Result<Option<i64>, SpectrumError> {
        let most = (MOST_WORK / (self.mesh.size(self.system) as f64).powi(3)) as usize;
        let most = most.min(MOST_EVALUATIONS);
        let mut found = Vec::new();
        for steps in FIRST_STEPS {
            found.push(turns(boundary, steps, |s| {
                self.evaluations += 1;
                // A phase that takes too long to follow is treated as unresolved.
                if self.evaluations > most {
                    return Ok(None);
                }
                self.value(s)
            })?);
        }
        Ok(found[0].filter(|_| found[0] == found[1]))
    }

    /// The characteristic determinant, less the power of the stiffness of the highest derivatives that it grows with.
    ///
    /// Damping inside a member turns the stiffness of each of the many unknowns of its elements alike, and the phase of
    /// their product so fast that steps pass over whole turns. That stiffness has no zero inside the line, so that its
    /// powers change no count.
    fn value(&self, s: Complex) -> Value {
        let Some(product) = dynamic(self.system, &self.mesh, s)?.characteristic() else { return Ok(None) };
        let Some((member, power)) = self.growth else { return Ok(Some(product)) };
        let Some(lead) = lead(&self.system.members[member], s)? else { return Ok(None) };
        let phase = polar(1.0, -power * lead.phase.arg());
        Ok(Some(product.times(Polar { logarithm: -power * lead.logarithm, phase })))
    }

    /// The first member whose stiffness damping turns, and the power of that stiffness in the determinant: from its growth
    /// along the positive real axis, where the determinant of a stable system has no zeros.
    fn growth(&self, modulus: f64) -> Result<Option<(usize, f64)>, SpectrumError> {
        for (at, member) in self.system.members.iter().enumerate() {
            let places = [0.5 * modulus, modulus].map(Complex::from);
            let [Some(first), Some(second)] = [lead(member, places[0])?, lead(member, places[1])?] else {
                continue;
            };
            let grown = second.logarithm - first.logarithm;
            let is_graded = matches!(self.mesh.divisions[at], Division::Graded(_));
            if !is_graded || grown.abs() < LEAST_GROWTH {
                continue;
            }
            let value =
                |s: Complex| Ok::<_, SpectrumError>(dynamic(self.system, &self.mesh, s)?.characteristic());
            let (Some(before), Some(after)) = (value(places[0])?, value(places[1])?) else { continue };
            let power = ((after.logarithm - before.logarithm) / grown).round();
            return Ok(power.is_finite().then_some((at, power)));
        }
        Ok(None)
    }
}

/// The stiffness of the highest derivatives in the middle of a member, relative to that at rest.
fn lead(member: &LinearMember, s: Complex) -> Value {
    let at = |s: Complex| Ok::<_, SpectrumError>(leading_form(member, 0.5 * member.length, s)?.determinant());
    let (Some(still), Some(moving)) = (at(Complex::ZERO)?, at(s)?) else { return Ok(None) };
    let (logarithm, phase) = (moving.logarithm - still.logarithm, moving.phase * still.phase.conj());
    Ok(Some(Polar { logarithm, phase }))
}

/// A closed line in the complex plane, for a parameter from 0 to a whole number.
type Line<'l> = (&'l dyn Fn(f64) -> Complex, f64);

/// A value that does not exist where the function vanishes.
type Value = Result<Option<Polar>, SpectrumError>;

/// How often the phase of a function turns along a closed line; `None` if it cannot be followed.
fn turns(
    line: Line<'_>,
    first_steps: usize,
    mut value: impl FnMut(Complex) -> Value,
) -> Result<Option<i64>, SpectrumError> {
    let (point, end) = line;
    let mut on_line = |t: f64| value(point(t));
    let steps = (first_steps * end as usize).max(1);
    let at = |step: usize| end * step as f64 / steps as f64;
    let Some(mut before) = on_line(0.0)? else { return Ok(None) };
    let mut total = 0.0;
    for step in 0..steps {
        let Some(after) = on_line(at(step + 1))? else { return Ok(None) };
        let known = [(at(step), before), (at(step + 1), after)];
        let Some(turned) = follow_phase(known, MOST_HALVINGS, &mut on_line)? else { return Ok(None) };
        total += turned;
        before = after;
    }
    let turns = (total / TAU).round();
    // The line is closed, so anything but a whole number is a failure of the function, not of the sum.
    Ok(((total / TAU - turns).abs() < 1e-6).then_some(turns as i64))
}

/// The change of phase between two places, with halvings until both halves of every part turn by little.
fn follow_phase(
    [(a, at_a), (b, at_b)]: [(f64, Polar); 2],
    halvings: usize,
    value: &mut impl FnMut(f64) -> Value,
) -> Result<Option<f64>, SpectrumError> {
    let middle = 0.5 * (a + b);
    let Some(at_middle) = value(middle)? else { return Ok(None) };
    let halves = [(at_a, at_middle), (at_middle, at_b)];
    let [first, second] = halves.map(|(from, to)| (to.phase * from.phase.conj()).arg());
    let growth = halves.map(|(from, to)| (to.logarithm - from.logarithm).abs());
    if first.abs().max(second.abs()) <= LARGEST_STEP && growth[0].max(growth[1]) <= LARGEST_GROWTH {
        return Ok(Some(first + second));
    }
    if halvings == 0 {
        return Ok(None);
    }
    let first = follow_phase([(a, at_a), (middle, at_middle)], halvings - 1, value)?;
    let second = follow_phase([(middle, at_middle), (b, at_b)], halvings - 1, value)?;
    Ok(first.zip(second).map(|(first, second)| first + second))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Zeros of a polynomial, one of them double, and a pole outside.
    #[test]
    fn the_phase_turns_once_for_every_zero_inside() {
        let zeros = [(0.1, 1.0), (-0.2, 2.0), (-0.2, 2.0), (0.0, 9.0), (0.3, -1.0)];
        let function = |s: Complex| {
            let product = zeros.iter().fold(Complex::ONE, |p, (re, im)| p * (s - Complex::new(*re, *im)));
            Ok(Polar::of(product / (s - Complex::new(-0.1, -4.0))))
        };
        let count = |moduli: [f64; 2], damping: f64| {
            let sector = Sector { moduli, damping };
            turns((&|t| sector.boundary(t), 4.0), FIRST_STEPS[0], function).unwrap()
        };
        assert_eq!(count([0.01, 5.0], 0.99), Some(3));
        assert_eq!(count([1.5, 5.0], 0.99), Some(2));
        assert_eq!(count([0.01, 10.0], 0.99), Some(4));
        // The slow zeros have damping ratios of ±0.0995, just outside, and one of them is double.
        assert_eq!(count([0.01, 5.0], 0.0994), Some(0));
        // A zero on the boundary.
        assert_eq!(count([0.01, 9.0], 0.99), None);
    }
}
