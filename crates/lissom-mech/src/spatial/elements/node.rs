//! The rotation vector of a node, as coordinates of free rotations.

use crate::spatial::chart::{Chart, Vec3};
use crate::spatial::jet::Jet;

/// ψ with R = exp([ψ]×) R_home: with the unit quaternion (w, v) of R R_homeᵀ, ψ = g(w) v and g = 2 acos(w)/√(1 − w²).
///
/// It is smooth for angles below 2π. Derivatives of g follow from (1 − w²) g′ = w g − 2.
pub(super) fn rotation_vector<J: Jet>(chart: &Chart<J>) -> Vec3<J> {
    let [w, x, y, z] = chart.from_home();
    let factor = w.composed(angle_over_sine(w.value()));
    [x, y, z].map(|c| c * factor)
}

/// g and its three derivatives.
pub(in crate::spatial) fn angle_over_sine(w: f64) -> [f64; 4] {
    let y = 1.0 - w;
    if y.abs() < 0.05 {
        return series(y);
    }
    let s2 = (1.0 - w * w).max(0.0);
    let g = 2.0 * s2.sqrt().atan2(w) / s2.sqrt();
    let g1 = (w * g - 2.0) / s2;
    let g2 = (g + 3.0 * w * g1) / s2;
    let g3 = (4.0 * g1 + 5.0 * w * g2) / s2;
    [g, g1, g2, g3]
}

/// Terms of the series: for |y| < 0.05 each is 1/40 of the one before.
const TERMS: usize = 18;

/// c_k of the series: from the differential equation c_{k+1} = c_k (k + 1)/(2k + 3), c₀ = 2.
const SERIES: [f64; TERMS] = {
    let mut c = [2.0; TERMS];
    let mut k = 1;
    while k < TERMS {
        c[k] = c[k - 1] * k as f64 / (2 * k + 1) as f64;
        k += 1;
    }
    c
};

/// Near w = 1: g = Σ c_k y^k with y = 1 − w, and its derivatives by w, by Horner's scheme.
fn series(y: f64) -> [f64; 4] {
    let [mut g, mut g1, mut g2, mut g3] = [0.0; 4];
    for c in SERIES.iter().rev() {
        g3 = g3 * y + g2;
        g2 = g2 * y + g1;
        g1 = g1 * y + g;
        g = g * y + c;
    }
    [g, -g1, 2.0 * g2, -6.0 * g3]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_series_meets_the_closed_form() {
        let y = 0.05;
        let (near, far) = (series(y), angle_over_sine(1.0 - y - 1e-12));
        for (a, b) in near.iter().zip(far) {
            assert!((a - b).abs() < 1e-8 * b.abs(), "{a} against {b}");
        }
    }
}
