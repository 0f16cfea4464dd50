//! `lissom modes`: natural frequencies, rigid modes, effective masses, residuals, and the certificate.

use super::{deliver, fail, left_out, mode_sweep, open};
use crate::arguments::ModesFlags;
use crate::numbers::{six, size};
use crate::shell::quoted;
use crate::table::Table;
use crate::terminal::Terminal;
use lissom::wire::{self, Reply};
use lissom::{
    Answer, At, CheckOutcome, Failure, Mode, ModeSweep, Modes, ModesRequest, Range, Session, Vibration,
};
use std::f64::consts::TAU;
use std::process::ExitCode;
use std::time::Instant;

/// Finds modes.
pub fn run(flags: &ModesFlags, terminal: &Terminal) -> ExitCode {
    if flags.exact {
        return super::exact_modes::run(flags, terminal);
    }
    let start = Instant::now();
    let session = match open(&flags.common, terminal) {
        Ok(session) => session,
        Err(failure) => return fail("modes", &flags.common, None, &failure, terminal),
    };
    if session.machine().is_ok_and(|machine| machine.vibration() == Vibration::Oscillations) {
        let shown = request(&session, flags, terminal)
            .and_then(|request| super::oscillations::show(&session, flags, &request, start, terminal));
        return shown
            .unwrap_or_else(|failure| fail("modes", &flags.common, Some(&session), &failure, terminal));
    }
    if let Some(at @ (At::Rest | At::Path | At::Stroke(_))) = &flags.at {
        if let Some(path) = &flags.csv {
            let reason = format!("poles are not written as CSV: omit --csv {path}, or use --json -o FILE");
            let failure = Failure::Output { reason, exit_code: 2 };
            return fail("modes", &flags.common, Some(&session), &failure, terminal);
        }
        return super::state_poles::run(&session, at, flags, start, terminal);
    }
    let progress = terminal.progress();
    let answer = ask(&session, flags, &progress, terminal);
    progress.finish();
    let (answer, sweep) = match answer {
        Ok(answer) => answer,
        Err(failure) => return fail("modes", &flags.common, Some(&session), &failure, terminal),
    };
    match show(&session, flags, &answer, sweep.as_ref(), start.elapsed().as_secs_f64(), terminal) {
        Ok(code) => code,
        Err(failure) => fail("modes", &flags.common, Some(&session), &failure, terminal),
    }
}

/// What the file asks for, changed by the flags.
fn request(session: &Session, flags: &ModesFlags, _terminal: &Terminal) -> Result<ModesRequest, Failure> {
    let mut request: ModesRequest = session.modes_request()?;
    match (flags.count, flags.below, flags.band.as_deref()) {
        (Some(count), _, _) => request.range = Range::Lowest(count),
        (_, Some(hz), _) => request.range = Range::Below(hz),
        (_, _, Some([from, to])) => request.range = Range::Band(*from, *to),
        _ => {}
    }
    Ok(request)
}

fn ask(
    session: &Session,
    flags: &ModesFlags,
    progress: &dyn lissom::Progress,
    terminal: &Terminal,
) -> Result<(Answer<Modes>, Option<ModeSweep>), Failure> {
    let request = request(session, flags, terminal)?;
    Ok(match &flags.at {
        Some(At::State(state)) => (session.modes_at(state, &request, progress)?, None),
        _ => (session.modes(&request, progress)?, session.mode_sweep(&request, progress)?),
    })
}

fn show(
    session: &Session,
    flags: &ModesFlags,
    answer: &Answer<Modes>,
    sweep: Option<&ModeSweep>,
    wall_s: f64,
    terminal: &Terminal,
) -> Result<ExitCode, Failure> {
    // The numbers of [check] are those of the unloaded structure.
    let checks = if flags.at.is_some() { Vec::new() } else { session.check_modes(&answer.value)? };
    let shapes = if flags.shapes { Some(session.expand(&answer.value.shapes)?) } else { None };
    let structure = session.linear_structure()?;
    let said =
        wire::Modes::new(structure, &answer.value, &checks, shapes.as_ref(), sweep.map(wire::Sweep::from));
    let json = Reply::of(session, answer, wall_s, said);
    for warning in &answer.warnings {
        terminal.note(&format!("warning: {warning}"));
    }
    if !flags.common.json {
        terminal.answer(&(left_out(&answer.warnings) + &text(session, answer, &checks, sweep)?));
        if terminal.verbose() {
            let cost = &answer.value.cost;
            terminal.note(&format!(
                "{wall_s:.3} s, {} factorisations, {} solves",
                cost.factorisations, cost.solves
            ));
        }
    }
    let list = || csv(&answer.value.modes);
    if !(mode_sweep::deliver(flags, sweep, list, terminal) & deliver(&flags.common, &json, terminal)) {
        return Ok(ExitCode::from(1));
    }
    let certified = answer.value.certificate.is_certified();
    Ok(ExitCode::from(u8::from(!(certified && checks.iter().all(|c| c.holds)))))
}

/// The list of modes; numbers to the last digit.
fn csv(modes: &[Mode]) -> String {
    let mut text =
        "mode,frequency [Hz],angular [rad/s],damping ratio [-],residual [-],bound of the relative error [-]\n".to_owned();
    for (i, mode) in modes.iter().enumerate() {
        // What could not be bounded has no number.
        let bound =
            Some(mode.bound()).filter(|bound| bound.is_finite()).map_or(String::new(), |b| b.to_string());
        let (hz, angular) = (mode.frequency_hz(), mode.angular_frequency);
        text += &format!("{},{hz},{angular},{},{},{bound}\n", i + 1, mode.damping_ratio, mode.residual);
    }
    text
}

fn text(
    session: &Session,
    answer: &Answer<Modes>,
    checks: &[CheckOutcome],
    sweep: Option<&ModeSweep>,
) -> Result<String, Failure> {
    let structure = session.linear_structure()?;
    let modes = &answer.value;
    let mut text = format!("{}: {} degrees of freedom", session.model()?.name, structure.size());
    if let Some(body) = &structure.rigid_body {
        text += &format!(", mass {} kg", six(body.mass));
    }
    text += "\n\n";
    if modes.rigid > 0 {
        text += &rigid_line(modes);
    }
    text += &table(modes).render();
    text.push('\n');
    text += &certificate_line(modes);
    text += &check_lines(checks);
    text += &sweep.map_or(String::new(), mode_sweep::text);
    text += &format!("next: lissom modes {} --json --shapes -o modes.json\n", quoted(session.path()));
    Ok(text)
}

/// The numbers of `[check]`: those that hold in one line, the others one by one.
pub(super) fn check_lines(checks: &[CheckOutcome]) -> String {
    let mut text = String::new();
    let holding = checks.iter().filter(|c| c.holds).count();
    if holding > 0 {
        text += &format!("{holding} of {} checks of the model file passed\n", checks.len());
    }
    for check in checks.iter().filter(|c| !c.holds) {
        let found = check.found.map_or("nothing".to_owned(), six);
        text += &format!("check FAILED: {} expected {}, found {found}\n", check.name, six(check.expected));
    }
    text
}

fn rigid_line(modes: &Modes) -> String {
    let mut kinds = modes.rigid_of_whole.clone();
    let where_known = !modes.effective_mass.directions.is_empty();
    if !where_known {
        return format!("  {} rigid modes at exactly 0 Hz\n\n", modes.rigid);
    }
    if modes.rigid > kinds.len() {
        kinds.push(format!("{} internal", modes.rigid - kinds.len()));
    }
    format!("  {} rigid modes at exactly 0 Hz: {}\n\n", modes.rigid, kinds.join(", "))
}

fn table(modes: &Modes) -> Table {
    let names: &[&str] = match modes.effective_mass.directions.len() {
        0 => &[],
        3 => &["x", "y", "phi"],
        _ => &["x", "y", "z", "rx", "ry", "rz"],
    };
    let damped = modes.modes.iter().any(|m| m.damping_ratio != 0.0);
    let mut heads = vec![("mode", ""), ("frequency", "[Hz]"), ("angular", "[rad/s]")];
    if damped {
        heads.push(("damping", "[%]"));
    }
    heads.extend(names.iter().map(|n| (*n, "[%]")));
    heads.push(("residual", "[-]"));
    let mut table = Table::new(&heads);
    for (i, mode) in modes.modes.iter().enumerate() {
        let mut row = vec![(i + 1).to_string(), six(mode.frequency_hz()), six(mode.angular_frequency)];
        if damped {
            row.push(format!("{:.3}", 100.0 * mode.damping_ratio));
        }
        row.extend((0..names.len()).map(|d| format!("{:.2}", 100.0 * modes.effective_mass.share(i, d))));
        row.push(size(mode.residual));
        table.row(row);
    }
    if modes.rigid == 0 && !names.is_empty() && modes.modes.len() > 1 {
        let sum =
            |d: usize| (0..modes.modes.len()).map(|i| 100.0 * modes.effective_mass.share(i, d)).sum::<f64>();
        let mut row = vec!["sum".to_owned(), String::new(), String::new()];
        row.extend(damped.then(String::new));
        row.extend((0..names.len()).map(|d| format!("{:.2}", sum(d))));
        row.push(String::new());
        table.row(row);
    }
    table
}

/// Why the list is complete, or that it is not, in one sentence.
fn certificate_line(modes: &Modes) -> String {
    let c = &modes.certificate;
    let hz = |eigenvalue: f64| six(eigenvalue.abs().sqrt().copysign(eigenvalue) / TAU);
    let directions = match modes.effective_mass.directions.len() {
        0 => "",
        _ if modes.effective_mass.about_base => {
            "columns x, y, ...: effective mass, share of the total in that direction; rotations are about \
             the point where \
             it is held\n"
        }
        _ => "columns x, y, ...: effective mass, share of the total in that direction\n",
    };
    if let Some(why) = c.why_not() {
        return format!("{directions}NOT CERTIFIED, an estimate: {why}\n");
    }
    let counted = c.count_below_upper() - c.count_below_lower();
    let rigid = match modes.rigid {
        0 => String::new(),
        n => format!(" in addition to {n} rigid ones"),
    };
    let range = if c.lower() > 0.0 {
        format!("between {} Hz and {} Hz", hz(c.lower()), hz(c.upper()))
    } else {
        format!("below {} Hz", hz(c.upper()))
    };
    format!(
        "{directions}certified complete: {counted} elastic modes counted {range}{rigid}, and {} found\n{}",
        c.found(),
        error_line(&modes.modes)
    )
}

/// How far the frequencies may be off, and why. Soft modes that rounding spoils do not speak for the others.
fn error_line(modes: &[Mode]) -> String {
    const GOOD: f64 = 1e-6;
    let Some(worst) = modes.iter().max_by(|a, b| a.bound().total_cmp(&b.bound())) else {
        return String::new();
    };
    let good: Vec<f64> = modes.iter().map(Mode::bound).filter(|bound| *bound <= GOOD).collect();
    let others = match good.len() {
        n if n == modes.len() || n == 0 => String::new(),
        n => format!("; for {n} of them at most {}", size(good.into_iter().fold(0.0, f64::max))),
    };
    format!(
        "error of these frequencies: at most {} (solver {}, rounding of the matrices {}){others}\n",
        size(worst.bound()),
        size(worst.error),
        size(worst.rounding)
    )
}
