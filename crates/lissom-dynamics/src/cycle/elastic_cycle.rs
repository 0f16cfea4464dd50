//! Deformations over a cycle of rigid motion, stepped with frozen coefficients.

use super::floquet::{Floquet, floquet};
use super::frozen_equations::{FrozenEquations, MovingEquations};
use super::frozen_step::{FreezeAt, FrozenStep, frozen_growth};
use crate::error::DynamicsError;
use crate::moving_error::MovingError;
use lissom_linalg::{Dense, Lu, Progress, norm};

/// Start of the cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CycleStart {
    /// Undeformed, with the velocities of the rigid motion.
    Undeformed,
    /// Periodic.
    Periodic,
}

/// The request.
#[derive(Clone, Copy, Debug)]
pub struct CycleRequest {
    /// Length [s]; the cycle starts at zero.
    pub end: f64,
    /// Number of steps.
    pub steps: usize,
    /// Its start.
    pub start: CycleStart,
    /// Where coefficients are frozen.
    pub freeze: FreezeAt,
    /// Largest share of the largest deformation by which halving the steps may change the motion; steps are doubled until
    /// this holds. `None`: the given steps, and the change is reported [-].
    pub tolerance: Option<f64>,
}

/// Deformations over a cycle.
#[derive(Clone, Debug)]
pub struct ElasticCycle {
    /// Times of all steps, both ends included [s].
    pub times: Vec<f64>,
    /// Deformations q at these times.
    pub positions: Vec<Vec<f64>>,
    /// Their rates.
    pub velocities: Vec<Vec<f64>>,
    /// Number of steps.
    pub steps: usize,
    /// Largest change of the motion by the last doubling of the steps, over the largest deformation; about a
    /// third of it is the remaining error [-].
    pub change: f64,
    /// Whether the tolerance was met; true when none was given.
    pub met: bool,
    /// Growth of disturbances, and what it proves; `None` when the equations are not periodic.
    pub floquet: Option<Floquet>,
    /// |z(T) − z(0)| over |z(0)| of a periodic motion [-].
    pub closure: Option<f64>,
    /// The largest real part of an eigenvalue of the frozen equations, over some instants of the cycle. It
    /// does not decide stability: they contain rates of the mass and Euler terms [1/s].
    pub frozen_growth: f64,
}

/// Largest number of doublings.
const MOST_DOUBLINGS: usize = 8;

/// Number of evaluations of the frozen eigenvalues in a cycle.
const INSTANTS: usize = 36;

/// Coefficients that differ by less than this share at both ends are those of a cycle.
const REPEATS: f64 = 1e-7;

/// A run with a number of steps.
struct Run {
    times: Vec<f64>,
    states: Vec<Vec<f64>>,
    /// Φ and p: z(T) = Φ z(0) + p.
    carried: (Dense, Vec<f64>),
}

/// Deformations over a cycle of rigid motion.
///
/// # Errors
/// If the request is invalid, the rigid motion is inadmissible, a mass is singular, or a periodic motion is
/// requested where the equations are not periodic or a multiplier is one.
pub fn elastic_cycle(
    equations: &mut dyn MovingEquations,
    request: &CycleRequest,
    progress: &dyn Progress,
) -> Result<ElasticCycle, DynamicsError> {
    if !(request.end.is_finite() && request.end > 0.0) {
        return Err(DynamicsError::BadTimes { start: 0.0, end: request.end });
    }
    if request.steps < 2 {
        return Err(DynamicsError::TooFewOutputs { points: request.steps + 1 });
    }
    if equations.size() == 0 {
        return Ok(rigid(request));
    }
    let (first, last) = (equations.at(0.0)?, equations.at(request.end)?);
    let repeats = repeats(&first, &last);
    if request.start == CycleStart::Periodic && !repeats {
        return Err(MovingError::NotPeriodic { end: request.end }.into());
    }
    let gamma = frequency_scale(&first);
    let growth = frozen_growths(equations, request.end, gamma)?;
    // Half of the steps first: their difference is the reported error.
    let mut coarse = run(equations, request, request.steps.div_ceil(2), gamma, progress)?;
    let mut steps = 2 * request.steps.div_ceil(2);
    let mut doublings = 0;
    loop {
        let fine = run(equations, request, steps, gamma, progress)?;
        let change = change(&coarse, &fine);
        let met = request.tolerance.is_none_or(|tolerance| change <= tolerance);
        if met || doublings == MOST_DOUBLINGS {
            let both = [(steps / 2, &coarse.carried.0), (steps, &fine.carried.0)];
            let floquet = repeats
                .then(|| floquet(equations, (request.end, request.freeze, gamma), both))
                .transpose()?;
            let found = finish(equations.size(), fine, gamma, request.start);
            return Ok(ElasticCycle { steps, change, met, floquet, frozen_growth: growth, ..found });
        }
        (coarse, steps, doublings) = (fine, 2 * steps, doublings + 1);
    }
}

/// The cycle of a machine with rigid parts only.
fn rigid(request: &CycleRequest) -> ElasticCycle {
    let time = |k: usize| request.end * k as f64 / request.steps as f64;
    ElasticCycle {
        times: (0..=request.steps).map(time).collect(),
        positions: vec![Vec::new(); request.steps + 1],
        velocities: vec![Vec::new(); request.steps + 1],
        steps: request.steps,
        change: 0.0,
        met: true,
        floquet: None,
        closure: None,
        frozen_growth: 0.0,
    }
}

/// What a run gives, without what was measured around it.
fn finish(n: usize, run: Run, gamma: f64, start: CycleStart) -> ElasticCycle {
    let closure = (start == CycleStart::Periodic).then(|| {
        let (first, last) = (&run.states[0], &run.states[run.states.len() - 1]);
        let gap: Vec<f64> = first.iter().zip(last).map(|(a, b)| a - b).collect();
        norm(&gap) / norm(first).max(f64::MIN_POSITIVE)
    });
    ElasticCycle {
        steps: run.states.len() - 1,
        positions: run.states.iter().map(|z| z[..n].iter().map(|q| q / gamma).collect()).collect(),
        velocities: run.states.iter().map(|z| z[n..].to_vec()).collect(),
        times: run.times,
        change: 0.0,
        met: true,
        floquet: None,
        closure,
        frozen_growth: 0.0,
    }
}

/// √(‖K‖/‖M‖), so that γ q and q̇ compare.
fn frequency_scale(equations: &FrozenEquations) -> f64 {
    let ratio = equations.stiffness.norm_frobenius() / equations.mass.norm_frobenius();
    if ratio.is_finite() && ratio > 0.0 { ratio.sqrt() } else { 1.0 }
}

fn repeats(first: &FrozenEquations, last: &FrozenEquations) -> bool {
    let alike = |a: &Dense, b: &Dense, scale: f64| {
        let mut gap = a.clone();
        gap.add_scaled(-1.0, b);
        gap.max_abs() <= REPEATS * scale
    };
    // Rates of a cycle are scaled by those of elastic motion.
    let damping = (first.mass.max_abs() * first.stiffness.max_abs()).sqrt();
    alike(&first.mass, &last.mass, first.mass.max_abs())
        && alike(&first.stiffness, &last.stiffness, first.stiffness.max_abs())
        && alike(&first.damping, &last.damping, damping)
}

fn frozen_growths(equations: &mut dyn MovingEquations, end: f64, gamma: f64) -> Result<f64, DynamicsError> {
    let mut largest = f64::NEG_INFINITY;
    for k in 0..INSTANTS {
        let frozen = equations.at(end * k as f64 / INSTANTS as f64)?;
        let growth = frozen_growth(&frozen, gamma)
            .map_err(|source| MovingError::Floquet { name: equations.name().to_owned(), source })?;
        largest = largest.max(growth);
    }
    Ok(largest)
}

fn run(
    equations: &mut dyn MovingEquations,
    request: &CycleRequest,
    steps: usize,
    gamma: f64,
    progress: &dyn Progress,
) -> Result<Run, DynamicsError> {
    let n = equations.size();
    let length = request.end / steps as f64;
    progress.stage("steps", Some(steps as u64));
    let mut all: Vec<FrozenStep> = Vec::new();
    let mut states = vec![vec![0.0; 2 * n]];
    let mut carried = Dense::identity(2 * n);
    for k in 0..steps {
        let frozen = equations.at((k as f64 + request.freeze.share()) * length)?;
        let step = FrozenStep::of(&frozen, gamma, length)
            .map_err(|source| DynamicsError::Exponential { name: equations.name().to_owned(), source })?;
        carried = step.matrix.matmul(&carried);
        let next = step.advance(&states[k]);
        states.push(next);
        if request.start == CycleStart::Periodic {
            all.push(step);
        }
        progress.advance(k as u64 + 1);
    }
    let times = (0..=steps).map(|k| request.end * k as f64 / steps as f64).collect();
    let particular = states[steps].clone();
    if request.start == CycleStart::Periodic {
        let start = periodic_start(equations.name(), &carried, &particular)?;
        states = vec![start];
        for (k, step) in all.iter().enumerate() {
            let next = step.advance(&states[k]);
            states.push(next);
        }
    }
    Ok(Run { times, states, carried: (carried, particular) })
}

/// (1 − Φ) z₀ = p.
fn periodic_start(name: &str, carried: &Dense, particular: &[f64]) -> Result<Vec<f64>, DynamicsError> {
    let mut matrix = Dense::identity(particular.len());
    matrix.add_scaled(-1.0, carried);
    let lu = Lu::factor(&matrix)
        .map_err(|source| MovingError::NoPeriodicMotion { name: name.to_owned(), source })?;
    Ok(lu.solve(particular))
}

/// The largest change at the times of the coarser run, over the largest displacement of the finer one.
fn change(coarse: &Run, fine: &Run) -> f64 {
    let n = fine.states[0].len() / 2;
    let size = |z: &[f64]| norm(&z[..n]);
    let largest = fine.states.iter().map(|z| size(z)).fold(f64::MIN_POSITIVE, f64::max);
    let gaps = coarse.states.iter().enumerate().map(|(k, z)| {
        let gap: Vec<f64> = z.iter().zip(&fine.states[2 * k]).map(|(a, b)| a - b).collect();
        size(&gap)
    });
    gaps.fold(0.0, f64::max) / largest
}
