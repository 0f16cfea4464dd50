//! `include`: materials, sections and parameters of other files.

use std::collections::HashSet;

use crate::components::merge::merge_section;
use crate::components::other_file::Chain;
use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::{Diagnostic, Span};
use crate::reading::catalogue::Name;
use crate::reading::context::Context;
use crate::reading::fields::{text, wrong_type};
use crate::sections::header;
use crate::text::sources::Origin;
use crate::text::tree::{Table, ValueKind};

/// Sections that are taken from an included file.
const TAKEN: &[&str] = &["params", "material", "section"];

/// Adds the materials, sections and parameters of all included files to the tables of a file.
pub(crate) fn include(cx: &mut Context<'_>, root: &mut Table, chain: &mut Chain, scope: usize) {
    let mut done = HashSet::new();
    let mut found = Vec::new();
    collect(cx, root, chain, scope, &mut done, &mut found);
    for file in &found {
        TAKEN.iter().for_each(|section| merge_section(cx, root, file, section));
    }
}

/// The tables of the included files, those that they include first; a file that is named twice is taken once.
fn collect(
    cx: &mut Context<'_>,
    root: &mut Table,
    chain: &mut Chain,
    scope: usize,
    done: &mut HashSet<String>,
    found: &mut Vec<Table>,
) {
    for name in names(cx, root) {
        let path = match chain.enter(&name) {
            Ok(path) => path,
            Err(circle) => {
                cx.report(circle);
                continue;
            }
        };
        if done.insert(path.clone())
            && let Some(mut file) = chain.parse(cx, &path, name.span, Origin::Included(name.span), scope)
        {
            header::check_version(cx, &file);
            collect(cx, &mut file, chain, scope, done, found);
            refuse_others(cx, &file);
            found.push(file);
        }
        chain.leave();
    }
}

/// Takes `include` out of the tables of a file.
fn names(cx: &Context<'_>, root: &mut Table) -> Vec<Name> {
    let Some(entry) = root.remove("include") else { return Vec::new() };
    match &entry.value.kind {
        ValueKind::List(items) => items.iter().filter_map(|item| text(cx, item, "include")).collect(),
        ValueKind::Text(_) => text(cx, &entry.value, "include").into_iter().collect(),
        _ => {
            let expected = "a list of file names, such as [\"materials.toml\"]";
            wrong_type::<()>(cx, &entry.value, "include", expected);
            Vec::new()
        }
    }
}

fn refuse_others(cx: &Context<'_>, file: &Table) {
    let others = file.entries.iter().filter(|entry| !TAKEN.contains(&entry.key.as_str()));
    for entry in others.filter(|entry| entry.key != "lissom") {
        let message = format!("`{}` is not taken from an included file", entry.key);
        let diagnostic = Diagnostic::error(codes::NOT_TAKEN, entry.key_span, message);
        cx.report(diagnostic.hint(
            "include takes [material], [section] and [params]; [[use]] places the parts of another file",
        ));
    }
}

/// Whether something was written in an included file, which may offer more than is used.
pub(crate) fn is_included(cx: &Context<'_>, span: Span) -> bool {
    matches!(cx.sources.origin(span), Origin::Included(_))
}
