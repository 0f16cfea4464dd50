//! Static equilibrium, found by bringing the load on in increments.

use crate::balance::{Balance, Forces, is_balanced};
use crate::error::{BalanceFailure, DynamicsError};
use crate::operating_state::OperatingState;
use lissom_linalg::Lu;
use lissom_mech::System;

/// What is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct EquilibriumRequest {
    /// Time at which laws are taken [s].
    pub time: f64,
    /// Coordinates to start from; `None`: the system's initial ones.
    pub from: Option<Vec<f64>>,
    /// Inputs.
    pub input: Vec<f64>,
    /// Increments to begin with; they are halved where they are too large.
    pub increments: usize,
    /// Out-of-balance force allowed, over the forces that balance [-].
    pub tolerance: f64,
}

impl Default for EquilibriumRequest {
    fn default() -> Self {
        Self { time: 0.0, from: None, input: Vec::new(), increments: 1, tolerance: 1e-10 }
    }
}

/// Most Newton iterations of an increment.
pub(crate) const MOST_ITERATIONS: usize = 20;
/// Smaller increments than this share of the whole are given up.
const SMALLEST_INCREMENT: f64 = 1.0 / 4096.0;

/// Static equilibrium of a system.
///
/// The load is brought on gradually: the states on the way satisfy
///
/// $$ r(q, \lambda u) = (1 - \lambda) \, r(q_0, 0), \qquad 0 \le \lambda \le 1 $$
///
/// each by Newton's method with the tangent K + N + G \[Boer2013, Eq. (16)\]; an increment of λ that fails is halved.
/// Inputs u grow in proportion, so that λ is their load factor even where their leverage changes on the way; gravity,
/// prestress and laws need not be named. A search `from` a given place keeps the whole input, and brings on what is out
/// of balance there.
///
/// # Errors
/// [`DynamicsError::NoEquilibrium`] with the load factor that was reached and the reason.
pub fn equilibrium(
    system: &dyn System,
    request: &EquilibriumRequest,
) -> Result<OperatingState, DynamicsError> {
    let mut balance = Balance::new(system, request.time, &request.input)?;
    let start = request.from.clone().unwrap_or_else(|| system.initial().0);
    let (given, needed) = (start.len(), system.coordinates().len());
    if given != needed {
        return Err(DynamicsError::BadStateSize { what: "coordinates", given, needed });
    }
    let mut search = Search::start(&mut balance, start, request)?;
    while search.reached < 1.0 {
        search.increment()?;
    }
    search.finish()
}

/// A search under way.
struct Search<'b, 's> {
    balance: &'b mut Balance<'s>,
    forces: Forces,
    initial: Vec<f64>,
    /// The whole input; `None` when all of it acts from the start.
    input: Option<Vec<f64>>,
    tolerance: f64,
    reached: f64,
    increment: f64,
    residual: f64,
    iterations: usize,
    increments: usize,
}

impl<'b, 's> Search<'b, 's> {
    fn start(
        balance: &'b mut Balance<'s>,
        position: Vec<f64>,
        request: &EquilibriumRequest,
    ) -> Result<Self, DynamicsError> {
        let input = request.from.is_none().then(|| balance.input.clone());
        if input.is_some() {
            balance.input.fill(0.0);
        }
        let forces = balance.forces(position).map_err(|reason| DynamicsError::NoEquilibrium {
            load_factor: 0.0,
            coordinate: None,
            eigenvalue: f64::NAN,
            reason,
        })?;
        Ok(Self {
            balance,
            initial: forces.linearisation.residual.clone(),
            forces,
            input,
            tolerance: request.tolerance,
            reached: 0.0,
            increment: 1.0 / request.increments.max(1) as f64,
            residual: 0.0,
            iterations: 0,
            increments: 0,
        })
    }

    /// Brings on a little more of the load, or halves what was to be brought on.
    fn increment(&mut self) -> Result<(), DynamicsError> {
        let factor = (self.reached + self.increment).min(1.0);
        match self.solve(factor) {
            Ok((forces, residual, iterations)) => {
                (self.forces, self.residual, self.reached) = (forces, residual, factor);
                self.iterations += iterations;
                self.increments += 1;
                if iterations <= 6 {
                    self.increment *= 2.0;
                }
                Ok(())
            }
            Err(_) if 0.5 * self.increment >= SMALLEST_INCREMENT => {
                self.increment *= 0.5;
                Ok(())
            }
            Err(reason) => Err(self.failure(reason)),
        }
    }

    /// Newton's method for one load factor, from the state reached so far.
    fn solve(&mut self, factor: f64) -> Result<(Forces, f64, usize), BalanceFailure> {
        let mut forces = self.forces.clone();
        if let Some(whole) = &self.input {
            self.balance.input.iter_mut().zip(whole).for_each(|(now, whole)| *now = factor * whole);
            forces = self.balance.forces(forces.position)?;
        }
        let mut last = f64::INFINITY;
        for iteration in 0..=MOST_ITERATIONS {
            let open = self.open(&forces, factor);
            let scale = forces.scale(&self.balance.input).max(forces.size(&self.initial));
            let size = forces.size(&open);
            if is_balanced(size, last, scale, self.tolerance) {
                return Ok((forces, if scale > 0.0 { size / scale } else { 0.0 }, iteration));
            }
            last = size;
            let step = Lu::factor(&forces.tangent).map_err(BalanceFailure::Singular)?.solve(&open);
            forces = advance(self.balance, &forces.position, &step)?;
        }
        let open = self.open(&forces, factor);
        Err(BalanceFailure::NotConverged { iterations: MOST_ITERATIONS, residual: forces.size(&open) })
    }

    /// What is out of balance beyond the load that is still kept away.
    fn open(&self, forces: &Forces, factor: f64) -> Vec<f64> {
        let pairs = forces.linearisation.residual.iter().zip(&self.initial);
        pairs.map(|(now, initial)| now - (1.0 - factor) * initial).collect()
    }

    fn failure(&self, reason: BalanceFailure) -> DynamicsError {
        let mut load = self.initial.clone();
        if let Some(whole) = &self.input {
            let push = self.forces.linearisation.input.multiply_vector(whole);
            load.iter_mut().zip(push).for_each(|(load, push)| *load += push);
        }
        DynamicsError::NoEquilibrium {
            load_factor: self.reached,
            coordinate: Some(self.balance.largest(&self.forces, &load)),
            eigenvalue: self.forces.smallest_eigenvalue(),
            reason,
        }
    }

    fn finish(self) -> Result<OperatingState, DynamicsError> {
        let counts = (self.iterations, self.increments);
        let coordinate = None;
        self.balance.state(self.forces, self.residual, counts).map_err(|reason| {
            DynamicsError::NoEquilibrium { load_factor: 1.0, coordinate, eigenvalue: f64::NAN, reason }
        })
    }
}

/// The forces after a Newton step; a step into an inadmissible state is shortened a few times.
pub(crate) fn advance(
    balance: &mut Balance,
    position: &[f64],
    step: &[f64],
) -> Result<Forces, BalanceFailure> {
    let mut share = 1.0;
    loop {
        let moved = position.iter().zip(step).map(|(q, d)| q + share * d).collect();
        match balance.forces(moved) {
            Err(BalanceFailure::Inadmissible(_)) if share > 0.1 => share *= 0.5,
            outcome => return outcome,
        }
    }
}
