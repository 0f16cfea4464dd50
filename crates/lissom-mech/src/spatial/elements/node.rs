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

/// Near w = 1: g = Σ c_k y^k with y = 1 − w. From the differential equation c_{k+1} = c_k (k + 1)/(2k + 3), c₀ = 2.
fn series(y: f64) -> [f64; 4] {
    let mut sums = [0.0; 4];
    let mut c = 2.0;
    for k in 0..24_i32 {
        let n = f64::from(k);
        let power = |less: i32| if k >= less { y.powi(k - less) } else { 0.0 };
        sums[0] += c * power(0);
        sums[1] -= c * n * power(1);
        sums[2] += c * n * (n - 1.0) * power(2);
        sums[3] -= c * n * (n - 1.0) * (n - 2.0) * power(3);
        c *= (n + 1.0) / (2.0 * n + 3.0);
    }
    sums
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
