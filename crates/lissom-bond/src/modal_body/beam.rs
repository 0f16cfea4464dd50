//! A uniform Bernoulli-Euler beam, solved exactly: frequencies, shapes and statics for all end conditions.
//!
//! Lengths are counted in units of the beam's length, so that x runs from 0 to 1; every formula below is in these
//! units until the last line of a public function.

use super::mode::{ModalBody, Mode};
use super::residual::ResidualCompliance;
use crate::error::BondError;
use lissom_linalg::Dense;
use lissom_model::model::EndCondition;
use std::f64::consts::PI;

/// A uniform Bernoulli-Euler beam with two classical ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContinuumBeam {
    /// Length \[m\].
    pub length: f64,
    /// EI [N m²].
    pub bending: f64,
    /// ρA [kg/m].
    pub mass: f64,
    /// Left and right end.
    pub ends: [EndCondition; 2],
}

/// A polynomial in x of at most fifth degree, lowest coefficient first.
type Polynomial = [f64; 6];

impl ContinuumBeam {
    /// Checks the numbers.
    ///
    /// # Errors
    /// [`BondError::BadBeam`] unless length, stiffness and mass are positive and finite.
    pub fn new(length: f64, bending: f64, mass: f64, ends: [EndCondition; 2]) -> Result<Self, BondError> {
        for (what, value) in [("length", length), ("EI", bending), ("rhoA", mass)] {
            if !(value.is_finite() && value > 0.0) {
                return Err(BondError::BadBeam { what, value });
            }
        }
        Ok(Self { length, bending, mass, ends })
    }

    /// How many rigid motions the ends allow [-].
    #[must_use]
    pub fn rigid_motions(&self) -> usize {
        self.rigid_shapes().len()
    }

    /// βL of elastic mode `number`, counted from one [-].
    ///
    /// # Equation
    /// The characteristic equations of \[Blevins1979, Table 8-1\], divided by cosh β so that nothing overflows:
    /// clamped and free ends at both sides cos β = sech β \[Clemen2021, Eq. (31)\], clamped-free cos β = −sech β,
    /// and so on. Newton's method starts from the asymptotic root.
    #[must_use]
    pub fn wave_number(&self, number: usize) -> f64 {
        use EndCondition::{Clamped, Free, Guided, Pinned};
        assert!(number > 0, "modes are counted from one");
        let n = number as f64;
        let sech = |b: f64| 1.0 / b.cosh();
        match self.ends {
            [Pinned, Pinned] | [Guided, Guided] => n * PI,
            [Pinned, Guided] | [Guided, Pinned] => (n - 0.5) * PI,
            [Clamped, Clamped] | [Free, Free] => {
                newton((n + 0.5) * PI, |b| (b.cos() - sech(b), -b.sin() + sech(b) * b.tanh()))
            }
            [Clamped, Free] | [Free, Clamped] => {
                newton((n - 0.5) * PI, |b| (b.cos() + sech(b), -b.sin() - sech(b) * b.tanh()))
            }
            [Clamped, Pinned] | [Pinned, Clamped] | [Pinned, Free] | [Free, Pinned] => {
                newton((n + 0.25) * PI, |b| {
                    let slope = b.cos() + b.sin() * b.tanh() - b.cos() * sech(b).powi(2);
                    (b.sin() - b.cos() * b.tanh(), slope)
                })
            }
            [Clamped, Guided] | [Guided, Clamped] | [Guided, Free] | [Free, Guided] => {
                newton((n - 0.25) * PI, |b| {
                    let slope = b.cos() - b.sin() * b.tanh() + b.cos() * sech(b).powi(2);
                    (b.sin() + b.cos() * b.tanh(), slope)
                })
            }
        }
    }

    /// Angular frequency of elastic mode `number`, counted from one: (βL)² √(EI/ρA)/L² [rad/s].
    #[must_use]
    pub fn angular_frequency(&self, number: usize) -> f64 {
        self.wave_number(number).powi(2) * (self.bending / self.mass).sqrt() / self.length.powi(2)
    }

    /// Elastic mode `number`, counted from one, mass-normalised, at positions along the beam \[m\].
    #[must_use]
    pub fn mode(&self, number: usize, positions: &[f64]) -> Mode {
        let shape = Shape::of(self.ends, self.wave_number(number));
        // The sign is free; it is chosen so that the first port moves in the positive direction, or the next
        // if the first is a node.
        let values = positions.iter().map(|x| shape.at(x / self.length)[0]);
        // At a fixed end the sum of the terms is a rounding error, which is set to zero.
        let noise = 1e-13 * (1.0 + shape.beta) * shape.mean_square().sqrt();
        let values: Vec<f64> = values.map(|y| if y.abs() <= noise { 0.0 } else { y }).collect();
        let lead = values.iter().copied().find(|y| y.abs() > 1e-6).unwrap_or(1.0);
        let scale = 1f64.copysign(lead) / (self.mass * self.length * shape.mean_square()).sqrt();
        Mode::undamped(1.0, self.angular_frequency(number), values.iter().map(|y| y * scale).collect())
    }

    /// The rigid motions, mass-normalised and mass-orthogonal, at positions along the beam \[m\].
    #[must_use]
    pub fn rigid_modes(&self, positions: &[f64]) -> Vec<Mode> {
        let root = (self.mass * self.length).sqrt();
        let shape = |r: &[f64; 2]| positions.iter().map(|x| (r[0] + r[1] * x / self.length) / root).collect();
        let rigid = |r: &[f64; 2]| Mode { mass: 1.0, stiffness: 0.0, damping: 0.0, shape: shape(r) };
        self.rigid_shapes().iter().map(rigid).collect()
    }

    /// The static compliance at positions along the beam \[m\]; of a free beam the elastic compliance by inertia
    /// relief, which is the sum over all elastic modes [m/N].
    ///
    /// # Equation
    /// For clamped ends this is \[Clemen2021, Eqs. (32), (33)\]. In general EI w⁗ = δ(x − a) − ρA Σ rₖ(a) rₖ(x)
    /// with the rigid motions rₖ, and ∫ rₖ w = 0.
    #[must_use]
    pub fn static_compliance(&self, positions: &[f64]) -> Dense {
        let scale = self.length.powi(3) / self.bending;
        let x: Vec<f64> = positions.iter().map(|x| x / self.length).collect();
        let deflections: Vec<Deflection> = x.iter().map(|&a| self.unit_deflection(a)).collect();
        // At a fixed end the terms cancel up to rounding, which is set to zero.
        let held: Vec<bool> = x.iter().map(|&x| self.is_held(x)).collect();
        let entry = |i: usize, j: usize| {
            if held[i] || held[j] { 0.0 } else { scale * deflections[j].at(x[i]) }
        };
        Dense::from_fn(x.len(), x.len(), entry).symmetric_part()
    }

    /// Whether an end at this place, in lengths of the beam, fixes the displacement.
    fn is_held(&self, x: f64) -> bool {
        let holds = |end: EndCondition| matches!(end, EndCondition::Clamped | EndCondition::Pinned);
        (x <= 0.0 && holds(self.ends[0])) || (x >= 1.0 && holds(self.ends[1]))
    }

    /// A modal body with `retain` elastic modes, its residual by exact statics.
    ///
    /// # Errors
    /// [`BondError::PortOutside`] and those of [`ModalBody::new`] and [`ResidualCompliance::from_statics`].
    pub fn with_statics(
        &self,
        name: &str,
        ports: &[(&str, f64)],
        retain: usize,
    ) -> Result<ModalBody, BondError> {
        let (names, positions) = self.ports(name, ports)?;
        let kept = self.retained_modes(&positions, retain);
        let residual = ResidualCompliance::from_statics(name, &self.static_compliance(&positions), &kept)?;
        ModalBody::new(name, names, kept, residual)
    }

    /// A modal body with `retain` elastic modes, its residual summed from the next `rest` modes.
    ///
    /// # Errors
    /// As [`Self::with_statics`].
    pub fn with_remaining_modes(
        &self,
        name: &str,
        ports: &[(&str, f64)],
        retain: usize,
        rest: usize,
    ) -> Result<ModalBody, BondError> {
        let (names, positions) = self.ports(name, ports)?;
        let kept = self.retained_modes(&positions, retain);
        let rest: Vec<Mode> = (retain + 1..=retain + rest).map(|j| self.mode(j, &positions)).collect();
        let residual = ResidualCompliance::from_remaining_modes(name, names.len(), &kept, &rest)?;
        ModalBody::new(name, names, kept, residual)
    }

    fn ports(&self, name: &str, ports: &[(&str, f64)]) -> Result<(Vec<String>, Vec<f64>), BondError> {
        for &(port, position) in ports {
            if !(0.0..=self.length).contains(&position) {
                let (body, port, length) = (name.to_owned(), port.to_owned(), self.length);
                return Err(BondError::PortOutside { body, port, position, length });
            }
        }
        Ok(ports.iter().map(|&(port, position)| (port.to_owned(), position)).unzip())
    }

    fn retained_modes(&self, positions: &[f64], retain: usize) -> Vec<Mode> {
        let mut kept = self.rigid_modes(positions);
        kept.extend((1..=retain).map(|j| self.mode(j, positions)));
        kept
    }

    /// Rigid motions r₀ + r₁ x with ∫ rᵢ rⱼ = δᵢⱼ.
    fn rigid_shapes(&self) -> Vec<[f64; 2]> {
        use EndCondition::{Free, Guided, Pinned};
        let (translation, root3) = ([1.0, 0.0], 3f64.sqrt());
        match self.ends {
            [Free, Free] => vec![translation, [-root3, 2.0 * root3]],
            [Guided, Free | Guided] | [Free, Guided] => vec![translation],
            [Pinned, Free] => vec![[0.0, root3]],
            [Free, Pinned] => vec![[root3, -root3]],
            _ => Vec::new(),
        }
    }

    /// The deflection under a unit force at `a`.
    fn unit_deflection(&self, a: f64) -> Deflection {
        let rigid = self.rigid_shapes();
        let mut smooth: Polynomial = [0.0; 6];
        for r in &rigid {
            let force = r[0] + r[1] * a;
            smooth[4] -= force * r[0] / 24.0;
            smooth[5] -= force * r[1] / 120.0;
        }
        let mut deflection = Deflection { load_at: a, smooth };
        // Derivative d at x = 0 is d! times coefficient d, so the left end removes two coefficients.
        let held = zero_derivatives(self.ends[0]);
        let free: Vec<usize> = (0..4).filter(|d| !held.contains(d)).collect();
        let [first, second] = zero_derivatives(self.ends[1]);
        let coefficient = |d: usize, power: usize| falling(power, d);
        let matrix = [first, second].map(|d| [coefficient(d, free[0]), coefficient(d, free[1])]);
        let right = [first, second].map(|d| -deflection.derivative_at_end(d));
        for (power, value) in free.iter().zip(solve_consistent(matrix, right)) {
            deflection.smooth[*power] += value;
        }
        for r in &rigid {
            let share = deflection.overlap(*r);
            deflection.smooth[0] -= share * r[0];
            deflection.smooth[1] -= share * r[1];
        }
        deflection
    }
}

/// ⟨x − a⟩³/6 plus a polynomial.
struct Deflection {
    load_at: f64,
    smooth: Polynomial,
}

impl Deflection {
    fn at(&self, x: f64) -> f64 {
        let polynomial = self.smooth.iter().rev().fold(0.0, |sum, c| sum * x + c);
        (x - self.load_at).max(0.0).powi(3) / 6.0 + polynomial
    }

    /// Derivative `d` at x = 1; a load at the very end counts as inside.
    fn derivative_at_end(&self, d: usize) -> f64 {
        let smooth: f64 = self.smooth.iter().enumerate().map(|(power, c)| c * falling(power, d)).sum();
        (1.0 - self.load_at).powi(3 - d as i32) * falling(3, d) / 6.0 + smooth
    }

    /// ∫ (r₀ + r₁ x) w over the beam.
    fn overlap(&self, r: [f64; 2]) -> f64 {
        let moment = |(power, c): (usize, &f64)| {
            let n = power as f64;
            c * (r[0] / (n + 1.0) + r[1] / (n + 2.0))
        };
        let smooth: f64 = self.smooth.iter().enumerate().map(moment).sum();
        let rest = 1.0 - self.load_at;
        smooth + (r[0] + r[1] * self.load_at) * rest.powi(4) / 24.0 + r[1] * rest.powi(5) / 30.0
    }
}

/// power · (power − 1) · … with `d` factors: the d-th derivative of x^power at one.
fn falling(power: usize, d: usize) -> f64 {
    (0..d).map(|k| power as f64 - k as f64).product()
}

/// Orders of the derivatives that vanish at an end.
fn zero_derivatives(end: EndCondition) -> [usize; 2] {
    match end {
        EndCondition::Clamped => [0, 1],
        EndCondition::Pinned => [0, 2],
        EndCondition::Guided => [1, 3],
        EndCondition::Free => [2, 3],
    }
}

/// Solves two equations by complete pivoting; undetermined unknowns (a rigid motion) are set to zero.
fn solve_consistent(matrix: [[f64; 2]; 2], right: [f64; 2]) -> [f64; 2] {
    let places = [(0, 0), (0, 1), (1, 0), (1, 1)];
    let size = |&(i, j): &(usize, usize)| matrix[i][j].abs();
    let (row, col) =
        places.into_iter().max_by(|a, b| size(a).total_cmp(&size(b))).expect("there are four places");
    let pivot = matrix[row][col];
    if pivot == 0.0 {
        return [0.0; 2];
    }
    let (other_row, other_col) = (1 - row, 1 - col);
    let factor = matrix[other_row][col] / pivot;
    let rest = matrix[other_row][other_col] - factor * matrix[row][other_col];
    let mut x = [0.0; 2];
    // The entries are small integers: a remainder is zero or of order one.
    if rest.abs() > 1e-9 {
        x[other_col] = (right[other_row] - factor * right[row]) / rest;
    }
    x[col] = (right[row] - matrix[row][other_col] * x[other_col]) / pivot;
    x
}

/// Newton's method from a start so near that a few steps reach rounding; `f` gives value and derivative.
fn newton(start: f64, f: impl Fn(f64) -> (f64, f64)) -> f64 {
    let mut root = start;
    for _ in 0..20 {
        let (value, slope) = f(root);
        let step = value / slope;
        root -= step;
        if step.abs() <= f64::EPSILON * root {
            break;
        }
    }
    root
}

/// φ = a cos βx + b sin βx + c e^(−βx) + d e^(−β(1−x)): no term grows, so high modes lose no digits.
#[derive(Debug)]
struct Shape {
    beta: f64,
    coefficients: [f64; 4],
}

impl Shape {
    fn of(ends: [EndCondition; 2], beta: f64) -> Self {
        use EndCondition::{Clamped, Free, Guided, Pinned};
        let (sine, cosine, decay) = (beta.sin(), beta.cos(), (-beta).exp());
        // Each coefficient as constant and factor of d, from the two conditions at the left end.
        let (a, b, c) = match ends[0] {
            Clamped => ([-1.0, -decay], [1.0, -decay], [1.0, 0.0]),
            Free => ([1.0, decay], [-1.0, decay], [1.0, 0.0]),
            Pinned => ([0.0, 0.0], [1.0, 0.0], [0.0, -decay]),
            Guided => ([1.0, 0.0], [0.0, 0.0], [0.0, decay]),
        };
        // One condition at the right end gives d; the other holds because β is a root.
        let condition = |trigonometric: f64, c_sign: f64, k: usize| {
            trigonometric * (a[k] * cosine + b[k] * sine) + c_sign * decay * c[k]
        };
        let (constant, factor) = match ends[1] {
            Clamped => (condition(1.0, 1.0, 0), condition(1.0, 1.0, 1) + 1.0),
            Free => (condition(-1.0, 1.0, 0), condition(-1.0, 1.0, 1) + 1.0),
            Pinned => (decay * c[0], 1.0 + decay * c[1]),
            Guided => (-decay * c[0], 1.0 - decay * c[1]),
        };
        let d = -constant / factor;
        Self { beta, coefficients: [a[0] + a[1] * d, b[0] + b[1] * d, c[0] + c[1] * d, d] }
    }

    /// φ, φ′/β, φ″/β², φ‴/β³.
    fn at(&self, x: f64) -> [f64; 4] {
        let [a, b, c, d] = self.coefficients;
        let (sine, cosine) = (self.beta * x).sin_cos();
        let (left, right) = (c * (-self.beta * x).exp(), d * (-self.beta * (1.0 - x)).exp());
        [
            a * cosine + b * sine + left + right,
            -a * sine + b * cosine - left + right,
            -a * cosine - b * sine + left + right,
            a * sine - b * cosine - left + right,
        ]
    }

    /// ∫ φ² over the beam, from the right end alone: ¼(φ² − 2 φ′φ‴ + φ″²) for classical ends.
    fn mean_square(&self) -> f64 {
        let [value, slope, moment, shear] = self.at(1.0);
        0.25 * (value * value - 2.0 * slope * shear + moment * moment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use EndCondition::{Clamped, Free, Guided, Pinned};

    const ENDS: [EndCondition; 4] = [Clamped, Pinned, Guided, Free];

    fn unit(ends: [EndCondition; 2]) -> ContinuumBeam {
        ContinuumBeam::new(1.0, 1.0, 1.0, ends).unwrap()
    }

    fn all_ends() -> impl Iterator<Item = [EndCondition; 2]> {
        ENDS.into_iter().flat_map(|left| ENDS.map(|right| [left, right]))
    }

    /// Gauss-Legendre with five points on many intervals.
    fn integral(f: impl Fn(f64) -> f64, intervals: usize) -> f64 {
        let nodes = [0.0, 0.538_469_310_105_683, 0.906_179_845_938_664];
        let weights = [0.568_888_888_888_889, 0.478_628_670_499_366, 0.236_926_885_056_189];
        let half = 0.5 / intervals as f64;
        let piece = |k: usize| {
            let middle = (2 * k + 1) as f64 * half;
            let pair = |n: usize| weights[n] * (f(middle - half * nodes[n]) + f(middle + half * nodes[n]));
            half * (weights[0] * f(middle) + pair(1) + pair(2))
        };
        (0..intervals).map(piece).sum()
    }

    #[test]
    fn wave_numbers_are_those_of_the_tables() {
        // [Blevins1979, Table 8-1].
        for (ends, number, exact) in [
            ([Clamped, Clamped], 1, 4.730_040_744_862_704),
            ([Free, Free], 2, 7.853_204_624_095_838),
            ([Clamped, Free], 1, 1.875_104_068_711_961),
            ([Clamped, Pinned], 1, 3.926_602_312_047_919),
            ([Clamped, Guided], 1, 2.365_020_372_431_352),
            ([Pinned, Guided], 1, PI / 2.0),
        ] {
            let beta = unit(ends).wave_number(number);
            assert!((beta / exact - 1.0).abs() < 1e-14, "{ends:?}: {beta}");
        }
    }

    #[test]
    fn every_shape_meets_all_four_conditions_and_is_normalised() {
        for ends in all_ends() {
            for number in [1, 2, 3, 10, 60] {
                let beam = unit(ends);
                let shape = Shape::of(ends, beam.wave_number(number));
                let size = shape.mean_square().sqrt();
                for (x, end) in [(0.0, ends[0]), (1.0, ends[1])] {
                    for d in zero_derivatives(end) {
                        let value = shape.at(x)[d] / size;
                        assert!(
                            value.abs() < 1e-13 * shape.beta.max(1.0),
                            "{ends:?} {number} x={x} d={d}: {value}"
                        );
                    }
                }
                let norm = integral(|x| beam.mode(number, &[x]).shape[0].powi(2), 40 * number);
                assert!((norm - 1.0).abs() < 1e-11, "{ends:?} {number}: {norm}");
            }
        }
    }

    #[test]
    fn modes_are_orthogonal_to_each_other_and_to_rigid_motions() {
        for ends in all_ends() {
            let beam = unit(ends);
            let (one, two) = (Shape::of(ends, beam.wave_number(1)), Shape::of(ends, beam.wave_number(3)));
            let product = integral(|x| one.at(x)[0] * two.at(x)[0], 60);
            assert!(product.abs() < 1e-12, "{ends:?}: {product}");
            for r in beam.rigid_shapes() {
                let product = integral(|x| one.at(x)[0] * (r[0] + r[1] * x), 60);
                assert!(product.abs() < 1e-12, "{ends:?}: {product}");
            }
        }
    }

    #[test]
    fn statics_are_the_sum_of_all_elastic_modes() {
        let x = [0.0, 0.23, 0.7, 1.0];
        for ends in all_ends() {
            let beam = unit(ends);
            let exact = beam.static_compliance(&x);
            let error = |count: usize| {
                let modes: Vec<Mode> = (1..=count).map(|j| beam.mode(j, &x)).collect();
                let mut sum = super::super::mode::compliance_of(x.len(), &modes);
                sum.add_scaled(-1.0, &exact);
                sum.max_abs() / exact.max_abs()
            };
            let (coarse, fine) = (error(50), error(400));
            // The tail falls with the third power of the number of modes.
            assert!(fine < 1e-7 && coarse / fine > 200.0, "{ends:?}: {coarse:e} {fine:e}");
        }
    }

    #[test]
    fn clamped_statics_are_the_closed_form() {
        // [Clemen2021, Eqs. (34), (35)] with l1 = 0.3, l2 = 0.6.
        let c = unit([Clamped, Clamped]).static_compliance(&[0.3, 0.6]);
        for (i, j, exact) in [(0, 0, 3.087e-3), (0, 1, 2.736e-3), (1, 0, 2.736e-3), (1, 1, 4.608e-3)] {
            assert!((c[(i, j)] / exact - 1.0).abs() < 1e-14, "{}", c[(i, j)]);
        }
    }

    #[test]
    fn free_beam_by_inertia_relief() {
        // Unit force at the left end: EI w = 1/105 there, 1/140 at the other end, −0.0046875 in the middle.
        let c = unit([Free, Free]).static_compliance(&[0.0, 0.5, 1.0]);
        for (j, exact) in [(0, 1.0 / 105.0), (1, -0.004_687_5), (2, 1.0 / 140.0)] {
            assert!((c[(0, j)] / exact - 1.0).abs() < 1e-12, "{}", c[(0, j)]);
        }
        // In the middle: the ends stay behind by 1/128.
        assert!((c[(1, 1)] - c[(0, 1)] - 1.0 / 128.0).abs() < 1e-15);
    }

    #[test]
    fn units_scale_as_they_must() {
        let beam = ContinuumBeam::new(2.0, 3.0, 5.0, [Clamped, Free]).unwrap();
        let tip = beam.static_compliance(&[2.0])[(0, 0)];
        assert!((tip / (8.0 / 9.0) - 1.0).abs() < 1e-15, "L³/3EI");
        let exact = 1.875_104_068_711_961f64.powi(2) * (0.6f64).sqrt() / 4.0;
        assert!((beam.angular_frequency(1) / exact - 1.0).abs() < 1e-14);
        assert!(matches!(
            ContinuumBeam::new(1.0, -1.0, 1.0, [Free; 2]),
            Err(BondError::BadBeam { what: "EI", .. })
        ));
        let outside = beam.with_statics("beam", &[("tip", 2.5)], 2);
        assert!(matches!(outside, Err(BondError::PortOutside { .. })));
    }

    #[test]
    fn fixed_fixed_beam_of_the_paper() {
        let beam = unit([Clamped, Clamped]);
        let body = beam.with_statics("beam", &[("p1", 0.3), ("p2", 0.6)], 2).unwrap();
        let exact = [
            (0, 0, 9.137206414433106e-05),
            (0, 1, -4.1254464734772484e-05),
            (1, 0, -4.1254464734772484e-05),
            (1, 1, 9.470120824046479e-05),
        ];
        for (i, j, exact) in exact {
            // Differences of numbers forty times larger: two digits are lost.
            assert!((body.residual.matrix()[(i, j)] / exact - 1.0).abs() < 1e-12);
        }
        // [Clemen2021, Eq. (38)] with its misprint corrected; as printed it would be −1.508e-4.
        let (y, k) = (|i: usize, j: usize| body.modes[j].shape[i], |j: usize| body.modes[j].stiffness);
        let misprinted = 2.736e-3 - y(0, 0) * y(0, 1) / k(0) - y(0, 1) * y(1, 1) / k(1);
        assert!((misprinted + 1.508_465_833e-4).abs() < 1e-12, "{misprinted}");
        // Statics without the residual are 2.96 %, −1.51 %, 2.06 % off; with it they are exact.
        let (modal, whole) = (body.modal_compliance(), beam.static_compliance(&[0.3, 0.6]));
        for (i, j, percent) in
            [(0, 0, 2.959898417373863), (0, 1, -1.5078386233469576), (1, 1, 2.0551477482739777)]
        {
            let error = 100.0 * (1.0 - modal[(i, j)] / whole[(i, j)]);
            assert!((error - percent).abs() < 1e-9, "{error}");
            assert!((body.static_compliance()[(i, j)] / whole[(i, j)] - 1.0).abs() < 1e-15);
        }
    }

    #[test]
    fn sign_of_a_mode_does_not_matter() {
        let beam = unit([Clamped, Clamped]);
        let positions = [0.3, 0.6];
        let statics = beam.static_compliance(&positions);
        let mut kept = vec![beam.mode(1, &positions), beam.mode(2, &positions)];
        let before = ResidualCompliance::from_statics("beam", &statics, &kept).unwrap();
        kept[1].shape.iter_mut().for_each(|y| *y = -*y);
        assert_eq!(before, ResidualCompliance::from_statics("beam", &statics, &kept).unwrap());
    }

    #[test]
    fn tail_of_modes_converges_to_the_statics() {
        // Relative errors of the digest: 2.1e-2 with 2 further modes … 2.6e-6 with 64.
        let beam = unit([Clamped, Clamped]);
        let ports = [("p1", 0.3), ("p2", 0.6)];
        let exact = beam.with_statics("beam", &ports, 2).unwrap();
        let error = |rest: usize| {
            let body = beam.with_remaining_modes("beam", &ports, 2, rest).unwrap();
            let mut difference = body.residual.matrix().clone();
            difference.add_scaled(-1.0, exact.residual.matrix());
            difference.norm_frobenius() / exact.residual.matrix().norm_frobenius()
        };
        assert!(error(198) < 1e-5 && error(30) < 1e-3 && error(198) < error(30));
    }
}
