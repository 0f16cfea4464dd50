//! The texts of a model, and the line and column of a byte in them.

use std::sync::Arc;

use crate::diagnostics::diagnostic::Span;
use crate::text::overrides::Overrides;

/// The model file, its overrides and the other files it uses, kept to show lines of them.
///
/// A file that is placed several times as a component is a text of its own each time, so that every location belongs
/// to one placed component; the characters are shared.
#[derive(Clone, Debug)]
pub struct Sources {
    texts: Vec<Source>,
}

/// One text.
#[derive(Clone, Debug)]
struct Source {
    written: Arc<Written>,
    origin: Origin,
    /// Number of the component whose names it uses; 0: the model itself.
    scope: usize,
}

/// The characters of a text.
#[derive(Debug)]
pub(crate) struct Written {
    pub name: String,
    pub text: String,
    /// Byte at which each line begins.
    line_starts: Vec<usize>,
    /// Whether its lines may be shown: only those of a model, not of an arbitrary file.
    is_shown: bool,
}

/// Why a text belongs to the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The model file.
    Model,
    /// `--set key=value`.
    Override,
    /// `include` at this place.
    Included(Span),
    /// A table of numbers named at this place.
    Data(Span),
    /// `[[use]]` at this place.
    Component(Span),
}

/// A position counted from one, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Line, from one.
    pub line: usize,
    /// Column in characters, from one.
    pub column: usize,
}

impl Sources {
    /// The file `name` with its bytes, and the overrides.
    ///
    /// Bytes that are not UTF-8 are shown as replacement characters.
    pub fn new(name: &str, bytes: &[u8], overrides: &Overrides) -> Self {
        let file =
            Source { written: Arc::new(Written::of_file(name, bytes)), origin: Origin::Model, scope: 0 };
        let rest = overrides.iter().map(|one| Source {
            written: Arc::new(Written::new("command line", one.shown(), true)),
            origin: Origin::Override,
            scope: 0,
        });
        Self { texts: std::iter::once(file).chain(rest).collect() }
    }

    /// Adds a text, and gives its number.
    pub(crate) fn add(&mut self, written: Arc<Written>, origin: Origin, scope: usize) -> usize {
        self.texts.push(Source { written, origin, scope });
        self.texts.len() - 1
    }

    /// Adds an override once more, for keys that belong to a component.
    pub(crate) fn repeat(&mut self, source: usize, scope: usize) -> usize {
        let Source { written, origin, .. } = self.texts[source].clone();
        self.add(written, origin, scope)
    }

    /// The other files of the model with their texts, each once, in the order in which they are met.
    pub fn other_files(&self) -> Vec<(&str, &str)> {
        let mut found: Vec<(&str, &str)> = Vec::new();
        for source in self.texts.iter().filter(|source| source.origin.place().is_some()) {
            let written = &source.written;
            if !found.iter().any(|(name, _)| *name == written.name) {
                found.push((&written.name, &written.text));
            }
        }
        found
    }

    /// Number of the component a location belongs to.
    pub(crate) fn scope(&self, span: Span) -> usize {
        self.texts[span.source].scope
    }

    pub(crate) fn origin(&self, span: Span) -> Origin {
        self.texts[span.source].origin
    }

    /// Whether a span lies in an override rather than in a file.
    pub fn is_override(&self, span: Span) -> bool {
        self.origin(span) == Origin::Override
    }

    /// Whether lines of the text a span lies in may be shown.
    pub(crate) fn is_shown(&self, span: Span) -> bool {
        self.texts[span.source].written.is_shown
    }

    /// Name of the text a span lies in.
    pub fn name(&self, span: Span) -> &str {
        &self.texts[span.source].written.name
    }

    /// Line and column of the beginning of a span.
    pub fn position(&self, span: Span) -> Position {
        let source = &self.texts[span.source].written;
        let start = floor_boundary(&source.text, span.start);
        let line = source.line_starts.partition_point(|&begin| begin <= start).max(1);
        let column = source.text[source.line_starts[line - 1]..start].chars().count() + 1;
        Position { line, column }
    }

    /// The text of any source.
    pub(crate) fn text(&self, source: usize) -> &str {
        &self.texts[source].written.text
    }

    /// The bytes a span covers, cut to whole characters and to the text.
    pub(crate) fn covered(&self, span: Span) -> &str {
        let text = self.text(span.source);
        let start = floor_boundary(text, span.start);
        let end = floor_boundary(text, span.end).max(start);
        &text[start..end]
    }

    /// The line a span begins in, without its line break, and the byte at which that line begins.
    pub(crate) fn line(&self, span: Span) -> (&str, usize) {
        let source = &self.texts[span.source].written;
        let line = self.position(span).line;
        let start = source.line_starts[line - 1];
        let end = source.line_starts.get(line).copied().unwrap_or(source.text.len());
        (source.text[start..end].trim_end_matches(['\n', '\r']), start)
    }
}

impl Origin {
    /// Where another file is included or placed.
    pub fn place(self) -> Option<Span> {
        match self {
            Self::Model | Self::Override => None,
            Self::Included(place) | Self::Component(place) | Self::Data(place) => Some(place),
        }
    }
}

impl Written {
    pub fn of_file(name: &str, bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let is_model = name.ends_with(".toml") || text.lines().any(is_version);
        Self::new(name, text, is_model)
    }

    fn new(name: &str, text: String, is_shown: bool) -> Self {
        let breaks = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(at, _)| at + 1);
        let line_starts = std::iter::once(0).chain(breaks).collect();
        Self { name: name.to_owned(), text, line_starts, is_shown }
    }
}

/// `lissom = 1`, without which no file is a model.
fn is_version(line: &str) -> bool {
    line.trim_start().strip_prefix("lissom").is_some_and(|rest| rest.trim_start().starts_with('='))
}

/// The last character boundary at or before `at`, at most the end of the text.
pub(crate) fn floor_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_and_characters_from_one() {
        let sources = Sources::new("m.toml", "a = 1\nφφ = 2\n".as_bytes(), &Overrides::default());
        let at = |start| sources.position(Span::in_file(start, start));
        assert_eq!(at(0), Position { line: 1, column: 1 });
        assert_eq!(at(6), Position { line: 2, column: 1 });
        assert_eq!(at(10), Position { line: 2, column: 3 });
        assert_eq!(at(9), Position { line: 2, column: 2 }, "inside a character: that character");
        assert_eq!(at(99), Position { line: 3, column: 1 }, "past the end: the end");
    }
}
