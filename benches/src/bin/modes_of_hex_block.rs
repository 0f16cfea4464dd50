//! Elastic modes of a steel block, free or clamped: one JSON line with time, memory, cost, certificate and frequencies.
//!
//! `modes_of_hex_block <nx> <ny> <nz> [--modes 50] [--threads 1] [--block 4] [--clamped] [--no-certificate]
//! [--matrices <folder>]`
//!
//! Equal element counts give the cube (with double and triple modes), others the bar; `--clamped` holds the face at x = 0.
//! `--matrices` writes K, M and the rigid motions as raw little-endian arrays, so that another program can be
//! given the very same matrices, and computes nothing.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a benchmark reports on the terminal")]

use lissom_benches::{hex_block::HexBlock, measure};
use lissom_linalg::{Dense, Modes, ModesOptions, Quiet, Sparse, Threads, Wanted, modes};
use std::error::Error;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

struct Arguments {
    elements: [usize; 3],
    modes: usize,
    clamped: bool,
    options: ModesOptions,
    matrices: Option<String>,
}

fn main() -> ExitCode {
    match arguments().and_then(|arguments| run(&arguments)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("modes_of_hex_block: {error}");
            ExitCode::FAILURE
        }
    }
}

fn arguments() -> Result<Arguments, Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let mut elements = Vec::new();
    let (mut count, mut clamped, mut matrices, mut options) = (50, false, None, ModesOptions::default());
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        match word.as_str() {
            "--modes" => count = value()?.parse()?,
            "--threads" => options.threads = Threads::new(value()?.parse()?)?,
            "--block" => options.block = value()?.parse()?,
            "--basis" => options.basis_limit = Some(value()?.parse()?),
            "--clamped" => clamped = true,
            "--no-certificate" => options.certify = false,
            "--matrices" => matrices = Some(value()?),
            number => elements.push(number.parse::<usize>()?),
        }
    }
    let elements = elements.try_into().map_err(|_| "three element counts are needed")?;
    Ok(Arguments { elements, modes: count, clamped, options, matrices })
}

fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let [nx, ny, nz] = arguments.elements;
    let block = if nx == ny && ny == nz { HexBlock::cube(nx) } else { HexBlock::bar(arguments.elements) };
    let (mut k, mut m) = block.assemble();
    let mut rigid = block.rigid_motions();
    if arguments.clamped {
        let keep: Vec<usize> = (3 * (ny + 1) * (nz + 1)..block.dofs()).collect();
        (k, m) = (k.submatrix(&keep), m.submatrix(&keep));
        rigid = Dense::zeros(keep.len(), 0);
    }
    if let Some(folder) = &arguments.matrices {
        return write_matrices(Path::new(folder), &k, &m, rigid.as_slice());
    }
    let (start, cpu) = (Instant::now(), measure::cpu_seconds());
    let wanted = Wanted::Lowest(arguments.modes);
    let answer = modes(&k, &m, Some(&rigid), wanted, &arguments.options, &Quiet)?;
    let (wall, cpu) = (start.elapsed().as_secs_f64(), measure::cpu_seconds() - cpu);
    println!("{}", report(arguments, k.rows(), wall, cpu, &answer));
    Ok(())
}

fn report(arguments: &Arguments, dofs: usize, wall: f64, cpu: f64, answer: &Modes) -> String {
    let frequencies: Vec<String> = answer.frequencies().iter().map(|f| format!("{f:.9e}")).collect();
    let (cost, proof) = (answer.cost, &answer.certificate);
    let residual = answer.residuals().iter().fold(0.0, |a: f64, b| a.max(*b));
    format!(
        "{{\"program\":\"lissom\",\"dofs\":{dofs},\"threads\":{},\"certified\":{},\"wall_s\":{wall:.3},\"cpu_s\":{cpu:.2},\
         \"peak_mb\":{:.0},\"factorisations\":{},\"solves\":{},\"blocks\":{},\"restarts\":{},\"rigid\":{},\
         \"count_below_upper\":{},\"backward_error\":{},\"largest_residual\":{residual:.1e},\"frequencies_hz\":[{}]}}",
        arguments.options.threads.count(),
        proof.is_certified(),
        measure::peak_megabytes(),
        cost.factorisations,
        cost.solves,
        cost.blocks,
        cost.restarts,
        answer.rigid.cols(),
        proof.count_below_upper(),
        proof.factorisation_residual().map_or("null".to_owned(), |error| format!("{error:.1e}")),
        frequencies.join(",")
    )
}

/// Writes `starts.u64`, `rows.u32`, `k.f64`, `m.f64` (compressed columns of the common pattern) and `rigid.f64`.
fn write_matrices(folder: &Path, k: &Sparse, m: &Sparse, rigid: &[f64]) -> Result<(), Box<dyn Error>> {
    std::fs::create_dir_all(folder)?;
    let write = |name: &str, bytes: &mut dyn Iterator<Item = Vec<u8>>| -> std::io::Result<()> {
        let mut file = std::io::BufWriter::new(std::fs::File::create(folder.join(name))?);
        for chunk in bytes {
            file.write_all(&chunk)?;
        }
        file.flush()
    };
    write("starts.u64", &mut k.starts().iter().map(|&x| (x as u64).to_le_bytes().to_vec()))?;
    write("rows.u32", &mut k.row_indices().iter().map(|x| x.to_le_bytes().to_vec()))?;
    for (name, values) in [("k.f64", k.values()), ("m.f64", m.values()), ("rigid.f64", rigid)] {
        write(name, &mut values.iter().map(|x| x.to_le_bytes().to_vec()))?;
    }
    Ok(())
}
