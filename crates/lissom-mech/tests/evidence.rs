//! The tables of evidence name tests that exist, and give a status and a ground for everything.

use std::path::Path;

fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The value of a key in a claim.
fn value<'a>(claim: &'a str, key: &str) -> Option<&'a str> {
    let line = claim.lines().find(|line| line.starts_with(&format!("{key} = ")))?;
    Some(line[key.len() + 3..].trim_matches('"'))
}

#[test]
fn every_claim_has_a_status_and_a_ground() {
    for paper in ["boer2013", "scutaru2012", "staticdeformation"] {
        check(&format!("papers/{paper}/expected.toml"));
    }
}

fn check(table: &str) {
    let table = read(table);
    let errata = read("docs/errata.md");
    let claims: Vec<&str> = table.split("[[claim]]").skip(1).collect();
    assert!(claims.len() > 30);
    for claim in claims {
        let status = value(claim, "status").unwrap_or_else(|| panic!("no status: {claim}"));
        let known = ["reproduced", "digitised", "erratum", "not recoverable", "open"];
        assert!(known.contains(&status), "unknown status: {claim}");
        assert!(value(claim, "where").is_some() && value(claim, "what").is_some(), "{claim}");
        let ground = if ["not recoverable", "open"].contains(&status) { "reason" } else { "found" };
        assert!(value(claim, ground).is_some(), "no {ground}: {claim}");
        if let Some(row) = value(claim, "errata") {
            assert!(errata.contains(&format!("| {row} |")), "no erratum {row}");
        }
        if let Some(test) = value(claim, "held_by") {
            let (file, name) = test.split_once(": ").unwrap_or_else(|| panic!("no test: {claim}"));
            assert!(read(file).contains(&format!("fn {name}()")), "{test} does not exist");
        }
    }
}
