//! Sparse matrices as SciPy stores them (`scipy.sparse.load_npz`), one file each, and an archive with inputs, outputs and names.

use super::{Matrices, NEEDS};
use crate::error::ExportError;
use crate::exporter::{ExportRequest, ExportedFile, Exporter};
use crate::linear_export::Signal;
use crate::state_space::{array, texts};
use lissom::{NamedArray, Progress, Session, npy, npy_bytes, stored_archive};
use lissom_linalg::Sparse;

/// `matrices-npz`.
pub(crate) struct MatricesNpz;

impl Exporter for MatricesNpz {
    fn name(&self) -> &'static str {
        "matrices-npz"
    }

    fn extension(&self) -> &'static str {
        "npz"
    }

    fn sentence(&self) -> &'static str {
        "M, D, K as sparse matrices of SciPy, with inputs, outputs and the names of all rows"
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
        let all = Matrices::of(self.name(), session, request, progress)?;
        let mut files = vec![ExportedFile::new(".ports.npz", ports(&all)?)];
        for (name, matrix) in all.named() {
            let bytes = sparse(matrix).ok_or(ExportError::ArchiveTooLarge)?;
            files.push(ExportedFile::new(format!(".{name}.npz"), bytes));
        }
        Ok(files)
    }
}

/// Names and units of the rows, B, C, names of inputs and outputs, and the origin.
fn ports(all: &Matrices) -> Result<Vec<u8>, ExportError> {
    let names = |signals: &[Signal]| signals.iter().map(|s| s.name.clone()).collect::<Vec<_>>();
    let units = |signals: &[Signal]| signals.iter().map(|s| s.unit.clone()).collect::<Vec<_>>();
    let rows = &all.dofs.dofs;
    let files = [
        ("B", array(&all.input)?),
        ("C", array(&all.output)?),
        ("RowName", texts(&rows.iter().map(|dof| dof.row.name.clone()).collect::<Vec<_>>())?),
        ("RowUnit", texts(&rows.iter().map(|dof| dof.row.unit.to_owned()).collect::<Vec<_>>())?),
        ("InputName", texts(&names(&all.inputs))?),
        ("InputUnit", texts(&units(&all.inputs))?),
        ("OutputName", texts(&names(&all.outputs))?),
        ("OutputUnit", texts(&units(&all.outputs))?),
        ("origin", texts(&[all.origin.to_json().to_string()])?),
    ];
    let files: Vec<_> = files.into_iter().map(|(name, bytes)| (format!("{name}.npy"), bytes)).collect();
    stored_archive(&files).ok_or(ExportError::ArchiveTooLarge)
}

/// Compressed columns.
fn sparse(matrix: &Sparse) -> Option<Vec<u8>> {
    let int = |values: &mut dyn Iterator<Item = usize>| -> Option<Vec<u8>> {
        let bytes: Option<Vec<[u8; 4]>> =
            values.map(|value| i32::try_from(value).ok().map(i32::to_le_bytes)).collect();
        Some(bytes?.concat())
    };
    let shape = [matrix.rows() as i64, matrix.cols() as i64].map(i64::to_le_bytes).concat();
    let (nnz, starts) = (matrix.nnz(), matrix.starts());
    let indices = int(&mut matrix.row_indices().iter().map(|row| *row as usize))?;
    let values = matrix.values().to_vec();
    let data = NamedArray { name: String::new(), shape: vec![nnz], values };
    stored_archive(&[
        ("indices.npy".to_owned(), npy_bytes("<i4", &[nnz], &indices)?),
        ("indptr.npy".to_owned(), npy_bytes("<i4", &[starts.len()], &int(&mut starts.iter().copied())?)?),
        ("format.npy".to_owned(), npy_bytes("|S3", &[], b"csc")?),
        ("shape.npy".to_owned(), npy_bytes("<i8", &[2], &shape)?),
        ("data.npy".to_owned(), npy(&data)?),
    ])
}
