//! Diagnostics of a model file: a code, a place, a sentence, and hints.

/// A range of bytes in one of the texts of a model.
///
/// Text 0 is the model file; text `k` is the `k`-th override (`--set key=value`), see [`crate::Sources`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// Which text: 0 the model file, 1 the first override.
    pub source: usize,
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// A range of the model file.
    pub fn in_file(start: usize, end: usize) -> Self {
        Self { source: 0, start, end }
    }

    /// The part of this span that begins `start` and ends `end` bytes after its own beginning.
    pub(crate) fn part(self, start: usize, end: usize) -> Self {
        Self { start: self.start + start, end: self.start + end, ..self }
    }
}

/// Severity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The model cannot be used.
    Error,
    /// The model can be used, but probably differs from the intent.
    Warning,
}

/// One diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Its number, such as `L0203`; see [`crate::explain`].
    pub code: &'static str,
    /// Severity.
    pub severity: Severity,
    /// Where.
    pub span: Span,
    /// What is wrong, in one sentence.
    pub message: String,
    /// What to do about it.
    pub hints: Vec<String>,
    /// Related places.
    pub related: Vec<Related>,
}

/// A related place of a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// Where.
    pub span: Span,
    /// Its note.
    pub message: String,
}

impl Diagnostic {
    /// An error that shows only in a file that the model names: something in the model file needs what that file does not
    /// have (L0503).
    #[must_use]
    pub fn lacking(span: Span, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::error(crate::diagnostics::codes::REQUEST_LACKS, span, message).hint(hint)
    }

    pub(crate) fn error(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Error, span, message.into())
    }

    pub(crate) fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Warning, span, message.into())
    }

    fn new(code: &'static str, severity: Severity, span: Span, message: String) -> Self {
        Self { code, severity, span, message, hints: Vec::new(), related: Vec::new() }
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Adds `did you mean "…"?` when some candidate is close to `wrong`.
    pub(crate) fn suggest<'c>(self, wrong: &str, candidates: impl IntoIterator<Item = &'c str>) -> Self {
        match lissom_symbolic::did_you_mean(wrong, candidates.into_iter().take(MOST_CANDIDATES)) {
            Some(close) => self.hint(format!("did you mean \"{close}\"?")),
            None => self,
        }
    }

    pub(crate) fn related(mut self, span: Span, message: impl Into<String>) -> Self {
        self.related.push(Related { span, message: message.into() });
        self
    }
}

/// Names considered for a suggestion: a file may contain a hundred thousand.
pub(crate) const MOST_CANDIDATES: usize = 1000;

/// A result with all diagnostics, not only the first.
///
/// `value` is `None` exactly when at least one diagnostic is an error.
#[derive(Debug)]
pub struct Checked<T> {
    /// The result, if there is no error.
    pub value: Option<T>,
    /// All diagnostics, in the order of the file.
    pub diagnostics: Vec<Diagnostic>,
}

impl<T> Checked<T> {
    /// Whether some diagnostic is an error.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|d| d.severity == Severity::Error)
    }
}
