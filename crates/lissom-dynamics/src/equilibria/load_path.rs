//! The path of equilibria under a growing load, followed through limit points.
//!
//! # Equation
//! open(q, λ) = r(q, λ f) − (1 − λ) r(q₀, 0) = 0. While λ can lead, an increment is accepted if Newton's method closes it near the
//! tangent of the path. Where it cannot, the arc length leads: predictor along the tangent (q̇, λ̇), corrector in the
//! plane across it, [[K, −p], [q̇ᵀ W, λ̇]] (δq, δλ) = (open, 0), p being the change of the open force by λ, which is linear in λ.

use crate::equilibria::balance::{Balance, Forces, Ramp};
use crate::equilibria::equilibrium::{EquilibriumRequest, MOST_ITERATIONS, advance, settle};
use crate::equilibria::operating_state::OperatingState;
use crate::error::{BalanceFailure, DynamicsError};
use lissom_linalg::{Dense, Lu};

/// Smaller increments than this share of the load let the arc length lead.
const SMALLEST_INCREMENT: f64 = 1.0 / 256.0;
/// An increment may end this share of its way from where the tangent pointed [-].
const BEND: f64 = 0.35;
/// Most steps by arc length.
const MOST_STEPS: usize = 400;
/// Smallest arc step as a share of the first [-].
const SMALLEST_STEP: f64 = 1e-5;
/// A limit point is located to this share [-].
const TURN: f64 = 1e-5;
/// The way of the load back beyond which the search ends: the whole load, the other way round.
const FAR_BACK: f64 = -1.0;
/// The way of the load beyond the whole one after which no way back is expected.
const FAR_AHEAD: f64 = 10.0;

/// A path under way.
pub(crate) struct LoadPath<'b, 's> {
    balance: &'b mut Balance<'s>,
    ramp: Ramp,
    forces: Forces,
    /// q₀ and r(q₀, 0).
    origin: Vec<f64>,
    initial: Vec<f64>,
    tolerance: f64,
    reached: f64,
    increment: f64,
    residual: f64,
    iterations: usize,
    increments: usize,
    /// Limit points passed: load before and at the turn.
    limits: Vec<[f64; 2]>,
}

/// A direction of the path: coordinates and load, with the weights that make them comparable.
struct Direction {
    q: Vec<f64>,
    load: f64,
}

impl<'b, 's> LoadPath<'b, 's> {
    /// The unloaded state; the balance has its load taken off.
    pub(crate) fn start(
        balance: &'b mut Balance<'s>,
        ramp: Ramp,
        position: Vec<f64>,
        request: &EquilibriumRequest,
    ) -> Result<Self, DynamicsError> {
        let forces = balance.forces(position).map_err(|reason| DynamicsError::NoEquilibrium {
            load_factor: 0.0,
            limit: None,
            coordinate: None,
            eigenvalue: f64::NAN,
            reason,
        })?;
        Ok(Self {
            balance,
            ramp,
            origin: forces.position.clone(),
            initial: forces.linearisation.residual.clone(),
            forces,
            tolerance: request.tolerance,
            reached: 0.0,
            increment: 1.0 / request.increments.max(1) as f64,
            residual: 0.0,
            iterations: 0,
            increments: 0,
            limits: Vec::new(),
        })
    }

    /// Follows the path to the whole load.
    pub(crate) fn follow(mut self) -> Result<OperatingState, DynamicsError> {
        while self.reached < 1.0 {
            if let Err(reason) = self.advance_load() {
                self.follow_arc(reason)?;
            }
        }
        self.finish()
    }

    /// Brings on a little more of the load, or halves what was to be brought on.
    fn advance_load(&mut self) -> Result<(), BalanceFailure> {
        loop {
            let factor = (self.reached + self.increment).min(1.0);
            let tried = self.solve(factor).and_then(|found| self.near(found, factor));
            match tried {
                Ok((forces, residual, iterations)) => {
                    (self.forces, self.residual, self.reached) = (forces, residual, factor);
                    self.iterations += iterations;
                    self.increments += 1;
                    if iterations <= 6 {
                        self.increment *= 2.0;
                    }
                    return Ok(());
                }
                Err(_) if 0.5 * self.increment >= SMALLEST_INCREMENT => self.increment *= 0.5,
                Err(reason) => return Err(reason),
            }
        }
    }

    /// Weights with which the way of the coordinates so far is as long as that of the load.
    fn path_weights(&mut self) -> Vec<f64> {
        let weights = self.forces.weights();
        let mut way = distance(&self.forces.position, &self.origin, &weights) / self.reached.max(1e-12);
        if way == 0.0 {
            let tangent = self.tangent().unwrap_or_default();
            way = tangent.iter().zip(&weights).map(|(t, w)| w * t * t).sum::<f64>().sqrt();
        }
        let scale = if way > 0.0 { 1.0 / (way * way) } else { 1.0 };
        weights.into_iter().map(|weight| scale * weight).collect()
    }

    fn held(&self, factor: f64) -> Vec<f64> {
        self.initial.iter().map(|initial| (1.0 - factor) * initial).collect()
    }

    /// Newton's method for one load factor, from the state reached so far.
    fn solve(&mut self, factor: f64) -> Result<(Forces, f64, usize), BalanceFailure> {
        self.balance.load(self.ramp, factor);
        let forces = self.balance.forces(self.forces.position.clone())?;
        let least = self.forces.size(&self.initial);
        settle(self.balance, forces, &self.held(factor), (self.tolerance, least))
    }

    /// Refuses a state that lies far from where the tangent of the path pointed: it may be on another branch.
    fn near(
        &mut self,
        found: (Forces, f64, usize),
        factor: f64,
    ) -> Result<(Forces, f64, usize), BalanceFailure> {
        let Ok(tangent) = self.tangent() else { return Ok(found) };
        let weights = self.forces.weights();
        let way = factor - self.reached;
        let (mut miss, mut length) = (0.0, 0.0);
        for i in 0..weights.len() {
            let moved = found.0.position[i] - self.forces.position[i];
            miss += weights[i] * (moved - way * tangent[i]).powi(2);
            length += weights[i] * moved * moved;
        }
        // Where the load hardly moves anything, rounding bends the way; on another branch the number of unstable directions differs.
        let near = miss.sqrt() <= BEND * length.sqrt();
        if near || (found.2 <= 2 && self.forces.unstable_directions() == found.0.unstable_directions()) {
            return Ok(found);
        }
        Err(BalanceFailure::NotConverged { iterations: found.2, residual: (miss / length).sqrt() })
    }

    /// dq/dλ at the state reached.
    fn tangent(&mut self) -> Result<Vec<f64>, BalanceFailure> {
        let push = self.push(self.reached)?;
        self.forces.solve(&push)
    }

    /// p: the change of the open force by the load factor at the coordinates of `forces`, whose load factor is given.
    fn push(&mut self, factor: f64) -> Result<Vec<f64>, BalanceFailure> {
        let forces = self.forces.clone();
        self.push_at(&forces, factor)
    }

    fn push_at(&mut self, forces: &Forces, factor: f64) -> Result<Vec<f64>, BalanceFailure> {
        self.balance.load(self.ramp, factor + 1.0);
        let more = self.balance.forces(forces.position.clone());
        self.balance.load(self.ramp, factor);
        let more = more?.linearisation.residual;
        let pairs = more.iter().zip(&forces.linearisation.residual).zip(&self.initial);
        Ok(pairs.map(|((more, now), initial)| more - now + initial).collect())
    }

    /// Follows the path by its arc length until the load may lead again or is whole.
    fn follow_arc(&mut self, reason: BalanceFailure) -> Result<(), DynamicsError> {
        let weights = self.path_weights();
        let mut direction = match self.direction(&weights, None) {
            Ok(direction) => direction,
            Err(_) => return Err(self.failure(reason)),
        };
        let first = 2.0 * SMALLEST_INCREMENT;
        let (mut step, mut last) = (first, reason);
        for _ in 0..MOST_STEPS {
            match self.step(&weights, &direction, step) {
                Ok((forces, factor, iterations)) => {
                    let before = (self.forces.clone(), self.reached);
                    (self.forces, self.reached) = (forces, factor);
                    self.iterations += iterations;
                    self.increments += 1;
                    if before.1 < 1.0 && factor >= 1.0 {
                        if self.land(&before) {
                            return Ok(());
                        }
                        // Newton's method leads elsewhere from between the two: nearer to each other they show the way.
                        if step > SMALLEST_STEP * first {
                            (self.forces, self.reached) = before;
                            step *= 0.25;
                            continue;
                        }
                    }
                    let next = match self.direction(&weights, Some(&direction)) {
                        Ok(next) => next,
                        Err(reason) => return Err(self.failure(reason)),
                    };
                    if direction.load > 0.0 && next.load <= 0.0 {
                        let more = turn_height(&direction, &next, step);
                        if more > TURN * before.1.abs() && step > SMALLEST_STEP * first {
                            (self.forces, self.reached) = before;
                            step *= 0.25;
                            continue;
                        }
                        self.limits.push([before.1.max(self.reached), before.1 + more]);
                    }
                    direction = next;
                    step *= if iterations <= 4 { 1.5 } else { 1.0 };
                    if self.reached < FAR_BACK || self.reached > FAR_AHEAD {
                        break;
                    }
                }
                Err(reason) => {
                    step *= 0.5;
                    last = reason;
                    if step < SMALLEST_STEP * first {
                        break;
                    }
                }
            }
        }
        Err(self.failure(last))
    }

    /// The whole load, from the two states around it; false where Newton's method leads elsewhere.
    fn land(&mut self, before: &(Forces, f64)) -> bool {
        let after = (self.forces.clone(), self.reached);
        let share = (1.0 - before.1) / (after.1 - before.1);
        let between: Vec<f64> =
            before.0.position.iter().zip(&after.0.position).map(|(a, b)| a + share * (b - a)).collect();
        let way = distance(&before.0.position, &after.0.position, &after.0.weights());
        self.balance.load(self.ramp, 1.0);
        let least = self.forces.size(&self.initial);
        let held = self.held(1.0);
        let settled = self
            .balance
            .forces(between.clone())
            .and_then(|forces| settle(self.balance, forces, &held, (self.tolerance, least)));
        match settled {
            Ok((forces, residual, iterations))
                if distance(&forces.position, &between, &after.0.weights()) <= way =>
            {
                (self.forces, self.residual, self.reached) = (forces, residual, 1.0);
                self.iterations += iterations;
                true
            }
            _ => {
                (self.forces, self.reached) = after;
                false
            }
        }
    }

    /// The unit tangent of the path, forward along the last one or, at first, along the load.
    fn direction(&mut self, weights: &[f64], last: Option<&Direction>) -> Result<Direction, BalanceFailure> {
        self.balance.load(self.ramp, self.reached);
        let push = self.push(self.reached)?;
        let n = push.len();
        // [[K, −p], [last]] (q̇, λ̇) = (0, 1): regular at limit points.
        let guide = last.map_or_else(|| Direction { q: vec![0.0; n], load: 1.0 }, Direction::copied);
        let mut right = vec![0.0; n];
        right.push(1.0);
        let matrix = bordered(&self.forces.tangent, &push, weights, &guide);
        let mut solution = Lu::factor(&matrix).map_err(BalanceFailure::Singular)?.solve(&right);
        let load = solution[n];
        solution.truncate(n);
        let mut found = Direction { q: solution, load };
        let length = found.length(weights);
        if !length.is_finite() || length == 0.0 {
            return Err(BalanceFailure::NotFinite);
        }
        found.q.iter_mut().for_each(|q| *q /= length);
        found.load /= length;
        Ok(found)
    }

    /// A step of a given length along the path.
    fn step(
        &mut self,
        weights: &[f64],
        along: &Direction,
        length: f64,
    ) -> Result<(Forces, f64, usize), BalanceFailure> {
        let mut factor = self.reached + length * along.load;
        let ahead: Vec<f64> = along.q.iter().map(|q| length * q).collect();
        self.balance.load(self.ramp, factor);
        let mut forces = advance(self.balance, &self.forces.position.clone(), &ahead)?;
        let mut size = f64::INFINITY;
        for iteration in 0..MOST_ITERATIONS {
            let held = self.held(factor);
            let mut open: Vec<f64> =
                forces.linearisation.residual.iter().zip(&held).map(|(now, held)| now - held).collect();
            let scale = forces.scale(&self.balance.input).max(forces.size(&self.initial));
            size = forces.size(&open);
            if size <= self.tolerance.max(1e-9) * scale || forces.is_rounding(&open) {
                return Ok((forces, factor, iteration));
            }
            let push = self.push_at(&forces, factor)?;
            open.push(0.0);
            let matrix = bordered(&forces.tangent, &push, weights, along);
            let mut change = Lu::factor(&matrix).map_err(BalanceFailure::Singular)?.solve(&open);
            factor += change[push.len()];
            change.truncate(push.len());
            self.balance.load(self.ramp, factor);
            forces = advance(self.balance, &forces.position, &change)?;
        }
        Err(BalanceFailure::NotConverged { iterations: MOST_ITERATIONS, residual: size })
    }

    fn failure(&mut self, reason: BalanceFailure) -> DynamicsError {
        self.balance.load(self.ramp, self.reached);
        let load = self.push(self.reached).unwrap_or_else(|_| self.initial.clone());
        let highest = self.limits.iter().copied().reduce(|a, b| if a[1] > b[1] { a } else { b });
        DynamicsError::NoEquilibrium {
            load_factor: highest.map_or(self.reached.min(1.0), |[_, turning]| turning),
            limit: highest.map(Box::new),
            coordinate: Some(self.balance.largest(&self.forces, &load)),
            // Behind a limit point the last equilibrium says nothing about the point itself.
            eigenvalue: highest.map_or_else(|| self.forces.smallest_eigenvalue(), |_| f64::NAN),
            reason,
        }
    }

    fn finish(self) -> Result<OperatingState, DynamicsError> {
        let counts = (self.iterations, self.increments);
        self.balance.load(self.ramp, 1.0);
        let mut state = self.balance.state(self.forces, self.residual, counts).map_err(|reason| {
            DynamicsError::NoEquilibrium {
                load_factor: 1.0,
                limit: None,
                coordinate: None,
                eigenvalue: f64::NAN,
                reason,
            }
        })?;
        for [_, turning] in self.limits {
            state.remarks.push(format!(
                "the path of the load passes a limit point at {turning:.4} of it: loaded slowly, the machine would jump there"
            ));
        }
        Ok(state)
    }
}

impl Direction {
    fn copied(&self) -> Self {
        Self { q: self.q.clone(), load: self.load }
    }

    fn length(&self, weights: &[f64]) -> f64 {
        let energy: f64 = self.q.iter().zip(weights).map(|(q, w)| w * q * q).sum();
        (energy + self.load * self.load).sqrt()
    }
}

/// How much the load still grew before it turned between two directions, its slope taken as a straight line.
fn turn_height(last: &Direction, next: &Direction, step: f64) -> f64 {
    0.5 * step * last.load * last.load / (last.load - next.load).max(f64::MIN_POSITIVE)
}

fn distance(a: &[f64], b: &[f64], weights: &[f64]) -> f64 {
    a.iter().zip(b).zip(weights).map(|((a, b), w)| w * (a - b).powi(2)).sum::<f64>().sqrt()
}

fn bordered(tangent: &Dense, push: &[f64], weights: &[f64], along: &Direction) -> Dense {
    let n = push.len();
    Dense::from_fn(n + 1, n + 1, |i, j| match (i == n, j == n) {
        (false, false) => tangent[(i, j)],
        (false, true) => -push[i],
        (true, false) => weights[j] * along.q[j],
        (true, true) => along.load,
    })
}
