//! A mechanism of a model file in motion: cost of an evaluation, or a whole run, as one JSON line.
//!
//! `mechanism_runs cost <model.toml> <full|REDUCTION>`: time of a right-hand side along the motion itself
//! `mechanism_runs run <model.toml> <full|REDUCTION> <integrator> <rtol> <atol> <end> <points>`

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a benchmark reports on the terminal")]

use lissom::{FileError, Files, Overrides, Quiet, Session};
use lissom_benches::measure;
use lissom_dynamics::{SimulateRequest, Tolerance, Trajectory, integrator, simulate};
use lissom_mech::{State, System};
use std::error::Error;
use std::process::ExitCode;

struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        std::fs::read(path).map_err(|error| FileError { path: path.to_owned(), reason: error.to_string() })
    }
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match answer(&words) {
        Ok(line) => {
            println!("{line}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("mechanism_runs: {error}");
            ExitCode::FAILURE
        }
    }
}

fn answer(words: &[&str]) -> Result<String, Box<dyn Error>> {
    let [what, path, name, rest @ ..] = words else {
        return Err("what, model file and model are needed".into());
    };
    let session = Session::open(&Disk, path, Overrides::default())?;
    let reduced;
    let system: &dyn System = if *name == "full" {
        session.mechanism()?
    } else {
        reduced = session.reduced(name, &Quiet)?;
        &*reduced
    };
    match *what {
        "cost" => cost(system),
        "run" => run(system, rest),
        other => Err(format!("`{other}` is neither cost nor run").into()),
    }
}

/// States along the motion.
const STATES: usize = 500;

/// Work is repeated for this long, because the system counts the time of a process in hundredths of a second \[s\].
const LONG_ENOUGH: f64 = 1.0;

/// Mean CPU time of some work: on a busy machine fairer than the time that passes.
fn mean_seconds(mut work: impl FnMut() -> Result<(), Box<dyn Error>>) -> Result<f64, Box<dyn Error>> {
    let (start, mut count) = (measure::cpu_seconds(), 0);
    loop {
        work()?;
        count += 1;
        let spent = measure::cpu_seconds() - start;
        if spent >= LONG_ENOUGH {
            return Ok(spent / f64::from(count));
        }
    }
}

/// Right-hand sides along a motion of the system itself, between steps as an integrator would take them.
fn cost(system: &dyn System) -> Result<String, Box<dyn Error>> {
    let request = SimulateRequest { points: STATES, audit: false, ..SimulateRequest::until(0.1) };
    let motion = simulate(system, &request, integrator("dopri5")?, &Quiet)?;
    let (mut work, mut result) = (system.workspace(), vec![0.0; system.coordinates().len()]);
    let input = vec![0.0; system.inputs().len()];
    let seconds = mean_seconds(|| {
        for ((time, q), v) in motion.times.iter().zip(&motion.positions).zip(&motion.velocities) {
            let at = State { time: *time, position: q, velocity: v };
            system.acceleration(&at, &input, &mut work, &mut result)?;
        }
        Ok(())
    })?;
    Ok(format!("{{\"coordinates\":{},\"microseconds\":{:.3}}}", result.len(), 1e6 * seconds / STATES as f64))
}

fn run(system: &dyn System, words: &[&str]) -> Result<String, Box<dyn Error>> {
    let [method, rtol, atol, end, points] = words else {
        return Err("integrator, rtol, atol, end and points are needed".into());
    };
    let request = SimulateRequest {
        points: points.parse()?,
        tolerance: Tolerance { relative: rtol.parse()?, absolute: atol.parse()? },
        audit: false,
        ..SimulateRequest::until(end.parse()?)
    };
    let method = integrator(method)?;
    let mut last = Trajectory::default();
    let seconds = mean_seconds(|| {
        last = simulate(system, &request, method, &Quiet)?;
        Ok(())
    })?;
    let outputs: Vec<String> = last.outputs.iter().map(|series| list(series)).collect();
    Ok(format!(
        "{{\"coordinates\":{},\"seconds\":{seconds:.6},\"evaluations\":{},\"steps\":{},\"jacobians\":{},\"times\":{},\"outputs\":[{}]}}",
        system.coordinates().len(),
        last.counters.evaluations,
        last.counters.steps,
        last.counters.jacobians,
        list(&last.times),
        outputs.join(",")
    ))
}

fn list(values: &[f64]) -> String {
    let texts: Vec<String> = values.iter().map(|value| format!("{value:.12e}")).collect();
    format!("[{}]", texts.join(","))
}
