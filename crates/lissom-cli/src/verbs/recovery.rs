//! `lissom simulate --recover` and `--loads`: meshes and interface loads of FE parts in a motion, as CSV or NumPy archive.

use super::{write, write_bytes};
use crate::answer_files::ending;
use crate::arguments::SimulateFlags;
use crate::spreadsheet::head;
use crate::terminal::Terminal;
use lissom::{NamedArray, Recovery, Session, Simulation};
use std::fmt::Write;

/// Writes what the flags ask for; `false` when something could not be written.
pub fn deliver(session: &Session, flags: &SimulateFlags, runs: &[&Simulation], terminal: &Terminal) -> bool {
    if flags.recover.is_none() && flags.loads.is_none() {
        return true;
    }
    let progress = terminal.progress();
    let found = runs.iter().map(|run| session.recovery(run, &progress)).collect::<Result<Vec<_>, _>>();
    progress.finish();
    let found = match found {
        Ok(found) => found,
        Err(failure) => {
            terminal.report(&format!("error: {failure}"));
            return false;
        }
    };
    let mut written = true;
    if let Some(path) = &flags.recover {
        if found.iter().any(|own| own.parts.is_empty()) {
            terminal.note("warning: no FE part has a mesh with named rows: only times are written");
        }
        written &= to_file(path, &found, Recovery::mesh_arrays, Recovery::mesh_columns, terminal);
    }
    if let Some(path) = &flags.loads {
        written &= to_file(path, &found, Recovery::load_arrays, Recovery::load_columns, terminal);
    }
    written
}

/// Names of columns and their series.
type Columns = Vec<(String, Vec<f64>)>;

fn to_file(
    path: &str,
    found: &[Recovery],
    arrays: fn(&Recovery) -> Vec<NamedArray>,
    columns: fn(&Recovery) -> Columns,
    terminal: &Terminal,
) -> bool {
    if ending(path) == "npz" {
        // The times are those of every model.
        let all =
            found.iter().enumerate().flat_map(|(k, own)| arrays(own).into_iter().skip(usize::from(k > 0)));
        return match lissom::npz(&all.collect::<Vec<_>>()) {
            Some(bytes) => write_bytes(path, &bytes, terminal),
            None => {
                terminal.report(&format!("error: {path} would be larger than 4 GiB; use fewer --points"));
                false
            }
        };
    }
    let times = found.first().map_or(&[][..], |own| &own.times);
    let all: Columns = found.iter().flat_map(columns).collect();
    write(path, &csv(times, &all), terminal)
}

fn csv(times: &[f64], columns: &[(String, Vec<f64>)]) -> String {
    let mut text = "t [s]".to_owned();
    columns.iter().for_each(|(name, _)| {
        let _ = write!(text, ",{}", head(name));
    });
    text.push('\n');
    for (i, time) in times.iter().enumerate() {
        let _ = write!(text, "{time:?}");
        columns.iter().for_each(|(_, series)| {
            let _ = write!(text, ",{:?}", series[i]);
        });
        text.push('\n');
    }
    text
}
