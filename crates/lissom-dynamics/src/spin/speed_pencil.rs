//! The quadratic pencil of a structure at a speed, from the matrices as they were given.

use super::known_motions::KnownMotions;
use super::spinning_structure::SpinningStructure;
use lissom_linalg::eigen::symmetric;
use lissom_linalg::shift_invert::product;
use lissom_linalg::{
    BandOrder, BandedLu, Complex, Dense, ModesOptions, QuadraticPencil, Quiet, Sparse, Wanted, modes,
};
use std::cell::OnceCell;

/// The matrices of a structure, prepared for many speeds.
pub(super) struct SpeedMatrices<'a> {
    pub structure: &'a SpinningStructure,
    pub quadratic: Sparse,
    /// The order of rows in which the pencil has a narrow band at every speed.
    pub order: BandOrder,
    /// Motions known at rest, and at speed.
    known: [KnownMotions; 2],
    /// M times those apart.
    momenta: [Dense; 2],
    lowest: OnceCell<f64>,
}

/// Below this share of the lowest frequency only motions that nothing resists at rest feel the speed: rounding of the stiffness is more
/// than what they feel, but without them the stiffness is what it is at rest.
const SLOW: f64 = 1e-3;

/// s² M + s (D + Ω G) + K + Ω² (C_f + K^G) + Ω N.
pub(super) struct SpeedPencil<'a> {
    pub speed: f64,
    pub mass: &'a Sparse,
    pub damping: Sparse,
    pub stiffness: Sparse,
}

impl<'a> SpeedMatrices<'a> {
    pub fn of(structure: &'a SpinningStructure) -> Self {
        let quadratic = structure.quadratic_stiffness();
        let mut all =
            vec![&structure.mass, &structure.damping, &structure.stiffness, &structure.coriolis, &quadratic];
        all.extend(&structure.circulatory);
        let order = BandOrder::of(&all);
        let known = [KnownMotions::at_rest(structure), KnownMotions::at_speed(structure, &quadratic)];
        let momenta = [0, 1].map(|k: usize| structure.mass.times(&known[k].apart));
        Self { structure, quadratic, order, known, momenta, lowest: OnceCell::new() }
    }

    pub fn known(&self, speed: f64) -> &KnownMotions {
        &self.known[usize::from(speed != 0.0)]
    }

    /// The lowest frequency at rest that is not of a rigid motion, about [rad/s].
    pub fn lowest_frequency(&self) -> f64 {
        *self.lowest.get_or_init(|| lowest_frequency(self.structure))
    }

    /// The lowest frequency at rest, where it comes out of other work; what is known already stays.
    pub fn suggest_lowest(&self, frequency: f64) {
        self.lowest.get_or_init(|| frequency);
    }

    /// Negative eigenvalues of the stiffness at speeds that are slow beside all frequencies, known motions apart; `None` at others. There
    /// K Q = 0 leaves Ω² QᵀC Q of the motions Q that nothing resists at rest.
    pub fn slow_negative(&self, speed: f64) -> Option<usize> {
        let rigid = &self.structure.rigid;
        if rigid.cols() == 0 || speed.abs() >= SLOW * self.lowest_frequency() {
            return None;
        }
        let form = rigid.transpose_matmul(&self.quadratic.times(rigid)).symmetric_part();
        let values = symmetric(&form).ok()?.values;
        let known = self.known[1].apart.cols() - self.known[1].still;
        let negative = values.iter().filter(|v| **v < -FELT).count();
        Some(if speed == 0.0 { 0 } else { negative.saturating_sub(known) })
    }

    /// A displacement without the motions that go their own way: a root of theirs that lies near must not be met.
    pub fn without_apart(&self, speed: f64, x: &mut [Complex]) {
        let k = usize::from(speed != 0.0);
        let (motions, momenta) = (&self.known[k].apart, &self.momenta[k]);
        for j in 0..motions.cols() {
            let pair = x.iter().zip(momenta.column(j));
            let share = pair.fold(Complex::ZERO, |sum, (x, m)| sum + x.scale(*m));
            x.iter_mut().zip(motions.column(j)).for_each(|(x, q)| *x = *x - share.scale(*q));
        }
    }

    /// What Coriolis forces are multiplied with at a speed.
    fn turning(&self, speed: f64) -> f64 {
        if self.structure.effects.coriolis { speed } else { 0.0 }
    }

    /// P(s) at a speed in factors, without the pencil of that speed.
    pub fn factor(&self, speed: f64, s: Complex) -> BandedLu<Complex> {
        let own = self.structure;
        let mut terms = vec![
            (s * s, &own.mass),
            (s, &own.damping),
            (s.scale(self.turning(speed)), &own.coriolis),
            (Complex::ONE, &own.stiffness),
            (Complex::from(speed * speed), &self.quadratic),
        ];
        terms.extend(own.circulatory.iter().map(|n| (Complex::from(speed), n)));
        BandedLu::factor(&self.order, &terms)
    }

    /// (∂P/∂s) x = (2 s M + D + Ω G) x.
    pub fn slope_times(&self, speed: f64, s: Complex, x: &[Complex]) -> Vec<Complex> {
        let own = self.structure;
        let turning = Complex::from(self.turning(speed));
        sum_of(&[(s.scale(2.0), &own.mass), (Complex::ONE, &own.damping), (turning, &own.coriolis)], x)
    }

    /// (∂P/∂s)ᵀ y = (2 s M + D − Ω G) y: D is symmetric and G skew.
    pub fn slope_transposed_times(&self, speed: f64, s: Complex, y: &[Complex]) -> Vec<Complex> {
        let own = self.structure;
        let turning = Complex::from(-self.turning(speed));
        sum_of(&[(s.scale(2.0), &own.mass), (Complex::ONE, &own.damping), (turning, &own.coriolis)], y)
    }

    /// yᵀM x, yᵀ(D + Ω G)x and yᵀ(K + Ω² (C_f + K^G) + Ω N)x.
    pub fn forms(&self, speed: f64, y: &[Complex], x: &[Complex]) -> [Complex; 3] {
        let own = self.structure;
        let form = |matrix: &Sparse| along(y, &product(matrix, x));
        let scaled = |factor: f64, matrix: &Sparse| {
            if factor == 0.0 || matrix.nnz() == 0 { Complex::ZERO } else { form(matrix).scale(factor) }
        };
        let fed = own.circulatory.as_ref().map_or(Complex::ZERO, |n| scaled(speed, n));
        [
            form(&own.mass),
            scaled(1.0, &own.damping) + scaled(self.turning(speed), &own.coriolis),
            form(&own.stiffness) + scaled(speed * speed, &self.quadratic) + fed,
        ]
    }

    /// (∂P/∂Ω) x = (s G + 2 Ω (C_f + K^G) + N) x.
    pub fn speed_slope_times(&self, speed: f64, s: Complex, x: &[Complex]) -> Vec<Complex> {
        let own = self.structure;
        let acts = self.turning(1.0);
        let mut terms = vec![(s.scale(acts), &own.coriolis), (Complex::from(2.0 * speed), &self.quadratic)];
        terms.extend(own.circulatory.iter().map(|n| (Complex::ONE, n)));
        sum_of(&terms, x)
    }

    pub fn at(&self, speed: f64) -> SpeedPencil<'a> {
        let s = self.structure;
        let share = self.turning(speed);
        let mut stiffness = s.stiffness.add_scaled(1.0, &self.quadratic, speed * speed);
        if let Some(n) = &s.circulatory {
            stiffness = stiffness.add_scaled(1.0, n, speed);
        }
        SpeedPencil {
            speed,
            mass: &s.mass,
            damping: s.damping.add_scaled(1.0, &s.coriolis, share),
            stiffness,
        }
    }
}

/// aᵀb.
pub(super) fn along(a: &[Complex], b: &[Complex]) -> Complex {
    a.iter().zip(b).fold(Complex::ZERO, |sum, (a, b)| sum + *a * *b)
}

/// Σ factor · matrix x.
fn sum_of(terms: &[(Complex, &Sparse)], x: &[Complex]) -> Vec<Complex> {
    let mut sum = vec![Complex::ZERO; x.len()];
    for (factor, matrix) in terms.iter().filter(|(factor, matrix)| factor.abs() > 0.0 && matrix.nnz() > 0) {
        for (j, own) in x.iter().enumerate() {
            let (own, (rows, values)) = (*factor * *own, matrix.column(j));
            for (row, value) in rows.iter().zip(values) {
                sum[*row as usize] = sum[*row as usize] + own.scale(*value);
            }
        }
    }
    sum
}

/// What a motion of unit mass must feel of the speed to feel anything.
const FELT: f64 = 1e-9;

fn lowest_frequency(structure: &SpinningStructure) -> f64 {
    let options = ModesOptions { certify: false, ..ModesOptions::default() };
    let rigid = (structure.rigid.cols() > 0).then_some(&structure.rigid);
    let found = modes(&structure.stiffness, &structure.mass, rigid, Wanted::Lowest(1), &options, &Quiet);
    let lowest = found.ok().and_then(|found| found.eigenvalues.first().copied()).filter(|v| *v > 0.0);
    lowest.map_or_else(|| rough_frequency(structure), f64::sqrt)
}

/// A thousandth of the typical frequency of single rows.
fn rough_frequency(structure: &SpinningStructure) -> f64 {
    let (k, m) = (structure.stiffness.diagonal(), structure.mass.diagonal());
    let ratios: Vec<f64> =
        k.iter().zip(&m).filter(|(k, m)| **k > 0.0 && **m > 0.0).map(|(k, m)| k / m).collect();
    let mean = ratios.iter().map(|r| r.ln()).sum::<f64>() / ratios.len().max(1) as f64;
    1e-3 * (0.5 * mean).exp()
}

impl SpeedPencil<'_> {
    pub fn pencil(&self) -> QuadraticPencil<'_> {
        QuadraticPencil { mass: self.mass, damping: &self.damping, stiffness: &self.stiffness }
    }
}
