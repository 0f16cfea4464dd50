//! Constant torque under friction: angular speed and deformation, solved together.

use super::deformed_state::{DeformedState, Power};
use super::free_body::{FreeBody, add_scaled, product};
use super::no_state::{Imbalance, NoState, check};
use crate::error::DynamicsError;
use crate::linear::gmres::gmres;
use lissom_linalg::{Dense, Lu, Sparse, dot, norm, svd};
use lissom_mech::{Centrifugal, SpinDrag, Structure};

/// Up to this size a step is solved densely, beyond it by iteration with the factor of K, which is faster
/// there.
const DENSE: usize = 400;
/// Residual of the linear equations of a step solved by iteration [-]; the next step corrects the rest.
const STEP_TOLERANCE: f64 = 1e-9;
/// Newton's method converges quadratically from the rigid speed: the cases known take three iterations.
const MOST_ITERATIONS: usize = 25;
/// Out-of-balance force allowed, over the forces that balance [-].
const TOLERANCE: f64 = 1e-12;
/// Threshold for rigid motions without centrifugal force and drag, relative to the strongest.
const UNTOUCHED: f64 = 1e-9;

/// A body rotated by body-fixed forces against drag.
#[derive(Clone, Debug)]
pub struct TorqueState {
    /// Deformation in the rotating frame; the velocity is that of the reference shape.
    pub state: DeformedState,
    /// Angular speed [rad/s].
    pub speed: f64,
    /// Angular speed of the rigid body [rad/s].
    pub rigid_speed: f64,
    /// Torque of the forces about the axis, on the reference shape [N m].
    pub torque: f64,
    /// Whether stress stiffens the body in the equations.
    pub stiffened: bool,
    /// Out-of-balance force before each iteration, over the forces that balance [-].
    pub history: Vec<f64>,
}

/// Speed and deformation at which drag balances a torque.
///
/// $$ R = K x - \Omega^2 (f_E + M_E x - K^G x) + \Omega D S (r + x) - F = 0, \qquad q_\theta^\mathsf{T} M x = 0 $$
///
/// one balance for x and Ω together, by Newton's method from the speed of the rigid body; \[StaticDeformation, §2.5\]
/// prints a radial and a tangential equation that over-determine x. Forces are fixed to the body. A net force is
/// allowed: the body then circles about the axis.
///
/// # Errors
/// [`NoState::NoRotationalDrag`], or an iteration that does not converge.
pub fn constant_torque(
    body: &FreeBody<'_>,
    centrifugal: &dyn Centrifugal,
    drag: &SpinDrag,
    force: &[f64],
) -> Result<TorqueState, DynamicsError> {
    let structure = body.structure();
    check("force", force, structure)?;
    check("centrifugal load", centrifugal.load(), structure)?;
    let torque = dot(&drag.turn, force);
    let resistance = dot(&drag.turn, &drag.of_shape);
    let parts: f64 = drag.turn.iter().zip(&drag.of_shape).map(|(q, d)| (q * d).abs()).sum();
    if resistance <= UNTOUCHED * parts || resistance <= 0.0 {
        return Err(NoState::NoRotationalDrag { torque, drag: resistance }.into());
    }
    let balance = Balance::new(body, centrifugal, drag, force, torque / resistance)?;
    let found = balance.solve(torque / resistance)?;
    Ok(balance.state(found, torque / resistance, torque))
}

/// State of Newton's method.
struct Found {
    x: Vec<f64>,
    speed: f64,
    history: Vec<f64>,
}

struct Balance<'a> {
    body: &'a FreeBody<'a>,
    structure: &'a Structure,
    load: &'a [f64],
    drag: &'a SpinDrag,
    force: &'a [f64],
    stiffness: &'a Sparse,
    /// M_E − K^G.
    softening: Sparse,
    dragging: &'a Sparse,
    stiffened: bool,
    /// Momenta of rigid motions that are fixed because they are otherwise free: the rotation first.
    held: Vec<Vec<f64>>,
}

impl<'a> Balance<'a> {
    fn new(
        body: &'a FreeBody<'a>,
        centrifugal: &'a dyn Centrifugal,
        drag: &'a SpinDrag,
        force: &'a [f64],
        speed: f64,
    ) -> Result<Self, NoState> {
        let structure = body.structure();
        let mut softening = centrifugal.softening().clone();
        // The stress belongs to the deforming part of the centrifugal force.
        let stiffening = centrifugal.stiffening(&body.deformation(centrifugal.load()));
        if let Some(stiffening) = &stiffening {
            softening = softening.add_scaled(1.0, stiffening, -1.0);
        }
        let mut balance = Self {
            body,
            structure,
            load: centrifugal.load(),
            drag,
            force,
            stiffness: &structure.stiffness,
            softening,
            dragging: &drag.of_displacement,
            stiffened: stiffening.is_some(),
            held: vec![product(&structure.mass, &drag.turn)],
        };
        let others = balance.untouched(speed);
        let momenta: Vec<Vec<f64>> = others.iter().map(|q| product(&structure.mass, q)).collect();
        // The torque itself is among the rigid forces, so that this is zero only without forces.
        let whole = norm(&body.rigid_force(force)).max(f64::MIN_POSITIVE);
        let driven: Vec<Imbalance> = others
            .iter()
            .map(|q| {
                let along = dot(q, force);
                let share = super::constant_velocity::cancellation(q, force).min(along.abs() / whole);
                Imbalance { motion: body.describe(q), force: along, share }
            })
            .filter(|imbalance| imbalance.share > UNTOUCHED)
            .collect();
        if !driven.is_empty() {
            return Err(NoState::NotHeld { motions: driven });
        }
        balance.held.extend(momenta);
        Ok(balance)
    }

    /// Rigid motions besides the rotation that neither centrifugal force nor drag resists: along the axis, for example.
    fn untouched(&self, speed: f64) -> Vec<Vec<f64>> {
        let q = self.body.rigid();
        if q.cols() == 0 {
            return Vec::new();
        }
        let small = q.transpose_matmul(&self.turning(speed, q));
        let Ok(split) = svd(&small) else { return Vec::new() };
        let mut turn = self.body.rigid_share(&self.drag.turn);
        let size = norm(&turn);
        turn.iter_mut().for_each(|t| *t /= size);
        let limit = UNTOUCHED * split.values.first().copied().unwrap_or(0.0);
        let mut kept: Vec<Vec<f64>> = vec![turn];
        let mut motions = Vec::new();
        for j in (0..q.cols()).filter(|j| split.values[*j] <= limit) {
            let mut direction = split.right.column(j).to_vec();
            for other in &kept {
                let share = dot(other, &direction);
                add_scaled(&mut direction, -share, other);
            }
            let rest = norm(&direction);
            if rest > 1e-6 {
                direction.iter_mut().for_each(|d| *d /= rest);
                motions.push(self.body.rigid_motion(&direction));
                kept.push(direction);
            }
        }
        motions
    }

    /// −Ω² (M_E − K^G) X + Ω D S X: contribution of rotation to the stiffness.
    fn turning(&self, speed: f64, motions: &Dense) -> Dense {
        let mut force = self.softening.times(motions);
        force.scale(-speed * speed);
        force.add_scaled(speed, &self.dragging.times(motions));
        force
    }

    /// R(x, Ω) and the size of the forces in it.
    fn residual(&self, x: &[f64], speed: f64) -> (Vec<f64>, f64) {
        let mut centrifugal = product(&self.softening, x);
        add_scaled(&mut centrifugal, 1.0, self.load);
        let mut dragged = product(self.dragging, x);
        add_scaled(&mut dragged, 1.0, &self.drag.of_shape);
        let elastic = product(self.stiffness, x);
        let forces = [
            self.body.size(self.force),
            speed * speed * self.body.size(&centrifugal),
            speed.abs() * self.body.size(&dragged),
            self.body.size(&elastic),
        ];
        let mut sum = elastic;
        add_scaled(&mut sum, -speed * speed, &centrifugal);
        add_scaled(&mut sum, speed, &dragged);
        add_scaled(&mut sum, -1.0, self.force);
        (sum, forces.iter().sum())
    }

    fn solve(&self, rigid_speed: f64) -> Result<Found, NoState> {
        let (mut x, mut speed, mut history) = (vec![0.0; self.load.len()], rigid_speed, Vec::new());
        for iteration in 1..=MOST_ITERATIONS {
            let (residual, forces) = self.residual(&x, speed);
            let left = if forces == 0.0 { 0.0 } else { self.body.size(&residual) / forces };
            let stalled = history.last().is_some_and(|last| left >= 0.5 * last && left < 1e3 * TOLERANCE);
            history.push(left);
            if left <= TOLERANCE || stalled {
                return Ok(Found { x, speed, history });
            }
            let step = self.step(&x, speed, &residual, iteration)?;
            let n = x.len();
            add_scaled(&mut x, 1.0, &step[..n]);
            speed += step[n];
        }
        let residual = history.last().copied().unwrap_or(f64::INFINITY);
        Err(NoState::NotConverged { what: "the speed under torque", iterations: MOST_ITERATIONS, residual })
    }

    /// One step of Newton's method in (x, Ω, multipliers of the fixed motions); columns are scaled with the
    /// stiffness.
    fn step(&self, x: &[f64], speed: f64, residual: &[f64], iteration: usize) -> Result<Vec<f64>, NoState> {
        let (n, h) = (x.len(), self.held.len());
        let by_speed: Vec<f64> = {
            let mut centrifugal = product(&self.softening, x);
            add_scaled(&mut centrifugal, 1.0, self.load);
            let mut dragged = product(self.dragging, x);
            add_scaled(&mut dragged, 1.0, &self.drag.of_shape);
            dragged.iter().zip(&centrifugal).map(|(d, c)| d - 2.0 * speed * c).collect()
        };
        let mut right: Vec<f64> = residual.iter().map(|r| -r).collect();
        right.extend(self.held.iter().map(|momentum| -dot(momentum, x)));
        let mut border = vec![by_speed];
        border.extend(self.held[1..].iter().cloned());
        let jacobian = Jacobian { balance: self, speed, border };
        if n > DENSE {
            return jacobian.iterate(&right, iteration);
        }
        let lu =
            Lu::factor(&jacobian.dense(n, h)).map_err(|source| NoState::Singular { iteration, source })?;
        Ok(lu.solve(&right))
    }

    fn state(&self, found: Found, rigid_speed: f64, torque: f64) -> TorqueState {
        let Found { x, speed, history } = found;
        let elastic = product(self.stiffness, &x);
        let mut dragged = product(self.dragging, &x);
        add_scaled(&mut dragged, 1.0, &self.drag.of_shape);
        // On the reference shape: arms of the deformed one are of second order, and so is the effect of
        // stress on them.
        let power = Power {
            supplied: speed * torque,
            dissipated: speed * speed * dot(&self.drag.turn, &dragged),
            ..Power::default()
        };
        let size = self.structure.mass.form(&x, &x).max(0.0).sqrt();
        let momentum = dot(&self.held[0], &x) / dot(&self.held[0], &self.drag.turn).sqrt();
        TorqueState {
            state: DeformedState {
                acceleration: vec![0.0; x.len()],
                velocity: self.drag.turn.iter().map(|q| speed * q).collect(),
                elastic_energy: 0.5 * dot(&x, &elastic),
                residual: history.last().copied().unwrap_or(0.0),
                gauge: if size == 0.0 { 0.0 } else { momentum.abs() / size },
                power,
                internal_force: elastic,
                deformation: x,
            },
            speed,
            rigid_speed,
            torque,
            stiffened: self.stiffened,
            history,
        }
    }
}

/// The derivative of the balance by (x, Ω, multipliers of the fixed motions): the border has a column for
/// each of the latter.
struct Jacobian<'a> {
    balance: &'a Balance<'a>,
    speed: f64,
    border: Vec<Vec<f64>>,
}

impl Jacobian<'_> {
    fn dense(&self, n: usize, h: usize) -> Dense {
        let balance = self.balance;
        let mut inner = balance.stiffness.to_dense();
        inner.add_scaled(1.0, &self.balance.turning(self.speed, &Dense::identity(n)));
        Dense::from_fn(n + h, n + h, |i, j| match (i < n, j < n) {
            (true, true) => inner[(i, j)],
            (true, false) => self.border[j - n][i],
            (false, true) => balance.held[i - n][j],
            (false, false) => 0.0,
        })
    }

    /// The step by iteration: elastic deformations are preconditioned with G, rigid motions and the border are few.
    fn iterate(&self, right: &[f64], iteration: usize) -> Result<Vec<f64>, NoState> {
        let balance = self.balance;
        let q = balance.body.rigid();
        let turned = self.balance.turning(self.speed, q);
        let (n, r, h) = (q.rows(), q.cols(), self.border.len());
        let inner = q.transpose_matmul(&turned);
        let few = Dense::from_fn(r + h, r + h, |i, j| match (i < r, j < r) {
            (true, true) => inner[(i, j)],
            (true, false) => dot(q.column(i), &self.border[j - r]),
            (false, true) => dot(&balance.held[i - r], q.column(j)),
            (false, false) => 0.0,
        });
        let few = Lu::factor(&few).map_err(|source| NoState::Singular { iteration, source })?;
        let precondition = |force: &[f64]| {
            let (forces, gauges) = force.split_at(n);
            let mut small = balance.body.rigid_force(forces);
            small.extend_from_slice(gauges);
            let small = few.solve(&small);
            let mut left = forces.to_vec();
            self.border.iter().zip(&small[r..]).for_each(|(b, s)| add_scaled(&mut left, -s, b));
            (0..r).for_each(|j| add_scaled(&mut left, -small[j], turned.column(j)));
            let mut step = balance.body.deformation(&left);
            add_scaled(&mut step, 1.0, &balance.body.rigid_motion(&small[..r]));
            step.extend_from_slice(&small[r..]);
            step
        };
        let (step, residual) = gmres(&|x| self.apply(x), &precondition, right, STEP_TOLERANCE);
        if residual > 1e-3 {
            let what = "a step of the speed under torque";
            return Err(NoState::NotConverged { what, iterations: iteration, residual });
        }
        Ok(step)
    }

    fn apply(&self, step: &[f64]) -> Vec<f64> {
        let balance = self.balance;
        let (x, more) = step.split_at(step.len() - self.border.len());
        let mut force = product(balance.stiffness, x);
        let motion = Dense::from_column_major(x.len(), 1, x.to_vec());
        add_scaled(&mut force, 1.0, balance.turning(self.speed, &motion).column(0));
        self.border.iter().zip(more).for_each(|(b, s)| add_scaled(&mut force, *s, b));
        force.extend(balance.held.iter().map(|momentum| dot(momentum, x)));
        force
    }
}
