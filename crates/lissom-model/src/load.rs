//! From bytes to a checked model.

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::{Checked, Diagnostic, Span};
use crate::model::Model;
use crate::resolve::resolve;
use crate::text::overrides::Overrides;
use crate::text::sources::Sources;
use crate::text::tree::{Entry, Table, Value, ValueKind, parse_document, parse_value};

/// Reads, checks and resolves a model file.
///
/// `source_name` is shown in diagnostics; nothing is read from disk. Overrides replace values of the file.
pub fn load(source_name: &str, bytes: &[u8], overrides: &Overrides) -> Checked<Model> {
    if let Err(diagnostic) = check_text(bytes) {
        return Checked { value: None, diagnostics: vec![diagnostic] };
    }
    let sources = Sources::new(source_name, bytes, overrides);
    let (mut root, mut diagnostics) = parse_document(sources.file());
    // After a syntax error the rest of the tree is unreliable, so it is not checked.
    if diagnostics.iter().any(|diagnostic| diagnostic.code == codes::SYNTAX) {
        diagnostics.sort_by_key(|diagnostic| diagnostic.span);
        return Checked { value: None, diagnostics };
    }
    diagnostics.extend(apply(&mut root, overrides));
    resolve(&sources, &root, diagnostics)
}

fn check_text(bytes: &[u8]) -> Result<(), Diagnostic> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let message = format!("byte {at} is not UTF-8 text (0x{:02x})", bytes[at]);
        Diagnostic::error(codes::NOT_TEXT, Span::in_file(at, at + 1), message)
            .hint("a model file is plain text; save it as UTF-8")
    })?;
    if text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}').is_empty() {
        let diagnostic = Diagnostic::error(codes::EMPTY, Span::in_file(0, 0), "the model file is empty");
        return Err(diagnostic
            .hint("a model needs at least `lissom = 1`, a section [model] with a name, and at least one part")
            .hint("`lissom new NAME` writes a commented example"));
    }
    Ok(())
}

/// Applies the overrides to the tree.
fn apply(root: &mut Table, overrides: &Overrides) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for (number, one) in overrides.iter().enumerate() {
        let source = number + 1;
        let (start, end) = one.key_range();
        let key_span = Span { source, start, end };
        let (start, end) = one.text_range();
        let text = || ValueKind::Text(one.text.clone());
        // Anything but a TOML value is a word or an expression: `60 cm` needs no quotes on the command line.
        let value = parse_value(&one.text, source, start)
            .unwrap_or_else(|| Value { span: Span { source, start, end }, kind: text() });
        let path: Vec<&str> = if one.key.contains('.') {
            one.key.split('.').collect()
        } else {
            vec!["params", one.key.as_str()]
        };
        diagnostics.extend(place(root, &path, key_span, value).err());
    }
    diagnostics
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
        let kind = ValueKind::Table(Table { span: key_span, entries: Vec::new() });
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
