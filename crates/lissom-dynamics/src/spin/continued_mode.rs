//! One mode followed from speed to speed by inverse iteration on its own root, without solving for the others.
//!
//! # Equation
//! P(s, Ω) x = 0 with yᴴP = 0 moves by ds/dΩ = −yᴴ(∂P/∂Ω)x / yᴴ(∂P/∂s)x \[Tisseur2001, §4.2\]: where a root goes is predicted, from the
//! second point on with the change of that rate. Then one factor of P(s) improves x and y, P(s) x' = P'(s) x and yᴴ'P(s) = yᴴP'(s), and
//! the root is that of yᴴP(s)x = 0, whose error is the product of those of x and y. Where nothing takes energy P(iω) is Hermitian and
//! y = x. A step that strays from what was predicted, or on which the shape changes too much, is halved.

use super::refined_root::{inner, unit_mass};
use super::speed_pencil::{SpeedMatrices, along};
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
    /// ȳ with yᴴP = 0; `None` where P is Hermitian, and y = x.
    left: Option<Vec<Complex>>,
    /// ds/dΩ [-].
    rate: Complex,
    /// d²s/dΩ², from the rate at the point before [s].
    bend: Complex,
}

/// Shapes agree better than this from one point of the way to the next [-].
const ALIKE: f64 = 0.8;

/// A shape that was predicted agrees better than this with what it settles to [-].
const PREDICTED: f64 = 0.9;

/// A root keeps this near to where it was predicted, as a share of the step of speed.
const STRAYED: f64 = 0.1;

/// A change of the root this small beside it is the last: the next one would be about its square. On the way it is enough to
/// keep to the mode; at its end the root is compared with others [-].
const SETTLED: f64 = 1e-5;
const SETTLED_ON_THE_WAY: f64 = 1e-3;

/// From iteration to iteration the root comes nearer by more than this [-].
const SLOWEST: f64 = 0.5;

/// Iterations for one point.
const MOST_STEPS: usize = 6;

/// The shortest step, as a share of the way, and the largest number of tries.
const SHORTEST: f64 = 2e-4;
pub(super) const MOST_TRIES: usize = 60;

/// Steps of Newton's method for a root of a quadratic equation.
const MOST_ROOT_STEPS: usize = 8;

/// A mode carried from one speed to another in at most so many tries; `None` where it cannot be distinguished from others on the way.
pub(super) fn carry(
    matrices: &SpeedMatrices<'_>,
    from: &Followed,
    [start, end]: [f64; 2],
    tries: usize,
) -> Option<ContinuedMode> {
    let mut here = ContinuedMode::start(matrices, from, start)?;
    let mut step = end - start;
    for _ in 0..tries {
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
    /// A mode that is known about, and of the left vector no more than that it may be near to the other.
    pub fn guessed(speed: f64, value: Complex, shape: Vec<Complex>) -> Self {
        let left = Some(shape.iter().map(|x| x.conj()).collect());
        Self { speed, value, shape, mac: 1.0, left, rate: Complex::ZERO, bend: Complex::ZERO }
    }

    fn start(matrices: &SpeedMatrices<'_>, from: &Followed, speed: f64) -> Option<Self> {
        let shape = from.ahead.as_ref().unwrap_or(&from.shape).clone();
        let (value, zero) = (from.value, Complex::ZERO);
        // A root is exactly imaginary only where energy is definite.
        let hermitian = matrices.structure.is_conservative() && value.re == 0.0 && value.im != 0.0;
        let left = (!hermitian).then(|| {
            let momenta = product(&matrices.structure.mass, &shape);
            let force: Vec<Complex> = momenta.into_iter().map(Complex::conj).collect();
            let mut left = matrices.factor(speed, value).solve_transposed(&force);
            matrices.without_apart(speed, &mut left);
            unit_mass(&matrices.structure.mass, left)
        });
        let left = match left {
            None => None,
            Some(found) => Some(found?),
        };
        let mut here = Self { speed, value, shape, mac: 1.0, left, rate: zero, bend: zero };
        here.rate = here.own_rate(matrices)?;
        Some(here)
    }

    /// The mode at another speed; at the end its rate is not needed.
    fn next(&self, matrices: &SpeedMatrices<'_>, speed: f64, is_last: bool) -> Option<Self> {
        let way = speed - self.speed;
        let mass = &matrices.structure.mass;
        let guess = self.value + (self.rate + self.bend.scale(0.5 * way)).scale(way);
        let scale = guess.abs().max(self.value.abs()).max(f64::MIN_POSITIVE);
        let settled = if is_last { SETTLED } else { SETTLED_ON_THE_WAY };
        let mut here = Self { speed, value: guess, ..self.clone() };
        let mut last = f64::INFINITY;
        for _ in 0..MOST_STEPS {
            let before = here.value;
            here.improve(matrices)?;
            let size = (here.value - before).abs();
            // A shorter way costs less than waiting for changes that do not become smaller.
            let wanders = size.is_nan() || size > SLOWEST * last;
            last = size;
            if wanders || (here.value - guess).abs() > STRAYED * way.abs() + 1e-6 * scale {
                return None;
            }
            if size <= settled * scale {
                let mac = inner(&product(mass, &here.shape), &self.shape).abs().powi(2);
                if mac < ALIKE {
                    return None;
                }
                here.mac = self.mac.min(mac);
                if !is_last {
                    here.rate = here.own_rate(matrices)?;
                    here.bend = (here.rate - self.rate).scale(1.0 / way);
                }
                return Some(here);
            }
        }
        None
    }

    /// The same mode with its vectors in other coordinates.
    pub fn turned(self, turn: impl Fn(&[Complex]) -> Vec<Complex>) -> Self {
        let left = self.left.as_deref().map(&turn);
        Self { shape: turn(&self.shape), left, ..self }
    }

    /// A mode that was predicted at its speed, settled there; `None` when it turns out to be another one.
    pub fn settled(mut self, matrices: &SpeedMatrices<'_>) -> Option<Self> {
        let (shape, scale) = (self.shape.clone(), self.value.abs());
        let mut last = f64::INFINITY;
        for _ in 0..MOST_STEPS {
            let before = self.value;
            self.improve(matrices)?;
            let size = (self.value - before).abs();
            if size.is_nan() || size > SLOWEST * last {
                return None;
            }
            last = size;
            if size <= SETTLED * scale {
                let mac = inner(&product(&matrices.structure.mass, &self.shape), &shape).abs().powi(2);
                self.mac = self.mac.min(mac);
                return (mac >= PREDICTED).then_some(self);
            }
        }
        None
    }

    /// One inverse iteration of both vectors, and the root that belongs to them.
    fn improve(&mut self, matrices: &SpeedMatrices<'_>) -> Option<()> {
        let (speed, s, mass) = (self.speed, self.value, &matrices.structure.mass);
        let factor = matrices.factor(speed, s);
        let mut right = factor.solve(&matrices.slope_times(speed, s, &self.shape));
        matrices.without_apart(speed, &mut right);
        self.shape = unit_mass(mass, right)?;
        if let Some(left) = &mut self.left {
            let mut better = factor.solve_transposed(&matrices.slope_transposed_times(speed, s, left));
            matrices.without_apart(speed, &mut better);
            *left = unit_mass(mass, better)?;
        }
        self.value = self.own_root(matrices)?;
        if self.left.is_none() {
            self.value.re = 0.0;
        }
        Some(())
    }

    fn left(&self) -> Vec<Complex> {
        self.left.clone().unwrap_or_else(|| self.shape.iter().map(|x| x.conj()).collect())
    }

    /// The root of yᴴP(s)x = 0 near to the present one, by Newton's method.
    fn own_root(&self, matrices: &SpeedMatrices<'_>) -> Option<Complex> {
        let [a, b, c] = matrices.forms(self.speed, &self.left(), &self.shape);
        let mut s = self.value;
        for _ in 0..MOST_ROOT_STEPS {
            let step = (s * (s * a + b) + c) / (s.scale(2.0) * a + b);
            s = s - step;
            if step.abs() <= f64::EPSILON * s.abs() {
                break;
            }
        }
        s.is_finite().then_some(s)
    }

    /// −ȳᵀ(∂P/∂Ω)x / ȳᵀ(∂P/∂s)x.
    fn own_rate(&self, matrices: &SpeedMatrices<'_>) -> Option<Complex> {
        let left = self.left();
        let below = along(&left, &matrices.slope_times(self.speed, self.value, &self.shape));
        let above = along(&left, &matrices.speed_slope_times(self.speed, self.value, &self.shape));
        let rate = -(above / below);
        rate.is_finite().then_some(rate)
    }
}
