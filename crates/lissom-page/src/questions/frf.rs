//! Frequency responses: Bode plots of all models.

use super::Asking;
use crate::block::{Block, Section};
use crate::plot::{Axis, Panel, Plot, Series};
use crate::table::{Cell, Table};
use lissom::{Failure, ResponseReport, Session};
use lissom_model::model::AnalysisKind;

/// Peaks that are shown of each pair.
const MOST_PEAKS: usize = 12;

pub(super) fn is_asked(session: &Session) -> bool {
    session.asks(AnalysisKind::Frf)
}

pub(super) fn answer(asking: &mut Asking<'_>, section: &mut Section) -> Result<(), Failure> {
    let session = asking.session;
    let settings = session.response_settings()?;
    let mut reports = Vec::new();
    for model in &settings.models {
        match session.frequency_response(model, &settings, asking.progress) {
            Ok(answer) => reports.push(asking.take(answer)),
            Err(failure) => section.gap(format!("frequency response of {model}"), failure),
        }
    }
    let Some(first) = reports.first() else { return Ok(()) };
    asking.set("frequencies of the response", settings.points);
    for pair in 0..first.pairs.len() {
        section.blocks.push(Block::Plot(bode(&reports, pair, settings.logarithmic)));
    }
    section.blocks.extend(peaks(&reports).map(Block::Table));
    for report in &reports {
        if let Some(evidence) = &report.evidence {
            let sentence = format!("{}: {}", report.model, evidence.sentence());
            // A reduced model need not satisfy the full equation; its response error is given next to it.
            match evidence.is_full() {
                Some(holds) if holds || !evidence.reduced => section.certify(holds, sentence),
                _ => section.remark(sentence),
            }
        }
    }
    if let Some(full) = reports.iter().find(|report| report.model == "full") {
        for report in reports.iter().filter(|report| report.evidence.as_ref().is_some_and(|e| e.reduced)) {
            section.remark(difference(report, full));
        }
    }
    Ok(())
}

/// How far a reduced response is from the full one, where it is farthest.
fn difference(report: &ResponseReport, full: &ResponseReport) -> String {
    let each = report.pairs.iter().filter_map(|pair| Some((pair, report.difference(pair, full)?)));
    match each.max_by(|a, b| a.1.relative.total_cmp(&b.1.relative)) {
        Some((pair, at)) => format!(
            "{}: largest difference from the full response from {} to {}: {:.1e} of it at {:.6} Hz, among \
             the {} frequencies shown",
            report.model,
            pair.input,
            pair.output,
            at.relative,
            at.frequency_hz,
            report.frequencies_hz.len()
        ),
        None => format!("{}: not comparable with the full response", report.model),
    }
}

/// Modulus above, phase below.
fn bode(reports: &[ResponseReport], pair: usize, logarithmic: bool) -> Plot {
    let own = &reports[0].pairs[pair];
    let curves = |f: &dyn Fn(f64, f64) -> f64| {
        let each = reports.iter().enumerate().filter_map(|(k, r)| Some((k, r, r.pairs.get(pair)?)));
        each.map(|(k, report, pair)| {
            let y = pair.values.iter().map(|z| f(z.re, z.im)).collect();
            Series::line(&report.model, &report.frequencies_hz, y, k).dashed(k)
        })
        .collect::<Vec<_>>()
    };
    let modulus = curves(&|re, im| re.hypot(im));
    let phase = curves(&|re, im| im.atan2(re).to_degrees());
    let x = match logarithmic {
        true => Axis::logarithmic("frequency", "Hz"),
        false => Axis::linear("frequency", "Hz"),
    };
    let title = format!("From {} to {}", own.input, own.output);
    let y = Axis::logarithmic("modulus", &own.unit);
    let mut plot = Plot::new(&format!("bode-{}", pair + 1), &title, x, y, modulus);
    plot.panels.push(Panel { y: Axis::linear("phase", "°"), series: phase });
    plot
}

fn peaks(reports: &[ResponseReport]) -> Option<Table> {
    let heads =
        [("model", ""), ("input", ""), ("output", ""), ("frequency", "Hz"), ("modulus", ""), ("unit", "")];
    let mut table = Table::new("Peaks", &heads);
    for report in reports {
        for pair in &report.pairs {
            for peak in pair.peaks.iter().take(MOST_PEAKS) {
                table.row(vec![
                    report.model.as_str().into(),
                    pair.input.as_str().into(),
                    pair.output.as_str().into(),
                    peak.frequency_hz.into(),
                    Cell::Number(peak.value.re.hypot(peak.value.im)),
                    pair.unit.as_str().into(),
                ]);
            }
        }
    }
    (!table.rows.is_empty()).then_some(table)
}
