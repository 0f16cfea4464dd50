//! Krylov and Craig-Bampton reductions of a steel block: one JSON line with times, memory, cost and frequencies.
//!
//! `reductions_of_hex_block <nx> <ny> <nz> (free|clamped) [--inputs 6] [--order 20] [--threads 1] [--factor] [--craig-bampton]
//! [--damping <s>] [--response <Hz> ...] [--matrices <folder>]`
//!
//! Inputs are unit forces along x, y and z spread over the face at the far end, and on one node of an edge in the middle;
//! `--inputs 1` takes the first alone. `--factor` splits off rigid motions and factors, and stops there.
//! `--craig-bampton` takes a free block with two rigid faces instead. `--damping` adds as many seconds times the stiffness,
//! `--response` prints the response of the first input's displacement at frequencies, real and imaginary part.
//! `--matrices` writes K, M and the inputs as raw little-endian arrays, so that another program can be given the very
//! same numbers, and computes nothing.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a benchmark reports on the terminal")]

use lissom_benches::{hex_block::HexBlock, measure};
use lissom_linalg::{Quiet, Sparse, Threads, Triplets};
use lissom_mech::{Interface, InterfaceMotion, Pattern, Structure};
use lissom_reduce::linear::response::respond;
use lissom_reduce::linear::{Elastic, KrylovSize, ModeChoice, ReducedStructure};
use lissom_reduce::{LinearRequest, linear_reduction};
use std::error::Error;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

struct Arguments {
    elements: [usize; 3],
    clamped: bool,
    order: usize,
    threads: Threads,
    inputs: usize,
    factor: bool,
    craig_bampton: bool,
    damping: f64,
    response: Vec<f64>,
    matrices: Option<String>,
}

fn main() -> ExitCode {
    match arguments().and_then(|arguments| run(&arguments)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("reductions_of_hex_block: {error}");
            ExitCode::FAILURE
        }
    }
}

fn arguments() -> Result<Arguments, Box<dyn Error>> {
    let mut words = std::env::args().skip(1).peekable();
    let mut elements = Vec::new();
    let mut found = Arguments {
        elements: [0; 3],
        clamped: false,
        order: 20,
        threads: Threads::one(),
        inputs: 6,
        factor: false,
        craig_bampton: false,
        damping: 0.0,
        response: Vec::new(),
        matrices: None,
    };
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        match word.as_str() {
            "free" => found.clamped = false,
            "clamped" => found.clamped = true,
            "--order" => found.order = value()?.parse()?,
            "--inputs" => found.inputs = value()?.parse()?,
            "--threads" => found.threads = Threads::new(value()?.parse()?)?,
            "--factor" => found.factor = true,
            "--craig-bampton" => found.craig_bampton = true,
            "--damping" => found.damping = value()?.parse()?,
            "--response" => {
                while let Some(hertz) = words.peek().and_then(|word| word.parse().ok()) {
                    found.response.push(hertz);
                    words.next();
                }
            }
            "--matrices" => found.matrices = Some(value()?),
            number => elements.push(number.parse::<usize>()?),
        }
    }
    found.elements = elements.try_into().map_err(|_| "three element counts are needed")?;
    Ok(found)
}

fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let block = HexBlock::bar(arguments.elements);
    if arguments.craig_bampton {
        let structure = with_rigid_faces(&block);
        let request = LinearRequest {
            interfaces: structure.interfaces.clone(),
            modes: Some(ModeChoice::Count(20)),
            threads: arguments.threads.clone(),
            ..LinearRequest::default()
        };
        println!("{}", timed("craig-bampton", &structure, &request, arguments)?);
        return Ok(());
    }
    let mut structure = with_inputs(&block, arguments.clamped);
    if let Some(folder) = &arguments.matrices {
        return write_matrices(Path::new(folder), &structure);
    }
    if arguments.damping > 0.0 {
        structure.damping = structure.stiffness.add_scaled(arguments.damping, &structure.stiffness, 0.0);
    }
    if arguments.factor {
        println!("{}", factored(&structure, arguments)?);
        return Ok(());
    }
    let request = LinearRequest {
        inputs: (0..arguments.inputs.min(structure.inputs.len())).collect(),
        size: Some(KrylovSize::Order(arguments.order)),
        threads: arguments.threads.clone(),
        ..LinearRequest::default()
    };
    println!("{}", timed("krylov", &structure, &request, arguments)?);
    Ok(())
}

/// Rigid motions and factorisation alone.
fn factored(structure: &Structure, arguments: &Arguments) -> Result<String, Box<dyn Error>> {
    let (start, cpu) = (Instant::now(), measure::cpu_seconds());
    let elastic = Elastic::new(structure, &arguments.threads)?;
    let (wall, cpu) = (start.elapsed().as_secs_f64(), measure::cpu_seconds() - cpu);
    Ok(format!(
        "{{\"program\":\"lissom\",\"method\":\"factor\",\"dofs\":{},\"clamped\":{},\"inputs\":0,\"threads\":{},\
         \"wall_s\":{wall:.3},\"cpu_s\":{cpu:.2},\"peak_mb\":{:.0},\"factorisations\":{},\"solves\":0,\"frequencies_hz\":[]}}",
        structure.size(),
        arguments.clamped,
        arguments.threads.count(),
        measure::peak_megabytes(),
        elastic.null_space.factorisations,
    ))
}

/// The displacement of the first input under itself, by the reduced structure.
fn responses(found: &ReducedStructure, hertz: &[f64]) -> Result<String, Box<dyn Error>> {
    let small = &found.structure;
    let [m, d, k] = [&small.mass, &small.damping, &small.stiffness].map(Sparse::to_dense);
    let rigid = small.rigid_candidates.cols();
    let force = &small.inputs[0].values;
    let mut all = Vec::new();
    for hertz in hertz {
        let y = respond(&m, &d, &k, rigid, hertz * std::f64::consts::TAU, force)?;
        let sum = |part: fn(&lissom_linalg::Complex) -> f64| {
            y.iter().zip(force).map(|(y, f)| part(y) * f).sum::<f64>()
        };
        all.push(format!("[{:e},{:e}]", sum(|y| y.re), sum(|y| y.im)));
    }
    Ok(all.join(","))
}

/// Reduces and reports. Peak memory is that of the process so far.
fn timed(
    method: &str,
    structure: &Structure,
    request: &LinearRequest,
    arguments: &Arguments,
) -> Result<String, Box<dyn Error>> {
    let (start, cpu) = (Instant::now(), measure::cpu_seconds());
    let found: ReducedStructure = linear_reduction(method)?.reduce(structure, request, &Quiet)?;
    let (wall, cpu) = (start.elapsed().as_secs_f64(), measure::cpu_seconds() - cpu);
    let small = &found.structure;
    let values =
        lissom_linalg::eigen::symmetric_definite(&small.stiffness.to_dense(), &small.mass.to_dense())?.values;
    let largest = values.last().copied().unwrap_or(0.0);
    let hertz: Vec<String> = values
        .iter()
        .filter(|square| **square > 1e-10 * largest)
        .take(3)
        .map(|square| format!("{:.6}", square.sqrt() / std::f64::consts::TAU))
        .collect();
    Ok(format!(
        "{{\"program\":\"lissom\",\"method\":\"{method}\",\"dofs\":{},\"clamped\":{},\"inputs\":{},\"size\":{},\"threads\":{},\
         \"wall_s\":{wall:.3},\"cpu_s\":{cpu:.2},\"peak_mb\":{:.0},\"factorisations\":{},\"solves\":{},\"frequencies_hz\":[{}],\"response\":[{}]}}",
        structure.size(),
        arguments.clamped,
        request.inputs.len(),
        found.size(),
        request.threads.count(),
        measure::peak_megabytes(),
        found.factorisations,
        found.solves,
        hertz.join(","),
        responses(&found, &arguments.response)?
    ))
}

/// The block with six inputs, free or clamped at x = 0.
fn with_inputs(block: &HexBlock, clamped: bool) -> Structure {
    let (k, m) = block.assemble();
    let [nx, ny, nz] = block.elements;
    let face: Vec<usize> = block.face(nx);
    let middle = block.node([nx / 2, ny, nz]);
    let n = block.dofs();
    let pattern = |name: String, nodes: &[usize], axis: usize| {
        let mut values = vec![0.0; n];
        nodes.iter().for_each(|node| values[3 * node + axis] = 1.0 / nodes.len() as f64);
        Pattern { name, unit: "N".to_owned(), values }
    };
    let mut inputs: Vec<Pattern> = (0..3).map(|axis| pattern(format!("face {axis}"), &face, axis)).collect();
    inputs.extend((0..3).map(|axis| pattern(format!("edge {axis}"), &[middle], axis)));
    if !clamped {
        let rigid_candidates = block.rigid_motions();
        return Structure { inputs, rigid_candidates, ..Structure::of_matrices("block", m, k) };
    }
    let held = 3 * (ny + 1) * (nz + 1);
    let keep: Vec<usize> = (held..n).collect();
    inputs.iter_mut().for_each(|input| input.values.drain(..held).for_each(drop));
    Structure { inputs, ..Structure::of_matrices("block", m.submatrix(&keep), k.submatrix(&keep)) }
}

/// The free block whose end faces move as rigid bodies: their six motions come first, then the rows between them.
fn with_rigid_faces(block: &HexBlock) -> Structure {
    let (k, m) = block.assemble();
    let rigid = block.rigid_motions();
    let held = 3 * (block.elements[1] + 1) * (block.elements[2] + 1);
    let n = block.dofs();
    let mut t = Triplets::new(n, 12 + n - 2 * held);
    for row in 0..n {
        match row {
            row if row < held => (0..6).for_each(|j| t.add(row, j, rigid[(row, j)])),
            row if row >= n - held => (0..6).for_each(|j| t.add(row, 6 + j, rigid[(row, j)])),
            row => t.add(row, 12 + row - held, 1.0),
        }
    }
    let t = Sparse::from_triplets(&t);
    let motion = |row: usize| InterfaceMotion {
        name: format!("motion {row}"),
        unit: "m",
        of: None,
        entries: vec![(row, 1.0)],
    };
    let face = |first: usize| Interface {
        name: format!("face {first}"),
        motions: (first..first + 6).map(motion).collect(),
    };
    Structure {
        interfaces: vec![face(0), face(6)],
        ..Structure::of_matrices("block", m.congruence(&t), k.congruence(&t))
    }
}

/// Writes `starts.u64`, `rows.u32`, `k.f64`, `m.f64` (compressed columns of the common pattern) and `inputs.f64`.
fn write_matrices(folder: &Path, structure: &Structure) -> Result<(), Box<dyn Error>> {
    std::fs::create_dir_all(folder)?;
    let (k, m) = (&structure.stiffness, &structure.mass);
    let write = |name: &str, bytes: Vec<u8>| -> std::io::Result<()> {
        let mut file = std::io::BufWriter::new(std::fs::File::create(folder.join(name))?);
        file.write_all(&bytes)?;
        file.flush()
    };
    let floats = |values: &[f64]| values.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>();
    write("starts.u64", k.starts().iter().flat_map(|x| (*x as u64).to_le_bytes()).collect())?;
    write("rows.u32", k.row_indices().iter().flat_map(|x| x.to_le_bytes()).collect())?;
    write("k.f64", floats(k.values()))?;
    write("m.f64", floats(m.values()))?;
    write("inputs.f64", floats(structure.input_matrix().as_slice()))?;
    write("rigid.f64", floats(structure.rigid_candidates.as_slice()))?;
    Ok(())
}
