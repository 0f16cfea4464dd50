//! Error indicator of a Krylov reduction, from the reduction alone.
//!
//! The force that a reduced motion leaves unbalanced lies in the few directions by which one more step would extend
//! the space. Its size, measured as the energy of the deformation it would cause, is the error indicator.

use super::response::respond;
use crate::error::ReduceError;
use lissom_linalg::{Complex, Dense, eigen};
use std::f64::consts::TAU;

/// Number of sampled frequencies of a band, besides its ends.
const SAMPLES: usize = 40;

/// The residual of a reduced structure in coordinates y = (q, a): rigid motions first, then energy-orthonormal ones.
#[derive(Clone, Debug)]
pub struct Indicator {
    /// Vᵀ M V.
    pub mass: Dense,
    /// Vᵀ D V.
    pub damping: Dense,
    /// Vᵀ K V: zero for rigid motions, else the identity.
    pub stiffness: Dense,
    /// Vᵀ B of the inputs.
    pub input: Dense,
    /// Number of rigid motions.
    pub rigid: usize,
    /// Directions by which one more step would extend the space, for accelerations of the coordinates.
    pub inertia_factor: Dense,
    /// The same for rates of the coordinates.
    pub damping_factor: Dense,
    /// ω² of the reduced structure's undamped vibrations, ascending [rad²/s²].
    pub ritz_values: Vec<f64>,
}

/// The error at one frequency.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ErrorAt {
    /// Frequency [Hz].
    pub hertz: f64,
    /// ‖residual‖/‖x‖ in energy norm [-].
    pub indicator: f64,
    /// The indicator over the distance to the nearest frequency of the reduced structure: a bound without damping, as
    /// far as these frequencies are right [-].
    pub bound: f64,
}

impl Indicator {
    /// ‖R‖_G, the energy norm of the deformation that the unbalanced force would cause, from rates and accelerations of
    /// the reduced coordinates; for one input and no damping it is β |ä_r| \[StaticDeformation, §5.1\].
    #[must_use]
    pub fn residual(&self, velocity: &[f64], acceleration: &[f64]) -> f64 {
        // The two factors belong to one set of new directions, so the forces add before they are measured.
        let mut force = self.inertia_factor.multiply_vector(acceleration);
        let by_damping = self.damping_factor.multiply_vector(velocity);
        force.iter_mut().zip(by_damping).for_each(|(f, d)| *f += d);
        lissom_linalg::norm(&force)
    }

    /// The indicator for a unit harmonic input.
    ///
    /// # Errors
    /// [`ReduceError::Resonance`] when the reduced structure has no response at this frequency.
    pub fn at(&self, input: usize, hertz: f64) -> Result<ErrorAt, ReduceError> {
        let omega = TAU * hertz;
        let force = self.input.column(input);
        let y = respond(&self.mass, &self.damping, &self.stiffness, self.rigid, omega, force)?;
        let elastic = &y[self.rigid..];
        let size = elastic.iter().map(|a| a.re * a.re + a.im * a.im).sum::<f64>().sqrt();
        let real = |z: Complex| z.re;
        let imaginary = |z: Complex| z.im;
        let part = |take: &dyn Fn(Complex) -> f64| {
            let velocity: Vec<f64> =
                y.iter().map(|z| take(Complex::new(-omega * z.im, omega * z.re))).collect();
            let acceleration: Vec<f64> = y.iter().map(|z| -omega * omega * take(*z)).collect();
            self.residual(&velocity, &acceleration)
        };
        let residual = part(&real).hypot(part(&imaginary));
        let indicator = match residual / size {
            _ if residual == 0.0 => 0.0,
            ratio if ratio.is_nan() => f64::INFINITY,
            ratio => ratio,
        };
        Ok(ErrorAt { hertz, indicator, bound: indicator / self.gap(omega) })
    }

    /// Real and imaginary part of the reduced motion under a unit harmonic input.
    ///
    /// # Errors
    /// As for [`Self::at`].
    pub fn motion(&self, input: usize, hertz: f64) -> Result<[Vec<f64>; 2], ReduceError> {
        let force = self.input.column(input);
        let y = respond(&self.mass, &self.damping, &self.stiffness, self.rigid, TAU * hertz, force)?;
        Ok([y.iter().map(|z| z.re).collect(), y.iter().map(|z| z.im).collect()])
    }

    /// The largest indicator over a band, all inputs together.
    ///
    /// # Errors
    /// As for [`Self::at`].
    pub fn over(&self, band: [f64; 2]) -> Result<ErrorAt, ReduceError> {
        let mut worst = ErrorAt { hertz: band[0], indicator: 0.0, bound: 0.0 };
        for hertz in self.samples(band) {
            for input in 0..self.input.cols() {
                let here = self.at(input, hertz)?;
                if here.indicator > worst.indicator {
                    worst = here;
                }
            }
        }
        Ok(worst)
    }

    /// A frequency at which the indicator exceeds a tolerance, if any. `first` is checked first: a previous
    /// violation usually persists.
    ///
    /// # Errors
    /// As for [`Self::at`].
    pub(crate) fn above(
        &self,
        tolerance: f64,
        band: [f64; 2],
        first: Option<f64>,
    ) -> Result<Option<ErrorAt>, ReduceError> {
        let samples = self.samples(band);
        // A sample may have been moved off a resonance since.
        let nearest = first.and_then(|hertz| {
            samples.iter().copied().min_by(|a, b| (a - hertz).abs().total_cmp(&(b - hertz).abs()))
        });
        for hertz in nearest.into_iter().chain(samples) {
            for input in 0..self.input.cols() {
                let here = self.at(input, hertz)?;
                if here.indicator > tolerance {
                    return Ok(Some(here));
                }
            }
        }
        Ok(None)
    }

    /// Equidistant frequencies, without those at which the undamped reduced structure resonates.
    fn samples(&self, band: [f64; 2]) -> Vec<f64> {
        let count = if band[0] < band[1] { SAMPLES } else { 0 };
        let step = (band[1] - band[0]) / SAMPLES as f64;
        let lowest = if band[0] > 0.0 { band[0] } else { 1e-3 * step };
        let sample = |i: usize| {
            let hertz = (band[0] + step * i as f64).max(lowest);
            if self.gap(TAU * hertz) < 1e-6 { hertz * (1.0 - 1e-5) } else { hertz }
        };
        (0..=count).map(sample).collect()
    }

    /// min |1 − ω²/ω_i²| over the frequencies of the reduced structure \[StaticDeformation, §5.1\].
    fn gap(&self, omega: f64) -> f64 {
        self.ritz_values.iter().map(|square| (1.0 - omega * omega / square).abs()).fold(1.0, f64::min)
    }
}

/// ω² of the undamped vibrations of reduced matrices, rigid coordinates first, ascending [rad²/s²].
///
/// # Errors
/// [`ReduceError::SmallEigen`].
pub(crate) fn ritz_values(mass: &Dense, stiffness: &Dense, rigid: usize) -> Result<Vec<f64>, ReduceError> {
    let n = mass.rows() - rigid;
    let block = |a: &Dense| Dense::from_fn(n, n, |i, j| a[(i + rigid, j + rigid)]);
    // Vᵀ K V is the identity: the inverse problem is an ordinary one, and mass may be singular.
    let found = eigen::symmetric_definite(&block(mass), &block(stiffness))
        .map_err(|source| ReduceError::SmallEigen { source })?;
    Ok(found.values.iter().rev().filter(|v| **v > 0.0).map(|v| 1.0 / v).collect())
}
