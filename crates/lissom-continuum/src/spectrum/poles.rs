//! Exact complex poles of damped and gyroscopic systems.

use lissom_linalg::Complex;

use super::complex_stiffness::dynamic;
use super::error::SpectrumError;
use super::linear_system::LinearSystem;
use super::mesh::Mesh;
use super::ritz::ritz;

/// Steps of the secant method; three or four are usual.
const MOST_STEPS: usize = 40;
/// Relative change at which a pole is accepted [-].
const CONVERGED: f64 = 1e-13;
/// Poles with a smaller share of imaginary part are real ones [-].
const OSCILLATING: f64 = 1e-6;
/// A pole that moves further than this from its start belongs to another mode [-].
const NEAR: f64 = 1e-2;

/// A pole s: motion in proportion to e^{st}.
#[derive(Clone, Copy, Debug)]
pub struct Pole {
    /// The pole [1/s].
    pub value: Complex,
    /// Relative change in the last step [-].
    pub change: f64,
    /// Relative distance from the pole of the polynomial approximation it was started from [-].
    pub from_start: f64,
    /// Whether it converged near its start.
    pub converged: bool,
}

/// The oscillating poles (Im s > 0) of smallest modulus.
///
/// Poles on the real axis are left out: with Kelvin-Voigt damping infinitely many of them crowd at s = − E/η, where
/// the stiffness vanishes.
///
/// Each is a zero of the exact dynamic stiffness, found from that of a polynomial approximation of the same energies.
/// Unlike real frequencies they are not counted: `converged` says that each approximate pole has an exact one near it.
///
/// # Errors
/// Failures of the dense algebra; see [`SpectrumError`].
pub fn exact_poles(system: &LinearSystem, count: usize) -> Result<Vec<Pole>, SpectrumError> {
    let members = system.members.len().max(1);
    let degree = (10 + 2 * count.div_ceil(members)).min(36);
    let approximate = ritz(system, degree)?.poles()?;
    let upper = approximate.values.into_iter().filter(|s| s.im > OSCILLATING * s.abs());
    upper.take(count).map(|start| polish(system, start)).collect()
}

/// The secant method on 1/(uᵀ D(s)⁻¹ v), which has the zeros of det D(s) and no scale of its own.
fn polish(system: &LinearSystem, start: Complex) -> Result<Pole, SpectrumError> {
    let mesh = Mesh::new(system, 2.0 * start.abs() * start.abs())?;
    let n = mesh.size(system);
    let weights = |seed: f64| {
        (0..n).map(|i| Complex::from(1.0 + 0.5 * (seed * (i as f64 + 1.0)).sin())).collect::<Vec<_>>()
    };
    let (left, right) = (weights(1.3), weights(2.1));
    let value = |s: Complex| -> Result<Option<Complex>, SpectrumError> {
        let solution = dynamic(system, &mesh, s)?.stiffness.solve(&right);
        Ok(solution.map(|x| {
            let sum = x.iter().zip(&left).fold(Complex::ZERO, |sum, (a, b)| sum + *a * *b);
            Complex::ONE / sum
        }))
    };
    let (mut before, mut now) = (start, start * Complex::new(1.0 + 1e-5, 1e-5));
    let mut f_before = value(before)?;
    let mut change = f64::INFINITY;
    for _ in 0..MOST_STEPS {
        // Where the matrix is singular to the last bit, the pole is found.
        let (Some(known), Some(f_now)) = (f_before, value(now)?) else {
            change = 0.0;
            break;
        };
        let difference = f_now - known;
        if difference.abs() == 0.0 {
            break;
        }
        let step = f_now * (now - before) / difference;
        (before, f_before) = (now, Some(f_now));
        now = now - step;
        change = step.abs() / now.abs();
        if change <= CONVERGED {
            break;
        }
    }
    let from_start = (now - start).abs() / start.abs();
    // The last bits of the secant are noise, so a small change is accepted; the distance guards against strangers.
    let converged = now.is_finite() && change <= 1e-9 && from_start <= NEAR;
    Ok(Pole { value: now, change, from_start, converged })
}
