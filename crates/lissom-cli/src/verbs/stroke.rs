//! Strokes of `lissom states` as text and as comma-separated values.

use crate::numbers::{six, size};
use crate::shell::quoted;
use crate::spreadsheet::head;
use crate::table::Table;
use lissom::{CriticalReport, StrokeReport, StrokeRow};
use std::fmt::Write;

/// How many frequencies a row of the table shows.
const SHOWN: usize = 4;

/// The table, and what lies on the path.
pub fn text(name: &str, path: &str, report: &StrokeReport) -> String {
    let by_force = report.led_by == "force";
    let led = match report.led_by {
        "output" => report.drive.clone(),
        kind => format!("the {kind} {}", report.drive),
    };
    let mut text =
        format!("{name}: {} equilibria along {led}\n\n{}\n", report.rows.len(), table(report, &report.rows));
    text += "k: stiffness with constant force of the drive; a negative f is an unstable direction\n";
    if by_force {
        text += "arc: arc length along the path, without unit\n";
    }
    text += &energy(report);
    for point in &report.critical {
        let _ = writeln!(text, "{}", point.text);
    }
    for branch in &report.branches {
        let side = if branch.forward { "along" } else { "against" };
        let ended = branch.ended.as_deref().unwrap_or("it reaches the last load");
        let _ = write!(
            text,
            "\nbranch from bifurcation {}, {side} its mode; {ended}\n\n{}\n",
            branch.bifurcation + 1,
            table(report, &branch.rows)
        );
        branch.critical.iter().for_each(|point: &CriticalReport| {
            let _ = writeln!(text, "{}", point.text);
        });
    }
    let path = quoted(path);
    if report.led_by == "output" {
        text + &format!("next: lissom reduce {path}\n")
    } else {
        text + &format!("next: lissom states {path} --csv states.csv\n")
    }
}

/// The largest difference of work and energy.
fn energy(report: &StrokeReport) -> String {
    let errors = report.rows.iter().filter_map(|row| row.forces.energy_error);
    let worst = errors.map(f64::abs).reduce(f64::max);
    worst.map_or_else(String::new, |worst| {
        format!(
            "work of the drive and change of energy differ by at most {} of its largest change\n",
            size(worst)
        )
    })
}

fn table(report: &StrokeReport, rows: &[StrokeRow]) -> String {
    let shown = rows.iter().map(|r| r.frequencies_hz.len()).min().unwrap_or(0).min(SHOWN);
    let by_force = report.led_by == "force";
    let has_force = rows.iter().any(|row| row.force.is_some());
    let mut heads: Vec<(String, String)> = Vec::new();
    if by_force {
        heads.push(("arc".into(), "[-]".into()));
        heads.push((report.drive.clone(), format!("[{}]", report.force_unit())));
        heads.push(("way".into(), format!("[{}]", report.unit)));
    } else {
        heads.push((report.drive.clone(), bracketed(report.unit)));
    }
    if has_force && !by_force {
        heads.push(("force".into(), format!("[{}]", report.force_unit())));
    }
    if has_force {
        heads.push(("work".into(), "[J]".into()));
    }
    let others: Vec<usize> =
        (0..report.outputs.len()).filter(|k| report.outputs[*k].0 != report.drive).collect();
    heads.extend(others.iter().map(|k| (report.outputs[*k].0.clone(), bracketed(report.outputs[*k].1))));
    heads.extend((1..=shown).map(|k| (format!("f{k}"), "[Hz]".into())));
    heads.extend(report.probes.iter().map(|p| (format!("k {}", p.name), format!("[{}]", p.unit))));
    heads.extend(report.parasitic.iter().map(|(name, unit)| (format!("par {name}"), format!("[{unit}]"))));
    heads.extend(report.beams.iter().map(|b| (format!("stress {b}"), "[MPa]".into())));
    heads.push(("residual".into(), "[-]".into()));
    let heads: Vec<(&str, &str)> = heads.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    let mut table = Table::new(&heads);
    for row in rows {
        let mut cells = Vec::new();
        if by_force {
            cells.extend([six(row.along), six(row.force.unwrap_or(0.0))]);
        }
        cells.push(six(row.value));
        cells.extend(row.force.filter(|_| !by_force).map(six));
        cells.extend(row.forces.work.map(six));
        cells.extend(others.iter().map(|k| six(row.forces.outputs[*k])));
        cells.extend(row.frequencies_hz[..shown].iter().map(|f| six(*f)));
        cells.extend(row.stiffness.iter().map(|k| k.map_or("rigid".to_owned(), six)));
        cells.extend(row.forces.parasitic.iter().map(|value| six(*value)));
        cells.extend(row.stress_max.iter().map(|s| six(s * 1e-6)));
        cells.push(size(row.residual));
        table.row(cells);
    }
    table.render()
}

fn bracketed(unit: &str) -> String {
    if unit.is_empty() { String::new() } else { format!("[{unit}]") }
}

/// Everything of every row, in SI units.
pub fn csv(report: &StrokeReport) -> String {
    let Some(first) = report.rows.first() else { return String::new() };
    let names: Vec<String> = columns(report, first).into_iter().map(|(name, _)| head(&name)).collect();
    let mut text = names.join(",");
    for row in &report.rows {
        let cells: Vec<String> = columns(report, row).into_iter().map(|(_, value)| value).collect();
        let _ = write!(text, "\n{}", cells.join(","));
    }
    text + "\n"
}

/// Names and values of a row; a value that is not known is empty.
fn columns(report: &StrokeReport, row: &StrokeRow) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = Vec::new();
    let mut add = |name: String, value: Option<f64>| {
        all.push((name, value.map_or_else(String::new, |value| value.to_string())));
    };
    let forces = &row.forces;
    let way =
        if report.led_by == "force" { format!("way of {}", report.drive) } else { report.drive.clone() };
    add("along".to_owned(), Some(row.along));
    add(format!("{way} {}", bracketed(report.unit)).trim_end().to_owned(), Some(row.value));
    add(format!("force [{}]", report.force_unit()), row.force);
    add("work [J]".to_owned(), forces.work);
    add("elastic energy [J]".to_owned(), Some(forces.elastic_energy));
    add("energy error".to_owned(), forces.energy_error);
    add("unstable directions".to_owned(), Some((row.unstable + row.fluttering) as f64));
    for ((name, unit), value) in report.outputs.iter().zip(&forces.outputs) {
        add(format!("{name} {}", bracketed(unit)).trim_end().to_owned(), Some(*value));
    }
    for ((name, unit), value) in report.parasitic.iter().zip(&forces.parasitic) {
        add(format!("parasitic {name} [{unit}]"), Some(*value));
    }
    for (k, frequency) in row.frequencies_hz.iter().enumerate() {
        add(format!("f{} [Hz]", k + 1), Some(*frequency));
    }
    for (probe, stiffness) in report.probes.iter().zip(&row.stiffness) {
        add(format!("stiffness {} [{}]", probe.name, probe.unit), *stiffness);
    }
    for (beam, stress) in report.beams.iter().zip(&row.stress_max) {
        add(format!("stress {beam} [Pa]"), Some(*stress));
    }
    for reaction in &forces.reactions {
        add(format!("{} [{}]", reaction.name, reaction.unit), Some(reaction.value));
    }
    for carried in &forces.carried {
        add(format!("{} [{}]", carried.name, carried.unit), Some(carried.value));
    }
    for section in &forces.sections {
        add(format!("largest axial force {} [N]", section.beam), Some(section.axial.value));
        add(format!("largest shear force {} [N]", section.beam), Some(section.shear.value));
        add(format!("largest bending moment {} [N m]", section.beam), Some(section.bending.value));
    }
    all
}
