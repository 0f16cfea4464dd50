//! Polynomial shapes of fields along a piece of a member, with their derivatives.

/// Value and derivatives of a shape that are needed.
const DERIVATIVES: usize = 3;

/// A value with its derivatives by x.
pub(crate) type Taylor = [f64; DERIVATIVES];

fn product(a: Taylor, b: Taylor) -> Taylor {
    [a[0] * b[0], a[1] * b[0] + a[0] * b[1], a[2] * b[0] + 2.0 * a[1] * b[1] + a[0] * b[2]]
}

/// Hermite polynomials: each takes the value 1 in one end quantity and 0 in the others.
pub(crate) fn end_shapes(order: usize, s: f64, l: f64) -> Option<Vec<Taylor>> {
    match order {
        1 => Some(vec![[1.0 - s, -1.0 / l, 0.0], [s, 1.0 / l, 0.0]]),
        2 => Some(vec![
            [1.0 - 3.0 * s * s + 2.0 * s.powi(3), (-6.0 * s + 6.0 * s * s) / l, (-6.0 + 12.0 * s) / (l * l)],
            [l * (s - 2.0 * s * s + s.powi(3)), 1.0 - 4.0 * s + 3.0 * s * s, (-4.0 + 6.0 * s) / l],
            [3.0 * s * s - 2.0 * s.powi(3), (6.0 * s - 6.0 * s * s) / l, (6.0 - 12.0 * s) / (l * l)],
            [l * (-s * s + s.powi(3)), -2.0 * s + 3.0 * s * s, (-2.0 + 6.0 * s) / l],
        ]),
        _ => None,
    }
}

/// sⁿ(1 − s)ⁿ P_k(2s − 1), which vanish at both ends with their lower derivatives; scaled to similar sizes.
pub(crate) fn bubbles(order: usize, count: usize, s: f64, l: f64) -> Vec<Taylor> {
    let well = [4.0 * s * (1.0 - s), 4.0 * (1.0 - 2.0 * s) / l, -8.0 / (l * l)];
    let well = (1..order).fold(well, |power, _| product(power, well));
    let t: Taylor = [2.0 * s - 1.0, 2.0 / l, 0.0];
    let (mut before, mut now): (Taylor, Taylor) = ([0.0; 3], [1.0, 0.0, 0.0]);
    let mut shapes = Vec::with_capacity(count);
    for k in 0..count {
        shapes.push(product(well, now));
        // (k + 1) P_{k+1} = (2k + 1) t P_k − k P_{k−1}
        let raised = product(t, now);
        let a = k as f64;
        let next: Taylor = std::array::from_fn(|d| ((2.0 * a + 1.0) * raised[d] - a * before[d]) / (a + 1.0));
        (before, now) = (now, next);
    }
    shapes
}

/// Points and weights of Gauss-Legendre quadrature on [0, 1], by Newton's method on the Legendre polynomial.
pub(crate) fn gauss_points(n: usize) -> Vec<(f64, f64)> {
    let legendre = |t: f64| {
        let (mut before, mut now) = (1.0, t);
        for k in 1..n {
            let a = k as f64;
            (before, now) = (now, ((2.0 * a + 1.0) * t * now - a * before) / (a + 1.0));
        }
        (now, n as f64 * (t * now - before) / (t * t - 1.0))
    };
    (0..n)
        .map(|i| {
            let mut t = (std::f64::consts::PI * (i as f64 + 0.75) / (n as f64 + 0.5)).cos();
            for _ in 0..8 {
                let (value, slope) = legendre(t);
                t -= value / slope;
            }
            let slope = legendre(t).1;
            (0.5 * (1.0 + t), 1.0 / ((1.0 - t * t) * slope * slope))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quadrature_is_exact_for_its_degree() {
        for n in [2, 7, 24] {
            for power in 0..2 * n {
                let sum: f64 = gauss_points(n).iter().map(|(x, w)| w * x.powi(power as i32)).sum();
                assert!((sum * (power as f64 + 1.0) - 1.0).abs() < 1e-13, "{n} points, degree {power}");
            }
        }
    }

    #[test]
    fn bubbles_vanish_at_both_ends() {
        for order in [1, 2] {
            for s in [0.0, 1.0] {
                for shape in bubbles(order, 6, s, 2.0) {
                    assert!(shape[..order].iter().all(|value| value.abs() < 1e-13));
                }
            }
        }
    }
}
