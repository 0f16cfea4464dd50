//! Consistent inertia of a beam that bends in one plane, with shear flexibility and rotary inertia.
//!
//! The field is the one that a static end load produces: cubic deflection, quadratic rotation, constant shear
//! \[Friedman1993\]. Shear-rigid beams are its limit Φ = 0.

/// Mass matrix over (w_p, θ_p, w_q, θ_q) with θ = w′ in the shear-rigid limit.
///
/// `mass` is ρA \[kg/m\], `rotary` is ρI \[kg m\], `shear` is Φ \[-\].
pub(crate) fn bending_mass(mass: f64, rotary: f64, shear: f64, length: f64) -> [[f64; 4]; 4] {
    let translation = translational(mass, shear, length);
    let rotation = rotational(rotary, shear, length);
    let mut sum = translation;
    for (row, other) in sum.iter_mut().zip(&rotation) {
        for (a, b) in row.iter_mut().zip(other) {
            *a += b;
        }
    }
    sum
}

fn translational(mass: f64, s: f64, l: f64) -> [[f64; 4]; 4] {
    let c = mass * l / (210.0 * (1.0 + s).powi(2));
    let a = c * (70.0 * s * s + 147.0 * s + 78.0);
    let b = c * l / 4.0 * (35.0 * s * s + 77.0 * s + 44.0);
    let d = c * (35.0 * s * s + 63.0 * s + 27.0);
    let e = c * l / 4.0 * (35.0 * s * s + 63.0 * s + 26.0);
    let f = c * l * l / 4.0 * (7.0 * s * s + 14.0 * s + 8.0);
    let g = c * l * l / 4.0 * (7.0 * s * s + 14.0 * s + 6.0);
    [[a, b, d, -e], [b, f, e, -g], [d, e, a, -b], [-e, -g, -b, f]]
}

fn rotational(rotary: f64, s: f64, l: f64) -> [[f64; 4]; 4] {
    let c = rotary / (30.0 * (1.0 + s).powi(2) * l);
    let a = 36.0 * c;
    let b = c * l * (3.0 - 15.0 * s);
    let d = c * l * l * (10.0 * s * s + 5.0 * s + 4.0);
    let e = c * l * l * (5.0 * s * s - 5.0 * s - 1.0);
    [[a, b, -a, b], [b, d, -b, e], [-a, -b, a, -b], [b, e, -b, d]]
}

/// Deflection of the static field at ξ in [0, 1] for unit (w_p, θ_p, w_q, θ_q) \[Friedman1993\].
pub(crate) fn deflection(s: f64, l: f64, xi: f64) -> [f64; 4] {
    let (c, x, x2, x3) = (1.0 / (1.0 + s), xi, xi * xi, xi * xi * xi);
    [
        c * (1.0 - 3.0 * x2 + 2.0 * x3 + s * (1.0 - x)),
        c * l * (x - 2.0 * x2 + x3 + 0.5 * s * (x - x2)),
        c * (3.0 * x2 - 2.0 * x3 + s * x),
        c * l * (-x2 + x3 + 0.5 * s * (x2 - x)),
    ]
}

/// Derivative of [`deflection`] along the axis.
pub(crate) fn slope(s: f64, l: f64, xi: f64) -> [f64; 4] {
    let (c, x, x2) = (1.0 / (1.0 + s), xi, xi * xi);
    [
        c / l * (6.0 * (x2 - x) - s),
        c * (1.0 - 4.0 * x + 3.0 * x2 + 0.5 * s * (1.0 - 2.0 * x)),
        c / l * (6.0 * (x - x2) + s),
        c * (3.0 * x2 - 2.0 * x + 0.5 * s * (2.0 * x - 1.0)),
    ]
}

/// Rotation of the section in the static field; equal to [`slope`] without shear.
pub(crate) fn rotation(s: f64, l: f64, xi: f64) -> [f64; 4] {
    let (c, x, x2) = (1.0 / (1.0 + s), xi, xi * xi);
    [
        c * 6.0 / l * (x2 - x),
        c * (1.0 - 4.0 * x + 3.0 * x2 + s * (1.0 - x)),
        c * 6.0 / l * (x - x2),
        c * (3.0 * x2 - 2.0 * x + s * x),
    ]
}

/// Derivative of [`rotation`] along the axis.
pub(crate) fn rotation_slope(s: f64, l: f64, xi: f64) -> [f64; 4] {
    let (c, x) = (1.0 / ((1.0 + s) * l), xi);
    [
        c * 6.0 / l * (2.0 * x - 1.0),
        c * (6.0 * x - 4.0 - s),
        c * 6.0 / l * (1.0 - 2.0 * x),
        c * (6.0 * x - 2.0 + s),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Slopes equal finite differences of the deflection.
    #[test]
    fn slopes_equal_differences() {
        let h = 1e-5;
        for (s, l, xi) in [(0.0, 1.0, 0.3), (0.7, 2.5, 0.8)] {
            for (f, d) in [
                (deflection as fn(f64, f64, f64) -> [f64; 4], slope as fn(f64, f64, f64) -> [f64; 4]),
                (rotation, rotation_slope),
            ] {
                let (ahead, behind) = (f(s, l, xi + h), f(s, l, xi - h));
                for (i, found) in d(s, l, xi).iter().enumerate() {
                    let expected = (ahead[i] - behind[i]) / (2.0 * h * l);
                    assert!((found - expected).abs() < 1e-8, "{found} against {expected}");
                }
            }
        }
    }

    /// The closed forms equal the integrals of the static field (4-point Gauss is exact for degree 6).
    #[test]
    fn closed_forms_equal_the_integrals() {
        let points = [0.861_136_311_594_052_6, 0.339_981_043_584_856_26];
        let weights = [0.347_854_845_137_453_85, 0.652_145_154_862_546_2];
        for (shear, length) in [(0.0, 1.0), (0.3, 2.5), (7.0, 0.1)] {
            let (mass, rotary) = (1.7, 0.4);
            let mut expected = [[0.0; 4]; 4];
            for (p, w) in points.iter().zip(weights).flat_map(|(p, w)| [(*p, w), (-*p, w)]) {
                let xi = 0.5 * (1.0 + p);
                let (n, r) = (deflection(shear, length, xi), rotation(shear, length, xi));
                for i in 0..4 {
                    for j in 0..4 {
                        expected[i][j] += 0.5 * w * length * (mass * n[i] * n[j] + rotary * r[i] * r[j]);
                    }
                }
            }
            let found = bending_mass(mass, rotary, shear, length);
            let scale = expected.iter().flatten().fold(0.0_f64, |m, v| m.max(v.abs()));
            for (f, e) in found.iter().flatten().zip(expected.iter().flatten()) {
                assert!((f - e).abs() < 1e-14 * scale, "{f} against {e} at shear {shear}");
            }
        }
    }
}
