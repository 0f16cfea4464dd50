//! Reading another file of the model, and finding files that use each other.

use std::collections::HashMap;
use std::sync::Arc;

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::{Diagnostic, Span};
use crate::load::check_text;
use crate::reading::catalogue::Name;
use crate::reading::context::Context;
use crate::text::model_files::beside;
use crate::text::sources::{Origin, Written};
use crate::text::tree::{Table, parse_document};

/// The files from the model file to the one that is being read.
pub(crate) struct Chain {
    /// Paths, each with the place where the file is named; none for the model file.
    steps: Vec<(String, Option<Span>)>,
    /// What was read before.
    read: HashMap<String, Result<Arc<Written>, Diagnostic>>,
}

impl Chain {
    pub fn from(model: &str) -> Self {
        Self { steps: vec![(beside("", model), None)], read: HashMap::new() }
    }

    /// The path of the file that is being read.
    pub fn path_of(&self, name: &Name) -> String {
        let naming = self.steps.last().map_or("", |(path, _)| path);
        beside(naming, &name.text)
    }

    /// Enters a file that is named in the current one; a file that is already being read is an error.
    pub fn enter(&mut self, name: &Name) -> Result<String, Diagnostic> {
        let path = self.path_of(name);
        if let Some(start) = self.steps.iter().position(|(step, _)| *step == path) {
            return Err(self.circle(start, name));
        }
        self.steps.push((path.clone(), Some(name.span)));
        Ok(path)
    }

    pub fn leave(&mut self) {
        self.steps.pop();
    }

    fn circle(&self, start: usize, name: &Name) -> Diagnostic {
        let round = &self.steps[start..];
        let mut files: Vec<&str> = round.iter().map(|(path, _)| path.as_str()).collect();
        files.push(files[0]);
        let message = format!("files use each other: {}", files.join(" -> "));
        let mut diagnostic = Diagnostic::error(codes::CYCLE, name.span, message);
        for (path, place) in round.iter().skip(1) {
            if let Some(place) = place {
                diagnostic = diagnostic.related(*place, format!("{path} is named here"));
            }
        }
        diagnostic.hint("a file cannot contain itself; put what both need into a third file")
    }

    /// The text of a file that was entered, read once.
    pub fn written(&mut self, cx: &Context<'_>, path: &str) -> Result<Arc<Written>, Diagnostic> {
        let read = || match cx.files.read(path) {
            Err(reason) => {
                let message = format!("cannot read {path}: {reason}");
                Err(Diagnostic::error(codes::OTHER_FILE, Span::default(), message)
                    .hint("the name counts from the folder of this file"))
            }
            Ok(bytes) if std::str::from_utf8(&bytes).is_err() => {
                let message = format!("{path} is not a text file");
                Err(Diagnostic::error(codes::OTHER_FILE, Span::default(), message)
                    .hint("a model file is plain text; save it as UTF-8"))
            }
            Ok(bytes) => Ok(Arc::new(Written::of_file(path, &bytes))),
        };
        self.read.entry(path.to_owned()).or_insert_with(read).clone()
    }

    /// Parses a file that was entered, as a text of its own. What is wrong with it is reported.
    pub fn parse(
        &mut self,
        cx: &mut Context<'_>,
        path: &str,
        named: Span,
        origin: Origin,
        scope: usize,
    ) -> Option<Table> {
        let written = match self.written(cx, path) {
            Ok(written) => written,
            Err(diagnostic) => {
                cx.report(Diagnostic { span: named, ..diagnostic });
                return None;
            }
        };
        let source = cx.sources.add(Arc::clone(&written), origin, scope);
        if let Err(diagnostic) = check_text(written.text.as_bytes()) {
            cx.report(Diagnostic { span: Span { source, ..diagnostic.span }, ..diagnostic });
            return None;
        }
        let (table, errors) = parse_document(&written.text, source);
        let is_broken = errors.iter().any(|error| error.code == codes::SYNTAX);
        errors.into_iter().for_each(|error| cx.report(error));
        (!is_broken).then_some(table)
    }
}
