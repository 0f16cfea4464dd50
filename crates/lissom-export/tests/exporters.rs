//! The list of exporters is that of the model file, and refusals say what is missing and what would do.
#![allow(clippy::unwrap_used)]

mod support;

use lissom::EXPORT_FORMATS;
use lissom_export::{EXPORTERS, exporter, requests_of};
use support::{FRAME, export, of, session};

#[test]
fn formats_of_the_model_file_are_those_that_are_written() {
    let written: Vec<(&str, &str)> = EXPORTERS.iter().map(|e| (e.name(), e.sentence())).collect();
    let mut known: Vec<(&str, &str)> = EXPORT_FORMATS.iter().map(|f| (f.name, f.doc)).collect();
    let mut sorted = written.clone();
    sorted.sort_unstable();
    known.sort_unstable();
    assert_eq!(sorted, known);
    for exporter in EXPORTERS {
        assert!(!exporter.extension().is_empty() && !exporter.needs().is_empty(), "{}", exporter.name());
    }
}

#[test]
fn an_unknown_format_gets_a_close_name() {
    let error = exporter("gltff").err().unwrap().to_string();
    assert!(error.contains("did you mean `gltf`"), "{error}");
}

#[test]
fn the_model_file_may_ask_for_formats() {
    let asked =
        format!("{FRAME}[export]\nto = ['mtx', 'c']\nmodel = 'cb'\nstate_space = {{ format = 'mat' }}\n");
    let requests = requests_of(&session(&asked)).unwrap();
    let found: Vec<(&str, &str)> =
        requests.iter().map(|(format, request)| (*format, request.model())).collect();
    assert_eq!(found, [("mat", "full"), ("mtx", "cb"), ("c", "cb")]);
}

#[test]
fn what_cannot_be_exported_says_why_and_what_would_do() {
    let without_output = FRAME.split("[[output]]").next().unwrap();
    let error = export("npz", &session(without_output), &of("full")).unwrap_err().to_string();
    assert!(error.contains("it has no output") && error.contains("`mtx`"), "{error}");
    let error = export("fmu2", &session(FRAME), &of("full")).unwrap_err().to_string();
    assert!(error.contains("lissom-fmu"), "{error}");
    let error = export("npz", &session(FRAME), &of("cbb")).unwrap_err().to_string();
    assert!(error.contains("cb"), "{error}");
}

/// Formats of models with FE parts in large motion: a frame cannot be written in them (`bodies.rs` tests them).
const OF_MOVING_PARTS: [&str; 3] = ["sid", "calculix-loads", "nastran-loads"];

/// The same request gives the same bytes, and every file has content.
#[test]
fn files_are_repeatable() {
    let own = session(FRAME);
    let of_frames = |name: &str| !OF_MOVING_PARTS.contains(&name);
    for exporter in
        EXPORTERS.iter().filter(|exporter| !exporter.needs_runtime() && of_frames(exporter.name()))
    {
        let model = if exporter.name() == "user-element" { "cb" } else { "full" };
        let first = export(exporter.name(), &own, &of(model)).unwrap();
        let again = export(exporter.name(), &session(FRAME), &of(model)).unwrap();
        assert_eq!(first, again, "{}", exporter.name());
        assert!(first.iter().all(|file| !file.bytes.is_empty()), "{}", exporter.name());
    }
}
