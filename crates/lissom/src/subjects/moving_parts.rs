//! FE parts as bodies of a mechanism: read, reduced once, and handed to everything that moves.

use crate::failure::Failure;
use crate::session::Session;
use lissom_import::{Mesh, PartFiles, read_part};
use lissom_linalg::{Quiet, Sparse};
use lissom_mech::{LoosePart, MovingParts, PartSource};
use lissom_model::model::{Dimension, FePart, GeometricFile};
use lissom_reduce::linear::{ReducedPart, moving_part};

impl Session {
    /// The FE parts in large motion, reduced to their interfaces; in the order of the model.
    ///
    /// # Errors
    /// When the model is wrong, a file cannot be read, or a part cannot be reduced.
    pub fn reduced_parts(&self) -> Result<&[ReducedPart], Failure> {
        if let Some(parts) = self.moving.get() {
            return Ok(parts);
        }
        let described = self.model()?.fe_parts.iter();
        let parts = described.filter_map(|part| self.reduce_part(part).transpose());
        let parts = parts.collect::<Result<Vec<_>, Failure>>()?;
        let (parts, meshes) = parts.into_iter().unzip();
        self.meshes.get_or_init(|| meshes);
        Ok(self.moving.get_or_init(|| parts))
    }

    /// Their meshes in the reference configuration of the model; `None` of a part without one.
    ///
    /// # Errors
    /// As [`Session::reduced_parts`].
    pub fn part_meshes(&self) -> Result<&[Option<Mesh>], Failure> {
        self.reduced_parts()?;
        Ok(self.meshes.get().map_or(&[], |meshes| meshes))
    }

    /// The same as bodies of a mechanism.
    pub(crate) fn moving_parts(&self) -> Result<MovingParts, Failure> {
        Ok(MovingParts::of(self.reduced_parts()?.iter().map(|reduced| reduced.part.clone()).collect()))
    }

    /// A part of the model; `None` where it moves a little only.
    fn reduce_part(&self, part: &FePart) -> Result<Option<(ReducedPart, Option<Mesh>)>, Failure> {
        let Some(motion) = &part.motion else { return Ok(None) };
        let model = self.model()?;
        let source = self.source(part)?;
        let (stress, mesh) = match &source {
            PartSource::Imported(own) => (own.stress.as_ref().map(|m| m.matrix.clone()), own.mesh.clone()),
            PartSource::Reduced(_) => (None, None),
        };
        let loose = LoosePart::new(model, part, source)?;
        let planar = model.dimension == Dimension::Two;
        let mut reduced = moving_part(part, motion, &loose, planar, self.threads(), &Quiet)?;
        if let Some(stress) = &stress {
            reduced = reduced.with_stress(stress);
        }
        for file in &motion.geometric {
            let matrix = self.geometric_stiffness(part, file)?;
            let (turns, axis) = (file.direction.is_rotation(), file.direction as usize % 3);
            let mut unit = [0.0; 3];
            unit[axis] = 1.0;
            // Loads of the program that wrote the files are along the axes of its files.
            let direction = part.orientation.map_or(unit, |axes| axes[axis]);
            reduced = reduced.with_geometric(&file.interface, direction, turns, &matrix)?;
        }
        Ok(Some((reduced, mesh)))
    }

    /// Geometric stiffness under a unit load in SI units, over the rows of the files.
    fn geometric_stiffness(&self, part: &FePart, file: &GeometricFile) -> Result<Sparse, Failure> {
        let files = PartFiles { stiffness: file.file.clone(), ..PartFiles::from(part) };
        let imported = read_part(&files, &self.beside_model())?.brought_in(part)?;
        let turns = file.direction.is_rotation();
        let load = part.units.force * if turns { part.units.length } else { 1.0 };
        let mut matrix = imported.stiffness.matrix.symmetric_part();
        matrix.values_mut().iter_mut().for_each(|value| *value /= load);
        Ok(matrix)
    }
}
