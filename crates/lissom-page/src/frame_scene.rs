//! Frames and mechanisms as lines: where every point of every member is, at rest and in motion.

use super::scene::{Line, LineKind, Marker, Scene, Solid};
use lissom_mech::coordinates::{Coordinates, TranslationId};
use lissom_mech::elements::beam_weights;
use lissom_mech::spatial::Rotation;
use lissom_mech::vector::{Triad, Vector, add_scaled, cross, dot, norm, sub};
use lissom_mech::{LinearSystem, Snapshot};
use lissom_model::model::{
    Attachment, Beam, BeamId, Dimension, Direction, Driven, JointKind, Line as Acting, Model, NodeId,
    Outline, Side,
};

/// Length of a spring to ground, as a share of the machine.
const TO_GROUND: f64 = 0.08;

/// The machine in its reference configuration.
pub(super) fn scene(model: &Model) -> Scene {
    let structure = &model.structure;
    let mut scene = Scene::new(model.dimension == Dimension::Two);
    scene.vertices = structure.nodes.iter().map(|node| node.position).collect();
    scene.nodes = structure.nodes.iter().enumerate().map(|(i, node)| (node.name.clone(), i)).collect();
    let coordinates = Coordinates::of(model);
    for (i, beam) in structure.beams.iter().enumerate() {
        let flexible = beam.flexible.bending || beam.flexible.elongation || beam.flexible.torsion;
        let kind = if flexible { LineKind::Beam } else { LineKind::Rigid };
        let points = beam_points(&coordinates, BeamId(i));
        add_line(&mut scene, &beam.name, kind, points);
        if let Some(line) = scene.lines.last_mut() {
            line.section = solid(model, beam);
        }
    }
    for members in followers(model, &scene) {
        let points: Vec<Vector> = members.ends.iter().map(|end| end.at(&scene.vertices)).collect();
        add_line(&mut scene, &members.name, members.kind, points);
    }
    scene.markers = markers(model);
    scene.key_note = super::frame_stress::unknown(model);
    scene
}

fn add_line(scene: &mut Scene, name: &str, kind: LineKind, points: Vec<Vector>) {
    let (first, count) = (scene.vertices.len(), points.len());
    scene.lines.push(Line { name: name.to_owned(), kind, first, count, section: None });
    scene.vertices.extend(points);
}

/// The section of a spatial beam, where its outline is known. Planar machines are drawn as lines.
fn solid(model: &Model, beam: &Beam) -> Option<Solid> {
    if model.dimension != Dimension::Three {
        return None;
    }
    let [p, q] = beam.nodes.map(|node| model.structure.nodes[node.0].position);
    let across = Triad::of_member(sub(q, p), beam.y_axis)?.y;
    let (sizes, is_round) = match beam.section_stress?.outline {
        Outline::Round { outer, .. } => ([2.0 * outer; 2], true),
        Outline::Rectangle { height, width, .. } => ([height, width], false),
        Outline::Unknown => return None,
    };
    Some(Solid { sizes, is_round, across })
}

/// A line whose points are nodes, or fixed.
struct Follower {
    name: String,
    kind: LineKind,
    ends: Vec<End>,
}

#[derive(Clone, Copy)]
enum End {
    Node(NodeId),
    Ground(Vector),
}

impl End {
    fn at(self, nodes: &[Vector]) -> Vector {
        match self {
            Self::Node(node) => nodes[node.0],
            Self::Ground(place) => place,
        }
    }

    /// Its displacement when nodes are displaced.
    fn moved(self, nodes: &[Vector]) -> Vector {
        match self {
            Self::Node(node) => nodes[node.0],
            Self::Ground(_) => [0.0; 3],
        }
    }
}

/// Trusses, rigid bodies, springs and dampers, in the order of their lines.
fn followers(model: &Model, scene: &Scene) -> Vec<Follower> {
    let structure = &model.structure;
    let mut all = Vec::new();
    for truss in &structure.trusses {
        let ends = truss.nodes.map(End::Node).to_vec();
        all.push(Follower { name: truss.name.clone(), kind: LineKind::Truss, ends });
    }
    for body in &structure.rigid_bodies {
        let mut ends: Vec<End> = body.nodes.iter().map(|node| End::Node(*node)).collect();
        if ends.len() > 2 {
            ends.push(ends[0]);
        }
        all.push(Follower { name: body.name.clone(), kind: LineKind::Rigid, ends });
    }
    let size = model_size(scene);
    let springs = structure.springs.iter().map(|s| (&s.name, LineKind::Spring, &s.sides, s.line));
    let dampers = structure.dampers.iter().map(|d| (&d.name, LineKind::Damper, &d.sides, d.line));
    for (name, kind, sides, line) in springs.chain(dampers) {
        if let Some(ends) = spring_ends(model, sides, line, kind, size) {
            all.push(Follower { name: name.clone(), kind, ends });
        }
    }
    all
}

/// Size of the nodes alone: the lines are still to come.
fn model_size(scene: &Scene) -> f64 {
    let [low, high] = super::scene::bounds(scene.vertices[..scene.nodes.len()].iter());
    norm(sub(high, low))
}

/// Both ends of a spring or damper; one to ground reaches a little way along what it resists. What turns has no length.
fn spring_ends(
    model: &Model,
    sides: &[Side<Attachment>; 2],
    line: Acting,
    kind: LineKind,
    size: f64,
) -> Option<Vec<End>> {
    let node = |side: &Side<Attachment>| match side {
        Side::Part(Attachment::Node(node)) => Some(*node),
        _ => None,
    };
    let direction = match line {
        Acting::Directed(Direction::About(_)) => return None,
        Acting::Directed(Direction::Along(direction)) => direction,
        // Springs are below, dampers next to them.
        _ if model.dimension == Dimension::Three => [0.0, 0.0, 1.0],
        _ if kind == LineKind::Damper => [-0.5, 0.866_025_4, 0.0],
        _ => [0.0, 1.0, 0.0],
    };
    match (node(&sides[0]), node(&sides[1])) {
        (Some(a), Some(b)) => Some(vec![End::Node(a), End::Node(b)]),
        (Some(a), None) | (None, Some(a)) => {
            let place = model.structure.nodes[a.0].position;
            Some(vec![End::Node(a), End::Ground(add_scaled(place, -TO_GROUND * size, direction))])
        }
        (None, None) => None,
    }
}

fn markers(model: &Model) -> Vec<Marker> {
    let structure = &model.structure;
    let name_of = |node: &NodeId| structure.nodes[node.0].name.clone();
    let marker = |kind, vertex, name, direction| Marker { kind, vertex, name, direction, across: None };
    let mut all = Vec::new();
    for fix in &structure.fixes {
        let held = fix.nodes.iter();
        all.extend(held.map(|n| marker("fix", n.0, format!("support of {}", name_of(n)), None)));
    }
    for hinge in &structure.hinges {
        all.push(marker("hinge", hinge.at.0, format!("hinge {}", hinge.name), Some(hinge.axis)));
    }
    for slide in &structure.slides {
        let name = format!("slide of {}", name_of(&slide.node));
        all.push(marker("slide", slide.node.0, name, Some(slide.direction)));
    }
    for joint in &structure.joints {
        let name = format!("joint {}", joint.name);
        let of_joint = marker(kind_of(joint.kind), joint.at[1].0, name, Some(joint.triad[0]));
        all.push(Marker { across: Some(joint.triad[1]), ..of_joint });
    }
    for mass in &structure.masses {
        if let Attachment::Node(node) = mass.at {
            all.push(marker("mass", node.0, format!("{}, {} kg", mass.name, mass.mass), None));
        }
    }
    for drive in &structure.drives {
        let at = match drive.what {
            Driven::Hinge(hinge) => structure.hinges[hinge.0].at,
            Driven::Joint(motion) => structure.joints[motion.joint.0].at[1],
            Driven::Node(node, _) => node,
        };
        all.push(marker("drive", at.0, format!("drive {}", drive.name), None));
    }
    for force in &model.forces {
        if let (Attachment::Node(node), Some(Direction::Along(direction))) = (&force.at, force.direction) {
            all.push(marker("force", node.0, format!("force {}", force.name), Some(direction)));
        }
    }
    all
}

/// The word for a kind of joint.
fn kind_of(kind: JointKind) -> &'static str {
    match kind {
        JointKind::Spherical => "spherical",
        JointKind::Universal => "universal",
        JointKind::Slide | JointKind::PinInSlot => "slide",
        JointKind::Cylindrical => "cylindrical",
        JointKind::Planar => "planar",
        JointKind::Screw { .. } => "screw",
        JointKind::Weld => "weld",
        JointKind::Bushing => "bushing",
    }
}

/// Points of a beam at rest.
fn beam_points(coordinates: &Coordinates, beam: BeamId) -> Vec<Vector> {
    let places: Vec<Vector> = coordinates
        .beam_ends(beam)
        .iter()
        .map(|end| coordinates.points()[end.translation.0].position)
        .collect();
    along(places.len() - 1, |element, share| {
        add_scaled(places[element], share, sub(places[element + 1], places[element]))
    })
}

/// Values at the points along a divided beam, as in [`Snapshot`]: by element and share of it.
pub(super) fn along<T>(elements: usize, at: impl Fn(usize, f64) -> T) -> Vec<T> {
    let stretches = Snapshot::PER_ELEMENT;
    let mut points = vec![at(0, 0.0)];
    for element in 0..elements {
        points.extend((1..=stretches).map(|k| at(element, k as f64 / stretches as f64)));
    }
    points
}

/// Displacement of every vertex under small displacements of all coordinates: beams bend as cubics and stretch evenly.
pub(super) fn small_motion(model: &Model, system: &LinearSystem, scene: &Scene, x: &[f64]) -> Vec<Vector> {
    moved(model, system, scene, x, cross)
}

/// The same under large displacements: the ends of elements turn by their rotation vectors, they do not only tilt.
pub(super) fn standing_motion(model: &Model, system: &LinearSystem, scene: &Scene, x: &[f64]) -> Vec<Vector> {
    if model.dimension == Dimension::Three {
        return moved(model, system, scene, x, |turn, axis| sub(Rotation::exp(turn).turn(axis), axis));
    }
    moved(model, system, scene, x, |[_, _, phi], [x, y, z]| {
        let (sine, cosine) = phi.sin_cos();
        [cosine * x - sine * y - x, sine * x + cosine * y - y, z]
    })
}

fn moved(
    model: &Model,
    system: &LinearSystem,
    scene: &Scene,
    x: &[f64],
    tilt: impl Fn(Vector, Vector) -> Vector,
) -> Vec<Vector> {
    let coordinates = &system.coordinates;
    let translation = |id: TranslationId| {
        let mut d = [0.0; 3];
        coordinates.translation(id).zip(&mut d).for_each(|(c, d)| *d = x[c]);
        d
    };
    let nodes: Vec<Vector> = (0..scene.nodes.len()).map(|i| translation(TranslationId(i))).collect();
    let mut moved = nodes.clone();
    for beam in (0..model.structure.beams.len()).map(BeamId) {
        let ends = coordinates.beam_ends(beam);
        let elements: Vec<Bending> = ends
            .windows(2)
            .map(|pair| {
                let [p, q] = [0, 1].map(|j| coordinates.points()[pair[j].translation.0].position);
                let d = sub(q, p);
                let axis = [0, 1, 2].map(|k| d[k] / norm(d));
                Bending {
                    length: norm(d),
                    axis,
                    ends: [0, 1].map(|j| translation(pair[j].translation)),
                    tangents: [0, 1].map(|j| {
                        let turned: Vec<f64> = coordinates.rotation(pair[j].rotation).map(|c| x[c]).collect();
                        let turn = match turned[..] {
                            [phi] => [0.0, 0.0, phi],
                            [rx, ry, rz] => [rx, ry, rz],
                            _ => [0.0; 3],
                        };
                        tilt(turn, axis)
                    }),
                }
            })
            .collect();
        moved.extend(along(elements.len(), |element, share| elements[element].at(share)));
    }
    follow(model, scene, &nodes, &mut moved);
    moved
}

/// An element under small displacements of its ends.
struct Bending {
    length: f64,
    axis: Vector,
    ends: [Vector; 2],
    tangents: [Vector; 2],
}

impl Bending {
    fn at(&self, share: f64) -> Vector {
        let (weights, slopes) = beam_weights(self.length, share);
        let mut sum = [0.0; 3];
        for end in 0..2 {
            let axial = dot(self.ends[end], self.axis);
            let even = if end == 0 { 1.0 - share } else { share };
            sum = add_scaled(sum, weights[end], self.ends[end]);
            sum = add_scaled(sum, axial * (even - weights[end]), self.axis);
            sum = add_scaled(sum, slopes[end], self.tangents[end]);
        }
        sum
    }
}

/// Displacement of every vertex at a state of a mechanism.
pub(super) fn large_motion(model: &Model, scene: &Scene, snapshot: &Snapshot) -> Vec<Vector> {
    let mut places: Vec<Vector> =
        snapshot.points[..scene.nodes.len()].iter().map(|(_, place)| *place).collect();
    let nodes: Vec<Vector> = places.iter().zip(&scene.vertices).map(|(new, old)| sub(*new, *old)).collect();
    places.extend(snapshot.beams.iter().flat_map(|(_, line)| line.iter().copied()));
    let mut moved: Vec<Vector> =
        places.iter().zip(&scene.vertices).map(|(new, old)| sub(*new, *old)).collect();
    follow(model, scene, &nodes, &mut moved);
    moved
}

/// Bending stress of every vertex at a state of a mechanism \[Pa\]; NaN where it is not known.
pub(super) fn stress(scene: &Scene, snapshot: &Snapshot) -> Vec<f64> {
    let mut values = vec![f64::NAN; scene.nodes.len()];
    for ((_, line), stress) in snapshot.beams.iter().zip(&snapshot.stress_lines) {
        match stress {
            Some(stress) => values.extend(stress),
            None => values.extend(vec![f64::NAN; line.len()]),
        }
    }
    values.resize(scene.vertices.len(), f64::NAN);
    values
}

/// Adds what moves with nodes.
fn follow(model: &Model, scene: &Scene, nodes: &[Vector], moved: &mut Vec<Vector>) {
    let members = followers(model, scene);
    moved.extend(members.iter().flat_map(|member| member.ends.iter().map(|end| end.moved(nodes))));
    assert_eq!(moved.len(), scene.vertices.len(), "every vertex of the scene has a displacement");
}
