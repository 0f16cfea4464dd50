//! `[export]`: files for other programs.

use crate::model::{Export, ExportRequest, Reduction};
use crate::reading::catalogue::Catalogue;
use crate::reading::context::Context;
use crate::reading::fields::Fields;
use crate::reading::tables;
use crate::sections::analyses::check_model;
use crate::sections::options::Options;
use crate::text::tree::Table;
use crate::vocabulary::description::{Form, Key, Kind, Section, defaulted, optional};

pub(crate) const EXPORT: Section = Section {
    name: "export",
    form: Form::Table,
    doc: "Files to write for other programs, each from the full model or a reduction.",
    keys: KEYS,
};

const MODEL: Key = defaulted("model", Kind::Name("reduction"), "full", "\"full\" or the name of a reduction");

const KEYS: &[Key] = &[
    optional(
        "fmu",
        Kind::Table(&[
            MODEL,
            optional("kind", Kind::Words(&["me", "cs"]), "model exchange, co-simulation, or both"),
            optional("version", Kind::Word(&["2.0", "3.0"]), "version of FMI"),
        ]),
        "a functional mock-up unit",
    ),
    optional(
        "state_space",
        Kind::Table(&[MODEL, optional("format", Kind::Words(&["mat", "npz", "json"]), "file formats")]),
        "A, B, C, D with named signals",
    ),
    optional(
        "nastran",
        Kind::Table(&[MODEL, optional("format", Kind::Words(&["op4", "dmig"]), "file formats")]),
        "reduced matrices for Nastran",
    ),
];

/// Reads `[export]`; the outer `None` is an error.
pub(crate) fn read(
    cx: &Context<'_>,
    root: &Table,
    reductions: &Catalogue<Reduction>,
) -> Option<Option<Export>> {
    if root.get("export").is_none() {
        return Some(None);
    }
    let fields = Fields::open(cx, tables::single(cx, root, "export")?, KEYS, "[export]");
    let requests: Vec<Option<ExportRequest>> =
        fields.present().into_iter().map(|kind| request(&fields, kind, reductions)).collect();
    Some(Some(Export { requests: requests.into_iter().collect::<Option<_>>()? }))
}

fn request(fields: &Fields<'_>, kind: &str, reductions: &Catalogue<Reduction>) -> Option<ExportRequest> {
    let inner = fields.fields(kind).given()?;
    let model = inner.name("model").optional();
    let keys: Vec<&str> = inner.present().into_iter().filter(|key| *key != "model").collect();
    let options = Options::read(&inner, &keys);
    let model = model?;
    model.iter().for_each(|name| check_model(fields.cx, name, reductions));
    Some(ExportRequest {
        kind: kind.to_owned(),
        model: model.map_or("full".to_owned(), |name| name.text),
        names: options?.names,
        span: fields.key_span(kind),
    })
}
