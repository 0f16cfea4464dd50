//! A frame and imported parts in one picture; one imported part alone is its skin.

use super::scene::{Line, MeshNode, Scene, Surface};
use super::{frame_scene, part_scene};
use lissom_linalg::Dense;
use lissom_mech::vector::Vector;
use lissom_mech::{JoinedPart, JoinedStructure};
use lissom_model::model::Model;

/// The lines of the frame and the skins of the parts; `None` when nothing can be drawn. Vertices of the frame come first.
pub(super) fn scene(model: &Model, joined: &JoinedStructure) -> Option<Scene> {
    if let Some(part) = joined.only_part() {
        return part_scene::scene(part);
    }
    let mut all = match joined.frame {
        Some(_) => frame_scene::scene(model),
        None => Scene::new(false),
    };
    let mut surface = Surface::default();
    for (number, (name, part)) in joined.parts.iter().enumerate() {
        let own = match part {
            JoinedPart::Imported(part) => part_scene::scene(part),
            JoinedPart::Reduced(_) => None,
        };
        let Some(own) = own else {
            all.notes.push(format!("part {name} is not drawn: it has no mesh"));
            continue;
        };
        append(&mut all, &mut surface, number, name, own);
    }
    all.surface = (!surface.triangles.is_empty()).then_some(surface);
    (!all.vertices.is_empty()).then_some(all)
}

/// Adds a part by its number and name, behind what is there.
pub(super) fn append(all: &mut Scene, surface: &mut Surface, number: usize, name: &str, own: Scene) {
    let first = all.vertices.len();
    all.vertices.extend(own.vertices);
    all.nodes.extend(own.nodes.iter().map(|(node, at)| (format!("{name}: {node}"), first + at)));
    let mesh_nodes = own.mesh_nodes.iter();
    all.mesh_nodes.extend(mesh_nodes.map(|own| MeshNode {
        part: number,
        vertex: first + own.vertex,
        ..*own
    }));
    all.lines.extend(own.lines.into_iter().map(|line| Line { first: first + line.first, ..line }));
    all.notes.extend(own.notes.iter().map(|note| format!("part {name}: {note}")));
    let Some(skin) = own.surface else { return };
    let moved = |vertex: u32| vertex + first as u32;
    surface.triangles.extend(skin.triangles.iter().map(|triangle| triangle.map(moved)));
    surface.edges.extend(skin.edges.iter().map(|edge| edge.map(moved)));
    surface.name =
        if surface.name.is_empty() { name.to_owned() } else { format!("{}, {name}", surface.name) };
}

/// Displacement of every vertex, for each of the first columns of motions over the rows of the structure.
pub(super) fn displacements(
    model: &Model,
    joined: &JoinedStructure,
    scene: &Scene,
    motions: &Dense,
    count: usize,
) -> Vec<Vec<Vector>> {
    let (frame, parts) = joined.expand(motions);
    if let (Some(part), [x]) = (joined.only_part(), &parts[..]) {
        let nodes: Vec<i64> = scene.mesh_nodes.iter().map(|own| own.node).collect();
        return (0..count).map(|j| part_scene::displacement(part, &nodes, x.column(j))).collect();
    }
    let lines = joined.frame.as_ref().map(|system| (system, frame_scene::scene(model)));
    let column = |j: usize| {
        let mut moved = match (&lines, &frame) {
            (Some((system, lines)), Some(x)) => frame_scene::small_motion(model, system, lines, x.column(j)),
            _ => Vec::new(),
        };
        moved.resize(scene.vertices.len(), [0.0; 3]);
        for (number, ((_, part), x)) in joined.parts.iter().zip(&parts).enumerate() {
            let JoinedPart::Imported(part) = part else { continue };
            let own = scene.mesh_nodes.iter().filter(|own| own.part == number);
            let (nodes, places): (Vec<i64>, Vec<usize>) = own.map(|own| (own.node, own.vertex)).unzip();
            for (at, d) in places.into_iter().zip(part_scene::displacement(part, &nodes, x.column(j))) {
                moved[at] = d;
            }
        }
        moved
    };
    (0..count).map(column).collect()
}
