//! Shared context of the resolver: texts, parameters and collected diagnostics.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::HashSet;

use lissom_symbolic::Expressions;

use crate::components::scope::Scope;
use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::{Diagnostic, Related, Severity, Span};
use crate::model::Dimension;
use crate::reading::definitions::{Definition, Definitions};
use crate::sections::laws::value_tables::{ValueTable, ValueTables};
use crate::text::model_files::ModelFiles;
use crate::text::sources::{Origin, Sources};

/// Shared by all readers of one model.
pub(crate) struct Context<'s> {
    pub sources: Sources,
    /// Where other files are read.
    pub files: &'s dyn ModelFiles,
    /// The model itself, then the components in the order in which they are placed.
    pub scopes: Vec<Scope>,
    /// Components that could not be read: their names are not reported as unknown.
    pub lost: Vec<String>,
    pub dimension: Dimension,
    /// Whether there is a section `[system]`: then masses, springs and forces may be symbolic.
    pub has_system: bool,
    /// `[params]` and `[signal]`.
    pub definitions: Definitions,
    /// `[table]`.
    pub tables: ValueTables,
    pub expressions: RefCell<Expressions>,
    diagnostics: RefCell<Vec<Diagnostic>>,
    has_errors: Cell<bool>,
}

const MOST_DIAGNOSTICS: usize = 5000;

impl<'s> Context<'s> {
    pub fn new(sources: Sources, files: &'s dyn ModelFiles) -> Self {
        Self {
            sources,
            files,
            scopes: vec![Scope::of_model()],
            lost: Vec::new(),
            dimension: Dimension::Two,
            has_system: false,
            definitions: Definitions::default(),
            tables: ValueTables::new(),
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

    /// The component a location belongs to; the model itself for most.
    pub fn scope(&self, span: Span) -> &Scope {
        &self.scopes[self.sources.scope(span)]
    }

    /// A name as seen from the model, of the component in which it is written.
    pub fn full_name<'n>(&self, name: &'n str, span: Span) -> Cow<'n, str> {
        self.scope(span).full(name)
    }

    /// The parameter or signal that a name means where it is written.
    pub fn definition(&self, name: &str, span: Span) -> Option<&Definition> {
        self.definitions.find(&self.full_name(name, span))
    }

    /// The table that a name means where it is written.
    pub fn table(&self, name: &str, span: Span) -> Option<&ValueTable> {
        self.tables.get(&*self.full_name(name, span))
    }

    /// The parameters and signals that can be used at a place, as they are written there.
    pub fn definitions_at(&self, span: Span) -> impl Iterator<Item = &str> {
        let scope = self.scope(span);
        self.definitions.names().filter_map(|name| scope.own(name))
    }

    /// A place of a component in the model; one too far away for a number is an error \[m\].
    pub fn placed(&self, place: [f64; 3], span: Span) -> Option<[f64; 3]> {
        let is_finite = place.iter().all(|component| component.is_finite());
        if !is_finite {
            self.error(codes::NOT_FINITE, span, "the place in the model is too far away for a number");
        }
        is_finite.then_some(place)
    }

    /// Whether a name belongs to a component that could not be read.
    pub fn is_lost(&self, name: &str) -> bool {
        let inside =
            |lost: &String| name.strip_prefix(lost.as_str()).is_some_and(|rest| rest.starts_with('.'));
        self.lost.iter().any(inside)
    }

    /// All diagnostics in the order of the file, the store of expressions, and the texts.
    pub fn finish(self) -> (Vec<Diagnostic>, Expressions, Sources) {
        let mut diagnostics = self.diagnostics.into_inner();
        diagnostics.sort_by_key(|d| (d.span.source, d.span.start, d.span.end, d.severity));
        // Two readers of one key may report the same error.
        diagnostics.dedup();
        let mut seen = HashSet::new();
        // A component that is placed several times is wrong once.
        diagnostics.retain(|d| {
            let is_component = matches!(self.sources.origin(d.span), Origin::Component(_));
            let key = (self.sources.name(d.span).to_owned(), d.span.start, d.span.end, d.code);
            !is_component || seen.insert(key)
        });
        for diagnostic in &mut diagnostics {
            show_use(diagnostic, &self.sources, &self.scopes);
        }
        (diagnostics, self.expressions.into_inner(), self.sources)
    }
}

/// Adds where the file of a diagnostic is used, outwards to the model file.
fn show_use(diagnostic: &mut Diagnostic, sources: &Sources, scopes: &[Scope]) {
    let mut span = diagnostic.span;
    while let Some(place) = sources.origin(span).place() {
        let note = match sources.origin(span) {
            Origin::Data(_) => "read here".to_owned(),
            Origin::Component(_) => format!("placed here as \"{}\"", scopes[sources.scope(span)].name),
            _ => "included here".to_owned(),
        };
        diagnostic.related.push(Related { span: place, message: note });
        span = place;
    }
}
