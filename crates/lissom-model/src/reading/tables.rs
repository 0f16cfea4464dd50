//! Finding the sections of the model file, in the form each is written.

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::Diagnostic;
use crate::reading::catalogue::Name;
use crate::reading::context::Context;
use crate::reading::fields::check_name;
use crate::text::tree::{Entry, Table, Value, ValueKind};

/// `[name]`.
pub(crate) fn single<'t>(cx: &Context<'_>, root: &'t Table, name: &str) -> Option<&'t Table> {
    let entry = root.get(name)?;
    table(cx, &entry.value, entry, &format!("[{name}]"))
}

/// `[[name]]`, all of them.
pub(crate) fn array<'t>(cx: &Context<'_>, root: &'t Table, name: &str) -> Vec<&'t Table> {
    let Some(entry) = root.get(name) else { return Vec::new() };
    let form = format!("[[{name}]]");
    match &entry.value.kind {
        ValueKind::List(items) => items.iter().filter_map(|item| table(cx, item, entry, &form)).collect(),
        _ => {
            wrong_form(cx, &entry.value, entry, &form);
            Vec::new()
        }
    }
}

/// `[[name]]`, all of them, where another reader reports errors of its form.
pub(crate) fn array_quietly<'t>(root: &'t Table, name: &str) -> Vec<&'t Table> {
    let Some(ValueKind::List(items)) = root.get(name).map(|entry| &entry.value.kind) else {
        return Vec::new();
    };
    let tables = items.iter().filter_map(|item| match &item.kind {
        ValueKind::Table(table) => Some(table),
        _ => None,
    });
    tables.collect()
}

/// `[name.X]`, all of them with their names.
pub(crate) fn named<'t>(cx: &Context<'_>, root: &'t Table, name: &str) -> Vec<(Name, &'t Table)> {
    let Some(parent) = single(cx, root, name) else { return Vec::new() };
    let mut found = Vec::new();
    for entry in &parent.entries {
        let own = Name { text: entry.key.clone(), span: entry.key_span };
        check_name(cx, &own);
        let own = Name { text: cx.full_name(&own.text, own.span).into_owned(), span: own.span };
        if let Some(child) = table(cx, &entry.value, entry, &format!("[{name}.{}]", entry.key)) {
            found.push((own, child));
        }
    }
    found
}

fn table<'t>(cx: &Context<'_>, value: &'t Value, entry: &Entry, form: &str) -> Option<&'t Table> {
    if let ValueKind::Table(table) = &value.kind {
        return Some(table);
    }
    wrong_form(cx, value, entry, form);
    None
}

fn wrong_form(cx: &Context<'_>, value: &Value, entry: &Entry, form: &str) {
    let message = format!("`{}` is written as a section {form}, found {}", entry.key, value.noun());
    let diagnostic = Diagnostic::error(codes::WRONG_TYPE, entry.key_span, message);
    cx.report(diagnostic.hint(format!("begin the section with a line {form}")));
}
