//! Shared context of the resolver: texts, parameters and collected diagnostics.

use std::cell::{Cell, RefCell};

use lissom_symbolic::Expressions;

use crate::diagnostics::diagnostic::{Diagnostic, Severity, Span};
use crate::model::Dimension;
use crate::reading::definitions::Definitions;
use crate::text::sources::Sources;

/// Shared by all readers of one model.
pub(crate) struct Context<'s> {
    pub sources: &'s Sources,
    pub dimension: Dimension,
    /// Whether there is a section `[system]`: then masses, springs and forces may be symbolic.
    pub has_system: bool,
    /// `[params]` and `[signal]`.
    pub definitions: Definitions,
    pub expressions: RefCell<Expressions>,
    diagnostics: RefCell<Vec<Diagnostic>>,
    has_errors: Cell<bool>,
}

const MOST_DIAGNOSTICS: usize = 5000;

impl<'s> Context<'s> {
    pub fn new(sources: &'s Sources) -> Self {
        Self {
            sources,
            dimension: Dimension::Two,
            has_system: false,
            definitions: Definitions::default(),
            expressions: RefCell::new(Expressions::new()),
            diagnostics: RefCell::new(Vec::new()),
            has_errors: Cell::new(false),
        }
    }

    /// Records a diagnostic. Invalid input can give millions; after the first few thousand the rest is
    /// dropped, except a first error.
    pub fn report(&self, diagnostic: Diagnostic) {
        let is_error = diagnostic.severity == Severity::Error;
        if !self.is_full() || (is_error && !self.has_errors.get()) {
            self.diagnostics.borrow_mut().push(diagnostic);
        }
        self.has_errors.set(self.has_errors.get() || is_error);
    }

    /// Whether further diagnostics would be dropped, so that no suggestions are needed.
    pub fn is_full(&self) -> bool {
        self.diagnostics.borrow().len() >= MOST_DIAGNOSTICS
    }

    /// Reports an error that needs no hint.
    pub fn error(&self, code: &'static str, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(code, span, message));
    }

    pub fn has_errors(&self) -> bool {
        self.has_errors.get()
    }

    /// Number of components of a position.
    pub fn components(&self) -> usize {
        match self.dimension {
            Dimension::One => 1,
            Dimension::Two => 2,
            Dimension::Three => 3,
        }
    }

    /// All diagnostics in the order of the file, and the store of expressions.
    pub fn finish(self) -> (Vec<Diagnostic>, Expressions) {
        let mut diagnostics = self.diagnostics.into_inner();
        diagnostics.sort_by_key(|d| (d.span.source, d.span.start, d.span.end, d.severity));
        // Two readers of one key may report the same error.
        diagnostics.dedup();
        (diagnostics, self.expressions.into_inner())
    }
}
