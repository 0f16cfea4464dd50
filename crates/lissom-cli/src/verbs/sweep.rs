//! `lissom sweep`: the same question for many values of parameters.

use super::{fail, open, print, write, write_bytes};
use crate::answer_files::ending;
use crate::arguments::SweepFlags;
use crate::numbers::six;
use crate::shell::quoted;
use crate::spreadsheet::head;
use crate::study_journal::StudyJournal;
use crate::study_rows::{Asked, finish};
use crate::table::Table;
use crate::terminal::Terminal;
use lissom::studies::{Axis, Column, Design, Journal, Row, StudyError, StudyTable, listed_points};
use lissom::wire::{self, Reply};
use lissom::{Cost, Failure, Files, Progress, Session};
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::Instant;

/// Failed rows that are shown.
const MOST_SHOWN: usize = 10;

/// Asks all rows that the journal does not have and writes the table.
pub fn run(flags: &SweepFlags, terminal: &Terminal) -> ExitCode {
    let start = Instant::now();
    let session = match open(&flags.common, terminal) {
        Ok(session) => session,
        Err(failure) => return fail("sweep", &flags.common, None, &failure, terminal),
    };
    let table = match study(&session, flags, terminal) {
        Ok(table) => table,
        Err(failure) => return fail("sweep", &flags.common, Some(&session), &failure, terminal),
    };
    let (points, table) = table;
    if !flags.common.json {
        let name = session.model().map_or("", |model| model.name.as_str());
        terminal.answer(&text(name, flags, points, &table));
    }
    let said = wire::Study::new(&flags.verb, points, &table);
    let warnings = match table.failed() {
        0 => Vec::new(),
        failed => vec![format!("{failed} of {} rows have no answer", table.rows.len())],
    };
    let reply = Reply::new(&session, &warnings, Cost::UNKNOWN, start.elapsed().as_secs_f64(), said);
    terminal.arrays(|| table.arrays());
    let written = print(&flags.common, &reply, terminal) & deliver(flags, &reply, &table, terminal);
    ExitCode::from(u8::from(!written || table.failed() > 0))
}

/// Writes the table in the format of its name.
fn deliver(
    flags: &SweepFlags,
    reply: &impl serde::Serialize,
    table: &StudyTable,
    terminal: &Terminal,
) -> bool {
    let Some(path) = &flags.common.output else { return true };
    match ending(path).as_str() {
        "json" => write(path, &format!("{:#}\n", wire::json(reply)), terminal),
        "npz" => archive(path, lissom::npz(&table.arrays()), terminal),
        "parquet" => archive(path, parquet(reply, table), terminal),
        _ => write(path, &table.csv(head), terminal),
    }
}

fn archive(path: &str, bytes: Option<Vec<u8>>, terminal: &Terminal) -> bool {
    match bytes {
        Some(bytes) => write_bytes(path, &bytes, terminal),
        None => {
            terminal.report(&format!("error: {path} would be larger than its format can hold; write .csv"));
            false
        }
    }
}

/// All numbers; reasons of rows without an answer are in the metadata.
fn parquet(reply: &impl serde::Serialize, table: &StudyTable) -> Option<Vec<u8>> {
    let failures: serde_json::Map<String, serde_json::Value> = table
        .rows
        .iter()
        .filter_map(|row| row.failure.as_ref().map(|(_, why)| (row.index.to_string(), why.clone().into())))
        .collect();
    let origin = serde_json::json!({ "provenance": wire::json(reply)["provenance"], "failures": failures });
    let arrays = table.arrays();
    let columns: Vec<(String, &[f64])> =
        arrays.iter().map(|array| (array.name.clone(), array.values.as_slice())).collect();
    lissom_export::parquet_table(&columns, &origin.to_string())
}

fn refused(error: &StudyError) -> Failure {
    Failure::Output { reason: error.to_string(), exit_code: 2 }
}

/// Number of points, and the table of finished rows.
fn study(session: &Session, flags: &SweepFlags, terminal: &Terminal) -> Result<(usize, StudyTable), Failure> {
    let (parameters, points) = points(flags, terminal)?;
    demand_parameters(session, &parameters)?;
    let columns: Vec<Column> = match flags.collect.is_empty() {
        true => Column::usual(&flags.verb),
        false => {
            let read = flags.collect.iter().map(|text| text.parse().map_err(|error| refused(&error)));
            read.collect::<Result<_, _>>()?
        }
    };
    let question: Vec<String> =
        [&flags.verb].into_iter().chain(&flags.options).chain(&flags.collect).cloned().collect();
    let head = Journal::new(&question, &session.provenance().model_sha256, &parameters, &points);
    let (journal, mut rows) = StudyJournal::open(flags.journal.as_deref(), &head)?;
    let (from, to) = flags.rows.unwrap_or((0, points.len()));
    let wanted = from.min(points.len())..to.min(points.len());
    let pending: Vec<usize> = wanted.clone().filter(|row| !rows.contains_key(row)).collect();
    if pending.len() < wanted.len() {
        terminal.note(&format!(
            "{} of {} rows are in the journal",
            wanted.len() - pending.len(),
            wanted.len()
        ));
    }
    let model = terminal.workspace.model(&flags.common.model).read(&flags.common.model)?;
    let asked = Asked { flags, parameters: &parameters, points: &points, columns: &columns, model, terminal };
    let progress = terminal.progress();
    progress.stage(&format!("{} for {} points", flags.verb, pending.len()), Some(pending.len() as u64));
    let done = finish(&asked, &pending, &journal, &progress);
    progress.finish();
    rows.extend(done?.into_iter().map(|row| (row.index, row)));
    let rows: BTreeMap<usize, Row> = rows.into_iter().filter(|(row, _)| wanted.contains(row)).collect();
    Ok((points.len(), StudyTable::new(parameters, &points, rows.into_values().collect())))
}

/// Names of the parameters and all points.
fn points(flags: &SweepFlags, terminal: &Terminal) -> Result<(Vec<String>, Vec<Vec<f64>>), Failure> {
    if let Some(path) = &flags.list {
        let bytes = terminal.workspace.files(std::slice::from_ref(path)).read(path)?;
        return listed_points(&String::from_utf8_lossy(&bytes)).map_err(|error| refused(&error));
    }
    let axes: Vec<Axis> = flags
        .over
        .iter()
        .map(|text| text.parse().map_err(|error| refused(&error)))
        .collect::<Result<_, _>>()?;
    let count = || {
        flags.count.ok_or_else(|| Failure::Output {
            reason: format!("--design {} needs the number of points: --count N", flags.design),
            exit_code: 2,
        })
    };
    let design = match flags.design.as_str() {
        "random" => Design::Random { count: count()?, seed: flags.seed },
        "latin" => Design::LatinHypercube { count: count()?, seed: flags.seed },
        "sobol" => Design::Sobol { count: count()? },
        _ if flags.count.is_some() => {
            let reason = "--count has no effect on a grid: give the number of values of each parameter";
            return Err(Failure::Output { reason: reason.to_owned(), exit_code: 2 });
        }
        _ => Design::Grid,
    };
    let points = design.points(&axes).map_err(|error| refused(&error))?;
    Ok((axes.into_iter().map(|axis| axis.name).collect(), points))
}

fn demand_parameters(session: &Session, names: &[String]) -> Result<(), Failure> {
    let known: Vec<String> = session.model()?.parameters.iter().map(|known| known.name.clone()).collect();
    match names.iter().find(|name| !known.contains(name)) {
        None => Ok(()),
        Some(name) => Err(Failure::UnknownName { kind: "parameter", name: name.clone(), known }),
    }
}

fn text(name: &str, flags: &SweepFlags, points: usize, table: &StudyTable) -> String {
    let of = if table.rows.len() == points { String::new() } else { format!(" of {points}") };
    let mut text = format!("{name}: {} for {}{of} points\n\n", flags.verb, table.rows.len());
    let mut summary = Table::new(&[("number", ""), ("rows", ""), ("least", ""), ("largest", "")]);
    let point = |k: usize| table.points.iter().map(|point| Some(point[k])).collect::<Vec<_>>();
    let parameters = table.parameters.iter().enumerate().map(|(k, name)| (name, point(k)));
    let columns = table.columns.iter().enumerate().map(|(k, name)| (name, table.column(k)));
    for (name, values) in parameters.chain(columns) {
        let values: Vec<f64> = values.into_iter().flatten().collect();
        let least = values.iter().copied().reduce(f64::min).map_or("-".to_owned(), six);
        let largest = values.iter().copied().reduce(f64::max).map_or("-".to_owned(), six);
        summary.row(vec![name.clone(), values.len().to_string(), least, largest]);
    }
    text += &summary.render();
    let failed = table.rows.iter().filter_map(|row| Some((row.index, row.failure.as_ref()?)));
    for (index, (kind, reason)) in failed.take(MOST_SHOWN) {
        let first = reason.lines().next().unwrap_or_default();
        text += &format!("row {index} has no answer ({kind}): {first}\n");
    }
    if table.failed() > MOST_SHOWN {
        text += &format!("and {} more rows without an answer\n", table.failed() - MOST_SHOWN);
    }
    let model = quoted(&flags.common.model);
    text + &format!("next: lissom sweep {model} … -o table.csv --journal table.journal\n")
}
