//! One root of the pencil at a speed, sharpened, and how far rounding may have moved it.

use super::speed_pencil::{SpeedMatrices, SpeedPencil};
use super::whirl::residual;
use lissom_linalg::shift_invert::product;
use lissom_linalg::{BandedLu, Complex, Sparse};

/// A root with its vectors.
#[derive(Clone, Debug)]
pub(super) struct RefinedRoot {
    pub value: Complex,
    /// x* M x = 1.
    pub vector: Vec<Complex>,
}

/// Entries of assembled matrices carry a few roundings each.
const ENTRY: f64 = 8.0 * f64::EPSILON;

/// Iterations until a root stands still.
const MOST_STEPS: usize = 12;

/// Newton's method on the nonlinear eigenproblem: s ← s − u*x / u*v with P(s) v = P'(s) x, u = M x \[Tisseur2001, §3\]. `None` when it
/// does not settle.
pub(super) fn refine(
    matrices: &SpeedMatrices<'_>,
    at: &SpeedPencil<'_>,
    s: Complex,
    x: &[Complex],
) -> Option<RefinedRoot> {
    let pencil = at.pencil();
    let (mut s, mut x) = (s, x.to_vec());
    let scale = s.abs().max(f64::MIN_POSITIVE);
    let mut last = f64::INFINITY;
    for _ in 0..MOST_STEPS {
        let factor = pencil.factor(&matrices.order, s);
        let mut v = factor.solve(&pencil.slope_times(s, &x));
        matrices.without_apart(at.speed, &mut v);
        let u = product(at.mass, &x);
        let (ux, uv) = (inner(&u, &x), inner(&u, &v));
        x = unit_mass(at.mass, v)?;
        if uv.abs() == 0.0 || !uv.is_finite() {
            return None;
        }
        let step = ux / uv;
        s = s - step;
        let size = step.abs();
        if !size.is_finite() {
            return None;
        }
        // Steps become smaller until rounding makes them wander.
        if size <= 1e-13 * scale || (size <= 1e-9 * scale && size >= 0.5 * last) {
            return Some(RefinedRoot { value: s, vector: x });
        }
        last = size;
    }
    None
}

/// How far the roundings of the matrices, and what is left of the equation, may have moved a root, to first order twice taken:
/// |y|ᵀ(ε(|s|²|M| + |s||C| + |K|)|x| + |P(s)x|) / |y*P'(s)x| \[Tisseur2001, §4.2\]. Infinite for a defective root.
pub(super) fn bound(matrices: &SpeedMatrices<'_>, at: &SpeedPencil<'_>, root: &RefinedRoot) -> f64 {
    let pencil = at.pencil();
    let (s, x) = (root.value, &root.vector);
    let factor = pencil.factor(&matrices.order, s);
    let Some(left) = left_vector(matrices, at, &factor, x) else { return f64::INFINITY };
    let sizes = Sizes::of(at, s, x);
    let rest = pencil.times(s, x);
    let top: f64 = (0..x.len()).map(|i| left[i].abs() * (ENTRY * sizes.0[i] + rest[i].abs())).sum();
    let slope = pencil.slope_times(s, x);
    let below = left.iter().zip(&slope).fold(Complex::ZERO, |sum, (y, p)| sum + *y * *p).abs();
    if below > 0.0 { 2.0 * top / below } else { f64::INFINITY }
}

/// Residuals below this need no polish [-].
const POLISHED: f64 = 1e-12;

/// Roots closer than this share are one with several shapes, until these turn out to be the same [-].
const EQUAL: f64 = 1e-7;

/// Sharpens vectors of roots in the order given by inverse iteration, those of equal roots orthogonal to each other: a method that finds
/// all roots at once gives equal ones nearly any vectors.
pub(super) fn polish(matrices: &SpeedMatrices<'_>, at: &SpeedPencil<'_>, roots: &mut [RefinedRoot]) {
    for k in 0..roots.len() {
        let (before, rest) = roots.split_at_mut(k);
        let own = &mut rest[0];
        let equal: Vec<&RefinedRoot> = before
            .iter()
            .filter(|other| (other.value - own.value).abs() <= EQUAL * own.value.abs())
            .collect();
        let same = equal.iter().any(|other| overlap(at.mass, &other.vector, &own.vector) > 1e-6);
        if !same && residual(at, own.value, &own.vector) <= POLISHED {
            continue;
        }
        if let Some(better) = polished(matrices, at, own, &equal) {
            *own = better;
        }
    }
}

fn polished(
    matrices: &SpeedMatrices<'_>,
    at: &SpeedPencil<'_>,
    root: &RefinedRoot,
    equal: &[&RefinedRoot],
) -> Option<RefinedRoot> {
    let pencil = at.pencil();
    let (mut s, mut x) = (root.value, without(at.mass, root.vector.clone(), equal)?);
    let mut best: Option<(f64, RefinedRoot)> = None;
    for _ in 0..4 {
        let mut v = pencil.factor(&matrices.order, s).solve(&pencil.slope_times(s, &x));
        matrices.without_apart(at.speed, &mut v);
        let u = product(at.mass, &x);
        let step = inner(&u, &x) / inner(&u, &v);
        x = without(at.mass, v, equal)?;
        // A step along what was taken out says nothing about the root.
        if equal.is_empty() && step.abs() <= EQUAL * s.abs() {
            s = s - step;
        }
        let size = residual(at, s, &x);
        if best.as_ref().is_none_or(|(least, _)| size < *least) {
            best = Some((size, RefinedRoot { value: s, vector: x.clone() }));
        }
        if size <= POLISHED {
            break;
        }
    }
    let (size, better) = best?;
    (size <= residual(at, root.value, &root.vector) || !equal.is_empty()).then_some(better)
}

/// A vector without its parts along those of equal roots, of unit mass.
fn without(mass: &Sparse, x: Vec<Complex>, equal: &[&RefinedRoot]) -> Option<Vec<Complex>> {
    let mut x = unit_mass(mass, x)?;
    for _ in 0..2 {
        for other in equal {
            let share = inner(&product(mass, &other.vector), &x);
            x.iter_mut().zip(&other.vector).for_each(|(x, o)| *x = *x - share * *o);
        }
    }
    unit_mass(mass, x)
}

/// |a* M b|² of vectors of unit mass.
fn overlap(mass: &Sparse, a: &[Complex], b: &[Complex]) -> f64 {
    inner(&product(mass, a), b).abs().powi(2)
}

/// (|s|²|M| + |s||C| + |K|)|x|, row by row.
pub(super) struct Sizes(pub Vec<f64>);

impl Sizes {
    pub fn of(at: &SpeedPencil<'_>, s: Complex, x: &[Complex]) -> Self {
        let moduli: Vec<f64> = x.iter().map(|x| x.abs()).collect();
        let mut sum = vec![0.0; x.len()];
        for (factor, matrix) in [(s.abs().powi(2), at.mass), (s.abs(), &at.damping), (1.0, &at.stiffness)] {
            for (i, j, value) in matrix.iter() {
                sum[i] += factor * value.abs() * moduli[j];
            }
        }
        Self(sum)
    }
}

/// ȳ with yᴴP(s) = 0, by two inverse iterations.
fn left_vector(
    matrices: &SpeedMatrices<'_>,
    at: &SpeedPencil<'_>,
    factor: &BandedLu<Complex>,
    x: &[Complex],
) -> Option<Vec<Complex>> {
    let mut force: Vec<Complex> = product(at.mass, x).into_iter().map(Complex::conj).collect();
    let mut left = Vec::new();
    for _ in 0..2 {
        left = factor.solve_transposed(&force);
        matrices.without_apart(at.speed, &mut left);
        left = unit_mass(at.mass, left)?;
        force = product(at.mass, &left);
    }
    Some(left)
}

pub(super) fn inner(a: &[Complex], b: &[Complex]) -> Complex {
    a.iter().zip(b).fold(Complex::ZERO, |sum, (a, b)| sum + a.conj() * *b)
}

pub(super) fn unit_mass(mass: &Sparse, mut x: Vec<Complex>) -> Option<Vec<Complex>> {
    let largest = x.iter().map(|x| x.abs()).fold(0.0, f64::max);
    if largest == 0.0 || !largest.is_finite() {
        return None;
    }
    x.iter_mut().for_each(|x| *x = x.scale(1.0 / largest));
    let size = inner(&product(mass, &x), &x).re.sqrt();
    if size.is_nan() || size <= 0.0 {
        return None;
    }
    x.iter_mut().for_each(|x| *x = x.scale(1.0 / size));
    Some(x)
}
