//! What every part of the resolver needs at hand: the texts, the parameters, and a place for complaints.

use std::cell::RefCell;

use lissom_symbolic::Expressions;

use crate::definitions::Definitions;
use crate::diagnostic::{Diagnostic, Severity, Span};
use crate::model::Dimension;
use crate::sources::Sources;

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
}

impl<'s> Context<'s> {
    pub fn new(sources: &'s Sources) -> Self {
        Self {
            sources,
            dimension: Dimension::Two,
            has_system: false,
            definitions: Definitions::default(),
            expressions: RefCell::new(Expressions::new()),
            diagnostics: RefCell::new(Vec::new()),
        }
    }

    pub fn report(&self, diagnostic: Diagnostic) {
        self.diagnostics.borrow_mut().push(diagnostic);
    }

    /// Reports an error that needs no hint.
    pub fn error(&self, code: &'static str, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(code, span, message));
    }

    pub fn has_errors(&self) -> bool {
        self.diagnostics.borrow().iter().any(|d| d.severity == Severity::Error)
    }

    /// Number of components of a position.
    pub fn components(&self) -> usize {
        match self.dimension {
            Dimension::One => 1,
            Dimension::Two => 2,
            Dimension::Three => 3,
        }
    }

    /// Everything that was reported, in the order of the file, and the store of expressions.
    pub fn finish(self) -> (Vec<Diagnostic>, Expressions) {
        let mut diagnostics = self.diagnostics.into_inner();
        diagnostics.sort_by_key(|d| (d.span.source, d.span.start, d.span.end, d.severity));
        // Two readers of one key may both have met the same mistake.
        diagnostics.dedup();
        (diagnostics, self.expressions.into_inner())
    }
}
