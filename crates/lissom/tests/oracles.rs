//! The programs of `tests/oracles` give the numbers that stand beside them, which other tests compare ours with.
//!
//! `tools/test` makes a Python environment with NumPy and SciPy and names it in `LISSOM_PYTHON`; the programs then must run.
//! Without that variable the `python3` of the machine is tried, and where it lacks the packages there is nothing to run.
//! `LISSOM_WRITE=1` writes the numbers anew, except those of the continuum, which list their cases.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use serde_json::{Map, Value};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/oracles")
}

/// A Python with the packages, or `None` where none is required or available.
fn python() -> Option<OsString> {
    let promised = std::env::var_os("LISSOM_PYTHON");
    let program = promised.clone().unwrap_or_else(|| "python3".into());
    let check = Command::new(&program).args(["-c", "import numpy, scipy, mpmath"]).output();
    let has_packages = check.is_ok_and(|output| output.status.success());
    assert!(has_packages || promised.is_none(), "{program:?} was promised to have NumPy, SciPy and mpmath");
    has_packages.then_some(program)
}

fn read(path: &Path) -> Map<String, Value> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The numbers of a file by name, and how far apart the program's may be [-].
fn kept(path: &Path) -> (Map<String, Value>, f64) {
    let mut file = read(path);
    match file.remove("cases") {
        Some(Value::Array(cases)) => {
            let pair = |case: &Value| (case["id"].as_str().unwrap().to_owned(), case["values"].clone());
            (cases.iter().map(pair).collect(), 1e-14)
        }
        _ => {
            let tolerance = file.remove("tolerance").and_then(|value| value.as_f64());
            (file, tolerance.unwrap_or_else(|| panic!("{} has no tolerance", path.display())))
        }
    }
}

/// All numbers of a value in their order, whether written as such or as strings of many digits.
fn numbers(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(list) => list.iter().flat_map(numbers).collect(),
        Value::Object(map) => map.values().flat_map(numbers).collect(),
        Value::String(text) => vec![text.parse().unwrap()],
        other => vec![other.as_f64().unwrap_or_else(|| panic!("{other} is no number"))],
    }
}

fn compare(script: &Path, found: &Map<String, Value>) {
    let (kept, tolerance) = kept(&script.with_extension("json"));
    assert!(tolerance <= 1e-6, "{tolerance}");
    let names = |map: &Map<String, Value>| map.keys().cloned().collect::<std::collections::BTreeSet<_>>();
    assert_eq!(names(&kept), names(found), "{}", script.display());
    for (name, value) in &kept {
        let (kept, found) = (numbers(value), numbers(&found[name]));
        assert_eq!(kept.len(), found.len(), "{}: {name}", script.display());
        for (kept, found) in kept.iter().zip(&found) {
            let scale = if *kept == 0.0 { 1.0 } else { kept.abs() };
            let difference = (kept - found).abs() / scale;
            assert!(difference <= tolerance, "{}: {name}: {found} is not {kept}", script.display());
        }
    }
}

fn write(script: &Path, found: &Map<String, Value>) {
    let path = script.with_extension("json");
    let tolerance = if path.exists() { read(&path).get("tolerance").cloned() } else { Some(1e-8.into()) };
    let Some(tolerance) = tolerance else { return };
    let lines = found.iter().map(|(name, value)| format!(",\n  {}: {value}", Value::from(name.as_str())));
    let text = format!("{{\n  \"tolerance\": {tolerance}{}\n}}\n", lines.collect::<String>());
    std::fs::write(path, text).unwrap();
}

#[test]
fn every_program_gives_the_numbers_beside_it() {
    let mut scripts: Vec<PathBuf> =
        std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    scripts.retain(|path| path.extension().is_some_and(|ending| ending == "py"));
    assert!(scripts.len() >= 4, "{scripts:?}");
    let Some(python) = python() else { return };
    std::thread::scope(|scope| {
        for script in &scripts {
            let python = &python;
            scope.spawn(move || {
                let output =
                    Command::new(python).arg(script).env("OPENBLAS_NUM_THREADS", "1").output().unwrap();
                let complaint = String::from_utf8_lossy(&output.stderr);
                assert!(output.status.success(), "{}: {complaint}", script.display());
                let found: Map<String, Value> = serde_json::from_slice(&output.stdout).unwrap();
                if std::env::var_os("LISSOM_WRITE").is_some() {
                    write(script, &found);
                }
                compare(script, &found);
            });
        }
    });
}

/// Every file of numbers has its program, and is read by a test.
#[test]
fn every_file_of_numbers_has_its_program() {
    let paths: Vec<PathBuf> =
        std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|ending| ending == "json")) {
        assert!(path.with_extension("py").exists(), "{} has no program", path.display());
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(is_named_by_a_test(&folder().join("../../crates"), name), "no test reads {name}");
    }
}

fn is_named_by_a_test(folder: &Path, name: &str) -> bool {
    std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).any(|path| {
        let is_source = path.extension().is_some_and(|ending| ending == "rs");
        let quoted = format!("oracles/{name}\"");
        path.is_dir() && is_named_by_a_test(&path, name)
            || is_source && std::fs::read_to_string(&path).unwrap().contains(&quoted)
    })
}

#[test]
fn a_wrong_number_is_found() {
    let script = folder().join("cables.py");
    let (mut numbers, _) = kept(&script.with_extension("json"));
    compare(&script, &numbers);
    numbers["cable"][0] = Value::from(numbers["cable"][0].as_f64().unwrap() * (1.0 + 1e-9));
    assert!(std::panic::catch_unwind(|| compare(&script, &numbers)).is_err());
    numbers.remove("cable");
    assert!(std::panic::catch_unwind(|| compare(&script, &numbers)).is_err());
}
