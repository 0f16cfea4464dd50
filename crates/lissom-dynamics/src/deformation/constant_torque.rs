//! Constant torque under friction: angular speed and deformation that belong together.

use super::deformed_state::{DeformedState, Power};
use super::free_body::{FreeBody, add_scaled, product};
use super::no_state::{Imbalance, NoState, check};
use crate::error::DynamicsError;
use lissom_linalg::{Dense, Lu, dot, norm, svd};
use lissom_mech::{Centrifugal, SpinDrag, Structure};

/// The equations are solved densely: beyond this size that takes more memory and time than anybody expects.
const LARGEST: usize = 3000;
/// Newton's method converges quadratically from the rigid speed: the cases known take three iterations.
const MOST_ITERATIONS: usize = 25;
/// Out-of-balance force allowed, over the forces that balance [-].
const TOLERANCE: f64 = 1e-12;
/// Rigid motions that neither centrifugal force nor drag touches, by the share of the strongest.
const UNTOUCHED: f64 = 1e-9;

/// A body that body-fixed forces turn against drag.
#[derive(Clone, Debug)]
pub struct TorqueState {
    /// Deformation in the frame that turns; the velocity is that of the reference shape.
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
/// [`NoState::NoRotationalDrag`], [`NoState::TooLarge`], or an iteration that does not end.
pub fn constant_torque(
    body: &FreeBody<'_>,
    centrifugal: &dyn Centrifugal,
    drag: &SpinDrag,
    force: &[f64],
) -> Result<TorqueState, DynamicsError> {
    let structure = body.structure();
    check("force", force, structure)?;
    check("centrifugal load", centrifugal.load(), structure)?;
    if structure.size() > LARGEST {
        return Err(NoState::TooLarge { rows: structure.size(), largest: LARGEST }.into());
    }
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

/// Where Newton's method has come.
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
    stiffness: Dense,
    /// M_E − K^G.
    softening: Dense,
    dragging: Dense,
    stiffened: bool,
    /// Momenta of rigid motions that are held because nothing else holds them: the rotation first.
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
        let mut softening = centrifugal.softening().to_dense();
        // The stress of the shape belongs to what of the centrifugal force deforms it.
        let stiffening = centrifugal.stiffening(&body.deformation(centrifugal.load()));
        if let Some(stiffening) = &stiffening {
            softening.add_scaled(-1.0, &stiffening.to_dense());
        }
        let mut balance = Self {
            body,
            structure,
            load: centrifugal.load(),
            drag,
            force,
            stiffness: structure.stiffness.to_dense(),
            softening,
            dragging: drag.of_displacement.to_dense(),
            stiffened: stiffening.is_some(),
            held: vec![product(&structure.mass, &drag.turn)],
        };
        let others = balance.untouched(speed);
        let momenta: Vec<Vec<f64>> = others.iter().map(|q| product(&structure.mass, q)).collect();
        // The torque itself is among the rigid forces, so that this is not zero unless nothing acts.
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
        let mut tangent = self.softening.clone();
        tangent.scale(-speed * speed);
        tangent.add_scaled(speed, &self.dragging);
        let small = q.transpose_matmul(&tangent.matmul(q));
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

    /// R(x, Ω) and the size of the forces in it.
    fn residual(&self, x: &[f64], speed: f64) -> (Vec<f64>, f64) {
        let mut centrifugal = self.softening.multiply_vector(x);
        add_scaled(&mut centrifugal, 1.0, self.load);
        let mut dragged = self.dragging.multiply_vector(x);
        add_scaled(&mut dragged, 1.0, &self.drag.of_shape);
        let elastic = self.stiffness.multiply_vector(x);
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

    /// One step of Newton's method in (x, Ω, multipliers of what is held); columns are scaled with the stiffness.
    fn step(&self, x: &[f64], speed: f64, residual: &[f64], iteration: usize) -> Result<Vec<f64>, NoState> {
        let (n, h) = (x.len(), self.held.len());
        let by_speed: Vec<f64> = {
            let mut centrifugal = self.softening.multiply_vector(x);
            add_scaled(&mut centrifugal, 1.0, self.load);
            let mut dragged = self.dragging.multiply_vector(x);
            add_scaled(&mut dragged, 1.0, &self.drag.of_shape);
            dragged.iter().zip(&centrifugal).map(|(d, c)| d - 2.0 * speed * c).collect()
        };
        let jacobian = Dense::from_fn(n + h, n + h, |i, j| match (i < n, j < n) {
            (true, true) => {
                self.stiffness[(i, j)] - speed * speed * self.softening[(i, j)]
                    + speed * self.dragging[(i, j)]
            }
            (true, false) if j == n => by_speed[i],
            (true, false) => self.held[j - n][i],
            (false, true) => self.held[i - n][j],
            (false, false) => 0.0,
        });
        let mut right: Vec<f64> = residual.iter().map(|r| -r).collect();
        right.extend(self.held.iter().map(|momentum| -dot(momentum, x)));
        let lu = Lu::factor(&jacobian).map_err(|source| NoState::Singular { iteration, source })?;
        Ok(lu.solve(&right))
    }

    fn state(&self, found: Found, rigid_speed: f64, torque: f64) -> TorqueState {
        let Found { x, speed, history } = found;
        let elastic = self.stiffness.multiply_vector(&x);
        let mut dragged = self.dragging.multiply_vector(&x);
        add_scaled(&mut dragged, 1.0, &self.drag.of_shape);
        // On the reference shape: arms of the deformed one are of second order, and so is what stress does to them.
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
