//! The outer faces of a finite-element mesh.

use lissom_import::{Mesh, MeshElement};
use lissom_mech::vector::{Vector, cross, dot, norm, sub};
use std::collections::BTreeMap;

/// Faces that meet under a larger angle have an edge worth drawing: its cosine.
const FOLD: f64 = 0.87;

/// Corners of the faces of solids by number of corners, seen from outside.
const TETRAHEDRON: &[&[usize]] = &[&[0, 2, 1], &[0, 1, 3], &[1, 2, 3], &[2, 0, 3]];
const WEDGE: &[&[usize]] = &[&[0, 2, 1], &[3, 4, 5], &[0, 1, 4, 3], &[1, 2, 5, 4], &[2, 0, 3, 5]];
const HEXAHEDRON: &[&[usize]] =
    &[&[0, 3, 2, 1], &[4, 5, 6, 7], &[0, 1, 5, 4], &[1, 2, 6, 5], &[2, 3, 7, 6], &[3, 0, 4, 7]];
const TRIANGLE: &[&[usize]] = &[&[0, 1, 2]];
const QUADRANGLE: &[&[usize]] = &[&[0, 1, 2, 3]];

/// The skin of a mesh: nodes by number, triangles and edges between their places.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Skin {
    pub nodes: Vec<i64>,
    pub triangles: Vec<[u32; 3]>,
    pub edges: Vec<[u32; 2]>,
}

/// Faces of an element, by corners; nodes on the middle of edges are left out.
fn faces(element: &MeshElement) -> &'static [&'static [usize]] {
    let kind = element.kind.to_ascii_uppercase();
    let is_solid = kind.starts_with("C3D") || kind.starts_with("AC3D");
    match (is_solid, element.nodes.len()) {
        (true, 4 | 10) => TETRAHEDRON,
        (true, 6 | 15) => WEDGE,
        (true, 8 | 20 | 27) => HEXAHEDRON,
        (false, 3 | 6) if !kind.starts_with('B') => TRIANGLE,
        (false, 4 | 8 | 9) => QUADRANGLE,
        _ => &[],
    }
}

/// The faces that belong to one element only.
pub(super) fn skin(mesh: &Mesh) -> Skin {
    let mut owners: BTreeMap<Vec<i64>, (usize, Vec<i64>)> = BTreeMap::new();
    for element in &mesh.elements {
        for face in faces(element) {
            let corners: Vec<i64> = face.iter().map(|corner| element.nodes[*corner]).collect();
            let mut key = corners.clone();
            key.sort_unstable();
            owners.entry(key).or_insert((0, corners)).0 += 1;
        }
    }
    let outside: Vec<Vec<i64>> =
        owners.into_values().filter(|(count, _)| *count == 1).map(|(_, corners)| corners).collect();
    let mut nodes: Vec<i64> = outside.iter().flatten().copied().collect();
    nodes.sort_unstable();
    nodes.dedup();
    nodes.retain(|node| mesh.position(*node).is_some());
    let place = |node: &i64| nodes.binary_search(node).ok().map(|i| i as u32);
    let polygons: Vec<Vec<u32>> =
        outside.iter().filter_map(|face| face.iter().map(place).collect::<Option<Vec<u32>>>()).collect();
    let positions: Vec<Vector> = nodes.iter().filter_map(|node| mesh.position(*node)).collect();
    let edges = folds(&polygons, &positions);
    let triangles = polygons
        .iter()
        .flat_map(|face| (1..face.len() - 1).map(|i| [face[0], face[i], face[i + 1]]).collect::<Vec<_>>());
    Skin { triangles: triangles.collect(), edges, nodes }
}

/// Edges where the surface folds or ends.
fn folds(polygons: &[Vec<u32>], positions: &[Vector]) -> Vec<[u32; 2]> {
    let mut meeting: BTreeMap<[u32; 2], Vec<Vector>> = BTreeMap::new();
    for face in polygons {
        let at = |i: usize| positions[face[i] as usize];
        let normal = cross(sub(at(1), at(0)), sub(at(2), at(0)));
        for i in 0..face.len() {
            let (a, b) = (face[i], face[(i + 1) % face.len()]);
            meeting.entry([a.min(b), a.max(b)]).or_default().push(normal);
        }
    }
    let is_fold = |normals: &[Vector]| match normals {
        [a, b] => dot(*a, *b) < FOLD * norm(*a) * norm(*b),
        _ => true,
    };
    meeting.into_iter().filter(|(_, normals)| is_fold(normals)).map(|(edge, _)| edge).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lissom_import::Node;

    /// Two unit cubes side by side.
    fn bar() -> Mesh {
        let number = |i: usize, j: usize, k: usize| (1 + i + 3 * (j + 2 * k)) as i64;
        let mut mesh = Mesh::default();
        for k in 0..2 {
            for j in 0..2 {
                for i in 0..3 {
                    let position = [i as f64, j as f64, k as f64];
                    mesh.nodes.push(Node { number: number(i, j, k), position });
                }
            }
        }
        for i in 0..2 {
            let ring = |k| [(i, 0), (i + 1, 0), (i + 1, 1), (i, 1)].map(|(a, b)| number(a, b, k));
            let nodes = [ring(0), ring(1)].concat();
            mesh.elements.push(MeshElement { number: i as i64, kind: "C3D8".to_owned(), nodes });
        }
        mesh
    }

    #[test]
    fn the_face_between_two_cubes_is_inside() {
        let skin = skin(&bar());
        assert_eq!((skin.nodes.len(), skin.triangles.len()), (12, 20));
        // The twelve edges of the box, four of them in two pieces; the seams of flat sides are no folds.
        assert_eq!(skin.edges.len(), 16);
    }

    #[test]
    fn the_skin_is_closed_and_looks_outwards() {
        let mesh = bar();
        let skin = skin(&mesh);
        let at = |i: u32| mesh.position(skin.nodes[i as usize]).unwrap_or_default();
        let volume: f64 = skin.triangles.iter().map(|t| dot(at(t[0]), cross(at(t[1]), at(t[2]))) / 6.0).sum();
        assert!((volume - 2.0).abs() < 1e-12, "{volume}");
    }
}
