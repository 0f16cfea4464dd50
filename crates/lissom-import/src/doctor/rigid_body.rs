//! The rigid motions of an imported part, from the positions of its nodes, and the mass they move.

use super::ROUNDING;
use crate::matrix::Dof;
use crate::part::ImportedPart;
use lissom_linalg::{Dense, Sparse};

const NAMES: [&str; 6] = [
    "translation along x",
    "translation along y",
    "translation along z",
    "rotation about x",
    "rotation about y",
    "rotation about z",
];

/// Rigid motions over the rows of a part's matrices.
#[derive(Clone, Debug)]
pub struct RigidMotions {
    /// Name of each.
    pub names: Vec<&'static str>,
    /// One column each: unit translations, and rotations about [`Self::origin`] that move the farthest node by one.
    pub vectors: Dense,
    /// Where the axes of rotation meet: the middle of the part (unit of the mesh, \[m\] if that is SI).
    pub origin: [f64; 3],
    /// The angle of the rotations (inverse unit of the mesh, [rad/m] if that is SI).
    pub angle: f64,
    /// Which of x, y, z, rotations about x, y, z each column is.
    pub kinds: Vec<usize>,
}

/// Mass properties of a part in rigid motion. Fixed rows are not in the matrices, so a clamped part shows
/// less than its mass.
#[derive(Clone, Debug, PartialEq)]
pub struct PartMass {
    /// Mass along x, y and z (unit of the file, \[kg\] if that is SI); the last is zero for a planar part.
    pub mass: [f64; 3],
    /// Centre of mass, where the mesh is known (unit of the file, \[m\] if that is SI).
    pub centre: Option<[f64; 3]>,
    /// Inertia about the centre of mass, global axes (unit of the file, [kg m²] if that is SI).
    pub inertia: Option<[[f64; 3]; 3]>,
}

impl RigidMotions {
    /// The motions of a part whose rows are named. Without a mesh, or where the places of copies of a node are not known,
    /// only translations are; `None` without names, or if the mesh lacks a node.
    pub fn of(part: &ImportedPart) -> Option<Self> {
        let dofs = part.dofs.as_ref()?;
        let planar = dofs.iter().all(|dof| matches!(dof.component, 1 | 2 | 6));
        let place = |dof: &Dof| part.mesh.as_ref().filter(|_| dof.copy == 0)?.position(dof.node);
        let whole = dofs.iter().all(|dof| dof.copy == 0) && part.mesh.is_some();
        let positions: Option<Vec<[f64; 3]>> = dofs.iter().map(place).collect();
        if whole && positions.is_none() && part.given_nodes == 0 {
            return None;
        }
        let Some(positions) = positions else {
            let kinds = if planar { vec![0, 1] } else { vec![0, 1, 2] };
            let mut motions = Self::built(dofs, &vec![[0.0; 3]; dofs.len()], kinds, [0.0; 3], 1.0);
            // Rows of nodes that are neither in the mesh nor copies are internal amplitudes of shells and
            // beams: they are zero in rigid motions.
            if let Some(mesh) = part.mesh.as_ref().filter(|_| dofs.iter().any(|dof| dof.copy > 0)) {
                for (row, _) in dofs.iter().enumerate().filter(|(_, dof)| mesh.position(dof.node).is_none()) {
                    (0..motions.vectors.cols()).for_each(|column| motions.vectors[(row, column)] = 0.0);
                }
            }
            return Some(motions);
        };
        let kinds = if planar { vec![0, 1, 5] } else { vec![0, 1, 2, 3, 4, 5] };
        let (origin, reach) = middle(&positions);
        Some(Self::built(dofs, &positions, kinds, origin, if reach > 0.0 { 1.0 / reach } else { 1.0 }))
    }

    fn built(dofs: &[Dof], positions: &[[f64; 3]], kinds: Vec<usize>, origin: [f64; 3], angle: f64) -> Self {
        let vectors = Dense::from_fn(dofs.len(), kinds.len(), |row, column| {
            let arm = std::array::from_fn(|axis| positions[row][axis] - origin[axis]);
            let scale = if kinds[column] < 3 { 1.0 } else { angle };
            scale * moved(dofs[row].component, kinds[column], arm)
        });
        Self { names: kinds.iter().map(|&kind| NAMES[kind]).collect(), vectors, origin, angle, kinds }
    }

    /// How far a component (1 to 6) of a point moves in one of the motions.
    pub fn at(&self, component: u8, position: [f64; 3], column: usize) -> f64 {
        let arm = std::array::from_fn(|axis| position[axis] - self.origin[axis]);
        let scale = if self.kinds[column] < 3 { 1.0 } else { self.angle };
        scale * moved(component, self.kinds[column], arm)
    }

    /// The mass these motions move; `None` if nothing has mass.
    pub fn mass(&self, mass: &Sparse) -> Option<PartMass> {
        let momenta = mass.times(&self.vectors);
        let form = self.vectors.transpose_matmul(&momenta);
        let place = |kind: usize| self.kinds.iter().position(|&known| known == kind);
        let entry = |a: usize, b: usize| match (place(a), place(b)) {
            (Some(i), Some(j)) => form[(i, j)],
            _ => 0.0,
        };
        let along = [entry(0, 0), entry(1, 1), entry(2, 2)];
        let total = along[0];
        if !(total > 0.0 && total.is_finite()) {
            return None;
        }
        if place(5).is_none() {
            return Some(PartMass { mass: along, centre: None, inertia: None });
        }
        // The momentum of a rotation ω about the origin is m ω × c: each component of c appears once.
        let arm = [entry(1, 5), -entry(0, 5), -entry(1, 3)].map(|moment| moment / (self.angle * total));
        let centre = std::array::from_fn(|axis| self.origin[axis] + arm[axis]);
        let squares: f64 = arm.iter().map(|a| a * a).sum();
        let inertia: [[f64; 3]; 3] = std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                let both = 0.5 * (entry(3 + i, 3 + j) + entry(3 + j, 3 + i));
                let about_origin = both / (self.angle * self.angle);
                // Huygens and Steiner: the inertia about the centre is less by m (|c|² 1 − c cᵀ).
                let shift = total * (if i == j { squares } else { 0.0 } - arm[i] * arm[j]);
                if place(3 + i).is_some() && place(3 + j).is_some() { about_origin - shift } else { 0.0 }
            })
        });
        Some(PartMass { mass: along, centre: Some(centre), inertia: Some(without_rounding(inertia)) })
    }
}

/// Products of inertia that are rounding relative to the moments are set to zero.
fn without_rounding(inertia: [[f64; 3]; 3]) -> [[f64; 3]; 3] {
    let largest = inertia.iter().flatten().fold(0.0, |a: f64, b| a.max(b.abs()));
    inertia.map(|row| row.map(|value| if value.abs() > ROUNDING * largest { value } else { 0.0 }))
}

/// Threshold that distinguishes a mass from a stiffness, which vanishes on rigid motions [-].
const MASSLESS: f64 = 1e-6;

/// Whether a rigid motion r has no mass: rᵀ M r compared with Σ |Mᵢᵢ| rᵢ².
pub fn moves_no_mass(mass: &Sparse, motion: &[f64]) -> bool {
    let diagonal: f64 = mass.diagonal().iter().zip(motion).map(|(m, r)| m.abs() * r * r).sum();
    diagonal > 0.0 && mass.form(motion, motion).abs() < MASSLESS * diagonal
}

/// How far a direction of a node moves in a unit motion; rotations are ω × arm.
pub fn moved(component: u8, kind: usize, arm: [f64; 3]) -> f64 {
    let direction = usize::from(component) - 1;
    match (direction, kind) {
        (d, k) if d == k => 1.0,
        (0..=2, 3..=5) => {
            let axis = kind - 3;
            if direction == (axis + 1) % 3 {
                -arm[(axis + 2) % 3]
            } else if direction == (axis + 2) % 3 {
                arm[(axis + 1) % 3]
            } else {
                0.0
            }
        }
        _ => 0.0,
    }
}

/// The mean of the positions and the largest distance from it.
fn middle(positions: &[[f64; 3]]) -> ([f64; 3], f64) {
    let count = positions.len().max(1) as f64;
    let mean = std::array::from_fn(|axis| positions.iter().map(|p| p[axis]).sum::<f64>() / count);
    let distance = |p: &[f64; 3]| (0..3).map(|axis| (p[axis] - mean[axis]).powi(2)).sum::<f64>().sqrt();
    (mean, positions.iter().map(distance).fold(0.0, f64::max))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotations_move_points_across_their_arm() {
        let arm = [1.0, 2.0, 3.0];
        let about_z: Vec<f64> = (1..=6).map(|component| moved(component, 5, arm)).collect();
        assert_eq!(about_z, [-2.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
        let about_x: Vec<f64> = (1..=6).map(|component| moved(component, 3, arm)).collect();
        assert_eq!(about_x, [0.0, -3.0, 2.0, 1.0, 0.0, 0.0]);
        let along_y: Vec<f64> = (1..=6).map(|component| moved(component, 1, arm)).collect();
        assert_eq!(along_y, [0.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
    }

    /// Two point masses with known properties.
    #[test]
    fn point_masses_have_the_mass_properties_of_school() {
        let dofs: Vec<Dof> =
            (1..=2).flat_map(|node| (1..=3).map(move |component| Dof { node, component, copy: 0 })).collect();
        let points = [[1.0, 0.0, 0.0], [4.0, 0.0, 2.0]];
        let positions: Vec<[f64; 3]> = points.iter().flat_map(|&p| [p; 3]).collect();
        let motions = RigidMotions::built(&dofs, &positions, (0..6).collect(), [0.5, -1.0, 2.0], 0.25);
        let mass = Sparse::from_diagonal(&[1.0, 1.0, 1.0, 2.0, 2.0, 2.0]);
        let found = motions.mass(&mass).unwrap();
        assert_eq!(found.mass, [3.0; 3]);
        let centre = found.centre.unwrap();
        for (c, exact) in centre.iter().zip([3.0, 0.0, 4.0 / 3.0]) {
            assert!((c - exact).abs() < 1e-14);
        }
        // The reduced mass 2/3 at the distance (3, 0, 2): I = μ (|d|² 1 − d dᵀ).
        let exact = [[8.0 / 3.0, 0.0, -4.0], [0.0, 26.0 / 3.0, 0.0], [-4.0, 0.0, 6.0]];
        for (row, exact) in found.inertia.unwrap().iter().zip(exact) {
            for (i, exact) in row.iter().zip(exact) {
                assert!((i - exact).abs() < 1e-12, "{:?}", found.inertia);
            }
        }
    }
}
