//! The texts of a model, and the line and column of a byte in them.

use std::borrow::Cow;

use crate::diagnostics::diagnostic::Span;
use crate::text::overrides::Overrides;

/// The model file and its overrides, kept to show lines of them.
#[derive(Clone, Debug)]
pub struct Sources {
    texts: Vec<Source>,
}

/// One text.
#[derive(Clone, Debug)]
struct Source {
    name: String,
    text: String,
    /// Byte at which each line begins.
    line_starts: Vec<usize>,
    /// Whether its lines may be shown: only those of a model, not of an arbitrary file.
    is_shown: bool,
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
        let text = String::from_utf8_lossy(bytes);
        let is_model = name.ends_with(".toml") || text.lines().any(is_version);
        let file = Source::new(name, text, is_model);
        let rest = overrides.iter().map(|one| Source::new("command line", Cow::Owned(one.shown()), true));
        Self { texts: std::iter::once(file).chain(rest).collect() }
    }

    /// Whether lines of the text a span lies in may be shown.
    pub(crate) fn is_shown(&self, span: Span) -> bool {
        self.texts[span.source].is_shown
    }

    /// Name of the text a span lies in.
    pub fn name(&self, span: Span) -> &str {
        &self.texts[span.source].name
    }

    /// Line and column of the beginning of a span.
    pub fn position(&self, span: Span) -> Position {
        let source = &self.texts[span.source];
        let start = floor_boundary(&source.text, span.start);
        let line = source.line_starts.partition_point(|&begin| begin <= start).max(1);
        let column = source.text[source.line_starts[line - 1]..start].chars().count() + 1;
        Position { line, column }
    }

    /// The text of the model file.
    pub(crate) fn file(&self) -> &str {
        &self.texts[0].text
    }

    /// The text of any source.
    pub(crate) fn text(&self, source: usize) -> &str {
        &self.texts[source].text
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
        let source = &self.texts[span.source];
        let line = self.position(span).line;
        let start = source.line_starts[line - 1];
        let end = source.line_starts.get(line).copied().unwrap_or(source.text.len());
        (source.text[start..end].trim_end_matches(['\n', '\r']), start)
    }
}

impl Source {
    fn new(name: &str, text: Cow<'_, str>, is_shown: bool) -> Self {
        let breaks = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(at, _)| at + 1);
        let line_starts = std::iter::once(0).chain(breaks).collect();
        Self { name: name.to_owned(), text: text.into_owned(), line_starts, is_shown }
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
