//! Mechanisms in motion, with FE parts among their bodies: lines of the frame, surfaces and beams of the parts.
//!
//! Displacements of parts in space are mostly those of a rigid body; what shows their bending is the displacement of a node in the
//! frame of its part, which is the first field to colour by.

use super::scene::{Field, Motion, MotionKind, Scene, Surface};
use super::{frame_scene, joined_scene, part_scene};
use lissom::{Failure, RecoveredPart, Session};
use lissom_linalg::Dense;
use lissom_mech::vector::{Vector, cross, norm, sub};
use lissom_mech::{Machinery, MechError, State, Workspace};

/// What nodes of FE parts are coloured by.
const DEFORMATION: &str = "displacement in the frame of the FE part";

/// Coordinates are moved by this much for a small motion [m, rad].
const STEP: f64 = 1e-5;

/// The lines of the machine, and its FE parts; vertices of the frame come first.
pub(super) fn scene(session: &Session) -> Result<Scene, Failure> {
    let mut all = frame_scene::scene(session.model()?);
    let mut surface = Surface::default();
    for (number, (reduced, mesh)) in session.reduced_parts()?.iter().zip(session.part_meshes()?).enumerate() {
        let name = &reduced.part.name;
        match mesh.as_ref().and_then(|mesh| part_scene::of_mesh(name, mesh)) {
            Some(own) => joined_scene::append(&mut all, &mut surface, number, name, own),
            None => all.notes.push(format!("part {name} is not drawn: no mesh with elements is known of it")),
        }
    }
    if all.planar {
        let places = &all.vertices;
        surface.triangles.iter_mut().for_each(|triangle| face_up(triangle, places));
    }
    all.surface = (!surface.triangles.is_empty()).then_some(surface);
    Ok(all)
}

/// A triangle of a planar mesh that is seen from above.
fn face_up(triangle: &mut [u32; 3], places: &[Vector]) {
    let [a, b, c] = triangle.map(|corner| places[corner as usize]);
    if cross(sub(b, a), sub(c, a))[2] < 0.0 {
        triangle.swap(1, 2);
    }
}

/// A motion of a mechanism, frame by frame.
pub(super) struct Frames<'a> {
    session: &'a Session,
    scene: &'a Scene,
    /// The machine without its parts, where it has some.
    lines: Option<Scene>,
    frames: Vec<Vec<Vector>>,
    stress: Vec<Vec<f64>>,
    deformation: Vec<Vec<f64>>,
}

impl<'a> Frames<'a> {
    pub fn new(session: &'a Session, scene: &'a Scene) -> Result<Self, Failure> {
        let has_parts = session.model()?.fe_parts.iter().any(|part| part.motion.is_some());
        let lines = if has_parts { Some(frame_scene::scene(session.model()?)) } else { None };
        Ok(Self { session, scene, lines, frames: Vec::new(), stress: Vec::new(), deformation: Vec::new() })
    }

    /// Adds the machine at a state.
    pub fn add(
        &mut self,
        machinery: &dyn Machinery,
        at: &State<'_>,
        input: &[f64],
        work: &mut Workspace,
    ) -> Result<(), Failure> {
        let snapshot = machinery.snapshot(at, input, work).map_err(MechError::Inadmissible)?;
        let lines = self.lines.as_ref().unwrap_or(self.scene);
        let mut frame = frame_scene::large_motion(self.session.model()?, lines, &snapshot);
        let mut stress = frame_scene::stress(lines, &snapshot);
        let count = self.scene.vertices.len();
        frame.resize(count, [0.0; 3]);
        stress.resize(count, f64::NAN);
        if self.lines.is_some() {
            let mut deformation = vec![f64::NAN; count];
            let parts = self.session.recovered_at(machinery, at, work)?;
            self.place(&parts, &mut frame, &mut deformation)?;
            self.deformation.push(deformation);
        }
        self.frames.push(frame);
        self.stress.push(stress);
        Ok(())
    }

    /// Writes the nodes of parts at their vertices.
    fn place(
        &self,
        parts: &[RecoveredPart],
        frame: &mut [Vector],
        deformation: &mut [f64],
    ) -> Result<(), Failure> {
        let reduced = self.session.reduced_parts()?;
        for own in &self.scene.mesh_nodes {
            let name = &reduced[own.part].part.name;
            let Some(part) = parts.iter().find(|part| part.part == *name) else { continue };
            match part.nodes.binary_search(&own.node) {
                Ok(k) => {
                    frame[own.vertex] = part.displacements[0][k];
                    deformation[own.vertex] = norm(part.deformations[0][k]);
                }
                // A node without rows follows others in the finite-element program: it is drawn with the frame.
                Err(_) => frame[own.vertex] = part.displaced(0, self.scene.vertices[own.vertex], [0.0; 3]),
            }
        }
        Ok(())
    }

    /// The motion, coloured by deformation of parts and by stress where these are known; `stress` is the name of the latter.
    pub fn motion(self, id: &str, name: String, kind: MotionKind, values: Vec<f64>, stress: &str) -> Motion {
        let mut fields = Vec::new();
        if !self.deformation.is_empty() && !self.scene.mesh_nodes.is_empty() {
            let values =
                self.deformation.into_iter().map(|frame| frame.into_iter().map(|v| 1e3 * v).collect());
            fields.push(Field {
                name: DEFORMATION.to_owned(),
                unit: "mm".to_owned(),
                values: values.collect(),
            });
        }
        fields.extend(super::questions::stress_field(stress, self.stress));
        Motion { id: id.to_owned(), name, kind, values, frames: self.frames, fields }
    }
}

/// Displacement of every vertex for the first columns of small motions over the coordinates of the mechanism about its reference
/// configuration.
pub(super) fn small_motions(
    session: &Session,
    scene: &Scene,
    motions: &Dense,
    count: usize,
) -> Result<Vec<Vec<Vector>>, Failure> {
    let mechanism = session.mechanism()?;
    let (start, _) = mechanism.initial();
    let mut work = mechanism.workspace();
    let input = vec![0.0; mechanism.inputs().len()];
    let still = vec![0.0; start.len()];
    let mut column = |j: usize| -> Result<Vec<Vector>, Failure> {
        let shape = motions.column(j);
        let size = shape.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        let step = STEP / if size > 0.0 { size } else { 1.0 };
        let mut sides = Frames::new(session, scene)?;
        for way in [step, -step] {
            let position: Vec<f64> = start.iter().zip(shape).map(|(q, x)| q + way * x).collect();
            sides.add(
                mechanism,
                &State { time: 0.0, position: &position, velocity: &still },
                &input,
                &mut work,
            )?;
        }
        let [ahead, behind] = &sides.frames[..] else { return Ok(Vec::new()) };
        Ok(ahead.iter().zip(behind).map(|(a, b)| sub(*a, *b).map(|d| d / (2.0 * step))).collect())
    };
    (0..count).map(&mut column).collect()
}
