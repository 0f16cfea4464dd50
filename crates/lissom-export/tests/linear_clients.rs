//! State space and matrices as other programs read them: the responses are those of the program itself.
#![allow(clippy::unwrap_used)]

mod support;

use lissom::{Quiet, Session};
use serde_json::json;
use std::path::Path;
use support::{FRAME, example, export, octave, of, python, session, write};

/// Writes the responses of a model, for the clients to compare with.
fn write_responses(own: &Session, model: &str, folder: &Path) {
    let settings = own.response_settings().unwrap();
    let report = own.frequency_response(model, &settings, &Quiet).unwrap().value;
    let pairs: Vec<_> = report
        .pairs
        .iter()
        .map(|pair| {
            let (re, im): (Vec<f64>, Vec<f64>) = pair.values.iter().map(|z| (z.re, z.im)).unzip();
            json!({ "input": pair.input, "output": pair.output, "re": re, "im": im })
        })
        .collect();
    let text = json!({ "hertz": report.frequencies_hz, "pairs": pairs }).to_string();
    std::fs::write(folder.join("responses.json"), text).unwrap();
}

#[test]
fn state_space_has_the_responses_of_the_model() {
    let own = session(FRAME);
    for model in ["full", "cb"] {
        let mut files = Vec::new();
        for format in ["mat", "npz", "json"] {
            files.extend(export(format, &own, &of(model)).unwrap());
        }
        let folder = write(&format!("state_space_{model}"), &files);
        write_responses(&own, model, &folder);
        python("numpy, scipy, control, pymor", "state_space.py", &[folder.to_str().unwrap()]);
        octave("state_space.m", &[folder.to_str().unwrap()]);
    }
}

#[test]
fn matrices_have_the_responses_of_the_model() {
    let own = session(FRAME);
    for model in ["full", "cb"] {
        let mut files = Vec::new();
        for format in ["mtx", "op4", "dmig", "matrices-npz"] {
            files.extend(export(format, &own, &of(model)).unwrap());
        }
        let folder = write(&format!("matrices_{model}"), &files);
        write_responses(&own, model, &folder);
        python("numpy, scipy, pyyeti, pyNastran", "matrices.py", &[folder.to_str().unwrap()]);
    }
}

/// The project's own readers find the same matrices in three formats.
#[test]
fn the_importers_read_the_matrices_back() {
    let own = session(FRAME);
    let read = |format: &str, ending: &str, importer: &dyn lissom_import::Importer, name: Option<&str>| {
        let files = export(format, &own, &of("cb")).unwrap();
        let file = files.iter().find(|file| file.ending == ending).unwrap();
        let source = lissom_import::Source::from_bytes(&format!("sample{ending}"), &file.bytes).unwrap();
        let all = importer.read(source).unwrap();
        let found = all.into_iter().find(|read| name.is_none_or(|name| read.name == name)).unwrap();
        found.matrix
    };
    let market = read("mtx", ".K.mtx", &lissom_import::MatrixMarket, None);
    let nastran = read("op4", ".op4", &lissom_import::Op4, Some("KAA"));
    let scipy = read("matrices-npz", ".K.npz", &lissom_import::Npz, None);
    assert!(market.rows() == 9 && market.max_abs() > 0.0);
    for (i, j, value) in market.iter() {
        assert_eq!(value, nastran.get(i, j), "op4 ({i}, {j})");
        assert_eq!(value, scipy.get(i, j), "npz ({i}, {j})");
    }
}

/// A user element has the frequencies of the reduction it was written from.
#[test]
fn user_elements_have_the_frequencies_of_the_reduction() {
    let own = session(FRAME);
    let folder = write("user_element", &export("user-element", &own, &of("cb")).unwrap());
    let report = own.reduce_structure("cb", None, &Quiet).unwrap().value;
    let hertz: Vec<f64> = report.comparison.reduced_hz.clone();
    std::fs::write(folder.join("wanted.json"), json!(&hertz[..3]).to_string()).unwrap();
    python("numpy, scipy", "user_element.py", &[folder.to_str().unwrap()]);
    let said = export("user-element", &example("cart"), &of("full")).unwrap_err().to_string();
    assert!(said.contains("no matrices") && said.contains("`npz`"), "{said}");
}

/// Rows of interfaces come first: their motions have the numbers of grid points, modes those of scalar points.
#[test]
fn interfaces_come_first() {
    let files = export("op4", &session(FRAME), &of("cb")).unwrap();
    let table = files.iter().find(|file| file.ending == ".dofs.csv").unwrap();
    let text = String::from_utf8(table.bytes.clone()).unwrap();
    let dofs: Vec<&str> = text.lines().skip(1).collect();
    assert_eq!(dofs.len(), 9);
    assert!(dofs[..6].iter().all(|line| line.split(',').nth(3) == Some("1")), "{text}");
    assert!(dofs[6..].iter().all(|line| line.split(',').nth(2) == Some("0")), "{text}");
}
