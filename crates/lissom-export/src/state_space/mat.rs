//! State space as a level 5 MAT-file, without compression.
//!
//! A file is a header of 128 bytes and a list of elements; an element is its type, its length and its bytes, padded to a
//! multiple of eight. A matrix is an element of elements: flags with the class, dimensions, name, numbers by columns. Names of
//! signals are cell arrays of texts, as control programs expect them. Format: "MAT-File Format", version 5.

use super::NEEDS;
use crate::error::ExportError;
use crate::exporter::{ExportRequest, ExportedFile, Exporter};
use crate::linear_export::LinearExport;
use lissom::{Progress, Session};
use lissom_linalg::Dense;

/// `mat`.
pub(crate) struct Mat;

impl Exporter for Mat {
    fn name(&self) -> &'static str {
        "mat"
    }

    fn extension(&self) -> &'static str {
        "mat"
    }

    fn sentence(&self) -> &'static str {
        "state space A, B, C, D with names and units for MATLAB, Octave, SciPy and pyMOR"
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
        let mut file = header();
        for (name, matrix) in [("A", &model.a), ("B", &model.b), ("C", &model.c), ("D", &model.d)] {
            file.extend(numbers(name, matrix)?);
        }
        file.extend(numbers("Ts", &Dense::zeros(1, 1))?);
        for (name, texts) in super::lists(&model) {
            file.extend(cell(name, &texts)?);
        }
        file.extend(text("origin", &model.origin.to_json().to_string())?);
        Ok(vec![ExportedFile::new(".mat", file)])
    }
}

// Types of elements and classes of arrays.
const MI_INT8: u32 = 1;
const MI_UINT16: u32 = 4;
const MI_INT32: u32 = 5;
const MI_UINT32: u32 = 6;
const MI_DOUBLE: u32 = 9;
const MI_MATRIX: u32 = 14;
const CLASS_CELL: u32 = 1;
const CLASS_CHAR: u32 = 4;
const CLASS_DOUBLE: u32 = 6;

/// Text of 116 bytes, no subsystem, version 0x0100, and `IM`: little endian.
fn header() -> Vec<u8> {
    let mut bytes = format!("{:<116}", "MATLAB 5.0 MAT-file, written by lissom").into_bytes();
    bytes.extend([0; 8]);
    bytes.extend([0x00, 0x01, b'I', b'M']);
    bytes
}

fn element(kind: u32, content: &[u8]) -> Result<Vec<u8>, ExportError> {
    let length = u32::try_from(content.len()).map_err(|_| ExportError::ArchiveTooLarge)?;
    let mut bytes = kind.to_le_bytes().to_vec();
    bytes.extend(length.to_le_bytes());
    bytes.extend(content);
    bytes.resize(bytes.len().next_multiple_of(8), 0);
    Ok(bytes)
}

fn array(class: u32, name: &str, shape: [usize; 2], content: &[u8]) -> Result<Vec<u8>, ExportError> {
    let mut all = element(MI_UINT32, &[class.to_le_bytes(), [0; 4]].concat())?;
    let mut sizes = Vec::new();
    for size in shape {
        sizes.extend(i32::try_from(size).map_err(|_| ExportError::ArchiveTooLarge)?.to_le_bytes());
    }
    all.extend(element(MI_INT32, &sizes)?);
    all.extend(element(MI_INT8, name.as_bytes())?);
    all.extend(content);
    element(MI_MATRIX, &all)
}

fn numbers(name: &str, matrix: &Dense) -> Result<Vec<u8>, ExportError> {
    let bytes: Vec<u8> = matrix.as_slice().iter().flat_map(|value| value.to_le_bytes()).collect();
    array(CLASS_DOUBLE, name, [matrix.rows(), matrix.cols()], &element(MI_DOUBLE, &bytes)?)
}

fn text(name: &str, text: &str) -> Result<Vec<u8>, ExportError> {
    let units: Vec<u16> = text.encode_utf16().collect();
    let bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    let rows = usize::from(!units.is_empty());
    array(CLASS_CHAR, name, [rows, units.len()], &element(MI_UINT16, &bytes)?)
}

fn cell(name: &str, texts: &[String]) -> Result<Vec<u8>, ExportError> {
    let mut content = Vec::new();
    for one in texts {
        content.extend(text("", one)?);
    }
    array(CLASS_CELL, name, [texts.len(), 1], &content)
}
