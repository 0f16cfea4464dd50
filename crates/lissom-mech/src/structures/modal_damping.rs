//! Damping given as modal ratios, not as a matrix.

use lissom_linalg::{Dense, Sparse};

/// The damping ratios of a structure's elastic modes, in addition to its damping matrix.
#[derive(Clone, Debug)]
pub enum ModalDamping {
    /// Every elastic mode has this ratio \[-\].
    Uniform(f64),
    /// Components with different ratios ζ_p: each dissipates in proportion to its own elastic energy, so that
    /// a mode φ has ζ = Σ ζ_p E_p/E = φᵀ S φ / φᵀ K φ with S = Σ ζ_p K_p, stored here (composite or
    /// energy-weighted modal damping).
    ByEnergy(Sparse),
}

impl Default for ModalDamping {
    fn default() -> Self {
        Self::Uniform(0.0)
    }
}

impl ModalDamping {
    /// Whether no mode is damped.
    #[must_use]
    pub fn is_none(&self) -> bool {
        match self {
            Self::Uniform(ratio) => *ratio == 0.0,
            Self::ByEnergy(weighted) => weighted.max_abs() == 0.0,
        }
    }

    /// The ratio of a mode with the given shape, whose φᵀKφ is `twice_energy`; a motion without elastic energy has none
    /// \[-\].
    #[must_use]
    pub fn ratio(&self, shape: &[f64], twice_energy: f64) -> f64 {
        match self {
            _ if twice_energy <= 0.0 => 0.0,
            Self::Uniform(ratio) => *ratio,
            Self::ByEnergy(weighted) => weighted.form(shape, shape) / twice_energy,
        }
    }

    /// S = ζ K, or Σ ζ_p K_p.
    #[must_use]
    pub fn weighted(&self, stiffness: &Sparse) -> Sparse {
        match self {
            Self::Uniform(ratio) => stiffness.add_scaled(*ratio, stiffness, 0.0),
            Self::ByEnergy(weighted) => weighted.clone(),
        }
    }

    /// The same damping in the coordinates of x = V y.
    #[must_use]
    pub fn projected(&self, vectors: &Dense) -> Self {
        match self {
            Self::Uniform(ratio) => Self::Uniform(*ratio),
            Self::ByEnergy(weighted) => {
                let small = vectors.transpose_matmul(&weighted.times(vectors)).symmetric_part();
                Self::ByEnergy(Sparse::from_dense(&small))
            }
        }
    }
}
