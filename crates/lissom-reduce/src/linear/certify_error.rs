//! The checker of a reduced response: errors and residuals with the original matrices.

use super::ReducedStructure;
use super::elastic::Elastic;
use super::response::{full_response, respond};
use crate::error::ReduceError;
use lissom_linalg::{Complex, Dense, Measured, Threads, Verdict, norm};
use lissom_mech::Structure;
use std::f64::consts::TAU;

/// Largest residual of a direct solution of the full equation, against the force [-].
const RESIDUAL: f64 = 1e-8;

/// An error found again may exceed the one claimed by this share of it, or by this much [-].
const AGAIN: f64 = 1e-2;
const ROUNDING: f64 = 1e-7;

/// The error of a reduced response at one frequency, computed once more.
#[derive(Clone, Debug)]
pub struct CheckedError {
    /// Frequency [Hz].
    pub hertz: f64,
    /// ‖x − V y‖/‖x‖ in energy norm, the largest over the inputs, by a factorisation of the full matrices [-].
    pub error: f64,
    /// Whether it supports the claimed error.
    pub verdict: Verdict,
}

/// Computes the error at a frequency by a factorisation of the full matrices, and checks the claim.
///
/// # Errors
/// When the factorisation or the small solve fails.
pub(super) fn certify_error(
    full: &Elastic<'_>,
    reduced: &ReducedStructure,
    inputs: &[usize],
    hertz: f64,
    claimed: f64,
    threads: &Threads,
) -> Result<CheckedError, ReduceError> {
    let (structure, omega) = (full.structure, TAU * hertz);
    let forces: Vec<Vec<f64>> = inputs.iter().map(|i| structure.inputs[*i].values.clone()).collect();
    let exact = full_response(structure, omega, &Dense::from_columns(structure.size(), &forces), threads)?;
    let small = dense(&reduced.structure);
    let (mut error, mut residual) = (0.0_f64, 0.0_f64);
    for (j, input) in inputs.iter().enumerate() {
        let force = &reduced.structure.inputs[*input].values;
        let y = respond(&small[0], &small[1], &small[2], 0, omega, force)?;
        let x = [exact[0].column(j), exact[1].column(j)];
        error = error.max(energy_error(full, reduced, x, &y));
        residual = residual.max(left_over(structure, omega, x, &forces[j]));
    }
    let evidence = vec![
        Measured::new(format!("the residual of the full equation at {hertz:.6} Hz"), residual, RESIDUAL),
        Measured::new(
            format!("the error found again at {hertz:.6} Hz"),
            error,
            (1.0 + AGAIN) * claimed + ROUNDING,
        ),
    ];
    Ok(CheckedError { hertz, error, verdict: Verdict::weigh(evidence, None) })
}

/// Mass, damping and stiffness of a reduced structure.
fn dense(structure: &Structure) -> [Dense; 3] {
    [&structure.mass, &structure.damping, &structure.stiffness].map(lissom_linalg::Sparse::to_dense)
}

/// ‖x − V y‖_K/‖x‖_K, without rigid motions, whose energy is rounding.
fn energy_error(full: &Elastic<'_>, reduced: &ReducedStructure, exact: [&[f64]; 2], y: &[Complex]) -> f64 {
    let parts: [Vec<f64>; 2] = [y.iter().map(|z| z.re).collect(), y.iter().map(|z| z.im).collect()];
    let energy = |values: Vec<f64>| {
        let mut column = Dense::from_columns(values.len(), &[values]);
        full.null_space.project_displacement(&mut column);
        full.structure.stiffness.form(column.column(0), column.column(0)).max(0.0)
    };
    let (mut distance, mut size) = (0.0, 0.0);
    for (x, part) in exact.iter().zip(&parts) {
        let image = reduced.expand(part);
        distance += energy(x.iter().zip(&image).map(|(a, b)| a - b).collect());
        size += energy(x.to_vec());
    }
    if size > 0.0 { (distance / size).sqrt() } else { distance.sqrt() }
}

/// ‖f − (K − ω²M + iωD) x‖/(‖f‖ + ‖|K| |x|‖ …): against the force and what has to cancel, in scaled coordinates.
fn left_over(structure: &Structure, omega: f64, x: [&[f64]; 2], force: &[f64]) -> f64 {
    let scale = scales(structure, omega);
    let n = force.len();
    let (mut sum, mut largest) = (0.0, 0.0);
    let mut product = vec![0.0; n];
    for part in 0..2 {
        let mut rest: Vec<f64> = if part == 0 { force.to_vec() } else { vec![0.0; n] };
        structure.stiffness.multiply(x[part], &mut product);
        rest.iter_mut().zip(&product).for_each(|(r, p)| *r -= p);
        structure.mass.multiply(x[part], &mut product);
        rest.iter_mut().zip(&product).for_each(|(r, p)| *r += omega * omega * p);
        let sign = if part == 0 { 1.0 } else { -1.0 };
        structure.damping.multiply(x[1 - part], &mut product);
        rest.iter_mut().zip(&product).for_each(|(r, p)| *r += sign * omega * p);
        let hat: Vec<f64> = rest.iter().zip(&scale).map(|(r, s)| r / s).collect();
        sum += norm(&hat).powi(2);
        let moved: Vec<f64> = x[part].iter().zip(&scale).map(|(x, s)| x * s).collect();
        largest += norm(&moved).powi(2);
    }
    let force: Vec<f64> = force.iter().zip(&scale).map(|(f, s)| f / s).collect();
    sum.sqrt() / (norm(&force) + f64::sqrt(largest)).max(f64::MIN_POSITIVE)
}

/// √(|K_ii| + ω²|M_ii|): coordinates in which forces of all rows compare.
fn scales(structure: &Structure, omega: f64) -> Vec<f64> {
    let (k, m) = (structure.stiffness.diagonal(), structure.mass.diagonal());
    let scale = k.iter().zip(&m).map(|(k, m)| (k.abs() + omega * omega * m.abs()).sqrt());
    scale.map(|s| if s > 0.0 { s } else { 1.0 }).collect()
}
