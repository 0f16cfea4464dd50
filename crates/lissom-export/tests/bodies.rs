//! Flexible bodies for multibody programs, compared with numbers from the matrices of the finite-element program.
#![allow(clippy::unwrap_used)]

mod support;

use lissom::{FileError, Files, Overrides, Session};
use serde_json::json;
use std::path::{Path, PathBuf};
use support::{export, of, python, session};

/// Folder of the matrices of parts.
fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../lissom/tests/data/superelement")
}

/// A model in memory, with the files of parts beside it.
struct Beside(String);

impl Files for Beside {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        if path == "model.toml" {
            return Ok(self.0.clone().into_bytes());
        }
        std::fs::read(data().join(path))
            .map_err(|error| FileError { path: path.to_owned(), reason: error.to_string() })
    }
}

/// A model of solid bars, each with more keys; the second one stands elsewhere.
fn bars(keys: &[&str]) -> Session {
    let mut text = String::from("lissom = 1\n[model]\nname = \"bars\"\ndim = 3\nseparate_bodies = true\n");
    for (i, keys) in keys.iter().enumerate() {
        text += &format!(
            "[[fe_part]]\nname = \"bar {i}\"\nformat = \"npz\"\nstiffness = \"bar_aluminium.K.npz\"\nmass = \
             \"bar_aluminium.M.npz\"\ndof = \"bar_aluminium.dof\"\nmesh = \"bar_aluminium.inp\"\nmotion = \
             \"large\"\nposition = [0, {i}, 0]\n{keys}\n"
        );
        for name in ["A", "B"] {
            text += &format!(
                "[[interface]]\npart = \"bar {i}\"\nname = \"{name}{i}\"\nset = \"{name}\"\nkind = \"rigid\"\n"
            );
        }
    }
    let session = Session::open(Beside(text), "model.toml", Overrides::default()).unwrap();
    assert!(session.model().is_ok(), "{}", session.render_diagnostics(lissom::Style::Plain));
    session
}

fn folder(test: &str, session: &Session) -> (PathBuf, Vec<String>) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    std::fs::create_dir_all(&folder).unwrap();
    let files = export("sid", session, &of("full")).unwrap();
    let write = |file: &lissom_export::ExportedFile| {
        let name = format!("sample{}", file.ending);
        std::fs::write(folder.join(&name), &file.bytes).unwrap();
        name
    };
    let names = files.iter().map(write).collect();
    (folder, names)
}

#[test]
fn standard_input_data_are_integrals_of_the_mesh() {
    let own = bars(&[
        "modes = 4\ndamping = { modal = 0.02 }",
        "modes = 3\nframe = \"B1\"",
        "modes = 0\nframe = \"mass\"",
    ]);
    let (folder, names) = folder("sid", &own);
    assert_eq!(names.iter().filter(|name| name.ends_with(".SID_FEM")).count(), 3, "{names:?}");
    let case = |file: &str, frame: &str, modes: usize, ratio: f64| json!({ "file": file, "part": "bar_aluminium", "frame": frame, "modes": modes, "ratio": ratio });
    let cases = json!([
        case("sample.bar_0.SID_FEM", "mass", 4, 0.02),
        case("sample.bar_1.SID_FEM", "B", 3, 0.0),
        case("sample.bar_2.SID_FEM", "mass", 0, 0.0),
    ]);
    let arguments =
        [folder.to_str().unwrap(), data().to_str().unwrap(), &cases.to_string()].map(str::to_owned);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    python("numpy, scipy", "bodies.py", &arguments);
}

#[test]
fn tables_of_nodes_give_the_places_of_interfaces() {
    let (folder, names) = folder("sid_nodes", &bars(&["modes = 1", "modes = 1"]));
    assert!(names.contains(&"sample.bar_1.nodes.csv".to_owned()), "{names:?}");
    let text = std::fs::read_to_string(folder.join("sample.bar_1.nodes.csv")).unwrap();
    let second: Vec<&str> = text.lines().nth(2).unwrap().split(',').collect();
    assert_eq!(second[..2], ["2", "\"B1\""]);
    let place: Vec<f64> = second[2..].iter().map(|value| value.parse().unwrap()).collect();
    let expected = [0.4, 1.0, 0.0];
    assert!(place.iter().zip(expected).all(|(found, wanted)| (found - wanted).abs() < 1e-12), "{place:?}");
}

#[test]
fn files_are_repeatable() {
    let write = || export("sid", &bars(&["modes = 2"]), &of("full")).unwrap();
    let first = write();
    assert_eq!(first, write());
    assert!(first.len() == 2 && first.iter().all(|file| !file.bytes.is_empty()));
}

#[test]
fn models_without_moving_parts_are_refused() {
    let error = export("sid", &session(support::FRAME), &of("full")).unwrap_err().to_string();
    assert!(error.contains("[[fe_part]]") && error.contains("mtx"), "{error}");
}
