//! Parameter studies through the door: rows, failures, journals, tables.
#![allow(clippy::unwrap_used)]

use crate::program;

use program::{Folder, lissom_in, stderr};
use serde_json::Value;

const MODEL: &str = "lissom = 1\n[model]\nname = 'bar'\n[params]\nL = 1.0\nb = 1.0\n[section.s]\nEI = 'b'\nEA = 1e4\nrhoA = 1.0\n\
    [node]\na = [0, 0]\nc = ['L', 0]\n[[beam]]\nname = 'bar'\nnodes = ['a', 'c']\nsection = 's'\nelements = 4\n[[fix]]\nnodes = ['a']\n";

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("m.toml", MODEL);
    folder
}

fn study(folder: &Folder, words: &[&str]) -> (Option<i32>, Value, String) {
    let words: Vec<&str> = ["sweep", "m.toml", "--json"].iter().chain(words).copied().collect();
    let output = lissom_in(&folder.0, &words);
    let object = serde_json::from_slice(&output.stdout).unwrap_or(Value::Null);
    (output.status.code(), object, stderr(&output))
}

/// Frequencies go with √b: a closed form of every row, and the same bits as the question alone.
#[test]
fn rows_are_the_answers_one_by_one() {
    let folder = folder("studies-rows");
    let (code, object, _) =
        study(&folder, &["--over", "b=1,4,9", "--collect", "frequencies_hz.0", "--", "-n", "1"]);
    assert_eq!((code, object["failed"].as_u64()), (Some(0), Some(0)));
    let first: Vec<f64> =
        (0..3).map(|k| object["rows"][k]["values"]["frequencies_hz.0"].as_f64().unwrap()).collect();
    assert!((first[1] / first[0] - 2.0).abs() < 1e-9 && (first[2] / first[0] - 3.0).abs() < 1e-9);
    let output = lissom_in(&folder.0, &["modes", "m.toml", "--set", "b=4", "-n", "1", "--json"]);
    let alone: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(alone["frequencies_hz"][0].as_f64(), Some(first[1]));
}

#[test]
fn threads_change_no_bit_and_failures_keep_their_place() {
    let folder = folder("studies-threads");
    let words = ["--over", "b=1,-1,2,0,3", "--over", "L=1:2:3"];
    let answers: Vec<Value> = ["1", "4"]
        .iter()
        .map(|threads| study(&folder, &[&words[..], &["--threads", threads]].concat()))
        .map(|(code, object, _)| {
            assert_eq!(code, Some(1));
            object["rows"].clone()
        })
        .collect();
    assert_eq!(answers[0], answers[1]);
    let failed: Vec<usize> = (0..15).filter(|k| !answers[0][*k]["failure"].is_null()).collect();
    assert_eq!(failed, [3, 4, 5, 9, 10, 11]);
    assert_eq!(answers[0][3]["failure"]["kind"], "model");
}

#[test]
fn wrong_studies_are_refused_before_the_work() {
    let folder = folder("studies-wrong");
    for (words, said) in [
        (&["--over", "bb=1,2"][..], "unknown parameter `bb`"),
        (&["--over", "b=1:2"], "needs the number of values of `b`"),
        (&["--over", "b=1:2:3", "--over", "b=1"], "given twice"),
        (&[], "no points"),
        (&["--over", "b=1:2", "--design", "sobol"], "--count"),
        (&["--over", "b=1,2", "--count", "3"], "no effect on a grid"),
        (&["--over", "b=1,2", "--collect", "a..b"], "separated by dots"),
        (&["--list", "none.csv"], "none.csv"),
    ] {
        let (code, object, error) = study(&folder, words);
        assert_eq!(code, Some(2), "{words:?}: {error}");
        assert!(
            error.contains(said) && object["error"].as_str().unwrap().contains(said),
            "{words:?}: {error}"
        );
    }
}

#[test]
fn an_interrupted_study_goes_on() {
    let folder = folder("studies-journal");
    let words = ["--over", "b=1:2:6", "--journal", "j", "-o", "t.csv"];
    let (code, whole, _) = study(&folder, &words);
    assert_eq!(code, Some(0));
    let read = |name: &str| std::fs::read_to_string(folder.0.join(name)).unwrap();
    let (journal, table) = (read("j"), read("t.csv"));
    assert_eq!((journal.lines().count(), table.lines().count()), (7, 7));
    // What a killed program leaves: some rows, and a part of a line.
    let cut = journal.lines().take(4).map(str::len).sum::<usize>() + 4 + 10;
    std::fs::write(folder.0.join("j"), &journal[..cut]).unwrap();
    std::fs::remove_file(folder.0.join("t.csv")).unwrap();
    let (_, again, notes) = study(&folder, &words);
    assert_eq!(again["rows"], whole["rows"]);
    assert!(notes.contains("3 of 6 rows are in the journal"), "{notes}");
    assert_eq!((read("j").lines().count(), read("t.csv")), (7, table));
    let (code, _, error) = study(&folder, &["--over", "b=1:3:6", "--journal", "j"]);
    assert_eq!(code, Some(2));
    assert!(error.contains("belongs to another study"), "{error}");
}

#[test]
fn designs_and_slices() {
    let folder = folder("studies-designs");
    for design in ["random", "latin", "sobol"] {
        let words =
            ["--over", "b=1:2", "--over", "L=1:3", "--design", design, "--count", "8", "--collect", "dof"];
        let (_, whole, _) = study(&folder, &words);
        let (_, part, _) = study(&folder, &[&words[..], &["--rows", "3:6"]].concat());
        assert_eq!(whole["rows"].as_array().unwrap().len(), 8, "{design}");
        assert_eq!(part["rows"].as_array().unwrap()[..], whole["rows"].as_array().unwrap()[3..6]);
        assert_eq!(part["points"], 8);
    }
    folder.write("list.csv", "L,b\n1,2\n2,3\n");
    let (_, listed, _) = study(&folder, &["--list", "list.csv", "--collect", "dof"]);
    assert_eq!(listed["rows"][1]["point"], serde_json::json!([2.0, 3.0]));
    let output = lissom_in(&folder.0, &["sweep", "m.toml", "--over", "b=1,2", "-o", "t.npz"]);
    assert!(output.status.success() && std::fs::metadata(folder.0.join("t.npz")).unwrap().len() > 0);
    assert!(String::from_utf8_lossy(&output.stdout).contains("bar: modes for 2 points"));
}
