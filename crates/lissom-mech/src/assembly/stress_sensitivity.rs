//! What rounding of a static state does to the geometric stiffness of its stress.
//!
//! # Equation
//! q(x) = φᵀ K^G(x) φ is linear in the displacements x behind the stress. Its gradient is found backwards, from the forces on the
//! elements through the balance that gives the stress of fixed deformations to the displacements: one pass for each φ, where
//! forward differences would take one for each coordinate.

use crate::assembly::frame::Frame;
use crate::assembly::linear_system::flexible_gradient;
use crate::elements::Element;
use lissom_linalg::Dense;

/// How φᵀ K^G φ depends on the displacements behind the stress.
#[derive(Clone, Debug)]
pub struct StressSensitivity {
    /// Gradient over the independent coordinates.
    pub gradient: Vec<f64>,
    /// What one rounding of each product in the forces on the elements can change: ε Σ |∂q/∂f| |Dᵀ| |S| |D| |x|.
    pub rounding: f64,
}

impl Frame<'_> {
    /// The sensitivity for a shape φ about displacements x, both of the independent coordinates.
    #[must_use]
    pub fn stress_sensitivity(&self, shape: &[f64], displacement: &[f64]) -> StressSensitivity {
        let (phi, x) = (self.all(shape), self.all(displacement));
        let mut by_force: Vec<Vec<f64>> =
            self.elements().iter().map(|element| by_end_forces(element.as_ref(), &phi)).collect();
        self.add_balance(&mut by_force);
        let mut gradient = vec![0.0; x.len()];
        let mut rounding = 0.0;
        for (element, weights) in self.elements().iter().zip(&by_force) {
            let (d, s) = (flexible_gradient(element.as_ref()), element.stiffness());
            let back =
                d.transpose().multiply_vector(&s.transpose().multiply_vector(&d.multiply_vector(weights)));
            element.coordinates().iter().zip(&back).for_each(|(index, value)| gradient[*index] += value);
            let own: Vec<f64> = element.coordinates().iter().map(|index| x[*index].abs()).collect();
            let [d, s] = [&d, &s].map(absolute);
            let felt = d.transpose().multiply_vector(&s.multiply_vector(&d.multiply_vector(&own)));
            rounding += weights.iter().zip(felt).map(|(w, f)| w.abs() * f).sum::<f64>();
        }
        StressSensitivity { gradient: self.on_independent(&gradient), rounding: f64::EPSILON * rounding }
    }
}

/// ∂q/∂f for the forces on the ends of an element.
fn by_end_forces(element: &dyn Element, phi: &[f64]) -> Vec<f64> {
    let own: Vec<f64> = element.coordinates().iter().map(|index| phi[*index]).collect();
    let Some(moving) = element.moving() else { return vec![0.0; own.len()] };
    let unit = |j: usize| {
        let forces: Vec<f64> = (0..own.len()).map(|i| f64::from(u8::from(i == j))).collect();
        let image = moving.geometric_stiffness(&forces, None).multiply_vector(&own);
        own.iter().zip(image).map(|(a, b)| a * b).sum()
    };
    (0..own.len()).map(unit).collect()
}

fn absolute(a: &Dense) -> Dense {
    Dense::from_fn(a.rows(), a.cols(), |i, j| a[(i, j)].abs())
}
