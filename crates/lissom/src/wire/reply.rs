//! What every answer has, and what a failure is.

use super::check::DiagnosticEntry;
use crate::answer::{Answer, Provenance};
use crate::cost::Cost;
use crate::failure::Failure;
use crate::session::Session;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// What a verb says beside the keys that every answer has.
pub trait Said: Serialize + JsonSchema {
    /// The verb.
    const VERB: &'static str;
}

/// One answer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Reply<T, P = ReplyProvenance> {
    /// Version of the program.
    pub lissom: &'static str,
    /// The command.
    pub verb: &'static str,
    /// Name of the model.
    pub model: String,
    /// Limitations of the answer; may be empty.
    pub warnings: Vec<String>,
    /// Cost of the answer.
    pub cost: ReplyCost,
    /// Origin of the answer.
    pub provenance: P,
    /// What the verb says.
    #[serde(flatten)]
    pub said: T,
}

/// What an answer took.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ReplyCost {
    /// Wall-clock time \[s\].
    pub wall_s: f64,
    /// Evaluations and solves with a factor: of the equations of motion, of configurations of a mechanism, of eigenproblems, of steps, of
    /// dynamic stiffnesses, of elements; null where they are not counted.
    pub evaluations: Option<u64>,
    /// Factorisations; null where they are not counted.
    pub factorisations: Option<u64>,
    /// Nodes of expressions that were built; null where none are.
    pub expressions: Option<u64>,
}

impl ReplyCost {
    /// What was counted, and the seconds that the door measured.
    #[must_use]
    pub fn new(cost: Cost, wall_s: f64) -> Self {
        let Cost { factorisations, expressions, .. } = cost;
        Self { wall_s, evaluations: cost.work(), factorisations, expressions }
    }
}

/// What an answer was made from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReplyProvenance {
    /// SHA-256 of the model file and the overrides.
    pub model_sha256: String,
    /// The values of `--set`.
    pub overrides: Vec<String>,
    /// Parts whose files are in other units: answers are in SI units.
    pub converted_units: Vec<ConvertedUnits>,
}

/// A part whose files are in other units than SI.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ConvertedUnits {
    /// The part.
    pub part: String,
    /// Units of its files.
    pub units: String,
}

impl From<&Provenance> for ReplyProvenance {
    fn from(provenance: &Provenance) -> Self {
        let units = provenance.units.iter();
        Self {
            model_sha256: provenance.model_sha256.clone(),
            overrides: provenance.overrides.clone(),
            converted_units: units
                .map(|(part, units)| ConvertedUnits { part: part.clone(), units: units.clone() })
                .collect(),
        }
    }
}

impl<T: Said> Reply<T> {
    /// An answer about the model of a session.
    #[must_use]
    pub fn new(session: &Session, warnings: &[String], cost: Cost, wall_s: f64, said: T) -> Self {
        Self {
            lissom: crate::VERSION,
            verb: T::VERB,
            model: model_name(session),
            warnings: warnings.to_vec(),
            cost: ReplyCost::new(cost, wall_s),
            provenance: session.provenance().into(),
            said,
        }
    }

    /// An answer of a session, with its warnings and its cost; `wall_s` is measured by the door \[s\].
    #[must_use]
    pub fn of<V>(session: &Session, answer: &Answer<V>, wall_s: f64, said: T) -> Self {
        let mut reply = Self::new(session, &answer.warnings, answer.cost, wall_s, said);
        reply.provenance = (&answer.provenance).into();
        reply
    }
}

/// A question without an answer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Failed {
    /// Version of the program.
    pub lissom: &'static str,
    /// The command that failed.
    pub verb: &'static str,
    /// Why, as a sentence.
    pub error: String,
    /// All errors and warnings of the model file; missing where it could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diagnostics: Option<Vec<DiagnosticEntry>>,
}

impl Failed {
    /// Why a verb failed; the session is there when the model file could be read.
    #[must_use]
    pub fn new(verb: &'static str, failure: &Failure, session: Option<&Session>) -> Self {
        let entries =
            |session: &Session| DiagnosticEntry::all(session, session.diagnostics_with(Some(failure)));
        Self { lissom: crate::VERSION, verb, error: failure.to_string(), diagnostics: session.map(entries) }
    }
}

/// An answer as JSON.
#[must_use]
pub fn json(answer: &impl Serialize) -> Value {
    serde_json::to_value(answer)
        .expect("answers are lists and objects with names as keys, which JSON can hold")
}

/// The name of the model; the path where the model is wrong.
pub(super) fn model_name(session: &Session) -> String {
    session.model().map_or_else(|_| session.path().to_owned(), |model| model.name.clone())
}
