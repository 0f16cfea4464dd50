//! Files for other programs through the door.
#![allow(clippy::unwrap_used)]

use crate::program;

use program::{Folder, json, lissom_in, root, stderr, stdout};

fn example(name: &str) -> String {
    root().canonicalize().unwrap().join("examples").join(name).join("model.toml").to_str().unwrap().to_owned()
}

fn names(folder: &Folder, below: &str) -> Vec<String> {
    let entries = std::fs::read_dir(folder.0.join(below)).unwrap();
    let mut all: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    all.sort();
    all
}

#[test]
fn files_are_named_after_the_model_and_its_reduction() {
    let folder = Folder::new("export-names");
    let model = example("free_beam");
    let output = lissom_in(
        &folder.0,
        &["export", &model, "--to", "mtx", "--to", "json", "--model", "krylov", "--folder", "out", "--json"],
    );
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let ends = ["B.mtx", "C.mtx", "D.mtx", "K.mtx", "M.mtx", "dofs.csv", "json"];
    assert_eq!(names(&folder, "out"), ends.map(|end| format!("free-beam-krylov.{end}")));
    let object = json(&output);
    assert_eq!(object["exports"][0]["format"], "mtx");
    assert_eq!(object["exports"][1]["of"], "krylov");
    let space = std::fs::read_to_string(folder.0.join("out/free-beam-krylov.json")).unwrap();
    let space: serde_json::Value = serde_json::from_str(&space).unwrap();
    assert_eq!(space["origin"]["model_sha256"], object["provenance"]["model_sha256"]);
    assert_eq!(space["origin"]["method"], "krylov");
    assert!(space["origin"]["error_sentence"].as_str().is_some_and(|text| !text.is_empty()));
    assert_eq!(space["OutputName"][0], "sag");
}

#[test]
fn a_single_file_has_the_given_name() {
    let folder = Folder::new("export-single");
    let output = lissom_in(&folder.0, &["export", &example("free_beam"), "--to", "mat", "-o", "space.mat"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(names(&folder, ""), ["space.mat"]);
    assert!(stdout(&output).contains("mat of full: space.mat"), "{}", stdout(&output));
}

#[test]
fn several_files_share_the_given_stem() {
    let folder = Folder::new("export-stem");
    let output = lissom_in(&folder.0, &["export", &example("free_beam"), "--to", "c", "-o", "beam.c"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(names(&folder, ""), ["beam.c", "beam.h", "beam.mk", "beam_test.c"]);
    let source = std::fs::read_to_string(folder.0.join("beam.c")).unwrap();
    assert!(source.contains("#include \"beam.h\"") && source.contains("void beam_rates("));
}

#[test]
fn without_a_format_the_formats_are_listed() {
    let folder = Folder::new("export-list");
    let output = lissom_in(&folder.0, &["export", &example("free_beam")]);
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
    let said = stderr(&output);
    assert!(said.contains("--to FORMAT") && said.contains("gltf") && said.contains("fmu3"), "{said}");
}

/// Nothing is written when one of several formats cannot be made.
#[test]
fn a_refused_format_leaves_no_file() {
    let folder = Folder::new("export-refused");
    let model = example("free_beam");
    let output = lissom_in(&folder.0, &["export", &model, "--to", "mat", "--to", "csv", "--folder", "out"]);
    assert_ne!(output.status.code(), Some(0));
    assert!(stderr(&output).contains("[analysis.simulate]"), "{}", stderr(&output));
    assert!(!folder.0.join("out").exists());
    let missing = lissom_in(&folder.0, &["export", &model, "--to", "fmu2", "--runtime", "none.so"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(stderr(&missing).contains("none.so"), "{}", stderr(&missing));
    let continuum = lissom_in(&folder.0, &["export", &example("surrogate1"), "--to", "npz"]);
    assert_eq!(continuum.status.code(), Some(2));
    assert!(stderr(&continuum).contains("infinitely many states"), "{}", stderr(&continuum));
}

/// The motor's equations are exported as `lissom bond` prints them.
#[test]
fn bond_graphs_are_exported_as_they_are() {
    let folder = Folder::new("export-bond");
    let model = example("cart");
    let output = lissom_in(&folder.0, &["export", &model, "--to", "json", "-o", "cart.json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let space: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(folder.0.join("cart.json")).unwrap()).unwrap();
    let bond = json(&lissom_in(&folder.0, &["bond", &model, "--json"]));
    assert_eq!(space["A"], bond["A"]);
    assert_eq!(space["B"], bond["B"]);
}
