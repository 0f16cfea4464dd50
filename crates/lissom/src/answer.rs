//! An answer and everything that makes it trustworthy.

use crate::cost::Cost;
use lissom_model::model::FePart;
use sha2::{Digest, Sha256};

/// A value with its cost, its warnings and where it came from.
#[derive(Clone, Debug)]
pub struct Answer<T> {
    /// The result.
    pub value: T,
    /// The work it took, as far as it was counted.
    pub cost: Cost,
    /// What the reader should know before using it.
    pub warnings: Vec<String>,
    /// Where it came from.
    pub provenance: Provenance,
}

impl<T> Answer<T> {
    /// The same answer with its value in another form.
    pub(crate) fn map<U>(self, form: impl FnOnce(T) -> U) -> Answer<U> {
        let Self { value, cost, warnings, provenance } = self;
        Answer { value: form(value), cost, warnings, provenance }
    }
}

/// Where an answer came from: enough to get it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// SHA-256 of the model file, its components and included files, and the overrides.
    pub model_sha256: String,
    /// Overrides, as `key=value`.
    pub overrides: Vec<String>,
    /// Imported parts whose files are in other units than SI: name, and what was converted.
    pub units: Vec<(String, String)>,
    /// Version of the program.
    pub version: &'static str,
}

impl Provenance {
    /// The same, with the units that the parts of a model were converted from.
    pub(crate) fn with_units(mut self, parts: &[FePart]) -> Self {
        let foreign = parts.iter().filter(|part| !part.units.is_si());
        self.units = foreign.map(|part| (part.name.clone(), part.units.to_string())).collect();
        self
    }

    /// Other files are given by their names and texts; the names depend on where the program runs and do not count.
    pub(crate) fn of(bytes: &[u8], other_files: &[(&str, &str)], overrides: &[String]) -> Self {
        let mut hash = Sha256::new();
        hash.update(bytes);
        for (_, text) in other_files {
            hash.update([1]);
            hash.update(text.as_bytes());
        }
        for text in overrides {
            // A separator no model text can contain keeps `a=1`, `b=2` apart from `a=1b=2`.
            hash.update([0]);
            hash.update(text.as_bytes());
        }
        let model_sha256 = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        Self { model_sha256, overrides: overrides.to_vec(), units: Vec::new(), version: crate::VERSION }
    }
}
