//! An imported part as a surface, and its beams as lines.

use super::mesh_lines;
use super::mesh_skin::skin;
use super::scene::{Line, LineKind, MeshNode, Scene, Surface};
use super::vertex_clusters::coarsened;
use lissom_import::Mesh;
use lissom_mech::PartStructure;
use lissom_mech::vector::{Vector, add_scaled, cross, sub};
use std::collections::BTreeMap;

/// Vertices of a surface that a page carries; finer ones are coarsened.
const MOST: usize = 8000;

/// The part as a surface and lines; `None` when it has no mesh or its rows have no names.
pub(super) fn scene(part: &PartStructure) -> Option<Scene> {
    let (mesh, _) = part.mesh.as_ref().zip(part.dofs.as_ref())?;
    of_mesh(&part.name, mesh)
}

/// The skin of a mesh, and its beams as lines; `None` when it has neither.
pub(super) fn of_mesh(name: &str, mesh: &Mesh) -> Option<Scene> {
    let mut skin = skin(mesh);
    let beams = mesh_lines::chains(mesh);
    if skin.triangles.is_empty() && beams.is_empty() {
        return None;
    }
    let place = |node: &i64| mesh.position(*node).unwrap_or_default();
    let mut positions: Vec<Vector> = skin.nodes.iter().map(place).collect();
    let mut scene = Scene::new(false);
    if positions.len() > MOST {
        let fine = positions.len();
        skin = coarsened(&skin, &positions, MOST);
        positions = skin.nodes.iter().map(place).collect();
        scene.notes.push(format!(
            "simplified for display: {} of the {fine} nodes on the surface ({} in all) are drawn",
            positions.len(),
            mesh.nodes.len()
        ));
    }
    scene.key_note = Some("stress is unknown: the part is given by matrices, without strains".to_owned());
    scene.vertices = positions;
    scene.nodes = skin.nodes.iter().enumerate().map(|(i, node)| (node.to_string(), i)).collect();
    let mesh_node = |(vertex, node): (usize, &i64)| MeshNode { part: 0, node: *node, vertex };
    scene.mesh_nodes = skin.nodes.iter().enumerate().map(mesh_node).collect();
    if !skin.triangles.is_empty() {
        let (triangles, edges) = (skin.triangles, skin.edges);
        scene.surface = Some(Surface { name: name.to_owned(), triangles, edges });
    }
    for chain in beams {
        let (first, count) = (scene.vertices.len(), chain.len());
        let (name, kind) = (name.to_owned(), LineKind::Beam);
        scene.lines.push(Line { name, kind, first, count, section: None });
        for node in chain {
            scene.mesh_nodes.push(MeshNode { part: 0, node, vertex: scene.vertices.len() });
            scene.vertices.push(place(&node));
        }
    }
    Some(scene)
}

/// Displacement of nodes from displacements over the rows of the files. Nodes without rows move with the rigid body that
/// the mesh names, or are held.
pub(super) fn displacement(part: &PartStructure, nodes: &[i64], x: &[f64]) -> Vec<Vector> {
    let mut by_node: BTreeMap<i64, [Vector; 2]> = BTreeMap::new();
    for (dof, value) in part.dofs.iter().flatten().zip(x).filter(|(dof, _)| dof.copy == 0) {
        let component = usize::from(dof.component) - 1;
        by_node.entry(dof.node).or_default()[component / 3][component % 3] = *value;
    }
    for (node, moved) in followers(part, &by_node) {
        by_node.entry(node).or_insert([moved, [0.0; 3]]);
    }
    nodes.iter().map(|node| by_node.get(node).map(|[u, _]| *u).unwrap_or_default()).collect()
}

/// Nodes of rigid bodies of the mesh, moved by u + ϑ × d.
fn followers(part: &PartStructure, by_node: &BTreeMap<i64, [Vector; 2]>) -> Vec<(i64, Vector)> {
    let Some(mesh) = &part.mesh else { return Vec::new() };
    let mut all = Vec::new();
    for body in &mesh.rotation_nodes {
        let set = body.set.as_deref().and_then(|set| mesh.set(set)).unwrap_or_default();
        let (Some([u, turn]), Some(centre)) = (by_node.get(&body.reference), mesh.position(body.reference))
        else {
            continue;
        };
        all.extend(set.iter().filter_map(|node| {
            let arm = sub(mesh.position(*node)?, centre);
            Some((*node, add_scaled(*u, 1.0, cross(*turn, arm))))
        }));
    }
    all
}
