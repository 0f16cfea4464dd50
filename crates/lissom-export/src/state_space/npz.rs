//! State space as a NumPy archive: `A`, `B`, `C`, `D`, lists of names and units, and `origin` as JSON text.

use super::NEEDS;
use crate::error::ExportError;
use crate::exporter::{ExportRequest, ExportedFile, Exporter};
use crate::linear_export::LinearExport;
use lissom::{NamedArray, Progress, Session, npy, npy_texts, stored_archive};
use lissom_linalg::Dense;

/// `npz`.
pub(crate) struct Npz;

impl Exporter for Npz {
    fn name(&self) -> &'static str {
        "npz"
    }

    fn extension(&self) -> &'static str {
        "npz"
    }

    fn sentence(&self) -> &'static str {
        "state space A, B, C, D with names and units for NumPy, SciPy and python-control"
    }

    fn needs(&self) -> &'static str {
        NEEDS
    }

    fn write(
        &self,
        session: &Session,
        request: &ExportRequest,
        progress: &dyn Progress,
    ) -> Result<Vec<ExportedFile>, ExportError> {
        let model = LinearExport::of(self.name(), session, request, progress)?;
        let mut files = Vec::new();
        for (name, matrix) in [("A", &model.a), ("B", &model.b), ("C", &model.c), ("D", &model.d)] {
            files.push((format!("{name}.npy"), array(matrix)?));
        }
        for (name, texts) in super::lists(&model) {
            files.push((format!("{name}.npy"), self::texts(&texts)?));
        }
        files.push(("origin.npy".to_owned(), texts(&[model.origin.to_json().to_string()])?));
        let bytes = stored_archive(&files).ok_or(ExportError::ArchiveTooLarge)?;
        Ok(vec![ExportedFile::new(".npz", bytes)])
    }
}

/// A matrix as an array, rows first.
pub(crate) fn array(matrix: &Dense) -> Result<Vec<u8>, ExportError> {
    let values = matrix.transpose().as_slice().to_vec();
    let shape = vec![matrix.rows(), matrix.cols()];
    npy(&NamedArray { name: String::new(), shape, values }).ok_or(ExportError::ArchiveTooLarge)
}

/// Texts as an array.
pub(crate) fn texts(texts: &[String]) -> Result<Vec<u8>, ExportError> {
    npy_texts(texts).ok_or(ExportError::ArchiveTooLarge)
}
