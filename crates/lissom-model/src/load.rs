//! From bytes to a checked model.

use crate::complaint::codes;
use crate::complaint::diagnostic::{Checked, Diagnostic, Span};
use crate::model::Model;
use crate::resolve::resolve;
use crate::text::overrides::Overrides;
use crate::text::sources::Sources;
use crate::text::tree::{Entry, Table, Value, ValueKind, parse_document, parse_value};

/// Reads, checks and resolves a model file.
///
/// `source_name` is shown in complaints; nothing is read from disk. Overrides replace values of the file.
pub fn load(source_name: &str, bytes: &[u8], overrides: &Overrides) -> Checked<Model> {
    if let Err(complaint) = check_text(bytes) {
        return Checked { value: None, diagnostics: vec![complaint] };
    }
    let sources = Sources::new(source_name, bytes, overrides);
    let (mut root, mut complaints) = parse_document(sources.file());
    // After a syntax error the rest of the tree is a guess; complaints about guesses would mislead.
    if complaints.iter().any(|complaint| complaint.code == codes::SYNTAX) {
        complaints.sort_by_key(|complaint| complaint.span);
        return Checked { value: None, diagnostics: complaints };
    }
    complaints.extend(apply(&mut root, overrides));
    resolve(&sources, &root, complaints)
}

fn check_text(bytes: &[u8]) -> Result<(), Diagnostic> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let message = format!("byte {at} is not UTF-8 text (0x{:02x})", bytes[at]);
        Diagnostic::error(codes::NOT_TEXT, Span::in_file(at, at + 1), message)
            .hint("a model file is plain text; save it as UTF-8")
    })?;
    if text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}').is_empty() {
        let complaint = Diagnostic::error(codes::EMPTY, Span::in_file(0, 0), "the model file is empty");
        return Err(complaint
            .hint("a model needs at least `lissom = 1`, a section [model] with a name, and something in it")
            .hint("`lissom new NAME` writes a commented example"));
    }
    Ok(())
}

/// Lays the overrides over the tree.
fn apply(root: &mut Table, overrides: &Overrides) -> Vec<Diagnostic> {
    let mut complaints = Vec::new();
    for (number, one) in overrides.iter().enumerate() {
        let source = number + 1;
        let (start, end) = one.key_range();
        let key_span = Span { source, start, end };
        let (start, end) = one.text_range();
        let text = || ValueKind::Text(one.text.clone());
        // What is no TOML value is a word or an expression: `60 cm` needs no quotes on the command line.
        let value = parse_value(&one.text, source, start)
            .unwrap_or_else(|| Value { span: Span { source, start, end }, kind: text() });
        let path: Vec<&str> = if one.key.contains('.') {
            one.key.split('.').collect()
        } else {
            vec!["params", one.key.as_str()]
        };
        complaints.extend(place(root, &path, key_span, value).err());
    }
    complaints
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
            let message = format!("`{first}` is {noun}, which has no parts to set");
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
    let message = format!("no [[{kind}]] with a key to set is called \"{wanted}\"");
    let complaint = Diagnostic::error(codes::BAD_OVERRIDE, key_span, message);
    Err(complaint
        .suggest(wanted, names.iter().map(String::as_str))
        .hint(format!("write {kind}.NAME.key=value")))
}

fn unknown_parameter(parameters: &Table, name: &str, key_span: Span) -> Diagnostic {
    let complaint =
        Diagnostic::error(codes::BAD_OVERRIDE, key_span, format!("the model has no parameter `{name}`"));
    let complaint = complaint.suggest(name, parameters.keys());
    if !complaint.hints.is_empty() {
        return complaint;
    }
    let known: Vec<&str> = parameters.keys().take(12).collect();
    complaint.hint(if known.is_empty() {
        "there is no [params] section; other keys are set by their path, such as analysis.modes.count"
            .to_owned()
    } else {
        format!("its parameters are {}", known.join(", "))
    })
}
