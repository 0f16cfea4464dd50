//! `docs/json.md`, made from the schema of the answers.

use super::schema::{ANSWERS, schema};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

const HEAD: &str = "# JSON answers

With `--json` every command prints exactly one JSON object on standard output, and `-o FILE.json` writes the same object to a
file. This page lists every key. It is generated from the types that are printed; `lissom schema --answers` prints the JSON
schema of the same types, and a test validates the answers of all examples with it. Numbers are in SI units unless the key says
otherwise, and always finite: unknown values are `null`, and keys of analyses that were not requested, or of what a model does not
have, are missing. `[]` stands for every entry of a list, `NAME` for names of the model.

A failure is also one object. The exit code gives the kind of failure: 1 when the analysis or a check failed, 2 when the model
file or the command is invalid (see the [README](../README.md#exit-codes)).
";

/// Keys that every answer has.
const EVERY: [&str; 6] = ["lissom", "verb", "model", "warnings", "cost", "provenance"];

/// The page.
#[must_use]
pub fn reference() -> String {
    let schema = schema();
    let empty = Map::new();
    let definitions = schema["$defs"].as_object().unwrap_or(&empty);
    let page = Page { definitions, shared: shared(definitions) };
    let mut text = HEAD.to_owned();
    page.section(&mut text, "Every answer", &definitions["check"], &|key| EVERY.contains(&root(key)));
    for kind in ANSWERS {
        let own = &definitions[kind.name];
        // Provenance and cost are those of every answer unless they are others.
        let same = |key: &str| EVERY.contains(&root(key)) && own_key(definitions, own, root(key));
        page.section(&mut text, kind.question, own, &|key| !same(key));
    }
    text += "\n# Objects\n\nObjects that are used in several places.\n";
    for name in &page.shared {
        page.section(&mut text, name, &definitions[name], &|_| true);
    }
    text
}

/// The first name of a path.
fn root(key: &str) -> &str {
    key.split(['.', '[']).next().unwrap_or(key)
}

/// Whether a key of an answer is described as in every answer.
fn own_key(definitions: &Map<String, Value>, own: &Value, key: &str) -> bool {
    let of = |answer: &Value| answer["properties"][key]["$ref"].clone();
    of(own) == of(&definitions["check"])
}

/// Names of the objects to which more than one place refers.
fn shared(definitions: &Map<String, Value>) -> BTreeSet<String> {
    fn count(schema: &Value, places: &mut BTreeMap<String, usize>) {
        match schema {
            Value::Object(map) => {
                if let Some(name) = map.get("$ref").and_then(Value::as_str) {
                    *places.entry(name.trim_start_matches("#/$defs/").to_owned()).or_default() += 1;
                }
                map.values().for_each(|inner| count(inner, places));
            }
            Value::Array(list) => list.iter().for_each(|inner| count(inner, places)),
            _ => {}
        }
    }
    let mut places = BTreeMap::new();
    definitions.values().for_each(|schema| count(schema, &mut places));
    let is_object = |name: &String| definitions[name].get("properties").is_some();
    // Cost and provenance stand in every answer, where they are described.
    let everywhere = ["ReplyCost", "ReplyProvenance"];
    let often = places.into_iter().filter(|(name, count)| *count > 1 && !everywhere.contains(&name.as_str()));
    often.map(|(name, _)| name).filter(is_object).collect()
}

struct Page<'d> {
    definitions: &'d Map<String, Value>,
    shared: BTreeSet<String>,
}

impl Page<'_> {
    fn section(&self, text: &mut String, title: &str, schema: &Value, shows: &dyn Fn(&str) -> bool) {
        let mut rows = Vec::new();
        self.keys(schema, "", &mut rows);
        let about = schema["description"].as_str().filter(|_| !title.contains("Every"));
        let about = about.map_or(String::new(), |about| format!("\n{about}\n"));
        let _ = write!(text, "\n## {title}\n{about}\n| key | meaning |\n|---|---|\n");
        for (key, meaning) in rows.iter().filter(|(key, _)| shows(key)) {
            let _ = writeln!(text, "| `{key}` | {meaning} |");
        }
    }

    /// Rows for the keys of an object.
    fn keys(&self, schema: &Value, at: &str, rows: &mut Vec<(String, String)>) {
        let Some(properties) = schema["properties"].as_object() else { return };
        for (name, inner) in properties {
            let place = if at.is_empty() { name.clone() } else { format!("{at}.{name}") };
            rows.push((place.clone(), self.meaning(inner)));
            self.inside(inner, &place, rows);
        }
    }

    /// What a key means, and what the object is called that stands there.
    fn meaning(&self, schema: &Value) -> String {
        let text = schema["description"].as_str().unwrap_or_default().trim_end_matches('.');
        let mut said = text.replace('|', "\\|");
        let words = self.words(schema);
        if !words.is_empty() {
            let _ = write!(said, ": {}", words.join(", "));
        }
        let objects = self.objects(schema);
        if let Some(name) = objects.first() {
            let _ = write!(said, " ([{name}](#{}))", name.to_lowercase());
        }
        said
    }

    /// The words a key may have.
    fn words(&self, schema: &Value) -> Vec<String> {
        let Some(one) = schema["$ref"].as_str().and_then(|name| self.definition(name)) else {
            return Vec::new();
        };
        let constants = one["oneOf"].as_array().into_iter().flatten();
        constants
            .filter_map(|word| {
                let about = word["description"].as_str()?.trim_end_matches('.').to_lowercase();
                Some(format!("`{}` ({about})", word["const"].as_str()?))
            })
            .collect()
    }

    fn definition(&self, reference: &str) -> Option<&Value> {
        self.definitions.get(reference.trim_start_matches("#/$defs/"))
    }

    /// Shared objects that stand at a place, or in a list at it.
    fn objects(&self, schema: &Value) -> Vec<String> {
        let mut names = Vec::new();
        if let Some(name) = schema["$ref"].as_str().map(|name| name.trim_start_matches("#/$defs/").to_owned())
            && self.shared.contains(&name)
        {
            names.push(name);
        }
        for inner in choices(schema) {
            names.extend(self.objects(inner));
        }
        for key in ["items", "additionalProperties"] {
            names.extend(schema.get(key).map_or(Vec::new(), |inner| self.objects(inner)));
        }
        names
    }

    /// Rows for what stands at a place: an object, or objects in a list or by name.
    fn inside(&self, schema: &Value, at: &str, rows: &mut Vec<(String, String)>) {
        if let Some(reference) = schema["$ref"].as_str() {
            let name = reference.trim_start_matches("#/$defs/");
            if !self.shared.contains(name)
                && let Some(found) = self.definition(reference)
            {
                self.inside(found, at, rows);
            }
        }
        let mut own = Vec::new();
        self.keys(schema, at, &mut own);
        for inner in choices(schema) {
            self.inside(inner, at, &mut own);
        }
        // Alternatives may share keys: those of the first stand for all.
        for (key, meaning) in own {
            if rows.iter().all(|(known, _)| *known != key) {
                rows.push((key, meaning));
            }
        }
        if let Some(items) = schema.get("items") {
            self.inside(items, &format!("{at}[]"), rows);
        }
        if let Some(named) = schema.get("additionalProperties").filter(|named| named.is_object()) {
            self.inside(named, &format!("{at}.NAME"), rows);
        }
    }
}

/// The alternatives of a schema.
fn choices(schema: &Value) -> impl Iterator<Item = &Value> {
    ["anyOf", "oneOf", "allOf"].iter().flat_map(|key| schema[*key].as_array().into_iter().flatten())
}
