//! The Campbell diagram of given matrices, timed, as one JSON line.
//!
//! `campbell_of_matrices <matrices.txt> <last speed> <speeds> <modes>`: the file has lines `NAME row column value`, NAME being
//! mass, damping, stiffness, coriolis, centrifugal or geometric; the first line is the number of rows.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a benchmark reports on the terminal")]

use lissom_benches::measure;
use lissom_dynamics::spin::{CampbellRequest, SpinEffects, SpinningStructure, campbell};
use lissom_linalg::{Dense, Quiet, Sparse, Triplets};
use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match answer(&words) {
        Ok(line) => {
            println!("{line}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("campbell_of_matrices: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The whole diagram is made again until so much CPU time has gone by: the clock counts in hundredths of a second \[s\].
const ENOUGH: f64 = 0.5;

const NAMES: [&str; 6] = ["mass", "damping", "stiffness", "coriolis", "centrifugal", "geometric"];

fn read(path: &str) -> Result<SpinningStructure, Box<dyn Error>> {
    let text = std::fs::read_to_string(path)?;
    let mut lines = text.lines();
    let n: usize = lines.next().ok_or("an empty file")?.trim().parse()?;
    let mut sums = NAMES.map(|_| Triplets::new(n, n));
    for line in lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [name, row, column, value] = words[..] else { return Err(format!("`{line}`").into()) };
        let place = NAMES.iter().position(|known| *known == name).ok_or("an unknown matrix")?;
        sums[place].add(row.parse()?, column.parse()?, value.parse()?);
    }
    let [mass, damping, stiffness, coriolis, centrifugal, geometric] =
        sums.map(|sum| Sparse::from_triplets(&sum));
    Ok(SpinningStructure {
        name: "matrices".to_owned(),
        rows: (1..=n).map(|row| format!("row {row}")).collect(),
        mass,
        damping,
        stiffness,
        coriolis,
        centrifugal,
        geometric: Some(geometric),
        circulatory: None,
        orbit: None,
        load: vec![0.0; n],
        rigid: Dense::zeros(n, 0),
        effects: SpinEffects::default(),
    })
}

fn answer(words: &[String]) -> Result<String, Box<dyn Error>> {
    let [path, last, count, modes] = words else { return Err("four words are needed".into()) };
    let structure = read(path)?;
    let (last, count): (f64, usize) = (last.parse()?, count.parse()?);
    let speeds: Vec<f64> = (0..count).map(|k| last * k as f64 / (count - 1) as f64).collect();
    let request = CampbellRequest { speeds, modes: modes.parse()?, orders: Vec::new() };
    let (start, before) = (Instant::now(), measure::cpu_seconds());
    let mut found = campbell(&structure, &request, &Quiet)?;
    let mut runs = 1.0;
    while measure::cpu_seconds() - before < ENOUGH {
        found = campbell(&structure, &request, &Quiet)?;
        runs += 1.0;
    }
    let (wall, cpu) = (start.elapsed().as_secs_f64() / runs, (measure::cpu_seconds() - before) / runs);
    let row = |at: usize| {
        let mut all: Vec<f64> = found.modes.iter().map(|m| m.values[at].im.abs()).collect();
        all.sort_by(f64::total_cmp);
        let all: Vec<String> = all.iter().map(|f| format!("{f:.15e}")).collect();
        format!("[{}]", all.join(","))
    };
    let middle = count / 2;
    Ok(format!(
        "{{\"wall_s\":{wall},\"cpu_s\":{cpu},\"speeds\":{count},\"dof\":{},\"eigenproblems\":{},\"unlisted\":{:?},\"first\":{},\"middle\":{},\"last\":{}}}",
        structure.size(),
        found.eigenproblems,
        [found.unlisted[0], found.unlisted[middle], found.unlisted[count - 1]],
        row(0),
        row(middle),
        row(count - 1)
    ))
}
