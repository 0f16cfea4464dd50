//! Error estimate of a motion of a reduced system, without a motion of the full one.

use crate::error::ReduceError;
use crate::partition::Partition;
use crate::reduced::Reduced;
use lissom_dynamics::{InputLaw, Trajectory};
use lissom_linalg::{Dense, Lu, LuError};
use lissom_mech::{Linearisation, State, System, Workspace};

/// The estimated error of a motion of a reduced system.
#[derive(Clone, Debug, PartialEq)]
pub struct ErrorEstimate {
    /// For each output, the largest estimated error over the largest value of the motion [-].
    pub outputs: Vec<f64>,
    /// For each output, when the error is largest [s].
    pub times: Vec<f64>,
    /// Largest share of the forces that the basis cannot balance, measured with the stiffness [-].
    pub unanswered: f64,
}

impl ErrorEstimate {
    /// The largest relative error of any output [-].
    #[must_use]
    pub fn worst(&self) -> f64 {
        self.outputs.iter().copied().fold(0.0, f64::max)
    }
}

/// The estimated error of a motion of a reduced system in the outputs, from the residual of the full equations.
///
/// At states along the motion the full equations are evaluated at q = V η, q̇ = V η̇, q̈ = V η̈. The residual
///
/// $$ r = f(q, \dot q, t) - M \ddot q, \qquad V^\mathsf{T} r = 0, $$
///
/// is the force that the basis cannot balance. The omitted directions are stiff, so they respond almost
/// statically: (K + N + G) e = r with the large coordinates locked, which the basis contains exactly; e then
/// gives the change of the output. Errors that grow over many vibrations (a small frequency error) are not
/// detected; [`crate::validity()`] checks frequencies.
///
/// # Errors
/// When the motion is not one of the reduced system, or a state on it is invalid.
pub fn estimate(
    full: &dyn System,
    reduced: &Reduced,
    motion: &Trajectory,
    input: Option<&InputLaw>,
    samples: usize,
) -> Result<ErrorEstimate, ReduceError> {
    let given = motion.positions.first().map_or(0, Vec::len);
    let needed = reduced.coordinates().len();
    if given != needed || samples == 0 {
        return Err(ReduceError::BadMotion { given, needed });
    }
    if let Some(change) = motion.changes.first() {
        // The full equations are evaluated in the coordinates of the basis.
        let time = motion.times.get(change.first).copied().unwrap_or(f64::NAN);
        return Err(ReduceError::ChangedCoordinates { time });
    }
    let outputs = full.outputs().len();
    let mut observer = Observer {
        full,
        reduced,
        small: Partition::of(full.coordinates()).small,
        work: full.workspace(),
        reduced_work: reduced.workspace(),
        input: vec![0.0; full.inputs().len()],
    };
    let mut found = ErrorEstimate { outputs: vec![0.0; outputs], times: vec![0.0; outputs], unanswered: 0.0 };
    let stride = motion.times.len().div_ceil(samples).max(1);
    for k in (0..motion.times.len()).step_by(stride) {
        let time = motion.times[k];
        if let Some(law) = input {
            law(time, &mut observer.input);
        }
        let (errors, unanswered) = observer.look(time, &motion.positions[k], &motion.velocities[k])?;
        found.unanswered = found.unanswered.max(unanswered);
        for (i, error) in errors.into_iter().enumerate() {
            if error > found.outputs[i] {
                (found.outputs[i], found.times[i]) = (error, time);
            }
        }
    }
    for (error, series) in found.outputs.iter_mut().zip(&motion.outputs) {
        let size = series.iter().fold(0.0, |a: f64, b| a.max(b.abs()));
        *error = if size > 0.0 { *error / size } else { 0.0 };
    }
    Ok(found)
}

/// Evaluates the full system along a reduced motion.
struct Observer<'a> {
    full: &'a dyn System,
    reduced: &'a Reduced,
    small: Vec<usize>,
    work: Workspace,
    reduced_work: Workspace,
    input: Vec<f64>,
}

impl Observer<'_> {
    /// Estimated error of each output at a state, and the unbalanced share of the forces.
    fn look(
        &mut self,
        time: f64,
        position: &[f64],
        velocity: &[f64],
    ) -> Result<(Vec<f64>, f64), ReduceError> {
        let mut acceleration = vec![0.0; position.len()];
        let at = State { time, position, velocity };
        self.reduced
            .acceleration(&at, &self.input, &mut self.reduced_work, &mut acceleration)
            .map_err(ReduceError::Inadmissible)?;
        let basis = self.reduced.basis();
        let (q, q_dot) = (basis.expand(position), basis.expand(velocity));
        let at = State { time, position: &q, velocity: &q_dot };
        let equations = self
            .full
            .linearise(&at, &basis.expand(&acceleration), &self.input, &mut self.work)
            .map_err(ReduceError::Mech)?;
        let factors = self.tangent(&equations).map_err(|source| ReduceError::Singular { time, source })?;
        let pick = |whole: &[f64]| self.small.iter().map(|&i| whole[i]).collect::<Vec<f64>>();
        let energy = |force: &[f64]| lissom_linalg::dot(&pick(force), &factors.solve(&pick(force))).abs();
        let inertia = equations.mass.multiply_vector(&basis.expand(&acceleration));
        let elastic = equations.stiffness.multiply_vector(&q);
        let whole = energy(&inertia).max(energy(&elastic));
        let unanswered = if whole > 0.0 { (energy(&equations.residual) / whole).sqrt() } else { 0.0 };
        let mut moved = q.clone();
        for (&i, answer) in self.small.iter().zip(factors.solve(&pick(&equations.residual))) {
            moved[i] += answer;
        }
        let (before, after) = (self.outputs(time, &q)?, self.outputs(time, &moved)?);
        Ok((before.iter().zip(&after).map(|(a, b)| (b - a).abs()).collect(), unanswered))
    }

    /// The factors of K + N + G over the small coordinates.
    fn tangent(&self, at: &Linearisation) -> Result<Lu, LuError> {
        let (n, small) = (self.small.len(), &self.small);
        let sum = |i: usize, j: usize| {
            let place = (small[i], small[j]);
            at.stiffness[place] + at.dynamic_stiffness[place] + at.geometric_stiffness[place]
        };
        Lu::factor(&Dense::from_fn(n, n, sum))
    }

    fn outputs(&mut self, time: f64, position: &[f64]) -> Result<Vec<f64>, ReduceError> {
        let still = vec![0.0; position.len()];
        let mut values = vec![0.0; self.full.outputs().len()];
        self.full
            .output(&State { time, position, velocity: &still }, &mut self.work, &mut values)
            .map_err(ReduceError::Inadmissible)?;
        Ok(values)
    }
}
