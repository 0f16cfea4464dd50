//! Bending stress along the members of a frame under small displacements, to colour by.

use super::frame_scene::along;
use super::scene::Scene;
use crate::failure::Failure;
use crate::session::Session;
use lissom_dynamics::Modes;
use lissom_linalg::Dense;
use lissom_mech::{Frame, FrameMotion, MemberForces};
use lissom_model::model::{Beam, Dimension, Model, OuterFibre};

/// Bending stress of every vertex \[Pa\], not negative, from the section forces of all beam elements; NaN where it is
/// not known. Moments run straight between the ends of an element: what acts in between is left out there.
pub(super) fn of_members(model: &Model, scene: &Scene, members: &[MemberForces]) -> Vec<f64> {
    let mut values = vec![f64::NAN; scene.nodes.len()];
    let mut first = 0;
    for beam in &model.structure.beams {
        let own = &members[first..first + beam.elements];
        first += beam.elements;
        values.extend(along(beam.elements, |element, share| {
            let [p, q] = own[element].ends.map(|end| end.bending);
            let moment = [0, 1].map(|k| p[k] + share * (q[k] - p[k]));
            beam.outer_fibre.and_then(|fibre| fibre.stress(moment)).unwrap_or(f64::NAN)
        }));
    }
    values.resize(scene.vertices.len(), f64::NAN);
    values
}

/// Bending stress of every vertex in each of the first modes \[Pa\], for a largest displacement as the mass-normalised
/// shape has it. The inertia of the vibration is part of the balance, so section forces are as exact as the mode.
pub(super) fn of_modes(
    session: &Session,
    scene: &Scene,
    modes: &Modes,
    count: usize,
) -> Result<Vec<Vec<f64>>, Failure> {
    let model = session.model()?;
    let frame = Frame::of(model, session.linear_system()?)?;
    let no_force = vec![0.0; frame.system().coordinates.len()];
    let still = vec![0.0; modes.shapes.rows()];
    let stress = |(j, mode): (usize, &lissom_dynamics::Mode)| {
        let displacement = modes.shapes.column(j);
        let acceleration: Vec<f64> = displacement.iter().map(|x| -mode.eigenvalue * x).collect();
        let forces = frame.forces(&FrameMotion {
            displacement,
            velocity: &still,
            acceleration: &acceleration,
            spin: None,
            force: &no_force,
        });
        of_members(model, scene, &forces.members)
    };
    Ok(modes.modes[..count].iter().enumerate().map(stress).collect())
}

/// Bending stress of every vertex for each column of displacements over the rows of the structure \[Pa\], of the
/// deformation alone.
pub(super) fn of_motion(session: &Session, scene: &Scene, motion: &Dense) -> Result<Vec<Vec<f64>>, Failure> {
    let model = session.model()?;
    let frame = Frame::of(model, session.linear_system()?)?;
    let stress = |j: usize| of_members(model, scene, &frame.elastic_members(motion.column(j)));
    Ok((0..motion.cols()).map(stress).collect())
}

/// Which members have no bending stress to show, and why, in words; `None` where all that bend have it.
pub(super) fn unknown(model: &Model) -> Option<String> {
    let tells = |fibre: &OuterFibre| model.dimension != Dimension::Three || fibre.about_y.is_some();
    let bending = || model.structure.beams.iter().filter(|beam| beam.flexible.bending);
    let silent: Vec<&Beam> = bending().filter(|beam| !beam.outer_fibre.as_ref().is_some_and(tells)).collect();
    let why = "the section does not tell how far its outer fibre is";
    match silent[..] {
        [] => None,
        _ if silent.len() == bending().count() => Some(format!("bending stress is not known: {why}")),
        [beam] => Some(format!("grey: bending stress of {} is not known, {why}", beam.name)),
        _ => Some(format!("grey: bending stress of {} beams is not known, {why}", silent.len())),
    }
}
