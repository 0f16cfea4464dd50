//! Frequencies against parameters, as a table and as CSV.

use super::write;
use crate::arguments::ModesFlags;
use crate::numbers::six;
use crate::spreadsheet::head;
use crate::table::Table;
use crate::terminal::Terminal;
use lissom::ModeSweep;
use std::fmt::Write;

/// Rows shown; JSON and CSV have all.
const MOST_ROWS: usize = 40;

/// The sweep as a table: parameters, then frequencies of every model.
pub fn text(sweep: &ModeSweep) -> String {
    let heads = heads(sweep);
    let named: Vec<(&str, &str)> = heads.iter().map(|(name, unit)| (name.as_str(), *unit)).collect();
    let mut table = Table::new(&named);
    let every = sweep.values.len().div_ceil(MOST_ROWS);
    let last = sweep.values.len() - 1;
    for row in (0..=last).filter(|row| row % every == 0 || *row == last) {
        let cell = |value: Option<f64>| value.map_or("-".to_owned(), six);
        table.row(cells(sweep, row).into_iter().map(cell).collect());
    }
    let mut text = format!("\nsweep of {}, {} points\n\n", sweep.parameters.join(", "), sweep.values.len());
    text += &table.render();
    if every > 1 {
        text += &format!("every {every}th row is shown; --csv FILE and --json contain all\n");
    }
    text + "\n"
}

/// Writes the sweep where the flags want it, or the list of modes of a model without a sweep; `false` when it could not be
/// written.
pub fn deliver(
    flags: &ModesFlags,
    sweep: Option<&ModeSweep>,
    list: impl FnOnce() -> String,
    terminal: &Terminal,
) -> bool {
    let Some(path) = &flags.csv else { return true };
    write(path, &sweep.map_or_else(list, csv), terminal)
}

fn csv(sweep: &ModeSweep) -> String {
    let quoted = |(name, unit): &(String, &str)| {
        let space = if unit.is_empty() { "" } else { " " };
        head(&format!("{name}{space}{unit}"))
    };
    let mut text = heads(sweep).iter().map(quoted).collect::<Vec<_>>().join(",");
    for row in 0..sweep.values.len() {
        let cell = |value: Option<f64>| value.map_or(String::new(), |v| v.to_string());
        let line: Vec<String> = cells(sweep, row).into_iter().map(cell).collect();
        let _ = write!(text, "\n{}", line.join(","));
    }
    text + "\n"
}

fn heads(sweep: &ModeSweep) -> Vec<(String, &'static str)> {
    let parameters = sweep.parameters.iter().map(|name| (name.clone(), ""));
    let several = sweep.series.len() > 1;
    let modes = sweep.series.iter().flat_map(|series| {
        (1..=series.modes()).map(move |mode| {
            let name = if several { format!("{} {mode}", series.model) } else { format!("mode {mode}") };
            (name, "[Hz]")
        })
    });
    parameters.chain(modes).collect()
}

fn cells(sweep: &ModeSweep, row: usize) -> Vec<Option<f64>> {
    let values = sweep.values[row].iter().map(|value| Some(*value));
    let frequencies = sweep
        .series
        .iter()
        .flat_map(|s| (0..s.modes()).map(move |mode| s.frequencies_hz[row].get(mode).copied()));
    values.chain(frequencies).collect()
}
