//! Imported parts, alone or joined to each other and to a frame.

use crate::failure::Failure;
use crate::machine::{Machine, MadeOf};
use crate::refusal::Refusal;
use crate::session::Session;
use crate::subjects::linear_structure::ExpandedShapes;
use crate::subjects::turning_parts::in_turning_frame;
use lissom_import::{PartFiles, read_part};
use lissom_linalg::Dense;
use lissom_mech::{JoinedPart, JoinedStructure, MechError, PartSource};
use lissom_model::diagnostic::Diagnostic;
use lissom_model::model::{FePart, Model};
use lissom_reduce::linear::part_from_text;

impl Session {
    /// The frame and the parts of the model, joined; one part alone is the simplest case.
    ///
    /// # Errors
    /// When the model is wrong or has no part, a file of a part cannot be read, or pieces cannot be joined.
    pub fn joined_structure(&self) -> Result<&JoinedStructure, Failure> {
        if let Some(joined) = self.joined.get() {
            return Ok(joined);
        }
        let joined = self.join(self.model()?)?;
        Ok(self.joined.get_or_init(|| joined))
    }

    /// The frame and the parts of a model, which is this one or what is left of it, joined.
    pub(crate) fn join(&self, model: &Model) -> Result<JoinedStructure, Failure> {
        match Machine::of(model).made_of() {
            Ok(MadeOf::Parts) => {}
            Ok(MadeOf::Frame) => {
                return Err(Failure::missing_section("imported part", "write [[fe_part]] with its files"));
            }
            Ok(MadeOf::MovingParts) => return Err(Refusal::OnlySmallParts.into()),
            Err(_) => return Err(Refusal::PartBesideOthers.into()),
        }
        let small;
        let model = match model.fe_parts.iter().any(|part| part.motion.is_some()) {
            true => {
                small = in_turning_frame(model)?;
                &small
            }
            false => model,
        };
        let sources = model.fe_parts.iter().map(|part| self.source(part)).collect::<Result<Vec<_>, _>>()?;
        JoinedStructure::new(model, sources).map_err(|error| self.locate(model, error))
    }

    /// The error at the section of the model file that it is about, where it is about one.
    fn locate(&self, model: &Model, error: MechError) -> Failure {
        let MechError::PointNotDetermined { interface, .. } = &error else { return error.into() };
        let Some(section) = model.interfaces.iter().find(|known| known.name == *interface) else {
            return error.into();
        };
        let hint = "remove `at`, so that forces act at the node, or use a set of several nodes with \
                    kind = \"mean\" or kind = \"rigid\"";
        let mut all = self.diagnostics().to_vec();
        all.push(Diagnostic::lacking(section.span, error.to_string(), hint));
        Failure::Model(all)
    }

    pub(crate) fn source(&self, part: &FePart) -> Result<PartSource, Failure> {
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

    /// The translations of all points whose place is known, with their places among the expanded coordinates; none of one
    /// part that does not know all of its places.
    pub(crate) fn joined_translations(&self) -> Result<Vec<([f64; 3], u8, usize)>, Failure> {
        let joined = self.joined_structure()?;
        let (mut all, mut first) = (Vec::new(), 0);
        if let Some(system) = &joined.frame {
            let own = crate::reports::comparison::translations_of(&system.coordinates);
            all.extend(own.into_iter().map(|(at, component, row)| (Some(at), component, row)));
            first += system.coordinates.len();
        }
        for (_, part) in &joined.parts {
            if let JoinedPart::Imported(part) = part {
                let (Some(dofs), Some(mesh)) = (&part.dofs, &part.mesh) else { continue };
                let each = dofs.iter().enumerate().filter(|(_, dof)| dof.component <= 3);
                all.extend(each.map(|(row, dof)| (mesh.position(dof.node), dof.component, first + row)));
            }
            first += part.coordinates().len();
        }
        if joined.only_part().is_some() && all.iter().any(|(at, ..)| at.is_none()) {
            return Ok(Vec::new());
        }
        Ok(all.into_iter().filter_map(|(at, component, row)| Some((at?, component, row))).collect())
    }
}
