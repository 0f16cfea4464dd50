//! `lissom simulate`: motion in time.

use super::{deliver, fail, left_out, open, print, recovery, write, write_bytes};
use crate::answer_files::ending;
use crate::arguments::SimulateFlags;
use crate::numbers::{six, size};
use crate::spreadsheet::head;
use crate::table::Table;
use crate::terminal::Terminal;
use lissom::wire::{self, Reply};
use lissom::{
    AnalysisKind, Answer, Failure, Files, SavedState, Session, SimulateSettings, Simulation, Start,
    relative_error, resolve_together,
};
use std::fmt::Write;
use std::process::ExitCode;
use std::time::Instant;

/// Runs the models.
pub fn run(flags: &SimulateFlags, terminal: &Terminal) -> ExitCode {
    let start = Instant::now();
    let session = match open(&flags.common, terminal) {
        Ok(session) => session,
        Err(failure) => return fail("simulate", &flags.common, None, &failure, terminal),
    };
    let (settings, runs) = match settings(&session, flags, terminal)
        .and_then(|s| Ok((s.clone(), all(&session, &s, flags, terminal)?)))
    {
        Ok(done) => done,
        Err(failure) => return fail("simulate", &flags.common, Some(&session), &failure, terminal),
    };
    // Warnings are about the model file and its inputs: every run repeats the same ones.
    for warning in runs.first().iter().flat_map(|(run, _)| &run.warnings) {
        terminal.note(&format!("warning: {warning}"));
    }
    if !flags.common.json {
        let name = session.model().map_or("", |m| m.name.as_str());
        let first = runs.first().map_or(String::new(), |(run, _)| left_out(&run.warnings));
        terminal.answer(&(first + &text(name, &settings, &runs)));
    }
    terminal.arrays(|| lissom::arrays(&motions(&runs)));
    let warnings = runs.first().map_or(&[][..], |(run, _)| &run.warnings);
    let cost = runs.iter().map(|(run, _)| run.cost).sum();
    let json =
        Reply::new(&session, warnings, cost, start.elapsed().as_secs_f64(), wire::Simulate::new(&runs));
    let mut written = match archive(flags) {
        Some(path) => print(&flags.common, &json, terminal) && write_archive(path, &runs, terminal),
        None => deliver(&flags.common, &json, terminal),
    };
    if let Some(path) = &flags.csv {
        written &= write(path, &csv(&runs), terminal);
    }
    written &= recovery::deliver(&session, flags, &motions(&runs), terminal);
    if let Some(path) = &flags.save {
        written &= match runs.iter().map(|(run, _)| SavedState::of(run)).collect::<Vec<_>>().as_slice() {
            [Some(state)] => write(path, &state.text(), terminal),
            _ => {
                terminal.report("error: --save keeps the motion of one mechanism; choose it with --model");
                false
            }
        };
    }
    ExitCode::from(u8::from(!written))
}

fn motions(runs: &[Run]) -> Vec<&Simulation> {
    runs.iter().map(|(run, _)| &run.value).collect()
}

/// The output file, when its name asks for NumPy's format.
fn archive(flags: &SimulateFlags) -> Option<&str> {
    flags.common.output.as_deref().filter(|path| ending(path) == "npz")
}

fn write_archive(path: &str, runs: &[Run], terminal: &Terminal) -> bool {
    match lissom::npz(&lissom::arrays(&motions(runs))) {
        Some(bytes) => write_bytes(path, &bytes, terminal),
        None => {
            terminal.report(&format!("error: {path} would be larger than 4 GiB; use fewer --points"));
            false
        }
    }
}

/// What the file asks for, changed by the flags.
fn settings(
    session: &Session,
    flags: &SimulateFlags,
    terminal: &Terminal,
) -> Result<SimulateSettings, Failure> {
    let mut settings = match flags.end {
        Some(end) if !session.asks(AnalysisKind::Simulate) => SimulateSettings::until(end)?,
        _ => session.simulate_settings()?,
    };
    if !flags.models.is_empty() || !flags.basis.is_empty() {
        settings.models.clone_from(&flags.models);
    }
    if let Some(name) = &flags.integrator {
        settings.integrator = lissom::integrator(name)?;
    }
    settings.accuracy = flags.accuracy.or(settings.accuracy.filter(|_| flags.rtol.is_none()));
    settings.tolerance.relative = flags.rtol.unwrap_or(settings.tolerance.relative);
    settings.tolerance.absolute = flags.atol.unwrap_or(settings.tolerance.absolute);
    if flags.from_rest {
        settings.start = Start::Rest;
    }
    if let Some(path) = &flags.restart {
        let bytes = terminal.workspace.files(std::slice::from_ref(path)).read(path)?;
        let saved = SavedState::read(&String::from_utf8_lossy(&bytes))?;
        saved.demand_model(session)?;
        settings.restart = Some(saved);
    }
    settings.end = flags.end.unwrap_or(settings.end);
    settings.most_steps = flags.most_steps.or(settings.most_steps);
    settings.allows_energy_error |= flags.allow_energy_error;
    settings.points = flags.points.map(|n| n as usize).or(settings.points);
    Ok(settings)
}

type Run = (Answer<Simulation>, f64);

fn all(
    session: &Session,
    settings: &SimulateSettings,
    flags: &SimulateFlags,
    terminal: &Terminal,
) -> Result<Vec<Run>, Failure> {
    let mut runs = Vec::new();
    for model in &settings.models {
        let start = Instant::now();
        let progress = terminal.progress();
        let answer = session.simulate(model, settings, &progress);
        progress.finish();
        runs.push((answer?, start.elapsed().as_secs_f64()));
    }
    for path in &flags.basis {
        let start = Instant::now();
        let bytes = terminal.workspace.files(&flags.basis).read(path)?;
        let progress = terminal.progress();
        let name = free_name(stem(path), &runs);
        let answer = session.simulate_by(&name, &String::from_utf8_lossy(&bytes), settings, &progress);
        progress.finish();
        runs.push((answer?, start.elapsed().as_secs_f64()));
    }
    if settings.points.is_none() {
        resolve_together(runs.iter_mut().map(|(run, _)| &mut run.value).collect());
    }
    Ok(runs)
}

/// The name, distinct from those of previous models.
fn free_name(name: &str, runs: &[Run]) -> String {
    let taken = |name: &str| runs.iter().any(|(run, _)| run.value.model == name);
    let mut name = name.to_owned();
    while taken(&name) {
        name += " (saved)";
    }
    name
}

/// The name of a basis file without folders and `.basis.json`.
fn stem(path: &str) -> &str {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let name = name.strip_suffix(".json").unwrap_or(name);
    name.strip_suffix(".basis").unwrap_or(name)
}

fn text(name: &str, settings: &SimulateSettings, runs: &[Run]) -> String {
    let mut table = Table::new(&[
        ("model", ""),
        ("size", ""),
        ("evaluations", ""),
        ("steps", ""),
        ("rejected", ""),
        ("energy error", "[-]"),
        ("error against full", "[-]"),
        ("time", "[s]"),
    ]);
    let full = runs.iter().find(|(run, _)| run.value.model == "full");
    for (run, seconds) in runs {
        let (run, motion) = (&run.value, &run.value.trajectory);
        let error =
            full.filter(|_| run.model != "full").and_then(|(full, _)| relative_error(run, &full.value));
        table.row(vec![
            run.model.clone(),
            run.size.to_string(),
            motion.counters.evaluations.to_string(),
            motion.counters.steps.to_string(),
            motion.counters.rejected.to_string(),
            motion.audit.as_ref().map_or("-".to_owned(), |a| size(a.relative_error())),
            error.map_or("-".to_owned(), size),
            format!("{seconds:.3}"),
        ]);
    }
    let mut ways: Vec<&str> = runs.iter().map(|(run, _)| run.value.by.as_str()).collect();
    ways.dedup();
    let mut text = format!("{name}: {} s by {}\n\n{}\n", six(settings.end), ways.join(", "), table.render());
    if let Some((run, _)) = full.or(runs.first()) {
        for ((name, unit), series) in run.value.outputs.iter().zip(&run.value.trajectory.outputs) {
            let Some(extremes) = run.value.trajectory.extremes(series) else { continue };
            let _ = writeln!(
                text,
                "{} of {}: from {} at {} s to {} at {} s, last {}",
                with_unit(name, unit),
                run.value.model,
                six(extremes.least),
                six(extremes.least_at),
                six(extremes.largest),
                six(extremes.largest_at),
                six(extremes.last)
            );
        }
    }
    for (run, _) in runs {
        if let Some(found) = run.value.trajectory.convergence {
            let _ = writeln!(
                text,
                "outputs of {}: estimated error {} of their largest values, at rtol = {:.0e}",
                run.value.model,
                size(found.estimate),
                found.relative
            );
        }
        if let Some(gap) = run.value.power_gap {
            let _ =
                writeln!(text, "power of {}: supplied = stored + dissipated to {gap:.1e}", run.value.model);
        }
    }
    text + "next: add --csv motion.csv, -o motion.npz or -o motion.json to save it\n"
}

/// A name with its unit, where it is known.
fn with_unit(name: &str, unit: &str) -> String {
    if unit.is_empty() { name.to_owned() } else { format!("{name} [{unit}]") }
}

/// Times and outputs of all models, one column each; numbers to the last digit, very small and large ones with an
/// exponent.
fn csv(runs: &[Run]) -> String {
    let mut text = "t [s]".to_owned();
    for (run, _) in runs {
        for (name, unit) in &run.value.outputs {
            let label = with_unit(&format!("{}.{name}", run.value.model), unit);
            let _ = write!(text, ",{}", head(&label));
        }
    }
    text.push('\n');
    let times = runs.first().map_or(&[][..], |(run, _)| &run.value.trajectory.times);
    for (i, time) in times.iter().enumerate() {
        let _ = write!(text, "{time:?}");
        for series in runs.iter().flat_map(|(run, _)| &run.value.trajectory.outputs) {
            let _ = write!(text, ",{:?}", series[i]);
        }
        text.push('\n');
    }
    text
}
