//! `docs/json.md` must be as the types of the answers make it now. After a change of these types, write it anew with
//! `LISSOM_WRITE=1 cargo test -p lissom --test generated`.

use lissom::wire;
use serde_json::Value;
use std::path::Path;

#[test]
fn the_page_of_json_answers_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/json.md");
    let made = wire::reference();
    if std::env::var_os("LISSOM_WRITE").is_some() {
        std::fs::write(&path, &made).expect("the repository can be written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == made, "{} is out of date; see the top of this test", path.display());
}

/// Every key has a meaning, and objects have no keys that are not described.
#[test]
fn every_key_of_an_answer_is_described() {
    fn walk(schema: &Value, at: &str, wrong: &mut Vec<String>) {
        if let Some(properties) = schema["properties"].as_object() {
            if schema["additionalProperties"] != false {
                wrong.push(format!("{at} is open"));
            }
            for (key, inner) in properties {
                if inner["description"].as_str().is_none_or(str::is_empty) {
                    wrong.push(format!("{at}.{key} has no meaning"));
                }
            }
        }
        match schema {
            Value::Object(map) => {
                map.iter().for_each(|(key, inner)| walk(inner, &format!("{at}/{key}"), wrong))
            }
            Value::Array(list) => list.iter().for_each(|inner| walk(inner, at, wrong)),
            _ => {}
        }
    }
    let mut wrong = Vec::new();
    walk(&wire::schema(), "", &mut wrong);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The schema distinguishes answers by their verb.
#[test]
fn every_answer_has_a_schema_with_its_verb() {
    let schema = wire::schema();
    for kind in wire::ANSWERS {
        let own = &schema["$defs"][kind.name];
        assert!(own["properties"]["lissom"].is_object(), "{}", kind.name);
        assert_eq!(own["properties"]["verb"]["const"].as_str(), kind.verb, "{}", kind.name);
    }
}
