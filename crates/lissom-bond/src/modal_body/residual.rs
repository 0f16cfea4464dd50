//! The residual compliance of the omitted modes.
//!
//! All three methods of the paper are supported: from statics, from the remaining modes, and from unit loads
//! (which is statics computed by a finite-element model). A residual compliance is always symmetric and
//! positive semidefinite; otherwise the modes and the statics are inconsistent.

use super::mode::{Mode, compliance_of};
use crate::error::BondError;
use lissom_linalg::{Dense, eigen};

/// Eigenvalues below this share of the static compliance count as zero: the direction has no residual [-].
const NEGLIGIBLE: f64 = 1e-9;
/// Negative eigenvalues beyond this share of the static compliance prove that the data are inconsistent [-].
const INCONSISTENT: f64 = 1e-6;
/// Largest accepted asymmetry of a given compliance, relative to its diagonal [-].
const ASYMMETRY: f64 = 1e-6;

/// The static compliance C_r of the omitted modes: symmetric, positive semidefinite \[Clemen2021, Eq. (14)\].
#[derive(Clone, Debug, PartialEq)]
pub struct ResidualCompliance {
    matrix: Dense,
    /// Columns W with C_r = W diag(λ) Wᵀ, λ > 0.
    directions: Dense,
    compliances: Vec<f64>,
}

impl ResidualCompliance {
    /// No residual.
    #[must_use]
    pub fn none(ports: usize) -> Self {
        Self {
            matrix: Dense::zeros(ports, ports),
            directions: Dense::zeros(ports, 0),
            compliances: Vec::new(),
        }
    }

    /// From the statics of the whole body: C_r = C_ss − Σ_kept Yⱼ Yⱼᵀ/kⱼ \[Clemen2021, Eqs. (16), (19)\].
    ///
    /// `static_compliance` comes from a closed form or from unit loads, one per port. Of a free body it is the
    /// elastic compliance by inertia relief. It must come from the same model as the modes.
    ///
    /// # Errors
    /// [`BondError::FieldSize`], [`BondError::Asymmetric`], [`BondError::InconsistentResidual`].
    pub fn from_statics(name: &str, static_compliance: &Dense, kept: &[Mode]) -> Result<Self, BondError> {
        let ports = static_compliance.rows();
        check_square_symmetric(name, static_compliance)?;
        let mut matrix = static_compliance.symmetric_part();
        matrix.add_scaled(-1.0, &compliance_of(ports, kept));
        Self::certified(name, &matrix, static_compliance)
    }

    /// From the omitted modes: C_r = Σ_rest Yⱼ Yⱼᵀ/kⱼ \[Clemen2021, Eq. (17)\].
    ///
    /// The sum converges with the third power of the number of modes for beams; statics are exact and cheaper
    /// where they are known.
    ///
    /// # Errors
    /// [`BondError::Eigen`] when a shape or a stiffness is not a finite number.
    pub fn from_remaining_modes(
        name: &str,
        ports: usize,
        kept: &[Mode],
        rest: &[Mode],
    ) -> Result<Self, BondError> {
        let matrix = compliance_of(ports, rest);
        let mut whole = compliance_of(ports, kept);
        whole.add_scaled(1.0, &matrix);
        Self::certified(name, &matrix, &whole)
    }

    /// C_r, one row and column per port [m/N].
    #[must_use]
    pub fn matrix(&self) -> &Dense {
        &self.matrix
    }

    /// The number of directions with a residual [-].
    #[must_use]
    pub fn rank(&self) -> usize {
        self.compliances.len()
    }

    /// W and λ > 0 with C_r = W diag(λ) Wᵀ: the port space in which the residual is definite.
    #[must_use]
    pub fn reduced(&self) -> (&Dense, &[f64]) {
        (&self.directions, &self.compliances)
    }

    /// Ports with a residual.
    #[must_use]
    pub fn active_ports(&self) -> Vec<usize> {
        (0..self.matrix.rows()).filter(|&i| self.matrix[(i, i)] > 0.0).collect()
    }

    /// Checks definiteness in ports scaled to unit static compliance, so that units do not matter, and clips
    /// rounding to zero.
    fn certified(name: &str, matrix: &Dense, whole: &Dense) -> Result<Self, BondError> {
        let n = matrix.rows();
        let root = |i: usize| if whole[(i, i)] > 0.0 { whole[(i, i)].sqrt() } else { 1.0 };
        let scaled = Dense::from_fn(n, n, |i, j| matrix[(i, j)] / (root(i) * root(j)));
        let split =
            eigen::symmetric(&scaled).map_err(|source| BondError::Eigen { name: name.to_owned(), source })?;
        if let Some(&eigenvalue) = split.values.first().filter(|&&x| x < -INCONSISTENT) {
            let vector = split.vectors.column(0);
            let port = (0..n).max_by(|&a, &b| vector[a].abs().total_cmp(&vector[b].abs())).unwrap_or(0);
            return Err(BondError::InconsistentResidual { name: name.to_owned(), eigenvalue, port });
        }
        let kept: Vec<usize> = (0..n).filter(|&k| split.values[k] > NEGLIGIBLE).collect();
        let directions = Dense::from_fn(n, kept.len(), |i, k| split.vectors[(i, kept[k])] * root(i));
        let compliances: Vec<f64> = kept.iter().map(|&k| split.values[k]).collect();
        let entry = |i: usize, j: usize| {
            (0..kept.len()).map(|k| directions[(i, k)] * compliances[k] * directions[(j, k)]).sum()
        };
        // At full rank nothing was clipped, and the given numbers are better than their reconstruction.
        let clipped = if kept.len() == n {
            matrix.symmetric_part()
        } else {
            cleaned(&Dense::from_fn(n, n, entry), whole)
        };
        Ok(Self { matrix: clipped, directions, compliances })
    }
}

/// Ports whose own residual is negligible get rows of exact zeros.
fn cleaned(matrix: &Dense, whole: &Dense) -> Dense {
    let quiet: Vec<bool> = (0..matrix.rows()).map(|i| matrix[(i, i)] <= NEGLIGIBLE * whole[(i, i)]).collect();
    Dense::from_fn(
        matrix.rows(),
        matrix.cols(),
        |i, j| if quiet[i] || quiet[j] { 0.0 } else { matrix[(i, j)] },
    )
    .symmetric_part()
}

fn check_square_symmetric(name: &str, a: &Dense) -> Result<(), BondError> {
    let (rows, cols) = (a.rows(), a.cols());
    if rows != cols {
        return Err(BondError::FieldSize { name: name.to_owned(), rows, cols, ports: rows });
    }
    for i in 0..rows {
        for j in 0..i {
            let size = (a[(i, i)] * a[(j, j)]).abs().sqrt();
            let difference = (a[(i, j)] - a[(j, i)]).abs();
            if difference.is_nan() || difference > ASYMMETRY * size {
                return Err(BondError::Asymmetric { name: name.to_owned(), row: i, col: j, difference });
            }
        }
    }
    Ok(())
}
