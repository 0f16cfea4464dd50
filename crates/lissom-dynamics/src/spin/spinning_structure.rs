//! The matrices of a structure in a frame that turns, each with its name and its power of the speed.

use crate::deformation::FreeBody;
use crate::error::DynamicsError;
use crate::moving_error::MovingError;
use lissom_linalg::{Dense, Sparse, Triplets};
use lissom_mech::{Gyroscopic, SpinDrag, StandingFrame};

/// A rotor may depend on the direction across its axis by this share before it counts as doing so.
const ROUND: f64 = 1e-9;

/// Entries of inertia forces at unit speed below this share of the mass are rounding.
const ROUNDING: f64 = 1e-12;

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
    /// M R at unit speed where the frame stands still, R being what turns displacements: the angular momentum of a motion is
    /// measured with it. `None` in a frame that turns, where half of G serves.
    pub orbit: Option<Sparse>,
    /// f_E: centrifugal force on the reference shape at unit speed.
    pub load: Vec<f64>,
    /// Motions that nothing resists at rest, mass-orthonormal.
    pub rigid: Dense,
    /// What acts.
    pub effects: SpinEffects,
}

impl SpinningStructure {
    /// The structure of a body whose matter feels the frame. Stress is that of the centrifugal force at unit speed on the
    /// reference shape; `drag` describes dampers at rest.
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
            orbit: None,
            load: matter.load().to_vec(),
            rigid: body.rigid().clone(),
            effects,
        })
    }

    /// A round rotor seen from a frame that stands still, on bearings of any kind.
    ///
    /// # Equation
    /// Displacements x in the frame that turns are q = e^{ΩtR} x in the one that stands. What commutes with R looks the same from
    /// both, and M ẍ + (D + ΩG) ẋ + (K + Ω²(C_f + K^G)) x = 0 becomes
    /// M q̈ + (D + Ω(G − 2MR)) q̇ + (K + Ω²(C_f + K^G − GR + MR²) − Ω D R) q = 0; bearings that stand still join K and D only. For
    /// masses that are points G − 2MR vanishes; what is left are the gyroscopic moments of discs.
    ///
    /// # Errors
    /// [`MovingError::NotRound`] when the rotor itself depends on the direction across the axis, and when matrices do not fit.
    pub fn standing(
        body: &FreeBody<'_>,
        matter: &dyn Gyroscopic,
        standing: &StandingFrame,
        effects: SpinEffects,
    ) -> Result<Self, DynamicsError> {
        let mut this = Self::of(body, matter, None, effects)?;
        let r = &standing.turning;
        let own_stiffness = this.stiffness.add_scaled(1.0, &standing.standing_stiffness, -1.0);
        let own_damping = this.damping.add_scaled(1.0, &standing.standing_damping, -1.0);
        for (what, matrix, scale) in [
            ("mass", &this.mass, this.mass.max_abs()),
            ("stiffness", &own_stiffness, this.stiffness.max_abs()),
            ("damping", &own_damping, this.damping.max_abs()),
            ("Coriolis matrix", &this.coriolis, this.coriolis.max_abs()),
            ("centrifugal matrix", &this.centrifugal, this.centrifugal.max_abs()),
        ] {
            this.check_round(what, matrix, scale, r)?;
        }
        let orbit = this.mass.multiply_sparse(r);
        let turned = orbit.add_scaled(1.0, &this.coriolis, -1.0).multiply_sparse(r);
        this.centrifugal = this.centrifugal.add_scaled(1.0, &turned, 1.0);
        this.coriolis = this.without_rounding(this.coriolis.add_scaled(1.0, &orbit, -2.0));
        let fed = own_damping.multiply_sparse(r);
        let size = own_damping.max_abs();
        this.circulatory = (size > ROUND * this.damping.max_abs()).then(|| fed.add_scaled(-1.0, &fed, 0.0));
        this.orbit = Some(orbit);
        Ok(this)
    }

    /// A matrix that looks the same from all directions across the axis commutes with what turns displacements.
    fn check_round(
        &self,
        what: &'static str,
        matrix: &Sparse,
        scale: f64,
        r: &Sparse,
    ) -> Result<(), MovingError> {
        let defect = matrix.multiply_sparse(r).add_scaled(1.0, &r.multiply_sparse(matrix), -1.0);
        match defect.iter().find(|(_, _, value)| value.abs() > ROUND * scale) {
            None => Ok(()),
            Some((row, ..)) => Err(MovingError::NotRound {
                name: self.name.clone(),
                what,
                coordinate: self.rows[row].clone(),
            }),
        }
    }

    /// What angular momentum of motions is measured with, at unit speed: Θ(n̂), or M R where the frame stands still.
    pub(super) fn momentum(&self) -> Sparse {
        match &self.orbit {
            Some(orbit) => orbit.clone(),
            None => self.coriolis.add_scaled(0.5, &self.coriolis, 0.0),
        }
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
        let sum = match &self.geometric {
            Some(stress) => self.centrifugal.add_scaled(share(centrifugal), stress, share(geometric)),
            None => self.centrifugal.add_scaled(share(centrifugal), &self.centrifugal, 0.0),
        };
        self.without_rounding(sum)
    }

    /// A matrix of inertia forces at unit speed without entries that are nothing beside the mass. Seen from a frame that stands still
    /// the terms of a round rotor cancel each other: what rounding leaves of them must not be taken for forces.
    fn without_rounding(&self, matrix: Sparse) -> Sparse {
        let mass = self.mass.diagonal();
        let mut kept = Triplets::new(matrix.rows(), matrix.cols());
        for (i, j, value) in matrix.iter() {
            if value.abs() > ROUNDING * (mass[i] * mass[j]).max(0.0).sqrt() {
                kept.add(i, j, value);
            }
        }
        Sparse::from_triplets(&kept)
    }

    /// Whether nothing takes or gives energy: no damping, no circulatory force.
    #[must_use]
    pub fn is_conservative(&self) -> bool {
        self.circulatory.is_none() && self.damping.max_abs() == 0.0
    }
}
