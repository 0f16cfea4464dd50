//! `[export]`: files for other programs.

use crate::diagnostics::diagnostic::Span;

/// `[export]`.
#[derive(Clone, Debug, Default)]
pub struct Export {
    /// A functional mock-up unit.
    pub fmu: Option<FmuExport>,
    /// A, B, C, D with named signals.
    pub state_space: Option<StateSpaceExport>,
    /// Reduced matrices for Nastran.
    pub nastran: Option<NastranExport>,
    /// Files of any format.
    pub files: Option<FileExport>,
}

/// `to` of `[export]`.
#[derive(Clone, Debug)]
pub struct FileExport {
    /// `full`, or a reduction.
    pub model: String,
    /// Formats, by their names in [`EXPORT_FORMATS`](crate::EXPORT_FORMATS).
    pub formats: Vec<&'static str>,
}

/// `fmu` of `[export]`.
#[derive(Clone, Debug)]
pub struct FmuExport {
    /// `full`, or a reduction.
    pub model: String,
    /// Whether the unit offers model exchange.
    pub model_exchange: bool,
    /// Whether the unit offers co-simulation.
    pub co_simulation: bool,
    /// Version of FMI.
    pub version: FmiVersion,
    /// Source location.
    pub span: Span,
}

/// A version of the Functional Mock-up Interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FmiVersion {
    /// 2.0.
    Two,
    /// 3.0.
    Three,
}

/// `state_space` of `[export]`.
#[derive(Clone, Debug)]
pub struct StateSpaceExport {
    /// `full`, or a reduction.
    pub model: String,
    /// File formats.
    pub formats: Vec<StateSpaceFormat>,
    /// Source location.
    pub span: Span,
}

/// A file format of state-space matrices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateSpaceFormat {
    /// MATLAB level 5.
    Mat,
    /// NumPy.
    Npz,
    /// JSON.
    Json,
}

/// `nastran` of `[export]`.
#[derive(Clone, Debug)]
pub struct NastranExport {
    /// `full`, or a reduction.
    pub model: String,
    /// File formats.
    pub formats: Vec<NastranFormat>,
    /// Source location.
    pub span: Span,
}

/// A file format of matrices for Nastran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NastranFormat {
    /// OUTPUT4.
    Op4,
    /// DMIG bulk data.
    Dmig,
}
