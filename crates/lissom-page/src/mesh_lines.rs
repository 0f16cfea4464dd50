//! Beams and trusses of a finite-element mesh, as runs of nodes.

use lissom_import::{Mesh, MeshElement};

/// Nodes of the beams and trusses of a mesh in order; elements that follow each other are one run.
pub(super) fn chains(mesh: &Mesh) -> Vec<Vec<i64>> {
    let mut all: Vec<Vec<i64>> = Vec::new();
    for element in mesh.elements.iter().filter(|element| is_line(element)) {
        if element.nodes.iter().any(|node| mesh.position(*node).is_none()) {
            continue;
        }
        match all.last_mut().filter(|chain| chain.last() == element.nodes.first()) {
            Some(chain) => chain.extend(&element.nodes[1..]),
            None => all.push(element.nodes.clone()),
        }
    }
    all
}

fn is_line(element: &MeshElement) -> bool {
    let kind = element.kind.to_ascii_uppercase();
    let is_named = kind.starts_with('B') || kind.starts_with("T2D") || kind.starts_with("T3D");
    is_named && matches!(element.nodes.len(), 2 | 3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lissom_import::Node;

    #[test]
    fn elements_that_follow_each_other_are_one_line() {
        let nodes = (1..=5).map(|n| Node { number: n, position: [n as f64, 0.0, 0.0] }).collect();
        let beam =
            |number, nodes: [i64; 2]| MeshElement { number, kind: "B21".into(), nodes: nodes.to_vec() };
        let mut elements = vec![beam(1, [1, 2]), beam(2, [2, 3]), beam(3, [4, 5])];
        elements.push(MeshElement { number: 4, kind: "CPS4".into(), nodes: vec![1, 2, 3, 4] });
        let mesh = Mesh { nodes, elements, ..Mesh::default() };
        assert_eq!(chains(&mesh), [vec![1, 2, 3], vec![4, 5]]);
    }
}
