//! What an evaluation and an implicit step of chains cost as they grow, as one JSON line for each chain.
//!
//! `chain_costs <links…>`: rigid links on hinges, elastic links on hinges, and one pendulum of as many elements
//! `chain_costs model <model.toml…>`: evaluations of model files

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a benchmark reports on the terminal")]

use lissom_benches::measure;
use lissom_dynamics::{SimulateRequest, Tolerance, integrator, simulate};
use lissom_linalg::Quiet;
use lissom_mech::{Mechanism, Route, State, System};
use lissom_model::{Model, Overrides, load};
use std::error::Error;
use std::fmt::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match answer(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("chain_costs: {error}");
            ExitCode::FAILURE
        }
    }
}

fn answer(words: &[String]) -> Result<(), Box<dyn Error>> {
    if let [first, files @ ..] = words
        && first == "model"
    {
        for file in files {
            report(file, 0, &read(&std::fs::read_to_string(file)?)?)?;
        }
        return Ok(());
    }
    for word in words {
        let links: usize = word.parse()?;
        for (name, text) in [
            ("rigid links", chain(links, "flexible = []\n")?),
            ("elastic links", chain(links, "")?),
            ("pendulum", pendulum(links)),
        ] {
            report(name, links, &read(&text)?)?;
        }
    }
    Ok(())
}

fn read(text: &str) -> Result<Model, Box<dyn Error>> {
    let checked = load("model.toml", text.as_bytes(), &Overrides::default());
    checked.value.ok_or_else(|| "the model file has errors".into())
}

const HEAD: &str = "lissom = 1\n[model]\nname = 'chain'\ndim = 2\ngravity = [0, -9.81]\n\
    [section.s]\nEA = 1e4\nEI = 1.0\nrhoA = 0.5\n[node]\n";

/// Links on hinges, one metre in all, held out horizontally.
fn chain(links: usize, flexible: &str) -> Result<String, std::fmt::Error> {
    let (mut text, mut parts) = (HEAD.to_owned(), String::new());
    for k in 0..=links {
        writeln!(text, "P{k} = [{:?}, 0.0]", k as f64 / links as f64)?;
    }
    for k in 0..links {
        let before = if k == 0 { "ground".to_owned() } else { format!("b{}", k - 1) };
        writeln!(
            parts,
            "[[beam]]\nname = 'b{k}'\nnodes = ['P{k}', 'P{}']\nsection = 's'\n{flexible}\
             [[hinge]]\nname = 'h{k}'\nat = 'P{k}'\nbetween = ['{before}', 'b{k}']",
            k + 1
        )?;
    }
    Ok(text + &parts)
}

/// One elastic beam on a hinge.
fn pendulum(elements: usize) -> String {
    format!(
        "{HEAD}O = [0.0, 0.0]\nP = [1.0, 0.0]\n[[beam]]\nname = 'b'\nnodes = ['O', 'P']\nsection = 's'\n\
         elements = {elements}\n[[hinge]]\nname = 'h'\nat = 'O'\nbetween = ['ground', 'b']\n"
    )
}

/// Work is repeated for this long, because the system counts the time of a process in hundredths of a second \[s\].
const LONG_ENOUGH: f64 = 0.5;

/// Mean CPU time of some work.
fn mean_seconds(mut work: impl FnMut() -> Result<(), Box<dyn Error>>) -> Result<f64, Box<dyn Error>> {
    let (start, mut count, mut batch) = (measure::cpu_seconds(), 0, 1);
    loop {
        for _ in 0..batch {
            work()?;
        }
        count += batch;
        batch = (2 * batch).min(1000);
        let spent = measure::cpu_seconds() - start;
        if spent >= LONG_ENOUGH {
            return Ok(spent / f64::from(count));
        }
    }
}

/// Coordinates above which the mass matrix is not timed.
const MOST_DENSE: usize = 700;

fn report(name: &str, links: usize, model: &Model) -> Result<(), Box<dyn Error>> {
    let start = measure::cpu_seconds();
    let system = Mechanism::of(model)?;
    let built = measure::cpu_seconds() - start;
    let n = system.coordinates().len();
    let mut line =
        format!("{{\"chain\":\"{name}\",\"links\":{links},\"coordinates\":{n},\"build_seconds\":{built:.3}");
    write!(
        line,
        ",\"route\":\"{:?}\",\"multiplications\":{}",
        system.route(),
        system.multiplications().unwrap_or(0)
    )?;
    for route in [Route::Tree, Route::MassMatrix] {
        if route == Route::MassMatrix && n > MOST_DENSE {
            continue;
        }
        let Some(system) = system.with_route(route) else { continue };
        write!(line, ",\"{route:?}_microseconds\":{:.3}", 1e6 * evaluation(&system)?)?;
    }
    if links > 0 && name == "pendulum" {
        let request = SimulateRequest {
            points: 2,
            tolerance: Tolerance { relative: 1e-4, absolute: 1e-6 },
            audit: false,
            ..SimulateRequest::until(0.1)
        };
        let start = measure::cpu_seconds();
        let motion = simulate(&system, &request, integrator("radau5")?, &Quiet)?;
        let seconds = measure::cpu_seconds() - start;
        let counters = motion.counters;
        write!(
            line,
            ",\"radau5_seconds\":{seconds:.3},\"steps\":{},\"evaluations\":{},\"jacobians\":{},\"rejected\":{}",
            counters.steps, counters.evaluations, counters.jacobians, counters.rejected
        )?;
    }
    println!("{line}}}");
    Ok(())
}

/// Mean time of q̈ at states that change from one evaluation to the next.
fn evaluation(system: &Mechanism) -> Result<f64, Box<dyn Error>> {
    let (mut q, mut v) = system.initial();
    let input = vec![0.0; system.inputs().len()];
    let (mut work, mut a, mut count) = (system.workspace(), v.clone(), 0_u32);
    mean_seconds(|| {
        count += 1;
        let share = f64::from(count % 64) / 64.0;
        for (k, (q, v)) in q.iter_mut().zip(&mut v).enumerate() {
            *q = 1e-5 * (k as f64 + share).sin();
            *v = 1e-3 * (k as f64 - share).cos();
        }
        system.acceleration(&State { time: 0.0, position: &q, velocity: &v }, &input, &mut work, &mut a)?;
        Ok(())
    })
}
