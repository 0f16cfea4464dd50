//! Models of several pieces: a frame and imported parts, joined.

use crate::failure::Failure;
use crate::session::Session;
use crate::subjects::linear_structure::ExpandedShapes;
use lissom_import::{PartFiles, read_part};
use lissom_linalg::Dense;
use lissom_mech::{JoinedPart, JoinedStructure, PartSource, asks_rotation};
use lissom_model::model::{FePart, InterfaceKind, Model};
use lissom_reduce::linear::part_from_text;

/// Whether a model is more than a frame, or one imported part, alone. A part that supports hold in a state, so that these
/// carry something, is joined to them; so is one that turns while its nodes follow rigid interfaces.
#[must_use]
pub fn is_joined(model: &Model) -> bool {
    let held = || model.structure.fixes.iter().any(|fix| !fix.interfaces.is_empty());
    let follows = || model.interfaces.iter().any(|interface| interface.kind == InterfaceKind::Rigid);
    match &model.fe_parts[..] {
        [] => false,
        [one] => {
            let carried = !model.states.is_empty() && held();
            let turned = asks_rotation(model) && (held() || follows());
            one.reduced().is_some() || carried || turned || !model.structure.nodes.is_empty()
        }
        _ => true,
    }
}

impl Session {
    /// The frame and the parts of the model, joined.
    ///
    /// # Errors
    /// When the model is wrong, a file of a part cannot be read, or pieces cannot be joined.
    pub fn joined_structure(&self) -> Result<&JoinedStructure, Failure> {
        if let Some(joined) = self.joined.get() {
            return Ok(joined);
        }
        let model = self.model()?;
        self.refuse_other_kinds(model)?;
        let sources = model.fe_parts.iter().map(|part| self.source(part)).collect::<Result<Vec<_>, _>>()?;
        let joined = JoinedStructure::new(model, sources)?;
        Ok(self.joined.get_or_init(|| joined))
    }

    fn source(&self, part: &FePart) -> Result<PartSource, Failure> {
        if let Some(file) = part.reduced() {
            let text = String::from_utf8_lossy(&self.read_beside(file)?).into_owned();
            return Ok(PartSource::Reduced(Box::new(part_from_text(&text)?.placed(part.position))));
        }
        let imported = read_part(&PartFiles::from(part), &self.beside_model())?;
        Ok(PartSource::Imported(Box::new(imported.brought_in(part)?)))
    }

    /// Shapes over all coordinates of the frame and all rows of the parts.
    pub(crate) fn expand_joined(&self, shapes: &Dense) -> Result<ExpandedShapes, Failure> {
        let joined = self.joined_structure()?;
        let coordinates = joined.coordinates();
        let (frame, parts) = joined.expand(shapes);
        let pieces: Vec<Dense> = frame.into_iter().chain(parts).collect();
        let mut values = Vec::with_capacity(coordinates.len() * shapes.cols());
        for j in 0..shapes.cols() {
            pieces.iter().for_each(|piece| values.extend_from_slice(piece.column(j)));
        }
        let vectors = Dense::from_column_major(coordinates.len(), shapes.cols(), values);
        Ok(ExpandedShapes { coordinates, vectors })
    }

    /// The translations of all points whose place is known, with their places among the expanded coordinates.
    pub(crate) fn joined_translations(&self) -> Result<Vec<([f64; 3], u8, usize)>, Failure> {
        let joined = self.joined_structure()?;
        let (mut all, mut first) = (Vec::new(), 0);
        if let Some(system) = &joined.frame {
            all.extend(crate::reports::comparison::translations_of(&system.coordinates));
            first += system.coordinates.len();
        }
        for (_, part) in &joined.parts {
            if let JoinedPart::Imported(part) = part {
                let (Some(dofs), Some(mesh)) = (&part.dofs, &part.mesh) else { continue };
                let each = dofs.iter().enumerate().filter(|(_, dof)| dof.component <= 3);
                all.extend(each.filter_map(|(row, dof)| {
                    mesh.position(dof.node).map(|at| (at, dof.component, first + row))
                }));
            }
            first += part.coordinates().len();
        }
        Ok(all)
    }
}
