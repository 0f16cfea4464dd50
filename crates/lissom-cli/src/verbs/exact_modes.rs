//! `lissom modes --exact`: frequencies of the continuum itself.

use crate::numbers::digits;
use crate::shell::quoted;
use crate::table::Table;
use lissom::{Census, ExactModes, ExactPoles, RingCensus, Session, Vibration};
use std::f64::consts::TAU;

/// Significant digits shown: the frequencies are certified to about this many.
const DIGITS: usize = 10;

/// Real parts below this share of a pole are rounding errors [-].
const ROUNDING: f64 = 1e-13;

/// Poles of a damped or gyroscopic continuum.
pub fn poles_text(session: &Session, found: &ExactPoles) -> String {
    let heads = [
        ("pole", ""),
        ("frequency", "[Hz]"),
        ("damping", "[%]"),
        ("real", "[1/s]"),
        ("imaginary", "[rad/s]"),
    ];
    let mut table = Table::new(&heads);
    for (i, pole) in found.poles.iter().enumerate() {
        let size = pole.value.abs();
        // A motion that is neither damped nor driven has a real part of rounding errors.
        let re = if pole.value.re.abs() <= ROUNDING * size { 0.0 } else { pole.value.re };
        let damping = format!("{:.4}", 100.0 * (0.0 - re) / size);
        let [hz, re, im] = [size / TAU, re, pole.value.im].map(|v| digits(v, DIGITS));
        table.row(vec![(i + 1).to_string(), hz, damping, re, im]);
    }
    for (i, pole) in found.overdamped.iter().enumerate() {
        let number = (found.poles.len() + i + 1).to_string();
        let re = digits(pole.value.re, DIGITS);
        table.row(vec![number, "-".to_owned(), "100.0000".to_owned(), re, "0".to_owned()]);
    }
    let name = session.model().map_or("", |m| m.name.as_str());
    let title = format!("exact poles of the damped or gyroscopic continuum, {}", rigid(found.rigid_modes));
    format!("{name}: {title}\n\n{}\n{}\n{}", table.render(), pole_verdict(found), next(session))
}

/// What to do with the answer.
fn next(session: &Session) -> String {
    let path = quoted(session.path());
    match session.machine().is_ok_and(|machine| machine.vibration() == Vibration::Exact) {
        true => format!("next: lissom derive {path} for the equations, lissom frf {path} for responses\n"),
        false => format!("next: lissom compare {path} --exact to assess the elements\n"),
    }
}

fn rigid(count: usize) -> String {
    format!("{count} rigid mode{}", if count == 1 { "" } else { "s" })
}

fn pole_verdict(found: &ExactPoles) -> String {
    let Census { sector, counted, found: own, .. } = &found.census;
    let ([least, most], damping) = (sector.moduli.map(|modulus| digits(modulus, 6)), sector.damping);
    let region = format!(
        "of modulus between {least} and {most} rad/s with a damping ratio below {:.4} %",
        100.0 * damping
    );
    if let Some(RingCensus { ring, counted, found: own, .. }) = &found.ring {
        let ([inner, outer], centre) = (ring.radii.map(|radius| digits(radius, 6)), digits(ring.centre, 6));
        let region =
            format!("at distances between {inner} and {outer} 1/s from {centre} 1/s, conjugates included");
        return match (found.verdict.why_not(), counted) {
            (None, Some(count)) => {
                format!("count certified: {count} poles {region}, {}", found.counted_by())
            }
            (why, _) => {
                let why = why.unwrap_or_default();
                format!("NOT CERTIFIED, an estimate: {own} poles found {region}: {why}")
            }
        };
    }
    match counted {
        Some(count) if found.is_certified() => {
            format!("count certified: {count} poles {region}, {}", found.counted_by())
        }
        Some(count) => {
            let why = found.verdict.why_not().unwrap_or_default();
            format!("NOT CERTIFIED, an estimate: {count} poles {region}, {own} of them found: {why}")
        }
        None => "NOT CERTIFIED, an estimate: the poles could not be counted".to_owned(),
    }
}

/// Frequencies of a continuum.
pub fn text(session: &Session, modes: &ExactModes) -> String {
    let name = session.model().map_or("", |m| m.name.as_str());
    let mut table = Table::new(&[("mode", ""), ("frequency", "[Hz]"), ("angular", "[rad/s]")]);
    for (i, omega) in modes.angular_frequencies.iter().enumerate() {
        table.row(vec![(i + 1).to_string(), digits(omega / TAU, DIGITS), digits(*omega, DIGITS)]);
    }
    let verdict = match modes.verdict.why_not() {
        None => "certified: each counted below and above by an independent method".to_owned(),
        Some(why) => format!("NOT CERTIFIED, an estimate: {why}"),
    };
    format!(
        "{name}: exact frequencies of the continuum, {}, {} unstable\n\n{}\n{verdict}\n{}",
        rigid(modes.rigid_modes),
        modes.unstable_modes,
        table.render(),
        next(session)
    )
}
