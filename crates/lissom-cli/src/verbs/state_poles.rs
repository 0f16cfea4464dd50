//! `lissom modes --at rest`: poles of a mechanism about an equilibrium.

use crate::numbers::six;
use crate::shell::quoted;
use crate::table::Table;
use lissom::{PoleReport, Session};
use std::f64::consts::TAU;

/// Default number of poles shown.
const DEFAULT: usize = 10;

/// Real parts below this share of a pole are rounding errors [-].
const ROUNDING: f64 = 1e-9;

/// Stability, and what it rests on.
fn verdict(report: &PoleReport) -> String {
    let certificate = &report.certificate;
    let words = lissom::stability_words(certificate);
    match certificate.verdict.why_not() {
        None => format!(
            "{words}; certified: recomputed residual {:.1e}, lowest eigenvalue of the scaled tangent {:.3e} \
             ± {:.1e}",
            certificate.residual, certificate.inertia.lowest, certificate.inertia.bound
        ),
        Some(why) => format!("{words}; an estimate: {why}"),
    }
}

/// The poles, as many as wanted.
pub fn text(session: &Session, report: &PoleReport, count: Option<usize>) -> String {
    let name = session.model().map_or("", |m| m.name.as_str());
    let (path, count) = (session.path(), count.unwrap_or(DEFAULT));
    let mut table = Table::new(&[
        ("pole", ""),
        ("frequency", "[Hz]"),
        ("damping", "[%]"),
        ("real", "[1/s]"),
        ("imaginary", "[rad/s]"),
    ]);
    for (i, [re, im]) in report.poles.oscillations.iter().take(count).enumerate() {
        let size = re.hypot(*im);
        let re = if re.abs() <= ROUNDING * size { 0.0 } else { *re };
        let damping = format!("{:.4}", 100.0 * (0.0 - re) / size);
        table.row(vec![(i + 1).to_string(), six(size / TAU), damping, six(re), six(*im)]);
    }
    let mut text = format!(
        "{name}: {} coordinates about {}, residual {:.1e}\n{}\n\n{}",
        report.size,
        report.place,
        report.residual,
        verdict(report),
        table.render()
    );
    if !report.poles.real.is_empty() {
        let shown: Vec<String> = report.poles.real.iter().rev().take(count).map(|s| six(*s)).collect();
        text += &format!("motions without oscillation [1/s]: {}\n", shown.join(", "));
    }
    let all = report.poles.oscillations.len();
    if all > count {
        text += &format!("{all} oscillations in total; --count N shows more\n");
    }
    if report.is_circulatory {
        text += "follower loads: the stiffness is not symmetric, and flutter is possible\n";
    }
    text + &format!("next: lissom simulate {}, or --json to save it\n", quoted(path))
}
