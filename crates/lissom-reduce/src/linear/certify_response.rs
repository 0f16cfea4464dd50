//! The checker of frequency responses of reduced structures: residual of the *full* equation.

use super::ReducedStructure;
use super::response::respond;
use crate::error::ReduceError;
use lissom_linalg::{Complex, Dense, Measured, Verdict, eigen, norm};
use lissom_mech::Structure;
use std::f64::consts::TAU;

/// Largest residual of an accepted response, the same as for the full structure in `frf` [-].
const RESIDUAL: f64 = 1e-8;

/// Modal damping acts on modes up to this multiple of the highest frequency, as in `frf` [-].
const DAMPED: f64 = 1.5;

/// Residual of a reduced response in the full equation.
#[derive(Clone, Debug)]
pub struct FullResidual {
    /// ‖b − (K − ω²M + iωD) V y‖/‖b‖, the largest over inputs and frequencies, in coordinates scaled to a unit diagonal of
    /// K + ω²M [-].
    pub largest: f64,
    /// Where [Hz].
    pub hertz: f64,
    /// Whether the response is one of the full structure.
    pub verdict: Verdict,
}

/// K V, M V and D V with the damping of modes, and the small matrices.
struct Products {
    small: [Dense; 3],
    stiffness: Dense,
    mass: Dense,
    damping: Dense,
}

/// Solves the reduced equation again at every frequency and measures the residual of the full one.
///
/// Modal damping is that of the reduced structure's modes, lifted to the full one.
///
/// # Errors
/// When the reduced structure resonates at one of the frequencies, or has no modes.
pub fn full_residual(
    full: &Structure,
    reduced: &ReducedStructure,
    inputs: &[usize],
    frequencies_hz: &[f64],
) -> Result<FullResidual, ReduceError> {
    let highest = TAU * frequencies_hz.iter().copied().fold(0.0, f64::max);
    let products = products(full, reduced, highest)?;
    let (k, m) = (full.stiffness.diagonal(), full.mass.diagonal());
    let scale: Vec<f64> = k
        .iter()
        .zip(&m)
        .map(|(k, m)| (k.abs() + highest * highest * m.abs()).sqrt())
        .map(|s| if s > 0.0 { s } else { 1.0 })
        .collect();
    let (mut largest, mut hertz) = (0.0, frequencies_hz.first().copied().unwrap_or(0.0));
    for &at in frequencies_hz {
        for &input in inputs {
            let force = &full.inputs[input].values;
            let left = left(&products, &scale, TAU * at, force, &reduced.structure.inputs[input].values)?;
            // NaN counts as the largest.
            if left > largest || left.is_nan() {
                (largest, hertz) = (left, at);
            }
        }
    }
    let evidence = vec![Measured::new(
        format!("the residual of the full equation at {hertz:.6} Hz, against the force,"),
        largest,
        RESIDUAL,
    )];
    Ok(FullResidual { largest, hertz, verdict: Verdict::weigh(evidence, None) })
}

fn products(full: &Structure, reduced: &ReducedStructure, highest: f64) -> Result<Products, ReduceError> {
    let of = &reduced.structure;
    let mut small = [&of.mass, &of.damping, &of.stiffness].map(lissom_linalg::Sparse::to_dense);
    let v = &reduced.vectors;
    let mass = full.mass.times(v);
    let mut damping = full.damping.times(v);
    if !of.modal_damping.is_none() {
        let found = eigen::symmetric_definite(&small[2], &small[0])
            .map_err(|source| ReduceError::SmallEigen { source })?;
        let momenta = small[0].matmul(&found.vectors);
        let rate = |j: usize| {
            let square = Some(found.values[j]).filter(|square| *square <= (DAMPED * highest).powi(2));
            let square = square.unwrap_or(0.0).max(0.0);
            2.0 * of.modal_damping.ratio(found.vectors.column(j), square) * square.sqrt()
        };
        let rated = Dense::from_fn(momenta.cols(), momenta.rows(), |j, i| rate(j) * momenta[(i, j)]);
        damping.add_scaled(1.0, &mass.matmul(&found.vectors).matmul(&rated));
        small[1].add_scaled(1.0, &momenta.matmul(&rated));
    }
    Ok(Products { small, stiffness: full.stiffness.times(v), mass, damping })
}

/// ‖b − (K − ω²M + iωD) V y‖/‖b‖.
fn left(
    products: &Products,
    scale: &[f64],
    omega: f64,
    force: &[f64],
    small_force: &[f64],
) -> Result<f64, ReduceError> {
    let [mass, damping, stiffness] = &products.small;
    let y = respond(mass, damping, stiffness, 0, omega, small_force)?;
    let (re, im): (Vec<f64>, Vec<f64>) = y.iter().map(|z: &Complex| (z.re, z.im)).unzip();
    let balance = |own: &[f64], other: &[f64], sign: f64| {
        let (k, m) = (products.stiffness.multiply_vector(own), products.mass.multiply_vector(own));
        let d = products.damping.multiply_vector(other);
        let each = k.iter().zip(&m).zip(&d).zip(scale);
        each.map(|(((k, m), d), s)| (-k + omega * omega * m + sign * omega * d) / s).collect::<Vec<f64>>()
    };
    let mut real = balance(&re, &im, 1.0);
    real.iter_mut().zip(force).zip(scale).for_each(|((r, f), s)| *r += f / s);
    let imaginary = balance(&im, &re, -1.0);
    let scaled: Vec<f64> = force.iter().zip(scale).map(|(f, s)| f / s).collect();
    Ok(norm(&real).hypot(norm(&imaginary)) / norm(&scaled).max(f64::MIN_POSITIVE))
}
