//! `lissom modes`: natural frequencies, rigid modes, effective masses, residuals, and the certificate.

use super::{
    asked, campbell, closed_poles, deliver, exact_modes, fail, left_out, mode_sweep, oscillations,
    state_poles,
};
use crate::arguments::ModesFlags;
use crate::numbers::{six, size};
use crate::shell::quoted;
use crate::table::Table;
use crate::terminal::Terminal;
use lissom::wire::{self, Reply};
use lissom::{
    Answer, At, CheckOutcome, Failure, Mode, Modes, Range, Session, VibrationQuestion, VibrationReport,
    Vibrations,
};
use std::f64::consts::TAU;
use std::process::ExitCode;
use std::time::Instant;

/// Finds the vibrations of a model, whatever its kind.
pub fn run(flags: &ModesFlags, terminal: &Terminal) -> ExitCode {
    let start = Instant::now();
    let found = asked("modes", &flags.common, terminal, |session, progress| {
        refuse_table(flags)?;
        session.vibrations(&question(flags), progress)
    });
    let (session, answer) = match found {
        Ok(found) => found,
        Err(code) => return code,
    };
    show(&session, flags, &answer, start.elapsed().as_secs_f64(), terminal)
        .unwrap_or_else(|failure| fail("modes", &flags.common, Some(&session), &failure, terminal))
}

/// What the flags ask for; where they do not, the file does.
fn question(flags: &ModesFlags) -> VibrationQuestion {
    let range = match (flags.count, flags.below, flags.band.as_deref()) {
        (Some(count), _, _) => Some(Range::Lowest(count)),
        (_, Some(hz), _) => Some(Range::Below(hz)),
        (_, _, Some([from, to])) => Some(Range::Band(*from, *to)),
        _ => None,
    };
    VibrationQuestion {
        range,
        at: flags.at.clone(),
        exact: flags.exact,
        shapes: flags.shapes,
        closed: flags.closed,
        sweep: !flags.closed,
    }
}

/// Poles about an equilibrium have no table in CSV.
fn refuse_table(flags: &ModesFlags) -> Result<(), Failure> {
    match (&flags.at, &flags.csv) {
        (_, Some(path)) if flags.closed => {
            let reason =
                format!("closed poles are not written as CSV: omit --csv {path}, or use --json -o FILE");
            Err(Failure::Output { reason, exit_code: 2 })
        }
        (Some(At::Rest | At::Path | At::Stroke(_)), Some(path)) => {
            let reason = format!("poles are not written as CSV: omit --csv {path}, or use --json -o FILE");
            Err(Failure::Output { reason, exit_code: 2 })
        }
        _ => Ok(()),
    }
}

fn show(
    session: &Session,
    flags: &ModesFlags,
    answer: &Answer<VibrationReport>,
    wall_s: f64,
    terminal: &Terminal,
) -> Result<ExitCode, Failure> {
    let report = &answer.value;
    let json = Reply::of(session, answer, wall_s, wire::Vibrations::new(session, report)?);
    if !flags.common.json {
        terminal.answer(&text(session, flags, answer)?);
        if let (Vibrations::Structure(modes), true) = (&report.found, terminal.verbose()) {
            let cost = &modes.cost;
            terminal.note(&format!(
                "{wall_s:.3} s, {} factorisations, {} solves",
                cost.factorisations, cost.solves
            ));
        }
    }
    let list = || match &report.found {
        Vibrations::Structure(modes) => csv(&modes.modes),
        Vibrations::Turning(found) => campbell::modes_csv(found),
        Vibrations::StateEquations(found) => oscillations::csv(found),
        Vibrations::Exact(_)
        | Vibrations::ExactPoles(_)
        | Vibrations::Equilibrium(_)
        | Vibrations::ClosedLoops(_) => String::new(),
    };
    let written = mode_sweep::deliver(flags, report.sweep.as_ref(), list, terminal)
        & deliver(&flags.common, &json, terminal);
    Ok(ExitCode::from(u8::from(!(written && report.is_right()))))
}

/// The answer as text, by the kind of equations.
fn text(session: &Session, flags: &ModesFlags, answer: &Answer<VibrationReport>) -> Result<String, Failure> {
    let report = &answer.value;
    Ok(match &report.found {
        Vibrations::Structure(modes) => left_out(&answer.warnings) + &structure_text(session, modes, report)?,
        Vibrations::Turning(found) => campbell::modes_text(session, found, report),
        Vibrations::StateEquations(found) => oscillations::text(session, found, report)?,
        Vibrations::Exact(modes) => exact_modes::text(session, modes),
        Vibrations::ExactPoles(poles) => exact_modes::poles_text(session, poles),
        Vibrations::Equilibrium(poles) => state_poles::text(session, poles, flags.count),
        Vibrations::ClosedLoops(report) => closed_poles::text(session, report, flags.count),
    })
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

fn structure_text(session: &Session, modes: &Modes, report: &VibrationReport) -> Result<String, Failure> {
    let structure = session.linear_structure()?;
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
    text += &check_lines(&report.checks);
    text += &report.sweep.as_ref().map_or(String::new(), mode_sweep::text);
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
