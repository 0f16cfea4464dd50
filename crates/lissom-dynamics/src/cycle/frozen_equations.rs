//! The equations of small deformations about a rigid motion, at an instant.

use crate::error::DynamicsError;
use crate::moving_error::MovingError;
use lissom_linalg::Dense;
use lissom_mech::{FrameEffectParts, Machinery, MechError, Size, Workspace};

/// Which effects of the moving frames act on deformations. The inertia of the rigid motion itself, which drives them, is
/// not one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CycleEffects {
    /// Coriolis force, 2Θ(ω̃) ḋ.
    pub coriolis: bool,
    /// Euler force, Θ(ε̃) d.
    pub euler: bool,
    /// Centrifugal force that displacements add, Θ(ω̃²) d.
    pub centrifugal: bool,
    /// Stiffness from the stress that holds the shape, K^G.
    pub geometric: bool,
}

impl Default for CycleEffects {
    fn default() -> Self {
        Self { coriolis: true, euler: true, centrifugal: true, geometric: true }
    }
}

/// M q̈ + C q̇ + K q = f at an instant.
#[derive(Clone, Debug)]
pub struct FrozenEquations {
    /// M, symmetric.
    pub mass: Dense,
    /// C: what rates of q do, damping included.
    pub damping: Dense,
    /// K: what q does.
    pub stiffness: Dense,
    /// f: what the rigid motion does.
    pub load: Vec<f64>,
}

/// Equations whose coefficients change with time.
pub trait MovingEquations {
    /// Its name, for messages.
    fn name(&self) -> &str;

    /// Number of coordinates.
    fn size(&self) -> usize;

    /// The equations at a time.
    ///
    /// # Errors
    /// When the rigid motion cannot be there.
    fn at(&mut self, time: f64) -> Result<FrozenEquations, DynamicsError>;
}

/// A mechanism that its drives move, about its rigid motion.
#[derive(Debug)]
pub struct FrozenMechanism<'a> {
    mechanism: &'a dyn Machinery,
    work: Workspace,
    input: Vec<f64>,
    effects: CycleEffects,
}

impl<'a> FrozenMechanism<'a> {
    /// The mechanism with its deformations as the only coordinates. Inputs that the model leaves open are zero.
    ///
    /// # Errors
    /// [`MovingError::MotionNotPrescribed`] when a joint is free to move by itself.
    pub fn of(mechanism: &'a dyn Machinery, effects: CycleEffects) -> Result<Self, DynamicsError> {
        if let Some(free) = mechanism.coordinates().iter().find(|c| c.size == Size::Large) {
            return Err(MovingError::MotionNotPrescribed { coordinate: free.name.clone() }.into());
        }
        let input = vec![0.0; mechanism.inputs().len()];
        Ok(Self { mechanism, work: mechanism.workspace(), input, effects })
    }

    /// The mechanism.
    #[must_use]
    pub fn mechanism(&self) -> &'a dyn Machinery {
        self.mechanism
    }
}

impl MovingEquations for FrozenMechanism<'_> {
    fn name(&self) -> &str {
        self.mechanism.name()
    }

    fn size(&self) -> usize {
        self.mechanism.coordinates().len()
    }

    fn at(&mut self, time: f64) -> Result<FrozenEquations, DynamicsError> {
        let frozen = self.mechanism.frozen(time, &self.input, &mut self.work);
        let frozen = frozen.map_err(|source| DynamicsError::Linearise { time, source })?;
        let (whole, effects) = (frozen.whole, self.effects);
        let mut damping = whole.velocity_sensitivity;
        damping.add_scaled(1.0, &whole.damping);
        let mut stiffness = whole.stiffness;
        stiffness.add_scaled(1.0, &whole.dynamic_stiffness);
        if effects.geometric {
            stiffness.add_scaled(1.0, &whole.geometric_stiffness);
        }
        let without = !(effects.coriolis && effects.euler && effects.centrifugal);
        match &frozen.effects {
            Some(parts) => leave_out(effects, parts, &mut damping, &mut stiffness),
            None if without => {
                let what = "leaving out Coriolis, Euler or centrifugal forces in space".to_owned();
                return Err(DynamicsError::Linearise { time, source: MechError::NotInMechanism { what } });
            }
            None => {}
        }
        Ok(FrozenEquations { mass: whole.mass, damping, stiffness, load: whole.residual })
    }
}

/// Takes what is switched off out of the equations.
fn leave_out(effects: CycleEffects, parts: &FrameEffectParts, damping: &mut Dense, stiffness: &mut Dense) {
    if !effects.coriolis {
        damping.add_scaled(-1.0, &parts.coriolis);
        stiffness.add_scaled(-1.0, &parts.coriolis_of_joints);
    }
    if !effects.euler {
        stiffness.add_scaled(-1.0, &parts.euler);
    }
    if !effects.centrifugal {
        stiffness.add_scaled(-1.0, &parts.centrifugal);
    }
}
