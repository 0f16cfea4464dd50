//! Constant velocity under friction: drag balances the force, and the deformation is constant.

use super::deformed_state::DeformedState;
use super::free_body::{FreeBody, add_scaled, product};
use super::inertia_relief::state;
use super::no_state::{Imbalance, NoState, check};
use crate::error::DynamicsError;
use lissom_linalg::{Dense, Sparse, Triplets, dot, eigen, norm};

/// Below this share of the largest drag a rigid motion counts as free of drag: sums of dashpots round to
/// about 1e-15, and a real drag this small would need nine decades of time to bring the body to its speed.
const UNDRAGGED: f64 = 1e-9;

/// A body that moves at constant velocity where drag acts.
#[derive(Clone, Debug)]
pub struct VelocityState {
    /// The state. Its acceleration is not zero in motions without drag.
    pub state: DeformedState,
    /// Rigid motions with force but without drag: in these the body accelerates, and the state is not
    /// stationary.
    pub accelerating: Vec<Imbalance>,
    /// Rigid motions without drag and without force: their velocity is arbitrary and set to zero.
    pub undetermined: Vec<String>,
    /// Time constants of the approach to the final speed, longest first: 1/λ of QᵀDQ [s].
    pub settling_times: Vec<f64>,
}

impl VelocityState {
    /// Whether nothing accelerates.
    #[must_use]
    pub fn is_stationary(&self) -> bool {
        self.accelerating.is_empty()
    }
}

/// The velocity at which drag balances the force, and the deformation between the two.
///
/// $$ (Q^\mathsf{T} D Q)\, v = Q^\mathsf{T} F, \qquad K x = F - D Q v $$
///
/// \[StaticDeformation, §2.3\]. A direction without drag has a stationary state only if no force acts along it;
/// otherwise the result is a mixture: constant velocity in motions with drag, constant acceleration in the
/// others, with constant deformation.
///
/// # Errors
/// [`NoState::DrivingDamper`], or a force that does not fit the structure.
pub fn constant_velocity(body: &FreeBody<'_>, force: &[f64]) -> Result<VelocityState, DynamicsError> {
    against(body, force, &body.structure().damping)
}

/// The same while dampers do not act: the body accelerates along the force.
///
/// # Errors
/// A force that does not fit the structure.
pub fn undamped_velocity(body: &FreeBody<'_>, force: &[f64]) -> Result<VelocityState, DynamicsError> {
    let size = body.structure().size();
    against(body, force, &Sparse::from_triplets(&Triplets::new(size, size)))
}

/// The velocity against the drag of a damping matrix.
fn against(body: &FreeBody<'_>, force: &[f64], damping: &Sparse) -> Result<VelocityState, DynamicsError> {
    check("force", force, body.structure())?;
    let drag = Drag::of(body, &body.rigid_damping(damping))?;
    let load = body.rigid_force(force);
    let mut velocity = vec![0.0; load.len()];
    let mut undragged = Vec::new();
    for (i, rate) in drag.rates.iter().enumerate() {
        let direction = drag.directions.column(i);
        if drag.acts(*rate) {
            add_scaled(&mut velocity, dot(direction, &load) / rate, direction);
        } else {
            undragged.push(direction.to_vec());
        }
    }
    let Undragged { acceleration, accelerating, undetermined } = without_drag(body, force, &load, undragged);
    let velocity = body.rigid_motion(&velocity);
    let resistance = product(damping, &velocity);
    let settling_times = drag.rates.iter().filter(|r| drag.acts(**r)).map(|r| 1.0 / r).collect();
    let state = state(body, force, body.rigid_motion(&acceleration), velocity, &resistance);
    Ok(VelocityState { state, accelerating, undetermined, settling_times })
}

/// Motions without drag.
struct Undragged {
    /// Over Q.
    acceleration: Vec<f64>,
    accelerating: Vec<Imbalance>,
    undetermined: Vec<String>,
}

/// Among directions without drag (orthonormal, over Q) the body accelerates along the force and nowhere else.
fn without_drag(body: &FreeBody<'_>, force: &[f64], load: &[f64], directions: Vec<Vec<f64>>) -> Undragged {
    let mut acceleration = vec![0.0; load.len()];
    for direction in &directions {
        add_scaled(&mut acceleration, dot(direction, load), direction);
    }
    let motion = body.rigid_motion(&acceleration);
    // A force may cancel along the motion, or the motion may be a rounding error.
    let beside = norm(load);
    let share =
        if beside == 0.0 { 0.0 } else { cancellation(&motion, force).min(norm(&acceleration) / beside) };
    let mut kept: Vec<Vec<f64>> = Vec::new();
    let mut accelerating = Vec::new();
    if share > UNDRAGGED {
        let size = norm(&acceleration);
        accelerating.push(Imbalance { motion: body.describe(&motion), force: size, share });
        kept.push(acceleration.iter().map(|a| a / size).collect());
    } else {
        acceleration.fill(0.0);
    }
    let mut undetermined = Vec::new();
    for mut direction in directions {
        for other in &kept {
            let along = dot(other, &direction);
            add_scaled(&mut direction, -along, other);
        }
        let rest = norm(&direction);
        // Orthonormal directions less one of their combinations: what is left is of order one or nothing.
        if rest > 1e-6 {
            direction.iter_mut().for_each(|d| *d /= rest);
            undetermined.push(body.describe(&body.rigid_motion(&direction)));
            kept.push(direction);
        }
    }
    Undragged { acceleration, accelerating, undetermined }
}

/// |qᵀF| over Σ|qᵢFᵢ|: the part of a force on a motion that does not cancel [-].
pub(super) fn cancellation(motion: &[f64], force: &[f64]) -> f64 {
    let whole: f64 = motion.iter().zip(force).map(|(q, f)| (q * f).abs()).sum();
    if whole == 0.0 { 0.0 } else { dot(motion, force).abs() / whole }
}

/// The drag on rigid motions, QᵀDQ = U λ Uᵀ with λ ascending.
pub(super) struct Drag {
    /// λ [1/s].
    pub rates: Vec<f64>,
    /// U.
    pub directions: Dense,
    largest: f64,
}

impl Drag {
    /// Decomposes QᵀDQ.
    pub fn of(body: &FreeBody<'_>, rigid_damping: &Dense) -> Result<Self, NoState> {
        if rigid_damping.rows() == 0 {
            return Ok(Self { rates: Vec::new(), directions: Dense::zeros(0, 0), largest: 0.0 });
        }
        let structure = body.structure();
        if let Err(entry) = structure.damping.is_finite() {
            return Err(NoState::DampingNotFinite { row: structure.rows[entry.row].name.clone() });
        }
        let split = eigen::symmetric(rigid_damping)
            .expect("the eigenvalues of a small symmetric matrix of finite numbers exist");
        let largest = norm(&split.values);
        if let Some((i, rate)) = split.values.iter().enumerate().find(|(_, r)| **r < -UNDRAGGED * largest) {
            let motion = body.describe(&body.rigid_motion(split.vectors.column(i)));
            return Err(NoState::DrivingDamper { motion, rate: *rate });
        }
        Ok(Self { rates: split.values, directions: split.vectors, largest })
    }

    /// Whether a rate counts as drag.
    pub fn acts(&self, rate: f64) -> bool {
        rate > UNDRAGGED * self.largest
    }
}
