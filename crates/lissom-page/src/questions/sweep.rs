//! Frequencies against a swept parameter.

use super::Asking;
use crate::block::{Block, Section};
use crate::plot::{Axis, Plot, Series};
use lissom::{Failure, ModeSweep};

pub(super) fn answer(asking: &mut Asking<'_>, section: &mut Section) -> Result<(), Failure> {
    let session = asking.session;
    let Some(sweep) = session.mode_sweep(&session.modes_request()?, asking.progress)? else { return Ok(()) };
    let asked = session.model()?.analyses.modes.as_ref().map_or(&[][..], |modes| &modes.sweep);
    let last = sweep.parameters.len() - 1;
    let logarithmic = asked.get(last).is_some_and(|s| s.logarithmic);
    // The last parameter changes fastest: one plot for each combination of the others.
    let points = asked.get(last).map_or(1, |s| s.points);
    for (k, rows) in sweep.values.chunks(points).enumerate() {
        let x: Vec<f64> = rows.iter().map(|row| row[last]).collect();
        let name = &sweep.parameters[last];
        let axis = if logarithmic { Axis::logarithmic(name, "SI") } else { Axis::linear(name, "SI") };
        let others: Vec<String> =
            (0..last).map(|p| format!("{} = {}", sweep.parameters[p], rows[0][p])).collect();
        let title = match others.is_empty() {
            true => format!("Frequency against {name}"),
            false => format!("Frequency against {name}, {}", others.join(", ")),
        };
        let id = if k == 0 { "sweep".to_owned() } else { format!("sweep-{}", k + 1) };
        let series = series(&sweep, k * points, &x);
        section.blocks.push(Block::Plot(Plot::new(
            &id,
            &title,
            axis,
            Axis::logarithmic("frequency", "Hz"),
            series,
        )));
    }
    Ok(())
}

/// A colour for each mode, a dash for each model.
fn series(sweep: &ModeSweep, first: usize, x: &[f64]) -> Vec<Series> {
    let of_model = |(dash, own): (usize, &lissom::SweepSeries)| {
        let rows = &own.frequencies_hz[first..first + x.len()];
        (0..own.modes())
            .map(|mode| {
                let y = rows.iter().map(|row| row.get(mode).copied().unwrap_or(f64::NAN)).collect();
                Series::line(&format!("mode {}, {}", mode + 1, own.model), x, y, mode).dashed(dash)
            })
            .collect::<Vec<_>>()
    };
    sweep.series.iter().enumerate().flat_map(of_model).collect()
}
