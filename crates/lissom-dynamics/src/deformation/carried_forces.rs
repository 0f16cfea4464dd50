//! Section forces, reactions and forces of joins in an operating state.

use super::deformed_state::DeformedState;
use super::free_body::FreeBody;
use lissom_mech::{
    Frame, FrameForces, FrameMotion, JoinedMotion, JoinedStructure, MechError, TurningStructure,
};

/// The components of a structure whose internal forces are known.
#[derive(Clone, Copy, Debug)]
pub struct Carriers<'a> {
    /// Elements of the frame, alone or in the joined structure.
    pub frame: Option<&'a Frame<'a>>,
    /// Imported parts, joined to each other and to the frame.
    pub joined: Option<&'a JoinedStructure>,
}

impl Carriers<'_> {
    /// Section forces and reactions in a state under named forces: of a frame, or of a joined structure. Weight acts unless the
    /// structure rotates, with its speed [rad/s]; velocities are then relative to the rotating frame and zero.
    ///
    /// # Errors
    /// Those of [`JoinedStructure::forces`].
    pub fn forces(
        &self,
        body: &FreeBody<'_>,
        state: &DeformedState,
        values: &[(String, f64)],
        spin: Option<(&TurningStructure<'_>, f64)>,
    ) -> Result<Option<FrameForces>, MechError> {
        let Some(joined) = self.joined else {
            return Ok(self.frame.and_then(|frame| member_forces(frame, state, values, spin)));
        };
        if !joined.carries() {
            return Ok(None);
        }
        let shape = spin.map(|(turning, _)| body.deformation(turning.matter().load()));
        let turning = match (spin, &shape) {
            (Some((TurningStructure::Joined(turning), speed)), Some(shape)) => {
                Some((&**turning, speed, &shape[..]))
            }
            _ => None,
        };
        let still = vec![0.0; state.deformation.len()];
        let motion = JoinedMotion {
            displacement: &state.deformation,
            velocity: if spin.is_some() { &still } else { &state.velocity },
            acceleration: &state.acceleration,
            spin: turning,
            forces: values,
            weight: spin.is_none(),
        };
        joined.forces(self.frame, &motion).map(Some)
    }
}

/// Section forces and reactions of a frame in a state.
fn member_forces(
    frame: &Frame<'_>,
    state: &DeformedState,
    values: &[(String, f64)],
    spin: Option<(&TurningStructure<'_>, f64)>,
) -> Option<FrameForces> {
    let mut force = frame.force(values).ok()?;
    let still = vec![0.0; state.deformation.len()];
    if spin.is_none() {
        force.iter_mut().zip(frame.weight()).for_each(|(f, w)| *f += w);
    }
    Some(frame.forces(&FrameMotion {
        displacement: &state.deformation,
        velocity: if spin.is_some() { &still } else { &state.velocity },
        acceleration: &state.acceleration,
        spin: spin.map(|(turning, speed)| (turning.axis(), speed)),
        force: &force,
    }))
}
