//! Effective modal mass: how much of a structure a mode moves in each direction.

use lissom_linalg::Dense;
use lissom_mech::RigidBody;
use lissom_model::model::Coordinate;

/// The effective mass of each mode in each direction.
#[derive(Clone, Debug)]
pub struct EffectiveMass {
    /// Directions: displacements along, rotations about the global axes through the centre of mass.
    pub directions: Vec<Coordinate>,
    /// Mass or moment of inertia of the whole structure in each direction [kg] or [kg m²].
    pub whole: Vec<f64>,
    /// One row per mode: effective mass in each direction [kg] or [kg m²].
    pub by_mode: Vec<Vec<f64>>,
}

impl EffectiveMass {
    /// From mass-normalised shapes over the rows of a structure.
    ///
    /// $$ m_{id} = \left( \phi_i^\mathsf{T} T^\mathsf{T} M r_d \right)^2 $$
    ///
    /// with r_d the rigid motion in direction d of the whole structure, its supports moving along
    /// \[Craig2006\]. The shares of all modes of a supported structure add up to at most one; what is missing
    /// is the mass that the supports carry directly. There are no directions if nobody knows the rigid motions.
    #[must_use]
    pub fn of(body: Option<&RigidBody>, shapes: &Dense) -> Self {
        let Some(body) = body else {
            let by_mode = vec![Vec::new(); shapes.cols()];
            return Self { directions: Vec::new(), whole: Vec::new(), by_mode };
        };
        let count = body.kinds.len();
        let participation = shapes.transpose_matmul(&body.momenta);
        let by_mode =
            (0..shapes.cols()).map(|i| (0..count).map(|d| participation[(i, d)].powi(2)).collect()).collect();
        let whole = (0..count).map(|d| body.inertia[(d, d)]).collect();
        Self { directions: body.kinds.clone(), whole, by_mode }
    }

    /// Share of the whole that mode `i` moves in direction `d`; zero where the whole has no inertia [-].
    #[must_use]
    pub fn share(&self, i: usize, d: usize) -> f64 {
        if self.whole[d] > 0.0 { self.by_mode[i][d] / self.whole[d] } else { 0.0 }
    }
}
