//! The deformation as a series in derivatives of the load: no equation to solve, for slow loads only.

use crate::error::ReduceError;
use crate::linear::elastic::Elastic;
use lissom_linalg::Dense;

/// x(t) = Σ (−1)ⁿ α⁽²ⁿ⁾(t) xₙ with xₙ = (G M)ⁿ G F, for F α(t) and no damping \[StaticDeformation, §5\].
///
/// It converges only below the first driven frequency, by (ω/ω₁)² per term; Galerkin projection on the same
/// vectors does not have that limit.
#[derive(Clone, Debug)]
pub struct DerivativeExpansion {
    /// x₀, x₁, … as columns.
    pub vectors: Dense,
    /// ‖xₙ‖_K of each.
    pub norms: Vec<f64>,
}

impl DerivativeExpansion {
    /// The first terms for a force.
    ///
    /// # Errors
    /// [`ReduceError::NotFinite`].
    pub fn of(elastic: &Elastic, force: &[f64], terms: usize) -> Result<Self, ReduceError> {
        let n = force.len();
        let mut next = elastic.deform(Dense::from_column_major(n, 1, force.to_vec()));
        let (mut vectors, mut norms) = (Dense::zeros(n, 0), Vec::with_capacity(terms));
        for _ in 0..terms {
            if let Some((row, _)) = next.vectors.first_not_finite() {
                return Err(ReduceError::NotFinite { row: elastic.structure.rows[row].name.clone() });
            }
            norms.push(energy_norm(next.vectors.column(0), next.forces.column(0)));
            vectors = vectors.beside(&next.vectors);
            next = elastic.deform_by_inertia(&next.vectors);
        }
        Ok(Self { vectors, norms })
    }

    /// The deformation under a load with these derivatives: α, α̈, α⁗, …, as many as there are terms.
    #[must_use]
    pub fn deformation(&self, even_derivatives: &[f64]) -> Vec<f64> {
        let sign = |n: usize| if n.is_multiple_of(2) { 1.0 } else { -1.0 };
        let weights: Vec<f64> = even_derivatives.iter().enumerate().map(|(n, a)| sign(n) * a).collect();
        self.vectors.columns(0..weights.len()).multiply_vector(&weights)
    }

    /// The amplitude of the deformation under F cos ωt: derivatives are powers of −ω².
    #[must_use]
    pub fn harmonic(&self, omega: f64) -> Vec<f64> {
        let derivatives: Vec<f64> =
            (0..self.vectors.cols()).map(|n| (-omega * omega).powi(n as i32)).collect();
        self.deformation(&derivatives)
    }

    /// How much smaller each term is than the one before at a frequency, from the last two: above one the series
    /// diverges [-].
    #[must_use]
    pub fn ratio(&self, omega: f64) -> Option<f64> {
        // Terms of a very light structure fall below the range of numbers; those before have the same ratio.
        let told = |pair: &&[f64]| pair[1] >= f64::MIN_POSITIVE;
        let pair = self.norms.windows(2).rev().find(told).or_else(|| self.norms.windows(2).next_back())?;
        (pair[0] > 0.0).then(|| omega * omega * pair[1] / pair[0])
    }
}

/// √(xᵀf), with both over their largest entry: the product of very small ones is not a number.
fn energy_norm(x: &[f64], f: &[f64]) -> f64 {
    let largest = |v: &[f64]| v.iter().fold(0.0_f64, |most, entry| most.max(entry.abs()));
    let sizes = [largest(x), largest(f)];
    if sizes.contains(&0.0) {
        return 0.0;
    }
    let product: f64 = x.iter().zip(f).map(|(x, f)| (x / sizes[0]) * (f / sizes[1])).sum();
    product.max(0.0).sqrt() * sizes[0].sqrt() * sizes[1].sqrt()
}
