//! Descriptions from which the Python classes are made: sections and keys of the model file, verbs and flags of the
//! command line. Both come from the registries, so that Python cannot differ from them.

use lissom_model::{Form, Key, Kind, Need, SECTIONS, Section};
use pyo3::prelude::*;
use serde_json::{Value, json};

/// Sections and keys of the model file, as JSON.
#[pyfunction]
pub fn sections() -> String {
    Value::from(SECTIONS.iter().map(section).collect::<Vec<_>>()).to_string()
}

/// Verbs and flags of the command line, as JSON.
#[pyfunction]
pub fn verbs() -> String {
    lissom_cli::description().to_string()
}

/// The page about a diagnostic code or a topic; `None` for an unknown one.
#[pyfunction]
pub fn explain(code: &str) -> Option<String> {
    lissom::explain(code).map(str::to_owned)
}

fn section(section: &Section) -> Value {
    let (form, value) = match &section.form {
        Form::Table => ("table", None),
        Form::Named => ("named", None),
        Form::Array => ("array", None),
        Form::Map(kind) => ("map", Some(described(kind))),
    };
    let keys: Vec<Value> = section.keys.iter().map(key).collect();
    json!({ "name": section.name, "form": form, "value": value, "doc": section.doc, "keys": keys })
}

fn key(key: &Key) -> Value {
    let default = match key.need {
        Need::Default(default) => Some(default),
        _ => None,
    };
    json!({
        "name": key.name,
        "kind": described(&key.kind),
        "required": key.need == Need::Required,
        "default": default,
        "doc": key.doc,
    })
}

fn described(kind: &Kind) -> Value {
    match kind {
        Kind::Number(quantity) => json!({ "is": "number", "unit": quantity.unit }),
        Kind::Numbers(quantity, _) => json!({ "is": "numbers", "unit": quantity.unit }),
        Kind::Rows(quantity) => json!({ "is": "rows", "unit": quantity.unit }),
        Kind::Count(least, most) => json!({ "is": "count", "least": least, "most": most }),
        Kind::Switch => json!({ "is": "switch" }),
        Kind::Text => json!({ "is": "text" }),
        Kind::Word(words) => json!({ "is": "word", "words": words }),
        Kind::Words(words) => json!({ "is": "words", "words": words }),
        Kind::Name(of) => json!({ "is": "name", "of": of }),
        Kind::Names(of) => json!({ "is": "names", "of": of }),
        Kind::NameList(of, _) => json!({ "is": "name_list", "of": of }),
        Kind::Law(of) => json!({ "is": "law", "of": of }),
        Kind::Laws(of) => json!({ "is": "laws", "of": of }),
        Kind::Direction => json!({ "is": "direction" }),
        Kind::Table(keys) => json!({ "is": "table", "keys": keys.iter().map(key).collect::<Vec<_>>() }),
        Kind::Map(kind) => json!({ "is": "map", "value": described(kind) }),
        Kind::Either(kinds) => {
            json!({ "is": "either", "kinds": kinds.iter().map(described).collect::<Vec<_>>() })
        }
    }
}
