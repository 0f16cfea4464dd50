//! A machine along its stroke.

use super::{Asking, shown_frames};
use crate::block::{Block, Section};
use crate::moving_scene::Frames;
use crate::plot::{Axis, Plot, Series};
use crate::scene::{Field, MotionKind};
use crate::table::{Cell, Column, Table};
use lissom::{Failure, StrokeReport, StrokeRow};
use lissom_dynamics::DrivenState;
use lissom_mech::{Machinery, State};

/// What the colours of a mechanism mean.
pub(super) const BENDING: &str = "bending stress";

/// Why a stiffness is missing.
const RIGID: &str = "infinite";

/// How many frequencies are drawn.
const DRAWN: usize = 6;
/// How many frequencies the table shows.
const SHOWN: usize = 4;

pub(super) fn answer(asking: &mut Asking<'_>, section: &mut Section) -> Result<(), Failure> {
    let (answer, walked) = asking.session.states_with_motion(None, asking.progress)?;
    let report = asking.take(answer);
    section.blocks.extend(plots(&report).into_iter().map(Block::Plot));
    section.blocks.push(Block::Table(table(&report)));
    if !report.critical.is_empty() {
        section.blocks.push(Block::Table(critical(&report)));
    }
    let worst = report.rows.iter().map(|row| row.residual).fold(0.0, f64::max);
    section.certify(
        true,
        format!("{} equilibria, imbalance at most {worst:.1e} of the forces", report.rows.len()),
    );
    add_motion(asking, &report, walked.mechanism(), &walked.states)
}

fn plots(report: &StrokeReport) -> Vec<Plot> {
    let x: Vec<f64> = report.rows.iter().map(|row| row.value).collect();
    let axis = || Axis::linear(&report.drive, report.unit);
    let column = |f: &dyn Fn(&StrokeRow) -> Option<f64>| {
        report.rows.iter().map(|row| f(row).unwrap_or(f64::NAN)).collect::<Vec<f64>>()
    };
    let count = report.rows.iter().map(|row| row.frequencies_hz.len()).min().unwrap_or(0).min(DRAWN);
    let frequencies = (0..count)
        .map(|k| {
            let y = column(&|row| row.frequencies_hz.get(k).copied());
            Series::line(&format!("f{}", k + 1), &x, y, k).marked().dashed(k)
        })
        .collect();
    let mut stiffness = Vec::new();
    for (k, probe) in report.probes.iter().enumerate().filter(|(_, p)| p.unit == "N/m") {
        let held = column(&|row| row.stiffness_held.get(k).copied().flatten());
        let free = column(&|row| row.stiffness[k]);
        if free.iter().any(|v| v.is_finite()) {
            stiffness.push(
                Series::line(&format!("{}, constant force", probe.name), &x, free, k)
                    .marked()
                    .missing_because(RIGID),
            );
        }
        if held.iter().any(|v| v.is_finite()) {
            let name = format!("{}, fixed position", probe.name);
            stiffness.push(Series::line(&name, &x, held, k).dashed(1).missing_because(RIGID));
        }
    }
    let stress =
        report.beams.iter().enumerate().map(|(k, beam)| {
            Series::line(beam, &x, column(&|row| Some(1e-6 * row.stress_max[k])), k).dashed(k)
        });
    let stress: Vec<Series> = stress.collect();
    let force = vec![Series::line("force of the drive", &x, column(&|row| row.force), 0).marked()];
    let mut all = vec![Plot::new(
        "stroke-frequencies",
        "Frequencies along the stroke",
        axis(),
        Axis::linear("frequency", "Hz"),
        frequencies,
    )];
    if !stiffness.is_empty() {
        let y = Axis::logarithmic("stiffness", "N/m");
        all.push(Plot::new("stroke-stiffness", "Stiffness along the stroke", axis(), y, stiffness));
    }
    if !stress.is_empty() {
        let y = Axis::linear("bending stress", "MPa");
        all.push(Plot::new("stroke-stress", "Largest bending stress along the stroke", axis(), y, stress));
    }
    if report.rows.iter().any(|row| row.force.is_some()) {
        let y = Axis::linear("force", report.force_unit());
        all.push(Plot::new("stroke-force", "Force of the drive", axis(), y, force));
    }
    all
}

fn table(report: &StrokeReport) -> Table {
    let shown = report.rows.iter().map(|row| row.frequencies_hz.len()).min().unwrap_or(0).min(SHOWN);
    let force_unit = report.force_unit();
    let mut table = Table::new("Equilibria", &[(report.drive.as_str(), report.unit), ("force", force_unit)]);
    let columns = &mut table.columns;
    columns.extend((1..=shown).map(|k| Column::new(&format!("f{k}"), "Hz")));
    columns.extend(report.probes.iter().map(|p| Column::new(&format!("k {}", p.name), p.unit)));
    columns.extend(report.beams.iter().map(|b| Column::new(&format!("stress {b}"), "MPa")));
    columns.push(Column::new("residual", ""));
    for row in &report.rows {
        let mut cells: Vec<Cell> = vec![row.value.into(), row.force.map_or("".into(), Cell::Number)];
        cells.extend(row.frequencies_hz[..shown].iter().map(|f| Cell::Number(*f)));
        cells.extend(row.stiffness.iter().map(|k| k.map_or("rigid".into(), Cell::Number)));
        cells.extend(row.stress_max.iter().map(|s| Cell::Number(s * 1e-6)));
        cells.push(Cell::Size(row.residual));
        table.row(cells);
    }
    table.note = Some(
        "k: stiffness with constant force of the drive; a negative f is an unstable \
            direction"
            .to_owned(),
    );
    table
}

/// Limit points and bifurcations.
fn critical(report: &StrokeReport) -> Table {
    let mut table = Table::new(
        "Critical points",
        &[
            ("what", ""),
            ("force", report.force_unit()),
            (report.drive.as_str(), report.unit),
            ("in words", ""),
        ],
    );
    for point in &report.critical {
        table.row(vec![point.kind.into(), point.load.into(), point.value.into(), point.text.as_str().into()]);
    }
    table
}

fn add_motion(
    asking: &mut Asking<'_>,
    report: &StrokeReport,
    mechanism: &dyn Machinery,
    row: &[DrivenState],
) -> Result<(), Failure> {
    let Some(scene) = &asking.scene else { return Ok(()) };
    let (mut values, mut frames) = (Vec::new(), Frames::new(asking.session, scene)?);
    for i in shown_frames(row.len(), scene.vertices.len()) {
        let state = &row[i].state;
        let Some(mechanism) = state.system(mechanism).machinery() else { continue };
        let mut work = mechanism.workspace();
        let still = vec![0.0; state.position.len()];
        let at = State { time: state.time, position: &state.position, velocity: &still };
        frames.add(mechanism, &at, &state.input, &mut work)?;
        values.push(row[i].value);
    }
    let kind = MotionKind::Stroke(report.drive.clone(), report.unit.to_owned());
    let name = format!("stroke of {}", report.drive);
    let motion = frames.motion("stroke", name, kind, values, BENDING);
    asking.add_motion(motion);
    Ok(())
}

/// Stress to colour by, where it is known of any beam.
pub(crate) fn stress_field(name: &str, values: Vec<Vec<f64>>) -> Vec<Field> {
    if !values.iter().flatten().any(|v| v.is_finite()) {
        return Vec::new();
    }
    let values = values.into_iter().map(|frame| frame.into_iter().map(|v| 1e-6 * v).collect()).collect();
    vec![Field { name: name.to_owned(), unit: "MPa".to_owned(), values }]
}
