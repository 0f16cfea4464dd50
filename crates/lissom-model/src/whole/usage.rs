//! Unused entries and empty models.

use crate::components::include::is_included;
use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::{Diagnostic, Span};
use crate::reading::catalogue::Catalogue;
use crate::reading::context::Context;
use crate::text::tree::{Table, ValueKind};

/// Warns about everything in a catalogue that nothing refers to.
pub(crate) fn warn_unused<T>(cx: &Context<'_>, catalogue: &Catalogue<T>, noun: &str) {
    // An included file may offer more than is used.
    let is_own = |span| !is_included(cx, span);
    for item in catalogue.items().iter().filter(|item| !item.is_used() && is_own(item.name.span)) {
        let message = format!("nothing uses the {noun} \"{}\"", item.name.text);
        cx.report(Diagnostic::warning(codes::UNUSED, item.name.span, message));
    }
}

/// Sections of which at least one makes a model.
const SUBSTANCE: &[&str] = &[
    "beam",
    "truss",
    "rigid_body",
    "mass",
    "spring",
    "fe_part",
    "modal_body",
    "bond_graph",
    "system",
    "continuum",
];

/// Reports a model without parts.
pub(crate) fn check_substance(cx: &Context<'_>, root: &Table) {
    let is_there = |section: &&str| match root.get(section).map(|entry| &entry.value.kind) {
        Some(ValueKind::List(items)) => !items.is_empty(),
        Some(_) => true,
        None => false,
    };
    if !SUBSTANCE.iter().any(is_there) {
        let span = root.get("model").map_or(Span::in_file(0, 0), |entry| entry.key_span);
        cx.report(
            Diagnostic::error(codes::NOTHING, span, "the model is empty")
                .hint("describe beams, masses, an FE part, a modal body, a bond graph, or a [system]")
                .hint("`lissom new NAME` writes a commented example"),
        );
    }
}
