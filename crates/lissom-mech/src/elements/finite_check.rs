//! Rules of every element in finite motion: each derivative is compared with finite differences.

use super::Element;
use super::finite::{Configuration, Finite};

/// A configuration with the given displacements; coordinates from `rotations` on are rotations.
fn placed(displacement: &[f64], rotations: &[usize]) -> Configuration {
    let mut at = Configuration::reference(displacement.len());
    at.displacement.copy_from_slice(displacement);
    for &r in rotations {
        let (sine, cosine) = displacement[r].sin_cos();
        at.turn[r] = [cosine, sine];
    }
    at
}

/// Central difference of fourth order along coordinate `j`.
fn slope(x: &[f64], j: usize, mut value: impl FnMut(&[f64]) -> Vec<f64>) -> Vec<f64> {
    const STEP: f64 = 1e-3;
    let mut at = |shift: f64| {
        let mut moved = x.to_vec();
        moved[j] += shift * STEP;
        value(&moved)
    };
    let [a, b, c, d] = [-2.0, -1.0, 1.0, 2.0].map(&mut at);
    (0..a.len()).map(|i| (a[i] - 8.0 * b[i] + 8.0 * c[i] - d[i]) / (12.0 * STEP)).collect()
}

fn close(found: f64, expected: f64, scale: f64, what: &str) {
    assert!((found - expected).abs() < 1e-9 * scale, "{what}: {found} against {expected}");
}

fn largest(values: &[f64]) -> f64 {
    values.iter().fold(1e-3, |m, v| m.max(v.abs()))
}

/// Checks an element whose coordinates are 0, 1, 2 … at one state of motion.
pub(crate) fn check_finite(element: &dyn Element, rotations: &[usize], x: &[f64], v: &[f64], a: &[f64]) {
    let finite = element.finite().expect("an element in finite motion");
    let (n, m) = (x.len(), element.deformations().len());
    assert_eq!(element.coordinates(), (0..n).collect::<Vec<_>>());
    check_deformation(finite, rotations, [n, m], x, v);
    if finite.has_mass() {
        check_inertia(finite, rotations, x, v, a);
    }
}

fn check_deformation(finite: &dyn Finite, rotations: &[usize], [n, m]: [usize; 2], x: &[f64], v: &[f64]) {
    let deform = |x: &[f64]| {
        let (mut e, mut e_x) = (vec![0.0; m], vec![0.0; m * n]);
        finite.deformation(&placed(x, rotations), &mut e, &mut e_x).unwrap();
        (e, e_x)
    };
    let at = placed(x, rotations);
    let (_, e_x) = deform(x);
    let mut convected = vec![0.0; m];
    finite.convected(&at, v, &mut convected);
    let mut third = vec![0.0; m * n];
    finite.convected_gradient(&at, v, &mut third);
    let mut sums = vec![0.0; m];
    for j in 0..n {
        for (i, expected) in slope(x, j, |x| deform(x).0).into_iter().enumerate() {
            close(e_x[i * n + j], expected, largest(&e_x), "D,x");
        }
        let hessian = slope(x, j, |x| deform(x).1);
        let changes = slope(x, j, |x| {
            let mut convected = vec![0.0; m];
            finite.convected(&placed(x, rotations), v, &mut convected);
            convected
        });
        for i in 0..m {
            sums[i] += (0..n).map(|k| hessian[i * n + k] * v[k]).sum::<f64>() * v[j];
            close(third[i * n + j], changes[i], largest(&third), "D,xxx v v");
            let (mut weights, mut weighted) = (vec![0.0; m], vec![0.0; n * n]);
            weights[i] = 1.0;
            finite.weighted_hessian(&at, &weights, &mut weighted);
            for k in 0..n {
                close(weighted[j * n + k], hessian[i * n + k], largest(&weighted), "D,xx");
            }
        }
    }
    for i in 0..m {
        close(convected[i], sums[i], largest(&sums), "(D,xx v) v");
    }
}

/// h = Ṁ v − ½ ∂(vᵀ M v)/∂x, and its derivatives.
fn check_inertia(finite: &dyn Finite, rotations: &[usize], x: &[f64], v: &[f64], a: &[f64]) {
    let n = x.len();
    let moving = |x: &[f64], v: &[f64], a: &[f64]| {
        let (mut mass, mut force) = (vec![0.0; n * n], vec![0.0; n]);
        finite.inertia(&placed(x, rotations), v, a, &mut mass, &mut force);
        (mass, force)
    };
    let inertia = |x: &[f64], v: &[f64]| moving(x, v, &vec![0.0; n]);
    let force = |x: &[f64], v: &[f64]| moving(x, v, a).1;
    let (mass, h) = inertia(x, v);
    for (i, force) in force(x, v).into_iter().enumerate() {
        let expected = h[i] + (0..n).map(|j| mass[i * n + j] * a[j]).sum::<f64>();
        close(force, expected, 1e-4 * largest(&mass) * largest(a) + largest(&h), "M a + h");
    }
    let (mut by_x, mut by_v) = (vec![0.0; n * n], vec![0.0; n * n]);
    finite.inertia_x(&placed(x, rotations), v, a, &mut by_x);
    finite.inertia_v(&placed(x, rotations), v, &mut by_v);
    let mut expected = vec![0.0; n];
    for j in 0..n {
        let mass_change = slope(x, j, |x| inertia(x, v).0);
        let along = |i: usize| (0..n).map(|k| mass_change[i * n + k] * v[k]).sum::<f64>();
        for i in 0..n {
            expected[i] += along(i) * v[j];
            expected[j] -= 0.5 * v[i] * along(i);
            assert!((mass[i * n + j] - mass[j * n + i]).abs() <= 1e-15 * largest(&mass), "M is symmetric");
        }
        let changes = slope(x, j, |x| force(x, v));
        let rates = slope(v, j, |v| force(x, v));
        for i in 0..n {
            close(by_x[i * n + j], changes[i], largest(&by_x), "(M a + h),x");
            close(by_v[i * n + j], rates[i], largest(&by_v), "h,v");
        }
    }
    for i in 0..n {
        close(h[i], expected[i], largest(&h), "h");
    }
    check_moment(finite, rotations, x, &mass);
}

/// The gradient of the mass moment is the force of a unit gravity: as given by the element, or rows of M
/// summed over translations; and the derivative of that force.
fn check_moment(finite: &dyn Finite, rotations: &[usize], x: &[f64], mass: &[f64]) {
    let n = x.len();
    let translations: Vec<usize> = (0..n).filter(|c| !rotations.contains(c)).collect();
    let weight = |x: &[f64], k: usize| {
        let (mut force, mut gravity) = (vec![0.0; n], [0.0; 2]);
        gravity[k] = 1.0;
        finite.weight(&placed(x, rotations), gravity, &mut force);
        force
    };
    for j in 0..n {
        let change = slope(x, j, |x| finite.mass_moment(&placed(x, rotations)).to_vec());
        for (k, change) in change.into_iter().enumerate() {
            let of_mass: f64 = translations.iter().skip(k).step_by(2).map(|t| mass[j * n + t]).sum();
            let expected = if finite.weighs() { weight(x, k)[j] } else { of_mass };
            close(change, expected, largest(mass), "mass moment");
        }
    }
    for k in (0..2).filter(|_| finite.weighs()) {
        let (mut gradient, mut gravity) = (vec![0.0; n * n], [0.0; 2]);
        gravity[k] = 1.0;
        finite.weight_x(&placed(x, rotations), gravity, &mut gradient);
        for j in 0..n {
            for (i, change) in slope(x, j, |x| weight(x, k)).into_iter().enumerate() {
                close(gradient[i * n + j], change, largest(&gradient), "weight,x");
            }
        }
    }
}
