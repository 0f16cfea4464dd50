//! A mechanism of a model file in motion: cost of an evaluation, or a whole run, as one JSON line.
//!
//! `mechanism_runs cost <model.toml> <full|REDUCTION>`: time of a right-hand side along the motion itself
//! `mechanism_runs run <model.toml> <full|REDUCTION> <integrator> <rtol> <atol> <end> <points> [repeats]`

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a benchmark reports on the terminal")]

use lissom::{FileError, Files, Overrides, Quiet, Session};
use lissom_dynamics::{SimulateRequest, Tolerance, Trajectory, integrator, simulate};
use lissom_mech::{State, System};
use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

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
        &reduced
    };
    match *what {
        "cost" => cost(system),
        "run" => run(system, rest),
        other => Err(format!("`{other}` is neither cost nor run").into()),
    }
}

/// Evaluations per round. Rounds are short, so that on a busy machine some of them run without being interrupted; the
/// fastest counts.
const ROUND: usize = 500;
const ROUNDS: usize = 200;

/// Right-hand sides along a motion of the system itself, between steps as an integrator would take them.
fn cost(system: &dyn System) -> Result<String, Box<dyn Error>> {
    let request = SimulateRequest { points: ROUND, audit: false, ..SimulateRequest::until(0.1) };
    let motion = simulate(system, &request, integrator("dopri5")?, &Quiet)?;
    let (mut work, mut result) = (system.workspace(), vec![0.0; system.coordinates().len()]);
    let input = vec![0.0; system.inputs().len()];
    let mut fastest = f64::INFINITY;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        for ((time, q), v) in motion.times.iter().zip(&motion.positions).zip(&motion.velocities) {
            let at = State { time: *time, position: q, velocity: v };
            system.acceleration(&at, &input, &mut work, &mut result)?;
        }
        fastest = fastest.min(start.elapsed().as_secs_f64() / ROUND as f64);
    }
    Ok(format!("{{\"coordinates\":{},\"microseconds\":{:.3}}}", result.len(), 1e6 * fastest))
}

fn run(system: &dyn System, words: &[&str]) -> Result<String, Box<dyn Error>> {
    let [method, rtol, atol, end, points, rest @ ..] = words else {
        return Err("integrator, rtol, atol, end and points are needed".into());
    };
    let request = SimulateRequest {
        points: points.parse()?,
        tolerance: Tolerance { relative: rtol.parse()?, absolute: atol.parse()? },
        audit: false,
        ..SimulateRequest::until(end.parse()?)
    };
    let repeats: usize = rest.first().map_or(Ok(3), |word| word.parse())?;
    let method = integrator(method)?;
    let (mut fastest, mut last) = (f64::INFINITY, Trajectory::default());
    for _ in 0..repeats {
        let start = Instant::now();
        last = simulate(system, &request, method, &Quiet)?;
        fastest = fastest.min(start.elapsed().as_secs_f64());
    }
    let outputs: Vec<String> = last.outputs.iter().map(|series| list(series)).collect();
    Ok(format!(
        "{{\"coordinates\":{},\"seconds\":{fastest:.6},\"evaluations\":{},\"steps\":{},\"jacobians\":{},\"times\":{},\"outputs\":[{}]}}",
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
