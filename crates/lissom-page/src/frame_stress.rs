//! Stress along the members of a frame under small displacements, to colour by.
//!
//! It is the equivalent stress of von Mises where it is largest over the section: axial force, bending, shear and torsion
//! together, as far as the outline of the section is known.

use super::frame_scene::along;
use super::scene::Scene;
use lissom::{Failure, Session};
use lissom_dynamics::Modes;
use lissom_linalg::Dense;
use lissom_mech::elements::EndForces;
use lissom_mech::{Frame, FrameMotion, MemberForces};
use lissom_model::model::{Beam, Dimension, Model, Outline, SectionForces};

/// What the colours of a frame mean.
pub(super) const NAME: &str = "von Mises stress";

/// Stress of every vertex \[Pa\], not negative, from the section forces of all beam elements; NaN where it is not known.
/// Section forces run straight between the ends of an element: what acts in between is left out there.
///
/// Beams are the first lines of a scene, in the order of the model, wherever their points are among its
/// vertices.
pub(super) fn of_members(model: &Model, scene: &Scene, members: &[MemberForces]) -> Vec<f64> {
    let mut values = vec![f64::NAN; scene.vertices.len()];
    let mut rest = members;
    for (beam, line) in model.structure.beams.iter().zip(&scene.lines) {
        let (own, after) = rest.split_at(beam.elements);
        rest = after;
        let known = beam.section_stress.filter(|section| !beam.flexible.bending || section.bending.is_some());
        let stress = along(beam.elements, |element, share| {
            let forces = between(&own[element].ends, share);
            known.and_then(|section| section.equivalent(&forces)).unwrap_or(f64::NAN)
        });
        assert_eq!(
            (line.name.as_str(), line.count),
            (beam.name.as_str(), stress.len()),
            "a beam is its own line"
        );
        values[line.first..line.first + line.count].copy_from_slice(&stress);
    }
    values
}

/// Section forces a share of the way from the first end of an element to the second.
fn between([p, q]: &[EndForces; 2], share: f64) -> SectionForces {
    let mean = |p: f64, q: f64| p + share * (q - p);
    SectionForces {
        axial: mean(p.axial, q.axial),
        shear: [0, 1].map(|k| mean(p.shear[k], q.shear[k])),
        torsion: mean(p.torsion, q.torsion),
        bending: [0, 1].map(|k| mean(p.bending[k], q.bending[k])),
    }
}

/// Stress of every vertex in each of the first modes \[Pa\], for a largest displacement as the mass-normalised
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

/// Stress of every vertex for each column of displacements over the rows of the structure \[Pa\], of the
/// deformation alone.
pub(super) fn of_motion(session: &Session, scene: &Scene, motion: &Dense) -> Result<Vec<Vec<f64>>, Failure> {
    let model = session.model()?;
    let frame = Frame::of(model, session.linear_system()?)?;
    let stress = |j: usize| of_members(model, scene, &frame.elastic_members(motion.column(j)));
    Ok((0..motion.cols()).map(stress).collect())
}

/// Notes on stress that is not shown; `None` where all is shown.
pub(super) fn unknown(model: &Model) -> Option<String> {
    let spatial = model.dimension == Dimension::Three;
    let tells = |beam: &&Beam| {
        let fibre = beam.section_stress.map(|section| section.bending);
        let bends = beam.flexible.bending;
        fibre.is_some_and(|fibre| !bends || fibre.is_some_and(|fibre| !spatial || fibre.about_y.is_some()))
    };
    let all = &model.structure.beams;
    let silent: Vec<&Beam> = all.iter().filter(|beam| !tells(beam)).collect();
    let why = "the section does not give its area and the distance of its outer fibre";
    match silent[..] {
        [] => partial(model),
        _ if silent.len() == all.len() => Some(format!("stress is not known: {why}")),
        [beam] => Some(format!("grey: stress of {} is not known, {why}", beam.name)),
        _ => Some(format!("grey: stress of {} beams is not known, {why}", silent.len())),
    }
}

/// Beams whose stress lacks shear and torsion, because the outline of the section is not known.
fn partial(model: &Model) -> Option<String> {
    let open = |beam: &&Beam| beam.section_stress.is_some_and(|section| section.outline == Outline::Unknown);
    let without: Vec<&str> =
        model.structure.beams.iter().filter(open).map(|beam| beam.name.as_str()).collect();
    match without[..] {
        [] => None,
        [one] => {
            Some(format!("stress of {one} includes axial force and bending only: its outline is not given"))
        }
        _ => Some(format!(
            "stress of {} beams includes axial force and bending only: their outline is not given",
            without.len()
        )),
    }
}
