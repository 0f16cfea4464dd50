//! What every file carries: which model it is of, about which state, how it was reduced, and with what error.

use crate::error::ExportError;
use crate::exporter::ExportRequest;
use lissom::{Progress, Reduces, Session};
use lissom_model::model::At;
use serde_json::{Value, json};

/// Where the content of a file comes from.
#[derive(Clone, Debug)]
pub struct Origin {
    /// Name of the model.
    pub name: String,
    /// SHA-256 of the model file with its components and overrides.
    pub sha256: String,
    /// Version of the program.
    pub version: &'static str,
    /// Overrides, as `key=value`.
    pub overrides: Vec<String>,
    /// `full`, or the reduction.
    pub model: String,
    /// Method of the reduction.
    pub method: Option<String>,
    /// The state it is linearised about.
    pub about: Option<String>,
    /// What is known about the error of the reduction \[-\].
    pub error: Option<f64>,
    /// The error and where it was found, as a sentence.
    pub error_sentence: Option<String>,
    /// Limits of validity and other notes.
    pub notes: Vec<String>,
}

impl Origin {
    /// Of the full model, without an operating point.
    pub(crate) fn of(session: &Session, request: &ExportRequest) -> Result<Self, ExportError> {
        let provenance = session.provenance();
        Ok(Self {
            name: session.model()?.name.clone(),
            sha256: provenance.model_sha256.clone(),
            version: provenance.version,
            overrides: provenance.overrides.clone(),
            model: request.model().to_owned(),
            method: None,
            about: None,
            error: None,
            error_sentence: None,
            notes: Vec::new(),
        })
    }

    /// Adds what is known about a reduction: its method, and its error against the full model.
    pub(crate) fn add_reduction(
        &mut self,
        session: &Session,
        at: Option<&At>,
        progress: &dyn Progress,
    ) -> Result<(), ExportError> {
        let asked = session.reduction(&self.model)?;
        self.method = Some(asked.method.name().to_owned());
        if session.reduces(asked)? == Reduces::Motion {
            let report = session.reduce(&asked.name, progress)?;
            self.notes.extend(report.warnings.iter().cloned());
            if let Some(estimate) = &report.value.error_estimate {
                self.error = Some(estimate.worst());
                self.error_sentence = Some(format!(
                    "estimated relative error of the motion in [analysis.simulate]: {:.2e}",
                    estimate.worst()
                ));
            }
        } else {
            // A saved reduction may come without its full structure; then its error is not known.
            match session.reduce_structure(&asked.name, at, progress) {
                Ok(report) => {
                    self.error = report.value.error_estimate();
                    self.error_sentence = Some(report.value.error_sentence());
                    self.notes.extend(report.value.alarms());
                }
                Err(failure) => {
                    self.error_sentence = Some(format!("the error is not known: {failure}"));
                }
            }
        }
        Ok(())
    }

    /// As one JSON object.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({
            "program": "lissom",
            "version": self.version,
            "name": self.name,
            "model_sha256": self.sha256,
            "overrides": self.overrides,
            "model": self.model,
            "method": self.method,
            "about": self.about,
            "error": self.error.filter(|error| error.is_finite()),
            "error_sentence": self.error_sentence,
            "notes": self.notes,
        })
    }

    /// As lines of text, for comments.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![
            format!("{} ({}), written by lissom {}", self.name, self.model, self.version),
            format!("SHA-256 of the model: {}", self.sha256),
        ];
        if !self.overrides.is_empty() {
            lines.push(format!("with {}", self.overrides.join(", ")));
        }
        lines.extend(self.method.iter().map(|method| format!("reduced by {method}")));
        lines.extend(self.about.iter().map(|about| format!("linearised about: {about}")));
        lines.extend(self.error_sentence.clone());
        lines.extend(self.notes.iter().cloned());
        // A name may hold anything; a line break would end the comment.
        lines.iter().map(|line| line.replace(['\n', '\r'], " ")).collect()
    }
}
