//! One mode followed from speed to speed by Newton's method on its own root, without solving for the others.
//!
//! # Equation
//! P(s, Ω) x = 0 with yᴴP = 0 moves by ds/dΩ = −yᴴ(∂P/∂Ω)x / yᴴ(∂P/∂s)x \[Tisseur2001, §4.2\]: where a root goes is foretold, and
//! Newton's method corrects it. A step that strays from what was foretold, or on which the shape changes too much, is halved.

use super::refined_root::{inner, unit_mass};
use super::speed_pencil::SpeedMatrices;
use super::tracking::Followed;
use lissom_linalg::Complex;
use lissom_linalg::shift_invert::product;

/// A mode at a speed.
#[derive(Clone)]
pub(super) struct ContinuedMode {
    speed: f64,
    pub value: Complex,
    /// x* M x = 1.
    pub shape: Vec<Complex>,
    /// The smallest agreement of shapes from one point of the way to the next [-].
    pub mac: f64,
    /// ds/dΩ [-].
    rate: Complex,
}

/// Shapes agree better than this from one point of the way to the next [-].
const ALIKE: f64 = 0.8;

/// A root keeps this near to where it was foretold, as a share of the step of speed.
const STRAYED: f64 = 0.1;

/// A step of Newton's method this small beside the root is the last: the next one would be about its square. On the way it is enough to
/// keep to the mode; at its end the root is compared with others [-].
const SETTLED: f64 = 1e-5;
const SETTLED_ON_THE_WAY: f64 = 1e-3;

/// From step to step Newton's method comes nearer by more than this [-].
const SLOWEST: f64 = 0.5;

/// Steps of Newton's method for one point.
const MOST_STEPS: usize = 6;

/// The shortest step, as a share of the way, and the largest number of tries.
const SHORTEST: f64 = 1e-3;
const MOST_TRIES: usize = 60;

/// A mode carried from one speed to another; `None` where it cannot be distinguished from others on the way.
pub(super) fn carry(matrices: &SpeedMatrices<'_>, from: &Followed, way: [f64; 2]) -> Option<ContinuedMode> {
    let [start, end] = way;
    let shape = from.ahead.as_ref().unwrap_or(&from.shape).clone();
    let mut here = ContinuedMode { speed: start, value: from.value, shape, mac: 1.0, rate: Complex::ZERO };
    here.rate = here.own_rate(matrices)?;
    let mut step = end - start;
    for _ in 0..MOST_TRIES {
        let is_last = (end - here.speed).abs() <= step.abs() * (1.0 + 1e-9);
        let speed = if is_last { end } else { here.speed + step };
        match here.next(matrices, speed, is_last) {
            Some(next) if is_last => return Some(next),
            Some(next) => (here, step) = (next, 2.0 * step),
            None => step = 0.5 * (speed - here.speed),
        }
        if step.abs() < SHORTEST * (end - start).abs() {
            return None;
        }
    }
    None
}

impl ContinuedMode {
    /// ds/dΩ at a root that is known.
    fn own_rate(&self, matrices: &SpeedMatrices<'_>) -> Option<Complex> {
        let factor = matrices.factor(self.speed, self.value);
        let force: Vec<Complex> =
            product(&matrices.structure.mass, &self.shape).into_iter().map(Complex::conj).collect();
        let mut left = factor.solve_transposed(&force);
        matrices.without_apart(self.speed, &mut left);
        rate(matrices, self, &left)
    }

    /// The mode at another speed; at the end its rate is not needed.
    fn next(&self, matrices: &SpeedMatrices<'_>, speed: f64, is_last: bool) -> Option<Self> {
        let way = speed - self.speed;
        let mass = &matrices.structure.mass;
        let guess = self.value + self.rate.scale(way);
        let scale = guess.abs().max(self.value.abs()).max(f64::MIN_POSITIVE);
        let settled = if is_last { SETTLED } else { SETTLED_ON_THE_WAY };
        let (mut s, mut x, mut last) = (guess, self.shape.clone(), f64::INFINITY);
        for _ in 0..MOST_STEPS {
            let factor = matrices.factor(speed, s);
            let mut v = factor.solve(&matrices.slope_times(speed, s, &x));
            matrices.without_apart(speed, &mut v);
            let u = product(mass, &x);
            let step = inner(&u, &x) / inner(&u, &v);
            x = unit_mass(mass, v)?;
            s = s - step;
            let size = step.abs();
            // A shorter way costs less than waiting for steps that do not become smaller.
            let wanders = size.is_nan() || size > SLOWEST * last;
            last = size;
            if wanders || (s - guess).abs() > STRAYED * way.abs() + 1e-6 * scale {
                return None;
            }
            if size <= settled * scale {
                let momenta = product(mass, &x);
                let mac = inner(&momenta, &self.shape).abs().powi(2);
                if mac < ALIKE {
                    return None;
                }
                let mut next =
                    Self { speed, value: s, shape: x, mac: self.mac.min(mac), rate: Complex::ZERO };
                if !is_last {
                    let force: Vec<Complex> = momenta.into_iter().map(Complex::conj).collect();
                    let mut left = factor.solve_transposed(&force);
                    matrices.without_apart(speed, &mut left);
                    next.rate = rate(matrices, &next, &left)?;
                }
                return Some(next);
            }
        }
        None
    }
}

/// −ȳᵀ(∂P/∂Ω)x / ȳᵀ(∂P/∂s)x from ȳ.
fn rate(matrices: &SpeedMatrices<'_>, at: &ContinuedMode, left: &[Complex]) -> Option<Complex> {
    let along = |force: &[Complex]| left.iter().zip(force).fold(Complex::ZERO, |sum, (y, f)| sum + *y * *f);
    let below = along(&matrices.slope_times(at.speed, at.value, &at.shape));
    let rate = -(along(&matrices.speed_slope_times(at.speed, at.value, &at.shape)) / below);
    rate.is_finite().then_some(rate)
}
