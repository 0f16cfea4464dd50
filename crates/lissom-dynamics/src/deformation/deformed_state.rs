//! What every operating state tells: how the body moves, how it is deformed, and what proves it.

/// A structure that moves rigidly and keeps its deformation.
#[derive(Clone, Debug)]
pub struct DeformedState {
    /// Rigid acceleration of every row [m/s²] or [rad/s²].
    pub acceleration: Vec<f64>,
    /// Rigid velocity of every row; of a spinning body that of the reference shape [m/s] or [rad/s].
    pub velocity: Vec<f64>,
    /// Deformation, without rigid motion: QᵀM x = 0 [m] or [rad].
    pub deformation: Vec<f64>,
    /// What deforms: the applied force less inertia and drag of the rigid motion, F⊥ [N] or [N m].
    pub internal_force: Vec<f64>,
    /// ½ xᵀ K x [J].
    pub elastic_energy: f64,
    /// What is left of the balance over the forces in it, each row measured with its stiffness [-].
    pub residual: f64,
    /// Rigid motion left in the deformation: |QᵀM x| over |x| in the norm of the mass; zero without rigid motions [-].
    pub gauge: f64,
    /// Where the power of the applied force goes.
    pub power: Power,
}

/// Power of the applied force and what becomes of it \[StaticDeformation, §7\].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Power {
    /// Fᵀ(q̇ + ẋ) [W].
    pub supplied: f64,
    /// Rate of kinetic and elastic energy [W].
    pub stored: f64,
    /// q̇ᵀ D q̇ [W].
    pub dissipated: f64,
    /// ẋᵀ D q̇: what drag takes from the deformation while it changes [W].
    pub internal: f64,
}

impl Power {
    /// What the balance leaves, over the largest of its terms [-].
    #[must_use]
    pub fn residual(&self) -> f64 {
        let largest = [self.supplied, self.stored, self.dissipated, self.internal]
            .into_iter()
            .fold(0.0_f64, |m, p| m.max(p.abs()));
        let rest = self.supplied - self.stored - self.dissipated - self.internal;
        if largest == 0.0 { 0.0 } else { rest.abs() / largest }
    }
}
