//! Frequencies and stability against speed.

use super::Asking;
use crate::block::{Block, Section};
use crate::display_numbers::short;
use crate::plot::{Axis, Plot, Series};
use crate::table::{Cell, Table};
use lissom::{CampbellReport, Failure, Session};
use lissom_dynamics::spin::Instability;
use lissom_model::model::AnalysisKind;
use std::f64::consts::TAU;

pub(super) fn is_asked(session: &Session) -> bool {
    session.asks(AnalysisKind::Campbell)
}

pub(super) fn answer(asking: &mut Asking<'_>, section: &mut Section) -> Result<(), Failure> {
    let settings = asking.session.campbell_settings()?;
    let answer = asking.session.campbell(&settings, asking.progress)?;
    let report = asking.take(answer);
    section.blocks.push(Block::Plot(diagram(&report, &settings.orders)));
    // Where stability is proved at every speed there is no growth to draw.
    if report.campbell.max_real_part.iter().any(|growth| *growth != 0.0) {
        section.blocks.push(Block::Plot(growth(&report)));
    }
    section.blocks.extend(critical(&report).map(Block::Table));
    certify(section, &report);
    Ok(())
}

/// Every mode followed from speed to speed, and the lines of the orders of excitation.
fn diagram(report: &CampbellReport, orders: &[f64]) -> Plot {
    let c = &report.campbell;
    let modes = c.modes.iter().enumerate().map(|(k, mode)| {
        let y = mode.values.iter().map(|s| s.im.abs() / TAU).collect();
        Series::line(&format!("mode {}", k + 1), &c.speeds, y, k).marked()
    });
    let mut series: Vec<Series> = modes.collect();
    let values = series.iter().flat_map(|s| &s.y).copied().filter(|v| v.is_finite());
    let top = values.fold(0.0, f64::max);
    for order in orders {
        // A line ends where the modes end, so that it does not flatten them.
        let y = c.speeds.iter().map(|speed| order * speed.abs() / TAU);
        let shown: Vec<f64> = y.map(|v| if v <= 1.05 * top { v } else { f64::NAN }).collect();
        let count = shown.iter().take_while(|v| v.is_finite()).count();
        if count > 1 {
            let name = format!("{} × speed", short(*order));
            series.push(Series::line(&name, &c.speeds[..count], shown[..count].to_vec(), 6).dashed(2));
        }
    }
    let (x, y) = (Axis::linear("speed", "rad/s"), Axis::linear("frequency", "Hz"));
    let frame = if report.frame_stands { "frame at rest" } else { "rotating frame" };
    Plot::new("campbell", &format!("Campbell diagram, {frame}"), x, y, series)
}

fn growth(report: &CampbellReport) -> Plot {
    let c = &report.campbell;
    let series = vec![Series::line("largest real part", &c.speeds, c.max_real_part.clone(), 1).marked()];
    let (x, y) = (Axis::linear("speed", "rad/s"), Axis::linear("largest real part", "1/s"));
    Plot::new("campbell-growth", "Growth of disturbances", x, y, series)
}

fn critical(report: &CampbellReport) -> Option<Table> {
    let all = &report.campbell.critical_speeds;
    let mut table = Table::new("Critical speeds", &[("speed", "rad/s"), ("order", ""), ("mode", "")]);
    for own in all {
        let mode = own.mode.map_or("not in the list".into(), |mode| Cell::Count(mode + 1));
        table.row(vec![own.speed.into(), own.order.into(), mode]);
    }
    (!all.is_empty()).then_some(table)
}

fn certify(section: &mut Section, report: &CampbellReport) {
    let c = &report.campbell;
    let proved = c.definite.iter().filter(|definite| **definite).count();
    if c.unstable.is_empty() {
        let stability = &c.verdicts.stability;
        let why = stability.why_not().map_or_else(String::new, |why| format!("; no proof: {why}"));
        let text = format!("stable at all {} speeds, by its energy at {proved} of them{why}", c.speeds.len());
        section.certify(stability.is_certified(), text);
    }
    for band in &c.unstable {
        let kind = match band.kind {
            Instability::Divergence => "divergence",
            Instability::Flutter => "flutter",
        };
        let [from, to] = band.speeds.map(short);
        section.certify(false, format!("{kind} between {from} rad/s and {to} rad/s"));
    }
    let residuals = c.modes.iter().flat_map(|mode| mode.residual.iter().copied());
    let why = c.verdicts.modes.why_not().map_or_else(String::new, |why| format!("; an estimate: {why}"));
    let text = format!("residual of every mode at most {:.1e}{why}", residuals.fold(0.0, f64::max));
    section.certify(c.verdicts.modes.is_certified(), text);
}
