//! An imported part in a frame that turns: centrifugal force from its mass matrix.

use crate::centrifugal::{Centrifugal, Gyroscopic, SpinDrag, skew_part};
use crate::elements::SpinAxis;
use crate::error::MechError;
use crate::part_structure::PartStructure;
use crate::vector::cross;
use lissom_linalg::{Sparse, Triplets};
use std::collections::BTreeMap;

/// A part that turns. The integrals f_E, M_E and 2Θ(n̂) are products with the mass matrix here, M E r, E M E and
/// M ñ + ñ M: right where all rows are translations and all directions are interpolated alike, as in solids \[StaticDeformation, §2.4\].
#[derive(Debug)]
pub struct SpinningPart {
    load: Vec<f64>,
    softening: Sparse,
    coriolis: Sparse,
    anisotropy: f64,
    /// ω̂ × u of displacements, and ω̂ × r of places.
    spin: Sparse,
    turn: Vec<f64>,
}

/// A matrix acts alike in all directions when it commutes with the rotation to this share [-].
const ISOTROPIC: f64 = 1e-9;

/// A damping matrix that drags the rotation by less than this share of what else does, does not drag it [-].
const NO_DRAG: f64 = 1e-8;

impl SpinningPart {
    /// The part in rotation about an axis.
    ///
    /// # Errors
    /// [`MechError::NoSpin`] when positions are not known, rows are rotations, or interfaces are rigid.
    pub fn of(part: &PartStructure, axis: SpinAxis) -> Result<Self, MechError> {
        let refused = |reason: &'static str| MechError::NoSpin { part: part.structure.name.clone(), reason };
        let (Some(dofs), Some(mesh)) = (&part.dofs, &part.mesh) else {
            return Err(refused("without `dof` and `mesh` nobody knows where its rows are"));
        };
        let mass = &part.structure.mass;
        if part.is_held() {
            return Err(refused("supports hold rows of it; hold it by springs to ground instead"));
        }
        if dofs.len() != mass.rows() {
            return Err(refused("rigid interfaces join its rows; use kind = \"mean\" or \"nodes\""));
        }
        let mut rows: BTreeMap<i64, Vec<(usize, usize)>> = BTreeMap::new();
        let mut arms = vec![0.0; dofs.len()];
        for (row, dof) in dofs.iter().enumerate() {
            let component = usize::from(dof.component);
            if component > 3 {
                return Err(refused("some of its rows are rotations"));
            }
            let place =
                mesh.position(dof.node).ok_or_else(|| refused("a node of `dof` is not in the mesh"))?;
            arms[row] = axis.arm(place)[component - 1];
            rows.entry(dof.node).or_default().push((row, component - 1));
        }
        let [mut normal, mut spin] = [(); 2].map(|()| Triplets::new(dofs.len(), dofs.len()));
        for node in rows.values() {
            for (i, a) in node {
                for (j, b) in node {
                    let unit = [0, 1, 2].map(|k| f64::from(u8::from(k == *b)));
                    normal.add(*i, *j, axis.normal(unit)[*a]);
                    let across = cross(axis.direction, unit)[*a];
                    if across != 0.0 {
                        spin.add(*i, *j, across);
                    }
                }
            }
        }
        let [normal, spin] = [normal, spin].map(|sum| Sparse::from_triplets(&sum));
        let mut turn = vec![0.0; dofs.len()];
        spin.multiply(&arms, &mut turn);
        let (ahead, behind) = (mass.multiply_sparse(&normal), normal.multiply_sparse(mass));
        let anisotropy =
            ahead.add_scaled(1.0, &behind, -1.0).max_abs() / mass.max_abs().max(f64::MIN_POSITIVE);
        let mut load = vec![0.0; dofs.len()];
        mass.multiply(&arms, &mut load);
        let coriolis = mass.multiply_sparse(&spin).add_scaled(1.0, &spin.multiply_sparse(mass), 1.0);
        let softening = mass.congruence(&normal).symmetric_part();
        Ok(Self { load, softening, coriolis: skew_part(&coriolis), anisotropy, spin, turn })
    }

    /// What drags the rotation: dampers between interfaces and ground, and drag in proportion to mass.
    ///
    /// # Errors
    /// [`MechError::NotIsotropic`] when a damper or spring to ground acts differently as the part turns;
    /// [`MechError::NoSpin`] when a damping matrix drags the rotation: what of it stands still is not known.
    pub fn drag(&self, part: &PartStructure) -> Result<SpinDrag, MechError> {
        let structure = &part.structure;
        for (what, matrix) in [("damping", &part.ground.damping), ("stiffness", &part.ground.stiffness)] {
            let Some(matrix) = matrix else { continue };
            let [ahead, behind] = [matrix.multiply_sparse(&self.spin), self.spin.multiply_sparse(matrix)];
            let defect = ahead.add_scaled(1.0, &behind, -1.0);
            let largest = ISOTROPIC * matrix.max_abs();
            if let Some((row, ..)) = defect.iter().find(|(_, _, value)| value.abs() > largest) {
                return Err(MechError::NotIsotropic { what, coordinate: structure.rows[row].clone() });
            }
        }
        let by_mass = structure.mass.add_scaled(part.ground.per_mass, &structure.mass, 0.0);
        let damping = match &part.ground.damping {
            Some(damping) => damping.add_scaled(1.0, &by_mass, 1.0),
            None => by_mass,
        };
        let [mut known, mut all] = [(); 2].map(|()| vec![0.0; self.turn.len()]);
        damping.multiply(&self.turn, &mut known);
        structure.damping.multiply(&self.turn, &mut all);
        let parts = structure.damping.iter().map(|(i, j, d)| (d * self.turn[i] * self.turn[j]).abs());
        let size: f64 = parts.sum();
        let unknown: f64 = self.turn.iter().zip(all.iter().zip(&known)).map(|(q, (a, k))| q * (a - k)).sum();
        if unknown.abs() > NO_DRAG * size {
            let reason = "its damping matrix drags the rotation, and nobody knows what of it stands still";
            return Err(MechError::NoSpin { part: structure.name.clone(), reason });
        }
        Ok(SpinDrag {
            turn: self.turn.clone(),
            of_shape: known,
            of_displacement: damping.multiply_sparse(&self.spin),
        })
    }

    /// How far the mass matrix is from treating all directions alike: |M E − E M| over |M| [-].
    #[must_use]
    pub fn anisotropy(&self) -> f64 {
        self.anisotropy
    }
}

impl Gyroscopic for SpinningPart {
    fn coriolis(&self) -> &Sparse {
        &self.coriolis
    }
}

impl Centrifugal for SpinningPart {
    fn load(&self) -> &[f64] {
        &self.load
    }

    fn softening(&self) -> &Sparse {
        &self.softening
    }

    /// The elements of a part are not known, so its stress is not.
    fn stiffening(&self, _displacement: &[f64]) -> Option<Sparse> {
        None
    }
}
