//! `lissom = 1` and `[model]`: what kind of model this is.

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::Diagnostic;
use crate::model::Dimension;
use crate::reading::context::Context;
use crate::reading::fields::{Fields, is_read_as_no_number};
use crate::reading::tables;
use crate::text::tree::{Table, ValueKind};
use crate::vocabulary::description::{Form, Key, Kind, Length, Range, Section, defaulted, numbers, required};

/// The version of the format this library reads.
pub const FORMAT_VERSION: i64 = 1;

pub(crate) const MODEL: Section =
    Section { name: "model", form: Form::Table, doc: "Name and dimensions of the model.", keys: KEYS };

const KEYS: &[Key] = &[
    required("name", Kind::Text, "name of the model, shown in every answer"),
    defaulted("dim", Kind::Count(1, 3), "2", "number of dimensions: 1 (ports only), 2 (planar) or 3"),
    defaulted(
        "gravity",
        numbers("m/s^2", Range::Any, Length::Dimension),
        "no gravity",
        "acceleration of gravity, one component per dimension",
    ),
    defaulted("separate_bodies", Kind::Switch, "false", "allow bodies without any connection"),
];

/// The header of the file.
pub(crate) struct Header {
    pub name: Option<String>,
    pub dimension: Dimension,
    pub separate_bodies: bool,
}

/// Checks `lissom = 1`.
pub(crate) fn check_version(cx: &Context<'_>, root: &Table) {
    let top = root.span;
    let hint = format!("the first line of a model file is `lissom = {FORMAT_VERSION}`");
    let Some(entry) = root.get("lissom") else {
        let message = "the file does not give the version of its format";
        cx.report(Diagnostic::error(codes::NO_VERSION, top, message).hint(hint));
        return;
    };
    match entry.value.kind {
        ValueKind::Integer(Some(FORMAT_VERSION)) => {}
        ValueKind::Integer(Some(other)) => {
            let message =
                format!("format version {other} is not known; this program reads version {FORMAT_VERSION}");
            cx.report(Diagnostic::error(codes::OTHER_VERSION, entry.value.span, message));
        }
        _ => {
            let found = cx.sources.covered(entry.value.span);
            let message = format!("the format version is a whole number, found {found}");
            cx.report(Diagnostic::error(codes::OTHER_VERSION, entry.value.span, message).hint(hint));
        }
    }
}

/// Reads all of `[model]` except what needs parameters.
pub(crate) fn read(cx: &Context<'_>, root: &Table) -> Header {
    let Some(table) = tables::single(cx, root, "model") else {
        if root.get("model").is_none() {
            let diagnostic =
                Diagnostic::error(codes::MISSING_KEY, root.span, "the section [model] is missing");
            cx.report(diagnostic.hint("it contains the name: [model] with a line name = \"…\""));
        }
        return Header { name: None, dimension: Dimension::Two, separate_bodies: false };
    };
    let fields = Fields::open(cx, table, KEYS, "[model]");
    let dimension = match fields.count("dim").or(2) {
        Some(1) => Dimension::One,
        Some(3) => Dimension::Three,
        _ => Dimension::Two,
    };
    let name = fields.text("name").given();
    if name.as_ref().is_some_and(|name| name.trim().is_empty()) {
        cx.error(codes::RESERVED_NAME, fields.span_of("name"), "the name of a model cannot be empty");
    }
    if name.as_ref().is_some_and(|name| is_read_as_no_number(name)) {
        let message =
            "this cannot be a name: tables and other programs read it as a number that is not finite";
        cx.error(codes::RESERVED_NAME, fields.span_of("name"), message);
    }
    Header { name, dimension, separate_bodies: fields.switch("separate_bodies").or(false).unwrap_or(false) }
}

/// Reads `gravity`, once dimensions and parameters are known.
pub(crate) fn gravity(cx: &Context<'_>, root: &Table) -> Option<[f64; 3]> {
    let Some(ValueKind::Table(table)) = root.get("model").map(|entry| &entry.value.kind) else {
        return Some([0.0; 3]);
    };
    Fields::reopen(cx, table, KEYS).vector("gravity").or([0.0; 3])
}
