//! What linear questions are asked of: the frame or the imported parts of a model, with their ports.

use crate::failure::Failure;
use crate::files::Files;
use crate::machine::MadeOf;
use crate::session::Session;
use lissom_import::FileWindow;
use lissom_linalg::Dense;
use lissom_mech::Structure;
use lissom_model::ModelFiles;
use lissom_model::model::{FePart, Interface, ModalSource, StateSpaceFile};
use lissom_reduce::linear::part_from_text;
use std::io::{Cursor, Read};

/// Shapes over everything that moves, held coordinates included.
#[derive(Clone, Debug)]
pub struct ExpandedShapes {
    /// What each coordinate is called.
    pub coordinates: Vec<String>,
    /// One column per shape.
    pub vectors: Dense,
}

/// The files of a model, named relative to it.
struct BesideModel<'a> {
    files: &'a dyn Files,
    folder: &'a str,
}

impl FileWindow for BesideModel<'_> {
    fn open(&self, path: &str) -> Result<Box<dyn Read + '_>, String> {
        let bytes = self.files.read(&beside(self.folder, path)).map_err(|error| error.reason)?;
        Ok(Box::new(Cursor::new(bytes)))
    }
}

/// The files that a model names, while it is read.
pub(crate) struct OtherFiles<'a> {
    pub files: &'a dyn Files,
    /// The path of the model file.
    pub model: &'a str,
}

impl ModelFiles for OtherFiles<'_> {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        self.files.read(path).map_err(|error| error.reason)
    }

    fn state_space(&self, path: &str) -> Result<StateSpaceFile, String> {
        // Names of a model are resolved before: the path is that from where the program runs.
        let window = BesideModel { files: self.files, folder: "" };
        lissom_import::read_state_space(path, &window).map_err(|error| error.to_string())
    }

    fn interface_place(&self, part: &FePart, interface: &Interface) -> Result<[f64; 3], String> {
        let Some(file) = part.reduced() else {
            let window = BesideModel { files: self.files, folder: folder(self.model) };
            return lissom_import::interface_place(part, interface, &window);
        };
        let bytes = self.read(&beside(folder(self.model), file))?;
        let saved = part_from_text(&String::from_utf8_lossy(&bytes)).map_err(|error| error.to_string())?;
        let own = saved.placed(part.position);
        let place = own.interface(&interface.name).and_then(|own| own.motions.first()?.of);
        place.map(|motion| motion.at).ok_or_else(|| {
            format!("the reduced part {file} has no interface \"{}\" with a position", interface.name)
        })
    }
}

/// A file name of a model, seen from where the model file is.
fn beside(folder: &str, path: &str) -> String {
    if is_absolute(path) { path.to_owned() } else { format!("{folder}{path}") }
}

/// Whether a file name is absolute, on any system.
fn is_absolute(path: &str) -> bool {
    path.starts_with(['/', '\\']) || path.as_bytes().get(1) == Some(&b':')
}

/// The folder of a file, with its separator; empty for a name alone.
fn folder(path: &str) -> &str {
    path.rfind(['/', '\\']).map_or("", |end| &path[..=end])
}

impl Session {
    /// Components, included files, and files of parts and bodies that the model names, as they will be read; a mesh may name others in turn. A saved reduction
    /// is not among them: it may be made anew by the same model.
    #[must_use]
    pub fn data_files(&self) -> Vec<String> {
        let others = self.model_files().into_iter().map(str::to_owned);
        let Ok(model) = self.model() else { return others.collect() };
        let parts = model.fe_parts.iter().flat_map(|part| part.files.iter().map(|(_, file)| file.as_str()));
        let bodies = model.modal_bodies.iter().filter_map(|body| match &body.source {
            ModalSource::Universal { file, .. } => Some(file.as_str()),
            _ => None,
        });
        let all = parts.chain(bodies);
        let controllers = model.controllers.iter().filter_map(|controller| controller.file.as_ref());
        let others = others.chain(controllers.map(|file| file.path.clone()));
        // `matrices.op4#K` is a matrix inside a file.
        let names = all.map(|name| name.split_once('#').map_or(name, |(file, _)| file));
        others.chain(names.map(|name| beside(folder(self.path()), name))).collect()
    }

    /// The bytes of a file that the model names.
    pub(crate) fn read_beside(&self, path: &str) -> Result<Vec<u8>, Failure> {
        Ok(self.files.read(&beside(folder(self.path()), path))?)
    }

    /// The structure of the model with its inputs, outputs and interfaces, about its reference configuration: the frame
    /// of nodes and beams, the imported part, or both joined.
    ///
    /// # Errors
    /// When the model is wrong, a file of a part cannot be read, or the structure cannot be built.
    pub fn linear_structure(&self) -> Result<&Structure, Failure> {
        self.refuse_bearings()?;
        self.structure_without_bearings()
    }

    /// The same without the bearings of `[[bearing]]`, which belong to a speed.
    pub(crate) fn structure_without_bearings(&self) -> Result<&Structure, Failure> {
        if self.machine()?.made_of()? == MadeOf::Parts {
            return Ok(&self.joined_structure()?.structure);
        }
        if let Some(structure) = self.frame.get() {
            return Ok(structure);
        }
        let structure = match self.machine()?.made_of()? {
            MadeOf::MovingParts => self.moving_structure()?,
            _ => Structure::of_model(self.model()?, self.linear_system()?)?,
        };
        Ok(self.frame.get_or_init(|| structure))
    }

    /// The files beside the model file.
    pub(crate) fn beside_model(&self) -> impl FileWindow + '_ {
        BesideModel { files: &*self.files, folder: folder(self.path()) }
    }

    /// Shapes of the structure over all coordinates of the frame, or all rows of the parts' files.
    ///
    /// # Errors
    /// As for [`Session::linear_structure`].
    pub fn expand(&self, shapes: &Dense) -> Result<ExpandedShapes, Failure> {
        match self.machine()?.made_of()? {
            MadeOf::Frame => {
                let system = self.linear_system()?;
                let coordinates = (0..system.coordinates.len()).map(|i| system.coordinates.name(i)).collect();
                Ok(ExpandedShapes { coordinates, vectors: system.expand(shapes) })
            }
            MadeOf::Parts => self.expand_joined(shapes),
            MadeOf::MovingParts => self.expand_moving(shapes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_looked_for_beside_the_model() {
        assert_eq!(folder("a/b/model.toml"), "a/b/");
        assert_eq!(folder("model.toml"), "");
        assert_eq!(folder("c:\\m\\model.toml"), "c:\\m\\");
        assert!(is_absolute("/k.mtx") && is_absolute("c:\\k.mtx") && !is_absolute("../k.mtx"));
    }
}
