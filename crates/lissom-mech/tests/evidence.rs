//! The tables of evidence of all papers name tests that exist, and give a status and a ground for everything.

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The value of a key in a claim.
fn value<'a>(claim: &'a str, key: &str) -> Option<&'a str> {
    let line = claim.lines().find(|line| line.starts_with(&format!("{key} = ")))?;
    Some(line[key.len() + 3..].trim_matches('"')).filter(|value| !value.is_empty())
}

/// Whether a source has a test of this name: a function without arguments right below its attribute.
fn has_test(source: &str, name: &str) -> bool {
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    lines.iter().enumerate().any(|(at, line)| {
        let attributes = lines[..at].iter().rev().take_while(|line| line.starts_with("#["));
        line.starts_with(&format!("fn {name}(")) && attributes.clone().any(|line| *line == "#[test]")
    })
}

/// What is wrong with a claim.
fn complaints(claim: &str, readme: &str, errata: &str) -> Vec<String> {
    let mut found = Vec::new();
    let status = value(claim, "status").unwrap_or("none");
    let known = ["reproduced", "digitised", "erratum", "not recoverable", "open"];
    if !known.contains(&status) {
        found.push(format!("unknown status `{status}`"));
    } else if !readme.contains(&format!("| `{status}` |")) && !readme.contains(&format!("**{status}**:")) {
        found.push(format!("the page does not explain `{status}`"));
    }
    let is_number = value(claim, "quantity").is_some();
    if value(claim, "where").is_none() || (value(claim, "what").is_none() && !is_number) {
        found.push("no `where`, or nothing that is claimed".to_owned());
    }
    let ground = if ["not recoverable", "open"].contains(&status) { "reason" } else { "found" };
    if value(claim, ground).is_none() {
        found.push(format!("no `{ground}`"));
    }
    if let Some(row) = value(claim, "errata").filter(|row| !errata.contains(&format!("| {row} |"))) {
        found.push(format!("no erratum {row}"));
    }
    match value(claim, "held_by").map(|test| test.split_once(": ")) {
        // Numbers are computed again from the table itself, by a test of their own.
        None if status == "reproduced" && !is_number => found.push("no test holds it".to_owned()),
        Some(Some((file, name))) if !has_test(&read(file), name) => {
            found.push(format!("there is no test {name} in {file}"));
        }
        Some(None) => found.push("`held_by` is no file and test".to_owned()),
        None | Some(Some(_)) => {}
    }
    found
}

#[test]
fn every_claim_has_a_status_and_a_ground() {
    let errata = read("docs/errata.md");
    let mut papers: Vec<String> = std::fs::read_dir(root().join("papers"))
        .expect("there are papers")
        .map(|entry| entry.expect("a folder").file_name().to_string_lossy().into_owned())
        .collect();
    papers.sort();
    let sources = ["boer2013", "clemen2021", "scutaru2012", "singer1994", "staticdeformation"];
    assert!(sources.iter().all(|source| papers.iter().any(|paper| paper == source)), "{papers:?}");
    for paper in papers {
        let (table, readme) =
            (read(&format!("papers/{paper}/expected.toml")), read(&format!("papers/{paper}/README.md")));
        let claims: Vec<&str> = table.split("[[claim]]").skip(1).collect();
        let least = if sources.contains(&paper.as_str()) { 13 } else { 1 };
        assert!(claims.len() >= least, "{paper}: {}", claims.len());
        for claim in claims {
            let found = complaints(claim, &readme, &errata);
            assert!(found.is_empty(), "{paper}: {}\n{claim}", found.join(", "));
        }
    }
}

#[test]
fn a_bad_claim_is_noticed() {
    let here = "crates/lissom-mech/tests/evidence.rs: a_bad_claim_is_noticed";
    let good = format!(
        "where = \"Eq. (1)\"\nwhat = \"a\"\nstatus = \"reproduced\"\nfound = \"b\"\nheld_by = \"{here}\"\nerrata = \"G1\""
    );
    let check = |claim: &str| complaints(claim, "| `reproduced` | x |", "| G1 | x |").len();
    assert_eq!(check(&good), 0);
    for (from, to) in [
        ("status = \"reproduced\"", "status = \"nice\""),
        ("status = \"reproduced\"", "status = \"erratum\""),
        ("found = \"b\"", "found = \"\""),
        ("where = \"Eq. (1)\"\n", ""),
        ("what = \"a\"\n", ""),
        ("a_bad_claim_is_noticed", "complaints"),
        ("held_by", "hold_by"),
        ("G1", "G9"),
    ] {
        assert_eq!(check(&good.replacen(from, to, 1)), 1, "{from} {to}");
    }
}
