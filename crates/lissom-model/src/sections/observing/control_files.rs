//! `file` of a `[[controller]]`: a state space that another program wrote.

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::{Diagnostic, Span};
use crate::model::StateSpaceFile;
use crate::reading::catalogue::Name;
use crate::reading::fields::Fields;
use crate::text::model_files::{beside, leads_out};
use crate::text::sources::Origin;

/// Periods of the file and of the model that differ by less are the same: rounding of their text.
const SAME_PERIOD: f64 = 1e-9;

/// The file of a controller, where it has one; the outer `None` is an error.
pub(super) fn read(fields: &Fields<'_>) -> Option<Option<StateSpaceFile>> {
    let cx = fields.cx;
    let Some(name) = fields.name("file").optional()? else { return Some(None) };
    if leads_out(&name.text) {
        let message = format!("`{}` is not in the folder of the model", name.text);
        let diagnostic = Diagnostic::error(codes::OTHER_FILE, name.span, message);
        cx.report(diagnostic.hint("put the file beside the model file, or into a folder below it"));
        return None;
    }
    // A name on the command line counts from the model file.
    let naming = match cx.sources.origin(name.span) {
        Origin::Override => cx.sources.name(Span::default()),
        _ => cx.sources.name(name.span),
    };
    let path = beside(naming, &name.text);
    match cx.files.state_space(&path) {
        Ok(found) => Some(Some(StateSpaceFile { path, ..found })),
        Err(reason) => {
            let message = format!("cannot read a controller from {path}: {reason}");
            let diagnostic = Diagnostic::error(codes::OTHER_FILE, name.span, message);
            cx.report(diagnostic.hint(
                "a MAT-file of level 5 (save with -v7), a NumPy archive (.npz) or a JSON object with A, B, C and D; its name counts \
                 from the folder of this file",
            ));
            None
        }
    }
}

/// The sampling period that the file and `sample` give together; the outer `None` is an error.
pub(super) fn period(fields: &Fields<'_>, file: &StateSpaceFile, sample: Option<f64>) -> Option<Option<f64>> {
    let cx = fields.cx;
    match (file.period, sample) {
        (None, sample) => Some(sample),
        (Some(0.0), None) => Some(None),
        (Some(period), None) => Some(Some(period)),
        (Some(0.0), Some(_)) => {
            let message = format!("the controller in {} is continuous", file.path);
            let diagnostic = Diagnostic::error(codes::METHOD_KEY, fields.key_span("sample"), message);
            cx.report(diagnostic.hint(
                "remove `sample`, or make a sampled controller of it first, such as by scipy.signal.cont2discrete",
            ));
            None
        }
        (Some(period), Some(sample)) if (period - sample).abs() <= SAME_PERIOD * period => Some(Some(period)),
        (Some(period), Some(sample)) => {
            let message =
                format!("the controller in {} samples every {period} s, not every {sample} s", file.path);
            let diagnostic = Diagnostic::error(codes::CLASHING_KEYS, fields.key_span("sample"), message);
            cx.report(diagnostic.hint("remove `sample`: the period is that of the file"));
            None
        }
    }
}

/// A, B, C and D with the columns in the order of the measured outputs and the rows in that of the commands.
pub(super) fn in_order(
    fields: &Fields<'_>,
    file: &StateSpaceFile,
    measured: &[Name],
    acted: &[Name],
) -> Option<[Vec<Vec<f64>>; 4]> {
    let columns = places(fields, file, "input", "measured output", &file.inputs, measured);
    let rows = places(fields, file, "output", "command", &file.outputs, acted);
    let (columns, rows) = (columns?, rows?);
    let by_columns = |matrix: &Vec<Vec<f64>>| match &columns {
        Some(places) => matrix.iter().map(|row| picked(row, places)).collect(),
        None => matrix.clone(),
    };
    let by_rows = |matrix: Vec<Vec<f64>>| match &rows {
        Some(places) => picked(&matrix, places),
        None => matrix,
    };
    Some([file.a.clone(), by_columns(&file.b), by_rows(file.c.clone()), by_rows(by_columns(&file.d))])
}

/// Entries at some places; a list that is too short stays as it is, for its shape to be reported.
fn picked<T: Clone>(list: &[T], places: &[usize]) -> Vec<T> {
    let found: Option<Vec<T>> = places.iter().map(|at| list.get(*at).cloned()).collect();
    found.unwrap_or_else(|| list.to_vec())
}

/// Where the file has each of the names; the inner `None`: their order counts. Names that fit in part are an error.
fn places(
    fields: &Fields<'_>,
    file: &StateSpaceFile,
    of_file: &str,
    of_model: &str,
    written: &[String],
    wanted: &[Name],
) -> Option<Option<Vec<usize>>> {
    let cx = fields.cx;
    let own = |name: &Name| cx.scope(name.span).own(&name.text).unwrap_or(&name.text).to_owned();
    let place = |name: &Name| written.iter().position(|text| *text == name.text || *text == own(name));
    let found: Vec<Option<usize>> = wanted.iter().map(place).collect();
    if found.iter().all(Option::is_none) || written.len() != wanted.len() {
        // Another number of signals is a wrong shape, which is reported as such.
        return Some(None);
    }
    let all: Option<Vec<usize>> = found.iter().copied().collect();
    let distinct = |places: &Vec<usize>| (0..places.len()).all(|at| places.contains(&at));
    if let Some(places) = all.filter(distinct) {
        return Some(Some(places));
    }
    let missing = wanted.iter().zip(&found).find(|(_, place)| place.is_none());
    let message = match missing {
        Some((name, _)) => format!("no {of_file} of {} is the {of_model} \"{}\"", file.path, name.text),
        None => format!("two {of_model}s are the same {of_file} of {}", file.path),
    };
    let diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, fields.span_of("file"), message);
    cx.report(diagnostic.hint(format!("its {of_file}s are {}", written.join(", "))));
    None
}
