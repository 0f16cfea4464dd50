//! `lissom frf`: frequency responses, their peaks and static gains.

use super::{deliver, fail, open, write};
use crate::arguments::FrfFlags;
use crate::numbers::{six, size};
use crate::shell::quoted;
use crate::spreadsheet::head;
use crate::table::Table;
use crate::terminal::Terminal;
use lissom::wire::{Frf, Reply};
use lissom::{Answer, Failure, ResponsePair, ResponseReport, ResponseSettings, Session};
use std::fmt::Write;
use std::process::ExitCode;
use std::time::Instant;

/// Peaks shown for each pair; JSON has all.
const MOST_PEAKS: usize = 12;

/// Finds responses.
pub fn run(flags: &FrfFlags, terminal: &Terminal) -> ExitCode {
    let start = Instant::now();
    let session = match open(&flags.common, terminal) {
        Ok(session) => session,
        Err(failure) => return fail("frf", &flags.common, None, &failure, terminal),
    };
    let found = settings(&session, flags, terminal).and_then(|s| all(&session, &s, terminal));
    let reports = match found {
        Ok(reports) => reports,
        Err(failure) => return fail("frf", &flags.common, Some(&session), &failure, terminal),
    };
    let mut said: Vec<&String> = Vec::new();
    for warning in reports.iter().flat_map(|report| &report.warnings) {
        if !said.contains(&warning) {
            terminal.note(&format!("warning: {warning}"));
            said.push(warning);
        }
    }
    let wall_s = start.elapsed().as_secs_f64();
    if !flags.common.json {
        terminal.answer(&text(&session, &reports));
        if terminal.verbose() {
            terminal.note(&format!("{wall_s:.3} s"));
        }
    }
    let warnings: Vec<String> = said.into_iter().cloned().collect();
    let cost = reports.iter().map(|report| report.cost).sum();
    let json = Reply::new(&session, &warnings, cost, wall_s, Frf::new(&reports));
    let mut written = deliver(&flags.common, &json, terminal);
    if let Some(path) = &flags.csv {
        written &= write(path, &csv(&reports), terminal);
    }
    ExitCode::from(u8::from(!written))
}

/// What the file asks for, changed by the flags.
fn settings(session: &Session, flags: &FrfFlags, _terminal: &Terminal) -> Result<ResponseSettings, Failure> {
    let mut settings = session.response_settings()?;
    for (given, list) in [
        (&flags.inputs, &mut settings.inputs),
        (&flags.outputs, &mut settings.outputs),
        (&flags.models, &mut settings.models),
    ] {
        if !given.is_empty() {
            list.clone_from(given);
        }
    }
    if let Some([from, to]) = flags.range.as_deref() {
        settings.range = [*from, *to];
    }
    if let Some(at) = &flags.at {
        settings.at = Some(at.clone());
    }
    settings.points = flags.points.map_or(settings.points, |n| n as usize);
    settings.logarithmic &= !flags.linear;
    settings.closed = flags.closed;
    Ok(settings)
}

fn all(
    session: &Session,
    settings: &ResponseSettings,
    terminal: &Terminal,
) -> Result<Vec<Answer<ResponseReport>>, Failure> {
    let mut reports = Vec::new();
    for model in &settings.models {
        let progress = terminal.progress();
        let answer = session.frequency_response(model, settings, &progress);
        progress.finish();
        reports.push(answer?);
    }
    Ok(reports)
}

fn text(session: &Session, reports: &[Answer<ResponseReport>]) -> String {
    let name = session.model().map_or("", |m| m.name.as_str());
    let mut text = String::new();
    let full = reports.iter().map(|answer| &answer.value).find(|report| report.model == "full");
    for report in reports.iter().map(|answer| &answer.value) {
        let frequencies = &report.frequencies_hz;
        let (first, last) = (frequencies.first().copied(), frequencies.last().copied());
        let _ = writeln!(
            text,
            "{name}, {}: {} coordinates, {} frequencies from {} Hz to {} Hz",
            report.model,
            report.size,
            frequencies.len(),
            six(first.unwrap_or(0.0)),
            six(last.unwrap_or(0.0))
        );
        for pair in &report.pairs {
            text += &of_pair(report, pair);
            let off = full.filter(|_| report.model != "full").and_then(|full| report.difference(pair, full));
            if let Some(off) = off {
                let (relative, hz) = (size(off.relative), six(off.frequency_hz));
                let _ = writeln!(
                    text,
                    "  largest difference from the full response {relative} of it, at \
                    {hz} Hz"
                );
            }
        }
        text += &evidence(report);
        text.push('\n');
    }
    text + &format!(
        "next: lissom frf {} --csv frf.csv, or --json -o frf.json, to save it\n",
        quoted(session.path())
    )
}

fn of_pair(report: &ResponseReport, pair: &ResponsePair) -> String {
    let unit = if pair.unit.is_empty() { String::new() } else { format!(" [{}]", pair.unit) };
    let mut text = format!("\n  {} to {}{unit}\n", pair.input, pair.output);
    if report.is_rounding(pair) {
        return text + "  rounding only: the input does not affect this output\n";
    }
    let mut table = Table::new(&[("", ""), ("frequency", "[Hz]"), ("modulus", ""), ("phase", "[deg]")]);
    let mut row = |what: &str, hz: f64, re: f64, im: f64| {
        let phase = im.atan2(re).to_degrees();
        table.row(vec![what.to_owned(), six(hz), six(re.hypot(im)), format!("{phase:.2}")]);
    };
    if let Some(gain) = pair.static_gain {
        row("static", 0.0, gain, 0.0);
    }
    let ends = [("first", 0), ("last", report.frequencies_hz.len() - 1)];
    let (first, last) = (ends[0], ends[1]);
    row(first.0, report.frequencies_hz[first.1], pair.values[first.1].re, pair.values[first.1].im);
    for peak in pair.peaks.iter().take(MOST_PEAKS) {
        row("peak", peak.frequency_hz, peak.value.re, peak.value.im);
    }
    row(last.0, report.frequencies_hz[last.1], pair.values[last.1].re, pair.values[last.1].im);
    text += &table.render();
    if pair.peaks.len() > MOST_PEAKS {
        let _ = writeln!(text, "  and {} more peaks, see --json", pair.peaks.len() - MOST_PEAKS);
    }
    text
}

/// Evidence for the numbers.
fn evidence(report: &ResponseReport) -> String {
    let Some(found) = &report.evidence else { return String::new() };
    let mut text = format!(
        "\n{} (basis of {}, {} factorisations)\n",
        found.sentence(),
        found.basis,
        found.factorisations
    );
    let ratios = found.modal_damping.iter().copied();
    let (least, most) = (ratios.clone().fold(f64::INFINITY, f64::min), ratios.fold(0.0, f64::max));
    if most > 0.0 {
        let percent = if least == most {
            six(100.0 * most)
        } else {
            format!("{} to {}", six(100.0 * least), six(100.0 * most))
        };
        let highest = found.modes_hz.last().map_or(String::new(), |hz| format!(", up to {} Hz", six(*hz)));
        let _ = writeln!(
            text,
            "modal damping of {} % acts on the {} elastic modes of the band{highest}; higher modes are not \
             damped by it",
            percent,
            found.modes_hz.len()
        );
    }
    if found.rigid > 0 {
        let _ = writeln!(text, "{} rigid modes are in the responses", found.rigid);
    }
    text
}

/// Frequencies and responses of all models, real and imaginary parts in columns; numbers to the last digit.
fn csv(reports: &[Answer<ResponseReport>]) -> String {
    let mut text = "frequency [Hz]".to_owned();
    let reports: Vec<&ResponseReport> = reports.iter().map(|answer| &answer.value).collect();
    let columns: Vec<(&ResponseReport, &ResponsePair)> =
        reports.iter().flat_map(|report| report.pairs.iter().map(|pair| (*report, pair))).collect();
    for (report, pair) in &columns {
        for part in ["re", "im"] {
            let name = format!("{}: {} to {}, {part} [{}]", report.model, pair.input, pair.output, pair.unit);
            let _ = write!(text, ",{}", head(&name));
        }
    }
    text.push('\n');
    for (i, hz) in reports.first().iter().flat_map(|report| report.frequencies_hz.iter().enumerate()) {
        let _ = write!(text, "{hz}");
        for (_, pair) in &columns {
            let _ = write!(text, ",{},{}", pair.values[i].re, pair.values[i].im);
        }
        text.push('\n');
    }
    text
}
