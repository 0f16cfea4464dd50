//! An imported part as a surface.

use super::mesh_skin::skin;
use super::scene::{Scene, Surface};
use super::vertex_clusters::coarsened;
use lissom_mech::PartStructure;
use lissom_mech::vector::Vector;
use std::collections::BTreeMap;

/// Vertices of a surface that a page carries; finer ones are coarsened.
const MOST: usize = 8000;

/// The skin of the part; `None` when it has no mesh or its rows have no names.
pub(super) fn scene(part: &PartStructure) -> Option<Scene> {
    let (mesh, _) = part.mesh.as_ref().zip(part.dofs.as_ref())?;
    let mut skin = skin(mesh);
    if skin.triangles.is_empty() {
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
    scene.vertices = positions;
    scene.nodes = skin.nodes.iter().enumerate().map(|(i, node)| (node.to_string(), i)).collect();
    scene.surface =
        Some(Surface { name: part.structure.name.clone(), triangles: skin.triangles, edges: skin.edges });
    Some(scene)
}

/// Displacement of nodes from displacements over the rows of the files. Nodes without rows are held.
pub(super) fn displacement(part: &PartStructure, nodes: &[&str], x: &[f64]) -> Vec<Vector> {
    let mut by_node: BTreeMap<String, Vector> = BTreeMap::new();
    for (dof, value) in part.dofs.iter().flatten().zip(x) {
        if (1..=3).contains(&dof.component) {
            by_node.entry(dof.node.to_string()).or_default()[usize::from(dof.component) - 1] = *value;
        }
    }
    nodes.iter().map(|name| by_node.get(*name).copied().unwrap_or_default()).collect()
}
