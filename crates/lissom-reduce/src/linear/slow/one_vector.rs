//! One-vector model for slow loads: the static deformation as the only shape.

use crate::error::ReduceError;
use crate::linear::elastic::Elastic;
use crate::linear::krylov::{Growth, Start};
use lissom_linalg::{Complex, Dense, dot};

/// Vectors from which the first driven frequency is estimated: the third gives it to about 1e-6 in frames.
const ENOUGH: usize = 3;

/// A structure that moves in its static deformation x₀ = G F alone \[StaticDeformation, §4\].
///
/// $$ x = \alpha x_0 + \beta x_0, \quad H = \frac{\beta}{\alpha} = -\frac{m s^2 + d s}{m s^2 + d s + k} $$
///
/// with m, d, k = x₀ᵀ(M, D, K) x₀.
#[derive(Clone, Debug, PartialEq)]
pub struct OneVector {
    /// m = x₀ᵀ M x₀ for a unit input [kg m²/N²].
    pub mass: f64,
    /// d = x₀ᵀ D x₀ [kg m²/(N² s)].
    pub damping: f64,
    /// k = x₀ᵀ K x₀ [m/N].
    pub stiffness: f64,
    /// x₀ᵀ D Q: coupling of rigid motion and deformation by damping. If not zero, the single vector neglects
    /// it, and a reduction that keeps Q is needed.
    pub rigid_drag: Vec<f64>,
    /// The first frequency that the force excites [rad/s]. The single vector is valid below it.
    pub valid_below: f64,
}

impl OneVector {
    /// The single vector of a force.
    ///
    /// # Errors
    /// When the force deforms nothing.
    pub fn of(elastic: &Elastic, force: &[f64]) -> Result<Self, ReduceError> {
        let structure = elastic.structure;
        let start = Start { what: "the force".to_owned(), force: force.to_vec() };
        let growth = Growth::of_order(elastic, vec![start], ENOUGH)?;
        let deformed = elastic.deform(Dense::from_column_major(force.len(), 1, force.to_vec()));
        let x = deformed.vectors.column(0);
        let drag = structure.damping.times(elastic.rigid());
        Ok(Self {
            mass: structure.mass.form(x, x),
            damping: structure.damping.form(x, x),
            stiffness: dot(x, deformed.forces.column(0)),
            rigid_drag: (0..drag.cols()).map(|j| dot(drag.column(j), x)).collect(),
            valid_below: growth.1.ritz_values.first().map_or(f64::INFINITY, |square| square.sqrt()),
        })
    }

    /// √(k/m): an upper estimate of the first driven frequency [rad/s].
    #[must_use]
    pub fn natural_frequency(&self) -> f64 {
        (self.stiffness / self.mass).sqrt()
    }

    /// H(s) = β/α: dynamic contribution relative to the static deformation [-].
    #[must_use]
    pub fn transfer(&self, s: Complex) -> Complex {
        let inertia = (s * s).scale(self.mass) + s.scale(self.damping);
        -inertia / (inertia + Complex::from(self.stiffness))
    }

    /// 1 + H(s) = k/(m s² + d s + k): the deformation over the static one [-].
    #[must_use]
    pub fn amplification(&self, s: Complex) -> Complex {
        Complex::ONE + self.transfer(s)
    }
}
