//! Constant angular velocity: centrifugal force against stiffness, in the rotating frame.

use super::deformed_state::{DeformedState, Power};
use super::free_body::{FreeBody, add_scaled, difference, product};
use super::no_state::{NoState, check};
use super::static_equilibrium::unbalanced;
use crate::error::DynamicsError;
use lissom_linalg::{Sparse, dot};
use lissom_mech::Centrifugal;

/// Coordinates that come from a file carry about eight digits: an axis this close to a principal one is
/// treated as principal.
const BALANCED: f64 = 1e-8;
/// Tolerance of conjugate gradients; the deformation is then as accurate as the factorisation.
const TOLERANCE: f64 = 1e-14;
/// Iteration limit, far above the number of modes excited by a smooth load.
const MOST_ITERATIONS: usize = 300;

/// A body rotating about an axis.
#[derive(Clone, Debug)]
pub struct SpinState {
    /// Deformation in the frame that turns. Velocity and acceleration are relative to that frame: zero.
    pub state: DeformedState,
    /// Angular speed [rad/s].
    pub speed: f64,
    /// Whether stress stiffens the body in the equations; if not, only speeds far below the first frequency are safe.
    pub stiffened: bool,
    /// Force of the deformed body on its axis, over the centrifugal force in that direction: of second order,
    /// carried by bearings if any [-].
    pub left_to_bearings: f64,
    /// Iterations; each is one solve with the factorised stiffness.
    pub iterations: usize,
}

/// The deformation of a body that spins at constant speed, body-fixed forces included.
///
/// $$ (K + \Omega^2 K^G - \Omega^2 M_E)\, x = \Omega^2 f_E + F, \qquad Q^\mathsf{T} M x = 0 $$
///
/// \[StaticDeformation, §2.4\] with the integrals of [`Centrifugal`] and the geometric stiffness omitted in
/// the paper. A free body stays on the axis only if Qᵀf_E = 0: the axis passes through its centre of mass and
/// is a principal axis. Solved by conjugate gradients with G as preconditioner: K is factorised once for all
/// speeds.
///
/// # Errors
/// [`NoState::NotBalanced`], [`NoState::NotHeld`] or [`NoState::Diverges`].
pub fn constant_spin(
    body: &FreeBody<'_>,
    centrifugal: &dyn Centrifugal,
    speed: f64,
    force: &[f64],
) -> Result<SpinState, DynamicsError> {
    if !speed.is_finite() {
        return Err(NoState::BadSpeed { speed }.into());
    }
    check("force", force, body.structure())?;
    check("centrifugal load", centrifugal.load(), body.structure())?;
    let motions = unbalanced(body, centrifugal.load(), BALANCED);
    if speed != 0.0 && !motions.is_empty() {
        return Err(NoState::NotBalanced { motions }.into());
    }
    let motions = unbalanced(body, force, BALANCED);
    if !motions.is_empty() {
        return Err(NoState::NotHeld { motions }.into());
    }
    let square = speed * speed;
    let mut load = force.to_vec();
    add_scaled(&mut load, square, centrifugal.load());
    let stiffening = centrifugal.stiffening(&body.deformation(centrifugal.load()));
    let stiffened = stiffening.is_some();
    let softening = match stiffening {
        Some(stiffening) => centrifugal.softening().add_scaled(1.0, &stiffening, -1.0),
        None => centrifugal.softening().clone(),
    };
    let spinning = Spinning { body, softening: &softening, square };
    let (deformation, iterations) = spinning.solve(&load)?;
    let left = difference(&load, &spinning.force_of(&deformation));
    Ok(SpinState {
        left_to_bearings: bearing_share(body, &left, &load),
        state: spinning.state(&load, deformation, &left),
        speed,
        stiffened,
        iterations,
    })
}

/// The largest |qᵀr| over Σ|qᵢ fᵢ| of a rigid motion.
fn bearing_share(body: &FreeBody<'_>, left: &[f64], load: &[f64]) -> f64 {
    let each = (0..body.rigid_count()).map(|j| {
        let q = body.rigid().column(j);
        let whole: f64 = q.iter().zip(load).map(|(q, f)| (q * f).abs()).sum();
        if whole == 0.0 { 0.0 } else { dot(q, left).abs() / whole }
    });
    each.fold(0.0, f64::max)
}

/// K − Ω² (M_E − K^G) on deformations.
struct Spinning<'a> {
    body: &'a FreeBody<'a>,
    softening: &'a Sparse,
    square: f64,
}

impl Spinning<'_> {
    fn force_of(&self, x: &[f64]) -> Vec<f64> {
        let mut force = product(&self.body.structure().stiffness, x);
        add_scaled(&mut force, -self.square, &product(self.softening, x));
        force
    }

    /// Conjugate gradients among deformations: rigid parts of residuals and directions are removed.
    fn solve(&self, load: &[f64]) -> Result<(Vec<f64>, usize), NoState> {
        let mut x = self.body.deformation(load);
        let start = dot(load, &x);
        if start <= 0.0 {
            return Ok((vec![0.0; load.len()], 0));
        }
        let mut residual = self.body.internal_force(&difference(load, &self.force_of(&x)));
        let mut step = self.body.deformation(&residual);
        let mut size = dot(&residual, &step);
        let mut direction = step;
        for iteration in 1..=MOST_ITERATIONS {
            // √ of the energy of the residual, over that of the load.
            if size <= TOLERANCE * TOLERANCE * start {
                return Ok((x, iteration));
            }
            let answer = self.body.internal_force(&self.force_of(&direction));
            let curvature = dot(&direction, &answer);
            if curvature <= 0.0 {
                return Err(self.divergence(&direction));
            }
            let way = size / curvature;
            add_scaled(&mut x, way, &direction);
            add_scaled(&mut residual, -way, &answer);
            step = self.body.deformation(&residual);
            let next = dot(&residual, &step);
            // Rounding ends the descent before the tolerance when the load is smooth: that is convergence too.
            if next >= size && next <= 1e-20 * start {
                return Ok((x, iteration));
            }
            let share = next / size;
            direction.iter_mut().zip(&step).for_each(|(d, s)| *d = s + share * *d);
            size = next;
        }
        let residual = (size / start).sqrt();
        Err(NoState::NotConverged { what: "the spinning shape", iterations: MOST_ITERATIONS, residual })
    }

    fn divergence(&self, direction: &[f64]) -> NoState {
        let stiffness = self.body.structure().stiffness.form(direction, direction);
        let softening = self.softening.form(direction, direction);
        NoState::Diverges { speed: self.square.sqrt(), critical: (stiffness / softening).max(0.0).sqrt() }
    }

    fn state(&self, load: &[f64], deformation: Vec<f64>, left: &[f64]) -> DeformedState {
        let still = vec![0.0; load.len()];
        let elastic = product(&self.body.structure().stiffness, &deformation);
        let forces = self.body.size(load) + self.body.size(&elastic);
        let rest = self.body.size(&self.body.internal_force(left));
        DeformedState {
            acceleration: still.clone(),
            velocity: still,
            elastic_energy: 0.5 * dot(&deformation, &elastic),
            residual: if forces == 0.0 { 0.0 } else { rest / forces },
            gauge: self.body.gauge(&deformation),
            power: Power::default(),
            internal_force: elastic,
            deformation,
        }
    }
}
