//! `lissom modes` of modal bodies and bond graphs: poles of their state equations.

use super::mode_sweep;
use super::modes::check_lines;
use crate::numbers::{six, size};
use crate::shell::quoted;
use crate::table::Table;
use lissom::{Failure, OscillationReport, Session, VariantOscillations, VibrationReport};

/// The oscillations, the numbers of `[check]` and the sweep.
pub fn text(
    session: &Session,
    found: &OscillationReport,
    report: &VibrationReport,
) -> Result<String, Failure> {
    let mut text = tables(&session.model()?.name, found);
    text += &check_lines(&report.checks);
    text += &report.sweep.as_ref().map_or(String::new(), mode_sweep::text);
    text += &format!("next: lissom frf {} for responses, or --json to save it\n", quoted(session.path()));
    Ok(text)
}

fn tables(name: &str, report: &OscillationReport) -> String {
    let mut text = String::new();
    for variant in &report.variants {
        let rigid = match variant.zero_poles {
            0 => String::new(),
            1 => ", one pole at zero (a rigid motion)".to_owned(),
            n => format!(", {n} poles at zero (rigid motions)"),
        };
        text += &format!("{name}, {}: {} states{rigid}\n\n", variant.model, variant.states);
        text += &table(variant).render();
        if variant.all > variant.oscillations.len() {
            text += &format!("  {} of {} oscillations\n", variant.oscillations.len(), variant.all);
        }
        if !variant.real_poles.is_empty() {
            let list: Vec<String> = variant.real_poles.iter().map(|s| six(*s)).collect();
            text += &format!("  decaying only, poles [1/s]: {}\n", list.join(", "));
        }
        text.push('\n');
    }
    let residual = report.variants.iter().map(|v| v.residual).fold(0.0, f64::max);
    if report.is_complete() {
        text + &format!("complete: every pole of the state matrix, largest residual {}\n", size(residual))
    } else {
        text + &format!("NOT CERTIFIED: the largest residual of a pole is {}\n", size(residual))
    }
}

/// The oscillations of every variant; numbers to the last digit.
pub fn csv(report: &OscillationReport) -> String {
    let mut text = "model,mode,frequency [Hz],angular [rad/s],damping ratio [-]\n".to_owned();
    for variant in &report.variants {
        for (i, o) in variant.oscillations.iter().enumerate() {
            let (hz, angular) = (o.frequency_hz, o.pole.abs());
            text += &format!("{},{},{hz},{angular},{}\n", variant.model, i + 1, o.damping_ratio);
        }
    }
    text
}

fn table(variant: &VariantOscillations) -> Table {
    let mut table = Table::new(&[
        ("mode", ""),
        ("frequency", "[Hz]"),
        ("angular", "[rad/s]"),
        ("damping", "[%]"),
        ("elastic energy in residual", "[%]"),
    ]);
    for (i, o) in variant.oscillations.iter().enumerate() {
        table.row(vec![
            (i + 1).to_string(),
            six(o.frequency_hz),
            six(o.pole.abs()),
            percent(o.damping_ratio),
            format!("{:.1}", 100.0 * o.residual_share),
        ]);
    }
    table
}

/// A damping ratio; rounding errors of undamped systems show as zero, without a sign.
fn percent(ratio: f64) -> String {
    let text = format!("{:.3}", 100.0 * ratio);
    if text == "-0.000" { "0.000".to_owned() } else { text }
}
