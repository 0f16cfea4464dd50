//! Effective modal mass: how much of a structure a mode moves in each direction.

use lissom_linalg::Dense;
use lissom_mech::RigidBody;
use lissom_model::model::Coordinate;

/// The effective mass of each mode in each direction.
#[derive(Clone, Debug)]
pub struct EffectiveMass {
    /// Directions: displacements along the global axes, rotations about those through the point.
    pub directions: Vec<Coordinate>,
    /// The point that rotations are about [m]: where a part is held, if one interface holds it, otherwise the centre of mass.
    pub about: Option<[f64; 3]>,
    /// Whether that is where it is held.
    pub about_base: bool,
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
    /// is the mass that the supports carry directly. There are no directions if the rigid motions are
    /// unknown.
    #[must_use]
    pub fn of(body: Option<&RigidBody>, shapes: &Dense) -> Self {
        let Some(body) = body else {
            let by_mode = vec![Vec::new(); shapes.cols()];
            return Self {
                directions: Vec::new(),
                about: None,
                about_base: false,
                whole: Vec::new(),
                by_mode,
            };
        };
        let count = body.kinds.len();
        let about = body.base.unwrap_or(body.centre);
        let (momenta, inertia) = body.seen_from(about);
        let participation = shapes.transpose_matmul(&momenta);
        let whole: Vec<f64> = (0..count).map(|d| inertia[(d, d)]).collect();
        // No mode moves more than the whole (Cauchy's inequality), so a square beyond all numbers is the whole up to rounding.
        let square = |i: usize, d: usize| Some(participation[(i, d)].powi(2)).filter(|m| m.is_finite());
        let moved = |i: usize| (0..count).map(|d| square(i, d).unwrap_or(whole[d])).collect();
        let by_mode = (0..shapes.cols()).map(moved).collect();
        let (about, about_base) = (Some(about), body.base.is_some());
        Self { directions: body.kinds.clone(), about, about_base, whole, by_mode }
    }

    /// Share of the whole that mode `i` moves in direction `d`; zero where the whole has no inertia [-].
    #[must_use]
    pub fn share(&self, i: usize, d: usize) -> f64 {
        if self.whole[d] > 0.0 { self.by_mode[i][d] / self.whole[d] } else { 0.0 }
    }
}
