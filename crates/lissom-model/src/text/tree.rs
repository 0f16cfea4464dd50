//! The model file as a tree of values with source locations.

use toml::de::{DeTable, DeValue};

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::{Diagnostic, Span};

/// A table, entries in the order of the file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    pub span: Span,
    /// Its position in a list of tables, from one; 0 elsewhere.
    pub number: usize,
    pub entries: Vec<Entry>,
}

/// A key and its value.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub key: String,
    pub key_span: Span,
    pub value: Value,
}

/// A value and its location.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    pub span: Span,
    pub kind: ValueKind,
}

/// A TOML value.
#[derive(Clone, Debug)]
pub(crate) enum ValueKind {
    Text(String),
    /// `None`: beyond 64 bits.
    Integer(Option<i64>),
    /// Not finite for `nan`, `inf` or `1e400`.
    Float(f64),
    Switch(bool),
    Date,
    List(Vec<Value>),
    Table(Table),
}

impl Table {
    pub fn get(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key == key)
    }

    pub fn get_mut(&mut self, key: &str) -> Option<&mut Entry> {
        self.entries.iter_mut().find(|entry| entry.key == key)
    }

    /// Takes an entry out.
    pub fn remove(&mut self, key: &str) -> Option<Entry> {
        let at = self.entries.iter().position(|entry| entry.key == key)?;
        Some(self.entries.remove(at))
    }

    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.key.as_str())
    }
}

impl Value {
    /// Its type, for a sentence such as "found a text".
    pub fn noun(&self) -> &'static str {
        match self.kind {
            ValueKind::Text(_) => "a text",
            ValueKind::Integer(_) | ValueKind::Float(_) => "a number",
            ValueKind::Switch(_) => "true/false",
            ValueKind::Date => "a date",
            ValueKind::List(_) => "a list",
            ValueKind::Table(_) => "a table",
        }
    }
}

/// Parses the document that is text `source`; also returns syntax errors.
pub(crate) fn parse_document(text: &str, source: usize) -> (Table, Vec<Diagnostic>) {
    let (root, errors) = DeTable::parse_recoverable(text);
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    for error in errors.iter().take(MOST_SYNTAX_ERRORS) {
        let span = error.span().unwrap_or(text.len()..text.len());
        let span = Span { source, start: span.start, end: span.end };
        diagnostics.push(syntax_error(error.message(), span));
    }
    (table(root.get_ref(), Span { source, start: 0, end: 0 }, source), diagnostics)
}

/// Parses one value at `offset` bytes in text `source`; `None` when it is not a TOML value.
pub(crate) fn parse_value(text: &str, source: usize, offset: usize) -> Option<Value> {
    let parsed = DeValue::parse(text).ok()?;
    let mut parsed = value(parsed.get_ref(), parsed.span(), source);
    shift(&mut parsed, offset);
    Some(parsed)
}

/// Limit on syntax errors: invalid input can produce any number.
const MOST_SYNTAX_ERRORS: usize = 1000;

fn syntax_error(message: &str, span: Span) -> Diagnostic {
    if message == "duplicate key" {
        return Diagnostic::error(codes::DUPLICATE_KEY, span, "this key or section is given twice")
            .hint("keep one of them; repeated parts are written with double brackets: [[beam]]");
    }
    Diagnostic::error(codes::SYNTAX, span, format!("this is not TOML: {message}"))
}

fn table(source_table: &DeTable<'_>, span: Span, source: usize) -> Table {
    let mut entries: Vec<Entry> = source_table
        .iter()
        .map(|(key, child)| Entry {
            key: key.get_ref().to_string(),
            key_span: Span { source, start: key.span().start, end: key.span().end },
            value: value(child.get_ref(), child.span(), source),
        })
        .collect();
    entries.sort_by_key(|entry| entry.key_span.start);
    Table { span, number: 0, entries }
}

fn value(source_value: &DeValue<'_>, range: std::ops::Range<usize>, source: usize) -> Value {
    let span = Span { source, start: range.start, end: range.end };
    let kind = match source_value {
        DeValue::String(text) => ValueKind::Text(text.to_string()),
        DeValue::Integer(number) => {
            ValueKind::Integer(i64::from_str_radix(number.as_str(), number.radix()).ok())
        }
        // What Rust cannot read as a float is not a finite number.
        DeValue::Float(number) => ValueKind::Float(number.as_str().parse().unwrap_or(f64::NAN)),
        DeValue::Boolean(switch) => ValueKind::Switch(*switch),
        DeValue::Datetime(_) => ValueKind::Date,
        DeValue::Array(list) => {
            let items = list.iter().map(|item| value(item.get_ref(), item.span(), source));
            ValueKind::List(numbered(items.collect()))
        }
        DeValue::Table(inner) => ValueKind::Table(table(inner, span, source)),
    };
    Value { span, kind }
}

/// Sets the position of each table in its list.
fn numbered(mut items: Vec<Value>) -> Vec<Value> {
    for (at, item) in items.iter_mut().enumerate() {
        if let ValueKind::Table(table) = &mut item.kind {
            table.number = at + 1;
        }
    }
    items
}

fn shift(value: &mut Value, offset: usize) {
    let moved =
        |span: &mut Span| *span = Span { start: span.start + offset, end: span.end + offset, ..*span };
    moved(&mut value.span);
    match &mut value.kind {
        ValueKind::List(items) => items.iter_mut().for_each(|item| shift(item, offset)),
        ValueKind::Table(table) => {
            moved(&mut table.span);
            for entry in &mut table.entries {
                moved(&mut entry.key_span);
                shift(&mut entry.value, offset);
            }
        }
        _ => {}
    }
}
