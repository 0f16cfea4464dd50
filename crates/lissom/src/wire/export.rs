//! `lissom export`.

use super::reply::Said;
use schemars::JsonSchema;
use serde::Serialize;

/// `lissom export`: the files that were written.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Export {
    /// One entry for each format.
    pub exports: Vec<ExportedFormat>,
}

impl Said for Export {
    const VERB: &'static str = "export";
}

/// The files of one format.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ExportedFormat {
    /// Name of the format.
    pub format: String,
    /// `full`, or the name of a reduction.
    pub of: String,
    /// Its files, the main one first.
    pub files: Vec<WrittenFile>,
}

/// A file that was written.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct WrittenFile {
    /// Its path.
    pub path: String,
    /// Its size \[B\].
    pub bytes: usize,
}
