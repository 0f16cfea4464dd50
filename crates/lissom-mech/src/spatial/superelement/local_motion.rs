//! Displacement and rotation of an interface relative to the frame.
//!
//! # Equation
//! u = Rᵀ(r − c) − X, and ψ is the rotation vector of RᵀRᵢ: with the matrix P of RᵀRᵢ, cos θ = (tr P − 1)/2, sin θ n = ax(P),
//! ψ = (θ/sin θ) ax(P), smooth below θ = π.

use super::super::chart::{Chart, Vec3, dotted};
use super::super::elements::angle_over_sine;
use super::super::jet::Jet;
use super::super::rotation::Axes;
use crate::vector::Vector;

/// u of an interface, from the axes of the frame and the way between both nodes.
pub(super) fn displacement<J: Jet>(frame: &[Vec3<J>; 3], way: Vec3<J>, reference: Vector) -> Vec3<J> {
    std::array::from_fn(|k| dotted(frame[k], way) - J::constant(reference[k]))
}

/// ψ of an interface, from the axes of both nodes.
pub(super) fn rotation<J: Jet>(frame: &[Vec3<J>; 3], interface: &[Vec3<J>; 3]) -> Vec3<J> {
    let p = |k: usize, l: usize| dotted(frame[k], interface[l]);
    let cosine = (p(0, 0) + p(1, 1) + p(2, 2) - J::constant(1.0)) * 0.5;
    // Half of θ/sin θ for the angle itself, and half of it because the difference is twice the sine.
    let factor = cosine.composed(angle_over_sine(cosine.value())) * 0.25;
    [(p(2, 1) - p(1, 2)) * factor, (p(0, 2) - p(2, 0)) * factor, (p(1, 0) - p(0, 1)) * factor]
}

/// u and ψ in the chart about the places of frame and interface.
pub(super) fn local_motion<J: Jet>(
    chart: &Chart<J>,
    [own, triad]: [&Axes; 2],
    reference: Vector,
    turns: bool,
) -> [J; 6] {
    let frame = [0, 1, 2].map(|k| chart.fixed(0, own[k]));
    let moved = chart.relative();
    let way = std::array::from_fn(|i| moved[i] + J::constant(reference[i]));
    let [x, y, z] = displacement(&frame, way, reference);
    let zero = J::constant(0.0);
    let [a, b, c] = match turns {
        true => rotation(&frame, &[0, 1, 2].map(|k| chart.fixed(1, triad[k]))),
        false => [zero; 3],
    };
    [x, y, z, a, b, c]
}

/// The coefficient κ of ψ′ = W − ½ ψ×W + κ ψ×(ψ×W), W the spin relative to the frame, and its derivative by y = |ψ|².
///
/// κ = (1 − h cot h)/(4h²) with h = |ψ|/2; near zero Σ |B₂ₙ| yⁿ⁻¹/(2n)!.
pub(super) fn spin_coefficient(y: f64) -> [f64; 4] {
    if y < 0.05 {
        let c = [
            1.0 / 12.0,
            1.0 / 720.0,
            1.0 / 30_240.0,
            1.0 / 1_209_600.0,
            1.0 / 47_900_160.0,
            691.0 / 1_307_674_368_000.0,
        ];
        let value = c.iter().rev().fold(0.0, |sum, c| sum * y + c);
        let slope = (1..6).rev().fold(0.0, |sum, n| sum * y + n as f64 * c[n]);
        return [value, slope, 0.0, 0.0];
    }
    let h = 0.5 * y.sqrt();
    let cot = h.tan().recip();
    let top = 1.0 - h * cot;
    let top_slope = -cot + h * (1.0 + cot * cot);
    let by_half = (top_slope * 4.0 * h * h - top * 8.0 * h) / (16.0 * h.powi(4));
    [top / (4.0 * h * h), by_half / (8.0 * h), 0.0, 0.0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_coefficient_of_spins_is_smooth() {
        let (near, far) = (spin_coefficient(0.05 - 1e-12), spin_coefficient(0.05));
        assert!((near[0] - far[0]).abs() < 1e-12 && (near[1] - far[1]).abs() < 1e-10);
        let [value, slope, ..] = spin_coefficient(1.3);
        let difference = (spin_coefficient(1.3 + 1e-6)[0] - spin_coefficient(1.3 - 1e-6)[0]) / 2e-6;
        assert!((slope - difference).abs() < 1e-9 && value > 1.0 / 12.0);
    }
}
