//! `lissom modes --exact`: frequencies of the continuum itself.

use super::{deliver, fail, open};
use crate::arguments::ModesFlags;
use crate::numbers::digits;
use crate::shell::quoted;
use crate::table::Table;
use crate::terminal::Terminal;
use lissom::wire::{self, Reply};
use lissom::{Census, ExactModes, ExactPoles, RingCensus, Session, Vibration};
use std::f64::consts::TAU;
use std::process::ExitCode;
use std::time::Instant;

/// Default number of modes.
const DEFAULT: usize = 10;

/// Significant digits shown: the frequencies are certified to about this many.
const DIGITS: usize = 10;

/// Real parts below this share of a pole are rounding errors [-].
const ROUNDING: f64 = 1e-13;

/// Finds exact modes.
pub fn run(flags: &ModesFlags, terminal: &Terminal) -> ExitCode {
    let start = Instant::now();
    let session = match open(&flags.common, terminal) {
        Ok(session) => session,
        Err(failure) => return fail("modes", &flags.common, None, &failure, terminal),
    };
    let asked = session.model().ok().and_then(|m| m.analyses.modes.as_ref()?.count);
    let count = flags.count.or(asked).unwrap_or(DEFAULT);
    let answer = match session.exact_modes(count) {
        Ok(answer) => answer,
        Err(failure) if failure.is_damped() => return poles(flags, &session, count, start, terminal),
        Err(failure) => return fail("modes", &flags.common, Some(&session), &failure, terminal),
    };
    for warning in &answer.warnings {
        terminal.note(&format!("warning: {warning}"));
    }
    if !flags.common.json {
        let name = session.model().map_or("", |m| m.name.as_str());
        terminal.answer(&(text(name, &answer.value) + &next(&session)));
    }
    let json =
        Reply::of(&session, &answer, start.elapsed().as_secs_f64(), wire::ExactModes::from(&answer.value));
    let written = deliver(&flags.common, &json, terminal);
    ExitCode::from(u8::from(!(written && answer.value.is_certified())))
}

/// Damped systems have complex poles instead of frequencies.
fn poles(
    flags: &ModesFlags,
    session: &Session,
    count: usize,
    start: Instant,
    terminal: &Terminal,
) -> ExitCode {
    let answer = match session.exact_poles(count) {
        Ok(answer) => answer,
        Err(failure) => return fail("modes", &flags.common, Some(session), &failure, terminal),
    };
    for warning in &answer.warnings {
        terminal.note(&format!("warning: {warning}"));
    }
    if !flags.common.json {
        let heads = [
            ("pole", ""),
            ("frequency", "[Hz]"),
            ("damping", "[%]"),
            ("real", "[1/s]"),
            ("imaginary", "[rad/s]"),
        ];
        let mut table = Table::new(&heads);
        for (i, pole) in answer.value.poles.iter().enumerate() {
            let size = pole.value.abs();
            // A motion that is neither damped nor driven has a real part of rounding errors.
            let re = if pole.value.re.abs() <= ROUNDING * size { 0.0 } else { pole.value.re };
            let damping = format!("{:.4}", 100.0 * (0.0 - re) / size);
            let [hz, re, im] = [size / TAU, re, pole.value.im].map(|v| digits(v, DIGITS));
            table.row(vec![(i + 1).to_string(), hz, damping, re, im]);
        }
        for (i, pole) in answer.value.overdamped.iter().enumerate() {
            let number = (answer.value.poles.len() + i + 1).to_string();
            let re = digits(pole.value.re, DIGITS);
            table.row(vec![number, "-".to_owned(), "100.0000".to_owned(), re, "0".to_owned()]);
        }
        let name = session.model().map_or("", |m| m.name.as_str());
        let verdict = pole_verdict(&answer.value);
        let title =
            format!("exact poles of the damped or gyroscopic continuum, {}", rigid(answer.value.rigid_modes));
        terminal.answer(&format!("{name}: {title}\n\n{}\n{verdict}\n{}", table.render(), next(session)));
    }
    let json =
        Reply::of(session, &answer, start.elapsed().as_secs_f64(), wire::ExactPoles::from(&answer.value));
    let written = deliver(&flags.common, &json, terminal);
    ExitCode::from(u8::from(!(written && answer.value.is_certified())))
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

fn text(name: &str, modes: &ExactModes) -> String {
    let mut table = Table::new(&[("mode", ""), ("frequency", "[Hz]"), ("angular", "[rad/s]")]);
    for (i, omega) in modes.angular_frequencies.iter().enumerate() {
        table.row(vec![(i + 1).to_string(), digits(omega / TAU, DIGITS), digits(*omega, DIGITS)]);
    }
    let verdict = match modes.verdict.why_not() {
        None => "certified: each counted below and above by an independent method".to_owned(),
        Some(why) => format!("NOT CERTIFIED, an estimate: {why}"),
    };
    format!(
        "{name}: exact frequencies of the continuum, {}, {} unstable\n\n{}\n{verdict}\n",
        rigid(modes.rigid_modes),
        modes.unstable_modes,
        table.render()
    )
}
