//! What an exporter is, what is requested of it, what it gives.

use crate::error::ExportError;
use crate::{bodies, code, fmu, loads, matrices, motion, scene, state_space};
use lissom::{At, Failure, Progress, Session};
use lissom_model::model::{FmiVersion, NastranFormat, StateSpaceFormat};

/// What is requested.
#[derive(Clone, Debug, Default)]
pub struct ExportRequest {
    /// `full` or the name of a reduction; of modal bodies also `residual` and `no-residual`. `None`: `full`.
    pub model: Option<String>,
    /// Where the model is linearised; `None`: in the reference configuration, reductions as in the file.
    pub at: Option<At>,
    /// File name without its ending, for files that name each other. `None`: `model`.
    pub stem: Option<String>,
    /// The library that runs inside functional mock-up units.
    pub runtime: Option<Vec<u8>>,
}

impl ExportRequest {
    /// The name of the model: `full` by default.
    #[must_use]
    pub fn model(&self) -> &str {
        self.model.as_deref().unwrap_or("full")
    }

    /// File name without its ending.
    #[must_use]
    pub fn stem(&self) -> &str {
        self.stem.as_deref().unwrap_or("model")
    }
}

/// What `[export]` of the model file asks for: formats and what they hold.
///
/// # Errors
/// When the model is wrong.
pub fn requests_of(session: &Session) -> Result<Vec<(&'static str, ExportRequest)>, Failure> {
    let Some(export) = &session.model()?.export else { return Ok(Vec::new()) };
    let of = |model: &str| ExportRequest { model: Some(model.to_owned()), ..ExportRequest::default() };
    let mut all = Vec::new();
    if let Some(space) = &export.state_space {
        let format = |format: &StateSpaceFormat| match format {
            StateSpaceFormat::Mat => "mat",
            StateSpaceFormat::Npz => "npz",
            StateSpaceFormat::Json => "json",
        };
        all.extend(space.formats.iter().map(|each| (format(each), of(&space.model))));
    }
    if let Some(fmu) = &export.fmu {
        let format = match fmu.version {
            FmiVersion::Two => "fmu2",
            FmiVersion::Three => "fmu3",
        };
        all.push((format, of(&fmu.model)));
    }
    if let Some(nastran) = &export.nastran {
        let format = |format: &NastranFormat| match format {
            NastranFormat::Op4 => "op4",
            NastranFormat::Dmig => "dmig",
        };
        all.extend(nastran.formats.iter().map(|each| (format(each), of(&nastran.model))));
    }
    if let Some(files) = &export.files {
        all.extend(files.formats.iter().map(|each| (*each, of(&files.model))));
    }
    Ok(all)
}

/// A file that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportedFile {
    /// What follows the name of the model: `.mat`, `.K.mtx`.
    pub ending: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

impl ExportedFile {
    /// A file with an ending.
    pub(crate) fn new(ending: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self { ending: ending.into(), bytes: bytes.into() }
    }
}

/// A format of files for other programs.
pub trait Exporter: Sync {
    /// Its name, as in `--to NAME` and in `[export]`.
    fn name(&self) -> &'static str;

    /// Extension of its main file, without the dot.
    fn extension(&self) -> &'static str;

    /// What it is for, in one sentence.
    fn sentence(&self) -> &'static str;

    /// What a model needs for it, in a few words.
    fn needs(&self) -> &'static str;

    /// Whether its files hold the library that runs inside functional mock-up units.
    fn needs_runtime(&self) -> bool {
        false
    }

    /// Makes the files; the main one first.
    ///
    /// # Errors
    /// When the model cannot be held by the format, or what the file would hold cannot be computed.
    fn write(
        &self,
        session: &Session,
        request: &ExportRequest,
        progress: &dyn Progress,
    ) -> Result<Vec<ExportedFile>, ExportError>;
}

/// All formats.
pub const EXPORTERS: &[&dyn Exporter] = &[
    &state_space::Mat,
    &state_space::Npz,
    &state_space::Json,
    &matrices::MatrixMarket,
    &matrices::Op4,
    &matrices::Dmig,
    &matrices::MatricesNpz,
    &fmu::FMU2,
    &fmu::FMU3,
    &motion::Csv,
    &motion::MotionNpz,
    &motion::Parquet,
    &scene::Vtk,
    &scene::Glb,
    &scene::Universal,
    &bodies::Sid,
    &loads::CalculixLoads,
    &loads::NastranLoads,
    &matrices::UserElement,
    &code::C,
    &code::Rust,
    &code::Modelica,
];

/// The exporter of a format.
///
/// # Errors
/// When there is none, with a close name.
pub fn exporter(name: &str) -> Result<&'static dyn Exporter, ExportError> {
    let known = || EXPORTERS.iter().map(|exporter| exporter.name());
    EXPORTERS.iter().find(|exporter| exporter.name() == name).copied().ok_or_else(|| {
        let hint = lissom::did_you_mean(name, known()).map_or_else(
            || format!("available: {}", known().collect::<Vec<_>>().join(", ")),
            |close| format!("did you mean `{close}`?"),
        );
        ExportError::UnknownFormat { name: name.to_owned(), hint }
    })
}
