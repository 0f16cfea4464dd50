//! Overrides put into the tables of the model file and of its components.

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::{Diagnostic, Span};
use crate::text::overrides::Overrides;
use crate::text::tree::{Entry, Table, Value, ValueKind, parse_value};
use crate::vocabulary::registry::SECTIONS;

/// One override on its way to its place.
pub(crate) struct Setting {
    /// Number of its text.
    pub source: usize,
    /// The parts of its key.
    pub path: Vec<String>,
    /// Location of its key.
    pub key_span: Span,
    pub value: Value,
    /// Whether some component took it.
    pub is_taken: bool,
}

/// All overrides, in order.
pub(crate) fn settings(overrides: &Overrides) -> Vec<Setting> {
    let numbered = overrides.iter().enumerate();
    let read = numbered.map(|(number, one)| {
        let source = number + 1;
        let (start, end) = one.key_range();
        let key_span = Span { source, start, end };
        let (start, end) = one.text_range();
        let text = || ValueKind::Text(one.text.clone());
        // Anything but a TOML value is a word or an expression: `60 cm` needs no quotes on the command line.
        let value = parse_value(&one.text, source, start)
            .unwrap_or_else(|| Value { span: Span { source, start, end }, kind: text() });
        let path = one.key.split('.').map(str::to_owned).collect();
        Setting { source, path, key_span, value, is_taken: false }
    });
    read.collect()
}

impl Setting {
    /// Puts the value into a table of sections; `path` is what is left of the key there.
    pub fn put(&self, root: &mut Table, path: &[String], key_span: Span) -> Result<(), Diagnostic> {
        let mut path: Vec<&str> = path.iter().map(String::as_str).collect();
        if path.len() == 1 {
            path.insert(0, "params");
        }
        place(root, &path, key_span, self.value.clone())
    }
}

/// Whether a path leads into a section rather than into a component.
pub(crate) fn is_of_section(root: &Table, first: &str) -> bool {
    let is_known = SECTIONS.iter().any(|section| section.name.split('.').next() == Some(first));
    is_known || root.get(first).is_some() || root.get("use").is_none()
}

/// Puts a value at a path below a table.
fn place(table: &mut Table, path: &[&str], key_span: Span, value: Value) -> Result<(), Diagnostic> {
    let (first, rest) = path.split_first().expect("splitting a text gives at least one part");
    if rest.is_empty() {
        match table.get_mut(first) {
            Some(entry) => *entry = Entry { key: entry.key.clone(), key_span, value },
            None => table.entries.push(Entry { key: (*first).to_owned(), key_span, value }),
        }
        return Ok(());
    }
    if table.get(first).is_none() {
        let kind = ValueKind::Table(Table { span: key_span, ..Table::default() });
        table.entries.push(Entry {
            key: (*first).to_owned(),
            key_span,
            value: Value { span: key_span, kind },
        });
    }
    let entry = table.get_mut(first).expect("the entry was there or was just made");
    let noun = entry.value.noun();
    match &mut entry.value.kind {
        ValueKind::Table(inner) if *first == "params" && inner.get(rest[0]).is_none() => {
            Err(unknown_parameter(inner, rest[0], key_span))
        }
        ValueKind::Table(inner) => place(inner, rest, key_span, value),
        ValueKind::List(items) => place_in_array(items, path, key_span, value),
        _ => {
            let message = format!("`{first}` is {noun}, which has no keys to set");
            Err(Diagnostic::error(codes::BAD_OVERRIDE, key_span, message))
        }
    }
}

/// Puts a value into the part of `[[…]]` that has the name which comes next in the path.
fn place_in_array(
    items: &mut [Value],
    path: &[&str],
    key_span: Span,
    value: Value,
) -> Result<(), Diagnostic> {
    let (kind, wanted) = (path[0], path[1]);
    let mut names = Vec::new();
    for item in items {
        let ValueKind::Table(part) = &mut item.kind else { continue };
        let Some(ValueKind::Text(name)) = part.get("name").map(|entry| &entry.value.kind) else { continue };
        if name == wanted && path.len() > 2 {
            return place(part, &path[2..], key_span, value);
        }
        names.push(name.clone());
    }
    let message = format!("no [[{kind}]] is called \"{wanted}\"");
    let diagnostic = Diagnostic::error(codes::BAD_OVERRIDE, key_span, message);
    Err(diagnostic
        .suggest(wanted, names.iter().map(String::as_str))
        .hint(format!("write {kind}.NAME.key=value")))
}

fn unknown_parameter(parameters: &Table, name: &str, key_span: Span) -> Diagnostic {
    let diagnostic =
        Diagnostic::error(codes::BAD_OVERRIDE, key_span, format!("the model has no parameter `{name}`"));
    let diagnostic = diagnostic.suggest(name, parameters.keys());
    if !diagnostic.hints.is_empty() {
        return diagnostic;
    }
    let known: Vec<&str> = parameters.keys().take(12).collect();
    diagnostic.hint(if known.is_empty() {
        "there is no [params] section; other keys are set by their path, such as analysis.modes.count"
            .to_owned()
    } else {
        format!("its parameters are {}", known.join(", "))
    })
}
