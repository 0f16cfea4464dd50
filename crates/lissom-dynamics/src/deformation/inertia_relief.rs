//! Constant force without drag: the body accelerates with constant deformation.

use super::deformed_state::{DeformedState, Power};
use super::free_body::{FreeBody, difference, product};
use super::no_state::check;
use crate::error::DynamicsError;

/// The deformation under a constant force, in the frame that accelerates with the body.
///
/// $$ a = Q Q^\mathsf{T} F, \qquad K x = F - M a, \qquad Q^\mathsf{T} M x = 0 $$
///
/// \[StaticDeformation, §2.2\]. No condition on torque is needed: Q contains rotations as well as
/// translations, and an eccentric load gives an angular acceleration. A supported structure has no rigid
/// motion and is in static equilibrium. The state is that of the instant at rest: power is zero.
///
/// # Errors
/// When the force does not fit the structure.
pub fn inertia_relief(body: &FreeBody<'_>, force: &[f64]) -> Result<DeformedState, DynamicsError> {
    check("force", force, body.structure())?;
    let acceleration = body.rigid_motion(&body.rigid_force(force));
    let still = vec![0.0; force.len()];
    Ok(state(body, force, acceleration, still, &[]))
}

/// The state with the given rigid motion: deformation under F − M a − (drag), and its residuals.
///
/// `drag` is D v, empty without drag.
pub(super) fn state(
    body: &FreeBody<'_>,
    force: &[f64],
    acceleration: Vec<f64>,
    velocity: Vec<f64>,
    drag: &[f64],
) -> DeformedState {
    let structure = body.structure();
    let inertia = product(&structure.mass, &acceleration);
    let without_drag = if drag.is_empty() { force.to_vec() } else { difference(force, drag) };
    // What G removes is exactly the inertia of the rigid acceleration, so that M a need not be subtracted first.
    let deformation = body.deformation(&without_drag);
    let internal_force = difference(&without_drag, &inertia);
    let elastic = product(&structure.stiffness, &deformation);
    let forces = body.size(force) + body.size(&inertia) + if drag.is_empty() { 0.0 } else { body.size(drag) };
    let left = body.size(&difference(&internal_force, &elastic));
    let supplied = lissom_linalg::dot(force, &velocity);
    DeformedState {
        elastic_energy: 0.5 * lissom_linalg::dot(&deformation, &elastic),
        residual: if forces == 0.0 { 0.0 } else { left / forces },
        gauge: body.gauge(&deformation),
        power: Power {
            supplied,
            stored: lissom_linalg::dot(&velocity, &inertia),
            dissipated: if drag.is_empty() { 0.0 } else { lissom_linalg::dot(&velocity, drag) },
            internal: 0.0,
        },
        acceleration,
        velocity,
        deformation,
        internal_force,
    }
}
