//! `lissom modes --closed`: poles of a mechanism with its controllers.

use crate::numbers::six;
use crate::table::Table;
use lissom::{LoopReport, Session, loop_stability_words};
use std::f64::consts::TAU;

/// Default number of poles shown.
const DEFAULT: usize = 10;

/// The poles, as many as wanted.
pub fn text(session: &Session, report: &LoopReport, count: Option<usize>) -> String {
    let name = session.model().map_or("", |m| m.name.as_str());
    let count = count.unwrap_or(DEFAULT);
    let mut table = Table::new(&[
        ("closed pole", ""),
        ("frequency", "[Hz]"),
        ("damping", "[%]"),
        ("real", "[1/s]"),
        ("imaginary", "[rad/s]"),
        ("error", "[1/s]"),
    ]);
    let all = report.oscillations();
    for (i, (s, error)) in all.iter().take(count).enumerate() {
        let damping = format!("{:.4}", 100.0 * (0.0 - s.re) / s.abs());
        table.row(vec![
            (i + 1).to_string(),
            six(s.abs() / TAU),
            damping,
            six(s.re),
            six(s.im),
            format!("{error:.0e}"),
        ]);
    }
    let kind = report
        .period
        .map_or("continuous".to_owned(), |period| format!("sampled every {} s, s = ln(z)/T", six(period)));
    let mut text = format!(
        "{name}: poles with ALL LOOPS CLOSED, {kind}: {}\n\n{}",
        loop_stability_words(report.stability),
        table.render()
    );
    let real = report.real_poles();
    if !real.is_empty() {
        let shown: Vec<String> = real.iter().rev().take(count).map(|s| six(*s)).collect();
        text += &format!("motions without oscillation [1/s]: {}\n", shown.join(", "));
    }
    if all.len() > count {
        text += &format!("{} oscillations in total; --count N shows more\n", all.len());
    }
    text + "without --closed: modes of the machine without its controllers\n"
}
