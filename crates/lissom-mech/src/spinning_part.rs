//! An imported part in a frame that turns: centrifugal force from its mass matrix.

use crate::centrifugal::{Centrifugal, Gyroscopic, skew_part};
use crate::elements::{SpinAxis, tilde};
use crate::error::MechError;
use crate::part_structure::PartStructure;
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
}

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
        let [mut normal, mut turning] = [0, 1].map(|_| Triplets::new(dofs.len(), dofs.len()));
        let spin = tilde(axis.direction);
        for node in rows.values() {
            for (i, a) in node {
                for (j, b) in node {
                    let unit = [0, 1, 2].map(|k| f64::from(u8::from(k == *b)));
                    normal.add(*i, *j, axis.normal(unit)[*a]);
                    turning.add(*i, *j, spin[*a][*b]);
                }
            }
        }
        let [normal, turning] = [normal, turning].map(|sum| Sparse::from_triplets(&sum));
        let (ahead, behind) = (mass.multiply_sparse(&normal), normal.multiply_sparse(mass));
        let anisotropy =
            ahead.add_scaled(1.0, &behind, -1.0).max_abs() / mass.max_abs().max(f64::MIN_POSITIVE);
        let mut load = vec![0.0; dofs.len()];
        mass.multiply(&arms, &mut load);
        let mut coriolis = mass.multiply_sparse(&turning);
        coriolis = skew_part(&coriolis.add_scaled(1.0, &turning.multiply_sparse(mass), 1.0));
        Ok(Self { load, softening: mass.congruence(&normal).symmetric_part(), coriolis, anisotropy })
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
