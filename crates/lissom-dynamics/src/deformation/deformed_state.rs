//! Result of an operating state: rigid motion, deformation and residuals.

/// A structure that moves rigidly and keeps its deformation.
#[derive(Clone, Debug)]
pub struct DeformedState {
    /// Rigid acceleration of every row [m/s²] or [rad/s²].
    pub acceleration: Vec<f64>,
    /// Rigid velocity of every row; of a spinning body that of the reference shape [m/s] or [rad/s].
    pub velocity: Vec<f64>,
    /// Deformation, without rigid motion: QᵀM x = 0 [m] or [rad].
    pub deformation: Vec<f64>,
    /// Deforming force: the applied force minus inertia and drag of the rigid motion, F⊥ [N] or [N m].
    pub internal_force: Vec<f64>,
    /// ½ xᵀ K x [J].
    pub elastic_energy: f64,
    /// Imbalance relative to the forces, each row scaled with its stiffness [-].
    pub residual: f64,
    /// Rigid motion left in the deformation: |QᵀM x| over |x| in the norm of the mass; zero without rigid motions [-].
    pub gauge: f64,
    /// Power balance.
    pub power: Power,
}

/// Power balance \[StaticDeformation, §7\].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Power {
    /// Fᵀ(q̇ + ẋ) [W].
    pub supplied: f64,
    /// Rate of kinetic and elastic energy [W].
    pub stored: f64,
    /// q̇ᵀ D q̇ [W].
    pub dissipated: f64,
    /// ẋᵀ D q̇: power of drag on the changing deformation [W].
    pub internal: f64,
}

impl Power {
    /// Imbalance over the largest term [-].
    #[must_use]
    pub fn residual(&self) -> f64 {
        let largest = [self.supplied, self.stored, self.dissipated, self.internal]
            .into_iter()
            .fold(0.0_f64, |m, p| m.max(p.abs()));
        let rest = self.supplied - self.stored - self.dissipated - self.internal;
        if largest == 0.0 { 0.0 } else { rest.abs() / largest }
    }
}
