//! `lissom modes` of modal bodies and bond graphs: poles of their state equations.

use super::modes::check_lines;
use super::{deliver, mode_sweep};
use crate::arguments::ModesFlags;
use crate::numbers::{six, size};
use crate::shell::quoted;
use crate::table::Table;
use crate::terminal::Terminal;
use lissom::wire::{Oscillations, Reply, Sweep};
use lissom::{Failure, ModesRequest, OscillationReport, Refusal, Session, VariantOscillations};
use std::process::ExitCode;
use std::time::Instant;

/// Finds oscillations and follows the sweep, and shows them.
pub fn show(
    session: &Session,
    flags: &ModesFlags,
    request: &ModesRequest,
    start: Instant,
    terminal: &Terminal,
) -> Result<ExitCode, Failure> {
    refuse(flags)?;
    let answer = session.oscillations(request.range)?;
    let progress = terminal.progress();
    let sweep = session.mode_sweep(request, &progress);
    progress.finish();
    let sweep = sweep?;
    let checks = session.check_oscillations(&answer.value)?;
    for warning in &answer.warnings {
        terminal.note(&format!("warning: {warning}"));
    }
    if !flags.common.json {
        let mut text = text(&session.model()?.name, &answer.value);
        text += &check_lines(&checks);
        text += &sweep.as_ref().map_or(String::new(), mode_sweep::text);
        text += &format!("next: lissom frf {} for responses, or --json to save it\n", quoted(session.path()));
        terminal.answer(&text);
    }
    let wall_s = start.elapsed().as_secs_f64();
    let json = Reply::of(
        session,
        &answer,
        wall_s,
        Oscillations::new(&answer.value, &checks, sweep.as_ref().map(Sweep::from)),
    );
    let written = mode_sweep::deliver(flags, sweep.as_ref(), || csv(&answer.value), terminal)
        & deliver(&flags.common, &json, terminal);
    let right = answer.value.is_complete() && checks.iter().all(|check| check.holds);
    Ok(ExitCode::from(u8::from(!(written && right))))
}

/// Flags that mean nothing here.
fn refuse(flags: &ModesFlags) -> Result<(), Failure> {
    let not_yet = |what, instead| Err(Refusal::OfStateEquations { what, instead }.into());
    if flags.shapes {
        return not_yet("--shapes of modal bodies and bond graphs", "omit it; `lissom bond` gives A");
    }
    if flags.at.is_some() {
        return not_yet("modes of modal bodies about an operating state", "omit --at");
    }
    Ok(())
}

fn text(name: &str, report: &OscillationReport) -> String {
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
fn csv(report: &OscillationReport) -> String {
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
