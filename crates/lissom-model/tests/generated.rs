//! Files made from the descriptions must be as the descriptions make them now.
//! After a change of a description, write them anew with `LISSOM_WRITE=1 cargo test -p lissom-model`.

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn compare(path: &str, made: &str) {
    let path = root().join(path);
    if std::env::var_os("LISSOM_WRITE").is_some() {
        std::fs::write(&path, made).expect("the repository can be written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == made, "{} is out of date; see the top of this test", path.display());
}

#[test]
fn the_schema_is_up_to_date() {
    compare("crates/lissom-model/lissom.schema.json", &lissom_model::schema());
}

#[test]
fn the_reference_is_up_to_date() {
    compare("docs/model_file.md", &lissom_model::reference());
}

#[test]
fn the_schema_is_json_with_every_section() {
    let schema: serde_json::Value = serde_json::from_str(&lissom_model::schema()).unwrap();
    for section in lissom_model::SECTIONS {
        let path = section.name.replace('.', "/properties/");
        let found = schema.pointer(&format!("/properties/{path}"));
        assert!(found.is_some_and(|found| found["description"] == section.doc), "{}", section.name);
    }
}
