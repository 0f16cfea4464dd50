//! The JSON schema of the model file, for editors that complete and check while typing.

use crate::sections::header::FORMAT_VERSION;
use crate::vocabulary::description::{Form, Key, Kind, Length, Need, Quantity, Range, Section};
use crate::vocabulary::reference::INCLUDE;
use crate::vocabulary::registry::SECTIONS;

/// The JSON schema (draft 2020-12) of the model file, generated from [`SECTIONS`].
pub fn schema() -> String {
    let mut root = Object::default();
    root.text("$schema", "https://json-schema.org/draft/2020-12/schema");
    root.text("title", "Lissom model file");
    root.text("type", "object");
    root.raw("required", r#"["lissom", "model"]"#.to_owned());
    root.raw("additionalProperties", "false".to_owned());
    let mut properties = Object::default();
    let mut version = Object::default();
    version.text("description", "version of the file format");
    version.raw("const", FORMAT_VERSION.to_string());
    properties.object("lissom", version);
    let mut include = list_schema(typed("string"), Length::Any);
    include.text("description", INCLUDE);
    properties.object("include", include);
    for section in SECTIONS.iter().filter(|section| !section.name.contains('.')) {
        properties.object(section.name, section_schema(section));
    }
    properties.object("analysis", nested("analysis"));
    root.object("properties", properties);
    root.written(0) + "\n"
}

/// Sections with dotted names are properties of one table.
fn nested(outer: &str) -> Object {
    let mut properties = Object::default();
    for section in SECTIONS {
        if let Some((_, inner)) = section.name.split_once('.').filter(|(first, _)| *first == outer) {
            properties.object(inner, section_schema(section));
        }
    }
    let mut schema = Object::default();
    schema.text("type", "object");
    schema.raw("additionalProperties", "false".to_owned());
    schema.object("properties", properties);
    schema
}

fn section_schema(section: &Section) -> Object {
    let mut schema = Object::default();
    schema.text("description", section.doc);
    let table = || table_schema(section.keys);
    match section.form {
        Form::Table => schema.extend(table()),
        Form::Named => {
            schema.text("type", "object");
            schema.object("additionalProperties", table());
        }
        Form::Array => {
            schema.text("type", "array");
            schema.object("items", table());
        }
        Form::Map(kind) => {
            schema.text("type", "object");
            schema.object("additionalProperties", kind_schema(&kind));
        }
    }
    schema
}

fn table_schema(keys: &[Key]) -> Object {
    let mut schema = Object::default();
    schema.text("type", "object");
    let required: Vec<String> =
        keys.iter().filter(|key| key.need == Need::Required).map(|key| quoted(key.name)).collect();
    if !required.is_empty() {
        schema.raw("required", format!("[{}]", required.join(", ")));
    }
    schema.raw("additionalProperties", "false".to_owned());
    let mut properties = Object::default();
    for key in keys {
        let mut one = Object::default();
        one.text("description", &described(key));
        one.extend(kind_schema(&key.kind));
        properties.object(key.name, one);
    }
    schema.object("properties", properties);
    schema
}

/// Meaning, unit and default in one line.
fn described(key: &Key) -> String {
    let unit = match key.kind.quantity().map(|quantity| quantity.unit) {
        Some("*") | None => String::new(),
        Some(unit) => format!(" [{unit}]"),
    };
    let default = match key.need {
        Need::Default(default) => format!(" (default: {default})"),
        _ => String::new(),
    };
    format!("{}{unit}{default}", key.doc)
}

fn kind_schema(kind: &Kind) -> Object {
    let mut schema = Object::default();
    match kind {
        Kind::Number(quantity) => return number_schema(*quantity),
        Kind::Numbers(quantity, length) => return list_schema(number_schema(*quantity), *length),
        Kind::Rows(quantity) => {
            return list_schema(list_schema(number_schema(*quantity), Length::Any), Length::Any);
        }
        Kind::Count(least, most) => {
            let mut whole = Object::default();
            whole.text("type", "integer");
            whole.raw("minimum", least.to_string());
            whole.raw("maximum", most.to_string());
            return any_of(vec![whole, typed("string")]);
        }
        Kind::Switch => schema.text("type", "boolean"),
        Kind::Text | Kind::Name(_) => schema.text("type", "string"),
        Kind::Word(words) => schema.raw("enum", word_list(words)),
        Kind::Words(words) => {
            let mut one = Object::default();
            one.raw("enum", word_list(words));
            return any_of(vec![one.clone(), list_schema(one, Length::Any)]);
        }
        Kind::Names(_) => return any_of(vec![typed("string"), list_schema(typed("string"), Length::Any)]),
        Kind::NameList(_, length) => return list_schema(typed("string"), *length),
        Kind::Law(_) => schema.raw("type", r#"["number", "string"]"#.to_owned()),
        Kind::Laws(_) => {
            let mut one = Object::default();
            one.raw("type", r#"["number", "string"]"#.to_owned());
            return list_schema(one, Length::Any);
        }
        Kind::Direction => {
            let number = number_schema(Quantity { unit: "*", range: Range::Any });
            return any_of(vec![typed("string"), list_schema(number, Length::Dimension)]);
        }
        Kind::Table(keys) => return table_schema(keys),
        Kind::Map(kind) => {
            schema.text("type", "object");
            schema.object("additionalProperties", kind_schema(kind));
        }
        Kind::Either(kinds) => return any_of(kinds.iter().map(kind_schema).collect()),
    }
    schema
}

/// A number in its range, or a text with an expression.
fn number_schema(quantity: Quantity) -> Object {
    let mut number = typed("number");
    match quantity.range {
        Range::Any | Range::NonZero => {}
        Range::Positive => number.raw("exclusiveMinimum", "0".to_owned()),
        Range::NonNegative => number.raw("minimum", "0".to_owned()),
        Range::Fraction => {
            number.raw("minimum", "0".to_owned());
            number.raw("maximum", "1".to_owned());
        }
        Range::Between(low, high) => {
            number.raw("exclusiveMinimum", low.to_string());
            number.raw("exclusiveMaximum", high.to_string());
        }
    }
    any_of(vec![number, typed("string")])
}

fn list_schema(items: Object, length: Length) -> Object {
    let mut schema = typed("array");
    schema.object("items", items);
    let (least, most) = match length {
        Length::Exactly(count) => (Some(count), Some(count)),
        Length::Some => (Some(1), None),
        Length::Dimension => (Some(1), Some(3)),
        Length::Any => (None, None),
    };
    least.iter().for_each(|least| schema.raw("minItems", least.to_string()));
    most.iter().for_each(|most| schema.raw("maxItems", most.to_string()));
    schema
}

fn typed(name: &str) -> Object {
    let mut schema = Object::default();
    schema.text("type", name);
    schema
}

fn any_of(choices: Vec<Object>) -> Object {
    let mut schema = Object::default();
    schema.members.push(("anyOf".to_owned(), Json::List(choices)));
    schema
}

fn word_list(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    format!("[{}]", words.join(", "))
}

/// A JSON object, members in the order they were added.
#[derive(Clone, Default)]
struct Object {
    members: Vec<(String, Json)>,
}

#[derive(Clone)]
enum Json {
    Raw(String),
    Object(Object),
    List(Vec<Object>),
}

impl Object {
    fn text(&mut self, key: &str, value: &str) {
        self.raw(key, quoted(value));
    }

    /// A value that is already JSON.
    fn raw(&mut self, key: &str, json: String) {
        self.members.push((key.to_owned(), Json::Raw(json)));
    }

    fn object(&mut self, key: &str, value: Object) {
        self.members.push((key.to_owned(), Json::Object(value)));
    }

    fn extend(&mut self, other: Object) {
        self.members.extend(other.members);
    }

    fn written(&self, depth: usize) -> String {
        let indent = "  ".repeat(depth + 1);
        let members: Vec<String> = self
            .members
            .iter()
            .map(|(key, value)| {
                let value = match value {
                    Json::Raw(json) => json.clone(),
                    Json::Object(object) => object.written(depth + 1),
                    Json::List(objects) => {
                        let items: Vec<String> = objects.iter().map(|item| item.written(depth + 1)).collect();
                        format!("[{}]", items.join(", "))
                    }
                };
                format!("{indent}{}: {value}", quoted(key))
            })
            .collect();
        if members.is_empty() {
            return "{}".to_owned();
        }
        format!("{{\n{}\n{}}}", members.join(",\n"), "  ".repeat(depth))
    }
}

/// A JSON string. Descriptions contain no control characters.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
