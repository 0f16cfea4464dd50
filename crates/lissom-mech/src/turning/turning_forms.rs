//! Effects of rotation about any axis on a reduced model, which has no positions.
//!
//! Centrifugal effects about an axis n̂ are quadratic in n̂, and Coriolis force is linear in it. Six axes through the origin
//! (x, y, z and the three between them) determine the first for every axis, by polarisation, three the
//! second. An axis that passes elsewhere changes only the load, by the momenta of translations.

use crate::elements::SpinAxis;
use crate::structures::rigid_body::RigidBody;
use crate::turning::centrifugal::{Centrifugal, Gyroscopic};
use crate::vector::{Vector, sub};
use lissom_linalg::{Dense, Sparse, dot};
use lissom_model::model::Coordinate;
use std::f64::consts::FRAC_1_SQRT_2 as H;

/// The axes whose effects determine those of all others: x, y, z, then those between x and y, y and z, z and
/// x.
pub const TURNING_AXES: [Vector; 6] =
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [H, H, 0.0], [0.0, H, H], [H, 0.0, H]];

/// Which of the first three axes the others lie between.
const BETWEEN: [(usize, usize); 3] = [(0, 1), (1, 2), (0, 2)];

/// Centrifugal and Coriolis effects at unit speed about the axes of [`TURNING_AXES`], through the origin.
#[derive(Clone, Debug)]
pub struct TurningForms {
    /// M_E about each of the six.
    pub softening: Vec<Dense>,
    /// f_E about each of the six.
    pub load: Vec<Vec<f64>>,
    /// 2Θ(n̂) about x, y, z.
    pub coriolis: Vec<Dense>,
    /// Where the origin is in the model [m].
    pub origin: Vector,
}

impl TurningForms {
    /// Of a structure with x = V y; `turning` gives the effects of an axis.
    ///
    /// # Errors
    /// Those of `turning`.
    pub fn of<'m, E>(
        vectors: &Dense,
        turning: impl Fn(SpinAxis) -> Result<Box<dyn Gyroscopic + 'm>, E>,
    ) -> Result<Self, E> {
        let seen = |matrix: &Sparse| vectors.transpose_matmul(&matrix.times(vectors));
        let mut this =
            Self { softening: Vec::new(), load: Vec::new(), coriolis: Vec::new(), origin: [0.0; 3] };
        for (k, direction) in TURNING_AXES.into_iter().enumerate() {
            let matter = turning(SpinAxis { direction, point: [0.0; 3] })?;
            this.softening.push(seen(matter.softening()).symmetric_part());
            this.load.push((0..vectors.cols()).map(|j| dot(vectors.column(j), matter.load())).collect());
            if k < 3 {
                this.coriolis.push(seen(matter.coriolis()));
            }
        }
        Ok(this)
    }

    /// The effects about an axis; `body` has the momenta of translations.
    #[must_use]
    pub fn about(&self, axis: &SpinAxis, body: &RigidBody) -> TurningMatter {
        let n = axis.direction;
        // Q(n) = Σ nᵢ² Q(eᵢ) + Σ 2 nᵢ nⱼ (Q(n_ij) − (Q(eᵢ) + Q(eⱼ))/2).
        let mut shares: Vec<f64> = n.iter().map(|c| c * c).collect();
        for (i, j) in BETWEEN {
            shares[i] -= n[i] * n[j];
            shares[j] -= n[i] * n[j];
            shares.push(2.0 * n[i] * n[j]);
        }
        let mut softening = Dense::zeros(self.softening[0].rows(), self.softening[0].cols());
        let mut load = vec![0.0; softening.rows()];
        for (share, (matrix, force)) in shares.iter().zip(self.softening.iter().zip(&self.load)) {
            softening.add_scaled(*share, matrix);
            load.iter_mut().zip(force).for_each(|(sum, f)| *sum += share * f);
        }
        let away = axis.normal(sub(axis.point, self.origin));
        for (k, kind) in [Coordinate::X, Coordinate::Y, Coordinate::Z].iter().enumerate() {
            if let Some(column) = body.kinds.iter().position(|known| known == kind) {
                let momenta = body.momenta.column(column);
                load.iter_mut().zip(momenta).for_each(|(sum, m)| *sum -= away[k] * m);
            }
        }
        let mut coriolis = Dense::zeros(softening.rows(), softening.cols());
        self.coriolis.iter().zip(n).for_each(|(matrix, share)| coriolis.add_scaled(share, matrix));
        TurningMatter {
            load,
            softening: Sparse::from_dense(&softening),
            coriolis: Sparse::from_dense(&coriolis),
        }
    }
}

/// A reduced structure rotating about an axis.
#[derive(Clone, Debug)]
pub struct TurningMatter {
    load: Vec<f64>,
    softening: Sparse,
    coriolis: Sparse,
}

impl Centrifugal for TurningMatter {
    fn load(&self) -> &[f64] {
        &self.load
    }

    fn softening(&self) -> &Sparse {
        &self.softening
    }

    /// A basis computed at rest has no stress.
    fn stiffening(&self, _displacement: &[f64]) -> Option<Sparse> {
        None
    }
}

impl Gyroscopic for TurningMatter {
    fn coriolis(&self) -> &Sparse {
        &self.coriolis
    }
}
