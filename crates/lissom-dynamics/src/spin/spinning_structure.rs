//! The matrices of a structure in a frame that turns, each with its name and its power of the speed.

use crate::deformation::FreeBody;
use crate::error::DynamicsError;
use lissom_linalg::{Dense, Sparse};
use lissom_mech::{Gyroscopic, SpinDrag};

/// Which effects of the frame act on vibrations. The load that deforms the structure is not one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpinEffects {
    /// Coriolis force, 2Θ(ω̃).
    pub coriolis: bool,
    /// Centrifugal force that displacements add, Θ(ω̃²).
    pub centrifugal: bool,
    /// Stiffness from the stress of the inertia forces and from arms that turn against them, K^G.
    pub geometric: bool,
}

impl Default for SpinEffects {
    fn default() -> Self {
        Self { coriolis: true, centrifugal: true, geometric: true }
    }
}

/// A structure in the frame that turns with it at the speed Ω \[Scutaru2012, Eq. (1.1)\]:
/// M ẍ + (D + Ω G) ẋ + (K + Ω² (C_f + K^G) + Ω N) x = Ω² f_E, all over the rows of the structure, displacements in the
/// axes of the frame.
#[derive(Clone, Debug)]
pub struct SpinningStructure {
    /// Its name, for messages.
    pub name: String,
    /// What each row is called.
    pub rows: Vec<String>,
    /// M, symmetric.
    pub mass: Sparse,
    /// D, symmetric: what turns with the frame, and what stands still.
    pub damping: Sparse,
    /// K at rest, symmetric.
    pub stiffness: Sparse,
    /// G = 2Θ(n̂), skew: Coriolis force at unit speed.
    pub coriolis: Sparse,
    /// C_f = Θ(n̂²), symmetric, nowhere positive: centrifugal force that displacements add at unit speed.
    pub centrifugal: Sparse,
    /// K^G at unit speed, symmetric; `None` where elements, and so stress, are not known.
    pub geometric: Option<Sparse>,
    /// N at unit speed: dampers that stand still push a body that turns; `None` without such dampers.
    pub circulatory: Option<Sparse>,
    /// f_E: centrifugal force on the reference shape at unit speed.
    pub load: Vec<f64>,
    /// Motions that nothing resists at rest, mass-orthonormal.
    pub rigid: Dense,
    /// What acts.
    pub effects: SpinEffects,
}

impl SpinningStructure {
    /// The structure of a body whose matter feels the frame. Stress is that of the centrifugal force at unit speed on the
    /// reference shape; `drag` tells of dampers that stand still.
    ///
    /// # Errors
    /// When matrices do not fit the structure.
    pub fn of(
        body: &FreeBody<'_>,
        matter: &dyn Gyroscopic,
        drag: Option<&SpinDrag>,
        effects: SpinEffects,
    ) -> Result<Self, DynamicsError> {
        let structure = body.structure();
        let mut centrifugal = matter.softening().clone();
        centrifugal.values_mut().iter_mut().for_each(|v| *v = -*v);
        Ok(Self {
            name: structure.name.clone(),
            rows: structure.rows.clone(),
            mass: structure.mass.clone(),
            damping: structure.damping.clone(),
            stiffness: structure.stiffness.clone(),
            coriolis: matter.coriolis().clone(),
            centrifugal,
            geometric: matter.stiffening(&body.deformation(matter.load())),
            circulatory: drag.map(|drag| drag.of_displacement.clone()).filter(|n| n.max_abs() > 0.0),
            load: matter.load().to_vec(),
            rigid: body.rigid().clone(),
            effects,
        })
    }

    /// Number of degrees of freedom.
    #[must_use]
    pub fn size(&self) -> usize {
        self.rows.len()
    }

    /// C_f + K^G as far as they act: all that grows with Ω².
    #[must_use]
    pub fn quadratic_stiffness(&self) -> Sparse {
        let (centrifugal, geometric) = (self.effects.centrifugal, self.effects.geometric);
        let share = |acts: bool| f64::from(u8::from(acts));
        match &self.geometric {
            Some(stress) => self.centrifugal.add_scaled(share(centrifugal), stress, share(geometric)),
            None => self.centrifugal.add_scaled(share(centrifugal), &self.centrifugal, 0.0),
        }
    }

    /// Whether nothing takes or gives energy: no damping, no circulatory force.
    #[must_use]
    pub fn is_conservative(&self) -> bool {
        self.circulatory.is_none() && self.damping.max_abs() == 0.0
    }
}
