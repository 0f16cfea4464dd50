//! `[export]`: files for other programs.

use crate::model::{
    Export, FileExport, FmiVersion, FmuExport, NastranExport, NastranFormat, Reduction, StateSpaceExport,
    StateSpaceFormat,
};
use crate::reading::catalogue::Catalogue;
use crate::reading::context::Context;
use crate::reading::fields::Fields;
use crate::reading::tables;
use crate::sections::analyses::check_model;
use crate::text::tree::Table;
use crate::vocabulary::choices::EXPORT_WORDS;
use crate::vocabulary::description::{Form, Key, Kind, Section, defaulted, optional};

pub(crate) const EXPORT: Section = Section {
    name: "export",
    form: Form::Table,
    doc: "Files to write for other programs, each from the full model or a reduction.",
    keys: KEYS,
};

const MODEL: Key = defaulted("model", Kind::Name("reduction"), "full", "\"full\" or the name of a reduction");

const KEYS: &[Key] = &[
    optional("to", Kind::Words(EXPORT_WORDS), "formats of files that `lissom export` writes"),
    MODEL,
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
    let fmu = read_table(&fields, "fmu", |inner| fmu(inner, reductions));
    let state_space = read_table(&fields, "state_space", |inner| state_space(inner, reductions));
    let nastran = read_table(&fields, "nastran", |inner| nastran(inner, reductions));
    let files = files(&fields, reductions);
    Some(Some(Export { fmu: fmu?, state_space: state_space?, nastran: nastran?, files: files? }))
}

/// Files of any format; the outer `None` is an error.
fn files(fields: &Fields<'_>, reductions: &Catalogue<Reduction>) -> Option<Option<FileExport>> {
    let model = model(fields, reductions);
    let formats = fields.words("to").optional()?;
    let model = model?;
    Some(formats.map(|formats| FileExport { model, formats }))
}

/// An inner table, if given; the outer `None` is an error.
fn read_table<T>(
    fields: &Fields<'_>,
    key: &str,
    read: impl Fn(&Fields<'_>) -> Option<T>,
) -> Option<Option<T>> {
    match fields.fields(key).optional()? {
        Some(inner) => read(&inner).map(Some),
        None => Some(None),
    }
}

fn fmu(fields: &Fields<'_>, reductions: &Catalogue<Reduction>) -> Option<FmuExport> {
    let model = model(fields, reductions);
    let kinds = fields.words("kind").or(vec!["me", "cs"]);
    let version = fields.word("version").or("3.0");
    let kinds = kinds?;
    Some(FmuExport {
        model: model?,
        model_exchange: kinds.contains(&"me"),
        co_simulation: kinds.contains(&"cs"),
        version: if version? == "2.0" { FmiVersion::Two } else { FmiVersion::Three },
        span: fields.span(),
    })
}

fn state_space(fields: &Fields<'_>, reductions: &Catalogue<Reduction>) -> Option<StateSpaceExport> {
    let model = model(fields, reductions);
    let words = fields.words("format").or(vec!["npz"]);
    let format = |word| match word {
        "mat" => StateSpaceFormat::Mat,
        "json" => StateSpaceFormat::Json,
        _ => StateSpaceFormat::Npz,
    };
    let formats = words?.into_iter().map(format).collect();
    Some(StateSpaceExport { model: model?, formats, span: fields.span() })
}

fn nastran(fields: &Fields<'_>, reductions: &Catalogue<Reduction>) -> Option<NastranExport> {
    let model = model(fields, reductions);
    let words = fields.words("format").or(vec!["op4"]);
    let format = |word| if word == "dmig" { NastranFormat::Dmig } else { NastranFormat::Op4 };
    let formats = words?.into_iter().map(format).collect();
    Some(NastranExport { model: model?, formats, span: fields.span() })
}

/// The model to export: `full` by default.
fn model(fields: &Fields<'_>, reductions: &Catalogue<Reduction>) -> Option<String> {
    let name = fields.name("model").optional()?;
    name.iter().for_each(|name| check_model(fields.cx, name, reductions));
    Some(name.map_or("full".to_owned(), |name| name.text))
}
