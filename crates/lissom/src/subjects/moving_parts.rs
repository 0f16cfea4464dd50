//! FE parts as bodies of a mechanism: read, reduced once, and handed to everything that moves.

use crate::failure::Failure;
use crate::session::Session;
use lissom_import::{PartFiles, read_part};
use lissom_linalg::{Quiet, Sparse};
use lissom_mech::{LoosePart, MovingParts};
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
        Ok(self.moving.get_or_init(|| parts))
    }

    /// The same as bodies of a mechanism.
    pub(crate) fn moving_parts(&self) -> Result<MovingParts, Failure> {
        Ok(MovingParts::of(self.reduced_parts()?.iter().map(|reduced| reduced.part.clone()).collect()))
    }

    /// A part of the model; `None` where it moves a little only.
    fn reduce_part(&self, part: &FePart) -> Result<Option<ReducedPart>, Failure> {
        let Some(motion) = &part.motion else { return Ok(None) };
        let model = self.model()?;
        let loose = LoosePart::new(model, part, self.source(part)?)?;
        let planar = model.dimension == Dimension::Two;
        let mut reduced = moving_part(part, motion, &loose, planar, self.threads(), &Quiet)?;
        for file in &motion.geometric {
            let matrix = self.geometric_stiffness(part, file)?;
            reduced = reduced.with_geometric(&file.interface, file.direction as usize, &matrix)?;
        }
        Ok(Some(reduced))
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
