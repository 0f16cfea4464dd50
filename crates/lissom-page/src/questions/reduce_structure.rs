//! Reduced models of linear structures, compared with the full one.

use super::Asking;
use crate::block::{Block, Matrix, Section};
use crate::display_numbers::short;
use crate::plot::{Axis, Plot, Series};
use crate::table::{Cell, Table};
use lissom::{Failure, LinearReductionReport};
use lissom_dynamics::{Mode, Modes, ModesRequest, Range};
use lissom_linalg::{ModesOptions, Quiet, dot};
use lissom_mech::Structure;
use lissom_model::model::At;

/// Modes in the matrix of modal assurance.
const MOST: usize = 12;

pub(super) fn answer(asking: &mut Asking<'_>, section: &mut Section, name: &str) -> Result<(), Failure> {
    let answer = asking.session.reduce_structure(name, None, asking.progress)?;
    let report = answer.value;
    let alarms = report.alarms();
    for warning in answer.warnings {
        let text = format!("{name}: {warning}");
        if alarms.contains(&warning) { asking.alarm(text) } else { asking.warn(text) }
    }
    section.blocks.push(Block::Table(summary(&report)));
    section.blocks.push(Block::Table(frequencies(&report)));
    if !report.comparison.gains.is_empty() {
        section.blocks.push(Block::Table(gains(&report)));
    }
    section.blocks.extend(response_error(&report).map(Block::Plot));
    // About another state the modes at rest are those of another structure.
    let at_rest = asking.session.reduction(name)?.at == At::Reference;
    if let Some(modes) = asking.modes.as_ref().filter(|_| at_rest) {
        let full = asking.session.linear_structure()?;
        section.blocks.push(Block::Matrix(assurance(full, modes, &report)?));
    }
    let sentence = format!("{name}: {}", report.error_sentence());
    if report.is_far_off() {
        section.certify(false, sentence);
    } else {
        section.remark(sentence);
    }
    for verdict in report.comparison.checked.iter().map(|checked| &checked.verdict) {
        let evidence: Vec<String> = verdict.evidence().iter().map(ToString::to_string).collect();
        section.certify(
            verdict.is_certified(),
            format!("{name}, checked with the full matrices: {}", evidence.join("; ")),
        );
    }
    Ok(())
}

fn summary(report: &LinearReductionReport) -> Table {
    let mut table =
        Table::new(&format!("Reduction {}", report.name), &[("quantity", ""), ("value", ""), ("unit", "")]);
    let mut row = |name: &str, value: Cell, unit: &str| table.row(vec![name.into(), value, unit.into()]);
    row("method", report.reduced.method.into(), "");
    row("size", Cell::Count(report.comparison.size), "");
    row("full size", Cell::Count(report.comparison.full_size), "");
    row("band of the comparison, from", report.band[0].into(), "Hz");
    row("band of the comparison, to", report.band[1].into(), "Hz");
    row("error of the response", report.error_estimate().map_or(Cell::None, Cell::Size), "");
    row("error of mass and inertia", report.comparison.inertia_error.map_or(Cell::None, Cell::Size), "");
    table
}

fn frequencies(report: &LinearReductionReport) -> Table {
    let heads = [("mode", ""), ("full", "Hz"), ("reduced", "Hz"), ("error", ""), ("in the basis", "%")];
    let mut table = Table::new(&format!("Frequencies of {}", report.name), &heads);
    for (i, mode) in report.comparison.frequencies.iter().enumerate() {
        table.row(vec![
            Cell::Count(i + 1),
            mode.hertz.into(),
            mode.reduced_hertz.map_or_else(|| "missing".into(), Cell::from),
            mode.error().map_or(Cell::None, Cell::Size),
            Cell::Text(format!("{:.3}", 100.0 * mode.held)),
        ]);
    }
    table
}

fn gains(report: &LinearReductionReport) -> Table {
    let heads = [("output", ""), ("input", ""), ("full", ""), ("reduced", ""), ("error", "")];
    let mut table = Table::new(&format!("Static gains of {}", report.name), &heads);
    for gain in &report.comparison.gains {
        table.row(vec![
            gain.output.as_str().into(),
            gain.input.as_str().into(),
            gain.full.into(),
            gain.reduced.into(),
            Cell::Size(gain.error),
        ]);
    }
    table
}

fn response_error(report: &LinearReductionReport) -> Option<Plot> {
    let known = report.comparison.responses();
    if known.is_empty() {
        return None;
    }
    let x: Vec<f64> = known.iter().map(|at| at.hertz).collect();
    let mut series = vec![Series::line("error", &x, known.iter().map(|at| at.error).collect(), 0).marked()];
    if known.iter().any(|at| at.indicator.is_some()) {
        let y = known.iter().map(|at| at.indicator.unwrap_or(f64::NAN)).collect();
        series.push(Series::line("indicator, without the full structure", &x, y, 1).dashed(1).marked());
    }
    let id = format!("response-error-{}", report.name);
    let title = format!("Error of the response of {}", report.name);
    let (x, y) = (Axis::linear("frequency", "Hz"), Axis::logarithmic("relative error", ""));
    Some(Plot::new(&id, &title, x, y, series))
}

/// (φᵀ M ψ)² of mass-normalised shapes, ψ of the reduced structure lifted to the full one.
fn assurance(full: &Structure, modes: &Modes, report: &LinearReductionReport) -> Result<Matrix, Failure> {
    let count = modes.modes.len().min(MOST);
    let request = ModesRequest { range: Range::Lowest(count), options: ModesOptions::default() };
    let found = lissom_dynamics::modes(&report.reduced.structure, &request, &Quiet)?;
    let lifted = report.reduced.vectors.matmul(&found.shapes);
    let mut weighted = vec![0.0; full.size()];
    let mut values = vec![vec![0.0; found.modes.len()]; count];
    for j in 0..found.modes.len() {
        full.mass.multiply(lifted.column(j), &mut weighted);
        for (i, row) in values.iter_mut().enumerate() {
            row[j] = dot(modes.shapes.column(i), &weighted).powi(2).min(1.0);
        }
    }
    let names = |list: &[Mode], count: usize| {
        list[..count].iter().map(|mode| format!("{} Hz", short(mode.frequency_hz()))).collect::<Vec<_>>()
    };
    Ok(Matrix {
        id: format!("mac-{}", report.name),
        title: format!("Modal assurance, weighted by mass: full (rows) against {} (columns)", report.name),
        rows: names(&modes.modes, count),
        columns: names(&found.modes, found.modes.len()),
        values,
    })
}
