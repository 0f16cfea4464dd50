//! Parts from finite-element programs: one file for each format of matrices, added to [`IMPORTERS`].
//!
//! [`read_part`] reads stiffness, mass, row names and mesh through a [`FileWindow`] and checks that they fit together;
//! [`doctor`] then audits it. A malformed or truncated file is an error with the place, what was expected and
//! what was found: never a panic, never an incomplete matrix.
//!
//! ```
//! use lissom_import::{PartFiles, read_part};
//! let files = PartFiles {
//!     name: "mass on a spring".into(),
//!     stiffness: "job.sti".into(),
//!     mass: "job.mas".into(),
//!     ..PartFiles::default()
//! };
//! let window = |path: &str| match path {
//!     "job.sti" => Ok(b"1 1 4.0e+02\n".to_vec()),
//!     "job.mas" => Ok(b"1 1 1.0e+00\n".to_vec()),
//!     other => Err(format!("{other} does not exist")),
//! };
//! let part = read_part(&files, &window)?;
//! assert_eq!((part.size(), part.stiffness.matrix.get(0, 0)), (1, 400.0));
//! # Ok::<(), lissom_import::ImportError>(())
//! ```

#![allow(rustdoc::broken_intra_doc_links, reason = "a unit in brackets, such as [m], is not a link")]

mod abaqus;
mod bytes;
mod calculix;
mod calculix_dat;
mod conversion;
mod digits;
pub mod doctor;
mod dof;
mod error;
mod inp;
mod interface_place;
mod lines;
mod mat;
mod matrix;
mod matrix_market;
mod mesh;
mod npy;
mod npz;
mod op4;
mod op4_binary;
mod op4_text;
mod part;
mod recognise;
mod source;
mod state_space;
mod table;
mod unpacking;
mod zip;

pub use abaqus::Abaqus;
pub use calculix::Calculix;
pub use calculix_dat::{PrintedMode, read_frequencies};
pub use dof::read_dofs;
pub use error::{ImportError, Place};
pub use inp::read_mesh;
pub use interface_place::interface_place;
pub use mat::Mat;
pub use matrix::{Completeness, Dof, ImportedMatrix, Storage};
pub use matrix_market::MatrixMarket;
pub use mesh::{Mesh, MeshElement, MeshMaterial, Node, NodeSet, RotationNode};
pub use npz::Npz;
pub use op4::Op4;
pub use part::{ImportedPart, PartFiles, read_part};
pub use recognise::{RecognisedFiles, recognise};
pub use source::{FileWindow, Source};
pub use state_space::read_state_space;
pub use table::Table;

/// A file format for matrices.
pub trait Importer: Sync {
    /// Its name in model files and on the command line.
    fn name(&self) -> &'static str;

    /// The usual extensions of its files, in lower case without dot; `.gz` may follow any of them.
    fn extensions(&self) -> &'static [&'static str];

    /// What it reads, in one line.
    fn describe(&self) -> &'static str;

    /// Whether the beginning of a file looks like this format.
    fn recognises(&self, source: &Source<'_>) -> bool;

    /// Reads all real matrices of a file.
    ///
    /// # Errors
    /// If the file does not follow the format, is truncated, or contains complex matrices.
    fn read(&self, source: Source<'_>) -> Result<Vec<ImportedMatrix>, ImportError>;
}

/// All formats.
pub const IMPORTERS: &[&dyn Importer] = &[&Calculix, &MatrixMarket, &Npz, &Op4, &Abaqus, &Mat, &Table];

/// The importer with this name.
pub fn named(name: &str) -> Option<&'static dyn Importer> {
    IMPORTERS.iter().copied().find(|importer| importer.name() == name)
}

/// The names of all formats, for messages.
fn names() -> String {
    IMPORTERS.iter().map(|importer| importer.name()).collect::<Vec<_>>().join(", ")
}

/// The format of a file, by its content; where several fit, by its extension too.
///
/// # Errors
/// When no format fits, or several do.
pub fn detect(source: &Source<'_>) -> Result<&'static dyn Importer, ImportError> {
    let extension = source.extension();
    let usual = |importer: &&dyn Importer| importer.extensions().contains(&extension.as_str());
    let fitting: Vec<&dyn Importer> =
        IMPORTERS.iter().copied().filter(|importer| importer.recognises(source)).collect();
    let both: Vec<&dyn Importer> = fitting.iter().copied().filter(usual).collect();
    let by_name: Vec<&dyn Importer> = IMPORTERS.iter().copied().filter(usual).collect();
    match (&fitting[..], &both[..], &by_name[..]) {
        ([only], ..) | ([_, ..], [only], _) => Ok(*only),
        // The content fits no format: the format of its extension gives the best error.
        ([], _, [only]) => Ok(*only),
        ([], ..) => {
            let expected = format!("a file in one of the formats {}", names());
            // Content of a file that is not a matrix is not shown.
            Err(ImportError::whole(source.name(), expected, "a file of another kind"))
        }
        (several, ..) => {
            let candidates: Vec<&str> = several.iter().map(|importer| importer.name()).collect();
            let found = format!("a file that could be {}: give the format", candidates.join(" or "));
            Err(ImportError::whole(source.name(), "a file in a recognisable format", found))
        }
    }
}

/// Detects the format of a file and reads all its matrices.
///
/// # Errors
/// See [`detect`] and [`Importer::read`].
pub fn read_matrices(path: &str, window: &dyn FileWindow) -> Result<Vec<ImportedMatrix>, ImportError> {
    let source = Source::open(path, window)?;
    detect(&source)?.read(source)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detected(name: &str, content: &[u8]) -> Result<&'static str, ImportError> {
        detect(&Source::from_bytes(name, content)?).map(|importer| importer.name())
    }

    #[test]
    fn formats_are_found_by_content_before_extension() {
        assert_eq!(detected("a.sti", b"1 1 2.0\n"), Ok("calculix"));
        assert_eq!(detected("a.mtx", b"1 1 2.0\n"), Ok("abaqus"));
        assert_eq!(detected("a.mtx", b"%%MatrixMarket matrix array real general\n"), Ok("matrix-market"));
        assert_eq!(detected("a.mtx", b"1,1, 1,1, 2.0\n"), Ok("abaqus"));
        assert_eq!(detected("a.txt", b"\n1 2 3\n"), Ok("table"));
        assert_eq!(detected("misnamed.txt", b"PK\x03\x04"), Ok("npz"));
        // Empty content: the importer of the extension reports the error.
        assert_eq!(detected("empty.op4", b""), Ok("op4"));
    }

    #[test]
    fn doubt_is_said() {
        let several = detected("a.bin", b"1 1 2.0\n").unwrap_err().to_string();
        assert!(several.ends_with("could be calculix or abaqus or table: give the format"), "{several}");
        let none = detected("a.bin", b"hello\n").unwrap_err().to_string();
        assert!(none.starts_with("a.bin: expected a file in one of the formats calculix"), "{none}");
    }

    #[test]
    fn every_format_of_model_files_has_an_importer() {
        for format in ["calculix", "matrix-market", "op4", "abaqus", "npz", "mat", "table"] {
            assert!(named(format).is_some_and(|importer| !importer.describe().is_empty()), "{format}");
        }
        assert!(named("nastran").is_none());
    }
}
